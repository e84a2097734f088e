"""Every option of the Git commands is in its help, its man page and the completions of three shells."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from kontext.cli.commands import COMMANDS, build
from kontext.cli.hot import log_parser, search_parser, why_parser
from kontext.cli.parser import Parser
from kontext.render.log_porcelain import FIELDS as LOG_FIELDS
from kontext.render.porcelain import FIELDS

ROOT = Path(__file__).resolve().parents[2]
PARSERS = {
    "git-why": why_parser("git why"),
    "git-kx-log": log_parser("git kx-log"),
    "git-kx-search": search_parser("git kx-search"),
}
COMPLETIONS = ROOT / "git-commands" / "completions"


def options(parser: Parser) -> list[str]:
    return [option for action in parser._actions for option in action.option_strings]


def page(name: str) -> str:
    return (ROOT / "git-commands" / "man" / f"{name}.1").read_text().replace("\\-", "-").replace("\\fR", " ")


@pytest.mark.parametrize("name", PARSERS)
def test_man_page_and_parser_name_the_same_options(name: str) -> None:
    section = page(name).partition(".SH OPTIONS")[2].partition(".SH ")[0]
    named = re.findall(r"^\\fB(-.*)$", section, re.MULTILINE)
    in_page = {word for line in named for word in re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", line.replace("\\fB", ""))}
    assert in_page == set(options(PARSERS[name]))


@pytest.mark.parametrize("name", PARSERS)
def test_bash_completes_every_option(name: str) -> None:
    variable = {"git-why": "__kontext_why", "git-kx-search": "__kontext_search", "git-kx-log": "__kontext_log"}[name]
    script = f'. "{COMPLETIONS}/bash/kontext"; echo "${variable} -L -n -z -C -h"'
    said = set(subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split())
    assert set(options(PARSERS[name])) <= said
    assert said <= {*options(PARSERS[name]), "-L"}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("_git_why git why --re", {"--rev"}),
        ("_git_why git why --color = a", {"always", "auto"}),
        ("_git_why git why --color =", {"always", "never", "auto"}),
        ("_git_why git why src/", set()),
        ("_git_kx_search git kx-search --kind deci", {"decision"}),
        ("_git_kx_search git kx-search --kind decision,com", {"decision,commit"}),
        ("_kontext kontext sta", {"status"}),
        ("_kontext kontext -C . config s", {"show", "set"}),
        ("_kontext kontext why --one", {"--oneline"}),
    ],
)
def test_bash_offers_what_continues_the_word(typed: str, offered: set[str]) -> None:
    function, *words = typed.split()
    line = 'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))'
    script = f'. "{COMPLETIONS}/bash/kontext"; {line}; {function}; echo "${{COMPREPLY[*]}}"'
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize("name", PARSERS)
def test_fish_completes_every_option(name: str) -> None:
    text = (COMPLETIONS / "fish" / f"{name}.fish").read_text()
    said = {f"--{word}" for word in re.findall(r" -l ([\w-]+)", text)} | {
        f"-{word}" for word in re.findall(r" -s (\w)", text)
    }
    assert said == set(options(PARSERS[name]))


@pytest.mark.parametrize("name", PARSERS)
def test_zsh_completes_every_option(name: str) -> None:
    text = (COMPLETIONS / "zsh" / "_kontext").read_text()
    own = {"git-why": "why", "git-kx-search": "search", "git-kx-log": "log"}[name]
    arrays = dict(re.findall(r"^(\w+)=\(\n(.*?)\n\)", text, re.MULTILINE | re.DOTALL))
    said = set(re.findall(r"(?<![\w-])(--?[A-Za-z][\w-]*)(?=[=+\[,}'])", arrays[own] + arrays["output"]))
    assert set(options(PARSERS[name])) <= said | {"-h", "-n"}
    assert said <= set(options(PARSERS[name]))


@pytest.mark.parametrize(("name", "records"), [("git-why", FIELDS), ("git-kx-log", LOG_FIELDS)])
def test_every_record_of_the_porcelain_is_in_the_man_page(name: str, records: dict[str, str]) -> None:
    lines = page(name).splitlines()
    for keyword, fields in records.items():
        assert f"{keyword} {fields}".strip() in lines


def test_every_command_is_in_the_man_page_and_the_completions() -> None:
    app = build()
    names = {command.name for command in app.registered_commands} | {group.name for group in app.registered_groups}
    in_page = set(re.findall(r"^\\fBkontext ([a-z]+)", page("kontext"), re.MULTILINE))
    assert in_page == names
    for file in ("bash/kontext", "zsh/_kontext", "fish/kontext.fish"):
        text = (COMPLETIONS / file).read_text()
        assert [name for name in sorted(filter(None, names)) if not re.search(rf"\b{name}\b", text)] == []


def test_every_command_shows_an_example() -> None:
    app = build()
    commands = [*app.registered_commands]
    for group in app.registered_groups:
        commands += group.typer_instance.registered_commands
    ours = [one for one in commands if one.callback and one.callback.__name__ != "stands_for_a_hot_command"]
    assert len(ours) == len(COMMANDS)
    for command in ours:
        assert command.callback is not None
        assert re.search(rf"Example: kontext (\w+ )?{command.name}", command.callback.__doc__ or "")


def test_man_pages_are_clean_roff() -> None:
    for file in sorted((ROOT / "git-commands" / "man").iterdir()):
        text = file.read_text()
        assert text.startswith((".TH ", ".so man1/"))
        # A hyphen that a user may copy is written \-: a bare one becomes a typographic dash.
        for line in text.splitlines():
            assert not re.search(r"\\fB[^\\]*?(?<!\\)--", line), line
