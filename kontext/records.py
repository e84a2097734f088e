"""Named tuples without importing `typing`, made without compiling code.

Owns the one class form used for values that pass between floors. A type checker sees `typing.NamedTuple`; at run
time a class of the same spelling becomes a tuple whose fields have names. `typing`, `dataclasses` and even
`collections.namedtuple`, which compiles a constructor for every class, cost a command more than its Git work
(docs/decisions/2026-11-30-values-are-light-named-tuples.md).
Must not know any of the values.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as Record
else:
    try:
        from _collections import _tuplegetter as _getter
    except ImportError:  # another Python than CPython
        from operator import itemgetter

        def _getter(at, doc):
            return property(itemgetter(at), doc=doc)

    class _Value(tuple):
        """What every record can do; the names are those of named tuples."""

        __slots__ = ()
        _fields = ()
        _field_defaults = {}  # noqa: RUF012 - of the class, never changed

        def __new__(cls, *values, **named):
            fields = cls._fields
            if not named and len(values) == len(fields):
                return tuple.__new__(cls, values)
            if len(values) > len(fields):
                raise TypeError(f"{cls.__name__} takes {len(fields)} values, {len(values)} were given")
            given = dict(zip(fields, values, strict=False))
            for name in named:
                if name in given or name not in fields:
                    raise TypeError(f"{cls.__name__} got {name!r} twice, or has no such field")
            given = {**cls._field_defaults, **given, **named}
            try:
                return tuple.__new__(cls, [given[field] for field in fields])
            except KeyError as missing:
                raise TypeError(f"{cls.__name__} needs {missing}") from None

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, **named):
            return type(self)(**{**self._asdict(), **named})

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            fields = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({fields})"

    class _FromAnnotations(type):
        """Turns an annotated class body into a tuple with named fields, as typing.NamedTuple does."""

        def __new__(mcls, name, bases, body):
            if not bases:
                return super().__new__(mcls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            body["_field_defaults"] = {field: body[field] for field in fields if field in body}
            for at, field in enumerate(fields):
                body[field] = _getter(at, "")
            return type(name, (_Value,), body | {"__slots__": (), "_fields": fields, "__match_args__": fields})

    class Record(metaclass=_FromAnnotations):
        """Base of an immutable value: annotate the fields, defaults last."""


__all__ = ["Record"]
