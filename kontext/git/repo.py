"""Where am I: the repository, its folders, HEAD and the environment rules.

Owns the `Repo` value that every other question starts from, and how Git is called (environment, options, errors).
Must not know history, blame or any file format of Git's: everything is asked, nothing under `.git` is read.
"""

from __future__ import annotations

import os
import re

from kontext import process
from kontext.errors import GitCommandError, GitNotFound, NotARepository, UnknownRevision
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Reads must never take Git's own locks, ask for a password or fetch missing objects one by one (Git before 2.44 is
# kept from that by having no transport); parsed output is always in the C locale.
READ_ONLY = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "LC_ALL": "C",
}

# What would change the meaning of our own questions: paths we pass are marked literal one by one, and patches are
# always asked for without context.
_MISLEADING = (
    "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_DIFF_OPTS",
)

# The variables of Git's configuration that a question can depend on.
READ_KEYS = r"^(kontext|color|pager|core|blame|remote|trailer)\."

_QUESTION = [
    "rev-parse",
    "--path-format=absolute",
    "--git-dir",
    "--git-common-dir",
    "--git-path",
    "index",
    "--git-path",
    "shallow",
    "--is-bare-repository",
    "--is-shallow-repository",
    "--show-object-format",
    "--show-prefix",
    "--glob=refs/replace/*",
    "--is-inside-git-dir",
    "--show-toplevel",
    "--revs-only",
    "HEAD",
]

_OUTSIDE = "not a git repository"
_ESCAPE = re.compile(rb'\\([abtnvfr"\\]|[0-7]{3})')
_ESCAPED = {
    b"a": b"\a",
    b"b": b"\b",
    b"t": b"\t",
    b"n": b"\n",
    b"v": b"\v",
    b"f": b"\f",
    b"r": b"\r",
    b'"': b'"',
    b"\\": b"\\",
}


class Repo(Record):
    """One repository as seen from one folder. Paths are absolute; made by `open_repo`, a snapshot of that moment."""

    git_dir: str
    common_dir: str
    top: str  # root of the work tree; the Git folder itself where there is none (bare)
    prefix: str  # current folder relative to top, "" or ending in "/"
    is_bare: bool
    is_shallow: bool
    object_format: str  # "sha1" or "sha256"
    head: str  # oid of HEAD's commit, "" on an unborn branch
    staging_file: str  # Git's own index file (only ever stat-ed)
    shallow_file: str
    replaced: tuple[str, ...]  # oids that refs/replace/* point to
    env: Mapping[str, str]  # the environment for every call in this repository
    given: tuple[str, ...]  # options before the sub-command, e.g. ("-C", folder)

    def argv(self, *args: str) -> list[str]:
        """Return the command line of a Git call in this repository."""
        return ["git", *self.given, *args]

    def ask(
        self, *args: str, ok: tuple[int, ...] = (0,), data: bytes | None = None, timeout: float | None = None
    ) -> bytes:
        """Run Git and return its stdout; raise GitCommandError on a status outside `ok`."""
        argv = self.argv(*args)
        done = process.run(argv, env=self.env, data=data, timeout=timeout)
        if done.timed_out:
            raise GitCommandError(tuple(argv), done.status, f"no answer within {timeout:g} seconds")
        if done.status not in ok:
            raise failure(argv, done.status, done.stderr)
        return done.stdout

    def begin(self, *args: str, timeout: float | None = None) -> process.Running:
        """Start Git without waiting, to overlap several questions."""
        return process.start(self.argv(*args), env=self.env, timeout=timeout)

    def stream(self, *args: str, data: bytes | None = None, timeout: float | None = None) -> Iterator[bytes]:
        """Yield Git's stdout in chunks while it runs.

        Ends with GitCommandError when Git failed, midway too, and with TimeoutError after `timeout` seconds.
        """
        # Unasked, Git writes to a pipe commit by commit; whole buffers are cheaper where nobody waits for a part.
        env = self.env if timeout is not None else {**self.env, "GIT_FLUSH": "0"}
        argv = self.argv(*args)
        running = process.stream(argv, env=env, data=data, timeout=timeout)
        yield from running
        if running.timed_out:
            raise TimeoutError
        if running.status:
            raise failure(argv, running.status, running.stderr)


