"""Identifiers, folding, slugs, digests, sentences, snippets, days, the noise of messages."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kontext.text import (
    BODY_LENGTH,
    DAY,
    STOP_WORDS,
    cjk_bigrams,
    clean_body,
    day_start,
    digest,
    expand_identifiers,
    first_sentences,
    fold,
    fold_aligned,
    identifier_parts,
    is_bot,
    parse_day,
    prepare,
    sentences,
    shorten,
    slug,
    snippet,
    split_identifier,
    valid_text,
)

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=400)  # lone surrogates included


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("orderTotal", "order total"),
        ("user_account_balances", "user account balances"),
        ("MAX_RETRIES", "max retries"),
        ("HTTPServer", "http server"),
        ("parseJSONBody", "parse json body"),
        ("useSHA256Hash", "use sha256 hash"),
        ("IPv6Addr", "ipv6 addr"),
        ("OrderTotal.ts", "order total ts"),
        ("účtovnáZávierka", "účtovná závierka"),
        ("ΣύνολοΤιμών", "σύνολο τιμών"),
        ("getURLs", "get urls"),
        ("HTTP2Server", "http2 server"),
        ("iOS", "i os"),
        ("kebab-case-name", "kebab case name"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_a_word_is_split_where_a_reader_would(word: str, parts: str) -> None:
    assert split_identifier(word) == parts.split()


@pytest.mark.parametrize("word", ["plain", "Capital", "UPPER", "python3", "a1b2c3d4", "__init__", "x_y", "URLs", ""])
def test_plain_words_have_no_parts_worth_searching(word: str) -> None:
    assert len(identifier_parts(word)) < 2
    assert expand_identifiers(word) == word


def test_code_shaped_words_are_followed_by_their_parts() -> None:
    text = "Let orderTotal (see MAX_RETRIES, Účtovná) be: úhradaFaktúry."
    assert expand_identifiers(text) == (
        "Let orderTotal order total (see MAX_RETRIES max retries, Účtovná) be: úhradaFaktúry úhrada faktúry."
    )


def test_one_letter_parts_are_dropped() -> None:
    assert expand_identifiers("iPhone vs x_axis") == "iPhone phone vs x_axis axis"


@settings(max_examples=150)
@given(ANY_TEXT)
@example("_" * 50 + "a_B" * 30)
@example("aB" * 200)
def test_expanding_only_ever_adds_words(text: str) -> None:
    def words(source: str) -> list[str]:
        return re.findall(r"\w+", source)

    expanded = words(expand_identifiers(text))
    rest = iter(expanded)
    assert all(word in rest for word in words(text))  # the words of the text, in order, within the expansion
    assert len(expanded) >= len(words(text))


def test_folding_takes_accents_off_and_keeps_other_scripts() -> None:
    assert fold("Účtovná ZÁVIERKA Łódź straße Ærø") == "uctovna zavierka lodz strasse aero"
    assert fold("Привет 検索") == "привет 検索"


@settings(max_examples=150)
@given(ANY_TEXT)
@example("İstanbul ŉ ﬃ ǅ")
def test_aligned_folding_keeps_positions(text: str) -> None:
    assert len(fold_aligned(text)) == len(text)
    assert fold(fold(text)) == fold(fold(fold(text)))


def test_cjk_runs_become_overlapping_pairs() -> None:
    assert cjk_bigrams("検索エンジン engine").split() == ["検索", "索エ", "エン", "ンジ", "ジン", "engine"]
    assert cjk_bigrams("税 tax").split() == ["税", "tax"]
    assert cjk_bigrams("plain") == "plain"


def test_what_an_analyzer_gets_is_composed_valid_text() -> None:
    decomposed = "u\u0301c\u030ctovna\u0301"
    assert prepare(decomposed) == "účtovná"
    prepare("bad \udcff byte").encode()
    assert prepare("検索 orderTotal").split() == ["検索", "orderTotal", "order", "total"]


def test_undecodable_bytes_are_shown_as_replaced() -> None:
    assert valid_text("a\udcffb") == "a\ufffdb"
    assert valid_text("účet") == "účet"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Prices are integer cents", "prices-are-integer-cents"),
        ("  Ceny — v centoch, účtovná závierka! ", "ceny-v-centoch-uctovna-zavierka"),
        ("../../etc/passwd", "etc-passwd"),
        ("", "untitled"),
        ("***", digest("***")[:8]),
        ("x" * 80, "x" * 60),
    ],
)
def test_slug(title: str, expected: str) -> None:
    assert slug(title) == expected


def test_a_long_slug_is_cut_at_a_dash() -> None:
    cut = slug("one two three four five six seven eight nine ten eleven twelve thirteen")
    assert cut == "one-two-three-four-five-six-seven-eight-nine-ten-eleven"
    assert slug("価格は整数") == slug("価格は整数") != slug("価格")


@settings(max_examples=150)
@given(ANY_TEXT)
def test_a_slug_is_always_a_safe_file_name(title: str) -> None:
    made = slug(title)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made)
    assert len(made) <= 60
    assert slug(made) == made


def test_a_digest_is_the_same_in_every_process() -> None:
    code = "from kontext.text import digest; print(digest('a', 1, 'é'))"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
    assert other == digest("a", 1, "é")
    assert digest("a", "b") != digest("ab") != digest("b", "a")
    assert re.fullmatch(r"[0-9a-f]{16}", digest())


def test_sentences_end_where_a_reader_stops() -> None:
    text = (
        "We moved to v1.2.3 of the parser, e.g. for lists, i.e. for bullets. It is\nfaster! Is it safe? See fig. 3 "
        "and\nJ. Doe's note etc. and more. The answer is no. curl_easy_x is gone."
    )
    assert sentences(text) == [
        "We moved to v1.2.3 of the parser, e.g. for lists, i.e. for bullets.",
        "It is faster!",
        "Is it safe?",
        "See fig. 3 and J. Doe's note etc. and more.",
        "The answer is no.",
        "curl_easy_x is gone.",
    ]


def test_blocks_are_kept_apart_and_code_whole() -> None:
    text = (
        "## Heading\nA paragraph\nwraps\n- first item\n  goes on\n- second. Really.\n1. numbered one\n\n"
        "```c\nint a; // x. Y\n\nint b;\n```\nAfter.\n\n    $ run this. Now\n    $ then that\n\n第一。第二。"
    )
    assert sentences(text) == [
        "## Heading",
        "A paragraph wraps",
        "- first item goes on",
        "- second.",
        "Really.",
        "1. numbered one",
        "```c\nint a; // x. Y\n\nint b;\n```",
        "After.",
        "    $ run this. Now\n    $ then that",
        "第一。",
        "第二。",
    ]


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(["```", "~~~", "    x. y", "- a. b", "A b. C", "", "# H", "1. x", "e.g. z"]), max_size=12)
)
def test_no_word_is_lost_between_sentences(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert " ".join(sentences(text)).split() == text.split()


def test_first_sentences_fit() -> None:
    text = "One is short. Two is a little longer. Three."
    assert first_sentences(text, 20) == "One is short."
    assert first_sentences(text, 500) == text
    assert first_sentences("A single sentence without any end in sight", 20) == "A single sentence…"
    assert first_sentences("") == ""


@settings(max_examples=150)
@given(ANY_TEXT, st.integers(min_value=0, max_value=80))
def test_shortening_keeps_its_limit(text: str, limit: int) -> None:
    assert len(shorten(text, limit)) <= limit
    assert len(first_sentences(text, limit)) <= limit


def marked(text: str, words: set[str], limit: int = 220) -> tuple[str, list[str]]:
    passage, marks = snippet(text, words, limit)
    return passage, [passage[at:end] for at, end in marks]


def test_a_snippet_is_the_passage_with_most_words() -> None:
    text = (
        "Nothing here. " * 40 + "We decided that caching of prices is off. Reason: stale caches. " + "More text. " * 40
    )
    passage, found = marked(text, {"decid", "cach", "price"}, 120)
    assert "We decided that caching of prices is off." in passage
    assert found[:3] == ["decided", "caching", "prices"]
    assert passage.startswith("…")
    assert passage.endswith("…")
    assert len(passage) <= 120


def test_a_short_text_is_shown_whole_without_markup() -> None:
    assert marked("## Context\n\n- Účtovná *závierka*\n", {"uctovn"}) == ("Context Účtovná *závierka*", ["Účtovná"])


def test_matches_are_words_or_parts_of_identifiers() -> None:
    _, found = marked("RunContext runs contextual rerun run_context", {"run", "context"})
    assert found == ["Run", "Context", "runs", "contextual", "run", "context"]
    assert marked("started art cart", {"art"})[1] == ["art"]
    assert marked("a query, two queries, a policy", {"queri", "polici"})[1] == ["query", "queries", "policy"]
    assert marked("検索エンジン", {"索エ"})[1] == ["索エ"]


def test_without_a_match_the_beginning_is_shown() -> None:
    passage, found = marked("alpha beta gamma " * 40, {"absent"}, 30)
    assert passage == "alpha beta gamma alpha beta…"
    assert found == []


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(["lock", "Locking", "a.", "x" * 70, "ĳsel", "účet", "\n", "- b", "検索"]), max_size=80),
    st.sets(st.sampled_from(["lock", "ucet", "b", "", "xxx", "検索"])),
    st.integers(min_value=10, max_value=120),
)
def test_a_snippet_keeps_its_limit_and_its_marks_are_inside(words: list[str], wanted: set[str], limit: int) -> None:
    passage, marks = snippet(" ".join(words), wanted, limit)
    assert len(passage) <= limit
    assert "\n" not in passage
    ends = [0, *(place for mark in marks for place in mark), len(passage)]
    assert ends == sorted(ends)
    assert all(any(fold(passage[at:end]).startswith(word) for word in wanted if word) for at, end in marks)


@settings(max_examples=100)
@given(ANY_TEXT, st.lists(st.text(max_size=5), max_size=4))
def test_a_snippet_never_fails(text: str, words: list[str]) -> None:
    assert len(snippet(text, words, 50)[0]) <= 50


def test_days() -> None:
    assert parse_day("1970-01-01") == 0
    assert parse_day("2024-02-29T12:00:00+02:00") == 19782 * DAY
    assert day_start(2000, 3, 1) == 11017 * DAY
    assert day_start(1900, 2, 29) is day_start(2023, 2, 29) is day_start(2024, 13, 1) is None
    assert [parse_day(text) for text in ("", "2024", "2024-2-3", "09-03-2024", "२०२४-०१-०१")] == [None] * 5


@settings(max_examples=100)
@given(st.dates())
def test_days_agree_with_the_calendar(day: object) -> None:
    from datetime import date

    assert isinstance(day, date)
    assert parse_day(day.isoformat()) == (day - date(1970, 1, 1)).days * DAY


def test_machine_lines_are_taken_out_of_a_body() -> None:
    body = (
        "Keep this.\n<!-- template\nhint -->\nSigned-off-by: A <a@b>\nCo-Authored-By: B\nReviewed-by: C\n"
        "Change-Id: I1\n"
        "https://example.org/x\nSee https://example.org/y for more.\n🤖 Generated with a tool\n---\n"
        "updated-dependencies:\n- dependency-name: x\n  dependency-type: direct\n(cherry picked from commit abc123)\n"
        "Decision: 0007-cents\nCloses #12\n"
    )
    assert clean_body(body) == ("Keep this.\n\nSee https://example.org/y for more.\nDecision: 0007-cents\nCloses #12")


def test_a_body_is_capped() -> None:
    assert len(clean_body("word " * 5000)) <= BODY_LENGTH


@settings(max_examples=150)
@given(
    st.lists(st.sampled_from(["a", "", "<!-- x", "-->", "Signed-off-by: x", "---", " b", "https://x.y"]), max_size=15)
)
def test_cleaning_a_body_twice_changes_nothing(lines: list[str]) -> None:
    clean = clean_body("\n".join(lines))
    assert clean_body(clean) == clean


@pytest.mark.parametrize(
    ("author", "subject", "expected"),
    [
        ("dependabot[bot] <x@y>", "anything", True),
        ("GitHub Actions Bot <x@y>", "docs: Update README", True),
        ("Jane <j@x>", "build(deps): bump actions/cache from 4 to 5", True),
        ("Jane <j@x>", "Bump django in /testing", True),
        ("Jane <j@x>", "Upgrade mypy to 1.6.1 (#4049)", True),
        ("Jane <j@x>", "chore: update dependency eslint to v9", True),
        ("Jane <j@x>", "Merge pull request #3 from x/dependabot/npm/y", True),
        ("Jane <j@x>", "quote.h: bump strvec forward declaration to the top", False),
        ("Jane <j@x>", "Update the way a diff is read", False),
        ("Abbot Robottom <abbot@x>", "Fix the bottom margin", False),
        ("", "", False),
    ],
)
def test_commits_of_machines_are_known(author: str, subject: str, expected: bool) -> None:
    assert is_bot(author, subject) is expected


def test_stop_words_are_plain_lower_case_words() -> None:
    assert {"the", "because", "not"} < STOP_WORDS
    assert len(STOP_WORDS) == 112
    assert all(word == word.lower() for word in STOP_WORDS)
