"""Rest in Peace, rule by rule. The numbers are those of rulebook.md."""

from spookhouse.games.rest_in_peace.codes import (
    A_TIE,
    BEGIN,
    BY_CASTLES,
    BY_MANORS,
    BY_TENTH_ROUND,
    BY_TOKENS,
    CARRY,
    CARRY_PHASE,
    CLOSE,
    DEBT,
    DRAW,
    DREW,
    DREW_CARDS,
    END,
    FACE_DOWN,
    GAME_ENDED,
    GO_ON,
    KEEP,
    LAY,
    NOBODY,
    NOT_PLACED,
    OVER,
    PLACE,
    PLACE_PHASE,
    PLACED,
    PLACED_CARD,
    PLAY,
    PLAYED,
    PSYCHIC_REMOVED,
    PSYCHIC_TAKEN,
    RESOLVED,
    RESOLVED_NOW,
    REVEALED,
    ROUND_BEGAN,
    ROUND_TIED,
    SILENCED,
    SKIP,
    TENTH,
    TENTH_BEGAN,
    TIED,
    TOKEN_WON,
    TOTAL_CHANGED,
    TRIP,
    TURN,
    TURN_ENDED,
    TURNED_UP,
    UNFINISHED,
    UNKNOWN,
    WITHDRAWN,
    WITHDREW,
    WON,
    base_value,
    card_of,
    choice_in,
    is_psychic,
    needs_resolving,
    offer,
    play_code,
    psychic_in,
    psychic_of,
)
from spookhouse.games.rest_in_peace.pieces import (
    ACRO_BATS,
    AUNTIE,
    BLOODY_MARY,
    CASTLES_TO_WIN,
    DECK,
    DRAWN,
    EACH_LEVEL,
    GHOSSSSSST,
    GHOSTS_EACH,
    GOLDFISH,
    HAND,
    LINE,
    LULL,
    MANORS,
    MANORS_TO_WIN,
    MODIFIERS,
    NOT_SCARED,
    NOW_OR_NEVER,
    OPEN_WHEN_LEARNING,
    PITY,
    PLAYING_DEAD,
    POLTERGEIST,
    PSYCHIC,
    PSYCHICS,
    ROUNDS,
    SEATS,
    STARTERS,
    TABLE,
    VALUES,
    WEDDING,
    WORTH,
    WORTHLESS,
    WRAITH,
)
from spookhouse.games.rest_in_peace.psychics import (
    acro_bats_bonus,
    banned_values,
    can_carry,
    can_pay_for_mary,
    can_see_hand,
    count_allowed,
    draw_tripped,
    end_trip,
    fetchable_values,
    ghosssssst_bonus,
    is_round_ending,
    is_scary,
    is_shut_out,
    is_tripped,
    is_worthless,
    legal_carry,
    legal_choices,
    move_now_or_never,
    must_play_two,
    open_psychics,
    pity_bonus,
    play_carry,
    play_keep,
    poltergeist_bonus,
    psychic_taker,
    resolve_psychic,
    score_debt,
    score_goldfish,
    score_worthless,
    see_hand,
    wraith_penalty,
)
from spookhouse.games.rest_in_peace.zones import (
    add_card,
    draw_card,
    find_card,
    leave_hand,
    leave_hand_unseen,
    row_end,
    row_start,
)
from spookhouse.kernel.cards import add_cards
from spookhouse.kernel.chance import pick, shuffle
from spookhouse.kernel.events import emit, emit_secret
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.state_layout import layout

STATE = layout(
    [
        ("final_totals", "i2", (ROUNDS + 1, SEATS)),  # of finished rounds
        ("reserves", "i4", (SEATS,)),  # Psychic cards by number, as bits
        # All rows of a seat end to end.
        # secret: Ghosts face down in the 10th row, from the opponent
        ("rows", "i4", (SEATS, TABLE)),
        ("psychics", "i4", (SEATS, ROUNDS + 1)),  # open Psychic cards in each row, as bits
        ("row_ends", "i1", (SEATS, ROUNDS + 1)),  # where a row ends and the next one begins
        ("level", "i1"),  # option
        ("learning", "i1"),  # option
        ("phase", "i1"),
        ("round_number", "i1"),
        ("starter", "i1"),
        ("turn", "i1"),
        ("played", "i1"),  # 5.1  cards played so far in this turn
        ("tripped", "i1", (SEATS,)),  # Card 6  the round at whose end the trip lapses, or 0
        ("shown", "i1", (SEATS,)),  # Card 19  both players know the top card of the deck
        # The Psychic card of each round, 0 once taken.
        # secret: from everybody while it is not open
        ("line", "i1", (ROUNDS + 1,)),
        ("line_open", "i1", (ROUNDS + 1,)),
        ("manors", "i1", (ROUNDS + 1,)),  # tokens on the places of the line
        ("castles", "i1", (ROUNDS + 1,)),
        ("manors_won", "i1", (SEATS,)),
        ("castles_won", "i1", (SEATS,)),
        ("deck_sizes", "i1", (SEATS,)),
        # The last card is drawn next.
        # secret: from everybody, except a shown top card
        ("decks", "i1", (SEATS, DECK)),
        # How many cards of each value are in the deck.
        # secret: from the opponent
        ("deck_counts", "i1", (SEATS, VALUES)),
        ("hand_sizes", "i1", (SEATS,)),
        # How many cards of each value are in the hand.
        # secret: from the opponent
        ("hands", "i1", (SEATS, VALUES)),
        # The part of the hand that the opponent has seen.
        # secret: from spectators
        ("known", "i1", (SEATS, VALUES)),
        ("discard_sizes", "i1", (SEATS,)),
        ("discards", "i1", (SEATS, TABLE)),
        ("removed_count", "i1"),
        ("removed", "i1", (LINE,)),  # Psychic cards of tied rounds
        ("edition", "i1"),  # of the rules; edition 1 is for matches that began under it
        ("results", "i1", (ROUNDS + 1,)),  # UNFINISHED, WON + the winner, or A_TIE
    ]
)

