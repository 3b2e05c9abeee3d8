"""Events of Graveyards, Ghosts & Haunted Houses in words; refusals are in refusals.py."""

from collections.abc import Callable, Sequence

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.coordinates import place_point, space_point
from spookhouse.games.graveyards.piece_names import (
    a_token,
    at,
    house,
    kind_name,
    points,
    the_token,
    tile_with_ghosts,
)
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, TILE_SET
from spookhouse.games.graveyards.positions import PHASES, REASONS
from spookhouse.games.graveyards.refusals import why
from spookhouse.kernel.contract import Json, event, revealing

__all__ = ["EVENTS", "tell", "why"]


def place(code: int) -> list[int]:
    """Return the x,y of a place."""
    return list(place_point(code))


def space(code: int) -> list[int]:
    """Return the x,y of a space."""
    return list(space_point(code))


def colour(code: int) -> str:
    """Return the name of a colour."""
    return COLOUR_NAMES[code]


def phase(code: int) -> str:
    """Return the word for a phase."""
    return PHASES[code]


def reason(code: int) -> str:
    """Return the word for the end of a game."""
    return REASONS[code - 1]


EVENTS = {
    rules.LAID: event("laid", tile=int, place=place, r=int),
    rules.HOUSE_PLAYED: event("house-played", colour=colour, space=space),
    rules.HOUSE_MOVED: event("house-moved", colour=colour, space=space, origin=space),
    rules.TURNED: event("turned", tile=int, place=place, turns=int, r=int),
    rules.LIFTED: event("lifted", kind=kind_name, space=space),
    rules.DROPPED: event("dropped", kind=kind_name, origin=space, space=space),
    rules.SWAPPED: event("swapped", tile=int, place=place, other=int, other_place=place),
    rules.SPUN: event("spun", tile=int, place=place, r=int),
    rules.TRADED: event("traded", kind=kind_name, space=space, other=kind_name, other_space=space),
    rules.TAKEN: event("taken", tile=int, place=place, laid=int, r=int),
    rules.CLAIMED: event("claimed", kind=kind_name, space=space, laid=kind_name),
    rules.TOKEN_PUT: event("put", kind=kind_name, space=space),
    rules.SKIPPED: event("skipped", phase=phase),
    rules.DREW: revealing("drew", tile=int),
    rules.REFILLED: revealing("refilled", stack=int),
    rules.LAST_TILE: event("last-tile"),
    rules.SCORED: event("scored", colour=colour, score=int),
    rules.WON: event("won", score=int, winners=int, reason=reason),
}

# === EVENTS ===


def laid_sentence(who: str, e: Json) -> str:
    """Return which tile was laid, and the action that its icon gives."""
    icon = TILE_SET[e["tile"]].icon
    end = f" and wakes its icon: {icon.capitalize()}!" if icon else "."
    return f"{who} lays {tile_with_ghosts(e['tile'])} at {at(e['place'])}{end}"


def turned_sentence(who: str, e: Json) -> str:
    """Return which tile was turned, and how far."""
    ways = ("", "a quarter turn clockwise", "upside down", "a quarter turn anticlockwise")
    return f"{who} turns tile {e['tile']} at {at(e['place'])} {ways[e['turns']]}."


def refilled_sentence(who: str, e: Json) -> str:
    """Return that a tile was drawn, and how many are left."""
    if not e["stack"]:
        return f"{who} draws the last tile."
    return f"{who} draws; the stack has {e['stack']} left."


def won_sentence(who: str, e: Json) -> str:
    """Return a winner, alone or with others."""
    if e["winners"] > 1:
        return f"{who} shares the victory with {points(e['score'])}."
    return f"{who} wins with {points(e['score'])}, the scariest of them all!"


Sentence = Callable[[str, Json], str]  # name of the player, event

SENTENCES: dict[str, Sentence] = {
    "laid": laid_sentence,
    "house-played": lambda who, e: (
        f"{who} puts up {house(e['colour'])} with its north-west window at {at(e['space'])}."
    ),
    "house-moved": lambda who, e: (
        f"{who} walks {house(e['colour'])} from {at(e['origin'])} to {at(e['space'])}."
    ),
    "turned": turned_sentence,
    "lifted": lambda who, e: f"{who} lifts {the_token(e['kind'])} off {at(e['space'])}.",
    "dropped": lambda who, e: f"{who} drops {the_token(e['kind'])} at {at(e['space'])}.",
    "swapped": lambda who, e: (
        f"{who} swaps two graves: tile {e['tile']} is now at {at(e['place'])}, "
        f"tile {e['other']} at {at(e['other_place'])}."
    ),
    "spun": lambda who, e: (
        f"{who} leaves tile {e['tile']} at {at(e['place'])} in rotation r{e['r']}."
    ),
    "traded": lambda who, e: (
        f"{who} trades tokens: {a_token(e['kind'])} at {at(e['space'])}, "
        f"{a_token(e['other'])} at {at(e['other_space'])}."
    ),
    "taken": lambda who, e: (
        f"{who} digs up tile {e['tile']} at {at(e['place'])}, keeps it, "
        f"and lays {tile_with_ghosts(e['laid'])} in its place."
    ),
    "claimed": lambda who, e: (
        f"{who} sends {a_token(e['laid'])} to {at(e['space'])} "
        f"and pockets {the_token(e['kind'])} from there."
    ),
    "put": lambda who, e: f"{who} puts {a_token(e['kind'])} on {at(e['space'])}.",
    "skipped": lambda who, e: f"{who} lets the icon sleep.",
    "drew": lambda who, e: f"  ({who} draws {tile_with_ghosts(e['tile'])}.)",
    "refilled": refilled_sentence,
    "last-tile": lambda who, e: "The stack is empty: everybody has one final turn before dawn.",
    "scored": lambda who, e: f"{who}'s {e['colour']} ghosts score {points(e['score'])}.",
    "won": won_sentence,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """Return an event as a sentence."""
    seat = happened["seat"]
    return SENTENCES[happened["event"]]("" if seat is None else names[seat], happened)
