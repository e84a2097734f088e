"""Installing hook files, taking them out again, and telling what is there.

Owns the plan of what is to be done with each file, and doing it: whole files, nothing lost, everything looked at
before anything is written. Must not know the form of a script (script.py) nor how a result is shown.
"""

from __future__ import annotations

import os
import stat
import sys

from kontext.errors import HookConflict
from kontext.hooks import script
from kontext.hooks.shims import ALL, interpreter, shim, without_interpreter
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.hooks.place import Place

# Of a hook: not there, ours, ours of another version, ours and changed by hand, somebody else's.
ABSENT, OURS, OUTDATED, EDITED, FOREIGN = "absent", "ours", "outdated", "edited", "foreign"
_MANAGERS = (("pre-commit", b"pre-commit.com"), ("lefthook", b"call_lefthook"), ("overcommit", b"overcommit"))
_MOVED = ".legacy"  # where pre-commit moves the hook it finds, and runs it first


class HookState(Record):
    """One hook. `beside` names what else runs at the event: "" for nothing, a manager, or "another hook"."""

    event: str
    state: str
    beside: str = ""


class Change(Record):
    """What is to be done with one hook. `words` say it; `text` is the new file, None when the file goes."""

    event: str
    words: str
    path: str
    text: bytes | None = None
    moves_from: str = ""  # a file that takes the place of another first: moved aside, or back
    moves_to: str = ""


class _File(Record):
    """A hook file as it lies there; `text` is None where there is none."""

    path: str
    text: bytes | None
    is_movable: bool = False  # a link, or not executable: never written into
    beside: str = ""  # who runs this file before it runs its own


def hook_states(place: Place) -> list[HookState]:
    """Return the state of every event. Raises HookConflict for a folder that cannot be read."""
    return [_state(place, event, _load(place, event)) for event in ALL]


def plan_install(place: Place, events: Iterable[str]) -> list[Change]:
    """Return what has to be done so that `events` have our hooks; nothing for those that have them.

    Raises HookConflict where a file of ours was changed by hand, or a name that is needed is taken.
    """
    return [change for event in events if (change := _install(place, event, _load(place, event)))]


def plan_uninstall(place: Place, events: Iterable[str]) -> list[Change]:
    """Return what has to be done so that `events` have what they had before us. Raises HookConflict."""
    return [change for event in events if (change := _uninstall(place, event, _load(place, event)))]


def apply(changes: Iterable[Change]) -> None:
    """Do what was planned. Raises HookConflict when a file cannot be written; those before it stay done."""
    for change in changes:
        try:
            _do(change)
        except OSError as error:
            why = error.strerror or error
            raise HookConflict(f"cannot write {change.path}: {why}", "make its folder writable") from error


def _state(place: Place, event: str, file: _File) -> HookState:
    text = file.text
    if text is None:
        return HookState(event, ABSENT)
    other = file.beside or _other(text, place, event)
    if not (script.is_own(text) or script.has_block(text)):
        return HookState(event, FOREIGN, other)
    wanted = _wanted(place, event, text)
    program = interpreter(text)
    is_gone = program not in ("", sys.executable) and not os.access(program, os.X_OK)
    if without_interpreter(text) == without_interpreter(wanted) and not file.is_movable and not is_gone:
        return HookState(event, OURS, other)
    is_older = script.version(text) != script.version(wanted) or file.is_movable or is_gone
    return HookState(event, OUTDATED if is_older else EDITED, other)


def _wanted(place: Place, event: str, text: bytes) -> bytes:
    """The file as we would write it now in place of one of ours."""
    ours = _shim(place, event)
    if script.is_own(text):
        return ours
    return script.chaining(ours) if script.is_chaining(text) else script.within(script.without(text), ours)


