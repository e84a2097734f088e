"""Random histories of records that are added, edited and moved: the timeline finds where each began."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitbox import GitBox
from kontext.git.repo import open_repo
from kontext.timeline.origins import find_origins

PLACES = [f"{folder}{name}.md" for folder in ("adr/", "notes/deep/", "") for name in ("0001-a", "0002-b", "0003-c")]
STEP = st.tuples(st.sampled_from(("add", "move", "edit")), st.integers(0, 8), st.integers(0, 8))


def content(record: int, edits: int) -> str:
    """Text that no two records share, hardly changed by an edit, long enough for Git to see a rewrite."""
    lines = [f"{record} {'abcdefgh'[record % 8] * 8} {number * (record + 3)}\n" for number in range(60)]
    return "".join([f"# Record {record}\n", *lines, *(f"edit {number}\n" for number in range(edits))])


def history(steps: list[tuple[str, int, int]]) -> Iterator[tuple[dict[str, str], dict[str, int]]]:
    """All files after each commit, and the number of the record at each name."""
    held: dict[str, int] = {}
    edits: dict[int, int] = {}
    for what, first, second in steps:
        names = sorted(held)
        free = [name for name in PLACES if name not in held]
        if what == "add" and free:
            record = len(edits)
            held[free[first % len(free)]] = record
            edits[record] = 0
        elif what == "edit" and names:
            edits[held[names[first % len(names)]]] += 1
        elif what == "move" and names and free:
            held[free[second % len(free)]] = held.pop(names[first % len(names)])
        yield {name: content(record, edits[record]) for name, record in held.items()}, dict(held)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEP, min_size=2, max_size=14))
def test_every_record_is_traced_to_the_commit_that_added_it(
    tmp_path: Path, git_env: dict[str, str], steps: list
) -> None:
    box = GitBox.init(Path(tmp_path, str(abs(hash(str(steps))))), git_env)
    born: dict[int, int] = {}
    held: dict[str, int] = {}
    stream = []
    for mark, (files, held) in enumerate(history(steps), 1):
        for record in held.values():
            born.setdefault(record, mark)
        who = f"Jane Doe <jane@example.org> {1_700_000_000 + mark} +0000"
        stream.append(f"commit refs/heads/main\nmark :{mark}\nauthor {who}\ncommitter {who}\ndata 1\n.\ndeleteall\n")
        for name, text in files.items():
            stream.append(f"M 644 inline {name}\ndata {len(text)}\n{text}\n")
    marks = box.path / ".git" / "marks"
    box.git("fast-import", "--quiet", f"--export-marks={marks}", data="".join(stream).encode())
    oids = dict(line[1:].split() for line in marks.read_text().splitlines())
    found = find_origins(open_repo(str(box.path), box.env), held)
    assert {name: one.oid for name, one in found.items()} == {name: oids[str(born[held[name]])] for name in held}
