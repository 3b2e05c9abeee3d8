"""Read positions of Graveyards from JSON data and report every defect."""

from spookhouse.games.graveyards import rules
from spookhouse.games.graveyards.board_reader import read_tiles
from spookhouse.games.graveyards.positions import KEYS, PHASES
from spookhouse.games.graveyards.token_reader import read_houses, read_spinning, read_tokens
from spookhouse.kernel.contract import Json, State
from spookhouse.kernel.validation import Reader


def read_position(position: Json, state: State) -> list[str]:
    """Fill a record that already holds the options; return every defect found."""
    reader = Reader(position, KEYS)
    rules.clear_graveyard(state)
    rules.take_houses(state)
    read_turn(reader, state)
    read_tiles(reader, state)
    read_tokens(reader, state)
    read_houses(reader, state)
    read_spinning(reader, state)
    reader.defects += find_contradictions(reader, state)
    if state.phase == rules.OVER and not reader.defects:
        rules.score_colours(state)
    return reader.defects


def read_turn(reader: Reader, state: State) -> None:
    """Read phase, turn, House moves and final turns."""
    players = int(state.players)
    state.phase = PHASES.index(reader.word("phase", PHASES))
    state.turn = reader.whole("turn", 0, players - 1)
    state.moved = reader.whole("moved", 0, players)
    final = reader.whole_or_null("final", 0, players)
    state.final = rules.NOT_YET if final is None else final


# === CONTRADICTIONS ===


def find_contradictions(reader: Reader, state: State) -> list[str]:
    """Return contradictions among the parts that could be read."""
    defects = []
    if reader.sound("phase", "lifted", "placed", "tokens", "board", "houses"):
        defects += find_lifted_defects(state)
    if reader.sound("phase", "spinning", "board"):
        defects += find_spinning_defects(state)
    if reader.sound("phase", "board", "moved"):
        defects += find_laid_defects(state)
    if reader.sound("phase", "final", "stack"):
        defects += find_final_defects(state)
    if reader.sound("phase", "final", "turn", "hands", "known"):
        defects += find_empty_hands(state)
    return defects


def find_lifted_defects(state: State) -> list[str]:
    """Return a lifted token that does not fit the phase or has nowhere to go."""
    if bool(state.lifted) != (state.phase == rules.DROP):
        phase = PHASES[state.phase]
        return [f"a token is lifted in phase 'drop' and in no other (GG 4.3); phase is {phase!r}"]
    if state.lifted and rules.count_vacant(state) <= 0:
        return ["phase is 'drop', but there is no other vacant space for the lifted token (GG 4.3)"]
    return []


def find_spinning_defects(state: State) -> list[str]:
    """Return spinning tiles that do not fit the phase or are locked."""
    if (state.spinning[0] != rules.NO_TILE) != (state.phase == rules.SPIN):
        return [
            "one or two tiles are spinning in phase 'spin', and none in another (GG 4.4); "
            f"phase is {PHASES[state.phase]!r}"
        ]
    if any(tile != rules.NO_TILE and state.locks[tile] for tile in state.spinning.tolist()):
        return ["a locked tile cannot be spinning (GG 4.1)"]
    return []


def find_laid_defects(state: State) -> list[str]:
    """Return an action of an icon without a tile that was just laid."""
    if state.phase not in (rules.MAIN, rules.OVER) and (state.laid == 0 or state.moved):
        return [
            f"phase is {PHASES[state.phase]!r}, so a tile was laid this turn: "
            "expected a tile on the board and moved 0 (GG 3.4, 3.6)"
        ]
    return []


def find_final_defects(state: State) -> list[str]:
    """Return final turns that do not fit the stack or the phase."""
    if (state.final == rules.NOT_YET) != (state.stack_size > 0):
        return ["final is null exactly as long as the stack holds a tile (GG 5.1)"]
    if (state.final == 0) != (state.phase == rules.OVER):
        return ["final is 0 exactly when the phase is 'over' (GG 5.1)"]
    return []


def find_empty_hands(state: State) -> list[str]:
    """Return the seats that have a turn but no tile: there is no passing (GG 3.1)."""
    players = int(state.players)
    turns = players if state.final == rules.NOT_YET else int(state.final)
    first = 0 if state.phase == rules.MAIN else 1
    seats = [(int(state.turn) + i) % players for i in range(first, turns)]
    return [
        f"hands[{seat}] is empty, but seat {seat} still has a turn (GG 3.1)"
        for seat in seats
        if state.hand_sizes[seat] == 0
    ]
