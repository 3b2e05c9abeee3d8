"""The decorator `rule`: one source, run interpreted, compiled, or called from a CUDA kernel.

Set `SPOOKHOUSE_INTERPRET=1` before the first import to run every rule as plain Python, for
debugging or to measure coverage.
"""

import hashlib
import os
import shutil
import struct
from collections import namedtuple
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import numpy as np
from numba import config, njit, types
from numpy.typing import DTypeLike

INTERPRETED = os.environ.get("SPOOKHOUSE_INTERPRET", "") not in ("", "0")
KEPT_CACHES = 4
WIDEST = 8  # bytes of the widest field
RESERVED = frozenset(dir(np.record))  # names that no field may have
# Integer types by their name in NumPy and in `struct`.
NUMBERS = dict(zip(("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), "bBhHiIqQ", strict=True))

PACKAGE = Path(__file__).resolve().parent.parent

Result = TypeVar("Result")
# A field of a record: its name, its type, and its shape if it is an array.
Field: TypeAlias = tuple[str, DTypeLike] | tuple[str, DTypeLike, tuple[int, ...]]

# === COMPILING ===


class CompiledRule(Protocol):
    """What Numba makes of a rule, apart from calling it."""

    py_func: Callable[..., int]
    # Private to Numba: tests/kernel/test_private_apis.py names it.
    get_call_template: Callable[[Sequence[types.Type], Mapping[str, types.Type]], object]

    def compile(self, signature: tuple[types.Type, ...], /) -> object:
        """Compile for these types, or load the result from the cache."""


def rule(function: Callable[..., Result]) -> Callable[..., Result]:
    """Compile a function for the CPU on its first call with new types.

    A CUDA kernel that calls the rule compiles the same source again. Rules carry no annotations:
    Numba infers their types from each call.
    """
    if INTERPRETED:
        return function
    callee = njit(cache=True, nogil=True)(function)
    compiled = cast(CompiledRule, callee)
    resolve = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: resolve(
        tuple(map(widen, args)), {name: widen(kind) for name, kind in dict(kws).items()}
    )
    return cast(Callable[..., Result], callee)


def uncompiled(function: Callable[..., int]) -> Callable[..., int]:
    """Return the plain Python function of a rule; for a few shifts it is faster to call."""
    return function if INTERPRETED else cast(CompiledRule, function).py_func


def widen(kind: types.Type) -> types.Type:
    """Return int64 for every integer type, and other types as they are.

    Otherwise Numba would compile a rule anew for every constant and every width of an integer.
    """
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind


# === RECORDS ===


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


# === THE CACHE ===


def cache_folder() -> Path:
    """Return the folder of compiled rules, named after a digest of their sources.

    Numba identifies a cached function by its own file alone, so a rule inlined from another file
    would go stale. A change of any source therefore starts a new folder.
    """
    base = os.environ.get("SPOOKHOUSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "spookhouse" / f"rules-{source_digest()}"


def source_digest() -> str:
    """Return a digest of every file that contains rules, and of the pieces that they use."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"@rule" in source or path.name == "pieces.py":
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def delete_old_caches(folder: Path) -> None:
    """Delete all but the newest folders of compiled rules; the given one always stays."""
    others = [path for path in folder.parent.glob("rules-*") if path != folder]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_CACHES - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def use_cache(folder: Path) -> None:
    """Make Numba keep compiled rules in this folder, if it is writable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        delete_old_caches(folder)
    except OSError:
        return
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


if not INTERPRETED:
    use_cache(cache_folder())
