"""Play the golden games anew: `python tests/games/golden.py [GAME ...]`. Look at the difference before you commit it."""

import re
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

from spookhouse.bots import bot
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.game import Game
from spookhouse.kernel.record import Record
from spookhouse.kernel.transcript import write_transcript


def play(title: Game, seed: int, **options: Any) -> Record:
    """A match between rules of thumb and dice, seat by seat in turn."""
    match = title.new(seed=seed, **options)
    kinds = cycle(["thumb", "uniform", "thumb"])
    bots = [bot(next(kinds), seed * 100 + seat) for seat in range(match.players)]
    while match.waiting:
        for seat in match.waiting:
            match.apply(seat, bots[seat].choose(title, match.concealed(seat), seat))
    return Record.of(match)


PLAYS: dict[str, list[dict[str, Any]]] = {
    "ghooost": [
        *({"players": players, "mode": "single"} for players in range(2, 7)),
        *({"players": players, "mode": "match"} for players in range(3, 7)),
        {"players": 2, "dawn": 5},
        {"players": 4, "dawn": 0},
    ],
    "ghostbumpers": [
        *({"players": players} for players in range(3, 7)),
        *({"players": players, "rounds": 2} for players in range(3, 7)),
        *({"players": players, "target": 25} for players in range(3, 7)),
    ],
    "rest-in-peace": [
        *({"level": level, "learning": learning} for level in range(5) for learning in (False, True)),
        {"level": 4},
        {"level": 3},
    ],
    "graveyards": [
        *({"players": players} for players in (2, 3, 4) for _ in range(3)),
        {"players": 2, "colours": [["green", "white"], ["orange", "blue"]]},
        {"players": 3, "colours": [["green"], ["blue"], ["orange"]]},
    ],
}


def main(names: list[str]) -> None:
    for name in names or FOLDERS:
        folder = Path(__file__).parent / FOLDERS[name] / "golden"
        folder.mkdir(parents=True, exist_ok=True)
        for seed, options in enumerate(PLAYS[name], 1):
            words = "-".join(re.findall(r"\w+", str(options)))
            (folder / f"{seed:02}-{words}.txt").write_text(write_transcript(game(name), play(game(name), seed, **options)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
