"""Which names guests may have."""

import pytest

from spookhouse.bots.characters import CHARACTERS
from spookhouse.host.name_policy import clean_name, require_allowed_name, require_distinct_name
from spookhouse.table.errors import Refused
from spookhouse.table.views import BOT_NAMES

MARKS = "".join(map(chr, range(0x300, 0x317)))


def is_allowed(name: str) -> bool:
    """Return whether a guest may have a name."""
    try:
        require_allowed_name(clean_name(name))
    except Refused as refused:
        return refused.code != "guest/name"
    return True


def look_alike(name: str, other: str) -> bool:
    """Return whether two players of one table may not have these names."""
    try:
        require_distinct_name(name, [other])
    except Refused as refused:
        return refused.code == "guest/name"
    return False


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \n the\tGhost ", "Ann the Ghost"),
        ("\0\u200b", ""),
        ("\u202eAnn", "Ann"),
        ("x" * 30, "x" * 24),
        ("x" * 23 + " yz", "x" * 23),
        ("Jose\u0301", "Jos\u00e9"),
    ],
)
def test_names_are_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "name",
    """Ann|José|Łukasz|Zoë|Søren|Đorđe|Weiß|ışık|O'Brien|O’Brien|Jean-Luc|Ann_1|Ann B.|Nguyễn Thị|
    李雷|李雷 Li|田中さくら|김민준|Ольга|Ελένη|Աննա|გიორგი|محمد|דוד|สมชาย|नरेंद्र|ज़ुंबा|ልዑል|
    Bob the Ghost|Guest|Seattle|Pippa""".replace("\n    ", "").split("|"),
)
def test_names_in_any_script_are_allowed(name: str) -> None:
    assert is_allowed(name)


INVISIBLE = ["", " ", "\u3164", "Ann\u3164", "\u2800", "\u200b", "\u115f", "\u00ad", "\u034f"]


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_invisible_names_are_refused(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize("name", ["1", "...", "7-7"])
def test_a_name_needs_a_letter(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize(
    "name",
    ["a" + MARKS, "a" + "\u0301" * 3, "a\u0300\u0302\u0303\u0304\u0306", "Z" + MARKS[:6]],
    ids=ascii,
)
def test_stacked_marks_are_refused(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize(
    "name", ["\u0410nn", "\u0391nn", "Ann\u0430", "\U0001d400nn", "Ａnn", "<b>Ann", "👻", "٣3a"]
)
def test_mixed_alphabets_and_symbols_are_refused(name: str) -> None:
    assert not is_allowed(name)


RESERVED = [
    *BOT_NAMES,
    *(each.name for each in CHARACTERS),
    *(each.title for each in CHARACTERS),
    "thumb",
    "agatha",
    "AGATHA",
    "Ágatha",
    "A-gatha",
    "MrCreak",
    "mr. creak",
    "PlP",
    "house",
    "House",
    "h0use",
    "server",
    "Seat 0",
    "Seat O",
    "seat 3",
    "SEAT 12",
    "guest",
    "You",
    "bot",
]


@pytest.mark.parametrize("name", RESERVED)
def test_names_of_bots_and_of_the_server_are_refused(name: str) -> None:
    assert not is_allowed(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "Ann"),
        ("ann", "ANN"),
        ("Ann", "Ann."),
        ("Ann B", "AnnB"),
        ("Ann", "Аnn"),
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("morn", "mom"),
        ("РОМА", "POMA"),
        ("José", "Jose\u0301"),
    ],
)
def test_look_alikes_are_refused(name: str, other: str) -> None:
    assert look_alike(name, other)
    assert look_alike(other, name)


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anna"), ("José", "Jose"), ("Lia", "Ila"), ("Guest", "Guest")]
)
def test_different_names_are_allowed(name: str, other: str) -> None:
    assert not look_alike(name, other)
