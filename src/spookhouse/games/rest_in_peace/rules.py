"""Rest in Peace, rule by rule. The numbers are those of rulebook.md."""

from spookhouse.games.rest_in_peace.pieces import (
    ACRO_BATS,
    AUNTIE,
    BACK,
    BE_GONE,
    BLOODY_MARY,
    CASTLES_TO_WIN,
    CHRISTMAS,
    DECK,
    DOUBLE_VISION,
    DRAWN,
    EACH_LEVEL,
    GHOSSSSSST,
    GHOSTS_EACH,
    GOLDFISH,
    HAND,
    HIGHEST,
    HOUSE_SWAP,
    INSTANT,
    LINE,
    LOUNGE,
    LULL,
    MANORS,
    MANORS_TO_WIN,
    MEET_AT_THE_END,
    MODIFIERS,
    NEVER_SEEN,
    NOT_SCARED,
    NOW_OR_NEVER,
    OPEN_WHEN_LEARNING,
    OPTIONAL,
    PITY,
    PLAYING_DEAD,
    POLTERGEIST,
    PSYCHIC,
    PSYCHICS,
    REVEAL,
    ROUNDS,
    SEATS,
    STARTERS,
    STILL_ME,
    TABLE,
    TRIPPED,
    TWO_IS_MORE,
    VALUES,
    WEDDING,
    WONT_HAVE_IT,
    WORTH,
    WORTHLESS,
    WRAITH,
)
from spookhouse.kernel.chance import pick, shuffle
from spookhouse.kernel.events import tell, whisper
from spookhouse.kernel.rule import layout, rule

STATE = layout(
    [
        (
            "final_totals",
            "i2",
            (ROUNDS + 1, SEATS),
        ),  # the totals with which each finished round ended
        ("reserves", "i4", (SEATS,)),  # Psychic cards by number, as bits
        (
            "rows",
            "i4",
            (SEATS, TABLE),
        ),  # all rows of a seat end to end; secret: Ghosts face down in the 10th, from the opponent
        (
            "psychics",
            "i4",
            (SEATS, ROUNDS + 1),
        ),  # the Psychic cards that lie open in the row of a round, as bits
        (
            "row_ends",
            "i1",
            (SEATS, ROUNDS + 1),
        ),  # where the row of a round ends; the next one begins there
        ("level", "i1"),  # option
        ("learning", "i1"),  # option
        ("phase", "i1"),
        ("round_number", "i1"),
        ("starter", "i1"),
        ("turn", "i1"),
        ("played", "i1"),  # 5.1  cards played so far in this turn
        ("tripped", "i1", (SEATS,)),  # Card 6  the round at whose end it lapses, 0 if not tripped
        ("shown", "i1", (SEATS,)),  # Card 19  the top card of the deck is known to both
        (
            "line",
            "i1",
            (ROUNDS + 1,),
        ),  # the Psychic card of each round, 0 once taken; secret: from everybody while not open
        ("line_open", "i1", (ROUNDS + 1,)),
        ("manors", "i1", (ROUNDS + 1,)),  # tokens on the places of the line
        ("castles", "i1", (ROUNDS + 1,)),
        ("manors_won", "i1", (SEATS,)),
        ("castles_won", "i1", (SEATS,)),
        ("deck_sizes", "i1", (SEATS,)),
        (
            "decks",
            "i1",
            (SEATS, DECK),
        ),  # secret: from everybody, but a shown top card; the last is drawn next
        (
            "deck_counts",
            "i1",
            (SEATS, VALUES),
        ),  # secret: from the opponent; how many of each value are in the deck
        ("hand_sizes", "i1", (SEATS,)),
        ("hands", "i1", (SEATS, VALUES)),  # secret: from the opponent; how many of each value
        (
            "known",
            "i1",
            (SEATS, VALUES),
        ),  # secret: from spectators; what the opponent has seen of the hand
        ("discard_sizes", "i1", (SEATS,)),
        ("discards", "i1", (SEATS, TABLE)),
        ("removed_count", "i1"),
        ("removed", "i1", (LINE,)),  # Psychic cards of tied rounds
        ("edition", "i1"),  # of the rules; edition 1 is for games that were begun by it
        (
            "results",
            "i1",
            (ROUNDS + 1,),
        ),  # how each round ended: UNFINISHED, WON + the winner, or A_TIE
    ]
)

UNFINISHED, WON, A_TIE = 0, 1, 3  # results of rounds; WON + 1 is the other seat

NOBODY = -1
UNKNOWN = -1  # in a concealed record, a card that the seat does not know

TURN, CARRY_PHASE, PLACE_PHASE, TENTH, OVER = 0, 1, 2, 3, 4

# A card in a row: its code and what is marked on it. A card that the seat does not know has the code 0 and lies face down.
CARD, NAMED, AS = (
    63,
    6,
    12,
)  # the bits of the code; where the named values (a bit each) and the value that it has become begin
SIX_BITS = 63
CARRIED, FACE_DOWN, DEBT, RESOLVED = 1 << 15, 1 << 16, 1 << 17, 1 << 18

END, TRIP, KEEP, SKIP = 0, 1, 2, 3
LAY = 10  # and a value
CARRY = 50  # and a card
PLACE = 100  # and a card
PLAY, CHOICES = 256, 128  # PLAY + number * CHOICES + choice
ACTIONS = PLAY + (PSYCHICS + 1) * CHOICES
MAX_ACTIONS = 160

OWN, OPPONENT = 1, 2  # choices of a side
PAIR = 11  # a choice of two numbers is first * PAIR + second

GO_ON, WITHDRAWN, TIED, CLOSE, BEGIN = (
    0,
    1,
    2,
    3,
    4,
)  # what follows a move: the round goes on; its end; what is left to do after it

BY_MANORS, BY_CASTLES, BY_TENTH_ROUND, BY_TOKENS, DRAW = 1, 2, 3, 4, 5  # reasons

# What is written on the tape; wording.py says how each row reads.
PLAYED, SILENCED, EFFECT, TOTAL_CHANGED, TURN_ENDED, WITHDREW, TOKEN_WON, CARRIED_ON, KEPT = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
)
CAME_DUE, PSYCHIC_TAKEN, PSYCHIC_REMOVED, DREW, DREW_CARDS, PLACED, PLACED_CARD, NOT_PLACED = (
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
)
ROUND_BEGAN, TURNED_UP, TRIP_LAPSED, TENTH_BEGAN, REVEALED, RESOLVED_NOW, SHOWN, SENT, SENT_CARD = (
    18,
    19,
    20,
    21,
    22,
    23,
    24,
    25,
    26,
)
ROUND_TIED, GAME_ENDED = 27, 28
TAPE_ROWS = 120

# === 1 PIECES ===
# === 1.1 GHOST CARDS ===


@rule
def gather_ghosts(state, seat):
    """1.1 Each player has 21 Ghost cards; all of them into the deck, in order."""
    size = 0
    for value in range(1, VALUES):
        state.deck_counts[seat, value] = GHOSTS_EACH[value]
        for _ in range(GHOSTS_EACH[value]):
            state.decks[seat, size] = value
            size += 1
    state.deck_sizes[seat] = size


@rule
def is_even(value):
    """1.1 Even Ghosts carry a bat, odd ones a serpent."""
    return value % 2 == 0


# === 1.2 PSYCHIC CARDS ===


@rule
def available_psychics(state):
    """1.2 The Psychic cards up to the level of the game, as bits."""
    number = STARTERS + EACH_LEVEL * int(state.level)
    return (2 << number) - 2


