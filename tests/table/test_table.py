"""A table without network and store: who may do what and when, and the log decides the state."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest

import spookhouse
from spookhouse.kernel.match import Match
from spookhouse.table import commands as ask
from spookhouse.table.apply import apply
from spookhouse.table.chat import RATE_SECONDS
from spookhouse.table.commitments import pledge, seed_of
from spookhouse.table.decide import next_entries
from spookhouse.table.decide_rematch import rematch_drafts
from spookhouse.table.hash_chain import find_breaks
from spookhouse.table.ids import LENGTH, LETTERS
from spookhouse.table.log import ClockLimits, StandIn
from spookhouse.table.seen_commands import RECENT_COMMANDS, RECENT_MOVES
from spookhouse.table.table import ChatMessage, Table
from spookhouse.table.views import diff_views, fields_after_move, game_view, table_view
from support.tables import ENVIRONMENT, SECRET, Played, bytes_of, read_items


def duel(**options: Any) -> Played:
    """Return a game of Ghooost! between Ann and Bob that has just started."""
    return Played(players=2, **options).sit("ann", 0).sit("bob", 1).start()


def refused(code: str, played: Played, guest: str, command: Any) -> str:
    """Check that a command is refused and changes nothing; return the message."""
    before = (played.table.version, played.table.head)
    with pytest.raises(spookhouse.SpookhouseError) as error:
        played.do(guest, command)
    assert error.value.code == code
    assert (played.table.version, played.table.head) == before
    return str(error.value)


def waiting_seat(played: Played) -> int:
    """Return the only seat that owes a decision."""
    (seat,) = played.table.owed
    return seat


# === BEFORE THE GAME ===


def test_seats_are_taken_and_given_up() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 2).bot(1)
    assert [seat.guest or seat.level for seat in played.table.seats] == ["ann", "thumb", "bob"]
    played.do("bob", ask.Stand(seat=2))
    assert played.table.seats[2].is_open


# Before the game: code, guest, command.
LOBBY = [
    ("seat/taken", "bob", ask.Sit(seat=0, pledge="0" * 64)),
    ("seat/unknown", "bob", ask.Sit(seat=7, pledge="0" * 64)),
    ("seat/unknown", "bob", ask.Sit(seat=-1, pledge="0" * 64)),
    ("deal/bad-pledge", "bob", ask.Sit(seat=1, pledge="zz")),
    ("seat/not-yours", "bob", ask.Stand(seat=0)),
    ("table/not-owner", "bob", ask.AddBot(seat=1, level="thumb")),
    ("table/not-owner", "bob", ask.Remove(seat=0)),
    ("table/not-owner", "bob", ask.Start()),
    ("table/not-owner", "bob", ask.HandOver(guest="bob")),
    ("seat/taken", "ann", ask.AddBot(seat=0, level="thumb")),
    ("bot/unknown", "ann", ask.AddBot(seat=1, level="gandalf")),
    ("seat/unknown", "ann", ask.Remove(seat=1)),
    ("seat/unknown", "ann", ask.HandOver(guest="bob")),
    ("table/not-full", "ann", ask.Start()),
    ("table/not-playing", "ann", ask.Move(seat=0, version=1, move="luck")),
    ("table/not-playing", "ann", ask.Resign(seat=0)),
    ("table/not-in-lobby", "ann", ask.Show(seat=0, bytes="0" * 64)),
    ("table/not-in-lobby", "ann", ask.CallOff()),
    ("table/not-over", "ann", ask.Rematch()),
    ("seat/not-yours", "bob", ask.Say(text="hello")),
    ("chat/empty", "ann", ask.Say(text="  ")),
]


@pytest.mark.parametrize(("code", "guest", "command"), LOBBY)
def test_commands_are_refused_before_the_game(code: str, guest: str, command: Any) -> None:
    refused(code, Played(players=2).sit("ann", 0), guest, command)


def test_the_owner_removes_and_hands_over() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.HandOver(guest="bob"))
    played.do("bob", ask.Remove(seat=0))
    assert played.table.seats[0].is_open
    refused("table/not-owner", played, "ann", ask.Start())


# === THE DEAL ===


def test_the_seed_is_the_hash_of_all_in_order_of_seats() -> None:
    played = duel()
    assert played.table.commitment == pledge(SECRET)
    assert played.match.key == seed_of(SECRET, [bytes_of("ann", 0), bytes_of("bob", 1)])


def test_nothing_is_dealt_before_all_have_shown() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    assert played.table.match is None
    refused("deal/bad-pledge", played, "bob", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
    refused("deal/bad-pledge", played, "ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    refused("seat/not-yours", played, "ann", ask.Show(seat=1, bytes=bytes_of("bob", 1).hex()))
    refused("table/not-in-lobby", played, "bob", ask.Stand(seat=1))


def test_a_start_is_called_off_and_shown_bytes_are_spent() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    played.do("ann", ask.CallOff())
    assert played.table.seats[0].is_open
    assert played.table.seats[1].guest == "bob"


def test_bots_pledge_and_show_their_bytes() -> None:
    played = Played(players=3).sit("ann", 0).bot(1, 2).start()
    seats = played.table.seats
    assert all(pledge(seat.shown) == seat.pledge for seat in seats)
    assert len({seat.pledge for seat in seats}) == 3


def test_the_secret_is_opened_at_the_end_and_not_before() -> None:
    played = duel()
    assert all(SECRET.hex() not in entry.written for entry in played.log)
    assert table_view(played.table, {})["secret"] is None
    played.do("ann", ask.Resign(seat=0))
    assert played.log[-1].kind == "secret"
    assert table_view(played.table, {})["secret"] == SECRET.hex()


# === MOVES ===


def test_a_move_is_one_entry_with_the_next_version() -> None:
    played = duel()
    version = played.table.version
    (entry,) = played.move(waiting_seat(played))
    assert (entry.kind, entry.version) == ("moved", version + 1)


def test_a_stale_move_is_refused() -> None:
    played = duel()
    seat = waiting_seat(played)
    stale = played.table.owed[seat]
    played.move(seat, "luck")
    if waiting_seat(played) != seat:
        played.move(waiting_seat(played), "luck")
    guest = played.table.seats[waiting_seat(played)].guest
    refused(
        "move/stale", played, guest, ask.Move(seat=waiting_seat(played), version=stale, move="luck")
    )


def test_an_illegal_move_says_which_rule() -> None:
    played = duel()
    seat = waiting_seat(played)
    guest = played.table.seats[seat].guest
    text = refused(
        "move/illegal",
        played,
        guest,
        ask.Move(seat=seat, version=played.table.owed[seat], move="mansion"),
    )
    assert text.startswith("GH 3.6.2")
    other = 1 - seat
    refused(
        "move/not-your-turn",
        played,
        played.table.seats[other].guest,
        ask.Move(seat=other, version=0, move="luck"),
    )
    refused("seat/not-yours", played, guest, ask.Move(seat=other, version=0, move="luck"))
    refused("seat/not-yours", played, "eve", ask.Move(seat=seat, version=0, move="luck"))


def test_a_command_that_comes_twice_is_carried_out_once() -> None:
    played = duel()
    seat = waiting_seat(played)
    version = played.table.owed[seat]
    assert played.move(seat, "luck", key="k1", version=version)
    after = played.table.version
    assert played.move(seat, "luck", key="k1", version=version) == []
    assert played.table.version == after
    same(played.table, played.rebuilt())


def test_an_old_move_is_not_made_again_though_its_key_is_forgotten() -> None:
    played = Played(players=2).sit("ann", 0, 1).start()
    seat = waiting_seat(played)
    version = played.table.owed[seat]
    first = ask.Move(seat=seat, version=version, move="luck", key="k1")
    assert played.do("ann", first)
    for number in range(30):
        played.move(waiting_seat(played), key=f"later-{number}")
    assert played.table.seen.find("ann", "k1") is None
    assert len(played.table.seen.moves["ann"]) == RECENT_MOVES
    before = played.table.version
    with pytest.raises(spookhouse.SpookhouseError):
        played.do("ann", first)
    assert played.table.version == before


def test_one_guest_plays_several_seats() -> None:
    played = Played(players=2).sit("ann", 0, 1).start()
    for _ in range(10):
        played.move(waiting_seat(played))
    assert played.table.seats_of("ann") == [0, 1]


def test_a_whole_game_ends() -> None:
    played = Played(players=3).sit("ann", 0).bot(1, 2).start()
    while played.table.phase == "playing":
        played.bots_move()
        if played.table.owed:
            played.move(0)
    outcome = played.table.outcome
    assert outcome is not None
    assert sorted(outcome["ranks"]) == [1, 2, 3]
    assert played.log[-1].kind == "secret"
    refused("table/not-playing", played, "ann", ask.Move(seat=0, version=1, move="luck"))


# === THE LOG DECIDES THE STATE ===


def same(one: Table, other: Table) -> None:
    """Check that two tables are equal in all their fields."""
    for name in {each.name for each in fields(Table)} - {"match", "seen"}:
        assert getattr(one, name) == getattr(other, name), name
    assert (one.seen.moves, one.seen.others) == (other.seen.moves, other.seen.others)
    same_match(one.match, other.match)


def same_match(one: Match | None, other: Match | None) -> None:
    """Check that two matches have the same record, moves and events."""
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert one.record.tobytes() == other.record.tobytes()
        assert (one.position(), one.moves) == (other.position(), other.moves)
        assert (one.waiting, one.rows, one.drew) == (other.waiting, other.rows, other.drew)
        assert one.key == other.key
        assert (one.options, one.start, one.edition) == (other.options, other.start, other.edition)


def test_a_table_is_rebuilt_from_its_log_at_every_step() -> None:
    played = (
        Played(players=3, clock={"move": 10.0, "reserve": 20.0}).sit("ann", 0).sit("bob", 1).bot(2)
    )
    same(played.table, played.rebuilt())
    played.start()
    for _ in range(60):
        if played.table.phase != "playing":
            break
        played.now += 3
        played.bots_move()
        if played.table.owed:
            played.move(waiting_seat(played))
        same(played.table, played.rebuilt())


def test_the_chain_finds_every_change() -> None:
    log = duel().log
    assert find_breaks(log) == []
    for place, entry in enumerate(log):
        assert find_breaks([*log[:place], replace(entry, at=entry.at + 1), *log[place + 1 :]])
        assert find_breaks([*log[:place], replace(entry, by="eve"), *log[place + 1 :]])
        if place < len(log) - 1:
            assert find_breaks([*log[:place], *log[place + 1 :]])


def test_entries_survive_json() -> None:
    played = duel()
    assert read_items(msgspec.json.decode(msgspec.json.encode(played.items()))) == played.log


def test_time_never_goes_back_in_the_log() -> None:
    played = duel()
    played.now -= 500
    (entry,) = played.move(waiting_seat(played))
    assert entry.at == 1000.0


def test_recent_commands_are_recognized_by_their_keys() -> None:
    """One guest's chat must not fill the memory of the server."""
    played = duel()
    for number in range(RECENT_COMMANDS + 50):
        played.do("ann", ask.Say(text="boo", key=f"k{number}"))
        played.now += RATE_SECONDS
    assert len(played.table.seen.others["ann"]) == RECENT_COMMANDS
    assert not played.do("ann", ask.Say(text="boo", key=f"k{RECENT_COMMANDS}"))
    same(played.table, played.rebuilt())


