"""kontext/forge.py: remotes, pages, references."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kontext.forge import Forge, commit_url, find_forge, issue_links, web_address, without_credentials

GITHUB = Forge("github", "https://github.com/o/r")
GITLAB = Forge("gitlab", "https://gitlab.com/group/sub/r")
BITBUCKET = Forge("bitbucket", "https://bitbucket.org/o/r")
GITEA = Forge("gitea", "https://codeberg.org/o/r")


@pytest.mark.parametrize(
    ("remote", "forge"),
    [
        ("https://github.com/o/r.git", GITHUB),
        ("https://github.com/o/r/", GITHUB),
        ("https://user:s3cret@github.com/o/r.git", GITHUB),  # kontext:allow-secret
        ("https://x-access-token:abc@github.com/o/r", GITHUB),
        ("git@github.com:o/r.git", GITHUB),
        ("github.com:o/r", GITHUB),
        ("git@GitHub.com:/o/r.git", GITHUB),
        ("ssh://git@github.com/o/r.git", GITHUB),
        ("ssh://git@github.com:22/o/r.git", GITHUB),
        ("ssh://git@ssh.github.com:443/o/r.git", GITHUB),
        ("git+ssh://git@github.com/o/r", GITHUB),
        ("git://github.com/o/r.git", GITHUB),
        ("git@gitlab.com:group/sub/r.git", GITLAB),
        ("git@bitbucket.org:o/r.git", BITBUCKET),
        ("https://codeberg.org/o/r.git", GITEA),
        ("https://gitlab.example.org:8443/o/r.git", Forge("gitlab", "https://gitlab.example.org:8443/o/r")),
        ("ssh://git@gitea.example.org:2222/o/r.git", Forge("gitea", "https://gitea.example.org/o/r")),
        ("http://forgejo.local/o/r", Forge("gitea", "http://forgejo.local/o/r")),
        ("https://example.org/o/r.git", None),
        ("https://example.org/github.com/r.git", None),
        ("/srv/git/r.git", None),
        ("../r", None),
        ("C:/repos/r", None),
        ("C:\\repos\\github\\r", None),
        ("file:///srv/github.com/r", None),
        ("", None),
        ("https://github.com/", None),
    ],
)
def test_the_forge_of_a_remote(remote: str, forge: Forge | None) -> None:
    assert find_forge(remote) == forge


def test_an_unknown_host_has_an_address_but_no_pages() -> None:
    assert web_address("git@git.example.org:o/r.git") == "https://git.example.org/o/r"
    assert commit_url(find_forge("git@git.example.org:o/r.git"), "abc") == ""


@given(
    st.text("ab:@.%-", max_size=20),
    st.sampled_from(["https://{}:S3CRET@github.com/o/r", "ssh://{}:S3CRET@h.org/x"]),  # kontext:allow-secret
)
def test_credentials_never_come_out(user: str, shape: str) -> None:
    remote = shape.format(user)
    forge = find_forge(remote)
    for shown in (web_address(remote), without_credentials(remote), forge.base if forge else ""):
        assert "S3CRET" not in shown


def test_a_url_as_it_may_be_shown() -> None:
    assert without_credentials("https://u:p@h.org/o/r?x=1") == "https://h.org/o/r?x=1"
    assert without_credentials("fatal: https://tok@h.org/r refused") == "fatal: https://h.org/r refused"
    assert without_credentials("git@h.org:o/r") == "git@h.org:o/r"


@pytest.mark.parametrize(
    ("forge", "url"),
    [
        (GITHUB, "https://github.com/o/r/commit/abc"),
        (GITLAB, "https://gitlab.com/group/sub/r/-/commit/abc"),
        (BITBUCKET, "https://bitbucket.org/o/r/commits/abc"),
        (GITEA, "https://codeberg.org/o/r/commit/abc"),
        (None, ""),
    ],
)
def test_the_page_of_a_commit(forge: Forge | None, url: str) -> None:
    assert commit_url(forge, "abc") == url


def links(subject: str, body: str = "", forge: Forge | None = GITHUB) -> list[tuple[str, str]]:
    base = forge.base if forge else ""
    return [(text, url.removeprefix(base)) for text, url in issue_links(subject, body, forge)]


@pytest.mark.parametrize(
    ("subject", "body", "expected"),
    [
        ("Fix rounding (#12)", "", [("#12", "/pull/12")]),
        ("Fix #12", "", [("#12", "/issues/12")]),
        ("Merge pull request #12 from o/branch", "", [("#12", "/pull/12")]),
        ("Fix GH-12", "", [("#12", "/issues/12")]),
        ("Fix it", "Closes #3, #4 and (#5).", [("#3", "/issues/3"), ("#4", "/issues/4"), ("#5", "/issues/5")]),
        ("Fix (#12)", "See #12 and #7", [("#12", "/pull/12"), ("#7", "/issues/7")]),
        ("x", "Closes https://github.com/o/r/pull/9", [("#9", "/pull/9")]),
        ("x", "See other/repo#8", [("other/repo#8", "https://github.com/other/repo/issues/8")]),
        ("no numbers", "C#7 &#123; #0 #x #123456789 a#5 https://h.org/p#12 # 4 !45", []),
    ],
)
def test_references_on_github(subject: str, body: str, expected: list[tuple[str, str]]) -> None:
    assert links(subject, body) == expected


def test_references_on_gitlab() -> None:
    found = links(
        "Fix (#12)",
        "See !45, group/x!6 and g/x#7; wow! 45 !important\nhttps://gitlab.com/group/sub/r/-/merge_requests/8",
        GITLAB,
    )
    assert found == [
        ("#12", "/-/issues/12"),
        ("!45", "/-/merge_requests/45"),
        ("group/x!6", "https://gitlab.com/group/x/-/merge_requests/6"),
        ("g/x#7", "https://gitlab.com/g/x/-/issues/7"),
        ("!8", "/-/merge_requests/8"),
    ]


def test_references_elsewhere() -> None:
    assert links("Merged in branch (pull request #3)", "", BITBUCKET) == [("#3", "/pull-requests/3")]
    assert links("Fix (#3)", "and #4", GITEA) == [("#3", "/pulls/3"), ("#4", "/issues/4")]
    assert links("Fix (#3)", "o/r#4", None) == [("#3", ""), ("o/r#4", "")]
