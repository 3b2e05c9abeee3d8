"""The rules of Ghooost! in the order of rulebook.md, with its numbers."""

from spookhouse.games.ghooost.pieces import (
    CARDS,
    CERBERUS,
    COPIES,
    COPY,
    EACH_VALUE,
    HAND,
    HIGHEST,
    IGOR,
    KINDS,
    KITTIES,
    KITTY,
    MANSION_OF_2,
    QUARTET,
    SCOOTY,
    SEATS,
    SKELETUM,
    TWIST,
)
from spookhouse.kernel.cards import add_cards, add_to_hand, remove_from_hand, take_top
from spookhouse.kernel.chance import pick, shuffle
from spookhouse.kernel.events import emit, emit_secret
from spookhouse.kernel.rule_decorator import rule
from spookhouse.kernel.seats import first_seat
from spookhouse.kernel.state_layout import layout

STATE = layout(
    [
        ("dawn", "i4"),  # 6.3  option
        ("quiet", "i4"),  # 6.3
        ("round_number", "i4"),
        ("scores", "i4", (SEATS,)),
        ("players", "i1"),  # option
        ("mode", "i1"),  # option
        ("first", "i1"),  # 2.2  option; NOBODY for a random player
        ("phase", "i1"),
        ("turn", "i1"),
        ("direction", "i1"),  # 2.2  +1 clockwise, -1 counter-clockwise
        ("inside", "i1"),  # seats still in the game, as bits
        ("left", "i1", (SEATS,)),  # seats that left, in order
        ("left_count", "i1"),
        ("hand_sizes", "i1", (SEATS,)),
        ("hands", "i1", (SEATS, KINDS)),  # secret: from other seats; counts by card
        ("known", "i1", (SEATS, KINDS)),  # cards that everybody knows to be in that hand
        ("mansion_sizes", "i1", (SEATS,)),
        # secret: from everybody; the last card is turned up next
        ("mansions", "i1", (SEATS, MANSION_OF_2)),
        ("crypt_size", "i1"),
        ("crypt", "i1", (CARDS,)),  # secret: from everybody; the last card is drawn next
        ("cemetery_size", "i1"),
        # The bottom comes first. An entry is the value that the ghost was played as; AS_COPY marks
        # Miss Copy.
        ("cemetery", "i1", (CARDS,)),
        ("kitties", "i1"),  # beside the cemetery
        ("discard", "i1", (KINDS,)),
        ("boos", "i1", (SEATS,)),
        ("last_boo", "i1"),  # NOBODY before the first
    ]
)

NOBODY = -1
UNKNOWN = -1  # in a concealed record: a card that the seat does not know
AS_COPY = 16
VALUE_BITS = 15  # of an entry of the cemetery

SINGLE, MATCH = 0, 1  # modes
TURN, OVER = 0, 1  # phases

# Moves. Playing ghosts is PLAY + (value - 1) * 8 + (number - 1) * 2 + copy.
PASS, COLLECT, LUCK, MANSION, PLAY_KITTY, PLAY = 0, 1, 2, 3, 4, 5
ACTIONS = PLAY + HIGHEST * 8
MAX_ACTIONS = ACTIONS

# Effects of a move, as bits: an extra turn, a skipped player, a reset of the quiet count.
AGAIN, SKIP, RESET = 1, 2, 4

LAST_HAUNTED, DAWN, SECOND_BOO = 1, 2, 3  # reasons

# Events; wording.py names the numbers of each.
DEALT, HAND_CARD, PLAYED, KITTY_PLAYED, TURNED_UP, COLLECTED, TAKEN, PASSED = 1, 2, 3, 4, 5, 6, 7, 8
DOUBLE, TRIPLE, QUARTET_MADE, TWISTED, DISCARDED, REFILLED = 9, 10, 11, 12, 13, 14
DREW, MIDNIGHT, LEFT, SKIPPED, EXTRA_TURN, DAWN_BROKE = 15, 16, 17, 18, 19, 20
ROUND_ENDED, SCORED, BOO, GAME_ENDED = 21, 22, 23, 24
FROM_CRYPT, FROM_MANSION = 0, 1
TAPE_ROWS = 128

# === 1 PIECES ===
# === 1.1 GHOSTS ===


@rule
def gather_ghosts(state):
    """1.1 Put all 62 ghosts into the crypt, in order."""
    size = 0
    for card in range(KINDS):
        size = add_cards(state.crypt, size, card, count_of(card))
    state.crypt_size = size


