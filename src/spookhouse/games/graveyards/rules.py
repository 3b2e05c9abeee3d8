"""Graveyards, Ghosts & Haunted Houses, rule by rule. The numbers are those of rulebook.md."""

import numpy as np

from spookhouse.games.graveyards.pieces import (
    COLOURS,
    GHOSTS,
    GRAVESTONE,
    HAND,
    HOUSE_OVER,
    ICON_NAMES,
    INVESTIGATOR,
    INVESTIGATOR_WORTH,
    KIDS,
    KIDS_WORTH,
    KINDS,
    ORIENTATIONS,
    QUARTERS,
    SEATS,
    SPACES,
    TILE_SET,
    TILES,
    TOKENS_EACH,
    TOKENS_EACH_OF_2,
)
from spookhouse.kernel.cards import take_top
from spookhouse.kernel.chance import pick, shuffle
from spookhouse.kernel.events import emit, emit_secret
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.state_layout import layout

# Tiles lie on a torus. The place x,y is the spot 64 * y + x, cut to 12 bits.
# A connected layout of 58 tiles never meets itself there.
SIDE = 64
SPOTS = SIDE * SIDE
WRAP = SPOTS - 1

# A space is 4 * tile + quarter. A tile neither moves nor turns while anything lies on it,
# so whatever lies on a space stays there.
STATE = layout(
    [
        ("scores", "i8", (COLOURS,)),  # 5.4  0 until the game is over
        ("queue", "i2", (SPACES,)),  # scratch space, left zero: the spaces of one section
        ("worths", "i2", (COLOURS, TILES + 1)),  # scratch space, left zero: score by section
        ("places", "i2", (TILES,)),  # see `place_at`; 0 if not in play
        ("spots", "i2", (TILES,)),  # on the torus; 0 if not in play
        ("houses", "i2", (COLOURS,)),  # the space under the north-west window, IN_HAND or UNUSED
        ("lifted_from", "i2"),  # 4.3  the space of a lifted token, else 0
        ("lifted", "i1"),  # 4.3  the kind of a lifted token, else 0
        ("players", "i1"),  # option
        ("owners", "i1", (COLOURS,)),  # option: a seat, or NOBODY
        ("phase", "i1"),
        ("turn", "i1"),
        ("moved", "i1"),  # 3.6  House moves in a row
        ("final", "i1"),  # 5.1  final turns left; NOT_YET while the stack holds a tile
        ("laid", "i1"),  # tiles in play
        ("spinning", "i1", (2,)),  # 4.4  tiles still to be turned, NO_TILE for none
        ("hand_sizes", "i1", (SEATS,)),
        ("hands", "i1", (SEATS, TILES)),  # secret: from other seats; sorted
        ("seen", "i1", (TILES,)),  # 1 for a tile in a hand that all players have seen
        ("stack_size", "i1"),
        ("stack", "i1", (TILES,)),  # secret: from everybody; the last tile is drawn next
        ("held", "i1", (SEATS, KINDS + 1)),  # tokens not yet placed, by kind
        ("rotations", "i1", (TILES,)),  # NOT_IN_PLAY for tiles elsewhere
        ("locks", "i1", (TILES,)),  # 4.1  tokens and windows on a tile
        ("lying", "i1", (SPACES,)),  # the kind of a token, HOUSE_OVER + colour of a House, or 0
        ("labels", "i1", (COLOURS, SPACES)),  # scratch space, left zero: section of each space
        ("graveyard", "i1", (SPOTS,)),  # 1 + the tile at each spot of the torus, or 0
    ]
)

NOBODY = -1
UNKNOWN = -1  # in a concealed record: a tile that the seat does not know
NO_TILE = -1
NO_SPACE = -1
IN_HAND, UNUSED = -1, -2
NOT_IN_PLAY = -1
NOT_YET = -1

MAIN, ROTATE, DROP, SWAP, SPIN, REPLACE, TOKEN, OVER = 0, 1, 2, 3, 4, 5, 6, 7  # phases
ICON_PHASES = (ROTATE, SWAP, REPLACE, TOKEN)  # in the order of ICON_NAMES
ICONS = np.array(
    [ICON_PHASES[ICON_NAMES.index(tile.icon)] if tile.icon else MAIN for tile in TILE_SET], np.int8
)

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
STEPS = (-SIDE, 1, SIDE, -1)  # from a spot to the next one on each side

# The highest bits of an action are a verb. Below them lie tiles (6 bits), rotations, colours and
# kinds (2 bits), places (13 bits) and spaces (15 bits), both given by their coordinates.
# A trade holds two spaces and takes all codes from 2**30.
VERB = 26
SKIP, LAY, HOUSE, TURN, LIFT, PUT_DOWN, EXCHANGE, SPIN_ROUND = 0, 1, 2, 3, 4, 5, 6, 7
TAKE, CLAIM, PUT, TRADE = 8, 9, 10, 16

# 28 tiles in a line have 58 open places; the other 30, all in one hand, have 120 rotations.
MAX_ACTIONS = 8192

# What a move leaves behind: the turn goes on; it ends after a play from the hand (3.5), or after
# a House was moved.
GOES_ON, FROM_HAND, HOUSE_MOVE = 0, 1, 2

DAWN = 1  # reason

# Events; wording.py names the numbers of each.
LAID, HOUSE_PLAYED, HOUSE_MOVED, TURNED, LIFTED, DROPPED, SWAPPED, SPUN = 1, 2, 3, 4, 5, 6, 7, 8
TRADED, TAKEN, CLAIMED, TOKEN_PUT, SKIPPED, DREW = 9, 10, 11, 12, 13, 14
REFILLED, LAST_TILE, SCORED, WON = 15, 16, 17, 18
TAPE_ROWS = 16

# === PLACES AND SPACES ===


@rule
def place_at(x, y):
    """Return the 13 bits that name the place x,y of a layout of 58 tiles around 0,0."""
    return ((x + y + SIDE) << 6) | ((x - y + SIDE) >> 1)


@rule
def x_of(place):
    """Return the x of a place."""
    across = (place >> 6) - SIDE
    down = ((place & 63) << 1) - SIDE + (across & 1)
    return (across + down) >> 1


@rule
def y_of(place):
    """Return the y of a place."""
    return (place >> 6) - SIDE - x_of(place)


@rule
def place_beside(place, side):
    """Return the place next to a place."""
    x, y = x_of(place), y_of(place)
    return place_at(x + (side == EAST) - (side == WEST), y + (side == SOUTH) - (side == NORTH))


@rule
def spot_of(place):
    """Return the spot of a place on the torus."""
    return (SIDE * y_of(place) + x_of(place)) & WRAP


