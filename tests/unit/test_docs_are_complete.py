"""The pages of docs/ name everything there is, and nothing that is not.

Where a thing is described: the options of `git why`, `git kx-log` and `git kx-search`, and the records of --porcelain,
in the man pages (who asks for them stands in a terminal; test_options_are_documented.py holds options to parsers).
All else in docs/: commands and their options in commands.md, keys and variables in configuration.md, exit codes and
errors in exit-codes.md, rules and formats of checks in checks.md, words of queries and records where they are used.

Their examples are run by tests/blackbox/test_docs_examples.py.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import pytest
import typer

from kontext import errors
from kontext.cli import boundary
from kontext.cli.app import HOT as PROGRAMS
from kontext.cli.commands import build
from kontext.cli.deliver_check import FORMATS
from kontext.cli.hot import log_parser, search_parser, why_parser
from kontext.cli.options import LAYERS
from kontext.config.keys import KEYS, Key, env_name, git_name
from kontext.index.ranking import RANKERS
from kontext.query.values import KIND_ALIASES, KINDS, STATUS_ALIASES
from kontext.render import log_porcelain, porcelain
from kontext.secrets.rules import HIGH, RULES
from kontext.store.active import CORE
from kontext.store.kinds import ALIASES, FOLDERS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "docs").glob("*.md"))
NAMES = [page.name for page in PAGES]
HOT = {"why": why_parser, "log": log_parser, "search": search_parser}
# Options of Git itself and of other programs that the pages speak of.
FOREIGN = {"--add", "--allow-empty", "--changed-paths", "--force", "--global", "--local", "--no-filter", "--no-verify"}
FOREIGN |= {"--all-files", "--amend", "--reachable", "--refetch", "--unset", "--unshallow"}

OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
COMMAND = re.compile(r"(?:git (?:-[cC] \S+ )*(why|kx-why|kx-log|kx-search)|kontext(?: -C \S+)?((?: [a-z]+)+))(?=\s|$)")
WRONG_USAGE = re.compile(r"# exits with (?:2|129)$")
FENCE = re.compile(r"^```(\S+)?(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBERS = {"count": "number", "count_or_all": "number or `all`"}


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


def man(name: str) -> str:
    return (ROOT / "git-commands" / "man" / f"{name}.1").read_text().replace("\\-", "-")


def codes(text: str) -> list[str]:
    """Every piece of code in a page: the lines of its blocks, and what stands between backticks outside of them."""
    lines = [line for _, _, block in FENCE.findall(text) for line in block.splitlines()]
    return lines + re.findall(r"`([^`\n]+)`", FENCE.sub("", text))


def rows(text: str) -> dict[str, list[str]]:
    """The rows of a page's tables whose first cell is code: that -> the other cells."""
    cells = [re.split(r"(?<!\\)\|", line.strip().strip("|")) for line in text.splitlines() if line.startswith("| `")]
    return {row[0].strip().strip("`"): [cell.strip() for cell in row[1:]] for row in cells}


def named(text: str) -> set[str]:
    return {word for code in codes(text) for word in re.split(r"[\s,:=|\[\]()]+", code)}


def parser_options(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings}


def command_options() -> dict[str, set[str]]:
    """Every command of `kontext` -> its options; of the hot ones those of their parsers."""

    def walk(group: Any, before: str) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for name, command in group.commands.items():
            if hasattr(command, "commands"):
                found |= walk(command, f"{before}{name} ")
            else:
                given = {option for param in command.params for option in param.opts if option.startswith("-")}
                found[before + name] = given | {"-h", "--help"}
        return found

    return walk(typer.main.get_command(build()), "") | {
        name: parser_options(parser(f"git {name}")) for name, parser in HOT.items()
    }


def error_classes(base: type[errors.KontextError] = errors.KontextError) -> list[type[errors.KontextError]]:
    found = [one for one in base.__subclasses__() if one.__module__ == errors.__name__]
    return [base, *(deeper for one in found for deeper in error_classes(one))]


def source(*folders: str) -> str:
    files = (file for folder in folders for file in sorted((ROOT / folder).rglob("*")) if file.suffix in ("", ".py"))
    return "\n".join(file.read_text() for file in files if file.is_file() and file.name != "keys.py")


# Nothing is missing, and nothing is made up


