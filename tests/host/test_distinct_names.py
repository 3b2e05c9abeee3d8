"""Nobody at a table has a name that looks like another player's."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from spookhouse.host.host import Host
from spookhouse.table import commands as ask
from spookhouse.table.errors import Refused
from support.hosts import DUEL, Client, MemoryStore, running_host, sit, start_game
from support.running import run

LOOK_ALIKE = "AIice"


def named(**names: str) -> MemoryStore:
    """Return a store with the names of some guests."""
    store = MemoryStore()
    store.names.update(names)
    return store


async def refused(action: Awaitable[object]) -> bool:
    """Return whether a name is refused."""
    try:
        await action
    except Refused as refusal:
        return refusal.code == "guest/name"
    return False


def with_host(store: MemoryStore, play: Callable[[Host], Awaitable[None]]) -> None:
    """Play with a host on a store."""

    async def hosted() -> None:
        async with running_host(store) as host:
            await play(host)

    run(hosted())


def test_a_guest_with_a_look_alike_name_cannot_sit_until_it_is_changed() -> None:
    async def play(host: Host) -> None:
        table = await host.open(DUEL, "ann")
        await host.perform(table, sit("ann", 0), "ann")
        assert await refused(host.perform(table, sit("eve", 1), "eve"))
        assert (await host.registry.find(table)).table.open_seats == [1]
        await host.rename("eve", "Eve")
        await host.perform(table, sit("eve", 1), "eve")

    with_host(named(ann="Alice", eve=LOOK_ALIKE), play)


@pytest.mark.parametrize("name", ["Agatha", "\u3164", "Mr Creak"])
def test_a_name_of_an_earlier_version_is_checked_at_the_table(name: str) -> None:
    async def play(host: Host) -> None:
        table = await host.open(DUEL, "ann")
        assert await refused(host.perform(table, sit("eve", 1), "eve"))

    with_host(named(ann="Alice", eve=name), play)


def test_unnamed_guests_and_several_seats_are_welcome() -> None:
    async def play(host: Host) -> None:
        command = ask.OpenTable(game="ghooost", options={"players": 4})
        table = await host.open(command, "ann")
        for seat, guest in enumerate(("ann", "ann", "bob", "eve")):
            await host.perform(table, sit(guest, seat), guest)

    with_host(named(ann="Alice", bob="Guest"), play)


def test_a_seat_is_repeated_with_the_same_key() -> None:
    async def play(host: Host) -> None:
        table, command = await host.open(DUEL, "ann"), sit("ann", 0)
        command.key = "k"
        versions = [await host.perform(table, command, "ann") for _ in range(2)]
        assert versions == [2, 2]

    with_host(named(ann="Alice"), play)


def test_the_names_of_a_loaded_table_are_known() -> None:
    """Nobody watches it, so nobody has asked for them."""

    async def play(host: Host) -> None:
        table = await host.open(DUEL, "ann")
        await host.perform(table, sit("ann", 0), "ann")
        (await host.registry.find(table)).watchers.names.clear()
        assert await refused(host.perform(table, sit("eve", 1), "eve"))

    with_host(named(ann="Alice", eve=LOOK_ALIKE), play)


# === RENAMING ===


def test_a_player_cannot_take_the_look_of_another_one() -> None:
    async def play(host: Host) -> None:
        table = await start_game(host, "ann", "eve")
        watcher = await Client(host, "eve").watch(table)
        assert await refused(host.rename("eve", LOOK_ALIKE))
        assert await refused(host.rename("eve", "Agatha"))
        assert host.store.guest_names(["eve"]) == {"eve": "Eve"}
        assert [seat["name"] for seat in watcher.table["seats"]] == ["Alice", "Eve"]
        await host.rename("eve", "Evelyn")
        assert [seat["name"] for seat in watcher.table["seats"]] == ["Alice", "Evelyn"]

    with_host(named(ann="Alice", eve="Eve"), play)


def test_tables_that_are_not_in_memory_count() -> None:
    async def play(host: Host) -> None:
        table = await start_game(host, "ann", "eve")
        host.registry.evict(table)
        assert await refused(host.rename("eve", LOOK_ALIKE))

    with_host(named(ann="Alice", eve="Eve"), play)


def test_names_at_finished_and_other_tables_do_not_count() -> None:
    async def play(host: Host) -> None:
        table = await start_game(host, "ann", "eve")
        await host.perform(table, ask.Resign(seat=0), "ann")
        other = await host.open(DUEL, "bob")
        await host.perform(other, sit("bob", 0), "bob")
        await host.rename("eve", "Bob")

    with_host(named(ann="Alice", eve="Eve", bob="Bob"), play)


def test_a_former_player_cannot_put_another_name_to_old_messages() -> None:
    async def play(host: Host) -> None:
        table = await host.open(DUEL, "ann")
        for seat, guest in enumerate(("ann", "eve")):
            await host.perform(table, sit(guest, seat), guest)
        await host.perform(table, ask.Say(text="I cheat"), "eve")
        await host.perform(table, ask.Stand(seat=1), "eve")
        assert await refused(host.rename("eve", LOOK_ALIKE))

    with_host(named(ann="Alice", eve="Eve"), play)


def test_a_name_is_taken_while_it_is_being_saved() -> None:
    async def play(host: Host) -> None:
        table = await host.open(DUEL, "ann")
        for seat, guest in enumerate(("ann", "eve")):
            await host.perform(table, sit(guest, seat), guest)
        results = await asyncio.gather(
            host.rename("ann", "Mallory"), host.rename("eve", "MaIlory"), return_exceptions=True
        )
        assert [type(result) for result in results] == [type(None), Refused]

    with_host(named(ann="Ann", eve="Eve"), play)


def test_a_name_that_could_not_be_saved_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(host: Host) -> None:
        table = await start_game(host, "ann", "eve")
        watcher = await Client(host, "eve").watch(table)

        def fail(guest: str, name: str, at: float) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr(host.store, "save_guest", fail)
        with pytest.raises(OSError, match="disk"):
            await host.rename("eve", "Evelyn")
        assert watcher.table["seats"][1]["name"] == "Eve"

    with_host(named(ann="Alice", eve="Eve"), play)
