"""Git, asked through its own program.

Each module answers a family of questions; each function is one question and returns domain values, never argv,
exit codes or bytes. Nothing outside this package knows how Git is called.
"""
