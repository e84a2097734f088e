"""Finnish words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "otsikko",
    "status": "tila, nykytila, tilanne",
    "date": "päivämäärä, päiväys, pvm, päätöspäivä, päätetty, hyväksytty",
    "created": "luotu, ehdotettu, alkaen",
    "updated": "päivitetty, viimeksi päivitetty, muokattu",
    "authors": "tekijä, tekijät, kirjoittaja, kirjoittajat, laatija",
    "deciders": "päättäjä, päättäjät, päätöksentekijät, vastuuhenkilö, omistaja",
    "supersedes": "korvaa",
    "superseded_by": "korvattu, korvaaja, korvannut",
    "tags": "avainsanat, tunnisteet, luokka",
    "number": "numero",
    "summary": "yhteenveto, tiivistelmä, kuvaus",
    "other": "konsultoidut, informoidut, liittyy",
}
STATUSES = {
    "accepted": "hyväksytty, päätetty, käytössä, voimassa, toteutettu, valmis, aktiivinen",
    "proposed": "ehdotettu, ehdotus, luonnos, avoin, kesken, käsittelyssä, suunniteltu, odottaa",
    "superseded": "korvattu",
    "deprecated": "vanhentunut, poistettu käytöstä, poistunut, arkistoitu",
    "rejected": "hylätty, peruttu, torjuttu",
}
SECTIONS = {
    "context": "konteksti, tausta, ongelma, ongelman kuvaus, tilanne, perustelut, johdanto, motivaatio",
    "decision": "päätös, ratkaisu, lopputulos, ehdotus, johtopäätös, valinta",
    "consequences": "seuraukset, vaikutukset, seuraus, riskit, hyödyt, haitat",
    "options": "vaihtoehdot, harkitut vaihtoehdot, muut vaihtoehdot",
    "status": "tila",
    "log": "historia, muutoshistoria",
    "links": "linkit, viitteet",
}
LINKS = {
    "supersedes": "korvaa",
    "superseded_by": "korvattu päätöksellä, korvattu, korvaa sen",
}
NEGATIONS = "ei"
NOTHING = "ei, ei mitään, ei sovellu"
TEMPLATES = "malli, pohja, esimerkki"
DECISION = "päätös"
PARTLY = "osittain"
FOLDERS = "päätökset, arkkitehtuuripäätökset"
MONTHS = (
    "tammikuu/tammikuuta, helmikuu/helmikuuta, maaliskuu/maaliskuuta, huhtikuu/huhtikuuta, "
    "toukokuu/toukokuuta, kesäkuu/kesäkuuta, heinäkuu/heinäkuuta, elokuu/elokuuta, syyskuu/syyskuuta, "
    "lokakuu/lokakuuta, marraskuu/marraskuuta, joulukuu/joulukuuta"
)
