"""SQLite's log is brought into its file while people play, and neither grows without end nor makes anybody wait or lose anything."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from spookhouse.stores import SqlStore, checkpointer
from spookhouse.table import Entry

ROW = {"secret": b"s", "game": "ghooost", "public": False, "created": 1.0, "changed": 1.0}
PAGE = 4096


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlStore]:
    monkeypatch.setattr(checkpointer, "OFTEN", 20)
    monkeypatch.setattr(checkpointer, "LONG", 100)
    opened = SqlStore(f"sqlite:///{tmp_path}/house.db")
    yield opened
    if opened.writer.is_alive():
        opened.close()


def entry(version: int) -> Entry:
    return Entry(
        version,
        1.0,
        "moved" if version > 1 else "opened",
        "ann",
        "",
        {"seat": 0, "move": "draw" * 100},
        "0" * 64,
    )


def write_on(store: SqlStore, table: str, first: int, last: int) -> None:
    for version in range(first, last):
        store.append(table, [entry(version)], "playing", ROW if version == 1 else None).result()


def test_the_log_begins_anew_under_load(store: SqlStore, tmp_path: Path) -> None:
    """Every commit of one row writes some three pages: without checkpoints the log would have thousands."""
    write_on(store, "a", 1, 1_000)
    assert (tmp_path / "house.db-wal").stat().st_size < 1_000 * PAGE
    assert (tmp_path / "house.db").stat().st_size > 500_000
    assert [found.version for found in store.read("a")] == list(range(1, 1_000))


def test_who_reads_long_holds_nobody_up(store: SqlStore, tmp_path: Path) -> None:
    """The log cannot begin anew while somebody reads what was there before; afterwards it does."""
    write_on(store, "a", 1, 50)
    with store.engine.connect() as reader:
        reader.exec_driver_sql("BEGIN")
        assert reader.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 49
        write_on(store, "a", 50, 300)
        assert reader.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 49
    long = (tmp_path / "house.db-wal").stat().st_size
    write_on(store, "a", 300, 900)
    assert (tmp_path / "house.db-wal").stat().st_size < long + 1_000 * PAGE
    assert len(store.read("a")) == 899


def test_a_checkpoint_that_fails_is_said_and_nothing_is_lost(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "spookhouse"):
        monkeypatch.setattr(checkpointer, "CHECKPOINT", "PRAGMA there is no such thing")
        write_on(store, "a", 1, 100)
        store.close()
    assert "could not be brought into its file" in caplog.text
    again = SqlStore(store.url)
    assert len(again.read("a")) == 99
    again.close()
