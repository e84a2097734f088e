"""kontext/mcp_server: sessions that stay open, and how large an answer may be."""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitbox import GitBox
from kontext.errors import NotARepository, UsageError
from kontext.mcp_server.arguments import Argument, read_arguments, schema_of
from kontext.mcp_server.bounds import Cut, cut_items, cut_text, most_that_fit, size_of, squeeze
from kontext.mcp_server.folders import folder_of, lend_first, named_folder
from kontext.mcp_server.residents import Residents
from kontext.refresh import Session
from kontext.search import SearchOptions, search
from shop import fill_shop

MakeBox = Callable[..., GitBox]


@pytest.fixture
def shop(box: GitBox) -> GitBox:
    return fill_shop(box)


def titles(session: Session, query: str = "cents") -> list[str]:
    return [hit.title for hit in search(session, query, SearchOptions(1_800_000_000)).hits]


def lent(residents: Residents, box: GitBox, folder: str = "") -> Session:
    """The session that the next question gets; it is given back at once."""
    with residents.lend(os.path.join(str(box.path), folder)) as session:
        titles(session)
        return session


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


class TestResidents:
    def test_the_same_session_answers_again_and_again(self, shop: GitBox) -> None:
        residents = Residents(shop.env)
        first = lent(residents, shop)
        assert lent(residents, shop) is first
        new = shop.commit("Introduce the voucher")
        with residents.lend(str(shop.path)) as again:
            assert again is first
            assert titles(again, "voucher") == ["Introduce the voucher"]
            assert again.repo.head == new
        residents.close()

    @pytest.mark.parametrize(
        "change",
        [
            lambda box: box.git("config", "kontext.search.limit", "3"),
            lambda box: box.git("config", "--global", "kontext.search.limit", "3"),
            lambda box: box.write(".kontext.yaml", "search:\n  limit: 3\n"),
            lambda box: box.write(".git/kontext/config.yaml", "search:\n  limit: 3\n"),
            lambda box: box.write("../home.yaml", '[kontext "search"]\n\tlimit = 3\n'),
        ],
    )
    def test_what_was_configured_since_counts(
        self, shop: GitBox, tmp_path: Path, change: Callable[[GitBox], object]
    ) -> None:
        (tmp_path / "gitconfig").write_text(f"[include]\n\tpath = {tmp_path}/home.yaml\n")
        shop.env["GIT_CONFIG_GLOBAL"] = str(tmp_path / "gitconfig")
        residents = Residents(shop.env)
        before = lent(residents, shop)
        change(shop)
        after = lent(residents, shop)
        assert (before.config.get("search.limit"), after.config.get("search.limit")) != (3, 3)
        assert after.config.get("search.limit") == 3
        residents.close()

    def test_replaced_commits_and_shallow_borders_count(self, shop: GitBox, tmp_path: Path) -> None:
        residents = Residents(shop.env)
        lent(residents, shop)
        head = shop.head
        shop.git("replace", "--graft", head)  # a root of its own
        session = lent(residents, shop)
        assert session.repo.replaced == (shop.git("rev-parse", f"refs/replace/{head}"),)
        assert titles(session, "introduce cart") != ["Introduce the cart"]
        residents.close()

    def test_questions_at_once_get_a_session_each(self, shop: GitBox) -> None:
        residents = Residents(shop.env)
        with residents.lend(str(shop.path)) as one, residents.lend(str(shop.path)) as two:
            assert one is not two
            assert titles(one) == titles(two)
        residents.close()

    def test_only_so_many_stay_open(self, make_box: MakeBox) -> None:
        boxes = [make_box(f"r{number}") for number in range(6)]
        for box in boxes:
            box.commit("Weigh anchors", {"docs/a.md": "# A\n"})
        residents = Residents(boxes[0].env, most=2)
        for box in boxes:
            lent(residents, box)
        held = open_files()
        for _ in range(3):
            for box in boxes:
                lent(residents, box)
        assert open_files() <= held
        assert len(residents._idle) == 2
        newest = lent(residents, boxes[-1])
        assert lent(residents, boxes[-1]) is newest
        residents.close()
        assert residents._idle == []

    def test_nothing_piles_up(self, shop: GitBox) -> None:
        residents = Residents(shop.env)

        def ask(number: int) -> None:
            if number % 10 == 0:
                shop.commit(f"Change {number}", {f"docs/{number % 3}.md": f"# Doc {number}\n"})
            if number % 7 == 0:
                shop.git("config", "kontext.search.limit", str(3 + number % 5))
            with residents.lend(str(shop.path)) as session:
                titles(session, "change")

        for number in range(20):
            ask(number)
        files, memory = open_files(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(20, 60):
            ask(number)
        assert open_files() <= files
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 30_000  # KiB
        residents.close()

    def test_a_session_that_went_wrong_is_not_used_again(self, shop: GitBox) -> None:
        residents = Residents(shop.env)
        held = lent(residents, shop)
        with pytest.raises(UsageError), residents.lend(str(shop.path)):
            raise UsageError("asked wrongly")
        assert lent(residents, shop) is held
        with pytest.raises(ZeroDivisionError), residents.lend(str(shop.path)):
            raise ZeroDivisionError
        assert lent(residents, shop) is not held
        residents.close()

    def test_an_index_that_is_taken_away_is_built_again(self, shop: GitBox) -> None:
        import shutil

        residents = Residents(shop.env)
        before = titles(lent(residents, shop))
        shutil.rmtree(shop.path / ".git/kontext")
        assert titles(lent(residents, shop)) == before
        residents.close()

    def test_objects_are_packed_and_branches_moved_meanwhile(self, shop: GitBox) -> None:
        residents = Residents(shop.env)
        lent(residents, shop)
        second = shop.commit("Introduce the voucher", {"src/voucher.py": "x = 1\n"})
        shop.git("gc", "-q", "--prune=now")
        with residents.lend(str(shop.path)) as session:
            assert session.repo.head == second
            assert (session.open_objects().read("HEAD:src/voucher.py") or ("", "", b""))[2] == b"x = 1\n"
        shop.git("checkout", "-q", "--detach", "HEAD~1")
        assert lent(residents, shop).repo.head == shop.head
        residents.close()


class TestFolders:
    def test_uris_of_roots(self) -> None:
        assert folder_of("file:///a%20b/%C3%BC") == "/a b/ü"
        assert folder_of("file://localhost/a") == "/a"
        assert [folder_of(uri) for uri in ("https://a/b", "file://elsewhere/b", "nonsense")] == ["", "", ""]
        assert os.fsencode(folder_of("file:///caf%E9")) == b"/caf\xe9"

    def test_a_named_folder(self, tmp_path: Path) -> None:
        (tmp_path / "a").mkdir()
        assert named_folder("a", str(tmp_path)) == str(tmp_path / "a")
        assert named_folder(str(tmp_path), "/") == str(tmp_path)
        with pytest.raises(UsageError, match="no folder"):
            named_folder("b", str(tmp_path))

    def test_the_first_repository_answers(self, shop: GitBox, tmp_path: Path) -> None:
        residents = Residents(shop.env)
        outside = tmp_path / "outside"
        outside.mkdir()
        with lend_first(residents, [str(outside), str(shop.path)]) as session:
            assert session.repo.top == str(shop.path)
        with pytest.raises(NotARepository) as caught:
            lend_first(residents, [str(outside)])
        assert "dir=" in caught.value.remedy
        residents.close()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=400),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.sampled_from("abcdef"), inner, max_size=6),
    max_leaves=60,
)


