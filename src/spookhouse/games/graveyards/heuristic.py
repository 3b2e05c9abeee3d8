"""Heuristic for Graveyards, Ghosts & Haunted Houses: weigh moves by their effect on the scores.

A tile goes where it adds most to the player's own best sections and least to those of opponents. A
House goes where it shows the most ghosts of a best section. Some actions are tried out on the
record, which is then restored.
"""

from spookhouse.games.graveyards.pieces import COLOURS, GHOSTS, INVESTIGATOR, KIDS, QUARTERS
from spookhouse.games.graveyards.rules import (
    CLAIM,
    EAST,
    EXCHANGE,
    LAY,
    LIFT,
    MAIN,
    NOBODY,
    PUT,
    PUT_DOWN,
    SPIN_ROUND,
    TAKE,
    TRADE,
    TURN,
    WEST,
    best_section,
    clear_sections,
    colour_or_kind_in,
    first_place_in,
    first_space_name_in,
    label_sections,
    lay_tile,
    place_in,
    place_token,
    remove_tile,
    score_colour,
    settle_tile,
    space_name_in,
    space_named,
    spot_beside,
    spot_of,
    tile_at,
    tile_in,
    token_on,
    turns_in,
    verb_of,
    window_space,
)
from spookhouse.kernel.best_move import LEAST, prefer
from spookhouse.kernel.chance import pick
from spookhouse.kernel.rule_decorator import rule

OWN_POINT, OPPONENT_POINT = 20, 12  # the worth of an own point, and of an opponent's
MAX_TRIALS = 24  # the most actions that are tried out


@rule
def choose(state, seat, actions, found, chance):
    """Return a move of the highest worth."""
    if state.phase == MAIN:
        return choose_play(state, seat, actions, found, chance)
    return choose_action(state, seat, actions, found, chance)


# === TILES AND HOUSES ===


@rule
def choose_play(state, seat, actions, found, chance):
    """Label all sections first, so that the neighbours of a tile show what it joins."""
    for colour in range(COLOURS):
        state.worths[colour, 0] = label_sections(state, colour)
    best, most, ties = int(actions[0]), LEAST, 0
    for i in range(found):
        action = int(actions[i])
        is_tile = verb_of(action) == LAY
        worth = weigh_tile(state, seat, action) if is_tile else weigh_house(state, action)
        best, most, ties = prefer(action, worth, best, most, ties, chance)
    for colour in range(COLOURS):
        sections = int(state.worths[colour, 0])
        state.worths[colour, 0] = 0
        clear_sections(state, colour, sections)
    return best


@rule
def weigh_tile(state, seat, action):
    """Return what the tile adds to the best section of each colour.

    Own colours count for it, those of opponents against it. The worth that it joins breaks ties.
    """
    tile, turns, spot = tile_in(action), turns_in(action), spot_of(place_in(action))
    worth, done = 0, 0
    for quarter in range(QUARTERS):
        colour = int(GHOSTS[tile, turns, quarter])
        owner = int(state.owners[colour])
        if (done >> colour) & 1 or owner == NOBODY:
            continue
        done |= 1 << colour
        joined = weigh_joined(state, tile, turns, spot, colour)
        gain = max(joined - best_worth(state, colour), 0)
        worth += (
            OWN_POINT * gain + joined if owner == seat else -OPPONENT_POINT * gain - joined // 2
        )
    return worth


@rule
def best_worth(state, colour):
    """Return the worth of the best section of a colour, 0 if it has none."""
    sections = int(state.worths[colour, 0])
    return int(state.worths[colour, best_section(state, colour, sections)]) if sections > 0 else 0


@rule
def weigh_joined(state, tile, turns, spot, colour):
    """Return the worth of all that the tile would connect in a colour.

    That is its own ghosts and the sections beside them, each counted once.
    """
    worth, met = 0, 0
    for quarter in range(QUARTERS):
        if GHOSTS[tile, turns, quarter] != colour:
            continue
        worth += 1
        for i in range(2):
            beyond = space_beyond(state, spot, quarter, (quarter + 3 + i) & 3)
            if beyond < 0:
                continue
            section = int(state.labels[colour, beyond])
            if section > 0 and not (met >> section) & 1:
                met |= 1 << section
                worth += int(state.worths[colour, section])
            elif section == 0:
                worth += weigh_lonely(state, beyond)
    return worth


@rule
def space_beyond(state, spot, quarter, side):
    """Return the space that a quarter of a tile at this spot touches on an outer side, or -1."""
    tile = int(state.graveyard[spot_beside(spot, side)]) - 1
    across = quarter ^ 1 if side == EAST or side == WEST else 3 - quarter
    return -1 if tile < 0 else (tile << 2) | across


@rule
def weigh_lonely(state, space):
    """Return the worth of a token that is in no section of the colour yet."""
    token = token_on(state, space)
    return 3 * (token == KIDS) - 3 * (token == INVESTIGATOR)


