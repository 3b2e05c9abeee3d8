"""Line-ups are balanced: on every deal every bot holds every seat equally often."""

from collections import Counter
from itertools import chain

import pytest

from spookhouse.lab.arena.lineups import (
    all_among,
    alone,
    cyclic_orders,
    rotations,
    round_robin,
    seatings,
)

SIZES = [(bots, players) for bots in range(1, 8) for players in range(2, 7)]


@pytest.mark.parametrize(("bots", "players"), SIZES)
def test_on_every_deal_every_bot_holds_every_seat_equally_often(bots: int, players: int) -> None:
    orders = [cyclic_orders(lineup) for lineup in round_robin(bots, players)]
    for deal in range(5):
        held = Counter(
            chain.from_iterable(enumerate(seating) for seating in seatings(orders, deal))
        )
        assert len(held) == bots * players
        assert len(set(held.values())) == 1


@pytest.mark.parametrize(("bots", "players"), SIZES)
def test_no_seating_occurs_twice_on_a_deal(bots: int, players: int) -> None:
    """The second game would repeat the first one."""
    orders = [cyclic_orders(lineup) for lineup in round_robin(bots, players)]
    for deal in range(5):
        found = list(seatings(orders, deal))
        assert len(found) == len(set(found)) == len(list(seatings(orders, 0)))


@pytest.mark.parametrize(("bots", "players"), SIZES)
def test_over_the_deals_every_bot_sits_behind_every_other_equally_often(
    bots: int, players: int
) -> None:
    behind: Counter[tuple[int, int]] = Counter()
    for lineup in round_robin(bots, players):
        orders = cyclic_orders(lineup)
        pairs = chain.from_iterable(
            zip(order, order[1:] + order[:1], strict=True) for order in orders
        )
        for pair, count in Counter(pairs).items():
            behind[pair] += count * 720 // len(orders)
    assert len({count for (one, other), count in behind.items() if one != other}) <= 1


def test_line_ups() -> None:
    assert round_robin(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert round_robin(2, 4) == [(0, 1, 1, 1), (0, 0, 0, 1)]
    assert round_robin(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    assert round_robin(3, 6) == [(0, 0, 1, 1, 2, 2)]
    assert round_robin(1, 3) == [(0, 0, 0)]
    assert len(round_robin(5, 3)) == 10
    assert all_among(3, 4) == [alone(0, 2, 4), alone(1, 2, 4)] == [(0, 2, 2, 2), (1, 2, 2, 2)]


def test_orders_with_fewer_rotations_are_left_out() -> None:
    orders = cyclic_orders((0, 0, 1, 1, 2, 2))
    assert (0, 1, 2, 0, 1, 2) not in orders
    assert all(len(rotations(order)) == 6 for order in orders)
    assert cyclic_orders((0, 0, 0)) == [(0, 0, 0)]
    assert len(cyclic_orders((0, 1, 2, 3))) == 6