@rule
def count_of(card):
    """1.1 Return how often a card exists: four of each value, two Kitties, four Miss Copies."""
    if card == COPY:
        return COPIES
    if card == KITTY:
        return KITTIES
    return EACH_VALUE


# === 1.2 FAMILIES ===


@rule
def is_scary(value):
    """1.2 Return whether a value is Scary: Cerberus or Igor."""
    return value == CERBERUS or value == IGOR


# === 1.3 BOO! TOKENS ===
# `boos` counts the tokens of each seat; their number is not limited.

# === 2 SETUP ===


@rule
def setup(state, chance):
    """2 Deal the first round."""
    state.round_number = 1
    for seat in range(SEATS):
        state.scores[seat] = 0
        state.boos[seat] = 0
    state.last_boo = NOBODY
    begin_round(state, chance)
    state.turn = pick_first(state, chance)


# === 2.1 THE DEAL ===


@rule
def deal_ghosts(state, chance):
    """2.1 Shuffle and deal a face-down mansion and four cards each; the rest is the crypt."""
    gather_ghosts(state)
    shuffle(state.crypt, CARDS, chance)
    size = mansion_size(int(state.players))
    for seat in range(state.players):
        for place in range(size):
            state.mansions[seat, place] = draw_from_crypt(state)
        state.mansion_sizes[seat] = size
        for _ in range(HAND):
            add_to_hand(state, seat, draw_from_crypt(state))


@rule
def mansion_size(players):
    """2.1 Return the cards of a mansion: 12 with two players, two fewer with every further one."""
    return MANSION_OF_2 - 2 * (players - 2)


@rule
def draw_from_crypt(state):
    """Remove the top ghost of the crypt and return it."""
    card = take_top(state.crypt, int(state.crypt_size))
    state.crypt_size -= 1
    return card


# === 2.2 WHO STARTS, AND WHICH WAY ===


@rule
def pick_first(state, chance):
    """2.2 Return the player who starts the first round: as the option says, or a random one."""
    return state.first if state.first != NOBODY else pick(chance, int(state.players))


@rule
def begin_round(state, chance):
    """2.2 Begin a round, clockwise. 7.4 Clear the table of the round before."""
    state.phase = TURN
    state.direction = 1
    state.quiet = 0
    state.inside = (1 << state.players) - 1
    state.left_count = 0
    for seat in range(SEATS):
        state.left[seat] = 0
        clear_seat(state, seat)
    clear_cemetery(state)
    for card in range(KINDS):
        state.discard[card] = 0
    deal_ghosts(state, chance)


@rule
def clear_seat(state, seat):
    """Remove all cards from the hand and the mansion of a seat."""
    state.hand_sizes[seat] = 0
    state.mansion_sizes[seat] = 0
    for card in range(KINDS):
        state.hands[seat, card] = 0
        state.known[seat, card] = 0
    for place in range(MANSION_OF_2):
        state.mansions[seat, place] = 0


# === 2.3 CEMETERY, KITTIES BESIDE IT, DISCARD ===


@rule
def top_value(state):
    """Return the value of the top ghost; an empty cemetery counts as 0 (3.1.2)."""
    if state.cemetery_size == 0:
        return 0
    return int(state.cemetery[state.cemetery_size - 1]) & VALUE_BITS


@rule
def can_collect(state):
    """2.3 Return whether a card lies in the cemetery or beside it."""
    return (state.cemetery_size > 0) | (state.kitties > 0)


@rule
def clear_cemetery(state):
    """Empty the cemetery and the place beside it; the caller moves the cards."""
    for place in range(state.cemetery_size):
        state.cemetery[place] = 0
    state.cemetery_size = 0
    state.kitties = 0


@rule
def card_of(entry):
    """Return the card of an entry of the cemetery; a Miss Copy that leaves it is an X again."""
    return COPY if entry & AS_COPY else entry


# === 3 THE TURN ===


@rule
def waiting(state):
    """3 Return the seat whose turn it is, as a bit."""
    return 0 if state.phase == OVER else 1 << state.turn


@rule
def legal(state, seat, actions):
    """3 List the legal moves of the player whose turn it is."""
    if state.phase == OVER or state.turn != seat:
        return 0
    return legal_ghosts(state, seat, actions, legal_others(state, seat, actions))


@rule
def legal_others(state, seat, actions):
    """List all moves except plays of ghosts that have a value."""
    found = legal_collect(state, actions, 0)
    found = legal_luck(state, actions, found)
    found = legal_mansion(state, seat, actions, found)
    found = legal_pass(state, seat, actions, found)
    return legal_kitty(state, seat, actions, found)


