"""What a contest found, as data and as Markdown."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import numpy as np

from spookhouse.kernel.contract import Json
from spookhouse.lab.arena.contests import Contest
from spookhouse.lab.arena.duels import Duel
from spookhouse.lab.arena.intervals import around_mean, wilson
from spookhouse.lab.arena.standings import Score, Standings


def report(contest: Contest, standings: Standings, duel: Duel | None) -> Json:
    """Everything, JSON-ready."""
    found: Json = {
        "contest": contest.to_json(),
        "players": contest.players,
        "games": standings.games,
        "games planned": contest.games,
        "games a deal": contest.games_a_deal,
        "finished": standings.games == contest.games or (duel is not None and duel.is_settled),
        "even": 1 / contest.players,
        "bots": [bot_row(contest, standings, bot) for bot in range(len(contest.bots))],
        "seats": [{"seat": seat} | score_row(score) for seat, score in enumerate(standings.seats)],
        "first to move": score_row(standings.first),
        "first seat advantage": advantage(standings.seats[0], contest.players),
        "ahead": {
            name: ahead_row(contest, standings, bot) for bot, name in enumerate(contest.names)
        },
    }
    return found | ({} if duel is None else {"verdict": duel.to_json()})


def score_row(score: Score) -> Json:
    by_deal = [fmean(values) for values in score.returns.values()]
    low, high = around_mean(by_deal)
    return {
        "seats": score.seats,
        "wins": score.wins,
        "win rate": rate(score.wins, score.seats),
        "losses": score.losses,
        "loss rate": rate(score.losses, score.seats),
        "mean return": {
            "value": fmean(by_deal) if by_deal else None,
            "interval": [low, high] if len(by_deal) > 1 else None,
        },
    }


def rate(hits: float, tries: int) -> Json:
    return {"value": hits / tries if tries else None, "interval": list(wilson(hits, tries))}


def bot_row(contest: Contest, standings: Standings, bot: int) -> Json:
    mu, sigma = standings.ratings.of(bot)
    row = {"bot": contest.names[bot]} | score_row(standings.bots[bot])
    return row | {
        "rating": {"mu": mu, "sigma": sigma},
        "moves": len(standings.seconds[bot]),
        "seconds to move": times(standings.seconds[bot]),
    }


def times(seconds: Sequence[float]) -> Json | None:
    if not seconds:
        return None
    median, p95 = np.quantile(np.asarray(seconds), [0.5, 0.95]).tolist()
    return {"mean": fmean(seconds), "median": median, "p95": p95}


def advantage(first: Score, players: int) -> Json:
    """How much more than its part the first seat wins."""
    low, high = wilson(first.wins, first.seats)
    return {
        "value": first.wins / first.seats - 1 / players if first.seats else None,
        "interval": [low - 1 / players, high - 1 / players],
    }


def ahead_row(contest: Contest, standings: Standings, bot: int) -> dict[str, float | None]:
    """For each other bot the share of pairs of seats in which this one got more."""
    row: dict[str, float | None] = {}
    for other, name in enumerate(contest.names):
        pairs = standings.ahead[bot][other] + standings.ahead[other][bot]
        row[name] = standings.ahead[bot][other] / pairs if pairs else None
    return row


# === MARKDOWN ===


def to_markdown(found: Json, title: str) -> str:
    contest = found["contest"]
    options = ", ".join(
        f"{name}={value}" for name, value in contest["options"].items() if value is not None
    )
    unfinished = "" if found["finished"] else f" of {found['games planned']:,}: not finished"
    parts = [
        f"# Arena: {title}",
        f"{found['games']:,} games{unfinished}; {found['players']} players; {options}; seed {contest['seed']}; "
        f"{found['games a deal']} games on each deal; even: {found['even']:.1%}; rules {contest['rules']}.",
        *([f"**{found['verdict']['words']}.**"] if "verdict" in found else []),
        "## Bots",
        bots_table(found["bots"]),
        "## Seats",
        seats_table(found),
        "## Ahead of each other",
        ahead_table(found["ahead"]),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def bots_table(rows: list[Json]) -> str:
    heads = [
        "bot",
        "seats",
        "wins",
        "win rate",
        "last",
        "last rate",
        "mean return",
        "rating",
        "moves",
        "mean",
        "median",
        "p95 ms to move",
    ]
    return table(
        heads,
        [
            [
                row["bot"],
                f"{row['seats']:,}",
                *score_cells(row),
                f"{row['rating']['mu']:.1f} ± {row['rating']['sigma']:.1f}",
                f"{row['moves']:,}",
            ]
            + (
                [f"{1000 * row['seconds to move'][key]:.2f}" for key in ("mean", "median", "p95")]
                if row["moves"]
                else ["", "", ""]
            )
            for row in rows
        ],
    )


def seats_table(found: Json) -> str:
    rows = [
        [f"seat {row['seat']}", f"{row['seats']:,}", *score_cells(row)] for row in found["seats"]
    ]
    if found["first to move"]["seats"]:
        rows.append(
            [
                "first to move",
                f"{found['first to move']['seats']:,}",
                *score_cells(found["first to move"]),
            ]
        )
    edge = found["first seat advantage"]
    said = f"Seat 0 wins {points(edge['value'])} percentage points against even ({points(edge['interval'][0])} to {points(edge['interval'][1])})."
    return table(
        ["seat", "games", "wins", "win rate", "last", "last rate", "mean return"], rows
    ) + (f"\n\n{said}" if found["games"] else "")


def points(value: float | None) -> str:
    return "" if value is None else f"{100 * value:+.1f}"


def score_cells(row: Json) -> list[str]:
    mean, interval = row["mean return"]["value"], row["mean return"]["interval"]
    returns = (
        ""
        if mean is None
        else f"{mean:+.3f}" + (f" ({interval[0]:+.3f} to {interval[1]:+.3f})" if interval else "")
    )
    return [
        f"{round(row['wins'], 1):g}",
        rate_cell(row["win rate"]),
        f"{round(row['losses'], 1):g}",
        rate_cell(row["loss rate"]),
        returns,
    ]


def rate_cell(found: Json) -> str:
    low, high = found["interval"]
    return "" if found["value"] is None else f"{found['value']:.1%} ({low:.1%} to {high:.1%})"


def ahead_table(ahead: dict[str, dict[str, float | None]]) -> str:
    cells = [
        [name, *("" if value is None else f"{value:.1%}" for value in row.values())]
        for name, row in ahead.items()
    ]
    return table(["of", *ahead], cells)


def table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
