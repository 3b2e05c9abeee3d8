"""Records of matches as JSON that replays.

    {"format": 1, "game": "rest-in-peace", "edition": 2, "options": {...},
     "seed": "<64 hex digits>", "commitment": "<SHA-256 of the seed>", "start": null,
     "moves": [[0, "g2"], [0, "end"]], "outcome": {...} or null}

`edition` is the edition of the rules; it is left out if it is 1.

`seed` is the 256-bit key of all chance in the match. The sealed record of a match in progress has
null instead and shows only the commitment. `start` is the position from which the match began, or
null for a fresh deal.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from types import UnionType

from spookhouse.kernel.contract import Json, Options
from spookhouse.kernel.errors import BrokenRecord, SpookhouseError
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.validation import Reader, is_whole, shown

FORMAT = 1
LAST_EDITION = 1_000_000  # a bound for parsing; the game itself knows which editions it has
KEYS = ("format", "game", "edition", "options", "seed", "commitment", "start", "moves", "outcome")

SHAPES: tuple[tuple[str, type | UnionType, str], ...] = (
    ("game", str, "the name of a game"),
    ("options", dict, "an object"),
    ("commitment", str, "64 hex digits"),
    ("start", dict | None, "a position or null"),
    ("outcome", dict | None, "an outcome or null"),
)


@dataclass(frozen=True)
class Record:
    """The options, the chance and the moves of one match."""

    game: str
    options: Options
    seed: bytes | None
    commitment: str
    start: Json | None = None
    moves: tuple[tuple[int, str], ...] = ()
    outcome: Json | None = field(default=None)
    edition: int = 1

    @classmethod
    def of(cls, match: Match, *, sealed: bool = False) -> "Record":
        """Return the record of a match; a sealed one hides the seed."""
        write = match.game.notation.write_move
        moves = tuple((seat, write(action)) for seat, action in match.moves)
        outcome = match.outcome.to_json() if match.outcome else None
        seed = None if sealed else match.key
        return cls(
            match.game.name,
            match.options,
            seed,
            commitment(match.key),
            match.start,
            moves,
            outcome,
            match.edition,
        )

    def to_json(self) -> Json:
        """Return the record as JSON-ready data."""
        seed = None if self.seed is None else self.seed.hex()
        moves = [list(move) for move in self.moves]
        values = (
            FORMAT,
            self.game,
            self.edition,
            dict(self.options),
            seed,
            self.commitment,
            self.start,
            moves,
            self.outcome,
        )
        data = dict(zip(KEYS, values, strict=True))
        return {name: value for name, value in data.items() if name != "edition" or value != 1}

    @classmethod
    def from_json(cls, data: object) -> "Record":
        """Read a record; raise `BrokenRecord` with every defect."""
        if not isinstance(data, dict):
            raise BrokenRecord(
                "not a record", [f"expected a JSON object, got {type(data).__name__}"]
            )
        found: Json = {"edition": 1, **data}
        reader = Reader(found, KEYS)
        edition = reader.whole("edition", 1, LAST_EDITION)
        if found.get("format") != FORMAT:
            reader.wrong("format", found.get("format"), f"{FORMAT}, the only one there is")
        moves = read_moves(reader)
        seed = read_seed(reader)
        for key, kind, expected in SHAPES:
            if key in found and not isinstance(found[key], kind):
                reader.wrong(key, found[key], expected)
        if reader.defects:
            raise BrokenRecord("broken record", reader.defects)
        return cls(
            found["game"],
            found["options"],
            seed,
            found["commitment"],
            found["start"],
            moves,
            found["outcome"],
            edition,
        )


def commitment(key: bytes) -> str:
    """Return the commitment to a key, which may be public before the key is."""
    return sha256(key).hexdigest()


def read_seed(reader: Reader) -> bytes | None:
    """Return the seed of a record; add a defect if it does not fit its commitment."""
    text = reader.data.get("seed")
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != 32:
        reader.wrong("seed", text, "64 hex digits, or null in a sealed record")
    elif commitment(seed) != reader.data.get("commitment"):
        reader.defect(
            "the seed does not fit its commitment, expected the SHA-256 of the seed's 32 bytes"
        )
    return seed


def read_moves(reader: Reader) -> tuple[tuple[int, str], ...]:
    """Return the moves of a record as seats and texts."""
    moves = []
    for i, item in enumerate(reader.items("moves")):
        if (
            not isinstance(item, list)
            or len(item) != 2
            or not is_whole(item[0])
            or not isinstance(item[1], str)
        ):
            reader.wrong(f"moves[{i}]", item, 'a seat and a move, like [2, "pass"]')
        else:
            moves.append((int(item[0]), item[1]))
    return tuple(moves)


def initial_match(game: Game, record: Record) -> Match:
    """Return the match before the first move of a record."""
    if record.game != game.name:
        raise BrokenRecord(
            "broken record", [f"game is {shown(record.game)}, expected {game.name!r}"]
        )
    if record.seed is None:
        raise BrokenRecord(
            "sealed record", ["the seed is hidden until the match is over: replay it after that"]
        )
    try:
        if record.start is None:
            return game.new(seed=record.seed, edition=record.edition, **record.options)
        return game.load(record.start, seed=record.seed, edition=record.edition)
    except (SpookhouseError, TypeError) as error:
        raise BrokenRecord("broken record", [str(error)]) from error


def replay(game: Game, record: Record, upto: int | None = None) -> Match:
    """Return the match after all moves of a record, or after its first ones.

    Raise `BrokenRecord` if a move is illegal or the outcome is not the recorded one.
    """
    match = initial_match(game, record)
    for number, (seat, move) in enumerate(record.moves[:upto], 1):
        try:
            match.play(seat, move)
        except SpookhouseError as error:
            raise BrokenRecord(
                "broken record", [f"move {number} ({seat}, {move!r}): {error}"]
            ) from error
    if upto is None:
        found = match.outcome.to_json() if match.outcome else None
        if found != record.outcome:
            raise BrokenRecord(
                "broken record",
                [f"the outcome is {shown(record.outcome)}, but the moves lead to {shown(found)}"],
            )
    return match
