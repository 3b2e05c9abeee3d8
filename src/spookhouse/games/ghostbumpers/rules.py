"""The rules of Ghostbumpers in the order of rulebook.md, with its numbers."""

from spookhouse.games.ghostbumpers.pieces import (
    CARDS,
    CHARACTER,
    EACH_VALUE,
    FIVE,
    HAND,
    HIGHEST,
    KINDS,
    PARANOIA,
    SEATS,
    ZERO_TEN,
    ZERO_TENS,
)
from spookhouse.kernel.cards import add_cards, add_to_hand, remove_from_hand, take_top
from spookhouse.kernel.chance import pick, shuffle
from spookhouse.kernel.events import emit, emit_secret
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.state_layout import layout

STATE = layout(
    [
        ("rounds", "i4"),  # 6.1  option
        ("target", "i4"),  # 6.2  option; 0 for none
        ("round_number", "i4"),
        ("scores", "i4", (SEATS,)),
        ("players", "i1"),  # option
        ("phase", "i1"),
        ("owing", "i1"),  # seats that owe a decision, as bits
        ("starter", "i1"),  # the seat with the starting card
        ("leader", "i1"),
        ("turn", "i1"),  # NOBODY while several seats choose
        ("hand_sizes", "i1", (SEATS,)),
        ("hands", "i1", (SEATS, KINDS)),  # secret: from other seats; counts by card
        ("deck_size", "i1"),
        ("deck", "i1", (CARDS,)),  # secret: from everybody; the last card is drawn next
        ("discard_size", "i1"),
        ("discard", "i1", (KINDS,)),
        ("trick_counts", "i1", (SEATS,)),  # cards that each seat has played in this trick
        ("trick_values", "i1", (SEATS,)),  # their value: 0 or 10 for a 0/10
        ("characters", "i1", (SEATS,)),  # cards in each character deck
        # secret: from other seats; Unfazed cards above the Scared card, or NOT_YET
        ("above", "i1", (SEATS,)),
        ("owed", "i1"),  # 3.3  cards that the drawing seat still has to draw
        # secret: from other seats; the card chosen under 3.5, or NOT_YET
        ("dropped", "i1", (SEATS,)),
    ]
)

NOBODY = -1
NOT_YET = -1  # a choice that was not made
UNKNOWN = -2  # in a concealed record: a choice or a card that the seat does not know

SCARE_LEVELS, TRICKS, DROPPING, OVER = 0, 1, 2, 3  # phases

# Moves. A scare level is its own action; playing cards is PLAY + value * 8 + (number - 1); dropping
# a card is DROP + card.
SCARE, PLAY = 0, CHARACTER
DROP = PLAY + 11 * 8
MAX_ACTIONS = HIGHEST * EACH_VALUE + 2 * ZERO_TENS
TEN = 10  # the higher value of a 0/10

ROUNDS_PLAYED, TARGET_REACHED = 1, 2  # reasons

# Events; wording.py names the numbers of each.
DEALT, HAND_CARD, LEVEL_SET, LEVEL, TRICKS_BEGIN, PLAYED, DREW, DRAWN = 1, 2, 3, 4, 5, 6, 7, 8
RENEWED, DROPPING_BEGINS, DROPPED, DROPPED_CARD, RESTOCKED, WON = 9, 10, 11, 12, 13, 14
UNFAZED_SHOWN, SCARED, MOVED_UP, UNMOVED, DISCARDED, PARANOIA_SCORED = 15, 16, 17, 18, 19, 20
HANDS_EMPTY, ROUND_ENDED, TURNED_UP, SCORED, GAME_ENDED, WINNER = 21, 22, 23, 24, 25, 26
TAPE_ROWS = 128

# === 1 PIECES ===
# === 1.1 MONSTER CARDS ===
# Seven of each value 1 to 9, whose code is the value, and four 0/10 (ZERO_TEN).

# === 1.2 REMOVED CARDS ===


@rule
def count_in_use(players, card):
    """1.2 Return how often a card is in use; of values 1 to 9 some stay in the box."""
    return ZERO_TENS if card == ZERO_TEN else EACH_VALUE - (SEATS - players)


# === 1.3 CHARACTER DECKS ===


@rule
def gather_characters(state):
    """1.3 Give each player six Unfazed cards and one Scared card, whose place is still open."""
    for seat in range(state.players):
        state.characters[seat] = CHARACTER
        state.above[seat] = NOT_YET


