"""Ghost and Psychic cards: how many there are, what they are worth, and what they are called."""

from dataclasses import dataclass

SEATS = 2
HIGHEST = 6  # 1.1  values 1 to 6
VALUES = HIGHEST + 1  # length of an array by value; place 0 is not used
GHOSTS_EACH = (0, 6, 5, 4, 3, 2, 1)  # 1.1  how many of each value a player has
DECK = sum(GHOSTS_EACH)  # 1.1  21

PSYCHICS = 29  # 1.2
STARTERS = 9  # 1.2  level 0
EACH_LEVEL = 5  # 1.2  more cards with every level
LINE = 9  # 2.1  Psychic cards in a game

ROUNDS = 10
OPEN_WHEN_LEARNING = 3  # 2.4
MANORS, CASTLES = 6, 4  # 1.3
MANORS_TO_WIN, CASTLES_TO_WIN = 4, 3  # 3.3
HAND = 5  # 2.3
DRAWN = 2  # 3.4
TABLE = DECK + LINE  # the largest number of cards of one player on the table

PSYCHIC = 10  # the code of a card is the value of a Ghost, or PSYCHIC + the number of a Psychic
CODES = PSYCHIC + PSYCHICS + 1

WONT_HAVE_IT, AUNTIE, REVEAL, LADY, NICHOLAS = 1, 2, 3, 4, 5
TRIPPED, WEDDING, ACRO_BATS, GHOSSSSSST = 6, 7, 8, 9
POLTERGEIST, BE_GONE, NOT_SCARED, NOW_OR_NEVER, TWO_IS_MORE = 10, 11, 12, 13, 14
STILL_ME, DOUBLE_VISION, WRAITH, BACK, CHRISTMAS = 15, 16, 17, 18, 19
MEET_AT_THE_END, BLOODY_MARY, PLAYING_DEAD, GOLDFISH, LOUNGE = 20, 21, 22, 23, 24
NEVER_SEEN, PITY, LULL, HOUSE_SWAP, WORTHLESS = 25, 26, 27, 28, 29


@dataclass(frozen=True)
class Psychic:
    """A Psychic card; its texts are in rulebook.md."""

    number: int
    name: str
    choice: str  # the kind of thing that its player chooses
    worth: int  # the value of the Ghost that it works as, 0 for none


PSYCHIC_CARDS: dict[int, Psychic] = {
    card.number: card
    for card in (
        Psychic(1, "You won't have it", "", 0),
        Psychic(2, "Auntie, are you there?", "value", 0),
        Psychic(3, "Reveal yourself!", "", 1),
        Psychic(4, "Lady in White", "", 2),
        Psychic(5, "Sir Nicholas", "", 3),
        Psychic(6, "Tripped", "", 0),
        Psychic(7, "Postponed wedding", "", 3),
        Psychic(8, "Acro-bats", "", 0),
        Psychic(9, "Ghosssssst", "", 0),
        Psychic(10, "Poltergeist", "value", 0),
        Psychic(11, "Be gone!", "card", 0),
        Psychic(12, "You don't scare me", "", 0),
        Psychic(13, "Now or never", "", 4),
        Psychic(14, "Two's more fun", "", 0),
        Psychic(15, "Still me", "", 0),
        Psychic(16, "Double vision", "value", 0),
        Psychic(17, "Wraith to the bottom", "value", 0),
        Psychic(18, "I'll be back", "value", 0),
        Psychic(19, "Ghost of Christmas yet to come", "side", 0),
        Psychic(20, "Let's meet at the end", "side", 0),
        Psychic(21, "Bloody Mary", "cost", 6),
        Psychic(22, "Playing dead", "own card", 0),
        Psychic(23, "Ghostly goldfish", "", 1),
        Psychic(24, "Private lounge: ghost only", "", 0),
        Psychic(25, "They were never seen again...", "two values", 0),
        Psychic(26, "I pity the Ghoul!", "value", 0),
        Psychic(27, "Creepy lull", "", 0),
        Psychic(28, "House swap", "rounds", 0),
        Psychic(29, "We're worthless", "", 0),
    )
}

WORTH = (0, *(card.worth for card in PSYCHIC_CARDS.values()))  # 4.1  by number


def card_set(*numbers: int) -> int:
    """Return Psychic cards as bits."""
    return sum(1 << number for number in numbers)


# 6.2  Resolved one at a time in the 10th round.
INSTANT = card_set(2, 10, 11, 16, 17, 19, 20, 21, 22, 26, 27)
# 4.5  Their choice may be declined.
OPTIONAL = card_set(DOUBLE_VISION, PLAYING_DEAD, HOUSE_SWAP)
# 4.3  They change what Ghosts are worth.
MODIFIERS = card_set(ACRO_BATS, GHOSSSSSST, POLTERGEIST, NOT_SCARED, WRAITH, PITY)

TOKENS = ("manor", "castle")


def card_text(code: int) -> str:
    """Return the text of a card: `g5`, `p17`."""
    return f"p{code - PSYCHIC}" if code > PSYCHIC else f"g{code}"


CARD_CODES: dict[str, int] = {
    card_text(code): code for code in (*range(1, VALUES), *range(PSYCHIC + 1, CODES))
}
VALUE_CODES: dict[str, int] = {str(value): value for value in range(1, VALUES)}
