"""The error tree, remedies and exit codes.

Owns every exception a user may see, the sentence it prints and the process status it maps to.
Must not know where an error came from: each class holds data and builds its own sentence.

    KontextError
      UsageError                 the question was put wrongly            129 (2 through `kontext`)
      ConfigError                a configuration file or value           2
      GitError
        GitNotFound              no git on PATH                          128
        NotARepository           Git's own refusal, passed on            128
        GitCommandError          a Git program failed                    128
        UnknownRevision          no such commit                          128
        PathProblem              no such path, line past the end, binary 128
      StoreError
        InvalidEntry             a record that cannot be read            1
        EntryNotFound            no record of that id                    1
        DuplicateId              two records with one id                 1
        SecretFound              a text that holds a secret              1
      IndexProblem
        IndexLocked              another process is writing              3
        IndexUnusable            cannot be read, written or rebuilt      3
      AdapterError
        AdapterTimeout, AdapterProtocolError, NotTrusted                 1
      HookConflict               a hook of somebody else is in the way   1
"""

from __future__ import annotations

EXIT_OK = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_UNEXPECTED = 3
EXIT_GIT = 128
EXIT_GIT_USAGE = 129
EXIT_INTERRUPTED = 130


class KontextError(Exception):
    """Root of everything expected. `message` is one line; `remedy` (may be empty) is what to do next."""

    exit_code = EXIT_UNEXPECTED

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class UsageError(KontextError):
    """The command line or the query language was used wrongly."""

    exit_code = EXIT_GIT_USAGE


class ConfigError(KontextError):
    """A configuration value cannot be used. `path` and `line` (1-based, 0 = unknown) say where it stands."""

    exit_code = EXIT_USAGE

    def __init__(self, message: str, remedy: str = "", path: str = "", line: int = 0) -> None:
        where = f"{path}:{line}: " if path and line else f"{path}: " if path else ""
        super().__init__(where + message, remedy)
        self.path = path
        self.line = line


class GitError(KontextError):
    """Git cannot answer here."""

    exit_code = EXIT_GIT


class GitNotFound(GitError):
    """There is no `git` to run."""

    def __init__(self) -> None:
        super().__init__("git was not found on PATH", "install Git 2.31 or newer, or put it on PATH")


class NotARepository(GitError):
    """The folder is not in a usable repository; `message` is Git's own sentence (it names its remedy)."""


class GitCommandError(GitError):
    """A Git program failed. `argv` as run, `status` its exit status, `stderr` decoded tolerantly."""

    def __init__(self, argv: tuple[str, ...], status: int, stderr: str) -> None:
        lines = [line for line in stderr.splitlines() if line.strip()]
        fatal = [line for line in lines if line.startswith(("fatal:", "error:"))]
        said = next(iter([*fatal, *lines]), "no message")
        super().__init__(f"git {_verb(argv)} failed ({status}): {said.removeprefix('fatal: ')}")
        self.argv = argv
        self.status = status
        self.stderr = stderr


class UnknownRevision(GitError):
    """`revision` names no commit."""

    def __init__(self, revision: str, remedy: str = "") -> None:
        super().__init__(f"no commit is named '{revision}'", remedy)
        self.revision = revision


class PathProblem(GitError):
    """A path that exists nowhere, a line past the end, a binary file: `path` is relative to the work tree root."""

    def __init__(self, message: str, remedy: str = "", path: str = "") -> None:
        super().__init__(message, remedy)
        self.path = path


class StoreError(KontextError):
    """A decision record cannot be used."""

    exit_code = EXIT_FINDINGS


class InvalidEntry(StoreError):
    """A record that cannot be parsed: `path` in the work tree, `line` 1-based."""

    def __init__(self, message: str, path: str, line: int = 1, remedy: str = "") -> None:
        super().__init__(f"{path}:{line}: {message}", remedy)
        self.path = path
        self.line = line


class EntryNotFound(StoreError):
    """No record, or no draft of one, answers to `wanted`; `suggestions` are the closest ids."""

    def __init__(self, wanted: str, suggestions: tuple[str, ...] = (), *, is_draft: bool = False) -> None:
        listed = "kontext inbox lists the drafts" if is_draft else "git kx-log --kind all lists the records"
        remedy = f"did you mean {', '.join(suggestions)}?" if suggestions else listed
        super().__init__(f"no {'draft' if is_draft else 'decision record'} is named '{wanted}'", remedy)
        self.wanted = wanted
        self.suggestions = suggestions


class SecretFound(StoreError):
    """What was to be written holds secrets; `found` are sentences that say where, and what of which rule."""

    def __init__(self, found: tuple[str, ...]) -> None:
        remedy = "leave it out; if it is no secret, write kontext:allow-secret on its line"
        super().__init__("\n".join(("nothing was written: it would hold a secret", *found)), remedy)
        self.found = found


class DuplicateId(StoreError):
    """Several records (`paths`) answer to one id."""

    def __init__(self, wanted: str, paths: tuple[str, ...]) -> None:
        super().__init__(f"'{wanted}' names {len(paths)} records", "name one of: " + ", ".join(paths))
        self.wanted = wanted
        self.paths = paths


class IndexProblem(KontextError):
    """The search index cannot do what was asked."""


class IndexLocked(IndexProblem):
    """Another process holds the writer."""

    def __init__(self) -> None:
        super().__init__("another kontext process is writing the index", "wait for it, then run the command again")


class IndexUnusable(IndexProblem):
    """The index can neither be read nor made: full disk, no permission, damaged files."""


class AdapterError(KontextError):
    """A federated source failed. `adapter` is its configured name."""

    exit_code = EXIT_FINDINGS

    def __init__(self, adapter: str, message: str, remedy: str = "") -> None:
        super().__init__(f"adapter '{adapter}' {message}", remedy)
        self.adapter = adapter


class AdapterTimeout(AdapterError):
    """It did not answer within its deadline."""


class AdapterProtocolError(AdapterError):
    """It answered something else than its protocol says."""


class NotTrusted(AdapterError):
    """It is declared inside the repository and the user has not said `kontext trust`."""


class HookConflict(KontextError):
    """A hook that is not ours stands where ours should go."""

    exit_code = EXIT_FINDINGS


def _verb(argv: tuple[str, ...]) -> str:
    """The Git sub-command in an argv: the first word after git and its own options."""
    words = iter(argv[1:])
    for word in words:
        if word in ("-C", "-c", "--git-dir", "--work-tree"):
            next(words, None)
        elif not word.startswith("-"):
            return word
    return "command"