@rule
def weigh_house(state, action):
    """Count the ghosts of the best section that its windows show, beyond those shown now."""
    colour = colour_or_kind_in(action)
    sections = int(state.worths[colour, 0])
    if sections == 0:
        return LEAST + 1
    best = best_section(state, colour, sections)
    space = space_named(state, space_name_in(action))
    gain = count_shown(state, colour, best, space)
    if state.houses[colour] >= 0:
        gain -= count_shown(state, colour, best, int(state.houses[colour]))
    return OWN_POINT * gain


@rule
def count_shown(state, colour, section, space):
    """Count the ghosts of a section that a House at this space would show."""
    shown = 0
    for window in range(4):
        under = window_space(state, space, window)
        shown += state.labels[colour, under] == section and not token_on(state, under)
    return shown


# === ACTIONS ===


@rule
def choose_action(state, seat, actions, found, chance):
    """Try some actions out and return the best that beats `skip`, which changes nothing."""
    now = weigh_table(state, seat)
    best, most = int(actions[found - 1]), LEAST
    start = pick(chance, found)
    step = 1 + found // MAX_TRIALS
    for i in range(min(found, MAX_TRIALS)):
        action = int(actions[(start + i * step) % found])
        worth = try_action(state, seat, action, now)
        if worth > most:
            best, most = action, worth
    return best if most > now or verb_of(int(actions[found - 1])) != 0 else int(actions[found - 1])


@rule
def weigh_table(state, seat):
    """Return the current scores, with own points for and those of opponents against."""
    worth = 0
    for colour in range(COLOURS):
        if state.owners[colour] != NOBODY:
            weight = OWN_POINT if state.owners[colour] == seat else -OPPONENT_POINT
            worth += weight * score_colour(state, colour)
    return worth


@rule
def try_action(state, seat, action, now):
    """Return the worth of the table after an action; `now` is its worth before."""
    verb = verb_of(action)
    if verb == TURN:
        return try_turn(state, seat, action)
    if verb == PUT or verb == CLAIM:
        space = space_named(state, space_name_in(action))
        return try_token(state, seat, space, colour_or_kind_in(action)) - 1
    if verb == PUT_DOWN:
        return try_token(state, seat, space_named(state, space_name_in(action)), int(state.lifted))
    if verb == EXCHANGE:
        return try_swap(state, seat, first_place_in(action), place_in(action))
    if verb == TRADE:
        first = space_named(state, first_space_name_in(action))
        return try_trade(state, seat, first, space_named(state, space_name_in(action)))
    if verb == SPIN_ROUND:
        return try_rotation(state, seat, int(state.spinning[0]), action & 3)
    if verb == TAKE:
        return try_take(state, seat, action)
    return try_lift(state, seat, action) if verb == LIFT else now


@rule
def try_rotation(state, seat, tile, turns):
    """Return the worth of the table with a tile in another rotation."""
    before = int(state.rotations[tile])
    state.rotations[tile] = turns
    worth = weigh_table(state, seat)
    state.rotations[tile] = before
    return worth


@rule
def try_turn(state, seat, action):
    """Return the worth of the table after a tile is turned."""
    tile = tile_at(state, place_in(action))
    return try_rotation(state, seat, tile, (int(state.rotations[tile]) + turns_in(action)) & 3)


@rule
def try_token(state, seat, space, kind):
    """Return the worth of the table with another token (0 for none) on a space."""
    before = int(state.lying[space])
    place_token(state, space, kind)
    worth = weigh_table(state, seat)
    place_token(state, space, before)
    return worth


@rule
def try_lift(state, seat, action):
    """Return the worth of the table without the token; its new place may help more."""
    return try_token(state, seat, space_named(state, space_name_in(action)), 0)


@rule
def try_trade(state, seat, space, other):
    """Return the worth of the table after two tokens change places."""
    kind, other_kind = token_on(state, space), token_on(state, other)
    place_token(state, space, other_kind)
    worth = try_token(state, seat, other, kind)
    place_token(state, space, kind)
    return worth


@rule
def try_swap(state, seat, first, second):
    """Return the worth of the table after two tiles change places."""
    tile, other = tile_at(state, first), tile_at(state, second)
    settle_tile(state, other, first)
    settle_tile(state, tile, second)
    worth = weigh_table(state, seat)
    settle_tile(state, tile, first)
    settle_tile(state, other, second)
    return worth


@rule
def try_take(state, seat, action):
    """Return the worth of the table after a tile of the hand replaces one in play."""
    old, place = tile_at(state, place_in(action)), place_in(action)
    turns = int(state.rotations[old])
    remove_tile(state, old)
    lay_tile(state, tile_in(action), turns_in(action), place)
    worth = weigh_table(state, seat)
    remove_tile(state, tile_in(action))
    lay_tile(state, old, turns, place)
    return worth
