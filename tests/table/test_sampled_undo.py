"""Earlier servers decided on undos by sampling worlds: their logs verify, and only theirs."""

import pytest

from spookhouse.kernel.contract import Json
from spookhouse.table import commands as ask
from spookhouse.table import rejudge as rejudge_module
from spookhouse.table.rejudge import rejudge
from support.tables import SECRET, Played, read_items, rechain

pytestmark = pytest.mark.compiled


def undone_or_asked(*, shows_card: bool) -> Played:
    """Return a game whose last entry undoes a move, or asks for it."""
    played = Played(players=2).sit("ann", 0).sit("bob", 1).start()
    if not shows_card:
        # After midnight a play from the hand draws nothing and shows its player nothing new.
        while played.match.view(None)["crypt_size"]:
            played.move(next(iter(played.table.owed)), "luck")
    (seat,) = played.table.owed
    played.move(seat, "luck" if shows_card else None)
    (entry,) = played.do(played.table.seats[seat].guest, ask.Undo(seat=seat))
    assert entry.kind == ("asked" if shows_card else "undone")
    return played


def decided_otherwise(played: Played) -> list[Json]:
    """Return the log as if the last undo had been decided in the other way."""
    *earlier, last = played.items()
    if last["kind"] == "asked":
        other = last | {"kind": "undone", "data": {"moves": last["data"]["moves"]}}
    else:
        (seat,) = played.table.seats_of(last["by"])
        other = last | {"kind": "asked", "data": last["data"] | {"seat": seat}}
    return [*earlier, other]


def of_an_earlier_server(items: list[Json]) -> list[Json]:
    """Return a log without the mark that its undos are decided by what a move showed."""
    first, *others = items
    assert first["data"]["undo"] == "shown"
    data = {name: value for name, value in first["data"].items() if name != "undo"}
    return [first | {"data": data}, *others]


def defect(items: list[Json]) -> str:
    """Return the first defect of a log."""
    return rejudge("t1", SECRET, read_items(rechain(items)))[1]


@pytest.mark.parametrize("shows_card", [True, False])
@pytest.mark.parametrize("is_free", [True, False])
def test_an_earlier_server_may_have_decided_as_it_sampled(
    monkeypatch: pytest.MonkeyPatch, shows_card: bool, is_free: bool
) -> None:
    played = undone_or_asked(shows_card=shows_card)
    monkeypatch.setattr(rejudge_module, "was_free_by_sampling", lambda match: is_free)
    # Its tables may have continued on this version: both ways to decide are accepted.
    assert defect(of_an_earlier_server(played.items())) == ""
    other = of_an_earlier_server(decided_otherwise(played))
    assert bool(defect(other)) == (is_free != shows_card)
    assert "kind is" in defect(decided_otherwise(played)), "this version does not sample"


@pytest.mark.parametrize("shows_card", [True, False])
def test_samples_that_agree_allow_nothing_else(shows_card: bool) -> None:
    played = undone_or_asked(shows_card=shows_card)
    assert defect(of_an_earlier_server(played.items())) == ""
    assert "kind is" in defect(of_an_earlier_server(decided_otherwise(played)))


def test_a_rebuilt_table_knows_how_its_server_decided() -> None:
    played = undone_or_asked(shows_card=True)
    assert not played.rebuilt().sampled_undo
    played.log = read_items(rechain(of_an_earlier_server(played.items())))
    assert played.rebuilt().sampled_undo


def test_a_game_that_continues_one_of_an_earlier_server_does_not_sample() -> None:
    played = undone_or_asked(shows_card=True)
    played.do("ann", ask.Resign(seat=0))
    played.log = read_items(rechain(of_an_earlier_server(played.items())))
    assert not Played.continued("ann", played.rebuilt(), 1).table.sampled_undo
