"""A house that closes in the middle of something ends quietly."""

import asyncio
from pathlib import Path

import pytest

from spookhouse.stores import Store
from spookhouse.web.hub import Closing, Hub
from spookhouse.web.metrics import Metrics
from spookhouse.web.waking import Waking
from support.running import run


def test_what_the_house_does_by_itself_ends_with_it(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Word of another process may come just then; what was done with it is not in trouble but over."""
    store = Store(f"sqlite:///{tmp_path}/house.db")

    async def close_meanwhile() -> None:
        hub = Hub(store, 0.0, Metrics(), Waking())

        async def hear() -> None:
            await hub.close()
            await hub.read(store.ids)

        await asyncio.wait_for(hub._try_again(hear), 5)
        with pytest.raises(Closing):
            await hub.read(store.ids)

    run(close_meanwhile())
    store.close()
    assert not caplog.records