# === UNDO ===


# What happens to the table between a move and its undo.
MEANWHILE = pytest.mark.parametrize(
    "meanwhile", [lambda played: None, Played.reload], ids=["kept", "reloaded"]
)


@MEANWHILE
def test_a_move_that_revealed_nothing_is_undone_at_once(
    meanwhile: Callable[[Played], None],
) -> None:
    """After midnight a play from the hand draws nothing and shows its player nothing new."""
    played = duel()
    while played.match.view(None)["crypt_size"]:
        played.move(waiting_seat(played), "luck")
    seat = waiting_seat(played)
    position = played.match.position()
    played.move(seat)
    meanwhile(played)
    guest = played.table.seats[seat].guest
    game = game_view(played.table, seat)
    assert game is not None
    assert game["undo"] == "free"
    (entry,) = played.do(guest, ask.Undo(seat=seat))
    assert entry.kind == "undone"
    assert played.match.position() == position
    same(played.table, played.rebuilt())


@MEANWHILE
def test_undoing_a_move_that_showed_a_card_needs_a_vote(
    meanwhile: Callable[[Played], None],
) -> None:
    played = duel()
    seat = waiting_seat(played)
    guest, other = played.table.seats[seat].guest, played.table.seats[1 - seat].guest
    position = played.match.position()
    played.move(seat, "luck")
    meanwhile(played)
    (asked,) = played.do(guest, ask.Undo(seat=seat))
    assert asked.kind == "asked"
    refused("seat/not-yours", played, guest, ask.Answer(agree=True))
    played.do(other, ask.Answer(agree=False))
    refused("undo/nothing", played, other, ask.Answer(agree=True))
    played.do(guest, ask.Undo(seat=seat))
    assert [entry.kind for entry in played.do(other, ask.Answer(agree=True))] == [
        "answered",
        "undone",
    ]
    assert played.match.position() == position


