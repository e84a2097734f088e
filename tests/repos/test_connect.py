"""Connecting clients: which file, what it says afterwards, and that nothing else in it is lost."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from pathlib import Path

import pytest

from gitbox import GitBox
from inside import kontext
from kontext.connect import CLIENTS

FILES = {
    "claude": ".mcp.json",
    "codex": ".codex/config.toml",
    "cursor": ".cursor/mcp.json",
    "vscode": ".vscode/mcp.json",
    "opencode": "opencode.json",
    "gemini": ".gemini/settings.json",
}
OF_USER = {
    "codex": ".codex/config.toml",
    "cursor": ".cursor/mcp.json",
    "vscode": ".config/Code/User/mcp.json",
    "opencode": ".config/opencode/opencode.json",
    "gemini": ".gemini/settings.json",
}


def said(box: GitBox, *argv: str, status: int = 0) -> str:
    return kontext(box, "connect", *argv, status=status)


def told(box: GitBox, *argv: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(said(box, *argv, "--json"))
    return found


@pytest.mark.parametrize("client", CLIENTS)
def test_the_file_of_a_project_is_made_and_removed_again(box: GitBox, client: str) -> None:
    file = box.path / FILES[client]
    plan = told(box, client, "--scope", "project")
    assert plan["path"] == str(file)
    assert not file.exists()
    assert told(box, client, "--scope", "project", "--write")["done"] == "written"
    assert file.read_text() == plan["snippet"]
    assert told(box, client, "--scope", "project", "--write")["done"] == "unchanged"
    assert told(box, client, "--scope", "project", "--remove")["done"] == "deleted"
    assert not file.exists()
    assert [one.name for one in box.path.iterdir() if one.is_dir()] == [".git"]
    assert told(box, client, "--scope", "project", "--remove")["done"] == "absent"


@pytest.mark.parametrize("client", OF_USER)
def test_the_file_of_a_person_is_found_below_home(box: GitBox, client: str) -> None:
    home = Path(box.env["HOME"])
    assert told(box, client, "--scope", "user")["path"] == str(home / OF_USER[client])


def test_what_each_client_is_told_starts_the_server(box: GitBox) -> None:
    (script, word) = read_command(told(box, "cursor")["entry"])
    assert word == "mcp"
    assert os.path.isabs(script)
    version = subprocess.run([script, "version"], capture_output=True, text=True, check=True, env=box.env)
    assert version.stdout.startswith("kontext ")
    for client in CLIENTS:
        assert read_command(told(box, client)["entry"]) == [script, "mcp"]
        assert read_command(told(box, client, "--portable")["entry"]) == ["kontext", "mcp"]


def read_command(entry: object) -> list[str]:
    assert isinstance(entry, dict)
    return entry["command"] if isinstance(entry["command"], list) else [entry["command"], *entry["args"]]


def test_where_no_script_is_installed_the_interpreter_is_named(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path: None)
    python, *rest = read_command(told(box, "cursor")["entry"])
    assert rest == ["-P", "-m", "kontext.cli", "mcp"]
    version = subprocess.run([python, *rest[:-1], "version"], capture_output=True, text=True, check=True, env=box.env)
    assert version.stdout.startswith("kontext ")


def test_a_missing_package_is_named(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    further = "The server needs a further package: pip install 'git-kontext[mcp]'"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert further in said(box, "cursor").splitlines()
    assert f"  {further}" in said(box, "cursor", "--write").splitlines()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    assert further not in said(box, "cursor")


SETTINGS = b"""\xef\xbb\xbf{\r
  // mine\r
  "theme": "dark", /* nice */\r
  "mcpServers": {\r
    "other": { "command": "x", }, // stays\r
  },\r
}\r
"""


def test_a_file_with_comments_is_merged_and_put_back_byte_for_byte(box: GitBox) -> None:
    file = box.write(".gemini/settings.json", SETTINGS)
    file.chmod(0o600)
    done = told(box, "gemini", "--write")
    assert done["backup"] == f"{file}.kontext-backup"
    assert Path(str(done["backup"])).read_bytes() == SETTINGS
    assert Path(str(done["backup"])).stat().st_mode & 0o777 == 0o600
    after = file.read_bytes()
    assert after.startswith(SETTINGS[: SETTINGS.index(b"\r\n  },")])
    assert b'    "kontext": {\r\n      "command": "' in after
    assert file.stat().st_mode & 0o777 == 0o600
    assert told(box, "gemini", "--write") | {"done": "", "backup": ""} == told(box, "gemini")
    assert told(box, "gemini", "--remove")["done"] == "restored"
    assert file.read_bytes() == SETTINGS
    assert sorted(os.listdir(file.parent)) == ["settings.json"]


def test_what_was_changed_meanwhile_stays(box: GitBox) -> None:
    file = box.write(".cursor/mcp.json", '{\n  "mcpServers": {"a": {}}\n}\n')
    said(box, "cursor", "--write")
    file.write_text(file.read_text().replace('"a": {}', '"a": {"command": "new"}'))
    done = told(box, "cursor", "--remove")
    assert (done["done"], done["backup"]) == ("removed", f"{file}.kontext-backup")
    assert file.read_text() == '{\n  "mcpServers": {"a": {"command": "new"}}\n}\n'


def test_what_a_person_added_to_our_entry_stays_and_the_first_copy_too(box: GitBox) -> None:
    first = '{"mcpServers": {"a": {}}}'
    file = box.write(".cursor/mcp.json", first)
    said(box, "cursor", "--write", "--portable")
    file.write_text(file.read_text().replace('"args"', '"env": {"A": "1"}, "args"'))
    assert told(box, "cursor", "--write")["backup"] == ""
    entry = json.loads(file.read_text())["mcpServers"]["kontext"]
    assert entry == told(box, "cursor")["entry"] | {"env": {"A": "1"}}  # type: ignore[operator]
    assert file.with_name("mcp.json.kontext-backup").read_text() == first


def test_toml_of_codex_is_merged_and_put_back(box: GitBox) -> None:
    text = '# mine\nmodel = "o5" # fast\n\n[mcp_servers.other]\ncommand = "x"\n'
    file = Path(box.env["HOME"]) / ".codex" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert told(box, "codex", "--write")["path"] == str(file)
    assert file.read_text().startswith(text)
    assert tomllib.loads(file.read_text())["mcp_servers"]["kontext"]["args"] == ["mcp"]
    assert told(box, "codex", "--remove")["done"] == "restored"
    assert file.read_text() == text


def test_opencode_is_written_where_its_servers_stand(box: GitBox) -> None:
    file = box.write("opencode.jsonc", '{\n  "mcp": {\n    "servers": {\n    },\n  },\n}\n')
    said(box, "opencode", "--write")
    assert '      "kontext": {\n        "type": "local",' in file.read_text()
    box.write("opencode.jsonc", '{\n  "mcp": {"a": {}}\n}\n')
    said(box, "opencode", "--write")
    assert file.read_text().startswith('{\n  "mcp": {"a": {}, "kontext": {"type": "local", "command": [')


def test_a_link_is_written_through_inside_a_project_and_refused_out_of_it(box: GitBox, tmp_path: Path) -> None:
    real = box.write("dot/mcp.json", "{}")
    (box.path / ".cursor").mkdir()
    (box.path / ".cursor" / "mcp.json").symlink_to(real)
    said(box, "cursor", "--write")
    assert (box.path / ".cursor" / "mcp.json").is_symlink()
    assert "kontext" in json.loads(real.read_text())["mcpServers"]
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    (box.path / ".mcp.json").symlink_to(outside)
    assert "is a link that leads out of the project" in said(box, "claude", "--write", status=2)
    assert outside.read_text() == "{}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{\n"a" 1}', ".mcp.json:2: lacks a colon behind a name"),
        (b"\xff\xfe{\x00}\x00", ".mcp.json: is not UTF-8"),
        ('{"mcpServers": {}, "mcpServers": {}}', ".mcp.json:1: says 'mcpServers' twice"),
        (b"[" * 5_000_000, ".mcp.json: is larger than 4 MB"),
        ("[" * 100_000, ".mcp.json:1: is nested too deeply"),
    ],
)
def test_a_broken_file_is_left_alone_with_a_word(box: GitBox, content: str | bytes, message: str) -> None:
    file = box.write(".mcp.json", content)
    before = file.read_bytes()
    for action in ("--write", "--remove"):
        lines = said(box, "claude", action, status=2).splitlines()
        assert lines[0].endswith(message)
        assert len(lines) == 2
    assert file.read_bytes() == before
    assert sorted(os.listdir(box.path)) == [".git", ".mcp.json"]


def test_a_folder_or_a_file_in_the_way_is_said(box: GitBox) -> None:
    (box.path / ".mcp.json").mkdir()
    assert ".mcp.json: cannot be read: " in said(box, "claude", "--write", status=2)
    box.write(".cursor", "a file")
    assert ".cursor/mcp.json: cannot be " in said(box, "cursor", "--write", status=2)
    assert (box.path / ".cursor").read_text() == "a file"
    (box.path / ".vscode").mkdir()
    (box.path / ".vscode" / "mcp.json").symlink_to("nowhere")
    assert "is a link that leads nowhere" in said(box, "vscode", "--write", status=2)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_said(box: GitBox) -> None:
    file = box.write(".mcp.json", "{}")
    file.chmod(0o400)
    assert ".mcp.json: cannot be written: Permission denied" in said(box, "claude", "--write", status=2)
    assert file.read_text() == "{}"


def test_the_file_that_claude_keeps_for_itself_is_not_written(box: GitBox) -> None:
    assert said(box, "claude", "--scope", "user").startswith("claude mcp add --scope user kontext -- /")
    text = said(box, "claude", "--scope", "user", "--write", status=2)
    assert "rewrites" in text
    assert not (Path(box.env["HOME"]) / ".claude.json").exists()


def test_what_is_asked_wrongly_is_said(box: GitBox, tmp_path: Path) -> None:
    assert "no client is named 'emacs'" in said(box, "emacs", status=2)
    assert "unknown scope 'here'" in said(box, "cursor", "--scope", "here", status=2)
    assert "exclude each other" in said(box, "cursor", "--write", "--remove", status=2)
    (tmp_path / "alone").mkdir()
    assert "there is no project here" in said(box, "cursor", "-C", str(tmp_path / "alone"), status=2)
    assert said(box, "cursor", "--scope", "user", "-C", str(tmp_path / "alone")).startswith(box.env["HOME"])


def test_it_is_printed_with_what_comes_next(box: GitBox) -> None:
    path, blank, *rest = said(box, "vscode").splitlines()
    assert (path, blank, rest[:4]) == (
        f"{box.path}/.vscode/mcp.json",
        "",
        ["{", '  "servers": {', '    "kontext": {', '      "type": "stdio",'],
    )
    assert "To put it there: kontext connect vscode --scope project --write" in rest
    assert not (box.path / ".vscode").exists()
