"""Tiles, Houses and tokens: how many there are, what they show, and what they are called."""

from dataclasses import dataclass

import numpy as np

TILES = 58  # 1.1
QUARTERS = 4  # 1.1  of a tile, clockwise: NW, NE, SE, SW
SPACES = TILES * QUARTERS
COLOURS = 4  # 1.2
KINDS = 3  # 1.3

SEATS = 4
HAND = 3  # 2.2
TOKENS_EACH, TOKENS_EACH_OF_2 = 2, 4  # 2.2

COLOUR_NAMES = ("white", "orange", "blue", "green")  # 1.2
KIND_NAMES = ("kids", "investigator", "gravestone")  # 1.3
ICON_NAMES = ("rotate", "swap", "replace", "token")  # 1.1

# What lies on a space, 0 for nothing. The colour of a House is added to HOUSE_OVER.
KIDS, INVESTIGATOR, GRAVESTONE, HOUSE_OVER = 1, 2, 3, 4
KIDS_WORTH, INVESTIGATOR_WORTH = 3, -3  # 5.3

HOUSE_NAMES = ("Pale Manor", "Pumpkin Lodge", "Drowned Hall", "Mossy Grange")
KIND_TITLES = ("Meddling Kids", "a Paranormal Investigator", "a Gravestone")

# 1.1  Ghosts NW, NE, SE, SW at rotation 0, and the icon.
PRINTED = (
    *("WWWW", "WWWO replace", "WWWB swap", "WWWG"),
    *("WWOO", "WWOB swap", "WWOG token", "WWBO rotate"),
    *("WWBB", "WWBG", "WWGO token", "WWGB"),
    *("WWGG swap", "WOWO", "WOOO rotate", "WOOB"),
    *("WOOG replace", "WOBB rotate", "WOBG rotate", "WOGB token"),
    *("WOGG replace", "WBWB rotate", "WBOO", "WBOG"),
    *("WBBO", "WBBB token", "WBBG replace", "WBGO"),
    *("WBGG token", "WGWG replace", "WGOO", "WGOB"),
    *("WGBO", "WGBB token", "WGGO swap", "WGGB"),
    *("WGGG rotate", "OOOO", "OOOB token", "OOOG"),
    *("OOBB replace", "OOBG swap", "OOGB replace", "OOGG swap"),
    *("OBOB", "OBBB swap", "OBBG swap", "OBGG rotate"),
    *("OGOG token", "OGBB", "OGGB rotate", "OGGG"),
    *("BBBB", "BBBG replace", "BBGG", "BGBG"),
    *("BGGG", "GGGG"),
)


@dataclass(frozen=True)
class Tile:
    """A tile as printed, at rotation 0."""

    ghosts: tuple[int, ...]  # colours, NW, NE, SE, SW
    icon: str | None

    @property
    def orientations(self) -> int:
        """The number of rotations that look different: 1, 2 or 4."""
        return next(turns for turns in (1, 2, 4) if self.turned(turns) == self.ghosts)

    def turned(self, turns: int) -> tuple[int, ...]:
        """Return the ghosts after so many quarter turns clockwise; one turn moves NW to NE."""
        return tuple(self.ghosts[(quarter - turns) % QUARTERS] for quarter in range(QUARTERS))


def read_tile(text: str) -> Tile:
    """Read a tile like "WWWO replace"."""
    ghosts, _, icon = text.partition(" ")
    return Tile(tuple("WOBG".index(letter) for letter in ghosts), icon or None)


TILE_SET = tuple(map(read_tile, PRINTED))

# By tile, rotation and quarter.
GHOSTS = np.array([[tile.turned(turns) for turns in range(4)] for tile in TILE_SET], np.int8)
ORIENTATIONS = np.array([tile.orientations for tile in TILE_SET], np.int8)
