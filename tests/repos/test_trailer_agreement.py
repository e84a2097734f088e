"""The verdict on generated messages, held against what `git log` reads in a fresh clone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gitbox import GitBox
from kontext.checks.cleanup import STRIP, WHITESPACE, Cleanup, clean
from kontext.checks.messages import Judge, check_message
from kontext.checks.named import Records
from kontext.config import load_config
from kontext.model import Entry
from kontext.trailers import parse_texts
from records_box import repo_of

# `#` takes the place of a number that no other line of the run has.
LINES = [
    *["", "", "", "prose of the body", "Fixes #", "Decision: rec-#", "Decision: rec-#", "Decision: rec-#"],
    *["decision:rec-#", "Decision : rec-#", "Incident: rec-#", "Signed-off-by: A <a@e.org>", "Reviewed-by: B"],
    *[
        "Reviewed by: B",
        "BREAKING CHANGE: all",
        "BREAKING-CHANGE: all",
        "https://example.org/#",
        "---",
        "----",
        "--- x",
    ],
    *["  folded", "\tfolded", "  Decision: rec-#", "- Decision: rec-#", "Decision=rec-#", "Décision: rec-#"],
    *["The decision: rec-#", "Decision_id: rec-#", "Decision: none (rec-#)", "Decision:", "# a comment", "; a comment"],
    *["Conflicts:", "(cherry picked from commit abc)", "größer: als", "Decision: rec-#\r", "ends in blanks  ", " "],
    *["# ------------------------ >8 ------------------------", "Decision: a whole sentence", ": x", "-x: y"],
]
COUNT = 120  # messages in one repository: each example costs a clone


def store(box: GitBox, name: str, messages: list[str]) -> None:
    """One commit a message on a branch, through one process."""
    stream = []
    for number, message in enumerate(messages, 1):
        data = message.encode("utf-8", "surrogateescape")
        who = f"A <a@e.org> {1_700_000_000 + number} +0000"
        head = f"commit refs/heads/{name}\ncommitter {who}\ndata {len(data)}\n".encode()
        stream.append(head + data + b"\n")
    box.git("fast-import", "--quiet", data=b"".join(stream))


def log_reads(clone: GitBox, name: str) -> list[list[tuple[str, str]]]:
    """The trailers of each commit of a branch, oldest first, as a fresh clone reads them."""
    spec = "%x01%(trailers:only,unfold,separator=%x02,key_value_separator=%x03)"
    raw = clone.git("log", "--reverse", "--topo-order", f"--format={spec}", f"origin/{name}")
    found = []
    for block in raw.split("\x01")[1:]:
        pairs = (item.strip("\n").partition("\x03") for item in block.strip("\n").split("\x02") if item.strip("\n"))
        found.append([(token.strip(), " ".join(value.split())) for token, _, value in pairs])
    return found


def ids_in(texts: Iterable[str]) -> set[str]:
    """The first numbered id of each of some lines or values."""
    return {match[0] for text in texts if (match := re.search(r"rec-\d+", text))}


def named(trailers: list[tuple[str, str]]) -> set[str]:
    own = [value for token, value in trailers if token.lower() in ("decision", "incident")]
    return ids_in(value for value in own if value.startswith(("rec-", "none (rec-")))


def made(random: Random) -> list[tuple[str, Cleanup]]:
    """Messages of lines taken at random, each with the way it is cleaned."""
    number = 0
    messages = []
    for _ in range(COUNT):
        lines = ["Subject", *random.choices(LINES, k=random.randint(1, 9))]
        for at, line in enumerate(lines):
            if "#" in line[1:]:
                number += 1
                lines[at] = line[0] + line[1:].replace("#", str(number))
        cleanup = Cleanup(random.choice([STRIP, WHITESPACE]), random.choice("##;"))
        messages.append(("\n".join(lines) + "\n", cleanup))
    return messages


@given(st.integers(0, 1 << 32))
@settings(max_examples=2, deadline=None, phases=[Phase.explicit, Phase.generate])
def test_a_fresh_clone_reads_what_was_said(
    tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str], seed: int
) -> None:
    box = GitBox.init(tmp_path_factory.mktemp("agree"), git_env)
    # What this clone is told must not count.
    box.git("config", "trailer.separators", "=:")
    box.git("config", "trailer.decision.key", "Decision")
    repo, messages = repo_of(box), made(Random(seed))
    config = load_config(repo, (), {})
    records = Records(lambda: [Entry(f"rec-{n}", "decision", "", f"docs/adr/rec-{n}.md") for n in range(2000)])
    judge = Judge(config, records)
    stored = [clean(message, cleanup) for message, cleanup in messages]
    ours = parse_texts(repo, [one.text for one in stored])
    unread = [judge.unread(one, read, False) for one, read in zip(stored, ours, strict=True)]
    wrong = [at for at, found in enumerate(unread) if found and at < 25]
    verdicts = {at: check_message(repo, messages[at][0], records, config, cleanup=messages[at][1]) for at in wrong}
    fixed = [one.corrected for one in verdicts.values() if one.corrected]
    store(box, "stored", [one.text for one in stored])
    store(box, "fixed", fixed)
    clone = clone_of(box, Path(tmp_path_factory.mktemp("clone")), git_env)
    theirs = log_reads(clone, "stored")
    assert [[(t.token, " ".join(t.value.split())) for t in read] for read in ours] == theirs
    for one, read, found in zip(stored, theirs, unread, strict=True):
        meant = ids_in(line for line in one.lines if re.match(r"(?i)(?:decision|incident) ?:", line))
        told = ids_in(line.text for line in found)
        assert meant - named(read) <= told, one.text
        assert not told & named(read), one.text
    offered = [verdict for verdict in verdicts.values() if verdict.corrected]
    assert len(offered) > 5
    for verdict, read in zip(offered, log_reads(clone, "fixed"), strict=True):
        wanted = ids_in(one.trailer[1] for one in verdict.unread if one.reason != "comment")
        assert wanted <= named(read), verdict.corrected


def clone_of(box: GitBox, folder: Path, git_env: dict[str, str]) -> GitBox:
    clone = GitBox(folder / "c", git_env)
    clone.path.mkdir()
    clone.git("clone", "-q", "--no-checkout", "--no-local", str(box.path), ".")
    return clone
