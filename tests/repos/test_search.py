"""Searching real repositories: what is found, in which order, and what is said about it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from gitbox import GitBox
from indexes import NOW, sit, take_away, uris
from kontext.errors import UsageError
from kontext.model import SearchResult
from kontext.search import SearchOptions, search

ACCEPTED = "---\nid: {id}\nkind: decision\ntitle: {title}\nstatus: accepted\ndate: 2023-11-01\n{more}---\n\n{body}\n"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory, git_env: dict[str, str]) -> GitBox:
    """A shop with records, docs and a history; only read by the tests."""
    box = GitBox.init(tmp_path_factory.mktemp("shop") / "repo", git_env)
    body = "Rounding of prices is exact."
    decimals = ACCEPTED.format(id="decimals", title="Prices are decimals", more="", body=body)
    cents = ACCEPTED.format(
        id="cents",
        title="Prices are integer cents",
        more="supersedes: [decimals]\n",
        body="Rounding of prices is exact.",
    )
    handbook = "".join(f"## Vouchers {n}\n\n{f'A voucher of kind {n} is redeemed once. ' * 12}\n\n" for n in range(6))
    box.commit(
        "Introduce the RunContext\n\nEvery job gets a run context of its own.\n",
        {
            ".kontext/decisions/decimals.md": decimals,
            ".kontext/decisions/cents.md": cents,
            "docs/handbook.md": f"# Handbook\n\n{handbook}",
            "docs/other.md": "# Other\n\n## Returns\n\nA voucher comes back.\n",
            "src/billing/cart.py": "class RunContext: ...\n",
        },
    )
    box.commit(
        "Run the tests at night", {"ci/run.sh": "run\n"}, author="Ad\u00e9la Nov\u00e1kov\u00e1 <adela@example.org>"
    )
    box.commit("Context menus open on a long press", {"src/ui/menu.py": "menu\n"})
    box.commit("Tune C++ and foo/bar.py\n\n\x1b[31mred\x1b[0m\n", {"src/billing/b.py": "b\n"})
    box.commit(
        "Bump lodash from 4.17.20 to 4.17.21", {"package.json": "{}\n"}, author="dependabot[bot] <bot@github.com>"
    )
    return box


def ask(box: GitBox, text: str, **options: object) -> SearchResult:
    return search(sit(box), text, SearchOptions(NOW, **options))


def titles(box: GitBox, text: str, **options: object) -> list[str]:
    return [hit.title for hit in ask(box, text, **options).hits]


def test_a_hit_says_everything(shop: GitBox) -> None:
    result = ask(shop, "integer cents")
    hit = result.hits[0]
    assert (hit.uri, hit.kind, hit.title, hit.status) == (
        "kx:cents",
        "decision",
        "Prices are integer cents",
        "accepted",
    )
    assert (hit.path, hit.date, hit.source) == (".kontext/decisions/cents.md", "2023-11-01", "local")
    assert result.snapshot == (shop.head, shop.head)
    assert (result.notes, result.incomplete, result.query) == ((), (), "integer cents")


def test_a_superseded_record_stands_below_the_live_one_and_names_it(shop: GitBox) -> None:
    hits = ask(shop, "rounding prices", kinds=("decision",)).hits
    assert [(hit.uri, hit.live) for hit in hits] == [("kx:cents", ""), ("kx:decimals", "cents")]


def test_at_most_two_sections_of_a_file_come_before_others(shop: GitBox) -> None:
    paths = [hit.path for hit in ask(shop, "voucher").hits]
    assert paths[:3].count("docs/handbook.md") == 2
    assert "docs/other.md" in paths[:3]


@pytest.mark.parametrize("typed", ["RunContext", "runContext", "run_context", '"run context"'])
def test_a_code_shaped_word_is_found_as_a_phrase_not_by_its_parts(shop: GitBox, typed: str) -> None:
    assert titles(shop, typed, kinds=("commit",)) == ["Introduce the RunContext"]


def test_plain_words_are_ored_and_the_more_the_better(shop: GitBox) -> None:
    found = titles(shop, "run context", kinds=("commit",))
    assert found[0] == "Introduce the RunContext"
    assert set(found) == {"Introduce the RunContext", "Run the tests at night", "Context menus open on a long press"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("run kind:commit author:novakova", ["Run the tests at night"]),
        ("run kind:commit author:Nov\u00e1kov\u00e1", ["Run the tests at night"]),
        ("kind:commit path:src/ui", ["Context menus open on a long press"]),
        ("kind:commit path:src/ui/menu.py menus", ["Context menus open on a long press"]),
        ("kind:commit path:src/*/menu.py", ["Context menus open on a long press"]),
        ("kind:commit context -menus path:.", ["Introduce the RunContext"]),
        ("kind:decision status:superseded prices", []),
        ("kind:decision status:accepted integer", ["Prices are integer cents"]),
        ("kind:commit run until:2023-11-13", []),
        ("kind:commit menus since:2023-11-01 until:2023-11-30", ["Context menus open on a long press"]),
        ("C++", ["Tune C++ and foo/bar.py"]),
        ("lodash", ["Bump lodash from 4.17.20 to 4.17.21"]),
    ],
)
def test_filters_and_odd_words(shop: GitBox, text: str, expected: list[str]) -> None:
    assert titles(shop, text) == expected


def test_a_word_of_several_parts_is_a_phrase_first(shop: GitBox) -> None:
    assert titles(shop, "foo/bar.py", kinds=("commit",))[0] == "Tune C++ and foo/bar.py"


def test_filters_alone_list_the_newest_first(shop: GitBox) -> None:
    assert titles(shop, "kind:commit", limit=2) == [
        "Bump lodash from 4.17.20 to 4.17.21",
        "Tune C++ and foo/bar.py",
    ]


def test_a_filter_never_changes_a_score(shop: GitBox) -> None:
    def scores(text: str) -> dict[str, float]:
        found = sit(shop).text().search(search_query(text), limit=50).hits
        return {hit.uri: hit.score for hit in found if hit.kind == "commit"}

    plain = scores("run context tests")
    for text in ("run context tests kind:commit", "run context tests path:src since:2023-01-01 author:doe"):
        assert scores(text).items() <= plain.items()
        assert scores(text)


def search_query(text: str) -> object:
    from kontext.query import parse

    return parse(text, NOW)


def test_a_commit_is_found_by_a_prefix_of_its_oid(shop: GitBox) -> None:
    for oid in shop.git("rev-list", "HEAD").split():
        for length in (7, 12, 40):
            assert uris(sit(shop), oid[:length])[0] == f"git:{oid}"
        assert uris(sit(shop), f"the menus {oid[:9]}")[0] == f"git:{oid}"


def test_a_word_nothing_holds_is_taken_loosely_and_that_is_said(shop: GitBox) -> None:
    result = ask(shop, "vouvher")
    assert result.hits[0].path.startswith("docs/")
    assert result.notes == ("nothing holds 'vouvher': these hold a word one letter away",)
    assert ask(shop, "zzzzzz").notes == ()


def test_explain_gives_each_words_part(shop: GitBox) -> None:
    hit = ask(shop, "integer cents nowhere", explain=True).hits[0]
    assert {word for word, _ in hit.terms} == {"integ", "cent"}
    assert all(amount > 0 for _, amount in hit.terms)
    assert [one.rank for one in hit.contributions] == [1]


def test_both_rankers_answer_and_no_other(shop: GitBox) -> None:
    assert uris(sit(shop), "integer cents", ranker="reference")[0] == "kx:cents"
    with pytest.raises(UsageError, match="unknown ranker 'best'"):
        ask(shop, "cents", ranker="best")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", {}, "nothing to search for"),
        ("  \t ", {}, "nothing to search for"),
        ('""', {}, "nothing to search for"),
        ("cents", {"sources": ("elsewhere",)}, "unknown source 'elsewhere'"),
        ("cents", {"kinds": ("decison",)}, "unknown kind 'decison'"),
        ("kind:decison cents", {}, "unknown kind 'decison'"),
        ("kind:doc cents", {"kinds": ("commit",)}, "the query and --kind exclude each other"),
        ("since:someday cents", {}, "someday"),
    ],
)
def test_what_cannot_be_asked(shop: GitBox, text: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        ask(shop, text, **options)
    assert "one of: " in caught.value.message or caught.value.remedy


@pytest.mark.parametrize(
    "text",
    ["x" * 10_000, "voucher " * 1500, '"open', "[x] a:b (", "* a ?\\", "\udcff voucher", "\0voucher", "-L", "a" * 61],
)
def test_no_text_breaks_it(shop: GitBox, text: str) -> None:
    assert isinstance(ask(shop, text).hits, tuple)


def test_more_hits_than_there_can_be_and_patterns_without_end(shop: GitBox) -> None:
    for limit in (10**9, 10**30):
        assert len(ask(shop, "voucher", limit=limit).hits) == 7
    with pytest.raises(UsageError, match="is too long a pattern"):
        ask(shop, "path:" + "*a?b" * 60)


def test_an_empty_repository_and_one_with_nothing_but_docs(box: GitBox) -> None:
    assert ask(box, "anything").hits == ()
    assert ask(box, "anything").snapshot == ("", "")
    box.write("README.md", "# Hello\n\nAnything goes.\n")
    box.git("add", "README.md")
    assert uris(sit(box), "anything") == ["file:README.md"]


def test_a_folder_below_the_top_and_a_linked_worktree_ask_the_same(box: GitBox) -> None:
    box.commit("Weigh parcels", {"a \u00fc/b.txt": "b\n", "README.md": "# Parcels\n"})
    assert set(uris(sit(box, "a \u00fc"), "parcels")) == {"file:README.md", f"git:{box.head}"}
    box.git("worktree", "add", "-q", "../linked", "-b", "linked")
    linked = GitBox(box.path.parent / "linked", box.env)
    linked.commit("Weigh letters", {"README.md": "# Letters\n"})
    assert set(uris(sit(linked), "letters")) == {"file:README.md", f"git:{linked.head}"}
    assert uris(sit(box), "letters") == []


def test_what_lies_in_a_submodule_or_is_secret_or_ignored_is_not_read(box: GitBox, make_box: object) -> None:
    inner = make_box("inner")
    inner.commit("Begin", {"README.md": "# Inner walnuts\n"})
    box.commit("Begin", {"README.md": "# Outer walnuts\n", ".env.md": "walnuts\n", "docs/link.md": "x"})
    os.unlink(box.path / "docs/link.md")
    os.symlink("/etc/hostname", box.path / "docs/link.md")
    box.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.path), "inner")
    box.commit("Take in the inner one")
    box.write("docs/untracked.md", "# Untracked walnuts\n")
    assert [uri for uri in uris(sit(box), "walnuts") if uri.startswith("file:")] == ["file:README.md"]


def test_a_damaged_index_is_noticed_while_reading_and_built_again(box: GitBox) -> None:
    for number in range(30):
        box.commit(f"Introduce apples {number}", {"README.md": "# Apples\n"})
    whole = sit(box)
    expected = uris(whole, "apples", limit=50)
    kept = Path(f"{whole.text_folder()}.whole")
    shutil.copytree(whole.text_folder(), kept)
    for name in (entry.name for entry in kept.iterdir() if entry.suffix in (".idx", ".store", ".term", ".fast")):
        raw = bytearray((kept / name).read_bytes())
        for at in range(len(raw) - 60):
            raw[at] ^= 0x5A
        take_away(whole.text_folder())
        shutil.copytree(kept, whole.text_folder())
        Path(whole.text_folder(), name).write_bytes(raw)
        assert uris(sit(box), "apples", limit=50) == expected, name


def test_the_record_in_force_stands_before_the_one_it_replaced(box: GitBox) -> None:
    much = "Prices prices prices. Rounding of prices, prices and prices."
    box.commit(
        "Decide twice",
        {
            ".kontext/decisions/old.md": ACCEPTED.format(id="old", title="Prices: prices", more="", body=much),
            ".kontext/decisions/new.md": ACCEPTED.format(
                id="new", title="Money", more="supersedes: [old]\n", body="One word on prices. " + "Other words. " * 40
            ),
        },
    )
    hits = ask(box, "prices", kinds=("decision",)).hits
    assert [(hit.uri, hit.live) for hit in hits] == [("kx:new", ""), ("kx:old", "new")]


def test_a_record_is_found_by_id_and_tags_that_no_text_shows(box: GitBox) -> None:
    text = ACCEPTED.format(id="2023-11-01-x", title="Money", more="tags: [ledger]\n", body="Cents only.")
    box.commit("Decide", {".kontext/decisions/x.md": text})
    (hit,) = ask(box, "ledger").hits
    assert (hit.uri, hit.snippet) == ("kx:2023-11-01-x", "Cents only.")


def test_configured_kinds_are_kinds_like_the_others(box: GitBox) -> None:
    box.commit(
        "Write runbooks",
        {
            ".kontext.yaml": "store:\n  kinds:\n    runbook: {path: ops/runbooks}\n    idea: {}\n",
            "ops/runbooks/restart.md": "# Restart the mailer\n\nStop it, then start it.\n",
            ".kontext/ideas/queue.md": "---\nkind: idea\ntitle: Queue mails\nstatus: proposed\n---\n\nA queue.\n",
        },
    )
    assert [hit.uri for hit in ask(box, "mailer kind:runbook").hits] == ["kx:restart"]
    assert [hit.uri for hit in ask(box, "mails", kinds=("idea",)).hits] == ["kx:queue"]
    with pytest.raises(UsageError, match="runbook"):
        ask(box, "mailer kind:runbok")
