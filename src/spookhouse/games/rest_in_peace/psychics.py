"""The 29 Psychic cards and what they share. The numbers are those of rulebook.md."""

from spookhouse.games.rest_in_peace.codes import (
    AS,
    CAME_DUE,
    CARRIED,
    CARRIED_ON,
    CARRY,
    CLOSE,
    DEBT,
    EFFECT,
    FACE_DOWN,
    KEEP,
    KEPT,
    NAMED,
    NOBODY,
    OPPONENT,
    OWN,
    PAIR,
    SENT,
    SENT_CARD,
    SHOWN,
    SIX_BITS,
    TIED,
    TRIP_LAPSED,
    TURN,
    WITHDRAWN,
    base_value,
    card_of,
    is_even,
    is_psychic,
    offer,
    pair_code,
    play_code,
)
from spookhouse.games.rest_in_peace.pieces import (
    ACRO_BATS,
    AUNTIE,
    BACK,
    BE_GONE,
    BLOODY_MARY,
    CHRISTMAS,
    DOUBLE_VISION,
    GHOSSSSSST,
    HIGHEST,
    HOUSE_SWAP,
    LOUNGE,
    LULL,
    MEET_AT_THE_END,
    NEVER_SEEN,
    NOT_SCARED,
    NOW_OR_NEVER,
    OPTIONAL,
    PITY,
    PLAYING_DEAD,
    POLTERGEIST,
    PSYCHIC,
    REVEAL,
    ROUNDS,
    SEATS,
    STILL_ME,
    TRIPPED,
    TWO_IS_MORE,
    VALUES,
    WONT_HAVE_IT,
    WORTH,
    WORTHLESS,
    WRAITH,
)
from spookhouse.games.rest_in_peace.zones import (
    add_card,
    discard,
    draw_from_deck,
    draw_value,
    find_card,
    leave_hand,
    leave_hand_unseen,
    played_cards,
    row_end,
    row_start,
    shuffle_deck,
    take_card,
)
from spookhouse.kernel.cards import add_to_hand
from spookhouse.kernel.events import emit, emit_secret
from spookhouse.kernel.rule_decorator import rule

# === 4.2 BASE VALUES AND GROUPS ===


@rule
def open_psychics(state, round_number):
    """4.2 Return the Psychic cards that lie open in the two rows of a round, as bits."""
    return int(state.psychics[0, round_number]) | int(state.psychics[1, round_number])


@rule
def named_on(state, seat, psychic, round_number):
    """4.2 Return the values named on a Psychic card, as bits; none if it is not in effect."""
    if not in_effect(state, seat, psychic, round_number):
        return 0
    entry = int(state.rows[seat, find_card(state, seat, round_number, PSYCHIC + psychic, 0)])
    return ((entry >> NAMED) & SIX_BITS) << 1


# === 4.4 CONTINUOUS EFFECTS ===


@rule
def in_effect(state, seat, psychic, round_number):
    """4.4 Return whether a Psychic card lies open in the row and Card 29 in neither row."""
    return (state.psychics[seat, round_number] >> psychic) & 1 and not is_worthless(
        state, round_number
    )


# === 4.5 CHOICES ===


@rule
def legal_choices(state, seat, psychic, actions, found):
    """4.5 List the choices of a Psychic card.

    It is played without a choice if the choice may be declined, if there is none, or under Card 29.
    """
    first = found
    if not is_worthless(state, int(state.round_number)):
        found = legal_effect(state, seat, psychic, actions, found)
    if found == first or (OPTIONAL >> psychic) & 1:
        found = offer(actions, found, play_code(psychic, 0))
    return found


@rule
def legal_effect(state, seat, psychic, actions, found):
    """4.5 List the choices that a Psychic card has in this position."""
    code = play_code(psychic, 0)
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
    """List these values (bits) as choices."""
    for value in range(1, VALUES):
        if (values >> value) & 1:
            found = offer(actions, found, code + value)
    return found