@rule
def spot_beside(spot, side):
    """Return the spot next to a spot."""
    return (spot + STEPS[side]) & WRAP


@rule
def tile_at(state, place):
    """Return the tile in play at a place, or NO_TILE."""
    return int(state.graveyard[spot_of(place)]) - 1


@rule
def is_in_play(state, tile):
    """Return whether a tile lies in the graveyard."""
    return state.rotations[tile] != NOT_IN_PLAY


@rule
def beside(state, space, side):
    """Return the space that shares an edge with this one, or NO_SPACE where no tile lies."""
    quarter = space & 3
    across = quarter ^ 1 if side & 1 else 3 - quarter
    if quarter != side and quarter != (side + 1) & 3:
        return space - quarter + across
    tile = int(state.graveyard[spot_beside(int(state.spots[space >> 2]), side)]) - 1
    return NO_SPACE if tile == NO_TILE else (tile << 2) | across


@rule
def name_of(state, space):
    """Return the 15 bits that name a space by its place."""
    return (int(state.places[space >> 2]) << 2) | (space & 3)


@rule
def space_named(state, name):
    """Return the space of that name, or NO_SPACE where no tile lies."""
    tile = tile_at(state, name >> 2)
    return NO_SPACE if tile == NO_TILE else (tile << 2) | (name & 3)


@rule
def comes_before(name, other):
    """Return whether a space is named first of two: smaller y first, then smaller x."""
    y, other_y = y_of_space(name), y_of_space(other)
    return y < other_y or (y == other_y and x_of_space(name) < x_of_space(other))


@rule
def x_of_space(name):
    """Return the x of a space that is named by its place."""
    return 2 * x_of(name >> 2) + ((name & 3) == 1 or (name & 3) == 2)


@rule
def y_of_space(name):
    """Return the y of a space that is named by its place."""
    return 2 * y_of(name >> 2) + ((name & 3) >= 2)


# === ACTIONS AS NUMBERS ===


@rule
def verb_of(action):
    """Return the verb of an action."""
    return TRADE if action >> 30 else action >> VERB


@rule
def action_code(verb, payload):
    """Return the action of a verb that has no tile, place or space."""
    return (verb << VERB) | payload


@rule
def lay_code(verb, tile, turns, place):
    """Return the action LAY or TAKE: a tile of the hand, its rotation and its place."""
    return (verb << VERB) | (tile << 15) | (turns << 13) | place


@rule
def tile_in(action):
    """Return the tile in an action."""
    return (action >> 15) & 63


@rule
def turns_in(action):
    """Return the rotation in an action."""
    return (action >> 13) & 3


@rule
def place_in(action):
    """Return the place in an action."""
    return action & 0x1FFF


@rule
def space_code(verb, colour_or_kind, name):
    """Return an action on a space.

    HOUSE has a colour, CLAIM and PUT have a kind, LIFT and PUT_DOWN have 0.
    """
    return (verb << VERB) | (colour_or_kind << 15) | name


@rule
def colour_or_kind_in(action):
    """Return the colour or the kind in an action on a space."""
    return (action >> 15) & 3


@rule
def space_name_in(action):
    """Return the name of the space in an action."""
    return action & 0x7FFF


@rule
def first_space_name_in(action):
    """Return the first space of a trade; `space_name_in` returns the second."""
    return (action >> 15) & 0x7FFF


@rule
def trade_code(name, other):
    """Return the action that trades the tokens on two named spaces."""
    return (1 << 30) | (name << 15) | other


@rule
def first_place_in(action):
    """Return the first place of an exchange; `place_in` returns the second."""
    return (action >> 13) & 0x1FFF


@rule
def exchange_code(place, other):
    """Return the action that swaps the tiles at two places."""
    return (EXCHANGE << VERB) | (place << 13) | other


# === 1 PIECES ===
# === 1.1 TILES ===


@rule
def gather_tiles(state):
    """1.1 Put the 58 tiles on the stack, in order."""
    for tile in range(TILES):
        state.stack[tile] = tile
    state.stack_size = TILES


@rule
def ghost_at(state, space):
    """1.1 Return the colour of the ghost printed on a space, whatever lies on it."""
    tile = space >> 2
    return int(GHOSTS[tile, int(state.rotations[tile]), space & 3])


@rule
def count_orientations(state, seat):
    """Count the rotations that look different, over all tiles of a hand."""
    orientations = 0
    for i in range(state.hand_sizes[seat]):
        orientations += int(ORIENTATIONS[state.hands[seat, i]])
    return orientations


# === 1.2 COLOURS AND HOUSES ===


@rule
def is_house_of(state, colour, seat):
    """1.2 Return whether a seat owns the House of a colour; each colour has one."""
    return state.owners[colour] == seat


# === 1.3 TOKENS ===


@rule
def count_placed(state, kind):
    """1.3 Count the tokens of a kind in play: neither held nor lifted."""
    placed = count_supply(state) - (state.lifted == kind)
    for seat in range(state.players):
        placed -= state.held[seat, kind]
    return int(placed)


@rule
def token_on(state, space):
    """1.3 Return the kind of the token on a space, 0 for none."""
    lying = int(state.lying[space])
    return lying if lying < HOUSE_OVER else 0


@rule
def count_tokens(state):
    """1.3 Count the tokens in play."""
    return (
        count_placed(state, KIDS)
        + count_placed(state, INVESTIGATOR)
        + count_placed(state, GRAVESTONE)
    )


@rule
def count_held_kinds(state, seat):
    """1.3 Count the kinds of tokens that a seat holds."""
    kinds = 0
    for kind in range(1, KINDS + 1):
        kinds += state.held[seat, kind] > 0
    return int(kinds)


# === 2 SETUP ===


@rule
def setup(state, chance):
    """2 Clear the graveyard, deal tiles and tokens, and draw the first player."""
    clear_graveyard(state)
    take_houses(state)
    deal_tiles(state, chance)
    deal_tokens(state)
    draw_first_player(state, chance)


@rule
def clear_graveyard(state):
    """2 Remove all tiles with their tokens and Houses."""
    for spot in range(SPOTS):
        state.graveyard[spot] = 0
    for space in range(SPACES):
        state.lying[space] = 0
    for tile in range(TILES):
        state.rotations[tile] = NOT_IN_PLAY
        state.places[tile] = 0
        state.spots[tile] = 0
        state.locks[tile] = 0
        state.seen[tile] = 0
    state.laid = 0


# === 2.1 COLOURS ===