@rule
def draw_psychic(pool, chance):
    """Any one of the Psychic cards in the pool."""
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
    number = 0
    while bits:
        bits &= bits - 1
        number += 1
    return number


# === 1.3 MANSION TOKENS ===
# Counted: `manors` and `castles` lie on the line, `manors_won` and `castles_won` with the players. The special card is the empty 10th place.

# === 2 SETUP ===


@rule
def setup(state, chance):
    """2 An empty table, a fresh deal, and a random player starts."""
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
    """2.1 Nine Psychic cards of the level in a line, the special card tenth; 2.4 in learning games only the first three open."""
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
    """2.2 Six Manors and four Castles, shuffled, one open on each place."""
    for round_number in range(1, ROUNDS + 1):
        state.manors[round_number] = round_number <= MANORS
    shuffle(state.manors[1:], ROUNDS, chance)
    for round_number in range(1, ROUNDS + 1):
        state.castles[round_number] = 1 - state.manors[round_number]


# === 2.3 HANDS ===


@rule
def deal_hand(state, seat, chance):
    """2.3 Each player shuffles the own deck and draws five."""
    for value in range(VALUES):
        state.hands[seat, value] = 0
        state.known[seat, value] = 0
    state.hand_sizes[seat] = 0
    gather_ghosts(state, seat)
    shuffle(state.decks[seat], DECK, chance)
    for _ in range(HAND):
        draw_card(state, seat)


@rule
def draw_from_deck(state, seat):
    """The top card leaves the deck; what was shown of it is known no longer."""
    size = int(state.deck_sizes[seat]) - 1
    value = int(state.decks[seat, size])
    state.decks[seat, size] = 0
    state.deck_sizes[seat] = size
    state.deck_counts[seat, value] -= 1
    state.shown[seat] = 0
    return value


@rule
def take_in_hand(state, seat, value):
    state.hands[seat, value] += 1
    state.hand_sizes[seat] += 1


# === 2.4 LEARNING ===


@rule
def is_open_at_first(state, round_number):
    """2.4 In a learning game only the first three Psychic cards lie open."""
    return not state.learning or round_number <= OPEN_WHEN_LEARNING


@rule
def turn_up_psychic(state, tape):
    """2.4 After each round the next Psychic card is turned up."""
    for round_number in range(1, ROUNDS):
        if not state.line_open[round_number]:
            state.line_open[round_number] = 1
            tell(tape, TURNED_UP, NOBODY, state.line[round_number], round_number, 0, 0)
            return


# === 3 A ROUND ===


@rule
def waiting(state):
    """3 One seat owes a decision until the game is over."""
    return 0 if state.phase == OVER else 1 << state.turn


@rule
def legal(state, seat, actions):
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
    """3 One move, and what follows from it without a choice: the end of the round, what comes after it, the next round."""
    mine, theirs = score_rows(state, seat, tape)
    loser = 1 - seat if state.phase == CARRY_PHASE else seat
    starter = 1 - loser
    following = play_move(state, seat, action, chance, tape)
    if following == GO_ON:
        tell_totals(state, seat, mine, theirs, tape)
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
        go_on_with_tenth(state, tape)


@rule
def play_move(state, seat, action, chance, tape):
    """The choice and its direct effect; gives what follows."""
    if action >= PLAY:
        return play_psychic(
            state, seat, (action - PLAY) // CHOICES, (action - PLAY) % CHOICES, chance, tape
        )
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


@rule
def offer(actions, found, action):
    actions[found] = action
    return found + 1


# === 3.1 YOUR TURN ===


@rule
def legal_turn(state, seat, actions):
    """3.1 Any number of Ghost cards from the hand and Psychic cards from the reserve, one after another; then the end of the turn."""
    found = 0
    if not can_play_any(state, seat):
        return offer(actions, found, END)
    if is_bound(state, seat):
        if count_allowed(state, seat) > 0:
            found = offer(actions, found, TRIP)
    else:
        found = legal_ghosts(state, seat, actions, found)
        found = legal_psychics(state, seat, actions, found)
    return legal_end(state, seat, actions, found)


@rule
def legal_ghosts(state, seat, actions, found):
    banned = banned_values(state)
    for value in range(1, VALUES):
        if state.hands[seat, value] > 0 and not (banned >> value) & 1:
            found = offer(actions, found, LAY + value)
    return found


@rule
def play_ghost(state, seat, value, at_random, tape):
    """3.1 A Ghost card goes from the hand into the row."""
    leave_hand(state, seat, value)
    add_card(state, seat, int(state.round_number), value)
    state.played += 1
    tell(tape, PLAYED, seat, value, LAY + value, at_random, 0)
    return GO_ON


@rule
def legal_psychics(state, seat, actions, found):
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
    """A Psychic card of the reserve that may be the next card: 5.1 under Two's more fun the first must not end the round."""
    if state.played == 0 and is_round_ending(psychic) and must_play_two(state, seat):
        return False
    return is_playable(state, seat, psychic)


@rule
def is_playable(state, seat, psychic):
    """Whether the rules leave room for a Psychic card of the reserve in this round, be it as the first card or a later one."""
    if psychic == WEDDING or is_shut_out(state, seat):
        return False
    if is_worthless(state, int(state.round_number)):
        return True
    if (banned_values(state) >> WORTH[psychic]) & 1:
        return False
    return psychic != BLOODY_MARY or can_pay_for_mary(state, seat)


@rule
def play_psychic(state, seat, psychic, choice, chance, tape):
    """3.1 A Psychic card goes from the reserve into the row, and its effect is complete before the next card."""
    round_number = int(state.round_number)
    if round_number == ROUNDS:
        place = mark_resolved(state, seat, psychic, choice, tape)
    else:
        silenced = is_worthless(state, round_number)
        state.reserves[seat] &= ~(1 << psychic)
        place = add_card(state, seat, round_number, PSYCHIC + psychic)
        state.played += count_played(state, psychic, choice)
        tell(tape, PLAYED, seat, PSYCHIC + psychic, PLAY + psychic * CHOICES + choice, 0, 0)
        if silenced:
            tell(tape, SILENCED, seat, psychic, 0, 0, 0)
            return GO_ON
    ending = resolve_psychic(state, seat, place, psychic, choice, chance, tape)
    return (
        GO_ON if round_number == ROUNDS else ending
    )  # how the 10th round ends is seen from what has been resolved there


@rule
def leave_hand(state, seat, value):
    """A card leaves the hand openly: a known one, if the opponent knows one of that value (Information)."""
    state.hands[seat, value] -= 1
    state.hand_sizes[seat] -= 1
    if state.known[seat, value] > 0:
        state.known[seat, value] -= 1


@rule
def leave_hand_unseen(state, seat, value):
    """A card leaves the hand face down: the opponent knows nothing of that hand any more (Information)."""
    state.hands[seat, value] -= 1
    state.hand_sizes[seat] -= 1
    for other in range(VALUES):
        state.known[seat, other] = 0


@rule
def score_rows(state, seat, tape):
    """Both totals, the own one first; search, which tells nothing, does without."""
    if tape.shape[0] == 0:
        return 0, 0
    round_number = int(state.round_number)
    return score_row(state, seat, round_number), score_row(state, 1 - seat, round_number)


@rule
def tell_totals(state, seat, mine, theirs, tape):
    """Tell the totals if a card has changed them."""
    now_mine, now_theirs = score_rows(state, seat, tape)
    if now_mine != mine or now_theirs != theirs:
        tell(tape, TOTAL_CHANGED, seat, now_mine, now_theirs, now_mine - mine, now_theirs - theirs)