@rule
def offer(actions, found, action, allowed):
    """List an action if it is allowed.

    An action that is not allowed is written too and then overwritten. This avoids a branch that
    processors mispredict half of the time.
    """
    actions[found] = action
    return found + allowed


@rule
def draw_move(state, seat, actions, chance):
    """Return a random legal move, each equally likely, without listing the plays."""
    found = legal_others(state, seat, actions)
    drawn = draw_play(state, seat, chance, found)
    return drawn if drawn >= 0 else int(actions[found + drawn])


@rule
def play(state, seat, action, chance, tape):
    """3 Play one move and everything that follows from it."""
    before_midnight = not is_midnight(state)
    if action >= PLAY:
        effects = play_ghosts(state, seat, action, tape)
    elif action == COLLECT:
        effects = play_collect(state, seat, tape)
    elif action == LUCK:
        effects = play_luck(state, seat, tape)
    elif action == MANSION:
        effects = play_mansion(state, seat, tape)
    elif action == PLAY_KITTY:
        effects = play_kitty(state, seat, tape)
    else:
        effects = play_pass(seat, tape)
    end_move(state, seat, effects, before_midnight, chance, tape)


# === 3.1 PLAY GHOSTS FROM YOUR HAND ===
# === 3.1.1 GHOSTS OF ONE VALUE, PERHAPS WITH MISS COPY ===


# The plays of one value are numbered: one ghost, one with Miss Copy, two, two with Miss Copy, and
# so on. Without a Miss Copy in hand they are one, two, and so on. If the value is not valid, only
# plays that are a Quartet by themselves remain, and these come last. So the legal plays of a value
# are always a range of numbers, which can be listed, or counted to draw one of them.


@rule
def legal_ghosts(state, seat, actions, found):
    """3.1.1 List plays of one or more ghosts of one value, with or without one Miss Copy."""
    top = top_value(state)
    ways = count_ways(state, seat)
    for value in range(1, HIGHEST + 1):
        for index in range(first_play(top, value, ways), ways * state.hands[seat, value]):
            actions[found] = play_at(value, index, ways)
            found += 1
    return found


@rule
def count_ways(state, seat):
    """5.5 Return in how many ways a number of ghosts can be played: with Miss Copy in two."""
    return 2 if state.hands[seat, COPY] > 0 else 1


@rule
def first_play(top, value, ways):
    """Return the index of the first valid play: any (3.1.2), or the smallest Quartet (3.1.4)."""
    if is_valid(top, value):
        return 0
    return QUARTET - 1 if ways == 1 else 2 * QUARTET - 3


@rule
def play_at(value, index, ways):
    """Return the action of a play by its index among the plays of the value."""
    return PLAY + (value - 1) * 8 + (index if ways == 2 else 2 * index)


@rule
def value_in(action):
    """Return the value that an action plays."""
    return ((action - PLAY) >> 3) + 1


@rule
def number_in(action):
    """Return how many ghosts of the value an action plays."""
    return (((action - PLAY) & 7) >> 1) + 1


@rule
def copy_in(action):
    """Return 1 if Miss Copy joins the play, else 0."""
    return (action - PLAY) & 1


@rule
def count_plays(state, seat, top, value, ways):
    """Return the number of legal plays of a value."""
    plays = ways * state.hands[seat, value] - first_play(top, value, ways)
    return plays if plays > 0 else 0


@rule
def draw_play(state, seat, chance, others):
    """Draw one of the plays or of so many other moves, each equally likely.

    Return the action of a play, or a negative number for one of the other moves.
    """
    top = top_value(state)
    ways = count_ways(state, seat)
    total = others
    for value in range(1, HIGHEST + 1):
        total += count_plays(state, seat, top, value, ways)
    drawn = pick(chance, total) - others
    value = 0
    while drawn >= 0:
        value += 1
        drawn -= count_plays(state, seat, top, value, ways)
    if value == 0:
        return drawn
    return play_at(value, ways * state.hands[seat, value] + drawn, ways)


@rule
def play_ghosts(state, seat, action, tape):
    """3.1.1 Put the ghosts on top of the cemetery, and Miss Copy on top of them."""
    value, number, copy = value_in(action), number_in(action), copy_in(action)
    leave_hand(state, seat, value, number)
    leave_hand(state, seat, COPY, copy)
    emit(tape, PLAYED, seat, value, number, copy, 0)
    return resolve_ghosts(state, seat, value, number, copy, tape)


