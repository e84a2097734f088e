"""Slovak words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "názov, nadpis",
    "status": "stav, aktuálny stav",
    "date": "dátum, dátum rozhodnutia, rozhodnuté, rozhodnuté dňa, schválené dňa, prijaté dňa",
    "created": "vytvorené, dátum vytvorenia, založené, navrhnuté dňa, platí od",
    "updated": "aktualizované, posledná aktualizácia, posledná zmena, upravené, zmenené",
    "authors": "autor, autori, autorka, vypracoval, navrhol, napísal",
    "deciders": "rozhodol, rozhodli, schválil, schválili, zodpovedá, zodpovedná osoba, účastníci",
    "supersedes": "nahrádza, ruší",
    "superseded_by": "nahradené, nahradený, nahradená, nahradené rozhodnutím, zrušené rozhodnutím",
    "tags": "značky, štítky, kľúčové slová, kategória, kategórie, témy",
    "paths": "cesty, rozsah",
    "number": "číslo",
    "summary": "zhrnutie, súhrn, popis",
    "other": "konzultované, informovaní, súvisí s, súvisiace, verzia, dopĺňa, rozširuje, odkazy, priorita",
}
STATUSES = {
    "accepted": (
        "prijaté, prijatý, prijatá, schválené, schválený, schválená, implementované, hotovo, hotové, platné, "
        "platí, aktívne, rozhodnuté, dokončené, zavedené, odsúhlasené"
    ),
    "proposed": (
        "navrhnuté, navrhnutý, návrh, navrhované, koncept, rozpracované, otvorené, čaká, na diskusiu, v "
        "diskusii, plánované, prebieha, v príprave"
    ),
    "superseded": "nahradené, nahradený, nahradená, prekonané",
    "deprecated": "zastarané, zastaraný, zastaraná, neplatné, vyradené, archivované, opustené, ukončené",
    "rejected": (
        "zamietnuté, zamietnutý, zamietnutá, odmietnuté, odmietnutý, neschválené, zrušené, stiahnuté, "
        "neprijaté"
    ),
}
SECTIONS = {
    "context": (
        "kontext, kontext a problém, problém, opis problému, pozadie, motivácia, úvod, dôvod, zdôvodnenie, "
        "východiská, cieľ"
    ),
    "decision": (
        "rozhodnutie, riešenie, výsledok, výsledok rozhodnutia, návrh riešenia, zvolené riešenie, záver, "
        "návrh"
    ),
    "consequences": "dôsledky, následky, dopady, dopad, riziká, výhody, nevýhody, dôsledok, prínosy",
    "options": (
        "alternatívy, zvažované možnosti, zvažované alternatívy, možnosti, varianty, zvažované varianty, "
        "zamietnuté alternatívy"
    ),
    "status": "stav",
    "log": "história, história zmien, záznam zmien",
    "meta": "metadáta, informácie, základné údaje",
    "links": "odkazy, súvisiace rozhodnutia, referencie",
}
LINKS = {
    "supersedes": "nahrádza, ruší",
    "superseded_by": "nahradené, nahradený, nahradená, nahradené rozhodnutím, zrušené rozhodnutím, bolo nahradené",
}
NEGATIONS = "nie, ne"
NOTHING = "žiadne, žiadny, nič, neurčené"
TEMPLATES = "šablóna, vzor, príklad"
DECISION = "rozhodnut"
PARTLY = "čiastočne"
FOLDERS = "rozhodnutia, architektonické rozhodnutia, technické rozhodnutia"
MONTHS = (
    "január/januára, február/februára, marec/marca, apríl/apríla, máj/mája, jún/júna, júl/júla, "
    "august/augusta, september/septembra, október/októbra, november/novembra, december/decembra"
)