# === 2 A ROUND ===


@rule
def setup(state, chance):
    """2 Give the starting card to a random player and deal the first round."""
    state.round_number = 1
    for seat in range(SEATS):
        state.scores[seat] = 0
        state.characters[seat] = 0
        state.above[seat] = 0
    state.starter = pick(chance, int(state.players))
    begin_round(state, chance)


@rule
def waiting(state):
    """2 Return the seats that owe a decision, as bits: the one on turn, or all still to choose."""
    return int(state.owing)


@rule
def legal(state, seat, actions):
    """2 List scare levels, plays, or cards to drop, depending on the phase."""
    if not (state.owing >> seat) & 1:
        return 0
    if state.phase == TRICKS:
        return legal_cards(state, seat, actions)
    if state.phase == SCARE_LEVELS:
        return legal_scare(actions)
    return legal_drop(state, seat, actions)


@rule
def play(state, seat, action, chance, tape):
    """2 Carry out a choice; the trick goes on when no seat owes another one."""
    if action < PLAY:
        play_scare(state, seat, action, tape)
    elif action < DROP:
        play_cards(state, seat, action, chance, tape)
    else:
        play_drop(state, seat, action - DROP, chance, tape)
    if state.owing == 0:
        resolve_play(state, chance, tape)


@rule
def draw_move(state, seat, actions, chance):
    """Return a random legal action, each equally likely, without listing the plays."""
    if state.phase == SCARE_LEVELS:
        return pick(chance, CHARACTER)
    if state.phase == TRICKS:
        return draw_play(state, seat, chance)
    found = legal_drop(state, seat, actions)
    return int(actions[pick(chance, found)])


# === 2.1 THE DEAL ===


@rule
def begin_round(state, chance):
    """2.1 Clear the table and deal; then everybody sets a scare level."""
    clear_table(state)
    gather_monsters(state)
    shuffle(state.deck, int(state.deck_size), chance)
    for seat in range(state.players):
        for _ in range(HAND):
            add_to_hand(state, seat, draw_from_deck(state))
    gather_characters(state)
    begin_scare(state)


@rule
def clear_table(state):
    """Remove everything of an earlier round: hands, trick, discard and dropped cards."""
    state.discard_size = 0
    state.owed = 0
    for card in range(KINDS):
        state.discard[card] = 0
    for seat in range(SEATS):
        state.hand_sizes[seat] = 0
        state.trick_counts[seat] = 0
        state.trick_values[seat] = 0
        state.dropped[seat] = NOT_YET
        for card in range(KINDS):
            state.hands[seat, card] = 0


@rule
def gather_monsters(state):
    """2.1 Put all Monster cards in use into the deck, in order."""
    size = 0
    for card in range(KINDS):
        size = add_cards(state.deck, size, card, count_in_use(int(state.players), card))
    state.deck_size = size
    for place in range(size, CARDS):
        state.deck[place] = 0


@rule
def draw_from_deck(state):
    """Remove the top card of the deck and return it."""
    card = take_top(state.deck, int(state.deck_size))
    state.deck_size -= 1
    return card


# === 2.2 SCARE LEVEL ===


@rule
def begin_scare(state):
    """2.2 Let everybody choose a scare level, all at the same time."""
    state.phase = SCARE_LEVELS
    state.owing = (1 << state.players) - 1
    state.leader = state.starter
    state.turn = NOBODY


@rule
def legal_scare(actions):
    """2.2 List the scare levels: none to six Unfazed cards above the Scared card."""
    for level in range(CHARACTER):
        actions[level] = SCARE + level
    return CHARACTER


@rule
def play_scare(state, seat, level, tape):
    """2.2 Set a scare level; everybody sees that it is set, but not which it is.

    Tricks begin after the last one.
    """
    state.above[seat] = level
    state.owing &= ~(1 << seat)
    emit(tape, LEVEL_SET, seat, 0, 0, 0, 0)
    emit_secret(tape, LEVEL, seat, level, 0, 0, 0)
    if state.owing == 0:
        state.phase = TRICKS
        begin_trick(state, int(state.starter))
        emit(tape, TRICKS_BEGIN, state.turn, 0, 0, 0, 0)


# === 2.3 TRICKS UNTIL SOMEBODY IS SCARED OR ALL HANDS ARE EMPTY ===


