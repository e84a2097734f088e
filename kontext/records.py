"""Named tuples without importing `typing`.

Owns the one class form used for values that pass between floors. A type checker sees `typing.NamedTuple`; at run
time a class of the same spelling is made from `collections.namedtuple`, because `typing` or `dataclasses` alone
would cost a command more than its whole Git work (docs/decisions/2026-11-30-values-are-light-named-tuples.md).
Must not know any of the values.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:

    class _FromAnnotations(type):
        """Turns an annotated class body into a named tuple, as typing.NamedTuple does."""

        def __new__(mcls, name, bases, body):
            if not bases:
                return super().__new__(mcls, name, bases, body)
            fields = list(body.get("__annotations__", ()))
            values = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=values, module=body["__module__"])
            skipped = {"__module__", "__qualname__", "__annotations__", *fields}
            for key, value in body.items():
                if key not in skipped:
                    setattr(made, key, value)
            return made

    class Record(metaclass=_FromAnnotations):
        """Base of an immutable value: annotate the fields, defaults last."""


__all__ = ["Record"]