def test_every_command_and_its_options_are_in_the_list_of_commands() -> None:
    listed = rows(page("commands.md"))
    assert {name.removeprefix("kontext ").partition(" <")[0] for name in listed} == set(command_options())
    for name, options in command_options().items():
        (row,) = (cells for first, cells in listed.items() if re.fullmatch(rf"kontext {name}( <.*)?", first))
        assert set(OPTION.findall(row[0])) == (set() if name in HOT else options - {"-h", "--help"}), name
    for name in ("why", "kx-why", "kx-log", "kx-search"):
        assert f"git {name}" in page("commands.md")


@pytest.mark.parametrize("name", NAMES)
def test_pages_name_no_option_that_does_not_exist(name: str) -> None:
    known = command_options()
    every = set().union(*known.values()) | {word for word in PROGRAMS if word.startswith("-")} | FOREIGN
    for code in (code.strip().removeprefix("$ ") for code in codes(page(name)) if not WRONG_USAGE.search(code)):
        found = COMMAND.match(code)
        rest = code[found.end() :] if found else code
        given = set(OPTION.findall(re.sub(r"'[^']*'|\"[^\"]*\"", "", re.split(r" (?:&&|\|) ", rest)[0])))
        if found is None:
            assert {option for option in given if option.startswith("--")} <= every, code
            continue
        words = (found[1] or found[2]).replace("kx-", "").split()
        command = next((" ".join(words[:n]) for n in (2, 1) if " ".join(words[:n]) in known), "")
        assert command or words in (["config"], ["version"]), f"no such command: {code}"
        assert given <= known.get(command, set()), code


def test_every_key_is_in_the_table_as_it_is() -> None:
    table = {name: cells for name, cells in rows(page("configuration.md")).items() if "." in name}
    assert list(table) == list(KEYS)
    for name, key in KEYS.items():
        elsewhere = ["only in a file"] * 2 if key.fields else [f"`{git_name(name)}`", f"`{env_name(name)}`"]
        assert table[name] == [kind(key), default(key), key.doc, *elsewhere]


def kind(key: Key) -> str:
    """The type of a key as the table says it."""
    if key.kind == "choice":
        return ", ".join(f"`{word}`" for word in key.choices)
    if key.fields:
        return ("tables of " if key.kind == "tables" else "list of ") + ", ".join(f"`{name}`" for name, _ in key.fields)
    return NUMBERS.get(key.kind, {"bool": "`true`, `false`"}.get(key.kind, key.kind))


def default(key: Key) -> str:
    """The default of a key as the table says it."""
    if isinstance(key.default, bool):
        return f"`{str(key.default).lower()}`"
    if key.kind == "duration":
        return f"`{key.default:g}s`"
    if isinstance(key.default, tuple):
        return ", ".join(f"`{one}`" for one in key.default)
    return f"`{key.default}`" if key.default or key.default == 0 else ""


@pytest.mark.parametrize("name", NAMES)
def test_pages_name_no_key_that_does_not_exist(name: str) -> None:
    sections = "|".join({key.partition(".")[0] for key in KEYS})
    of_git = {git_name(key).lower() for key in KEYS}
    for word in named(page(name)):
        if re.fullmatch(rf"(?:{sections})\.[a-z_]+", word) and not word.endswith((".md", ".py")):
            assert word in KEYS
        if re.fullmatch(r"kontext\.[a-z]+\.[A-Za-z]+", word):
            assert word.lower() in of_git


def test_keys_that_nothing_reads_yet_are_said_to_be() -> None:
    text = source("kontext")
    unread = [name for name in KEYS if f'"{name}"' not in text and not re.fullmatch(r"hooks\.post_.*", name)]
    said = page("configuration.md").partition("## Keys without effect")[2].partition("\n## ")[0]
    assert [name for name in KEYS if f"`{name}`" in said] == unread


def test_every_environment_variable_is_described() -> None:
    text = source("kontext", "hooks", "git-commands")
    read = set(re.findall(r"\benv(?:iron)?\w*(?:\.get\(|\[)\"([A-Z_]+)\"", text)) | {"KONTEXT_CONFIG_DIR"}
    read |= set(re.findall(r"\$\{?(KONTEXT_[A-Z_]+)", text)) - {"KONTEXT_WHY_LIMIT"}
    assert "KONTEXT_SKIP" in read
    described = page("configuration.md")
    assert sorted(name for name in read if f"`{name}`" not in described) == []
    of_keys = {env_name(name) for name in KEYS}
    for name in NAMES:
        said = {word for code in codes(page(name)) for word in re.findall(r"\bKONTEXT_[A-Z_]+\b", code)}
        assert said - of_keys - read <= {"KONTEXT_SECTION_KEY"}, name


