"""Commits by what their messages say, and the messages as they are stored.

Owns the questions "which messages have a line that begins so" and "what does each say, byte for byte". Must not know
what such a line means; whether it is a trailer is for kontext/trailers.py to tell.
"""

from __future__ import annotations

import re

from kontext.git.bounded import drop_middle, shortened
from kontext.git.log import STEADY, log_arguments, walk
from kontext.git.repo import Repo, decode
from kontext.model import Commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kontext.model import Oid


def commits_with_tokens(repo: Repo, tokens: Iterable[str], *, timeout: float | None = None) -> Iterator[Commit]:
    """Yield the commits with a line that begins with one of the words and a colon, in any case, newest first.

    Leaving the loop early ends the search. Raises TimeoutError after `timeout` seconds, once all found are yielded.
    """
    if not repo.head:
        return
    words = "|".join(re.escape(token) for token in tokens)
    grep = ("--extended-regexp", "--regexp-ignore-case", f"--grep=^({words})[[:blank:]]*:")
    yield from walk(repo, log_arguments(changes=False), *grep, "--end-of-options", "HEAD", "--", timeout=timeout)


def read_messages(repo: Repo, oids: Sequence[Oid]) -> dict[Oid, str]:
    """Return the message of each commit as stored (re-coded to UTF-8, a long one shortened), through one process.

    Unlike the subject and body of a `Commit` nothing is folded: a subject may be several lines.
    """
    if not oids:
        return {}
    question = "".join(f"{oid}\n" for oid in oids).encode()
    which = ("--no-walk=unsorted", "--ignore-missing", "--stdin", "--no-patch")
    items = _items(repo.stream("log", "-z", "--format=%H%x00%B%x00", *STEADY, *which, data=question))
    return dict(zip(items[0::3], items[1::3], strict=False))


def _items(chunks: Iterable[bytes]) -> list[str]:
    """What stands between NULs, each shortened; holds no more of a long one than that and a chunk."""
    items: list[str] = []
    held = bytearray()
    for chunk in chunks:
        *ended, held = (held + chunk).split(b"\0")
        items += [shortened(decode(bytes(item))) for item in ended]
        drop_middle(held, 0)
    return [*items, shortened(decode(bytes(held)))]
