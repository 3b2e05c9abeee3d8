"""Who sits where: balanced line-ups, and all rotations of each.

A line-up is a multiset of bots, one for each seat. On every deal each line-up is played in all rotations of one cyclic order, so that each of its
bots holds each seat equally often; from deal to deal the order changes, so that everybody sits behind everybody.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TypeAlias

Lineup: TypeAlias = tuple[int, ...]  # the numbers of bots, ascending
Seating: TypeAlias = tuple[int, ...]  # the number of the bot in each seat


def round_robin(bots: int, players: int) -> list[Lineup]:
    """The line-ups in which no bot is favoured."""
    if bots >= players:
        return list(combinations(range(bots), players))
    if bots == 2:
        return [alone(0, 1, players), alone(1, 0, players)]
    each, more = divmod(players, bots)
    return [
        tuple(sorted([*range(bots)] * each + list(extra)))
        for extra in combinations(range(bots), more)
    ]


def alone(one: int, other: int, players: int) -> Lineup:
    """One bot among copies of another."""
    return tuple(sorted([one] + [other] * (players - 1)))


def all_among(bots: int, players: int) -> list[Lineup]:
    """Each bot alone among copies of the last one."""
    return [alone(one, bots - 1, players) for one in range(bots - 1)]


def cyclic_orders(lineup: Lineup) -> list[Seating]:
    """Every way round the table, with equal bots not told apart; only those in which a full turn is needed to come back to the same seating.

    One bot alone with itself has a single seating, which is its own rotation.
    """
    orders = sorted({lineup[:1] + rest for rest in set(permutations(lineup[1:]))})
    first = [order for order in orders if order == min(rotations(order))]
    longest = max(len(rotations(order)) for order in first)
    return [order for order in first if len(rotations(order)) == longest]


def rotations(order: Seating) -> list[Seating]:
    """All different seatings that turning the table gives."""
    return list(dict.fromkeys(order[turn:] + order[:turn] for turn in range(len(order))))


def seatings(orders: list[list[Seating]], deal: int) -> Iterator[Seating]:
    """Who sits where in the games of one deal; `orders` holds the cyclic orders of each line-up."""
    for each in orders:
        yield from rotations(each[deal % len(each)])
