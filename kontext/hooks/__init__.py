"""What Git's hooks run: the refresh that keeps answers warm.

Owns the way from a hook event to the refresh, and where the shell shims lie. Must never print, block or fail a Git
command: a hook of ours fails open.
"""
