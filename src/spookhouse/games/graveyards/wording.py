"""Graveyards, Ghosts & Haunted Houses in words: what happened, and why a move is refused."""

from collections.abc import Callable, Sequence

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.moves import (
    is_action,
    place_point,
    place_text,
    space_point,
    space_text,
)
from spookhouse.games.graveyards.notation import PHASES, REASONS, space_at
from spookhouse.games.graveyards.pieces import (
    COLOUR_NAMES,
    HOUSE_NAMES,
    HOUSE_OVER,
    KIND_NAMES,
    KIND_TITLES,
    TILE_SET,
)
from spookhouse.kernel.contract import Json, State, event


def place(code: int) -> list[int]:
    return list(place_point(code))


def space(code: int) -> list[int]:
    return list(space_point(code))


def colour(code: int) -> str:
    return COLOUR_NAMES[code]


def kind(code: int) -> str:
    return KIND_NAMES[code - 1]


def phase(code: int) -> str:
    return PHASES[code]


def reason(code: int) -> str:
    return REASONS[code - 1]


EVENTS = {
    rules.LAID: event("laid", tile=int, place=place, r=int),
    rules.HOUSE_PLAYED: event("house-played", colour=colour, space=space),
    rules.HOUSE_MOVED: event("house-moved", colour=colour, space=space, origin=space),
    rules.TURNED: event("turned", tile=int, place=place, turns=int, r=int),
    rules.LIFTED: event("lifted", kind=kind, space=space),
    rules.DROPPED: event("dropped", kind=kind, origin=space, space=space),
    rules.SWAPPED: event("swapped", tile=int, place=place, other=int, other_place=place),
    rules.SPUN: event("spun", tile=int, place=place, r=int),
    rules.TRADED: event("traded", kind=kind, space=space, other=kind, other_space=space),
    rules.TAKEN: event("taken", tile=int, place=place, laid=int, r=int),
    rules.CLAIMED: event("claimed", kind=kind, space=space, laid=kind),
    rules.TOKEN_PUT: event("put", kind=kind, space=space),
    rules.SKIPPED: event("skipped", phase=phase),
    rules.DREW: event("drew", tile=int),
    rules.REFILLED: event("refilled", stack=int),
    rules.LAST_TILE: event("last-tile"),
    rules.SCORED: event("scored", colour=colour, score=int),
    rules.WON: event("won", score=int, winners=int, reason=reason),
}

# === EVENTS ===


def ghosts(tile: int) -> str:
    """The ghosts of a tile in words: "two white, one orange, one blue"."""
    shown = [COLOUR_NAMES[code] for code in TILE_SET[tile].ghosts]
    counts = {name: shown.count(name) for name in dict.fromkeys(shown)}
    if len(counts) == 1:
        return f"four {shown[0]} ghosts"
    return ", ".join(
        f"{('', 'one', 'two', 'three')[number]} {name}" for name, number in counts.items()
    )


def named(tile: int) -> str:
    return f"tile {tile} ({ghosts(tile)})"


def at(point: Sequence[int]) -> str:
    return f"{point[0]},{point[1]}"


def house(name: str) -> str:
    return f"the {name} House, {HOUSE_NAMES[COLOUR_NAMES.index(name)]},"


def token(name: str) -> str:
    """ "a Gravestone" """
    return KIND_TITLES[KIND_NAMES.index(name)]


def bare(name: str) -> str:
    """ "Gravestone" """
    return token(name).removeprefix("a ")


def the_token(name: str) -> str:
    return f"the {bare(name)}"


def points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def tell_laid(who: str, e: Json) -> str:
    icon = TILE_SET[e["tile"]].icon
    return f"{who} lays {named(e['tile'])} at {at(e['place'])}" + (
        f" and wakes its icon: {icon.capitalize()}!" if icon else "."
    )


def tell_turned(who: str, e: Json) -> str:
    way = ("", "a quarter turn clockwise", "upside down", "a quarter turn anticlockwise")[
        e["turns"]
    ]
    return f"{who} turns tile {e['tile']} at {at(e['place'])} {way}."