@pytest.mark.parametrize("leave", ["away", "clock"])
def test_absent_players_are_asked_too(leave: str) -> None:
    """Else a guest could undo a revealing move while the other is away, and know what comes."""
    played = duel(clock={"move": 5.0, "reserve": 5.0})
    seat = waiting_seat(played)
    guest, other = played.table.seats[seat].guest, played.table.seats[1 - seat].guest
    if leave == "away":
        played.do(other, ask.Away(seat=1 - seat))
    else:
        while waiting_seat(played) == seat:
            played.move(seat)
        played.wait(20.0)
        assert played.table.seats[1 - seat].stand_in == "clock"
        played.bots_move()
    played.move(seat, "luck")
    (asked,) = played.do(guest, ask.Undo(seat=seat))
    assert asked.kind == "asked"
    assert [entry.kind for entry in played.do(other, ask.Answer(agree=True))] == [
        "answered",
        "undone",
    ]


def test_players_who_resigned_are_not_asked() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 1).bot(2).start()
    played.do("bob", ask.Resign(seat=1))
    played.bots_move()
    played.move(0, "luck")
    assert [entry.kind for entry in played.do("ann", ask.Undo(seat=0))] == ["undone"]


def test_there_may_be_nothing_to_undo() -> None:
    refused("undo/nothing", duel(), "ann", ask.Undo(seat=0))


