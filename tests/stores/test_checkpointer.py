"""Checkpoints keep SQLite's write-ahead log short and neither block nor lose commits."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from spookhouse.stores import SqlStore, checkpointer
from spookhouse.table.hash_chain import GENESIS, chain
from spookhouse.table.log import Draft, Entry, Moved
from spookhouse.table.store_protocol import NewTable
from support.tables import Played

ROW: NewTable = {"secret": b"s", "game": "ghooost", "public": False, "created": 1.0, "changed": 1.0}
PAGE = 4096


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SqlStore]:
    monkeypatch.setattr(checkpointer, "ROWS_BETWEEN_CHECKPOINTS", 20)
    monkeypatch.setattr(checkpointer, "MAX_LOG_PAGES", 100)
    opened = SqlStore(f"sqlite:///{tmp_path}/spookhouse.db")
    yield opened
    opened.close()


def entry(version: int) -> Entry:
    """Return an opening or a move of a few hundred bytes; stores do not check the chain."""
    if version == 1:
        return Played().log[0]
    (made,) = chain(GENESIS, version - 1, 1.0, [Draft("ann", Moved(seat=0, move="draw" * 100))])
    return made


def append_rows(store: SqlStore, table: str, first: int, last: int) -> None:
    for version in range(first, last):
        store.append(table, [entry(version)], "playing", ROW if version == 1 else None).result()


def test_the_log_restarts_under_load(store: SqlStore, tmp_path: Path) -> None:
    """A commit of one row writes about three pages: 3,000 pages without checkpoints."""
    append_rows(store, "a", 1, 1_000)
    assert (tmp_path / "spookhouse.db-wal").stat().st_size < 1_000 * PAGE
    assert (tmp_path / "spookhouse.db").stat().st_size > 500_000
    assert [found.version for found in store.read("a")] == list(range(1, 1_000))


def test_a_long_read_does_not_block_writers(store: SqlStore, tmp_path: Path) -> None:
    """The log cannot restart while an earlier read is open; afterwards it does."""
    append_rows(store, "a", 1, 50)
    with store.engine.connect() as reader:
        reader.exec_driver_sql("BEGIN")
        assert reader.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 49
        append_rows(store, "a", 50, 300)
        assert reader.exec_driver_sql("SELECT count(*) FROM entries").scalar() == 49
    long = (tmp_path / "spookhouse.db-wal").stat().st_size
    append_rows(store, "a", 300, 900)
    assert (tmp_path / "spookhouse.db-wal").stat().st_size < long + 1_000 * PAGE
    assert len(store.read("a")) == 899


def test_a_failed_checkpoint_is_logged_and_loses_nothing(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "spookhouse"):
        monkeypatch.setattr(checkpointer, "CHECKPOINT", "PRAGMA syntax error")
        append_rows(store, "a", 1, 100)
        store.close()
    assert "SQLite checkpoint failed" in caplog.text
    again = SqlStore(store.url)
    assert len(again.read("a")) == 99
    again.close()