def tell_refilled(who: str, e: Json) -> str:
    return (
        f"{who} draws; the stack has {e['stack']} left."
        if e["stack"]
        else f"{who} draws the last tile."
    )


def tell_won(who: str, e: Json) -> str:
    if e["winners"] > 1:
        return f"{who} shares the victory with {points(e['score'])}."
    return f"{who} wins with {points(e['score'])}, the scariest of them all!"


Teller = Callable[[str, Json], str]

TELLERS: dict[str, Teller] = {
    "laid": tell_laid,
    "house-played": lambda who, e: (
        f"{who} puts up {house(e['colour'])} with its north-west window at {at(e['space'])}."
    ),
    "house-moved": lambda who, e: (
        f"{who} walks {house(e['colour'])} from {at(e['origin'])} to {at(e['space'])}."
    ),
    "turned": tell_turned,
    "lifted": lambda who, e: f"{who} lifts {the_token(e['kind'])} off {at(e['space'])}.",
    "dropped": lambda who, e: f"{who} drops {the_token(e['kind'])} at {at(e['space'])}.",
    "swapped": lambda who, e: (
        f"{who} swaps two graves: tile {e['tile']} is now at {at(e['place'])}, tile {e['other']} at {at(e['other_place'])}."
    ),
    "spun": lambda who, e: (
        f"{who} leaves tile {e['tile']} at {at(e['place'])} in rotation r{e['r']}."
    ),
    "traded": lambda who, e: (
        f"{who} trades tokens: {token(e['kind'])} at {at(e['space'])}, {token(e['other'])} at {at(e['other_space'])}."
    ),
    "taken": lambda who, e: (
        f"{who} digs up tile {e['tile']} at {at(e['place'])}, keeps it, and lays {named(e['laid'])} in its place."
    ),
    "claimed": lambda who, e: (
        f"{who} sends {token(e['laid'])} to {at(e['space'])} and pockets {the_token(e['kind'])} from there."
    ),
    "put": lambda who, e: f"{who} puts {token(e['kind'])} on {at(e['space'])}.",
    "skipped": lambda who, e: f"{who} lets the icon sleep.",
    "drew": lambda who, e: f"  ({who} draws {named(e['tile'])}.)",
    "refilled": tell_refilled,
    "last-tile": lambda who, e: "The stack is empty: everybody has one final turn before dawn.",
    "scored": lambda who, e: f"{who}'s {e['colour']} ghosts score {points(e['score'])}.",
    "won": tell_won,
}


def tell(happened: Json, names: Sequence[str]) -> str:
    """One event in a sentence."""
    seat = happened["seat"]
    return TELLERS[happened["event"]]("" if seat is None else names[seat], happened)


# === REFUSALS ===

Refusal = tuple[str, str]


def why(state: State, seat: int, action: int) -> Refusal:
    """The number of the rule that forbids the move, and the reason in this position."""
    if state.phase == rules.OVER:
        return "GG 5.1", f"the game is over ({REASONS[0]})"
    if state.turn != seat:
        return "GG 3", f"it is the turn of seat {state.turn}, not of seat {seat}"
    if not is_action(action):
        return "GG 3.1", f"{action} is no move"
    what = int(rules.what_of(action))
    if state.phase not in PHASES_OF[what]:
        return why_not_now(state, what)
    return REFUSALS[what](state, seat, action)


PHASES_OF: dict[int, tuple[int, ...]] = {
    rules.SKIP: rules.ICON_PHASES,
    rules.LAY: (rules.MAIN,),
    rules.HOUSE: (rules.MAIN,),
    rules.TURN: (rules.ROTATE,),
    rules.LIFT: (rules.ROTATE,),
    rules.PUT_DOWN: (rules.DROP,),
    rules.EXCHANGE: (rules.SWAP,),
    rules.TRADE: (rules.SWAP,),
    rules.SPIN_ROUND: (rules.SPIN,),
    rules.TAKE: (rules.REPLACE,),
    rules.CLAIM: (rules.REPLACE,),
    rules.PUT: (rules.TOKEN,),
}


