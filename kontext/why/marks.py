"""What is wrong with the trailers of the commits that an answer shows, by the records of now.

Owns which commits are looked at: all that are shown, whatever part of the answer they are in. What each says about
records is kept in the path index; only a commit that is not held there is read. Nothing is said where there are no
records: trailers are free text then.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kontext.model import Finding, Mention, Oid
    from kontext.why.answer import Why
    from kontext.why.ground import Ground


def findings_of(ground: Ground, why: Why) -> tuple[Finding, ...]:
    """Return the findings about the commits shown, each with its oid, in the order they are shown."""
    shown = [why.commit.oid] if why.commit else []
    shown += [one.oid for one in why.lines] + [one.oid for one in why.lineage]
    shown += [one.oid for one in (*why.commits, *why.history)]
    oids = list(dict.fromkeys(shown))
    if not oids or not ground.entries():
        return ()
    said = _said(ground, oids)
    if not any(said.values()):
        return ()
    from kontext.checks.named import Records, rules_of
    from kontext.checks.verdicts import judge_mentions

    records, rules = Records(ground.entries), rules_of(ground.session.config)
    return tuple(
        finding._replace(oid=oid)
        for oid in oids
        if oid in said
        for finding in judge_mentions(said[oid], records, rules)
    )


def _said(ground: Ground, oids: list[Oid]) -> dict[Oid, tuple[Mention, ...]]:
    reader = ground.paths()
    said = {oid: touch.mentions for oid, touch in reader.touches(oids).items()} if reader else {}
    unknown = [oid for oid in oids if oid not in said]  # of another branch, not read yet, or a merge that says nothing
    if unknown:
        from kontext.checks.mentions import read_mentions
        from kontext.checks.tokens import record_tokens

        said |= read_mentions(ground.repo, unknown, record_tokens(ground.session.config))
    return said
