"""Words that say nothing about a topic.

Owns the list. It must be the same for documents and for queries, so both sides take it from here.
"""

from __future__ import annotations

_WORDS = """
a about above after again against all also am an and any are as at be because been before being below between both but
by can could did do does done down during each few for from further had has have he here how i if in into is it it's
its just may might more most must no nor not now of off on once only or other our out over own same shall she should so
some such than that the their them then there these they this through to too under until up us very was we were what
when where which while who will with would you your
"""

STOP_WORDS = frozenset(_WORDS.split())
