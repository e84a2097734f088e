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
    """Removes the file of a text once it is written where it belongs; what goes wrong before says where it lies."""

    def __init__(self, file: str) -> None:
        """Take the file that `edit_text` returned, "" where nothing was edited."""
        self._file = file

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if self._file and error is None:
            _remove(self._file)
        elif self._file and isinstance(error, KontextError):
            _name(error, self._file)


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


def edit_text(repo: Repo, title: str, kind: str, sections: tuple[str, ...]) -> tuple[str, str, str]:
    """Let the user write title and text in Git's editor; return both, and the file, for TextKept to look after.

    Raises NothingWritten when the template comes back unchanged, or nothing does. Every editor has a file of its own.
    """
    template = f"# {title}\n\n" + "".join(f"## {name}\n\n\n" for name in sections) + _HELP.format(kind=kind)
    written = template.encode("utf-8", "surrogateescape")
    editor = decode(repo.ask("var", "GIT_EDITOR")).strip()
    file = _new_file(kontext_folder(repo.git_dir), written)
    status = process.converse(["sh", "-c", f'{editor} "$@"', editor, file], env=os.environ)
    raw = _edited(file)
    if raw is None or raw == written or not raw.strip():
        _remove(file)
    if status:
        see = _kept(file) if os.path.lexists(file) else "set another: git config core.editor"
        raise NothingWritten(f"the editor '{editor}' ended with status {status}: nothing was written", see)
    if raw is None:
        raise NothingWritten(f"the editor '{editor}' left no file: nothing was written", "or give it with --body TEXT")
    if not os.path.lexists(file):
        raise NothingWritten("the text was left as it was: nothing was written", "say why, or give it with --body TEXT")
    first, _, rest = raw.decode("utf-8", "surrogateescape").partition("\n")
    has_title = first.startswith("# ") or first.rstrip() == "#"
    heading = first[1:].strip() if has_title else title
    if not heading:
        raise NothingWritten("a record needs a title: nothing was written", _kept(file))
    try:
        return heading, _text(rest.encode("utf-8", "surrogateescape") if has_title else raw, file), file
    except UsageError as error:
        _name(error, file)
        raise


def _new_file(folder: str, content: bytes) -> str:
    """Write a file that only its owner reads, beside those that other editors have or that were kept."""
    count = 1
    try:
        make_folder(folder)
        while True:
            file = os.path.join(folder, f"CAPTURE_EDITMSG{'' if count == 1 else f'-{count}'}.md")
            try:
                handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            except FileExistsError:
                if not os.path.isdir(folder):
                    raise
                count += 1
                continue
            with open(handle, "wb") as out:
                out.write(content)
            return file
    except OSError as failed:
        why = f"{folder} cannot be written: {failed.strerror or failed}"
        raise UsageError(why, "give the text with --body or --file") from None


def _edited(file: str) -> bytes | None:
    """What an editor left, None where that is no file; one that it put in the place of ours is made private, too."""
    try:
        raw = read_bytes(file, 2 * _LARGEST)
        os.chmod(file, 0o600)
    except OSError:
        return None
    return b"x" * (_LARGEST + 1) if raw is None else raw  # too large is too large


def _name(error: KontextError, file: str) -> None:
    """Have an error say where the text lies."""
    error.remedy = "\n".join(filter(None, (error.remedy, _kept(file))))


def _kept(file: str) -> str:
    return f"what you wrote is in {file}"


def _remove(file: str) -> None:
    try:
        os.unlink(file)
    except OSError:
        pass  # gone already, or a folder that somebody put there


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
