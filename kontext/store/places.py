"""Where records lie: the store, folders whose name speaks of decisions, everywhere else.

Owns what a path says about a file, and nothing of its content: a place only moves the threshold.
"""

from __future__ import annotations

import re

from kontext.records import Record
from kontext.store.kinds import FOLDERS as KIND_FOLDERS
from kontext.store.words import FOLDERS, fold
from kontext.text import file_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

STORE_DIRS = (".kontext", ".ai")
ADR_DIR = ".adr-dir"  # where adr-tools writes down the folder of its records
EXTENSIONS = (".md", ".markdown", ".mdx", ".rst")

# How much a file must say to be a record.
STORE = 0  # a title
DECISIONS = 1  # a status, a date or the skeleton of a record
ELSEWHERE = 2  # a status, and a date or the skeleton

_DECISION_WORDS = frozenset(("adr", "adrs", "madr", "rfcs"))
_NAMED_FILE = re.compile(r"^(?:adr|rfc|kep|madr)[-_ ]?\d", re.IGNORECASE)
_VENDORED = frozenset(("node_modules", "vendor", "third_party", "site-packages", ".git"))


class Place(Record):
    """What a path says: the threshold, and the kind of a store folder."""

    threshold: int
    kind: str = "decision"
    custom: tuple[str, ...] = ()  # configured kinds that a record may name


def kind_folders(kinds: Mapping[str, Mapping[str, str]], store_dir: str) -> dict[str, str]:
    """Return the folder of each configured kind that has one: its own `path`, else its `dir` in the store."""
    found = {}
    for kind, table in kinds.items():
        if table.get("path"):
            found[kind] = str(table["path"])
        elif store_dir:
            found[kind] = f"{store_dir}/{table.get('dir') or KIND_FOLDERS.get(kind, kind + 's')}"
    return found


class Setting(Record):
    """Where the records of a tree are, by configuration, `.adr-dir` and what is there; "" = nothing says it."""

    store_dir: str
    kind_paths: dict[str, str]
    adr_dir: str = ""


def find_setting(
    store_dir: str, kinds: Mapping[str, Mapping[str, str]], paths: Iterable[str], adr_dir: bytes | None
) -> Setting:
    """Return where records are among `paths`, by the configured store and kinds and the content of ADR_DIR."""
    store = store_dir or find_store(paths)
    return Setting(store, kind_folders(kinds, store), file_text(adr_dir or b"").strip())


class Places:
    """The folders of one repository, asked once per path."""

    def __init__(self, adr_dir: str = "", store_dir: str = "", kind_paths: Mapping[str, str] | None = None) -> None:
        self._adr = _as_folder(adr_dir)
        kinds = dict(kind_paths or {})
        self._custom = tuple(kinds)
        if store_dir:
            root = _as_folder(store_dir)
            for kind, folder in KIND_FOLDERS.items():
                kinds.setdefault(kind, root + folder)
        self._kinds = [(kind, _as_folder(folder)) for kind, folder in kinds.items()]
        self._folders: dict[str, Place] = {}

    def find(self, path: str) -> Place | None:
        """The place of `path`, None when it can never be a record (wrong extension, vendored)."""
        folder, _, name = path.rpartition("/")
        if not name.lower().endswith(EXTENSIONS):
            return None
        if folder not in self._folders:
            self._folders[folder] = self._judge(folder)
        place = self._folders[folder]
        if place.threshold < 0:
            return None
        if place.threshold == ELSEWHERE and _NAMED_FILE.match(name):
            return Place(DECISIONS, custom=self._custom)
        return place

    def _judge(self, folder: str) -> Place:
        parts = folder.split("/")
        if not _VENDORED.isdisjoint(parts):
            return Place(-1)
        inside = folder + "/"
        for kind, root in self._kinds:
            if inside.startswith(root):
                return Place(STORE, kind, self._custom)
        if (self._adr and inside.startswith(self._adr)) or any(map(is_decision_folder, parts)):
            return Place(DECISIONS, custom=self._custom)
        return Place(ELSEWHERE, custom=self._custom)


def is_decision_folder(name: str) -> bool:
    """Whether a folder's name speaks of decisions, in any language, case and spelling."""
    folded = fold(name)
    if folded in FOLDERS:
        return True
    words = folded.split()
    return not _DECISION_WORDS.isdisjoint(words) or (len(words) > 1 and " ".join(words[-2:]) in FOLDERS)


def find_store(paths: Iterable[str]) -> str:
    """The store of a repository that configures none: the first of `.kontext`, `.ai` that has files."""
    found = set()
    for path in paths:
        head = path.split("/", 1)[0]
        if head in STORE_DIRS:
            found.add(head)
    return next((name for name in STORE_DIRS if name in found), "")


def _as_folder(path: str) -> str:
    path = path.strip().removeprefix("./").strip("/")
    return path + "/" if path not in ("", ".") else ""
