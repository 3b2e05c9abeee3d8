"""Bots, clocks and hints: they take the path of all others, and nothing stops them for good."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from spookhouse.bots import Bot, Candidate, HeuristicBot, SearchBot, SearchResult, TimeLimit, bot
from spookhouse.host import background as background_module
from spookhouse.host import bot_players, hints, thinkers
from spookhouse.host.background import ServerClosing
from spookhouse.host.compile_queue import Milestone
from spookhouse.host.hints import Hint
from spookhouse.host.host import Host
from spookhouse.host.live_table import LiveTable
from spookhouse.host.thinking_job import Effort, ThinkingJob, Urgency
from spookhouse.kernel.contract import State
from spookhouse.kernel.game import Game
from spookhouse.table import commands as ask
from spookhouse.table.errors import Refused
from spookhouse.table.log import SERVER
from spookhouse.table.phases import OVER
from support.hosts import Client, MemoryStore, first_move, running_host, start_game
from support.running import run


async def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


# === BOTS ===


def test_bots_play_a_game_by_themselves() -> None:
    async def play() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            table = await start_game(host, "THUMB", "UNIFORM")
            live = await host.registry.find(table)
            await until(lambda: live.table.phase == OVER)
            assert {entry.by for entry in store.logs[table] if entry.kind == "moved"} == {SERVER}
            assert live.table.outcome is not None
            await until(lambda: live.is_idle)

    run(play())


def test_a_bot_plays_when_it_owes_a_decision_and_not_before() -> None:
    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "THUMB"))
            for _ in range(5):
                await until(lambda: 0 in live.table.owed)
                moves = host.counts.moves
                await asyncio.sleep(0.02)
                assert host.counts.moves == moves
                await host.perform(live.table.id, *first_move(live))

    run(play())


def test_a_bot_pauses_before_each_move() -> None:
    async def play() -> None:
        async with running_host(bot_pause=60) as host:
            live = await host.registry.find(await start_game(host, "THUMB", "THUMB"))
            await asyncio.sleep(0.2)
            assert host.counts.moves == 0
            assert not live.is_idle, "a table where a bot is about to move is not evicted"

    run(play())


def test_one_bot_of_each_seat_plays_the_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(name: str) -> Bot:
        made.append(name)
        return bot(name)

    monkeypatch.setattr(bot_players, "bot", counted)

    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "THUMB", "UNIFORM"))
            await until(lambda: live.table.phase == OVER)
            assert host.counts.moves > 10

    run(play())
    assert sorted(made) == ["thumb", "uniform"]


def test_a_bot_receives_nothing_but_the_concealed_state(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[bytes, int]] = []
    choose = HeuristicBot.choose

    def watched(self: HeuristicBot, game: Game, state: State, seat: int) -> int:
        seen.append((state.tobytes(), seat))
        return choose(self, game, state, seat)

    monkeypatch.setattr(HeuristicBot, "choose", watched)

    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "THUMB", "ann"))
            await until(lambda: 1 in live.table.owed)
            match = live.table.match
            assert match is not None
            past = match.again()
            concealed = []
            for seat, action in match.moves:
                concealed.append((past.concealed(seat).tobytes(), seat))
                past.apply(seat, action)
            assert seen == concealed

    run(play())


def test_a_bot_stands_in_for_a_human_who_is_away() -> None:
    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "bob"))
            await host.perform(live.table.id, ask.Away(seat=0), "ann")
            await until(lambda: [*live.table.owed] == [1])
            await host.perform(live.table.id, ask.Back(seat=0), "ann")
            await host.perform(live.table.id, *first_move(live))
            await until(lambda: 0 in live.table.owed or 1 in live.table.owed)
            assert live.table.seats[0].stand_in == ""

    run(play())


def test_a_bot_whose_human_returns_makes_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The human returns while the bot thinks."""
    thinking, go_on = threading.Event(), threading.Event()
    choose = HeuristicBot.choose

    def think(self: HeuristicBot, game: Game, state: State, seat: int) -> int:
        thinking.set()
        assert go_on.wait(10)
        return choose(self, game, state, seat)

    monkeypatch.setattr(HeuristicBot, "choose", think)

    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "bob"))
            (seat,) = live.table.owed
            guest = live.table.seats[seat].guest
            await host.perform(live.table.id, ask.Away(seat=seat), guest)
            await until(thinking.is_set)
            await host.perform(live.table.id, ask.Back(seat=seat), guest)
            go_on.set()
            assert live.bot_task is not None
            await asyncio.wait_for(live.bot_task, 5)
            assert host.counts.moves == 0

    run(play())