class Opening:
    """A repository that is looked for, its configuration being read beside that; call `finish` once."""

    __slots__ = ("_asked", "_env", "_given", "_where")

    def __init__(self, folder: str, environ: Mapping[str, str], pattern: str) -> None:
        self._env = _environment(environ)
        self._given = _options(folder)
        self._where = _start_question(self._given, self._env)
        argv = ["git", *self._given, "config", "-z", "--get-regexp", pattern]
        self._asked = process.start(argv, env=self._env)

    def finish(self) -> tuple[Repo, list[tuple[str, str]]]:
        """Return what `open_repo` and `config_values` return; raise what `open_repo` raises."""
        raw = self._asked.finish().stdout
        return _read_answer(self._where.finish(), self._env, self._given), parse_config(raw)


def open_repo(folder: str, environ: Mapping[str, str]) -> Repo:
    """Find the repository around `folder` (any folder inside it), honouring GIT_DIR and friends in `environ`.

    Raises NotARepository with Git's own message (also for dubious ownership) and GitNotFound.
    """
    env, given = _environment(environ), _options(folder)
    return _read_answer(_start_question(given, env).finish(), env, given)


def begin_open(folder: str, environ: Mapping[str, str], pattern: str) -> Opening:
    """Start to look for the repository and to read its configuration: whoever has other work does that meanwhile.

    Raises GitNotFound.
    """
    return Opening(folder, environ, pattern)


def open_with_config(folder: str, environ: Mapping[str, str], pattern: str) -> tuple[Repo, list[tuple[str, str]]]:
    """Find the repository and read its configuration at once: two programs side by side cost little more than one.

    Returns what `open_repo` and `config_values` return, and raises what `open_repo` raises.
    """
    return Opening(folder, environ, pattern).finish()


def failure(argv: Sequence[str], status: int, stderr: bytes) -> GitCommandError:
    """The error for a Git program that failed; in a partial clone it says how to get what is missing."""
    error = GitCommandError(tuple(argv), status, decode(stderr))
    if lacks_objects(error):
        error.remedy = "this clone was made without some objects: git fetch --refetch --no-filter brings them"
    return error


def lacks_objects(error: GitCommandError) -> bool:
    """Tell whether Git failed for want of objects: a partial clone leaves them on its server, a bad copy anywhere."""
    return any(sign in error.stderr for sign in ("promisor remote", "lazy fetching disabled", "unable to read "))


def resolve_commit(repo: Repo, revision: str) -> str:
    """Return the oid of the commit that `revision` names; raise UnknownRevision."""
    found = find_commit(repo, revision)
    if found is None:
        raise UnknownRevision(revision)
    return found


def find_commit(repo: Repo, revision: str) -> str | None:
    """Return the oid of the commit that `revision` names, or None."""
    if not revision or revision.startswith("-"):
        return None
    argv = repo.argv("rev-parse", "--quiet", "--verify", "--end-of-options", revision + "^{commit}")
    done = process.run(argv, env=repo.env)
    return decode(done.stdout).strip() if done.status == 0 else None


def config_values(repo: Repo, pattern: str) -> list[tuple[str, str]]:
    """Return (name, value) of every Git configuration variable whose name matches, in Git's order (last wins).

    Names come lower-cased but for the sub-section, as Git prints them; a variable without a value is "true".
    """
    raw = repo.ask("config", "-z", "--get-regexp", pattern, ok=(0, 1))
    return parse_config(raw)


