"""A patch: pin the clock and all random numbers of a server, and let the test choose its worlds.

Two pinned servers with the same seed send the same bytes, except what differs between their worlds.
The chat message "world 7" replaces the state of a table by the one in the file `7` of the server's
folder. Only this patch does that; a server without it knows no such message.

Every patch replaces a public function, method or table of the server.
"""

import itertools
import logging
import secrets
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TypedDict
from unittest.mock import patch
from zlib import crc32

import numpy as np

from spookhouse.bots import HeuristicBot, SearchBot, SearchResult, TimeLimit, bot
from spookhouse.host import hints, host, watchers
from spookhouse.host.live_table import LiveTable
from spookhouse.host.replays import OpenReplay, Replays
from spookhouse.host.server_clock import ServerClock
from spookhouse.host.thinking_queue import ThinkingQueue
from spookhouse.host.watchers import Patch, Watchers, WordedEvent
from spookhouse.kernel.contract import State
from spookhouse.kernel.errors import IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match, Refusal
from spookhouse.table import chat, replay
from spookhouse.table.apply import EFFECTS
from spookhouse.table.log import Entry, Json, Said
from spookhouse.table.replay import Replay
from spookhouse.table.table import Table
from spookhouse.table.views import concealed_state
from spookhouse.web.metrics import Metrics

# The time that all clocks of a pinned server show.
NOW = 1_800_000_000.0
WORLD = "world "


class Pins(TypedDict):
    """The argument of `pin`."""

    seed: int
    # Where the worlds lie.
    folder: str
    # The leak to plant, or nothing.
    leak: str


def pin(pins: Pins) -> None:
    """Pin the server; plant a leak if one is named."""
    stop_clocks()
    draw_from(pins["seed"])
    substitute(hints, "hint_bot", steady_hint_bot)
    enter_worlds_of(Path(pins["folder"]))
    if pins["leak"]:
        LEAKS[pins["leak"]]()


def substitute(owner: object, name: str, value: object) -> None:
    """Replace an attribute as long as the process lives."""
    patch.object(owner, name, value).start()


def stop_clocks() -> None:
    """Let the clocks of machine and server stand still; then no chat is too fast."""
    substitute(chat, "RATE_SECONDS", 0)
    substitute(time, "time", lambda: NOW)
    substitute(ServerClock, "now", lambda clock: NOW)
    substitute(ThinkingQueue, "now", lambda queue: NOW)


def draw_from(seed: int) -> None:
    """Draw secrets, ids of tables and ids of guests from a counter."""
    counter = itertools.count()

    def token_bytes(size: int | None = None) -> bytes:
        return sha256(f"{seed} {next(counter)}".encode()).digest()[: size or 32]

    substitute(secrets, "token_bytes", token_bytes)
    substitute(secrets, "token_hex", lambda size=None: token_bytes(size).hex())
    substitute(secrets, "token_urlsafe", lambda size=None: token_bytes(size).hex()[:12])


def steady_hint_bot() -> SearchBot:
    """Return a bot for hints with a budget of iterations, not of time, and always the same key."""
    found = bot("search-50it", 7)
    assert isinstance(found, SearchBot)
    return found


# === OTHER WORLDS ===


def enter_worlds_of(folder: Path) -> None:
    """Let a table enter a world when a chat message names its file."""
    apply_said = EFFECTS[Said]

    def apply_and_enter(table: Table, entry: Entry, data: Said) -> None:
        apply_said(table, entry, data)
        if data.text.startswith(WORLD):
            enter_world(table, (folder / data.text.removeprefix(WORLD)).read_bytes())

    patch.dict(EFFECTS, {Said: apply_and_enter}).start()


def enter_world(table: Table, world: bytes) -> None:
    """Continue the match of a table in another state, with the chance of the true one.

    In another world more chance may have been drawn on the way here. Nothing before it can be
    undone at once.
    """
    assert table.match is not None
    match = table.match.copy()
    size = match.state.dtype.itemsize
    match.record["state"][0] = np.frombuffer(world[:size], match.state.dtype)[0]
    match.record["chance"][0] = np.frombuffer(world[size:], match.chance.dtype)[0]
    match.refresh()
    table.match, table.last_mover = match, None
    table.owed = dict.fromkeys(match.waiting, table.version)


# === PLANTED LEAKS ===


def mark(match: Match) -> int:
    """Return a number that depends on everything hidden."""
    return crc32(match.state.tobytes())


def leak_view() -> None:
    """Add a mark of the hidden cards to every view."""
    view = Match.shared_view
    substitute(Match, "shared_view", lambda match, seat: view(match, seat) | {"omen": mark(match)})


def leak_event() -> None:
    """Send secret events to everybody."""
    worded = watchers.worded_event

    def worded_for_all(game: Game, names: tuple[str, ...], row: bytes) -> WordedEvent:
        return None, worded(game, names, row)[1]

    substitute(watchers, "worded_event", worded_for_all)


