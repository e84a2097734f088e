"""Make judged cases of commit search from repositories that keep release notes.

    python bench/make_commit_cases.py [--clones FOLDER] [--out bench/cases/commits_own.jsonl] [--repo OWNER/NAME]

The recipe (bench/README.md) is applied blindly, with a fixed seed, and nothing is dropped once a score was seen. One
JSON object a line: id, repo, rev (the pin), query, truth (oids), truth_merges, overlap_subject, overlap_message,
note_in_diff.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from clones import CLONES, Repository, at_pin, load_repositories
from release_notes import Item, content_words, fragment_item, iter_items, overlap, question
from ticket_history import TicketHistory, Truth

SEED = 20261130
MOST_TICKETS = 3  # of one item
MOST_OVERLAP = 0.7  # with the subject of a right commit: more would only ask for what is written there
MOST_CASES = 14  # of one repository, so that none outweighs the others
HERE = Path(__file__).parent


class Candidate(NamedTuple):
    """An item that became a question with an answer."""

    query: str
    truth: Truth
    tickets: tuple[int, ...]


def main() -> None:
    """Write the cases of every repository in bench/repositories.json."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--clones", type=Path, default=CLONES, help="folder of clones, OWNER+NAME each")
    asked.add_argument("--out", type=Path, default=HERE / "cases" / "commits_own.jsonl")
    asked.add_argument("--repo", action="append", help="only this owner/name")
    asked.add_argument("--most", type=int, default=MOST_CASES, help="cases a repository")
    given = asked.parse_args()
    lines = []
    for repository in load_repositories():
        if given.repo and repository.repo not in given.repo:
            continue
        history = TicketHistory(at_pin(given.clones, repository.repo, repository.pin), repository.repo, repository.pin)
        found = candidates(history, repository)
        chosen = sample(found, given.most, repository.repo)
        print(f"{repository.repo:24} {len(found):4} candidates {len(chosen):3} cases", file=sys.stderr)
        lines += [case_line(number, one, history, repository) for number, one in enumerate(chosen)]
    text = "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines)
    given.out.write_text(text, encoding="utf-8")


def candidates(history: TicketHistory, repository: Repository) -> list[Candidate]:
    """Every item of the notes that is a fair question: few tickets, an answer in the window, no copied subject."""
    made: list[Candidate] = []
    taken: set[int] = set()
    queries: set[str] = set()
    for item in read_items(history, repository):
        if not 0 < len(item.tickets) <= MOST_TICKETS or taken.intersection(item.tickets):
            continue
        query = question(item.text)
        if not query or query in queries:
            continue
        truth = history.truth(item.tickets)
        if not truth.commits or subject_overlap(history, query, truth) > MOST_OVERLAP:
            continue
        taken.update(item.tickets)
        queries.add(query)
        made.append(Candidate(query, truth, item.tickets))
    return made


def read_items(history: TicketHistory, repository: Repository) -> Iterator[Item]:
    """The items of every notes file and fragment folder of a repository, in order."""
    for path in repository.notes:
        yield from iter_items(head_of(history.show(path), repository.until), repository.repo)
    for folder in repository.fragments:
        for name in history.files(folder):
            item = fragment_item(name, history.show(f"{folder}/{name}"), repository.repo)
            if item is not None:
                yield item


def head_of(text: str, until: str) -> str:
    """The text above the first line that starts with `until` (all of it when that is "")."""
    return text.split(f"\n{until}", 1)[0] if until else text


def sample(found: list[Candidate], most: int, repo: str) -> list[Candidate]:
    """At most `most` of them, drawn by seed and ticket (one item more changes no other draw), in the notes' order."""

    def lot(place: int) -> str:
        return hashlib.sha256(f"{SEED}:{repo}:{found[place].tickets}".encode()).hexdigest()

    return [found[place] for place in sorted(sorted(range(len(found)), key=lot)[:most])]


def subject_overlap(history: TicketHistory, query: str, truth: Truth) -> float:
    """The largest overlap of the question with the subject of a right commit."""
    return max(overlap(query, history.commits[oid].subject) for oid in truth.commits)


def message_overlap(history: TicketHistory, query: str, truth: Truth) -> float:
    """The largest share of the question's words that a right commit's whole message holds."""
    words = content_words(query)
    said = [history.commits[oid] for oid in truth.commits]
    return max(len(words & content_words(f"{one.subject} {one.body}")) / len(words) for one in said)


def case_line(number: int, one: Candidate, history: TicketHistory, repository: Repository) -> dict[str, Any]:
    """The case as it is written."""
    places = (*repository.notes, *(f"{folder}/" for folder in repository.fragments))
    touched = [path for oid in one.truth.commits for path in history.commits[oid].files]
    name = repository.repo.partition("/")[2]
    return {
        "id": f"{name}-{number:02}",
        "repo": repository.repo,
        "rev": repository.pin,
        "query": one.query,
        "truth": list(one.truth.commits),
        "truth_merges": list(one.truth.merges),
        "overlap_subject": round(subject_overlap(history, one.query, one.truth), 2),
        "overlap_message": round(message_overlap(history, one.query, one.truth), 2),
        "note_in_diff": any(path.startswith(places) for path in touched),
    }


if __name__ == "__main__":
    main()
