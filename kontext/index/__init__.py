"""The search index: documents in, ranked hits out.

Two Tantivy indexes lie in one folder: `text` (what can be searched: entries, sections, commits of the window) and
`paths` (which commits touched which path, for the whole history). Each carries its manifest inside, as a stored
document, so that content and manifest are published together. This package knows no source: it is handed
`Document`s and oids, and never asks Git, the store or the configuration.
"""
