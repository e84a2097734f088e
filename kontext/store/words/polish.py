"""Polish words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "tytuł",
    "status": "stan, stan decyzji, status decyzji",
    "date": "data, data decyzji, podjęto, data akceptacji, zaakceptowano dnia, data zatwierdzenia",
    "created": "utworzono, data utworzenia, obowiązuje od, zaproponowano, od",
    "updated": "zaktualizowano, ostatnia aktualizacja, data aktualizacji, ostatnia zmiana, zmodyfikowano",
    "authors": "autor, autorzy, autorka, opracował, zaproponował",
    "deciders": (
        "decydent, decydenci, decyzję podjęli, odpowiedzialny, osoba odpowiedzialna, zatwierdził, właściciel, "
        "uczestnicy"
    ),
    "supersedes": "zastępuje, zastepuje",
    "superseded_by": "zastąpiona przez, zastąpiony przez, zastąpione przez, zastąpiono przez",
    "tags": "tagi, etykiety, słowa kluczowe, kategoria, kategorie",
    "paths": "zakres, ścieżki",
    "number": "numer",
    "summary": "podsumowanie, streszczenie, opis",
    "other": "konsultowani, poinformowani, powiązane, wersja, rozszerza, uzupełnia, odnośniki",
}
STATUSES = {
    "accepted": (
        "zaakceptowana, zaakceptowany, zaakceptowane, zaakceptowano, przyjęta, przyjęty, przyjęte, przyjęto, "
        "zatwierdzona, zatwierdzony, zatwierdzone, wdrożona, wdrożony, wdrożone, aktywna, aktywny, "
        "obowiązuje, obowiązująca, obowiązujący, podjęta, zaimplementowane, zrealizowane, akceptacja"
    ),
    "proposed": (
        "proponowana, proponowany, proponowane, propozycja, zaproponowana, zaproponowany, zaproponowane, "
        "szkic, robocza, otwarta, oczekuje, oczekująca, w trakcie, w dyskusji, planowana, planowane, do "
        "dyskusji, w toku"
    ),
    "superseded": "zastąpiona, zastąpiony, zastąpione",
    "deprecated": (
        "przestarzała, przestarzały, przestarzałe, nieaktualna, nieaktualny, nieaktualne, wycofana, wycofany, "
        "wycofane, zdeprecjonowana, zarchiwizowana"
    ),
    "rejected": (
        "odrzucona, odrzucony, odrzucone, odrzucono, porzucona, anulowana, anulowane, uchylona, "
        "niezaakceptowana"
    ),
}
SECTIONS = {
    "context": (
        "kontekst, kontekst i problem, problem, opis problemu, tło, motywacja, wprowadzenie, uzasadnienie, "
        "okoliczności, cel"
    ),
    "decision": (
        "decyzja, rozwiązanie, wynik decyzji, podjęta decyzja, wybrane rozwiązanie, wniosek, propozycja, "
        "decyzje"
    ),
    "consequences": "konsekwencje, skutki, następstwa, wpływ, ryzyka, zalety, wady, rezultat, korzyści",
    "options": (
        "alternatywy, rozważane opcje, opcje, rozważane alternatywy, rozważane rozwiązania, odrzucone "
        "alternatywy, możliwości, rozwiązania alternatywne"
    ),
    "status": "stan, status decyzji",
    "log": "historia, historia zmian, dziennik zmian",
    "meta": "metadane, informacje",
    "links": "odnośniki, powiązane decyzje, odwołania, linki",
}
LINKS = {
    "supersedes": "zastępuje, zastepuje",
    "superseded_by": "zastąpiona przez, zastąpiony przez, zastąpione przez, zastąpiono przez, została zastąpiona przez",
}
NEGATIONS = "nie"
NOTHING = "brak, nie dotyczy, żaden, nic"
TEMPLATES = "szablon, wzór, przykład"
DECISION = "decyzj"
PARTLY = "częściowo"
FOLDERS = "decyzje, decyzje architektoniczne, decyzje techniczne"
MONTHS = (
    "styczeń/stycznia, luty/lutego, marzec/marca, kwiecień/kwietnia, maj/maja, czerwiec/czerwca, "
    "lipiec/lipca, sierpień/sierpnia, wrzesień/września, październik/października, listopad/listopada, "
    "grudzień/grudnia"
)
