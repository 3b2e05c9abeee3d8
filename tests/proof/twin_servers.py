"""Two servers with the same clock, chance and guests, whose tables differ in nothing but what is hidden from one observer.

Every request goes to both. What the observer's socket receives must be the same bytes, in the same order and number.
"""

import http.client
import json
import os
import random
import statistics
import tempfile
import time
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from proof.houses import House
from proof.people import options_of
from spookhouse.games import game as find_game
from spookhouse.kernel.chance import key_from_seed, new_chance
from spookhouse.kernel.conformance import imagine_match, remembered_events
from spookhouse.kernel.match import Match
from spookhouse.stores import SqlStore
from spookhouse.table.commitments import seed_of
from spookhouse.web.operations import description

DESCRIBED = description()["paths"]
PAGES = [path for path, kinds in DESCRIBED.items() if "get" in kinds]
ROUNDS, PAUSE = 9, 0.05  # of measuring times, and seconds between two of them
AFTER_THE_END = "/api/tables/{table}/"  # whatever begins with this is told of finished games alone: record, replay, continuing


class Leak(AssertionError):
    """Somebody was told what they may not know."""


class Side:
    """One of the two servers, and the sockets of all guests to it; everything that it ever sent is kept."""

    def __init__(self, folder: Path, seed: int, leak: str) -> None:
        folder.mkdir()
        self.folder = folder
        argument = {"seed": seed, "folder": str(folder), "leak": leak}
        self.house = House(
            f"sqlite:///{folder}/house.db", patch="proof.pinned:pin", argument=argument
        )
        self.house.wait_until_ready()
        self.cookies: list[str] = []
        self.sockets: list[Any] = []
        self.emitted: list[bytes] = []

    def get(
        self, path: str, who: int | None, body: Any = None
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        line = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=20)
        headers = {"Host": "house.example"} | ({} if who is None else {"Cookie": self.cookies[who]})
        line.request(
            "GET" if body is None else "POST",
            path,
            None if body is None else json.dumps(body),
            headers,
        )
        response = line.getresponse()
        found = response.status, response.getheaders(), response.read()
        line.close()
        self.emitted.append(repr(found[1]).encode() + found[2])
        return found

    def come(self) -> None:
        """One guest more, with a socket."""
        _, headers, _ = self.get("/", None)
        self.cookies.append(dict(headers)["set-cookie"].partition(";")[0])
        address = f"ws://127.0.0.1:{self.house.port}/ws"
        self.sockets.append(
            connect(
                address,
                additional_headers={"Cookie": self.cookies[-1]},
                compression=None,
                ping_interval=None,
                legacy=True,
            )
        )

    def ask(self, who: int, message: dict[str, Any]) -> bytes:
        """The answer; what was told before it waits in the same socket and is given by `hear`."""
        self.sockets[who].send(json.dumps(message))
        return b""

    def hear(self, who: int, number: int) -> list[bytes]:
        """Everything that the guest received up to the answer with that number, as it came."""
        end, heard = f'"re":{number},'.encode(), list[bytes]()
        while not heard or end not in heard[-1][:40]:
            heard.append(self.sockets[who].recv(20, decode=False))
        self.emitted += heard
        return heard

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()
        self.house.end()
        self.house.log.unlink()