def leak_reason() -> None:
    """Add a mark of the hidden cards to the reason why a move is illegal."""
    why = Match.why

    def marked_why(match: Match, seat: int, move: str) -> Refusal | None:
        found = why(match, seat, move)
        reason = f"{found.reason} ({mark(match)})" if found else ""
        return replace(found, reason=reason) if found else None

    substitute(Match, "why", marked_why)


def leak_refusal() -> None:
    """Add a mark of the hidden cards to the refusal of an illegal move."""
    play = Match.play

    def play_or_mark(match: Match, seat: int, move: str) -> None:
        try:
            play(match, seat, move)
        except IllegalMove as error:
            raise type(error)(error.rule, f"{error.reason} ({mark(match)})") from error

    substitute(Match, "play", play_or_mark)


def leak_order() -> None:
    """List the right legal moves in an order that depends on the hidden cards."""
    actions = Match.actions
    substitute(
        Match,
        "actions",
        lambda match, seat: sorted(actions(match, seat), reverse=bool(mark(match) % 2)),
    )


def leak_number() -> None:
    """Send one empty patch more after some moves."""
    publish = Watchers.publish

    def publish_more(self: Watchers, table: Table, entry: Entry | None = None) -> None:
        publish(self, table, entry)
        is_move = entry is not None and entry.kind == "moved"
        if is_move and table.match is not None and mark(table.match) % 2:
            self.send_all(Patch(table.id, table.version, table.version, {}, {}, []))

    substitute(Watchers, "publish", publish_more)


def leak_log() -> None:
    """Write a mark of the hidden cards to the server's log after each move."""
    play = Match.play

    def play_and_log(match: Match, seat: int, move: str) -> None:
        play(match, seat, move)
        logging.getLogger("spookhouse").warning("played %s", mark(match))

    substitute(Match, "play", play_and_log)


def leak_hint() -> None:
    """Give bots and hints the whole state, and let them use it.

    The server's own bots do not even look at what they should not see.
    """

    def whole_state(live: LiveTable, seat: int) -> State:
        assert live.table.match is not None
        return live.table.match.copy().state

    def choose(self: HeuristicBot, game: Game, state: State, seat: int) -> int:
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        found = game.rules.legal(state, seat, actions)
        return int(actions[crc32(state.tobytes()) % found])

    class CheatingBot:
        """A bot for hints that counts the iterations by the hidden cards."""

        def analyse(
            self, game: Game, state: State, seat: int, limit: TimeLimit | None = None
        ) -> SearchResult:
            concealed = state.copy()
            game.rules.conceal(concealed, seat)
            found = steady_hint_bot().analyse(game, concealed, seat)
            return replace(found, iterations=crc32(state.tobytes()))

    substitute(LiveTable, "known_state", whole_state)
    substitute(HeuristicBot, "choose", choose)
    substitute(hints, "hint_bot", CheatingBot)


def leak_state() -> None:
    """Give bots that play over the network the whole state."""

    def whole_state(table: Table, seat: int) -> Json:
        assert table.match is not None
        state = b64encode(table.match.state.tobytes()).decode()
        return concealed_state(table, seat) | {"state": state}

    substitute(host, "concealed_state", whole_state)


def leak_replay() -> None:
    """Let games be replayed and continued before they are over."""

    async def load(self: Replays, table: str) -> OpenReplay:
        found = await self.run(lambda: self.host.store.load(table))
        assert found is not None
        return OpenReplay(Replay(found))

    substitute(Replays, "load", load)
    substitute(replay, "finished", lambda table: table.match)


def leak_record() -> None:
    """Open the record before the game is over."""

    async def record(self: Replays, table: str) -> list[Entry]:
        return await self.run(lambda: self.host.store.read(table))

    substitute(Replays, "record", record)


def leak_metrics() -> None:
    """Add a metric that depends on the hidden cards."""
    text = Metrics.text

    def marked_text(self: Metrics) -> bytes:
        matches = [live.table.match for live in self.host.registry.live.values()]
        marks = sum(mark(match) for match in matches if match is not None)
        return text(self) + f"omen {marks}\n".encode()

    substitute(Metrics, "text", marked_text)


def leak_seats() -> None:
    """Let a connection that watches one seat after another watch all of them."""
    substitute(Watchers, "remove", lambda self, send: None)


def slowness(match: Match) -> float:
    """Return seconds that depend on the hidden cards."""
    return (mark(match) % 2) / 1000


def leak_time() -> None:
    """Answer why a move is illegal later in some worlds."""
    why = Match.why

    def why_later(match: Match, seat: int, move: str) -> Refusal | None:
        time.sleep(slowness(match))
        return why(match, seat, move)

    substitute(Match, "why", why_later)


LEAKS: dict[str, Callable[[], None]] = {
    "view": leak_view,
    "event": leak_event,
    "reason": leak_reason,
    "refusal": leak_refusal,
    "order": leak_order,
    "number": leak_number,
    "log": leak_log,
    "hint": leak_hint,
    "state": leak_state,
    "replay": leak_replay,
    "record": leak_record,
    "metrics": leak_metrics,
    "seats": leak_seats,
    "time": leak_time,
}
