"""Command lines: words between options, what stands after --, and errors in our own words."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kontext.cli.hot import log_parser, search_parser, why_parser
from kontext.cli.parser import Parser
from kontext.errors import GitError, UsageError


def test_words_keep_their_order_between_options() -> None:
    given = why_parser("git why").read(["a", "--json", "b", "-n", "3", "c", "--rev=v1"])
    assert given.words == ["a", "b", "c"]
    assert (given.options.json, given.options.limit, given.options.rev) == (True, 3, "v1")
    assert given.after is None


def test_what_follows_two_dashes_is_kept_apart() -> None:
    given = why_parser("git why").read(["-L", "1,2", "--", "-odd:1", "--json"])
    assert (given.words, given.after) == ([], ["-odd:1", "--json"])
    assert given.options.ranges == ["1,2"]
    assert not given.options.json
    assert why_parser("git why").read(["--"]).after == []


@pytest.mark.parametrize("value", ["1,5", ":total", "/^def/,+3", "^/x/"])
def test_ranges_are_taken_as_git_takes_them(value: str) -> None:
    assert why_parser("git why").read(["-L", value, "f"]).options.ranges == [value]
    assert why_parser("git why").read([f"-L{value}", "f"]).options.ranges == [value]


def test_color_alone_means_always_and_takes_no_word() -> None:
    given = why_parser("git why").read(["--color", "always.py"])
    assert (given.options.color, given.words) == ("always", ["always.py"])
    assert why_parser("git why").read(["--color=never"]).options.color == "never"


def test_lists_are_repeatable_and_split_at_commas() -> None:
    given = search_parser("git kx-search").read(["--kind", "decision,commit", "x", "--kind=doc", "--source", "local"])
    assert given.options.kinds == ["decision", "commit", "doc"]
    assert given.options.sources == ["local"]
    assert search_parser("git kx-search").read(["x"]).options.kinds == []


def test_a_query_may_exclude_words() -> None:
    parser = search_parser("git kx-search")
    assert parser.read(["cents", "-float"], dashed_words=True).words == ["cents", "-float"]
    for wrong in ("--float", "-q", "-1"):
        with pytest.raises(UsageError, match="unknown option"):
            parser.read(["cents", wrong], dashed_words=True)
    assert parser.read(["cents", "--", "--float"], dashed_words=True).after == ["--float"]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--bogus"], "unknown option '--bogus'"),
        (["x", "-q"], "unknown option '-q'"),
        (["-n", "0", "x"], "is not a number of things"),
        (["-n", "many", "x"], "is not a number of things"),
        (["-n"], "expected one argument"),
        (["--color=blue"], "invalid choice"),
    ],
)
def test_errors_name_the_remedy(argv: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        why_parser("git why").read(argv)
    assert caught.value.remedy == "git why -h lists the options"


def test_c_changes_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep").mkdir()
    why_parser("git why").read(["-C", "deep", "x"])
    assert os.path.samefile(os.getcwd(), tmp_path / "deep")
    with pytest.raises(GitError, match="cannot change to 'nowhere'"):
        why_parser("git why").read(["-C", "nowhere", "x"])


def test_help_has_an_example_under_every_name(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("git why", "git kx-why", "kontext why"):
        with pytest.raises(SystemExit) as stop:
            why_parser(name).read(["-h"])
        assert stop.value.code == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"usage: {name} [options] TARGET...")
        assert f"example:\n  {name} src/billing/cart.py:42" in shown
        assert max(map(len, shown.splitlines())) <= 100


@pytest.mark.parametrize("make", [why_parser, search_parser, log_parser])
def test_help_fits_a_terminal(make: Callable[[str], Parser]) -> None:
    lines = make("git kx-search").format_help().splitlines()
    assert len(lines) > 20
    assert [line for line in lines if len(line) > 80] == []