@rule
def take_houses(state):
    """2.1 Put the Houses of colours in play into the hands; with three players one is unused."""
    for colour in range(COLOURS):
        state.houses[colour] = UNUSED if state.owners[colour] == NOBODY else IN_HAND
        state.scores[colour] = 0


# === 2.2 THE DEAL ===


@rule
def deal_tiles(state, chance):
    """2.2 Shuffle and deal three tiles to each player; the rest is the stack."""
    gather_tiles(state)
    shuffle(state.stack, TILES, chance)
    for seat in range(SEATS):
        for i in range(TILES):
            state.hands[seat, i] = 0
        state.hand_sizes[seat] = 0
    for seat in range(state.players):
        for _ in range(HAND):
            take_in_hand(state, seat, draw_from_stack(state))


@rule
def deal_tokens(state):
    """2.2 Deal two of each token to each player, or four with two players."""
    for seat in range(SEATS):
        for kind in range(1, KINDS + 1):
            state.held[seat, kind] = count_dealt(state) if seat < state.players else 0


@rule
def count_dealt(state):
    """2.2 Return how many tokens of each kind a player gets."""
    return TOKENS_EACH_OF_2 if state.players == 2 else TOKENS_EACH


@rule
def count_supply(state):
    """2.2 Return how many tokens of each kind are in the game."""
    return int(state.players) * count_dealt(state)


@rule
def draw_from_stack(state):
    """Remove the top tile of the stack and return it."""
    tile = take_top(state.stack, int(state.stack_size))
    state.stack_size -= 1
    return tile


@rule
def take_in_hand(state, seat, tile):
    """Add a tile to the hand, which stays sorted."""
    place = int(state.hand_sizes[seat])
    while place > 0 and state.hands[seat, place - 1] > tile:
        state.hands[seat, place] = state.hands[seat, place - 1]
        place -= 1
    state.hands[seat, place] = tile
    state.hand_sizes[seat] += 1


@rule
def leave_hand(state, seat, tile):
    """Take a tile out of the hand; it is no longer known to be there."""
    size = state.hand_sizes[seat] - 1
    place = 0
    while state.hands[seat, place] != tile:
        place += 1
    while place < size:
        state.hands[seat, place] = state.hands[seat, place + 1]
        place += 1
    state.hands[seat, size] = 0
    state.hand_sizes[seat] = size
    state.seen[tile] = 0


@rule
def has_tile(state, seat, tile):
    """Return whether a tile is in a hand."""
    for i in range(state.hand_sizes[seat]):
        if state.hands[seat, i] == tile:
            return True
    return False


# === 2.3 WHO STARTS ===


@rule
def draw_first_player(state, chance):
    """2.3 Draw the first player; then play goes clockwise."""
    state.turn = pick(chance, int(state.players))
    state.phase = MAIN
    state.moved = 0
    state.final = NOT_YET
    state.lifted = 0
    state.lifted_from = 0
    state.spinning[0] = NO_TILE
    state.spinning[1] = NO_TILE


# === 3 THE TURN ===


@rule
def waiting(state):
    """3 Return the seat whose turn it is, as a bit."""
    return 0 if state.phase == OVER else 1 << state.turn


@rule
def legal(state, seat, actions):
    """3 List the moves that the phase of the turn allows."""
    if state.phase == OVER or state.turn != seat:
        return 0
    if state.phase == MAIN:
        return legal_main(state, seat, actions)
    if state.phase == DROP:
        return legal_drop(state, actions, 0)
    if state.phase == SPIN:
        return legal_spin(state, actions, 0)
    return legal_icon(state, seat, actions)


@rule
def play(state, seat, action, chance, tape):
    """3 Play one move; 3.5 the turn ends unless an action follows."""
    verb = verb_of(action)
    if verb == LAY:
        ending = play_tile(state, seat, action, tape)
    elif verb == HOUSE:
        ending = play_house(state, seat, action, tape)
    elif verb == SKIP:
        ending = play_skip(state, seat, tape)
    else:
        ending = play_icon(state, seat, action, verb, tape)
    if ending != GOES_ON:
        end_turn(state, seat, ending, tape)


@rule
def draw_move(state, seat, actions, chance):
    """Draw one legal move, each equally likely, without listing them all."""
    if state.phase == MAIN:
        return draw_main(state, seat, chance)
    if state.phase == ROTATE:
        return draw_rotate(state, chance)
    if state.phase == SWAP:
        return draw_swap(state, chance)
    if state.phase == REPLACE:
        return draw_replace(state, seat, chance)
    if state.phase == TOKEN:
        return draw_token(state, seat, chance)
    if state.phase == DROP:
        return space_code(PUT_DOWN, 0, name_of(state, draw_vacant(state, chance)))
    return action_code(SPIN_ROUND, pick(chance, int(ORIENTATIONS[state.spinning[0]])))


# === 3.1 A TILE, A HOUSE, OR A HOUSE MOVED ===


@rule
def legal_main(state, seat, actions):
    """3.1 List all tiles, Houses of the hand, and moves of Houses in play."""
    found = legal_tiles(state, seat, actions, 0)
    for colour in range(COLOURS):
        if can_use_house(state, seat, colour):
            found = legal_house(state, colour, actions, found)
    return found


@rule
def draw_main(state, seat, chance):
    """Draw a tile in play, a side, and a piece to play there, until that is legal.

    Each legal move belongs to exactly one draw.
    """
    orientations = count_orientations(state, seat)
    if state.laid == 0:
        return orientation_code(state, seat, pick(chance, orientations), place_at(0, 0))
    choices = orientations + count_usable_houses(state, seat)
    while True:
        drawn = pick(chance, SPACES * choices)
        space, choice = drawn % SPACES, drawn // SPACES
        tile, side = space >> 2, space & 3
        if not is_in_play(state, tile):
            continue
        if choice >= orientations:
            colour = usable_house(state, seat, choice - orientations)
            if can_stand(state, colour, space):
                return space_code(HOUSE, colour, name_of(state, space))
        elif is_first_offer(state.graveyard, spot_beside(int(state.spots[tile]), side), side):
            return orientation_code(
                state, seat, choice, place_beside(int(state.places[tile]), side)
            )


# === 3.2 TILES ===


@rule
def legal_tiles(state, seat, actions, found):
    """3.2 List tiles of the hand in any rotation beside a tile in play; the first tile at 0,0."""
    if state.laid == 0:
        return legal_orientations(state, seat, place_at(0, 0), actions, found)
    graveyard, rotations = state.graveyard, state.rotations
    for tile in range(TILES):
        if rotations[tile] != NOT_IN_PLAY:
            place, spot = int(state.places[tile]), int(state.spots[tile])
            for side in range(4):
                if is_first_offer(graveyard, spot_beside(spot, side), side):
                    found = legal_orientations(
                        state, seat, place_beside(place, side), actions, found
                    )
    return found


