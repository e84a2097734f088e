"""The tools, one entry each.

Owns their names, descriptions, arguments and schemas: a new tool is an entry here and a function in answers.py. Must
not know the protocol or how an answer is made.
"""

from __future__ import annotations

from kontext.brief import BUDGET
from kontext.mcp_server import answers, schemas
from kontext.mcp_server.arguments import Argument
from kontext.query import KINDS
from kontext.records import Record
from kontext.store.kinds import FOLDERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kontext.mcp_server.answers import Given, Now
    from kontext.mcp_server.framing import Answer
    from kontext.mcp_server.schemas import Schema
    from kontext.refresh import Session

DIR = Argument(
    "dir", "text", "a folder in the repository to ask about, absolute; else your workspace, else where I started", ""
)
_RECORDS = ", ".join(FOLDERS)


class Tool(Record):
    """One tool. `answer` is called with a session, the arguments and the time of asking."""

    title: str
    about: str
    arguments: tuple[Argument, ...]
    output: Schema
    answer: Callable[[Session, Given, Now], Answer]
    is_read_only: bool = True


def _text(name: str, about: str, *, needed: bool = False) -> Argument:
    return Argument(name, "text", about, "", needed)


def _list(name: str, about: str, default: tuple[str, ...] = ()) -> Argument:
    return Argument(name, "list", about, default)


def _count(name: str, about: str, default: int, least: int, most: int) -> Argument:
    return Argument(name, "count", about, default, False, least, most)


def _flag(name: str, about: str, default: bool = False) -> Argument:
    return Argument(name, "flag", about, default)


TOOLS = {
    "ctx_why": Tool(
        "Why is this code like this",
        "Say why a line, file, folder, commit, decision or topic is as it is: the decision in force, the commit and "
        "reason behind the code (reformatting and moves are seen through), with dates and authors. "
        "Ask before changing code that looks odd.",
        (
            _text("target", "FILE:LINE, FILE:FIRST-LAST, a path, a commit, A..B, a decision, or words", needed=True),
            _count("limit", "commits of the history to list", 12, 1, 100),
            DIR,
        ),
        schemas.WHY,
        answers.answer_why,
    ),
    "ctx_search": Tool(
        "Search decisions, docs and history",
        "Search the decision records, docs and commit history of a repository: one ranked list. Names of code, "
        '"exact phrases", kind:, path:, author:, status:, since: and until: may stand in the query.',
        (
            _text("query", 'words, e.g. rounding of prices; or with filters: "integer cents" since:2025', needed=True),
            _list("kinds", f"only these: {', '.join(KINDS)}"),
            _list("sources", "only these sources: local"),
            _count("limit", "hits to list", 10, 1, 50),
            _count(
                "budget_tokens",
                "bounds the text (the object: twice that); what does not fit is counted",
                1200,
                50,
                8000,
            ),
            DIR,
        ),
        schemas.SEARCH,
        answers.answer_search,
    ),
    "ctx_log": Tool(
        "List the decisions",
        "List decision records, newest first: which there are, whether they hold, what replaced them, which commit "
        "added each.",
        (
            _list("kind", f"these kinds: {_RECORDS} or all", ("decision",)),
            _flag("all", "also what is superseded or rejected"),
            _count("limit", "records to list", 40, 1, 200),
            _list("paths", "only records that govern these files or folders"),
            DIR,
        ),
        schemas.LOG,
        answers.answer_log,
    ),
    "ctx_read": Tool(
        "Read what an answer names",
        "Read what an address of an answer names: a record (kx:ID), a file or a section of a doc (file:PATH#ANCHOR), "
        "a commit (git:OID), or a plain path.",
        (
            _text("uri", "the address, e.g. kx:0007, file:docs/api.md#limits, git:1a2b3c4", needed=True),
            _count("level", "0 one line, 1 a page, 2 everything (of a commit the diff, too)", 1, 0, 2),
            DIR,
        ),
        schemas.READ,
        answers.answer_read,
    ),
    "ctx_brief": Tool(
        "What to know before a change",
        "List what one must know before changing some files: the decisions, conventions and pitfalls in force there. "
        "Ask once before you start; without focus it is about the changed and staged files.",
        (
            _list("focus", "files or folders to be changed, there or not yet"),
            _count("budget_tokens", "bounds the answer; what does not fit is counted", BUDGET, 50, 8000),
            DIR,
        ),
        schemas.BRIEF,
        answers.answer_brief,
    ),
    "ctx_check": Tool(
        "What would the checks say",
        "Judge decision records (all of them, or exactly what is staged) or the messages of a range of commits, as "
        "the hooks and CI do. Nothing is changed.",
        (
            _flag("staged", "judge exactly what would be committed"),
            _text("range", "judge the messages of these commits: A..B"),
            DIR,
        ),
        schemas.CHECK,
        answers.answer_check,
    ),
    "ctx_capture": Tool(
        "Record a decision",
        "Write down what was decided or learned, and why, as a draft in this clone (kontext promote makes it a "
        "record) or with draft false as a staged file in the form of its neighbours. Capture only what a person "
        "agreed to; say the reason and what was rejected.",
        (
            _text("kind", _RECORDS, needed=True),
            _text("title", "one line that says what holds now", needed=True),
            _text("body", "why, as Markdown", needed=True),
            _text("summary", "one or two sentences that answer why on their own"),
            _list("paths", "what it governs, as Git patterns, e.g. src/billing/"),
            _list("tags", "words to filter by"),
            _list("supersedes", "ids of records that it replaces"),
            _text("status", "accepted (as decisions are unless said), proposed, …"),
            _flag("draft", "keep it in this clone until a person promotes it", True),
            DIR,
        ),
        schemas.CAPTURE,
        answers.answer_capture,
        is_read_only=False,
    ),
}
