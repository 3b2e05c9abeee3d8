"""What a database must hold after whatever happened to its servers."""

from collections.abc import Iterable, Sequence

from proof.people import Memory
from spookhouse.stores import SqlStore
from spookhouse.table import Entry, find_breaks
from spookhouse.table.rejudge import follow
from spookhouse.table.verify import verify_log


def check_tables(database: str, tables: Iterable[Memory]) -> dict[str, int]:
    """No acknowledged move lost, none played twice, every chain whole, every game by the rules; gives what was counted."""
    store, counted = SqlStore(database), {"tables": 0, "moves": 0, "acknowledged": 0, "finished": 0}
    try:
        for memory in tables:
            entries = store.read(memory.table)
            assert find_breaks(entries) == [], memory.table
            written = [
                (entry.key, entry.version)
                for entry in entries
                if entry.kind == "moved" and entry.by == memory.guest
            ]
            assert len({key for key, _ in written}) == len(written), (
                f"{memory.table}: a move was played twice"
            )
            after = {
                key: version + 1 if closes(entries, version) else version
                for key, version in written
            }
            lost = {
                key: version
                for key, version in memory.acknowledged.items()
                if version not in (dict(written).get(key), after.get(key))
            }
            assert not lost, f"{memory.table}: acknowledged, but not in the log: {lost}"
            assert memory.heard <= len(entries), (
                f"{memory.table}: {memory.heard} was told, the log has {len(entries)}"
            )
            row = store.find(memory.table)
            assert row is not None
            table, misfit = follow(memory.table, row["secret"], entries)
            assert not misfit, f"{memory.table}: {misfit}"
            assert row["phase"] == table.phase, memory.table
            assert table.phase == "over" or table.owed, f"{memory.table}: nobody can go on"
            if table.phase == "over":
                counted["finished"] += 1
                assert all(step.holds for step in verify_log(memory.table, entries)), memory.table
            for entry in entries:
                assert entry.kind != "rematch" or store.find(entry.data["table"]) is not None, (
                    f"{memory.table}: its rematch is not there"
                )
            counted["tables"] += 1
            counted["moves"] += sum(entry.kind == "moved" for entry in entries)
            counted["acknowledged"] += len(memory.acknowledged)
        for name in store.table_ids():
            check_any(store, name)
    finally:
        store.close()
    return counted


def check_any(store: SqlStore, name: str) -> None:
    """Also those that nobody remembers, because somebody pulled the plug while people sat down; bots may still play there."""
    for _ in range(10):
        before, entries, after = store.find(name), store.read(name), store.find(name)
        assert before is not None
        assert find_breaks(entries) == [], name
        table, misfit = follow(name, before["secret"], entries)
        assert not misfit, f"{name}: {misfit}"
        if before == after:
            assert before["phase"] == table.phase, name
            return
    raise AssertionError(f"{name} changes all the time")


def closes(entries: Sequence[Entry], version: int) -> bool:
    """Whether the game ended with this entry: the house's secret follows it, and the answer carries that version."""
    return version < len(entries) and entries[version].kind == "secret"
