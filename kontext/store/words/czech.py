"""Czech words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "název, titulek",
    "status": "stav, aktuální stav",
    "date": "datum, datum rozhodnutí, rozhodnuto, rozhodnuto dne, schváleno dne, přijato dne",
    "created": "vytvořeno, datum vytvoření, založeno, navrženo dne, platí od",
    "updated": "aktualizováno, poslední aktualizace, poslední změna, upraveno, změněno",
    "authors": "autor, autoři, autorka, vypracoval, navrhl, napsal",
    "deciders": "rozhodl, rozhodli, schválil, schválili, odpovědná osoba, zodpovídá, rozhodující, účastníci",
    "supersedes": "nahrazuje, ruší",
    "superseded_by": "nahrazeno, nahrazen, nahrazena, nahrazeno rozhodnutím, nahrazeno čím, zrušeno rozhodnutím",
    "tags": "štítky, klíčová slova, kategorie, témata",
    "paths": "cesty, rozsah",
    "number": "číslo",
    "summary": "shrnutí, souhrn, popis",
    "other": "konzultováno, informováni, souvisí s, související, verze, doplňuje, rozšiřuje, odkazy, priorita",
}
STATUSES = {
    "accepted": (
        "přijato, přijatý, přijata, schváleno, schválený, schválena, implementováno, hotovo, platné, platí, "
        "aktivní, rozhodnuto, dokončeno, zavedeno, odsouhlaseno, realizováno"
    ),
    "proposed": (
        "navrženo, navržený, návrh, navrhované, koncept, rozpracováno, otevřeno, čeká, čeká na schválení, k "
        "diskusi, v diskusi, plánováno, v přípravě, probíhá"
    ),
    "superseded": "nahrazeno, nahrazen, nahrazena, nahrazený, překonáno, nahradeno",
    "deprecated": "zastaralé, zastaralý, zastaralá, neplatné, vyřazeno, archivováno, opuštěno, ukončeno",
    "rejected": "zamítnuto, zamítnutý, zamítnuta, odmítnuto, odmítnutý, neschváleno, zrušeno, staženo, nepřijato",
}
SECTIONS = {
    "context": (
        "kontext, kontext a problém, problém, popis problému, pozadí, motivace, úvod, důvod, zdůvodnění, "
        "východiska, cíl"
    ),
    "decision": "rozhodnutí, řešení, výsledek, výsledek rozhodnutí, návrh řešení, zvolené řešení, závěr, návrh",
    "consequences": (
        "důsledky, následky, dopady, dopad, rizika, výhody, nevýhody, důsledek, pozitivní důsledky, negativní "
        "důsledky, přínosy"
    ),
    "options": (
        "alternativy, zvažované možnosti, zvažované alternativy, možnosti, varianty, zvažované varianty, "
        "zamítnuté alternativy"
    ),
    "status": "stav",
    "log": "historie, historie změn, záznam změn",
    "meta": "metadata, informace, základní údaje",
    "links": "odkazy, související rozhodnutí, reference",
}
LINKS = {
    "supersedes": "nahrazuje, ruší",
    "superseded_by": (
        "nahrazeno, nahrazen, nahrazena, nahrazeno rozhodnutím, byl nahrazen, zrušeno rozhodnutím, nahrazeno "
        "v"
    ),
}
NEGATIONS = "ne, není"
NOTHING = "žádné, žádný, nic, není, nestanoveno"
TEMPLATES = "šablona, vzor, příklad"
DECISION = "rozhodnut"
PARTLY = "částečně"
FOLDERS = "rozhodnutí, architektonická rozhodnutí, technická rozhodnutí"
MONTHS = (
    "leden/ledna, únor/února, březen/března, duben/dubna, květen/května, červen/června, "
    "červenec/července, srpen/srpna, září, říjen/října, listopad/listopadu, prosinec/prosince"
)
