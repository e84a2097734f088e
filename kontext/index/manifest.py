"""What an index holds, and whether that is still what is wanted.

Owns the manifest's fields, its JSON form and the states of an index. Must not know how the wanted state is found
out: the caller brings HEAD, digests and stamps.
"""

from __future__ import annotations

import json

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# States of an index, worst first.
MISSING = "missing"
CORRUPT = "corrupt"
OTHER_SCHEMA = "other_schema"
OTHER_OPTIONS = "other_options"
STALE = "stale"
CURRENT = "current"

Stamp = tuple[int, int]  # modification time in ns, size in bytes


class Manifest(Record):
    """Published inside the index with the content it describes.

    `graft` is a digest of how history is cut or replaced; `commits` counts commits with text; `complete` says that no
    older commit exists; `files` maps each indexed file to its stamp and to how it was read ("doc", "entry" or "none");
    `listed` is the stamp of Git's staging area when the files were last listed; `tree` the commit whose docs were read
    in a bare repository; `pending` counts commits whose diff words are not in yet.
    """

    schema: int
    options: str
    head: str = ""
    graft: str = ""
    commits: int = 0
    complete: bool = False
    files: dict[str, tuple[int, int, str]] = {}  # noqa: RUF012 - never mutated in place
    listed: Stamp = (0, 0)
    tree: str = ""
    pending: int = 0
    refreshed: int = 0  # epoch seconds
    by: str = ""  # who refreshed last: a command, a hook


def dump_manifest(manifest: Manifest) -> bytes:
    """Return the JSON bytes stored in the index."""
    return json.dumps(manifest._asdict(), separators=(",", ":")).encode("utf-8", "surrogatepass")


def load_manifest(raw: bytes) -> Manifest:
    """Read what `dump_manifest` wrote; raise ValueError on anything else."""
    data: dict[str, Any] = json.loads(raw.decode("utf-8", "surrogatepass"))
    if not isinstance(data, dict) or set(data) != set(Manifest._fields):
        raise ValueError("not a manifest of this version")
    files = {path: (one[0], one[1], one[2]) for path, one in data.pop("files").items()}
    listed = data.pop("listed")
    return Manifest(**data, files=files, listed=(listed[0], listed[1]))
