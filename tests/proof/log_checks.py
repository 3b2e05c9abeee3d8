"""What a database must hold after any failure of its servers.

All checks that need the internals of tables are here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from proof.clients import digest
from proof.simulated_guests import Move, PlayedTable
from spookhouse.stores import SqlStore
from spookhouse.table.apply import apply, rebuild
from spookhouse.table.hash_chain import find_breaks
from spookhouse.table.log import KINDS, Entry, Moved, RematchOpened, SecretOpened
from spookhouse.table.phases import OVER
from spookhouse.table.rejudge import rejudge
from spookhouse.table.table import Table
from spookhouse.table.verify import verify_log
from spookhouse.table.views import game_view, table_view

ENTRY_KINDS = frozenset(KINDS)


def check_tables(database: str, tables: Iterable[PlayedTable]) -> dict[str, int]:
    """Check every table of a database; return what was counted.

    No acknowledged move is lost, and none was played twice. Everything that a guest received is
    what the log says. Every chain is whole and every game follows the rules.
    """
    counted: Counter[str] = Counter(tables=0, moves=0, acknowledged=0, states=0, finished=0)
    store = SqlStore(database)
    try:
        for played in tables:
            counted += check_played(store, played)
        for table in store.table_ids():
            check_table(store, table)
    finally:
        store.close()
    return dict(counted)


def check_played(store: SqlStore, played: PlayedTable) -> Counter[str]:
    """Check the log of a table against what its guest knows."""
    row, entries = store.find(played.table), store.read(played.table)
    assert row is not None, f"{played.table} is lost"
    check_moves(played, entries)
    check_received(played, row["secret"], entries)
    check_rematch(store, played.table, entries)
    is_over = row["phase"] == OVER
    assert is_over or not played.is_over, f"{played.table}: the end of the game is lost"
    if is_over:
        assert all(step.holds for step in verify_log(played.table, entries)), played.table
    else:
        table = rebuild(played.table, row["secret"], entries)
        assert table.owed, f"{played.table}: no seat can go on"
    return Counter(
        tables=1,
        moves=sum(entry.kind == "moved" for entry in entries),
        acknowledged=len(played.acknowledged),
        states=len(played.received),
        finished=is_over,
    )


def check_moves(played: PlayedTable, entries: Sequence[Entry]) -> None:
    """Check that the log has every acknowledged move, with its version, and no move twice."""
    moves = {
        entry.key: entry for entry in entries if entry.kind == "moved" and entry.by == played.guest
    }
    own = [entry for entry in entries if entry.kind == "moved" and entry.by == played.guest]
    assert len(moves) == len(own), f"{played.table}: a move was played twice"
    for move, version in played.acknowledged:
        entry = moves.get(move.key)
        assert entry is not None, f"{played.table}: {move} was acknowledged and is lost"
        check_move(played.table, move, entry)
        versions = {entry.version, last_version_of_command(entries, entry)}
        assert version in versions, f"{played.table}: {move} has version {entry.version}"


def check_move(table: str, move: Move, entry: Entry) -> None:
    """Check that an entry contains the move that was acknowledged under its key."""
    expected = Moved(seat=move.seat, move=move.move)
    assert entry.data == expected, f"{table}: {move} is in the log as {entry.data}"


def last_version_of_command(entries: Sequence[Entry], entry: Entry) -> int:
    """Return the version after a move; when it ends the game, the server's secret follows it."""
    following = entries[entry.version : entry.version + 1]
    is_last = any(isinstance(each.data, SecretOpened) for each in following)
    return entry.version + 1 if is_last else entry.version


def check_received(played: PlayedTable, secret: bytes, entries: Sequence[Entry]) -> None:
    """Check that the guest received, at every version, the state that the log leads to."""
    assert played.last_version <= len(entries), (
        f"{played.table}: version {played.last_version} was received, the log has {len(entries)}"
    )
    for key, expected in states_of(played, secret, entries):
        assert played.received[key] == expected, (
            f"{played.table}: at version {key[1]} seat {key[0]} received something else"
        )


def states_of(
    played: PlayedTable, secret: bytes, entries: Sequence[Entry]
) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield seat, version and digest of every state of the log that the guest received."""
    table = Table(played.table, secret)
    for entry in entries:
        apply(table, entry)
        for seat in range(table.players):
            if (seat, table.version) in played.received:
                shown = digest(table_view(table, {}), game_view(table, seat))
                yield (seat, table.version), shown


def check_rematch(store: SqlStore, table: str, entries: Iterable[Entry]) -> None:
    """Check that the table of a rematch exists."""
    for entry in entries:
        if isinstance(entry.data, RematchOpened):
            rematch = entry.data.table
            assert store.find(rematch) is not None, f"{table}: its rematch {rematch} is lost"


def check_table(store: SqlStore, name: str) -> None:
    """Check chain, rules and phase of any table.

    This includes tables that no guest knows, because the server was killed while they were set
    up. Bots may still play there, so the table is read until it is at rest.
    """
    for _ in range(10):
        before, entries, after = store.find(name), store.read(name), store.find(name)
        assert before is not None
        assert find_breaks(entries) == [], name
        table, defect = rejudge(name, before["secret"], entries)
        assert not defect, f"{name}: {defect}"
        if before == after:
            assert before["phase"] == table.phase, name
            return
    raise AssertionError(f"{name} changes all the time")


def check_clock(database: str, name: str) -> None:
    """Check that the chain of a table is whole and that its times never go back."""
    store = SqlStore(database)
    entries = store.read(name)
    store.close()
    assert find_breaks(entries) == []
    times = [entry.at for entry in entries]
    assert times == sorted(times), f"{name}: the times in the log go back"