@rule
def leave_hand(state, seat, card, number):
    """Remove cards from the hand, those that everybody knows first (Information)."""
    remove_from_hand(state, seat, card, number)
    known = state.known[seat, card] - number
    state.known[seat, card] = known if known > 0 else 0


# === 3.1.2 EQUAL OR HIGHER ===


@rule
def is_valid(top, value):
    """3.1.2 Return whether a value is valid: on an equal or lower one, or an empty cemetery."""
    if is_always_valid(value):
        return True
    return value >= top and (not is_scary(top) or is_valid_on_scary(value))


# === 3.1.3 ON A SCARY GHOST ===


@rule
def is_valid_on_scary(value):
    """3.1.3 Return whether a value that is high enough is valid on a Scary ghost."""
    return is_scary(value)


# === 3.1.4 ALWAYS VALID ===


@rule
def is_always_valid(value):
    """3.1.4 Return whether a value is always valid: a 1 is.

    Kitty (5.2) and a Quartet (4.3) are not compared with the top.
    """
    return value == SCOOTY


# === 3.2 TRY YOUR LUCK ===
# === 3.2.1 TURN UP A GHOST OF THE CRYPT ===


@rule
def legal_luck(state, actions, found):
    """3.2 List turning up the first ghost of the crypt, before midnight."""
    return offer(actions, found, LUCK, not is_midnight(state))


@rule
def play_luck(state, seat, tape):
    """3.2 Turn up the first ghost of the crypt."""
    return RESET | resolve_turned_up(state, seat, draw_from_crypt(state), FROM_CRYPT, tape)


@rule
def resolve_turned_up(state, seat, card, source, tape):
    """3.2.1 Play a ghost that was turned up alone with all its effects, if it is valid."""
    valid = is_valid_alone(state, card)
    emit(tape, TURNED_UP, seat, card, source, valid, 0)
    if not valid:
        return resolve_failure(state, seat, card, tape)
    if card == KITTY:
        return resolve_kitty(state)
    return resolve_ghosts(state, seat, card, 1, 0, tape)


# === 3.2.2 IF IT IS NOT VALID ===


@rule
def resolve_failure(state, seat, card, tape):
    """3.2.2 Take an invalid ghost with everything in and beside the cemetery."""
    play_collect(state, seat, tape)
    take_openly(state, seat, card, tape)
    state.hand_sizes[seat] += 1
    return 0


# === 3.2.3 MISS COPY AND KITTY TURNED UP ===


@rule
def is_valid_alone(state, card):
    """3.2.3 Return whether a ghost turned up is valid: Miss Copy never is, and Kitty always is."""
    if card == COPY:
        return False
    return card == KITTY or is_valid(top_value(state), card)


# === 3.3 COLLECT ===
# === 3.3.1 TAKE EVERYTHING ===


@rule
def legal_collect(state, actions, found):
    """3.3.1 List collecting if a card lies in or beside the cemetery; 3.3.2 even beside plays."""
    return offer(actions, found, COLLECT, can_collect(state))


@rule
def play_collect(state, seat, tape):
    """3.3.1 Take everything into the hand; Miss Copy becomes an X again."""
    number = int(state.cemetery_size) + state.kitties
    emit(tape, COLLECTED, seat, number, 0, 0, 0)
    for place in range(state.cemetery_size):
        take_openly(state, seat, card_of(int(state.cemetery[place])), tape)
    for _ in range(state.kitties):
        take_openly(state, seat, KITTY, tape)
    state.hand_sizes[seat] += number
    clear_cemetery(state)
    return 0


@rule
def take_openly(state, seat, card, tape):
    """Put a card into a hand, seen by everybody (Information)."""
    state.hands[seat, card] += 1
    state.known[seat, card] += 1
    emit(tape, TAKEN, seat, card, 0, 0, 0)


# === 3.3.2 EVEN IF YOU COULD PLAY ===
# `legal` lists collecting beside every play.

# === 3.4 EMPTY YOUR MANSION ===
# === 3.4.1 ONLY WITH NO CARD IN HAND ===


@rule
def legal_mansion(state, seat, actions, found):
    """3.4.1 List turning up a card of the mansion, after midnight and with an empty hand."""
    empty = (state.hand_sizes[seat] == 0) & (state.mansion_sizes[seat] > 0)
    return offer(actions, found, MANSION, is_midnight(state) & empty)


