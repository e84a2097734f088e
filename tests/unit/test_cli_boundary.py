"""The error boundary: one sentence, its remedy, its exit status, and never a stack trace."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.cli.boundary import guard
from kontext.errors import ConfigError, KontextError, NotARepository, UsageError


def failing(error: BaseException):
    def command(argv: list[str]) -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (UsageError("wrong", "do it\nso"), 129, "kontext: wrong\n  do it\n  so\n"),
        (NotARepository("not a git repository", ""), 128, "kontext: not a git repository\n"),
        (ConfigError("bad", "", "x.yaml", 3), 2, "kontext: x.yaml:3: bad\n"),
        (KontextError("p\udcff"), 3, "kontext: p\ufffd\n"),
        (KeyboardInterrupt(), 130, ""),
        (SystemExit(0), 0, ""),
        (SystemExit(None), 0, ""),
        (SystemExit(7), 7, ""),
    ],
)
def test_every_error_has_its_words_and_status(
    error: BaseException, status: int, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert guard(failing(error), []) == status
    assert capfd.readouterr() == ("", said)


def test_usage_errors_of_kontext_itself_exit_2() -> None:
    assert guard(failing(UsageError("wrong")), [], 2) == 2
    assert guard(lambda argv: len(argv), ["a", "b"]) == 2


class Panic(BaseException):
    """As the search engine raises it: no Exception."""


@pytest.mark.parametrize("error", [ValueError("broken"), Panic("broken")])
def test_the_unexpected_goes_to_a_report_beside_the_index(
    error: BaseException, box: GitBox, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(box.path)
    assert guard(failing(error), ["--json", "x y"]) == 3
    out, said = capfd.readouterr()
    assert out == ""
    assert said.startswith(f"kontext: unexpected {type(error).__name__}; the details are in ")
    assert said.count("\n") == 1
    report = Path(said.partition(" are in ")[2].strip())
    assert report.parent == box.path / ".git" / "kontext"
    text = report.read_text()
    assert "arguments: ['--json', 'x y']" in text
    assert "broken" in text
    assert "Traceback" in text


def test_outside_a_repository_the_report_goes_to_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert guard(failing(ValueError()), []) == 3
    report = Path(capfd.readouterr().err.partition(" are in ")[2].strip())
    assert report.is_file()
    assert tmp_path in report.parents


def test_a_reader_that_leaves_is_no_error(capfd: pytest.CaptureFixture[str]) -> None:
    saved = os.dup(1)
    try:
        assert guard(failing(BrokenPipeError()), []) == 141
    finally:
        os.dup2(saved, 1)
        os.close(saved)
    assert capfd.readouterr().err == ""
