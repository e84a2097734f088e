"""Norwegian words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "tittel",
    "status": "tilstand, nåværende status",
    "date": "dato, beslutningsdato, besluttet, vedtatt, vedtaksdato, godkjent dato",
    "created": "opprettet, opprettet dato, siden, foreslått dato",
    "updated": "oppdatert, sist oppdatert, endret, sist endret",
    "authors": "forfatter, forfattere, skrevet av, foreslått av",
    "deciders": (
        "beslutningstakere, beslutningstaker, besluttet av, ansvarlig, ansvarlige, eier, godkjent av, "
        "deltakere"
    ),
    "supersedes": "erstatter, avløser",
    "superseded_by": "erstattet av, avløst av, erstattes av",
    "tags": "emneord, stikkord, nøkkelord, kategori, kategorier, etiketter",
    "number": "nummer",
    "summary": "sammendrag, oppsummering, beskrivelse",
    "other": "konsultert, informert, relatert, relaterte",
}
STATUSES = {
    "accepted": "akseptert, godkjent, vedtatt, besluttet, aktiv, implementert, gjeldende, ferdig, innført, godtatt",
    "proposed": (
        "foreslått, forslag, utkast, åpen, pågående, under arbeid, under vurdering, til diskusjon, venter, "
        "planlagt"
    ),
    "superseded": "erstattet, avløst",
    "deprecated": "foreldet, utfaset, utgått, utdatert, ugyldig, arkivert",
    "rejected": "avvist, avslått, forkastet, droppet, kansellert, ikke godkjent",
}
SECTIONS = {
    "context": (
        "kontekst, bakgrunn, problem, problemstilling, kontekst og problemstilling, motivasjon, innledning, "
        "formål, sammenheng"
    ),
    "decision": "beslutning, avgjørelse, vedtak, løsning, resultat, forslag, konklusjon, valg",
    "consequences": "konsekvenser, konsekvens, påvirkning, risiko, fordeler, ulemper, følger",
    "options": (
        "vurderte alternativer, alternativer, vurderte løsninger, andre alternativer, beslutningsfaktorer, "
        "muligheter"
    ),
    "status": "status, tilstand",
    "log": "historikk, endringslogg",
    "links": "referanser, relaterte beslutninger, lenker",
}
LINKS = {
    "supersedes": "erstatter, avløser",
    "superseded_by": "erstattet av, avløst av, erstattes av",
}
NEGATIONS = "ikke"
NOTHING = "ingen, ingenting, ikke relevant"
TEMPLATES = "mal, eksempel"
DECISION = "beslutning, avgjørelse, vedtak"
PARTLY = "delvis"
FOLDERS = "beslutninger, arkitekturbeslutninger, avgjørelser, vedtak"
MONTHS = "januar, februar, mars, april, mai, juni, juli, august, september, oktober/okt, november, desember/des"
