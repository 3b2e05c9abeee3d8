"""What a table would send to a seat is the same, byte for byte, had the hidden cards lain otherwise."""

import random
from copy import copy

import msgspec
import pytest

from spookhouse.games import FOLDERS, game
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagine_match
from spookhouse.kernel.contract import Chance
from spookhouse.table import Table, show_game, show_state, show_table, tell_game
from support.tables import Played

pytestmark = pytest.mark.compiled

STEPS = 200


def sent(table: Table, seat: int | None) -> bytes:
    """Everything that a seat, or a spectator, is shown and told."""
    names = [f"Seat {number}" for number in range(table.players)]
    state = None if seat is None else show_state(table, seat)
    return msgspec.json.encode(
        [show_table(table, {}), show_game(table, seat), tell_game(table, seat, names), state]
    )


def elsewhere(table: Table, seat: int | None, dice: Chance) -> Table:
    """The same table in a world that the seat cannot tell from the real one."""
    assert table.match is not None
    twin = copy(table)
    twin.match = imagine_match(table.match, seat, dice)
    return twin


@pytest.mark.parametrize("name", FOLDERS)
def test_messages_tell_nothing_hidden(name: str) -> None:
    title, rng, dice = game(name), random.Random(1), new_chance(key_from_seed(1))[0]
    players = title.min_players
    options = {"players": players} if "players" in title.option_names else {}
    played = Played(game=name, **options).sit("ann", 0).bot(*range(1, players)).start()
    for _ in range(STEPS):
        table = played.table
        if not table.owed:
            break
        for seat in [*range(players), None]:
            assert sent(elsewhere(table, seat, dice), seat) == sent(table, seat)
        mover = rng.choice(list(table.owed))
        assert table.match is not None
        move = rng.choice(table.match.legal(mover))
        played.move(mover, move) if mover == 0 else played.bot_moves(mover, move)


@pytest.mark.parametrize("member", ["view", "concealed"])
def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch, member: str) -> None:
    """Show the whole position in the view, or the whole record as the state."""
    whole = {"view": lambda self, seat: self.position(), "concealed": lambda self, seat: self.state}
    monkeypatch.setattr(f"spookhouse.kernel.match.Match.{member}", whole[member])
    with pytest.raises(AssertionError):
        test_messages_tell_nothing_hidden("ghooost")
