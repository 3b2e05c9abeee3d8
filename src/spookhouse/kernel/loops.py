"""Template: the loops over one game, compiled once per game (see `kernel.specialize`).

`specialize` puts the game's module under the name `rules`, and the game's own way of drawing a
random move, if it has one, under `own_draw_move`.
"""

from spookhouse.kernel.chance import CHANCE, pick
from spookhouse.kernel.contract import DrawMove, Rules
from spookhouse.kernel.events import COLUMNS
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.seats import first_seat
from spookhouse.kernel.state_layout import layout

rules: Rules = globals()["rules"]
own_draw_move: DrawMove | None = globals()["own_draw_move"]

# Bits of a survey (see `kernel.match`).
DREW = 256
ROWS_SHIFT = 9
COUNT_SHIFT = 17

MATCH = layout([("chance", CHANCE), ("state", rules.STATE)])

# Working memory of a thread: what a step lists and writes before it is copied out.
SCRATCH = layout(
    [
        ("actions", "i4", (rules.MAX_ACTIONS,)),
        ("tape", "i2", (rules.TAPE_ROWS + 1, COLUMNS)),
    ]
)

# === ONE MATCH ===


@rule
def list_actions(match, scratch, seat):
    """List the legal actions of a seat in the scratch memory; return their number."""
    return int(rules.legal(match[0].state, seat, scratch[0].actions[:]))


@rule
def survey(match, scratch):
    """Return the waiting seats as bits, and shifted the number of the first one's actions.

    The actions themselves are listed in the scratch memory.
    """
    bits = int(rules.waiting(match[0].state))
    if bits == 0:
        return 0
    return bits | list_actions(match, scratch, first_seat(bits)) << COUNT_SHIFT


@rule
def deal(match, scratch):
    """Deal, and survey what follows."""
    rules.setup(match[0].state, match[0].chance)
    return survey(match, scratch)


@rule
def find_action(actions, found, action):
    """Return the place of an action among the first listed ones, or `found` if it is not listed."""
    place = 0
    while place < found and actions[place] != action:
        place += 1
    return place


@rule
def step(match, scratch, seat, action, found):
    """Play one action and survey what follows.

    The survey also says how many event rows the action wrote, and whether it drew from chance. It
    is -1 if the action is not among the first `found` ones that the scratch memory lists.
    """
    if find_action(scratch[0].actions, found, action) == found:
        return -1
    chance = match[0].chance
    scratch[0].tape[0, 0] = 0
    counter, unused, fast = chance.counter, chance.unused, chance.fast[3]
    rules.play(match[0].state, seat, action, chance, scratch[0].tape[:])
    drew = chance.counter != counter or chance.unused != unused or chance.fast[3] != fast
    rows = int(scratch[0].tape[0, 0]) << ROWS_SHIFT
    return survey(match, scratch) | rows | (DREW if drew else 0)


@rule
def conceal(match, found, seat):
    """Copy what the seat may know of the match into a record."""
    found[0] = match[0].state
    rules.conceal(found[0], seat)


# === MANY MATCHES ===


@rule
def draw_listed_move(state, seat, actions, chance):
    """List the legal actions and return one of them, each equally likely."""
    found = rules.legal(state, seat, actions)
    return int(actions[pick(chance, found)])


draw_move: DrawMove = draw_listed_move if own_draw_move is None else own_draw_move


@rule
def setup_many(states, chances):
    """Deal every state."""
    for i in range(len(states)):
        rules.setup(states[i], chances[i])


@rule
def play_many(states, seats, choices, chances, tape):
    """Play one legal action in every state."""
    for i in range(len(states)):
        rules.play(states[i], int(seats[i]), int(choices[i]), chances[i], tape)


@rule
def legal_many(states, seats, actions, found):
    """List the legal actions of one seat in every state."""
    for i in range(len(states)):
        found[i] = rules.legal(states[i], int(seats[i]), actions[i])


@rule
def waiting_many(states, bits):
    """Write the waiting seats of every state, as bits."""
    for i in range(len(states)):
        bits[i] = rules.waiting(states[i])


@rule
def random_playout(state, chance, actions, tape):
    """Play random legal moves to the end; return their number."""
    moves = 0
    bits = rules.waiting(state)
    while bits:
        seat = first_seat(bits)
        rules.play(state, seat, draw_move(state, seat, actions, chance), chance, tape)
        moves += 1
        bits = rules.waiting(state)
    return moves


@rule
def random_playouts(states, chances, returns, actions, tape):
    """Play every state to its end; fill the returns and return the number of moves."""
    moves = 0
    for i in range(len(states)):
        moves += random_playout(states[i], chances[i], actions, tape)
        rules.outcome(states[i], returns[i])
    return moves
