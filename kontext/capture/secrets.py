"""Refusing to write down a secret.

Owns which parts of a request are looked at, and how a place in them is called. Must not know what secrets look like.
"""

from __future__ import annotations

from kontext.errors import SecretFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kontext.capture.request import Request
    from kontext.config import Config


def refuse_secrets(config: Config, request: Request) -> tuple[str, ...]:
    """Raise SecretFound where a request holds a secret for certain; return a sentence for each that may be one."""
    if config.get("secrets.scan") == "off":
        return ()
    from kontext.secrets import Allowed, find_secrets

    allowed = Allowed(config.get("secrets.allow"))
    certain: list[str] = []
    doubtful: list[str] = []
    for where, text in _texts(request):
        for one in find_secrets(text.encode("utf-8", "surrogateescape"), allowed):
            said = f"{where.format(line=one.line)}: {one.title}: {one.shown}  [secret-{one.rule}]"
            (certain if one.severity == "high" else doubtful).append(said)
    if certain:
        raise SecretFound(tuple(certain))
    return tuple(f"this may be a secret: {said}" for said in doubtful)


def _texts(request: Request) -> Iterator[tuple[str, str]]:
    """Every part of a request that somebody wrote, and what it is called."""
    yield "the title", request.title
    if request.text:  # all of a draft, with its body
        yield "line {line} of the draft", request.text
    else:
        yield "line {line} of the text", request.body
        yield "the summary", request.summary
    yield "the tags", "\n".join(request.tags)
    yield "the paths", "\n".join(request.paths)
