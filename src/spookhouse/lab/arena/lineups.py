"""Balanced line-ups and their seatings.

A line-up is a multiset of bots, one for each seat. On every deal each line-up plays all rotations
of one cyclic order, so that each of its bots holds each seat equally often. The order changes from
deal to deal, so that every bot sits behind every other one.
"""

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import TypeAlias

Lineup: TypeAlias = tuple[int, ...]  # numbers of bots, ascending
Seating: TypeAlias = tuple[int, ...]  # the number of the bot in each seat


def round_robin(bots: int, players: int) -> list[Lineup]:
    """Return line-ups that favour no bot."""
    if bots >= players:
        return list(combinations(range(bots), players))
    if bots == 2:
        return [alone(0, 1, players), alone(1, 0, players)]
    copies, more = divmod(players, bots)
    return [
        tuple(sorted([*range(bots)] * copies + list(extra)))
        for extra in combinations(range(bots), more)
    ]


def alone(one: int, other: int, players: int) -> Lineup:
    """Return the line-up of one bot among copies of another."""
    return tuple(sorted([one] + [other] * (players - 1)))


def all_among(bots: int, players: int) -> list[Lineup]:
    """Return the line-ups of each bot alone among copies of the last one."""
    return [alone(one, bots - 1, players) for one in range(bots - 1)]


def cyclic_orders(lineup: Lineup) -> list[Seating]:
    """Return the orders of a line-up around the table, with equal bots not told apart.

    Only orders with as many rotations as possible count. A line-up of copies of one bot has a
    single seating.
    """
    orders = sorted({lineup[:1] + rest for rest in set(permutations(lineup[1:]))})
    first = [order for order in orders if order == min(rotations(order))]
    longest = max(len(rotations(order)) for order in first)
    return [order for order in first if len(rotations(order)) == longest]


def rotations(order: Seating) -> list[Seating]:
    """Return the different seatings that rotating the table gives."""
    return list(dict.fromkeys(order[turn:] + order[:turn] for turn in range(len(order))))


def seatings(orders: list[list[Seating]], deal: int) -> Iterator[Seating]:
    """Yield the seatings of all games on a deal, given the cyclic orders of each line-up."""
    for each in orders:
        yield from rotations(each[deal % len(each)])
