"""Writing records: new ones, drafts, and the edit of two files that lets one replace another.

Owns every change that kontext makes to files of the work tree. An edit is a proposal until the changed text has been
read back and says exactly what was meant and nothing else. Must not know how answers are found or shown.
"""
