"""A whole match as readable text that can be read back into a record.

Ghooost! (ghooost)
options: {"players": 3, "mode": "single", "dawn": 30, "first": null}
seed: 5f1c...

   1. 2: 5x2
        Seat 2 plays two times Moth Maud (5).
        A Double!

A line such as `edition: 2` follows the title, unless the edition of the rules is the first.
"""

import json
import re
from collections.abc import Sequence

from spookhouse.kernel.errors import BrokenRecord
from spookhouse.kernel.game import Game
from spookhouse.kernel.match_record import Record, commitment, initial_match

HEADER = re.compile(
    r"[^\n]* \((?P<game>[a-z-]+)\)\n(?:edition: (?P<edition>\d{1,6})\n)?"
    r"options: (?P<options>[^\n]*)\n"
    r"seed: (?P<seed>[0-9a-f]{64})\n(?:start: (?P<start>[^\n]*)\n)?"
)
MOVE = re.compile(r" *\d+\. (\d+): (.+)")
OUTCOME = re.compile(r"outcome: (.+)")


def write_transcript(game: Game, record: Record, names: Sequence[str] | None = None) -> str:
    """Return the match in words, secrets included, with one paragraph per move."""
    match = initial_match(game, record)
    lines = [f"{game.title} ({game.name})"]
    if record.edition > 1:
        lines.append(f"edition: {record.edition}")
    lines += [f"options: {json.dumps(record.options)}", f"seed: {match.key.hex()}"]
    if record.start is not None:
        lines.append(f"start: {json.dumps(record.start)}")
    lines.append("")
    for number, (seat, move) in enumerate(record.moves, 1):
        match.play(seat, move)
        lines += [
            f"{number:>4}. {seat}: {move}",
            *(f"         {line.strip()}" for line in match.tell(names=names, everything=True)),
        ]
    lines += ["", f"outcome: {json.dumps(match.outcome.to_json() if match.outcome else None)}", ""]
    return "\n".join(lines)


def read_transcript(text: str) -> Record:
    """Return the record from which a transcript was written."""
    header = HEADER.match(text)
    ending = next(
        (found for line in reversed(text.splitlines()) if (found := OUTCOME.fullmatch(line))), None
    )
    if header is None or ending is None:
        raise BrokenRecord(
            "broken transcript",
            ["expected the game's title and name, options and seed first, and the outcome last"],
        )
    moves = tuple(
        (int(found[1]), found[2]) for line in text.splitlines() if (found := MOVE.fullmatch(line))
    )
    seed, edition = bytes.fromhex(header["seed"]), int(header["edition"] or 1)
    try:
        start = json.loads(header["start"]) if header["start"] else None
        return Record(
            header["game"],
            json.loads(header["options"]),
            seed,
            commitment(seed),
            start,
            moves,
            json.loads(ending[1]),
            edition,
        )
    except json.JSONDecodeError as error:
        raise BrokenRecord(
            "broken transcript", [f"invalid JSON in options, start or outcome: {error}"]
        ) from error
