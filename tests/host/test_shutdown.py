"""A house that closes in the middle of something ends quietly, and tells those who wait."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from spookhouse.host.compiling import Waking
from spookhouse.stores import SqlStore
from spookhouse.web.hub import Closing, Hub
from spookhouse.web.metrics import Metrics
from support.running import run

Doing = Callable[[Hub], Coroutine[Any, Any, None]]


@pytest.fixture
def within(tmp_path: Path) -> Iterator[Callable[[Doing], None]]:
    """Do something in a house."""
    store = SqlStore(f"sqlite:///{tmp_path}/house.db")

    async def do(doing: Doing) -> None:
        await doing(Hub(store, 0.0, Metrics(), Waking()))

    yield lambda doing: run(do(doing))
    store.close()


def test_what_the_house_does_by_itself_ends_with_it(
    within: Callable[[Doing], None], caplog: pytest.LogCaptureFixture
) -> None:
    """Word of another process may come just then; what was done with it is not in trouble but over."""

    async def close_meanwhile(hub: Hub) -> None:
        async def hear() -> None:
            await hub.close()
            await hub.read(hub.store.table_ids)

        await asyncio.wait_for(hub._try_again(hear), 5)
        with pytest.raises(Closing):
            await hub.read(hub.store.table_ids)

    within(close_meanwhile)
    assert not caplog.records


def test_who_waits_for_an_answer_is_told_that_the_house_closes(
    within: Callable[[Doing], None],
) -> None:
    """Readers that are slow, one question that nobody has begun to answer, and one for rules that are not compiled yet."""
    slow = threading.Event()

    async def close_meanwhile(hub: Hub) -> None:
        readers = hub.readers._max_workers
        asked = [asyncio.create_task(hub.read(slow.wait, 5)) for _ in range(readers)]
        asked += [
            asyncio.create_task(hub.read(hub.store.table_ids)),
            asyncio.create_task(hub._awake("ghooost")),
        ]
        await asyncio.sleep(0.1)
        closing = asyncio.create_task(hub.close())
        await asyncio.sleep(0.1)
        slow.set()
        await closing
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert found[:readers] == [True] * readers, "what was being answered is"
        assert [type(each) for each in found[readers:]] == [Closing, Closing]
        assert not hub.waiting

    within(close_meanwhile)


def test_an_answer_that_never_comes_holds_nobody_up(within: Callable[[Doing], None]) -> None:
    slow = threading.Event()

    async def close_meanwhile(hub: Hub) -> None:
        asked = asyncio.create_task(hub.read(slow.wait, 60))
        await asyncio.sleep(0.1)
        await asyncio.wait_for(hub.close(), 5)
        with pytest.raises(Closing):
            await asked
        slow.set()

    within(close_meanwhile)


def test_who_gives_up_is_not_told_that_the_house_closes(within: Callable[[Doing], None]) -> None:
    """A task that is cancelled stays cancelled, even while the house closes."""
    slow = threading.Event()

    async def give_up(hub: Hub) -> None:
        asked = asyncio.create_task(hub.read(slow.wait, 60))
        await asyncio.sleep(0.1)
        hub.closing = True
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        slow.set()

    within(give_up)
