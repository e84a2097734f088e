"""What the engine throws is told in our words, with what to do about it."""

from __future__ import annotations

import errno
import os

import pytest
import tantivy

from kontext.errors import IndexUnusable
from kontext.index.failures import is_engine_failure, unusable
from kontext.index.folder import build, update, with_engine
from kontext.index.manifest import Manifest
from kontext.index.schema import SCHEMA_VERSION, text_schema


@pytest.mark.parametrize(
    ("failed", "happened", "remedy"),
    [
        (ValueError('FileDoesNotExist("meta.json")'), "its files were removed meanwhile", "run the command again: "),
        (
            ValueError(
                "An IO error occurred: 'Os { code: 28, kind: StorageFull, message: \"No space left on device\" }'"
            ),
            "No space left on device",
            "free some disk space or make ",
        ),
        (OSError(errno.EFBIG, "File too large"), "File too large", "free some disk space or make "),
        (ValueError("Data corrupted: 'Data corruption: footer'"), "its files are damaged", "kontext clean "),
    ],
)
def test_a_failure_is_told_in_our_words(failed: Exception, happened: str, remedy: str) -> None:
    error = unusable("written", failed)
    assert error.message == f"the index cannot be written: {happened}"
    assert error.remedy.startswith(remedy)
    assert is_engine_failure(failed)


def test_what_the_engine_really_says_of_a_folder_that_is_gone(tmp_path: os.PathLike[str]) -> None:
    folder = os.path.join(tmp_path, "text")
    build(folder, text_schema(), "english", lambda writer: Manifest(SCHEMA_VERSION, ""))
    for name in os.listdir(folder):
        if name != "meta.json" and not name.startswith("."):
            os.unlink(os.path.join(folder, name))
    with pytest.raises(IndexUnusable) as caught:
        update(folder, "english", 0, lambda engine, writer: None)
    assert "Error" not in caught.value.message
    assert caught.value.message == "the index cannot be used: its files were removed meanwhile"


def test_a_folder_that_vanishes_while_it_is_built_is_no_full_disk(tmp_path: os.PathLike[str]) -> None:
    folder = os.path.join(tmp_path, "here", "text")
    os.makedirs(os.path.dirname(folder))

    def fill(writer: object) -> Manifest:
        import shutil

        shutil.rmtree(os.path.dirname(folder))
        return Manifest(SCHEMA_VERSION, "")

    with pytest.raises(IndexUnusable) as caught:
        build(folder, text_schema(), "english", fill)
    assert caught.value.message.endswith(": its files were removed meanwhile")
    assert "disk" not in caught.value.remedy


def test_a_panic_counts() -> None:
    with pytest.raises(IndexUnusable):
        with_engine(lambda: tantivy.Index.open("/nowhere/at/all"))