class TestBounds:
    @settings(max_examples=60, deadline=None)
    @given(st.dictionaries(st.sampled_from("abcdef"), JSON, max_size=6), st.integers(3_000, 20_000))
    def test_what_is_squeezed_fits(self, value: dict[str, object], limit: int) -> None:
        before = size_of(value)
        after, left_out = squeeze(value, limit)
        assert (after, left_out) == (value, 0) if before <= limit else (size_of(after) < before) == (left_out > 0)
        assert json.loads(json.dumps(after)) == after

    def test_the_inside_of_an_item_is_cut_and_counted(self) -> None:
        fat = {"paths": ["p"] * 50, "more_paths": 7, "about": "x" * 500, "n": 3}
        value, left_out = cut_items({"items": [fat, {"paths": ["q"]}], "notes": ["n"] * 30}, Cut(100, 20))
        assert left_out == 31
        assert value["items"] == [
            {"more_paths": 37, "paths": ["p"] * 20, "about": "x" * 100 + "… (400 more characters)", "n": 3},
            {"paths": ["q"]},
        ]
        assert value["notes"] == ["n"] * 30

    @settings(max_examples=60, deadline=None)
    @given(st.integers(0, 60), st.integers(0, 70))
    def test_most_that_fit(self, count: int, limit: int) -> None:
        asked = []

        def size(kept: int) -> int:
            asked.append(kept)
            return 10 + kept * 7 + kept**2 % 5

        best = max([kept for kept in range(count + 1) if 10 + kept * 7 + kept**2 % 5 <= limit * 10], default=0)
        assert most_that_fit(count, size, limit * 10) == max(best, min(count, 1))
        assert len(asked) == len(set(asked)) <= 6

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.text(st.characters(codec="utf-8"), max_size=40), max_size=30), st.integers(50, 300))
    def test_text_is_cut_at_lines(self, lines: list[str], limit: int) -> None:
        text = "\n".join(["begin", *lines, "end"])
        cut, left = cut_text(text, limit)
        assert len(cut.encode()) <= limit + 1
        assert (cut == text) if left == 0 else text.startswith(cut.rstrip("\n"))
        assert left <= text.count("\n") + 1
        assert cut_text("x" * 100, 50) == ("x" * 50 + "\n", 1)


