"""Every command from the command line: what it prints, where it complains, how it exits."""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Callable

import pytest

from gitbox import GitBox
from kontext.cli.app import git_command, main

Done = namedtuple("Done", "returncode stdout stderr")
Run = Callable[..., Done]


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    """A repository with a doc, and code that a commit explains."""
    box.commit("Introduce the cart", {"src/cart.py": "total = 1.0\n", "README.md": "# Shop\n\nSells things.\n"})
    box.commit(
        "Replace float prices by integer cents\n\nFloats broke VAT rounding, so that invoices were wrong.\n",
        {"src/cart.py": "total = 100\n"},
    )
    return box


@pytest.fixture
def run(shop: GitBox, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run `kontext …`, or a Git command when the first word is its name, as the installed scripts do."""
    names = {"git-why": "why", "git-kx-search": "search"}

    def call(*argv: str, cwd: str = ".", **env: str) -> Done:
        monkeypatch.chdir(shop.path / cwd)
        for name, value in ({"KONTEXT_SKIP": "1"} | env).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr("sys.argv", list(argv) if argv[0] in names else ["kontext", *argv])
        status = git_command(names[argv[0]], argv[0].replace("-", " ", 1)) if argv[0] in names else main()
        return Done(status, *capfd.readouterr())

    return call


def test_why_answers_with_the_reason(run: Run, shop: GitBox) -> None:
    done = run("git-why", "src/cart.py:1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Floats broke VAT rounding" in done.stdout
    assert f"from {shop.head[:7]}" in done.stdout


def test_why_in_every_form(run: Run, shop: GitBox) -> None:
    answer = json.loads(run("git-why", "cart.py:1", "--json", cwd="src").stdout)
    assert answer["target"]["path"] == "src/cart.py"
    assert answer["lines"][0]["oid"] == shop.head
    lines = run("git-why", "src/cart.py:1", "--porcelain").stdout.splitlines()
    assert lines[0] == "target\tlines\tsrc/cart.py\t1\t1\t\tsrc/cart.py:1"
    assert lines[-1] == "end"
    assert run("git-why", "src/cart.py:1", "--porcelain", "-z").stdout.startswith("target\0lines\0src/cart.py\0")
    assert run("git-why", "src/cart.py:1", "README.md:1", "--oneline").stdout.count("\n") == 2
    assert len(run("git-why", "src/cart.py:1", "HEAD", "--json").stdout.splitlines()) == 2


def test_options_force_a_meaning(run: Run) -> None:
    assert json.loads(run("git-why", "--json", "-L", "1,1", "src/cart.py").stdout)["target"]["kind"] == "lines"
    assert json.loads(run("git-why", "--json", "--", "src/cart.py").stdout)["target"]["kind"] == "path"
    assert json.loads(run("git-why", "--json", "--commit", "main").stdout)["commit"]["subject"].startswith("Replace")
    old = json.loads(run("git-why", "--json", "--rev", "HEAD~1", "src/cart.py:1").stdout)
    assert old["lines"][0]["subject"] == "Introduce the cart"


@pytest.mark.parametrize(
    ("argv", "status", "said"),
    [
        (("git-why",), 129, "nothing to explain"),
        (("git-why", "--bogus"), 129, "unknown option '--bogus'"),
        (("git-why", "src/cart.py:99"), 128, "src/cart.py has 1 line"),
        (("git-why", "src/nope.py:1"), 128, "no file src/nope.py"),
        (("git-why", "--rev", "nope", "README.md"), 128, "no commit is named 'nope'"),
        (("git-why", "--json", "--porcelain", "x"), 129, "exclude each other"),
        (("git-why", "-z", "x"), 129, "-z goes with --porcelain"),
        (("git-why", "a", "--", "b"), 129, "before and after --"),
        (("git-kx-search",), 129, "nothing to search for"),
        (("git-kx-search", "kind:decison", "x"), 129, "unknown kind 'decison'"),
        (("git-kx-search", "--source", "nobody", "x"), 129, "unknown source 'nobody'"),
        (("search", "kind:decison", "x"), 2, "unknown kind 'decison'"),
        (("why",), 2, "nothing to explain"),
        (("nonsense",), 2, "nonsense"),
        (("status", "--bogus"), 2, "--bogus"),
        (("config", "get", "no.key"), 2, "unknown key 'no.key'"),
        (("config", "set", "why.limit", "many", "--in", "clone"), 2, "why.limit"),
        (("completion", "tcsh"), 2, "no completion for 'tcsh'"),
        (("eval", "missing.json"), 2, "missing.json"),
        (("-C", "nowhere", "status"), 128, "cannot change to 'nowhere'"),
    ],
)
def test_errors_are_one_sentence_on_stderr(run: Run, argv: tuple[str, ...], status: int, said: str) -> None:
    done = run(*argv)
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("kontext: ")
    assert said in done.stderr.splitlines()[0]
    assert "Traceback" not in done.stderr


def test_outside_a_repository_git_s_own_words_are_passed_on(run: Run, shop: GitBox) -> None:
    for argv in (("git-why", "x"), ("git-kx-search", "x"), ("status",), ("config", "show")):
        done = run(*argv, cwd="..", GIT_CEILING_DIRECTORIES=str(shop.path.parent))
        assert done.returncode == 128
        assert "not a git repository" in done.stderr


def test_exit_code_tells_whether_something_was_found(run: Run) -> None:
    assert run("git-kx-search", "--exit-code", "cents").returncode == 0
    assert run("git-kx-search", "--exit-code", "zyxxyz").returncode == 1
    assert run("git-kx-search", "zyxxyz").returncode == 0
    assert run("git-why", "--exit-code", "src/cart.py:1").returncode == 0
    assert run("git-why", "--exit-code", "README.md:1").returncode == 1


def test_search_lists_json_and_porcelain(run: Run, shop: GitBox) -> None:
    answer = json.loads(run("search", "integer", "cents", "--json").stdout)
    assert answer["hits"][0]["uri"] == f"git:{shop.head}"
    assert answer["snapshot"] == {"head": shop.head, "indexed": shop.head}
    assert run("search", "-n", "1", "shop", "cart", "--porcelain").stdout.count("hit\t1\t") == 1
    assert all(hit["kind"] == "doc" for hit in json.loads(run("search", "--kind=doc", "shop", "--json").stdout)["hits"])


def test_no_refresh_asks_the_index_as_it_is(run: Run, shop: GitBox) -> None:
    run("search", "cents")
    shop.commit("Speak of zebras", {"zebra.py": "1\n"})
    assert json.loads(run("search", "zebras", "--json", "--no-refresh").stdout)["hits"] == []
    assert json.loads(run("search", "zebras", "--json").stdout)["hits"] != []


def test_read(run: Run, shop: GitBox) -> None:
    assert "Sells things." in run("read", "README.md").stdout
    assert "Floats broke" in run("read", f"git:{shop.head[:7]}").stdout
    answer = json.loads(run("read", "file:README.md", "--json", "--level", "0").stdout)
    assert answer["level"] == 0
    assert run("read", "../outside").returncode == 128


def test_care(run: Run, shop: GitBox) -> None:
    assert "missing" in run("status").stdout
    made = json.loads(run("reindex", "--json").stdout)
    assert made["commits"] == 2
    told = json.loads(run("status", "--json", "-C", "src").stdout)
    assert told["index"]["state"] == "current"
    assert told["head"] == shop.head
    assert "current: 2 commits" in run("-C", "src", "status").stdout
    assert json.loads(run("clean", "--json").stdout)["freed"] > 0
    assert run("clean").stdout == "there is no index\n"


def test_settings(run: Run, shop: GitBox) -> None:
    assert run("config", "get", "why.limit").stdout == "12\n"
    assert run("config", "init").returncode == 0
    assert "exists already" in run("config", "init").stderr
    assert run("config", "set", "why.limit", "3").returncode == 0
    assert run("config", "set", "sources.include", "a/*.md", "b/*.md").returncode == 0
    assert run("config", "get", "sources.include").stdout == "a/*.md\nb/*.md\n"
    assert "why.limit = 3    # .kontext.yaml:" in run("config", "show", "--origin").stdout
    assert json.loads(run("config", "show", "--json").stdout)["config"]["why.limit"]["value"] == 3
    assert run("config", "set", "why.limit", "--unset").returncode == 0
    assert run("config", "get", "why.limit").stdout == "12\n"
    assert f"committed   {shop.path / '.kontext.yaml'}\n" in run("config", "path").stdout


def test_eval(run: Run, shop: GitBox) -> None:
    (shop.path / "cases.jsonl").write_text(
        json.dumps({"query": "integer cents", "expect_any": [shop.head]})
        + "\n"
        + json.dumps({"query": "nothing of the kind", "expect_any": ["README.md"]})
        + "\n"
    )
    answer = json.loads(run("eval", "cases.jsonl", "--json").stdout)
    assert answer["cases"] == 2
    assert answer["results"][0]["rank"] == 1
    table = run("eval", "cases.jsonl", "--misses").stdout
    assert table.splitlines()[0].split() == ["cases", "hit@1", "hit@3", "hit@5", "hit@10", "mrr"]
    assert "nothing of the kind" in table


def test_a_hook_hands_its_work_over_and_is_silent(run: Run) -> None:
    for argv in (("hook",), ("hook", "nonsense"), ("hook", "post-commit")):
        done = run(*argv)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run("hook", "-h").stdout.startswith("usage: kontext hook")
