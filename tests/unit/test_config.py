from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.config import KEYS, Config, config_files, config_set, config_starter, load_config, schema, schema_file
from kontext.config.keys import EXCLUDE, INCLUDE, env_name, git_name
from kontext.errors import ConfigError
from kontext.git.repo import Repo, config_values, open_repo
from kontext.yamlio import load


@pytest.fixture
def repo(box: GitBox) -> Repo:
    return open_repo(str(box.path), box.env)


def ask(repo: Repo, environ: dict[str, str] | None = None, **more: object) -> Config:
    env = dict(repo.env) | (environ or {})
    return load_config(repo, config_values(repo, r"^kontext\."), env, **more)  # type: ignore[arg-type]


def write(path: str | Path, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def test_every_key_has_a_default_of_its_own_type_and_no_file_is_needed(repo: Repo) -> None:
    config = ask(repo)
    assert config.get("why.limit") == 12 and config.get("index.max_commits") == 5000
    assert config.get("sources.include") == INCLUDE and config.get("sources.exclude") == EXCLUDE
    assert config.get("search.deadline") == 12.0 and config.get("store.kinds") == {}
    assert config.origin("why.limit") == "default" and config.warnings == ()
    with pytest.raises(KeyError):
        config.get("why.nothing")
    assert not (Path(repo.common_dir) / "kontext").exists(), "reading nothing writes nothing"


def test_layers_win_in_order(repo: Repo, box: GitBox) -> None:
    user = Path(repo.env["XDG_CONFIG_HOME"]) / "kontext"
    steps = [
        (lambda: write(user / "config.yaml", "why: {limit: 2}"), str(user / "config.yaml:1")),
        (lambda: write(user / "repos/repo.yaml", "why:\n  limit: 3"), str(user / "repos/repo.yaml:2")),
        (lambda: box.write(".kontext.yaml", "# c\nwhy:\n  limit: 4\n"), ".kontext.yaml:3"),
        (lambda: write(f"{repo.common_dir}/kontext/config.yaml", "why: {limit: 5}"), "<git-dir>/kontext/config.yaml:1"),
        (lambda: box.git("config", "kontext.why.limit", "6"), "git config kontext.why.limit"),
    ]
    try:
        for number, (step, origin) in enumerate(steps, 2):
            step()
            config = ask(repo)
            assert (config.get("why.limit"), config.origin("why.limit")) == (number, origin)
    finally:
        for name in ("config.yaml", "repos/repo.yaml"):
            (user / name).unlink(missing_ok=True)
        (user / "repos").rmdir()
    config = ask(repo, {"KONTEXT_WHY_LIMIT": "7"})
    assert (config.get("why.limit"), config.origin("why.limit")) == (7, "KONTEXT_WHY_LIMIT")
    config = ask(repo, {"KONTEXT_WHY_LIMIT": "7"}, flags={"why.limit": 8, "search.limit": None})
    assert (config.get("why.limit"), config.origin("why.limit")) == (8, "command line")
    assert config.origin("search.limit") == "default"


def test_the_committed_file_may_lie_in_the_store(repo: Repo, box: GitBox) -> None:
    box.write(".ai/kontext.yaml", "why: {limit: 1}")
    assert ask(repo).origin("why.limit") == ".ai/kontext.yaml:1"
    box.write("docs/kx/kontext.yaml", "why: {limit: 2}")
    assert ask(repo, {"KONTEXT_STORE_DIR": "docs/kx"}).get("why.limit") == 2
    write(f"{repo.common_dir}/kontext/config.yaml", "store: {dir: docs/kx}")
    assert ask(repo).get("why.limit") == 2
    box.write(".kontext.yaml", "why: {limit: 3}")
    assert ask(repo).get("why.limit") == 3
    shown = [file.shown for file in config_files(repo, {}, "docs/kx")]
    assert shown == [
        *(".kontext.yaml", "docs/kx/kontext.yaml", ".kontext/kontext.yaml", ".ai/kontext.yaml"),
        "<git-dir>/kontext/config.yaml",
    ]


def test_tables_merge_and_lists_are_replaced(repo: Repo, box: GitBox) -> None:
    box.write(".kontext.yaml", "store:\n  kinds:\n    policy: {dir: p, trailer: Policy}\nsources: {include: [a, b]}\n")
    write(
        f"{repo.common_dir}/kontext/config.yaml", "store: {kinds: {policy: {dir: q}, x: {}}}\nsources: {include: [c]}\n"
    )
    config = ask(repo)
    assert config.get("store.kinds") == {"policy": {"dir": "q", "trailer": "Policy"}, "x": {}}
    assert config.get("sources.include") == ("c",)


def test_git_gives_scalars_lists_and_overrides_of_one_call(repo: Repo, box: GitBox) -> None:
    box.git("config", "kontext.why.seeThroughMs", "1k")
    box.git("config", "kontext.index.background", "off")
    box.git("config", "kontext.search.deadline", "300ms")
    box.git("config", "--add", "kontext.sources.include", "*.md")
    box.git("config", "--add", "kontext.sources.include", "a{b,c}")
    with open(f"{repo.common_dir}/config", "a") as file:
        file.write('[kontext "trailers"]\n\tfreeText\n')
    config = ask(repo)
    assert config.get("why.see_through_ms") == 1024 and config.get("index.background") is False
    assert config.get("search.deadline") == 0.3 and config.get("trailers.free_text") is True
    assert config.get("sources.include") == ("*.md", "a{b,c}")
    once = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "kontext.index.maxCommits", "GIT_CONFIG_VALUE_0": "all"}
    values = config_values(repo._replace(env={**repo.env, **once}), r"^kontext\.")
    assert load_config(repo, values, repo.env).get("index.max_commits") == "all"


