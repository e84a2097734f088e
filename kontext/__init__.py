"""kontext: why is this code like this?

Owns the version, as a constant, so that no command has to import package metadata to say it.
"""

__version__ = "0.1.0"