@rule
def begin_trick(state, leader):
    """2.3 Begin a trick, led by the starting card or by the winner of the trick before."""
    state.leader = leader
    give_turn(state, first_to_play(state))


@rule
def first_to_play(state):
    """Return the leader, or the next player if the leader holds no card."""
    leader = int(state.leader)
    return leader if state.hand_sizes[leader] > 0 else next_to_play(state, leader)


@rule
def give_turn(state, seat):
    """Let one seat play."""
    state.turn = seat
    state.owing = 1 << seat


@rule
def are_hands_empty(state):
    """2.3 Return whether no seat holds a card."""
    for seat in range(state.players):
        if state.hand_sizes[seat] > 0:
            return False
    return True


@rule
def begin_next_round(state, chance, tape):
    """2.3 Deal the next round; the starting card passes to the left."""
    state.round_number += 1
    state.starter = next_seat(state, int(state.starter))
    begin_round(state, chance)
    emit(tape, DEALT, state.starter, state.round_number, 0, 0, 0)
    if tape.shape[0] > 0:
        emit_hands(state, tape)


@rule
def emit_hands(state, tape):
    """Record for each seat the hand that it was dealt."""
    for seat in range(state.players):
        for card in range(KINDS):
            if state.hands[seat, card] > 0:
                emit_secret(tape, HAND_CARD, seat, card, state.hands[seat, card], 0, 0)


# === 3 A TRICK ===


@rule
def next_seat(state, seat):
    """Return the next seat to the left."""
    return seat + 1 if seat + 1 < state.players else 0


@rule
def next_to_play(state, seat):
    """Return the next player to the left who has to play, or NOBODY after the last one.

    All hands have the same size (3.3), so the next seat holds a card. In a position of unequal
    hands, seats without a card are skipped.
    """
    seat = next_seat(state, seat)
    while seat != state.leader:
        if state.hand_sizes[seat] > 0:
            return seat
        seat = next_seat(state, seat)
    return NOBODY


@rule
def resolve_play(state, chance, tape):
    """Pass the turn after a play and its draws, or end the trick and perhaps the round."""
    following = next_to_play(state, int(state.turn))
    if following != NOBODY:
        give_turn(state, following)
    elif resolve_trick(state, tape):
        end_round(state, chance, tape)


# === 3.1 ONE OR MORE CARDS OF ONE VALUE ===


@rule
def legal_cards(state, seat, actions):
    """3.1 List plays of any number of cards of one value; there is no suit to follow."""
    found = 0
    for value in range(1, HIGHEST + 1):
        found = legal_value(int(state.hands[seat, value]), value, actions, found)
    return legal_zero_ten(int(state.hands[seat, ZERO_TEN]), actions, found)


@rule
def legal_value(held, value, actions, found):
    """List the plays of one card and more as a value."""
    for number in range(1, held + 1):
        actions[found] = play_of(value, number)
        found += 1
    return found


@rule
def play_of(value, number):
    """Return the action that plays so many cards as a value."""
    return PLAY + value * 8 + number - 1


@rule
def value_in(action):
    """Return the value that an action plays."""
    return (action - PLAY) >> 3


@rule
def number_in(action):
    """Return how many cards an action plays."""
    return ((action - PLAY) & 7) + 1


@rule
def play_cards(state, seat, action, chance, tape):
    """3.1 Put the cards face up in front of their player. 3.3 Replace all but one."""
    value, number = value_in(action), number_in(action)
    remove_from_hand(state, seat, card_of(value), number)
    state.trick_values[seat] = value
    state.trick_counts[seat] = number
    emit(tape, PLAYED, seat, value, number, count_result(value, number), 0)
    state.owing = 0
    if number > 1:
        state.owed = number - 1
        draw_owed(state, seat, chance, tape)


@rule
def draw_play(state, seat, chance):
    """Return a random play; there is one for each card in hand, and two for each 0/10."""
    hand = state.hands[seat]
    index = pick(chance, int(state.hand_sizes[seat]) + int(hand[ZERO_TEN]))
    value = 1
    while value < TEN and index >= hand[value]:
        index -= hand[value]
        value += 1
    if value == TEN and index >= hand[ZERO_TEN]:
        return play_of(0, index - int(hand[ZERO_TEN]) + 1)
    return play_of(value, index + 1)


