"""Fields of the two indexes and the version of their meaning.

Owns SCHEMA_VERSION: a folder of another version is never opened, so two installed versions live side by side; one of
this version with other fields counts as damaged, and is built again.
Must not know how documents are ranked or where they come from.
"""

from __future__ import annotations

import tantivy

from kontext.index.analyzer import NAMES, WORDS

# 1: the first; 2: order among commits of one second; 3: what messages say about records; 4: merges that are none,
# no words of files of secrets, no changes where history is cut off
SCHEMA_VERSION = 4

MANIFEST_KEY = "manifest"


def text_schema() -> tantivy.Schema:
    """Schema of the text index.

    `key` uri, `group` origin, `kind`, `status`, `state`, `oid` are exact terms; `all` title and body together, `title`
    again on its own, `body` without the title (reference ranker only), `names` file names with their folders,
    `changed`/`changed_tests` words of the diff; `raw_path` exact paths and folders for filters; `at` seconds since the
    epoch; `stored` what hits show (see stored.py).
    """
    builder = tantivy.SchemaBuilder()
    for name in ("key", "group", "kind", "status", "state", "oid", "raw_path"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("all", tokenizer_name=WORDS)
    builder.add_text_field("title", tokenizer_name=WORDS)
    for name in ("body", "names", "changed", "changed_tests"):
        builder.add_text_field(name, tokenizer_name=WORDS, index_option="freq")
    builder.add_text_field("author", tokenizer_name=NAMES)
    builder.add_integer_field("at", fast=True, indexed=True)
    builder.add_bytes_field("stored", stored=True)
    return builder.build()


def paths_schema() -> tantivy.Schema:
    """Schema of the path index: one document a commit; a merge has one only where its message mentions records.

    `key` oid, `path` every path and folder ("a/b/" and "/" for all) it touched (none of a merge), `renamed_to` new and
    `renamed_from` old names, `says` UNREAD for a message with lines meant as trailers that Git does not read, `at`
    committer time, `stored` what a history line shows and the mentions (see paths.py).
    """
    builder = tantivy.SchemaBuilder()
    for name in ("key", "path", "renamed_to", "renamed_from", "says"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_integer_field("at", fast=True, indexed=True)
    builder.add_bytes_field("stored", stored=True)
    return builder.build()


def is_known(schema: tantivy.Schema) -> bool:
    """Say whether an index has exactly the fields of one of ours: builds between two versions may know others."""
    return schema == text_schema() or schema == paths_schema()


def exact(text: str) -> str:
    """Return the term of an exact field for any text: bytes that are no UTF-8 are spelled out, so that names differ."""
    return text if text.isascii() else text.encode("utf-8", "surrogatepass").decode("utf-8", "backslashreplace")


def folders_of(path: str) -> list[str]:
    """Return every folder above a path, outermost first, each ending in a slash."""
    folder = path[: path.rfind("/") + 1]
    known = _folders.get(folder)
    if known is None:
        if len(_folders) > _MOST_FOLDERS:
            _folders.clear()
        known = _folders[folder] = [folder[: at + 1] for at, letter in enumerate(folder) if letter == "/"]
    return known


# A history names the same few folders a hundred thousand times.
_MOST_FOLDERS = 50_000
_folders: dict[str, list[str]] = {}
