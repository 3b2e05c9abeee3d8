"""Heuristic for Rest in Peace: weigh every legal move and play the best.

Fight for a mansion only at a fair price: take the lead with the cheapest card that does so, then
stop. Play Psychics first, as they are useless in the reserve. Keep round-ending cards for rounds
that are lost. A card that is carried, placed or discarded costs what it could have scored.
"""

from spookhouse.games.rest_in_peace.codes import (
    CARRY,
    CARRY_PHASE,
    END,
    FACE_DOWN,
    LAY,
    PAIR,
    PLACE,
    PLACE_PHASE,
    PLAY,
    TENTH,
    TRIP,
    base_value,
    choice_in,
    psychic_in,
)
from spookhouse.games.rest_in_peace.pieces import (
    ACRO_BATS,
    AUNTIE,
    BACK,
    BE_GONE,
    BLOODY_MARY,
    CASTLES_TO_WIN,
    CHRISTMAS,
    DOUBLE_VISION,
    GHOSSSSSST,
    GOLDFISH,
    LULL,
    MANORS_TO_WIN,
    NOT_SCARED,
    PITY,
    PLAYING_DEAD,
    POLTERGEIST,
    PSYCHIC,
    ROUNDS,
    VALUES,
    WEDDING,
    WORTH,
    WORTHLESS,
    WRAITH,
)
from spookhouse.games.rest_in_peace.psychics import banned_values, is_scary, is_worthless
from spookhouse.games.rest_in_peace.rules import is_playable, score_card, score_row
from spookhouse.games.rest_in_peace.zones import find_card, row_end, row_start
from spookhouse.kernel.best_move import LEAST, prefer
from spookhouse.kernel.rule_decorator import rule

TYPICAL_GHOST = 2  # the worth of an unknown Ghost


@rule
def choose(state, seat, actions, found, chance):
    """Return a move of the highest worth."""
    round_number = int(state.round_number)
    lead = score_row(state, seat, round_number) - score_row(state, 1 - seat, round_number)
    budget = weigh_round(state, seat)
    reach = count_reach(state, seat)
    best, most, ties = int(actions[0]), LEAST, 0
    for i in range(found):
        action = int(actions[i])
        worth = weigh(state, seat, action, lead, budget, reach)
        best, most, ties = prefer(action, worth, best, most, ties, chance)
    return best


@rule
def weigh(state, seat, action, lead, budget, reach):
    """Return the worth of a move."""
    if state.phase == CARRY_PHASE:
        return weigh_carry(state, seat, action)
    if state.phase == PLACE_PHASE:
        return weigh_place(state, seat, action)
    if state.phase == TENTH:
        return weigh_effect(state, seat, action)
    if action == END:
        return weigh_end(lead, budget, reach)
    if action == TRIP:
        return 0 if lead <= 0 else -500
    return weigh_card(state, seat, action, lead)


# === IN A TURN ===


@rule
def weigh_round(state, seat):
    """Return what the mansion may cost.

    It may cost more if it completes a set for either side, and a little more with every round.
    """
    round_number = int(state.round_number)
    budget = 7 + round_number // 2 + 2 * (state.manors[round_number] + state.castles[round_number])
    for side in range(2):
        manors = state.manors_won[side] + state.manors[round_number]
        castles = state.castles_won[side] + state.castles[round_number]
        if manors >= MANORS_TO_WIN or castles >= CASTLES_TO_WIN:
            budget += 20
    return budget


@rule
def count_reach(state, seat):
    """Return how much the hand and the plain Ghosts of the reserve could still add."""
    banned = banned_values(state)
    reach = 0
    for value in range(1, VALUES):
        if not (banned >> value) & 1:
            reach += value * state.hands[seat, value]
    reserve = int(state.reserves[seat])
    psychic = 0
    while reserve >> psychic:
        if (reserve >> psychic) & 1 and is_playable(state, seat, psychic):
            reach += 1 + WORTH[psychic]
        psychic += 1
    return reach


@rule
def weigh_end(lead, budget, reach):
    """Stop in the lead; give up a mansion that is out of reach or too expensive."""
    if lead > 0:
        return 500
    return 300 if 1 - lead > reach or 1 - lead > budget else -300


