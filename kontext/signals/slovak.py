"""Slovak wording of decisions, without diacritics as folding leaves it; Czech forms where they are the same word.

Owns the lists, in the notation of `wording`. Data only.
"""

from __future__ import annotations

from kontext.signals.wording import Wording

SLOVAK = Wording(
    strong="""
nahradit|nahradi|nahradime|nahradza|nahradzame|nahradil|nahradila|nahradili|nahradene|nahradeny|nahradena|nahradenie
prejst|prejdeme|prechod|prechadzame|presiel|presla|presli na
migrovat|migruje|migrujeme|migrovali|migracia|migracie|migraciu|zmigrovat|zmigrovane
rozhodnut|rozhodnutie|rozhodnutia|rozhodli|rozhodol|rozhodla|rozhodlo
vybrali|zvolili|vybrat|zvolit|zvolil|vybral sme|si|sa|som
v prospech
zjednotit|zjednotime|zjednotene|zjednotenie|zjednocuje|zjednotili
prepisat|prepisane|prepisali|prepisanie|prepisuje
prerobit|prerobene|prerobili|prerobenie
zaviest|zavedieme|zaviedli|zavedenie ako standard
kompromis|kompromisu
jediny|jedineho|jedinym zdroj|zdroja|zdrojom pravdy
zastarale|zastarany|zastarana
""",
    comparing="""
namiesto
radsej … ako|nez
""",
    policy="""
zaviest|zavadza|zavadzame|zaviedli|zavedenie|zavedene
zrusit|zrusi|zrusime|zrusene|zruseny|zrusena|zrusili|zrusenie
odstranit|odstranime|odstranene|odstranili|odstranenie
presunut|presunieme|presunute|presunuli|presun do|na
rozdelit|rozdelene|rozdelili|rozdelenie na|do
vyclenit|vyclenene|vyclenili
uz nie|nebude|nebudeme|neplati|nepouziva|nepouzivame
odteraz
vzdy
nikdy
musi|musia|musime
pravidlo|pravidla|zasada|zasady
konvencia|konvencie|dohoda
obmedzit|obmedzenie|obmedzenia
zakazat|zakazane|zakaz
vynutit|vynucuje|vynutene
""",
    contrast="""
, nie
uz nie
nikdy
namiesto
""",
    rationale=(
        """
pretoze
lebo
kedze
nakolko
kvoli
""",
        """
aby sme|sa|bolo|bol|bola|boli|to
aby
""",
        """
dovod|dovodom|dovodu
preto
""",
        """
inak
v opacnom pripade
""",
        """
co znamena
to znamena
vdaka tomu
v dosledku
""",
        """
doteraz
predtym
povodne
""",
    ),
    trivial="""
preklep|preklepy|preklepu
komentar|komentare|komentari
odsadenie|medzery
gramatika
""",
    leaders="",
)