def test_a_bot_that_makes_illegal_moves_does_not_spin(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its defect is in the log, and it tries again after a pause."""
    monkeypatch.setattr(background_module, "RETRY_DELAY", 0.2)
    attempts: list[int] = []
    choose = HeuristicBot.choose

    def choose_badly(self: HeuristicBot, game: Game, state: State, seat: int) -> int:
        attempts.append(seat)
        action = game.notation.read_move("mansion") if len(attempts) < 3 else None
        return choose(self, game, state, seat) if action is None else action

    monkeypatch.setattr(HeuristicBot, "choose", choose_badly)

    async def play() -> None:
        async with running_host() as host:
            await start_game(host, "THUMB", "THUMB")
            await asyncio.sleep(0.15)
            assert len(attempts) == 1
            await until(lambda: host.counts.moves > 1)

    run(play())
    assert caplog.messages == ["work at a table failed; it is repeated"] * 2


def test_a_bot_goes_on_when_the_store_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_module, "RETRY_DELAY", 0.01)

    async def play() -> None:
        store = MemoryStore()
        async with running_host(store) as host:
            live = await host.registry.find(await start_game(host, "ann", "THUMB"))
            await until(lambda: 0 in live.table.owed)
            await host.perform(live.table.id, ask.Away(seat=0), "ann")
            store.failures["commit"] = OSError("the disk is full")
            commits = store.calls["commit"]
            await until(lambda: store.calls["commit"] > commits + 2)
            assert live.table.phase != OVER
            del store.failures["commit"]
            await until(lambda: live.table.phase == OVER)

    run(play())


def test_a_thinking_bot_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def think(self: HeuristicBot, game: Game, state: State, seat: int) -> int:
        go_on.wait(10)
        return 0

    monkeypatch.setattr(HeuristicBot, "choose", think)

    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "THUMB", "THUMB"))
            await asyncio.sleep(0.1)
            task = live.bot_task
            assert task is not None
            await host.close()
            assert task.done()
            go_on.set()
            await asyncio.sleep(0.05)
            assert host.counts.moves == 0

    run(play())


def test_bots_play_on_at_a_table_that_is_loaded() -> None:
    async def play() -> None:
        store = MemoryStore()
        async with running_host(store, bot_pause=60) as host:
            table = await start_game(host, "THUMB", "THUMB")
        async with running_host(store) as host:
            live = await host.registry.find(table)
            await until(lambda: live.table.phase == OVER)

    run(play())


# === CLOCKS ===

CLOCK = {"move": 30.0, "reserve": 0.0}


def advance_clock(host: Host, seconds: float) -> None:
    """Let a host's time pass."""
    now = host.clock.now() + seconds
    host.clock.now = lambda: now  # type: ignore[method-assign]


def test_a_bot_plays_for_a_human_who_has_run_out_of_time() -> None:
    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "bob", clock=CLOCK))
            (late,) = live.table.owed
            advance_clock(host, 31)
            host.wake(live)
            await until(lambda: live.table.seats[late].stand_in == "clock")
            await until(lambda: [*live.table.owed] == [1 - late])
            assert live.timer is not None, "the clock of the other one runs"

    run(play())


def test_a_timer_that_fires_early_is_set_again() -> None:
    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "bob", clock=CLOCK))
            version, timer = live.table.version, live.timer
            assert timer is not None
            await host.timers.check_clock(live)
            assert live.table.version == version
            assert live.timer is not None
            assert live.timer is not timer
            assert timer.cancelled()

    run(play())


def test_there_is_one_timer_and_only_while_the_game_runs() -> None:
    async def play() -> None:
        async with running_host() as host:
            live = await host.registry.find(await start_game(host, "ann", "bob", clock=CLOCK))
            timers = [live.timer]
            for _ in range(3):
                await host.perform(live.table.id, *first_move(live))
                timers.append(live.timer)
            assert [timer is None or timer.cancelled() for timer in timers] == [True] * 3 + [False]
            await host.perform(live.table.id, ask.Resign(seat=0), "ann")
            assert live.timer is None

    run(play())


# === HINTS ===


