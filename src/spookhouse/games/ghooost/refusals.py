"""Why a move of Ghooost! is refused: the rule that forbids it and the reason."""

from collections.abc import Callable

from spookhouse.games.ghooost import rules
from spookhouse.games.ghooost.move_notation import VOCABULARY, copy_in, number_in, value_in
from spookhouse.games.ghooost.piece_names import NUMBERS, ghost, ghosts, value_with_article
from spookhouse.games.ghooost.pieces import COPY, HIGHEST
from spookhouse.games.ghooost.positions import REASONS
from spookhouse.kernel.contract import State

Refusal = tuple[str, str]  # rule, reason

ENDED_BY = {"last-haunted": "GH 6.2", "dawn": "GH 6.3", "second-boo": "GH 7.2"}


def why(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that forbids an illegal move, and the reason in this position."""
    if state.phase == rules.OVER:
        return why_over(state)
    if state.turn != seat:
        return "GH 3", f"it is the turn of seat {state.turn}, not of seat {seat}"
    if action not in VOCABULARY:
        return "GH 3", f"{action} is no move"
    return REFUSALS.get(action, why_not_ghosts)(state, seat, action)


def why_over(state: State) -> Refusal:
    """Return the rule that has ended the game."""
    ending = REASONS[rules.reason(state) - 1]
    return ENDED_BY[ending], f"the game is over ({ending})"


# === MOVES WITHOUT GHOSTS ===


def why_not_collect(state: State, seat: int, action: int) -> Refusal:
    """Refuse to collect nothing."""
    return (
        "GH 3.3.1",
        "there is nothing to collect: no ghost lies in the cemetery and no Kitty beside it",
    )


def why_not_luck(state: State, seat: int, action: int) -> Refusal:
    """Refuse to turn up a ghost of an empty crypt."""
    return (
        "GH 3.6.2",
        "midnight has struck: the crypt is empty and nobody tries their luck any more",
    )


def why_not_mansion(state: State, seat: int, action: int) -> Refusal:
    """Refuse to open a mansion before midnight, or with a card in hand."""
    if state.crypt_size > 0:
        crypt = ghosts(int(state.crypt_size))
        return "GH 3.6.2", f"mansions stay closed until midnight; the crypt still holds {crypt}"
    hand = ghosts(int(state.hand_sizes[seat]))
    return "GH 3.4.1", f"the mansion is opened with an empty hand only; you hold {hand}"


def why_not_pass(state: State, seat: int, action: int) -> Refusal:
    """Refuse to pass while there is another move."""
    if state.hand_sizes[seat] == 0 or state.hands[seat, COPY] < state.hand_sizes[seat]:
        return "GH 3.5.1", "nobody may pass whose hand is anything but Miss Copies"
    return "GH 3.5.1", "nobody may pass while a ghost lies in the cemetery: collect it"


def why_not_kitty(state: State, seat: int, action: int) -> Refusal:
    """Refuse a Kitty that is not held."""
    return "GH 5.2", "you hold no Kitty"


# === GHOSTS ===


def why_not_ghosts(state: State, seat: int, action: int) -> Refusal:
    """Refuse ghosts: not held, without a Miss Copy, or not valid."""
    value, number = value_in(action), number_in(action)
    held = int(state.hands[seat, value])
    if not held:
        return "GH 3.1.1", f"you hold no {ghost(str(value))}"
    if held < number:
        shown = f"{NUMBERS[held]} {value}{'' if held == 1 else 's'}"
        return "GH 3.1.1", f"you hold only {shown}, not {NUMBERS[number]}"
    if copy_in(action) and state.hands[seat, COPY] == 0:
        return "GH 5.5", "you hold no Miss Copy"
    return why_not_valid(int(rules.top_value(state)), value)


def why_not_valid(top: int, value: int) -> Refusal:
    """Refuse a value that is not valid on the top ghost."""
    refused = f"{value_with_article(value)} cannot be played on {ghost(str(top))}"
    if rules.is_scary(top):
        valid = [v for v in range(HIGHEST, 0, -1) if rules.is_valid(top, v)]
        playable = ", ".join(map(str, valid))
        return (
            "GH 3.1.3",
            f"{refused}, a Scary ghost; playable here: {playable}, Kitty, a Quartet",
        )
    higher = f"{top} or higher" if top < HIGHEST else str(top)
    return "GH 3.1.2", f"{refused}; playable here: {higher}, 1, Kitty, a Quartet"


REFUSALS: dict[int, Callable[[State, int, int], Refusal]] = {
    rules.COLLECT: why_not_collect,
    rules.LUCK: why_not_luck,
    rules.MANSION: why_not_mansion,
    rules.PASS: why_not_pass,
    rules.PLAY_KITTY: why_not_kitty,
}
