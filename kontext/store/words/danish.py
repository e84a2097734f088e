"""Danish words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "titel",
    "status": "tilstand, nuværende status",
    "date": "dato, beslutningsdato, besluttet, besluttet den, dato for beslutning, godkendt den",
    "created": "oprettet, oprettet den, siden, foreslået den",
    "updated": "opdateret, sidst opdateret, senest opdateret, ændret",
    "authors": "forfatter, forfattere, skrevet af, foreslået af",
    "deciders": (
        "beslutningstagere, beslutningstager, besluttet af, ansvarlig, ansvarlige, ejer, godkendt af, "
        "deltagere"
    ),
    "supersedes": "erstatter, afløser",
    "superseded_by": "erstattet af, afløst af, erstattes af",
    "tags": "emneord, nøgleord, kategori, kategorier",
    "number": "nummer",
    "summary": "resumé, sammenfatning, beskrivelse",
    "other": "konsulteret, informeret, relateret, relaterede",
}
STATUSES = {
    "accepted": "accepteret, godkendt, vedtaget, besluttet, aktiv, implementeret, gældende, færdig, indført",
    "proposed": (
        "foreslået, forslag, udkast, åben, igangværende, under behandling, til diskussion, afventer, "
        "planlagt, kladde"
    ),
    "superseded": "erstattet, afløst",
    "deprecated": "forældet, udfaset, udgået, ugyldig, arkiveret",
    "rejected": "afvist, forkastet, droppet, annulleret, opgivet, ikke godkendt",
}
SECTIONS = {
    "context": (
        "kontekst, baggrund, problem, problemstilling, kontekst og problemstilling, motivation, indledning, "
        "formål, sammenhæng"
    ),
    "decision": "beslutning, beslutningen, løsning, resultat, forslag, konklusion, valg",
    "consequences": "konsekvenser, konsekvens, påvirkning, risici, fordele, ulemper, følger",
    "options": "overvejede muligheder, alternativer, overvejede alternativer, muligheder, beslutningsfaktorer",
    "status": "status, tilstand",
    "log": "historik, ændringslog",
    "links": "referencer, relaterede beslutninger",
}
LINKS = {
    "supersedes": "erstatter, afløser",
    "superseded_by": "erstattet af, afløst af, erstattes af",
}
NEGATIONS = "ikke"
NOTHING = "ingen, intet, ikke relevant"
TEMPLATES = "skabelon, eksempel"
DECISION = "beslutning"
PARTLY = "delvist"
FOLDERS = "beslutninger, arkitekturbeslutninger, designbeslutninger"
MONTHS = "januar, februar, marts, april, maj, juni, juli, august, september, oktober/okt, november, december"
