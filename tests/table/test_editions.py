"""Tables of earlier editions of the rules, or from before an option existed, go on and verify."""

import json
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.match_record import Record
from spookhouse.table import commands as ask
from spookhouse.table.apply import rebuild
from spookhouse.table.decide_rematch import rematch_drafts
from spookhouse.table.log import Entry, Opened, SecretOpened
from spookhouse.table.record_file import read_table_record
from spookhouse.table.replay import Replay
from spookhouse.table.table import Table
from spookhouse.table.verify import Step, verify_log
from support.tables import ENVIRONMENT, OLD, SECRET, Played, bytes_of, read_items, rechain

# In this game an opponent who was tripped without a card played freely.
OLD_GAME = OLD / "0.1.0-3" / "table-bfvjszkqgk.json"
GAME = spookhouse.game("rest-in-peace")


def read_old() -> tuple[str, list[Entry]]:
    """Return the id and the log of the old table."""
    return read_table_record(json.loads(OLD_GAME.read_text(encoding="utf-8")))


def reopened(entries: list[Entry], **changes: object) -> list[Entry]:
    """Return a log with changes of its opening and new hashes; "absent" removes a field."""
    items = [entry.to_json() for entry in entries]
    data = items[0]["data"] | changes
    items[0]["data"] = {name: value for name, value in data.items() if value != "absent"}
    return read_items(rechain(items))


def old_table() -> Table:
    """Return the old table."""
    name, entries = read_old()
    secret = entries[-1].data
    assert isinstance(secret, SecretOpened)
    return rebuild(name, bytes.fromhex(secret.bytes), entries)


def opening(played: Played) -> Opened:
    """Return the data of the first entry."""
    data = played.log[0].data
    assert isinstance(data, Opened)
    return data


def failed(steps: list[Step]) -> list[str]:
    """Return the names of the checks that found a defect."""
    return [step.name for step in steps if not step.holds]


def test_a_game_of_an_old_edition_verifies() -> None:
    name, entries = read_old()
    steps = verify_log(name, entries)
    assert failed(steps) == []
    assert "(edition 1)" in next(step.found for step in steps if step.name == "rules")
    table = old_table()
    assert table.match is not None
    assert (table.edition, table.match.edition) == (1, 1)


def test_the_fixture_matters() -> None:
    """Under the current edition the same moves are against the rules."""
    name, entries = read_old()
    steps = verify_log(name, reopened(entries, edition=GAME.edition))
    assert failed(steps) == ["rules", "outcome"]
    assert "RIP Card 6" in str([step.defects for step in steps])


@pytest.mark.parametrize("edition", [0, -1, 3, 10**30, True, "1", None, 1.5])
def test_unknown_editions_are_found(edition: Any) -> None:
    name, entries = read_old()
    assert "rules" in failed(verify_log(name, reopened(entries, edition=edition)))


def test_new_tables_name_their_edition() -> None:
    played = Played(game="rest-in-peace")
    assert opening(played).edition == GAME.edition == played.table.edition
    match = GAME.new(seed=1)
    assert Record.of(match).to_json()["edition"] == GAME.edition


def test_a_game_that_continues_an_old_one_is_played_by_the_current_rules() -> None:
    opened = opening(Played.continued("ann", old_table(), 10))
    assert opened.edition == GAME.edition
    assert isinstance(opened.start, dict)
    assert "edition" not in opened.start


def test_records_keep_their_edition() -> None:
    assert Record.from_json(Record.of(GAME.new(seed=1)).to_json()).edition == GAME.edition
    data = Record.of(GAME.new(seed=1, edition=1)).to_json()
    assert "edition" not in data, "earlier versions can read it"
    assert Record.from_json(data).edition == 1
    for wrong in (0, "2", None, True):
        with pytest.raises(BrokenRecord):
            Record.from_json(data | {"edition": wrong})
    with pytest.raises(spookhouse.BadOption, match="edition"):
        GAME.new(edition=3)


# === OPTIONS THAT WERE ADDED LATER ===