@rule
def play_mansion(state, seat, tape):
    """3.4.1 Turn up the next card of the mansion."""
    card = take_top(state.mansions[seat], int(state.mansion_sizes[seat]))
    state.mansion_sizes[seat] -= 1
    return RESET | resolve_turned_up(state, seat, card, FROM_MANSION, tape)


# === 3.4.2 OR COLLECT ===
# `legal_collect` does not ask for a card in hand.

# === 3.5 PASS ===
# === 3.5.1 NOTHING BUT MISS COPIES, AND AN EMPTY CEMETERY ===


@rule
def legal_pass(state, seat, actions, found):
    """3.5.1 List passing with nothing but Miss Copies in hand and an empty cemetery."""
    copies = state.hands[seat, COPY]
    alone = (copies > 0) & (copies == state.hand_sizes[seat])
    return offer(actions, found, PASS, alone & (state.cemetery_size == 0))


@rule
def play_pass(seat, tape):
    """3.5.1 Pass."""
    emit(tape, PASSED, seat, 0, 0, 0, 0)
    return 0


# === 3.6 AFTER EVERY MOVE ===


@rule
def end_move(state, seat, effects, before_midnight, chance, tape):
    """3.6 Draw up, strike midnight, leave the game, count quiet moves, and pass the turn."""
    effects |= draw_up(state, seat, tape)
    if before_midnight and is_midnight(state):
        emit(tape, MIDNIGHT, NOBODY, 0, 0, 0, 0)
    effects |= resolve_leaving(state, seat, tape)
    count_quiet(state, effects)
    if state.left_count == state.players - 1:
        end_round(state, chance, tape)
        return
    following = next_to_move(state, seat, effects, tape)
    if is_dawn(state):
        resolve_dawn(state, following, chance, tape)
    else:
        state.turn = following


# === 3.6.1 DRAW UP TO FOUR ===


@rule
def draw_up(state, seat, tape):
    """3.6.1 Draw up to four cards before midnight, also before an extra turn."""
    number = min(HAND - state.hand_sizes[seat], int(state.crypt_size))
    for _ in range(number):
        card = draw_from_crypt(state)
        add_to_hand(state, seat, card)
        emit_secret(tape, DREW, seat, card, 0, 0, 0)
    if number > 0:
        emit(tape, REFILLED, seat, number, 0, 0, 0)
    return RESET if number > 0 else 0


# === 3.6.2 MIDNIGHT ===


@rule
def is_midnight(state):
    """3.6.2 Return whether the crypt is empty.

    Then nobody draws or tries their luck, and mansions are open.
    """
    return state.crypt_size == 0


# === 4 COMBINATIONS ===
# === 4.1 DOUBLE AND TRIPLE ===


@rule
def resolve_double(seat, number, tape):
    """4.1 Give another turn for two or three ghosts played together from the hand."""
    if number < 2:
        return 0
    emit(tape, DOUBLE if number == 2 else TRIPLE, seat, 0, 0, 0, 0)
    return AGAIN


# === 4.2 EXTRA TURNS NEVER ADD UP ===


@rule
def next_to_move(state, seat, effects, tape):
    """Return the player who moves next.

    4.2 A move gives one extra turn at most. 5.2 Kitty skips the next player. 6.1 A player who has
    left gets no extra turn.
    """
    if effects & AGAIN and (state.inside >> seat) & 1:
        emit(tape, EXTRA_TURN, seat, 0, 0, 0, 0)
        return int(seat)
    following = next_inside(state, seat)
    if effects & SKIP:
        emit(tape, SKIPPED, following, 0, 0, 0, 0)
        following = next_inside(state, following)
    return following


@rule
def next_inside(state, seat):
    """Return the next player who is still in the game, in the direction of play."""
    players = int(state.players)
    seat = int(seat)
    while True:
        seat += state.direction
        if seat == players:
            seat = 0
        elif seat < 0:
            seat = players - 1
        if (state.inside >> seat) & 1:
            return seat


# === 4.3 QUARTET ===


@rule
def count_run(state, value):
    """4.3 Count the unbroken run of one value on top; Miss Copy has the value she was played as."""
    run = 0
    place = state.cemetery_size - 1
    while place >= 0 and int(state.cemetery[place]) & VALUE_BITS == value:
        run += 1
        place -= 1
    return run


@rule
def is_quartet(state, value, number):
    """4.3 Return whether the ghosts played and the run below them are four or more."""
    return count_run(state, value) + number >= QUARTET


# === 4.4 A QUARTET CLEARS THE CEMETERY ===


