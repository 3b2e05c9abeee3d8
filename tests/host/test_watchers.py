"""Each change is compared once for each watched seat, and nobody is sent what they may not know."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from spookhouse.host.watchers import AccessLost, Closing, Message, Patch, Watchers
from spookhouse.kernel.match import Match
from spookhouse.remote.messages import Snapshot
from spookhouse.remote.table_view import TableView
from spookhouse.table import commands as ask
from spookhouse.table.chat import KEPT_MESSAGES, RATE_SECONDS
from spookhouse.table.log import Entry, Json
from spookhouse.table.table import Table
from spookhouse.table.views import UNNAMED_GUEST, event_view, game_view, seat_names, table_view
from support.hosts import apply_patch
from support.tables import SECRET, Played

NAMES = {"ann": "Ann", "bob": "Bob"}
GUESTS = ("ann", "bob", "cat", "dan")


class Receiver(TableView):
    """A client: what it was sent, and the views that it makes of that."""

    def __init__(self, table: str, guest: str, seat: int | None) -> None:
        super().__init__()
        self.name, self.guest, self.seat = table, guest, seat
        self.messages: list[Message] = []
        # The same object each time: it stands for the client.
        self.send = self.receive

    def watch(self, watched: "WatchedTable") -> "Receiver":
        """Watch a table and hold its snapshot."""
        snapshot = watched.watchers.add(watched.played.table, self.seat, self.send, self.guest)
        self.show(Snapshot(**snapshot), self.seat)
        return self

    def receive(self, message: Message) -> None:
        """Keep a message, and apply it if it is a patch."""
        assert message.of == self.name
        self.messages.append(message)
        if isinstance(message, Patch):
            apply_patch(self, message)

    @property
    def patches(self) -> list[Patch]:
        """All patches."""
        return [message for message in self.messages if isinstance(message, Patch)]

    def events(self) -> list[Json]:
        """Return the events of the last patch."""
        return [msgspec.json.decode(bytes(event)) for event in self.patches[-1].events]


class WatchedTable:
    """A table whose entries are published, as the host does it."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.watchers = Watchers(dict(NAMES))
        store = played.store

        def store_and_publish(drafts: Any) -> list[Entry]:
            entries = store(drafts)
            for entry in entries:
                self.watchers.publish(played.table, entry)
            return entries

        played.store = store_and_publish  # type: ignore[method-assign]

    def add(self, guest: str, seat: int | None = None) -> Receiver:
        """Return a client that watches from a seat."""
        return Receiver(self.played.table.id, guest, seat).watch(self)

    def told(self) -> list[Json]:
        """Return all events of the last move, secret ones as well."""
        match, names = self.played.match, seat_names(self.played.table, NAMES)
        return [event_view(match.game, names, row) for row in match.rows]

    def move(self, rng: random.Random | None = None) -> int:
        """Make the first legal move, or a random one; return its seat."""
        seat = next(iter(self.played.table.owed))
        moves = self.played.match.legal(seat)
        self.played.move(seat, moves[0] if rng is None else rng.choice(moves))
        return seat


def lobby(*, spectators: bool = True) -> WatchedTable:
    """Return a table in the lobby, with Ann and Bob in their seats."""
    played = Played()
    played.log, played.table = [], Table("t1", SECRET)
    options = {"players": 2}
    played.do("ann", ask.OpenTable(game="ghooost", options=options, spectators=spectators))
    return WatchedTable(played.sit("ann", 0).sit("bob", 1))


def duel() -> WatchedTable:
    """Return a game of Ann against Bob that has just begun."""
    return WatchedTable(lobby().played.start())


def begun(game: str) -> WatchedTable:
    """Return a game of a title that has just begun."""
    played = Played(game=game)
    for seat in range(played.table.players):
        played.sit(GUESTS[seat], seat)
    return WatchedTable(played.start())


# === DIFFERENCES ===


def test_a_seat_is_viewed_once_however_many_clients_watch_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = duel()
    clients = [
        watched.add(guest, seat)
        for guest, seat in (("ann", 0), ("bob", 1), ("eve", None))
        for _ in range(5)
    ]
    views: Counter[int | None] = Counter()
    view = Match.shared_view

    def counted(match: Match, seat: int | None) -> Json:
        views[seat] += 1
        return view(match, seat)

    monkeypatch.setattr(Match, "shared_view", counted)
    watched.move()
    assert views == {0: 1, 1: 1, None: 1}
    assert len({id(client.patches[0]) for client in clients}) == 3


