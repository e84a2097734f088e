"""YAML that a person wrote: read with positions, edited without touching anything else.

Owns the one door to ruamel.yaml, imported only when a file really needs it. Must not know what any key means.
"""

from __future__ import annotations

from kontext.yamlio.load import load, load_front_matter
from kontext.yamlio.table import Table, position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.yamlio.edit import RoundTrip

__all__ = ["RoundTrip", "Table", "load", "load_front_matter", "position"]


def __getattr__(name: str) -> object:
    if name == "RoundTrip":  # only commands that write need it
        from kontext.yamlio.edit import RoundTrip

        return RoundTrip
    raise AttributeError(name)
