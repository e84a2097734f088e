"""Secrets in records and, where that is wanted, in everything that is staged.

Owns which files are looked at, and what is said about a secret. Must not know what secrets look like.
"""

from __future__ import annotations

from kontext.checks.findings import ERROR, WARNING, Found, warning
from kontext.model import Finding
from kontext.text import file_text, is_binary, wide_encoding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kontext.checks.tree import Tree
    from kontext.config import Config
    from kontext.model import RepoPath

LARGEST = 20_000_000  # bytes of a staged file that is looked through
_REMEDY = (
    "take it out, and replace it where it was ever pushed; if it is no secret, write kontext:allow-secret on its line"
)


def secrets(tree: Tree, config: Config, records: Iterable[RepoPath]) -> Iterator[Found]:
    """Yield the secrets of these records, and of every staged text if the configuration says so."""
    scan = config.get("secrets.scan")
    if scan == "off":
        return
    wanted = set(records) if tree.changed is None else tree.changed.intersection(records)
    if scan == "staged" and tree.changed is not None:
        wanted = tree.changed.intersection(tree.paths)
    if not wanted:
        return
    from kontext.secrets import Allowed, find_secrets

    allowed = Allowed(config.get("secrets.allow"))
    sizes = tree.sizes(wanted) if tree.sizes else {}
    for path in sorted(wanted):
        if sizes.get(path, 0) > LARGEST:
            message = f"more than {LARGEST:,} bytes: not looked through for secrets"
            yield warning("secret-unscanned", path, 0, message, "look through it, or leave it out of the repository")
            continue
        for one in find_secrets(_text(tree.read(path) or b""), allowed):
            level = ERROR if one.severity == "high" else WARNING
            yield Found(Finding(level, f"secret-{one.rule}", f"{one.title}: {one.shown}", _REMEDY, path, one.line))


def hider(config: Config, texts: Iterable[bytes]) -> Callable[[str], str]:
    """Return what hides the secrets of these texts in whatever quotes them; they stay where nothing is scanned."""
    if config.get("secrets.scan") == "off":
        return str
    from kontext.secrets import Allowed, hiding

    return hiding(map(_text, texts), Allowed(config.get("secrets.allow")))


def without_secrets(findings: Iterable[Finding], config: Config, texts: Iterable[bytes]) -> list[Finding]:
    """Return findings that show no secret of the texts they are about, nor one that is known by itself."""
    findings = list(findings)
    if not findings:
        return []
    said = "\n".join(f"{one.message}\n{one.remedy}" for one in findings)
    hide = hider(config, [*texts, said.encode("utf-8", "surrogateescape")])
    return [one._replace(message=hide(one.message), remedy=hide(one.remedy)) for one in findings]


def _text(raw: bytes) -> bytes:
    """The bytes of a text, in an encoding with ASCII in it; nothing of a binary file."""
    if is_binary(raw):
        return b""
    return file_text(raw).encode() if wide_encoding(raw) else raw