def _install(place: Place, event: str, file: _File) -> Change | None:
    path, text, ours = file.path, file.text, _shim(place, event)
    if text is None:
        return Change(event, "added", path, ours)
    state = _state(place, event, file).state
    if state == OURS:
        return None
    if state == EDITED:
        raise _edited(event, path)
    if state == OUTDATED:
        return Change(event, "renewed", path, _wanted(place, event, text))
    if place.is_plain or (script.is_shell(text) and not file.is_movable):
        return Change(event, "added to the script that is there", path, script.within(text, ours))
    aside = _aside(place, event)
    if os.path.lexists(aside):
        raise HookConflict(f"{aside} is in the way", "move it to another name")
    return Change(event, f"added before the hook that is there, now {event}{script.CHAINED}", path,
                  script.chaining(ours), path, aside)  # fmt: skip


def _uninstall(place: Place, event: str, file: _File) -> Change | None:
    path, text = file.path, file.text
    state = _state(place, event, file).state
    if text is None or state == FOREIGN:
        return None
    if script.is_chaining(text):
        aside = _aside(place, event)
        if os.path.lexists(aside):
            return Change(event, "removed; the hook that was there is back", path, moves_from=aside, moves_to=path)
        return Change(event, "removed", path)
    if not script.is_own(text):
        return Change(event, "removed from the script", path, script.without(text))
    if state == EDITED:
        raise _edited(event, path)
    return Change(event, "removed", path)


def _do(change: Change) -> None:
    if change.moves_to == change.path:
        os.replace(change.moves_from, change.moves_to)
    elif change.text is None:
        os.unlink(change.path)
    else:
        os.makedirs(os.path.dirname(change.path), exist_ok=True)
        if change.moves_to:
            _keep(change.moves_from, change.moves_to)
        _put(change.path, change.text)


def _keep(path: str, aside: str) -> None:
    """Give a hook a second name, so that there is one under the first at every moment."""
    if os.path.islink(path):
        os.symlink(os.readlink(path), aside)
        return
    try:
        os.link(path, aside)
    except OSError:
        os.rename(path, aside)  # a file system without second names


def _put(path: str, text: bytes) -> None:
    """Write a program whole; an existing file keeps its mode, and a link is replaced, not written through."""
    try:
        mode = stat.S_IMODE(os.lstat(path).st_mode) | 0o100 if not os.path.islink(path) else 0o777 & ~_umask()
    except FileNotFoundError:
        mode = 0o777 & ~_umask()
    temporary = f"{path}.{os.getpid()}.tmp"
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with open(handle, "wb") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _load(place: Place, event: str) -> _File:
    path = os.path.join(place.folder, event)
    if not os.path.lexists(path):
        return _File(path, None)
    try:
        with open(path, "rb") as file:
            text = file.read()
    except FileNotFoundError:
        text = b""  # a link that leads nowhere
    except OSError as error:
        raise HookConflict(f"cannot read {path}: {error.strerror or error}", "move it away") from error
    moved = path + _MOVED
    if b"pre-commit.com" in text and not script.has_block(text) and os.path.isfile(moved):
        with open(moved, "rb") as file:
            before = file.read()
        if script.is_own(before) or script.has_block(before):
            return _File(moved, before, beside="pre-commit")
    movable = os.path.islink(path) or not (place.is_plain or os.access(path, os.X_OK))
    return _File(path, text, movable)


def _aside(place: Place, event: str) -> str:
    return os.path.join(place.folder, event + script.CHAINED)


def _shim(place: Place, event: str) -> bytes:
    return shim(event, "") if place.is_committed else shim(event)


def _other(text: bytes, place: Place, event: str) -> str:
    """What else a hook file runs: the manager it belongs to, or something nobody knows."""
    if script.is_own(text):
        return ""
    if script.is_chaining(text):
        try:
            with open(_aside(place, event), "rb") as file:
                text = file.read()
        except OSError:
            return ""
    return next((name for name, sign in _MANAGERS if sign in text), "another hook")


def _edited(event: str, path: str) -> HookConflict:
    return HookConflict(
        f"our part of the {event} hook was changed by hand", f"save what you need of {path}, then remove the file"
    )
