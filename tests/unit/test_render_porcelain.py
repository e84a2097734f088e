"""Stable lines for scripts: the documented fields, and nothing that breaks a line."""

from __future__ import annotations

from answers import COMMIT, NOTHING, RESULT, WHY
from kontext.model import SearchResult
from kontext.render.porcelain import FIELDS, search_porcelain, why_porcelain
from kontext.why.answer import Target, Verdict, Why


def records(text: str) -> list[list[str]]:
    assert text.endswith("\n")
    return [line.split("\t") for line in text[:-1].split("\n")]


def test_every_record_has_the_documented_fields() -> None:
    seen = set()
    evil = WHY._replace(verdict=Verdict("a\tb\nc\\d\re"))
    topic = Why(Target("topic", "x"), Verdict(""), hits=RESULT.hits, adapters=("x",), entry=WHY.decisions[0])
    shallow = NOTHING._replace(lines=(NOTHING.lines[0]._replace(boundary=True),))
    for text in (*map(why_porcelain, (WHY, evil, COMMIT, topic, shallow)), search_porcelain(RESULT)):
        for keyword, *fields in records(text):
            assert len(fields) == len(FIELDS[keyword].split()), keyword
            seen.add(keyword)
    assert seen == set(FIELDS)


def test_what_breaks_lines_is_escaped() -> None:
    text = why_porcelain(Why(Target("path", "x"), Verdict("a\tb\nc\\d\re", "s")))
    assert "verdict\ts\t0\ta\\tb\\nc\\\\d\\re\n" in text


def test_nul_ends_every_field_and_escapes_nothing() -> None:
    text = search_porcelain(SearchResult("q", (), notes=("a\tb\nc",)), nul=True)
    assert text == "note\0a\tb\nc\0snapshot\0\0\0end\0"


def test_an_answer_ends_with_end() -> None:
    assert why_porcelain(WHY).endswith("\nend\n")
    assert search_porcelain(RESULT).splitlines()[0].split("\t")[:4] == ["hit", "1", "3.25", "decision"]
