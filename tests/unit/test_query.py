"""The query language: what is syntax, what is text, and which filters are errors."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kontext.errors import UsageError
from kontext.model import Query
from kontext.query import KINDS, identifiers, oid_prefix, parse, resolve_kinds

NOW = int(datetime(2026, 3, 15, 12, 30, tzinfo=UTC).timestamp())


def ask(text: str) -> Query:
    return parse(text, NOW)


def stamp(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


def test_words_phrases_and_exclusions() -> None:
    query = ask('rounding of "integer cents" prices -float')
    assert query.words == ("rounding", "of", "prices")
    assert query.phrases == ("integer cents",)
    assert query.excluded == ("float",)
    assert query.text == 'rounding of "integer cents" prices -float'


def test_typographic_quotation_marks_quote_too() -> None:
    assert ask("“integer cents” now").phrases == ("integer cents",)


@pytest.mark.parametrize(
    "text",
    [
        "C++",
        "a:b",
        "foo/bar.py",
        "--flag",
        "-L",
        "-r/--replace",
        "-x=1",
        "-v2",
        "-10",
        "-a-b",
        "kinds:x",
        "http://kind:x",
        "x:",
    ],
)
def test_what_is_not_clearly_syntax_is_text(text: str) -> None:
    assert ask(f"word {text}").words == ("word", text)
    assert ask(f"word {text}").excluded == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[x]", ("x",)),
        ('"left open', ("left", "open")),
        ("(see this), ok?", ("see", "this", "ok")),
        ("", ()),
        ("  \t\n ", ()),
        ("?!", ()),
        ("kind: decision", ("kind:", "decision")),
        ("-only", ("only",)),
    ],
)
def test_loose_ends_are_text(text: str, words: tuple[str, ...]) -> None:
    assert ask(text).words == words


def test_an_exclusion_stands_beside_a_phrase() -> None:
    assert ask('"integer cents" -float').excluded == ("float",)


def test_filters_take_lists_and_quoted_values() -> None:
    query = ask('KIND:decision,adr path:"src/my dir",./lib/ author:"Jane Doe",joe status:draft,Accepted cents')
    assert query.words == ("cents",)
    assert query.kinds == ("decision",)
    assert query.paths == ("src/my dir", "lib")
    assert query.authors == ("Jane Doe", "joe")
    assert query.statuses == ("proposed", "accepted")


def test_a_path_filter_is_relative_to_the_top() -> None:
    assert ask("path:src\\billing\\ path:/docs path::/x path:./").paths == ("src/billing", "docs", "x", ".")


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("adr", "decision"),
        ("pitfall", "learning"),
        ("gotcha", "learning"),
        ("note", "learning"),
        ("lesson", "learning"),
        ("rule", "convention"),
        ("guideline", "convention"),
        ("postmortem", "incident"),
        ("outage", "incident"),
        ("module", "architecture"),
        ("Decisions", "decision"),
        *((kind, kind) for kind in KINDS),
    ],
)
def test_kinds_have_other_names(typed: str, kind: str) -> None:
    assert ask(f"kind:{typed}").kinds == (kind,)


def test_an_unknown_kind_names_the_closest_and_all() -> None:
    with pytest.raises(UsageError) as caught:
        ask("x kind:decison")
    assert caught.value.message.startswith("unknown kind 'decison' (did you mean decision? one of: decision, ")
    with pytest.raises(UsageError, match=r"unknown kind 'qqq' \(one of: decision"):
        ask("kind:qqq")


def test_kinds_of_the_configuration_are_known() -> None:
    assert parse("kind:runbook", NOW, ("runbook",)).kinds == ("runbook",)
    assert resolve_kinds(["runbooks", "adr"], ("runbook",)) == ("runbook", "decision")


@pytest.mark.parametrize(
    ("value", "first", "last"),
    [
        ("2024", "2024-01-01T00:00:00", "2024-12-31T23:59:59"),
        ("2024-02", "2024-02-01T00:00:00", "2024-02-29T23:59:59"),
        ("2023-12", "2023-12-01T00:00:00", "2023-12-31T23:59:59"),
        ("2024-3-9", "2024-03-09T00:00:00", "2024-03-09T23:59:59"),
        ("2024-03-09T10:00:00Z", "2024-03-09T00:00:00", "2024-03-09T23:59:59"),
        ("2.weeks", "2026-03-01T12:30:00", "2026-03-01T12:30:00"),
        ("2.weeks.ago", "2026-03-01T12:30:00", "2026-03-01T12:30:00"),
        ("3d", "2026-03-12T12:30:00", "2026-03-12T12:30:00"),
        ("yesterday", "2026-03-14T00:00:00", "2026-03-14T23:59:59"),
        ("today", "2026-03-15T00:00:00", "2026-03-15T12:30:00"),
    ],
)
def test_dates_mean_their_whole_span(value: str, first: str, last: str) -> None:
    query = ask(f"since:{value} until:{value}")
    assert (query.since, query.until) == (stamp(first), stamp(last))


def test_the_narrowest_of_several_dates_counts() -> None:
    query = ask("since:2020 since:2021 until:2023,2022")
    assert (query.since, query.until) == (stamp("2021-01-01"), stamp("2022-12-31T23:59:59"))


@pytest.mark.parametrize(
    "value", ["2024-13", "2023-02-29", "soon", "2024-00-00", "99", "5.lightyears", "20240101", "٢٠٢٤"]
)
def test_an_impossible_date_is_an_error_with_a_remedy(value: str) -> None:
    with pytest.raises(UsageError, match=f"'{value}' is not a date") as caught:
        ask(f"since:{value}")
    assert "2024-03-09" in caught.value.remedy


def test_the_epoch_is_not_taken_for_an_open_end() -> None:
    assert ask("since:1970").since == 1
    assert ask("until:1000").until == 1
    assert ask("since:9999.years").since == 1


@settings(max_examples=250)
@given(
    st.one_of(
        st.text(st.characters(exclude_categories=[]), max_size=300),
        st.lists(
            st.sampled_from(['"', "-", "kind", ":", "path:", "author:", " ", "a", ",", "src/", "[", "\\", "since"]),
            max_size=40,
        ).map("".join),
    )
)
@example('"' * 10_000)
@example('path:"' * 2_000)
@example('path:"a ' * 2_000)
@example("-a" * 5_000)
@example("word " * 2_000)
@example("x" * 10_000)
@example("kind:" + "," * 10_000)
def test_any_text_is_a_query(text: str) -> None:
    try:
        query = ask(text)
    except UsageError as error:
        assert "kind" in error.message or "date" in error.message
        return
    identifiers(query)
    assert query.text == text
    assert all(word.strip() for word in (*query.words, *query.phrases, *query.excluded))
    assert not query.excluded or query.words or query.phrases


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("RunContext", ["run context"]),
        ("user_account", ["user account"]),
        ("foo/bar.py", ["foo bar py"]),
        ("kx-search", ["kx search"]),
        ("src/RunContext.ts", ["src runcontext ts", "run context"]),
        ("1.2.3", ["1 2 3"]),
        ("plain words don't", []),
        ("C++", []),
        ("検索エ", ["検索 索エ"]),
        ("RunContext RunContext", ["run context"]),
    ],
)
def test_code_in_a_query_gives_phrases(text: str, parts: list[str]) -> None:
    assert [" ".join(found.parts) for found in identifiers(ask(text))] == parts


def test_a_pasted_page_gives_a_bounded_number_of_phrases() -> None:
    assert len(identifiers(ask(" ".join(f"some_name_{at}" for at in range(500))))) == 32


@pytest.mark.parametrize(
    ("word", "prefix"),
    [
        ("abc1", "abc1"),
        ("DEADBEEF", "deadbeef"),
        ("abc", ""),
        ("xyz1", ""),
        ("a" * 64, "a" * 64),
        ("a" * 65, ""),
        ("١٢٣٤", ""),
    ],
)
def test_oid_prefixes(word: str, prefix: str) -> None:
    assert oid_prefix(word) == prefix


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("cart.py", "src/billing/cart.py"),
        ("./lib/", "src/billing/lib"),
        ("../*.py", "src/*.py"),
        (".", "src/billing"),
        ("../..", "."),
        ("/docs", "docs"),
        (":/docs", "docs"),
        (":(top)docs", "docs"),
        ("/", "."),
    ],
)
def test_a_path_is_seen_from_the_folder_one_is_in(typed: str, path: str) -> None:
    assert parse(f"path:{typed}", NOW, prefix="src/billing/").paths == (path,)


def test_a_path_outside_of_the_repository_is_refused() -> None:
    with pytest.raises(UsageError, match="outside the repository"):
        parse("path:../../../x", NOW, prefix="src/billing/")
