"""English words of decision records (data)."""

from __future__ import annotations

FIELDS = {
    "title": "title, name, subject, feature name, decision title, adr title",
    "status": "status, state, adr status, decision status, current status, record status, lifecycle",
    "date": (
        "date, decided, decided on, decision date, date decided, date accepted, accepted on, approved on, "
        "date approved, approval date, adr date, date of decision, when"
    ),
    "created": (
        "created, created at, created on, creation date, date created, date proposed, proposed on, proposal "
        "date, proposed date, start date, started, since, effective date, effective, published, written, "
        "raised, submitted, draft date, opened"
    ),
    "updated": (
        "updated, last updated, last update, last modified, modified, last changed, last reviewed, stabilized "
        "at, revised, date updated, update date, status date"
    ),
    "authors": "author, authors, author s, written by, proposed by, proposer, proposers, by, authored by",
    "deciders": (
        "decider, deciders, decision maker, decision makers, decisionmakers, owner, owners, driver, approver, "
        "approvers, approved by, decided by, accepted by, champion, sponsor, shepherd, responsible, assignee"
    ),
    "supersedes": "supersedes, supercedes, superseeds, superseding, replaces, obsoletes, overrides, replace",
    "superseded_by": (
        "superseded by, superceded by, superseeded by, supersededby, supersedes by, replaced by, obsoleted "
        "by, deprecated by, overridden by, deprecated in favor of, deprecated in favour of, superseded with, "
        "superseded"
    ),
    "tags": "tag, tags, label, labels, keywords, categories, category, topic, topics, area, areas",
    "paths": "path, paths, scope, files, affected files, affected paths, governs",
    "kind": "kind, type",
    "id": "id, adr id, identifier",
    "number": "number, adr number, adr, rfc, adr no, no, record, decision number",
    "summary": "summary, description, abstract, tl dr, tldr, in short",
    "commits": "commit, commits",
    "other": (
        "consulted, informed, contributors, reviewers, reviewed by, participants, stakeholders, amends, "
        "amended by, clarifies, relates to, related, related to, related adrs, updates, updated by, extends, "
        "enhances, links, link, version, revision, ticket, issue, discussion, pull request, pr, technical "
        "story, impact, priority, source, team, project, rfc pr, rust issue, tracking issue, implementation, "
        "implementation status, target version, depends on, requires, parent, nav order, deadline, due date, "
        "outcome, background, metadata, deprecated, review date, next review, expires"
    ),
}
STATUSES = {
    "accepted": (
        "accepted, accept, approved, approve, done, adopted, adopt, active, implemented, decided, agreed, "
        "stable, final, finalized, finalised, finished, complete, completed, ratified, confirmed, in force, "
        "in effect, effective, resolved, enacted, merged, valid, current, chosen, landed, partial, partially, "
        "partially implemented, shipped, released"
    ),
    "proposed": (
        "proposed, propose, proposal, draft, drafted, drafting, open, pending, in review, under review, "
        "review, in progress, wip, work in progress, planned, in discussion, under discussion, discussion, "
        "discussing, request for comments, rfc, provisional, proposing, new, for review, ready for review, "
        "waiting, undecided, under consideration, to be decided, tbd, to be determined, tentative"
    ),
    "superseded": (
        "superseded, superceded, superseeded, supersceded, supersedes by, replaced, obsolete, obsoleted, "
        "overridden, outdated"
    ),
    "deprecated": (
        "deprecated, retired, removed, expired, sunset, archived, no longer valid, no longer relevant, "
        "historic, historical, inactive"
    ),
    "rejected": (
        "rejected, reject, declined, abandoned, withdrawn, cancelled, canceled, dropped, discarded, not "
        "accepted, not adopted, not approved, wontfix, won t do, denied, refused, revoked, reverted, not "
        "implemented"
    ),
}
SECTIONS = {
    "context": (
        "context, context and problem statement, problem statement, problem, background, motivation, issue, "
        "the issue, context problem statement, problem description, introduction, rationale, why, summary, "
        "goals, overview, the problem, decision context, need, needs, requirements, problem context"
    ),
    "decision": (
        "decision, decisions, decision outcome, the decision, outcome, decision made, chosen option, "
        "proposal, proposed solution, solution, resolution, design, approach, proposed design, conclusion, "
        "decision and rationale, final decision, recommendation, detailed design, our decision, what we "
        "decided, proposed decision, guide level explanation, reference level explanation, specification"
    ),
    "consequences": (
        "consequences, consequence, implications, impact, results, trade offs, tradeoffs, positive "
        "consequences, negative consequences, risks, drawbacks, outcomes, benefits, pros and cons, "
        "implication, effects, expected consequences"
    ),
    "options": (
        "considered options, options considered, options, alternatives, alternatives considered, considered "
        "alternatives, rejected alternatives, pros and cons of the options, decision drivers, evaluation "
        "criteria, solutions, alternative, alternative solutions, rationale and alternatives, assumptions, "
        "constraints"
    ),
    "status": "status, state, current status, adr status, decision status, status and date, lifecycle status",
    "log": (
        "status history, history, changelog, change log, status log, revision history, log, timeline, status "
        "changes, update history, release history, revisions, changes"
    ),
    "meta": (
        "metadata, meta, meta data, info, information, document info, details, header, general information, "
        "adr info, properties, document control"
    ),
    "links": "links, related, references, related decisions, relations, related adrs, more information, see also",
}
LINKS = {
    "supersedes": "supersedes, supercedes, superseeds, superseding, replaces, obsoletes",
    "superseded_by": (
        "superseded by, superceded by, superseeded by, supersceded by, supersedes by, superseded in, "
        "superseded with, replaced by, replaced with, obsoleted by, deprecated by, deprecated in favor of, "
        "deprecated in favour of, in favor of, in favour of, overridden by"
    ),
}
NEGATIONS = "not, never"
NOTHING = "n a, na, none, nothing, null, nil, no, tbd, unknown, not applicable, todo"
TEMPLATES = "template, templates, sample, example, boilerplate, skeleton"
DECISION = "decision"
PARTLY = "partially, partly, partial"
FOLDERS = (
    "adr, adrs, decision, decisions, decision record, decision records, decision log, decision logs, "
    "architecture decision, architecture decisions, architecture decision record, architecture decision "
    "records, architectural decision, architectural decisions, architectural decision record, "
    "architectural decision records, design decisions, design decision, technical decisions, tech "
    "decisions, design decision records, rfc, rfcs, keps, enhancements, proposals, design proposals, adr "
    "docs, any decision records, peps, madr, ddr, mdr, edr, tdr"
)
MONTHS = (
    "january/jan, february/feb, march/mar, april/apr, may, june/jun, july/jul, august/aug, "
    "september/sep/sept, october/oct, november/nov, december/dec"
)
