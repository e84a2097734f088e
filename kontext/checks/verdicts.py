"""The verdict on what commits say about records, by the records of now.

Owns when a mention (mentions.py) is a fault. Imported by every answer that shows a commit with a trailer, so what only
a line that Git does not read needs is imported when there is one.
"""

from __future__ import annotations

from kontext.checks.named import check_values
from kontext.model import Trailer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.checks.named import Records, Rules
    from kontext.model import Finding, Mention

# When a line that Git does not read was meant as a trailer: see Mention.
ALWAYS, RECORD, TEXT = "", "record", "text"


def judge_mentions(mentions: Sequence[Mention], records: Records, rules: Rules) -> list[Finding]:
    """Return what is wrong with mentions by the records of now; the same as the check of a range finds in them."""
    lost = [one for one in mentions if one.why and _counts(one, records, rules)]
    named = [(Trailer(one.token, one.value), 0) for one in mentions if not one.why]
    return [*(_finding(one, records) for one in lost), *check_values(named, records, rules)]


def _counts(one: Mention, records: Records, rules: Rules) -> bool:
    if one.counts == ALWAYS or (one.counts == TEXT and rules.free_text):
        return True
    return bool(records.resolve(one.value))


def _finding(one: Mention, records: Records) -> Finding:
    from kontext.checks.diagnosis import Unread
    from kontext.checks.messages import unread_finding

    meant = (one.token, records.resolve(one.value) or one.value)
    return unread_finding(Unread(0, one.text, meant, one.reason, one.why))
