"""Cards: how many there are, and what they are called."""

from dataclasses import dataclass

HIGHEST = 14  # 1.1  values 1 to 14
COPY = 0  # Miss Copy's card code; a ghost's code is its value
KITTY = 15
KINDS = 16

EACH_VALUE = 4  # 1.1
KITTIES = 2  # 1.1
COPIES = 4  # 1.1
CARDS = HIGHEST * EACH_VALUE + KITTIES + COPIES  # 1.1  62

SCOOTY, CERBERUS, TWIST, SKELETUM, IGOR = 1, 3, 8, 11, 12  # 1.2

SEATS = 6
HAND = 4  # 2.1
MANSION_OF_2 = 12  # 2.1  two cards fewer with every further player
QUARTET = 4  # 4.3

SORTED = (*range(1, HIGHEST + 1), KITTY, COPY)  # 1.1  the order of hands and lists


@dataclass(frozen=True)
class Ghost:
    """The text and the names on a card."""

    text: str
    name: str
    family: str
    character: str


GHOSTS: dict[int, Ghost] = {
    1: Ghost(
        "1", "Scooty", "Fearless", "Small, quick, and afraid of nobody: goes on any ghost there is."
    ),
    2: Ghost("2", "Franky Jr", "Common", "Sewn together from leftovers, and eager to please."),
    3: Ghost("3", "Cerberus", "Scary", "Three heads, one bark. Most ghosts keep away."),
    4: Ghost("4", "Dusty", "Common", "Lives under the bed and sneezes at midnight."),
    5: Ghost("5", "Moth Maud", "Common", "Ate her own shroud, and would eat yours."),
    6: Ghost("6", "Grandpa Creak", "Common", "Every stair in the house knows his knees."),
    7: Ghost("7", "Pip Whistle", "Common", "The draught in the keyhole, with a tune of its own."),
    8: Ghost("8", "Twist", "Special", "Spins about, and play runs the other way round."),
    9: Ghost("9", "Lantern Lou", "Common", "Still looking for the cellar door, since 1742."),
    10: Ghost("10", "Baron Draught", "Common", "Keeps all the windows open and all the fires out."),
    11: Ghost("11", "Skeletum", "Special", "Rattles so loudly that the whole cemetery runs away."),
    12: Ghost("12", "Igor", "Scary", "Opens the door very slowly. Nobody passes."),
    13: Ghost("13", "Madame Mildew", "Common", "Grows on you. You cannot get rid of her."),
    14: Ghost("14", "The Bellringer", "Common", "Nobody hears a higher bell than his."),
    KITTY: Ghost(
        "K", "Kitty", "Fearless", "Strolls past the grave, and somebody loses a turn staring."
    ),
    COPY: Ghost("X", "Miss Copy", "Special", "Is whoever she stands beside. Alone she is no one."),
}

TEXTS: dict[int, str] = {code: ghost.text for code, ghost in GHOSTS.items()}
CODES: dict[str, int] = {text: code for code, text in TEXTS.items()}
COUNTS: dict[int, int] = dict.fromkeys(range(1, HIGHEST + 1), EACH_VALUE) | {
    KITTY: KITTIES,
    COPY: COPIES,
}
