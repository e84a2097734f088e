"""Reading the knowledge store and the decision records a repository already keeps.

Owns which files are records, what they say in whatever dialect, how they are named and how they replace each other.
Must not know Git, the index or any output: files come in through a reader, entries go out.
"""
