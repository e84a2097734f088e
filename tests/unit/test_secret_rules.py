"""What is found in a text, what is not, and what may be said about it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kontext.secrets import Allowed, Secret, find_secrets
from kontext.secrets.rules import HIGH, MEDIUM, RULES
from kontext.secrets.scan import MOST
from secret_shapes import SHAPES, Maker, Sample, samples

ROOT = Path(__file__).resolve().parents[2]
ALL = list(samples(1))
AWS = next(one.secret for one in ALL if one.rule == "aws-access-key")
OTHER = next(one.secret for one in samples(2) if one.rule == "aws-access-key")
EXAMPLE = AWS[:13] + "EXAMPLE"


def found(text: str, allowed: Allowed = Allowed()) -> list[Secret]:  # noqa: B008 - never changed
    return find_secrets(text.encode(), allowed)


def rules(text: str) -> list[str]:
    return [one.rule for one in found(text)]


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_every_documented_shape_is_found_on_its_line(one: Sample) -> None:
    (secret,) = found(f"# Why\n\nBecause.\n{one.text}\nSo be it.\n")
    lines = one.text[: one.text.index(one.secret)].count("\n")
    assert (secret.rule, secret.line) == (one.rule, 4 + lines)
    assert secret.severity == next(rule.severity for rule in RULES if rule.id == one.rule)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_the_whole_of_a_documented_shape_is_found(one: Sample) -> None:
    assert found(one.text)[0].shown.endswith(f"… ({len(one.secret)} characters)")


def test_there_are_shapes_for_every_rule() -> None:
    assert {shape[0] for shape in SHAPES} == {rule.id for rule in RULES}
    assert len(SHAPES) >= 60


def test_rules_are_well_formed() -> None:
    for rule in RULES:
        assert rule.severity in (HIGH, MEDIUM)
        assert rule.source.startswith("https://")
        assert rule.keywords
        assert all(keyword == keyword.lower() for keyword in rule.keywords)
        assert re.compile(rule.pattern).groups <= 1
        # A pattern that folds matches a lowered text, so that a capital letter in it would never match.
        assert not rule.folds or not re.search(rb"(?<!\\)[A-Z]", rule.pattern), rule.id


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_six_characters_are_shown_at_most_and_never_all(one: Sample) -> None:
    (secret,) = found(one.text)
    told = "".join(map(str, secret))
    assert re.fullmatch(r".{0,6}… \(\d+ characters\)", secret.shown)
    assert not any(one.secret[at : at + 7] in told for at in range(len(one.secret) - 6))


def test_the_length_is_that_of_the_secret_and_a_short_one_shows_a_third() -> None:
    assert found(f"key {AWS}")[0].shown == f"{AWS[:6]}… (20 characters)"
    assert found("redis://:" + "q7Wp2x" + "@cache/0")[0].shown == "q7… (6 characters)"


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        "AK" + "IA" + "X" * 16,
        "gh" + "p_" + "x" * 36,
        "gh" + "p_" + "your_token_goes_in_this_place_instead_of_me",
        "token: gh" + "p_short",
        AWS[:-1],
        "x" + AWS,
        AWS + "x",
        "sk-" + "learn-is-a-library-of-python-for-learning-machines-and-more",
        "np" + "m_config_registry_is_a_variable_of_the_shell_1",
        "-----BEGIN " + "RSA PRIVATE KEY-----",
        "grep -e '-----BEGIN " + "PRIVATE KEY-----' -e '-----END " + "PRIVATE KEY-----' *.pem",
        "-----BEGIN " + "PRIVATE KEY-----\n...\n-----END " + "PRIVATE KEY-----",
        "-----BEGIN PUBLIC KEY-----\n" + "Ab1/" * 16 + "\n-----END PUBLIC KEY-----",
        "https://user:password@example.com/",
        "https://user:pass@host",
        "http://login:passwd-on-proxy@host:8080",
        "https://user:${TOKEN}@host",
        "https://user:$TOKEN@host",
        "https://user:<token>@host",
        "https://example.com:8080/a@b",
        "postgres://postgres:postgres@localhost:5432/test",
        "ssh://git@host/a.git",
        "Authorization: Bearer " + "your-access-token-goes-here",
        "Authorization: Bearer <token>",
        "the bearer of this certificate_is_entitled_to_2_things",
        "password = os.environ['SHOP_PASSWORD_1']",
        "api_key = settings.read_api_key_from_file_2()",
        "token: ${{ secrets.GITHUB_TOKEN_2 }}",
        "secret_name = my-secret-name-in-the-vault-2",
        "password: Password123",
        "password: changeme-1234567890",
        "keyboard = 8f14e45fceea167a5a36dedd4bea2543",
        "sha256: 8f14e45fceea167a5a36dedd4bea25438f14e45fceea167a5a36dedd4bea2543",
        "Account"
        + "Key="
        + "Eby8vdM02x"
        + "NOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
    ],
)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert rules(f"See {text} for more.") == []
    assert rules(text) == []


def test_every_match_of_a_line_is_looked_at_and_a_placeholder_hides_itself_only() -> None:
    assert [one.shown[:6] for one in found(f"old {EXAMPLE}, then {AWS} and {OTHER}")] == [AWS[:6], OTHER[:6]]
    assert rules(f"https://user:password@a/ https://user:{AWS[4:]}@b/ {EXAMPLE}") == ["url-password"]


def test_a_secret_in_code_behind_an_escaped_line_break_is_found() -> None:
    assert rules(f'"first\\n{AWS}\\n"') == ["aws-access-key"]


def test_the_better_rule_is_told_once() -> None:
    token = next(one.secret for one in ALL if one.rule == "github-token")
    assert rules(f"api_token = '{token}'") == ["github-token"]
    jwt = next(one.secret for one in ALL if one.rule == "jwt")
    assert rules(f"Authorization: Bearer {jwt}") == ["bearer-token"]


def test_a_whole_block_is_one_secret_also_inside_a_string() -> None:
    block = next(one.secret for one in ALL if one.rule == "private-key")
    (secret,) = found(f"a\n{block}\nb {AWS}"[: -len(AWS)])
    assert secret.shown == f"-----B… ({len(block)} characters)"
    escaped = block.replace("\n", "\\n")
    assert rules('{"private_key": "' + escaped + '"}') == ["private-key"]
    assert rules(block.rpartition("\n")[0]) == ["private-key"]  # cut off
    assert rules(f"{block}\n{block}") == ["private-key"] * 2


def test_a_line_may_say_that_it_holds_none() -> None:
    assert rules(f"{AWS} <!-- kontext:allow-secret -->") == []
    assert [one.line for one in found(f"{AWS}\n{AWS} kontext:allow-secret\n{OTHER}")] == [1, 3]
    block = next(one.secret for one in ALL if one.rule == "private-key")
    assert rules(block.replace("-----\n", "----- kontext:allow-secret\n", 1)) == []


def test_expressions_admit_values() -> None:
    assert found(f"{AWS} {OTHER}", Allowed([f"^{AWS[:8]}"]))[0].shown[:6] == OTHER[:6]
    assert found(AWS, Allowed(["[A-Z0-9]{16}$"])) == []
    assert len(found(AWS, Allowed(["key"]))) == 1  # of the value, not of its line
    bearer = next(one for one in ALL if one.rule == "bearer-token")
    assert found(bearer.text, Allowed([re.escape(bearer.secret)])) == []


def test_no_more_than_a_hundred_are_told() -> None:
    make = Maker(3)
    text = "\n".join("AK" + "IA" + make.some("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16) for _ in range(3 * MOST))
    assert len(found(text)) == MOST
    admitted = "\n".join(f"{line} kontext:allow-secret" for line in text.splitlines())
    assert [one.line for one in found(f"{admitted}\n{AWS}")] == [3 * MOST + 1]


PIECES = [word for shape in samples(4) for word in re.split(r"(\W+)", shape.text)] + [
    "://",
    "eyJ",
    "=",
    '"',
    "\n",
    "\0",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=25))
def test_any_text_is_searched_and_no_secret_is_told(parts: list[str]) -> None:
    text = "".join(parts).encode("utf-8", "surrogatepass")
    for one in find_secrets(text):
        assert 1 <= one.line <= text.count(b"\n") + 1
        shown, _, length = one.shown.partition("… (")
        assert len(shown) <= min(6, int(length.split()[0]) // 3)
        assert shown.isprintable()


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_searched(raw: bytes) -> None:
    assert find_secrets(raw + b"\n" + AWS.encode())[-1].shown.startswith(AWS[:6])


@pytest.mark.parametrize("seed", range(5))
def test_recall_does_not_hang_on_one_draw(seed: int) -> None:
    missed = [one.name for one in samples(seed + 10) if one.rule not in rules(one.text)]
    assert missed == []


def test_this_repository_holds_none() -> None:
    """Ours must pass our own scan, and no forge's, nor ours, may stop a push of it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    names = [name for name in listed.stdout.decode().split("\0") if name] if listed.returncode == 0 else []
    files = [ROOT / name for name in names] or sorted((ROOT / "tests").rglob("*.py"))
    texts = {file: file.read_bytes() for file in files if file.is_file()}
    assert [(file.name, one) for file, raw in texts.items() if b"\0" not in raw for one in find_secrets(raw)] == []