@rule
def legal_cards(cards, code, actions, found):
    """List these cards (bits) as choices."""
    card = 0
    while cards >> card:
        if (cards >> card) & 1:
            found = offer(actions, found, code + card)
        card += 1
    return found


@rule
def resolve_psychic(state, seat, place, psychic, choice, chance, tape):
    """4.5 Carry out the effect of a Psychic card; return how it ends the round, or 0."""
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
    emit(tape, EFFECT, seat, psychic, first, second, 0)
    return ending_of(psychic)


@rule
def name_value(state, seat, place, value):
    """4.5 Name a value on a card."""
    state.rows[seat, place] |= 1 << (NAMED + value - 1)


@rule
def become(state, seat, place, value):
    """Turn the card into a Ghost of that base value."""
    state.rows[seat, place] |= value << AS


# === Card 1 YOU WON'T HAVE IT ===


@rule
def psychic_taker(state, loser):
    """Card 1 Return the player who takes the round's Psychic card: its player, else the loser."""
    round_number = int(state.round_number)
    for seat in range(SEATS):
        if in_effect(state, seat, WONT_HAVE_IT, round_number):
            return seat
    return loser


# === Card 2 AUNTIE, ARE YOU THERE? ===


@rule
def legal_auntie(state, seat, code, actions, found):
    """Card 2 List the values that are in your deck and not banned."""
    return legal_values(fetchable_values(state, seat), code, actions, found)


@rule
def fetchable_values(state, seat):
    """Card 2 Return the values in your deck that Card 25 allows, as bits."""
    values = 0
    for value in range(1, VALUES):
        if state.deck_counts[seat, value] > 0:
            values |= 1 << value
    return values & ~banned_values(state)


@rule
def resolve_auntie(state, seat, value, chance):
    """Card 2 Move that Ghost from the deck into your row, then shuffle the deck."""
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


# === Card 3 REVEAL YOURSELF! ===


@rule
def can_see_hand(state, seat):
    """Card 3 Return whether a seat sees the opponent's hand: during the turns of the round."""
    return state.phase == TURN and in_effect(state, seat, REVEAL, int(state.round_number))


@rule
def see_hand(state, seat):
    """Card 3 Remember the whole hand that is seen when the card takes effect."""
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
    """Card 6 Trip the opponent until the end of the next round at the latest."""
    state.tripped[1 - seat] = state.round_number + 1


@rule
def is_tripped(state, seat):
    """Card 6 Return whether a seat is tripped.

    It must then play a random card of the hand first, or end the turn without a card.
    """
    return state.tripped[seat] > 0


@rule
def end_trip(state, seat, tape):
    """Card 6 End the trip of a seat, if it is tripped."""
    if state.tripped[seat]:
        state.tripped[seat] = 0
        emit(tape, TRIP_LAPSED, seat, 0, 0, 0, 0)


@rule
def count_allowed(state, seat):
    """Count the cards of the hand that Card 25 allows."""
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
    """Card 6 Draw the random card that the trip binds; the trip ends with it."""
    state.tripped[seat] = 0
    return draw_value(state, seat, banned_values(state), chance)


# === Card 7 POSTPONED WEDDING ===
# Worth 3 (pieces.py); `is_playable` keeps it out of rounds 1 to 9.

# === Card 8 ACRO-BATS ===


@rule
def acro_bats_bonus(state, seat, base, round_number):
    """Card 8 Return the bonus of your even Ghosts: 1."""
    return 1 if is_even(base) and in_effect(state, seat, ACRO_BATS, round_number) else 0


# === Card 9 GHOSSSSSST ===


@rule
def ghosssssst_bonus(state, seat, base, round_number):
    """Card 9 Return the bonus of your odd Ghosts: 1."""
    return 1 if not is_even(base) and in_effect(state, seat, GHOSSSSSST, round_number) else 0


# === Card 10 POLTERGEIST ===


@rule
def poltergeist_bonus(state, seat, base, round_number):
    """Card 10 Return the bonus of your Ghosts of the named value: 2."""
    return 2 if (named_on(state, seat, POLTERGEIST, round_number) >> base) & 1 else 0