MAX_ACTIONS = 160
TAPE_ROWS = 120

# === 1 PIECES ===
# === 1.1 GHOST CARDS ===


@rule
def gather_ghosts(state, seat):
    """1.1 Put the 21 Ghost cards of a player into the deck, in order."""
    size = 0
    for value in range(1, VALUES):
        state.deck_counts[seat, value] = GHOSTS_EACH[value]
        size = add_cards(state.decks[seat], size, value, GHOSTS_EACH[value])
    state.deck_sizes[seat] = size


# === 1.2 PSYCHIC CARDS ===


@rule
def highest_psychic(state):
    """1.2 Return the highest number of a Psychic card at the level of the game."""
    return STARTERS + EACH_LEVEL * int(state.level)


@rule
def available_psychics(state):
    """1.2 Return the Psychic cards up to the level of the game, as bits."""
    return (2 << highest_psychic(state)) - 2


@rule
def draw_psychic(pool, chance):
    """Draw one of the Psychic cards in the pool (bits), each equally likely."""
    left = pick(chance, count_bits(pool))
    psychic = 0
    while True:
        psychic += 1
        if (pool >> psychic) & 1:
            if left == 0:
                return psychic
            left -= 1


@rule
def count_bits(bits):
    """Return the number of bits that are set."""
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


# === 1.3 MANSION TOKENS ===
# Tokens are counted: `manors` and `castles` on the line, `manors_won` and `castles_won` per player.
# The special card is the empty 10th place of the line.

# === 2 SETUP ===


@rule
def setup(state, chance):
    """2 Clear the table, deal, and draw the starting player."""
    clear_table(state)
    lay_line(state, chance)
    lay_tokens(state, chance)
    for seat in range(SEATS):
        deal_hand(state, seat, chance)
    state.round_number = 1
    state.starter = pick(chance, SEATS)
    state.phase = TURN
    state.turn = state.starter
    state.played = 0


@rule
def clear_table(state):
    """2 Remove everything of an earlier game from the record."""
    for seat in range(SEATS):
        state.reserves[seat] = 0
        state.tripped[seat] = 0
        state.shown[seat] = 0
        state.manors_won[seat] = 0
        state.castles_won[seat] = 0
        state.discard_sizes[seat] = 0
        for place in range(TABLE):
            state.rows[seat, place] = 0
            state.discards[seat, place] = 0
        for round_number in range(ROUNDS + 1):
            state.row_ends[seat, round_number] = 0
            state.psychics[seat, round_number] = 0
    for round_number in range(ROUNDS + 1):
        state.results[round_number] = UNFINISHED
        for seat in range(SEATS):
            state.final_totals[round_number, seat] = 0
    state.removed_count = 0
    for place in range(LINE):
        state.removed[place] = 0


# === 2.1 THE LINE OF PSYCHIC CARDS ===


@rule
def lay_line(state, chance):
    """2.1 Lay nine Psychic cards of the level in a line; the special card is the tenth.

    2.4 In a learning game only the first three lie open.
    """
    pool = available_psychics(state)
    for round_number in range(1, ROUNDS):
        psychic = draw_psychic(pool, chance)
        pool &= ~(1 << psychic)
        state.line[round_number] = psychic
        state.line_open[round_number] = is_open_at_first(state, round_number)
    state.line[ROUNDS] = 0
    state.line_open[ROUNDS] = 1


# === 2.2 THE TOKENS ===


@rule
def lay_tokens(state, chance):
    """2.2 Shuffle six Manors and four Castles and lay one open on each place."""
    for round_number in range(1, ROUNDS + 1):
        state.manors[round_number] = round_number <= MANORS
    shuffle(state.manors[1:], ROUNDS, chance)
    for round_number in range(1, ROUNDS + 1):
        state.castles[round_number] = 1 - state.manors[round_number]


# === 2.3 HANDS ===


@rule
def deal_hand(state, seat, chance):
    """2.3 Shuffle a player's deck and draw five cards."""
    for value in range(VALUES):
        state.hands[seat, value] = 0
        state.known[seat, value] = 0
    state.hand_sizes[seat] = 0
    gather_ghosts(state, seat)
    shuffle(state.decks[seat], DECK, chance)
    for _ in range(HAND):
        draw_card(state, seat)


# === 2.4 LEARNING ===


@rule
def is_open_at_first(state, round_number):
    """2.4 Return whether a Psychic card lies open: in a learning game only the first three do."""
    return not state.learning or round_number <= OPEN_WHEN_LEARNING


@rule
def turn_up_psychic(state, tape):
    """2.4 Turn up the next Psychic card after a round."""
    for round_number in range(1, ROUNDS):
        if not state.line_open[round_number]:
            state.line_open[round_number] = 1
            emit(tape, TURNED_UP, NOBODY, state.line[round_number], round_number, 0, 0)
            return


# === 3 A ROUND ===


@rule
def waiting(state):
    """3 Return the seat that owes a decision, as a bit; 0 after the end."""
    return 0 if state.phase == OVER else 1 << state.turn


@rule
def legal(state, seat, actions):
    """3 List the moves that the phase allows."""
    if state.phase == OVER or state.turn != seat:
        return 0
    if state.phase == TURN:
        return legal_turn(state, seat, actions)
    if state.phase == CARRY_PHASE:
        return legal_carry(state, seat, actions)
    if state.phase == PLACE_PHASE:
        return legal_place(state, seat, actions)
    return legal_tenth(state, seat, actions)