class Twins:
    """A table on both sides. Guest n holds seat n; the last guest looks on."""

    def __init__(
        self, name: str, seed: int, leak: str = "", options: dict[str, Any] | None = None
    ) -> None:
        self.name, self.rng, self.number, self.worlds = name, random.Random(seed), 0, 0
        self.dice = new_chance(key_from_seed(seed))[0]
        self.counted: Counter[str] = Counter()
        self.folder = tempfile.TemporaryDirectory()
        self.sides = [Side(Path(self.folder.name) / side, seed, leak) for side in "ab"]
        options = options_of(name, 2) if options is None else options
        self.players = options.get("players", find_game(name).min_players)
        for side in self.sides:
            for _ in range(self.players + 1):
                side.come()
        opened = self.both_get("/api/tables", 0, {"game": name, "options": options})
        self.table = json.loads(opened[0][2])["table"]
        self.deal()
        self.true, self.twin = self.model(), self.model()
        notation = self.true.game.notation
        self.vocabulary = [notation.write_move(action) for action in notation.VOCABULARY]

    def close(self) -> None:
        for side in self.sides:
            side.close()
        self.folder.cleanup()

    # === ASKING BOTH ===

    def both_get(self, path: str, who: int | None, body: Any = None) -> list[Any]:
        self.counted["requests"] += 1
        return [side.get(path, who, body) for side in self.sides]

    def both_ask(self, who: int, **message: Any) -> list[list[bytes]]:
        self.number += 1
        for side in self.sides:
            side.ask(who, {**message, "id": self.number})
        return [side.hear(who, self.number) for side in self.sides]

    def do(self, who: int, **command: Any) -> list[list[bytes]]:
        return self.both_ask(who, ask="do", table=self.table, command=command)

    def must(self, who: int, **command: Any) -> list[list[bytes]]:
        found = self.do(who, **command)
        assert b'"ok":true' in found[0][-1], found[0][-1]
        return found

    def others_hear(self, but: int) -> dict[int, list[list[bytes]]]:
        """What every other guest was told meanwhile."""
        return {
            who: self.both_ask(who, ask="ping") for who in range(self.players + 1) if who != but
        }

    # === THE TABLE ===

    def deal(self) -> None:
        """Up to the deal both worlds are one, and everybody is told the same."""
        told = [
            self.both_ask(who, ask="watch", table=self.table) for who in range(self.players + 1)
        ]
        for seat in range(self.players):
            told.append(
                self.must(seat, do="sit", seat=seat, pledge=sha256(bytes_of(seat)).hexdigest())
            )
        told.append(self.must(0, do="start"))
        before = b"".join(self.sides[0].emitted)
        for seat in range(self.players):
            assert bytes_of(seat).hex().encode() not in before, (
                "bytes were told before they were shown"
            )
            told.append(self.must(seat, do="show", seat=seat, bytes=bytes_of(seat).hex()))
        told += self.others_hear(-1).values()
        self.same(told, "before the deal")

    def model(self) -> Match:
        """The same match in this process, from the house's secret."""
        store = SqlStore(self.sides[0].house.database)
        row = store.find(self.table)
        assert row is not None
        options = store.read(self.table)[0].data["options"]
        store.close()
        self.secret: bytes = row["secret"]
        seed = seed_of(self.secret, [bytes_of(seat) for seat in range(self.players)])
        return find_game(self.name).new(seed=seed, **options)

    def part(self, observer: int | None) -> None:
        """From here on the second side lives in a world that the observer cannot tell from the true one."""
        self.observer, self.who = observer, self.players if observer is None else observer
        self.worlds += 1
        self.twin = imagine_match(self.true, observer, self.dice)
        self.counted["other worlds"] += self.twin.state.tobytes() != self.true.state.tobytes()
        for side, match in zip(self.sides, (self.true, self.twin), strict=True):
            (side.folder / str(self.worlds)).write_bytes(
                match.state.tobytes() + match.chance.tobytes()
            )
        self.must(0, do="say", text=f"world {self.worlds}")
        self.others_hear(0)
        self.compare(
            [self.both_ask(self.who, ask="watch", table=self.table, seat=observer)], "the whole"
        )

    def play(self) -> bool:
        """One move on both sides, if both worlds allow one; whether the observer still cannot tell them apart."""
        seat = self.rng.choice(self.true.waiting)
        moves = sorted(set(self.true.legal(seat)) & set(self.twin.legal(seat)))
        if not moves or seat not in self.twin.waiting:
            return False
        move = self.rng.choice(moves)
        if not self.both_go_on_or_end(seat, move):
            return False
        told = {
            seat: self.must(seat, do="move", seat=seat, version=self.owed(seat), move=move)
        } | self.others_hear(seat)
        self.true.play(seat, move)
        self.twin.play(seat, move)
        if not self.true.waiting or not self.twin.waiting or not self.indistinguishable():
            return False
        self.compare([told[self.who]], f"the move {move} of seat {seat}")
        self.counted["moves"] += 1
        return True

    def both_go_on_or_end(self, seat: int, move: str) -> bool:
        """A table whose game is over in its own world could not be put into another one."""
        ahead = [match.copy() for match in (self.true, self.twin)]
        for match in ahead:
            match.play(seat, move)
        return bool(ahead[0].waiting) == bool(ahead[1].waiting)

    def owed(self, seat: int) -> int:
        found = self.both_ask(seat, ask="watch", table=self.table, seat=seat)
        if seat == self.who:
            self.compare([found], "the whole, before a move")
        return int(json.loads(found[0][-1])["game"]["owed"]["version"])

    def indistinguishable(self) -> bool:
        """By the rules alone, in this process: does the observer know the same in both worlds?"""
        if (
            self.true.concealed(self.observer).tobytes()
            != self.twin.concealed(self.observer).tobytes()
        ):
            return False
        if remembered_events(self.true, self.observer) != remembered_events(
            self.twin, self.observer
        ):
            raise Leak(f"{self.name}: the events tell {self.observer} what the rules hide")
        return self.true.events_for(self.observer) == self.twin.events_for(self.observer)

    # === COMPARING ===

    def compare(self, told: list[list[list[bytes]]], where: str) -> None:
        self.counted["messages"] += sum(len(first) for first, _ in told)
        self.same(told, where)

    def same(self, told: list[list[list[bytes]]], where: str) -> None:
        for first, second in told:
            if first != second:
                raise Leak(
                    f"{self.name}, {where}: observer {getattr(self, 'observer', None)} was told\n{first}\nand in another world\n{second}"
                )

    def probe(self, words: int) -> None:
        """Whatever the observer may ask: reasons, hints, forbidden moves, and moves for others."""
        seat = self.rng.randrange(self.players) if self.observer is None else self.observer
        for _ in range(words):
            move = self.rng.choice(self.vocabulary)
            if self.rng.random() < 0.2:
                move = move[::-1] + "?"
            self.compare(
                [self.both_ask(self.who, ask="why", table=self.table, seat=seat, move=move)],
                f"why not {move}",
            )
            if move not in self.true.legal(seat) or self.observer is None:
                forbidden = {"do": "move", "seat": seat, "version": self.true.players, "move": move}
                self.compare([self.do(self.who, **forbidden)], f"the refusal of {move}")
        self.compare([self.both_ask(self.who, ask="hint", table=self.table, seat=seat)], "a hint")
        self.compare([self.both_ask(self.who, ask="state", table=self.table, seat=seat)], "a state")

    def apart(self, question: dict[str, Any], times: int) -> float:
        """By how much the times of both sides' answers to the first guest differ, as a part of the time, in most of several rounds. Both share one
        core, so that whoever else is at work there disturbs the one as much as the other."""
        core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
        for side in self.sides if core is not None else ():
            for thread in os.listdir(f"/proc/{side.house.pid}/task"):
                os.sched_setaffinity(int(thread), {core})
        found = []
        for _ in range(ROUNDS):
            time.sleep(PAUSE)
            found.append(self.difference(question, times))
        return abs(statistics.median(found))

    def difference(self, question: dict[str, Any], times: int) -> float:
        """In one round: of the medians, below zero if the first side is the slower one."""
        taken: list[list[float]] = [[], []]
        for _ in range(times):
            self.number += 1
            for place in (self.number % 2, 1 - self.number % 2):
                side = self.sides[place]
                started = time.perf_counter()
                side.ask(0, {**question, "table": self.table, "id": self.number})
                side.hear(0, self.number)
                taken[place].append(time.perf_counter() - started)
        first, second = map(statistics.median, taken)
        return (second - first) / min(first, second)

    def pages(self) -> None:
        """Everything that can be fetched while the game is on, with its headers; and the log."""
        wanted = {
            "table": self.table,
            "game": self.name,
            "first": 0,
            "path": "app.js",
            "token": "x",
            "part": "3",
        }
        for path in PAGES:
            for query in ("", "?by=0", "?by=open") if path.startswith(AFTER_THE_END) else ("",):
                self.same_pages(path, self.both_get(path.format(**wanted) + query, self.who))
        onward = AFTER_THE_END + "continue"
        self.same_pages(onward, self.both_get(onward.format(**wanted), self.who, {"step": 0}))
        self.same_logs()
        self.search()

    def same_pages(self, path: str, found: list[Any]) -> None:
        """The same on both sides; and of what belongs to finished games nothing at all, for that lies in the log, which both sides share."""
        first, second = found
        if first != second:
            raise Leak(f"{self.name}: {path} differs\n{first}\n{second}")
        if path.startswith(AFTER_THE_END) and (
            first[0] != 400 or json.loads(first[2]).get("code") != "table/not-over"
        ):
            raise Leak(f"{self.name}: {path} was opened before the end\n{first}")

    def same_logs(self) -> None:
        logs = [side.house.output() for side in self.sides]
        if logs[0] != logs[1]:
            raise Leak(f"{self.name}: the logs differ\n{logs[0][-500:]}\n{logs[1][-500:]}")

    def search(self) -> None:
        """The house's secret is in nothing that was sent since the last search, or written to the log, while the game is on."""
        for side in self.sides:
            emitted = b"\n".join([*side.emitted, side.house.output().encode()])
            side.emitted.clear()
            for form in (
                self.secret,
                self.secret.hex().encode(),
                self.secret.hex().upper().encode(),
                self.true.key.hex().encode(),
                self.true.key,
            ):
                if form in emitted:
                    raise Leak(f"{self.name}: the secret of the deal was sent")
            self.counted["bytes searched"] += len(emitted)


def bytes_of(seat: int) -> bytes:
    return sha256(f"bytes of seat {seat}".encode()).digest()