# === Card 11 BE GONE! ===


@rule
def legal_be_gone(state, seat, code, actions, found):
    """Card 11 List the cards in the opponent's row, Ghosts and Psychic cards."""
    round_number = int(state.round_number)
    cards = 0
    for place in range(
        row_start(state, 1 - seat, round_number), row_end(state, 1 - seat, round_number)
    ):
        cards |= 1 << card_of(int(state.rows[1 - seat, place]))
    return legal_cards(cards, code, actions, found)


@rule
def resolve_be_gone(state, seat, card):
    """Card 11 Discard that card."""
    if card:
        round_number = int(state.round_number)
        place = find_card(state, 1 - seat, round_number, card, 0)
        take_card(state, 1 - seat, round_number, place)
        discard(state, 1 - seat, card)


# === Card 12 YOU DON'T SCARE ME ===


@rule
def is_scary(state, seat, base, round_number):
    """Card 12 Return whether Ghosts count: those of base value 1 and 2 against this card do not."""
    return base > 2 or not in_effect(state, 1 - seat, NOT_SCARED, round_number)


# === Card 13 NOW OR NEVER ===


@rule
def move_now_or_never(state, tape):
    """Card 13 Move the card to the 10th round as an open debt; in its own round it is worth 4."""
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
            emit(tape, CAME_DUE, seat, NOW_OR_NEVER, 0, 0, 0)


@rule
def score_debt():
    """Card 13 Return the value of a debt: -2; only Card 29 changes that."""
    return -2


# === Card 14 TWO'S MORE FUN ===


@rule
def must_play_two(state, seat):
    """Card 14 Return whether a seat plays no card in a turn, or at least two (5.1)."""
    return in_effect(state, 1 - seat, TWO_IS_MORE, int(state.round_number))


# === Card 15 STILL ME ===


@rule
def cards_to_carry(state, seat):
    """Card 15 Return your cards played this round without Still me itself, as bits."""
    return played_cards(state, seat) & ~(1 << (PSYCHIC + STILL_ME))


@rule
def can_carry(state, seat):
    """Card 15 Return whether the winner of the round may carry a card, and has one to carry."""
    return (
        in_effect(state, seat, STILL_ME, int(state.round_number))
        and cards_to_carry(state, seat) != 0
    )


@rule
def legal_carry(state, seat, actions):
    """Card 15 List the cards that may be carried, and keeping all."""
    found = legal_cards(cards_to_carry(state, seat), CARRY, actions, 0)
    return offer(actions, found, KEEP)


@rule
def play_carry(state, seat, card, tape):
    """Card 15 Move the card to your next row; it keeps value, continuous effect and choice."""
    round_number = int(state.round_number)
    entry = take_card(
        state, seat, round_number, find_card(state, seat, round_number, card, CARRIED)
    )
    add_card(state, seat, round_number + 1, entry | CARRIED)
    emit(tape, CARRIED_ON, seat, card, round_number + 1, 0, 0)
    return CLOSE


@rule
def play_keep(seat, tape):
    """Card 15 Carry no card."""
    emit(tape, KEPT, seat, 0, 0, 0, 0)
    return CLOSE


# === Card 16 DOUBLE VISION ===


@rule
def own_ghosts(state, seat):
    """Card 16 Return the base values of your Ghosts played this round, as bits.

    In the 10th round all Ghosts of your row count.
    """
    round_number = int(state.round_number)
    values = 0
    for place in range(row_start(state, seat, round_number), row_end(state, seat, round_number)):
        entry = int(state.rows[seat, place])
        if round_number == ROUNDS or not entry & CARRIED:
            values |= 1 << base_value(entry, round_number)
    return values & ~1


@rule
def legal_double_vision(state, seat, code, actions, found):
    """Card 16 List the values of own Ghosts that are not banned; the card becomes one of them."""
    return legal_values(own_ghosts(state, seat) & ~banned_values(state), code, actions, found)


# === Card 17 WRAITH TO THE BOTTOM ===