def why_not_now(state: State, what: int) -> Refusal:
    """The move belongs to another part of the turn."""
    if state.phase == rules.DROP:
        return (
            "GG 4.7",
            f"a token is in the air ({bare(kind(int(state.lifted)))}): drop it on a vacant space",
        )
    if state.phase == rules.SPIN:
        return (
            "GG 4.7",
            f"the swap is half done: say how tile {state.spinning[0]} shall lie (spin r0 to r{pictures(int(state.spinning[0])) - 1})",
        )
    if state.phase in rules.ICON_PHASES:
        return (
            "GG 3.4",
            f"the tile just laid gives the action {phase(int(state.phase)).capitalize()}: carry it out, or skip it",
        )
    if what == rules.SKIP:
        return (
            "GG 3.1",
            "there is no passing: play a tile, play a House, or move one of your Houses",
        )
    if what == rules.PUT_DOWN:
        return "GG 4.3", "no token was lifted"
    if what == rules.SPIN_ROUND:
        return "GG 4.4", "no tiles were swapped"
    needed = phase(PHASES_OF[what][0]).capitalize()
    return (
        "GG 3.4",
        f"that is the action {needed}, and it comes right after laying a tile with its icon",
    )


def pictures(tile: int) -> int:
    return TILE_SET[tile].pictures


def why_not_lay(state: State, seat: int, action: int) -> Refusal:
    if not rules.has_tile(state, seat, rules.tile_in(action)):
        return "GG 3.2", f"tile {rules.tile_in(action)} is not in your hand"
    where = rules.place_in(action)
    if state.laid == 0:
        return "GG 3.2", f"the first tile of the game is laid at 0,0, not at {place_text(where)}"
    lying = rules.tile_at(state, where)
    if lying != rules.NO_TILE:
        return "GG 3.2", f"tile {lying} lies at {place_text(where)} already"
    return "GG 3.2", f"{place_text(where)} shares no full edge with a tile in play"


def why_not_house(state: State, seat: int, action: int) -> Refusal:
    code, where = rules.small_in(action), rules.name_in(action)
    name = COLOUR_NAMES[code]
    if not rules.is_house_of(state, code, seat):
        return "GG 3.1", f"the {name} House is not yours"
    if state.laid == 0:
        return "GG 3.2", "a House cannot open the game: lay a tile first"
    if not rules.can_use_house(state, seat, code):
        return (
            "GG 3.6",
            f"the last {state.moved} turns were all House moves: play a tile or a House from your hand",
        )
    if rules.NO_SPACE != rules.space_named(state, where) == state.houses[code]:
        return (
            "GG 3.3",
            f"the {name} House stands at {space_text(where)} already: a move must change its place",
        )
    return why_not_stand(state, code, where)


def why_not_stand(state: State, code: int, where: int) -> Refusal:
    """The first window that shows no ghost."""
    x, y = space_point(where)
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        under = space_at(state, x + dx, y + dy)
        if not rules.shows_to(state.lying, code, under):
            return (
                "GG 3.3",
                f"all four windows must show a ghost, and {x + dx},{y + dy} does not ({what_lies(state, under)})",
            )
    raise AssertionError("a House that shows four ghosts can stand")


def what_lies(state: State, under: int) -> str:
    """What is to be seen on a space, instead of a ghost."""
    if under == rules.NO_SPACE:
        return "no tile"
    if rules.token_on(state, under):
        return token(kind(rules.token_on(state, under)))
    return f"the {COLOUR_NAMES[state.lying[under] - HOUSE_OVER]} House"


def why_not_unlocked(state: State, where: int) -> Refusal | None:
    """What keeps a tile from being turned, swapped or replaced; None if nothing does."""
    tile = rules.tile_at(state, where)
    if tile == rules.NO_TILE:
        return "GG 4.1", f"no tile lies at {place_text(where)}"
    if not rules.is_unlocked(state, tile):
        return "GG 4.1", f"tile {tile} at {place_text(where)} is locked ({what_locks(state, tile)})"
    return None