# === 3.2 THE 0/10 ===


@rule
def legal_zero_ten(held, actions, found):
    """3.2 List plays of 0/10 cards, each declared as 0, or each as 10; they join no other value."""
    found = legal_value(held, 0, actions, found)
    return legal_value(held, TEN, actions, found)


@rule
def card_of(value):
    """3.2 Return the card that is played as that value."""
    return ZERO_TEN if value == TEN else value


# === 3.3 DRAW ALL BUT ONE BACK ===


@rule
def draw_owed(state, seat, chance, tape):
    """3.3 Draw back all but one of the cards played, unless dropping (3.5) interrupts."""
    number = drawn = 0
    while state.owed > 0 and has_card_to_draw(state, chance, tape):
        card = draw_from_deck(state)
        add_to_hand(state, seat, card)
        state.owed -= 1
        number += 1
        drawn += 1 << (4 * card)  # four bits count each kind
    if number > 0:
        emit(tape, DRAWN, seat, number, 0, 0, 0)
        emit_drawn(seat, drawn, tape)
    if state.owed > 0:
        begin_dropping(state, seat, tape)


@rule
def emit_drawn(seat, drawn, tape):
    """Record for the player which cards were drawn, by kind; their order does not matter."""
    for value in range(1, KINDS + 1):
        card = card_of(value)
        number = (drawn >> (4 * card)) & 15
        if number > 0:
            emit_secret(tape, DREW, seat, card, number, 0, 0)


# === 3.4 THE DECK RUNS OUT ===


@rule
def has_card_to_draw(state, chance, tape):
    """3.4 Return whether a card can be drawn; only then renew an empty deck."""
    if state.deck_size == 0 and state.discard_size > 0:
        renew_deck(state, chance, tape)
    return state.deck_size > 0


@rule
def renew_deck(state, chance, tape):
    """3.4 Shuffle the discard, without the cards of the trick, into a new deck."""
    size = 0
    for card in range(KINDS):
        size = add_cards(state.deck, size, card, int(state.discard[card]))
        state.discard[card] = 0
    state.discard_size = 0
    state.deck_size = size
    shuffle(state.deck, size, chance)
    emit(tape, RENEWED, NOBODY, size, 0, 0, 0)


# === 3.5 THE DISCARD IS EMPTY TOO ===


@rule
def begin_dropping(state, seat, tape):
    """3.5 Let everybody with cards drop one; a drawing player without cards draws one fewer."""
    state.phase = DROPPING
    state.turn = NOBODY
    state.owing = 0
    for other in range(state.players):
        if state.hand_sizes[other] > 0:
            state.owing |= 1 << other
    if state.hand_sizes[seat] == 0:
        state.owed -= 1
    emit(tape, DROPPING_BEGINS, seat, state.owed, 0, 0, 0)


@rule
def legal_drop(state, seat, actions):
    """3.5 List the cards of the hand."""
    found = 0
    for value in range(1, KINDS + 1):
        card = card_of(value)
        if state.hands[seat, card] > 0:
            actions[found] = DROP + card
            found += 1
    return found


@rule
def play_drop(state, seat, card, chance, tape):
    """3.5 Drop a card, which leaves the hand at once, unseen by the others."""
    remove_from_hand(state, seat, card, 1)
    state.dropped[seat] = card
    state.owing &= ~(1 << seat)
    emit(tape, DROPPED, seat, 0, 0, 0, 0)
    emit_secret(tape, DROPPED_CARD, seat, card, 0, 0, 0)
    if state.owing == 0:
        end_dropping(state, chance, tape)


@rule
def end_dropping(state, chance, tape):
    """3.5 Shuffle the dropped cards into a new deck and go on drawing."""
    drawing = last_to_play(state)
    state.phase = TRICKS
    state.turn = drawing
    size = 0
    for seat in range(state.players):
        if state.dropped[seat] != NOT_YET:
            state.deck[size] = state.dropped[seat]
            state.dropped[seat] = NOT_YET
            size += 1
    state.deck_size = size
    shuffle(state.deck, size, chance)
    emit(tape, RESTOCKED, NOBODY, size, 0, 0, 0)
    draw_owed(state, drawing, chance, tape)


@rule
def last_to_play(state):
    """3.5 Return the drawing player: the last one to play in this trick."""
    last = seat = int(state.leader)
    for _ in range(state.players):
        if state.trick_counts[seat] > 0:
            last = seat
        seat = next_seat(state, seat)
    return last