def test_a_request_to_undo_ends_when_somebody_moves() -> None:
    played = duel()
    seat = waiting_seat(played)
    played.move(seat, "luck")
    played.do(played.table.seats[seat].guest, ask.Undo(seat=seat))
    played.move(waiting_seat(played), "luck")
    assert played.table.undo_asker is None


def test_nobody_is_asked_in_a_game_against_bots() -> None:
    played = Played(players=2).sit("ann", 0).bot(1).start()
    played.bots_move()
    played.move(0, "luck")
    played.bots_move()
    game = game_view(played.table, 0)
    assert game is not None
    assert game["undo"] == "free"
    assert [entry.kind for entry in played.do("ann", ask.Undo(seat=0))] == ["undone"]


# === CLOCKS ===


def test_a_bot_plays_for_a_guest_who_runs_out_of_time() -> None:
    played = (
        Played(players=2, clock={"move": 10.0, "reserve": 5.0}).sit("ann", 0).sit("bob", 1).start()
    )
    seat = waiting_seat(played)
    guest = played.table.seats[seat].guest
    assert played.wait(14.9) == []
    (entry,) = played.wait(0.2)
    assert entry.data == StandIn(seat=seat, why="clock")
    assert played.table.waiting_bots() == [seat]
    refused(
        "seat/bot-plays",
        played,
        guest,
        ask.Move(seat=seat, version=played.table.owed[seat], move="luck"),
    )
    played.do(guest, ask.Back(seat=seat))
    assert played.wait(9.0) == []
    played.move(seat, "luck")


