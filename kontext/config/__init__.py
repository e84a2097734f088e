"""Configuration: one table of keys, and the layers that give them values.

Owns which keys exist, what they mean, where values come from and which one wins. Must not know who reads a key.
No YAML library is imported unless a configuration file is new or has changed, nothing at all when there is none.
"""

from __future__ import annotations

from kontext.config.keys import KEYS, Key
from kontext.config.load import Config, config_files, load_config, store_dirs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.config.json_schema import schema, schema_file
    from kontext.config.write import config_init, config_set, config_starter, refuse_link_out

__all__ = [
    "KEYS",
    "Config",
    "Key",
    "config_files",
    "config_init",
    "config_set",
    "config_starter",
    "load_config",
    "refuse_link_out",
    "schema",
    "schema_file",
    "store_dirs",
]


def __getattr__(name: str) -> object:
    # What only `kontext config` and editors need is not paid for by every command.
    if name in ("config_init", "config_set", "config_starter", "refuse_link_out"):
        from kontext.config import write

        return getattr(write, name)
    if name in ("schema", "schema_file"):
        from kontext.config import json_schema

        return getattr(json_schema, name)
    raise AttributeError(name)
