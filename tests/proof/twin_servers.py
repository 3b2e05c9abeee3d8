"""Two servers with the same clock, chance and guests.

Their tables differ in nothing but what is hidden from one observer. Every request goes to both.
What the observer receives must be the same bytes, in the same order and number.
"""

import json
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from proof import pinned
from proof.clients import options_for
from proof.raw_sockets import exchange
from proof.server_processes import ForkedServer, Patch
from spookhouse.games import game as find_game
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagine_match, remembered_events
from spookhouse.kernel.match import Match
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.blocking import BlockingWebSocket
from spookhouse.remote.http import read_response, written
from spookhouse.remote.messages import Json
from spookhouse.stores import SqlStore
from spookhouse.table.commitments import seed_of
from spookhouse.table.log import Opened

TIMEOUT = 20.0
PUBLIC_ADDRESS = ServerAddress("http", "house.example", 80)  # the same in all requests to both
TIMING_ROUNDS, TIMING_PAUSE = 9, 0.05
# Paths that begin with this are open only for finished games: record, replay and continuation.
AFTER_THE_END = "/api/tables/{table}/"

Messages = tuple[list[bytes], list[bytes]]  # what one guest received from each of the servers


class Leak(AssertionError):
    """Somebody received what they may not know."""


class TwinServer:
    """One of the two servers, with the WebSockets of all guests."""

    def __init__(self, folder: Path, seed: int, leak: str) -> None:
        folder.mkdir()
        self.folder = folder
        pins: pinned.Pins = {"seed": seed, "folder": str(folder), "leak": leak}
        self.server = ForkedServer(f"sqlite:///{folder}/house.db", Patch.of(pinned.pin, pins))
        self.server.wait_until_ready()
        self.cookies: list[str] = []
        self.websockets: list[BlockingWebSocket] = []
        self.sent: list[bytes] = []  # everything that the server has sent

    def request(self, path: str, guest: int | None, body: Json | None = None) -> bytes:
        """Return the response to a GET, or to a POST if there is a body, byte for byte."""
        headers = {} if guest is None else {"Cookie": self.cookies[guest]}
        method, content = ("GET", b"") if body is None else ("POST", json.dumps(body).encode())
        request = written(PUBLIC_ADDRESS, method, path, headers, content)
        response = exchange(self.server.port, request, TIMEOUT)
        self.sent.append(response)
        return response

    def add_guest(self, cookie: str | None = None) -> None:
        """Admit one more guest with a WebSocket, or open another one with the cookie of a guest."""
        self.cookies.append(self.new_cookie() if cookie is None else cookie)
        headers = {"Cookie": self.cookies[-1]}
        self.websockets.append(BlockingWebSocket(self.server.address, headers, TIMEOUT))

    def new_cookie(self) -> str:
        """Return the cookie of a new guest."""
        cookies = read_response(self.request("/", None)).cookies
        return "; ".join(f"{name}={value}" for name, value in cookies.items())

    def send(self, guest: int, message: Json) -> None:
        """Send a message; `receive_until` returns what comes back."""
        self.websockets[guest].send(json.dumps(message))

    def receive_until(self, guest: int, number: int) -> list[bytes]:
        """Return everything that a guest received, up to the answer with that number."""
        mark, received = f'"re":{number},'.encode(), list[bytes]()
        while not received or mark not in received[-1][:40]:
            received.append(self.websockets[guest].receive())
        self.sent += received
        return received

    def write_world(self, number: int, match: Match) -> None:
        """Write a world for the patch `pinned`, which a word in the chat puts in place."""
        data = match.state.tobytes() + match.chance.tobytes()
        (self.folder / str(number)).write_bytes(data)

    def use_core(self, core: int) -> None:
        """Keep all threads of the server on one core."""
        for thread in os.listdir(f"/proc/{self.server.pid}/task"):
            os.sched_setaffinity(int(thread), {core})

    def close(self) -> None:
        """Kill the server."""
        for websocket in self.websockets:
            websocket.close()
        self.server.end()
        self.server.log.unlink()


