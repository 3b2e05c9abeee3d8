"""A patch: a server whose clock and chance are pinned, so that two of them send the same bytes but for what differs between their worlds.

A word in the chat, "world 7", puts the state that lies in the file `7` of this server's folder in place of the true one. It is a hook of the
tests: the house itself knows nothing like it.
"""

import itertools
import logging
import secrets
import sys
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from spookhouse.host.clock import HouseClock
from spookhouse.kernel.match import Match
from spookhouse.table import table as tables

NOW = 1_800_000_000.0


def pin(argument: Any) -> None:
    """`argument`: {"seed": n, "folder": where worlds lie, "leak": which leak to plant, if any}."""
    stand_still()
    draw_from(argument["seed"])
    think_steadily()
    take_worlds(Path(argument["folder"]))
    if argument.get("leak"):
        LEAKS[argument["leak"]]()


def stand_still() -> None:
    time.time = lambda: NOW
    HouseClock.now = lambda self: NOW  # type: ignore[method-assign]


def draw_from(seed: int) -> None:
    """Secrets, table names and guests are drawn from a counter."""
    counter = itertools.count()

    def token_bytes(size: int | None = None) -> bytes:
        return sha256(f"{seed} {next(counter)}".encode()).digest()[: size or 32]

    secrets.token_bytes = token_bytes
    secrets.token_hex = lambda size=None: token_bytes(size).hex()
    secrets.token_urlsafe = lambda size=None: token_bytes(size).hex()[:12]


def think_steadily() -> None:
    """Advice by iterations and from one key, not by the clock."""
    from spookhouse.bots import bot
    from spookhouse.web import hub

    hub.hint_bot = lambda: bot("search-50it", 7)  # type: ignore[assignment]


def take_worlds(folder: Path) -> None:
    said = tables.EFFECTS["said"]

    def take_said(table: Any, entry: Any, data: Any) -> None:
        said(table, entry, data)
        if data["text"].startswith("world "):
            enter_world(table, (folder / data["text"].removeprefix("world ")).read_bytes())

    tables.EFFECTS["said"] = take_said


def enter_world(table: Any, world: bytes) -> None:
    """The table's match goes on in another state, and with the chance of the true one; what was before it is forgotten."""
    match = table.match.copy()
    size = match.state.dtype.itemsize
    match.record["state"][0] = np.frombuffer(world[:size], match.state.dtype)[0]
    match.record["chance"][0] = np.frombuffer(world[size:], match.chance.dtype)[
        0
    ]  # in another world more may have been drawn on the way here
    match.refresh()
    match._events = None
    table.match, table.last_mover, table.before, table.previewed = match, None, None, None
    table.owed = dict.fromkeys(match.waiting, table.version)


# === LEAKS, TO SEE THEM CAUGHT ===


def mark(match: Any) -> int:
    """Something that depends on everything hidden."""
    return crc32(match.state.tobytes())


def leak_view() -> None:
    honest = Match.view
    Match.view = lambda self, seat: honest(self, seat) | {"omen": mark(self)}  # type: ignore[method-assign]


def leak_event() -> None:
    from spookhouse.web import hub

    hub.seen_by = lambda events, seat: [event for _, event in events]


def leak_reason() -> None:
    honest = Match._error

    def error(self: Any, seat: int, move: str, action: int | None) -> Any:
        found = honest(self, seat, move, action)
        return type(found)(found.rule, f"{found.reason} ({mark(self)})")

    Match._error = error  # type: ignore[method-assign]


def leak_order() -> None:
    """Nothing that is said is wrong; but the order of the legal moves follows the hidden cards."""
    honest = Match.actions
    Match.actions = lambda self, seat: sorted(honest(self, seat), reverse=bool(mark(self) % 2))  # type: ignore[method-assign]


def leak_number() -> None:
    """One empty message more, sometimes."""
    from spookhouse.web import hub

    honest = hub.Hub._tell

    def tell(self: Any, live: Any, moved: bool) -> None:
        honest(self, live, moved)
        if moved and live.table.match is not None and mark(live.table.match) % 2:
            for watchers in live.watchers.values():
                for told in watchers:
                    told(b"{}")

    hub.Hub._tell = tell  # type: ignore[method-assign]