@rule
def legal_orientations(state, seat, place, actions, found):
    """List the tiles of a hand at a place; of equal-looking rotations only the smallest."""
    hand = state.hands[seat]
    for i in range(state.hand_sizes[seat]):
        tile = int(hand[i])
        for turns in range(ORIENTATIONS[tile]):
            actions[found] = lay_code(LAY, tile, turns, place)
            found += 1
    return found


@rule
def orientation_code(state, seat, number, place):
    """Return the action that lays the hand's orientation of that number."""
    i = 0
    while number >= ORIENTATIONS[state.hands[seat, i]]:
        number -= int(ORIENTATIONS[state.hands[seat, i]])
        i += 1
    return lay_code(LAY, int(state.hands[seat, i]), number, place)


@rule
def is_first_offer(graveyard, spot, side):
    """Return whether a spot is empty and no earlier neighbour offers it already.

    The neighbour in the south offers it first, then those in the west, north and east.
    """
    if graveyard[spot] != 0:
        return False
    for earlier in range(side):
        if graveyard[spot_beside(spot, (earlier + 2) & 3)] != 0:
            return False
    return True


@rule
def play_tile(state, seat, action, tape):
    """3.2 Lay the tile; 3.4 its icon, if it has one, gives an action."""
    tile, turns, place = tile_in(action), turns_in(action), place_in(action)
    leave_hand(state, seat, tile)
    lay_tile(state, tile, turns, place)
    state.moved = 0
    emit(tape, LAID, seat, tile, place, turns, 0)
    state.phase = ICONS[tile]
    return FROM_HAND if state.phase == MAIN else GOES_ON


@rule
def lay_tile(state, tile, turns, place):
    """3.2 Put a tile into play at a place."""
    state.rotations[tile] = turns
    state.laid += 1
    settle_tile(state, tile, place)


@rule
def settle_tile(state, tile, place):
    """Note at which place a tile lies."""
    spot = spot_of(place)
    state.places[tile] = place
    state.spots[tile] = spot
    state.graveyard[spot] = tile + 1


@rule
def remove_tile(state, tile):
    """Take a tile off the graveyard; the caller lays its replacement."""
    state.graveyard[state.spots[tile]] = 0
    state.rotations[tile] = NOT_IN_PLAY
    state.places[tile] = 0
    state.spots[tile] = 0
    state.laid -= 1


# === 3.3 HOUSES ===


@rule
def can_use_house(state, seat, colour):
    """3.3 Return whether a seat may play or move a House; 3.6 not move it if it must stay."""
    if not is_house_of(state, colour, seat):
        return False
    return state.houses[colour] == IN_HAND or not must_play_from_hand(state)


@rule
def count_usable_houses(state, seat):
    """3.3 Count the Houses that a seat may play or move."""
    houses = 0
    for colour in range(COLOURS):
        houses += can_use_house(state, seat, colour)
    return houses


@rule
def usable_house(state, seat, number):
    """Return the colour of the usable House of that number."""
    colour = 0
    while not can_use_house(state, seat, colour) or number > 0:
        number -= can_use_house(state, seat, colour)
        colour += 1
    return colour


@rule
def legal_house(state, colour, actions, found):
    """3.3 List the spaces where a House can stand."""
    lying, rotations = state.lying, state.rotations
    for space in range(SPACES):
        if (
            rotations[space >> 2] != NOT_IN_PLAY
            and is_free_for(lying, colour, space)
            and can_stand(state, colour, space)
        ):
            actions[found] = space_code(HOUSE, colour, name_of(state, space))
            found += 1
    return found


@rule
def can_stand(state, colour, space):
    """3.3 Return whether all windows of a House show a ghost; a move must change its place."""
    if space == state.houses[colour]:
        return False
    lying = state.lying
    for window in range(4):
        if not is_free_for(lying, colour, window_space(state, space, window)):
            return False
    return True


@rule
def is_free_for(lying, colour, space):
    """3.3 Return whether there is a tile without a token and without another House."""
    return space != NO_SPACE and (lying[space] == 0 or lying[space] == HOUSE_OVER + colour)


@rule
def window_space(state, space, window):
    """Return the space under a window, NO_SPACE where no tile lies.

    `space` is the one under the north-west window.
    """
    if window == 1 or window == 2:
        space = beside(state, space, EAST)
    if window >= 2 and space != NO_SPACE:
        space = beside(state, space, SOUTH)
    return space


@rule
def play_house(state, seat, action, tape):
    """3.3 Put a House up from the hand, or move it from its old place."""
    colour, name = colour_or_kind_in(action), space_name_in(action)
    old = int(state.houses[colour])
    if old == IN_HAND:
        state.moved = 0
        emit(tape, HOUSE_PLAYED, seat, colour, name, 0, 0)
    else:
        cover(state, colour, old, -1)
        state.moved += 1
        emit(tape, HOUSE_MOVED, seat, colour, name, name_of(state, old), 0)
    state.houses[colour] = space_named(state, name)
    cover(state, colour, int(state.houses[colour]), 1)
    return FROM_HAND if old == IN_HAND else HOUSE_MOVE


@rule
def cover(state, colour, space, change):
    """Put a House over its four spaces (change 1), or take it off them (change -1)."""
    for window in range(4):
        under = window_space(state, space, window)
        state.lying[under] = HOUSE_OVER + colour if change > 0 else 0
        state.locks[under >> 2] += change


# === 3.4 THE ICON'S ACTION ===


@rule
def legal_icon(state, seat, actions):
    """3.4 List the action of the tile just laid, and skipping it."""
    if state.phase == ROTATE:
        found = legal_rotate(state, actions, 0)
    elif state.phase == SWAP:
        found = legal_swap(state, actions, 0)
    elif state.phase == REPLACE:
        found = legal_replace(state, seat, actions, 0)
    else:
        found = legal_token(state, seat, actions, 0)
    actions[found] = SKIP
    return found + 1


@rule
def play_icon(state, seat, action, verb, tape):
    """3.4 Play the action of an icon."""
    if verb == TURN:
        return play_turn(state, seat, action, tape)
    if verb == LIFT:
        return play_lift(state, seat, action, tape)
    if verb == PUT_DOWN:
        return play_drop(state, seat, action, tape)
    if verb == EXCHANGE:
        return play_swap(state, seat, action, tape)
    if verb == SPIN_ROUND:
        return play_spin(state, seat, action, tape)
    if verb == TRADE:
        return play_trade(state, seat, action, tape)
    if verb == TAKE:
        return play_take(state, seat, action, tape)
    if verb == CLAIM:
        return play_claim(state, seat, action, tape)
    return play_put(state, seat, action, tape)


