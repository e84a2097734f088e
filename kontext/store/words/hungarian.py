"""Hungarian words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "cím",
    "status": "állapot, státusz, jelenlegi állapot",
    "date": "dátum, döntés dátuma, döntés napja, elfogadva",
    "created": "létrehozva, javasolva",
    "updated": "frissítve, utolsó módosítás, módosítva",
    "authors": "szerző, szerzők, készítette, javasolta",
    "deciders": "döntéshozók, döntéshozó, felelős, felelősök, jóváhagyta",
    "supersedes": "felváltja, helyettesíti",
    "superseded_by": "felváltotta, helyettesítette, leváltotta",
    "tags": "címkék, kulcsszavak, kategória",
    "number": "szám, sorszám",
    "summary": "összefoglaló, leírás",
    "other": "kapcsolódó, verzió",
}
STATUSES = {
    "accepted": "elfogadva, elfogadott, jóváhagyva, jóváhagyott, érvényes, aktív, megvalósítva, bevezetve",
    "proposed": "javasolt, javaslat, tervezet, nyitott, folyamatban, vázlat, megbeszélés alatt, függőben",
    "superseded": "felváltva, helyettesítve, leváltva, felváltotta",
    "deprecated": "elavult, érvénytelen, archivált, kivezetve",
    "rejected": "elutasítva, elutasított, elvetve, visszavonva",
}
SECTIONS = {
    "context": "kontextus, háttér, probléma, problémafelvetés, motiváció, bevezetés, indoklás",
    "decision": "döntés, megoldás, eredmény, javaslat, következtetés",
    "consequences": "következmények, hatások, kockázatok, előnyök, hátrányok",
    "options": "alternatívák, megfontolt lehetőségek, lehetőségek, opciók",
    "status": "állapot, státusz",
    "log": "előzmények, változásnapló",
    "links": "hivatkozások, kapcsolódó döntések",
}
LINKS = {
    "supersedes": "felváltja, helyettesíti, leváltja",
    "superseded_by": "felváltotta, helyettesítette, leváltotta",
}
NEGATIONS = "nem"
NOTHING = "nincs, semmi, nem releváns"
TEMPLATES = "sablon, minta, példa"
DECISION = "döntés"
PARTLY = "részben"
FOLDERS = "döntések, architekturális döntések"
MONTHS = (
    "január, február, március, április, május, június, július, augusztus, szeptember, október, november, "
    "december"
)