# === 3.6 THE RESULT ===


@rule
def count_result(value, number):
    """3.6 Return ten times the result: v for one card, k.v for k cards; k.10 counts as k.1."""
    if number == 1:
        return value * 10
    return number * 10 + (1 if value == TEN else value)


# === 3.7 THE HIGHEST RESULT WINS ===


@rule
def trick_winner(state):
    """3.7 Return the seat of the highest result so far; of equals the last one played."""
    winner, most = NOBODY, -1
    seat = int(state.leader)
    for _ in range(state.players):
        number = int(state.trick_counts[seat])
        if number > 0:
            result = count_result(int(state.trick_values[seat]), number)
            if result >= most:
                winner, most = seat, result
        seat = next_seat(state, seat)
    return winner


# === 4 THE WINNER OF THE TRICK ===


@rule
def resolve_trick(state, tape):
    """4 Resolve the trick for its winner, discard it, and begin the next one.

    Score the round and return True if the trick has ended it.
    """
    winner = trick_winner(state)
    value, number = int(state.trick_values[winner]), int(state.trick_counts[winner])
    emit(tape, WON, winner, value, number, count_result(value, number), 0)
    if has_zero_ten(state):
        scared = resolve_zero_ten(state, winner, tape)
    else:
        scared = resolve_characters(state, winner, tape)
    discard_trick(state, tape)
    if scared:
        score_scared(state, winner, tape)
    elif are_hands_empty(state):
        score_unscared(state, tape)
    else:
        begin_trick(state, winner)
    return state.owing == 0


# === 4.1 TURN UP CHARACTER CARDS ===


@rule
def count_fives(state):
    """4.1 Count every 5 in the trick, no matter who played it."""
    fives = 0
    for seat in range(state.players):
        if state.trick_values[seat] == FIVE:
            fives += state.trick_counts[seat]
    return fives


@rule
def resolve_characters(state, seat, tape):
    """4.1 Turn up one card for the trick and one for every 5, but no further than the Scared card.

    The Scared card stays on top of the remaining deck. Return whether it was turned up.
    """
    number = 1 + count_fives(state)
    scared = number > state.above[seat]
    if scared:
        number = int(state.above[seat])
    state.characters[seat] -= number
    state.above[seat] -= number
    if number > 0:
        emit(tape, UNFAZED_SHOWN, seat, number, state.characters[seat], 0, 0)
    if scared:
        emit(tape, SCARED, seat, state.characters[seat] - 1, 0, 0, 0)
    return scared


# === 4.2 WITH A 0/10 IN THE TRICK ===


@rule
def has_zero_ten(state):
    """4.2 Return whether a 0/10 lies in the trick."""
    for seat in range(state.players):
        if state.trick_counts[seat] > 0 and card_of(int(state.trick_values[seat])) == ZERO_TEN:
            return True
    return False


@rule
def resolve_zero_ten(state, seat, tape):
    """4.2 Move the bottom card unseen to the top, once; a single card stays in place.

    Return False, as nothing is turned up.
    """
    cards = int(state.characters[seat])
    if cards == 1:
        emit(tape, UNMOVED, seat, 0, 0, 0, 0)
        return False
    above = state.above[seat] + 1
    state.above[seat] = 0 if above == cards else above
    emit(tape, MOVED_UP, seat, cards, 0, 0, 0)
    return False


# === 4.3 THE TRICK GOES TO THE DISCARD ===


@rule
def discard_trick(state, tape):
    """4.3 Move all cards of the trick to the discard, face up."""
    number = 0
    for seat in range(state.players):
        state.discard[card_of(int(state.trick_values[seat]))] += state.trick_counts[seat]
        number += state.trick_counts[seat]
        state.trick_counts[seat] = 0
        state.trick_values[seat] = 0
    state.discard_size += number
    emit(tape, DISCARDED, NOBODY, number, 0, 0, 0)


# === 5 THE END OF A ROUND ===


@rule
def end_round(state, chance, tape):
    """5 End the round, and perhaps the game."""
    emit(tape, ROUND_ENDED, NOBODY, state.round_number, 0, 0, 0)
    if is_last_round(state):
        end_game(state, tape)
    else:
        begin_next_round(state, chance, tape)


