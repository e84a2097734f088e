"""The answer for any other text: what knowledge and history say about it.

Owns nothing but the wording of a miss; the work is the search's.
"""

from __future__ import annotations

import re

from kontext.search import SearchOptions, search
from kontext.why.answer import Target, Verdict, Why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.why.ground import Ground
    from kontext.why.target import Wanted


_FILE = r"\.\w{1,5}(?::\S*)?$"  # the end of what was probably meant for a file


def explain_topic(ground: Ground, wanted: Wanted) -> Why:
    """Answer with a search over everything."""
    request = ground.request
    options = SearchOptions(request.now, limit=request.limit, explain=request.explain, prefix=ground.repo.prefix)
    result = search(ground.session, wanted.text, options)
    if not any(letter.isspace() for letter in wanted.text) or re.search(_FILE, wanted.text):
        ground.say(f"no file, commit or record is called '{wanted.text}': it was searched for")
    for note in result.notes:
        ground.say(note)
    verdict = Verdict("") if result.hits else Verdict(f"Nothing is recorded about '{wanted.text}'.")
    return Why(target=Target("topic", wanted.text), verdict=verdict, hits=result.hits)
