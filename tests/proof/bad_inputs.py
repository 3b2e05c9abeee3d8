"""Bad inputs: good ones, broken in every way that comes to mind, and noise."""

import json
import random
import string
from typing import Any

NASTY: tuple[Any, ...] = (
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
RAW = (
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


def mutated(data: Any, rng: random.Random) -> Any:
    """A copy with one thing changed somewhere: replaced, left out, doubled, renamed, swapped or wrapped."""
    if isinstance(data, dict) and data and rng.random() < 0.85:
        made, key = dict(data), rng.choice(list(data))
        match rng.randrange(6):
            case 0:
                del made[key]
            case 1:
                made[rng.choice(("", "x", key + "s", key.upper(), "__proto__"))] = made.pop(key)
            case 2:
                made[rng.choice(("extra", "seat", "version", "key", "id", "format"))] = nasty(rng)
            case _:
                made[key] = mutated(made[key], rng)
        return made
    if isinstance(data, list) and data and rng.random() < 0.85:
        made_list, place = list(data), rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                del made_list[place]
            case 1:
                made_list.insert(place, made_list[place])
            case 2:
                other = rng.randrange(len(data))
                made_list[place], made_list[other] = made_list[other], made_list[place]
            case _:
                made_list[place] = mutated(made_list[place], rng)
        return made_list
    return near(data, rng)


def near(data: Any, rng: random.Random) -> Any:
    """A value in place of another: a little off, or of quite another kind."""
    if isinstance(data, int) and not isinstance(data, bool) and rng.random() < 0.5:
        return data + rng.choice((-2, -1, 1, 2, 10, 2**15, 2**31))
    if isinstance(data, str) and data and rng.random() < 0.5:
        place = rng.randrange(len(data))
        return data[:place] + rng.choice(string.printable) + data[place + rng.randrange(2) :]
    return nasty(rng)


def nasty(rng: random.Random) -> Any:
    return rng.choice(NASTY)


def spoiled(text: bytes, rng: random.Random) -> bytes:
    """Bytes with some of them changed, cut out or put in."""
    made = bytearray(text)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(made) + 1)
        match rng.randrange(4):
            case 0:
                del made[place : place + rng.randrange(1, 9)]
            case 1:
                made[place:place] = rng.choice(RAW)
            case 2:
                made[place : place + 1] = bytes([rng.randrange(256)])
            case _:
                made[place:place] = made[: rng.randrange(20)]
    return bytes(made)


def noise(rng: random.Random) -> bytes:
    """Anything: bytes, letters, or brackets without end."""
    match rng.randrange(4):
        case 0:
            return rng.randbytes(rng.randrange(200))
        case 1:
            return "".join(rng.choice(string.printable) for _ in range(rng.randrange(100))).encode()
        case 2:
            return rng.choice((b"[", b'{"a":', b'[{"ask":')) * rng.randrange(1, 1500)
        case _:
            return rng.choice(RAW) * rng.randrange(1, 50)


def bad(templates: list[Any], rng: random.Random) -> bytes:
    """One bad input made from one of the good ones."""
    kind = rng.random()
    if kind < 0.1:
        return noise(rng)
    data = rng.choice(templates)
    for _ in range(rng.randrange(1, 3)):
        data = mutated(data, rng)
    text = json.dumps(data).encode()
    return spoiled(text, rng) if kind < 0.3 else text
