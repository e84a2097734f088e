"""Timing of programs, fair to each of them.

Owns starting a program with nothing to read or print to, its wall time, processor time and memory, and interleaved
rounds, so that a change of the machine's load meets every program alike. Must not know what is measured.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


class Program(NamedTuple):
    """A program to time: argv, the folder it runs in, what it adds to the environment, what is done before each run.

    A variable whose value is None is taken out of the environment.
    """

    argv: Sequence[str]
    folder: Path
    env: Mapping[str, str | None] = {}
    before: Callable[[], None] | None = None


class Cost(NamedTuple):
    """One run: wall seconds, processor seconds of all it waited for, peak KiB of the largest process among them."""

    wall: float
    cpu: float
    peak: int


def environment() -> dict[str, str]:
    """Ours, with bytecode on, no pager, no background work, and the commands of this interpreter first on PATH."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    places = f"{Path(sys.executable).parent}{os.pathsep}{kept.get('PATH', '')}"
    return kept | {"PATH": places, "GIT_PAGER": "cat", "KONTEXT_SKIP": "1", "GIT_OPTIONAL_LOCKS": "0"}


def seconds(program: Program) -> float:
    """Wall time of one run; exits with what the program said when it fails."""
    return cost(program).wall


def cost(program: Program) -> Cost:
    """What one run took; exits with what the program said when it fails."""
    if program.before:
        program.before()
    env = {name: value for name, value in (environment() | dict(program.env)).items() if value is not None}
    null = subprocess.DEVNULL
    began = time.perf_counter()
    with subprocess.Popen(
        program.argv, cwd=program.folder, env=env, stdin=null, stdout=null, stderr=subprocess.PIPE
    ) as started:
        assert started.stderr is not None
        said = started.stderr.read()
        _, status, used = os.wait4(started.pid, 0)
        took = time.perf_counter() - began
        started.returncode = os.waitstatus_to_exitcode(status)
    if started.returncode:
        sys.exit(f"{' '.join(program.argv)} failed ({started.returncode}): {said.decode(errors='replace')[-500:]}")
    return Cost(took, used.ru_utime + used.ru_stime, used.ru_maxrss)


def medians(programs: Mapping[str, Program], rounds: int) -> dict[str, float]:
    """Median wall time of every program over interleaved rounds; one more round before them warms the caches."""
    taken = costs(programs, rounds)
    return {name: statistics.median(one.wall for one in values) for name, values in taken.items()}


def costs(programs: Mapping[str, Program], rounds: int) -> dict[str, list[Cost]]:
    """What every program took in interleaved rounds, in their order; one more round before them warms the caches."""
    taken: dict[str, list[Cost]] = {name: [] for name in programs}
    for number in range(rounds + 1):
        for name, program in programs.items():
            took = cost(program)
            if number:
                taken[name].append(took)
    return taken


def output(argv: Sequence[str], folder: Path) -> str:
    """What a program prints; exits when it fails."""
    done = subprocess.run(argv, cwd=folder, env=environment(), capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(argv)} failed ({done.returncode}): {done.stderr.decode(errors='replace')[-500:]}")
    return done.stdout.decode("utf-8", "replace")


def works(argv: Sequence[str], folder: Path) -> bool:
    """True when a program ends well."""
    return subprocess.run(argv, cwd=folder, env=environment(), capture_output=True, check=False).returncode == 0


def machine() -> dict[str, object]:
    """What the figures were taken on: cores, load of the last minute, versions."""
    return {
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": sys.version.split()[0],
        "git": output(["git", "version"], Path.cwd()).split()[-1],
        "platform": sys.platform,
    }