@rule
def resolve_discard(state, seat, tape):
    """4.4, 5.4 Discard everything in and beside the cemetery, and give another turn."""
    emit(tape, DISCARDED, seat, state.cemetery_size + state.kitties, 0, 0, 0)
    for place in range(state.cemetery_size):
        state.discard[card_of(int(state.cemetery[place]))] += 1
    state.discard[KITTY] += state.kitties
    clear_cemetery(state)
    return AGAIN | RESET


# === 5 EFFECTS ===


@rule
def resolve_ghosts(state, seat, value, number, copy, tape):
    """5 Carry out the effects of ghosts that were played from the hand or turned up."""
    quartet = is_quartet(state, value, number + copy)
    add_to_cemetery(state, value, number, copy)
    if value == TWIST:
        resolve_twist(state, seat, number + copy, tape)
    if quartet:
        emit(tape, QUARTET_MADE, seat, value, 0, 0, 0)
        return resolve_discard(state, seat, tape)
    if value == SKELETUM:
        return resolve_skeletum(state, seat, tape)
    return resolve_double(seat, number + copy, tape)


# === 5.1 SCOOTY ===


@rule
def add_to_cemetery(state, value, number, copy):
    """5.1 Add ghosts to the cemetery; also Scooty becomes the top that the next play must match."""
    size = add_cards(state.cemetery, int(state.cemetery_size), value, number)
    state.cemetery_size = add_cards(state.cemetery, size, value | AS_COPY, copy)


# === 5.2 KITTY ===


@rule
def legal_kitty(state, seat, actions, found):
    """5.2 List one Kitty, which goes on any cemetery and never with another card."""
    return offer(actions, found, PLAY_KITTY, state.hands[seat, KITTY] > 0)


@rule
def play_kitty(state, seat, tape):
    """5.2 Play a Kitty from the hand."""
    leave_hand(state, seat, KITTY, 1)
    emit(tape, KITTY_PLAYED, seat, 0, 0, 0, 0)
    return resolve_kitty(state)


@rule
def resolve_kitty(state):
    """5.2 Put Kitty beside the cemetery, where she is never the top, and skip the next player."""
    state.kitties += 1
    return SKIP


# === 5.3 TWIST ===


@rule
def resolve_twist(state, seat, number, tape):
    """5.3 Turn the direction once for each Twist in the play; an even number cancels."""
    if number & 1:
        state.direction = -state.direction
        emit(tape, TWISTED, seat, state.direction, 0, 0, 0)


# === 5.4 SKELETUM ===


@rule
def resolve_skeletum(state, seat, tape):
    """5.4 Discard everything, Skeletum included, and give another turn."""
    return resolve_discard(state, seat, tape)


# === 5.5 MISS COPY ===
# `legal_ghosts` lists her only beside at least one real ghost, never alone, twice or with Kitty.
# `add_to_cemetery` records the value that she was played as.

# === 6 THE END ===
# === 6.1 LEAVING ===


@rule
def resolve_leaving(state, seat, tape):
    """6.1 Let a player without cards in hand and mansion leave at once, as one of the winners."""
    if state.hand_sizes[seat] > 0 or state.mansion_sizes[seat] > 0:
        return 0
    leave_game(state, seat, tape)
    return RESET


@rule
def leave_game(state, seat, tape):
    """6.1 Add a seat to those that left."""
    state.left[state.left_count] = seat
    state.left_count += 1
    state.inside &= ~(1 << seat)
    emit(tape, LEFT, seat, state.left_count, 0, 0, 0)


# === 6.2 THE LAST ONE LOSES ===


@rule
def last_inside(state):
    """6.2 Return the one player who did not leave."""
    return first_seat(int(state.inside))


@rule
def end_round(state, chance, tape):
    """6.2 End the game with the last player as its loser, or in a match the round."""
    loser = last_inside(state)
    if state.mode == MATCH:
        end_match_round(state, loser, chance, tape)
    else:
        end_game(state, loser, tape)


@rule
def end_game(state, seat, tape):
    """End the game; the seat is its loser, or the winner of the match."""
    state.phase = OVER
    emit(tape, GAME_ENDED, seat, reason(state), 0, 0, 0)


@rule
def reason(state):
    """Return why the game ended. Only dawn ends a game without a reset of the quiet count."""
    if state.mode == MATCH:
        return SECOND_BOO
    return DAWN if state.quiet > 0 else LAST_HAUNTED


# === 6.3 DAWN ===


@rule
def count_quiet(state, effects):
    """6.3 Count moves since a card left crypt or mansion, a card was discarded or a player left."""
    if effects & RESET:
        state.quiet = 0
    else:
        state.quiet += 1


