"""Links to the web pages of a forge: commits, issues, pull requests.

Owns the rules, as data: how a remote's URL becomes a web address, and where each kind of forge keeps its pages. Must
not know Git, nor ask any network. Credentials in a URL never come out of here.
"""

from __future__ import annotations

import re

from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Rule = Callable[[re.Match[str]], "Reference"]


class Kind(Record):
    """Where a kind of forge keeps its pages, below the address of the repository; `hosts` are parts of host names."""

    hosts: tuple[str, ...]
    commit: str
    issue: str
    pull: str
    pull_sign: str = "#"


class Forge(Record):
    """A repository on the web: `base` is its address without a trailing slash."""

    kind: str
    base: str


class Reference(Record):
    """An issue or pull request that a message names: `text` as people write it, its `url`."""

    text: str
    url: str


KINDS = {
    "github": Kind(("github",), "/commit/{}", "/issues/{}", "/pull/{}"),
    "gitlab": Kind(("gitlab",), "/-/commit/{}", "/-/issues/{}", "/-/merge_requests/{}", "!"),
    "bitbucket": Kind(("bitbucket.org",), "/commits/{}", "/issues/{}", "/pull-requests/{}"),
    "gitea": Kind(("codeberg.org", "gitea", "forgejo"), "/commit/{}", "/issues/{}", "/pulls/{}"),
}

# Hosts that only speak SSH, and the host that has their pages.
_PAGES = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}

_URL = re.compile(
    r"(?P<scheme>https?|ssh|git|git\+ssh|ssh\+git)://(?:[^@/]*@)?(?P<host>[^/:@]+)(?::(?P<port>\d*))?/+(?P<path>[^?#]+)",
    re.IGNORECASE,
)
_SCP = re.compile(r"(?:[^@/:]+@)?(?P<host>[A-Za-z0-9][\w.-]+):(?!//)/?(?P<path>[^?#]+)")
_CREDENTIALS = re.compile(r"(?<=://)[^/\s]*@")

_PULL = re.compile(r"\b(?:pull request|merge request|pr) [#!]([1-9]\d{0,7})\b", re.IGNORECASE)
_SQUASHED = re.compile(r"\(#([1-9]\d{0,7})\)\s*$")
_OTHER = re.compile(r"(?<![\w/.-])([\w.-]+/[\w.-]+)([#!])([1-9]\d{0,7})\b")
_ISSUE = re.compile(r"(?<![\w/&#])(?:#|GH-)([1-9]\d{0,7})\b")
_MERGE_REQUEST = re.compile(r"(?<![\w/!])!([1-9]\d{0,7})\b")
_PAGE = r"/(issues|pulls?|pull-requests|-/issues|-/merge_requests|merge_requests)/([1-9]\d{0,7})\b"


def find_forge(remote: str) -> Forge | None:
    """Return the forge of a remote's URL (https, ssh://, git:// or host:path); None when it is not a known one."""
    base = web_address(remote)
    host = base.partition("://")[2].partition("/")[0].lower()
    for name, kind in KINDS.items():
        if any(part in host for part in kind.hosts):
            return Forge(name, base)
    return None


def web_address(remote: str) -> str:
    """Return the web address of a remote, without credentials; "" for a folder or anything else that has none."""
    found = _URL.fullmatch(remote.strip())
    if found:
        scheme = found["scheme"].lower()
        # The port of an SSH server says nothing about its web pages.
        port = f":{found['port']}" if found["port"] and scheme.startswith("http") else ""
        scheme = "http" if scheme == "http" else "https"
    else:
        found = _SCP.fullmatch(remote.strip())
        if not found or len(found["host"]) < 2:
            return ""
        scheme, port = "https", ""
    path = found["path"].strip("/").removesuffix(".git").rstrip("/")
    host = found["host"].lower()
    return f"{scheme}://{_PAGES.get(host, host)}{port}/{path}" if path else ""


def without_credentials(url: str) -> str:
    """Return a URL as it may be shown."""
    return _CREDENTIALS.sub("", url)


def commit_url(forge: Forge | None, oid: str) -> str:
    """Return the page of a commit, "" when the forge is not known."""
    return forge.base + KINDS[forge.kind].commit.format(oid) if forge else ""


def issue_links(subject: str, body: str, forge: Forge | None) -> list[Reference]:
    """Return the issues and pull requests that a message names, those of the subject first, each once.

    Without a known forge the `url`s are "".
    """
    found: dict[str, Reference] = {}
    for reference in (*_named(subject, forge, True), *_named(body, forge, False)):
        found.setdefault(reference.text, reference)
    return list(found.values())


def _named(text: str, forge: Forge | None, is_subject: bool) -> list[Reference]:
    """What a text names, in the order it stands there; a rule blanks out what it took, so that none takes it again."""
    hits: list[tuple[int, Reference]] = []
    for pattern, make in _rules(forge, is_subject):
        hits.extend((match.start(), make(match)) for match in pattern.finditer(text))
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return [reference for _, reference in sorted(hits)]


def _rules(forge: Forge | None, is_subject: bool) -> Iterator[tuple[re.Pattern[str], Rule]]:
    """The patterns to try, most telling first, each with what it makes of a match."""
    kind = KINDS[forge.kind] if forge else KINDS["github"]
    base = forge.base if forge else ""
    root = "/".join(base.split("/")[:3])

    def page(place: str, number: str, sign: str = "#", where: str = base) -> Reference:
        return Reference(sign + number, where + place.format(number) if forge else "")

    def elsewhere(match: re.Match[str]) -> Reference:
        place = kind.pull if match[2] == "!" else kind.issue
        return page(place, match[3], match[1] + match[2], f"{root}/{match[1]}")

    def written_out(match: re.Match[str]) -> Reference:
        return Reference((kind.pull_sign if "merge_requests" in match[1] else "#") + match[2], match[0])

    if forge:
        yield re.compile(re.escape(base) + _PAGE, re.IGNORECASE), written_out
    yield _OTHER, elsewhere
    yield _PULL, lambda match: page(kind.pull, match[1], kind.pull_sign)
    if is_subject and kind.pull_sign == "#":
        yield _SQUASHED, lambda match: page(kind.pull, match[1])
    yield _ISSUE, lambda match: page(kind.issue, match[1])
    if kind.pull_sign == "!":
        yield _MERGE_REQUEST, lambda match: page(kind.pull, match[1], "!")