# === 3.2 THE END OF THE TURN ===


@rule
def legal_end(state, seat, actions, found):
    if can_end(state, seat):
        found = offer(actions, found, END)
    return found


@rule
def play_end(state, seat, tape):
    """3.2 With the higher total the opponent is next; otherwise you withdraw and lose the round."""
    round_number = int(state.round_number)
    mine, theirs = score_row(state, seat, round_number), score_row(state, 1 - seat, round_number)
    if not must_withdraw(state, seat, mine, theirs):
        tell(tape, TURN_ENDED, seat, mine, theirs, 0, 0)
        begin_turn(state, 1 - seat, tape)
        return GO_ON
    tell(tape, WITHDREW, seat, mine, theirs, mine > theirs, 0)
    return WITHDRAWN


@rule
def must_withdraw(state, seat, mine, theirs):
    """3.2 To end the turn without the higher total is to withdraw, 5.1 or after a lone card."""
    return mine <= theirs or is_lone_card(state, seat)


@rule
def begin_turn(state, seat, tape):
    state.phase = TURN
    state.turn = seat
    state.played = 0
    if state.edition == 1 and count_allowed(state, seat) == 0:
        end_trip(state, seat, tape)


# === 3.3 THE WINNER TAKES THE MANSION ===


@rule
def end_round(state, loser, tape):
    """3.3 The winner takes the tokens, and perhaps the game; nothing further happens then."""
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
    """3.3 Keep how the round ended: cards may leave its rows later (Card 13, Card 15, Card 18)."""
    round_number = int(state.round_number)
    state.results[round_number] = result
    for seat in range(SEATS):
        state.final_totals[round_number, seat] = score_row(state, seat, round_number)


@rule
def win_tokens(state, seat, tape):
    round_number = int(state.round_number)
    manors, castles = int(state.manors[round_number]), int(state.castles[round_number])
    state.manors_won[seat] += manors
    state.castles_won[seat] += castles
    state.manors[round_number] = 0
    state.castles[round_number] = 0
    tell(tape, TOKEN_WON, seat, manors, castles, state.manors_won[seat], state.castles_won[seat])


@rule
def has_set(state, seat):
    """3.3 Four Manors or three Castles: the reason for which the game is won, else 0."""
    if state.manors_won[seat] >= MANORS_TO_WIN:
        return BY_MANORS
    return BY_CASTLES if state.castles_won[seat] >= CASTLES_TO_WIN else 0


# === 3.4 AFTER THE ROUND ===


@rule
def close_round(state, loser, tape):
    """3.4 Once it is settled what is carried: Now or never moves, the Psychic card is taken, both draw two, the loser may place."""
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
    """3.4 The loser takes the round's Psychic card, open, unless somebody said that they won't have it (Card 1)."""
    round_number = int(state.round_number)
    seat = who_takes_psychic(state, loser)
    psychic = int(state.line[round_number])
    if psychic == 0:
        return
    state.reserves[seat] |= 1 << psychic
    leave_line(state, round_number)
    tell(tape, PSYCHIC_TAKEN, seat, psychic, 0, 0, 0)


@rule
def leave_line(state, round_number):
    state.line[round_number] = 0
    state.line_open[round_number] = 1


@rule
def draw_two(state, tape):
    """3.4 Both draw two Ghost cards, 3.6 or what is left of a deck that is not renewed."""
    for seat in range(SEATS):
        number = min(DRAWN, int(state.deck_sizes[seat]))
        first = draw_card(state, seat) if number > 0 else 0
        second = draw_card(state, seat) if number > 1 else 0
        tell(tape, DREW, seat, number, 0, 0, 0)
        if number:
            whisper(tape, DREW_CARDS, seat, min(first, second), max(first, second), 0, 0)


@rule
def draw_card(state, seat):
    value = draw_from_deck(state, seat)
    take_in_hand(state, seat, value)
    return value


@rule
def can_place(state, seat):
    return state.hand_sizes[seat] > 0 or state.reserves[seat] > 0


@rule
def legal_place(state, seat, actions):
    """3.4 One Ghost card of the hand or one Psychic card of the reserve, also the one just taken; or none."""
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
    """3.4 It goes face down on the own side of the 10th round; a Psychic card is seen to leave the open reserve."""
    if card > PSYCHIC:
        state.reserves[seat] &= ~(1 << (card - PSYCHIC))
        tell(tape, PLACED, seat, card, 0, 0, 0)
    else:
        leave_hand_unseen(state, seat, card)
        tell(tape, PLACED, seat, 0, 0, 0, 0)
        whisper(tape, PLACED_CARD, seat, card, 0, 0, 0)
    add_card(state, seat, ROUNDS, card | FACE_DOWN)
    return BEGIN


@rule
def play_skip(seat, tape):
    tell(tape, NOT_PLACED, seat, 0, 0, 0, 0)
    return BEGIN


# === 3.5 WHO STARTS THE NEXT ROUND ===


