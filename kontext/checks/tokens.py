"""The tokens whose trailers name records.

Owns the token of each kind of record. Must not know records or messages.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from kontext.config import Config

_TOKENS = ("Decision", "Convention", "Learning", "Incident")


def record_tokens(config: Config) -> Mapping[str, str]:
    """Return every token that names a record, folded -> as it is written; those of configured kinds too."""
    kinds: Mapping[str, Mapping[str, str]] = config.get("store.kinds")
    configured = [str(fields["trailer"]) for fields in kinds.values() if fields.get("trailer")]
    return {token.casefold(): token for token in (*_TOKENS, *configured)}