class TwinServers:
    """The same table on both servers. Guest n holds seat n; the last guest is a spectator.

    If a device is shared, its guest holds seats 0 and 1, and is guests 0 and 1 in everything below.
    As guest 0 this guest watches both seats, one after the other on one connection. As guest 1 the
    other seat is watched and played.
    """

    def __init__(
        self,
        game: str,
        seed: int,
        leak: str = "",
        options: Mapping[str, object] | None = None,
        *,
        is_shared: bool = False,
    ) -> None:
        self.is_shared = is_shared
        self.game, self.rng = game, random.Random(seed)
        self.chance = new_chance(key_from_seed(seed))[0]
        self.requests = self.worlds = 0
        self.counted: Counter[str] = Counter()
        self.folder = tempfile.TemporaryDirectory()
        self.servers = tuple(TwinServer(Path(self.folder.name) / name, seed, leak) for name in "ab")
        self._open_table(options_for(game, 2) if options is None else options)
        self._start_game()
        self.true, self.imagined = self._rebuild_match(), self._rebuild_match()
        self.observer: int | None = None
        notation = self.true.game.notation
        self.vocabulary = [notation.write_move(action) for action in notation.VOCABULARY]

    def _open_table(self, options: Mapping[str, object]) -> None:
        players = options.get("players", find_game(self.game).min_players)
        assert isinstance(players, int)
        self.players = self.spectator = players
        for server in self.servers:
            for guest in range(players + 1):
                server.add_guest(server.cookies[0] if self.is_shared and guest == 1 else None)
        opened, _ = self.request("/api/tables", 0, {"game": self.game, "options": dict(options)})
        self.table = str(read_response(opened).json()["table"])
        paths: dict[str, Json] = read_response(self.request("/api/openapi.json", 0)[0]).json()[
            "paths"
        ]
        self.pages = [path for path, methods in paths.items() if "get" in methods]

    def close(self) -> None:
        """Kill both servers."""
        for server in self.servers:
            server.close()
        self.folder.cleanup()

    # === REQUESTS TO BOTH SERVERS ===

    def request(
        self, path: str, guest: int | None, body: Json | None = None
    ) -> tuple[bytes, bytes]:
        """Return both responses to an HTTP request."""
        self.counted["requests"] += 1
        first, second = (server.request(path, guest, body) for server in self.servers)
        return first, second

    def ask(self, guest: int, **message: object) -> Messages:
        """Send a request and return everything that came, up to the answers."""
        self.requests += 1
        for server in self.servers:
            server.send(guest, {**message, "id": self.requests})
        first, second = (server.receive_until(guest, self.requests) for server in self.servers)
        return first, second

    def do(self, guest: int, **command: object) -> Messages:
        """Send a command."""
        return self.ask(guest, ask="do", table=self.table, command=command)

    def carry_out(self, guest: int, **command: object) -> Messages:
        """Send a command that must be accepted."""
        messages = self.do(guest, **command)
        assert answer_of(messages)["ok"], messages[0][-1]
        return messages

    def watch(self, guest: int, seat: int | None) -> Messages:
        """Request a snapshot."""
        return self.ask(guest, ask="watch", table=self.table, seat=seat)

    def others_receive(self, guest: int | None) -> dict[int, Messages]:
        """Return what every other guest has received meanwhile."""
        guests = range(self.players + 1)
        return {other: self.ask(other, ask="ping") for other in guests if other != guest}

    # === THE TABLE ===

    def _start_game(self) -> None:
        """Deal. Until then both tables are the same, and all guests receive the same bytes."""
        received = [self.watch(guest, None) for guest in range(self.players + 1)]
        for seat in range(self.players):
            pledge = sha256(secret_bytes(seat)).hexdigest()
            received.append(self.carry_out(seat, do="sit", seat=seat, pledge=pledge))
        received.append(self.carry_out(0, do="start"))
        before = b"".join(self.servers[0].sent)
        for seat in range(self.players):
            secret = secret_bytes(seat).hex()
            assert secret.encode() not in before, "bytes were sent before their seat showed them"
            received.append(self.carry_out(seat, do="show", seat=seat, bytes=secret))
        self._check_same([*received, *self.others_receive(None).values()], "before the deal")

    def _rebuild_match(self) -> Match:
        """Return the match of the table in this process, dealt from the server's secret."""
        store = SqlStore(self.servers[0].server.database)
        row, opened = store.find(self.table), store.read(self.table)[0].data
        store.close()
        assert row is not None
        assert isinstance(opened, Opened)
        self.secret = row["secret"]
        seed = seed_of(self.secret, [secret_bytes(seat) for seat in range(self.players)])
        return find_game(self.game).new(seed=seed, **opened.options)

    @property
    def observing_guest(self) -> int:
        """The guest who watches as the observer."""
        return self.spectator if self.observer is None else self.watcher_of(self.observer)

    def watcher_of(self, seat: int) -> int:
        """Return the guest who watches a seat and plays it.

        Guests 0 and 1 of a shared device exchange their seats when guest 0 observes seat 1.
        """
        is_exchanged = self.is_shared and self.observer == 1 and seat < 2
        return 1 - seat if is_exchanged else seat

    def diverge(self, observer: int | None) -> None:
        """Put the second server into a world that the observer cannot tell from the true one."""
        self.observer = observer
        self.worlds += 1
        self.imagined = imagine_match(self.true, observer, self.chance)
        is_other = self.imagined.state.tobytes() != self.true.state.tobytes()
        self.counted["other worlds"] += is_other
        for server, match in zip(self.servers, (self.true, self.imagined), strict=True):
            server.write_world(self.worlds, match)
        self.carry_out(0, do="say", text=f"world {self.worlds}")
        self.others_receive(0)
        self.compare(self.watch(self.observing_guest, observer), "the snapshot")

    def play(self) -> bool:
        """Make one move that both worlds allow, if there is one.

        Return whether the observer still cannot tell the worlds apart.
        """
        seat = self.rng.choice(self.true.waiting)
        moves = sorted(set(self.true.legal(seat)) & set(self.imagined.legal(seat)))
        if not moves or seat not in self.imagined.waiting:
            return False
        move = self.rng.choice(moves)
        if not self._ends_both_or_none(seat, move):
            return False
        version = self.owed_version(seat)
        received = self.others_receive_move(seat, version, move)
        for match in (self.true, self.imagined):
            match.play(seat, move)
        if not self.true.waiting or not self.imagined.waiting or not self._is_indistinguishable():
            return False
        self.compare(received[self.observing_guest], f"the move {move} of seat {seat}")
        self.counted["moves"] += 1
        return True

    def others_receive_move(self, seat: int, version: int, move: str) -> dict[int, Messages]:
        """Make a move and return what each guest received."""
        mover = self.watcher_of(seat)
        own = self.carry_out(mover, do="move", seat=seat, version=version, move=move)
        return {mover: own, **self.others_receive(mover)}

    def _ends_both_or_none(self, seat: int, move: str) -> bool:
        """Return whether a move ends the game in both worlds or in neither.

        A table whose game is over cannot be put into another world.
        """
        after = [match.copy() for match in (self.true, self.imagined)]
        for match in after:
            match.play(seat, move)
        return bool(after[0].waiting) == bool(after[1].waiting)

    def owed_version(self, seat: int) -> int:
        """Return the version of the decision that a seat owes; compare what its guest sees."""
        messages = self.watch(self.watcher_of(seat), seat)
        if seat == self.observer:
            self.compare(messages, "the snapshot before a move")
        return int(answer_of(messages)["game"]["owed"]["version"])

    def _is_indistinguishable(self) -> bool:
        """Return whether, by the rules alone, the observer knows the same in both worlds."""
        records = [match.concealed(self.observer) for match in (self.true, self.imagined)]
        if records[0].tobytes() != records[1].tobytes():
            return False
        remembered = [
            remembered_events(match, self.observer) for match in (self.true, self.imagined)
        ]
        if remembered[0] != remembered[1]:
            raise Leak(f"{self.game}: events show observer {self.observer} what the rules hide")
        return self.true.events_for(self.observer) == self.imagined.events_for(self.observer)

    # === COMPARISONS ===

    def compare(self, messages: Messages, where: str) -> None:
        """Raise `Leak` unless the observer received the same from both servers."""
        self.counted["messages"] += len(messages[0])
        self._check_same([messages], where)

    def _check_same(self, received: Iterable[Messages], where: str) -> None:
        for first, second in received:
            if first != second:
                raise Leak(
                    f"{self.game}, {where}: the observer received\n{first}\n"
                    f"and in another world\n{second}"
                )

    def ask_everything(self, moves: int) -> None:
        """Compare reasons, refusals, hints and states, for so many random moves."""
        seat = self.rng.randrange(self.players) if self.observer is None else self.observer
        for _ in range(moves):
            self.ask_about(seat, self.random_text())
        for question in ("hint", "state"):
            messages = self.ask(self.observing_guest, ask=question, table=self.table, seat=seat)
            self.compare(messages, f"the {question}")

    def random_text(self) -> str:
        """Return a move that is perhaps illegal, or text that is no move."""
        move = self.rng.choice(self.vocabulary)
        return move[::-1] + "?" if self.rng.random() < 0.2 else move

    def ask_about(self, seat: int, move: str) -> None:
        """Compare why a move is illegal, and the refusal when it is made all the same."""
        guest = self.observing_guest
        question = {"ask": "why", "table": self.table, "seat": seat, "move": move}
        self.compare(self.ask(guest, **question), f"the reason against {move}")
        if self.observer is None or move not in self.true.legal(seat):
            refused = self.do(guest, **self.illegal_move(seat, move))
            self.compare(refused, f"the refusal of {move}")
            self.counted[refusal_kind(answer_of(refused))] += 1

    def illegal_move(self, seat: int, move: str) -> Json:
        """Return the command for a move, with the version that the seat owes.

        With another version, the server would refuse it as stale without asking the rules.
        """
        owes = self.observer is not None and seat in self.true.waiting
        version = self.owed_version(seat) if owes else 0
        return {"do": "move", "seat": seat, "version": version, "move": move}

    def compare_pages(self) -> None:
        """Compare everything that can be fetched while the game is on, and both logs."""
        values = {
            "table": self.table,
            "game": self.game,
            "first": 0,
            "path": "app.js",
            "token": "x",
            "part": "3",
        }
        for path in self.pages:
            queries = ("", "?by=0", "?by=open") if path.startswith(AFTER_THE_END) else ("",)
            for query in queries:
                address = path.format(**values) + query
                self._compare_page(path, self.request(address, self.observing_guest))
        path = AFTER_THE_END + "continue"
        address = path.format(**values)
        self._compare_page(path, self.request(address, self.observing_guest, {"step": 0}))
        self._compare_logs()
        self._search_secrets()

    def _compare_page(self, path: str, responses: tuple[bytes, bytes]) -> None:
        """Compare two responses; those for finished games alone must be refusals.

        What they would contain lies in the log, which both servers share.
        """
        if responses[0] != responses[1]:
            raise Leak(f"{self.game}: {path} differs\n{responses[0]!r}\n{responses[1]!r}")
        if path.startswith(AFTER_THE_END):
            response = read_response(responses[0])
            if response.status != 400 or response.json().get("code") != "table/not-over":
                raise Leak(f"{self.game}: {path} is open before the end\n{response}")

    def _compare_logs(self) -> None:
        first, second = (server.server.output() for server in self.servers)
        if first != second:
            raise Leak(f"{self.game}: the logs differ\n{first[-500:]}\n{second[-500:]}")

    def _search_secrets(self) -> None:
        """Check that nothing sent since the last search, and no log, has the deal's secret."""
        key = self.true.key
        forms = (self.secret, key, *(each.hex().encode() for each in (self.secret, key)))
        for server in self.servers:
            emitted = b"\n".join([*server.sent, server.server.output().encode()])
            server.sent.clear()
            if any(form in emitted or form.upper() in emitted for form in forms):
                raise Leak(f"{self.game}: the secret of the deal was sent")
            self.counted["bytes searched"] += len(emitted)

    # === TIMING ===

    def time_difference(self, question: Json, times: int) -> float:
        """Return by which part the times of the servers' answers to guest 0 differ.

        This is the median of several rounds. Both servers share one core, so that other work
        there slows down both.
        """
        if hasattr(os, "sched_getaffinity"):
            for server in self.servers:
                server.use_core(max(os.sched_getaffinity(0)))
        rounds = []
        for _ in range(TIMING_ROUNDS):
            time.sleep(TIMING_PAUSE)
            rounds.append(self._time_round(question, times))
        return abs(statistics.median(rounds))

    def _time_round(self, question: Json, times: int) -> float:
        """Return the difference of the medians of one round; negative if the first is slower."""
        durations: tuple[list[float], list[float]] = ([], [])
        for _ in range(times):
            self.requests += 1
            for place in (self.requests % 2, 1 - self.requests % 2):
                started = time.perf_counter()
                message = {**question, "table": self.table, "id": self.requests}
                self.servers[place].send(0, message)
                self.servers[place].receive_until(0, self.requests)
                durations[place].append(time.perf_counter() - started)
        first, second = map(statistics.median, durations)
        return (second - first) / min(first, second)


def answer_of(messages: Messages) -> Json:
    """Return the first server's answer."""
    answer: Json = json.loads(messages[0][-1])
    return answer


def refusal_kind(answer: Json) -> str:
    """Return under which name a refused move is counted."""
    assert not answer["ok"], answer
    is_illegal = answer["code"] == "move/illegal"
    return "illegal moves refused" if is_illegal else "other moves refused"


def secret_bytes(seat: int) -> bytes:
    """Return the bytes of a seat for the deal."""
    return sha256(f"bytes of seat {seat}".encode()).digest()
