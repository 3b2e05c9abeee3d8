"""The layout of states: NumPy records of integers, without gaps between their fields."""

import struct
from collections import namedtuple
from collections.abc import Callable, Collection, Sequence
from operator import itemgetter
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import DTypeLike

WIDEST = 8  # bytes of the widest field
RESERVED = frozenset(dir(np.record))  # names that no field may have
# Integer types by their name in NumPy and in `struct`.
NUMBERS = dict(zip(("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), "bBhHiIqQ", strict=True))

# A field of a record: its name, its type, and its shape if it is an array.
Field: TypeAlias = tuple[str, DTypeLike] | tuple[str, DTypeLike, tuple[int, ...]]


def layout(fields: Sequence[Field]) -> np.dtype[np.record]:
    """Return the dtype of an aligned record whose fields are attributes, also when interpreted.

    Every byte belongs to a field: NumPy leaves gaps uninitialised when it copies, so equal records
    would differ.
    """
    for name, *_ in fields:
        if name in RESERVED:
            raise ValueError(
                f"invalid field name: got {name!r}, expected one that is no attribute of np.record"
            )
    aligned = np.dtype([*fields, *padding(fields)], align=True)
    used = sum(aligned[name].itemsize for name in aligned.names or ())
    if used != aligned.itemsize:
        raise ValueError(
            f"invalid order of fields: got a gap of {aligned.itemsize - used} bytes, "
            "expected wide fields before narrow ones"
        )
    return cast("np.dtype[np.record]", np.dtype((np.record, aligned)))


def padding(fields: Sequence[Field]) -> list[Field]:
    """Return the field that fills the end of a record, if it is needed.

    The size of a record is a multiple of the widest field, because NumPy forgets the alignment of a
    record inside a record.
    """
    aligned = np.dtype(list(fields), align=True)
    whole = -(-aligned.itemsize // WIDEST) * WIDEST
    used = sum(np.dtype(field[1:] if len(field) > 2 else field[1]).itemsize for field in fields)
    return [("padding", "u1", (whole - used,))] if whole > used else []


def reader_of(
    record: np.dtype[np.record], signed: Collection[str] = ()
) -> Callable[[np.record], Any]:
    """Return a function that reads a whole record into a named tuple.

    Reading one field of a NumPy record takes a microsecond, reading all at once hardly more.
    A number becomes an int, and a field of numbers one flat tuple. Rows of one-byte numbers become
    `bytes`, which are cheap to make, unless the field is named in `signed`. The tuple has the
    fields of the record, so its type is known at run time only.
    """
    facts = namedtuple("Facts", record.names or ())  # type: ignore[misc]
    pattern, end = "=", 0
    places: list[int | slice[int, int, None]] = []
    for name in record.names or ():
        field = record[name]
        rows, size = int(np.prod(field.shape[:-1])), field.shape[-1] if field.shape else 1
        is_bytes = field.ndim > 0 and field.base.itemsize == 1 and name not in signed
        pattern += f"{size}s" * rows if is_bytes else f"{rows * size}{NUMBERS[field.base.str[1:]]}"
        found = rows if is_bytes else rows * size
        places.append(end if field.ndim == is_bytes else slice(end, end + found))
        end += found
    unpack = struct.Struct(pattern).unpack
    gather = itemgetter(*places) if len(places) > 1 else lambda values: (values[places[0]],)
    return lambda state: facts._make(gather(unpack(state)))