def leak_log() -> None:
    honest = Match.play

    def play(self: Any, seat: int, move: str) -> None:
        honest(self, seat, move)
        logging.getLogger("spookhouse").warning("played %s", mark(self))

    Match.play = play  # type: ignore[method-assign]


def leak_hint() -> None:
    """Whoever is asked for advice sees all cards, and uses it. (The house's own bots do not even look at what they should not see.)"""
    from spookhouse.bots import SearchResult
    from spookhouse.bots.heuristic_bot import HeuristicBot
    from spookhouse.web import hub

    honest, advise = Match.concealed, hub.hint_bot

    def concealed(self: Any, seat: int | None) -> Any:
        asked_by = sys._getframe(1).f_code.co_filename
        return self.record["state"].copy()[0] if "/web/" in asked_by else honest(self, seat)

    def choose(self: Any, game: Any, state: Any, seat: int) -> int:
        actions = np.zeros(game.rules.MAX_ACTIONS, np.int32)
        found = game.rules.legal(state, seat, actions)
        return int(actions[crc32(state.tobytes()) % found])

    class Cheat:
        def analyse(self, game: Any, state: Any, seat: int) -> SearchResult:
            glimpse = state.copy()
            game.rules.conceal(glimpse, seat)
            thought = advise().analyse(game, glimpse, seat)
            return replace(thought, iterations=crc32(state.tobytes()))

    Match.concealed = concealed  # type: ignore[method-assign]
    HeuristicBot.choose = choose  # type: ignore[method-assign]
    hub.hint_bot = Cheat  # type: ignore[assignment]


def leak_state() -> None:
    """Bots that play over the network are given the whole record."""
    honest = Match.concealed

    def concealed(self: Any, seat: int | None) -> Any:
        asked_by = sys._getframe(1).f_code.co_name
        return self.state.copy() if asked_by == "show_state" else honest(self, seat)

    Match.concealed = concealed  # type: ignore[method-assign]


def leak_replay() -> None:
    """Games can be replayed, and gone on with, before they are over."""
    from spookhouse.table import replay
    from spookhouse.web import replay_routes

    replay.finished = replay_routes.finished = lambda table: table.match


def leak_record() -> None:
    """The record is opened before the game is over."""
    from spookhouse.web import requests, routes

    async def record(request: Any) -> Any:
        house, name = requests.house_of(request), request.path_params["table"]
        entries = await house.hub.read(house.store.read, name)
        return requests.reply(
            {"format": 1, "table": name, "entries": [entry.to_json() for entry in entries]}
        )

    routes.record = record


def leak_metrics() -> None:
    """A number for hosts that follows the hidden cards."""
    from starlette.responses import PlainTextResponse

    from spookhouse.web import requests, routes

    honest = routes.metrics

    async def metrics(request: Any) -> Any:
        matches = [
            live.table.match
            for live in requests.house_of(request).hub.live.values()
            if live.table.match is not None
        ]
        return PlainTextResponse(
            bytes((await honest(request)).body).decode() + f"omen {sum(map(mark, matches))}\n"
        )

    routes.metrics = metrics


def slowness(match: Any) -> float:
    return (mark(match) % 2) / 1000


def leak_time() -> None:
    """The same answers, but later."""
    honest = Match.why

    def why(self: Any, seat: int, move: str) -> Any:
        time.sleep(slowness(self))
        return honest(self, seat, move)

    Match.why = why  # type: ignore[method-assign]


LEAKS = {
    "view": leak_view,
    "event": leak_event,
    "reason": leak_reason,
    "order": leak_order,
    "number": leak_number,
    "log": leak_log,
    "hint": leak_hint,
    "state": leak_state,
    "replay": leak_replay,
    "record": leak_record,
    "metrics": leak_metrics,
    "time": leak_time,
}
