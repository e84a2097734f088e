"""Of all claims about a field, the one that holds.

Owns the preference between places and the reading of each field's value; one chooser per field. Must not know how
claims are found.
"""

from __future__ import annotations

import re

from kontext.store import claims
from kontext.store.active import CORE, INACTIVE
from kontext.store.claims import Claim
from kontext.store.dates import date_in_path, find_date
from kontext.store.links import find_references
from kontext.store.status import read_status
from kontext.store.words import NOTHING, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_DATE_FIELDS = ("date", "created", "stated", "updated")  # "stated": in a status, a log or on a bare line
_MENTION = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_SEPARATORS = re.compile(r"[,;、，]|\s+(?:&|\+)\s+|\s*<br\s*/?>\s*", re.IGNORECASE)
_STRAY = re.compile(r"^[\s*_`\"'\[{]+|[\s*_`\"'\]},]+$")


def choose_status(found: Sequence[Claim]) -> tuple[str, str]:
    """Return (status, text as written) from the strongest place that says one."""
    for claim in _by_place(found, ("status",)):
        status = read_status(claim.value)
        if status and fold(status) not in NOTHING:
            if status not in INACTIVE and _is_replaced(found, claim, status):
                status = "superseded"
            return status, _one_line(claim.value)
    return "", ""


def _is_replaced(found: Sequence[Claim], status: Claim, word: str) -> bool:
    """Whether the place that states a status also states a successor, in full: `Accepted`, then `Superseded by 9`.

    A verb that is no status word of its own (`ADR-9に置き換え`) says so wherever it stands.
    """
    verbs = [c for c in found if c.field == "superseded_by" and c.where == claims.VERB]
    return bool(verbs) and (
        word not in CORE or (status.where == claims.SECTION and status.line in [c.line for c in verbs])
    )


def choose_date(found: Sequence[Claim], path: str) -> str:
    """The date the record states; a decision's date before its creation before its last change; else the path's."""
    for field in _DATE_FIELDS:
        for claim in _by_place(found, (field,)):
            date = find_date(claim.value)
            if date:
                return date
    return date_in_path(path)


def choose_text(found: Sequence[Claim], field: str) -> str:
    """The first value of a one-line field, "" when none."""
    return next((_one_line(c.value) for c in _by_place(found, (field,)) if fold(c.value)), "")


def choose_people(found: Sequence[Claim]) -> tuple[str, ...]:
    """Authors; where none are named, those who decided."""
    for field in ("authors", "deciders"):
        for claim in _by_place(found, (field,)):
            same = [c for c in found if c.field == field and c.where == claim.where]
            names = [name for c in same for name in split_list(c.value)]
            names = [name for name in names if fold(name) not in NOTHING and not re.search(r"[{}<>]", name)]
            if names:
                return tuple(dict.fromkeys(names))
    return ()


def choose_list(found: Iterable[Claim], field: str) -> tuple[str, ...]:
    """All values of a list field, each once."""
    values = [v for c in found if c.field == field for v in _list_items(c) if fold(v) not in NOTHING]
    return tuple(dict.fromkeys(values))


def choose_links(found: Iterable[Claim], field: str, defined: Mapping[str, str]) -> tuple[str, ...]:
    """All references of a link field, as written."""
    refs: list[str] = []
    for claim in found:
        if claim.field != field:
            continue
        if claim.where == claims.VERB:
            refs += filter(None, claim.value.split("\n"))
        else:
            refs += find_references(claim.value, defined, whole=claim.where <= claims.TABLE)
    return tuple(dict.fromkeys(refs))


def split_list(value: str) -> list[str]:
    """Items of a one-line list, links and emphasis taken off."""
    value = _MENTION.sub(r"\1", value).strip().strip("[]")
    return [item for part in _SEPARATORS.split(value) if (item := _STRAY.sub("", part))]


def _list_items(claim: Claim) -> list[str]:
    if claim.where == claims.FRONT and claim.field in ("paths", "tags"):
        value = claim.value.strip()
        return [value] if "{" in value else [v for v in re.split(r",\s*", value) if v]
    if claim.field == "paths":
        return [item.strip("`") for item in re.split(r"[,\s]+", claim.value) if item.strip("`")]
    return split_list(claim.value)


def _by_place(found: Iterable[Claim], fields: tuple[str, ...]) -> list[Claim]:
    """Claims of these fields, strongest place first, in reading order within a place; a log is read from its end."""
    mine = [claim for claim in found if claim.field in fields]
    logs = [claim for claim in mine if claim.where == claims.LOG]
    rest = [claim for claim in mine if claim.where != claims.LOG]
    return sorted([*rest, *reversed(logs)], key=lambda claim: claim.where)


def _one_line(text: str) -> str:
    return " ".join(text.split())
