"""English wording of decisions.

Owns the lists, in the notation of `wording`. Data only.
"""

from __future__ import annotations

from kontext.signals.wording import Wording

ENGLISH = Wording(
    strong="""
!migrate|migrates|migrated|migrating to|from|away|all|off
!migrate|migrates|migrated|migrating … to|from
migration to|from|away
!switch|switches|switched|switching to|from|over
!switch|switches|switched|switching … to
in favor|favour of
!adopt|adopts|adopted|adopting
!deprecate|deprecates|deprecated|deprecating
!decide|decided
have|has|was|is|been decided
decision|decisions to|was|is|made|behind|not|record|records
the|this|that|design|our decision
!choose|chose|chosen|opt|opted
was|is|were|been|have chosen
trade off|offs
tradeoff|tradeoffs
!rewrite|rewrites|rewrote|rewriting
!redesign|redesigns|redesigned|redesigning
redesign of
!rearchitect|rearchitected|rearchitecting
!consolidate|consolidates|consolidated|consolidating
!standardise|standardises|standardised|standardize|standardizes|standardized|standardizing|standardising
single source of truth
""",
    comparing="""
instead of
rather than
!replace|replaces|replacing
replaced … with|by
!migrate|migrates|migrating
migration|migrations
adoption
deprecation|deprecations
consolidation
decision|decisions
!standardise|standardises|standardize|standardizes
!use|uses|using … instead
""",
    policy="""
!introduce|introduces|introducing
!drop|drops|dropping
!remove|removes|removed|removing support|all
!move|moves|moving to|into
!move|moves|moving … to|into
!split|splits|splitting into|out
!split|splits|splitting … into
!extract|extracts|extracting
no longer
from now on
!always
!never
must
policy|policies
convention|conventions
!contract|contracts
!limit|limits|limiting
!guard|guards|guarding
!fallback
!fall back
!disallow|disallows|forbid|forbids|prohibit|prohibits
!enforce|enforces|enforcing
!unify|unifies|unifying
!require|requires|requiring
!default to
by default
""",
    contrast="""
,|but not
not just|only|merely
never
no longer
no more
gone
instead
not anymore
""",
    rationale=(
        """
because
since it|this|that|we|they|there|the
due to
""",
        """
so that
in order to
""",
        """
to avoid
to prevent|keep|ensure|guarantee
avoids|avoiding|prevents|preventing
""",
        """
the reason|rationale|motivation
reason for|is|why|being
that is|s why
this is why
""",
        """
otherwise
or else
without this|that|it
""",
        """
which|this|that means
as a result|consequence
therefore
consequently
""",
        """
it|we|this|that|they|there|which|code|git used to
!used to
previously
until now
historically
""",
    ),
    trivial="""
typo|typos
misspelling|misspellings|misspelled|spelling
whitespace|white
grammar|wording|punctuation
comment|comments
indentation|indent|reindent
nit|nits
link|links|url|urls
copyright
""",
    leaders="we i let s lets now should will and then also just therefore thus commit patch change this so must only",
)