@rule
def play_skip(state, seat, tape):
    """3.4 Skip the action of an icon."""
    emit(tape, SKIPPED, seat, state.phase, 0, 0, 0)
    return FROM_HAND


# === 3.5 DRAW ===


@rule
def end_turn(state, seat, ending, tape):
    """3.5 Draw after a play from the hand; then the next player clockwise is on turn.

    5.1 Nobody draws in the final turns; they are counted down.
    """
    state.phase = MAIN
    if state.final != NOT_YET:
        state.final -= 1
    elif ending == FROM_HAND:
        draw_tile(state, seat, tape)
    if state.final == 0:
        end_game(state, tape)
    else:
        state.turn = (seat + 1) % int(state.players)


@rule
def draw_tile(state, seat, tape):
    """3.5 Draw one tile from the stack; 5.1 the last one begins the final turns."""
    tile = draw_from_stack(state)
    take_in_hand(state, seat, tile)
    emit_secret(tape, DREW, seat, tile, 0, 0, 0)
    emit(tape, REFILLED, seat, state.stack_size, 0, 0, 0)
    if state.stack_size == 0:
        state.final = state.players
        emit(tape, LAST_TILE, seat, 0, 0, 0, 0)


# === 3.6 HOUSES CANNOT MOVE FOR EVER ===


@rule
def must_play_from_hand(state):
    """3.6 Return whether there were as many House moves in a row as players.

    Then the next play is from the hand.
    """
    return state.moved >= state.players


# === 4 ACTIONS ===
# === 4.1 LOCKED TILES ===


@rule
def is_unlocked(state, tile):
    """4.1 Return whether a tile is in play, without a token or a part of a House on it."""
    return is_in_play(state, tile) and state.locks[tile] == 0


@rule
def count_unlocked(state):
    """4.1 Count the unlocked tiles."""
    unlocked = 0
    for tile in range(TILES):
        unlocked += is_unlocked(state, tile)
    return unlocked


@rule
def unlocked_tile(state, number):
    """Return the unlocked tile of that number."""
    tile = 0
    while not is_unlocked(state, tile) or number > 0:
        number -= is_unlocked(state, tile)
        tile += 1
    return tile


# === 4.2 VACANT SPACES ===


@rule
def is_vacant(state, space):
    """4.2 Return whether a space of a tile in play has no token and no House over it.

    4.3 The space that a lifted token came from does not count.
    """
    if state.lying[space] != 0 or not is_in_play(state, space >> 2):
        return False
    return state.lifted == 0 or space != state.lifted_from


@rule
def count_vacant(state):
    """4.2 Count the vacant spaces."""
    vacant = QUARTERS * int(state.laid) - count_tokens(state) - (state.lifted != 0)
    for colour in range(COLOURS):
        if state.houses[colour] >= 0:
            vacant -= 4
    return vacant


@rule
def draw_vacant(state, chance):
    """Draw a vacant space; there must be one."""
    space = pick(chance, SPACES)
    while not is_vacant(state, space):
        space = pick(chance, SPACES)
    return space


# === 4.3 ROTATE ===


@rule
def legal_rotate(state, actions, found):
    """4.3 List turns of unlocked tiles that change what they show, and tokens to lift."""
    for tile in range(TILES):
        if is_unlocked(state, tile):
            for turns in range(1, ORIENTATIONS[tile]):
                actions[found] = turn_code(state, tile, turns)
                found += 1
    if count_vacant(state) > 0:
        for space in range(SPACES):
            if token_on(state, space):
                actions[found] = space_code(LIFT, 0, name_of(state, space))
                found += 1
    return found


@rule
def turn_code(state, tile, turns):
    """4.3 Return the action that turns a tile."""
    return lay_code(TURN, 0, turns, int(state.places[tile]))


@rule
def draw_rotate(state, chance):
    """4.3 Draw a turn, a lift or the skip, each equally likely."""
    turns = 0
    for tile in range(TILES):
        if is_unlocked(state, tile):
            turns += int(ORIENTATIONS[tile]) - 1
    lifts = count_tokens(state) if count_vacant(state) > 0 else 0
    choice = pick(chance, turns + lifts + 1)
    if choice < turns:
        return numbered_turn_code(state, choice)
    if choice < turns + lifts:
        return space_code(LIFT, 0, name_of(state, token_space(state, choice - turns)))
    return SKIP


@rule
def numbered_turn_code(state, number):
    """4.3 Return the turn of that number."""
    tile = 0
    while True:
        turns = int(ORIENTATIONS[tile]) - 1 if is_unlocked(state, tile) else 0
        if number < turns:
            return turn_code(state, tile, number + 1)
        number -= turns
        tile += 1


@rule
def token_space(state, number):
    """Return the space of the token of that number."""
    space = 0
    while not token_on(state, space) or number > 0:
        number -= token_on(state, space) != 0
        space += 1
    return space


@rule
def play_turn(state, seat, action, tape):
    """4.3 Turn a tile."""
    tile, turns = tile_at(state, place_in(action)), turns_in(action)
    state.rotations[tile] = (int(state.rotations[tile]) + turns) % int(ORIENTATIONS[tile])
    emit(tape, TURNED, seat, tile, place_in(action), turns, state.rotations[tile])
    return FROM_HAND


@rule
def play_lift(state, seat, action, tape):
    """4.3 Lift a token; it must be dropped on another space."""
    space = space_named(state, space_name_in(action))
    state.lifted = token_on(state, space)
    state.lifted_from = space
    place_token(state, space, 0)
    state.phase = DROP
    emit(tape, LIFTED, seat, state.lifted, space_name_in(action), 0, 0)
    return GOES_ON


@rule
def place_token(state, space, kind):
    """Put a token (0 for none) on a space in place of the token that lies there."""
    state.locks[space >> 2] += int(kind != 0) - int(state.lying[space] != 0)
    state.lying[space] = kind


@rule
def legal_drop(state, actions, found):
    """4.3 List the other vacant spaces; 4.7 there is no way back."""
    for space in range(SPACES):
        if is_vacant(state, space):
            actions[found] = space_code(PUT_DOWN, 0, name_of(state, space))
            found += 1
    return found


@rule
def play_drop(state, seat, action, tape):
    """4.3 Drop the lifted token on another space."""
    emit(
        tape,
        DROPPED,
        seat,
        state.lifted,
        name_of(state, int(state.lifted_from)),
        space_name_in(action),
        0,
    )
    place_token(state, space_named(state, space_name_in(action)), int(state.lifted))
    state.lifted = 0
    state.lifted_from = 0
    return FROM_HAND


