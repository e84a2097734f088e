"""Notes that were added to commits after the fact: those that `git log` would show.

Owns which refs they come from, and the reading. They come along with the commits themselves, so that a repository
without any pays nothing; only where several refs are displayed is each asked by itself. Must not know what a note says.
"""

from __future__ import annotations

from kontext.git.log import STEADY
from kontext.git.repo import Repo, config_values, decode
from kontext.model import Note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kontext.model import Oid

DEFAULT = "refs/notes/commits"
PLACEHOLDER = "%N"
OPTION = "--notes"  # for `git log`, behind what says --no-notes

_SETTINGS = r"^(core\.notesref|notes\.displayref)$"


def attributed(repo: Repo, texts: Mapping[Oid, str]) -> dict[Oid, tuple[Note, ...]]:
    """Return the notes of commits by the ref each is in; `texts` is what `git log` gives for PLACEHOLDER, by commit."""
    noted = {oid: text.strip("\n") for oid, text in texts.items() if text.strip()}
    if not noted:
        return {}
    refs = displayed_refs(repo)
    if len(refs) == 1:
        return {oid: (Note(refs[0], text),) for oid, text in noted.items()}
    found: dict[Oid, tuple[Note, ...]] = dict.fromkeys(noted, ())
    for ref in refs:
        for oid, text in _of_ref(repo, ref, noted).items():
            found[oid] = (*found[oid], Note(ref, text))
    return found


def displayed_refs(repo: Repo) -> list[str]:
    """Return the refs whose notes `git log` shows here, in its order; a glob stands for the refs that match it now."""
    settings = config_values(repo, _SETTINGS)
    default = repo.env.get("GIT_NOTES_REF") or dict(settings).get("core.notesref") or DEFAULT
    shown = repo.env.get("GIT_NOTES_DISPLAY_REF")
    if shown is None:
        globs = [value for name, value in settings if name == "notes.displayref"]
    else:
        globs = [one for one in shown.split(":") if one]
    return list(dict.fromkeys([default, *_expand(repo, globs)]))


def _expand(repo: Repo, globs: list[str]) -> list[str]:
    if not any(set("*?[") & set(one) for one in globs):
        return globs
    from fnmatch import fnmatchcase

    refs = decode(repo.ask("for-each-ref", "--format=%(refname)")).split("\n")
    return [ref for one in globs for ref in ([one] if one in refs else [ref for ref in refs if fnmatchcase(ref, one)])]


def _of_ref(repo: Repo, ref: str, oids: Iterable[Oid]) -> dict[Oid, str]:
    """The notes of one ref alone; --notes=REF cannot name every ref that the configuration can."""
    alone = repo._replace(env={**repo.env, "GIT_NOTES_REF": ref, "GIT_NOTES_DISPLAY_REF": ""})
    which = ("--no-walk=unsorted", "--ignore-missing", "--stdin", "--no-patch", OPTION)
    raw = alone.ask(
        "log",
        "-z",
        f"--format=%H%x00{PLACEHOLDER}%x00",
        *STEADY,
        *which,
        data="".join(f"{oid}\n" for oid in oids).encode(),
    )
    items = decode(raw).split("\0")
    found = zip(items[0::3], items[1::3], strict=False)
    return {oid: text.strip("\n") for oid, text in found if text.strip()}
