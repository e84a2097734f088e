"""Italian words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "titolo",
    "status": "stato, stato attuale",
    "date": "data, data della decisione, data decisione, deciso il, approvato il, data di approvazione",
    "created": "creato il, data di creazione, dal, proposto il, creato",
    "updated": "aggiornato, ultimo aggiornamento, aggiornato il, ultima modifica",
    "authors": "autore, autori, autrice, scritto da, proposto da",
    "deciders": "decisori, deciso da, responsabile, responsabili, decisore, approvato da, partecipanti",
    "supersedes": "sostituisce, rimpiazza",
    "superseded_by": "sostituito da, sostituita da, sostituito dalla, rimpiazzato da, superato da",
    "tags": "etichette, parole chiave, categoria, categorie",
    "paths": "ambito, percorsi",
    "number": "numero",
    "summary": "riassunto, sommario, descrizione",
    "other": "consultati, informati, correlati, versione, riferimenti, estende",
}
STATUSES = {
    "accepted": (
        "accettato, accettata, approvato, approvata, adottato, adottata, attivo, attiva, implementato, "
        "implementata, deciso, decisa, in vigore, completato, confermato, confermata, realizzato"
    ),
    "proposed": (
        "proposto, proposta, bozza, in discussione, in revisione, aperto, in corso, in attesa, da approvare, "
        "pianificato, in valutazione"
    ),
    "superseded": "sostituito, sostituita, rimpiazzato, rimpiazzata, superato, superata",
    "deprecated": "deprecato, deprecata, obsoleto, obsoleta, archiviato, dismesso",
    "rejected": (
        "rifiutato, rifiutata, respinto, respinta, scartato, scartata, abbandonato, annullato, annullata, "
        "ritirato"
    ),
}
SECTIONS = {
    "context": (
        "contesto, contesto e problema, problema, motivazione, introduzione, descrizione del problema, "
        "premessa, contesto e definizione del problema, obiettivo"
    ),
    "decision": (
        "decisione, decisioni, soluzione, esito della decisione, esito, proposta, conclusione, scelta, "
        "decisione presa"
    ),
    "consequences": (
        "conseguenze, conseguenza, impatto, impatti, rischi, vantaggi, svantaggi, implicazioni, conseguenze "
        "positive, conseguenze negative"
    ),
    "options": (
        "opzioni considerate, alternative, alternative considerate, opzioni, opzioni valutate, alternative "
        "valutate, fattori decisionali, criteri di decisione"
    ),
    "status": "stato",
    "log": "storico, cronologia, storia, registro delle modifiche",
    "meta": "metadati, informazioni",
    "links": "collegamenti, riferimenti, decisioni correlate",
}
LINKS = {
    "supersedes": "sostituisce, rimpiazza",
    "superseded_by": (
        "sostituito da, sostituita da, sostituito dalla, sostituita dalla, rimpiazzato da, rimpiazzata da, "
        "superato da, superata da"
    ),
}
NEGATIONS = "non"
NOTHING = "nessuno, nessuna, niente, n d, non applicabile"
TEMPLATES = "modello, esempio"
DECISION = "decisione"
PARTLY = "parzialmente"
FOLDERS = "decisioni, decisioni architetturali, decisioni tecniche, decisioni di architettura"
MONTHS = (
    "gennaio/gen, febbraio, marzo, aprile, maggio/mag, giugno/giu, luglio/lug, agosto/ago, settembre/set, "
    "ottobre/ott, novembre, dicembre/dic"
)
