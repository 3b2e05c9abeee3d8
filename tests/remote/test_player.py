"""Players over the network: every character plays, and lost connections are reopened."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest

from spookhouse.bots import BOTS, CHARACTERS
from spookhouse.games import game
from spookhouse.kernel.errors import BadOption
from spookhouse.remote.address import TableLink
from spookhouse.remote.backoff import LONGEST, SHORTEST, Backoff
from spookhouse.remote.connection import open_connection
from spookhouse.remote.errors import RequestRefused, RulesDiffer
from spookhouse.remote.http import HttpSession
from spookhouse.remote.messages import AddBot, ConcealedState, Outcome, Sit, Snapshot, Start, Watch
from spookhouse.remote.player import Player
from spookhouse.remote.policies import SIMPLE, Decision, FirstMove, Policy, policy, read_state
from support.servers import Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("running-server")]

TIME_LIMIT = 300.0  # seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('server')}/spookhouse.db") as running:
        yield running


class Owner:
    """The owner of a table, who watches it and starts the game."""

    def __init__(self, server: Server) -> None:
        self.session = HttpSession(server.address)

    async def open_table(self, title: str, players: int, **details: object) -> TableLink:
        """Open a table as a new guest, and connect."""
        await self.session.visit()
        options = {"players": players} if "players" in game(title).option_names else {}
        body = {"game": title, "options": options, **details}
        self.table = (await self.session.post("/api/tables", body))["table"]
        self.connection = await open_connection(self.session, lambda head, message: None)
        return TableLink(self.session.server, self.table)

    async def seat_bot(self, seat: int) -> None:
        """Seat a bot of the server."""
        await self.connection.do(self.table, AddBot(seat=seat, level="thumb"))

    async def start(self) -> None:
        """Start the game as soon as every seat is taken."""
        while True:
            try:
                await self.connection.do(self.table, Start())
                return
            except RequestRefused as refusal:
                if refusal.code != "table/not-full":
                    raise
            await asyncio.sleep(0.05)

    async def leave(self) -> None:
        """Close the connection."""
        self.connection.close()
        await self.connection.wait_closed()

    async def outcome(self) -> Outcome:
        """Return how the game ended."""
        watch = Watch(table=self.table, seat=None)
        table = (await self.connection.ask(watch, Snapshot)).table
        return Outcome(**table["outcome"])


async def play(owner: Owner, players: list[Player]) -> list[Outcome]:
    """Let players sit down and play, and return the outcomes that they report."""
    playing = [asyncio.create_task(player.play()) for player in players]
    try:
        await owner.start()
        outcomes = await asyncio.wait_for(asyncio.gather(*playing), TIME_LIMIT)
        assert await owner.outcome() == outcomes[0]
    finally:
        await owner.leave()
    return outcomes


def test_every_character_plays(server: Server) -> None:
    """The five characters, and the two bots that do not look ahead, in two games of Ghooost!."""
    names = [character.name for character in CHARACTERS]
    groups = [names, [name for name in BOTS if name not in names]]

    async def play_in(group: list[str]) -> None:
        owner = Owner(server)
        link = await owner.open_table("ghooost", len(group))
        players = [Player(link, policy(name)) for name in group]
        outcomes = await play(owner, players)
        assert outcomes == outcomes[:1] * len(group)

    for group in groups:
        asyncio.run(play_in(group))


@pytest.mark.parametrize("title", ["ghostbumpers", "rest-in-peace", "graveyards"])
def test_a_character_plays_every_game(server: Server, title: str) -> None:
    async def play_it() -> None:
        owner, seats = Owner(server), game(title).min_players
        link = await owner.open_table(title, seats)
        player = Player(link, policy("search-30it"), seat=1)
        for seat in (0, *range(2, seats)):
            await owner.seat_bot(seat)
        await play(owner, [player])

    asyncio.run(play_it())


class Saboteur(Policy):
    """Make the first legal move each time, and break the connection before two of them."""

    def __init__(self) -> None:
        self.moves = 0

    async def choose(self, decision: Decision) -> str:
        """Return the first legal move; break the connection before the third and the fifth."""
        self.moves += 1
        if self.moves in (3, 5):
            decision.connection.websocket.abort()
        return decision.moves[0]


def test_a_lost_connection_is_reopened(server: Server) -> None:
    reports: list[str] = []
    saboteur = Saboteur()

    async def play_it() -> list[Outcome]:
        owner = Owner(server)
        link = await owner.open_table("ghooost", 2)
        await owner.seat_bot(0)
        return await play(owner, [Player(link, saboteur, 1, report=reports.append)])

    asyncio.run(play_it())
    assert saboteur.moves > 5
    assert reports.count("The connection is lost; trying again.") == 2
    assert any("plays" in text or "draws" in text for text in reports)


def test_a_player_that_cannot_play_reports_why(server: Server) -> None:
    async def fails(link: TableLink, seat: int | None = None) -> None:
        await Player(link, FirstMove(), seat, give_up=0.1).play()

    async def try_them() -> None:
        owner = Owner(server)
        link = await owner.open_table("ghooost", 2)
        await owner.connection.do(owner.table, Sit(seat=0, pledge="0" * 64))
        with pytest.raises(BadOption, match="seat 0 is not open"):
            await fails(link, 0)
        await owner.seat_bot(1)
        with pytest.raises(BadOption, match="no seat is open"):
            await fails(link)
        await owner.connection.do(owner.table, Start())
        with pytest.raises(BadOption, match="the game has begun"):
            await fails(link)
        with pytest.raises(RequestRefused, match="no such table"):
            await fails(replace(link, table="nowhere"))
        await owner.leave()

    asyncio.run(try_them())


def test_hints_must_be_allowed(server: Server) -> None:
    async def play_it() -> None:
        owner = Owner(server)
        link = await owner.open_table("ghooost", 2, hints=False)
        await owner.seat_bot(0)
        await play(owner, [Player(link, policy("hint"))])

    with pytest.raises(RequestRefused, match="without hints"):
        asyncio.run(play_it())


def test_other_rules_are_refused() -> None:
    title = game("ghooost")
    match = title.new(players=2, seed=1)
    state = match.concealed(0)
    good = ConcealedState(
        version=1, layout=title.layout_digest, edition=title.edition, state=state.tobytes()
    )
    assert read_state(title, good).tobytes() == state.tobytes()
    for bad in (
        {"layout": "0" * 16},
        {"edition": title.edition + 1},
        {"state": state.tobytes()[:-1]},
    ):
        with pytest.raises(RulesDiffer, match="this server runs another version of the rules"):
            read_state(title, msgspec.structs.replace(good, **bad))


def test_policies_have_names() -> None:
    assert {type(policy(name)) for name in SIMPLE} == set(SIMPLE.values())
    with pytest.raises(BadOption, match="expected one of pip, drowse, creak, umbra, midnight"):
        policy("casper")


def test_pauses_grow_up_to_a_limit() -> None:
    backoff = Backoff(give_up=1000.0)
    pauses = [backoff.next_pause() for _ in range(10)]
    assert 0.5 * SHORTEST <= pauses[0] <= SHORTEST
    assert 0.5 * LONGEST <= pauses[-1] <= LONGEST
    assert all(later <= 4 * pause for pause, later in pairwise(pauses))
    assert not backoff.is_spent
    backoff.reset()
    assert backoff.next_pause() <= SHORTEST
    assert Backoff(give_up=-1.0).is_spent