@rule
def is_dawn(state):
    """6.3 Return whether dawn breaks: after `dawn` quiet moves for each player in; with 0 never."""
    return state.dawn > 0 and state.quiet >= state.dawn * (state.players - state.left_count)


@rule
def resolve_dawn(state, following, chance, tape):
    """6.3 Let players leave with the fewest ghosts first; the last of them has lost.

    Equals leave in turn order from the player who would be next.
    """
    emit(tape, DAWN_BROKE, NOBODY, state.quiet, 0, 0, 0)
    while state.left_count < state.players - 1:
        leave_game(state, fewest_ghosts(state, following), tape)
    end_round(state, chance, tape)


@rule
def fewest_ghosts(state, following):
    """6.3 Return the seat with the fewest ghosts, of equals the first in turn order."""
    players = int(state.players)
    best, fewest = NOBODY, CARDS + 1
    for i in range(players):
        seat = (following + i * state.direction + players * players) % players
        ghosts = state.hand_sizes[seat] + state.mansion_sizes[seat]
        if (state.inside >> seat) & 1 and ghosts < fewest:
            best, fewest = seat, ghosts
    return best


# === 7 MATCH PLAY ===
# === 7.1 POINTS AND BOO! ===


@rule
def end_match_round(state, loser, chance, tape):
    """7.1 Score the round, give its loser a Boo!, and let that player start the next round."""
    emit(tape, ROUND_ENDED, loser, state.round_number, 0, 0, 0)
    score_round(state, tape)
    state.boos[loser] += 1
    state.last_boo = loser
    emit(tape, BOO, loser, state.boos[loser], 0, 0, 0)
    winner = match_winner(state)
    if winner != NOBODY:
        end_game(state, winner, tape)
        return
    begin_next_round(state, loser, chance, tape)


@rule
def score_round(state, tape):
    """7.1 Score 1 point for leaving, 1 more for leaving first, 2 more for leaving last."""
    for place in range(state.left_count):
        points = 1
        if place == 0:
            points += 1
        if place == state.left_count - 1:
            points += 2
        seat = int(state.left[place])
        state.scores[seat] += points
        emit(tape, SCORED, seat, points, state.scores[seat], 0, 0)


# === 7.2 THE SECOND BOO! ===


@rule
def match_winner(state):
    """7.2 Return the winner once a seat has a second Boo!, NOBODY while the match goes on.

    The highest score wins, except that of the player with the last Boo!.
    """
    if not has_second_boo(state):
        return NOBODY
    best, tied = NOBODY, False
    for seat in range(state.players):
        if seat == state.last_boo:
            continue
        if best == NOBODY or state.scores[seat] > state.scores[best]:
            best, tied = seat, False
        elif state.scores[seat] == state.scores[best]:
            tied = True
    return NOBODY if tied else best


@rule
def has_second_boo(state):
    """7.2 Return whether a seat has two Boo! tokens."""
    for seat in range(state.players):
        if state.boos[seat] >= 2:
            return True
    return False


# === 7.3 A TIE GOES ON ===
# `match_winner` is called after every round. It returns NOBODY for a tie, and a round follows.

# === 7.4 A NEW ROUND ===


@rule
def begin_next_round(state, loser, chance, tape):
    """7.4 Deal the next round, which begins clockwise with nothing known and a quiet count of 0."""
    state.round_number += 1
    begin_round(state, chance)
    state.turn = loser
    emit(tape, DEALT, loser, state.round_number, 0, 0, 0)
    for seat in range(state.players):
        for card in range(KINDS):
            if state.hands[seat, card] > 0:
                emit_secret(tape, HAND_CARD, seat, card, state.hands[seat, card], 0, 0)


# === THE OUTCOME ===


@rule
def outcome(state, returns):
    """Return why the game ended, or 0 while it runs, and fill the returns of all seats.

    6.2 A game has one loser. 7.2 A match has one winner.
    """
    if state.phase != OVER:
        return 0
    players = int(state.players)
    for seat in range(players):
        if state.mode == MATCH:
            returns[seat] = (1.0 if seat == match_winner(state) else 0.0) - 1.0 / players
        else:
            returns[seat] = 1.0 / players - (1.0 if (state.inside >> seat) & 1 else 0.0)
    return reason(state)


