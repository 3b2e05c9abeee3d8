"""The phase of a table: how each entry changes it, and nothing else does."""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from spookhouse.table.log import CalledOff, Entry, EntryData, Opened, SecretOpened, Shown, Started

Phase = Literal["lobby", "showing", "playing", "over"]
LOBBY: Final = "lobby"
SHOWING: Final = "showing"
PLAYING: Final = "playing"
OVER: Final = "over"


class Progress(NamedTuple):
    """The phase, and what is needed to know when it changes."""

    phase: Phase
    players: int
    # Seats that have revealed their bytes since the start.
    revealed: int


START = Progress(LOBBY, 0, 0)


def advance(progress: Progress, data: EntryData) -> Progress:
    """Return the progress after an entry."""
    match data:
        case Opened():
            return Progress(LOBBY, data.players, 0)
        case Started():
            return progress._replace(phase=SHOWING, revealed=0)
        case CalledOff():
            return progress._replace(phase=LOBBY, revealed=0)
        case Shown():
            revealed = progress.revealed + 1
            phase = PLAYING if revealed == progress.players else progress.phase
            return progress._replace(phase=phase, revealed=revealed)
        case SecretOpened():
            return progress._replace(phase=OVER)
    return progress


# Kinds of entries that can change the phase.
TURNING_POINTS = frozenset({"opened", "started", "called-off", "shown", "secret"})


def advance_all(progress: Progress, entries: Iterable[Entry]) -> Progress:
    """Return the progress after several entries."""
    for entry in entries:
        if entry.kind in TURNING_POINTS:
            progress = advance(progress, entry.data)
    return progress