class FakeHintBot:
    """A bot for hints that counts its searches. It can be slow, and it can fail."""

    def __init__(self) -> None:
        self.searches: Counter[int] = Counter()
        self.gate = threading.Event()
        self.gate.set()
        self.failures = 0

    def analyse(self, game: Game, state: State, seat: int, limit: TimeLimit) -> SearchResult:
        """Recommend the first legal move."""
        self.searches[seat] += 1
        assert self.gate.wait(10)
        if self.failures:
            self.failures -= 1
            raise ZeroDivisionError("a defect")
        action = HeuristicBot(1).choose(game, state, seat)
        candidates = [Candidate(action, 10, 0.12345)]
        found: Any = SimpleNamespace(candidates=candidates, iterations=10)
        return found  # type: ignore[no-any-return]


@pytest.fixture
def hint_bot(monkeypatch: pytest.MonkeyPatch) -> FakeHintBot:
    """Replace the bot for hints."""
    fake = FakeHintBot()
    monkeypatch.setattr(hints, "hint_bot", lambda: fake)
    return fake


async def game_with_hints(host: Host) -> tuple[LiveTable, int, str]:
    """Return a table, the seat that owes a decision, and its guest."""
    live = await host.registry.find(await start_game(host, "ann", "bob"))
    seat = next(iter(live.table.owed))
    return live, seat, live.table.seats[seat].guest


def test_a_hint_is_computed_once_for_each_decision(hint_bot: FakeHintBot) -> None:
    async def play() -> None:
        async with running_host() as host:
            live, seat, guest = await game_with_hints(host)
            requests = [host.hint(live.table.id, seat, guest) for _ in range(5)]
            found = await asyncio.gather(*requests)
            assert all(hint is found[0] for hint in found)
            assert isinstance(found[0], Hint)
            assert live.table.match is not None
            assert found[0].move in live.table.match.legal(seat)
            assert found[0].candidates[0].expected == 0.1235
            assert hint_bot.searches == {seat: 1}
            await host.perform(live.table.id, *first_move(live))
            seat = next(iter(live.table.owed))
            await host.hint(live.table.id, seat, live.table.seats[seat].guest)
            assert hint_bot.searches.total() == 2

    run(play())


def test_a_search_that_failed_is_repeated(hint_bot: FakeHintBot) -> None:
    async def play() -> None:
        async with running_host() as host:
            live, seat, guest = await game_with_hints(host)
            hint_bot.failures = 1
            requests = [host.hint(live.table.id, seat, guest) for _ in range(3)]
            found = await asyncio.gather(*requests, return_exceptions=True)
            assert [type(error) for error in found] == [ZeroDivisionError] * 3
            assert (await host.hint(live.table.id, seat, guest)).iterations == 10
            assert hint_bot.searches == {seat: 2}

    run(play())


def test_a_caller_who_gives_up_does_not_end_the_search(hint_bot: FakeHintBot) -> None:
    async def play() -> None:
        async with running_host() as host:
            live, seat, guest = await game_with_hints(host)
            hint_bot.gate.clear()
            first, second = (
                asyncio.create_task(host.hint(live.table.id, seat, guest)) for _ in range(2)
            )
            await asyncio.sleep(0.05)
            first.cancel()
            await asyncio.sleep(0.05)
            hint_bot.gate.set()
            assert (await second).iterations == 10
            assert hint_bot.searches == {seat: 1}

    run(play())


@pytest.mark.parametrize("waits_for", ["search", "compiler"])
def test_callers_who_wait_for_a_hint_hear_that_the_server_closes(
    hint_bot: FakeHintBot, waits_for: str
) -> None:
    async def play() -> None:
        async with running_host() as host:
            live, seat, guest = await game_with_hints(host)
            hint_bot.gate.clear()
            if waits_for == "compiler":
                host.compiling.searchable.clear()
                host.compiling.searches["ghooost"] = Milestone()
            callers = [asyncio.create_task(host.hint(live.table.id, seat, guest)) for _ in range(2)]
            await asyncio.sleep(0.05)
            await host.close()
            found = await asyncio.gather(*callers, return_exceptions=True)
            assert [type(error) for error in found] == [ServerClosing, ServerClosing]
            hint_bot.gate.set()

    run(play())


def test_hints_are_for_the_seat_that_owes_a_decision(hint_bot: FakeHintBot) -> None:
    async def play() -> None:
        async with running_host() as host:
            live, seat, guest = await game_with_hints(host)
            other = live.table.seats[1 - seat].guest
            for wrong in ((seat, other), (1 - seat, other), (seat, "eve"), (7, guest)):
                with pytest.raises(Refused):
                    await host.hint(live.table.id, *wrong)
            assert not hint_bot.searches

    run(play())