@rule
def ranks(state, places):
    """6.2 Rank by the order of leaving. 7.2 Rank a match by score, with the last Boo! last."""
    players = int(state.players)
    for seat in range(players):
        places[seat] = players
    if state.mode == MATCH:
        for seat in range(players):
            if seat != state.last_boo:
                places[seat] = 1 + count_better(state, seat)
    else:
        for place in range(state.left_count):
            places[state.left[place]] = place + 1


@rule
def count_better(state, seat):
    """7.2 Count the seats with a higher score; the one with the last Boo! does not count."""
    better = 0
    for other in range(state.players):
        if other != state.last_boo and state.scores[other] > state.scores[seat]:
            better += 1
    return better


# === INFORMATION ===


@rule
def conceal(state, seat):
    """Keep only the known cards of other hands, and turn crypt and mansions face down."""
    for other in range(state.players):
        for card in range(KINDS):
            if other != seat:
                state.hands[other, card] = state.known[other, card]
        for place in range(state.mansion_sizes[other]):
            state.mansions[other, place] = UNKNOWN
    for place in range(state.crypt_size):
        state.crypt[place] = UNKNOWN


@rule
def imagine(state, seat, chance):
    """Shuffle all ghosts that the seat cannot see and deal them to the hidden places."""
    unseen = gather_unseen(state)
    shuffle(state.crypt, unseen, chance)
    state.crypt_size = unseen
    for other in range(state.players):
        for _ in range(state.hand_sizes[other] - count_hand(state, other)):
            state.hands[other, draw_from_crypt(state)] += 1
        for place in range(state.mansion_sizes[other]):
            state.mansions[other, place] = draw_from_crypt(state)


@rule
def gather_unseen(state):
    """Put all ghosts that the seat cannot see into the crypt and return their number."""
    for place in range(state.crypt_size):
        state.crypt[place] = 0
    size = 0
    for card in range(KINDS):
        size = add_cards(state.crypt, size, card, count_of(card) - count_seen(state, card))
    return size


@rule
def count_seen(state, card):
    """Count the cards of a kind that are not hidden."""
    seen = int(state.discard[card])
    if card == KITTY:
        seen += state.kitties
    for place in range(state.cemetery_size):
        if card_of(int(state.cemetery[place])) == card:
            seen += 1
    for seat in range(state.players):
        seen += state.hands[seat, card]
    return seen


@rule
def count_hand(state, seat):
    """Count the cards of a hand that are not hidden."""
    size = 0
    for card in range(KINDS):
        size += state.hands[seat, card]
    return size


FEATURES = 2 * KINDS * SEATS + 3 * KINDS + 5 * SEATS + 8


@rule
def observe(state, seat, features):
    """Write learning features of a concealed record, with seats counted from the observer's own."""
    players = int(state.players)
    for i in range(FEATURES):
        features[i] = 0.0
    at = 0
    for i in range(players):
        other = (seat + i) % players
        for card in range(KINDS):
            features[at + card] = state.hands[other, card] / 4.0
            features[at + KINDS + card] = state.known[other, card] / 4.0
        at += 2 * KINDS
    at = 2 * KINDS * SEATS
    observe_piles(state, features, at)
    at += 3 * KINDS
    for i in range(players):
        other = (seat + i) % players
        features[at + i] = state.hand_sizes[other] / 16.0
        features[at + SEATS + i] = state.mansion_sizes[other] / 12.0
        features[at + 2 * SEATS + i] = (state.inside >> other) & 1
        features[at + 3 * SEATS + i] = state.scores[other] / 8.0
        features[at + 4 * SEATS + i] = state.boos[other] / 2.0
    observe_table(state, seat, features, at + 5 * SEATS)


@rule
def observe_piles(state, features, at):
    """Write features of the cemetery, the discard and the top value."""
    for place in range(state.cemetery_size):
        features[at + card_of(int(state.cemetery[place]))] += 0.25
    features[at + KITTY] = state.kitties / 2.0
    for card in range(KINDS):
        features[at + KINDS + card] = state.discard[card] / 4.0
    features[at + 2 * KINDS + top_value(state)] = 1.0


@rule
def observe_table(state, seat, features, at):
    """Write features of crypt, direction, turn and phase."""
    features[at] = state.crypt_size / 30.0
    features[at + 1] = is_midnight(state)
    features[at + 2] = state.direction
    features[at + 3] = count_run(state, top_value(state)) / 4.0 if state.cemetery_size > 0 else 0.0
    features[at + 4] = state.turn == seat
    features[at + 5] = state.phase == OVER
    features[at + 6] = min(state.quiet / 120.0, 1.0)
    features[at + 7] = state.mode