@rule
def play(state, seat, action, chance, tape):
    """3 Play one move and all that follows without a choice.

    That is the end of the round, what comes after it, and the start of the next round.
    """
    mine, theirs = score_rows(state, seat, tape)
    loser = 1 - seat if state.phase == CARRY_PHASE else seat
    starter = 1 - loser
    following = play_move(state, seat, action, chance, tape)
    if following == GO_ON:
        report_totals(state, seat, mine, theirs, tape)
    elif following == WITHDRAWN:
        following = end_round(state, loser, tape)
    elif following == TIED:
        starter = int(state.starter)
        following = end_tied_round(state, tape)
    if following == CLOSE:
        following = close_round(state, loser, tape)
    if following == BEGIN:
        begin_next_round(state, starter, tape)
    if state.round_number == ROUNDS and state.phase != OVER:
        continue_tenth(state, tape)


@rule
def play_move(state, seat, action, chance, tape):
    """Play the chosen move and its direct effect; return what follows."""
    if action >= PLAY:
        return play_psychic(state, seat, psychic_in(action), choice_in(action), chance, tape)
    if action >= PLACE:
        return play_place(state, seat, action - PLACE, tape)
    if action >= CARRY:
        return play_carry(state, seat, action - CARRY, tape)
    if action >= LAY:
        return play_ghost(state, seat, action - LAY, 0, tape)
    if action == TRIP:
        return play_ghost(state, seat, draw_tripped(state, seat, chance), 1, tape)
    if action == END:
        return play_end(state, seat, tape)
    return play_keep(seat, tape) if action == KEEP else play_skip(seat, tape)


# === 3.1 YOUR TURN ===


@rule
def legal_turn(state, seat, actions):
    """3.1 List cards of the hand and the reserve, one at a time, and the end of the turn."""
    found = 0
    if not can_play_any(state, seat):
        return offer(actions, found, END)
    if is_tripped(state, seat):
        if count_allowed(state, seat) > 0:
            found = offer(actions, found, TRIP)
    else:
        found = legal_ghosts(state, seat, actions, found)
        found = legal_psychics(state, seat, actions, found)
    return legal_end(state, seat, actions, found)


@rule
def legal_ghosts(state, seat, actions, found):
    """3.1 List the Ghost cards of the hand that are not banned."""
    banned = banned_values(state)
    for value in range(1, VALUES):
        if state.hands[seat, value] > 0 and not (banned >> value) & 1:
            found = offer(actions, found, LAY + value)
    return found


@rule
def play_ghost(state, seat, value, at_random, tape):
    """3.1 Move a Ghost card from the hand into the row."""
    leave_hand(state, seat, value)
    add_card(state, seat, int(state.round_number), value)
    state.played += 1
    emit(tape, PLAYED, seat, value, LAY + value, at_random, 0)
    return GO_ON


@rule
def legal_psychics(state, seat, actions, found):
    """3.1 List the Psychic cards of the reserve with their choices."""
    reserve = int(state.reserves[seat])
    psychic = 0
    while reserve:
        if reserve & 1 and can_play_psychic(state, seat, psychic):
            found = legal_choices(state, seat, psychic, actions, found)
        reserve >>= 1
        psychic += 1
    return found


@rule
def can_play_psychic(state, seat, psychic):
    """Return whether a Psychic card of the reserve may be the next card.

    5.1 Under Two's more fun the first card must not end the round.
    """
    if state.played == 0 and is_round_ending(psychic) and must_play_two(state, seat):
        return False
    return is_playable(state, seat, psychic)


@rule
def is_playable(state, seat, psychic):
    """Return whether a Psychic card may be played in this round, first or later in the turn."""
    if psychic == WEDDING or is_shut_out(state, seat):
        return False
    if is_worthless(state, int(state.round_number)):
        return True
    if (banned_values(state) >> WORTH[psychic]) & 1:
        return False
    return psychic != BLOODY_MARY or can_pay_for_mary(state, seat)


@rule
def play_psychic(state, seat, psychic, choice, chance, tape):
    """3.1 Move a Psychic card from the reserve into the row and complete its effect."""
    round_number = int(state.round_number)
    if round_number == ROUNDS:
        place = mark_resolved(state, seat, psychic, choice, tape)
    else:
        silenced = is_worthless(state, round_number)
        state.reserves[seat] &= ~(1 << psychic)
        place = add_card(state, seat, round_number, PSYCHIC + psychic)
        state.played += count_played(state, psychic, choice)
        emit(tape, PLAYED, seat, PSYCHIC + psychic, play_code(psychic, choice), 0, 0)
        if silenced:
            emit(tape, SILENCED, seat, psychic, 0, 0, 0)
            return GO_ON
    ending = resolve_psychic(state, seat, place, psychic, choice, chance, tape)
    # The 10th round ends by what has been resolved there (6.3).
    return GO_ON if round_number == ROUNDS else ending


@rule
def score_rows(state, seat, tape):
    """Return both totals, the seat's first; search records no events and skips the work."""
    if tape.shape[0] == 0:
        return 0, 0
    round_number = int(state.round_number)
    return score_row(state, seat, round_number), score_row(state, 1 - seat, round_number)


@rule
def report_totals(state, seat, mine, theirs, tape):
    """Record the totals if a card has changed them."""
    now_mine, now_theirs = score_rows(state, seat, tape)
    if now_mine != mine or now_theirs != theirs:
        emit(tape, TOTAL_CHANGED, seat, now_mine, now_theirs, now_mine - mine, now_theirs - theirs)


# === 3.2 THE END OF THE TURN ===


@rule
def legal_end(state, seat, actions, found):
    """3.2 List the end of the turn if it is allowed."""
    if can_end(state, seat):
        found = offer(actions, found, END)
    return found


