"""`kontext mcp` through the SDK's own client: what it offers, what it answers, and that the command says the same."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gitbox import GitBox
from inside import kontext
from mcp_client import Asker, asking
from shop import fill_shop, record

READ_ONLY = {"ctx_why", "ctx_search", "ctx_log", "ctx_read", "ctx_brief", "ctx_check"}
LARGEST_REPLY = 75_000  # bytes: 25,000 tokens at three bytes each


@pytest.fixture(scope="module")
def shop(place: Path, git_env: dict[str, str]) -> GitBox:
    """The small shop, in a folder with a space and an umlaut. Tests of this module must not change it."""
    box = fill_shop(GitBox.init(place / "a söp", git_env))
    box.commit("Add a doc", {"docs/guide.md": "# Guide\n\nCents, always.\n\n## Tax\n\n" + "VAT is rounded once. " * 30})
    box.git("tag", "v1", "HEAD~1")
    return box


# What it offers


def test_tools_say_what_they_take_and_give(asker: Asker) -> None:
    tools = {tool.name: tool for tool in asker.do("list_tools").tools}
    assert set(tools) == READ_ONLY | {"ctx_capture"}
    for name, tool in tools.items():
        assert (tool.annotations.read_only_hint, tool.annotations.destructive_hint) == (name in READ_ONLY, False)
        assert tool.annotations.open_world_hint is False
        assert tool.title and tool.description
        for schema in (tool.input_schema, tool.output_schema):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"
        assert "dir" in tool.input_schema["properties"]
        assert all("description" in one for one in tool.input_schema["properties"].values())
        assert {"root", "truncated", "schema"} <= set(tool.output_schema["required"])


def test_it_says_when_to_use_what(asker: Asker) -> None:
    said = asker.client.instructions
    tools = {tool.name for tool in asker.do("list_tools").tools}
    assert {word.strip(".:,;()") for word in said.split() if word.startswith("ctx_")} == tools
    assert len(said) < 1500


# The same as the command


SAME = [
    ("ctx_search", {"query": "cents", "limit": 3}, ("search", "cents", "-n", "3")),
    ("ctx_search", {"query": "cents", "kinds": ["decision"]}, ("search", "cents", "-n", "10", "--kind", "decision")),
    ("ctx_why", {"target": "src/cart.py:2"}, ("why", "src/cart.py:2", "-n", "12")),
    ("ctx_why", {"target": "src/"}, ("why", "src/", "-n", "12")),
    ("ctx_why", {"target": "cents"}, ("why", "cents", "-n", "12")),
    ("ctx_why", {"target": "HEAD~1"}, ("why", "HEAD~1", "-n", "12")),
    ("ctx_why", {"target": "HEAD~2..HEAD"}, ("why", "HEAD~2..HEAD", "-n", "12")),
    ("ctx_why", {"target": "rounding of prices", "limit": 2}, ("why", "rounding of prices", "-n", "2")),
    ("ctx_log", {}, ("log", "-n", "40")),
    ("ctx_log", {"kind": "all", "all": True, "limit": 3}, ("log", "--kind", "all", "--all", "-n", "3")),
    ("ctx_log", {"paths": ["src/cart.py"]}, ("log", "-n", "40", "--", "src/cart.py")),
    ("ctx_read", {"uri": "kx:cents", "level": 2}, ("read", "kx:cents", "--level", "2")),
    ("ctx_read", {"uri": "git:HEAD~1"}, ("read", "git:HEAD~1")),
    ("ctx_read", {"uri": "file:docs/guide.md#tax"}, ("read", "file:docs/guide.md#tax")),
    ("ctx_read", {"uri": "src/cart.py", "level": 0}, ("read", "src/cart.py", "--level", "0")),
    ("ctx_brief", {"focus": ["src/cart.py"]}, ("brief", "src/cart.py")),
    ("ctx_brief", {}, ("brief",)),
    ("ctx_check", {}, ("check", "--format", "json")),
    ("ctx_check", {"staged": True}, ("check", "--staged", "--format", "json")),
    ("ctx_check", {"range": "v1..HEAD"}, ("check", "--range", "v1..HEAD", "--format", "json")),
]


@pytest.mark.parametrize(("tool", "arguments", "command"), SAME, ids=lambda value: str(value)[:40])
def test_a_tool_answers_what_its_command_prints(
    asker: Asker, shop: GitBox, tool: str, arguments: dict[str, Any], command: tuple[str, ...]
) -> None:
    form = () if "json" in command else ("--json",)
    at = command.index("--") if "--" in command else len(command)
    printed = kontext(shop, *command[:at], *form, *command[at:], KONTEXT_WHY_LINEAGE_MS="0")
    value = asker.ok(tool, dir=str(shop.path), **arguments)
    assert value.pop("root") == str(shop.path)
    if tool != "ctx_brief":  # it counts that itself, whoever asks
        assert value.pop("truncated") == 0
    assert value == json.loads(printed)


def test_capture_prints_what_its_command_prints(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    boxes = [fill_shop(GitBox.init(place / name, git_env)) for name in ("tool", "command")]
    given = {"kind": "decision", "title": "Rounding is half up", "body": "Because the law says so.", "tags": "vat,law"}
    value = asker.ok("ctx_capture", dir=str(boxes[0].path), draft=False, paths=["src/"], **given)
    words = ("--title", given["title"], "--body", given["body"], "--tags", "vat,law", "--paths", "src/", "--json")
    printed = json.loads(kontext(boxes[1], "capture", "--kind", "decision", *words))
    assert (value.pop("root"), value.pop("truncated")) == (str(boxes[0].path), 0)
    assert value == printed
    name = value["path"]
    assert (boxes[0].path / name).read_text() == (boxes[1].path / name).read_text()
    assert boxes[0].git("diff", "--cached", "--name-only") == name


# Arguments


def test_lists_may_be_words_with_commas(asker: Asker, shop: GitBox) -> None:
    where = {"dir": str(shop.path), "query": "cents"}
    both = asker.ok("ctx_search", kinds="decision, commit", **where)
    assert both == asker.ok("ctx_search", kinds=["decision", "commit"], **where)
    assert {hit["kind"] for hit in both["hits"]} == {"decision", "commit"}
    assert asker.ok("ctx_search", limit="2", **where) == asker.ok("ctx_search", limit=2, **where)
    log = asker.ok("ctx_log", dir=str(shop.path), all="true", kind="decision,architecture")
    assert {entry["kind"] for entry in log["entries"]} == {"decision", "architecture"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ctx_search", {}, (2, "'query' is missing", "query: words")),
        ("ctx_search", {"query": "  "}, (2, "'query' is empty", "query: words")),
        ("ctx_search", {"query": 3}, (2, "'query' cannot be 3", "query takes a string")),
        ("ctx_search", {"query": "x", "limit": 51}, (2, "'limit' cannot be 51", "from 1 to 50")),
        ("ctx_search", {"query": "x", "limit": True}, (2, "'limit' cannot be True", "from 1 to 50")),
        ("ctx_search", {"query": "x", "kinds": [1]}, (2, "'kinds' cannot be 1", "a list of strings")),
        ("ctx_search", {"query": "x", "kinds": "decison"}, (2, "unknown kind 'decison' (did you mean decision?", "")),
        ("ctx_search", {"query": "x", "kinds": ["nope"]}, (2, "unknown kind 'nope' (one of: decision", "takes")),
        ("ctx_search", {"query": "x", "sources": "moon"}, (2, "unknown source 'moon'", "local")),
        ("ctx_search", {"query": "since:never"}, (2, "never", "")),
        ("ctx_search", {"query": "x", "qurey": "y"}, (2, "unknown argument 'qurey'", "did you mean query?")),
        ("ctx_search", {"query": "a\0b"}, (2, "NUL", "leave it out")),
        ("ctx_search", {"query": "x" * 300_000}, (2, "300,000 characters", "at most 200,000")),
        ("ctx_why", {"target": "src/no-such.py:3"}, (128, "no file src/no-such.py", "ctx_search")),
        ("ctx_why", {"target": "src/cart.py:900"}, (128, "src/cart.py has", "name a line from 1 to")),
        ("ctx_read", {"uri": "kx:nothing"}, (1, "no decision record is named 'nothing'", "ctx_log kind=all")),
        ("ctx_read", {"uri": "git:nope"}, (128, "no commit is named 'nope'", "")),
        ("ctx_read", {"uri": "../outside"}, (128, "outside", "")),
        ("ctx_read", {"uri": ".git/config"}, (128, "belongs to Git", "")),
        ("ctx_read", {"uri": "README.md", "level": 3}, (2, "'level' cannot be 3", "from 0 to 2")),
        ("ctx_check", {"staged": True, "range": "v1.."}, (2, "exclude each other", "ask for one")),
        (
            "ctx_capture",
            {"kind": "a", "title": "x", "body": "y", "draft": 0},
            (2, "cannot be 0", "true or false"),
        ),
        ("ctx_read", {"uri": f"kx:{'n' * 9000}"}, (1, f"'{'n' * 200}…'", "ctx_log")),
        ("ctx_read", {"uri": "kx:a\nremedy: run x"}, (1, "named 'a\n  remedy: run x'", "ctx_log")),
        ("ctx_check", {"staged": "perhaps"}, (2, "'staged' cannot be perhaps", "true or false")),
        ("ctx_check", {"range": "v1"}, (2, "'v1' is no range", "A..B")),
        ("ctx_capture", {"kind": "poem", "title": "x", "body": "y"}, (2, "unknown kind 'poem'", "decision")),
        ("ctx_capture", {"kind": "decision", "title": "...", "body": "y"}, (2, "needs a title", "")),
        ("ctx_capture", {"kind": "decision", "title": "x"}, (2, "'body' is missing", "why, as Markdown")),
        ("ctx_log", {"dir": "/no/such/folder"}, (2, "there is no folder /no/such/folder", "dir=")),
        ("ctx_nothing", {}, (2, "there is no tool 'ctx_nothing'", "ctx_why")),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_wrong_is_said_with_the_remedy(
    asker: Asker, shop: GitBox, tool: str, arguments: dict[str, Any], said: tuple[int, str, str]
) -> None:
    code, message, remedy = asker.refused(tool, **{"dir": str(shop.path), **arguments})
    assert code == said[0]
    assert said[1] in message
    assert said[2] in remedy


def test_the_tools_list_the_kinds_that_are_taken(asker: Asker, shop: GitBox) -> None:
    tools = {tool.name: tool for tool in asker.do("list_tools").tools}
    message = asker.refused("ctx_search", dir=str(shop.path), query="x", kinds="nope")[1]
    told = tools["ctx_search"].input_schema["properties"]["kinds"]["description"]
    assert message.partition("one of: ")[2].rstrip(")") in told


# Where


def test_the_folder_of_git_stands_for_its_work_tree(asker: Asker, shop: GitBox) -> None:
    for folder in (".git", ".git/refs"):
        assert asker.ok("ctx_log", dir=str(shop.path / folder))["root"] == str(shop.path)


def test_a_broken_configuration_is_told_in_words_of_git(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = GitBox.init(place / "broken", git_env)
    (box.path / ".git/config").write_text("[core\n")
    code, message, remedy = asker.refused("ctx_log", dir=str(box.path))
    assert (code, "bad config line 1" in message) == (128, True)
    assert "name a folder" not in remedy


def test_what_looks_like_a_file_is_no_silent_topic(asker: Asker, shop: GitBox) -> None:
    target = "a so\u0308p/cart.py"  # composed on disk
    said = asker.call("ctx_why", dir=str(shop.path), target=target).content[0].text
    assert f"note: no file, commit or record is called '{target}': it was searched for\n" in said


def test_a_note_goes_with_its_cause(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = fill_shop(GitBox.init(place / "in-memory", git_env))
    (box.path / ".git/kontext").write_text("in the way")
    where = {"dir": str(box.path), "query": "cents"}
    for _ in range(2):
        assert "answered from memory" in asker.call("ctx_search", **where).content[0].text
    (box.path / ".git/kontext").unlink()
    assert "answered from memory" not in asker.call("ctx_search", **where).content[0].text


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_roots_of_the_client_say_where(
    mode: str, shop: GitBox, git_env: dict[str, str], place: Path, tmp_path: Path
) -> None:
    other = GitBox.init(tmp_path / "other", git_env)
    other.commit("Weigh anchors")
    roots = [(tmp_path / "gone").as_uri(), place.as_uri(), shop.path.as_uri(), other.path.as_uri()]
    with asking(tmp_path, git_env, roots, mode=mode) as asker:
        assert asker.ok("ctx_log")["root"] == str(shop.path)
        assert asker.ok("ctx_log", dir=str(other.path))["root"] == str(other.path)
        roots[:] = [other.path.as_uri()]
        assert asker.ok("ctx_log")["root"] == str(other.path)
        assert str(other.path) in asker.do("get_prompt", "kontext-commit").messages[0].content.text
        assert f"repository: {other.path}\n" in asker.do("read_resource", "kontext://brief").contents[0].text
        roots[:] = []
        assert asker.refused("ctx_log")[0] == 128


# Bounds


def test_answers_keep_to_their_budget_and_count_the_rest(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = GitBox.init(place / "many", git_env)
    box.import_commits(60)
    where = {"dir": str(box.path), "query": "change", "limit": 50}
    sizes = []
    for budget in (100, 600, 1500):
        result = asker.call("ctx_search", budget_tokens=budget, **where)
        text, value = result.content[0].text, result.structured_content
        sizes.append(len(value["hits"]))
        assert len(value["hits"]) + value["truncated"] == 50
        assert f"\ntruncated: {value['truncated']} more (budget_tokens" in text
        if budget > 100:
            assert len(result.content[1].text) <= 4 * budget + 200
            assert len(json.dumps(value, ensure_ascii=False)) <= 8 * budget + 200
    assert sizes == sorted(set(sizes))
    assert sizes[0] == 1
    assert "truncated:" not in asker.call("ctx_search", dir=str(box.path), query="change", limit=2).content[0].text


def test_no_reply_is_larger_than_clients_take(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = GitBox.init(place / "large", git_env)
    files: dict[str, Any] = {f"src/{'long' * 20}/{number:04}.py": f"x = {number}\n" for number in range(1500)}
    box.commit("Weigh anchors " + "ö" * 60_000 + "\n\n" + "Because. " * 20_000, files)
    box.write("docs/long.md", "# Long\n\n" + "Ünïcödé everywhere. " * 9_000)
    for number in range(150):
        text = record(f"r{number:03}", "Anchors " + "heavy " * 200, f"paths: ['{'p' * 300}']\n")
        box.write(f".kontext/decisions/r{number:03}.md", text.replace("accepted", "pondered"))
    box.commit("Write")
    box.write("src/more.py", "y\n" * 4000)
    where = {"dir": str(box.path)}
    for tool, arguments in (
        ("ctx_why", {"target": "HEAD~1", "limit": 100}),
        ("ctx_why", {"target": "src/", "limit": 100}),
        ("ctx_why", {"target": "HEAD~1..HEAD"}),
        ("ctx_why", {"target": "anchors", "limit": 100}),
        ("ctx_search", {"query": "anchors", "limit": 50, "budget_tokens": 8000}),
        ("ctx_log", {"limit": 200, "all": True, "kind": "all"}),
        ("ctx_read", {"uri": "docs/long.md", "level": 2}),
        ("ctx_read", {"uri": "git:HEAD~1", "level": 2}),
        ("ctx_brief", {"focus": ["src"], "budget_tokens": 8000}),
        ("ctx_check", {}),
    ):
        result = asker.call(tool, **where, **arguments)
        assert not result.is_error, result.content[0].text
        reply = result.model_dump_json(by_alias=True)
        assert len(reply.encode()) <= LARGEST_REPLY, tool
        assert result.structured_content["root"] == str(box.path)
        if len(reply) > 40_000:
            assert "\ntruncated: " in result.content[0].text, tool
            assert result.structured_content["truncated"] > 0, tool


# Resources and prompts


def test_resources(shop: GitBox, git_env: dict[str, str]) -> None:
    with asking(shop.path, git_env) as asker:
        assert [str(one.uri) for one in asker.do("list_resources").resources] == ["kontext://brief"]
        templates = asker.do("list_resource_templates").resource_templates
        assert [one.uri_template for one in templates] == ["kontext://entry/{id}"]
        brief = asker.do("read_resource", "kontext://brief").contents[0].text
        assert "Prices are integer cents" in brief
        assert brief.startswith(f"repository: {shop.path}\n")
        assert "So be it." in asker.do("read_resource", "kontext://entry/cents").contents[0].text
        for uri, words in (("kontext://entry/nope", "no decision record"), ("kontext://nope", "kontext://brief")):
            with pytest.raises(Exception, match=words):
                asker.do("read_resource", uri)


def test_prompts(shop: GitBox, git_env: dict[str, str], tmp_path: Path) -> None:
    box = GitBox.init(tmp_path / "staged", git_env)
    box.commit("Begin")
    box.write("ä b.txt", "1\n")
    box.git("add", "-A")
    with asking(box.path, git_env) as asker:
        assert {one.name: [a.name for a in one.arguments] for one in asker.do("list_prompts").prompts} == {
            "kontext-commit": [],
            "kontext-why": ["target"],
        }
        text = asker.do("get_prompt", "kontext-commit").messages[0].content.text
        assert "- ä b.txt\n" in text
        assert "ctx_check" in text
        why = asker.do("get_prompt", "kontext-why", {"target": "a.py:3"}).messages[0].content.text
        assert "a.py:3" in why
        for name, arguments, words in (("kontext-why", {}, "'target' is missing"), ("nope", {}, "kontext-commit")):
            with pytest.raises(Exception, match=words):
                asker.do("get_prompt", name, arguments)


# What it leaves behind


def test_only_capture_changes_anything(asker: Asker, shop: GitBox) -> None:
    def state() -> tuple[object, ...]:
        status, refs = shop.git("status", "--porcelain"), shop.git("for-each-ref")  # which refresh Git's own stamps
        files = {
            file.relative_to(shop.path).as_posix(): file.stat().st_mtime_ns
            for file in shop.path.rglob("*")
            if file.is_file() and "kontext" not in file.relative_to(shop.path).parts[1:2]
        }
        return status, refs, files

    before = state()
    for tool, arguments, _ in SAME:
        asker.ok(tool, dir=str(shop.path), **arguments)
    assert state() == before


def test_a_draft_stays_in_the_clone(asker: Asker, git_env: dict[str, str], place: Path) -> None:
    box = fill_shop(GitBox.init(place / "drafts", git_env))
    value = asker.ok(
        "ctx_capture",
        kind="decision",
        title="Rounding is half up",
        summary="We round half up.",
        body="Because the law says so.",
        supersedes=["cents"],
        dir=str(box.path),
    )
    assert (value["draft"], value["trailer"]) == (True, "")
    assert box.git("status", "--porcelain") == ""
    text = Path(value["path"]).read_text()
    assert "\nsummary: We round half up.\n" in text
    assert text.endswith("---\nBecause the law says so.\n")
    assert json.loads(kontext(box, "inbox", "--json"))["drafts"][0]["id"] == value["id"]
    code, _, remedy = asker.refused(
        "ctx_capture", kind="decision", title="x", body="y", supersedes=["centz"], dir=str(box.path)
    )
    assert (code, "cents" in remedy) == (1, True)
    assert os.listdir(Path(value["path"]).parent) == [Path(value["path"]).name]