def test_an_empty_value_of_git_starts_a_list_anew(repo: Repo) -> None:
    pairs = [("kontext.sources.exclude", "a"), ("kontext.sources.exclude", ""), ("kontext.sources.exclude", "b")]
    assert load_config(repo, pairs, {}).get("sources.exclude") == ("b",)
    assert load_config(repo, pairs[:2], {}).get("sources.exclude") == ()


def test_the_environment_gives_lists_and_its_reserved_names_are_no_keys(repo: Repo) -> None:
    environ = {"KONTEXT_SOURCES_INCLUDE": "*.{md,txt}, docs/**", "KONTEXT_SKIP": "1", "KONTEXT_TRUST": "sha256:x"}
    environ |= {"KONTEXT_CONFIG_DIR": "/nowhere", "KONTEXT_SOURCES_EXCLUDE": "", "KONTEXT_TRAILERS_FORBID": "A,b\nC"}
    config = ask(repo, environ)
    assert config.get("sources.include") == ("*.{md,txt}", "docs/**") and config.get("sources.exclude") == ()
    assert config.get("trailers.forbid") == ("A,b", "C") and config.warnings == ()


def test_unknown_keys_are_warned_about_with_place_and_closest_key(repo: Repo, box: GitBox) -> None:
    box.write(".kontext.yaml", "why:\n  limt: 3\nserach:\n  limit: 1\nqqq: 1\n")
    box.git("config", "kontext.why.seeTrough", "1")
    config = ask(repo, {"KONTEXT_WHY_LIMITS": "1"})
    assert config.warnings == (
        ".kontext.yaml:2: unknown key 'why.limt'; did you mean 'why.limit'?",
        ".kontext.yaml:3: unknown key 'serach'; did you mean 'search'?",
        ".kontext.yaml:5: unknown key 'qqq'",
        "git config: unknown key 'kontext.why.seetrough'; did you mean 'kontext.why.seeThrough'?",
        "environment: unknown key 'KONTEXT_WHY_LIMITS'; did you mean 'KONTEXT_WHY_LIMIT'?",
    )
    assert ask(repo).warnings[:3] == config.warnings[:3], "the same from the cache"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("why:\n  limit: many\n", 2, "why.limit expects a whole number, 1 or more, not 'many'"),
        ("why: {limit: 0}\n", 1, "1 or more"),
        ("why: {limit: true}\n", 1, "whole number"),
        ("why: {see_through: maybe}\n", 1, "true or false"),
        ("\nindex: {max_commits: some}\n", 2, "or all"),
        ("search: {deadline: soon}\n", 1, "a duration like 12s"),
        ("sources: {include: {a: b}}\n", 1, "a list of words"),
        ("trailers: {superseded: fine}\n", 1, "one of error, warn"),
        ("store: {dir: ../elsewhere}\n", 1, "inside the repository"),
        ("store: {dir: /etc}\n", 1, "inside the repository"),
        ("store: {kinds: {x: {dirr: y}}}\n", 1, "no field 'dirr' (x)"),
        ("store: {kinds: {x: {path: ../y}}}\n", 1, "inside the repository for path (x)"),
        ("trailers: {require: [{keys: 3}]}\n", 1, "for keys (item 1)"),
        ("why: 3\n", 1, "a table of keys"),
        ("- a\n", 1, "a table of sections"),
        ("why:\n  limit: [\n", 3, "broken YAML"),
        ("a: &a [x]\nwhy:\n  limit: [" + "*a, " * 11_000 + "]\n", 3, "aliases stand for more"),
        ("why: &a\n  limit: *a\n", 1, "an alias names what it stands in"),
        ("why:\n  limit: " + "[" * 9000, 2, "nested too deep"),
    ],
)
def test_bad_values_are_errors_with_file_and_line(repo: Repo, box: GitBox, text: str, line: int, words: str) -> None:
    box.write(".kontext.yaml", text)
    for _ in range(2):  # the second time from the cache
        with pytest.raises(ConfigError) as caught:
            ask(repo)
        assert (caught.value.path, caught.value.line) == (".kontext.yaml", line)
        assert words in caught.value.message and caught.value.remedy
    config = ask(repo, tolerant=True)
    assert len(config.warnings) == 1 and config.warnings[0].startswith(f"ignored: .kontext.yaml:{line}: ")
    assert all(config.get(name) == key.default for name, key in KEYS.items())


