"""Monster cards and character decks: how many there are, and what they are called."""

from dataclasses import dataclass

HIGHEST = 9  # 1.1  values 1 to 9
ZERO_TEN = 0  # the code of a 0/10 card; the code of any other Monster card is its value
KINDS = 10

EACH_VALUE = 7  # 1.1
ZERO_TENS = 4  # 1.1
CARDS = HIGHEST * EACH_VALUE + ZERO_TENS  # 1.1  67

SEATS = 6
UNFAZED = 6  # 1.3
CHARACTER = UNFAZED + 1  # 1.3  the Scared card too
HAND = 9  # 2.1
FIVE = 5  # 4.1
PARANOIA = 10  # 5.3

ROUNDS = {3: 6, 4: 8, 5: 5, 6: 6}  # 6.1  by the number of players

SORTED = (*range(1, HIGHEST + 1), ZERO_TEN)  # 1.1  the order of hands and lists


@dataclass(frozen=True)
class Monster:
    """The text and the name on a card."""

    text: str
    name: str
    character: str


MONSTERS: dict[int, Monster] = {
    1: Monster("1", "Squeak", "A mouse in a sheet. Nobody swerves for her."),
    2: Monster("2", "Cobby Web", "Hangs from the ceiling pole and steers with one leg."),
    3: Monster("3", "Rusty Bolt", "Has driven this car since it had four wheels."),
    4: Monster("4", "Mossy Mo", "Leaves a green stripe wherever he brakes."),
    5: Monster("5", "Howler", "Every Howler in the crash costs one more nerve."),
    6: Monster("6", "Candy Floss", "Pink, sweet, and all teeth."),
    7: Monster("7", "Lady Clatter", "Nothing but bones and a driving licence."),
    8: Monster("8", "Big Bandage", "Gets caught in the axle, and takes the axle along."),
    9: Monster("9", "The Ringmaster", "It is his fairground. He does not give way."),
    ZERO_TEN: Monster(
        "0/10", "The Mirror", "Nothing at all, or more than anything: look and decide."
    ),
}

TEXTS: dict[int, str] = {code: monster.text for code, monster in MONSTERS.items()}
CODES: dict[str, int] = {text: code for code, text in TEXTS.items()}


def counts(players: int) -> dict[int, int]:
    """GB 1.2 Return how many of each card are in use.

    For every player short of six, one of each value 1 to 9 stays in the box.
    """
    return dict.fromkeys(range(1, HIGHEST + 1), EACH_VALUE - (SEATS - players)) | {
        ZERO_TEN: ZERO_TENS
    }