@rule
def begin_next_round(state, starter, tape):
    """3.5 The winner starts the next round; what lapses with the old one lapses now."""
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
        tell(
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
# `draw_two` stops at the end of a deck, and nothing counts the cards of a hand.

# === 4 VALUES ===
# === 4.1 WHAT IS A GHOST ===


@rule
def card_of(entry):
    return entry & CARD


@rule
def is_psychic(entry):
    return entry & CARD > PSYCHIC


@rule
def psychic_of(entry):
    return (entry & CARD) - PSYCHIC


@rule
def base_value(entry, round_number):
    """4.1 The printed value of a Ghost card, or the Ghost that a Psychic card works as; 0 if a card is no Ghost at all.

    6.2 In the 10th round a card that is to be resolved is worth only what it has become there.
    """
    if not is_psychic(entry):
        return card_of(entry)
    become = (entry >> AS) & 7
    if become or entry & DEBT or needs_resolving(entry, round_number):
        return become
    return WORTH[psychic_of(entry)]


@rule
def needs_resolving(entry, round_number):
    """6.2 In the 10th round cards with a choice or an instant effect are resolved there, unless Still me carried them along."""
    return (
        round_number == ROUNDS
        and is_psychic(entry)
        and not entry & CARRIED
        and (INSTANT >> psychic_of(entry)) & 1
    )


# === 4.2 BASE VALUES AND GROUPS ===


@rule
def present(state, round_number):
    """The Psychic cards that lie open in the two rows of a round, as bits."""
    return int(state.psychics[0, round_number]) | int(state.psychics[1, round_number])


@rule
def named_on(state, seat, psychic, round_number):
    """4.2 The values named on a Psychic card, as bits; none if it is not in effect in that row."""
    if not in_effect(state, seat, psychic, round_number):
        return 0
    entry = int(state.rows[seat, find_card(state, seat, round_number, PSYCHIC + psychic, 0)])
    return ((entry >> NAMED) & SIX_BITS) << 1


ADDING = (ACRO_BATS, GHOSSSSSST, POLTERGEIST, PITY)


@rule
def bonus(state, seat, base, psychic, round_number):
    """4.2 What a Psychic card adds to the seat's Ghosts of a base value, those played before it and after it alike."""
    if psychic == ACRO_BATS:
        return acro_bats(state, seat, base, round_number)
    if psychic == GHOSSSSSST:
        return ghosssssst(state, seat, base, round_number)
    if psychic == POLTERGEIST:
        return poltergeist(state, seat, base, round_number)
    return pity(state, base, round_number) if psychic == PITY else 0


@rule
def penalty(state, seat, base, psychic, round_number):
    """4.2 What a Psychic card of the opponent takes from the seat's Ghosts of a base value."""
    return wraith(state, seat, base, round_number) if psychic == WRAITH else 0


# === 4.3 WHAT A CARD COUNTS ===


@rule
def score_row(state, seat, round_number):
    """The total of a row."""
    total = 0
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        total += score_card(state, seat, int(state.rows[seat, place]), round_number)
    return total


@rule
def score_card(state, seat, entry, round_number):
    """4.3 What one card of a row counts."""
    if entry & FACE_DOWN:
        return 0
    if is_worthless(state, round_number):
        return score_worthless(entry)
    if entry & DEBT:
        return score_debt()
    base = base_value(entry, round_number)
    if base and present(state, round_number) & MODIFIERS:
        base = score_ghost(state, seat, base, round_number)
    return score_goldfish(base) if card_of(entry) == PSYCHIC + GOLDFISH else base


@rule
def score_ghost(state, seat, base, round_number):
    """4.3 Nothing, if it scares nobody (Card 12); else base value, plus all bonuses, minus all penalties but not below 0."""
    if not is_scary(state, seat, base, round_number):
        return 0
    value = base
    for psychic in ADDING:
        value += bonus(state, seat, base, psychic, round_number)
    return max(0, value - penalty(state, seat, base, WRAITH, round_number))


COUNTS, BASE, OVERRULED, PENALTY, BONUSES = (
    0,
    1,
    2,
    3,
    4,
)  # what is told of a card; from BONUSES on a number for each card of ADDING
TOLD = BONUSES + len(ADDING)


@rule
def explain_rows(state, told, totals):
    """4.3 How every card on the table comes to count what it counts, and the total of every row."""
    for seat in range(SEATS):
        for round_number in range(1, ROUNDS + 1):
            totals[seat, round_number] = score_row(state, seat, round_number)
            for place in range(
                row_start(state, seat, round_number), row_end(state, seat, round_number)
            ):
                explain_card(
                    state, seat, int(state.rows[seat, place]), round_number, told[seat, place]
                )


@rule
def explain_card(state, seat, entry, round_number, told):
    """4.3 Base value, what adds to it, what takes from it, what overrules all that; a card face down tells nothing."""
    told[COUNTS] = score_card(state, seat, entry, round_number)
    base = 0 if entry & FACE_DOWN else base_value(entry, round_number)
    told[BASE] = base
    told[OVERRULED] = overruled_by(state, seat, entry, base, round_number)
    told[PENALTY] = penalty(state, seat, base, WRAITH, round_number) if base else 0
    for i in range(len(ADDING)):
        told[BONUSES + i] = bonus(state, seat, base, ADDING[i], round_number) if base else 0


@rule
def overruled_by(state, seat, entry, base, round_number):
    """4.3 The Psychic card that settles what a card counts, whatever else there is; 0 for none."""
    if entry & FACE_DOWN:
        return 0
    if is_worthless(state, round_number):
        return 0 if card_of(entry) == PSYCHIC + WORTHLESS else WORTHLESS
    if entry & DEBT:
        return NOW_OR_NEVER
    return NOT_SCARED if base and not is_scary(state, seat, base, round_number) else 0


# === 4.4 CONTINUOUS EFFECTS ===


@rule
def in_effect(state, seat, psychic, round_number):
    """4.4 A Psychic card works while it lies open in the row, unless We're worthless lies in either row (Card 29)."""
    return (state.psychics[seat, round_number] >> psychic) & 1 and not is_worthless(
        state, round_number
    )


# === 4.5 CHOICES ===


@rule
def legal_choices(state, seat, psychic, actions, found):
    """4.5 One of the choices that its effect finds; without a choice where it may be declined, if there is none, or under Card 29."""
    first = found
    if not is_worthless(state, int(state.round_number)):
        found = legal_effect(state, seat, psychic, actions, found)
    if found == first or (OPTIONAL >> psychic) & 1:
        found = offer(actions, found, PLAY + psychic * CHOICES)
    return found


@rule
def legal_effect(state, seat, psychic, actions, found):
    code = PLAY + psychic * CHOICES
    if psychic == AUNTIE:
        return legal_auntie(state, seat, code, actions, found)
    if psychic == POLTERGEIST or psychic == WRAITH or psychic == PITY:
        return legal_values((2 << HIGHEST) - 2, code, actions, found)
    if psychic == BE_GONE:
        return legal_be_gone(state, seat, code, actions, found)
    if psychic == DOUBLE_VISION:
        return legal_double_vision(state, seat, code, actions, found)
    if psychic == BACK:
        return legal_back(state, seat, code, actions, found)
    if psychic == CHRISTMAS:
        return legal_christmas(state, seat, code, actions, found)
    if psychic == MEET_AT_THE_END:
        return legal_meet(state, code, actions, found)
    if psychic == BLOODY_MARY:
        return legal_mary(state, seat, code, actions, found)
    if psychic == PLAYING_DEAD:
        return legal_playing_dead(state, seat, code, actions, found)
    if psychic == NEVER_SEEN:
        return legal_never_seen(code, actions, found)
    if psychic == HOUSE_SWAP:
        return legal_house_swap(state, code, actions, found)
    return found


@rule
def legal_values(values, code, actions, found):
    """One of these values, given as bits."""
    for value in range(1, VALUES):
        if (values >> value) & 1:
            found = offer(actions, found, code + value)
    return found


@rule
def legal_cards(cards, code, actions, found):
    """One of these cards, given as bits."""
    card = 0
    while cards >> card:
        if (cards >> card) & 1:
            found = offer(actions, found, code + card)
        card += 1
    return found


@rule
def resolve_psychic(state, seat, place, psychic, choice, chance, tape):
    """4.5 What a Psychic card does when it comes into play; gives how it ends the round, if it does."""
    first, second = choice, 0
    if psychic == BLOODY_MARY or psychic == NEVER_SEEN or psychic == HOUSE_SWAP:
        first, second = choice // PAIR, choice % PAIR
    if psychic == AUNTIE:
        resolve_auntie(state, seat, choice, chance)
    elif psychic == REVEAL:
        see_hand(state, seat)
    elif psychic == TRIPPED:
        resolve_tripped(state, seat)
    elif psychic == POLTERGEIST or psychic == WRAITH or psychic == PITY:
        name_value(state, seat, place, choice)
    elif psychic == BE_GONE:
        resolve_be_gone(state, seat, choice)
    elif psychic == DOUBLE_VISION:
        become(state, seat, place, choice)
    elif psychic == BACK:
        second = resolve_back(state, seat, choice, chance)
    elif psychic == CHRISTMAS:
        first = resolve_christmas(state, seat, place, choice, tape)
    elif psychic == MEET_AT_THE_END:
        second = resolve_meet(state, seat, choice, chance, tape)
    elif psychic == BLOODY_MARY:
        resolve_mary(state, seat, place, first, second)
    elif psychic == PLAYING_DEAD:
        resolve_playing_dead(state, seat, choice)
    elif psychic == NEVER_SEEN:
        name_value(state, seat, place, first)
        name_value(state, seat, place, second)
    elif psychic == HOUSE_SWAP:
        resolve_house_swap(state, first, second)
    elif psychic == WORTHLESS:
        resolve_worthless(state, tape)
    tell(tape, EFFECT, seat, psychic, first, second, 0)
    return ending_of(psychic)


@rule
def name_value(state, seat, place, value):
    state.rows[seat, place] |= 1 << (NAMED + value - 1)


@rule
def become(state, seat, place, value):
    """From now on the card is a Ghost of that base value."""
    state.rows[seat, place] |= value << AS


# === 4.6 THE ORDER OF A ROW ===


@rule
def row_start(state, seat, round_number):
    return int(state.row_ends[seat, round_number - 1])


@rule
def row_end(state, seat, round_number):
    return int(state.row_ends[seat, round_number])


@rule
def add_card(state, seat, round_number, entry):
    """4.6 A card arrives at the end of a row; gives its place."""
    place = row_end(state, seat, round_number)
    for later in range(row_end(state, seat, ROUNDS), place, -1):
        state.rows[seat, later] = state.rows[seat, later - 1]
    state.rows[seat, place] = entry
    for later in range(round_number, ROUNDS + 1):
        state.row_ends[seat, later] += 1
    if is_psychic(entry) and not entry & FACE_DOWN:
        state.psychics[seat, round_number] |= 1 << psychic_of(entry)
    return place


@rule
def take_card(state, seat, round_number, place):
    """A card leaves a row; gives it with what is marked on it."""
    entry = int(state.rows[seat, place])
    last = row_end(state, seat, ROUNDS) - 1
    for later in range(place, last):
        state.rows[seat, later] = state.rows[seat, later + 1]
    state.rows[seat, last] = 0
    for later in range(round_number, ROUNDS + 1):
        state.row_ends[seat, later] -= 1
    if is_psychic(entry):
        state.psychics[seat, round_number] &= ~(1 << psychic_of(entry))
    return entry


@rule
def find_card(state, seat, round_number, card, without):
    """4.6 Of several equal cards the first in the row is meant, here of those without a mark; NOBODY if there is none."""
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        if card_of(entry) == card and not entry & without:
            return place
    return NOBODY


@rule
def played_cards(state, seat):
    """The cards of the row in play that were played this round, those fetched by Card 2 too, as bits."""
    round_number = int(state.round_number)
    cards = 0
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        if not entry & CARRIED:
            cards |= 1 << card_of(entry)
    return cards


@rule
def discard(state, seat, card):
    """Out of the game, on the pile of the player who had it."""
    state.discards[seat, state.discard_sizes[seat]] = card
    state.discard_sizes[seat] += 1


# === 5 THE PSYCHIC CARDS ===
# === Card 1 YOU WON'T HAVE IT ===


@rule
def who_takes_psychic(state, loser):
    """Card 1 Its player takes the round's Psychic card, also as the winner; otherwise the loser does."""
    round_number = int(state.round_number)
    for seat in range(SEATS):
        if in_effect(state, seat, WONT_HAVE_IT, round_number):
            return seat
    return loser


# === Card 2 AUNTIE, ARE YOU THERE? ===


@rule
def legal_auntie(state, seat, code, actions, found):
    """Card 2 A value that is in your deck and not banned."""
    return legal_values(fetchable_values(state, seat), code, actions, found)


@rule
def fetchable_values(state, seat):
    """Card 2 The values in your deck that Card 25 allows, as bits."""
    values = 0
    for value in range(1, VALUES):
        if state.deck_counts[seat, value] > 0:
            values |= 1 << value
    return values & ~banned_values(state)


@rule
def resolve_auntie(state, seat, value, chance):
    """Card 2 That Ghost goes from the deck into your row, and the deck is shuffled."""
    if value == 0:
        return
    place = 0
    while state.decks[seat, place] != value:
        place += 1
    top = int(state.deck_sizes[seat]) - 1
    state.decks[seat, place] = state.decks[seat, top]
    state.decks[seat, top] = value
    add_card(state, seat, int(state.round_number), draw_from_deck(state, seat))
    shuffle_deck(state, seat, chance)


@rule
def shuffle_deck(state, seat, chance):
    state.shown[seat] = 0
    shuffle(state.decks[seat], int(state.deck_sizes[seat]), chance)


# === Card 3 REVEAL YOURSELF! ===


@rule
def can_see_hand(state, seat):
    """Card 3 During the turns of its round its player sees the opponent's hand."""
    return state.phase == TURN and in_effect(state, seat, REVEAL, int(state.round_number))


@rule
def see_hand(state, seat):
    """Card 3 What has been seen is remembered: all of the hand, when the card takes effect."""
    if in_effect(state, seat, REVEAL, int(state.round_number)):
        for value in range(VALUES):
            state.known[1 - seat, value] = state.hands[1 - seat, value]


# === Card 4 LADY IN WHITE ===
# Worth 2: pieces.py.

# === Card 5 SIR NICHOLAS ===
# Worth 3: pieces.py.

# === Card 6 TRIPPED ===


@rule
def resolve_tripped(state, seat):
    """Card 6 The opponent is tripped, until the end of the next round at the latest."""
    state.tripped[1 - seat] = state.round_number + 1


@rule
def is_bound(state, seat):
    """Card 6 Until the trip has bound a card, a turn begins with a random card of the hand or is ended without a card."""
    return state.tripped[seat] > 0


@rule
def end_trip(state, seat, tape):
    if state.tripped[seat]:
        state.tripped[seat] = 0
        tell(tape, TRIP_LAPSED, seat, 0, 0, 0, 0)


@rule
def count_allowed(state, seat):
    """How many cards of the hand Card 25 allows."""
    banned = banned_values(state)
    if banned == 0:
        return int(state.hand_sizes[seat])
    number = 0
    for value in range(1, VALUES):
        if not (banned >> value) & 1:
            number += int(state.hands[seat, value])
    return number


@rule
def draw_tripped(state, seat, chance):
    """Card 6 The random card that the trip binds; the trip is over with that."""
    state.tripped[seat] = 0
    return draw_value(state, seat, banned_values(state), chance)


@rule
def draw_value(state, seat, banned, chance):
    """The value of a random card of the hand, banned values left out."""
    number = 0
    for value in range(1, VALUES):
        if not (banned >> value) & 1:
            number += int(state.hands[seat, value])
    left = pick(chance, number)
    value = 0
    while left >= 0:
        value += 1
        if not (banned >> value) & 1:
            left -= int(state.hands[seat, value])
    return value


# === Card 7 POSTPONED WEDDING ===
# Worth 3 (pieces.py), and `is_playable` never lets it into rounds 1 to 9.

# === Card 8 ACRO-BATS ===


@rule
def acro_bats(state, seat, base, round_number):
    """Card 8 Your even Ghosts +1."""
    return 1 if is_even(base) and in_effect(state, seat, ACRO_BATS, round_number) else 0


# === Card 9 GHOSSSSSST ===


@rule
def ghosssssst(state, seat, base, round_number):
    """Card 9 Your odd Ghosts +1."""
    return 1 if not is_even(base) and in_effect(state, seat, GHOSSSSSST, round_number) else 0


# === Card 10 POLTERGEIST ===


@rule
def poltergeist(state, seat, base, round_number):
    """Card 10 Your Ghosts of the named value +2."""
    return 2 if (named_on(state, seat, POLTERGEIST, round_number) >> base) & 1 else 0


# === Card 11 BE GONE! ===


@rule
def legal_be_gone(state, seat, code, actions, found):
    """Card 11 Any card in the opponent's row, Ghost or Psychic."""
    round_number = int(state.round_number)
    cards = 0
    for place in range(
        row_start(state, 1 - seat, round_number), row_end(state, 1 - seat, round_number)
    ):
        cards |= 1 << card_of(int(state.rows[1 - seat, place]))
    return legal_cards(cards, code, actions, found)


@rule
def resolve_be_gone(state, seat, card):
    """Card 11 It is discarded, out of the game."""
    if card:
        round_number = int(state.round_number)
        place = find_card(state, 1 - seat, round_number, card, 0)
        take_card(state, 1 - seat, round_number, place)
        discard(state, 1 - seat, card)


# === Card 12 YOU DON'T SCARE ME ===


@rule
def is_scary(state, seat, base, round_number):
    """Card 12 Ghosts of base value 1 and 2 count 0 for whoever faces this card."""
    return base > 2 or not in_effect(state, 1 - seat, NOT_SCARED, round_number)


# === Card 13 NOW OR NEVER ===


@rule
def move_now_or_never(state, tape):
    """Card 13 Worth 4 (pieces.py); at the end of the round it moves, open, to the 10th round, as a debt."""
    round_number = int(state.round_number)
    for seat in range(SEATS):
        if in_effect(state, seat, NOW_OR_NEVER, round_number):
            take_card(
                state,
                seat,
                round_number,
                find_card(state, seat, round_number, PSYCHIC + NOW_OR_NEVER, 0),
            )
            add_card(state, seat, ROUNDS, PSYCHIC + NOW_OR_NEVER | DEBT)
            tell(tape, CAME_DUE, seat, NOW_OR_NEVER, 0, 0, 0)


@rule
def score_debt():
    """Card 13 There it counts -2, which nothing changes but Card 29."""
    return -2


# === Card 14 TWO'S MORE FUN ===


@rule
def must_play_two(state, seat):
    """Card 14 While it lies in the opponent's row: no card in a turn, or at least two (5.1)."""
    return in_effect(state, 1 - seat, TWO_IS_MORE, int(state.round_number))


# === Card 15 STILL ME ===


@rule
def cards_to_carry(state, seat):
    """Card 15 The own cards played this round, not Still me itself, as bits."""
    return played_cards(state, seat) & ~(1 << (PSYCHIC + STILL_ME))


@rule
def can_carry(state, seat):
    """Card 15 The winner of the round may carry one of them, if Still me is in effect; left out if there is none."""
    return (
        in_effect(state, seat, STILL_ME, int(state.round_number))
        and cards_to_carry(state, seat) != 0
    )


@rule
def legal_carry(state, seat, actions):
    found = legal_cards(cards_to_carry(state, seat), CARRY, actions, 0)
    return offer(actions, found, KEEP)


@rule
def play_carry(state, seat, card, tape):
    """Card 15 It goes into the own row of the next round, with its value, its continuous effect and its choice."""
    round_number = int(state.round_number)
    entry = take_card(
        state, seat, round_number, find_card(state, seat, round_number, card, CARRIED)
    )
    add_card(state, seat, round_number + 1, entry | CARRIED)
    tell(tape, CARRIED_ON, seat, card, round_number + 1, 0, 0)
    return CLOSE


@rule
def play_keep(seat, tape):
    tell(tape, KEPT, seat, 0, 0, 0, 0)
    return CLOSE


# === Card 16 DOUBLE VISION ===


@rule
def own_ghosts(state, seat):
    """Card 16 The base values of your Ghosts played this round and still in your row; in the 10th round of all there. As bits."""
    round_number = int(state.round_number)
    values = 0
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        if round_number == ROUNDS or not entry & CARRIED:
            values |= 1 << base_value(entry, round_number)
    return values & ~1


@rule
def legal_double_vision(state, seat, code, actions, found):
    """Card 16 One of them, unless it is banned; the card is worth that value from then on."""
    return legal_values(own_ghosts(state, seat) & ~banned_values(state), code, actions, found)


# === Card 17 WRAITH TO THE BOTTOM ===


@rule
def wraith(state, seat, base, round_number):
    """Card 17 The opponent's Ghosts of the named value -2."""
    return 2 if (named_on(state, 1 - seat, WRAITH, round_number) >> base) & 1 else 0


# === Card 18 I'LL BE BACK ===


@rule
def legal_back(state, seat, code, actions, found):
    """Card 18 The value of one of your Ghost cards in your rows of earlier rounds."""
    values = 0
    for place in range(row_start(state, seat, int(state.round_number))):
        entry = int(state.rows[seat, place])
        if not is_psychic(entry):
            values |= 1 << card_of(entry)
    return legal_values(values, code, actions, found)


@rule
def resolve_back(state, seat, value, chance):
    """Card 18 That of the earliest round (4.6) goes back into your deck, which is shuffled; gives the round."""
    if value == 0:
        return 0
    round_number = 1
    while find_card(state, seat, round_number, value, 0) == NOBODY:
        round_number += 1
    take_card(state, seat, round_number, find_card(state, seat, round_number, value, 0))
    state.decks[seat, state.deck_sizes[seat]] = value
    state.deck_sizes[seat] += 1
    state.deck_counts[seat, value] += 1
    shuffle_deck(state, seat, chance)
    return round_number


# === Card 19 GHOST OF CHRISTMAS YET TO COME ===


@rule
def legal_christmas(state, seat, code, actions, found):
    """Card 19 Your deck or the opponent's, not empty."""
    if state.deck_sizes[seat] > 0:
        found = offer(actions, found, code + OWN)
    if state.deck_sizes[1 - seat] > 0:
        found = offer(actions, found, code + OPPONENT)
    return found


@rule
def resolve_christmas(state, seat, place, side, tape):
    """Card 19 Its top card is shown to both and stays there; this card is worth that value, which it gives."""
    if side == 0:
        return 0
    owner = side_seat(seat, side)
    value = int(state.decks[owner, state.deck_sizes[owner] - 1])
    state.shown[owner] = 1
    become(state, seat, place, value)
    tell(tape, SHOWN, owner, value, 0, 0, 0)
    return value


@rule
def side_seat(seat, side):
    return seat if side == OWN else 1 - seat


# === Card 20 LET'S MEET AT THE END ===


@rule
def legal_meet(state, code, actions, found):
    """Card 20 You or the opponent, while either has a hand."""
    if state.hand_sizes[0] > 0 or state.hand_sizes[1] > 0:
        found = offer(actions, found, code + OWN)
        found = offer(actions, found, code + OPPONENT)
    return found


@rule
def resolve_meet(state, seat, side, chance, tape):
    """Card 20 A random card of that hand goes face down to the 10th round, open if that is being played; gives whether one went."""
    owner = side_seat(seat, side)
    if side == 0 or state.hand_sizes[owner] == 0:
        return 0
    value = draw_value(state, owner, 0, chance)
    if state.round_number == ROUNDS:
        leave_hand(state, owner, value)
        add_card(state, owner, ROUNDS, value)
        tell(tape, SENT, owner, value, 0, 0, 0)
    else:
        leave_hand_unseen(state, owner, value)
        add_card(state, owner, ROUNDS, value | FACE_DOWN)
        tell(tape, SENT, owner, 0, 0, 0, 0)
        whisper(tape, SENT_CARD, owner, value, 0, 0, 0)
    return 1


# === Card 21 BLOODY MARY ===


@rule
def can_pay_for_mary(state, seat):
    """Card 21 Two Ghost cards of the hand are her price."""
    return state.hand_sizes[seat] >= 2


@rule
def legal_mary(state, seat, code, actions, found):
    """Card 21 Any two of them; in the 10th round none, if the hand does not hold two."""
    for first in range(1, VALUES):
        if state.hands[seat, first] > 1:
            found = offer(actions, found, code + first * PAIR + first)
        for second in range(first + 1, VALUES):
            if state.hands[seat, first] > 0 and state.hands[seat, second] > 0:
                found = offer(actions, found, code + first * PAIR + second)
    return found


@rule
def resolve_mary(state, seat, place, first, second):
    """Card 21 They are discarded openly; resolved in the 10th round she is worth 6 only now that they are paid."""
    if first == 0:
        return
    leave_hand(state, seat, first)
    leave_hand(state, seat, second)
    discard(state, seat, first)
    discard(state, seat, second)
    if state.round_number == ROUNDS:
        become(state, seat, place, WORTH[BLOODY_MARY])


# === Card 22 PLAYING DEAD ===


@rule
def legal_playing_dead(state, seat, code, actions, found):
    """Card 22 One own card played this round; nothing comes back from the 10th. (The card itself still lies in the reserve.)"""
    if state.round_number == ROUNDS:
        return found
    return legal_cards(played_cards(state, seat), code, actions, found)


@rule
def resolve_playing_dead(state, seat, card):
    """Card 22 A Ghost card goes back to the hand, as the opponent sees, a Psychic card to the reserve."""
    if card == 0:
        return
    round_number = int(state.round_number)
    take_card(state, seat, round_number, find_card(state, seat, round_number, card, CARRIED))
    if card > PSYCHIC:
        state.reserves[seat] |= 1 << (card - PSYCHIC)
    else:
        take_in_hand(state, seat, card)
        state.known[seat, card] += 1


@rule
def is_round_ending(psychic):
    """Card 22 and Card 27 end the round."""
    return ending_of(psychic) != 0


@rule
def ending_of(psychic):
    """Card 22 You lose the round at once; Card 27 it ends at once as a tie."""
    if psychic == PLAYING_DEAD:
        return WITHDRAWN
    return TIED if psychic == LULL else 0


# === Card 23 GHOSTLY GOLDFISH ===


@rule
def score_goldfish(value):
    """Card 23 Two Ghosts of base value 1 on one card: each gets every bonus and penalty. `play_psychic` counts it as two cards."""
    return 2 * value


# === Card 24 PRIVATE LOUNGE: GHOST ONLY ===


@rule
def is_shut_out(state, seat):
    """Card 24 While it lies in the opponent's row you play no Psychic card, 5.3 Card 29 included."""
    return in_effect(state, 1 - seat, LOUNGE, int(state.round_number))


# === Card 25 THEY WERE NEVER SEEN AGAIN... ===


@rule
def legal_never_seen(code, actions, found):
    """Card 25 Two different values."""
    for first in range(1, HIGHEST):
        for second in range(first + 1, VALUES):
            found = offer(actions, found, code + first * PAIR + second)
    return found


@rule
def banned_values(state):
    """Card 25 The values of which nobody may play Ghosts, as bits; in the 10th round none."""
    round_number = int(state.round_number)
    if round_number == ROUNDS:
        return 0
    return named_on(state, 0, NEVER_SEEN, round_number) | named_on(
        state, 1, NEVER_SEEN, round_number
    )


# === Card 26 I PITY THE GHOUL! ===


@rule
def pity(state, base, round_number):
    """Card 26 Both players' Ghosts of the named value +3."""
    named = named_on(state, 0, PITY, round_number) | named_on(state, 1, PITY, round_number)
    return 3 if (named >> base) & 1 else 0


# === Card 27 CREEPY LULL ===
# The round ends as a tie: `ending_of` says so, 5.2 says what follows, 6.3 what it means in the 10th round.

# === Card 28 HOUSE SWAP ===


@rule
def legal_house_swap(state, code, actions, found):
    """Card 28 Two later rounds, the 10th included."""
    for first in range(int(state.round_number) + 1, ROUNDS):
        for second in range(first + 1, ROUNDS + 1):
            found = offer(actions, found, code + first * PAIR + second)
    return found


@rule
def resolve_house_swap(state, first, second):
    """Card 28 Their tokens change places."""
    manors, castles = int(state.manors[first]), int(state.castles[first])
    state.manors[first] = state.manors[second]
    state.castles[first] = state.castles[second]
    state.manors[second] = manors
    state.castles[second] = castles


# === Card 29 WE'RE WORTHLESS ===


@rule
def is_worthless(state, round_number):
    """Card 29 It lies in one of the two rows: no other card there has an effect."""
    return (present(state, round_number) >> WORTHLESS) & 1


@rule
def score_worthless(entry):
    """Card 29 Every other card is worth exactly 1; it counts 0 itself."""
    return 0 if card_of(entry) == PSYCHIC + WORTHLESS else 1


@rule
def resolve_worthless(state, tape):
    """Card 29 A trip of this round that has not bound a card yet ends; everything else that waits asks whether it is still in effect."""
    for seat in range(SEATS):
        if state.tripped[seat] > state.round_number:
            end_trip(state, seat, tape)


# === 5.1 UNDER TWO'S MORE FUN ===


@rule
def count_played(state, psychic, choice):
    """5.1 Card 23 counts as two cards, and so does Card 2 if it fetches (`choice` is not 0). In edition 1 it counted as one."""
    if psychic == AUNTIE:
        return 2 if choice and state.edition > 1 else 1
    return 2 if psychic == GOLDFISH else 1


@rule
def count_playing(state, seat, psychic):
    """5.1 As how many cards a Psychic card would count if it were played now, with Two's more fun in effect."""
    return count_played(state, psychic, fetchable_values(state, seat) if psychic == AUNTIE else 0)


@rule
def can_play_any(state, seat):
    """5.1 You may begin to play only if you could play at least two cards now."""
    return state.played > 0 or not must_play_two(state, seat) or count_playable(state, seat) >= 2


@rule
def count_playable(state, seat):
    """5.1 How many cards you could play now: round-ending cards are among them, costs are not looked ahead."""
    number = count_allowed(state, seat)
    for psychic in range(1, PSYCHICS + 1):
        if (state.reserves[seat] >> psychic) & 1 and is_playable(state, seat, psychic):
            number += count_playing(state, seat, psychic)
    return number


@rule
def is_lone_card(state, seat):
    """5.1 Exactly one card has been played this turn, where that is too few: to end the turn is to withdraw."""
    return state.played == 1 and must_play_two(state, seat)


@rule
def can_end(state, seat):
    """5.1 After exactly one card you may not end the turn while you can still play a card."""
    return not is_lone_card(state, seat) or count_playable(state, seat) == 0


# === 5.2 A TIED ROUND ===


@rule
def end_tied_round(state, tape):
    """5.2 The tokens join those of the next round, the Psychic card is out of the game, nobody places, the same player starts again."""
    round_number = int(state.round_number)
    state.played = 0
    note_result(state, A_TIE)
    tell(tape, ROUND_TIED, NOBODY, state.manors[round_number], state.castles[round_number], 0, 0)
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
    round_number = int(state.round_number)
    psychic = int(state.line[round_number])
    if psychic == 0:
        return
    state.removed[state.removed_count] = psychic
    state.removed_count += 1
    leave_line(state, round_number)
    tell(tape, PSYCHIC_REMOVED, NOBODY, psychic, 0, 0, 0)


# === 5.3 UNDER PRIVATE LOUNGE ===
# `is_playable` asks `is_shut_out` before anything else, so Card 29 is no way out.

# === 6 THE 10TH ROUND ===
# === 6.1 TURN THE CARDS UP ===


@rule
def begin_tenth(state, tape):
    """6.1 All cards of the 10th round are turned up."""
    state.turn = state.starter
    tell(tape, TENTH_BEGAN, state.starter, state.manors[ROUNDS], state.castles[ROUNDS], 0, 0)
    for seat in range(SEATS):
        for place in range(row_start(state, seat, ROUNDS), row_end(state, seat, ROUNDS)):
            turn_up_card(state, seat, place, tape)
    mine, theirs = score_rows(state, int(state.starter), tape)
    tell(tape, TOTAL_CHANGED, state.starter, mine, theirs, mine, theirs)


@rule
def turn_up_card(state, seat, place, tape):
    entry = int(state.rows[seat, place])
    if entry & FACE_DOWN:
        state.rows[seat, place] = entry & ~FACE_DOWN
        if is_psychic(entry):
            state.psychics[seat, ROUNDS] |= 1 << psychic_of(entry)
        tell(tape, REVEALED, seat, card_of(entry), 0, 0, 0)


# === 6.2 RESOLVE THEM ONE AT A TIME ===


@rule
def go_on_with_tenth(state, tape):
    """6.2 First all cards of the player who would start this round, then all those of the other; 6.1 none at all under Card 29."""
    seat = who_resolves(state)
    if seat != NOBODY:
        state.phase = TENTH
        state.turn = seat
        return
    winner = tenth_winner(state)
    note_result(state, A_TIE if winner == NOBODY else WON + winner)
    if winner == NOBODY:
        tell(tape, ROUND_TIED, NOBODY, state.manors[ROUNDS], state.castles[ROUNDS], 0, 0)
    else:
        win_tokens(state, winner, tape)
    end_game(state, tape)


@rule
def who_resolves(state):
    """The seat that has a card to resolve, or NOBODY."""
    starter = int(state.starter)
    if is_worthless(state, ROUNDS) or is_ended_early(state):
        return NOBODY
    if cards_to_resolve(state, starter):
        return starter
    return 1 - starter if cards_to_resolve(state, 1 - starter) else NOBODY


@rule
def cards_to_resolve(state, seat):
    """6.2 The Psychic cards of the 10th round that are still to be resolved, as bits."""
    psychics = 0
    for place in range(row_start(state, seat, ROUNDS), row_end(state, seat, ROUNDS)):
        entry = int(state.rows[seat, place])
        if needs_resolving(entry, ROUNDS) and not entry & RESOLVED:
            psychics |= 1 << psychic_of(entry)
    return psychics


@rule
def legal_tenth(state, seat, actions):
    """6.2 Any of them, in the order that the player chooses, written as when playing it."""
    psychics = cards_to_resolve(state, seat)
    found = 0
    for psychic in range(1, PSYCHICS + 1):
        if (psychics >> psychic) & 1:
            found = legal_choices(state, seat, psychic, actions, found)
    return found


@rule
def mark_resolved(state, seat, psychic, choice, tape):
    """6.2 Each is one move; gives the place of the card."""
    place = find_card(state, seat, ROUNDS, PSYCHIC + psychic, 0)
    state.rows[seat, place] |= RESOLVED
    tell(tape, RESOLVED_NOW, seat, PSYCHIC + psychic, PLAY + psychic * CHOICES + choice, 0, 0)
    return place


# === 6.3 ROUND-ENDING CARDS ===


@rule
def has_resolved(state, seat, psychic):
    place = find_card(state, seat, ROUNDS, PSYCHIC + psychic, 0)
    return place != NOBODY and int(state.rows[seat, place]) & RESOLVED != 0


@rule
def is_ended_early(state):
    """6.3 Card 22 and Card 27 end the 10th round when they are resolved."""
    for seat in range(SEATS):
        if has_resolved(state, seat, PLAYING_DEAD) or has_resolved(state, seat, LULL):
            return True
    return False


# === 6.4 THE LAST MANSION ===


@rule
def tenth_winner(state):
    """6.4 Who takes the 10th round: not who played dead; nobody in a lull (6.3); else the higher total."""
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
    state.phase = OVER
    tell(tape, GAME_ENDED, winner_of(state), reason(state), 0, 0, 0)


@rule
def reason(state):
    """Why the game ended: 3.3 a set, 6.4 the 10th round, 6.5 more tokens or nothing at all."""
    for seat in range(SEATS):
        if has_set(state, seat):
            return has_set(state, seat)
    if tenth_winner(state) != NOBODY:
        return BY_TENTH_ROUND
    return DRAW if winner_by_tokens(state) == NOBODY else BY_TOKENS


@rule
def winner_of(state):
    for seat in range(SEATS):
        if has_set(state, seat):
            return seat
    winner = tenth_winner(state)
    return winner_by_tokens(state) if winner == NOBODY else winner


# === 6.5 A TIE ===


@rule
def winner_by_tokens(state):
    """6.5 In a tie more Mansion tokens win; NOBODY if they are equal."""
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
    if state.phase != OVER:
        return 0
    winner = winner_of(state)
    for seat in range(SEATS):
        returns[seat] = 0.0 if winner == NOBODY else 0.5 if seat == winner else -0.5
    return reason(state)


@rule
def ranks(state, places):
    winner = winner_of(state)
    for seat in range(SEATS):
        places[seat] = 1 if winner == NOBODY or seat == winner else 2


# === INFORMATION ===


@rule
def conceal(state, seat):
    """Hands, decks and Ghosts face down are hidden from the opponent, Psychic cards face down from everybody."""
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
    """The opponent keeps what is known of a hand, or all of it while Card 3 looks; a spectator nothing."""
    if seat != NOBODY and can_see_hand(state, seat):
        return
    for value in range(VALUES):
        state.hands[owner, value] = 0 if seat == NOBODY else state.known[owner, value]


@rule
def conceal_tenth(state, owner):
    for place in range(row_start(state, owner, ROUNDS), row_end(state, owner, ROUNDS)):
        entry = int(state.rows[owner, place])
        if entry & FACE_DOWN and not is_psychic(entry):
            state.rows[owner, place] = FACE_DOWN


@rule
def conceal_deck(state, owner):
    """Nobody knows the order of a deck; a top card that Card 19 has shown is known for as long as it lies there."""
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
    """Shuffle the unseen Ghosts of a player; hand and 10th round get theirs from the end, the rest is the deck, below a shown top card."""
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
    """Lay into the deck, from the bottom, all Ghosts of a player that the seat does not see; gives their number."""
    size = 0
    for value in range(1, VALUES):
        number = (
            int(state.deck_counts[owner, value])
            if owner == seat
            else GHOSTS_EACH[value] - count_seen(state, owner, value)
        )
        for _ in range(number - (value == top)):
            state.decks[owner, size] = value
            size += 1
    return size


@rule
def count_seen(state, owner, value):
    """How many of a player's Ghosts of a value lie in sight outside the deck."""
    seen = int(state.hands[owner, value])
    for place in range(row_end(state, owner, ROUNDS)):
        seen += card_of(int(state.rows[owner, place])) == value
    for place in range(state.discard_sizes[owner]):
        seen += state.discards[owner, place] == value
    return seen


@rule
def imagine_hand(state, owner, unseen):
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
    for place in range(row_start(state, owner, ROUNDS), row_end(state, owner, ROUNDS)):
        if state.rows[owner, place] == FACE_DOWN:
            unseen -= 1
            state.rows[owner, place] = FACE_DOWN | int(state.decks[owner, unseen])
            state.decks[owner, unseen] = 0
    return unseen


@rule
def unseen_psychics(state):
    """The Psychic cards of the level that lie nowhere in sight, as bits."""
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
    """What a learner sees of a concealed record: the own side first, then the opponent's, the line, the turn."""
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
    """Hand, deck and rows by value; reserve and rows by number; sizes, tokens, totals."""
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
    """Ghosts of a row by base value (0 for unknown ones and none), then its Psychic cards by number."""
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        features[at + base_value(entry, round_number)] += 0.25
        if is_psychic(entry):
            features[at + VALUES + psychic_of(entry)] = 1.0