@rule
def play_end(state, seat, tape):
    """3.2 End the turn with the higher total; otherwise withdraw and lose the round."""
    round_number = int(state.round_number)
    mine, theirs = score_row(state, seat, round_number), score_row(state, 1 - seat, round_number)
    if not must_withdraw(state, seat, mine, theirs):
        emit(tape, TURN_ENDED, seat, mine, theirs, 0, 0)
        begin_turn(state, 1 - seat, tape)
        return GO_ON
    emit(tape, WITHDREW, seat, mine, theirs, mine > theirs, 0)
    return WITHDRAWN


@rule
def must_withdraw(state, seat, mine, theirs):
    """3.2 Return whether ending the turn is to withdraw: not ahead, or after a lone card (5.1)."""
    return mine <= theirs or is_lone_card(state, seat)


@rule
def begin_turn(state, seat, tape):
    """3.1 Begin the turn of a seat."""
    state.phase = TURN
    state.turn = seat
    state.played = 0
    if state.edition == 1 and count_allowed(state, seat) == 0:
        end_trip(state, seat, tape)


# === 3.3 THE WINNER TAKES THE MANSION ===


@rule
def end_round(state, loser, tape):
    """3.3 Give the winner the tokens; if they complete a set, the game ends at once."""
    winner = 1 - loser
    state.played = 0
    note_result(state, WON + winner)
    win_tokens(state, winner, tape)
    if has_set(state, winner):
        end_game(state, tape)
        return GO_ON
    if can_carry(state, winner):
        state.phase = CARRY_PHASE
        state.turn = winner
        return GO_ON
    return CLOSE


@rule
def note_result(state, result):
    """3.3 Record the totals of the round: cards may leave its rows later (Cards 13, 15 and 18)."""
    round_number = int(state.round_number)
    state.results[round_number] = result
    for seat in range(SEATS):
        state.final_totals[round_number, seat] = score_row(state, seat, round_number)


@rule
def win_tokens(state, seat, tape):
    """3.3 Give the tokens of the round to its winner."""
    round_number = int(state.round_number)
    manors, castles = int(state.manors[round_number]), int(state.castles[round_number])
    state.manors_won[seat] += manors
    state.castles_won[seat] += castles
    state.manors[round_number] = 0
    state.castles[round_number] = 0
    emit(tape, TOKEN_WON, seat, manors, castles, state.manors_won[seat], state.castles_won[seat])


@rule
def has_set(state, seat):
    """3.3 Return the reason for which a seat has won (four Manors, three Castles), else 0."""
    if state.manors_won[seat] >= MANORS_TO_WIN:
        return BY_MANORS
    return BY_CASTLES if state.castles_won[seat] >= CASTLES_TO_WIN else 0


# === 3.4 AFTER THE ROUND ===


@rule
def close_round(state, loser, tape):
    """3.4 Finish the round after carrying.

    Now or never moves, the Psychic card is taken, both draw two, and the loser may place a card.
    """
    move_now_or_never(state, tape)
    take_psychic(state, loser, tape)
    draw_two(state, tape)
    if can_place(state, loser):
        state.phase = PLACE_PHASE
        state.turn = loser
        return GO_ON
    return BEGIN


@rule
def take_psychic(state, loser, tape):
    """3.4 Give the round's Psychic card to the loser, or to the player of Card 1."""
    round_number = int(state.round_number)
    seat = psychic_taker(state, loser)
    psychic = int(state.line[round_number])
    if psychic == 0:
        return
    state.reserves[seat] |= 1 << psychic
    leave_line(state, round_number)
    emit(tape, PSYCHIC_TAKEN, seat, psychic, 0, 0, 0)


@rule
def leave_line(state, round_number):
    """3.4 Take the Psychic card of a round out of the line."""
    state.line[round_number] = 0
    state.line_open[round_number] = 1


@rule
def draw_two(state, tape):
    """3.4 Draw two Ghost cards each; 3.6 a deck that runs out is not renewed."""
    for seat in range(SEATS):
        number = min(DRAWN, int(state.deck_sizes[seat]))
        first = draw_card(state, seat) if number > 0 else 0
        second = draw_card(state, seat) if number > 1 else 0
        emit(tape, DREW, seat, number, 0, 0, 0)
        if number:
            emit_secret(tape, DREW_CARDS, seat, min(first, second), max(first, second), 0, 0)


@rule
def can_place(state, seat):
    """3.4 Return whether a seat has a card to place."""
    return state.hand_sizes[seat] > 0 or state.reserves[seat] > 0


@rule
def legal_place(state, seat, actions):
    """3.4 List the Ghost cards of the hand, the Psychic cards of the reserve, and none."""
    found = 0
    for value in range(1, VALUES):
        if state.hands[seat, value] > 0:
            found = offer(actions, found, PLACE + value)
    for psychic in range(1, PSYCHICS + 1):
        if (state.reserves[seat] >> psychic) & 1:
            found = offer(actions, found, PLACE + PSYCHIC + psychic)
    return offer(actions, found, SKIP)


@rule
def play_place(state, seat, card, tape):
    """3.4 Place a card face down on the own side of the 10th round.

    The reserve is open, so the opponent knows which Psychic card left it.
    """
    if card > PSYCHIC:
        state.reserves[seat] &= ~(1 << (card - PSYCHIC))
        emit(tape, PLACED, seat, card, 0, 0, 0)
    else:
        leave_hand_unseen(state, seat, card)
        emit(tape, PLACED, seat, 0, 0, 0, 0)
        emit_secret(tape, PLACED_CARD, seat, card, 0, 0, 0)
    add_card(state, seat, ROUNDS, card | FACE_DOWN)
    return BEGIN


@rule
def play_skip(seat, tape):
    """3.4 Place no card."""
    emit(tape, NOT_PLACED, seat, 0, 0, 0, 0)
    return BEGIN


# === 3.5 WHO STARTS THE NEXT ROUND ===


