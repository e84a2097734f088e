"""The budget programs choose fairly, count honestly and never touch what they are given."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

import budget_measures
import budgets
import hook_measures
import stopwatch
from budget_measures import Bench, Measure

from gitbox import GitBox


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """A file that changed twice, one that changed once, and a doc."""
    box.commit("Start", {"a.py": "total_of_the_cart = 1\n", "b.py": "x = 1\n", "notes.md": "# Notes\n"})
    box.commit("Change the sum", {"a.py": "total_of_the_cart = 2\n", "notes.md": "# Notes\n\nMore.\n"})
    box.commit("Drop", {"b.py": "x = 2\ntax_of_the_cart_total = 3\n"})
    box.commit("Change it again", {"a.py": "total_of_the_cart = 3\n"})
    return box


def test_a_budget_is_kept_up_to_its_allowance() -> None:
    assert Measure("m", 5.0, 5.0, "").kept
    missed = Measure("m", 10.1, 5.0, "twice")
    assert not missed.kept and missed.ratio == pytest.approx(2.02)
    assert budgets.row(missed).startswith("MISSED  2.02") and budgets.row(missed).endswith("m: twice")
    assert Measure("none allowed", 0, 0, "").kept and Measure("none allowed", 1, 0, "").ratio == 0.0


def test_the_busiest_source_file_is_asked_about(shop: GitBox) -> None:
    assert budget_measures.busiest_file(shop.path) == "a.py"


def test_lines_are_drawn_the_same_every_time_and_say_something(shop: GitBox) -> None:
    drawn = list(budget_measures.drawn_lines(shop.path, 20))
    assert drawn == list(budget_measures.drawn_lines(shop.path, 20))
    assert set(drawn) == {("a.py", 1), ("b.py", 2)}


def test_only_the_scratch_clone_is_written_to(shop: GitBox, tmp_path: Path) -> None:
    clone = budgets.scratch_clone(shop.path, tmp_path / "scratch", None)
    index = clone / ".git" / "kontext"
    index.mkdir()
    (index / "part").write_bytes(b"x" * 2_000_000)
    bench = Bench(clone, "sum", 1)
    assert budget_measures.index_size(bench) == 2.0
    budget_measures.remove_index(clone)
    assert not index.exists()
    assert not (shop.path / ".git" / "kontext").exists()
    with pytest.raises(SystemExit, match="has 4 commits, the budget is for 5000"):
        budgets.scratch_clone(shop.path, tmp_path / "second", 5000)


def test_rounds_are_interleaved_after_one_that_does_not_count(tmp_path: Path) -> None:
    order: list[str] = []
    programs = {
        name: stopwatch.Program((sys.executable, "-c", "pass"), tmp_path, before=lambda name=name: order.append(name))
        for name in ("a", "b")
    }
    took = stopwatch.medians(programs, 2)
    assert order == ["a", "b"] * 3
    assert took.keys() == {"a", "b"} and all(value > 0 for value in took.values())


def test_a_program_that_fails_ends_the_measurement(tmp_path: Path) -> None:
    argv = (sys.executable, "-c", "import sys; sys.exit('no such thing')")
    assert not stopwatch.works(argv, tmp_path)
    with pytest.raises(SystemExit, match="no such thing"):
        stopwatch.seconds(stopwatch.Program(argv, tmp_path))
    with pytest.raises(SystemExit, match="no such thing"):
        stopwatch.output(argv, tmp_path)


def test_programs_run_with_bytecode_and_without_background_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    env = stopwatch.environment()
    assert "PYTHONDONTWRITEBYTECODE" not in env
    assert env["KONTEXT_SKIP"] == "1"
    assert env["PATH"].startswith(str(Path(sys.executable).parent))


def test_hooks_are_copied_as_an_installer_writes_them(tmp_path: Path) -> None:
    hooks = hook_measures.Hooks(Bench(tmp_path, "sum", 1), tmp_path / "hooks")
    copied = {hook.name: hook for hook in hooks.folders["default"].iterdir()}
    assert set(copied) == {"commit-msg", "post-checkout", "post-commit", "post-merge", "post-rewrite"}
    text = copied["post-commit"].read_text()
    assert f"python='{sys.executable}'" in text and "@PYTHON@" not in text
    assert copied["post-commit"].stat().st_mode & 0o100
    assert {hook.name for hook in hooks.folders["checks"].iterdir()} > set(copied)
