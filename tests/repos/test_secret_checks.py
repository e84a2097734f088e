"""Secrets in records, in what is staged and in what is to be written; and who may say that there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitbox import GitBox
from kontext.capture.inbox import drafts, write_draft
from kontext.capture.request import Request, from_commit
from kontext.capture.work_tree import read_work_tree, write_record
from kontext.checks import secrets
from kontext.checks.entries import check_entries
from kontext.checks.message_file import check_file
from kontext.config import Config, load_config
from kontext.errors import ConfigError, SecretFound
from kontext.git.repo import open_repo
from kontext.model import Finding
from kontext.render.check_github import findings_github
from kontext.render.check_json import findings_json
from kontext.render.check_message import render_judged
from kontext.render.check_sarif import findings_sarif
from kontext.render.check_text import render_findings
from kontext.render.style import Style
from secret_shapes import samples

TODAY = "2026-11-30"
RECORD = ".kontext/decisions/cents.md"
MADE = {one.rule: one.secret for one in samples(7)}
AWS, TOKEN, JWT = MADE["aws-access-key"], MADE["github-token"], MADE["jwt"]
BLOCK = next(one.secret for one in samples(7) if one.rule == "private-key")


def record(text: str) -> str:
    return f"---\ntitle: Cents\nstatus: accepted\ndate: 2023-11-01\n---\n\n{text}\n"


def configured(box: GitBox, git: tuple[tuple[str, str], ...] = (), **env: str) -> Config:
    return load_config(open_repo(str(box.path), box.env), git, box.env | env)


def found(box: GitBox, *, staged: bool = False, config: Config | None = None) -> list[Finding]:
    repo = open_repo(str(box.path), box.env)
    told = check_entries(repo, config or configured(box), staged=staged)
    return [one for one in told if one.rule.startswith("secret-")]


def told(box: GitBox, **how: object) -> list[tuple[str, str, str, int]]:
    return [(one.level, one.rule, one.path, one.line) for one in found(box, **how)]  # type: ignore[arg-type]


# Records


def test_a_sure_secret_is_an_error_and_a_doubtful_one_a_warning(box: GitBox) -> None:
    box.write(RECORD, record(f"The key is {AWS}.\n\nThe session was {JWT}."))
    assert told(box) == [
        ("error", "secret-aws-access-key", RECORD, 7),
        ("warning", "secret-jwt", RECORD, 9),
    ]
    (one, _) = found(box)
    assert one.message == f"AWS access key: {AWS[:6]}… (20 characters)"
    assert "kontext:allow-secret" in one.remedy


def test_every_record_is_looked_through_and_nothing_else(box: GitBox) -> None:
    box.write("docs/adr/0001-x.md", f"# 1. Use X\n\nDate: 2020-01-01\n\n## Status\n\nAccepted\n\n## Context\n\n{AWS}\n")
    box.write(".kontext/decisions/broken.md", f"---\ntitle: [broken\n---\n\n{AWS}\n")
    box.write(".kontext/decisions/wide.md", record(TOKEN).encode("utf-16"))
    box.write("docs/guide.md", f"# Guide\n\n{AWS}\n")
    box.write("src/a.py", f"KEY = '{AWS}'\n")
    box.git("add", "-A")
    assert told(box) == [
        ("error", "secret-aws-access-key", ".kontext/decisions/broken.md", 5),
        ("error", "secret-github-token", ".kontext/decisions/wide.md", 7),
        ("error", "secret-aws-access-key", "docs/adr/0001-x.md", 11),
    ]


def test_the_scan_can_be_switched_off_by_the_user(box: GitBox) -> None:
    box.write(RECORD, record(AWS))
    assert told(box, config=configured(box, KONTEXT_SECRETS_SCAN="off")) == []
    assert told(box, config=configured(box, (("kontext.secrets.scan", "off"),))) == []
    box.write(".git/kontext/config.yaml", "secrets:\n  scan: off\n")
    assert told(box) == []


def test_every_format_tells_place_and_rule_and_never_the_secret(box: GitBox) -> None:
    box.write(RECORD, record(f"The key is {AWS}."))
    findings = found(box)
    texts = [
        render_findings(findings, Style()),
        findings_github(findings),
        findings_json(findings),
        findings_sarif(findings),
    ]
    for text in texts:
        assert "secret-aws-access-key" in text
        assert "cents.md" in text
        assert AWS[:6] in text
        assert AWS[:7] not in text


# What is staged


def test_a_commit_is_judged_by_what_is_staged(box: GitBox) -> None:
    box.commit("Begin", {"src/old.py": f"OLD = '{AWS}'\n"})
    box.write(RECORD, record(AWS))
    assert told(box, staged=True) == []  # not staged
    box.git("add", RECORD)
    box.write(RECORD, record("taken out, but not staged"))
    assert told(box, staged=True) == [("error", "secret-aws-access-key", RECORD, 7)]
    box.git("add", RECORD)
    assert told(box, staged=True) == []


def test_all_that_is_staged_is_looked_through_where_that_is_wanted(box: GitBox) -> None:
    box.commit("Begin", {"src/old.py": f"OLD = '{AWS}'\n", ".kontext.yaml": "secrets:\n  scan: staged\n"})
    names = ["src/a.py", "docs/größe.txt", "a b.cfg", "tab\tin.txt"]
    for name in names:
        box.write(name, f"x\n{TOKEN}\n")
    box.write("blob.bin", b"\0" + TOKEN.encode())
    box.write("wide.txt", f"x\n{TOKEN}\n".encode("utf-16"))
    (box.path / "link").symlink_to("src/a.py")
    box.git("add", "-A")
    assert sorted(path for *_, path, _ in told(box, staged=True)) == sorted([*names, "wide.txt"])
    assert {line for *_, line in told(box, staged=True)} == {2}
    assert told(box) == []  # of what is there, records only
    box.commit("Anyway")
    box.git("rm", "-q", "src/a.py")
    assert told(box, staged=True) == []  # what goes is no secret any more


def test_the_first_commit_is_looked_through_whole(box: GitBox) -> None:
    box.write("a.py", TOKEN)
    box.git("add", "-A")
    assert told(box, staged=True, config=configured(box, KONTEXT_SECRETS_SCAN="staged")) == [
        ("error", "secret-github-token", "a.py", 1)
    ]


def test_what_is_too_large_to_be_looked_through_is_said(box: GitBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "LARGEST", 100)
    box.write("large.txt", f"{TOKEN}\n" + "x" * 100)
    box.write("small.txt", TOKEN)
    box.git("add", "-A")
    assert told(box, staged=True, config=configured(box, KONTEXT_SECRETS_SCAN="staged")) == [
        ("warning", "secret-unscanned", "large.txt", 0),
        ("error", "secret-github-token", "small.txt", 1),
    ]


# Who may say that there is none


def test_a_committed_file_may_only_widen_the_scan(box: GitBox) -> None:
    for said, own, counts in [
        ("off", "", "store"),
        ("staged", "", "staged"),
        ("store", "staged", "staged"),
        ("store", "off", "store"),
        ("off", "staged", "staged"),
    ]:
        box.write(".kontext.yaml", f"secrets:\n  scan: {said}\n")
        box.write("user/config.yaml", f"secrets:\n  scan: {own}\n" if own else "")
        config = configured(box, KONTEXT_CONFIG_DIR=str(box.path / "user"))
        assert config.get("secrets.scan") == counts, (said, own)
        narrows = said != counts
        assert [one for one in config.warnings if "only widen it" in one] == (
            [f".kontext.yaml:2: a committed file cannot set secrets.scan to '{said}', only widen it"] if narrows else []
        )
    assert configured(box, KONTEXT_SECRETS_SCAN="off").get("secrets.scan") == "off"


def test_a_committed_file_cannot_switch_the_hooks_off_that_scan(box: GitBox) -> None:
    box.write(".kontext.yaml", "hooks:\n  pre_commit: false\n  pre_merge_commit: false\n  pre_push: false\n")
    config = configured(box)
    got = [config.get(f"hooks.{name}") for name in ("pre_commit", "pre_merge_commit", "pre_push")]
    assert got == [True, True, False]
    assert len(config.warnings) == 2
    assert configured(box, KONTEXT_HOOKS_PRE_COMMIT="false").get("hooks.pre_commit") is False


@pytest.mark.parametrize(
    ("expression", "admits"),
    [(AWS, True), (AWS[:-1], False), (".*", False), (AWS[:4] + "[A-Z0-9]+", False), (f"{AWS}|.", False), ("^", False)],
)
def test_a_committed_expression_admits_what_it_spells_out(box: GitBox, expression: str, admits: bool) -> None:
    box.write(RECORD, record(f"The key is {AWS}."))
    box.write(".kontext.yaml", f"secrets:\n  allow: ['{expression}']\n")
    assert (told(box) == []) is admits
    assert len(configured(box).warnings) == (expression not in (AWS, AWS[:-1]))


@pytest.mark.parametrize("expression", [AWS, AWS[:8], ".*", AWS[:4] + "[A-Z0-9]+"])
def test_an_expression_of_the_user_is_searched_for(box: GitBox, expression: str) -> None:
    box.write(RECORD, record(f"The key is {AWS}."))
    assert told(box, config=configured(box, (("kontext.secrets.allow", expression),))) == []
    box.write(".git/kontext/config.yaml", f"secrets:\n  allow: ['{expression}']\n")
    assert told(box) == []


def test_no_committed_expression_admits_a_private_key(box: GitBox) -> None:
    box.write(RECORD, record(BLOCK))
    box.write(".kontext.yaml", "secrets:\n  allow: ['-----BEGIN', 'PRIVATE KEY', '.*']\n")
    assert [rule for _, rule, *_ in told(box)] == ["secret-private-key"]


def test_an_expression_that_could_take_long_is_named_with_its_line(box: GitBox) -> None:
    box.write(".kontext.yaml", "secrets:\n  allow:\n    - '(a+)+b'\n")
    with pytest.raises(ConfigError, match=r"\.kontext\.yaml:2: secrets\.allow .*repeats a group"):
        configured(box)
    box.write(RECORD, record(AWS))
    tolerant = load_config(open_repo(str(box.path), box.env), (), box.env, tolerant=True)
    assert [rule for _, rule, *_ in told(box, config=tolerant)] == ["secret-aws-access-key"]


# What is to be written


def refused(box: GitBox, request: Request, **how: bool) -> tuple[str, ...]:
    repo = open_repo(str(box.path), box.env)
    tree = read_work_tree(repo, configured(box))
    with pytest.raises(SecretFound) as caught:
        write_record(tree, request, draft=how.get("draft", False), today=TODAY)
    assert TOKEN not in caught.value.message
    assert box.git("status", "--short") == ""
    assert drafts(repo) == []
    return caught.value.found


@pytest.mark.parametrize("draft", [True, False])
@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"body": f"Why.\n\nWith {TOKEN}."}, "line 3 of the text"),
        ({"title": f"Use {TOKEN}"}, "the title"),
        ({"tags": (TOKEN,)}, "the tags"),
        ({"paths": (f"src/{TOKEN}",)}, "the paths"),
    ],
)
def test_a_record_with_a_secret_is_not_written(box: GitBox, change: dict[str, object], where: str, draft: bool) -> None:
    box.commit("Begin", {"a.py": "1\n"})
    asked = Request("decision", "Carts expire", TODAY, "Because.")._replace(**change)
    shown = f"GitHub token: {TOKEN[:6]}… ({len(TOKEN)} characters)  [secret-github-token]"
    assert refused(box, asked, draft=draft) == (f"{where}: {shown}",)


def test_a_record_of_a_commit_with_a_secret_is_not_written(box: GitBox) -> None:
    box.commit(f"Rotate the key\n\nIt was {TOKEN}.", {"a.py": "1\n"})
    asked = from_commit(open_repo(str(box.path), box.env), "HEAD")
    assert refused(box, asked)[0].startswith("line 1 of the text: GitHub token")


def test_what_may_be_a_secret_is_written_with_a_note(box: GitBox) -> None:
    repo = open_repo(str(box.path), box.env)
    tree = read_work_tree(repo, configured(box))
    done = write_record(tree, Request("decision", "Carts", TODAY, f"Was {JWT}"), draft=False, today=TODAY)
    assert done.notes == (
        f"this may be a secret: line 1 of the text: JSON web token: eyJhbG… ({len(JWT)} characters)  [secret-jwt]",
    )


def test_what_is_admitted_is_written(box: GitBox) -> None:
    repo = open_repo(str(box.path), box.env)
    asked = Request("decision", "Carts", TODAY, f"Was {TOKEN} <!-- kontext:allow-secret -->")
    assert write_record(read_work_tree(repo, configured(box)), asked, draft=False, today=TODAY).written
    off = configured(box, KONTEXT_SECRETS_SCAN="off")
    asked = asked._replace(title="Other", body=TOKEN)
    assert write_record(read_work_tree(repo, off), asked, draft=False, today=TODAY).written


def test_a_draft_that_got_a_secret_since_is_not_promoted(box: GitBox) -> None:
    from kontext.capture.inbox import promote

    box.commit("Begin", {"a.py": "1\n"})
    repo = open_repo(str(box.path), box.env)
    config = configured(box)
    draft = Path(write_draft(repo, config, Request("decision", "Carts", TODAY, "Because.", "accepted")).path)
    draft.write_text(draft.read_text() + f"\nWith {TOKEN}.\n")
    tree = read_work_tree(repo, config)
    with pytest.raises(SecretFound, match=r"line \d+ of the draft: GitHub token"):
        promote(repo, config, tree.setting, tree.knowledge, draft.stem, TODAY)
    assert draft.exists()
    assert box.git("status", "--short") == ""


# What other findings quote

FORMS = (findings_json, findings_github, findings_sarif, lambda findings: render_findings(findings, Style()))


@pytest.mark.parametrize("secret", [AWS, TOKEN, JWT])
def test_no_finding_quotes_a_secret(box: GitBox, secret: str) -> None:
    keys = "".join(f"{key}: {secret}\n" for key in ("kind", "status", "date", "author"))
    lists = "".join(f"{key}: [{secret}]\n" for key in ("supersedes", "paths", "tags"))
    box.commit("Begin", {RECORD: f"---\ntitle: Cents\n{keys}{lists}---\n\nText.\n"})
    findings = check_entries(open_repo(str(box.path), box.env), configured(box))
    assert {"unknown-kind", "malformed-date", "dangling-link", "no-such-path"} <= {one.rule for one in findings}
    for form in FORMS:
        assert secret[:16].casefold() not in form(findings).casefold()
    assert secret[:6] in findings_json(findings)


def test_a_password_is_hidden_where_only_its_line_tells_that_it_is_one(box: GitBox) -> None:
    text = "---\ntitle: Cents\nstatus: accepted\ndate: 2023-11-01\npaths: ['kT9#vQ2!mZ7pX4']\n---\n\n"
    box.commit("Begin", {RECORD: f"{text}pass" + "word = 'kT9#vQ2!mZ7pX4'\n"})
    findings = check_entries(open_repo(str(box.path), box.env), configured(box))
    assert "no-such-path" in [one.rule for one in findings]
    assert any(one.rule.startswith("secret-") for one in findings)
    assert "vQ2!mZ7pX4" not in findings_json(findings)


@pytest.mark.parametrize("message", [f"S\n\nDecision: {AWS}\n", f"S\n\nDecision: {AWS}\n\nmore text\n"])
def test_the_verdict_on_a_message_shows_no_secret(box: GitBox, message: str) -> None:
    box.commit("Begin", {RECORD: record("Text.")})
    path = Path(box.git("rev-parse", "--absolute-git-dir")) / "COMMIT_EDITMSG"
    path.write_text(message)
    judged = check_file(open_repo(str(box.path), box.env), configured(box), (), str(path), True)
    assert judged.verdict.is_stopped
    assert AWS not in render_judged(judged, Style(), "")
    for form in FORMS:
        assert AWS not in form(judged.verdict.findings)
    kept = Path(judged.kept)
    assert AWS in kept.read_text()  # the user's own words
    assert kept.stat().st_mode & 0o777 == 0o600


def test_nothing_is_hidden_where_nothing_is_looked_for(box: GitBox) -> None:
    box.commit("Begin", {RECORD: record("Text.").replace("accepted", AWS)})
    config = configured(box, (("kontext.secrets.scan", "off"),))
    assert AWS in findings_json(check_entries(open_repo(str(box.path), box.env), config))