@rule
def begin_next_round(state, starter, tape):
    """3.5 Start the next round with the winner of the last one, and end trips that lapse."""
    ended = int(state.round_number)
    state.round_number = ended + 1
    state.starter = starter
    for seat in range(SEATS):
        if state.tripped[seat] <= ended:
            end_trip(state, seat, tape)
    turn_up_psychic(state, tape)
    if state.round_number == ROUNDS:
        begin_tenth(state, tape)
    else:
        emit(
            tape,
            ROUND_BEGAN,
            starter,
            ended + 1,
            state.manors[ended + 1],
            state.castles[ended + 1],
            state.line[ended + 1],
        )
        for seat in range(SEATS):
            see_hand(state, seat)
        begin_turn(state, starter, tape)


# === 3.6 NO NEW DECK, NO HAND LIMIT ===
# `draw_two` stops at the end of a deck; nothing limits the cards of a hand.

# === 4 VALUES ===
# === 4.1 WHAT IS A GHOST ===
# `base_value` is in codes.py.

# === 4.2 BASE VALUES AND GROUPS ===


ADDING = (ACRO_BATS, GHOSSSSSST, POLTERGEIST, PITY)


@rule
def bonus(state, seat, base, psychic, round_number):
    """4.2 Return what a Psychic card adds to the seat's Ghosts of a base value.

    The order in which the cards were played does not matter.
    """
    if psychic == ACRO_BATS:
        return acro_bats_bonus(state, seat, base, round_number)
    if psychic == GHOSSSSSST:
        return ghosssssst_bonus(state, seat, base, round_number)
    if psychic == POLTERGEIST:
        return poltergeist_bonus(state, seat, base, round_number)
    return pity_bonus(state, base, round_number) if psychic == PITY else 0


@rule
def penalty(state, seat, base, psychic, round_number):
    """4.2 Return what the opponent's Psychic card takes from the seat's Ghosts of a base value."""
    return wraith_penalty(state, seat, base, round_number) if psychic == WRAITH else 0


# === 4.3 WHAT A CARD COUNTS ===


@rule
def score_row(state, seat, round_number):
    """4.3 Return the total of a row."""
    total = 0
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        total += score_card(state, seat, int(state.rows[seat, place]), round_number)
    return total


@rule
def score_card(state, seat, entry, round_number):
    """4.3 Return what one card of a row counts."""
    if entry & FACE_DOWN:
        return 0
    if is_worthless(state, round_number):
        return score_worthless(entry)
    if entry & DEBT:
        return score_debt()
    base = base_value(entry, round_number)
    if base and open_psychics(state, round_number) & MODIFIERS:
        base = score_ghost(state, seat, base, round_number)
    return score_goldfish(base) if card_of(entry) == PSYCHIC + GOLDFISH else base


@rule
def score_ghost(state, seat, base, round_number):
    """4.3 Return base value plus bonuses minus penalties, at least 0; 0 under Card 12."""
    if not is_scary(state, seat, base, round_number):
        return 0
    value = base
    for psychic in ADDING:
        value += bonus(state, seat, base, psychic, round_number)
    return max(0, value - penalty(state, seat, base, WRAITH, round_number))


# Columns that explain what a card counts; one bonus for each card of ADDING.
COUNTS, BASE, OVERRULED, PENALTY, BONUSES = 0, 1, 2, 3, 4
EXPLANATION = BONUSES + len(ADDING)  # number of columns


@rule
def explain_rows(state, explanation, totals):
    """4.3 Explain what every card on the table counts, and add up every row."""
    for seat in range(SEATS):
        for round_number in range(1, ROUNDS + 1):
            totals[seat, round_number] = score_row(state, seat, round_number)
            for place in range(
                row_start(state, seat, round_number), row_end(state, seat, round_number)
            ):
                explain_card(
                    state,
                    seat,
                    int(state.rows[seat, place]),
                    round_number,
                    explanation[seat, place],
                )


@rule
def explain_card(state, seat, entry, round_number, explanation):
    """4.3 Record base value, bonuses, penalty and what overrules them; a hidden card has none."""
    explanation[COUNTS] = score_card(state, seat, entry, round_number)
    base = 0 if entry & FACE_DOWN else base_value(entry, round_number)
    explanation[BASE] = base
    explanation[OVERRULED] = overruled_by(state, seat, entry, base, round_number)
    explanation[PENALTY] = penalty(state, seat, base, WRAITH, round_number) if base else 0
    for i in range(len(ADDING)):
        explanation[BONUSES + i] = bonus(state, seat, base, ADDING[i], round_number) if base else 0


@rule
def overruled_by(state, seat, entry, base, round_number):
    """4.3 Return the Psychic card that alone decides what a card counts, 0 for none."""
    if entry & FACE_DOWN:
        return 0
    if is_worthless(state, round_number):
        return 0 if card_of(entry) == PSYCHIC + WORTHLESS else WORTHLESS
    if entry & DEBT:
        return NOW_OR_NEVER
    return NOT_SCARED if base and not is_scary(state, seat, base, round_number) else 0


# === 4.4 CONTINUOUS EFFECTS ===
# `in_effect` is in psychics.py.

# === 4.5 CHOICES ===
# `legal_choices` and `resolve_psychic` are in psychics.py.

# === 4.6 THE ORDER OF A ROW ===
# `add_card`, `take_card` and `find_card` are in zones.py.

# === 5 THE PSYCHIC CARDS ===
# The 29 cards are in psychics.py.

# === 5.1 UNDER TWO'S MORE FUN ===


@rule
def count_played(state, psychic, choice):
    """5.1 Return as how many cards a Psychic card counts.

    Card 23 counts as two, and so does Card 2 if it fetches (`choice` is not 0). In edition 1 of the
    rules Card 2 counted as one.
    """
    if psychic == AUNTIE:
        return 2 if choice and state.edition > 1 else 1
    return 2 if psychic == GOLDFISH else 1


