"""A seat is sent the same bytes in every world that it cannot tell from the true one."""

import random
from copy import copy

import msgspec
import pytest

from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagine_match
from spookhouse.kernel.contract import Chance
from spookhouse.table.table import Table
from spookhouse.table.views import concealed_state, game_view, last_events, table_view
from support.tables import smallest

pytestmark = pytest.mark.compiled

STEPS = 200


def sent(table: Table, seat: int | None) -> bytes:
    """Return all that a seat, or a spectator (None), may be sent about a table."""
    names = [f"Seat {number}" for number in range(table.players)]
    state = None if seat is None else concealed_state(table, seat)
    parts = [table_view(table, {}), game_view(table, seat), last_events(table, seat, names), state]
    return msgspec.json.encode(parts)


def imagined(table: Table, seat: int | None, chance: Chance) -> Table:
    """Return the table in a world that the seat cannot tell from the true one."""
    assert table.match is not None
    twin = copy(table)
    twin.match = imagine_match(table.match, seat, chance)
    return twin


@pytest.mark.parametrize("name", FOLDERS)
def test_messages_contain_nothing_hidden(name: str) -> None:
    rng, chance, played = random.Random(1), new_chance(key_from_seed(1))[0], smallest(name)
    players = played.table.players
    played.sit("ann", 0).bot(*range(1, players)).start()
    for _ in range(STEPS):
        table = played.table
        if not table.owed:
            break
        for seat in [*range(players), None]:
            assert sent(imagined(table, seat, chance), seat) == sent(table, seat)
        mover = rng.choice(list(table.owed))
        move = rng.choice(played.match.legal(mover))
        played.move(mover, move) if mover == 0 else played.bot_moves(mover, move)


@pytest.mark.parametrize("member", ["shared_view", "concealed", "legal"])
def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch, member: str) -> None:
    """Show the whole position in the view, the whole record as the state, or both as moves."""
    whole = {
        "shared_view": lambda self, seat: self.position(),
        "concealed": lambda self, seat: self.state,
        "legal": lambda self, seat: [self.state.tobytes().hex()],
    }
    monkeypatch.setattr(f"spookhouse.kernel.match.Match.{member}", whole[member])
    with pytest.raises(AssertionError):
        test_messages_contain_nothing_hidden("ghooost")
