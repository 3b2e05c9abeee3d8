"""The table room alone: who may do what when, and that the log is the truth."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import spookhouse
from spookhouse.table import (
    Entry,
    Table,
    changes,
    find_breaks,
    release,
    rematch_drafts,
    show_game,
    show_move,
    show_table,
)
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge, seed_of
from spookhouse.table.ids import LENGTH, LETTERS
from spookhouse.table.table import KNOWN, outcome_of
from support.tables import SECRET, Played, bytes_of


def duel(**wanted: Any) -> Played:
    """Ann and Bob at a table of Ghooost! for two, the game on."""
    return Played(players=2, **wanted).sit("ann", 0).sit("bob", 1).start()


def refused(code: str, played: Played, guest: str, command: Any) -> str:
    before = (played.table.version, played.table.head)
    with pytest.raises(spookhouse.SpookhouseError) as error:
        played.do(guest, command)
    assert error.value.code == code
    assert (played.table.version, played.table.head) == before
    return str(error.value)


def whose(played: Played) -> int:
    (seat,) = played.table.owed
    return seat


# === BEFORE THE GAME ===


def test_seats_are_taken_and_given_up() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 2).bot(1)
    assert [seat.guest or seat.level for seat in played.table.seats] == ["ann", "thumb", "bob"]
    played.do("bob", ask.Stand(seat=2))
    assert played.table.seats[2].is_open


LOBBY = [
    # code, guest, command
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
def test_what_is_refused_before_the_game(code: str, guest: str, command: Any) -> None:
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
    assert played.table.match is not None
    assert played.table.match.key == seed_of(SECRET, [bytes_of("ann", 0), bytes_of("bob", 1)])


def test_nothing_is_dealt_before_all_have_shown() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    assert played.table.match is None
    refused("deal/bad-pledge", played, "bob", ask.Show(seat=1, bytes=bytes_of("ann", 0).hex()))
    refused("deal/bad-pledge", played, "ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    refused("seat/not-yours", played, "ann", ask.Show(seat=1, bytes=bytes_of("bob", 1).hex()))
    refused("table/not-in-lobby", played, "bob", ask.Stand(seat=1))


def test_a_start_that_hangs_is_called_off_and_shown_bytes_are_spent() -> None:
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    played.do("ann", ask.CallOff())
    assert played.table.seats[0].is_open
    assert played.table.seats[1].guest == "bob"


def test_bots_pledge_and_show_too() -> None:
    played = Played(players=3).sit("ann", 0).bot(1, 2).start()
    seats = played.table.seats
    assert all(pledge(seat.shown) == seat.pledge for seat in seats)
    assert len({seat.pledge for seat in seats}) == 3


def test_the_secret_is_opened_at_the_end_and_not_before() -> None:
    played = duel()
    assert SECRET.hex() not in json.dumps([entry.to_json() for entry in played.log])
    assert show_table(played.table, {})["secret"] is None
    played.do("ann", ask.Resign(seat=0))
    assert played.log[-1].kind == "secret"
    assert show_table(played.table, {})["secret"] == SECRET.hex()


# === MOVES ===


def test_a_move_is_one_entry_with_the_next_version() -> None:
    played = duel()
    version = played.table.version
    (entry,) = played.move(whose(played))
    assert (entry.kind, entry.version) == ("moved", version + 1)


def test_a_stale_move_is_refused() -> None:
    played = duel()
    seat = whose(played)
    stale = played.table.owed[seat]
    played.move(seat, "luck")
    assert played.table.match is not None
    if whose(played) != seat:
        played.move(whose(played), "luck")
    guest = played.table.seats[whose(played)].guest
    refused("move/stale", played, guest, ask.Move(seat=whose(played), version=stale, move="luck"))


def test_an_illegal_move_says_which_rule() -> None:
    played = duel()
    seat = whose(played)
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
    seat = whose(played)
    version = played.table.owed[seat]
    assert played.move(seat, "luck", key="k1", version=version)
    after = played.table.version
    assert played.move(seat, "luck", key="k1", version=version) == []
    assert played.table.version == after
    assert played.rebuilt().moved == played.table.moved


def test_an_old_move_is_not_made_again_though_its_key_is_forgotten() -> None:
    played = Played(players=2).sit("ann", 0, 1).start()
    seat = whose(played)
    version = played.table.owed[seat]
    first = ask.Move(seat=seat, version=version, move="luck", key="k1")
    assert played.do("ann", first)
    for number in range(30):
        played.move(whose(played), key=f"later-{number}")
    assert played.table.became("ann", "k1") is None
    before = played.table.version
    with pytest.raises(spookhouse.SpookhouseError):
        played.do("ann", first)
    assert played.table.version == before


def test_seats_of_one_person_are_played_by_that_person() -> None:
    played = Played(players=2).sit("ann", 0, 1).start()
    for _ in range(10):
        played.move(whose(played))
    assert played.table.seats_of("ann") == [0, 1]


def test_a_whole_game_ends() -> None:
    played = Played(players=3).sit("ann", 0).bot(1, 2).start()
    while played.table.phase == "playing":
        played.bots_move()
        if played.table.owed:
            played.move(0)
    outcome = outcome_of(played.table)
    assert outcome is not None
    assert sorted(outcome["ranks"]) == [1, 2, 3]
    assert played.log[-1].kind == "secret"
    refused("table/not-playing", played, "ann", ask.Move(seat=0, version=1, move="luck"))


# === THE LOG IS THE TRUTH ===


def same(one: Any, other: Any) -> None:
    for name in (name for name in one.__slots__ if name not in ("match", "before", "previewed")):
        assert getattr(one, name) == getattr(other, name), name
    for match, twin in ((one.match, other.match), (one.before, other.before)):
        assert (match is None) == (twin is None)
        if match is not None:
            assert match.position() == twin.position()
            assert (match.state.tobytes(), match.chance.tobytes()) == (
                twin.state.tobytes(),
                twin.chance.tobytes(),
            )


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
            played.move(whose(played))
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
    log = duel().log
    assert [Entry.from_json(json.loads(json.dumps(entry.to_json()))) for entry in log] == log


def test_time_never_runs_backwards_in_the_log() -> None:
    played = duel()
    played.now -= 500
    (entry,) = played.move(whose(played))
    assert entry.at == 1000.0


def test_of_other_deeds_the_last_are_known_by_their_keys() -> None:
    """What one person says must not fill the house."""
    played = duel()
    for number in range(KNOWN + 50):
        played.do("ann", ask.Say(text="boo", key=f"k{number}"))
    assert len(played.table.done["ann"]) == KNOWN
    assert not played.do("ann", ask.Say(text="boo", key=f"k{KNOWN}"))
    same(played.table, played.rebuilt())


# === UNDO ===


@pytest.mark.parametrize("meanwhile", [lambda table: None, release], ids=["watched", "put away"])
def test_a_move_that_taught_nothing_is_undone_at_once(meanwhile: Callable[[Table], None]) -> None:
    """After midnight a play from the hand draws nothing and shows its player nothing new."""
    played = duel()
    while played.table.match is not None and played.table.match.view(None)["crypt_size"]:
        played.move(whose(played), "luck")
    seat = whose(played)
    position = played.table.match.position() if played.table.match else None
    played.move(seat)
    meanwhile(played.table)
    guest = played.table.seats[seat].guest
    game = show_game(played.table, seat)
    assert game is not None
    assert game["undo"] == "free"
    (entry,) = played.do(guest, ask.Undo(seat=seat))
    assert entry.kind == "undone"
    assert played.table.match is not None
    assert played.table.match.position() == position
    same(played.table, played.rebuilt())


@pytest.mark.parametrize("meanwhile", [lambda table: None, release], ids=["watched", "put away"])
def test_a_move_that_showed_a_card_must_be_asked_for(meanwhile: Callable[[Table], None]) -> None:
    played = duel()
    seat = whose(played)
    guest, other = played.table.seats[seat].guest, played.table.seats[1 - seat].guest
    position = played.table.match.position() if played.table.match else None
    played.move(seat, "luck")
    meanwhile(played.table)
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
    assert played.table.match is not None
    assert played.table.match.position() == position


@pytest.mark.parametrize("leave", ["away", "clock"])
def test_who_is_away_is_asked_all_the_same(leave: str) -> None:
    """Who takes a move back that taught something, while the other is gone for a moment, would know what comes next."""
    played = duel(clock={"move": 5.0, "reserve": 5.0})
    seat = whose(played)
    guest, other = played.table.seats[seat].guest, played.table.seats[1 - seat].guest
    if leave == "away":
        played.do(other, ask.Away(seat=1 - seat))
    else:
        while whose(played) == seat:
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


def test_who_resigned_is_not_asked() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 1).bot(2).start()
    played.do("bob", ask.Resign(seat=1))
    played.bots_move()
    played.move(0, "luck")
    assert [entry.kind for entry in played.do("ann", ask.Undo(seat=0))] == ["undone"]


def test_nothing_to_undo() -> None:
    refused("undo/nothing", duel(), "ann", ask.Undo(seat=0))


def test_a_request_lapses_when_somebody_moves() -> None:
    played = duel()
    seat = whose(played)
    played.move(seat, "luck")
    played.do(played.table.seats[seat].guest, ask.Undo(seat=seat))
    played.move(whose(played), "luck")
    assert played.table.asked is None


def test_alone_against_bots_nobody_needs_to_be_asked() -> None:
    played = Played(players=2).sit("ann", 0).bot(1).start()
    played.bots_move()
    played.move(0, "luck")
    played.bots_move()
    game = show_game(played.table, 0)
    assert game is not None
    assert game["undo"] == "free"
    assert [entry.kind for entry in played.do("ann", ask.Undo(seat=0))] == ["undone"]


# === CLOCKS ===


def test_who_runs_out_of_time_is_played_by_a_bot_until_back() -> None:
    played = (
        Played(players=2, clock={"move": 10.0, "reserve": 5.0}).sit("ann", 0).sit("bob", 1).start()
    )
    seat = whose(played)
    guest = played.table.seats[seat].guest
    assert played.wait(14.9) == []
    (entry,) = played.wait(0.2)
    assert entry.data == {"seat": seat, "why": "clock"}
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


def test_the_reserve_is_used_up_after_the_seconds_of_a_move() -> None:
    played = Played(players=2, clock={"move": 10.0, "reserve": 5.0}).sit("ann", 0, 1).start()
    seat = whose(played)
    played.now += 12
    played.move(seat)
    assert played.table.clock is not None
    assert played.table.clock.reserves[seat] == 3.0
    assert played.table.clock.reserves[1 - seat] == 5.0


def test_without_a_clock_a_game_waits_for_ever() -> None:
    assert duel().wait(10.0**9) == []


# === LEAVING ===


def test_away_and_back() -> None:
    played = duel()
    seat = whose(played)
    guest = played.table.seats[seat].guest
    played.do(guest, ask.Away(seat=seat))
    assert played.table.waiting_bots() == [seat]
    played.do(guest, ask.Back(seat=seat))
    assert played.table.waiting_bots() == []


def test_resigning_ends_a_duel() -> None:
    played = duel()
    played.do("bob", ask.Resign(seat=1))
    assert outcome_of(played.table) == {
        "reason": "resigned",
        "ranks": [1, 2],
        "returns": [0.5, -0.5],
    }
    same(played.table, played.rebuilt())


def test_resigning_among_more_lets_a_bot_play_on() -> None:
    played = Played(players=3).sit("ann", 0).sit("bob", 1).sit("cid", 2).start()
    played.do("bob", ask.Resign(seat=1))
    assert played.table.phase == "playing"
    assert played.table.seats[1].is_bot
    refused("seat/bot-plays", played, "bob", ask.Back(seat=1))


def test_the_owner_arranges_seats_and_pledges_come_along() -> None:
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
    assert played.table.match is not None
    assert played.table.match.view(0)["options"]["colours"] == colours
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
    for entry in new.write(1.0, rematch_drafts(played.table, new.secret)):
        new.take(entry)
    assert (new.options["dawn"], new.owner, new.pace, new.version) == (
        9,
        "ann",
        played.table.pace,
        2,
    )
    assert [(seat.level, bool(seat.pledge)) for seat in new.seats] == [("", False), ("thumb", True)]


def test_a_rematch_is_offered_once() -> None:
    played = duel()
    played.do("ann", ask.Resign(seat=0))
    played.do("bob", ask.Rematch())
    assert played.table.rematch
    refused("table/not-over", played, "ann", ask.Rematch())


# === SIGHT ===


def test_a_seat_sees_its_own_view_and_moves() -> None:
    played = duel()
    seat = whose(played)
    mine, theirs, spectator = (show_game(played.table, each) for each in (seat, 1 - seat, None))
    assert mine is not None
    assert theirs is not None
    assert spectator is not None
    assert mine["owed"]["version"] == played.table.owed[seat]
    assert "luck" in mine["owed"]["moves"]
    assert theirs["owed"] is None
    assert spectator["view"]["hand"] is None
    assert mine["view"]["hand"] != theirs["view"]["hand"]


def test_changes_make_the_new_view_of_the_old() -> None:
    played = duel()
    before = show_game(played.table, 0)
    assert before is not None
    played.move(whose(played))
    after = show_game(played.table, 0)
    assert after is not None
    found = changes(before["view"], after["view"])
    assert before["view"] | found["set"] == after["view"]
    assert len(found["set"]) < len(after["view"])
    assert changes(None, after["view"]) == {"all": after["view"]}
    assert changes({"a": 1, "b": 2}, {"a": 1}) == {"set": {}, "gone": ["b"]}


def test_chat() -> None:
    played = duel()
    played.do("ann", ask.Say(text="  boo\n to   you "))
    assert played.table.chat[-1]["text"] == "boo to you"


@pytest.mark.parametrize("key", ["k" * 65, "a\x00b", "ü"])
def test_a_key_that_a_store_could_not_keep_is_no_key(key: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"key": key}, ask.Start)


@pytest.mark.parametrize("clock", [None, {"move": 30.0, "reserve": 60.0}])
def test_what_a_move_changes_of_the_table_is_all_that_is_shown_anew(
    clock: dict[str, float] | None,
) -> None:
    table = Played("ann", "ghooost", clock, players=2, dawn=2).sit("ann", 0).sit("bob", 1).start()
    names = {"ann": "Ann", "bob": "Bob"}
    before = show_table(table.table, names)
    while table.table.match is not None and table.table.match.waiting:
        table.now += 7
        entries = table.move(table.table.match.waiting[0])
        if len(entries) == 1:
            before |= show_move(before, table.table, names)
            assert before == show_table(table.table, names)
    assert table.table.phase == "over"
