"""Tables that nobody watches are forgotten when there are too many of them, and come back from the store when somebody asks."""

import asyncio
import secrets
from pathlib import Path

import pytest

from spookhouse.host.compiling import Waking
from spookhouse.stores import SqlStore
from spookhouse.table import open_table
from spookhouse.web import hub as module
from spookhouse.web.hub import Hub
from spookhouse.web.metrics import Metrics
from support.running import run

pytestmark = pytest.mark.compiled


def test_the_oldest_that_nobody_watches_make_room(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "KEPT", 10)
    store = SqlStore(f"sqlite:///{tmp_path}/house.db")

    async def open_many() -> tuple[list[str], list[str]]:
        store.call_soon = asyncio.get_running_loop().call_soon_threadsafe
        hub = Hub(store, 0.0, Metrics(), Waking())
        names = []
        for _ in range(40):
            secret = secrets.token_bytes(32)
            draft = open_table(
                "ann",
                "ghooost",
                {"players": 2},
                secret,
                None,
                public=False,
                spectators=True,
                hints=True,
            )
            names.append(await hub.open(draft, secret))
            if len(names) == 1:
                await hub.watch(names[0], None, "ann", print)
            assert len(hub.live) <= 11
        kept = list(hub.live)
        assert (await hub.find(names[1])).table.version == 1
        await hub.close()
        return names, kept

    names, kept = run(open_many())
    store.close()
    assert kept[0] == names[0]  # somebody looks at it
    assert kept[1:] == names[-len(kept) + 1 :]
    assert len(kept) >= 10
