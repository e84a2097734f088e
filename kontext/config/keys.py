"""The table of configuration keys: name, type, default and one line of meaning.

Owns the keys; validation, defaults, the names in Git and in the environment, the JSON schema and the starter file are
all derived from it. A new key is one line here, and belongs here only once something reads it.
"""

from __future__ import annotations

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Key(Record):
    """One key. `kind` names a type of `values.py`; `least` bounds numbers, `choices` words, `fields` tables."""

    name: str  # section.key
    kind: str
    default: Any
    doc: str
    least: int = 0
    choices: tuple[str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()  # (field, kind) of each inner table
    is_common: bool = False  # shown in the starter file
    each: str = "text"  # kind of what a list holds


INCLUDE = (
    "/*.md",
    "**/README.md",
    "**/AGENTS.md",
    "**/CLAUDE.md",
    "docs/**/*.md",
    "doc/**/*.md",
    "adr/**/*.md",
)
EXCLUDE = (
    "node_modules/",
    "vendor/",
    "fixtures/",
    "testdata/",
    "CHANGELOG.md",
    ".github/ISSUE_TEMPLATE/",
    "ISSUE_TEMPLATE.md",
)
LANGUAGES = (
    *("english", "none", "arabic", "danish", "dutch", "finnish", "french", "german", "greek", "hungarian"),
    *("italian", "norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil", "turkish"),
)
_KIND_FIELDS = (("dir", "folder"), ("path", "folder"), ("style", "text"), ("numbering", "text"), ("trailer", "text"))
_RULE_FIELDS = (("paths", "list"), ("keys", "list"), ("unless", "list"))

_TABLE = (
    Key("project.name", "text", "", "Name of the project in answers; the folder's name when empty."),
    Key("project.description", "text", "", "What the project is, in one line."),
    Key("store.dir", "folder", "", "Folder of the decision records; else .kontext or .ai.", is_common=True),
    Key("store.style", "text", "", "Dialect of new records; that of the folder when empty."),
    Key("store.max_body_lines", "count", 80, "A record with more lines is warned about.", 1, is_common=True),
    Key("store.index_file", "text", "", "File of the store that lists its records, kept between markers."),
    Key("store.kinds", "tables", {}, "Further kinds of records, and where the known ones are.", fields=_KIND_FIELDS),
    Key("sources.include", "list", INCLUDE, "Docs that are searched, as Git patterns.", is_common=True),
    Key("sources.exclude", "list", EXCLUDE, "Docs that are left out.", is_common=True),
    Key("sources.max_bytes", "count", 300_000, "Larger docs are left out.", 1),
    Key("index.commits", "bool", True, "Whether commits are searched."),
    Key("index.max_commits", "count_or_all", 5000, "How many commits are searched by text, or all.", 1, is_common=True),
    Key("index.background", "bool", True, "Whether the path part of old history is read in the background."),
    Key("index.language", "choice", "english", "Language of the texts, for word stems.", 0, LANGUAGES, is_common=True),
    Key("search.limit", "count", 10, "How many hits are shown.", 1, is_common=True),
    Key("search.deadline", "duration", 12.0, "How long all adapters together may take."),
    Key("search.cooldown", "duration", 30.0, "How long an adapter that failed is left alone."),
    Key("why.limit", "count", 12, "How many commits of the history are shown.", 1, is_common=True),
    Key("why.commits", "count", 60, "How many commits of a path are looked at.", 1),
    Key("why.see_through", "bool", True, "Whether formatting and moves are seen through."),
    Key("why.see_through_ms", "count", 300, "Time for that after the first blame; 0 = no limit."),
    Key("why.lineage_depth", "count", 5, "How many earlier commits of the same lines are shown; 0 = none.", 0),
    Key("why.lineage_ms", "count", 30, "Milliseconds the search for them may take (--patch: see_through_ms).", 0),
    Key("trailers.require", "rules", (), "Trailers a change of these paths must carry.", fields=_RULE_FIELDS),
    Key("trailers.forbid", "list", (), "Trailers that may not be used."),
    Key("trailers.free_text", "bool", False, "Whether a trailer may hold a sentence instead of an id."),
    Key(
        "trailers.superseded", "choice", "error", "A trailer that names a superseded record is …", 0, ("error", "warn")
    ),
    Key(
        "trailers.skip",
        "list",
        ("fixup", "squash", "amend", "merge", "revert"),
        "Kinds of messages not judged locally.",
    ),
    Key("hooks.background", "bool", True, "Whether hooks refresh the index in the background.", is_common=True),
    Key("hooks.report", "choice", "off", "Whether a commit is answered with one line.", 0, ("off", "line")),
    Key("hooks.post_commit", "bool", True, "Whether this hook does anything."),
    Key("hooks.post_checkout", "bool", True, "Whether this hook does anything."),
    Key("hooks.post_merge", "bool", True, "Whether this hook does anything."),
    Key("hooks.post_rewrite", "bool", True, "Whether this hook does anything."),
    Key("hooks.prepare_commit_msg", "bool", True, "Whether this hook does anything."),
    Key("hooks.commit_msg", "bool", True, "Whether this hook does anything."),
    Key("hooks.pre_commit", "bool", True, "Whether this hook does anything."),
    Key("hooks.pre_merge_commit", "bool", True, "Whether this hook does anything."),
    Key("hooks.pre_push", "bool", True, "Whether this hook does anything."),
    Key(
        "secrets.scan",
        "choice",
        "store",
        "Where secrets are looked for: in records, in all that is staged, too, or nowhere.",
        0,
        ("store", "staged", "off"),
    ),
    Key("secrets.allow", "list", (), "Regular expressions of what is no secret.", each="expression"),
    Key("freshness.threshold_commits", "count", 20, "Commits to its paths after which a decision is called stale.", 1),
)

KEYS: dict[str, Key] = {key.name: key for key in _TABLE}
SECTIONS = frozenset(name.partition(".")[0] for name in KEYS)


def git_name(name: str) -> str:
    """The variable of Git's configuration for a key: `why.see_through_ms` is `kontext.why.seeThroughMs`."""
    section, _, key = name.partition(".")
    first, *rest = key.split("_")
    return f"kontext.{section}.{first}{''.join(word.capitalize() for word in rest)}"


def env_name(name: str) -> str:
    """The environment variable for a key: `why.limit` is KONTEXT_WHY_LIMIT."""
    return f"KONTEXT_{name.replace('.', '_').upper()}"


def closest(wanted: str, known: list[str]) -> str:
    """The known name most like `wanted`, "" when none is like it."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(wanted, known, 1, 0.6)), "")
