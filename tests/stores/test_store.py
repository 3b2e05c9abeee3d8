"""The store on SQLite and PostgreSQL: commits are durable and conflicts are detected."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import SQLAlchemyError

from spookhouse.stores import SqlStore
from spookhouse.stores.listener import Listener
from spookhouse.stores.write_batch import Append, write
from spookhouse.table.log import Entry, Moved
from spookhouse.table.store_protocol import Log, NewTable, VersionConflict, call_now
from spookhouse.table.table import Table
from support.databases import KINDS, fresh_database
from support.public_tables import forget_openers, ids
from support.tables import SECRET, Played

pytestmark = pytest.mark.compiled


@pytest.fixture(params=KINDS, scope="module")
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    yield from fresh_database(request.param)


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    opened = SqlStore(url)
    yield opened
    opened.close()


def row(public: bool = False) -> NewTable:
    return {"secret": SECRET, "game": "ghooost", "public": public, "created": 1.0, "changed": 1.0}


def stored(store: SqlStore, name: str, public: bool = False) -> Played:
    """Write the log of a game between two guests to the store."""
    played = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    store.append(name, played.log, played.table.phase, row(public)).result()
    return played


def test_the_writer_keeps_its_connection(url: str) -> None:
    """Another connection would have empty caches of pages and prepared statements."""
    store, used = SqlStore(url), set()
    event.listen(
        store.writer.engine,
        "commit",
        lambda connection: used.add(id(connection.connection.dbapi_connection)),
    )
    for number in range(5):
        store.save_guest(f"guest{number}", "Ann", 1.0).result()
        with ThreadPoolExecutor(3) as readers:
            list(readers.map(lambda _: store.table_ids(), range(6)))
    store.close()
    assert len(used) == 1


def test_a_table_is_rebuilt_from_the_store(store: SqlStore) -> None:
    played = stored(store, "a1")
    loaded = store.load("a1")
    assert loaded is not None
    assert loaded.match is not None
    assert played.table.match is not None
    assert loaded.match.position() == played.table.match.position()
    assert (loaded.version, loaded.head) == (played.table.version, played.table.head)
    assert store.read("a1") == played.log
    assert store.load("nothing") is None


def test_a_table_is_loaded_in_pages(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole log can be too large for the memory."""
    played = stored(store, "paged")
    monkeypatch.setattr("spookhouse.stores.store.LOAD_PAGE", 3)
    sizes: list[int] = []
    read = store.read

    def counted(table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        found = read(table, after, limit)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(store, "read", counted)
    loaded = store.load("paged")
    assert loaded is not None
    assert (loaded.version, loaded.head) == (played.table.version, played.table.head)
    assert max(sizes) == 3
    assert sum(sizes) == len(played.log)


def test_tables_are_listed_by_their_last_move(store: SqlStore) -> None:
    """Moves do not touch the row of a table, but the list is sorted by them."""
    played = Played(players=2).sit("gus", 0).sit("hal", 1).start()
    for name in ("m1", "m2"):
        store.append(name, played.log, played.table.phase, row()).result()
    later = replace(played.move(next(iter(played.table.owed)))[0], at=played.log[0].at + 1000.0)
    for name in ("m1", "m2"):
        store.append(
            name, [replace(later, at=later.at + (name == "m1"))], played.table.phase
        ).result()
    assert [(found["id"], found["changed"]) for found in store.tables_of("gus")] == [
        ("m1", later.at + 1),
        ("m2", later.at),
    ]


def test_moves_are_appended(store: SqlStore) -> None:
    played = stored(store, "b1")
    (seat,) = played.table.owed
    before = played.table.version
    entries = played.move(seat)
    store.append("b1", entries, played.table.phase).result()
    assert store.read("b1", after=before) == entries


def test_the_second_of_two_writers_conflicts(store: SqlStore) -> None:
    played = stored(store, "c1")
    (seat,) = played.table.owed
    entries = played.move(seat)
    other = SqlStore(store.url)
    store.append("c1", entries, "playing").result()
    with pytest.raises(VersionConflict):
        other.append("c1", entries, "playing").result()
    other.close()
    assert store.read("c1")[-1] == entries[-1]


def test_a_conflict_does_not_affect_others_in_the_same_transaction(store: SqlStore) -> None:
    loser, winner = stored(store, "d1"), stored(store, "d2")
    (first,) = loser.table.owed
    (second,) = winner.table.owed
    entries = loser.move(first)
    store.append("d1", entries, "playing").result()
    with one_turn(store):
        futures = [
            store.append("d1", entries, "playing"),
            store.append("d2", winner.move(second), "playing"),
        ]
    with pytest.raises(VersionConflict):
        futures[0].result()
    futures[1].result()
    loaded = store.load("d2")
    assert loaded is not None
    assert loaded.version == winner.table.version


def test_appends_of_one_turn_share_a_commit(store: SqlStore) -> None:
    played = [stored(store, f"e{number}") for number in range(20)]
    moves = [each.move(next(iter(each.table.owed))) for each in played]
    before = store.writer.commits
    with one_turn(store):
        futures = [
            store.append(f"e{number}", entries, "playing") for number, entries in enumerate(moves)
        ]
    for future in futures:
        future.result()
    assert store.writer.commits - before == 1


def test_appends_from_many_threads_are_all_written(store: SqlStore) -> None:
    played = [stored(store, f"t{number}") for number in range(40)]
    moves = [each.move(next(iter(each.table.owed))) for each in played]
    with ThreadPoolExecutor(8) as threads:
        for future in [
            threads.submit(store.append, f"t{number}", entries, "playing")
            for number, entries in enumerate(moves)
        ]:
            future.result().result()
    assert [store.read(f"t{number}")[-1] for number in range(40)] == [
        entries[-1] for entries in moves
    ]


def test_closing_the_store_flushes_pending_appends(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/spookhouse.db")
    played = stored(store, "g1")
    entries = played.move(next(iter(played.table.owed)))
    # An event loop that ends before it runs its callbacks.
    store.call_soon = lambda _: None
    store.append("g1", entries, "playing")
    store.close()
    assert SqlStore(store.url).read("g1")[-1] == entries[-1]


def test_two_logs_of_one_commit_are_atomic(store: SqlStore) -> None:
    """A rematch always names a table that exists, even after a power failure."""
    played, new = stored(store, "r1"), Played(players=2)
    (seat,) = played.table.owed
    entries = played.move(seat)
    promise: Future[None] = Future()
    # The second log has the id of an existing table.
    store.commit(promise, Log("r1", entries, "over"), Log("r1", new.log, "lobby", row()))
    with pytest.raises(VersionConflict):
        promise.result()
    assert entries[-1] not in store.read("r1")
    promise = Future()
    store.commit(promise, Log("r1", entries, "over"), Log("r2", new.log, "lobby", row()))
    promise.result()
    assert (store.read("r1")[-1], store.read("r2")) == (entries[-1], new.log)


@pytest.fixture
def shared() -> Iterator[str]:
    yield from fresh_database("postgresql")


def test_two_processes_never_deadlock(shared: str) -> None:
    """Two stores write the same tables in opposite orders; both wait for a row that a third locks.

    One of them conflicts for every table, and neither reports another error.
    """
    first, second, third = SqlStore(shared), SqlStore(shared), SqlStore(shared)
    played = {f"w{number:02}": stored(first, f"w{number:02}") for number in range(20)}
    moves = {name: each.move(next(iter(each.table.owed))) for name, each in played.items()}
    with third.writer.engine.connect() as connection:
        write(
            connection, [Append(Future(), Log("w10", moves["w10"], "playing"), None)], shared=True
        )
        with one_turn(first), one_turn(second):
            futures = [first.append(name, entries, "playing") for name, entries in moves.items()]
            futures += [
                second.append(name, entries, "playing") for name, entries in reversed(moves.items())
            ]
        time.sleep(0.5)
        connection.rollback()
    errors = [error for future in futures if (error := future.exception()) is not None]
    assert len(errors) == len(moves)
    assert all(isinstance(error, VersionConflict) for error in errors), errors
    for each in (first, second, third):
        each.close()


def test_database_errors_do_not_contain_the_values(store: SqlStore) -> None:
    played = stored(store, "p1")
    (seat,) = played.table.owed
    entry = replace(played.move(seat)[0], kind=None)  # type: ignore[arg-type]
    with store.writer.engine.connect() as connection, pytest.raises(SQLAlchemyError) as error:
        write(
            connection,
            [Append(Future(), Log("p1", [entry], "playing"), None)],
            shared=store.is_shared,
        )
    assert "hidden" in str(error.value)
    assert isinstance(entry.data, Moved)
    assert entry.data.move not in str(error.value).partition("[SQL")[2]


@contextmanager
def one_turn(store: SqlStore) -> Iterator[None]:
    """Run all appends meanwhile in one turn of an event loop."""
    turn: list[Callable[[], None]] = []
    store.call_soon = turn.append
    yield
    store.call_soon = call_now
    for function in turn:
        function()


def test_guests_hold_the_tables_that_they_opened_or_sat_at(store: SqlStore) -> None:
    stored(store, "f1")
    store.save_guest("ann", "Ann", 1.0).result()
    store.save_guest("ann", "Annie", 2.0).result()
    assert store.guest_names(["ann", "nobody"]) == {"ann": "Annie"}
    assert "f1" in [found["id"] for found in store.tables_of("ann")]
    assert store.tables_of("eve") == []
    store.append("f2", Played("eve", players=2).log, "lobby", row()).result()
    # Opened but not sat at: it counts against the limit of tables.
    assert [found["id"] for found in store.tables_of("eve")] == ["f2"]
    assert (store.count_unfinished("eve"), store.count_unfinished("nobody")) == (1, 0)
    assert (store.count_tables("eve"), store.count_tables("nobody")) == (1, 0)
    store.append("f3", Played("eve", players=2).log, "over", row()).result()
    assert (store.count_unfinished("eve"), store.count_tables("eve")) == (1, 2)


def test_a_link_is_used_once(store: SqlStore) -> None:
    assert not store.is_link_used("a" * 64)
    assert store.use_link("a" * 64, 20.0, 10.0)
    assert not store.use_link("a" * 64, 20.0, 10.0)
    assert store.is_link_used("a" * 64)
    assert not store.is_link_used("b" * 64)


def test_used_links_survive_a_restart(url: str) -> None:
    first = SqlStore(url)
    assert first.use_link("c" * 64, 20.0, 10.0)
    first.close()
    second = SqlStore(url)
    assert not second.use_link("c" * 64, 20.0, 10.0)
    second.close()


def test_one_of_several_processes_uses_a_link(url: str) -> None:
    stores = [SqlStore(url) for _ in range(4)]
    together = threading.Barrier(len(stores))

    def use(store: SqlStore, number: int) -> bool:
        together.wait(20)
        return store.use_link(f"{number:064}", 20.0, 10.0)

    with ThreadPoolExecutor(len(stores)) as threads:
        for number in range(20):
            used = list(threads.map(use, stores, [number] * len(stores)))
            assert sorted(used) == [False, False, False, True]
    for store in stores:
        store.close()


def test_used_links_are_forgotten_when_they_have_expired(store: SqlStore) -> None:
    for number, expires in enumerate((20.0, 40.0)):
        assert store.use_link(f"old{number}", expires, 10.0)
    assert store.use_link("new", 60.0, 30.0)
    assert [store.is_link_used(each) for each in ("old0", "old1", "new")] == [False, True, True]


def test_a_database_without_used_links_is_migrated(url: str) -> None:
    store = SqlStore(url)
    with store.engine.begin() as connection:
        forget_openers(connection)
        connection.execute(text("DROP TABLE used_links"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    store.close()
    store = SqlStore(url)
    assert store.use_link("d" * 64, 20.0, 10.0)
    store.close()


def test_names_beside_a_guest_are_those_at_unfinished_tables(store: SqlStore) -> None:
    for guest, name in (("nan", "Nan"), ("oda", "Oda"), ("pia", "Pia")):
        store.save_guest(guest, name, 1.0).result()
    running = Played("nan", players=2).sit("nan", 0).sit("oda", 1)
    store.append("beside1", running.log, "lobby", row()).result()
    over = Played("pia", players=2).sit("pia", 0).sit("nan", 1)
    store.append("beside2", over.log, "over", row()).result()
    assert store.names_beside("nan") == ["Oda"]
    assert store.names_beside("oda") == ["Nan"]
    assert store.names_beside("pia") == []


def test_only_public_tables_in_the_lobby_are_listed(store: SqlStore) -> None:
    waiting = Played(players=2).sit("ann", 0)
    store.append("g1", waiting.log, waiting.table.phase, row(public=True)).result()
    store.append("g2", waiting.log, waiting.table.phase, row(public=False)).result()
    stored(store, "g3", public=True)
    assert ids(store.public_tables()) == ["g1"]


def test_commits_survive_a_restart(url: str) -> None:
    first = SqlStore(url)
    played = stored(first, "h1")
    first.close()
    second = SqlStore(url)
    assert second.read("h1") == played.log
    assert "h1" in second.table_ids()
    second.ping()
    second.close()


def test_threads_that_append_to_different_tables_do_not_disturb_each_other(
    store: SqlStore,
) -> None:
    played = [stored(store, f"i{number}") for number in range(8)]

    def play(number: int) -> None:
        for _ in range(10):
            (seat,) = played[number].table.owed
            store.append(f"i{number}", played[number].move(seat), "playing").result()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, each in enumerate(played):
        loaded = store.load(f"i{number}")
        assert isinstance(loaded, Table)
        assert loaded.head == each.table.head


def test_other_processes_are_notified_of_new_versions(shared: str) -> None:
    store = SqlStore(shared)
    assert store.is_shared
    received: list[tuple[str, int]] = []
    listener = Listener(store.url, lambda table, version: received.append((table, version)))
    assert listener.ready.wait(10)
    played = stored(store, "j1")
    deadline = time.monotonic() + 10
    while ("j1", played.table.version) not in received and time.monotonic() < deadline:
        time.sleep(0.01)
    listener.close()
    store.close()
    assert ("j1", played.table.version) in received
