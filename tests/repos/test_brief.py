"""Briefs: what is listed for which paths, why, in which order, and within which bounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import sit
from inside import kontext
from kontext.brief import ALL, ASKED, CHANGED, Brief, brief_of
from kontext.render.brief import brief_json, brief_object, render_brief
from kontext.render.style import Style

RECORD = "---\nid: {id}\nkind: {kind}\ntitle: {title}\nstatus: {status}\ndate: {date}\n{more}---\n\n{body}\n"


def record(name: str, kind: str = "decision", date: str = "2023-11-01", more: str = "", **given: str) -> dict[str, str]:
    """One file of the store; `paths: …` and the like come in `more`, a line each."""
    fields = {"title": name.title(), "status": "accepted", "body": "So be it."} | given
    text = RECORD.format(id=name, kind=kind, date=date, more=more and f"{more}\n", **fields)
    return {f".kontext/{kind}s/{name}.md": text}


def brief(box: GitBox, *focus: str, budget_tokens: int = 1400, limit: int = 0, **settings: str) -> Brief:
    return brief_of(sit(box, **settings), focus, budget_tokens, limit)


def ids(found: Brief) -> list[str]:
    return [item.id for item in found.items]


def reasons(found: Brief) -> dict[str, tuple[str, ...]]:
    return {item.id: item.because for item in found.items}


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    box.commit("Begin", {"src/billing/cart.py": "a = 1\n", "src/web/page.py": "b = 1\n", "README.md": "# Shop\n"})
    box.commit(
        "Record what we know",
        {
            **record("cents", more="paths: [src/billing/**]\nsupersedes: [floats]", date="2023-11-02"),
            **record("floats", status="superseded\nsuperseded_by: [cents]", more="paths: [src/billing/cart.py]"),
            **record("cart", more="paths: [src/billing/cart.py]"),
            **record("old", status="deprecated", more="paths: [src/billing/**]"),
            **record("queue", date="2023-10-01"),
            **record("web", more="paths: [src/web/]"),
            **record("tabs", "convention"),
            **record("no-sleep", "learning", more="tags: [pitfall]"),
            **record("trivia", "learning"),
            **record("outage", "incident", more="paths: [src/]"),
        },
    )
    modules = {"all": "[src/]", "billing": "[src/billing/]"}
    box.commit(
        "Draw the modules",
        {
            f".kontext/architecture/{name}.md": RECORD.format(
                id=name, kind="architecture", title=name, status="accepted", date="2023-11-01", body=".", more=more
            )
            for name, paths in modules.items()
            for more in [f"paths: {paths}\n"]
        },
    )
    return box


def test_records_come_by_what_they_say_about_the_paths(shop: GitBox) -> None:
    oid = shop.commit("Queue orders\n\nThey came too fast.\n\nDecision: queue", {"src/billing/cart.py": "a = 2\n"})
    found = brief(shop, "src/billing/cart.py")
    assert found.source == ASKED
    assert ids(found) == ["cart", "cents", "outage", "queue", "billing", "tabs", "no-sleep"]
    everywhere = ("no paths: holds everywhere",)
    assert reasons(found) == {
        "cart": ("covers src/billing/cart.py",),
        "cents": ("covers src/billing/cart.py",),
        "outage": ("covers src/billing/cart.py",),
        "queue": (f"named by {oid[:7]}",),
        "billing": ("covers src/billing/cart.py",),
        "tabs": everywhere,
        "no-sleep": everywhere,
    }
    assert found.items[1].replaces == ("floats",)
    assert (found.items[1].uri, found.items[1].path) == ("kx:cents", ".kontext/decisions/cents.md")
    assert found.truncated == 0
    assert found.records == 12
    assert found.commits == ()


def test_a_record_that_replaced_another_comes_where_that_one_would_stand(box: GitBox) -> None:
    box.commit("Begin", {"a.py": "1\n"})
    new = record("new", more="supersedes: [middle]\npaths: [b.py]")
    middle = record("middle", status="superseded", more="supersedes: [old]\nsuperseded_by: [new]")
    box.commit(
        "Decide", new | middle | record("old", status="superseded", more="superseded_by: [middle]\npaths: [a.py]")
    )
    (item,) = brief(box, "a.py").items
    assert (item.id, item.because, item.replaces) == ("new", ("covers a.py",), ("old",))


def test_what_only_ended_is_not_listed(box: GitBox) -> None:
    box.commit("Decide", {"a.py": "1\n"} | record("gone", status="rejected", more="paths: [a.py]"))
    found = brief(box, "a.py")
    assert (found.items, found.records) == ((), 1)
    assert "No record is in force." in render_brief(found, Style())


def test_where_nothing_governs_it_says_how_many_records_there_are_and_how_to_list_them(box: GitBox) -> None:
    box.commit("Decide", {"a.py": "1\n", "b.py": "1\n"} | record("other", more="paths: [a.py]"))
    found = brief(box, "b.py")
    assert (found.items, brief_object(found)["in_force"]) == ((), 1)
    assert "No record governs this; 1 record is in force here (git kx-log --kind all)." in render_brief(found, Style())


def test_earlier_names_and_listed_commits_count(box: GitBox) -> None:
    oid = box.commit("Begin", {"old.py": "one\ntwo\nthree\nfour\n"})
    box.commit("Decide", record("names", more="paths: [old.py]") | record("lists", more=f"commits: [{oid[:10]}]"))
    box.git("mv", "old.py", "new.py")
    box.commit("Move it")
    found = brief(box, "new.py")
    assert reasons(found) == {"names": ("covers new.py",), "lists": (f"named by {oid[:7]}",)}
    renamed = brief(box, "old.py")
    assert renamed.focus == ("new.py",)
    assert renamed.notes == ("no file old.py here. It was renamed to new.py; asking there",)


def test_a_folder_and_a_file_to_be_made_are_fair_questions(shop: GitBox) -> None:
    assert ids(brief(shop, "src/web"))[:2] == ["web", "outage"]
    assert ids(brief(shop, "src"))[:2] == ["cart", "cents"]
    found = brief(shop, "src/web/new.py")
    assert ids(found)[:2] == ["web", "outage"]
    assert found.notes == ("no file src/web/new.py here: records that would govern it are listed",)


def test_several_paths_are_counted(shop: GitBox) -> None:
    assert reasons(brief(shop, "src/billing/cart.py", "src/web/page.py"))["outage"] == (
        "covers src/billing/cart.py and 1 more",
    )


def test_without_paths_it_is_about_what_is_changed_else_about_everything(shop: GitBox) -> None:
    shop.commit("Name it\n\nDecision: queue", {"x": "1"})
    shop.commit("Name it again\n\nDecision: queue", {"x": "2"})
    whole = brief(shop)
    assert (whole.source, whole.focus) == (ALL, ())
    # newest and most often named first; modules, lessons without a warning and what is replaced are left out
    assert ids(whole)[:2] == ["queue", "cents"]
    assert sorted(ids(whole)) == ["cart", "cents", "no-sleep", "outage", "queue", "tabs", "web"]
    assert reasons(whole)["queue"] == (f"named by {shop.head[:7]} and 1 more",)
    shop.write("src/web/page.py", "b = 2\n")
    assert (brief(shop).source, brief(shop).focus) == (CHANGED, ("src/web/page.py",))
    shop.write("src/billing/new.py", "c\n")
    shop.git("add", "src/billing/new.py")
    assert brief(shop).focus == ("src/billing/new.py", "src/web/page.py")
    assert brief(shop, "").source == ALL


def test_the_budget_bounds_the_text_and_the_rest_is_counted(shop: GitBox) -> None:
    everything = brief(shop, "src/billing/cart.py")
    for budget in (40, 100, 200, 300, 1400):
        found = brief(shop, "src/billing/cart.py", budget_tokens=budget)
        assert found.tokens <= budget
        assert len(found.items) + found.truncated == len(everything.items)
        text = render_brief(found, Style())
        assert len(text.encode()) <= 4 * budget + len("\ntruncated: 9 more\n")
        assert text.endswith(f"\n\ntruncated: {found.truncated} more\n") == (found.truncated > 0)
        assert ids(found) == ids(everything)[: len(found.items)]
    assert ids(brief(shop, "src/billing/cart.py", limit=2)) == ["cart", "cents"]
    assert brief(shop, "src/billing/cart.py", limit=2).truncated == 4


def test_summary_day_and_author_come_from_where_they_are(box: GitBox) -> None:
    body = "## Context\n\nLong ago.\n\n## Decision\n\nAll amounts are **integers**. They are checked.\n\n## Costs\n\nx"
    plain = "# 3. Use tabs\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n\n## Decision\n\nTabs it is.\n"
    box.commit("Begin", {"a.py": "1\n"})
    box.commit(
        "Decide",
        record("own", more="paths: [a.py]\nsummary: In short.\nauthor: Ada Novak")
        | {"doc/adr/0003-use-tabs.md": plain},
        "Eve Long <eve@example.org>",
    )
    box.commit("Say more", record("body", more="paths: [a.py]", body=body, date="2024-01-01"))
    box.commit("Use them\n\nDecision: 3", {"a.py": "2\n"})
    body_item, own, tabs = brief(box, "a.py").items
    assert (body_item.summary, body_item.author) == (
        "All amounts are integers. They are checked.",
        "Jane Doe <jane@example.org>",
    )
    assert (own.summary, own.author, own.date) == ("In short.", "Ada Novak", "2023-11-01")
    assert (tabs.summary, tabs.author, tabs.date) == ("Tabs it is.", "Eve Long <eve@example.org>", "2023-11-15")


def test_where_nothing_governs_commits_that_look_like_decisions_are_listed_as_commits(box: GitBox) -> None:
    box.commit("Begin", {"a.py": "1\n", "b.py": "1\n"})
    shaped = box.commit(
        "Use PostgreSQL instead of SQLite\n\nBecause two writers locked each other out.", {"a.py": "2\n"}
    )
    found = brief(box, "a.py")
    (commit,) = found.commits
    assert (commit.oid, commit.uri, commit.subject) == (shaped, f"git:{shaped}", "Use PostgreSQL instead of SQLite")
    assert commit.reason == "Because two writers locked each other out."
    assert commit.signals
    text = render_brief(found, Style(width=80))
    assert text.splitlines()[1:3] == ["Nothing is recorded in this repository.", "Commits that look like decisions:"]
    assert f"  git:{shaped[:7]}  by Jane Doe" in text.splitlines()
    nothing = brief(box, "b.py")
    assert render_brief(nothing, Style()) == "b.py\nNothing is recorded in this repository.\n"
    assert [one.oid for one in brief(box).commits] == [shaped]


def test_of_many_such_commits_few_are_listed_the_newer_of_likes_first(box: GitBox) -> None:
    made = []
    for number in range(8):
        made.append(box.commit(f"Use B{number} instead of A\n\nBecause A broke.", {"a.py": f"{number}\n"}))
        box.now += 365 * 86_400
    strong = box.commit(
        "Migrate from B7 to C instead of D\n\nBecause B7 broke, so that it never breaks again.", {"a.py": "c\n"}
    )
    box.now += 8 * 365 * 86_400
    newest = box.commit("Use E instead of C\n\nBecause C broke.", {"a.py": "e\n"})
    found = brief(box, "a.py")
    assert [one.oid for one in found.commits] == [newest, strong, *reversed(made[5:])]
    assert found.truncated == 5
    assert "truncated: 5 more" in render_brief(found, Style())


def test_an_empty_repository_has_nothing_recorded(box: GitBox) -> None:
    found = brief(box, project_name="Shop", project_description="Sells things.")
    assert render_brief(found, Style()) == "Shop: Sells things.\nNothing is recorded in this repository.\n"
    box.write("a.py", "1\n")
    box.git("add", "a.py")
    assert brief(box).focus == ("a.py",)


def test_it_works_in_a_bare_clone_and_in_a_worktree(shop: GitBox, tmp_path: Path) -> None:
    shop.git("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    bare = GitBox(tmp_path / "bare.git", shop.env)
    assert brief(bare).source == ALL
    assert brief(bare, "src/billing/cart.py").notes == ()
    shop.git("worktree", "add", "-q", str(tmp_path / "tree"), "HEAD")
    tree = GitBox(tmp_path / "tree", shop.env)
    assert ids(brief(tree, "src/billing/cart.py")) == ids(brief(shop, "src/billing/cart.py"))


def test_trailers_of_configured_kinds_count(box: GitBox) -> None:
    box.write(".kontext.yaml", "store:\n  kinds:\n    rule: {dir: rules, trailer: Rule}\n")
    box.commit("Begin", {"a.py": "1\n"} | record("two-eyes", "rule"))
    oid = box.commit("Look twice\n\nConvention: two-eyes\nRule: two-eyes", {"a.py": "2\n"})
    assert reasons(brief(box, "a.py")) == {"two-eyes": (f"named by {oid[:7]}",)}


def test_many_changed_files_are_bounded(box: GitBox) -> None:
    box.commit("Begin", {f"f{number:03}.txt": "1\n" for number in range(520)})
    box.commit("Decide", record("all", more="paths: ['f*.txt']"))
    for number in range(520):
        box.write(f"f{number:03}.txt", "2\n")
    found = brief(box)
    assert len(found.focus) == 500
    assert found.notes == ("520 files are changed: the first 500 of them were looked at",)
    assert found.items[0].because == ("covers f000.txt and 499 more",)
    assert len(render_brief(found, Style(width=80))) < 800


def test_the_command_takes_paths_as_seen_from_its_folder(shop: GitBox) -> None:
    folder = ("-C", str(shop.path / "src" / "billing"))
    found = json.loads(kontext(shop, *folder, "brief", "cart.py", "--json"))
    assert found["focus"] == ["src/billing/cart.py"]
    assert [item["id"] for item in found["items"]][:2] == ["cart", "cents"]
    assert found == json.loads(brief_json(brief(shop, "src/billing/cart.py")))
    assert json.loads(kontext(shop, *folder, "brief", ".", "--json"))["focus"] == ["src/billing"]
    assert json.loads(kontext(shop, "brief", ".", "--json"))["source"] == ALL
    few = kontext(shop, "brief", "src/web", "--budget-tokens", "80", "-n", "1")
    assert few.startswith("src/web\n\nWeb")
    assert few.endswith("\ntruncated: 4 more\n")
    assert "outside" in kontext(shop, "brief", "../x", status=128)
    assert "budget-tokens" in kontext(shop, "brief", "--budget-tokens", "0", status=2)


def test_text_of_a_repository_reaches_no_terminal_as_control(box: GitBox) -> None:
    box.commit("Begin", {"a.py": "1\n"} | record("x", more='paths: [a.py]\nsummary: "red \\e[31m"', title='"a\\tb\\e"'))
    text = render_brief(brief(box, "a.py"), Style(width=80))
    assert "\x1b" not in text
    assert "red ^[[31m" in text