def test_the_reserve_is_used_after_the_seconds_of_a_move() -> None:
    played = Played(players=2, clock={"move": 10.0, "reserve": 5.0}).sit("ann", 0, 1).start()
    seat = waiting_seat(played)
    played.now += 12
    played.move(seat)
    assert played.table.clock is not None
    assert played.table.clock.reserves[seat] == 3.0
    assert played.table.clock.reserves[1 - seat] == 5.0


def test_a_game_without_a_clock_waits_forever() -> None:
    assert duel().wait(10.0**9) == []


# === LEAVING ===


def test_away_and_back() -> None:
    played = duel()
    seat = waiting_seat(played)
    guest = played.table.seats[seat].guest
    played.do(guest, ask.Away(seat=seat))
    assert played.table.waiting_bots() == [seat]
    played.do(guest, ask.Back(seat=seat))
    assert played.table.waiting_bots() == []


def test_resigning_ends_a_duel() -> None:
    played = duel()
    played.do("bob", ask.Resign(seat=1))
    assert played.table.outcome == {
        "reason": "resigned",
        "ranks": [1, 2],
        "returns": [0.5, -0.5],
    }
    same(played.table, played.rebuilt())


def test_a_bot_continues_after_resigning_in_a_larger_game() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 1).sit("cid", 2).start()
    played.do("bob", ask.Resign(seat=1))
    assert played.table.phase == "playing"
    assert played.table.seats[1].is_bot
    refused("seat/bot-plays", played, "bob", ask.Back(seat=1))


def test_the_owner_arranges_seats_and_pledges_follow() -> None:
    played = Played(players=4).sit("ann", 0).sit("bob", 1).bot(2)
    before = [seat.pledge for seat in played.table.seats]
    played.do("ann", ask.Arrange(order=[1, 2, 3, 0]))
    assert [(seat.guest, seat.level) for seat in played.table.seats] == [
        ("bob", ""),
        ("", "thumb"),
        ("", ""),
        ("ann", ""),
    ]
    assert [played.table.seats[0].pledge, played.table.seats[3].pledge] == [before[1], before[0]]
    played.bot(2).do("ann", ask.Start())
    for seat, guest, old in ((0, "bob", 1), (3, "ann", 0)):
        played.do(guest, ask.Show(seat=seat, bytes=bytes_of(guest, old).hex()))
    assert played.table.phase == "playing"
    assert all(pledge(seat.shown) == seat.pledge for seat in played.table.seats)
    same(played.table, played.rebuilt())
    refused("table/not-in-lobby", played, "ann", ask.Arrange(order=[0, 1, 2, 3]))


@pytest.mark.parametrize("order", [[0], [0, 0], [0, 2], [-1, 0], [0, 1, 2]])
def test_an_order_names_every_seat_once(order: list[int]) -> None:
    refused("seat/unknown", Played(players=2).sit("ann", 0), "ann", ask.Arrange(order=order))


def test_only_the_owner_arranges_and_chooses_options() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    refused("table/not-owner", played, "bob", ask.Arrange(order=[1, 0]))
    refused("table/not-owner", played, "bob", ask.SetOptions(options={"players": 2}))