# === 4.4 SWAP ===


@rule
def legal_swap(state, actions, found):
    """4.4 List pairs of unlocked tiles, and pairs of tokens of different kinds."""
    for tile in range(TILES):
        if is_unlocked(state, tile):
            for other in range(tile + 1, TILES):
                if is_unlocked(state, other):
                    actions[found] = swap_code(state, tile, other)
                    found += 1
    for space in range(SPACES):
        if token_on(state, space):
            for other in range(space + 1, SPACES):
                if can_trade(state, space, other):
                    actions[found] = trade_spaces_code(state, space, other)
                    found += 1
    return found


@rule
def can_trade(state, space, other):
    """4.4 Return whether two tokens can be traded: equal kinds would change nothing."""
    kind, other_kind = token_on(state, space), token_on(state, other)
    return kind != 0 and other_kind != 0 and kind != other_kind


@rule
def swap_code(state, tile, other):
    """Return the action that swaps two tiles, named by their places in reading order."""
    place, other_place = int(state.places[tile]), int(state.places[other])
    if comes_before(place << 2, other_place << 2):
        return exchange_code(place, other_place)
    return exchange_code(other_place, place)


@rule
def trade_spaces_code(state, space, other):
    """Return the action that trades two tokens, named by their spaces in reading order."""
    name, other_name = name_of(state, space), name_of(state, other)
    if comes_before(name, other_name):
        return trade_code(name, other_name)
    return trade_code(other_name, name)


@rule
def draw_swap(state, chance):
    """4.4 Draw a pair of tiles, a pair of tokens or the skip, each equally likely."""
    unlocked = count_unlocked(state)
    swaps = unlocked * (unlocked - 1) // 2
    kids, investigators, gravestones = (
        count_placed(state, KIDS),
        count_placed(state, INVESTIGATOR),
        count_placed(state, GRAVESTONE),
    )
    trades = kids * investigators + kids * gravestones + investigators * gravestones
    choice = pick(chance, swaps + trades + 1)
    if choice < swaps:
        return draw_tiles_to_swap(state, unlocked, chance)
    if choice < swaps + trades:
        return draw_tokens_to_trade(state, kids + investigators + gravestones, chance)
    return SKIP


@rule
def draw_tiles_to_swap(state, unlocked, chance):
    """4.4 Draw two unlocked tiles."""
    first = pick(chance, unlocked)
    second = pick(chance, unlocked - 1)
    second += second >= first
    return swap_code(state, unlocked_tile(state, first), unlocked_tile(state, second))


@rule
def draw_tokens_to_trade(state, placed, chance):
    """4.4 Draw two tokens that can be traded."""
    while True:
        space = token_space(state, pick(chance, placed))
        other = token_space(state, pick(chance, placed))
        if can_trade(state, space, other):
            return trade_spaces_code(state, space, other)


@rule
def play_swap(state, seat, action, tape):
    """4.4 Swap two tiles; then each is turned, first the one now at the first place."""
    first, second = first_place_in(action), place_in(action)
    tile, other = tile_at(state, first), tile_at(state, second)
    settle_tile(state, other, first)
    settle_tile(state, tile, second)
    state.spinning[0] = other
    state.spinning[1] = tile
    state.phase = SPIN
    emit(tape, SWAPPED, seat, other, first, tile, second)
    return GOES_ON


@rule
def legal_spin(state, actions, found):
    """4.4 List the rotations that look different."""
    for turns in range(ORIENTATIONS[state.spinning[0]]):
        actions[found] = action_code(SPIN_ROUND, turns)
        found += 1
    return found


@rule
def play_spin(state, seat, action, tape):
    """4.4 Turn the next swapped tile."""
    tile = int(state.spinning[0])
    state.rotations[tile] = action & 3
    state.spinning[0] = state.spinning[1]
    state.spinning[1] = NO_TILE
    emit(tape, SPUN, seat, tile, state.places[tile], action & 3, 0)
    return FROM_HAND if state.spinning[0] == NO_TILE else GOES_ON


@rule
def play_trade(state, seat, action, tape):
    """4.4 Let two tokens change places."""
    first, second = first_space_name_in(action), space_name_in(action)
    space, other = space_named(state, first), space_named(state, second)
    kind, other_kind = token_on(state, space), token_on(state, other)
    place_token(state, space, other_kind)
    place_token(state, other, kind)
    emit(tape, TRADED, seat, other_kind, first, kind, second)
    return FROM_HAND


# === 4.5 REPLACE ===


@rule
def legal_replace(state, seat, actions, found):
    """4.5 List tiles of the hand for unlocked tiles, and your tokens for tokens of other kinds."""
    for tile in range(TILES):
        if is_unlocked(state, tile):
            for i in range(state.hand_sizes[seat]):
                for turns in range(ORIENTATIONS[state.hands[seat, i]]):
                    actions[found] = lay_code(
                        TAKE, int(state.hands[seat, i]), turns, int(state.places[tile])
                    )
                    found += 1
    for space in range(SPACES):
        if token_on(state, space):
            for kind in range(1, KINDS + 1):
                if can_claim(state, seat, space, kind):
                    actions[found] = space_code(CLAIM, kind, name_of(state, space))
                    found += 1
    return found


@rule
def can_claim(state, seat, space, kind):
    """4.5 Return whether you hold a token of this kind and the one there is of another."""
    return state.held[seat, kind] > 0 and token_on(state, space) != kind