@rule
def score_seat(state, seat, points, tape):
    """5 Add points to the score of a seat."""
    state.scores[seat] += points
    emit(tape, SCORED, seat, points, state.scores[seat], 0, 0)


# === 5.1 SCARED ===


@rule
def score_scared(state, scared, tape):
    """5.1 Score all seats but the scared one, which gets nothing, or as 5.3 says in Paranoia."""
    if is_paranoia(state, scared):
        score_paranoia(state, scared, tape)
        return
    for seat in range(state.players):
        points = 0 if seat == scared else score_character(state, seat, tape)
        score_seat(state, seat, points, tape)


@rule
def score_character(state, seat, tape):
    """5.1 Return one point, or two if the Scared card was on top, per Unfazed card below it."""
    below = count_below(state, seat)
    emit(tape, TURNED_UP, seat, state.above[seat], below, 0, 0)
    return 2 * below if state.above[seat] == 0 else below


@rule
def count_below(state, seat):
    """5.1 Return the Unfazed cards below the Scared card of a seat."""
    return int(state.characters[seat]) - 1 - int(state.above[seat])


# === 5.2 ALL HANDS EMPTY ===


@rule
def score_unscared(state, tape):
    """5.2 Score all seats, as nobody was scared."""
    emit(tape, HANDS_EMPTY, NOBODY, 0, 0, 0, 0)
    for seat in range(state.players):
        score_seat(state, seat, score_character(state, seat, tape), tape)


# === 5.3 PARANOIA ===


@rule
def is_paranoia(state, scared):
    """5.3 Return whether the Scared card was the last of its deck when it was turned up."""
    return state.characters[scared] == 1


@rule
def score_paranoia(state, scared, tape):
    """5.3 Score ten points for Paranoia, and none for the others."""
    emit(tape, PARANOIA_SCORED, scared, 0, 0, 0, 0)
    for seat in range(state.players):
        score_seat(state, seat, PARANOIA if seat == scared else 0, tape)


# === 5.4 A SCARE IN THE LAST TRICK ===
# `resolve_trick` checks for a scare before it checks for empty hands.

# === 6 THE END OF THE GAME ===


@rule
def is_last_round(state):
    """6.1 Return whether the round was the last; 6.2 with a target the points decide."""
    if state.target > 0:
        return is_target_reached(state)
    return state.round_number >= state.rounds


@rule
def end_game(state, tape):
    """6 End the game and name the winners."""
    state.phase = OVER
    state.owing = 0
    emit(tape, GAME_ENDED, NOBODY, reason(state), 0, 0, 0)
    for seat in range(state.players):
        if state.scores[seat] == highest_score(state):
            emit(tape, WINNER, seat, state.scores[seat], count_winners(state), 0, 0)


@rule
def reason(state):
    """6 Return why the game ended."""
    return TARGET_REACHED if state.target > 0 else ROUNDS_PLAYED


# === 6.1 THE MOST POINTS WIN ===


@rule
def highest_score(state):
    """6.1 Return the highest score."""
    most = 0
    for seat in range(state.players):
        most = max(most, int(state.scores[seat]))
    return most


@rule
def count_winners(state):
    """6.1 Count the winners; equals share the win."""
    winners = 0
    for seat in range(state.players):
        if state.scores[seat] == highest_score(state):
            winners += 1
    return winners


# === 6.2 TARGET ===


@rule
def is_target_reached(state):
    """6.2 Return whether a player has at least so many points."""
    return highest_score(state) >= state.target


# === THE OUTCOME ===


@rule
def outcome(state, returns):
    """Return why the game ended, or 0 while it runs, and fill the returns of all seats.

    6.1 The winners share a return of 1; every seat pays an equal part of it.
    """
    if state.phase != OVER:
        return 0
    players = int(state.players)
    share = 1.0 / count_winners(state)
    for seat in range(players):
        won = share if state.scores[seat] == highest_score(state) else 0.0
        returns[seat] = won - 1.0 / players
    return reason(state)


@rule
def ranks(state, places):
    """6.1 Rank by points; equals share a rank."""
    for seat in range(state.players):
        place = 1
        for other in range(state.players):
            if state.scores[other] > state.scores[seat]:
                place += 1
        places[seat] = place


# === INFORMATION ===


