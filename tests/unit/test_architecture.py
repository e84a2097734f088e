"""The rules of the house: floors, doors, sizes, docstrings."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path
from statistics import median

import pytest
from importlinter.cli import lint_imports

from kontext.cli.app import HOT
from kontext.cli.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "kontext").rglob("*.py"))
SPOKEN = [
    *FILES,
    *sorted((ROOT / "hooks").iterdir()),
    *(path for path in sorted((ROOT / "git-commands").rglob("*")) if path.is_file()),
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]

# third party, or a module of the standard library that costs as much -> the only places that may name it
DOORS = {
    "subprocess": (),
    "multiprocessing": (),
    "pygit2": ("git/objects.py",),
    "tantivy": ("index/",),
    "ruamel": ("yamlio.py", "yamlio/"),
    "markdown_it": ("markdown.py",),
    "typer": ("cli/",),
    "click": (),
    "rich": (),
    "mcp": ("mcp_server/", "adapters/mcp.py"),
    "mcp_types": ("mcp_server/",),
    "anyio": ("mcp_server/",),
    "pydantic": (),
    "tree_sitter": ("codemap/symbols.py",),
    "urllib3": ("adapters/http.py",),
    "httpx": ("adapters/http.py",),
}
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
SPAWNING = ("posix_spawn", "os.system", "os.popen", "os.exec", "os.fork")


def short(path: Path) -> str:
    return path.relative_to(ROOT / "kontext").as_posix()


def imported(tree: ast.AST) -> set[str]:
    """Top-level names of everything a module imports, wherever it does."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text()) for path in FILES}


def test_imports_only_go_down(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert status == 0, capsys.readouterr().out


def test_no_two_modules_need_each_other(trees: dict[Path, ast.Module]) -> None:
    """Not within a floor either, and not for a type or from inside a function."""
    module = {path: f"kontext.{short(path)}"[:-3].replace("/", ".").removesuffix(".__init__") for path in trees}
    names = set(module.values())
    needs: dict[str, set[str]] = {}
    for path, tree in trees.items():
        needs[module[path]] = {
            place if (place := f"{node.module}.{alias.name}") in names else str(node.module)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        } & names
    assert set(TopologicalSorter(needs).static_order()) == names  # CycleError names the circle


def test_one_door_per_third_party(trees: dict[Path, ast.Module]) -> None:
    strays = [
        f"{short(path)} imports {name}"
        for path, tree in trees.items()
        for name in imported(tree) & DOORS.keys()
        if not short(path).startswith(DOORS[name])
    ]
    assert strays == []


def test_programs_are_started_in_one_place() -> None:
    strays = [f"{short(path)}: {word}" for path in FILES for word in SPAWNING if word in path.read_text()]
    assert all(stray.startswith("process.py") for stray in strays), strays


def test_sizes(trees: dict[Path, ast.Module]) -> None:
    # A module without a definition is a table: a list of words is as long as its language needs.
    code = [path for path, tree in trees.items() if any(isinstance(node, DEFINITIONS) for node in ast.walk(tree))]
    lines = {short(path): len(path.read_text().splitlines()) for path in code}
    assert [name for name, count in lines.items() if count > 400] == []
    functions = {
        f"{short(path)}:{node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert [name for name, count in functions.items() if count > 60] == []
    assert sorted(functions.values())[len(functions) * 9 // 10] <= 30
    assert median(lines.values()) <= 150


def test_a_command_file_is_thin() -> None:
    modules = {place.partition(":")[0] for place in COMMANDS.values()} | {
        name.rpartition(".")[2] for name in HOT.values()
    }
    sizes = {name: len((ROOT / "kontext" / "cli" / f"{name}.py").read_text().splitlines()) for name in modules}
    assert len(sizes) > 8
    assert {name: size for name, size in sizes.items() if size > 60} == {}


def test_every_module_says_what_it_owns(trees: dict[Path, ast.Module]) -> None:
    assert [short(path) for path, tree in trees.items() if not ast.get_docstring(tree)] == []


def test_every_public_name_is_described(trees: dict[Path, ast.Module]) -> None:
    bare = [
        f"{short(path)}:{node.name}"
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        if not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert bare == []


def test_nothing_is_left_to_do_and_no_machine_is_named() -> None:
    words = (
        "TO" + "DO",
        "FIX" + "ME",
        "NotImplemented" + "Error",
        "/wo" + "rk/",
        "/ro" + "ot/",
        "shar" + "ed/",
    )
    found = [f"{path.relative_to(ROOT)}: {word}" for path in SPOKEN for word in words if word in path.read_text()]
    assert found == []


def test_services_do_not_look_around(trees: dict[Path, ast.Module]) -> None:
    """Only doors read argv, the environment and standard streams."""
    doors = ("cli/", "hooks/")
    strays = [
        f"{short(path)}:{node.lineno} {node.value.id}.{node.attr}"
        for path, tree in trees.items()
        if not short(path).startswith(doors)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if (node.value.id, node.attr)
        in {("sys", "argv"), ("sys", "exit"), ("sys", "stdout"), ("sys", "stderr"), ("os", "getenv")}
    ]
    strays += [
        f"{short(path)}:{node.lineno} print"
        for path, tree in trees.items()
        if not short(path).startswith(doors)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert strays == []
