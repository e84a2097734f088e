"""The text of a new record: from an option, a file, stdin or an editor.

Owns the asking, and the rule that nothing is asked where nobody sits. Must not know what becomes of the text.
"""

from __future__ import annotations

import os
import re

from kontext import process
from kontext.errors import EXIT_FINDINGS, KontextError, UsageError
from kontext.files import read_bytes
from kontext.git.repo import Repo, decode
from kontext.layout import kontext_folder, make_folder

_LARGEST = 1_000_000
_COMMENT = re.compile(r"<!-- kontext: .*?-->\n?", re.DOTALL)
_EMPTY_SECTION = re.compile(r"^#{1,6} [^\n]*\n+(?=#{1,2} |\Z)", re.MULTILINE)
_HELP = """\
<!-- kontext: the first line is the title of the {kind}, below it say why.
This comment and empty sections are left out; leave all as it is to write nothing. -->
"""


class NothingWritten(KontextError):
    """The user left the template as it was."""

    exit_code = EXIT_FINDINGS


class TextKept:
    """Has what goes wrong within it say where the text lies, if that was written in the editor."""

    def __init__(self, repo: Repo, is_edited: bool) -> None:
        self._file = _edited_file(repo) if is_edited else ""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self._file and isinstance(error, KontextError):
            error.remedy = "\n".join(filter(None, (error.remedy, f"what you wrote is in {self._file}")))


def will_ask(body: str | None, file: str, otherwise: str) -> bool:
    """Tell whether the text has to be written in an editor: nothing gives one, and somebody sits at a terminal."""
    return body is None and not file and not otherwise and os.isatty(0)


def read_body(body: str | None, file: str, otherwise: str) -> str:
    """Return the text that was given, by option, file or stdin, else `otherwise`. Raises UsageError."""
    if body is not None and file:
        raise UsageError("--body and --file exclude each other")
    if body is not None:
        return body.strip("\n")
    if file and file != "-":
        try:
            raw = read_bytes(file, _LARGEST)
        except OSError as failed:
            raise UsageError(f"{file} cannot be read: {failed.strerror or failed}") from None
        return _text(raw, file)
    return otherwise if otherwise and not file else _text(_stdin(), "stdin")


def edit_text(repo: Repo, title: str, kind: str, sections: tuple[str, ...]) -> tuple[str, str]:
    """Let the user write title and text in Git's editor; raises NothingWritten when the template comes back unchanged.

    The file stays, as that of a commit message does: what was written is not lost with what goes wrong later.
    """
    template = f"# {title}\n\n" + "".join(f"## {name}\n\n\n" for name in sections) + _HELP.format(kind=kind)
    make_folder(kontext_folder(repo.git_dir))
    file = _edited_file(repo)
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as out:
        out.write(template)
    editor = decode(repo.ask("var", "GIT_EDITOR")).strip()
    status = process.converse(["sh", "-c", f'{editor} "$@"', editor, file], env=os.environ)
    if status:
        raise NothingWritten(f"the editor '{editor}' ended with status {status}: nothing was written", f"see {file}")
    raw = read_bytes(file, _LARGEST)
    if raw == template.encode("utf-8", "surrogateescape") or not (raw or b"").strip():
        raise NothingWritten("the text was left as it was: nothing was written", "say why, or give it with --body TEXT")
    first, _, rest = (raw or b"").decode("utf-8", "surrogateescape").partition("\n")
    has_title = first.startswith("# ") or first.rstrip() == "#"
    heading = first[1:].strip() if has_title else title
    if not heading:
        raise NothingWritten("a record needs a title: nothing was written", f"the text is in {file}")
    return heading, _text(rest.encode("utf-8", "surrogateescape") if has_title else raw, file)


def _edited_file(repo: Repo) -> str:
    return os.path.join(kontext_folder(repo.git_dir), "CAPTURE_EDITMSG.md")


def _stdin() -> bytes:
    try:
        with open(0, "rb", closefd=False) as stdin:
            return stdin.read(_LARGEST + 1)
    except OSError:
        return b""  # closed: there is no text


def _text(raw: bytes | None, name: str) -> str:
    if raw is None or len(raw) > _LARGEST:
        raise UsageError(f"{name} is too large to be a record", "a record is a page or two")
    text = _COMMENT.sub("", raw.decode("utf-8", "surrogateescape").replace("\r\n", "\n"))
    return _EMPTY_SECTION.sub("", f"{text.strip()}\n").strip("\n").rstrip()