def test_the_table_is_compared_once_for_all_seats() -> None:
    watched = duel()
    ann, bob, eve = watched.add("ann", 0), watched.add("bob", 1), watched.add("eve")
    watched.played.do("ann", ask.Say(text="boo"))
    watched.move()
    for number in range(2):
        assert ann.patches[number].table is bob.patches[number].table
        assert ann.patches[number].table is eve.patches[number].table


@pytest.mark.parametrize("game", ["ghooost", "graveyards", "ghostbumpers"])
def test_patches_lead_to_the_same_views_as_a_snapshot(game: str) -> None:
    watched, rng = begun(game), random.Random(3)
    played = watched.played
    clients = [watched.add(GUESTS[seat], seat) for seat in range(played.table.players)]
    clients.append(watched.add("eve"))
    for number in range(60):
        if not played.table.owed:
            break
        seat = watched.move(rng)
        if number % 7 == 3:
            played.do(GUESTS[seat], ask.Say(text="boo"))
        if number % 11 == 5:
            played.do(GUESTS[seat], ask.Undo(seat=seat))
        for client in clients:
            assert client.table == table_view(played.table, NAMES)
            assert client.game == game_view(played.table, client.seat)


def test_clients_see_the_deal() -> None:
    watched = lobby()
    clients = [watched.add("ann", 0), watched.add("bob", 1), watched.add("eve")]
    watched.played.start()
    for client in clients:
        assert client.game == game_view(watched.played.table, client.seat)
        assert client.table == table_view(watched.played.table, NAMES)


def test_a_client_that_comes_later_continues_from_its_snapshot() -> None:
    watched, rng = duel(), random.Random(4)
    early = watched.add("ann", 0)
    for _ in range(5):
        watched.move(rng)
    late = watched.add("ann", 0)
    for _ in range(5):
        watched.move(rng)
    assert (late.table, late.game) == (early.table, early.game)
    assert (len(early.patches), len(late.patches)) == (10, 5)


def test_a_snapshot_does_not_change_afterwards() -> None:
    watched = duel()
    client = watched.add("eve")
    snapshot = dict(client.table)
    held = client.table
    watched.move()
    watched.played.do("ann", ask.Say(text="boo"))
    assert held == snapshot


# === CHAT ===


def test_a_patch_contains_only_the_new_message() -> None:
    watched = duel()
    eve = watched.add("eve")
    for number in range(KEPT_MESSAGES + 20):
        watched.played.now += RATE_SECONDS
        watched.played.do("ann", ask.Say(text=f"{number} " + "x" * 480))
        patch = eve.patches[-1].table
        assert len(patch["chat"]["add"]) == 1
        assert patch["set"].keys() <= {"version", "speakers"}
        assert len(msgspec.json.encode(patch)) < 800
        assert eve.table == table_view(watched.played.table, NAMES)
    assert patch["chat"]["drop"] == 1


def test_a_new_name_does_not_send_the_chat_again() -> None:
    watched = duel()
    eve = watched.add("eve")
    watched.played.do("ann", ask.Say(text="boo"))
    watched.watchers.names["ann"] = "Annie"
    watched.watchers.publish(watched.played.table)
    assert eve.table["speakers"] == {"ann": "Annie"}
    assert "chat" not in eve.patches[-1].table


def test_a_client_gets_what_was_said_before_it_came() -> None:
    watched = duel()
    watched.add("ann", 0)
    watched.played.do("ann", ask.Say(text="boo"))
    late = watched.add("eve")
    assert [message["text"] for message in late.table["chat"]] == ["boo"]
    watched.played.do("bob", ask.Say(text="ha"))
    assert [message["text"] for message in late.table["chat"]] == ["boo", "ha"]


# === EVENTS ===


def test_every_move_comes_with_its_own_events() -> None:
    watched, rng = duel(), random.Random(5)
    eve = watched.add("eve")
    for _ in range(30):
        watched.move(rng)
        told = [event["text"] for event in watched.told() if "seen_by" not in event]
        assert [event["text"] for event in eve.events()] == told


@pytest.mark.parametrize("game", ["ghostbumpers", "graveyards"])
def test_a_secret_event_reaches_the_seats_that_may_see_it(game: str) -> None:
    watched, rng = begun(game), random.Random(6)
    clients = [watched.add(GUESTS[seat], seat) for seat in range(watched.played.table.players)]
    clients.append(watched.add("eve"))
    secrets = 0
    for _ in range(40):
        watched.move(rng)
        told = watched.told()
        secrets += sum("seen_by" in event for event in told)
        for client in clients:
            may_see = [
                event for event in told if client.seat in event.get("seen_by", [client.seat])
            ]
            assert client.events() == may_see
    assert secrets > 5


