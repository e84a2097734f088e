"""Questions put wrongly, places that are none: one clear line, the right exit code, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox

BIN = Path(sys.executable).parent
Done = subprocess.CompletedProcess[bytes]


def run(box: GitBox, *argv: str, folder: str = "", **env: str) -> Done:
    """Run an installed command; Git finds ours on PATH."""
    path = f"{BIN}:{box.env['PATH']}"
    given = box.env | {"PATH": path, "KONTEXT_INDEX_BACKGROUND": "false"} | env
    return subprocess.run(argv, cwd=box.path / folder, env=given, capture_output=True, check=False, timeout=60)


def refusal(box: GitBox, *argv: str, **options: str) -> tuple[int, str]:
    """Exit code and message of a command that prints nothing else."""
    done = run(box, *argv, **options)
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> GitBox:
    """A repository with a file of 210 lines, odd files and odd messages; only asked."""
    box = GitBox.init(tmp_path_factory.mktemp("bad") / "repo", git_env)
    lines = "".join(f"line {number}\n" for number in range(210))
    box.commit("Introduce x\n\nBecause it was missing.\n", {"src/x.py": lines, "blob.bin": b"a\0b\nc\n"})
    box.commit(
        "Fix \x1b[31mred\x1b[0m \x9b2J and \x07bell\x1b]0;title\x07\n\nBecause \x1b[2Jit cleared the screen.\n",
        {"src/\x1b[31mevil\x1b[0m.py": "evil = '\x1b[2J'\n"},
        author="E\x1b[31mve <eve@example.org>",
    )
    latin: dict[str, str | bytes | None] = {"src/latin.py": b"name = 'caf\xe9'\n", "caf\udce9.md": b"# Caf\xe9\n"}
    box.commit(
        b"Caf\xe9 is served\n\nBecause of caf\xe9.\n",
        latin,
    )
    box.write("new.py", "new\n")
    return box


OUTSIDE = "is outside the repository\n  name a path inside the work tree\n"
WHY = ("git", "why")
SEARCH = ("git", "kx-search")


@pytest.mark.parametrize(
    ("argv", "status", "message"),
    [
        ((*WHY, "src/x.py:9999"), 128, "kontext: src/x.py has 210 lines\n  name a line from 1 to 210\n"),
        ((*WHY, "src/x.py:0"), 129, "kontext: no line 0 in 'src/x.py:0'\n  lines are counted from 1\n"),
        (
            (*WHY, "blob.bin:1"),
            128,
            "kontext: blob.bin is a binary file\n  ask about the file as a whole: name it without a line\n",
        ),
        (
            (*WHY, "new.py:1"),
            128,
            "kontext: new.py is not tracked by Git: it has no history\n  git add 'new.py' && git commit\n",
        ),
        (
            (*WHY, "nope.py:3"),
            128,
            "kontext: no file nope.py at HEAD, and no commit ever had it\n  git ls-files lists them all\n",
        ),
        (
            (*WHY, "--", "../out.py"),
            128,
            f"kontext: '../out.py' {OUTSIDE}",
        ),
        (
            (*WHY, "/etc/hostname"),
            128,
            f"kontext: '/etc/hostname' {OUTSIDE}",
        ),
        ((*WHY, "--rev", "nope", "src/x.py:1"), 128, "kontext: no commit is named 'nope'\n"),
        ((*WHY, "--rev=--all", "src/x.py:1"), 128, "kontext: no commit is named '--all'\n"),
        ((*WHY, "--commit", "nope"), 128, "kontext: no commit is named 'nope'\n"),
        ((*WHY, "-L", "foo,bar", "src/x.py"), 129, None),
        ((*WHY, "-L", "1,2"), 129, None),
        ((*WHY, "-L", "/[/", "src/x.py"), 128, None),
        ((*WHY, "-L", ":nothing", "src/x.py"), 128, "kontext: nothing in src/x.py matches 'nothing'\n"),
        ((*WHY,), 129, None),
        ((*WHY, ""), 129, None),
        ((*WHY, "kx:nothing"), 1, None),
        ((*WHY, "--nonsense"), 129, None),
        ((*SEARCH, ""), 129, None),
        ((*SEARCH,), 129, None),
        (("kontext", "search", ""), 2, None),
        (("kontext", "why", "src/x.py:0"), 2, None),
        (("kontext", "why", "src/x.py:9999"), 128, "kontext: src/x.py has 210 lines\n  name a line from 1 to 210\n"),
        ((*SEARCH, "--source", "nowhere", "x"), 129, "kontext: unknown source 'nowhere'\n  one of: local\n"),
        ((*SEARCH, "--kind", "decison", "x"), 129, None),
        ((*SEARCH, "kind:decison", "cents"), 129, None),
        ((*SEARCH, "since:someday", "cents"), 129, None),
        ((*SEARCH, "--ranker", "best", "cents"), 129, "kontext: unknown ranker 'best'\n  one of: default, reference\n"),
        (("kontext", "read", "git:nope"), 128, "kontext: no commit is named 'nope'\n"),
        (("kontext", "read", "../x"), 128, None),
    ],
)
def test_a_question_put_wrongly(shop: GitBox, argv: tuple[str, ...], status: int, message: str | None) -> None:
    code, said = refusal(shop, *argv)
    assert code == status, said
    assert said.startswith(("kontext: ", "usage: "))
    assert "Traceback" not in said
    if message is not None:
        assert said == message


def test_an_unknown_kind_names_the_close_one_and_all(shop: GitBox) -> None:
    known = "decision, convention, learning, incident, architecture, doc, commit, code"
    expected = f"kontext: unknown kind 'decison' (did you mean decision? one of: {known})\n"
    assert refusal(shop, *SEARCH, "kind:decison", "cents") == (129, expected)
    assert refusal(shop, "kontext", "search", "kind:decison", "cents") == (2, expected)


def test_not_a_repository(shop: GitBox, tmp_path: Path) -> None:
    nowhere = GitBox(tmp_path, shop.env | {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)})
    git = subprocess.run(["git", "log"], cwd=tmp_path, env=nowhere.env, capture_output=True, text=True, check=False)
    for argv in ((*WHY, "x:1"), (*SEARCH, "x"), ("kontext", "status")):
        code, said = refusal(nowhere, *argv)
        assert code == 128
        assert said.splitlines()[0] == "kontext: " + git.stderr.strip().removeprefix("fatal: ")


def test_a_repository_of_somebody_else(shop: GitBox) -> None:
    code, said = refusal(shop, "git-why", "src/x.py:1", GIT_TEST_ASSUME_DIFFERENT_OWNER="1")
    assert code == 128
    assert said.startswith("kontext: detected dubious ownership in repository")
    assert "git config --global --add safe.directory" in said


def test_a_branch_without_commits(box: GitBox) -> None:
    assert refusal(box, *WHY, "a.py:1") == (
        128,
        "kontext: no file a.py here, and no commit ever had it\n  git ls-files lists them all\n",
    )
    done = run(box, *SEARCH, "anything")
    assert (done.returncode, done.stderr) == (0, b"")
    box.write("a.py", "a\n")
    box.git("add", "a.py")
    code, said = refusal(box, *WHY, "a.py:1")
    assert (code, said.splitlines()[0]) == (128, "kontext: a.py is not committed yet")


def test_lines_that_are_not_committed_are_answered(shop: GitBox) -> None:
    kept = (shop.path / "src/x.py").read_text()
    (shop.path / "src/x.py").write_text(kept + "appended\n")
    done = run(shop, *WHY, "src/x.py:211")
    (shop.path / "src/x.py").write_text(kept)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"these lines are not committed yet" in done.stdout
    assert b"Because it was missing." in done.stdout


@pytest.mark.parametrize(
    ("where", "text", "named"),
    [
        (".kontext.yaml", "why:\n  limit: many\n", ".kontext.yaml:2: "),
        (".kontext.yaml", "why:\n  limit: [\n", ".kontext.yaml:"),
        (".git/kontext/config.yaml", "nonsense\n", "config.yaml:1: "),
    ],
)
def test_a_broken_configuration_names_file_and_line(box: GitBox, where: str, text: str, named: str) -> None:
    box.commit("Begin", {"a.py": "a\n"})
    box.write(where, text)
    code, said = refusal(box, *WHY, "a.py:1")
    assert code == 2
    assert said.startswith("kontext: ")
    assert named in said.splitlines()[0]


CONTROL = bytes(set(range(0x20)) - {0x0A}) + b"\x7f"


@pytest.mark.parametrize(
    "argv",
    [
        (*WHY, "--", "src/\x1b[31mevil\x1b[0m.py"),
        (*WHY, "-L", "1,1", "src/\x1b[31mevil\x1b[0m.py"),
        (*WHY, "HEAD~1"),
        (*WHY, "src"),
        (*WHY, "--oneline", "HEAD~1"),
        (*WHY, "cleared the screen"),
        (*WHY, "HEAD~2..HEAD"),
        (*SEARCH, "cleared", "screen"),
        (*SEARCH, "\x1b[2J"),
        (*WHY, "nope\x1b[2J.py:1"),
        ("kontext", "read", "git:HEAD~1"),
        ("kontext", "read", "src/\x1b[31mevil\x1b[0m.py"),
    ],
)
def test_control_characters_never_reach_the_terminal(shop: GitBox, argv: tuple[str, ...]) -> None:
    done = run(shop, *argv)
    for said in (done.stdout, done.stderr):
        assert not set(said) & set(CONTROL), said
        assert "\x9b" not in said.decode()
    assert done.stdout or done.stderr


def test_control_characters_are_escaped_in_json_and_told_apart_in_porcelain(shop: GitBox) -> None:
    done = run(shop, *WHY, "--json", "--", "src/\x1b[31mevil\x1b[0m.py")
    assert not set(done.stdout) & set(CONTROL)
    assert json.loads(done.stdout)["target"]["path"] == "src/\x1b[31mevil\x1b[0m.py"


@pytest.mark.parametrize(
    "target", [("src/latin.py:1",), ("--", "caf\udce9.md"), ("HEAD",), ("served",), ("caf\udce9",)]
)
def test_bytes_that_are_no_utf8_are_shown_and_printed_as_utf8(shop: GitBox, target: tuple[str, ...]) -> None:
    for form in ((), ("--json",)):
        done = run(shop, *WHY, *form, *target)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode()
    # Scripts get bytes as Git has them, so that a name leads to its file.
    assert run(shop, *WHY, "--porcelain", *target).returncode == 0
    assert "served" in run(shop, *SEARCH, "served").stdout.decode()


def test_ten_kilobytes_of_words(shop: GitBox) -> None:
    for text in ("x" * 10_000, "missing " * 1_250, '"' * 10_000 + "missing"):
        done = run(shop, *SEARCH, text)
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_leaves_early_is_no_error(shop: GitBox) -> None:
    for question in (
        ("git-why", "HEAD~2"),
        ("git-kx-search", "--json", "kind:commit"),
        ("git-why", "--porcelain", "src"),
    ):
        reader = subprocess.Popen(["true"], stdin=subprocess.PIPE)
        reader.wait()
        assert reader.stdin is not None
        asked = subprocess.Popen(
            [str(BIN / question[0]), *question[1:]],
            cwd=shop.path,
            env=shop.env,
            stdout=reader.stdin,
            stderr=subprocess.PIPE,
        )
        reader.stdin.close()
        _, said = asked.communicate(timeout=60)
        assert (asked.returncode, said) == (141, b"")


def test_standard_output_that_is_closed_or_full(shop: GitBox) -> None:
    command = f"{BIN / 'git-why'} HEAD~2"
    for end in (">&-", "> /dev/full"):
        done = subprocess.run(
            ["sh", "-c", f"{command} {end}"], cwd=shop.path, env=shop.env, capture_output=True, check=False
        )
        assert b"Traceback" not in done.stderr
        assert b"Exception ignored" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("asked", ["git-why HEAD~2", "git-why -h", "git-why nope.py:3", "kontext search cents"])
def test_a_standard_stream_that_is_closed_is_the_null_device(shop: GitBox, asked: str, closed: str) -> None:
    command = f"{BIN}/{asked}"

    def ask(end: str) -> subprocess.CompletedProcess[bytes]:
        line = ["sh", "-c", f"{command} {end}"]
        return subprocess.run(line, cwd=shop.path, env=shop.env, capture_output=True, check=False)

    kept = len(list((shop.path / ".git/kontext").glob("report-*")))
    whole, done = ask(""), ask(closed)
    assert done.returncode == whole.returncode
    assert done.stdout == (b"" if ">&- " in f"{closed} ".replace("2>&-", "") else whole.stdout)
    assert done.stderr == (b"" if "2>&-" in closed else whole.stderr)
    assert len(list((shop.path / ".git/kontext").glob("report-*"))) == kept
