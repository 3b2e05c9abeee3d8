"""An honest record verifies, and every forgery is found by the step that should find it."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BrokenRecord
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge
from spookhouse.table.log import SERVER, Draft, Said
from spookhouse.table.record_file import read_table_record
from spookhouse.table.rejudge import rejudge
from spookhouse.table.verify import Step, verify_log
from support.tables import SECRET, Played, bytes_of, read_items, rechain, smallest

# The entries of a record, as JSON.
Log = list[Json]


def arranged() -> Played:
    """Return a short game whose seats and options were changed before."""
    played = Played(players=2).sit("ann", 0).bot(1)
    played.do("ann", ask.Arrange(order=[1, 0]))
    played.do("ann", ask.SetOptions(options={"players": 2, "dawn": 5}))
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
    played.do("ann", ask.Resign(seat=1))
    return played


def test_an_arranged_table_verifies() -> None:
    assert broken(arranged().items()) == []


def finished(**options: Any) -> Played:
    """Return a finished game of Ann, Bob and a bot, with a chat message, a pause and a rematch."""
    played = Played(**({"players": 3} | options)).sit("ann", 0).sit("bob", 1).bot(2).start()
    played.do("ann", ask.Say(text="hello"))
    for _ in range(2000):
        played.bots_move()
        if not played.table.owed:
            break
        seat = next(iter(played.table.owed))
        played.move(seat)
        if played.table.version == 20:
            played.do("ann", ask.Away(seat=0))
            played.do("ann", ask.Back(seat=0))
    assert played.table.phase == "over"
    played.do("bob", ask.Rematch())
    return played


@pytest.fixture(scope="module")
def honest() -> str:
    return json.dumps(finished().items())


@pytest.fixture
def log(honest: str) -> Log:
    made: Log = json.loads(honest)
    return made


def verified(log: Log) -> list[Step]:
    """Return the checks of a log."""
    return verify_log("t1", read_items(log))


def broken(log: Log) -> list[str]:
    """Return the names of the checks that found a defect."""
    return [step.name for step in verified(log) if not step.holds]


def first(log: Log, kind: str, **data: Any) -> int:
    """Return the place of the first entry of a kind with these data."""
    return next(
        i
        for i, item in enumerate(log)
        if item["kind"] == kind and all(item["data"][name] == value for name, value in data.items())
    )


def test_an_honest_record_verifies(log: Log) -> None:
    assert broken(log) == []
    assert broken(rechain(log)) == []
    words = {step.name: step.found for step in verified(log)}
    assert list(words) == ["chain", "commitment", "order", "pledges", "seed", "rules", "outcome"]
    assert "follow the rules" in words["rules"]


def change_move(log: Log) -> None:
    log[first(log, "moved")]["data"]["move"] = "K"


def drop_entry(log: Log) -> None:
    del log[first(log, "said")]


def change_text(log: Log) -> None:
    log[first(log, "said")]["data"]["text"] = "bye"


def swap_entries(log: Log) -> None:
    log[3], log[4] = log[4], log[3]


@pytest.mark.parametrize("forge", [change_move, drop_entry, change_text, swap_entries])
def test_the_chain_shows_every_change(log: Log, forge: Callable[[Log], None]) -> None:
    forge(log)
    assert "chain" in broken(log)


def swap_bytes(log: Log) -> None:
    one, two = log[first(log, "shown", seat=0)], log[first(log, "shown", seat=1)]
    one["data"]["bytes"], two["data"]["bytes"] = two["data"]["bytes"], one["data"]["bytes"]


def other_bytes(log: Log) -> None:
    log[first(log, "shown", seat=1)]["data"]["bytes"] = "ab" * 32


def other_secret(log: Log) -> None:
    log[first(log, "secret")]["data"]["bytes"] = "ab" * 32


def other_secret_and_commitment(log: Log) -> None:
    log[first(log, "secret")]["data"]["bytes"] = "ab" * 32
    log[0]["data"]["commitment"] = pledge(bytes.fromhex("ab" * 32))


def pledge_after_show(log: Log) -> None:
    late = log.pop(first(log, "sat", seat=1))
    log.insert(first(log, "shown", seat=0) + 1, late)


def show_before_start(log: Log) -> None:
    log.insert(first(log, "started"), log.pop(first(log, "shown", seat=0)))


def commitment_later(log: Log) -> None:
    log.insert(2, log.pop(0))


def no_secret(log: Log) -> None:
    del log[first(log, "secret")]


def secret_too_early(log: Log) -> None:
    log.insert(first(log, "shown", seat=1), log.pop(first(log, "secret")))


def cut_off(log: Log) -> None:
    del log[30:]


def by_somebody_else(log: Log) -> None:
    log[first(log, "moved")]["by"] = "eve"


def by_the_server(log: Log) -> None:
    log[first(log, "moved", seat=0)]["by"] = SERVER


def undo_at_will(log: Log) -> None:
    log.insert(
        first(log, "moved", seat=0) + 3,
        {**log[first(log, "moved", seat=0)], "kind": "undone", "data": {"moves": 0}, "key": ""},
    )


def stand_in_without_clock(log: Log) -> None:
    log.insert(
        first(log, "moved") + 1,
        {
            **log[5],
            "kind": "stand-in",
            "by": SERVER,
            "data": {"seat": 0, "why": "clock"},
            "key": "",
        },
    )


def unknown_kind(log: Log) -> None:
    log[first(log, "said")]["kind"] = "haunted"


def opened_twice(log: Log) -> None:
    log.insert(3, log[0])


def more_data(log: Log) -> None:
    log[first(log, "moved")]["data"]["more"] = 1


def kind_in_data(log: Log) -> None:
    log[first(log, "moved")]["data"]["kind"] = "moved"


def half_a_character(log: Log) -> None:
    log[first(log, "said")]["data"]["text"] = "\ud800"


def fractional_seat(log: Log) -> None:
    log[first(log, "moved", seat=0)]["data"]["seat"] = 0.0


def wrong_seat(log: Log) -> None:
    log[first(log, "moved")]["data"]["seat"] = True


def no_such_seat(log: Log) -> None:
    log[first(log, "moved")]["data"]["seat"] = 10**30


def other_options(log: Log) -> None:
    log[0]["data"]["options"]["dawn"] = "never"


def other_game(log: Log) -> None:
    log[0]["data"]["game"] = "chess"


def empty_data(log: Log) -> None:
    for item in log[:40]:
        item["data"] = {}


def rematch_of_nothing(log: Log) -> None:
    log[first(log, "rematch")]["data"]["table"] = "../../x"


def pledge_by_arranging(log: Log) -> None:
    """Replace the pledge and the bytes of another seat, as the owner."""
    at = first(log, "started")
    pledges = [entry["data"]["pledge"] for entry in log if entry["kind"] == "sat"]
    pledges[0] = pledge(bytes(32))
    log[first(log, "shown", seat=0)]["data"]["bytes"] = bytes(32).hex()
    log.insert(at, log[at] | {"kind": "arranged", "data": {"order": [0, 1, 2], "pledges": pledges}})


def arrange_after_start(log: Log) -> None:
    at = first(log, "started") + 1
    pledges = [entry["data"]["pledge"] for entry in log if entry["kind"] == "sat"]
    log.insert(
        at, log[at - 1] | {"kind": "arranged", "data": {"order": [0, 1, 2], "pledges": pledges}}
    )


FORGERIES: list[tuple[Callable[[Log], None], str]] = [
    # The forgery, and the step that must find it although all hashes were computed anew.
    (change_move, "rules"),
    (swap_bytes, "pledges"),
    (other_bytes, "pledges"),
    (other_secret, "commitment"),
    (other_secret_and_commitment, "rules"),
    (pledge_after_show, "order"),
    (show_before_start, "order"),
    (commitment_later, "commitment"),
    (no_secret, "commitment"),
    (secret_too_early, "order"),
    (cut_off, "commitment"),
    (by_somebody_else, "rules"),
    (by_the_server, "rules"),
    (undo_at_will, "rules"),
    (stand_in_without_clock, "rules"),
    (unknown_kind, "rules"),
    (opened_twice, "rules"),
    (more_data, "rules"),
    (kind_in_data, "rules"),
    (half_a_character, "rules"),
    (fractional_seat, "rules"),
    (wrong_seat, "rules"),
    (no_such_seat, "rules"),
    (other_options, "rules"),
    (other_game, "rules"),
    (empty_data, "commitment"),
    (rematch_of_nothing, "rules"),
    (pledge_by_arranging, "rules"),
    (arrange_after_start, "order"),
]


@pytest.mark.parametrize(("forge", "step"), FORGERIES)
def test_a_forgery_with_fresh_hashes_is_found(
    log: Log, forge: Callable[[Log], None], step: str
) -> None:
    forge(log)
    found = broken(rechain(log))
    assert step in found
    assert "chain" not in found


@pytest.mark.parametrize("name", ["0123456789ab", "ZpFiJXhiQmVo"])
def test_rematches_of_earlier_versions_keep_their_ids(log: Log, name: str) -> None:
    log[first(log, "rematch")]["data"]["table"] = name
    assert broken(rechain(log)) == []


def test_a_log_that_opens_no_table_does_not_verify(log: Log) -> None:
    log[0]["kind"], log[0]["data"] = "said", {"text": "boo"}
    assert broken(rechain(log)) == ["commitment", "order", "pledges", "seed", "rules", "outcome"]


def test_a_command_with_a_used_key_is_found() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Say(text="boo", key="k1"))
    played.store([Draft("ann", Said(text="boo"), "k1")])
    assert "was carried out before" in rejudge("t1", SECRET, played.log)[1]


def test_undo_resigning_clocks_and_calling_off_verify() -> None:
    played = Played(players=2, clock={"move": 10.0, "reserve": 0.0}).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Start())
    played.do("bob", ask.Show(seat=1, bytes=pledge(b"bob 1")))
    played.do("ann", ask.CallOff())
    played.sit("bob", 1).start()
    seat = next(iter(played.table.owed))
    played.move(seat)
    played.do(played.table.seats[seat].guest, ask.Undo(seat=seat))
    if played.table.undo_asker is not None:
        played.do(played.table.seats[1 - seat].guest, ask.Answer(agree=True))
    assert played.wait(100)
    played.bots_move()
    played.do("ann", ask.Resign(seat=0))
    steps = verify_log("t1", played.log)
    assert [step.defects for step in steps if not step.holds] == []
    assert "resigned" in steps[-1].found
    assert "called off" in steps[2].found


@pytest.mark.parametrize("title", FOLDERS)
def test_games_of_every_title_verify(title: str) -> None:
    """Humans and a bot play the first legal moves; simultaneous moves are logged in some order."""
    played = smallest(title)
    players = played.table.players
    played.sit("ann", *range(players - 1)).bot(players - 1).start()
    for _ in range(5000):
        played.bots_move()
        if not played.table.owed:
            break
        played.move(next(iter(played.table.owed)))
    table, defect = rejudge("t1", SECRET, played.log)
    assert defect == ""
    assert table.phase == played.table.phase
    if table.phase == "over":
        assert [step.defects for step in verify_log("t1", played.log) if not step.holds] == []


def test_an_unfinished_log_is_rejudged_as_far_as_it_goes() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    table, defect = rejudge("t1", SECRET, played.log)
    assert defect == ""
    assert table.match is not None
    assert table.match.position() == played.match.position()


BROKEN: list[Any] = [
    None,
    [],
    {},
    {"format": 2, "table": "x", "entries": []},
    {"format": 1, "table": 7, "entries": []},
    {"format": 1, "table": "x", "entries": {}},
    {"format": 1, "table": "x", "entries": []},
    {"format": 1, "table": "x", "entries": [7]},
    {"format": 1, "table": "x", "entries": [{}]},
    {"format": 1, "table": "x", "entries": [], "more": 1},
]


@pytest.mark.parametrize("data", BROKEN)
def test_other_data_than_a_record_is_refused(data: Any) -> None:
    with pytest.raises(spookhouse.SpookhouseError):
        read_table_record(data)


VALUES: list[Any] = [
    None,
    True,
    -1,
    10**40,
    1.5,
    float("nan"),
    "",
    "x",
    "\ud800",
    [],
    {},
    [[1]],
    {"seat": 0},
]


@pytest.mark.parametrize("value", VALUES)
def test_any_value_anywhere_is_reported_and_never_raised(log: Log, value: Any) -> None:
    """Replace every field of every kind of entry in turn.

    The record is refused, or a step reports the defect, whether or not the hashes are forged too.
    """
    seen: set[tuple[str, str]] = set()
    short = log[:25] + [item for item in log[25:] if item["kind"] != "moved"]
    for i, item in enumerate(short):
        for holder, name in [(item, name) for name in item] + [
            (item["data"], name) for name in item["data"]
        ]:
            if (item["kind"], name) in seen:
                continue
            seen.add((item["kind"], name))
            kept, holder[name] = holder[name], value
            with suppress(BrokenRecord):
                assert broken(short), (i, name)
            with suppress(BrokenRecord):
                assert broken(rechain(short)), (i, name)
            holder[name] = kept
