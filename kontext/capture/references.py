"""How one record names another in its text.

Owns the spelling of links. Must not know where in a file they go.
"""

from __future__ import annotations

import posixpath
import re

from kontext.store.ids import stem_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Entry, RepoPath

_QUOTED = re.compile(r"[\s()<>%#?\\|]")
_BREAKING = re.compile(r"[\[\]|`<>\\]")


def references(path: RepoPath, other: Entry, *, with_title: bool) -> list[str]:
    """Return the spellings of a reference from the file at `path` to another record, the best first.

    `with_title` puts the title into the link, as adr-tools does.
    """
    target = _target(path, other.path)
    stem = _BREAKING.sub("", stem_of(other.path))
    title = " ".join(_BREAKING.sub("", other.title).split())
    if other.number is not None:
        title = f"{other.number}. {title}"
    labels = [title, stem] if with_title and title else [stem]
    if path.lower().endswith(".rst"):
        return [*(f"`{label} <{target}>`__" for label in labels), other.id]
    return [*(f"[{label}]({target})" for label in labels), other.id]


def _target(path: RepoPath, other: RepoPath) -> str:
    relative = posixpath.relpath(other, posixpath.dirname(path) or ".")
    return _QUOTED.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), relative)
