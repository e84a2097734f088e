"""Measure commit search on judged cases: MRR and Hit@k beside plain BM25.

    python bench/commit_search.py                          the installed command, default and reference, and plain BM25
    python bench/commit_search.py --in-process             the same without a process a question
    python bench/commit_search.py --cases F --clones DIR   other cases

Needs the clones of `python bench/clones.py`. Writes bench/results/DATE-NAME.json with the rank of every case.
"""

from __future__ import annotations

import argparse
import datetime
import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clones import CLONES, at_pin
from commit_scores import CommitCase, difference, load_commit_cases, rank_of, summary
from rankers import PLAIN, Answers, Ranker, installed, rankers

HERE = Path(__file__).parent
RANKERS = ("default", "reference", PLAIN)


def main() -> None:
    """Ask every ranker every question, print the figures and write them down."""
    given = _parse()
    cases = load_commit_cases(given.cases)
    if given.repo:
        cases = [case for case in cases if case.repo in given.repo]
    names = given.ranker or RANKERS
    program = "" if given.in_process else given.program or installed()
    report: dict[str, Any] = {
        "cases": given.cases.name,
        "asked": "in process" if given.in_process else "kontext search",
        "strict": given.strict,
        "rankers": {},
    }
    ranks: dict[str, list[int]] = {}
    for name, ranker in rankers(names, program).items():
        answers = ask_all(ranker, cases, given.clones)
        ranks[name] = [rank_of(case, oids, strict=given.strict) for case, oids in zip(cases, answers.oids, strict=True)]
        report["rankers"][name] = summary(cases, ranks[name])
        report["rankers"][name]["timing"] = timing(answers)
        report["rankers"][name]["failed"] = answers.failed
    report["differences"] = {
        f"{name} - {PLAIN}": difference(cases, ranks[name], ranks[PLAIN])
        for name in ranks
        if name != PLAIN and PLAIN in ranks
    }
    report["ranks"] = {case.id: {name: ranks[name][at] for name in ranks} for at, case in enumerate(cases)}
    print(table(report))
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def ask_all(ranker: Ranker, cases: Sequence[CommitCase], clones: Path) -> Answers:
    """Ask the questions repository by repository; answers come in the order of the cases."""
    oids: dict[str, list[str]] = {}
    setup, each, failed = 0.0, list[float](), list[str]()
    for repo in dict.fromkeys(case.repo for case in cases):
        ours = [case for case in cases if case.repo == repo]
        answers = ranker(at_pin(clones, repo, ours[0].rev), [case.query for case in ours])
        oids.update(zip((case.id for case in ours), answers.oids, strict=True))
        setup += answers.setup
        each += answers.each
        failed += [f"{repo}: {one}" for one in answers.failed]
        print(f"{repo}: index {answers.setup:.1f} s", file=sys.stderr)
    return Answers([oids[case.id] for case in cases], setup, each, failed)


def timing(answers: Answers) -> dict[str, float]:
    """Seconds: set-up in all, a question at the median and at the 95th percentile."""
    ordered = sorted(answers.each) or [0.0]
    return {
        "setup": round(answers.setup, 2),
        "p50": round(statistics.median(ordered), 4),
        "p95": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], 4),
    }


def table(report: dict[str, Any]) -> str:
    """The figures as text: over all and by group a ranker, then the differences."""
    lines = []
    for name, groups in report["rankers"].items():
        lines.append(f"{name:38} cases   MRR   [95 %]          Hit@1  Hit@5 Hit@10")
        for group, one in groups.items():
            if group in ("timing", "failed"):
                continue
            low, high = one["interval"]
            figures = f"{one['hit@1']:.3f}  {one['hit@5']:.3f}  {one['hit@10']:.3f}"
            lines.append(f"  {group:36} {one['cases']:5}  {one['mrr']:.3f}  [{low:.3f}, {high:.3f}]  {figures}")
        timed = groups["timing"]
        lines.append(
            f"  set-up {timed['setup']} s, a question {timed['p50'] * 1000:.1f} ms (p95 {timed['p95'] * 1000:.1f})"
        )
        lines += [f"  failed: {one}" for one in groups["failed"]]
        lines.append("")
    for name, one in report["differences"].items():
        lines.append(
            f"{name}: {one['mrr']:+.3f} {list(one['interval'])}, over repositories "
            f"{list(one['interval_over_repositories'])}; better {one['better']}, worse {one['worse']}"
        )
    return "\n".join(lines)


def _parse() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--cases", type=Path, default=HERE / "cases" / "commits_own.jsonl")
    asked.add_argument("--clones", type=Path, default=CLONES, help="folder of clones, OWNER+NAME each")
    asked.add_argument("--repo", action="append", help="only this owner/name")
    asked.add_argument("--ranker", action="append", help=f"one or more of {', '.join(RANKERS)}; all when not given")
    asked.add_argument("--in-process", action="store_true", help="ask the service, not the command")
    asked.add_argument("--program", default="", help="the kontext command; the one beside this interpreter by default")
    asked.add_argument("--strict", action="store_true", help="a merge of the right change is no hit")
    today = datetime.date.today().isoformat()
    asked.add_argument("--name", default="commit-search", help="of the file in bench/results")
    asked.add_argument("--out", type=Path, help="where to write instead; /dev/null for nowhere")
    given = asked.parse_args()
    given.out = given.out or HERE / "results" / f"{today}-{given.name}.json"
    return given


if __name__ == "__main__":
    main()