@rule
def weigh_card(state, seat, action, lead):
    """Prefer the cheapest card that takes the lead, or else the card that gains most."""
    if action < PLAY:
        gain = 1 if is_worthless(state, int(state.round_number)) else action - LAY
        if state.round_number < ROUNDS and not is_scary(state, seat, gain, int(state.round_number)):
            gain = 0
        cost = action - LAY
    else:
        gain = weigh_effect(state, seat, action)
        cost = gain // 2
    if lead + gain > 0:
        return 200 - 2 * cost + (gain > 0)
    return 4 * gain - cost


@rule
def weigh_effect(state, seat, action):
    """Estimate how much a Psychic card changes the difference of the totals."""
    psychic, choice = psychic_in(action), choice_in(action)
    round_number = int(state.round_number)
    if psychic == PLAYING_DEAD or psychic == LULL:
        return -50 if choice or psychic == LULL else -51
    if is_worthless(state, round_number):
        return 1
    if psychic == AUNTIE or psychic == DOUBLE_VISION:
        return choice
    if psychic == BACK:
        return choice // 3
    if psychic == CHRISTMAS:
        return TYPICAL_GHOST
    if psychic == BLOODY_MARY:
        return 8 - choice // PAIR - choice % PAIR if choice else 0
    if psychic == GOLDFISH:
        return 2
    if psychic == BE_GONE:
        return weigh_be_gone(state, seat, choice)
    if psychic == WORTHLESS:
        return weigh_worthless(state, seat)
    return WORTH[psychic] + weigh_modifier(state, seat, psychic, choice)


@rule
def weigh_be_gone(state, seat, card):
    """Return what the discarded card counts; a Psychic card is worth at least 1."""
    round_number = int(state.round_number)
    place = find_card(state, 1 - seat, round_number, card, 0)
    if card == 0 or place < 0:
        return 0
    return max(
        1 if card > PSYCHIC else 0,
        score_card(state, 1 - seat, int(state.rows[1 - seat, place]), round_number),
    )


@rule
def weigh_worthless(state, seat):
    """Compare the difference of the totals with that of the cards, as every card would count 1."""
    round_number = int(state.round_number)
    mine = row_end(state, seat, round_number) - row_start(state, seat, round_number)
    theirs = row_end(state, 1 - seat, round_number) - row_start(state, 1 - seat, round_number)
    return (
        mine
        - theirs
        - score_row(state, seat, round_number)
        + score_row(state, 1 - seat, round_number)
    )


@rule
def weigh_modifier(state, seat, psychic, choice):
    """Return how much a modifier changes the difference of the totals."""
    gain = 0
    round_number = int(state.round_number)
    for side in range(2):
        for place in range(
            row_start(state, side, round_number), row_end(state, side, round_number)
        ):
            entry = int(state.rows[side, place])
            if not entry & FACE_DOWN:
                gain += weigh_change(base_value(entry, round_number), psychic, choice, side == seat)
    return gain


@rule
def weigh_change(base, psychic, choice, mine):
    """Return what a modifier would do to one Ghost."""
    if base == 0:
        return 0
    if psychic == ACRO_BATS:
        return 1 if mine and base % 2 == 0 else 0
    if psychic == GHOSSSSSST:
        return 1 if mine and base % 2 else 0
    if psychic == NOT_SCARED:
        return base if not mine and base <= 2 else 0
    if psychic == PITY and base == choice:
        return 3 if mine else -3
    if psychic == POLTERGEIST and base == choice:
        return 2 if mine else 0
    if psychic == WRAITH and base == choice:
        return 0 if mine else min(base, 2)
    return 0


# === BETWEEN ROUNDS ===


@rule
def weigh_carry(state, seat, action):
    """Prefer the card that counts most in the next round."""
    if action < CARRY:
        return 0
    place = find_card(state, seat, int(state.round_number), action - CARRY, 0)
    return 1 + 4 * base_value(int(state.rows[seat, place]), int(state.round_number))


@rule
def weigh_place(state, seat, action):
    """Prefer Psychics that count in the 10th round, then low Ghosts while the hand is large."""
    if action < PLACE:
        return 0
    card = action - PLACE
    if card == PSYCHIC + WEDDING:
        return 50
    if card > PSYCHIC:
        return 4 * WORTH[card - PSYCHIC] - 6
    return card - 7 + state.hand_sizes[seat] // 2
