"""A client's copy of a table applies patches, and notices when one was missed."""

from spookhouse.kernel.contract import Json
from spookhouse.remote.messages import Change, Outcome, Owed, Snapshot
from spookhouse.remote.table_view import TableView

TABLE: Json = {"phase": "playing", "outcome": None, "chat": []}
GAME: Json = {"seat": 0, "view": {"hand": [1], "row": []}, "owed": None, "undo": None}


def change(was: int, table: Json, game: Json) -> Change:
    return Change(of="t", was=was, version=was + 1, table=table, game=game)


def shown() -> TableView:
    view = TableView()
    view.show(Snapshot(version=3, table=TABLE, game=GAME), 0)
    return view


def test_changes_add_up() -> None:
    view = shown()
    owed = {"version": 4, "moves": ["a"]}
    patch = {"seat": 0, "view": {"set": {"hand": [2], "dice": 1}, "gone": ["row"]}}
    assert view.apply(
        change(3, {"set": {"chat": ["boo"]}}, {**patch, "owed": owed, "undo": "free"})
    )
    assert view.table == {**TABLE, "chat": ["boo"]}
    assert view.game == {"seat": 0, "view": {"hand": [2], "dice": 1}, "owed": owed, "undo": "free"}
    assert view.owed == Owed(version=4, moves=["a"])
    assert TABLE["chat"] == []


def test_new_messages_are_added_to_the_chat_and_old_ones_dropped() -> None:
    view = shown()
    chat = {"add": ["boo", "ha"], "drop": 0}
    assert view.apply(change(3, {"set": {"speakers": {"g": "Ann"}}, "chat": chat}, {"all": None}))
    assert view.table == {**TABLE, "speakers": {"g": "Ann"}, "chat": ["boo", "ha"]}
    assert view.apply(change(4, {"set": {}, "chat": {"add": ["hm"], "drop": 1}}, {"all": None}))
    assert view.table["chat"] == ["ha", "hm"]
    assert TABLE["chat"] == []


def test_a_change_may_replace_the_whole() -> None:
    view = shown()
    assert view.apply(change(3, {"all": {"phase": "over", "outcome": None}}, {"all": None}))
    assert (view.version, view.phase) == (4, "over")
    assert view.game is None


def test_a_missed_version_is_noticed() -> None:
    view = shown()
    assert not view.apply(change(4, {"set": {"phase": "over"}}, {"all": None}))
    assert (view.is_behind, view.seat) == (True, 0)
    assert (view.version, view.table, view.game) == (3, TABLE, GAME)
    view.show(Snapshot(version=5, table=TABLE, game=GAME), None)
    assert (view.is_behind, view.seat) == (False, None)


def test_typed_parts() -> None:
    view = shown()
    seat = {
        "seat": 0,
        "kind": "person",
        "guest": "g",
        "shown": None,
        "played_by_bot": "away",
        "x": 1,
    }
    outcome = {"reason": "dawn", "ranks": [1, 2], "returns": [0.5, -0.5]}
    view.table = {**TABLE, "seats": [seat], "outcome": outcome}
    assert [(each.guest, each.played_by_bot) for each in view.seats] == [("g", "away")]
    assert view.outcome == Outcome(reason="dawn", ranks=[1, 2], returns=[0.5, -0.5])
