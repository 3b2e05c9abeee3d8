"""Golden games of dice against dice, which reach the last mansion more often: run this file to play them anew."""

from pathlib import Path

from spookhouse.bots import bot
from spookhouse.games import game
from spookhouse.kernel.record import Record
from spookhouse.kernel.transcript import write_transcript

GAMES = [  # level, seed: chosen for what happens in them
    (4, 245),  # a tied round, a carried card, the last Castle
    (4, 166),  # a tied last mansion, decided by tokens
    (4, 298),  # three cards to resolve, the last Manor
    (3, 185),  # three cards to resolve, nobody has a set
    (4, 29),
    (4, 26),
]


def play(level: int, seed: int) -> Record:
    title = game("rest-in-peace")
    match = title.new(seed=seed, level=level)
    bots = [bot("uniform", seed * 100 + seat) for seat in range(match.players)]
    while match.waiting:
        seat = match.waiting[0]
        match.apply(seat, bots[seat].choose(title, match.concealed(seat), seat))
    return Record.of(match)


def main() -> None:
    folder = Path(__file__).parent / "golden"
    for number, (level, seed) in enumerate(GAMES, 20):
        path = folder / f"{number}-dice-level-{level}-seed-{seed}.txt"
        path.write_text(
            write_transcript(game("rest-in-peace"), play(level, seed)), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
