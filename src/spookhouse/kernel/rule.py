"""The decorator `rule`: one source, run interpreted, compiled, or called from a CUDA kernel.

Set `SPOOKHOUSE_INTERPRET=1` before the first import to run every rule as plain Python (to debug, or to measure coverage).
"""

import hashlib
import os
import shutil
import struct
from collections import namedtuple
from collections.abc import Callable, Collection, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import config, njit, types

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = os.environ.get("SPOOKHOUSE_INTERPRET", "") not in ("", "0")
KEPT_CACHES = 4
WIDEST = 8  # bytes of the widest field
NUMBERS = dict(
    zip(("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), "bBhHiIqQ", strict=True)
)  # as NumPy names them, and as `struct` does

PACKAGE = Path(__file__).resolve().parent.parent


def rule(function: Function) -> Function:
    """Compile a rule for the CPU, once a signature and machine; a CUDA kernel that calls it compiles the same source again."""
    if INTERPRETED:
        return function
    compiled: Any = njit(cache=True, nogil=True)(function)
    resolve = compiled.get_call_template
    compiled.get_call_template = lambda args, kws: resolve(
        tuple(map(widened, args)), {k: widened(v) for k, v in dict(kws).items()}
    )
    return cast(Function, compiled)


def widened(kind: Any) -> Any:
    """Numba would compile a rule anew for every constant and every width of integer that some caller passes; int64 serves them all."""
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer | types.Boolean) else kind


def layout(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a record whose fields are attributes in every way of running; aligned, so that a GPU reads it in one go.

    Every byte belongs to a field: NumPy would leave gaps uninitialised when it copies, and equal records would differ.
    """
    for name, *_ in fields:
        if hasattr(
            np.record, name
        ):  # attribute access would find NumPy's method instead of the field
            raise ValueError(
                f"a field cannot be called {name!r}: every NumPy record has something of that name"
            )
    aligned = np.dtype(list(fields), align=True)
    whole = (
        -(-aligned.itemsize // WIDEST) * WIDEST
    )  # a record inside a record has forgotten how it was aligned
    gap = whole - sum(
        np.dtype(field[1:] if len(field) > 2 else field[1]).itemsize for field in fields
    )
    if gap:
        fields = [*fields, ("padding", "u1", (gap,))]
        aligned = np.dtype(list(fields), align=True)
    used = sum(aligned[name].itemsize for name in aligned.names or ())
    if used != aligned.itemsize:
        raise ValueError(
            f"{aligned.itemsize - used} bytes of the record belong to no field: put wide fields before narrow ones"
        )
    return np.dtype((np.record, aligned))


def reader_of(
    record: np.dtype[Any],
    signed: Collection[str] = (),
    only: Collection[str] | None = None,
    own: Mapping[str, int] | None = None,
) -> Callable[[Any], Any]:
    """A function that reads a record at once into a tuple with the fields' names: a look at one field of a NumPy record costs a microsecond.

    Numbers are numbers, and a field of many numbers is one tuple of them; but rows of one-byte numbers that are never negative (all but the fields
    named as `signed`) are `bytes`, which cost next to nothing to make: a field of such rows is a tuple of `bytes`. If `only` some fields are
    wanted the others are left out; of fields that are named as `own` one row is wanted, which is a `bytes`.
    """
    names = [name for name in record.names or () if only is None or name in only]
    facts: Any = namedtuple("Facts", names)  # type: ignore[misc]
    pattern, end = "=", 0
    places: list[int | slice[int, int, Any]] = []
    for name in record.names or ():
        field = record[name]
        if name not in names:
            pattern += f"{field.itemsize}x"
            continue
        rows, size = int(np.prod(field.shape[:-1])), field.shape[-1] if field.shape else 1
        is_bytes = field.ndim > 0 and field.base.itemsize == 1 and name not in signed
        pattern += f"{size}s" * rows if is_bytes else f"{rows * size}{NUMBERS[field.base.str[1:]]}"
        found = rows if is_bytes else rows * size
        if own is not None and name in own:
            places.append(end + own[name])
        else:
            places.append(end if field.ndim == is_bytes else slice(end, end + found))
        end += found
    unpack = struct.Struct(pattern).unpack
    gather: Any = itemgetter(*places) if len(places) > 1 else lambda values: (values[places[0]],)
    return lambda state: facts._make(gather(unpack(state)))


def cache_folder() -> Path:
    """Where compiled rules are kept, named after the sources they were compiled from.

    Numba knows a cached function by its own file alone; a rule that is inlined from another file would go stale there.
    So every change of any source gets a folder of its own.
    """
    base = os.environ.get("SPOOKHOUSE_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "spookhouse" / f"rules-{source_digest()}"


def source_digest() -> str:
    """Over every file with rules in it, and the pieces whose numbers they hold."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if b"@rule" in source or path.name == "pieces.py":
            digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + source)
    return digest.hexdigest()[:16]


def forget_old_caches(folder: Path) -> None:
    """Keep the newest few folders of compiled rules; older ones belong to sources that are gone."""
    others = [path for path in folder.parent.glob("rules-*") if path != folder]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT_CACHES - 1 :]:
        shutil.rmtree(path, ignore_errors=True)


def use_cache(folder: Path) -> None:
    """Let Numba keep compiled rules in the folder; where that is not writable, Numba's own choice stays."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        forget_old_caches(folder)
    except OSError:
        return
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


if not INTERPRETED:
    use_cache(cache_folder())
