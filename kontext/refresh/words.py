"""The words of diffs: what a commit's code says, for searches that do not use the words of its message.

Owns which files and words count. Read in a second pass that no query waits for, since a history with patches takes
ten times as long as one with file names. Must not know the index.
"""

from __future__ import annotations

import re

from kontext.git.history import iter_patches
from kontext.secrets import is_secret_file
from kontext.text import prepare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kontext.git.repo import Repo
    from kontext.model import Document, RepoPath

_WORD = re.compile(r"[^\W\d]\w{1,59}")
_MOST_WORDS = 3000
_TEST = re.compile(
    r"(^|/)(tests?|testing|spec|specs|__tests__|e2e|testdata|test-data)(/|$)"
    r"|(^|/)(test_[^/]*|[^/]*[_.-](test|spec)\.\w+|conftest\.py|tests?\.\w+)$",
    re.IGNORECASE,
)
# Generated or data: their words say nothing about why. Prose repeats the message and is searched as docs.
_SKIPPED = re.compile(
    r"\.(lock|sum|svg|json|jsonl|ya?ml|toml|snap|html?|css|csv|tsv|xml|po|pot|txt|md|mdx|markdown|rst|adoc|ipynb|map|pb)$"
    r"|\.min\.\w+$|(^|/)(vendor|_vendor|third[_-]party|node_modules|dist|fixtures?|snapshots?|__snapshots__)/"
    r"|(^|/)(package-lock|yarn|pnpm-lock|change(s|log)|news|history)[^/]*$",
    re.IGNORECASE,
)


def is_test_path(path: RepoPath) -> bool:
    """True for files whose place or name says that they test others."""
    return _TEST.search(path) is not None


def is_skipped_path(path: RepoPath) -> bool:
    """True for generated files, data and prose."""
    return _SKIPPED.search(path) is not None


def with_diff_words(repo: Repo, documents: Iterable[Document]) -> Iterator[Document]:
    """Yield commit documents with the distinct words of their added and removed lines, in the order given."""
    waiting = {document.oid: document for document in documents}
    for oid, files in iter_patches(repo, list(waiting)):
        source: dict[str, None] = {}
        tests: dict[str, None] = {}
        for path, lines in files:
            if not (is_skipped_path(path) or is_secret_file(path)):
                _collect(lines, tests if is_test_path(path) else source)
        yield waiting.pop(oid)._replace(changed=_joined(source), changed_tests=_joined(tests))
    yield from waiting.values()


def _collect(lines: Iterable[str], words: dict[str, None]) -> None:
    for line in lines:
        if len(words) >= _MOST_WORDS:
            return
        words.update(dict.fromkeys(_WORD.findall(line)))


def _joined(words: dict[str, None]) -> str:
    return prepare(" ".join(list(words)[:_MOST_WORDS]).encode("utf-8", "replace").decode("utf-8"))
