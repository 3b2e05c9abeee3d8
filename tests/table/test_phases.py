"""`progress.advance` alone decides the phase of a table, and it agrees with the state."""

import ast
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply
from spookhouse.table.log import Entry, SecretOpened
from spookhouse.table.phases import (
    LOBBY,
    OVER,
    PLAYING,
    SHOWING,
    START,
    TURNING_POINTS,
    Progress,
    advance,
    advance_all,
)
from spookhouse.table.table import Table
from support.tables import SECRET, Played, bytes_of, old_tables, read_items, smallest

pytestmark = pytest.mark.compiled

SOURCE = Path(spookhouse.__file__).parent

# === LOGS ===


def old_logs() -> list[tuple[bytes, list[Entry]]]:
    """Return the secret and the log of every table that an earlier version exported."""
    return [
        (bytes.fromhex(table["secret"]), read_items(table["entries"])) for table in old_tables()
    ]


def random_game(title: str) -> Played:
    """Return a game of random moves between a guest and bots, to its end."""
    played, dice = smallest(title), random.Random(1)
    played.sit("ann", 0).bot(*range(1, played.table.players)).start()
    while played.table.owed:
        seat = next(iter(played.table.owed))
        move = dice.choice(played.match.legal(seat))
        played.bot_moves(seat, move) if seat else played.move(seat, move)
    assert played.table.phase == OVER
    return played


def called_off_twice() -> Played:
    """Return a game whose start was cancelled by the owner, before and after bytes were shown."""
    played = Played(players=3).sit("ann", 0).sit("bob", 1).bot(2)
    played.do("ann", ask.Start())
    played.do("ann", ask.CallOff())
    played.bot(2).do("ann", ask.Start())
    played.do("bob", ask.Show(seat=1, bytes=bytes_of("bob", 1).hex()))
    played.do("ann", ask.CallOff())
    played.do("ann", ask.Say(text="again"))
    played.bot(1, 2).start()
    played.do("ann", ask.Away(seat=0))
    played.do("ann", ask.Back(seat=0))
    return played


def resigned() -> Played:
    """Return a game that ended by resigning, with chat and a rematch afterwards."""
    played = Played(players=2, clock={"move": 5.0, "reserve": 0.0}).sit("ann", 0).sit("bob", 1)
    played.start().wait(10.0)
    played.do("bob", ask.Resign(seat=1))
    played.do("ann", ask.Say(text="boo"))
    played.do("ann", ask.Rematch())
    return played


def undone() -> Played:
    """Return a game with moves that were undone at once and after a vote."""
    played = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    for _ in range(12):
        (seat,) = played.table.owed
        played.move(seat)
        played.do(played.table.seats[seat].guest, ask.Undo(seat=seat))
        if played.table.undo_asker is not None:
            played.do(played.table.seats[1 - seat].guest, ask.Answer(agree=True))
        (seat,) = played.table.owed
        played.move(seat)
    return played


GAMES: dict[str, Callable[[], Played]] = {
    **{title: lambda title=title: random_game(title) for title in FOLDERS},  # type: ignore[misc]
    "called off": called_off_twice,
    "resigned": resigned,
    "undone": undone,
}


# === THE PHASE ===


def phase_of_state(table: Table, entries: Sequence[Entry]) -> str:
    """Return the phase as the other fields of a table and its log show it."""
    if table.opened:
        return OVER
    if table.match is not None:
        return PLAYING
    starts = [entry.kind for entry in entries if entry.kind in ("started", "called-off")]
    return SHOWING if starts[-1:] == ["started"] else LOBBY


def check_log(secret: bytes, log: Sequence[Entry]) -> set[str]:
    """Compare the phase with the state after each entry; return the phases that occurred."""
    table, progress = Table("t1", secret), START
    found: set[str] = set()
    for number, entry in enumerate(log, 1):
        apply(table, entry)
        progress = advance(progress, entry.data)
        assert table.progress == progress == advance_all(START, log[:number])
        assert table.phase == progress.phase == phase_of_state(table, log[:number]), entry
        assert progress.players == table.players
        assert advance_all(progress, log[number:]) == advance_all(START, log)
        found.add(table.phase)
        is_finished = table.match is not None and (
            not table.match.waiting or table.loser is not None
        )
        # The entry that ends a game and the secret are written in one commit.
        next_is_secret = number < len(log) and isinstance(log[number].data, SecretOpened)
        assert is_finished == (table.phase == OVER or next_is_secret)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_phase_agrees_with_the_state_after_every_entry(name: str) -> None:
    phases = check_log(SECRET, GAMES[name]().log)
    assert phases >= {LOBBY, SHOWING, PLAYING}


def test_the_phase_agrees_in_logs_of_earlier_versions() -> None:
    logs = old_logs()
    assert len(logs) > 10
    phases = set()
    for secret, log in logs:
        phases |= check_log(secret, log)
    assert phases == {LOBBY, SHOWING, PLAYING, OVER}


def test_only_turning_points_change_the_progress() -> None:
    """`advance_all` skips all other kinds."""
    entries = [entry for _, log in old_logs() for entry in log]
    others = {entry.kind: entry.data for entry in entries if entry.kind not in TURNING_POINTS}
    assert len(others) > 10
    for phase in (LOBBY, SHOWING, PLAYING, OVER):
        progress = Progress(phase, 3, 1)
        assert all(advance(progress, data) == progress for data in others.values())
    assert {entry.kind for entry in entries} - others.keys() == TURNING_POINTS


def test_the_phase_is_decided_nowhere_else() -> None:
    """Only `phases.py` makes a `Progress`, and only `apply` stores one in a table."""
    makers, writers = set(), set()
    for package in ("table", "host", "stores", "web"):
        for path in (SOURCE / package).rglob("*.py"):
            name = f"{package}/{path.name}"
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Progress"):
                    makers.add(name)
                if isinstance(node, ast.Assign) and "table.progress" in map(
                    ast.unparse, node.targets
                ):
                    writers.add(name)
    assert makers == {"table/phases.py"}
    assert writers == {"table/apply.py"}
    with pytest.raises(AttributeError):
        Played().table.phase = OVER  # type: ignore[misc]
