"""`decide` is pure: a decision changes nothing in the table and remembers nothing.

Everybody tries everything, at tables in every phase. Each command is decided twice, and once more
at a table that is newly built from the same log. Deep snapshots show what the decisions changed.
"""

import random
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec
import pytest

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.kernel.match import Match
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge
from spookhouse.table.decide import DECIDERS, decide
from spookhouse.table.decide_rematch import rematch_drafts
from spookhouse.table.errors import Refused
from spookhouse.table.log import SERVER, Draft, Said
from spookhouse.table.rejudge import rejudge
from spookhouse.table.replay import Replay
from spookhouse.table.seen_commands import SeenCommands
from spookhouse.table.table import Table
from support.tables import ENVIRONMENT, SECRET, Played, bytes_of

pytestmark = pytest.mark.compiled

# === THE LENGTH OF A LOG ===


def test_a_long_log_accepts_only_what_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undoing and chatting could go on for ever. Verification does not judge this limit."""
    played = Played(players=2).sit("ann", 0, 1).start()
    monkeypatch.setattr("spookhouse.table.decide.MAX_ENTRIES", played.table.version)
    played.move(next(iter(played.table.owed)))
    for command in (ask.Undo(seat=0), ask.Undo(seat=1), ask.Away(seat=0), ask.Say(text="boo")):
        with pytest.raises(Refused) as refused:
            played.do("ann", command)
        assert refused.value.code == "table/full"
    played.do("ann", ask.Resign(seat=0))
    played.do("ann", ask.Rematch())
    assert rejudge("t1", SECRET, played.log)[1] == ""


def test_a_longer_log_of_an_earlier_server_follows_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played(players=2).sit("ann", 0, 1).start()
    played.do("ann", ask.Say(text="boo"))
    monkeypatch.setattr("spookhouse.table.decide.MAX_ENTRIES", 3)
    assert rejudge("t1", SECRET, played.log)[1] == ""


# === SNAPSHOTS ===


def snapshot(value: Any) -> Any:
    """Return a deep copy of a value as plain data; raise TypeError for a type it does not know."""
    if value is None or value is msgspec.UNSET or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, bytes | bytearray | array):
        return bytes(value)
    if isinstance(value, dict):
        # The order matters: the oldest keys are forgotten first.
        return [(key, snapshot(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [snapshot(item) for item in value]
    if isinstance(value, set):
        return sorted(value)
    return [type(value), *(snapshot(part) for part in parts_of(value))]


def parts_of(value: Any) -> Iterator[Any]:
    """Yield the parts of an object."""
    if isinstance(value, Match):
        # The record is a view of the memory.
        for name in {*Match.__slots__} - {"game", "_record"}:
            yield getattr(value, name)
        yield value.game.name
    elif isinstance(value, SeenCommands):
        yield from (value.moves, value.others)
    elif isinstance(value, msgspec.Struct):
        yield msgspec.structs.asdict(value)
    elif is_dataclass(value):
        for each in fields(value):
            yield getattr(value, each.name)
    else:
        raise TypeError(type(value))


@pytest.mark.parametrize("name", [each.name for each in fields(Table)])
def test_a_snapshot_has_every_field_of_a_table(name: str) -> None:
    table = duel().table
    before, kept = snapshot(table), getattr(table, name)
    setattr(table, name, b"changed")
    assert snapshot(table) != before
    setattr(table, name, kept)
    assert snapshot(table) == before


def play_in_place(table: Table) -> None:
    """Change the match of a table, as only `apply` may replace it."""
    assert table.match is not None
    seat = table.match.waiting[0]
    table.match.play(seat, table.match.legal(seat)[0])


def spend_reserve(table: Table) -> None:
    """Change the clock of a seat."""
    assert table.clock is not None
    table.clock.reserves[0] -= 1.0


CHANGES: list[Callable[[Table], object]] = [
    play_in_place,
    spend_reserve,
    lambda table: table.seats[0].__setattr__("stand_in", "away"),
    lambda table: table.owed.clear(),
    lambda table: table.chat.clear(),
    lambda table: table.undo_agreed.add("ann"),
    lambda table: table.options.update(dawn=3),
    lambda table: table.seen.add("bob", "x", 1, is_move=False),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_snapshot_shows_changes_deep_inside(change: Callable[[Table], object]) -> None:
    table = duel().table
    before = snapshot(table)
    change(table)
    assert snapshot(table) != before


# === TABLES IN EVERY PHASE ===


def duel() -> Played:
    """Return a game of two guests with clocks, after chat and a few moves."""
    played = Played(players=2, clock={"move": 5.0, "reserve": 5.0}).sit("ann", 0).sit("bob", 1)
    played.start().do("ann", ask.Say(text="boo", key="chat"))
    for number in range(3):
        played.move(next(iter(played.table.owed)), key=f"move-{number}")
    return played


def showing() -> Played:
    """Return a table where one of three players has revealed the bytes of the deal."""
    played = Played(players=3).sit("ann", 0).sit("bob", 1).sit("ann", 2)
    played.do("ann", ask.Start())
    played.do("ann", ask.Show(seat=0, bytes=bytes_of("ann", 0).hex()))
    return played


def undo_asked() -> Played:
    """Return a game in which a player asks for an undo."""
    played = duel()
    (seat,) = played.table.owed
    played.move(seat, "luck")
    played.do(played.table.seats[seat].guest, ask.Undo(seat=seat))
    assert played.table.undo_asker == seat
    return played


def away() -> Played:
    """Return a game in which a bot plays for Ann."""
    played = duel()
    played.do("ann", ask.Away(seat=0))
    return played


def bot_to_move() -> Played:
    """Return a game of Ann and bots, in which a bot owes a decision and Bob has resigned."""
    played = Played(players=3).sit("ann", 0).sit("bob", 1).bot(2).start()
    played.do("bob", ask.Resign(seat=1))
    while not played.table.waiting_bots():
        played.move(0)
    return played


def middle_of(title: str, **options: Any) -> Played:
    """Return a game of Ann, Bob and perhaps a bot, after some moves."""
    played = Played(game=title, **options).sit("ann", 0).sit("bob", 1)
    played.bot(*range(2, played.table.players)).start()
    for _ in range(3):
        played.bots_move()
        played.move(next(iter(played.table.owed)))
    assert played.table.owed
    return played


def finished() -> Played:
    """Return a game that was played to its end."""
    played = Played(players=2, dawn=2).sit("ann", 0).sit("bob", 1).start()
    while played.table.owed:
        played.move(next(iter(played.table.owed)))
    return played


def before_last_move() -> Played:
    """Return a game that the first legal move ends."""
    played = finished()
    while played.log.pop().kind != "moved":
        pass
    played.reload()
    return played


def resigned() -> Played:
    """Return a game that ended by resigning."""
    played = duel()
    played.do("bob", ask.Resign(seat=1))
    return played


def with_rematch() -> Played:
    """Return a finished game with a rematch."""
    played = finished()
    played.do("bob", ask.Rematch())
    return played


TABLES: dict[str, Callable[[], Played]] = {
    "new": lambda: Played(players=2),
    "with open seats": lambda: Played(players=3, first=0).sit("ann", 0).bot(1),
    "full": lambda: Played(players=2).sit("ann", 0).sit("bob", 1),
    "continued": lambda: Played.continued("ann", finished().table, 3).sit("ann", 0).sit("bob", 1),
    "showing": showing,
    "duel": duel,
    "undo asked": undo_asked,
    "away": away,
    "bot to move": bot_to_move,
    "ghostbumpers": lambda: middle_of("ghostbumpers", players=3, rounds=3),
    "rest-in-peace": lambda: middle_of("rest-in-peace", level=4),
    "graveyards": lambda: middle_of("graveyards", players=2),
    "before the last move": before_last_move,
    "finished": finished,
    "resigned": resigned,
    "with a rematch": with_rematch,
}

# === WHAT EVERYBODY TRIES ===

AUTHORS = ("ann", "bob", "eve", "", SERVER)


def commands_at(table: Table) -> Iterator[ask.AnyTableCommand]:
    """Yield legal and illegal commands of every kind but OpenTable."""
    seats = list(range(table.players))
    for seat in [-1, *seats, len(seats)]:
        yield from seat_commands(table, seat)
    yield ask.Sit(seat=0, pledge="zz")
    yield ask.AddBot(seat=0, level="gandalf")
    yield ask.Show(seat=0, bytes="zz")
    for guest in ("bob", "eve"):
        yield ask.HandOver(guest=guest)
    for order in (seats, seats[1:] + seats[:1], [0, 0]):
        yield ask.Arrange(order=order)
    for options in (table.options, {"players": 5}, {"pink": 1}):
        yield ask.SetOptions(options=dict(options))
    for agree in (True, False):
        yield ask.Answer(agree=agree)
    for text in ("boo", "  "):
        yield ask.Say(text=text)
    yield from (ask.Start(), ask.CallOff(), ask.Rematch(), ask.CheckClock())
    for key in ("chat", "move-2"):
        yield ask.Say(text="boo", key=key)
        yield ask.Move(seat=0, version=1, move="luck", key=key)


def seat_commands(table: Table, seat: int) -> Iterator[ask.AnyTableCommand]:
    """Yield commands that name a seat."""
    yield ask.Sit(seat=seat, pledge=pledge(bytes_of("ann", seat)))
    yield ask.Stand(seat=seat)
    yield ask.AddBot(seat=seat, level="uniform")
    yield ask.Remove(seat=seat)
    yield ask.Show(seat=seat, bytes=bytes_of("ann", seat).hex())
    yield ask.Show(seat=seat, bytes=bytes_of("bob", seat).hex())
    yield ask.Undo(seat=seat)
    yield ask.Away(seat=seat)
    yield ask.Back(seat=seat)
    yield ask.Resign(seat=seat)
    legal = table.match.legal(seat) if table.match is not None and seat in table.owed else []
    version = table.owed.get(seat, table.version)
    for move in (*legal[:2], *legal[-1:], "luck", "nonsense"):
        yield ask.Move(seat=seat, version=version, move=move)
    yield ask.Move(seat=seat, version=version - 1, move=(*legal, "luck")[0])


# A command, its author and the time.
Try = tuple[ask.AnyTableCommand, str, float]
# The drafts of a command, or the kind and the text of its refusal.
Outcome = list[Draft] | tuple[str, str]


def outcome_of(table: Table, command: ask.AnyTableCommand, author: str, at: float) -> Outcome:
    """Return what a command comes to."""
    try:
        return decide(table, command, author, at, ENVIRONMENT)
    except SpookhouseError as refusal:
        return refusal.code, str(refusal)


def check_decisions(table: Table, fresh: Table, tries: Sequence[Try]) -> list[tuple[Try, str]]:
    """Decide every command twice, and at a new table; return how each was decided."""
    found: list[tuple[Try, str]] = []
    before, match = snapshot(table), table.match
    for command, author, at in tries:
        asked = snapshot(command)
        outcomes = [outcome_of(each, command, author, at) for each in (table, table, fresh)]
        assert snapshot(table) == before, f"{command} by {author!r} changed the table"
        assert table.match is match
        assert snapshot(command) == asked, f"deciding changed {command}"
        first, second, third = map(snapshot, outcomes)
        assert first == second == third, f"{command} by {author!r} is decided in two ways"
        check_no_sharing(outcomes, table)
        found.append(((command, author, at), kind_of(outcomes[0])))
    return found


def check_no_sharing(outcomes: Sequence[Outcome], table: Table) -> None:
    """Check that decisions share no draft and no match with each other or with the table."""
    drafts = [draft for each in outcomes if isinstance(each, list) for draft in each]
    assert len({id(draft) for draft in drafts}) == len(drafts)
    matches = [draft.after for draft in drafts if draft.after is not None]
    assert len({id(match) for match in [table.match, *matches]}) == 1 + len(matches)


def kind_of(outcome: Outcome) -> str:
    """Return how a command was decided."""
    if not isinstance(outcome, list):
        return "refused"
    return "carried out" if outcome else "nothing to do"


def everything_at(played: Played) -> list[Try]:
    """Return every command by every author; clocks are also checked much later."""
    tries = [
        (command, author, played.now) for command in commands_at(played.table) for author in AUTHORS
    ]
    return [*tries, (ask.CheckClock(), SERVER, played.now + 1e6)]


# === DECISIONS ===


@pytest.mark.parametrize("name", TABLES)
def test_decisions_change_nothing(name: str) -> None:
    played = TABLES[name]()
    check_decisions(played.table, played.rebuilt(), everything_at(played))


def test_every_command_was_carried_out_and_refused_somewhere() -> None:
    """Else the test above would miss something."""
    found: set[tuple[type[ask.Command], str]] = set()
    for make in TABLES.values():
        played = make()
        for command, author, at in everything_at(played):
            found.add((type(command), kind_of(outcome_of(played.table, command, author, at))))
    others = set(DECIDERS) - {ask.OpenTable, ask.CheckClock}
    assert found >= {(kind, how) for kind in others for how in ("carried out", "refused")}
    assert found >= {(ask.CheckClock, how) for how in ("carried out", "nothing to do")}
    # Keys that were used before.
    assert found >= {(kind, "nothing to do") for kind in (ask.Say, ask.Move)}


@pytest.mark.parametrize("seed", range(4))
def test_decisions_change_nothing_on_random_walks(seed: int) -> None:
    """Guests do what they may, in any order: undo, leave, return, vote, chat and move."""
    dice, played = random.Random(seed), duel()
    for number in range(40):
        played.now += dice.choice((0.0, 1.0, 20.0))
        # The last one checks the clock much later; resigning would end the walk.
        tries = everything_at(played)[:-1]
        tries = [each for each in tries if not isinstance(each[0], ask.Resign)]
        found = check_decisions(played.table, played.rebuilt(), dice.sample(tries, 60))
        legal = [each for each, decided in found if decided == "carried out"]
        if legal:
            command, author, _ = dice.choice(legal)
            command.key = f"walk-{number}"
            assert played.do(author, command)
            assert snapshot(played.table) == snapshot(played.rebuilt())


def openings() -> list[ask.OpenTable]:
    """Return legal and illegal commands that open a table."""
    position = Replay(finished().table).continue_from(2)
    return [
        position,
        msgspec.structs.replace(position, options={"players": 3}),
        ask.OpenTable(game="ghooost", options={"players": 2}, key="k"),
        ask.OpenTable(game="ghooost", options={"players": 99}),
        ask.OpenTable(game="ghooost", options={"pink": 1}),
        ask.OpenTable(game="chess", options={}),
        ask.OpenTable(game="rest-in-peace", options={"level": 1}, edition=1),
        ask.OpenTable(game="rest-in-peace", options={"level": 1}, edition=9),
        ask.OpenTable(game="ghooost", options={}, clock={"move": 5.0, "reserve": 5.0}),
        ask.OpenTable(game="ghooost", options={}, clock={"move": 0.0, "reserve": 5.0}),
        ask.OpenTable(game="ghooost", options={}, clock={"move": 5.0}),
        ask.OpenTable(game="ghooost", options={}, start={"game": "ghooost"}),
        msgspec.structs.replace(position, start=None),
    ]


def test_opening_a_table_changes_nothing_before_the_commit() -> None:
    table, fresh = Table("t1", SECRET), Table("t1", SECRET)
    found = check_decisions(table, fresh, [(each, "ann", 1.0) for each in openings()])
    decided = [how for _, how in found]
    assert (decided.count("carried out"), decided.count("refused")) == (4, 9)


def test_the_drafts_of_a_rematch_change_neither_table() -> None:
    old, new = with_rematch().table, Table("t2", bytes(32))
    before = snapshot(old), snapshot(new)
    first, second = (rematch_drafts(old, new, ENVIRONMENT) for _ in range(2))
    assert (snapshot(old), snapshot(new)) == before
    assert snapshot(first) == snapshot(second)


# === THESE TESTS CAN FAIL ===


def say_and_remember(table: Table, command: ask.Say, author: str, *_: object) -> list[Draft]:
    """Change the table before the commit."""
    table.chat = [*table.chat, *table.chat[:1]]
    return [Draft(author, Said(text=command.text))]


def say_in_two_ways(table: Table, command: ask.Say, author: str, *_: object) -> list[Draft]:
    """Depend on earlier decisions."""
    DECIDED.append(command)
    return [Draft(author, Said(text=str(len(DECIDED))))]


def say_and_share(table: Table, command: ask.Say, author: str, *_: object) -> list[Draft]:
    """Return the same draft again."""
    return [SHARED]


DECIDED: list[ask.Command] = []
SHARED = Draft("ann", Said(text="boo"))


@pytest.mark.parametrize("impure", [say_and_remember, say_in_two_ways, say_and_share])
def test_an_impure_decision_is_caught(
    monkeypatch: pytest.MonkeyPatch, impure: Callable[..., list[Draft]]
) -> None:
    kind: type[ask.Command] = ask.Say
    monkeypatch.setitem(DECIDERS, kind, impure)
    played = duel()
    with pytest.raises(AssertionError):
        check_decisions(played.table, played.rebuilt(), [(ask.Say(text="boo"), "ann", played.now)])


def test_a_move_that_is_played_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decide a move by playing it on the match of the table."""
    monkeypatch.setattr(Match, "copy", lambda match: match)
    played = duel()
    with pytest.raises(AssertionError):
        check_decisions(played.table, played.rebuilt(), everything_at(played))
