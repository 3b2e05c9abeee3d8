"""Template: the loops over one game, compiled once a game (see `kernel.specialize`, which puts the game's module under the name `rules`)."""

from typing import Any

from spookhouse.kernel.chance import CHANCE, has_drawn, pick
from spookhouse.kernel.events import COLUMNS
from spookhouse.kernel.rule import layout, rule
from spookhouse.kernel.scribe import write_parts
from spookhouse.kernel.seats import LOOKERS, SPECTATOR, first_seat

rules: Any = globals()["rules"]

NOBODY = -1
SEAT_BITS = 8

DESK = layout(  # everything that a move needs, in one place: one argument from Python costs less than five
    [
        ("chance", CHANCE),
        ("state", rules.STATE),
        ("found", "i4"),
        ("listed", "i4"),  # the seat whose legal actions lie in `actions`, or NOBODY
        ("actions", "i4", (rules.MAX_ACTIONS,)),
        ("tape", "i2", (rules.TAPE_ROWS + 1, COLUMNS)),
    ]
)

# === ONE MATCH ===


@rule
def list_actions(desk, seat):
    """Lay out the legal actions of a seat; gives their number."""
    at = desk[0]
    if at.listed != seat:
        at.found = rules.legal(at.state, seat, at.actions[:])
        at.listed = seat
    return int(at.found)


@rule
def survey(desk):
    """The seats that owe a decision, as bits, and above them how many legal actions of the first of these lie ready."""
    at = desk[0]
    at.listed = NOBODY
    bits = int(rules.waiting(at.state))
    if bits == 0:
        return 0
    return bits | list_actions(desk, first_seat(bits)) << SEAT_BITS


@rule
def deal(desk):
    at = desk[0]
    at.tape[0, 0] = 0
    rules.setup(at.state, at.chance)
    return survey(desk)


@rule
def step(desk, seat, action):
    """Play one action and look what comes next (see `survey`); -1 if the action is not legal."""
    at = desk[0]
    found = list_actions(desk, seat)
    place = 0
    while place < found and at.actions[place] != action:
        place += 1
    if place == found:
        return -1
    at.tape[0, 0] = 0
    rules.play(at.state, seat, action, at.chance, at.tape[:])
    return survey(desk)


@rule
def conceal(desk, glimpse, seat):
    """What the seat may know of the match, into a record beside it."""
    glimpse[0] = desk[0].state
    rules.conceal(glimpse[0], seat)


@rule
def learns(before, after, seat, action, worlds, glimpses, seen, chance, dice, tape):
    """Whether the seat learned something by the action that led from one desk to the other: it is played again in imagined worlds that the seat
    could not tell from the real one, and looked at; to see what chance brought is to learn. `glimpses` are three records to work on, `seen` the
    words of each."""
    if has_drawn(before[0].chance, after[0].chance):
        return True
    real, glimpse, known = glimpses[:1], glimpses[1:2], glimpses[2:]
    conceal(after, real, seat)
    conceal(before, known, seat)
    for _ in range(worlds):
        glimpse[0] = known[0]
        rules.imagine(glimpse[0], seat, dice[0])
        chance[0] = before[0].chance
        rules.play(glimpse[0], seat, action, chance[0], tape)
        rules.conceal(glimpse[0], seat)
        for place in range(seen.shape[1]):
            if seen[0, place] != seen[1, place]:
                return True
    return False


@rule
def diff_views(
    before,
    after,
    lookers,
    mover,
    action,
    worlds,
    spots,
    plans,
    texts,
    glimpses,
    seen,
    letters,
    told,
    sizes,
    chance,
    dice,
    tape,
):
    """After a move: what is not as it was of what each looker (bits) may know, as JSON, in its row of `told` as far as `sizes` says; and whether the
    mover, if it is one of them, learned something by it. `spots`, `plans` and `texts` say where everything lies and how it is written
    (`kernel.parts`). Of `glimpses` each looker's own row holds what it may know now, the next one is for what it knew, and three more are to
    imagine worlds in; `seen` and `letters` are the words and the bytes of them."""
    known = glimpses[LOOKERS : LOOKERS + 1]
    for looker in range(LOOKERS):
        if lookers >> looker & 1:
            seat = NOBODY if looker == SPECTATOR else looker
            conceal(before, known, seat)
            conceal(after, glimpses[looker : looker + 1], seat)
            changed = differing(seen[LOOKERS], seen[looker], spots[looker])
            sizes[looker] = write_parts(
                letters[looker], plans[looker], changed, texts, told[looker]
            )
    if not lookers >> mover & 1:
        return False
    return learns(
        before,
        after,
        mover,
        action,
        worlds,
        glimpses[LOOKERS + 1 :],
        seen[LOOKERS + 1 :],
        chance,
        dice,
        tape,
    )


@rule
def differing(before, after, spots):
    """The fields that are not the same in both, as bits: a spot is a word, which bits of it count, and the field that they belong to."""
    bits = 0
    for place in range(spots.shape[0]):
        word = int(spots[place, 0])
        if (before[word] ^ after[word]) & spots[place, 1]:
            bits |= 1 << int(spots[place, 2])
    return bits


# === MANY MATCHES ===

if hasattr(rules, "draw_move"):
    draw_move = rules.draw_move
else:

    @rule
    def draw_move(state, seat, actions, chance):
        """One of the legal actions, each equally likely; a game that can do so without listing them all brings its own."""
        found = rules.legal(state, seat, actions)
        return int(actions[pick(chance, found)])


@rule
def setup_many(states, chances):
    for i in range(len(states)):
        rules.setup(states[i], chances[i])


@rule
def play_many(states, seats, choices, chances, tape):
    for i in range(len(states)):
        rules.play(states[i], int(seats[i]), int(choices[i]), chances[i], tape)


@rule
def legal_many(states, seats, actions, found):
    for i in range(len(states)):
        found[i] = rules.legal(states[i], int(seats[i]), actions[i])


@rule
def waiting_many(states, bits):
    for i in range(len(states)):
        bits[i] = rules.waiting(states[i])


@rule
def random_playout(state, chance, actions, tape):
    """Play random legal moves to the end; gives their number."""
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
    moves = 0
    for i in range(len(states)):
        moves += random_playout(states[i], chances[i], actions, tape)
        rules.outcome(states[i], returns[i])
    return moves
