"""The ranking of a small, fixed history: bench/rank_stats.txt changes when, and only when, ranking does.

    python bench/rank_stats.py             print the figures
    python bench/rank_stats.py --update    write them to bench/rank_stats.txt

The history is bench/rank_corpus.txt, the questions bench/rank_queries.txt; both were written for this purpose, before
any rank was seen. They are too few to tune on: they show *that* a change ranks differently and *where*.
tests/repos/test_rank_stats.py compares the file with what the code does.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from gitbox import GitBox, pinned_env
from kontext.evaluation import metrics_of
from kontext.refresh import open_session
from kontext.refresh.care import reindex
from kontext.search import SearchOptions, search

HERE = Path(__file__).parent
STATS = HERE / "rank_stats.txt"
CORPUS = HERE / "rank_corpus.txt"
QUERIES = HERE / "rank_queries.txt"
DEPTH = 50
KS = (1, 5)
_RANKERS = ("default", "reference")


class Change(NamedTuple):
    """One commit of the corpus: its name there, message, author ("" = the usual one) and edits of files.

    Edits are (path, sign, line) in order: `+` appends the line to the file, `-` removes its first occurrence.
    """

    name: str
    author: str
    message: str
    edits: tuple[tuple[str, str, str], ...]


class Question(NamedTuple):
    """A question, the only kind to search ("" = all), and the right answers: names of changes, or paths."""

    text: str
    kind: str
    right: tuple[str, ...]


def parse_corpus(text: str) -> Iterator[Change]:
    """Yield the changes of a corpus file; its head says how it is written."""
    for block in text.split("\n%% ")[1:]:
        head, *lines = block.splitlines()
        name, _, author = (part.strip() for part in head.partition("|"))
        message: list[str] = []
        edits: list[tuple[str, str, str]] = []
        path = ""
        for line in lines:
            if line.startswith("@ "):
                path = line[2:]
            elif not path:
                message.append(line)
            elif line:
                edits.append((path, line[0], line[1:]))
        yield Change(name, author, "\n".join(message).strip(), tuple(edits))


def parse_questions(text: str) -> list[Question]:
    """The questions of a file of `text | kind or - | right, right`."""
    rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    parts = [[part.strip() for part in row.split("|")] for row in rows]
    return [
        Question(asked, kind.strip("-"), tuple(one.strip() for one in right.split(","))) for asked, kind, right in parts
    ]


def build(box: GitBox, changes: Iterator[Change]) -> dict[str, str]:
    """Commit the changes one after the other; return their oids by name."""
    files: dict[str, list[str]] = {}
    oids = {}
    for change in changes:
        for path, sign, line in change.edits:
            lines = files.setdefault(path, [])
            if sign == "+":
                lines.append(line)
            else:
                lines.remove(line)
        touched = dict.fromkeys(path for path, _, _ in change.edits)
        contents: dict[str, str | bytes | None] = {path: "".join(f"{one}\n" for one in files[path]) for path in touched}
        author = {"author": change.author} if change.author else {}
        oids[change.name] = box.commit(change.message, contents, **author)
    return oids


def rank_all(folder: str, environ: dict[str, str], questions: list[Question], oids: dict[str, str]) -> str:
    """Build the index, ask every question with every ranker and return the figures as they are kept."""
    session = open_session(folder, environ)
    reindex(session)
    names = {oid: name for name, oid in oids.items()}
    ranks: dict[str, list[int]] = {ranker: [] for ranker in _RANKERS}
    lines = []
    for question in questions:
        right = {oids.get(one, one) for one in question.right}
        firsts = []
        for ranker in _RANKERS:
            kinds = (question.kind,) if question.kind else ()
            options = SearchOptions(now=0, limit=DEPTH, kinds=kinds, ranker=ranker)
            found = [hit.oid or hit.path for hit in search(session, question.text, options).hits]
            ranks[ranker].append(next((at for at, one in enumerate(found, 1) if one in right), 0))
            firsts.append(names.get(found[0], found[0]) if found else "nothing")
        at = "".join(f"{ranks[ranker][-1] or '-':>{len(ranker) + 2}}" for ranker in _RANKERS)
        instead = "" if ranks["default"][-1] == 1 else f"   (first: {firsts[0]})"
        lines.append(f"{at}   {question.text}{instead}")
    return "\n".join([*_heads(ranks), "".join(f"{ranker:>{len(ranker) + 2}}" for ranker in _RANKERS), *lines]) + "\n"


def _heads(ranks: dict[str, list[int]]) -> Iterator[str]:
    yield "Ranks of the first right answer, by bench/rank_stats.py; - = not among the first 50."
    for ranker, ours in ranks.items():
        figures = metrics_of(ours, KS)
        hits = "  ".join(f"hit@{k} {figures.hits[k]:.3f}" for k in KS)
        yield f"{ranker:10} {figures.cases} questions  {hits}  mrr {figures.mrr:.3f}"
    yield ""


def stats(folder: Path) -> str:
    """Build the history below `folder` and return the figures."""
    home = folder / "home"
    home.mkdir(parents=True)
    (home / "gitconfig").write_text("[user]\n\tname = Jane Doe\n\temail = jane@example.org\n[gc]\n\tauto = 0\n")
    environ = pinned_env(home)
    box = GitBox.init(folder / "shop", environ)
    oids = build(box, parse_corpus(CORPUS.read_text(encoding="utf-8")))
    return rank_all(str(box.path), environ, parse_questions(QUERIES.read_text(encoding="utf-8")), oids)


def main() -> None:
    """Print or update the figures."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--update", action="store_true", help=f"write {STATS.name}")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = stats(Path(os.path.realpath(folder)))
    if given.update:
        STATS.write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