@rule
def count_playing(state, seat, psychic):
    """5.1 Return as how many cards a Psychic card would count if it were played now."""
    return count_played(state, psychic, fetchable_values(state, seat) if psychic == AUNTIE else 0)


@rule
def can_play_any(state, seat):
    """5.1 Return whether a seat may play: the first card needs two that could be played now."""
    return state.played > 0 or not must_play_two(state, seat) or count_playable(state, seat) >= 2


@rule
def count_playable(state, seat):
    """5.1 Count the cards that you could play now.

    Round-ending cards count; the price of Card 21 is not subtracted.
    """
    number = count_allowed(state, seat)
    for psychic in range(1, PSYCHICS + 1):
        if (state.reserves[seat] >> psychic) & 1 and is_playable(state, seat, psychic):
            number += count_playing(state, seat, psychic)
    return number


@rule
def is_lone_card(state, seat):
    """5.1 Return whether one card has been played this turn where two are required."""
    return state.played == 1 and must_play_two(state, seat)


@rule
def can_end(state, seat):
    """5.1 Return whether a turn may end: not after exactly one card while another can be played."""
    return not is_lone_card(state, seat) or count_playable(state, seat) == 0


# === 5.2 A TIED ROUND ===


@rule
def end_tied_round(state, tape):
    """5.2 End a round as a tie.

    The tokens join those of the next round, the Psychic card leaves the game, nobody places a card,
    and the same player starts again.
    """
    round_number = int(state.round_number)
    state.played = 0
    note_result(state, A_TIE)
    emit(tape, ROUND_TIED, NOBODY, state.manors[round_number], state.castles[round_number], 0, 0)
    state.manors[round_number + 1] += state.manors[round_number]
    state.castles[round_number + 1] += state.castles[round_number]
    state.manors[round_number] = 0
    state.castles[round_number] = 0
    move_now_or_never(state, tape)
    remove_psychic(state, tape)
    draw_two(state, tape)
    return BEGIN


@rule
def remove_psychic(state, tape):
    """5.2 Remove the Psychic card of the round from the game."""
    round_number = int(state.round_number)
    psychic = int(state.line[round_number])
    if psychic == 0:
        return
    state.removed[state.removed_count] = psychic
    state.removed_count += 1
    leave_line(state, round_number)
    emit(tape, PSYCHIC_REMOVED, NOBODY, psychic, 0, 0, 0)


# === 5.3 UNDER PRIVATE LOUNGE ===
# `is_playable` asks `is_shut_out` first, so Card 29 cannot be played either.

# === 6 THE 10TH ROUND ===
# === 6.1 TURN THE CARDS UP ===


@rule
def begin_tenth(state, tape):
    """6.1 Turn up all cards of the 10th round."""
    state.turn = state.starter
    emit(tape, TENTH_BEGAN, state.starter, state.manors[ROUNDS], state.castles[ROUNDS], 0, 0)
    for seat in range(SEATS):
        for place in range(row_start(state, seat, ROUNDS), row_end(state, seat, ROUNDS)):
            turn_up_card(state, seat, place, tape)
    mine, theirs = score_rows(state, int(state.starter), tape)
    emit(tape, TOTAL_CHANGED, state.starter, mine, theirs, mine, theirs)


@rule
def turn_up_card(state, seat, place, tape):
    """6.1 Turn up a card if it lies face down."""
    entry = int(state.rows[seat, place])
    if entry & FACE_DOWN:
        state.rows[seat, place] = entry & ~FACE_DOWN
        if is_psychic(entry):
            state.psychics[seat, ROUNDS] |= 1 << psychic_of(entry)
        emit(tape, REVEALED, seat, card_of(entry), 0, 0, 0)


# === 6.2 RESOLVE THEM ONE AT A TIME ===


@rule
def continue_tenth(state, tape):
    """6.2 Let the next seat resolve a card, or end the game if there is none."""
    seat = resolving_seat(state)
    if seat != NOBODY:
        state.phase = TENTH
        state.turn = seat
        return
    winner = tenth_winner(state)
    note_result(state, A_TIE if winner == NOBODY else WON + winner)
    if winner == NOBODY:
        emit(tape, ROUND_TIED, NOBODY, state.manors[ROUNDS], state.castles[ROUNDS], 0, 0)
    else:
        win_tokens(state, winner, tape)
    end_game(state, tape)


@rule
def resolving_seat(state):
    """6.2 Return the seat that resolves a card now, or NOBODY.

    The starter resolves all cards first. 6.1 Under Card 29 nobody resolves any.
    """
    starter = int(state.starter)
    if is_worthless(state, ROUNDS) or is_ended_early(state):
        return NOBODY
    if cards_to_resolve(state, starter):
        return starter
    return 1 - starter if cards_to_resolve(state, 1 - starter) else NOBODY


@rule
def cards_to_resolve(state, seat):
    """6.2 Return the unresolved Psychic cards of a seat in the 10th round, as bits."""
    psychics = 0
    for place in range(row_start(state, seat, ROUNDS), row_end(state, seat, ROUNDS)):
        entry = int(state.rows[seat, place])
        if needs_resolving(entry, ROUNDS) and not entry & RESOLVED:
            psychics |= 1 << psychic_of(entry)
    return psychics


@rule
def legal_tenth(state, seat, actions):
    """6.2 List those cards with their choices; the player chooses the order."""
    psychics = cards_to_resolve(state, seat)
    found = 0
    for psychic in range(1, PSYCHICS + 1):
        if (psychics >> psychic) & 1:
            found = legal_choices(state, seat, psychic, actions, found)
    return found


@rule
def mark_resolved(state, seat, psychic, choice, tape):
    """6.2 Mark a card as resolved; return its place."""
    place = find_card(state, seat, ROUNDS, PSYCHIC + psychic, 0)
    state.rows[seat, place] |= RESOLVED
    emit(tape, RESOLVED_NOW, seat, PSYCHIC + psychic, play_code(psychic, choice), 0, 0)
    return place


