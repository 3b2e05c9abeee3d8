"""Chance: ChaCha20 as in RFC 8439, unbiased numbers, seeds."""

from hashlib import sha256

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms

import spookhouse
from spookhouse.kernel.chance import (
    draw_block,
    draw_word,
    key_from_seed,
    new_chance,
    pick,
    shuffle,
    use_fast_rng,
)


def block(key: str, nonce: str, counter: int) -> str:
    """Return a block of the key stream as hex, straight from the record."""
    chance = new_chance(bytes.fromhex(key))[0]
    chance.nonce[:] = np.frombuffer(bytes.fromhex(nonce), "<u4")
    chance.counter = counter
    draw_block(chance)
    words: bytes = chance.block.astype("<u4").tobytes()
    return words.hex()


RFC_8439 = [
    # section, key, nonce, counter, expected key stream
    (
        "2.3.2",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "000000090000004a00000000",
        1,
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
    ),
    (
        "A.1 #1",
        "00" * 32,
        "00" * 12,
        0,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        "A.1 #2",
        "00" * 32,
        "00" * 12,
        1,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        "A.1 #3",
        "00" * 31 + "01",
        "00" * 12,
        1,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
    (
        "A.1 #4",
        "00ff" + "00" * 30,
        "00" * 12,
        2,
        "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
        "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096",
    ),
    (
        "A.1 #5",
        "00" * 32,
        "00" * 11 + "02",
        0,
        "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
        "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d",
    ),
]


@pytest.mark.parametrize(
    ("section", "key", "nonce", "counter", "stream"), RFC_8439, ids=[row[0] for row in RFC_8439]
)
def test_chacha20_produces_the_blocks_of_the_rfc(
    section: str, key: str, nonce: str, counter: int, stream: str
) -> None:
    assert block(key, nonce, counter) == stream


def test_chacha20_agrees_with_another_implementation() -> None:
    key = sha256(b"any key").digest()
    chance = new_chance(key, stream=5)[0]
    ours = np.array([draw_word(chance) for _ in range(100)], "<u4").tobytes()
    # This library expects the counter in front of the nonce.
    nonce = bytes(4) + (5).to_bytes(4, "little") + bytes(8)
    theirs = Cipher(algorithms.ChaCha20(key, nonce), mode=None).encryptor().update(bytes(400))
    assert ours == theirs


def test_an_int_seed_is_stretched_as_documented() -> None:
    assert key_from_seed(7) == sha256(b"spookhouse seed 7").digest()
    assert key_from_seed(-1) != key_from_seed(1)
    assert key_from_seed(bytes(range(32))) == bytes(range(32))
    assert key_from_seed(None) != key_from_seed(None)


@pytest.mark.parametrize("seed", ["7", 7.0, b"short", True, [7], bytes(33)])
def test_an_invalid_seed_is_refused(seed: object) -> None:
    with pytest.raises(spookhouse.BadOption, match="expected a whole number or 32 bytes"):
        key_from_seed(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 62])
def test_pick_is_uniform(n: int, fast: bool) -> None:
    """The chi-square statistic stays far below the value for a bias of 1%."""
    chance = new_chance(key_from_seed(n))[0]
    if fast:
        use_fast_rng(chance)
    draws = 3000
    counts = np.bincount([pick(chance, n) for _ in range(draws)], minlength=n)
    assert len(counts) == n
    assert ((counts - draws / n) ** 2 / (draws / n)).sum() < n + 5 * (2 * n) ** 0.5


def test_pick_rejects_words_that_would_cause_a_bias() -> None:
    """With n = 3 * 2**29 a quarter of all words is drawn again; else low numbers are favoured."""
    chance = new_chance(key_from_seed(1))[0]
    n = 3 << 29
    draws = [pick(chance, n) for _ in range(2000)]
    assert abs(sum(draw < n // 3 for draw in draws) - 2000 / 3) < 100
    assert chance.counter * 16 - chance.unused > 2400


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    chance = new_chance(key_from_seed(3))[0]
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(2400):
        pile = np.array([0, 1, 2, 3, 9], np.int8)
        shuffle(pile, 4, chance)
        assert pile[4] == 9
        counts[tuple(pile[:4].tolist())] = counts.get(tuple(pile[:4].tolist()), 0) + 1
    assert len(counts) == 24
    assert max(counts.values()) < 150
    assert min(counts.values()) > 60


def test_streams_of_one_key_differ() -> None:
    words = {
        tuple(int(draw_word(chance)) for _ in range(4)) for chance in new_chance(bytes(32), size=5)
    }
    assert len(words) == 5
    assert int(draw_word(new_chance(bytes(32), stream=3)[0])) == int(
        draw_word(new_chance(bytes(32), size=5)[3])
    )