@rule
def conceal(state, seat):
    """Hide the deck and the hands and choices of other seats."""
    for other in range(state.players):
        if other != seat:
            conceal_seat(state, other)
    for place in range(state.deck_size):
        state.deck[place] = UNKNOWN


@rule
def conceal_seat(state, seat):
    """Hide the choices of a seat, not that it has made them; after the game its deck is open."""
    for card in range(KINDS):
        state.hands[seat, card] = 0
    if state.above[seat] != NOT_YET and state.phase != OVER:
        state.above[seat] = UNKNOWN
    if state.dropped[seat] != NOT_YET:
        state.dropped[seat] = UNKNOWN


@rule
def imagine(state, seat, chance):
    """Deal all cards that the seat cannot see to the hidden places.

    Of another character deck only the number of cards is known. Unfazed cards that were turned up
    lay above the Scared card, and each 0/10 shifts all places by one: every place stays possible.
    """
    state.deck_size = gather_unseen(state)
    shuffle(state.deck, int(state.deck_size), chance)
    for other in range(state.players):
        if other != seat:
            imagine_seat(state, other, chance)


@rule
def imagine_seat(state, seat, chance):
    """Deal a hand, a dropped card and a scare level that are hidden."""
    for _ in range(state.hand_sizes[seat]):
        state.hands[seat, draw_from_deck(state)] += 1
    if state.dropped[seat] == UNKNOWN:
        state.dropped[seat] = draw_from_deck(state)
    if state.above[seat] == UNKNOWN:
        state.above[seat] = pick(chance, int(state.characters[seat]))


@rule
def gather_unseen(state):
    """Put all cards that the seat cannot see into the deck and return their number."""
    size = 0
    for card in range(KINDS):
        size = add_cards(state.deck, size, card, count_unseen(state, card))
    return size


@rule
def count_unseen(state, card):
    """Count the cards of a kind that the seat does not see in any place."""
    unseen = count_in_use(int(state.players), card) - state.discard[card]
    for seat in range(state.players):
        unseen -= state.hands[seat, card]
        if state.dropped[seat] == card:
            unseen -= 1
        if state.trick_counts[seat] > 0 and card_of(int(state.trick_values[seat])) == card:
            unseen -= state.trick_counts[seat]
    return unseen


@rule
def count_all_unseen(state, numbers):
    """Write how many cards of each kind the seat does not see."""
    for card in range(KINDS):
        numbers[card] = count_unseen(state, card)


FEATURES = 3 * KINDS + 8 * SEATS + 14


@rule
def observe(state, seat, features):
    """Write learning features of a concealed record, with seats counted from the observer's own."""
    for i in range(FEATURES):
        features[i] = 0.0
    for card in range(KINDS):
        features[card] = state.hands[seat, card] / 4.0
        features[KINDS + card] = state.discard[card] / 7.0
        features[2 * KINDS + card] = count_unseen(state, card) / 7.0
    for i in range(state.players):
        observe_seat(state, (seat + i) % int(state.players), features, 3 * KINDS + 8 * i)
    observe_table(state, seat, features, 3 * KINDS + 8 * SEATS)


@rule
def observe_seat(state, seat, features, at):
    """Write features of a seat that everybody knows."""
    number = int(state.trick_counts[seat])
    result = count_result(int(state.trick_values[seat]), number) if number > 0 else 0
    features[at] = state.hand_sizes[seat] / 9.0
    features[at + 1] = state.characters[seat] / 7.0
    features[at + 2] = state.scores[seat] / 25.0
    features[at + 3] = number / 4.0
    features[at + 4] = result / 100.0
    features[at + 5] = seat == state.leader
    features[at + 6] = seat == state.starter
    features[at + 7] = (state.owing >> seat) & 1


@rule
def observe_table(state, seat, features, at):
    """Write features of phase, character deck, trick, deck and rounds."""
    features[at + int(state.phase)] = 1.0
    features[at + 4] = state.above[seat] / 6.0
    features[at + 5] = count_below(state, seat) / 6.0
    features[at + 6] = count_fives(state) / 4.0
    features[at + 7] = has_zero_ten(state)
    features[at + 8] = state.deck_size / 13.0
    features[at + 9] = state.owed / 6.0
    features[at + 10] = state.round_number / 10.0
    features[at + 11] = state.rounds / 10.0
    features[at + 12] = state.target / 25.0
    features[at + 13] = state.dropped[seat] != NOT_YET
