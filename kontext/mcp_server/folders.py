"""Which folder a question is about.

Owns the order: the one that was named, the client's roots, where the server was started. Must not know the protocol.
"""

from __future__ import annotations

import os

from kontext.errors import NotARepository, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kontext.mcp_server.residents import Lent, Residents

_REMEDY = "name a folder in a repository: dir=/path/to/it"


def folder_of(uri: str) -> str:
    """Return the path of a `file:` URI, "" for any other."""
    from urllib.parse import unquote_to_bytes, urlsplit

    parts = urlsplit(uri)
    if parts.scheme != "file" or parts.netloc not in ("", "localhost"):
        return ""
    return os.fsdecode(unquote_to_bytes(parts.path))


def named_folder(typed: str, start: str) -> str:
    """Return the absolute path of the folder a client named; one that is relative starts at `start`."""
    folder = os.path.abspath(os.path.join(start, os.path.expanduser(typed)))
    if not os.path.isdir(folder):
        raise UsageError(f"there is no folder {folder}", _REMEDY)
    top, dot_git, _ = f"{folder}/".partition("/.git/")
    return top if dot_git and top else folder  # a work tree is asked about, not the folder where Git keeps it


def lend_first(residents: Residents, folders: Sequence[str]) -> Lent:
    """Return a session for the first of these folders that lies in a repository.

    Raises what is wrong with the first one where none does: Git's own words, with what to do about it here.
    """
    refused: NotARepository | None = None
    for folder in folders:
        try:
            return residents.lend(folder)
        except NotARepository as error:
            refused = refused or error
    assert refused is not None
    # Git's own words; where a command line is told of an option, here it is an argument.
    raise NotARepository(refused.message, _REMEDY if "-C DIR" in refused.remedy else refused.remedy)