def what_locks(state: State, tile: int) -> str:
    spaces = range(4 * tile, 4 * tile + 4)
    return next(what_lies(state, under) for under in spaces if state.lying[under])


def why_not_turn(state: State, seat: int, action: int) -> Refusal:
    where = rules.place_in(action)
    tile = rules.tile_at(state, where)
    return why_not_unlocked(state, where) or (
        "GG 4.3",
        f"tile {tile} would show the same picture, or one that takes fewer turns: it has {pictures(tile)} different",
    )


def why_no_token(state: State, where: int) -> Refusal | None:
    under = rules.space_named(state, where)
    if under == rules.NO_SPACE or not rules.token_on(state, under):
        return "GG 1.3", f"no token lies at {space_text(where)}"
    return None


def why_not_lift(state: State, seat: int, action: int) -> Refusal:
    return why_no_token(state, rules.name_in(action)) or (
        "GG 4.3",
        "there is no vacant space to move the token to",
    )


def why_not_vacant(state: State, where: int) -> Refusal:
    under = rules.space_named(state, where)
    if state.lifted and under == state.lifted_from:
        return (
            "GG 4.3",
            f"the token was lifted from {space_text(where)}: it must go to another space",
        )
    return "GG 4.2", f"{space_text(where)} is not vacant ({what_lies(state, under)})"


def why_not_drop(state: State, seat: int, action: int) -> Refusal:
    return why_not_vacant(state, rules.name_in(action))


def why_not_swap(state: State, seat: int, action: int) -> Refusal:
    refusal = why_not_unlocked(state, action >> 13 & 0x1FFF) or why_not_unlocked(
        state, action & 0x1FFF
    )
    assert refusal is not None
    return refusal


def why_not_trade(state: State, seat: int, action: int) -> Refusal:
    first, second = action >> 15 & 0x7FFF, action & 0x7FFF
    return (
        why_no_token(state, first)
        or why_no_token(state, second)
        or (
            "GG 4.4",
            f"the tokens at {space_text(first)} and {space_text(second)} are of the same kind: a trade would change nothing",
        )
    )


def why_not_spin(state: State, seat: int, action: int) -> Refusal:
    tile = int(state.spinning[0])
    return "GG 4.4", f"tile {tile} shows nothing new after r{pictures(tile) - 1}"


def why_not_take(state: State, seat: int, action: int) -> Refusal:
    return why_not_unlocked(state, rules.place_in(action)) or (
        "GG 4.5",
        f"tile {rules.tile_in(action)} is not in your hand",
    )


def why_not_claim(state: State, seat: int, action: int) -> Refusal:
    name = kind(rules.small_in(action))
    missing = why_no_token(state, rules.name_in(action))
    if missing is not None:
        return missing
    if state.held[seat, rules.small_in(action)] == 0:
        return "GG 4.5", f"you hold no {bare(name)}"
    return (
        "GG 4.5",
        f"{the_token(name)} at {space_text(rules.name_in(action))} can only be exchanged for another kind",
    )


def why_not_put(state: State, seat: int, action: int) -> Refusal:
    if state.held[seat, rules.small_in(action)] == 0:
        return "GG 4.6", f"you hold no {bare(kind(rules.small_in(action)))}"
    return why_not_vacant(state, rules.name_in(action))


REFUSALS: dict[int, Callable[[State, int, int], Refusal]] = {
    rules.LAY: why_not_lay,
    rules.HOUSE: why_not_house,
    rules.TURN: why_not_turn,
    rules.LIFT: why_not_lift,
    rules.PUT_DOWN: why_not_drop,
    rules.EXCHANGE: why_not_swap,
    rules.TRADE: why_not_trade,
    rules.SPIN_ROUND: why_not_spin,
    rules.TAKE: why_not_take,
    rules.CLAIM: why_not_claim,
    rules.PUT: why_not_put,
}
