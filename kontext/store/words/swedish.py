"""Swedish words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "titel, rubrik",
    "status": "tillstånd, nuvarande status",
    "date": "datum, beslutsdatum, beslutad, beslutat, beslutsdag, godkänd den, datum för beslut",
    "created": "skapad, skapat, skapad den, datum skapad, sedan, föreslagen den",
    "updated": "uppdaterad, uppdaterat, senast uppdaterad, senast ändrad, ändrad",
    "authors": "författare, skriven av, föreslagen av, upphovsman",
    "deciders": "beslutsfattare, beslutad av, ansvarig, ansvariga, ägare, deltagare, godkänd av",
    "supersedes": "ersätter",
    "superseded_by": "ersatt av, ersätts av, ersatts av",
    "tags": "taggar, etiketter, nyckelord, kategori, kategorier",
    "paths": "omfattning, sökvägar",
    "number": "nummer",
    "summary": "sammanfattning, beskrivning",
    "other": "konsulterade, informerade, relaterade, relaterat till, version, utökar",
}
STATUSES = {
    "accepted": (
        "accepterad, accepterat, godkänd, godkänt, antagen, antaget, beslutad, beslutat, aktiv, införd, "
        "implementerad, implementerat, gällande, klar, fastställd"
    ),
    "proposed": (
        "föreslagen, föreslaget, förslag, utkast, öppen, pågående, under diskussion, under granskning, "
        "väntar, planerad, påbörjad"
    ),
    "superseded": "ersatt, ersatts",
    "deprecated": "föråldrad, föråldrat, utfasad, inaktuell, upphävd, ogiltig, arkiverad, avvecklad",
    "rejected": "avslagen, avvisad, avvisat, förkastad, förkastat, avböjd, nekad, övergiven, ej godkänd, inställd",
}
SECTIONS = {
    "context": (
        "kontext, bakgrund, kontext och problemformulering, problem, problemformulering, sammanhang, "
        "motivering, motivation, inledning, syfte, problembeskrivning"
    ),
    "decision": "beslut, beslutet, lösning, utfall, resultat, förslag, slutsats, valt alternativ, beslutsutfall",
    "consequences": (
        "konsekvenser, konsekvens, påverkan, följder, risker, fördelar, nackdelar, effekter, positiva "
        "konsekvenser, negativa konsekvenser"
    ),
    "options": "övervägda alternativ, alternativ, andra alternativ, beslutsfaktorer, utvärderade alternativ",
    "status": "status, tillstånd",
    "log": "historik, ändringshistorik, ändringslogg",
    "meta": "metadata, information",
    "links": "länkar, referenser, relaterade beslut, relaterat",
}
LINKS = {
    "supersedes": "ersätter",
    "superseded_by": "ersatt av, ersätts av, ersatts av, har ersatts av",
}
NEGATIONS = "inte, ej"
NOTHING = "ingen, inga, inget, ej tillämpligt, saknas"
TEMPLATES = "mall, exempel"
DECISION = "beslut"
PARTLY = "delvis"
FOLDERS = "beslut, arkitekturbeslut, designbeslut, tekniska beslut"
MONTHS = "januari, februari, mars, april, maj, juni, juli, augusti, september, oktober/okt, november, december"
