"""Tables that began by an earlier edition of the rules, or before an option was there, go on and verify."""

import json
from pathlib import Path
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.record import Record
from spookhouse.table import Table, rematch_drafts
from spookhouse.table import commands as ask
from spookhouse.table.log import GENESIS, Draft, Entry, chain_up
from spookhouse.table.replay import continue_table, follow_moves
from spookhouse.table.verify import Step, read_table_record, verify_log
from support.tables import SECRET, Played, bytes_of

OLD = (
    Path(__file__).parents[1] / "proof/old/0.1.0-3/table-bfvjszkqgk.json"
)  # an opponent who was tripped without a card played freely
GAME = spookhouse.game("rest-in-peace")

Log = list[dict[str, Any]]


def read_old() -> tuple[str, list[Entry]]:
    return read_table_record(json.loads(OLD.read_text(encoding="utf-8")))


def rechained(entries: list[Entry], **opening: Any) -> list[Entry]:
    """The log as a forger would write it: with other data in its first entry, and all hashes anew."""
    first = entries[0]
    data = {name: value for name, value in (first.data | opening).items() if value != "absent"}
    drafts = [
        (each.at, Draft(each.kind, each.by, data if each is first else each.data, each.key))
        for each in entries
    ]
    found: list[Entry] = []
    for number, (at, draft) in enumerate(drafts, 1):
        found += chain_up(found[-1].hash if found else GENESIS, number, at, [draft])
    return found


def old_table() -> Table:
    name, entries = read_old()
    return Table.rebuilt(name, bytes.fromhex(entries[-1].data["bytes"]), entries)


def failed(steps: list[Step]) -> list[str]:
    return [step.name for step in steps if not step.holds]


def test_an_old_reading_is_not_called_dishonest() -> None:
    name, entries = read_old()
    steps = verify_log(name, entries)
    assert failed(steps) == []
    assert "(edition 1)" in next(step.found for step in steps if step.name == "rules")
    table = old_table()
    assert table.match is not None
    assert (table.edition, table.match.edition) == (1, 1)


def test_the_fixture_matters() -> None:
    """By the current reading the same moves are against the rules."""
    name, entries = read_old()
    steps = verify_log(name, rechained(entries, edition=GAME.edition))
    assert failed(steps) == ["rules", "outcome"]
    assert "RIP Card 6" in str([step.defects for step in steps])


@pytest.mark.parametrize("edition", [0, -1, 3, 10**30, True, "1", None, 1.5])
def test_an_edition_that_there_is_not(edition: Any) -> None:
    name, entries = read_old()
    assert "rules" in failed(verify_log(name, rechained(entries, edition=edition)))


def test_new_tables_say_their_edition() -> None:
    played = Played(game="rest-in-peace")
    assert played.log[0].data["edition"] == GAME.edition == played.table.edition
    match = GAME.new(seed=1)
    assert Record.of(match).to_json()["edition"] == GAME.edition


def test_a_game_that_goes_on_from_an_old_one_is_played_by_the_current_rules() -> None:
    draft = continue_table("ann", old_table(), 10, SECRET)
    assert draft.data["edition"] == GAME.edition
    assert "edition" not in draft.data["start"]


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
    """A log of Ghooost! as it was written before there was an option `first`."""
    found: list[Entry] = []
    for each in entries:
        data = {name: value for name, value in each.data.items() if name != "edition"}
        if "options" in data:
            data["options"] = {
                name: value for name, value in data["options"].items() if name != "first"
            }
        drafts = [Draft(each.kind, each.by, data, each.key)]
        found += chain_up(found[-1].hash if found else GENESIS, each.version, each.at, drafts)
    return found


@pytest.fixture
def played() -> Played:
    return Played(players=2).sit("ann", 0).bot(1)


def test_logs_without_the_option_hold(played: Played) -> None:
    played.do("ann", ask.SetOptions(options={"players": 2, "dawn": 5}))
    played.do("ann", ask.Arrange(order=[1, 0]))
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
    played.do("ann", ask.Resign(seat=1))
    old = without_first(played.log)
    assert "first" not in old[0].data["options"]
    assert failed(verify_log("t1", old)) == []
    table = Table.rebuilt("t1", SECRET, old)
    assert table.options["first"] is None


def test_an_option_that_mattered_cannot_be_left_out() -> None:
    """Without it another seat would begin, for one of the two."""
    wrong = []
    for first in (0, 1):
        played = Played(players=2, first=first).sit("ann", 0).sit("bob", 1).start()
        played.move(first)
        played.do("ann", ask.Resign(seat=0))
        assert failed(verify_log("t1", played.log)) == []
        options = {
            name: value for name, value in played.log[0].data["options"].items() if name != "first"
        }
        wrong.append("rules" in failed(verify_log("t1", rechained(played.log, options=options))))
    assert any(wrong)


def test_only_options_that_were_added_later_may_be_missing() -> None:
    name, entries = read_old()
    assert "rules" in failed(
        verify_log(name, rechained(entries, options={"level": entries[0].data["options"]["level"]}))
    )


def test_seats_of_a_continued_game_may_be_arranged() -> None:
    """Its options are those of the position; and what is continued again verifies."""
    played = Played(players=2, first=0).sit("ann", 0).bot(1).start()
    played.move(0)
    played.do("ann", ask.Resign(seat=0))
    for step in (1, 0):
        onward = Played()
        onward.log, onward.table = [], Table("t1", SECRET)
        onward.store([continue_table("ann", played.table, step, SECRET)])
        onward.sit("ann", 0).bot(1)
        assert [entry.kind for entry in onward.do("ann", ask.Arrange(order=[1, 0]))] == ["arranged"]
        assert onward.table.options["first"] == 0
        onward.do("ann", ask.Start())
        onward.do("ann", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
        onward.do("ann", ask.Resign(seat=1))
        assert failed(verify_log("t1", onward.log)) == []
        played = onward


def test_undo_and_replay_keep_the_edition() -> None:
    table = old_table()
    assert {match.edition for match in follow_moves(table, 10)} == {1}
    played = Played(game="rest-in-peace")
    played.log[0].data.pop("edition")
    played.table = Table.rebuilt("t1", SECRET, rechained(played.log))
    played.sit("ann", 0, 1).start()
    match = played.table.match
    assert match is not None
    seat = match.waiting[0]
    before = match.position()
    played.move(seat)
    played.do("ann", ask.Undo(seat=seat))
    assert played.table.match is not None
    assert (played.table.match.edition, played.table.match.position()) == (1, before)


# === WHO STARTS ===


def test_who_starts_follows_the_person_when_seats_change() -> None:
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
    assert played.table.match is not None
    assert played.table.match.waiting == (2,)


def test_the_loser_starts_the_rematch() -> None:
    played = Played(players=2).sit("ann", 0).bot(1).start()
    played.do("ann", ask.Resign(seat=0))
    (opening, *_) = rematch_drafts(played.table, bytes(32))
    assert opening.data["options"]["first"] == 0
    assert played.table.options["first"] is None
