"""What the YAML files of the configuration say, read again only when a file changed.

Owns the cache file and its key, (path, mtime, size, inode). Must not know layers or types. An unreadable cache is no
cache, one that cannot be written is not written.
"""

from __future__ import annotations

from kontext import __version__
from kontext.config.keys import KEYS, SECTIONS, closest
from kontext.errors import ConfigError
from kontext.files import read_bytes, stamp, write_atomic
from kontext.layout import config_cache_file, make_folder
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LARGEST = 1 << 20  # bytes of a configuration file


class FileValues(Record):
    """One file: `values` by key as (value, line), `unknown` as (name, line, closest), `error` as (message, line)."""

    values: dict[str, tuple[Any, int]]
    unknown: tuple[tuple[str, int, str], ...] = ()
    error: tuple[str, int] | None = None


class FileCache:
    """The configuration files of one clone. `read` any number, then `save`."""

    def __init__(self, common_dir: str) -> None:
        self._common_dir = common_dir
        self._known: dict[str, Any] | None = None
        self._used: dict[str, Any] = {}
        self._is_changed = False

    def read(self, path: str) -> FileValues | None:
        """Return what the file at `path` (absolute) says, None when there is none."""
        found = stamp(path)
        if found is None:
            return None
        known = self._load().get(path)
        if known is None or known[0] != list(found):
            self._is_changed = True
            said = _parse_file(path)
            known = [list(found), said.values, said.unknown, said.error]
        self._used[path] = known
        values = {name: (value, line) for name, (value, line) in known[1].items()}
        return FileValues(values, tuple(tuple(item) for item in known[2]), tuple(known[3]) if known[3] else None)

    def save(self) -> None:
        """Keep what was read for the next command, if a file was new or had changed."""
        if not self._is_changed:
            return
        import json

        try:
            target = config_cache_file(self._common_dir)
            make_folder(target.rpartition("/")[0])
            content = {"version": __version__, "files": {**self._load(), **self._used}}
            write_atomic(target, json.dumps(content).encode())
        except (OSError, ValueError):
            return  # read-only, a full disk: the files are read again next time

    def _load(self) -> dict[str, Any]:
        if self._known is None:
            self._known = _read_cache(config_cache_file(self._common_dir))
        return self._known


def _read_cache(path: str) -> dict[str, Any]:
    import json

    try:
        content = json.loads(read_bytes(path, _LARGEST) or b"{}")
        files: dict[str, Any] = content["files"] if content["version"] == __version__ else {}
        return {path: entry for path, entry in files.items() if _is_entry(*entry)}
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _is_entry(stamped: Any, values: Any, unknown: Any, error: Any) -> bool:
    """Say whether an item of the cache has the shape that `read` takes apart."""
    shapes = [*((value, 2) for value in values.values()), *((item, 3) for item in unknown)]
    if error is not None:
        shapes.append((error, 2))
    return isinstance(stamped, list) and all(isinstance(item, list) and len(item) == size for item, size in shapes)


def _parse_file(path: str) -> FileValues:
    try:
        raw = read_bytes(path, _LARGEST)
    except OSError as error:
        return FileValues({}, (), (f"cannot be read: {error.strerror or error}", 0))
    return parse_content(raw)


def parse_content(raw: bytes | None) -> FileValues:
    """Return what the bytes of a file say; None stands for more than are read."""
    from kontext.yamlio import Table, load

    if raw is None or len(raw) > _LARGEST:
        return FileValues({}, (), ("is larger than a megabyte", 0))
    try:
        data = load(raw.decode("utf-8-sig", "replace"), "")
    except ConfigError as error:
        return FileValues({}, (), (error.message, error.line))
    if data is None:
        return FileValues({})
    if not isinstance(data, Table):
        return FileValues({}, (), ("expects a table of sections", 1))
    return _flatten(data)


def _flatten(data: Any) -> FileValues:
    values: dict[str, tuple[Any, int]] = {}
    unknown: list[tuple[str, int, str]] = []
    for section, table in data.items():
        line = data.lines[section]
        if section not in SECTIONS:
            unknown.append((section, line, closest(section, sorted(SECTIONS))))
        elif table is not None and not isinstance(table, dict):
            return FileValues({}, (), (f"{section} expects a table of keys", line))
        for key, value in (table or {}).items() if section in SECTIONS else ():
            name, line = f"{section}.{key}", table.lines[key]
            if name not in KEYS:
                unknown.append((name, line, closest(name, list(KEYS))))
            elif value is not None:
                values[name] = (value, line)
    return FileValues(values, tuple(unknown))