@rule
def draw_replace(state, seat, chance):
    """4.5 Draw a tile, a token or the skip, each equally likely."""
    takes = count_unlocked(state) * count_orientations(state, seat)
    claims = count_claims(state, seat)
    choice = pick(chance, takes + claims + 1)
    if choice < takes:
        orientations = count_orientations(state, seat)
        place = int(state.places[unlocked_tile(state, choice // orientations)])
        laid = orientation_code(state, seat, choice % orientations, place)
        return lay_code(TAKE, tile_in(laid), turns_in(laid), place)
    return draw_claim(state, seat, chance) if choice < takes + claims else SKIP


@rule
def count_claims(state, seat):
    """4.5 Count the ways to replace a token."""
    claims = 0
    for kind in range(1, KINDS + 1):
        claims += count_placed(state, kind) * (
            count_held_kinds(state, seat) - (state.held[seat, kind] > 0)
        )
    return claims


@rule
def draw_claim(state, seat, chance):
    """4.5 Draw a token to replace, and the kind that replaces it."""
    placed = count_tokens(state)
    while True:
        space = token_space(state, pick(chance, placed))
        kind = 1 + pick(chance, KINDS)
        if can_claim(state, seat, space, kind):
            return space_code(CLAIM, kind, name_of(state, space))


@rule
def play_take(state, seat, action, tape):
    """4.5 Take the old tile into the hand, known to all; 3.4 the new one gives no action."""
    tile, turns, place = tile_in(action), turns_in(action), place_in(action)
    old = tile_at(state, place)
    leave_hand(state, seat, tile)
    remove_tile(state, old)
    lay_tile(state, tile, turns, place)
    take_in_hand(state, seat, old)
    state.seen[old] = 1
    emit(tape, TAKEN, seat, old, place, tile, turns)
    return FROM_HAND


@rule
def play_claim(state, seat, action, tape):
    """4.5 Replace a token and keep the old one."""
    kind = colour_or_kind_in(action)
    space = space_named(state, space_name_in(action))
    old = token_on(state, space)
    state.held[seat, old] += 1
    state.held[seat, kind] -= 1
    place_token(state, space, kind)
    emit(tape, CLAIMED, seat, old, space_name_in(action), kind, 0)
    return FROM_HAND


# === 4.6 TOKEN ===


@rule
def legal_token(state, seat, actions, found):
    """4.6 List your tokens on all vacant spaces."""
    for kind in range(1, KINDS + 1):
        if state.held[seat, kind] > 0:
            for space in range(SPACES):
                if is_vacant(state, space):
                    actions[found] = space_code(PUT, kind, name_of(state, space))
                    found += 1
    return found


@rule
def draw_token(state, seat, chance):
    """4.6 Draw a token and a space for it, or the skip, each equally likely."""
    kinds = count_held_kinds(state, seat)
    choice = pick(chance, kinds * count_vacant(state) + 1)
    if choice == 0:
        return SKIP
    kind = 1 + pick(chance, KINDS)
    while state.held[seat, kind] == 0:
        kind = 1 + pick(chance, KINDS)
    return space_code(PUT, kind, name_of(state, draw_vacant(state, chance)))


@rule
def play_put(state, seat, action, tape):
    """4.6 Put a token on a space; it replaces the ghost there until it is removed."""
    kind = colour_or_kind_in(action)
    state.held[seat, kind] -= 1
    place_token(state, space_named(state, space_name_in(action)), kind)
    emit(tape, TOKEN_PUT, seat, kind, space_name_in(action), 0, 0)
    return FROM_HAND


# === 4.7 NOTHING TO DO, AND NO WAY BACK ===
# `legal_icon` always adds the skip. `legal_drop` and `legal_spin` finish an action and add none.

# === 5 THE END ===
# === 5.1 FINAL TURNS ===


@rule
def end_game(state, tape):
    """5.1 Compare the scores after the final turns; the highest wins, equals share."""
    state.phase = OVER
    score_colours(state)
    for colour in range(COLOURS):
        if state.owners[colour] != NOBODY:
            emit(tape, SCORED, state.owners[colour], colour, state.scores[colour], 0, 0)
    for seat in range(state.players):
        if count_better(state, seat) == 0:
            emit(tape, WON, seat, score_seat(state, seat), count_winners(state), DAWN, 0)


@rule
def count_better(state, seat):
    """5.1 Count the seats with a higher score."""
    better = 0
    for other in range(state.players):
        better += score_seat(state, other) > score_seat(state, seat)
    return better


@rule
def count_winners(state):
    """5.1 Count the seats with the highest score."""
    winners = 0
    for seat in range(state.players):
        winners += count_better(state, seat) == 0
    return winners


@rule
def outcome(state, returns):
    """5.1 Return why the game ended, or 0 while it runs, and fill the returns of all seats.

    The winners share what the others pay.
    """
    if state.phase != OVER:
        return 0
    winners = count_winners(state)
    for seat in range(state.players):
        share = 1.0 / winners if count_better(state, seat) == 0 else 0.0
        returns[seat] = share - 1.0 / int(state.players)
    return DAWN


@rule
def ranks(state, places):
    """5.1 Rank by score; equals share a rank."""
    for seat in range(state.players):
        places[seat] = 1 + count_better(state, seat)


# === 5.2 SECTIONS ===


@rule
def label_sections(state, colour):
    """5.2 Number the sections of a colour from 1 and return how many there are.

    They are in the order of their first tile. `clear_sections` undoes it.
    """
    labels, rotations = state.labels[colour], state.rotations
    sections = 0
    for tile in range(TILES):
        turns = int(rotations[tile])
        if turns == NOT_IN_PLAY:
            continue
        for quarter in range(QUARTERS):
            space = 4 * tile + quarter
            if (
                GHOSTS[tile, turns, quarter] == colour
                and labels[space] == 0
                and not token_on(state, space)
            ):
                sections += 1
                state.worths[colour, sections] = fill_section(state, colour, space, sections)
    return sections


@rule
def belongs(state, colour, space):
    """5.2 Return whether a space is part of a section of the colour.

    Ghosts of the colour that are not under a token are; so are Kids and Investigators for every
    colour. Gravestones, other ghosts and gaps separate.
    """
    token = token_on(state, space)
    return token != GRAVESTONE if token else ghost_at(state, space) == colour


@rule
def fill_section(state, colour, space, section):
    """5.2 Label all spaces connected with this one edge to edge; return their score (5.3)."""
    labels, queue = state.labels[colour], state.queue
    labels[space] = section
    queue[0] = space
    size, worth, at = 1, 0, 0
    while at < size:
        here = int(queue[at])
        queue[at] = 0
        at += 1
        worth += score_space(state, colour, here)
        for side in range(4):
            there = beside(state, here, side)
            if there != NO_SPACE and labels[there] == 0 and belongs(state, colour, there):
                labels[there] = section
                queue[size] = there
                size += 1
    return worth


@rule
def clear_sections(state, colour, sections):
    """Remove the labels of a colour and the worth of its sections."""
    labels, worths = state.labels[colour], state.worths[colour]
    for space in range(SPACES):
        labels[space] = 0
    for section in range(1, sections + 1):
        worths[section] = 0


# === 5.3 WHAT A SECTION SCORES ===


@rule
def score_space(state, colour, space):
    """5.3 Return the score of a space: a ghost 1, in its own House 2, Kids 3, Investigator -3."""
    lying = state.lying[space]
    if lying == KIDS:
        return KIDS_WORTH
    if lying == INVESTIGATOR:
        return INVESTIGATOR_WORTH
    return 2 if lying == HOUSE_OVER + colour else 1


# === 5.4 THE BEST SECTION COUNTS ===


@rule
def best_section(state, colour, sections):
    """5.4 Return the number of the best of the labelled sections, 0 if there is none."""
    best = 0
    for section in range(1, sections + 1):
        if best == 0 or state.worths[colour, section] > state.worths[colour, best]:
            best = section
    return best


@rule
def score_colour(state, colour):
    """5.4 Return the score of the best section, which may be below 0; 0 if there is none."""
    sections = label_sections(state, colour)
    score = int(state.worths[colour, best_section(state, colour, sections)])
    clear_sections(state, colour, sections)
    return score


@rule
def score_colours(state):
    """5.4 Write the scores of all colours in play."""
    for colour in range(COLOURS):
        if state.owners[colour] != NOBODY:
            state.scores[colour] = score_colour(state, colour)


@rule
def score_seat(state, seat):
    """5.4 Return the score of a seat; with two players both its colours are scored and added."""
    score = 0
    for colour in range(COLOURS):
        if state.owners[colour] == seat:
            score += int(state.scores[colour])
    return score


# === INFORMATION ===


@rule
def conceal(state, seat):
    """Hide the stack, and in other hands all tiles but those that everybody has seen."""
    for other in range(state.players):
        if other != seat:
            conceal_hand(state, other)
    for place in range(state.stack_size):
        state.stack[place] = UNKNOWN


@rule
def conceal_hand(state, seat):
    """Put the known tiles of a hand first and hide the others."""
    known = 0
    for i in range(state.hand_sizes[seat]):
        tile = int(state.hands[seat, i])
        if tile != UNKNOWN and state.seen[tile]:
            state.hands[seat, known] = tile
            known += 1
    for i in range(known, state.hand_sizes[seat]):
        state.hands[seat, i] = UNKNOWN


@rule
def imagine(state, seat, chance):
    """Deal all tiles that the seat cannot see to hidden hands and the stack."""
    unseen = gather_unseen(state)
    shuffle(state.stack, unseen, chance)
    state.stack_size = unseen
    for other in range(state.players):
        size = int(state.hand_sizes[other])
        state.hand_sizes[other] = count_visible(state, other)
        while state.hand_sizes[other] < size:
            take_in_hand(state, other, draw_from_stack(state))


@rule
def gather_unseen(state):
    """Put all tiles that the seat cannot see on the stack; return their number."""
    size = 0
    for tile in range(TILES):
        if not is_in_play(state, tile) and not is_in_visible_hand(state, tile):
            state.stack[size] = tile
            size += 1
    return size


@rule
def is_in_visible_hand(state, tile):
    """Return whether the seat sees a tile in a hand."""
    for seat in range(state.players):
        if has_tile(state, seat, tile):
            return True
    return False


@rule
def count_visible(state, seat):
    """Count the tiles of a hand that are not hidden."""
    known = 0
    for i in range(state.hand_sizes[seat]):
        known += state.hands[seat, i] != UNKNOWN
    return known


TILE_FEATURES = 3 + 2 + 4 + SEATS
SPACE_FEATURES = KINDS + SEATS
FEATURES = (
    TILES * TILE_FEATURES
    + SPACES * SPACE_FEATURES
    + SEATS * (KINDS + 4)
    + COLOURS * (SEATS + 1)
    + 8
    + 6
)


@rule
def observe(state, seat, features):
    """Fill the features of a concealed record, with seats counted from its own.

    They are tiles, tokens and Houses on them, hands, scores and the turn.
    """
    for i in range(FEATURES):
        features[i] = 0.0
    for tile in range(TILES):
        if is_in_play(state, tile):
            observe_tile(state, seat, tile, features)
    at = TILES * TILE_FEATURES + SPACES * SPACE_FEATURES
    for i in range(state.players):
        observe_seat(state, seat, (seat + i) % int(state.players), features, at + i * (KINDS + 4))
    at += SEATS * (KINDS + 4)
    for colour in range(COLOURS):
        if state.owners[colour] != NOBODY:
            features[
                at + colour * (SEATS + 1) + seats_after(state, seat, int(state.owners[colour]))
            ] = 1.0
            features[at + colour * (SEATS + 1) + SEATS] = score_colour(state, colour) / 16.0
    observe_table(state, features, at + COLOURS * (SEATS + 1))


@rule
def seats_after(state, seat, other):
    """Return how many seats after a seat another one sits."""
    return (other - seat + int(state.players)) % int(state.players)


@rule
def observe_tile(state, seat, tile, features):
    """Fill the place and rotation of a tile, its locks, and the tokens and Houses on it."""
    at = tile * TILE_FEATURES
    features[at] = 1.0
    features[at + 1] = state.locks[tile] > 0
    features[at + 2] = state.spinning[0] == tile
    features[at + 3] = x_of(int(state.places[tile])) / 16.0
    features[at + 4] = y_of(int(state.places[tile])) / 16.0
    features[at + 5 + int(state.rotations[tile])] = 1.0
    for space in range(4 * tile, 4 * tile + QUARTERS):
        at = TILES * TILE_FEATURES + space * SPACE_FEATURES
        lying = int(state.lying[space])
        if lying >= HOUSE_OVER:
            features[
                at + KINDS + seats_after(state, seat, int(state.owners[lying - HOUSE_OVER]))
            ] = 1.0
        elif lying != 0:
            features[at + lying - 1] = 1.0


@rule
def observe_seat(state, seat, other, features, at):
    """Fill the known tiles of a hand, tokens, Houses and the turn."""
    after = seats_after(state, seat, other)
    for i in range(state.hand_sizes[other]):
        if state.hands[other, i] != UNKNOWN:
            features[int(state.hands[other, i]) * TILE_FEATURES + 9 + after] = 1.0
    for kind in range(1, KINDS + 1):
        features[at + kind - 1] = state.held[other, kind] / 4.0
    features[at + KINDS] = state.hand_sizes[other] / 5.0
    features[at + KINDS + 1] = state.turn == other
    for colour in range(COLOURS):
        if state.owners[colour] == other:
            features[at + KINDS + 2] += state.houses[colour] == IN_HAND
    features[at + KINDS + 3] = 1.0


@rule
def observe_table(state, features, at):
    """Fill phase, stack, final turns, the lifted token and the number of tiles."""
    features[at + int(state.phase)] = 1.0
    features[at + 8] = state.stack_size / 52.0
    features[at + 9] = state.final != NOT_YET
    features[at + 10] = max(int(state.final), 0) / 4.0
    features[at + 11] = must_play_from_hand(state)
    features[at + 12] = state.lifted / 3.0
    features[at + 13] = state.laid / 58.0