def config_origins(repo: Repo) -> list[str]:
    """Return the absolute paths of the files that Git's configuration comes from, or would if they were there."""
    folder = repo.given[-1] if repo.given else ""
    items = decode(repo.ask("config", "--list", "--show-origin", "-z")).split("\0")
    found: dict[str, None] = {}
    for origin, item in zip(items[::2], items[1::2], strict=False):
        file = os.path.abspath(os.path.join(folder, origin.removeprefix("file:")))
        name, _, value = item.partition("\n")
        if origin.startswith("file:"):
            found[file] = None
            if name.startswith(("include.", "includeif.")) and name.endswith(".path"):
                home = repo.env.get("HOME", "~")
                value = home + value[1:] if value.startswith("~/") else value
                found[os.path.join(os.path.dirname(file), value)] = None
    return list(found)


def parse_config(raw: bytes) -> list[tuple[str, str]]:
    """Split what `git config -z --get-regexp` prints."""
    pairs = []
    for item in decode(raw).split("\0"):
        if item:
            name, newline, value = item.partition("\n")
            pairs.append((name, value if newline else "true"))
    return pairs


def literal(path: str) -> str:
    """The pathspec for exactly this path of the work tree, whatever the current folder and characters in it."""
    return f":(top,literal){path}"


def decode(raw: bytes) -> str:
    """Bytes of Git as text; what is no UTF-8 survives as surrogates, so a path goes back to the same bytes."""
    return raw.decode("utf-8", "surrogateescape")


def unquote(name: bytes) -> bytes:
    """A name as Git prints it where it has no -z: in quotes, with C escapes, when it holds odd characters."""
    if not (name.startswith(b'"') and name.endswith(b'"')):
        return name
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1]) or bytes((int(found[1], 8) & 255,)), name[1:-1])


def local_env(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment for a program that works on *another* repository or outlives this call: no local GIT_*."""
    kept = (
        "GIT_EXEC_PATH",
        "GIT_SSH",
        "GIT_SSL",
        "GIT_ASKPASS",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_SYSTEM",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_COUNT",
        "GIT_CONFIG_KEY_",
        "GIT_CONFIG_VALUE_",
        "GIT_CEILING_DIRECTORIES",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    )
    return {name: value for name, value in environ.items() if not name.startswith("GIT_") or name.startswith(kept)}


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environ.items() if name not in _MISLEADING} | READ_ONLY


def _options(folder: str) -> tuple[str, ...]:
    return ("-C", folder) if folder not in ("", ".") else ()


def _start_question(given: tuple[str, ...], env: Mapping[str, str]) -> process.Running:
    try:
        return process.start(["git", *given, *_QUESTION], env=env)
    except FileNotFoundError:
        raise GitNotFound from None


def _read_answer(done: process.Finished, env: Mapping[str, str], given: tuple[str, ...]) -> Repo:
    lines = decode(done.stdout).split("\n")[:-1]
    if len(lines) < 8:
        raise NotARepository(*_said(decode(done.stderr)))
    git_dir, common_dir, staging, shallow, bare, is_shallow, object_format, prefix = lines[:8]
    # Replacement oids come up to the "true" or "false" of --is-inside-git-dir. A bare repository ends there, since
    # --show-toplevel fails; elsewhere follow the top level and HEAD's oid, which is absent on an unborn branch.
    border = next(at for at, line in enumerate(lines[8:], 8) if line in ("true", "false"))
    tail = lines[border + 1 :]
    repo = Repo(
        git_dir=git_dir,
        common_dir=common_dir,
        top=tail[0] if tail else git_dir,
        prefix=prefix,
        is_bare=bare == "true",
        is_shallow=is_shallow == "true",
        object_format=object_format,
        head=tail[1] if len(tail) > 1 else "",
        staging_file=staging,
        shallow_file=shallow,
        replaced=tuple(lines[8:border]),
        env=env,
        given=given,
    )
    return repo if tail else repo._replace(head=find_commit(repo, "HEAD") or "")


def _said(stderr: str) -> tuple[str, str]:
    """Git's refusal as (message, remedy): its first line, and the lines that tell what to do."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()] or [_OUTSIDE]
    message = lines[0].removeprefix("fatal: ")
    elsewhere = "run it inside one, or name one with -C DIR" if message.startswith(_OUTSIDE) else ""
    return message, " ".join(lines[1:]) or elsewhere
