"""Lexers: a file of rules for each family of languages, chosen by the name of the file.

Owns the table of names. Only the rules that are needed get imported.
"""

from __future__ import annotations

from kontext.lineage.lexers.stream import Lexed, Rules

_FAMILIES = {
    "python": "py pyi pyx pxd pyw",
    "javascript": "js jsx ts tsx mjs cjs mts cts",
    "clike": "c h cc cpp cxx hh hpp hxx inl java cs m mm d glsl proto",
    "go": "go",
    "rust": "rs",
    "ruby": "rb rake gemspec ru",
    "php": "php phtml",
    "swift": "swift kt kts scala sc groovy gradle dart",
    "shell": "sh bash zsh ksh bats",
    "sql": "sql ddl",
    "css": "css scss less",
    "html": "html htm vue svelte xml xhtml svg",
    "data": "json jsonc json5 webmanifest geojson",
    "yaml": "yaml yml",
    "toml": "toml",
    "prose": "md markdown mdx rst txt adoc asciidoc",
}
_BY_SUFFIX = {suffix: family for family, suffixes in _FAMILIES.items() for suffix in suffixes.split()}
_BY_NAME = {"Rakefile": "ruby", "Gemfile": "ruby", "Vagrantfile": "ruby", "SConstruct": "python", "wscript": "python"}
_SHEBANGS = (("python", "python"), ("ruby", "ruby"), ("node", "javascript"), ("php", "php"), ("sh", "shell"))


def rules_for(path: str, text: str = "") -> Rules:
    """Return the rules for a file by its name, else by its `#!` line; unknown ones get the conservative family."""
    module = __import__(f"kontext.lineage.lexers.{family_of(path, text)}", fromlist=["RULES"])
    rules: Rules = module.RULES
    return rules


def family_of(path: str, text: str = "") -> str:
    """Return the name of the family a file belongs to."""
    name = path.rpartition("/")[2]
    if name in _BY_NAME:
        return _BY_NAME[name]
    stem, dot, suffix = name.rpartition(".")
    if dot and stem:
        return _BY_SUFFIX.get(suffix.lower(), "generic")
    if text.startswith("#!"):
        program = text[: text.find("\n")].rpartition("/")[2]
        return next((family for word, family in _SHEBANGS if word in program), "generic")
    return "generic"


__all__ = ["Lexed", "Rules", "family_of", "rules_for"]
