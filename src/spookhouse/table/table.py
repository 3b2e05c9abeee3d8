"""The state of a table after the last entry of its log. Only `apply` changes it."""

from dataclasses import dataclass, field

from spookhouse.kernel.match import Match
from spookhouse.table.clocks import Clock
from spookhouse.table.hash_chain import GENESIS
from spookhouse.table.log import ClockLimits, Json, Origin
from spookhouse.table.phases import OVER, START, Phase, Progress
from spookhouse.table.seen_commands import SeenCommands


@dataclass(slots=True)
class Seat:
    """A seat and its player: a guest, a bot, or nobody."""

    guest: str = ""
    # The character of a bot.
    level: str = ""
    pledge: str = ""
    # The bytes that the seat revealed for the deal.
    shown: bytes = b""
    # Why a bot plays for the guest: "away", "clock" or "resigned".
    stand_in: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the seat has no player."""
        return not self.guest and not self.level

    @property
    def is_bot(self) -> bool:
        """Whether a bot decides for this seat now."""
        return bool(self.level or self.stand_in)


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message, its author and its time."""

    guest: str
    text: str
    at: float


@dataclass(slots=True)
class Table:
    """A match with seats, versions, clocks and a log."""

    id: str
    # The server's part of the deal. Nobody else knows it until the game is over.
    secret: bytes
    version: int = 0
    # The hash of the last entry.
    head: str = GENESIS
    progress: Progress = START
    game: str = ""
    # Of the rules of the game.
    edition: int = 1
    options: Json = field(default_factory=dict)
    owner: str = ""
    public: bool = False
    spectators: bool = True
    hints: bool = True
    commitment: str = ""
    clock_limits: ClockLimits | None = None
    # The position that the game starts from, unless it is dealt.
    start: Json | None = None
    # Where that position comes from, if the log says so.
    origin: Origin | None = None
    seats: list[Seat] = field(default_factory=list)
    match: Match | None = None
    clock: Clock | None = None
    # By seat: the version since which it owes its decision.
    owed: dict[int, int] = field(default_factory=dict)
    seen: SeenCommands = field(default_factory=SeenCommands)
    # The seat that made the last move; None after an undo.
    last_mover: int | None = None
    # Whether the server that opened the table sampled worlds to decide on undos.
    sampled_undo: bool = False
    # The seat that asks for an undo, and the guests who agree.
    undo_asker: int | None = None
    undo_agreed: set[str] = field(default_factory=set)
    # The seat that ended a game of two players by resigning.
    loser: int | None = None
    # Whether the secret is revealed.
    opened: bool = False
    # The table of the rematch.
    rematch: str = ""
    # The last messages.
    chat: list[ChatMessage] = field(default_factory=list)
    # The size of all messages (see `chat`).
    chat_bytes: int = 0
    changed_at: float = 0.0

    @property
    def phase(self) -> Phase:
        """One of LOBBY, SHOWING, PLAYING and OVER."""
        return self.progress.phase

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.seats)

    @property
    def guests(self) -> list[str]:
        """The guests at the table, in order of their seats, each once."""
        return list(dict.fromkeys(seat.guest for seat in self.seats if seat.guest))

    @property
    def open_seats(self) -> list[int]:
        """The seats without a player."""
        return [number for number, seat in enumerate(self.seats) if seat.is_open]

    @property
    def named_guests(self) -> set[str]:
        """The guests whose names are shown: the owner, players, and authors of messages."""
        return {self.owner, *self.guests, *(message.guest for message in self.chat)}

    def seats_of(self, guest: str) -> list[int]:
        """Return the seats of a guest."""
        return [number for number, seat in enumerate(self.seats) if guest and seat.guest == guest]

    def waiting_bots(self) -> list[int]:
        """Return the seats whose decision a bot owes."""
        seats = self.seats
        return [seat for seat in self.owed if seats[seat].level or seats[seat].stand_in]

    def deadline(self) -> tuple[float, int] | None:
        """Return when the next human runs out of time, and the seat."""
        if self.clock is None:
            return None
        times = [
            (at, seat)
            for seat in self.owed
            if not self.seats[seat].is_bot and (at := self.clock.deadline(seat)) is not None
        ]
        return min(times, default=None)

    @property
    def outcome(self) -> Json | None:
        """How the game ended: by its rules, or because one of two players resigned."""
        if self.phase != OVER:
            return None
        if self.loser is not None:
            lost = [seat == self.loser for seat in range(self.players)]
            return {
                "reason": "resigned",
                "ranks": [2 if each else 1 for each in lost],
                "returns": [-0.5 if each else 0.5 for each in lost],
            }
        assert self.match is not None
        assert self.match.outcome is not None
        return self.match.outcome.to_json()
