"""The layers of configuration, merged.

Owns the order: built-in, the user's file, the user's file for this repository, the committed file, the file of this
clone, Git's configuration, the environment, the command line; later ones win, tables merge, lists are replaced.
Must not read the environment or ask Git itself: both come in.
"""

from __future__ import annotations

import os

from kontext.config.cache import FileCache
from kontext.config.keys import KEYS, SECTIONS, Key, closest, env_name, git_name
from kontext.config.values import check, check_text, split_list
from kontext.errors import ConfigError
from kontext.files import leads_out
from kontext.layout import local_config_file, user_folder
from kontext.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from kontext.config.cache import FileValues
    from kontext.git.repo import Repo

COMMITTED = ".kontext.yaml"
STORES = (".kontext", ".ai")  # where a store is looked for when none is configured
GUARDED = ("secrets.scan", "secrets.allow", "hooks.pre_commit", "hooks.pre_merge_commit")  # see committed.py
_REMEDY = "correct it, or see `kontext config show --origin`"


class Config:
    """The merged configuration. `warnings` are sentences about keys nobody knows and, when tolerant, bad values."""

    __slots__ = ("_origins", "_values", "warnings")

    def __init__(self, values: dict[str, Any], origins: dict[str, str], warnings: Iterable[str] = ()) -> None:
        self._values = values
        self._origins = origins
        self.warnings = tuple(warnings)

    def get(self, name: str) -> Any:
        """Return the value of a key, its default when no layer sets it. Raises KeyError for a name not in KEYS.

        Lists are tuples, durations are seconds (float), tables are dicts not to be changed.
        """
        return self._values[name] if name in self._values else KEYS[name].default

    def origin(self, name: str) -> str:
        """Say where the value comes from: "default", "path:line", "git config …", a variable, "command line"."""
        return self._origins.get(name, "default")


def store_dirs(config: Config) -> list[str]:
    """Return the folders in which a file that Git does not track yet may be a record."""
    configured = str(config.get("store.dir"))
    own = [str(table["path"]) for table in config.get("store.kinds").values() if table.get("path")]
    return [*([configured] if configured else STORES), *own]


class ConfigFile(Record):
    """One possible configuration file: its layer's name, its path, and how messages call it."""

    layer: str  # user, repository, committed or clone
    path: str
    shown: str


class _Merge:
    """Values as they come, from the lowest layer up."""

    def __init__(self, tolerant: bool) -> None:
        self.values: dict[str, Any] = {}
        self.origins: dict[str, str] = {}
        self.warnings: list[str] = []
        self.tolerant = tolerant

    def put(self, name: str, value: Any, origin: str) -> None:
        if KEYS[name].kind == "tables":
            merged = {kind: dict(fields) for kind, fields in self.values.get(name, {}).items()}
            for kind, fields in value.items():
                merged.setdefault(kind, {}).update(fields)
            value = merged
        self.values[name] = value
        self.origins[name] = origin

    def fail(self, error: ConfigError) -> None:
        """Raise, or go on with a warning."""
        if not self.tolerant:
            raise error
        self.warnings.append(f"ignored: {error.message}")

    def put_file(self, file: ConfigFile, said: FileValues) -> None:
        if said.error:
            self.fail(ConfigError(said.error[0], _REMEDY, file.shown, said.error[1]))
        for name, line, like in said.unknown:
            self.warnings.append(f"{file.shown}:{line}: unknown key '{name}'{_did_you_mean(like)}")
        for name, (value, line) in said.values.items():
            try:
                self.put_value(file, name, check(KEYS[name], value), line)
            except ValueError as error:
                self.fail(ConfigError(f"{name} {error}, not {_shown(value)}", _REMEDY, file.shown, line))

    def put_value(self, file: ConfigFile, name: str, value: Any, line: int) -> None:
        """Put what a file may say; what a committed one may not say is a warning."""
        said = ""
        if file.layer == "committed" and name in GUARDED:
            from kontext.config.committed import narrowed

            value, said = narrowed(name, value, self.values)
        if said:
            self.warnings.append(f"{file.shown}:{line}: {said}")
        if value is not None:
            self.put(name, value, f"{file.shown}:{line}")

    def put_texts(self, name: str, texts: list[str], origin: str) -> None:
        try:
            self.put(name, check_text(KEYS[name], texts), origin)
        except ValueError as error:
            self.fail(ConfigError(f"{origin} {error}, not {_shown(texts[-1])}", _REMEDY))


def load_config(
    repo: Repo,
    git_values: Iterable[tuple[str, str]],
    environ: Mapping[str, str],
    flags: Mapping[str, Any] | None = None,
    *,
    tolerant: bool = False,
) -> Config:
    """Merge all layers. `git_values` are (name, value) as Git lists them, `flags` values by key (None = not given).

    Raises ConfigError for a broken file or a value of the wrong type, unless `tolerant` (hooks): then what is broken
    is left out, with a warning. Unknown keys are warnings always.
    """
    git_texts, git_unknown = _from_git(git_values)
    env_texts, env_unknown = _from_environ(environ)
    merge = _Merge(tolerant)
    cache = FileCache(repo.common_dir)
    store_dirs = [*git_texts.get("store.dir", ()), *env_texts.get("store.dir", ())][-1:]
    for file in _user_files(repo, environ):
        if said := cache.read(file.path):
            merge.put_file(file, said)
    local = ConfigFile("clone", local_config_file(repo.common_dir), "<git-dir>/kontext/config.yaml")
    local_said = cache.read(local.path)
    if local_said and "store.dir" in local_said.values:
        store_dirs.append(str(local_said.values["store.dir"][0]))
    store_dirs.append(merge.values.get("store.dir", ""))
    if committed := _read_committed(repo, cache, store_dirs, merge.warnings):
        merge.put_file(*committed)
    if local_said:
        merge.put_file(local, local_said)
    cache.save()
    for name, texts in git_texts.items():
        merge.put_texts(name, texts, f"git config {git_name(name)}")
    for name, texts in env_texts.items():
        merge.put_texts(name, texts, env_name(name))
    for name, value in (flags or {}).items():
        if value is not None:
            _put_flag(merge, name, value)
    return Config(merge.values, merge.origins, [*merge.warnings, *git_unknown, *env_unknown])


