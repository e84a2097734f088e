"""Dutch words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "titel, onderwerp",
    "status": "stand, huidige status, toestand",
    "date": "datum, besluitdatum, datum besluit, besloten op, datum van besluit, goedgekeurd op",
    "created": "aangemaakt, aangemaakt op, datum aangemaakt, sinds, voorgesteld op, gemaakt op",
    "updated": "bijgewerkt, laatst bijgewerkt, laatst gewijzigd, gewijzigd op, laatste wijziging",
    "authors": "auteur, auteurs, geschreven door, opsteller, opgesteld door, voorgesteld door",
    "deciders": (
        "beslissers, beslisser, besluitvormers, besloten door, eigenaar, verantwoordelijke, verantwoordelijk, "
        "betrokkenen, goedgekeurd door"
    ),
    "supersedes": "vervangt",
    "superseded_by": "vervangen door, opgevolgd door, achterhaald door",
    "tags": "trefwoorden, labels, categorie, categorieën",
    "paths": "reikwijdte, paden",
    "number": "nummer",
    "summary": "samenvatting, beschrijving, omschrijving",
    "other": "geraadpleegd, geïnformeerd, gerelateerd, versie, gerelateerd aan, breidt uit",
}
STATUSES = {
    "accepted": (
        "geaccepteerd, aanvaard, goedgekeurd, aangenomen, vastgesteld, besloten, actief, geïmplementeerd, van "
        "kracht, geldig, afgerond, akkoord, definitief"
    ),
    "proposed": (
        "voorgesteld, voorstel, concept, in behandeling, in bespreking, open, ter discussie, ter review, "
        "gepland, in afwachting, ter besluitvorming"
    ),
    "superseded": "vervangen, opgevolgd, achterhaald",
    "deprecated": "verouderd, vervallen, afgeschaft, niet meer geldig, ingetrokken, gearchiveerd",
    "rejected": "afgewezen, verworpen, afgekeurd, niet geaccepteerd, geannuleerd, geweigerd",
}
SECTIONS = {
    "context": (
        "context, context en probleemstelling, probleemstelling, probleem, achtergrond, aanleiding, "
        "motivatie, inleiding, doel, onderbouwing"
    ),
    "decision": (
        "besluit, beslissing, besluiten, uitkomst, oplossing, gekozen oplossing, voorstel, conclusie, keuze, "
        "uitkomst besluit"
    ),
    "consequences": (
        "gevolgen, consequenties, impact, risico s, voordelen, nadelen, implicaties, positieve gevolgen, "
        "negatieve gevolgen"
    ),
    "options": (
        "overwogen opties, alternatieven, opties, overwogen alternatieven, beslisfactoren, overwegingen, "
        "afgewezen alternatieven"
    ),
    "status": "status, toestand",
    "log": "geschiedenis, historie, wijzigingshistorie, wijzigingen, versiehistorie",
    "meta": "metadata, informatie, gegevens",
    "links": "verwijzingen, referenties, gerelateerde besluiten, gerelateerd",
}
LINKS = {
    "supersedes": "vervangt",
    "superseded_by": "vervangen door, opgevolgd door, achterhaald door, wordt vervangen door",
}
NEGATIONS = "niet, geen"
NOTHING = "geen, niets, nvt, n v t, niet van toepassing"
TEMPLATES = "sjabloon, voorbeeld"
DECISION = "besluit, beslissing"
PARTLY = "deels, gedeeltelijk"
FOLDERS = "besluiten, beslissingen, architectuurbesluiten, architectuurbeslissingen, ontwerpbesluiten"
MONTHS = (
    "januari, februari, maart/mrt, april, mei, juni, juli, augustus, september, oktober/okt, november, "
    "december"
)
