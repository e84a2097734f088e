"""Count false steps: real reformatting of real files with one change of meaning in the same commit.

    mutants.py --repo DIR [--repo DIR …] [--files 8] [--lines 12] [--seed 31] [--tool NAME] [--out FILE] [-v]

For each tool: files are reformatted; of the lines that changed, some are asked about as they are (share seen through =
recall) and some after one mutation (a step is false, whatever its reason). Two more kinds need neighbours: two lines
swapped (false when both are seen through) and a last statement moved out of its block. Python mutants that parse to
the same tree as before are no mutants and are left out.
"""

# ruff: noqa: E402 (the project is put on the path first)
from __future__ import annotations

import argparse
import ast
import json
import random
import re
import sys
import time
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from bodies import BODIES
from mutations import KINDS
from reformat import TOOLS, source_files

from kontext.lineage.contents import Contents
from kontext.lineage.judge import Judge
from kontext.model import BlameHunk, LineSpan

_BLOCK_WORDS = frozenset("end fi done esac else elsif elif then do when rescue ensure begin case".split())
COMMIT, PARENT = "c" * 40, "a" * 40


class Pair:
    """A door to two commits that hold one file each; what Git would answer."""

    def __init__(self, path: str, old: str, new: str) -> None:
        header = f"tree {'0' * 40}\nparent {PARENT}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\nx\n"
        self._held = {
            COMMIT: (COMMIT, "commit", header.encode()),
            f"{COMMIT}:{path}": ("", "blob", new.encode(errors="surrogateescape")),
            f"{PARENT}:{path}": ("", "blob", old.encode(errors="surrogateescape")),
        }

    def read(self, spec: str) -> tuple[str, str, bytes] | None:
        return self._held.get(spec)

    def head(self) -> str:
        return COMMIT

    def close(self) -> None:
        pass


class NoSources:
    def of(self, oid: str, path: str) -> list[tuple[str, str]]:
        return []


def steps(path: str, old: str, new: str, lines: list[int]) -> set[int]:
    """The lines of `new` that would be seen through."""
    judge = Judge(None, Contents(Pair(path, old, new)))
    judge._sources = NoSources()
    hunk = BlameHunk(COMMIT, path, LineSpan(lines[0], lines[-1]), lines[0], False, (PARENT, path))
    return {line for one in lines for line in judge.judge(hunk, [one]).steps}


def changed_lines(old: list[str], new: list[str]) -> list[int]:
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    same = {block.b + offset for block in blocks for offset in range(block.size)}
    return [at + 1 for at in range(len(new)) if at not in same and any(map(str.isalnum, new[at]))]


def tree(text: str) -> str | None:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.dump(ast.parse(text))
        except (SyntaxError, ValueError):
            return None


def is_mutant(suffix: str, kind: str, before: str, after: str) -> bool:
    if suffix != ".py" or kind in ("comment_word", "commented_out"):
        return before != after
    meant, means = tree(before), tree(after)
    return means is not None and meant is not None and meant != means


def in_import(new: list[str], line: int) -> bool:
    """Whether a line is a name in a list of imports, whose order says nothing."""
    while line and re.match(r"\s*[\w.]+(?: as \w+)?,?\s*$", new[line - 1]):
        line -= 1
    return bool(line) and re.match(r"\s*(?:from|import|export|use)\b.*[({]\s*$", new[line - 1]) is not None


def swapped(new: list[str], line: int) -> tuple[list[str], list[int]] | None:
    if line >= len(new) or not new[line].strip() or new.count(new[line]) > 1 or new.count(new[line - 1]) > 1:
        return None  # equal lines cannot be told apart
    if in_import(new, line):
        return None
    if len(new[line]) - len(new[line].lstrip()) != len(new[line - 1]) - len(new[line - 1].lstrip()):
        return None
    if any(
        text.lstrip().startswith(("import ", "from ", "#include", "use ", "pub use ", "#", "//", "*", "@", "--"))
        for text in new[line - 1 : line + 1]
    ):
        return None
    return [*new[: line - 1], new[line], new[line - 1], *new[line + 1 :]], [line, line + 1]


def dedented(new: list[str], line: int) -> tuple[list[str], list[int]] | None:
    """Move the last statement of a block out of it (Python)."""
    text = new[line - 1]
    indent = len(text) - len(text.lstrip())
    after = next((other for other in new[line:] if other.strip()), "")
    before = new[line - 2] if line > 1 else ""
    outer = len(after) - len(after.lstrip())
    if indent < 4 or outer >= indent or len(before) - len(before.lstrip()) != indent or before.rstrip().endswith(":"):
        return None
    return [*new[: line - 1], " " * outer + text.lstrip(), *new[line:]], [line]


def braced_out(new: list[str], line: int) -> tuple[list[str], list[int]] | None:
    """Move the last statement of a block in braces behind the brace."""
    if line + 1 > len(new) or new[line].strip() != "}" or not new[line - 1].rstrip().endswith(";"):
        return None
    if line < 2 or not new[line - 2].rstrip().endswith(";"):
        return None
    return [*new[: line - 1], new[line], new[line - 1], *new[line + 1 :]], [line + 1]


def worded_out(new: list[str], line: int) -> tuple[list[str], list[int]] | None:
    """Move the last statement of a block behind the word that ends it (shell, Ruby)."""
    if line >= len(new) or new[line].strip() not in ("end", "fi", "done"):
        return None
    first = re.match(r"\s*(\w+)", new[line - 1])
    if not first or first[1] in _BLOCK_WORDS or (line > 1 and new[line - 2].rstrip().endswith(("\\", ",", "|", "&&"))):
        return None
    return [*new[: line - 1], new[line], new[line - 1], *new[line + 1 :]], [line + 1]


