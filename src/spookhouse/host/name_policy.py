"""Which names guests may have: visible, in one alphabet, and not to be taken for another player.

ICU's spoof checker implements the profiles of Unicode Technical Standard 39.
"""

import unicodedata
from collections.abc import Iterable

import icu

from spookhouse.bots import BOTS
from spookhouse.bots.characters import CHARACTERS
from spookhouse.table.errors import Refused
from spookhouse.table.views import BOT_NAMES, UNNAMED_GUEST

MAX_NAME_LENGTH = 24
# Nonspacing marks in a row, as section 5.4 of the standard allows.
MAX_MARKS = 4
MARKS = ("Mn", "Me")
# No seat may be imitated up to this number.
MAX_SEATS = 100

# Words that stand for bots or for anybody at a table, and for the server.
RESERVED_WORDS = ("bot", "computer", "everybody", "nobody", "owner", "seat", "spectator", "you")
SERVER_WORDS = ("admin", "host", "house", "moderator", "server", "spookhouse", "system")
RESERVED_NAMES = (
    UNNAMED_GUEST,
    *RESERVED_WORDS,
    *SERVER_WORDS,
    *BOTS,
    *BOT_NAMES,
    *(each.title for each in CHARACTERS),
    *(f"Seat {number}" for number in range(MAX_SEATS)),
)


def make_checker() -> icu.SpoofChecker:
    """Return a checker of the characters and scripts that a name may combine."""
    checker, checks = icu.SpoofChecker(), icu.USpoofChecks
    allowed = icu.UnicodeSet()
    allowed.addAll(checker.getRecommendedUnicodeSet())
    allowed.addAll(checker.getInclusionUnicodeSet())
    allowed.add(" ").remove(":")
    checker.setAllowedUnicodeSet(allowed)
    checker.setRestrictionLevel(icu.URestrictionLevel.HIGHLY_RESTRICTIVE)
    checker.setChecks(
        checks.CHAR_LIMIT | checks.RESTRICTION_LEVEL | checks.INVISIBLE | checks.MIXED_NUMBERS
    )
    return checker


CHECKER = make_checker()

# === ONE NAME ===


def clean_name(text: str) -> str:
    """Return a name as it is shown: printable, with single spaces, at most 24 characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    composed = unicodedata.normalize("NFC", " ".join(printable.split()))
    return composed[:MAX_NAME_LENGTH].strip()


def require_allowed_name(name: str) -> None:
    """Refuse a name that is invisible, mixes alphabets, stacks marks or is reserved."""
    if name == UNNAMED_GUEST:
        return
    if not any(letter.isalpha() for letter in name):
        raise Refused("guest/name", "a name needs at least one letter")
    if CHECKER.check(name) or longest_stack(name) > MAX_MARKS:
        raise Refused(
            "guest/name",
            "this name is not allowed: use letters of one alphabet, digits, spaces and . ' - _",
        )
    if not RESERVED_KEYS.isdisjoint(keys_of(without_marks(name))):
        raise Refused(
            "guest/name", "this name belongs to a bot or to the server: choose another name"
        )


def longest_stack(name: str) -> int:
    """Return the largest number of nonspacing marks on one letter."""
    longest = length = 0
    for letter in unicodedata.normalize("NFD", name):
        length = length + 1 if unicodedata.category(letter) in MARKS else 0
        longest = max(longest, length)
    return longest


# === SEVERAL NAMES ===


def require_distinct_name(name: str, others: Iterable[str]) -> None:
    """Refuse a name that looks like one of the others at a table."""
    if name == UNNAMED_GUEST:
        return
    keys = keys_of(name)
    if any(not keys.isdisjoint(keys_of(other)) for other in others):
        raise Refused(
            "guest/name",
            "another player at this table has a name that looks the same: choose another name",
        )


def keys_of(name: str) -> set[str]:
    """Return keys of a name; names that look alike, in either case, have one in common."""
    letters = "".join(letter for letter in name if is_significant(letter))
    return {skeleton_of(letters).casefold(), skeleton_of(letters.casefold())}


def is_significant(letter: str) -> bool:
    """Return whether a character distinguishes names; spaces and punctuation do not."""
    return letter.isalnum() or unicodedata.category(letter).startswith("M")


def skeleton_of(text: str) -> str:
    """Return what all texts that look like this one have in common."""
    # The first argument has no effect any more.
    return str(CHECKER.getSkeleton(0, text))


def without_marks(name: str) -> str:
    """Return a name without accents."""
    decomposed = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in decomposed if unicodedata.category(letter) not in MARKS)


RESERVED_KEYS = frozenset(
    key
    for name in RESERVED_NAMES
    for variant in (name, name.upper(), name.lower())
    for key in keys_of(variant)
)