@pytest.mark.parametrize(
    ("pairs", "environ", "words"),
    [
        ([("kontext.why.limit", "x")], {}, "git config kontext.why.limit expects a whole number"),
        ([], {"KONTEXT_INDEX_BACKGROUND": "perhaps"}, "KONTEXT_INDEX_BACKGROUND expects true or false"),
        ([("kontext.store.kinds", "x")], {}, "can only be set in a YAML file"),
    ],
)
def test_bad_values_of_git_and_environment_name_their_variable(
    repo: Repo, pairs: list[tuple[str, str]], environ: dict[str, str], words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        load_config(repo, pairs, environ)
    assert load_config(repo, pairs, environ, tolerant=True).warnings


def test_a_changed_file_is_read_again_and_an_unchanged_one_needs_no_yaml(repo: Repo, box: GitBox) -> None:
    box.write(".kontext.yaml", "why: {limit: 3}\nsources: {include: [x]}\n")
    assert ask(repo).get("why.limit") == 3
    code = (
        "import os, sys; from kontext.git.repo import open_repo; from kontext.config import load_config\n"
        "c = load_config(open_repo('.', os.environ), [], os.environ)\n"
        "heavy = {'ruamel', 'ruamel.yaml', 'difflib', 'typing', 'dataclasses', 'pathlib', 'subprocess'}\n"
        "print(c.get('why.limit'), c.get('sources.include'), sorted(heavy & set(sys.modules)), 'json' in sys.modules)"
    )

    def fresh() -> str:
        env = {**repo.env, "PYTHONPATH": str(Path(__file__).parents[2])}
        return subprocess.run(
            [sys.executable, "-S", "-c", code], cwd=box.path, env=env, capture_output=True, text=True, check=True
        ).stdout.strip()

    assert fresh() == "3 ('x',) [] True"
    box.write(".kontext.yaml", "why: {limit: 44}\n")
    assert ask(repo).get("why.limit") == 44
    (box.path / ".kontext.yaml").unlink()
    assert fresh() == f"12 {INCLUDE} [] False", "without a file nothing is imported, not even json"


WRONG_SHAPE = b'{"version": "0.1.0", "files": {"x": 1}}'


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", WRONG_SHAPE, b"\xff\xfe", b'{"version": 1}'])
def test_a_damaged_cache_is_no_cache(repo: Repo, box: GitBox, damage: bytes) -> None:
    box.write(".kontext.yaml", "why: {limit: 3}\n")
    ask(repo)
    cache = Path(repo.common_dir) / "kontext" / "config-cache.json"
    cache.write_bytes(damage)
    assert ask(repo).get("why.limit") == 3
    assert json.loads(cache.read_bytes())["files"]


def test_a_cache_that_cannot_be_written_does_not_matter(repo: Repo, box: GitBox) -> None:
    box.write(".kontext.yaml", "why: {limit: 3}\n")
    box.write(".git/kontext", "a file where the folder should be")
    assert ask(repo).get("why.limit") == 3


def test_names_in_git_and_environment_are_derived_and_distinct() -> None:
    assert git_name("why.see_through_ms") == "kontext.why.seeThroughMs"
    assert env_name("why.see_through_ms") == "KONTEXT_WHY_SEE_THROUGH_MS"
    assert len({git_name(name).lower() for name in KEYS}) == len({env_name(name) for name in KEYS}) == len(KEYS)
    assert all(key.doc.endswith((".", "…")) and "\n" not in key.doc for key in KEYS.values())


def test_setting_a_key_keeps_the_file_and_checks_the_value(tmp_path: Path, repo: Repo, box: GitBox) -> None:
    path = box.path / ".kontext.yaml"
    config_set(str(path), "why.limit", "3")
    assert path.read_text() == "why:\n  limit: 3\n"
    path.write_bytes(b"\xef\xbb\xbf# mine\r\nwhy:\r\n  limit: 3  # few\r\n")
    config_set(str(path), "why.limit", "5")
    config_set(str(path), "search.deadline", "2s")
    config_set(str(path), "sources.include", ["a", "*.md"])
    config_set(str(path), "index.background", "no")
    assert path.read_bytes() == (
        b"\xef\xbb\xbf# mine\r\nwhy:\r\n  limit: 5  # few\r\nsearch:\r\n  deadline: 2s\r\n"
        b"sources:\r\n  include: [a, '*.md']\r\nindex:\r\n  background: false\r\n"
    )
    config = ask(repo)
    assert (config.get("search.deadline"), config.get("sources.include")) == (2.0, ("a", "*.md"))
    config_set(str(path), "search.deadline", None)
    assert b"search" not in path.read_bytes()
    for name, value, words in [("why.limt", "1", "why.limit"), ("why.limit", "x", "whole number")]:
        before = path.read_bytes()
        with pytest.raises(ConfigError) as caught:
            config_set(str(path), name, value)
        assert words in caught.value.message + caught.value.remedy and path.read_bytes() == before


def test_the_starter_changes_nothing_until_uncommented_and_is_valid_then(repo: Repo, box: GitBox) -> None:
    starter = config_starter()
    assert load(starter, "f") is None
    box.write(".kontext.yaml", "\n".join(line.removeprefix("# ") for line in starter.split("\n")[1:]))
    config = ask(repo)
    assert config.warnings == ()
    common = [key for key in KEYS.values() if key.is_common]
    assert len(common) > 8
    for key in common:
        assert config.get(key.name) == key.default and config.origin(key.name).startswith(".kontext.yaml:")


def test_the_schema_that_ships_is_the_one_of_the_table() -> None:
    assert json.loads(Path(schema_file()).read_text()) == json.loads(json.dumps(schema()))
    properties = schema()["properties"]
    assert {f"{section}.{key}" for section, table in properties.items() for key in table["properties"]} == set(KEYS)