def without_first(entries: list[Entry]) -> list[Entry]:
    """Return a log of Ghooost! as it was written before there was an option `first`."""
    items = [entry.to_json() for entry in entries]
    for item in items:
        data: Json = item["data"]
        data.pop("edition", None)
        data.get("options", {}).pop("first", None)
    return read_items(rechain(items))


@pytest.fixture
def played() -> Played:
    return Played(players=2).sit("ann", 0).bot(1)


def test_logs_without_the_option_verify(played: Played) -> None:
    played.do("ann", ask.SetOptions(options={"players": 2, "dawn": 5}))
    played.do("ann", ask.Arrange(order=[1, 0]))
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
    played.do("ann", ask.Resign(seat=1))
    old = without_first(played.log)
    assert isinstance(old[0].data, Opened)
    assert "first" not in old[0].data.options
    assert failed(verify_log("t1", old)) == []
    table = rebuild("t1", SECRET, old)
    assert table.options["first"] is None


def test_an_option_that_mattered_cannot_be_left_out() -> None:
    """Without it another seat would start, for one of the two."""
    wrong = []
    for first in (0, 1):
        played = Played(players=2, first=first).sit("ann", 0).sit("bob", 1).start()
        played.move(first)
        played.do("ann", ask.Resign(seat=0))
        assert failed(verify_log("t1", played.log)) == []
        options = opening(played).options
        without = {name: value for name, value in options.items() if name != "first"}
        wrong.append("rules" in failed(verify_log("t1", reopened(played.log, options=without))))
    assert any(wrong)


def test_only_options_that_were_added_later_may_be_missing() -> None:
    name, entries = read_old()
    assert isinstance(entries[0].data, Opened)
    options = {"level": entries[0].data.options["level"]}
    assert "rules" in failed(verify_log(name, reopened(entries, options=options)))


def test_seats_of_a_continued_game_may_be_arranged() -> None:
    """Its options are those of the position. A game that continues a continued one verifies."""
    played = Played(players=2, first=0).sit("ann", 0).bot(1).start()
    played.move(0)
    played.do("ann", ask.Resign(seat=0))
    for step in (1, 0):
        onward = Played.continued("ann", played.table, step).sit("ann", 0).bot(1)
        assert [entry.kind for entry in onward.do("ann", ask.Arrange(order=[1, 0]))] == ["arranged"]
        assert onward.table.options["first"] == 0
        onward.do("ann", ask.Start())
        onward.do("ann", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
        onward.do("ann", ask.Resign(seat=1))
        assert failed(verify_log("t1", onward.log)) == []
        played = onward


def test_undo_and_replay_keep_the_edition() -> None:
    assert {match.edition for match in Replay(old_table()).follow(0, 10)} == {1}
    played = Played(game="rest-in-peace")
    played.log = reopened(played.log, edition="absent")
    played.reload()
    played.sit("ann", 0, 1).start()
    seat = played.match.waiting[0]
    before = played.match.position()
    played.move(seat)
    played.do("ann", ask.Undo(seat=seat))
    assert (played.match.edition, played.match.position()) == (1, before)


# === WHO STARTS ===


def test_the_starting_seat_follows_its_player_when_seats_change() -> None:
    played = Played(players=3, first=0).sit("ann", 0).sit("bob", 1).bot(2)
    entries = played.do("ann", ask.Arrange(order=[1, 2, 0]))
    assert [entry.kind for entry in entries] == ["arranged", "options"]
    assert played.table.options["first"] == 2
    assert played.table.seats[2].guest == "ann"
    for seat, guest in ((0, "bob"), (2, "ann")):
        assert played.table.seats[seat].guest == guest
    played.do("ann", ask.Start())
    played.do("bob", ask.Show(seat=0, bytes=bytes_of("bob", 1).hex()))
    played.do("ann", ask.Show(seat=2, bytes=bytes_of("ann", 0).hex()))
    assert played.match.waiting == (2,)


def test_the_loser_starts_the_rematch() -> None:
    played = Played(players=2).sit("ann", 0).bot(1).start()
    played.do("ann", ask.Resign(seat=0))
    (first, *_) = rematch_drafts(played.table, Table("t2", bytes(32)), ENVIRONMENT)
    assert isinstance(first.data, Opened)
    assert first.data.options["first"] == 0
    assert played.table.options["first"] is None
