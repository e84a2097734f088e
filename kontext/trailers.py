"""The trailers of commit messages, as Git itself reads and writes them.

Owns the two ways of asking (`git interpret-trailers` for messages, `git log` for commits), which agree, and adding
one. Must not know what any token means. Messages are read without any configuration: what one clone is told to read
is prose in every other.
"""

from __future__ import annotations

import os
import re

from kontext import process
from kontext.errors import GitCommandError, UsageError
from kontext.git.repo import Repo, decode, failure, local_env
from kontext.model import Trailer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kontext.model import Oid

# Other separators would be trailers in this clone and prose in every other.
SEPARATOR = ("-c", "trailer.separators=:")
# What `git log` prints for them: NULs between trailers, each a pair for `parse_pairs`.
PLACEHOLDER = "%(trailers:only=yes,unfold=yes,separator=%x00,key_value_separator=%x01)"
_BLANK = re.compile(r"\n[ \t\r]*\n")
_LINE = re.compile(r"^[A-Za-z0-9-]+[ \t]*:", re.MULTILINE)
_HEX = re.compile("[0-9a-f]{40,}").fullmatch
_TOKEN = re.compile("[A-Za-z0-9][A-Za-z0-9-]*").fullmatch
_LEADING_BLANK = re.compile(r"\A(?:[ \t\r]*\n)+")
_PARSE = ("interpret-trailers", "--parse", "--no-divider")
_BATCH = 400  # messages for one process


def looks_like_trailer_lines(message: str) -> bool:
    """Tell whether some line below the subject looks like "Token: value". False is certain, True is a guess."""
    blank = _BLANK.search(message)
    return blank is not None and _LINE.search(message, blank.end()) is not None


def parse_trailers(repo: Repo, message: str) -> tuple[Trailer, ...]:
    """Return the trailers of a message in their order, through one process (none when no line looks like one).

    The message is taken as stored: `---` does not end it, and blank lines before the subject do not count.
    """
    message = _LEADING_BLANK.sub("", message)
    if not looks_like_trailer_lines(message):
        return ()
    return _pairs(_interpret(repo, _PARSE, _encode(message)))


def parse_texts(repo: Repo, messages: Sequence[str]) -> list[tuple[Trailer, ...]]:
    """Return what `parse_trailers` returns for each message, through one process for hundreds of them."""
    stored = [_LEADING_BLANK.sub("", message) for message in messages]
    likely = [at for at, message in enumerate(stored) if looks_like_trailer_lines(message)]
    found: list[tuple[Trailer, ...]] = [()] * len(stored)
    for start in range(0, len(likely), _BATCH):
        batch = likely[start : start + _BATCH]
        for at, trailers in zip(batch, _parse_batch(repo, [stored[at] for at in batch]), strict=True):
            found[at] = trailers
    return found


def append_trailer(repo: Repo, message: str, token: str, value: str, comment: str = "#") -> str:
    """Return a message file's text with one more trailer, or as it is when that very line is there already.

    Git puts it into the last block of trailers, above comments, scissors and what is below them; `comment` is the
    comment string in force. Raises UsageError for what cannot be a trailer, GitCommandError when Git does not read
    it back.
    """
    if not _TOKEN(token) or not value.strip() or "\n" in value:
        raise UsageError(f"'{token}: {value}' cannot be a trailer", "letters, digits and '-', then one line of text")
    arguments = ("interpret-trailers", "--no-divider", "--where=end", "--if-exists=addIfDifferent")
    comments = ("-c", f"core.commentChar={comment}")
    raw = _interpret(repo, (*comments, *arguments, f"--trailer={token}: {value.strip()}"), _encode(message))
    wanted = Trailer(token, " ".join(value.split()))
    reading = (*comments, "interpret-trailers", "--parse", "--no-divider")
    there = [Trailer(one.token, " ".join(one.value.split())) for one in _pairs(_interpret(repo, reading, raw))]
    if wanted not in there:
        raise GitCommandError(("git", "interpret-trailers"), 0, f"'{token}: {value}' is not read back as a trailer")
    return decode(raw)


