"""Why a move of Graveyards is refused: the rule that forbids it and the reason."""

from collections.abc import Callable

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.coordinates import place_text, space_at, space_point, space_text
from spookhouse.games.graveyards.move_notation import is_action
from spookhouse.games.graveyards.piece_names import a_token, bare_token, kind_name, the_token
from spookhouse.games.graveyards.pieces import COLOUR_NAMES, HOUSE_OVER, TILE_SET
from spookhouse.games.graveyards.positions import PHASES, REASONS
from spookhouse.kernel.contract import State

Refusal = tuple[str, str]  # rule, reason


def why(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that forbids an illegal move, and the reason in this position."""
    if state.phase == rules.OVER:
        return "GG 5.1", f"the game is over ({REASONS[0]})"
    if state.turn != seat:
        return "GG 3", f"it is the turn of seat {state.turn}, not of seat {seat}"
    if not is_action(action):
        return "GG 3.1", f"{action} is no move"
    verb = int(rules.verb_of(action))
    if state.phase not in PHASES_OF[verb]:
        return why_not_now(state, verb)
    return REFUSALS[verb](state, seat, action)


# === THE WRONG PHASE ===

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


def why_not_now(state: State, verb: int) -> Refusal:
    """Refuse a move that belongs to another part of the turn."""
    if state.phase in (rules.DROP, rules.SPIN):
        return "GG 4.7", what_to_finish(state)
    if state.phase in rules.ICON_PHASES:
        action = PHASES[state.phase].capitalize()
        return (
            "GG 3.4",
            f"the tile just laid gives the action {action}: carry it out, or skip it",
        )
    if verb == rules.SKIP:
        return (
            "GG 3.1",
            "there is no passing: play a tile, play a House, or move one of your Houses",
        )
    if verb == rules.PUT_DOWN:
        return "GG 4.3", "no token was lifted"
    if verb == rules.SPIN_ROUND:
        return "GG 4.4", "no tiles were swapped"
    needed = PHASES[PHASES_OF[verb][0]].capitalize()
    return (
        "GG 3.4",
        f"that is the action {needed}, and it comes right after laying a tile with its icon",
    )


def what_to_finish(state: State) -> str:
    """Return what is left to do of an action that has begun."""
    if state.phase == rules.DROP:
        token = bare_token(kind_name(int(state.lifted)))
        return f"a token is in the air ({token}): drop it on a vacant space"
    tile = int(state.spinning[0])
    last = TILE_SET[tile].orientations - 1
    return f"the swap is half done: say how tile {tile} shall lie (spin r0 to r{last})"


# === TILES AND HOUSES ===


def why_not_lay(state: State, seat: int, action: int) -> Refusal:
    """Refuse a tile that is not held, or its place."""
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
    """Refuse a House: not owned, not movable now, or not there."""
    colour, where = rules.colour_or_kind_in(action), rules.space_name_in(action)
    name = COLOUR_NAMES[colour]
    if not rules.is_house_of(state, colour, seat):
        return "GG 3.1", f"the {name} House is not yours"
    if state.laid == 0:
        return "GG 3.2", "a House cannot open the game: lay a tile first"
    if not rules.can_use_house(state, seat, colour):
        return (
            "GG 3.6",
            f"the last {state.moved} turns were all House moves: "
            "play a tile or a House from your hand",
        )
    if rules.NO_SPACE != rules.space_named(state, where) == state.houses[colour]:
        return (
            "GG 3.3",
            f"the {name} House stands at {space_text(where)} already: a move must change its place",
        )
    return why_not_stand(state, colour, where)


def why_not_stand(state: State, colour: int, where: int) -> Refusal:
    """Refuse a House because of the first window that shows no ghost."""
    x, y = space_point(where)
    for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)):
        space = space_at(state, x + dx, y + dy)
        if not rules.is_free_for(state.lying, colour, space):
            return (
                "GG 3.3",
                f"all four windows must show a ghost, and {x + dx},{y + dy} does not "
                f"({what_lies(state, space)})",
            )
    raise AssertionError("invalid refusal: got a House that shows four ghosts")


def what_lies(state: State, space: int) -> str:
    """Return what lies on a space instead of a ghost."""
    if space == rules.NO_SPACE:
        return "no tile"
    if rules.token_on(state, space):
        return a_token(kind_name(rules.token_on(state, space)))
    return f"the {COLOUR_NAMES[state.lying[space] - HOUSE_OVER]} House"


def why_not_unlocked(state: State, where: int) -> Refusal | None:
    """Refuse to turn, swap or replace a tile; None if it is unlocked."""
    tile = rules.tile_at(state, where)
    if tile == rules.NO_TILE:
        return "GG 4.1", f"no tile lies at {place_text(where)}"
    if not rules.is_unlocked(state, tile):
        return "GG 4.1", f"tile {tile} at {place_text(where)} is locked ({what_locks(state, tile)})"
    return None


def what_locks(state: State, tile: int) -> str:
    """Return the first thing that lies on a locked tile."""
    spaces = range(4 * tile, 4 * tile + 4)
    return next(what_lies(state, space) for space in spaces if state.lying[space])


# === ROTATE ===


def why_not_turn(state: State, seat: int, action: int) -> Refusal:
    """Refuse to turn a tile."""
    where = rules.place_in(action)
    tile = rules.tile_at(state, where)
    return why_not_unlocked(state, where) or (
        "GG 4.3",
        f"tile {tile} would show the same picture, or one that takes fewer turns: "
        f"it has {TILE_SET[tile].orientations} different",
    )


def why_no_token(state: State, where: int) -> Refusal | None:
    """Refuse a space without a token; None if there is one."""
    space = rules.space_named(state, where)
    if space == rules.NO_SPACE or not rules.token_on(state, space):
        return "GG 1.3", f"no token lies at {space_text(where)}"
    return None


def why_not_lift(state: State, seat: int, action: int) -> Refusal:
    """Refuse to lift a token."""
    return why_no_token(state, rules.space_name_in(action)) or (
        "GG 4.3",
        "there is no vacant space to move the token to",
    )


def why_not_vacant(state: State, where: int) -> Refusal:
    """Refuse a space that is not vacant."""
    space = rules.space_named(state, where)
    if state.lifted and space == state.lifted_from:
        return (
            "GG 4.3",
            f"the token was lifted from {space_text(where)}: it must go to another space",
        )
    return "GG 4.2", f"{space_text(where)} is not vacant ({what_lies(state, space)})"


def why_not_drop(state: State, seat: int, action: int) -> Refusal:
    """Refuse to drop a token."""
    return why_not_vacant(state, rules.space_name_in(action))


# === SWAP ===


def why_not_swap(state: State, seat: int, action: int) -> Refusal:
    """Refuse to swap two tiles."""
    places = rules.first_place_in(action), rules.place_in(action)
    refusals = (why_not_unlocked(state, place) for place in places)
    return next(refusal for refusal in refusals if refusal is not None)


def why_not_trade(state: State, seat: int, action: int) -> Refusal:
    """Refuse to trade two tokens."""
    first, second = rules.first_space_name_in(action), rules.space_name_in(action)
    return (
        why_no_token(state, first)
        or why_no_token(state, second)
        or (
            "GG 4.4",
            f"the tokens at {space_text(first)} and {space_text(second)} are of the same kind: "
            "a trade would change nothing",
        )
    )


def why_not_spin(state: State, seat: int, action: int) -> Refusal:
    """Refuse a rotation that looks like a smaller one."""
    tile = int(state.spinning[0])
    return "GG 4.4", f"tile {tile} shows nothing new after r{TILE_SET[tile].orientations - 1}"


# === REPLACE AND TOKEN ===


def why_not_take(state: State, seat: int, action: int) -> Refusal:
    """Refuse to replace a tile."""
    return why_not_unlocked(state, rules.place_in(action)) or (
        "GG 4.5",
        f"tile {rules.tile_in(action)} is not in your hand",
    )


def why_not_claim(state: State, seat: int, action: int) -> Refusal:
    """Refuse to replace a token."""
    kind, where = rules.colour_or_kind_in(action), rules.space_name_in(action)
    missing = why_no_token(state, where)
    if missing is not None:
        return missing
    if state.held[seat, kind] == 0:
        return "GG 4.5", f"you hold no {bare_token(kind_name(kind))}"
    token = the_token(kind_name(kind))
    return "GG 4.5", f"{token} at {space_text(where)} can only be exchanged for another kind"


def why_not_put(state: State, seat: int, action: int) -> Refusal:
    """Refuse to put a token on a space."""
    kind = rules.colour_or_kind_in(action)
    if state.held[seat, kind] == 0:
        return "GG 4.6", f"you hold no {bare_token(kind_name(kind))}"
    return why_not_vacant(state, rules.space_name_in(action))


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
