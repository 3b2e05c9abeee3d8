"""Chance: a keyed stream of random words in a record of its own, never part of a state.

Deals come from ChaCha20 (RFC 8439) with a 256-bit key. A player who sees part of a deal cannot
compute the rest, and one key gives one match on every machine. Search and playouts need no such
protection: `use_fast_rng` switches their stream to sfc32, a small fast generator.
Words are kept as 64-bit integers below 2**32, so that interpreted, compiled and GPU arithmetic
agree.
"""

import hashlib
import secrets

import numpy as np
from numpy.typing import NDArray

from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.state_layout import layout
from spookhouse.kernel.validation import shown

MASK = 0xFFFFFFFF
WORDS = 16  # in a block of ChaCha20
CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k"

CHANCE = layout(
    [
        ("key", "i8", (8,)),
        ("nonce", "i8", (3,)),
        ("counter", "i8"),  # of the next block
        ("block", "i8", (WORDS,)),
        ("unused", "i8"),  # words of the block that are not drawn yet
        ("fast", "i8", (4,)),  # state of sfc32
        ("is_fast", "i8"),  # whether words come from sfc32
    ]
)

# === SEEDS ===


def key_from_seed(seed: int | bytes | None) -> bytes:
    """Return the 256-bit key of a seed.

    32 bytes are the key itself. The key of an int, for instance 7, is the SHA-256 of the ASCII text
    "spookhouse seed 7". None makes a random key.
    """
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes | bytearray) and len(seed) == 32:
        return bytes(seed)
    if isinstance(seed, int) and not isinstance(seed, bool):
        return hashlib.sha256(f"spookhouse seed {seed}".encode()).digest()
    raise BadOption("seed", f"invalid seed: got {shown(seed)}, expected a whole number or 32 bytes")


def new_chance(key: bytes, stream: int = 0, size: int = 1) -> NDArray[np.record]:
    """Return an array of chances with one key.

    Each has a stream of its own; the nonce holds its number, counted from `stream`.
    """
    chances = np.zeros(size, CHANCE)
    chances["key"] = np.frombuffer(key, "<u4")
    streams = np.arange(stream, stream + size, dtype=np.int64)
    chances["nonce"][:, 0] = streams & MASK
    chances["nonce"][:, 1] = streams >> 32
    return chances


# === CHACHA20 ===


@rule
def rotate(word, bits):
    """Return a 32-bit word rotated to the left."""
    return ((word << bits) | (word >> (32 - bits))) & MASK


@rule
def quarter_round(a, b, c, d):
    """Return four words after a quarter round of ChaCha (RFC 8439, 2.1)."""
    a = (a + b) & MASK
    d = rotate(d ^ a, 16)
    c = (c + d) & MASK
    b = rotate(b ^ c, 12)
    a = (a + b) & MASK
    d = rotate(d ^ a, 8)
    c = (c + d) & MASK
    b = rotate(b ^ c, 7)
    return a, b, c, d


@rule
def mix_words(block, a, b, c, d):
    """Apply a quarter round to the words of the block at four places."""
    block[a], block[b], block[c], block[d] = quarter_round(
        int(block[a]), int(block[b]), int(block[c]), int(block[d])
    )


@rule
def initial_word(chance, place):
    """Return a word of the block before its rounds (RFC 8439, 2.3)."""
    if place < 4:
        return CONSTANTS[place]
    if place < 12:
        return int(chance.key[place - 4])
    if place == 12:
        return int(chance.counter) & MASK
    return int(chance.nonce[place - 13])


@rule
def draw_block(chance):
    """Fill the block with the next 16 words of the key stream (RFC 8439, 2.3)."""
    block = chance.block
    for i in range(WORDS):
        block[i] = initial_word(chance, i)
    for _ in range(10):
        for i in range(4):
            mix_words(block, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            mix_words(block, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    for i in range(WORDS):
        block[i] = (int(block[i]) + initial_word(chance, i)) & MASK
    chance.counter += 1
    chance.unused = WORDS


@rule
def draw_cipher_word(chance):
    """Return the next word of ChaCha20."""
    if chance.unused == 0:
        draw_block(chance)
    chance.unused -= 1
    return int(chance.block[WORDS - 1 - chance.unused])


# === SFC32 ===


@rule
def draw_fast_word(chance):
    """Return the next word of sfc32."""
    fast = chance.fast
    a, b, c, counter = int(fast[0]), int(fast[1]), int(fast[2]), int(fast[3])
    word = (a + b + counter) & MASK
    fast[0] = b ^ (b >> 9)
    fast[1] = (c + (c << 3)) & MASK
    fast[2] = (rotate(c, 21) + word) & MASK
    fast[3] = (counter + 1) & MASK
    return word


@rule
def use_fast_rng(chance):
    """Draw from sfc32 from now on, seeded with three words of the cipher.

    It is predictable, so use it for search and playouts only.
    """
    for i in range(3):
        chance.fast[i] = draw_cipher_word(chance)
    chance.fast[3] = 1
    chance.is_fast = 1
    for _ in range(12):
        draw_fast_word(chance)


@rule
def use_fast_rng_many(chances):
    """Apply `use_fast_rng` to every chance."""
    for i in range(len(chances)):
        use_fast_rng(chances[i])


# === WHAT RULES DRAW ===


@rule
def draw_word(chance):
    """Return a number from 0 to 2**32 - 1."""
    if chance.is_fast:
        return draw_fast_word(chance)
    return draw_cipher_word(chance)


@rule
def pick(chance, n):
    """Return a number from 0 to n - 1, each equally likely, for n below 2**31.

    This is Lemire's multiplication with rejection.
    """
    product = draw_word(chance) * n
    if product & MASK < n:
        rest = (MASK + 1 - n) % n
        while product & MASK < rest:
            product = draw_word(chance) * n
    return product >> 32


@rule
def shuffle(pile, size, chance):
    """Shuffle the first `size` cards in place, all orders equally likely."""
    for i in range(size - 1, 0, -1):
        j = pick(chance, i + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card
