"""Bad inputs: valid ones with changes, corrupted bytes, and noise."""

import json
import random
import string
from collections.abc import Sequence
from typing import Any

Json = Any  # any JSON value

HOSTILE_VALUES: tuple[Json, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    7,
    2**31,
    2**63,
    2**64,
    -(2**64),
    10**40,
    1.5,
    1e308,
    -0.0,
    "",
    " ",
    "0",
    "null",
    "\x00",
    "\x00a",
    "a\x00",
    "\ufeff",
    "\u202e",
    "é",
    "💀" * 40,
    "\ud800",
    "../../etc/passwd",
    "' OR 1=1 --",
    "%s%n%x",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "a" * 65,
    "a" * 5000,
    "0" * 64,
    [],
    {},
    [[]],
    [None] * 50,
    {"": None},
    {"do": "move"},
    {"$ref": "#"},
)
INVALID_JSON = (
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e999",
    b"-",
    b"01",
    b"1.",
    b'"\\u12"',
    b"'a'",
    b"tru",
    b"{",
    b"[",
    b'"',
    b",",
    b"/**/",
    b"\xff\xfe",
    b"\x00",
)
DEEPER = 0.85  # how often a change goes into an object or a list instead of replacing it


def mutate(data: Json, rng: random.Random) -> Json:
    """Return a copy with one change somewhere in it."""
    if isinstance(data, dict) and data and rng.random() < DEEPER:
        return mutate_object(data, rng)
    if isinstance(data, list) and data and rng.random() < DEEPER:
        return mutate_list(data, rng)
    return replace_value(data, rng)


def mutate_several(data: Json, changes: int, rng: random.Random) -> Json:
    """Return a copy with so many changes."""
    for _ in range(changes):
        data = mutate(data, rng)
    return data


def mutate_object(data: dict[str, Json], rng: random.Random) -> Json:
    """Remove, rename, add or change one key."""
    copy, key = dict(data), rng.choice(list(data))
    match rng.randrange(6):
        case 0:
            del copy[key]
        case 1:
            copy[rng.choice(("", "x", key + "s", key.upper(), "__proto__"))] = copy.pop(key)
        case 2:
            copy[rng.choice(("extra", "seat", "version", "key", "id", "format"))] = hostile(rng)
        case _:
            copy[key] = mutate(copy[key], rng)
    return copy


def mutate_list(data: list[Json], rng: random.Random) -> Json:
    """Remove, repeat, swap or change one item."""
    copy, place = list(data), rng.randrange(len(data))
    match rng.randrange(5):
        case 0:
            del copy[place]
        case 1:
            copy.insert(place, copy[place])
        case 2:
            other = rng.randrange(len(data))
            copy[place], copy[other] = copy[other], copy[place]
        case _:
            copy[place] = mutate(copy[place], rng)
    return copy


def replace_value(data: Json, rng: random.Random) -> Json:
    """Return a value that is slightly different, or a hostile one."""
    if isinstance(data, int) and not isinstance(data, bool) and rng.random() < 0.5:
        return data + rng.choice((-2, -1, 1, 2, 10, 2**15, 2**31))
    if isinstance(data, str) and data and rng.random() < 0.5:
        place = rng.randrange(len(data))
        return data[:place] + rng.choice(string.printable) + data[place + rng.randrange(2) :]
    return hostile(rng)


def hostile(rng: random.Random) -> Json:
    """Return a value that software often handles badly."""
    return rng.choice(HOSTILE_VALUES)


def corrupt(text: bytes, rng: random.Random) -> bytes:
    """Return bytes with one to three places deleted, inserted or overwritten."""
    corrupted = bytearray(text)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(corrupted) + 1)
        match rng.randrange(4):
            case 0:
                del corrupted[place : place + rng.randrange(1, 9)]
            case 1:
                corrupted[place:place] = rng.choice(INVALID_JSON)
            case 2:
                corrupted[place : place + 1] = bytes([rng.randrange(256)])
            case _:
                corrupted[place:place] = corrupted[: rng.randrange(20)]
    return bytes(corrupted)


def noise(rng: random.Random) -> bytes:
    """Return random bytes, random letters, or very deep brackets."""
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return "".join(rng.choice(string.printable) for _ in range(rng.randrange(100))).encode()
        case 2:
            return rng.choice((b"[", b'{"a":', b'[{"ask":')) * rng.randrange(1, 1500)
        case _:
            return rng.choice(INVALID_JSON) * rng.randrange(1, 50)


def bad_input(templates: Sequence[Json], rng: random.Random) -> bytes:
    """Return one bad input: noise, or a mutated template, whose bytes may be corrupted too."""
    kind = rng.random()
    if kind < 0.1:
        return noise(rng)
    data = mutate_several(rng.choice(templates), rng.randrange(1, 3), rng)
    text = json.dumps(data).encode()
    return corrupt(text, rng) if kind < 0.3 else text