def in_comment(new: list[str], line: int) -> bool:
    """Whether a line stands inside a comment of several lines, where nothing can be commented out."""
    before = "\n".join(new[: line - 1])
    return before.rfind("/*") > before.rfind("*/")


def is_repeated(new: list[str], line: int, changed: str) -> bool:
    """Whether a deleted argument stands again at the start of the next line: nobody could tell which one is gone."""
    text = new[line - 1]
    start = next((at for at, sign in enumerate(changed) if text[at] != sign), len(changed))
    gone = text[start : start + len(text) - len(changed)].strip(" ,")
    return line < len(new) and bool(gone) and re.match(rf"\s*{re.escape(gone)}\s*[,)]", new[line]) is not None


def mutants(new: list[str], line: int, suffix: str, rng: random.Random) -> list[tuple[str, list[str], list[int]]]:
    found = []
    for kind, mutate in KINDS.items():
        changed = mutate(new[line - 1], suffix, rng)
        if kind == "commented_out" and in_comment(new, line):
            continue
        if kind == "deleted_argument" and changed and is_repeated(new, line, changed):
            continue
        if changed is not None and changed != new[line - 1]:
            found.append((kind, [*new[: line - 1], changed, *new[line:]], [line]))
    for kind, change in BODIES.items():
        changed = change(new, line, suffix, rng)
        if changed is not None and changed != new[line - 1]:
            found.append((kind, [*new[: line - 1], changed, *new[line:]], [line]))
    words = {".rb": {"worded_out": worded_out}, ".sh": {"worded_out": worded_out}, ".py": {"dedented": dedented}}
    blocks = words.get(suffix, {"braced_out": braced_out})
    for kind, move in {"swapped": swapped, **blocks}.items():
        made = move(new, line)
        if made:
            found.append((kind, *made))
    return found


class Tally:
    """What one tool's files gave."""

    def __init__(self) -> None:
        self.files = self.asked = self.seen = 0
        self.kinds: Counter[str] = Counter()
        self.false: Counter[str] = Counter()
        self.missed: list[str] = []
        self.examples: list[str] = []

    def row(self) -> dict:
        return {
            "files": self.files,
            "asked": self.asked,
            "seen": self.seen,
            "recall": round(self.seen / self.asked, 3) if self.asked else None,
            "mutants": self.kinds.total(),
            "false": self.false.total(),
            "kinds": dict(sorted(self.kinds.items())),
            "false_by_kind": dict(self.false),
            "examples": self.examples[:40],
        }


def ask(tally: Tally, path: Path, old: str, new: str, sample: list[int], rng: random.Random) -> None:
    """Ask about lines of one reformatted file, as they are and mutated."""
    after = new.split("\n")
    through = steps(str(path), old, new, sample)
    tally.files += 1
    tally.asked += len(sample)
    tally.seen += len(through)
    tally.missed += [f"{path.name}:{line}: {after[line - 1]}" for line in sample if line not in through]
    for line in sorted(through):
        made = mutants(after, line, path.suffix, rng)
        special = [one for one in made if one[0] in BODIES]
        others = [one for one in made if one[0] not in BODIES]
        for kind, text, touched in [*special, *rng.sample(others, min(4, len(others)))]:
            mutant = "\n".join(text)
            if not is_mutant(path.suffix, kind, new, mutant):
                continue
            tally.kinds[kind] += 1
            if steps(str(path), old, mutant, touched) >= set(touched):
                tally.false[kind] += 1
                before, now = after[line - 1].strip(), text[line - 1].strip()
                tally.examples.append(f"{kind} {path.name}:{line}: {before} -> {now}")


def run_tool(name: str, args: argparse.Namespace) -> Tally:
    tool = TOOLS[name]
    tally = Tally()
    for repo in args.repo:
        rng = random.Random(f"{args.seed} {name} {Path(repo).name}")
        paths = source_files(repo, tool.suffixes)
        rng.shuffle(paths)
        used = 0
        for path in paths:
            old, new = (tool.pair(path) if used < args.files else None) or ("", "")
            lines = changed_lines(old.split("\n"), new.split("\n"))
            if lines:
                used += 1
                ask(tally, path, old, new, sorted(rng.sample(lines, min(args.lines, len(lines)))), rng)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repo", action="append", required=True)
    parser.add_argument("--files", type=int, default=8, help="of each repository")
    parser.add_argument("--lines", type=int, default=12, help="of each file")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--tool", action="append")
    parser.add_argument("--out")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    results = {}
    for name in args.tool or TOOLS:
        begun = time.monotonic()
        tally = run_tool(name, args)
        results[name] = row = tally.row()
        print(
            f"{name}: {row['seen']}/{row['asked']} seen, {row['false']}/{row['mutants']} false, {row['files']} files, "
            f"{time.monotonic() - begun:.0f} s {row['false_by_kind'] or ''}",
            flush=True,
        )
        for missed in tally.missed if args.verbose else ():
            print("   missed:", missed)
        for example in tally.examples:
            print("   false:", example)
    if args.out:
        everything = {"seed": args.seed, "tools": results}
        everything["mutants"] = sum(row["mutants"] for row in results.values())
        everything["false"] = sum(row["false"] for row in results.values())
        Path(args.out).write_text(json.dumps(everything, indent=1) + "\n")


if __name__ == "__main__":
    main()
