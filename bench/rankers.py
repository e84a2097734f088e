"""The ways to ask for commits that are compared: the installed commands, the same in process, and plain BM25.

Owns how each of them is set up and asked. Every ranker takes a clone and questions and gives oids, best first. Must
not know what is right.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import tantivy
from commit_scores import DEPTH

from kontext.errors import KontextError
from kontext.refresh import open_session
from kontext.refresh.care import reindex
from kontext.search import SearchOptions, search

WINDOW = 5000  # commits, as the default configuration has it
PLAIN = "plain"


class Answers(NamedTuple):
    """What a ranker gave: oids a question, seconds of set-up and a question, and failures in words."""

    oids: list[list[str]]
    setup: float
    each: list[float]
    failed: list[str]


Ranker = Callable[[Path, Sequence[str]], Answers]


def by_command(program: str, ranker: str, built: dict[Path, float]) -> Ranker:
    """The installed command: `kontext -C CLONE reindex`, then `kontext search QUERY …` once a question.

    `built` remembers the seconds of every index made, so that rankers that share an index build it once.
    """
    quiet = os.environ | {"KONTEXT_SKIP": "1"}

    def ask(clone: Path, questions: Sequence[str]) -> Answers:
        if clone not in built:
            began = time.perf_counter()
            subprocess.run([program, "-C", str(clone), "reindex"], check=True, capture_output=True, env=quiet)
            built[clone] = time.perf_counter() - began
        oids, each, failed = [], [], []
        for question in questions:
            argv = [program, "search", question, "--kind", "commit", "--json", "-n", str(DEPTH), "--ranker", ranker]
            began = time.perf_counter()
            done = subprocess.run(argv, capture_output=True, cwd=clone, env=quiet, check=False)
            each.append(time.perf_counter() - began)
            if done.returncode:
                failed.append(f"{question}: {done.stderr.decode(errors='replace').strip()}")
            oids.append([hit["oid"] for hit in json.loads(done.stdout)["hits"]] if not done.returncode else [])
        return Answers(oids, built[clone], each, failed)

    return ask


def in_process(ranker: str, built: dict[Path, float]) -> Ranker:
    """The service behind the command, without a process a question; `built` as in `by_command`."""

    def ask(clone: Path, questions: Sequence[str]) -> Answers:
        session = open_session(str(clone), os.environ, by="bench")
        if clone not in built:
            began = time.perf_counter()
            reindex(session)
            built[clone] = time.perf_counter() - began
        options = SearchOptions(now=int(time.time()), limit=DEPTH, kinds=("commit",), ranker=ranker)
        oids, each, failed = [], [], []
        for question in questions:
            began = time.perf_counter()
            try:
                oids.append([hit.oid for hit in search(session, question, options).hits])
            except KontextError as refused:
                failed.append(f"{question}: {refused.message}")
                oids.append([])
            each.append(time.perf_counter() - began)
        return Answers(oids, built[clone], each, failed)

    return ask


def plain(clone: Path, questions: Sequence[str]) -> Answers:
    """Tantivy as it comes: subject and body of the newest 5,000 commits in one field, its default tokenizer."""
    began = time.perf_counter()
    schema = tantivy.SchemaBuilder().add_text_field("oid", stored=True, tokenizer_name="raw").add_text_field("text")
    with tempfile.TemporaryDirectory() as folder:
        index = tantivy.Index(schema.build(), path=folder)
        writer = index.writer(50_000_000, 1)
        for oid, text in _messages(clone):
            writer.add_document(tantivy.Document(oid=oid, text=text))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        searcher = index.searcher()
        setup = time.perf_counter() - began
        oids, each = [], []
        for question in questions:
            began = time.perf_counter()
            words = " ".join(re.findall(r"[A-Za-z0-9]+", question.lower()))
            found = searcher.search(index.parse_query(words, ["text"]), DEPTH).hits
            oids.append([str(searcher.doc(address).get_first("oid")) for _, address in found])
            each.append(time.perf_counter() - began)
    return Answers(oids, setup, each, [])


def _messages(clone: Path) -> list[tuple[str, str]]:
    argv = ["git", "-C", str(clone), "log", "-z", "-n", str(WINDOW), "--format=%H%n%B"]
    raw = subprocess.run(argv, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    return [(oid, text) for oid, _, text in (one.partition("\n") for one in raw.split("\0")) if oid]


def rankers(names: Sequence[str], program: str) -> dict[str, Ranker]:
    """The rankers by name: `plain`, or a ranker of kontext; `program` "" asks in process."""
    made: dict[str, Ranker] = {}
    built: dict[Path, float] = {}
    for name in names:
        if name == PLAIN:
            made[name] = plain
        else:
            made[name] = by_command(program, name, built) if program else in_process(name, built)
    return made


def installed() -> str:
    """The `kontext` command beside this interpreter, which is started without a version manager's shim."""
    command = Path(sys.executable).parent / "kontext"
    if not command.exists():
        sys.exit(f"{command} is missing: make try installs it (or --in-process)")
    return str(command)
