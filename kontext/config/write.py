"""Changing a configuration file, and the starter file.

Owns `config set` and `config init`. What stands in a file already keeps its comments, order and quoting.
"""

from __future__ import annotations

import os

from kontext.config.keys import KEYS, SECTIONS, Key, closest
from kontext.config.values import check, check_text
from kontext.errors import ConfigError
from kontext.files import leads_out, read_bytes, write_atomic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_LARGEST = 1 << 20


def config_set(path: str, name: str, value: Any) -> None:
    """Set a key in the YAML file at `path`, which is made when missing; its folder has to exist.

    `value` may be typed, or text (a list of texts for a list) as typed on a command line; None removes the key.
    Raises ConfigError for an unknown key, a value of the wrong type and a broken file; OSError.
    """
    key = KEYS.get(name)
    if key is None:
        like = closest(name, list(KEYS))
        raise ConfigError(
            f"unknown key '{name}'", f"did you mean '{like}'?" if like else "kontext config show lists them"
        )
    new = None if value is None else _plain(key, value)
    from kontext.yamlio import RoundTrip

    try:
        raw = read_bytes(path, _LARGEST)
    except FileNotFoundError:
        raw = b""
    if raw is None:
        raise ConfigError("is larger than a megabyte", "edit it by hand", path)
    has_mark = raw.startswith(b"\xef\xbb\xbf")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError("is not UTF-8", "save it as UTF-8", path) from None
    edit = RoundTrip(text, path)
    if new is None:
        edit.delete(name.split("."))
    else:
        edit.set(name.split("."), new)
    if edit.text != text:
        _save(path, edit.text.encode("utf-8-sig" if has_mark else "utf-8"))


def config_init(path: str) -> None:
    """Write the commented starter to a file; the folder is made. Raises ConfigError where it cannot be written."""
    _save(path, config_starter().encode())


def refuse_link_out(top: str, path: str) -> None:
    """Raise ConfigError where a file below the folder `top` is reached by a link that leads out of it."""
    if leads_out(top, path):
        raise ConfigError("a link leads out of the work tree", "put a file there, or name a layer: --in clone", path)


def _save(path: str, content: bytes) -> None:
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_atomic(path, content)
    except OSError as failed:
        raise ConfigError(f"cannot be written: {failed.strerror or failed}", "make it writable", path) from None


def config_starter() -> str:
    """Return a commented file with the keys people change, each at its default."""
    lines = ["# Configuration of kontext. Every key has a default: remove the # before a line to change it."]
    for section in sorted(SECTIONS):
        keys = [key for key in KEYS.values() if key.is_common and key.name.startswith(f"{section}.")]
        if keys:
            lines += ["", f"# {section}:"]
        for key in keys:
            lines += [f"#   # {key.doc}", *_starter_value(key)]
    return "\n".join(lines) + "\n"


def _starter_value(key: Key) -> list[str]:
    name = key.name.partition(".")[2]
    if isinstance(key.default, tuple):
        return [f"#   {name}:", *(f'#     - "{item}"' for item in key.default)]
    default = {True: "true", False: "false"}.get(key.default, key.default) if key.kind == "bool" else key.default
    return [f"#   {name}: {default}" if default != "" else f'#   {name}: ""']


def _plain(key: Key, value: str | Sequence[str] | Any) -> Any:
    """The checked value as YAML should hold it: as given where checking only changes its form."""
    try:
        if isinstance(value, str) and key.kind != "list":
            checked = check_text(key, [value])
            return value if key.kind == "duration" else checked
        checked = check(key, value)
    except ValueError as error:
        raise ConfigError(f"{key.name} {error}, not {value!r}") from None
    return list(checked) if isinstance(checked, tuple) else checked