# === WHO THINKS FIRST ===


def hold_searches(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Let all searches of bots wait for an event; then they play by the heuristic."""
    go_on = threading.Event()

    def choose(self: SearchBot, game: Game, state: State, seat: int, limit: TimeLimit) -> int:
        assert go_on.wait(10)
        return HeuristicBot(1).choose(game, state, seat)

    monkeypatch.setattr(SearchBot, "choose_within", choose)
    return go_on


async def bot_decision(host: Host, *players: str) -> tuple[LiveTable, ThinkingJob]:
    """Return a new table and the decision that its bot is about to make by a long search."""
    live = await host.registry.find(await start_game(host, *players))
    human = [seat for seat, player in enumerate(live.table.seats) if player.guest]
    await until(lambda: live.bot_decision or not {*human}.isdisjoint(live.table.owed))
    while live.bot_decision is None:
        await host.perform(live.table.id, *first_move(live))
        await asyncio.sleep(0.01)
    return live, live.bot_decision


def test_a_bot_is_as_urgent_as_those_who_watch_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may come and go while it waits."""
    go_on = hold_searches(monkeypatch)

    async def play() -> None:
        async with running_host() as host:
            host.networks.note("ann", "here")
            live, decision = await bot_decision(host, "ann", "MIDNIGHT")
            assert (decision.guest, decision.network) == ("ann", "here")
            assert (decision.effort, decision.seconds) == (Effort.SECONDS, 1.0)
            seen = [decision.urgency]
            eve = await Client(host, "eve").watch(live.table.id)
            seen.append(decision.urgency)
            ann = await Client(host, "ann").watch(live.table.id, 0)
            seen.append(decision.urgency)
            for client in (ann, eve):
                host.unwatch(live.table.id, client.send)
                seen.append(decision.urgency)
            nobody, spectator, player = reversed(Urgency)
            assert seen == [nobody, spectator, player, spectator, nobody]
            go_on.set()
            await until(lambda: live.bot_decision is not decision)

    run(play())


def test_bots_without_a_search_do_not_wait_behind_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = hold_searches(monkeypatch)

    async def play() -> None:
        async with running_host() as host:
            for _ in range(20):
                await bot_decision(host, "ann", "MIDNIGHT")
                await bot_decision(host, "ann", "CREAK")
            live = await host.registry.find(await start_game(host, "THUMB", "UNIFORM"))
            await until(lambda: live.table.phase == OVER)
            assert host.thinkers.waiting(Urgency.NOBODY) > 30
            go_on.set()

    run(play())


def test_a_guest_has_so_many_searches_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All others wait, and none is lost."""
    go_on = hold_searches(monkeypatch)
    monkeypatch.setattr(thinkers, "search_threads", lambda processes: 4)

    async def play() -> None:
        async with running_host() as host:
            tables = [(await bot_decision(host, "eve", "MIDNIGHT"))[0] for _ in range(10)]
            queue = host.thinkers.lanes[Effort.SECONDS].queue
            assert len(queue.running) == 2
            await bot_decision(host, "ann", "MIDNIGHT")
            assert len(queue.running) == 3
            go_on.set()
            await until(lambda: not queue.jobs)
            assert all(not live.table.waiting_bots() for live in tables)

    run(play())


def test_waiting_bots_and_hints_end_with_the_server(
    monkeypatch: pytest.MonkeyPatch, hint_bot: FakeHintBot
) -> None:
    go_on = hold_searches(monkeypatch)
    monkeypatch.setattr(thinkers, "search_threads", lambda processes: 1)

    async def play() -> None:
        async with running_host() as host:
            for _ in range(20):
                await bot_decision(host, "ann", "MIDNIGHT")
            live, seat, guest = await game_with_hints(host)
            hint = asyncio.create_task(host.hint(live.table.id, seat, guest))
            await asyncio.sleep(0.05)
            moves = host.counts.moves
            (running,) = host.thinkers.lanes[Effort.SECONDS].queue.running
            await asyncio.wait_for(host.close(), 2)
            with pytest.raises(ServerClosing):
                await hint
            assert running.limit.at < 0, "its search ends at once"
            assert host.thinkers.waiting(Urgency.NOBODY) == 0
            go_on.set()
            await asyncio.sleep(0.05)
            assert host.thinkers.running() == 0
            assert host.counts.moves == moves
            assert hint_bot.searches.total() == 0

    run(play())