def test_options_are_chosen_until_the_start() -> None:
    played = Played(game="graveyards", players=3).sit("ann", 0).sit("bob", 1).bot(2)
    colours = [["blue"], ["green"], ["white"]]
    played.do("ann", ask.SetOptions(options={"players": 3, "colours": colours}))
    assert played.table.options["colours"] == colours
    refused("option/bad", played, "ann", ask.SetOptions(options={"players": 2}))
    refused(
        "option/bad", played, "ann", ask.SetOptions(options={"players": 3, "colours": [["pink"]]})
    )
    played.start()
    assert played.match.view(0)["options"]["colours"] == colours
    same(played.table, played.rebuilt())
    refused("table/not-in-lobby", played, "ann", ask.SetOptions(options={"players": 3}))


def test_a_rematch_has_the_same_options_owner_and_bots() -> None:
    played = Played(players=2, clock={"move": 5.0, "reserve": 7.0}).sit("ann", 0).bot(1)
    played.do("ann", ask.SetOptions(options={"players": 2, "dawn": 9}))
    played.start().do("ann", ask.Resign(seat=0))
    played.do("ann", ask.Rematch())
    assert len(played.table.rematch) == LENGTH
    assert set(played.table.rematch) <= set(LETTERS)
    new = Table(played.table.rematch, bytes(32))
    for entry in next_entries(new, 1.0, rematch_drafts(played.table, new, ENVIRONMENT)):
        apply(new, entry)
    assert (new.options["dawn"], new.owner, new.version) == (9, "ann", 2)
    assert new.clock_limits == played.table.clock_limits == ClockLimits(move=5.0, reserve=7.0)
    assert new.commitment == pledge(bytes(32))
    assert [(seat.level, bool(seat.pledge)) for seat in new.seats] == [("", False), ("thumb", True)]


def test_a_rematch_is_offered_once() -> None:
    played = duel()
    played.do("ann", ask.Resign(seat=0))
    played.do("bob", ask.Rematch())
    assert played.table.rematch
    refused("table/not-over", played, "ann", ask.Rematch())


# === VIEWS ===


def test_a_seat_sees_its_own_view_and_moves() -> None:
    played = duel()
    seat = waiting_seat(played)
    mine, theirs, spectator = (game_view(played.table, each) for each in (seat, 1 - seat, None))
    assert mine is not None
    assert theirs is not None
    assert spectator is not None
    assert mine["owed"]["version"] == played.table.owed[seat]
    assert "luck" in mine["owed"]["moves"]
    assert theirs["owed"] is None
    assert spectator["view"]["hand"] is None
    assert mine["view"]["hand"] != theirs["view"]["hand"]


def test_a_difference_turns_the_old_view_into_the_new_one() -> None:
    played = duel()
    before = game_view(played.table, 0)
    assert before is not None
    played.move(waiting_seat(played))
    after = game_view(played.table, 0)
    assert after is not None
    found = diff_views(before["view"], after["view"])
    assert before["view"] | found["set"] == after["view"]
    assert len(found["set"]) < len(after["view"])
    assert diff_views(None, after["view"]) == {"all": after["view"]}
    assert diff_views({"a": 1, "b": 2}, {"a": 1}) == {"set": {}, "gone": ["b"]}


def test_chat() -> None:
    played = duel()
    played.do("ann", ask.Say(text="boo"))
    assert played.table.chat[-1] == ChatMessage("ann", "boo", played.now)


@pytest.mark.parametrize("key", ["k" * 65, "a\x00b", "ü"])
def test_keys_that_a_store_could_not_keep_are_refused(key: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"key": key}, ask.Start)


@pytest.mark.parametrize("clock", [None, {"move": 30.0, "reserve": 60.0}])
def test_fields_after_a_move_complete_the_view_of_the_table(
    clock: dict[str, float] | None,
) -> None:
    played = duel(clock=clock, dawn=2)
    names = {"ann": "Ann", "bob": "Bob"}
    before = table_view(played.table, names)
    while played.match.waiting:
        played.now += 7
        entries = played.move(played.match.waiting[0])
        if len(entries) == 1:
            before |= fields_after_move(before, played.table, names)
            assert before == table_view(played.table, names)
    assert played.table.phase == "over"
