"""Turns at a table: in the order of coming, and nobody who gives up holds the others up."""

import asyncio

import pytest

from spookhouse.web.turns import Turn
from support.running import run


def test_who_finds_it_free_takes_it() -> None:
    turn = Turn()
    assert turn.take_now()
    assert not turn.take_now()
    turn.give_back()
    assert turn.take_now()


def test_in_the_order_of_coming() -> None:
    turn, seen = Turn(), list[int]()

    async def come(number: int) -> None:
        async with turn:
            seen.append(number)
            await asyncio.sleep(0)

    async def all_come() -> None:
        assert turn.take_now()
        tasks = [asyncio.create_task(come(number)) for number in range(5)]
        await asyncio.sleep(0)
        assert seen == []
        turn.give_back()
        assert not turn.take_now(), "somebody slipped in before those who wait"
        await asyncio.gather(*tasks)

    run(all_come())
    assert seen == [0, 1, 2, 3, 4]
    assert not turn.is_taken


@pytest.mark.parametrize("granted", [False, True])
def test_who_gives_up_waiting_holds_nobody_up(granted: bool) -> None:
    """Also if the turn had just been given to the one who leaves."""
    turn, seen = Turn(), list[int]()

    async def come(number: int) -> None:
        async with turn:
            seen.append(number)

    async def one_leaves() -> None:
        assert turn.take_now()
        tasks = [asyncio.create_task(come(number)) for number in range(3)]
        await asyncio.sleep(0)
        if granted:
            turn.give_back()
        tasks[0].cancel()
        await asyncio.sleep(0)
        if not granted:
            turn.give_back()
        await asyncio.wait_for(asyncio.gather(*tasks[1:]), 5)

    run(one_leaves())
    assert seen == [1, 2]
    assert not turn.is_taken


def test_a_deed_that_fails_gives_its_turn_back() -> None:
    turn = Turn()

    async def fail() -> None:
        async with turn:
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run(fail())
    assert turn.take_now()
