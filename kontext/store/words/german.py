"""German words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "titel",
    "status": "zustand, adr-status, entscheidungsstatus, aktueller status",
    "date": "datum, entscheidungsdatum, entschieden am, beschlossen am, datum der entscheidung, stand vom",
    "created": "erstellt, erstellt am, angelegt am, erstellungsdatum, gültig ab, seit, vorgeschlagen am",
    "updated": "aktualisiert, zuletzt aktualisiert, letzte änderung, geändert am, letzte aktualisierung, stand",
    "authors": "autor, autoren, autorin, autor:in, autor:innen, verfasser, verfasst von, erstellt von",
    "deciders": (
        "entscheider, entscheiderin, entscheider:innen, entscheidungsträger, entschieden von, beschlossen "
        "von, verantwortlich, verantwortliche, verantwortlicher, beteiligte"
    ),
    "supersedes": "ersetzt, löst ab, ablösung von",
    "superseded_by": "ersetzt durch, abgelöst durch, abgelöst von, überholt durch",
    "tags": "schlagworte, schlagwörter, stichworte, kategorie, kategorien, themen",
    "paths": "pfade, geltungsbereich",
    "number": "nummer",
    "summary": "zusammenfassung, kurzfassung, beschreibung",
    "other": "konsultiert, informiert, version, bezug, betrifft, siehe auch, verwandte adrs, ergänzt",
}
STATUSES = {
    "accepted": (
        "akzeptiert, angenommen, beschlossen, entschieden, umgesetzt, implementiert, genehmigt, freigegeben, "
        "verabschiedet, gültig, aktiv, bestätigt, in kraft, abgeschlossen, erledigt, fertig"
    ),
    "proposed": (
        "vorgeschlagen, vorschlag, entwurf, offen, in diskussion, in arbeit, in prüfung, geplant, ausstehend, "
        "in bearbeitung, zur diskussion, in abstimmung, in review"
    ),
    "superseded": "ersetzt, ersetzt durch, abgelöst, überholt",
    "deprecated": "veraltet, überaltert, zurückgezogen, nicht mehr gültig, ungültig, obsolet, archiviert",
    "rejected": "abgelehnt, verworfen, nicht angenommen, zurückgewiesen, nicht akzeptiert, aufgehoben",
}
SECTIONS = {
    "context": (
        "kontext, kontext und problemstellung, problemstellung, problem, hintergrund, ausgangslage, "
        "motivation, ausgangssituation, fragestellung, rahmenbedingungen, begründung, einleitung, "
        "zusammenhang"
    ),
    "decision": (
        "entscheidung, entscheidungen, beschluss, lösung, ergebnis, entscheidungsergebnis, festlegung, "
        "vorschlag, umsetzung"
    ),
    "consequences": (
        "konsequenzen, folgen, auswirkungen, konsequenz, positive konsequenzen, negative konsequenzen, "
        "risiken, vorteile, nachteile"
    ),
    "options": (
        "alternativen, optionen, betrachtete optionen, betrachtete alternativen, erwogene alternativen, "
        "verworfene alternativen, entscheidungstreiber, lösungsoptionen, geprüfte alternativen"
    ),
    "status": "zustand, entscheidungsstatus",
    "log": "verlauf, historie, änderungshistorie, statusverlauf, änderungsverlauf, revisionshistorie",
    "meta": "metadaten, informationen, steckbrief, allgemeines",
    "links": "verweise, referenzen, verwandte entscheidungen, verknüpfungen",
}
LINKS = {
    "supersedes": "ersetzt, löst ab",
    "superseded_by": (
        "ersetzt durch, abgelöst durch, abgelöst von, überholt durch, durch…ersetzt, durch…abgelöst, "
        "von…abgelöst"
    ),
}
NEGATIONS = "nicht, kein"
NOTHING = "keine, keiner, kein, nichts, entfällt, offen, k a"
TEMPLATES = "vorlage, vorlagen, muster, beispiel"
DECISION = "entscheid, beschluss"
PARTLY = "teilweise, teils"
FOLDERS = (
    "entscheidungen, architekturentscheidungen, architektur entscheidungen, entwurfsentscheidungen, "
    "technische entscheidungen"
)
MONTHS = (
    "januar/jänner, februar/feber, märz/maerz/mär, april, mai, juni, juli, august, september, "
    "oktober/okt, november, dezember/dez"
)
