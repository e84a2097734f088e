"""Commits by what their messages say.

Owns the question "which messages have a line that begins so". Must not know what such a line means; whether it is a
trailer is for kontext/trailers.py to tell.
"""

from __future__ import annotations

import re

from kontext.git.log import log_arguments, walk
from kontext.git.repo import Repo
from kontext.model import Commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def commits_with_tokens(repo: Repo, tokens: Iterable[str], *, timeout: float | None = None) -> Iterator[Commit]:
    """Yield the commits with a line that begins with one of the words and a colon, in any case, newest first.

    Leaving the loop early ends the search. Raises TimeoutError after `timeout` seconds, once all found are yielded.
    """
    if not repo.head:
        return
    words = "|".join(re.escape(token) for token in tokens)
    grep = ("--extended-regexp", "--regexp-ignore-case", f"--grep=^({words})[[:blank:]]*:")
    yield from walk(repo, log_arguments(changes=False), *grep, "--end-of-options", "HEAD", "--", timeout=timeout)