# === 6.3 ROUND-ENDING CARDS ===


@rule
def has_resolved(state, seat, psychic):
    """6.3 Return whether a seat has resolved a Psychic card in the 10th round."""
    place = find_card(state, seat, ROUNDS, PSYCHIC + psychic, 0)
    return place != NOBODY and int(state.rows[seat, place]) & RESOLVED != 0


@rule
def is_ended_early(state):
    """6.3 Return whether a resolved Card 22 or Card 27 has ended the 10th round."""
    for seat in range(SEATS):
        if has_resolved(state, seat, PLAYING_DEAD) or has_resolved(state, seat, LULL):
            return True
    return False


# === 6.4 THE LAST MANSION ===


@rule
def tenth_winner(state):
    """6.4 Return the winner of the 10th round: the higher total, NOBODY if they are equal.

    6.3 Playing dead loses the round; Creepy lull ties it.
    """
    for seat in range(SEATS):
        if has_resolved(state, seat, PLAYING_DEAD):
            return 1 - seat
        if has_resolved(state, seat, LULL):
            return NOBODY
    margin = score_row(state, 0, ROUNDS) - score_row(state, 1, ROUNDS)
    if margin == 0:
        return NOBODY
    return 0 if margin > 0 else 1


@rule
def end_game(state, tape):
    """End the game."""
    state.phase = OVER
    emit(tape, GAME_ENDED, winner_of(state), reason(state), 0, 0, 0)


@rule
def reason(state):
    """Return why the game ended: 3.3 a set, 6.4 the 10th round, 6.5 more tokens or a draw."""
    for seat in range(SEATS):
        if has_set(state, seat):
            return has_set(state, seat)
    if tenth_winner(state) != NOBODY:
        return BY_TENTH_ROUND
    return DRAW if winner_by_tokens(state) == NOBODY else BY_TOKENS


@rule
def winner_of(state):
    """Return the winner of the game, NOBODY for a draw."""
    for seat in range(SEATS):
        if has_set(state, seat):
            return seat
    winner = tenth_winner(state)
    return winner_by_tokens(state) if winner == NOBODY else winner


# === 6.5 A TIE ===


@rule
def winner_by_tokens(state):
    """6.5 Return the player with more Mansion tokens after a tie, NOBODY if they are equal."""
    margin = (
        int(state.manors_won[0])
        + int(state.castles_won[0])
        - int(state.manors_won[1])
        - int(state.castles_won[1])
    )
    if margin == 0:
        return NOBODY
    return 0 if margin > 0 else 1


# === THE OUTCOME ===


@rule
def outcome(state, returns):
    """Return why the game ended, or 0 while it runs, and fill the returns of both seats."""
    if state.phase != OVER:
        return 0
    winner = winner_of(state)
    for seat in range(SEATS):
        returns[seat] = 0.0 if winner == NOBODY else 0.5 if seat == winner else -0.5
    return reason(state)


@rule
def ranks(state, places):
    """Rank the winner first; after a draw both are first."""
    winner = winner_of(state)
    for seat in range(SEATS):
        places[seat] = 1 if winner == NOBODY or seat == winner else 2


# === INFORMATION ===


@rule
def conceal(state, seat):
    """Hide hands, decks and Ghosts face down from the opponent, closed Psychic cards from all."""
    for owner in range(SEATS):
        if owner != seat:
            conceal_hand(state, owner, seat)
            conceal_tenth(state, owner)
            for value in range(VALUES):
                state.deck_counts[owner, value] = 0
        conceal_deck(state, owner)
    for round_number in range(1, ROUNDS):
        if not state.line_open[round_number]:
            state.line[round_number] = UNKNOWN
    if seat == NOBODY:
        for owner in range(SEATS):
            for value in range(VALUES):
                state.known[owner, value] = 0


@rule
def conceal_hand(state, owner, seat):
    """Leave the known cards of a hand, all of it under Card 3, and none for a spectator."""
    if seat != NOBODY and can_see_hand(state, seat):
        return
    for value in range(VALUES):
        state.hands[owner, value] = 0 if seat == NOBODY else state.known[owner, value]


@rule
def conceal_tenth(state, owner):
    """Hide the Ghosts that lie face down in the 10th round."""
    for place in range(row_start(state, owner, ROUNDS), row_end(state, owner, ROUNDS)):
        entry = int(state.rows[owner, place])
        if entry & FACE_DOWN and not is_psychic(entry):
            state.rows[owner, place] = FACE_DOWN


@rule
def conceal_deck(state, owner):
    """Hide the order of a deck; a top card shown by Card 19 stays known."""
    for place in range(state.deck_sizes[owner] - state.shown[owner]):
        state.decks[owner, place] = UNKNOWN


@rule
def imagine(state, seat, chance):
    """Deal all cards that the seat cannot see to the places that it cannot see into."""
    for owner in range(SEATS):
        imagine_cards(state, owner, seat, chance)
    pool = unseen_psychics(state)
    for round_number in range(1, ROUNDS):
        if not state.line_open[round_number]:
            psychic = draw_psychic(pool, chance)
            pool &= ~(1 << psychic)
            state.line[round_number] = psychic


@rule
def imagine_cards(state, owner, seat, chance):
    """Deal the unseen Ghosts of a player to deck, hand and 10th round.

    A shown top card stays on top of the deck.
    """
    size = int(state.deck_sizes[owner])
    top = int(state.decks[owner, size - 1]) if state.shown[owner] else 0
    unseen = gather_unseen(state, owner, seat, top)
    shuffle(state.decks[owner], unseen, chance)
    if owner != seat:
        unseen = imagine_hand(state, owner, unseen)
        unseen = imagine_tenth(state, owner, unseen)
        for place in range(unseen):
            state.deck_counts[owner, state.decks[owner, place]] += 1
        state.deck_counts[owner, top] += top > 0
    if top:
        state.decks[owner, size - 1] = top