def config_files(repo: Repo, environ: Mapping[str, str], store_dir: str = "") -> list[ConfigFile]:
    """Return every file that is looked for, lowest layer first; of the committed ones the first that exists counts."""
    return [
        *_user_files(repo, environ),
        *_committed_files(repo, [store_dir]),
        ConfigFile("clone", local_config_file(repo.common_dir), "<git-dir>/kontext/config.yaml"),
    ]


def _user_files(repo: Repo, environ: Mapping[str, str]) -> list[ConfigFile]:
    folder = user_folder(environ)
    if not folder:
        return []
    path = os.path.join(folder, "config.yaml")
    files = [ConfigFile("user", path, path)]
    repos = os.path.join(folder, "repos")
    if os.path.isdir(repos):
        from kontext.text import slug

        path = os.path.join(repos, f"{slug(_repo_name(repo))}.yaml")
        files.append(ConfigFile("repository", path, path))
    return files


def _repo_name(repo: Repo) -> str:
    """The folder the clone lives in: the same name for all of its worktrees."""
    head, name = os.path.split(repo.common_dir)
    return os.path.basename(head) if name == ".git" else name.removesuffix(".git")


def _read_committed(
    repo: Repo, cache: FileCache, store_dirs: Iterable[str], warnings: list[str]
) -> tuple[ConfigFile, FileValues] | None:
    """The first of the committed files that exists; a bare repository has them in HEAD.

    What a link leads to outside of the work tree was never committed: it is not read, with a warning.
    """
    if repo.is_bare:
        from kontext.config.bare import read_from_head

        found = read_from_head(repo, _committed_names(store_dirs))
        return (ConfigFile("committed", "", found[0]), found[1]) if found else None
    for file in _committed_files(repo, store_dirs):
        if os.path.exists(file.path) and leads_out(repo.top, file.shown):
            warnings.append(f"ignored: {file.shown}: a link leads out of the work tree")
        elif said := cache.read(file.path):
            return file, said
    return None


def _committed_files(repo: Repo, store_dirs: Iterable[str]) -> list[ConfigFile]:
    if repo.is_bare:
        return []
    return [ConfigFile("committed", os.path.join(repo.top, name), name) for name in _committed_names(store_dirs)]


def _committed_names(store_dirs: Iterable[str]) -> list[str]:
    return [COMMITTED, *(f"{folder}/kontext.yaml" for folder in dict.fromkeys([*store_dirs, *STORES]) if folder)]


def _from_git(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, list[str]], list[str]]:
    """Collect the values of each key in Git's order; letter case never matters, as in Git."""
    known = {git_name(name).lower(): name for name in KEYS}
    texts: dict[str, list[str]] = {}
    unknown: list[str] = []
    for name, value in pairs:
        folded = name.lower()
        if folded in known:
            texts.setdefault(known[folded], []).append(value)
        elif folded.startswith("kontext."):
            like = closest(folded, list(known))
            told = _did_you_mean(git_name(known[like]) if like else "")
            unknown.append(f"git config: unknown key '{name}'{told}")
    return texts, unknown


def _from_environ(environ: Mapping[str, str]) -> tuple[dict[str, list[str]], list[str]]:
    """Collect KONTEXT_<SECTION>_<KEY>; other KONTEXT_ variables are not keys and none of our business."""
    texts: dict[str, list[str]] = {}
    unknown: list[str] = []
    known: dict[str, str] = {}
    for variable in environ:
        if not variable.startswith("KONTEXT_"):
            continue
        known = known or {env_name(name): name for name in KEYS}
        if name := known.get(variable):
            value = environ[variable]
            texts[name] = (split_list(value) if KEYS[name].kind == "list" else [value]) or [""]
        elif variable.split("_")[1].lower() in SECTIONS and variable.count("_") > 1:
            unknown.append(f"environment: unknown key '{variable}'{_did_you_mean(closest(variable, list(known)))}")
    return texts, unknown


def _put_flag(merge: _Merge, name: str, value: Any) -> None:
    key: Key = KEYS[name]
    try:
        merge.put(name, check_text(key, [value]) if isinstance(value, str) else check(key, value), "command line")
    except ValueError as error:
        raise ConfigError(f"{name} {error}, not {_shown(value)}") from None


def _did_you_mean(like: str) -> str:
    return f"; did you mean '{like}'?" if like else ""


def _shown(value: Any) -> str:
    """A value inside a sentence, cut to a readable length."""
    text = repr(str(value)) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