class TestArguments:
    ARGUMENTS = (
        Argument("query", "text", "words", "", True),
        Argument("kinds", "list", "kinds", ()),
        Argument("limit", "count", "how many", 10, False, 1, 50),
        Argument("all", "flag", "everything", False),
    )

    def test_defaults(self) -> None:
        assert read_arguments(self.ARGUMENTS, {"query": "x"}) == {"query": "x", "kinds": (), "limit": 10, "all": False}
        assert read_arguments(self.ARGUMENTS, {"query": "x", "limit": None, "all": "FALSE"})["limit"] == 10

    def test_lists(self) -> None:
        read = [
            read_arguments(self.ARGUMENTS, {"query": "x", "kinds": kinds})["kinds"]
            for kinds in (
                "a, b,,a",
                ["a,b", " ", "c"],
                "src/{a,b}/,c",
                [],
                "",
            )
        ]
        assert read == [("a", "b"), ("a,b", "c"), ("src/{a,b}/", "c"), (), ()]

    @settings(max_examples=80, deadline=None)
    @given(st.dictionaries(st.sampled_from(["query", "kinds", "limit", "all", "qery", "dir"]), JSON, max_size=5))
    def test_anything_is_read_or_refused_with_a_remedy(self, sent: dict[str, object]) -> None:
        try:
            values = read_arguments(self.ARGUMENTS, sent)
        except UsageError as error:
            assert error.message
            assert error.remedy
        else:
            assert set(values) == {"query", "kinds", "limit", "all"}
            assert isinstance(values["kinds"], tuple)
            assert 1 <= values["limit"] <= 50

    def test_the_schema_names_them_all(self) -> None:
        schema = schema_of(self.ARGUMENTS)
        assert (schema["required"], schema["additionalProperties"]) == (["query"], False)
        assert schema["properties"]["limit"] == {
            "type": "integer",
            "description": "how many",
            "minimum": 1,
            "maximum": 50,
            "default": 10,
        }
