"""kontext/trailers.py: both ways of asking, and that they agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitbox import GitBox
from kontext import process
from kontext.errors import UsageError
from kontext.git.repo import Repo, open_repo
from kontext.model import Trailer
from kontext.trailers import append_trailer, looks_like_trailer_lines, parse_many, parse_texts, parse_trailers

D = Trailer("Decision", "x")

MESSAGES: dict[str, tuple[str, tuple[Trailer, ...]]] = {
    "one": ("S\n\nbody\n\nDecision: x\n", (D,)),
    "several": (
        "S\n\nDecision: x\nDecision: y\nSigned-off-by: A <a>\n",
        (D, Trailer("Decision", "y"), Trailer("Signed-off-by", "A <a>")),
    ),
    "subject only": ("Decision: x\n", ()),
    "no blank line before": ("S\n\nbody\nDecision: x\n", ()),
    "prose beside it": ("S\n\nDecision: x\nmore words\n", ()),
    "a quarter with a sign-off": ("S\n\na\nb\nDecision: x\nSigned-off-by: A\n", (D, Trailer("Signed-off-by", "A"))),
    "two blocks": ("S\n\nDecision: x\n\nSigned-off-by: A\n", (Trailer("Signed-off-by", "A"),)),
    "folded": ("S\n\nDecision: long\n  value\n", (Trailer("Decision", "long value"),)),
    "blank before the colon": ("S\n\nDecision : x\n", (D,)),
    "lower case": ("S\n\ndecision:x\n", (Trailer("decision", "x"),)),
    "windows line ends": ("S\r\n\r\nbody\r\n\r\nDecision: x\r\n", (D,)),
    "token with a blank": ("S\n\nThe decision: x\n", ()),
    "equals sign": ("S\n\nDecision=x\n", ()),
    "divider in the body": ("S\n\n---\n\nDecision: x\n", (D,)),
    "address": ("S\n\nhttps://example.org/x\nDecision: x\n", (Trailer("https", "//example.org/x"), D)),
    "empty value": ("S\n\nDecision:\n", (Trailer("Decision", ""),)),
    "colons in the value": ("S\n\nDecision: kx:decision/a: b\n", (Trailer("Decision", "kx:decision/a: b"),)),
    "not ascii": ("S\n\nDecision: prečo\n", (Trailer("Decision", "prečo"),)),
    "cherry-picked": ("S\n\nDecision: x\n(cherry picked from commit abc)\n", (D,)),
    "nothing": ("S\n\nbody\n", ()),
}


def repo_of(box: GitBox) -> Repo:
    return open_repo(str(box.path), box.env)


def store(box: GitBox, message: bytes) -> str:
    """A commit with exactly this message."""
    tree = box.git("hash-object", "-t", "tree", "-w", "--stdin", data=b"")
    who = "A <a@e.org> 1700000000 +0000"
    raw = f"tree {tree}\nauthor {who}\ncommitter {who}\n\n".encode() + message
    return box.git("hash-object", "-t", "commit", "-w", "--stdin", data=raw)


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message(box: GitBox, name: str) -> None:
    message, expected = MESSAGES[name]
    assert parse_trailers(repo_of(box), message) == expected


def test_many_commits_agree_with_their_messages(box: GitBox) -> None:
    oids = {name: store(box, message.encode()) for name, (message, _) in MESSAGES.items()}
    found = parse_many(repo_of(box), [*oids.values(), "f" * 40, "junk"])
    assert {name: found[oid] for name, oid in oids.items()} == {name: want for name, (_, want) in MESSAGES.items()}
    assert set(found) == set(oids.values())
    assert parse_many(repo_of(box), []) == {}


def test_settings_that_would_only_hold_in_this_clone_are_left_out(box: GitBox) -> None:
    box.git("config", "trailer.separators", "=#")
    oid = store(box, b"S\n\nDecision: x\n")
    assert parse_trailers(repo_of(box), "S\n\nDecision: x\n") == (D,)
    assert parse_trailers(repo_of(box), "S\n\nDecision= x\nA: b\n") == ()
    assert parse_many(repo_of(box), [oid]) == {oid: (D,)}


def test_undecodable_values_survive(box: GitBox) -> None:
    oid = store(box, b"S\n\nDecision: caf\xe9\n")
    value = b"caf\xe9".decode("utf-8", "surrogateescape")
    assert parse_many(repo_of(box), [oid]) == {oid: (Trailer("Decision", value),)}
    assert parse_trailers(repo_of(box), f"S\n\nDecision: {value}\n") == (Trailer("Decision", value),)


def test_nothing_is_started_where_no_line_looks_like_a_trailer(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = repo_of(box)
    monkeypatch.setattr(process, "run", None)
    assert parse_trailers(repo, "Subject: with a colon\n\nprose with a colon: here\n- item: x\n") == ()


@pytest.mark.parametrize("name", [name for name, (_, trailers) in MESSAGES.items() if trailers])
def test_what_has_trailers_looks_like_it(name: str) -> None:
    assert looks_like_trailer_lines(MESSAGES[name][0])


@pytest.mark.parametrize("message", ["", "S", "S\n\nbody", "Type: subject\n\nbody", "S\n\n  indented: x", "S\n\n*x: y"])
def test_what_cannot_have_any_does_not(message: str) -> None:
    assert not looks_like_trailer_lines(message)


LINES = st.lists(
    st.sampled_from(
        [
            "",
            "",
            "Subject",
            "prose",
            "Decision: x",
            "Decision:y",
            " folded",
            "Signed-off-by: A",
            "---",
            "a b: c",
            "Key-1 : v",
            "X=y",
        ]
    ),
    min_size=1,
    max_size=9,
)


@given(st.lists(LINES, min_size=20, max_size=40))
@settings(max_examples=3, deadline=None)
def test_both_ways_agree_and_the_filter_loses_nothing(
    tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str], messages: list[list[str]]
) -> None:
    box = GitBox.init(tmp_path_factory.mktemp("agree"), git_env)
    repo = repo_of(box)
    texts = {store(box, text.encode()): text for text in ("S\n" + "\n".join(lines) + "\n" for lines in messages)}
    found = parse_many(repo, texts)
    assert {oid: parse_trailers(repo, text) for oid, text in texts.items()} == found


def test_many_texts_are_read_as_one_by_one(box: GitBox) -> None:
    repo = repo_of(box)
    texts = [message for message, _ in MESSAGES.values()] * 25
    assert parse_texts(repo, texts) == [trailers for _, trailers in MESSAGES.values()] * 25
    assert parse_texts(repo, []) == []


def test_no_token_of_this_clone_counts(box: GitBox) -> None:
    box.git("config", "trailer.decision.key", "Decision")
    repo = repo_of(box)
    mixed = "S\n\nprose\nprose\nDecision: x\n"
    assert parse_trailers(repo, mixed) == ()
    assert parse_texts(repo, [mixed, "S\n\nDecision: x\n"]) == [(), (D,)]


def test_commits_are_read_as_every_other_clone_reads_them(box: GitBox) -> None:
    messages = ["S\n\nDecision: x\nFixes #3\n", "S\n\nDecision: long\n  value\n", "S\n"]
    oids = [box.commit(message, {"a": str(at)}) for at, message in enumerate(messages)]
    before = parse_many(repo_of(box), oids)
    assert before == {oids[0]: (), oids[1]: (Trailer("Decision", "long value"),), oids[2]: ()}
    box.git("config", "trailer.decision.key", "Ruling")
    box.git("config", "trailer.fixes.key", "Fixes #")
    assert parse_many(repo_of(box), [*oids, "0" * 40]) == before


def test_blank_lines_above_the_subject_do_not_count(box: GitBox) -> None:
    assert parse_trailers(repo_of(box), "\n \nDecision: x\n") == ()


CUT = "# ------------------------ >8 ------------------------\ndiff --git a b\n"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("S\n", "S\n\nDecision: x\n"),
        ("S\n\nbody\n", "S\n\nbody\n\nDecision: x\n"),
        ("S\n\nReviewed-by: A\n", "S\n\nReviewed-by: A\nDecision: x\n"),
        ("S\n\nDecision: x\n", "S\n\nDecision: x\n"),
        ("S\n\nDecision: x y\n", "S\n\nDecision: x y\nDecision: x\n"),
        ("S\n\nbody\n\n# Please enter the message\n", "S\n\nbody\n\nDecision: x\n\n# Please enter the message\n"),
        (f"S\n{CUT}", f"S\n\nDecision: x\n{CUT}"),
        ("S\n\n---\nnotes\n", "S\n\n---\nnotes\n\nDecision: x\n"),
        ("Größe\n\nReviewed-by: Ä\n", "Größe\n\nReviewed-by: Ä\nDecision: x\n"),
    ],
)
def test_one_more_trailer(box: GitBox, message: str, expected: str) -> None:
    assert append_trailer(repo_of(box), message, "Decision", "x") == expected
    assert append_trailer(repo_of(box), expected, "Decision", "x") == expected


def test_one_more_trailer_above_other_comments(box: GitBox) -> None:
    message = "S\n\nbody\n\n; Please enter the message\n"
    expected = "S\n\nbody\n\nDecision: x\n\n; Please enter the message\n"
    assert append_trailer(repo_of(box), message, "Decision", "x", ";") == expected


@pytest.mark.parametrize(
    ("token", "value"), [("De cision", "x"), ("Décision", "x"), ("", "x"), ("A", " "), ("A", "b\nc")]
)
def test_what_cannot_be_a_trailer_is_refused(box: GitBox, token: str, value: str) -> None:
    with pytest.raises(UsageError, match="cannot be a trailer"):
        append_trailer(repo_of(box), "S\n", token, value)