def test_only_moves_come_with_events() -> None:
    watched = duel()
    ann = watched.add("ann", 0)
    watched.move()
    assert ann.events()
    watched.played.do("ann", ask.Say(text="boo"))
    assert ann.events() == []


# === ACCESS ===


@pytest.mark.parametrize("leaves", [ask.Stand(seat=1), ask.Remove(seat=1)])
def test_a_client_that_lost_its_seat_becomes_a_spectator(leaves: ask.AnyCommand) -> None:
    watched = lobby()
    bob = watched.add("bob", 1)
    watched.played.do("bob" if isinstance(leaves, ask.Stand) else "ann", leaves)
    assert {*watched.watchers.by_seat} == {None}
    watched.played.sit("eve", 1).start()
    assert bob.game == game_view(watched.played.table, None)
    watched.move()
    assert bob.game == game_view(watched.played.table, None)
    assert bob.game is not None
    assert bob.game["view"]["hand"] is None


def test_players_who_change_seats_see_nothing_from_their_old_ones() -> None:
    watched = lobby()
    clients = [watched.add("ann", 0), watched.add("bob", 1)]
    watched.played.do("ann", ask.Arrange(order=[1, 0]))
    assert {*watched.watchers.by_seat} == {None}
    assert all(client.version == watched.played.table.version for client in clients)


def test_spectators_lose_access_when_a_private_game_starts() -> None:
    watched = lobby(spectators=False)
    eve, ann = watched.add("eve"), watched.add("ann")
    watched.played.start()
    assert [type(message) for message in eve.messages] == [AccessLost]
    assert eve.game is None
    assert ann.table["phase"] == "playing", "players may watch without a seat"
    watched.played.do("bob", ask.Say(text="boo"))
    assert len(eve.messages) == 1


def test_the_last_watcher_may_lose_access() -> None:
    watched = lobby(spectators=False)
    eve = watched.add("eve")
    watched.played.start()
    assert [type(message) for message in eve.messages] == [AccessLost]
    assert watched.watchers.by_seat == {}
    ann = watched.add("ann", 0)
    watched.move()
    assert ann.table == table_view(watched.played.table, NAMES)
    assert ann.game == game_view(watched.played.table, 0)


# === NAMES, LEAVING ===


def test_a_new_name_is_sent_and_used_in_sentences() -> None:
    watched = duel()
    eve = watched.add("eve")
    watched.watchers.names["ann"] = "Annie"
    watched.watchers.publish(watched.played.table)
    assert eve.table["seats"][0]["name"] == "Annie"
    names = {0: "Annie", 1: "Bob"}
    for _ in range(4):
        seat = watched.move()
        assert any(names[seat] in event["text"] for event in eve.events())


def test_a_name_that_was_read_does_not_replace_a_newer_one() -> None:
    watchers = Watchers({"ann": "Annie"})
    watchers.learn({"ann": "Ann", "bob": "Bob"})
    assert watchers.names == {"ann": "Annie", "bob": "Bob"}


def test_a_guest_without_a_name_is_a_guest() -> None:
    watched = WatchedTable(Played(players=2).sit("cat", 0))
    assert watched.add("eve").table["seats"][0]["name"] == UNNAMED_GUEST


def test_nothing_is_sent_to_a_client_that_left() -> None:
    watched = duel()
    ann, other = watched.add("ann", 0), watched.add("ann", 0)
    watched.watchers.remove(ann.send)
    watched.move()
    assert (len(ann.messages), len(other.messages)) == (0, 1)
    watched.watchers.remove(other.send)
    watched.watchers.remove(other.send)


def test_nothing_is_kept_of_seats_that_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = duel()
    ann, eve = watched.add("ann", 0), watched.add("eve")
    watched.watchers.remove(ann.send)
    assert {*watched.watchers.views} == {None}
    watched.watchers.remove(eve.send)
    assert (watched.watchers.views, watched.watchers.by_seat) == ({}, {})
    assert watched.watchers.table_view is None
    assert watched.watchers.match is None
    monkeypatch.setattr(Match, "shared_view", lambda match, seat: pytest.fail("nobody watches"))
    watched.move()


def test_the_same_message_may_go_to_everybody() -> None:
    watched = duel()
    clients = [watched.add("ann", 0), watched.add("bob", 1), watched.add("eve")]
    message = Closing("t1")
    watched.watchers.send_all(message)
    assert all(client.messages == [message] for client in clients)
