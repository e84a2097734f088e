"""How purposes and troubles are worded, for the choice of the sentence that says why.

Owns these lists, one entry a language, as alternations over folded text (`kontext.text.fold`). Only asked when an
answer is given, never when a history is indexed. Must not know what a match is worth.
"""

from __future__ import annotations

import re

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    _Search = Callable[[str], "re.Match[str] | None"]


class Wordings(Record):
    """One language.

    `purpose`: what something is for; `trouble`: what was wrong; `choice`: one way over another, both named; `dangling`: a
    sentence that begins so needs the one before it; `naming`: one that begins so only names the change; `remark`: a
    sentence that holds this speaks of its author or of the request to merge, not of the change; `heading`: what stands
    below it is the reason; `repair`: a subject that begins so mends something; `happened`: a verb that tells what was;
    `remedy`: a sentence that begins so tells what is done about it.
    """

    purpose: str
    trouble: str
    choice: str
    dangling: str
    naming: str
    remark: str
    heading: str
    repair: str
    happened: str
    remedy: str


_AIMS = (
    "avoid|prevent|allow|enable|support|ensure|make|keep|reduce|ease|help|let|improve|simplify|speed|save|get rid|be able"
    "|work around|differentiate|distinguish|tell|guarantee|preserve|protect|stay|match|comply|conform|share|reuse|minimi[sz]e|respect|cope|clarify|unblock"
)
ENGLISH = Wordings(
    purpose=rf"\b(?:to|can|will|would) (?:\w+ly |better )?(?:{_AIMS})\b|\b(?:this|which|that|it)(?: also)? (?:allows?|lets?|enables?"
    r"|makes?|avoids?|prevents?|ensures?|fixes|keeps?|reduces?|simplifies|improves?|gives?|saves?|helps?|means)\b"
    r"|\b(?:required|needed|necessary|useful|helpful|important|essential|handy) (?:for|to|by|when|if|as|because|in)\b"
    r"|\b(?:so|such) (?:that )?(?:we|you|it|they|users?|people|the|that|one|this)\b|\bfor (?:consistency|performance|clarity"
    r"|compatibility|readability|simplicity|security|correctness|speed|convenience|completeness|symmetry|(?:\w+ )?reasons)\b"
    r"|\b(?:easier|faster|simpler|safer|cleaner|clearer|more \w+|less \w+) (?:to|for|than)\b|\b(?:in order|so as) to\b"
    r"|\b(?:because|since|as) (?:it|this|that|we|they|there|the|of|some|most|users)\b|\bwithout (?:having|needing) to\b"
    r"|\b(?:is|are) (?:supposed|meant|intended) to\b|\b(?:should|must|has to|have to|needs? to)\b",
    trouble=r"\b(?:bug|bugs|issues?|problems?|crash\w*|deadlock\w*|race|races|leak\w*|broken|breaks?|broke|fails?|failed|failing"
    r"|failures?|regressions?|wrong|wrongly|incorrect\w*|confus\w+|mislead\w+|slow|slower|hard to|impossible|insecure"
    r"|unsafe|vulnerab\w+|flaky|inconsisten\w+|outdated|obsolete|deprecated|unused|unnecessary|redundant|duplicat\w+"
    r"|mistake\w*|error-prone|unreliable|missing|cannot|can.t|could not|couldn.t|does not|doesn.t|did not|didn.t|do not|don.t"
    r"|isn.t|is not|wasn.t|was not|unable|expensive|costly|too (?:many|much|long|large|big|early|late|slow)|no way)\b",
    choice=r"\b(?:instead of|rather than|in favou?r of|over the|as opposed to)\b|\b(?:replac\w+|substitut\w+) .{1,60} (?:with|by)\b"
    r"|\b(?:migrat\w+|switch\w*|mov(?:e|es|ed|ing)|convert\w*|chang(?:e|es|ed|ing)) .{0,40}\bfrom .{1,60} to\b"
    r"|\bno longer\b",
    dangling=r"(?:otherwise|also|additionally|in addition|furthermore|moreover|besides|similarly|likewise|however|but|then"
    r"|instead|to help with (?:that|this)|this also|these|those|they|he|she|same|as such|in that case|for example|e g|that said"
    r"|unfortunately|luckily|note that|because of (?:this|that)|this is (?:much|also))\b|(?:previously|before|until now|so far),? (?:they|it|he|she|these|those)\b",
    naming=r"(?:add|adds|added|fix|fixes|fixed|update|updates|updated|remove|removes|removed|bump|test|tests|rename|renames"
    r"|refs?|closes?|resolves?|implement|implements|handle|handles|support|supports|clean|cleanup)\b",
    remark=r"\bthis (?:pr|mr|pull request|merge request|branch|series)\b|\b(?:i am|i['’]m|i['’]ve|i have|i['’]ll|my english|sorry|thanks|thank you)\b"
    r"|\b(?:in|with) (?:another|a follow ?up|a separate|the next) (?:pr|commit|patch|change)\b",
    heading=r"(?:the )?(?:why|motivations?|problems?|backgrounds?|reasons?|reasoning|rationale|context|(?:root )?cause|issue"
    r"|what (?:was|is|went) wrong|why (?:is )?(?:this|it)(?: is)? (?:needed|necessary)|why this change)",
    repair=r"(?:fix|fixes|fixed|bugfix|hotfix|repair|correct|corrects|mend|mends|prevent|avoid|stop|do not|don.t)\b",
    happened=r" (?:was|were|had|did|would|could|got|went|made|took|left|lost|kept|gave|came|became|ran|saw|sent|threw|wrote"
    r"|read|built|rebuilt|held|hid|broke|\w{3,}ed) ",
    remedy=r"(?:now|use|make|add|check|detect|ensure|keep|move|set|skip|pass|change|switch|replace|drop|remove|return|let|do"
    r"|don.t|fix|handle|only|always|instead|so|this (?:commit|change|patch|fix)|we now|it now|the fix|ignore|treat|call|store"
    r"|wrap|include|exclude|allow|avoid|prevent|require|respect|restore|reset|limit|guard|track|record|resolve|convert|stop)\b",
)
SLOVAK = Wordings(
    purpose=r"\b(?:aby|pretoze|lebo|kvoli|kedze|umozn\w+|zabran\w+|zabezpec\w+|potrebn\w+|treba|musi|mal[aoi]? by)\b",
    trouble=r"\b(?:chyb\w+|problem\w*|pad\w+|zle|nespravn\w+|pomal\w+|zastaral\w+|nefunguj\w+|neslo|nejde|nemozno|nebolo)\b",
    choice=r"\b(?:namiesto|radsej ako|v prospech|nahrad\w+ .{1,60}(?:za|cim)?|uz nie)\b",
    dangling=r"(?:inak|tiez|okrem toho|navyse|podobne|avsak|ale|potom|tieto|tie)\b",
    naming=r"(?:prida\w+|oprav\w+|uprav\w+|odstran\w+|zmaz\w+|premenov\w+|test\w*)\b",
    remark=r"\b(?:dakujem|vdaka|prepacte|tento pull request)\b",
    heading=r"(?:preco|dovod\w*|problem\w*|pozadie|motivacia|kontext|pricina)",
    repair=r"(?:oprav\w*|naprav\w*|zabran\w*)\b",
    happened=r" (?:bol[aoi]?|mal[aoi]?|nebol[aoi]?|sa \w+l[aoi]?|\w{3,}(?:al|il|el|ol)[aoi]?) ",
    remedy=r"(?:teraz|odteraz|pouzi\w*|prida\w*|nahrad\w*|zmen\w*|odstran\w*|kontroluj\w*|vrat\w*|namiesto)\b",
)
LANGUAGES = {"en": ENGLISH, "sk": SLOVAK}


class Searches(Record):
    """The searches of all languages together, over folded text.

    `dangling`, `naming`, `repair` and `remedy` look at the start only, `heading` at the whole.
    """

    purpose: _Search
    trouble: _Search
    choice: _Search
    dangling: _Search
    naming: _Search
    remark: _Search
    heading: _Search
    repair: _Search
    happened: _Search
    remedy: _Search


_made: list[Searches] = []


def searches() -> Searches:
    """Return the compiled searches, made at first use."""
    if not _made:
        joined = {
            field: re.compile("|".join(getattr(language, field) for language in LANGUAGES.values()))
            for field in Wordings._fields
        }
        _made.append(
            Searches(
                joined["purpose"].search,
                joined["trouble"].search,
                joined["choice"].search,
                joined["dangling"].match,
                joined["naming"].match,
                joined["remark"].search,
                joined["heading"].fullmatch,
                joined["repair"].match,
                joined["happened"].search,
                joined["remedy"].match,
            )
        )
    return _made[0]
