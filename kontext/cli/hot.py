"""The parsers of the Git commands: each option is defined here, once.

Owns names, help and defaults of the options of `git why` and `git kx-search`, under whatever name they are called.
Help, man pages and completions are held against these parsers by a test. Must not run anything.
"""

from __future__ import annotations

from kontext.cli.parser import Parser, commas, count

COLOURS = ("always", "never", "auto")


def why_parser(prog: str) -> Parser:
    """Return the parser of `git why`, `git kx-why` and `kontext why`."""
    parser = Parser(
        prog,
        "TARGET... | -L RANGE PATH | -- PATH...",
        "Why is this code like this: the decision, the commit and the reason behind it.",
        f"  {prog} src/billing/cart.py:42\n  {prog} -L :total src/billing/cart.py",
    )
    what = parser.add_argument_group("what to ask about")
    what.add_argument(
        "-L",
        dest="ranges",
        metavar="RANGE",
        action="append",
        default=[],
        help="lines of PATH: START,END, START,+COUNT, /REGEX/ or :FUNCTION as in git blame",
    )
    what.add_argument("--rev", metavar="REV", default="", help="ask as of this commit")
    what.add_argument("--commit", action="store_true", help="TARGET names a commit, even where a file has that name")
    how = parser.add_argument_group("how far to look")
    how.add_argument(
        "--no-see-through", dest="see_through", action="store_false", help="stop at the last touch, as plain blame does"
    )
    how.add_argument("--deep", action="store_true", help="follow copies between files too (slower)")
    how.add_argument("-n", "--limit", metavar="N", type=count, help="list at most N commits of the history")
    how.add_argument("-p", "--patch", action="store_true", help="show what each commit made of the lines")
    out = _output(parser, "no reason is recorded")
    out.add_argument("--oneline", action="store_true", help="print the verdict only, one line per target")
    return parser


def search_parser(prog: str) -> Parser:
    """Return the parser of `git kx-search` and `kontext search`."""
    parser = Parser(
        prog,
        "WORDS...",
        "Search decisions, docs, commits and code: one ranked list.",
        f'  {prog} rounding of prices\n  {prog} --kind decision,commit "integer cents" since:2025-01-01',
    )
    what = parser.add_argument_group("what to search")
    what.add_argument(
        "--kind",
        dest="kinds",
        metavar="KIND",
        type=commas,
        action="extend",
        default=[],
        help="only these kinds (comma-separated, repeatable): decision, convention, learning, incident, "
        "architecture, doc, commit, code",
    )
    what.add_argument(
        "--source",
        dest="sources",
        metavar="NAME",
        type=commas,
        action="extend",
        default=[],
        help="only these sources (comma-separated, repeatable): local or the name of an adapter",
    )
    what.add_argument("-n", "--limit", metavar="N", type=count, help="list at most N hits")
    what.add_argument(
        "--ranker", metavar="NAME", default="", help="rank by another ranker, e.g. reference (plain BM25)"
    )
    _output(parser, "nothing was found")
    return parser


def log_parser(prog: str) -> Parser:
    """Return the parser of `git kx-log` and `kontext log`."""
    parser = Parser(
        prog,
        "[-- PATH...]",
        "The timeline of decisions: which there are, whether they hold, what added each.",
        f"  {prog}\n  {prog} --all --graph\n  {prog} --since 2025 -- src/billing",
    )
    what = parser.add_argument_group("what to list")
    what.add_argument(
        "--kind",
        dest="kinds",
        metavar="KIND",
        type=commas,
        action="extend",
        default=[],
        help="these kinds instead of decisions (comma-separated, repeatable): decision, convention, learning, "
        "incident, architecture or all",
    )
    what.add_argument("--all", dest="everything", action="store_true", help="also what is superseded or rejected")
    what.add_argument("-n", "--limit", metavar="N", type=count, default=50, help="list at most N records (50)")
    what.add_argument("--since", metavar="DATE", default="", help="not before: 2025, 2025-03, 2025-03-09, 2.weeks")
    what.add_argument("--until", metavar="DATE", default="", help="not after this day, month or year")
    what.add_argument(
        "--author", dest="authors", metavar="TEXT", action="append", default=[], help="by somebody of this name"
    )
    what.add_argument(
        "--tag",
        dest="tags",
        metavar="TAG",
        type=commas,
        action="extend",
        default=[],
        help="with one of these tags (comma-separated, repeatable)",
    )
    what.add_argument("--trailers", action="store_true", help="also decisions that only the trailers of a commit hold")
    out = _output(parser, "nothing was found", explains=False)
    out.add_argument("--graph", action="store_true", help="draw each record above the ones it replaced")
    return parser


def _output(parser: Parser, nothing: str, explains: bool = True) -> Group:
    out = parser.add_argument_group("output")
    out.add_argument("--json", action="store_true", help="print one JSON object per answer")
    out.add_argument("--porcelain", action="store_true", help="print stable lines for scripts")
    out.add_argument("-z", dest="nul", action="store_true", help="with --porcelain, end every field with NUL")
    if explains:
        out.add_argument("--explain", action="store_true", help="show what made each score")
    out.add_argument("--color", metavar="WHEN", choices=COLOURS, default="", help="colour: always, never or auto")
    out.add_argument("--no-pager", dest="pager", action="store_false", help="never start a pager")
    out.add_argument("--exit-code", action="store_true", help=f"exit with 1 when {nothing}")
    where = parser.add_argument_group("where")
    where.add_argument("-C", dest="folder", metavar="DIR", default="", help="run as if started in DIR")
    where.add_argument(
        "--no-refresh",
        dest="refresh",
        action="store_false",
        help="ask the index as it is, without bringing it up to date",
    )
    return out


TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import _ArgumentGroup as Group
