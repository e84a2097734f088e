"""What one must know before changing these paths: the decisions, conventions and pitfalls that matter for them.

Owns the composition and the budget. Must not know how an answer is shown. `brief_of` is the one way in; everything it
returns is in answer.py.
"""

from __future__ import annotations

from kontext.brief.answer import ALL, ASKED, BUDGET, CHANGED, Brief, Item, Shaped
from kontext.brief.choose import choose
from kontext.brief.describe import commits_of, item_of
from kontext.brief.focus import focus_of
from kontext.documents import entry_from_extra
from kontext.model import RepoPath, Snapshot
from kontext.signals import DECISION_SCORE
from kontext.store.governs import is_live

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeVar

    from kontext.brief.focus import Focus
    from kontext.index.paths import Touch
    from kontext.refresh import Session

    T = TypeVar("T", Item, Shaped)

__all__ = ["ALL", "ASKED", "BUDGET", "CHANGED", "Brief", "Item", "Shaped", "brief_of"]

BYTES_A_TOKEN = 4  # the estimate: English prose takes about four bytes a token, code and other scripts fewer
_FRAME = 40  # bytes of line breaks, indents and separators around one item
_MOST_COMMITS = 5
_FADING = 2 * 365 * 86_400.0  # seconds: a commit this much older than the newest weighs half as much


def brief_of(session: Session, focus: Sequence[RepoPath] = (), budget_tokens: int = BUDGET, limit: int = 0) -> Brief:
    """Return what is to be known about these paths (relative to the work tree root).

    Without paths it is about the changed and staged files, and where there are none about the whole repository.
    `budget_tokens` bounds the estimated tokens of the text; `limit` the number of items, 0 = only the budget does.
    """
    return session.ask(lambda: _brief(session, focus, budget_tokens, limit))


def _brief(session: Session, asked: Sequence[RepoPath], budget_tokens: int, limit: int) -> Brief:
    entries = [entry_from_extra(head.extra) for head in session.text().knowledge()]
    said: list[str] = []
    focus = focus_of(session, asked, said)
    chosen = choose(session, entries, focus)
    notes = (*session.notes, *said)
    name, description = session.project, str(session.config.get("project.description"))
    paths = tuple(spot.path for spot in focus.spots)
    budget = _Budget(budget_tokens, limit)
    budget.take(*notes, *(paths[:3] or (name, description)))
    items = budget.fill(item_of(session, one) for one in chosen)
    shaped = [] if chosen else _shaped(focus)
    commits = budget.fill(iter(commits_of(session, shaped[:_MOST_COMMITS])))
    return Brief(
        focus=paths,
        source=focus.source,
        project=name,
        description=description,
        items=items,
        commits=commits,
        truncated=len(chosen) + len(shaped) - len(items) - len(commits),
        tokens=budget.used,
        budget_tokens=budget_tokens,
        records=len(entries),
        in_force=sum(map(is_live, entries)),
        notes=notes,
        incomplete=("history",) if focus.incomplete else (),
        snapshot=Snapshot(session.repo.head, session.text().manifest.head),
    )


class _Budget:
    """Tokens and items that may still be taken."""

    def __init__(self, tokens: int, limit: int) -> None:
        self.used = 0
        self._tokens = tokens
        self._limit = limit

    def take(self, *texts: str) -> bool:
        """Take the tokens of some texts; False, and nothing is taken, where they do not fit."""
        size = _FRAME + sum(len(text.encode("utf-8", "replace")) + 2 for text in texts)
        tokens = -(-size // BYTES_A_TOKEN)
        if self.used + tokens > self._tokens:
            return False
        self.used += tokens
        return True

    def fill(self, items: Iterator[T]) -> tuple[T, ...]:
        """Take items in their order as long as they fit; what comes after is not even made."""
        taken: list[T] = []
        while not self._limit or len(taken) < self._limit:
            item = next(items, None)
            if item is None or not self.take(*_texts(item)):
                break
            taken.append(item)
        return tuple(taken)


def _texts(item: Iterable[object]) -> list[str]:
    """Every text of an item that is shown."""
    texts = []
    for value in item:
        if isinstance(value, str):
            texts.append(value)
        elif isinstance(value, tuple):
            texts += map(str, value)
    return texts


def _shaped(focus: Focus) -> list[Touch]:
    """Commits of the focus that look like decisions: the more they do and the newer they are, the earlier they come."""
    found = [touch for touch in focus.touches if touch.score >= DECISION_SCORE]
    newest = max((touch.committed for touch in found), default=0)
    return sorted(found, key=lambda touch: -touch.score / (1 + (newest - touch.committed) / _FADING))