@rule
def wraith_penalty(state, seat, base, round_number):
    """Card 17 Return the penalty of Ghosts of the value that the opponent's card names: 2."""
    return 2 if (named_on(state, 1 - seat, WRAITH, round_number) >> base) & 1 else 0


# === Card 18 I'LL BE BACK ===


@rule
def legal_back(state, seat, code, actions, found):
    """Card 18 List the values of your Ghost cards in rows of earlier rounds."""
    values = 0
    for place in range(row_start(state, seat, int(state.round_number))):
        entry = int(state.rows[seat, place])
        if not is_psychic(entry):
            values |= 1 << card_of(entry)
    return legal_values(values, code, actions, found)


@rule
def resolve_back(state, seat, value, chance):
    """Card 18 Return the Ghost of the earliest round (4.6) to your deck and shuffle it.

    Return the number of that round, 0 for none.
    """
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
    """Card 19 List the decks that are not empty."""
    if state.deck_sizes[seat] > 0:
        found = offer(actions, found, code + OWN)
    if state.deck_sizes[1 - seat] > 0:
        found = offer(actions, found, code + OPPONENT)
    return found


@rule
def resolve_christmas(state, seat, place, side, tape):
    """Card 19 Show the top card of a deck to both players and become a Ghost of its value.

    Return that value.
    """
    if side == 0:
        return 0
    owner = side_seat(seat, side)
    value = int(state.decks[owner, state.deck_sizes[owner] - 1])
    state.shown[owner] = 1
    become(state, seat, place, value)
    emit(tape, SHOWN, owner, value, 0, 0, 0)
    return value


@rule
def side_seat(seat, side):
    """Return the seat that is chosen as a side."""
    return seat if side == OWN else 1 - seat


# === Card 20 LET'S MEET AT THE END ===


@rule
def legal_meet(state, code, actions, found):
    """Card 20 List both players while either has a card in hand."""
    if state.hand_sizes[0] > 0 or state.hand_sizes[1] > 0:
        found = offer(actions, found, code + OWN)
        found = offer(actions, found, code + OPPONENT)
    return found


@rule
def resolve_meet(state, seat, side, chance, tape):
    """Card 20 Send a random card of that hand to the 10th round; return whether one went.

    It lies face down there, or open if the 10th round is being played.
    """
    owner = side_seat(seat, side)
    if side == 0 or state.hand_sizes[owner] == 0:
        return 0
    value = draw_value(state, owner, 0, chance)
    if state.round_number == ROUNDS:
        leave_hand(state, owner, value)
        add_card(state, owner, ROUNDS, value)
        emit(tape, SENT, owner, value, 0, 0, 0)
    else:
        leave_hand_unseen(state, owner, value)
        add_card(state, owner, ROUNDS, value | FACE_DOWN)
        emit(tape, SENT, owner, 0, 0, 0, 0)
        emit_secret(tape, SENT_CARD, owner, value, 0, 0, 0)
    return 1


# === Card 21 BLOODY MARY ===


@rule
def can_pay_for_mary(state, seat):
    """Card 21 Return whether a seat can pay her price: two Ghost cards of the hand."""
    return state.hand_sizes[seat] >= 2


@rule
def legal_mary(state, seat, code, actions, found):
    """Card 21 List the pairs of Ghost cards that can be discarded for her."""
    for first in range(1, VALUES):
        if state.hands[seat, first] > 1:
            found = offer(actions, found, code + pair_code(first, first))
        for second in range(first + 1, VALUES):
            if state.hands[seat, first] > 0 and state.hands[seat, second] > 0:
                found = offer(actions, found, code + pair_code(first, second))
    return found


@rule
def resolve_mary(state, seat, place, first, second):
    """Card 21 Discard the two cards openly.

    In the 10th round she is worth 6 only once she is paid for.
    """
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
    """Card 22 List your cards played this round; nothing comes back from the 10th.

    The card itself still lies in the reserve.
    """
    if state.round_number == ROUNDS:
        return found
    return legal_cards(played_cards(state, seat), code, actions, found)


