"""A table: people and bots around one game. It is what its log makes it: `Table.rebuilt(secret, entries)` is the same table again.

`judge` says what a command would write into the log, or why not; nothing changes until the entry is `taken` in. In between the entry is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spookhouse.games import game as find_game
from spookhouse.kernel.match import Match
from spookhouse.table.clocks import Clock, Pace
from spookhouse.table.commitments import read_bytes, seed_of
from spookhouse.table.log import GENESIS, Draft, Entry, Json, chain_up, chained

LOBBY, SHOWING, PLAYING, OVER = "lobby", "showing", "playing", "over"
REMEMBERED = 200  # words of the chat
RECENT = 8  # moves of a person that are known by their keys
KNOWN = 200  # other deeds of a person


@dataclass(slots=True)
class Seat:
    """Who sits there: a guest of the house, a bot of some level, or nobody."""

    guest: str = ""
    level: str = ""
    pledge: str = ""
    shown: bytes = b""
    stand_in: str = ""  # why a bot plays for the guest: "away", "clock" or "resigned"

    @property
    def is_open(self) -> bool:
        return not self.guest and not self.level

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides for this seat now."""
        return bool(self.level or self.stand_in)


@dataclass(slots=True)
class Table:
    """The state of a table after the last entry of its log."""

    id: str
    secret: bytes  # of the deal; known to the house alone until the game is over
    version: int = 0
    head: str = GENESIS
    phase: str = LOBBY
    game: str = ""
    edition: int = 1  # of the rules of the game
    options: Json = field(default_factory=dict)
    owner: str = ""
    public: bool = False
    spectators: bool = True
    hints: bool = True
    commitment: str = ""
    pace: Pace | None = None
    start: Json | None = (
        None  # the position that the game begins from, if it is not dealt: a finished game is continued
    )
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    clock: Clock | None = None
    owed: dict[int, int] = field(
        default_factory=dict
    )  # seat: the version since which it owes its decision
    done: dict[str, dict[str, int]] = field(
        default_factory=dict
    )  # who, by which key: the version that it became
    moved: dict[str, dict[str, int]] = field(
        default_factory=dict
    )  # the same for the last moves of each
    last_mover: int | None = None
    before: Match | None = None  # the match before the last move
    learned: bool | None = (
        None  # whether the last mover learned something by that move, once somebody has looked
    )
    previewed: tuple[Match, int, str, Match] | None = (
        None  # a match, a move of a seat in it, and the match after that move
    )
    asked: int | None = None  # the seat that asks for an undo
    agreed: set[str] = field(default_factory=set)
    ended: str = ""  # a reason beside the game's own: "resigned"
    loser: int | None = None
    opened: bool = False  # whether the secret was shown
    rematch: str = ""
    chat: list[Json] = field(default_factory=list)
    changed_at: float = 0.0

    @classmethod
    def rebuilt(cls, id: str, secret: bytes, entries: Iterable[Entry]) -> "Table":  # noqa: A002
        """The table that a log makes."""
        table = cls(id, secret)
        for entry in entries:
            table.take(entry)
        return table

    # === QUESTIONS ===

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def guests(self) -> list[str]:
        """The people at the table, in order of their seats, each once."""
        return list(dict.fromkeys(seat.guest for seat in self.seats if seat.guest))

    def seats_of(self, guest: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def became(self, guest: str, key: str) -> int | None:
        """The version that the guest's command with that key became, if it was carried out."""
        if not key:
            return None
        moved, done = self.moved.get(guest), self.done.get(guest)
        return (
            (moved is not None and moved.get(key)) or (done is not None and done.get(key)) or None
        )

    def waiting_bots(self) -> list[int]:
        """The seats whose decision a bot owes."""
        seats = self.seats
        return [
            seat for seat in self.owed if seats[seat].level or seats[seat].stand_in
        ]  # `is_bot` written out: this is asked after every move

    def deadline(self) -> tuple[float, int] | None:
        """When the next person runs out of time, and who."""
        if self.clock is None:
            return None
        times = [
            (at, seat)
            for seat in self.owed
            if not self.seats[seat].is_bot and (at := self.clock.deadline(seat)) is not None
        ]
        return min(times, default=None)

    def preview(self, seat: int, move: str) -> Match:
        """The match after a move, which is not made by this; raises `IllegalMove`. A move that is judged is soon made: it is played once."""
        assert self.match is not None
        known = self.previewed
        if known is not None and known[0] is self.match and known[1:3] == (seat, move):
            return known[3]
        after = self.match.copy()
        after.play(seat, move)
        self.previewed = (self.match, seat, move, after)
        return after

    # === THE LOG ===

    def write(self, at: float, drafts: Sequence[Draft]) -> list[Entry]:
        """The drafts as the next entries of the log. They are not part of it before they are stored and taken."""
        at = max(at, self.changed_at)
        if len(drafts) == 1:
            return [chained(self.head, self.version + 1, at, drafts[0])]
        return list(chain_up(self.head, self.version + 1, at, drafts))

    def take(self, entry: Entry) -> None:
        """Let the next entry of the log have its effect."""
        assert entry.version == self.version + 1
        self.version, self.head, self.changed_at = entry.version, entry.hash, entry.at
        if entry.key:
            self._note(entry)
        EFFECTS[entry.kind](self, entry, entry.data)

    def _note(self, entry: Entry) -> None:
        """Remember a deed by its key. Of moves the last few will do: an older one carries a version that is stale, and is refused for that."""
        deeds, most = (self.moved, RECENT) if entry.kind == "moved" else (self.done, KNOWN)
        known = deeds.get(entry.by)
        if known is None:
            deeds[entry.by] = known = {}
        known[entry.key] = entry.version
        if len(known) > most:
            del known[next(iter(known))]


# === WHAT EACH KIND OF ENTRY DOES ===

Effect = Callable[[Table, Entry, Json], None]
EFFECTS: dict[str, Effect] = {}


def effect(kind: str) -> Callable[[Effect], Effect]:
    def note(function: Effect) -> Effect:
        EFFECTS[kind] = function
        return function

    return note


@effect("opened")
def take_opened(table: Table, entry: Entry, data: Json) -> None:
    table.game, table.owner = data["game"], entry.by
    game = find_game(table.game)
    table.edition, table.options = (
        game.checked_edition(data.get("edition", 1)),
        game.completed(data["options"]),
    )
    table.public, table.spectators, table.hints = data["public"], data["spectators"], data["hints"]
    table.commitment = data["commitment"]
    table.pace = Pace(**data["clock"]) if data["clock"] else None
    table.start = data.get("start")
    table.seats = [Seat() for _ in range(data["players"])]


@effect("sat")
def take_sat(table: Table, entry: Entry, data: Json) -> None:
    table.seats[data["seat"]] = Seat(
        guest=data["guest"], level=data["level"], pledge=data["pledge"]
    )


@effect("stood")
def take_stood(table: Table, entry: Entry, data: Json) -> None:
    table.seats[data["seat"]] = Seat()


@effect("owner")
def take_owner(table: Table, entry: Entry, data: Json) -> None:
    table.owner = data["guest"]


@effect("arranged")
def take_arranged(table: Table, entry: Entry, data: Json) -> None:
    table.seats = [
        replace(table.seats[old], pledge=promise)
        for old, promise in zip(data["order"], data["pledges"], strict=True)
    ]


@effect("options")
def take_options(table: Table, entry: Entry, data: Json) -> None:
    table.options = find_game(table.game).completed(data["options"])


@effect("started")
def take_started(table: Table, entry: Entry, data: Json) -> None:
    table.phase = SHOWING


@effect("called-off")
def take_called_off(table: Table, entry: Entry, data: Json) -> None:
    """Bytes that were shown are worth nothing for another deal: those seats must pledge anew."""
    table.phase = LOBBY
    for number, seat in enumerate(table.seats):
        if seat.shown:
            table.seats[number] = Seat()


@effect("shown")
def take_shown(table: Table, entry: Entry, data: Json) -> None:
    shown = read_bytes(data["bytes"])
    assert shown is not None
    table.seats[data["seat"]].shown = shown
    if all(seat.shown for seat in table.seats):
        begin_match(table, entry)


def begin_match(table: Table, entry: Entry) -> None:
    seed = seed_of(table.secret, [seat.shown for seat in table.seats])
    title = find_game(table.game)
    if table.start is None:
        table.match = title.new(seed=seed, edition=table.edition, **table.options)
    else:
        table.match = title.load(table.start, seed, edition=table.edition)
    table.phase = PLAYING
    table.clock = Clock.wound(table.pace, table.players) if table.pace else None
    count_owed(table, entry)


def count_owed(table: Table, entry: Entry, mover: int | None = None) -> None:
    """Seats that now owe a decision carry this version; those that owed one already keep theirs: simultaneous choices do not disturb each other."""
    assert table.match is not None
    waiting = table.match.waiting
    table.owed = {
        seat: table.version if seat == mover else table.owed.get(seat, table.version)
        for seat in waiting
    }
    if table.clock is None:
        return
    for seat in [*table.clock.running]:
        if seat not in waiting or seat == mover:
            table.clock.stop(seat, entry.at)
    for seat in waiting:
        table.clock.start(seat, entry.at)


@effect("moved")
def take_moved(table: Table, entry: Entry, data: Json) -> None:
    seat = data["seat"]
    table.last_mover, table.before, table.match = (
        seat,
        table.match,
        table.preview(seat, data["move"]),
    )
    table.previewed = table.learned = None
    table.asked, table.agreed = None, set()
    count_owed(table, entry, seat)
    if not table.match.waiting:
        table.phase = OVER


@effect("asked")
def take_asked(table: Table, entry: Entry, data: Json) -> None:
    table.asked, table.agreed = data["seat"], {entry.by}


@effect("answered")
def take_answered(table: Table, entry: Entry, data: Json) -> None:
    if data["agree"]:
        table.agreed.add(entry.by)
    else:
        table.asked, table.agreed = None, set()


@effect("undone")
def take_undone(table: Table, entry: Entry, data: Json) -> None:
    """The match again, without its last moves."""
    old = table.match
    assert old is not None
    table.match = match = old.again()
    for seat, action in old.moves[: data["moves"]]:
        match.apply(seat, action)
    table.last_mover = table.before = table.learned = table.asked = None
    table.agreed = set()
    table.owed = {}
    count_owed(table, entry)


@effect("stand-in")
def take_stand_in(table: Table, entry: Entry, data: Json) -> None:
    table.seats[data["seat"]].stand_in = data["why"]


@effect("returned")
def take_returned(table: Table, entry: Entry, data: Json) -> None:
    table.seats[data["seat"]].stand_in = ""
    if table.clock is not None and table.clock.running.pop(data["seat"], None) is not None:
        table.clock.start(data["seat"], entry.at)


@effect("resigned")
def take_resigned(table: Table, entry: Entry, data: Json) -> None:
    if table.players == 2:
        table.phase, table.ended, table.loser, table.owed = OVER, "resigned", data["seat"], {}
    else:
        table.seats[data["seat"]].stand_in = "resigned"


@effect("secret")
def take_secret(table: Table, entry: Entry, data: Json) -> None:
    table.opened = True


@effect("rematch")
def take_rematch(table: Table, entry: Entry, data: Json) -> None:
    table.rematch = data["table"]


@effect("said")
def take_said(table: Table, entry: Entry, data: Json) -> None:
    table.chat = [*table.chat, {"guest": entry.by, "text": data["text"], "at": entry.at}][
        -REMEMBERED:
    ]


def outcome_of(table: Table) -> Json | None:
    """How the game ended: by its own rules, or because one of two gave up."""
    if table.phase != OVER:
        return None
    if table.ended:
        ranks = [2 if seat == table.loser else 1 for seat in range(table.players)]
        returns: list[Any] = [-0.5 if seat == table.loser else 0.5 for seat in range(table.players)]
        return {"reason": table.ended, "ranks": ranks, "returns": returns}
    assert table.match is not None
    assert table.match.outcome is not None
    return table.match.outcome.to_json()