def test_every_exit_code_is_described() -> None:
    known = {value for name, value in [*vars(errors).items(), *vars(boundary).items()] if name.startswith("EXIT_")}
    assert {int(name) for name in rows(page("exit-codes.md")) if name.isdigit()} == known


def test_every_error_is_described_with_its_exit_code_and_sentence() -> None:
    described = {name: cells for name, cells in rows(page("exit-codes.md")).items() if not name.isdigit()}
    classes = error_classes()
    assert set(described) == {one.__name__ for one in classes}
    for one in classes:
        codes_of = {one.exit_code} | ({errors.EXIT_USAGE} if one is errors.UsageError else set())
        assert set(map(int, re.findall(r"\d+", described[one.__name__][0]))) == codes_of
    for example in (
        errors.GitNotFound(),
        errors.GitCommandError(("git", "blame", "x"), 128, "fatal: bad object 3f2a1bc"),
        errors.UnknownRevision("v9"),
        errors.InvalidEntry("'title' stands twice", "docs/decisions/cents.md", 4),
        errors.EntryNotFound("0099"),
        errors.DuplicateId("7", ("docs/adr/0007-a.md", "docs/adr/0007-b.md")),
        errors.IndexLocked(),
        errors.AdapterTimeout("notes", "did not answer in 12 s"),
    ):
        _, sentence, remedy = described[type(example).__name__]
        assert (example.message in sentence, example.remedy in remedy) == (True, True), example.message


def test_words_of_queries_and_records_are_described() -> None:
    for name, words in {
        "search.md": [*KINDS, *KIND_ALIASES, *STATUS_ALIASES, *RANKERS],
        "decisions.md": [*FOLDERS, *FOLDERS.values(), *filter(str.isalpha, ALIASES), *CORE, *STATUS_ALIASES],
        "configuration.md": LAYERS,
        "checks.md": FORMATS,
    }.items():
        assert sorted(set(words) - named(page(name))) == [], name


def test_every_rule_of_the_checks_is_described() -> None:
    said = re.findall(
        r'(?:error|warning|Finding)\((?:\w+(?:\.\w+)*, )?"([a-z]+(?:-[a-z]+)*)"', source("kontext/checks")
    )
    said += [f"secret-{rule.id}" for rule in RULES]
    assert set(said) == set(rows(page("checks.md"))), "the rules of checks and the tables of checks.md differ"


def test_every_rule_for_secrets_is_described_with_its_source() -> None:
    table = rows(page("checks.md"))
    for rule in RULES:
        level, title, source_of = table[f"secret-{rule.id}"]
        assert (level, title) == ("error" if rule.severity == HIGH else "warning", rule.title)
        assert source_of.endswith(f"({rule.source})"), rule.id


def test_every_record_of_the_porcelain_is_in_a_man_page() -> None:
    for manual, fields in (("git-why", porcelain.FIELDS), ("git-kx-log", log_porcelain.FIELDS)):
        lines = man(manual).splitlines()
        assert [word for word in fields if f"{word} {fields[word]}".strip() not in lines] == []
    keywords = {line.partition("\t")[0] for line in page("why.md").splitlines() if "\t" in line}
    assert keywords <= set(porcelain.FIELDS)


@pytest.mark.parametrize("file", [*PAGES, ROOT / "README.md"], ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    prose = re.sub(r"`[^`\n]+`", "", FENCE.sub("", file.read_text()))
    for target, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([\w-]+))?\)", prose):
        place = file.parent / target if target else file
        assert place.exists(), target
        headings = re.findall(r"^#+ (.*)$", place.read_text(), re.MULTILINE) if anchor else []
        slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        assert not anchor or anchor in slugs, f"{target}#{anchor}"


def test_every_page_is_listed() -> None:
    listed = set(re.findall(r"\]\((\w[\w-]*\.md)\)", page("README.md")))
    assert listed == set(NAMES) - {"README.md"}