@rule
def gather_unseen(state, owner, seat, top):
    """Collect all Ghosts of a player that the seat does not see in the deck; count them."""
    size = 0
    for value in range(1, VALUES):
        number = (
            int(state.deck_counts[owner, value])
            if owner == seat
            else GHOSTS_EACH[value] - count_seen(state, owner, value)
        )
        size = add_cards(state.decks[owner], size, value, number - (value == top))
    return size


@rule
def count_seen(state, owner, value):
    """Count a player's visible Ghosts of a value outside the deck."""
    seen = int(state.hands[owner, value])
    for place in range(row_end(state, owner, ROUNDS)):
        seen += card_of(int(state.rows[owner, place])) == value
    for place in range(state.discard_sizes[owner]):
        seen += state.discards[owner, place] == value
    return seen


@rule
def imagine_hand(state, owner, unseen):
    """Fill a hand with unseen Ghosts; return how many are left."""
    missing = int(state.hand_sizes[owner])
    for value in range(1, VALUES):
        missing -= int(state.hands[owner, value])
    for _ in range(missing):
        unseen -= 1
        state.hands[owner, state.decks[owner, unseen]] += 1
        state.decks[owner, unseen] = 0
    return unseen


@rule
def imagine_tenth(state, owner, unseen):
    """Fill the 10th row with unseen Ghosts; return how many are left."""
    for place in range(row_start(state, owner, ROUNDS), row_end(state, owner, ROUNDS)):
        if state.rows[owner, place] == FACE_DOWN:
            unseen -= 1
            state.rows[owner, place] = FACE_DOWN | int(state.decks[owner, unseen])
            state.decks[owner, unseen] = 0
    return unseen


@rule
def unseen_psychics(state):
    """Return the Psychic cards of the level that the seat cannot see, as bits."""
    pool = available_psychics(state)
    for round_number in range(1, ROUNDS):
        if state.line_open[round_number]:
            pool &= ~(1 << int(state.line[round_number]))
    for seat in range(SEATS):
        pool &= ~int(state.reserves[seat])
        for place in range(row_end(state, seat, ROUNDS)):
            if is_psychic(int(state.rows[seat, place])):
                pool &= ~(1 << psychic_of(int(state.rows[seat, place])))
        for place in range(state.discard_sizes[seat]):
            if state.discards[seat, place] > PSYCHIC:
                pool &= ~(1 << psychic_of(int(state.discards[seat, place])))
    for place in range(state.removed_count):
        pool &= ~(1 << int(state.removed[place]))
    return pool


SIDE = 5 * VALUES + 4 * (PSYCHICS + 1) + 12  # features of each side
FEATURES = SEATS * SIDE + 4 * ROUNDS + 12


@rule
def observe(state, seat, features):
    """Fill the features of a concealed record: own side, opponent, line, turn."""
    for i in range(FEATURES):
        features[i] = 0.0
    observe_side(state, seat, features, 0)
    observe_side(state, 1 - seat, features, SIDE)
    at = SEATS * SIDE
    for round_number in range(1, ROUNDS + 1):
        features[at] = state.manors[round_number]
        features[at + 1] = state.castles[round_number]
        features[at + 2] = state.line[round_number] / 29.0
        features[at + 3] = state.round_number == round_number
        at += 4
    features[at + int(state.phase)] = 1.0
    features[at + 5] = state.turn == seat
    features[at + 6] = state.starter == seat
    features[at + 7] = state.played / 4.0
    features[at + 8] = state.level / 4.0
    features[at + 9] = state.learning


@rule
def observe_side(state, seat, features, at):
    """Fill the features of one side.

    Hand, deck and rows by value; reserve and rows by number; sizes, tokens and totals.
    """
    round_number = int(state.round_number)
    for value in range(1, VALUES):
        features[at + value] = state.hands[seat, value] / 4.0
        features[at + VALUES + value] = state.known[seat, value] / 4.0
        features[at + 2 * VALUES + value] = state.deck_counts[seat, value] / 4.0
    observe_row(state, seat, round_number, features, at + 3 * VALUES)
    observe_row(state, seat, ROUNDS, features, at + 4 * VALUES + PSYCHICS + 1)
    at += 5 * VALUES + 2 * (PSYCHICS + 1)
    for psychic in range(1, PSYCHICS + 1):
        features[at + psychic] = (state.reserves[seat] >> psychic) & 1
    at += PSYCHICS + 1
    for place in range(state.discard_sizes[seat]):
        if state.discards[seat, place] > PSYCHIC:
            features[at + int(state.discards[seat, place]) - PSYCHIC] = 1.0
    at += PSYCHICS + 1
    features[at] = state.hand_sizes[seat] / 10.0
    features[at + 1] = state.deck_sizes[seat] / 21.0
    features[at + 2] = state.manors_won[seat] / 4.0
    features[at + 3] = state.castles_won[seat] / 3.0
    features[at + 4] = state.tripped[seat] > 0
    features[at + 5] = state.shown[seat]
    features[at + 6] = score_row(state, seat, round_number) / 20.0
    features[at + 7] = score_row(state, seat, ROUNDS) / 20.0
    features[at + 8] = (row_end(state, seat, ROUNDS) - row_start(state, seat, ROUNDS)) / 10.0
    if state.shown[seat]:
        features[at + 9] = state.decks[seat, state.deck_sizes[seat] - 1] / 6.0


@rule
def observe_row(state, seat, round_number, features, at):
    """Fill the Ghosts of a row by base value (0 for others), then its Psychic cards by number."""
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        features[at + base_value(entry, round_number)] += 0.25
        if is_psychic(entry):
            features[at + VALUES + psychic_of(entry)] = 1.0