def parse_many(repo: Repo, oids: Iterable[Oid]) -> dict[Oid, tuple[Trailer, ...]]:
    """Return the trailers of each commit that exists, through one process."""
    question = "".join(f"{oid}\n" for oid in dict.fromkeys(oids) if _HEX(oid)).encode()
    if not question:
        return {}
    renaming = repo.begin("config", "--get-regexp", r"^trailer\..*\.key$")
    try:
        raw = _listed(repo, question, f"%H%x00{PLACEHOLDER}")
    finally:
        is_renaming = bool(renaming.finish().stdout)
    if is_renaming:  # a clone of its own: its `git log` calls tokens by other names
        return _parse_stored(repo, question)
    found: dict[Oid, list[str]] = {}
    current: list[str] = []
    for item in decode(raw).split("\0"):
        if "\1" in item:
            current.append(item)
        elif item:
            current = found.setdefault(item, [])
    asked = set(question.decode().split())
    return {oid: parse_pairs(pairs) for oid, pairs in found.items() if oid in asked}


def are_renamed(git_values: Iterable[tuple[str, str]]) -> bool:
    """Tell whether the configuration has other names for tokens: PLACEHOLDER would give those, in this clone alone."""
    return any(name.startswith("trailer.") and name.endswith(".key") for name, _ in git_values)


def parse_pairs(pairs: Iterable[str]) -> tuple[Trailer, ...]:
    """Return the trailers in the parts of PLACEHOLDER."""
    parted = (pair.partition("\1") for pair in pairs if pair)
    return tuple(Trailer(token.strip(), value.strip()) for token, _, value in parted)


def _parse_stored(repo: Repo, question: bytes) -> dict[Oid, tuple[Trailer, ...]]:
    """The trailers of commits, from their messages."""
    items = decode(_listed(repo, question, "%H%x00%B")).split("\0")
    return dict(zip(items[::2], parse_texts(repo, items[1::2]), strict=False))


def _listed(repo: Repo, question: bytes, form: str) -> bytes:
    return repo.ask(
        *(*SEPARATOR, "log", "--no-walk=unsorted", "--ignore-missing", "--stdin", "-z", "--no-patch"),
        *("--encoding=UTF-8", "--no-show-signature", "--no-notes", "--no-color", f"--format={form}"),
        data=question,
    )


def _parse_batch(repo: Repo, messages: Sequence[str]) -> list[tuple[Trailer, ...]]:
    """Hand messages over as files; what Git prints for them comes in one piece, so a message of ours ends each."""
    import tempfile

    border_token = f"Border-{os.urandom(8).hex()}"
    with tempfile.TemporaryDirectory(prefix="kontext-") as folder:
        files = []
        border = _write(folder, "border", f"S\n\n{border_token}: x\n")
        for at, message in enumerate(messages):
            files += [_write(folder, str(at), message), border]
        printed = _pairs(_interpret(repo, (*_PARSE, *files), None))
    found: list[tuple[Trailer, ...]] = []
    current: list[Trailer] = []
    for trailer in printed:
        if trailer.token == border_token:
            found.append(tuple(current))
            current = []
        else:
            current.append(trailer)
    return found


def _write(folder: str, name: str, message: str) -> str:
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(_encode(message))
    return path


def _interpret(repo: Repo, arguments: tuple[str, ...], data: bytes | None) -> bytes:
    """Run Git outside every repository and without the configuration of anybody."""
    nowhere = ("GIT_DIR", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "HOME", "XDG_CONFIG_HOME")
    env = {name: value for name, value in local_env(repo.env).items() if not name.startswith("GIT_CONFIG_")}
    env |= dict.fromkeys(nowhere, os.devnull) | {"GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    argv = ["git", *arguments]
    done = process.run(argv, env=env, data=data)
    if done.status:
        raise failure(argv, done.status, done.stderr)
    return done.stdout


def _pairs(raw: bytes) -> tuple[Trailer, ...]:
    pairs = (line.partition(":") for line in decode(raw).split("\n") if line)
    return tuple(Trailer(token.strip(), value.strip()) for token, _, value in pairs)


def _encode(message: str) -> bytes:
    return message.encode("utf-8", "surrogateescape")