@rule
def resolve_playing_dead(state, seat, card):
    """Card 22 Take back a Ghost card, known to the opponent, or a Psychic card."""
    if card == 0:
        return
    round_number = int(state.round_number)
    take_card(state, seat, round_number, find_card(state, seat, round_number, card, CARRIED))
    if card > PSYCHIC:
        state.reserves[seat] |= 1 << (card - PSYCHIC)
    else:
        add_to_hand(state, seat, card)
        state.known[seat, card] += 1


@rule
def is_round_ending(psychic):
    """Return whether a Psychic card ends the round: Card 22 or Card 27."""
    return ending_of(psychic) != 0


@rule
def ending_of(psychic):
    """Return how a Psychic card ends the round, or 0.

    Card 22 loses it at once, Card 27 ends it at once as a tie.
    """
    if psychic == PLAYING_DEAD:
        return WITHDRAWN
    return TIED if psychic == LULL else 0


# === Card 23 GHOSTLY GOLDFISH ===


@rule
def score_goldfish(value):
    """Card 23 Count two Ghosts of base value 1, each with every bonus and penalty.

    5.1 `count_played` counts the card as two cards.
    """
    return 2 * value


# === Card 24 PRIVATE LOUNGE: GHOST ONLY ===


@rule
def is_shut_out(state, seat):
    """Card 24 Return whether this card in the opponent's row bans your Psychic cards (5.3)."""
    return in_effect(state, 1 - seat, LOUNGE, int(state.round_number))


# === Card 25 THEY WERE NEVER SEEN AGAIN... ===


@rule
def legal_never_seen(code, actions, found):
    """Card 25 List all pairs of different values."""
    for first in range(1, HIGHEST):
        for second in range(first + 1, VALUES):
            found = offer(actions, found, code + pair_code(first, second))
    return found


@rule
def banned_values(state):
    """Card 25 Return the values that nobody may play, as bits; none in the 10th round."""
    round_number = int(state.round_number)
    if round_number == ROUNDS:
        return 0
    return named_on(state, 0, NEVER_SEEN, round_number) | named_on(
        state, 1, NEVER_SEEN, round_number
    )


# === Card 26 I PITY THE GHOUL! ===


@rule
def pity_bonus(state, base, round_number):
    """Card 26 Return the bonus of Ghosts of the named value, for both players: 3."""
    named = named_on(state, 0, PITY, round_number) | named_on(state, 1, PITY, round_number)
    return 3 if (named >> base) & 1 else 0


# === Card 27 CREEPY LULL ===
# `ending_of` ends the round as a tie; 5.2 says what follows, 6.3 what it means in the 10th round.

# === Card 28 HOUSE SWAP ===


@rule
def legal_house_swap(state, code, actions, found):
    """Card 28 List all pairs of later rounds, the 10th included."""
    for first in range(int(state.round_number) + 1, ROUNDS):
        for second in range(first + 1, ROUNDS + 1):
            found = offer(actions, found, code + pair_code(first, second))
    return found


@rule
def resolve_house_swap(state, first, second):
    """Card 28 Swap the tokens of the two rounds."""
    manors, castles = int(state.manors[first]), int(state.castles[first])
    state.manors[first] = state.manors[second]
    state.castles[first] = state.castles[second]
    state.manors[second] = manors
    state.castles[second] = castles


# === Card 29 WE'RE WORTHLESS ===


@rule
def is_worthless(state, round_number):
    """Card 29 Return whether this card lies in one of the two rows: no other card has an effect."""
    return (open_psychics(state, round_number) >> WORTHLESS) & 1


@rule
def score_worthless(entry):
    """Card 29 Return the value of a card: 1, but 0 for this card."""
    return 0 if card_of(entry) == PSYCHIC + WORTHLESS else 1


@rule
def resolve_worthless(state, tape):
    """Card 29 End a trip of this round that has not bound a card yet.

    All other pending effects ask `in_effect` themselves.
    """
    for seat in range(SEATS):
        if state.tripped[seat] > state.round_number:
            end_trip(state, seat, tape)
