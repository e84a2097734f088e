"""The configuration, for people and programs.

Owns the layout and the keys. Must not know where a value comes from.
"""

from __future__ import annotations

from kontext.render.as_json import SCHEMA, dump
from kontext.render.cells import clean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kontext.config import Config


def render_settings(config: Config, names: Iterable[str], origins: bool) -> str:
    """Return a line a key, with `origins` where each value comes from."""
    lines = []
    for name in names:
        value = ", ".join(render_value(config.get(name)).splitlines())
        line = clean(f"{name} = {value}")
        lines.append(f"{line}    # {clean(config.origin(name))}" if origins else line)
    return "\n".join([*lines, *(f"warning: {clean(warning)}" for warning in config.warnings)]) + "\n"


def render_value(value: object) -> str:
    """Return a value as it is written in a file; a list has one item a line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return "\n".join(render_value(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(
            f"{name}: {{{render_value(inner)}}}" if isinstance(inner, dict) else f"{name}: {inner}"
            for name, inner in value.items()
        )
    return f"{value:g}s" if isinstance(value, float) else str(value)


def render_files(files: Iterable[tuple[str, str, bool]]) -> str:
    """Return a line a file: its layer, its path, and whether it is missing."""
    return "".join(f"{layer:<11} {clean(path)}{'' if there else '  (missing)'}\n" for layer, path, there in files)


def settings_json(config: Config, names: Iterable[str]) -> str:
    """Return every key with value and origin as one line of JSON."""
    values = {name: {"value": config.get(name), "origin": config.origin(name)} for name in names}
    return dump({"schema": SCHEMA, "config": values, "warnings": list(config.warnings)})
