"""Judging records and messages before they are committed, and afterwards in CI.

Owns the rules, one file a family, and nothing of how findings are shown. Must not know the index: a check reads the
files themselves. Nothing is imported here, so that a check of one kind does not pay for the others.
"""
