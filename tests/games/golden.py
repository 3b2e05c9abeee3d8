"""Play the golden games anew: `python tests/games/golden.py [GAME ...]`.

Look at the difference before you commit it. Games of earlier editions of the rules are not played
anew: they show that old matches still replay.
"""

import re
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

from spookhouse.bots import bot
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.game import Game
from spookhouse.kernel.match_record import Record
from spookhouse.kernel.transcript import write_transcript


def play(title: Game, seed: int, **options: Any) -> Record:
    """Play a match between heuristic bots and, in every third seat, a uniform bot."""
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
        *(
            {"level": level, "learning": learning}
            for level in range(5)
            for learning in (False, True)
        ),
        {"level": 4},
        {"level": 3},
    ],
    "graveyards": [
        *({"players": players} for players in (2, 3, 4) for _ in range(3)),
        {"players": 2, "colours": [["green", "white"], ["orange", "blue"]]},
        {"players": 3, "colours": [["green"], ["blue"], ["orange"]]},
    ],
}


# Seeds of random games that show the changes of edition 2.
UNIFORM: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "rest-in-peace": [
        (1186, {"level": 4}),  # Card 16 and Card 22 without a choice
        (3, {"level": 4}),  # Card 28 without a choice
        (736, {"level": 1}),  # Card 2 alone under Card 14
        (863, {"level": 2}),  # a trip without a card to bind
    ],
}


def play_uniform(title: Game, seed: int, **options: Any) -> Record:
    """Play a match between uniform bots."""
    match = title.new(seed=seed, **options)
    bots = [bot("uniform", seed * 100 + seat) for seat in range(match.players)]
    while match.waiting:
        seat = match.waiting[0]
        match.apply(seat, bots[seat].choose(title, match.concealed(seat), seat))
    return Record.of(match)


def main(names: list[str]) -> None:
    for name in names or FOLDERS:
        folder = Path(__file__).parent / FOLDERS[name] / "golden"
        folder.mkdir(parents=True, exist_ok=True)
        edition = f"-edition-{game(name).edition}" if game(name).edition > 1 else ""
        for seed, options in enumerate(PLAYS[name], 1):
            words = "-".join(re.findall(r"\w+", str(options)))
            record = play(game(name), seed, **options)
            (folder / f"{seed:02}-{words}{edition}.txt").write_text(
                write_transcript(game(name), record), encoding="utf-8"
            )
        for number, (seed, options) in enumerate(UNIFORM.get(name, []), 30):
            words = "-".join(re.findall(r"\w+", str(options)))
            record = play_uniform(game(name), seed, **options)
            (folder / f"{number}-dice-{words}-seed-{seed}{edition}.txt").write_text(
                write_transcript(game(name), record), encoding="utf-8"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
