"""The report of a contest as Markdown."""

from collections.abc import Sequence

from spookhouse.lab.arena.report import BotReport, Estimate, Report, ScoreReport

BOT_HEADS = (
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
)
SEAT_HEADS = ("seat", "games", "wins", "win rate", "last", "last rate", "mean return")


def to_markdown(report: Report, title: str) -> str:
    """Return the report as a page; `title` is that of the game."""
    parts = [
        f"# Arena: {title}",
        summary(report),
        f"**{report.verdict.words}.**" if report.verdict else "",
        "## Bots",
        table(BOT_HEADS, [bot_cells(bot) for bot in report.bots]),
        "## Seats",
        seats_table(report),
        "## Ahead of each other",
        ahead_table(report.ahead),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def summary(report: Report) -> str:
    """Return the sentence on what was played."""
    contest = report.contest
    given = {name: value for name, value in contest.options.items() if value is not None}
    options = ", ".join(f"{name}={value}" for name, value in given.items())
    unfinished = "" if report.finished else f" of {report.games_planned:,}: not finished"
    return (
        f"{report.games:,} games{unfinished}; {report.players} players; {options}; "
        f"seed {contest.seed}; {report.games_per_deal} games on each deal; "
        f"even: {report.even_share:.1%}; rules {contest.rules}."
    )


def bot_cells(bot: BotReport) -> list[str]:
    """Return the row of a bot."""
    times = bot.seconds_per_move
    milliseconds = (
        [f"{1000 * each:.2f}" for each in (times.mean, times.median, times.p95)]
        if times
        else ["", "", ""]
    )
    rating = f"{bot.rating.mu:.1f} ± {bot.rating.sigma:.1f}"
    return [bot.bot, *score_cells(bot.score), rating, f"{bot.moves:,}", *milliseconds]


def seats_table(report: Report) -> str:
    """Return the table of the seats and the sentence on the first one."""
    rows = [[f"seat {each.seat}", *score_cells(each.score)] for each in report.seats]
    if report.first_to_move.seats:
        rows.append(["first to move", *score_cells(report.first_to_move)])
    found, edge = table(SEAT_HEADS, rows), report.first_seat_advantage
    if not report.games or edge.value is None or edge.interval is None:
        return found
    low, high = edge.interval
    return (
        f"{found}\n\nSeat 0 wins {percentage_points(edge.value)} percentage points against even "
        f"({percentage_points(low)} to {percentage_points(high)})."
    )


def percentage_points(value: float) -> str:
    """Return a difference of two shares as text."""
    return f"{100 * value:+.1f}"


def score_cells(score: ScoreReport) -> list[str]:
    """Return the cells that bots and seats have in common."""
    return [
        f"{score.seats:,}",
        f"{round(score.wins, 1):g}",
        rate_cell(score.win_rate),
        f"{round(score.losses, 1):g}",
        rate_cell(score.loss_rate),
        return_cell(score.mean_return),
    ]


def rate_cell(rate: Estimate) -> str:
    """Return a rate with its interval as percentages."""
    if rate.value is None or rate.interval is None:
        return ""
    low, high = rate.interval
    return f"{rate.value:.1%} ({low:.1%} to {high:.1%})"


def return_cell(mean: Estimate) -> str:
    """Return a mean return with its interval, if there is one."""
    if mean.value is None:
        return ""
    if mean.interval is None:
        return f"{mean.value:+.3f}"
    low, high = mean.interval
    return f"{mean.value:+.3f} ({low:+.3f} to {high:+.3f})"


def ahead_table(ahead: dict[str, dict[str, float | None]]) -> str:
    """Return the table of how often each bot got more than each other one."""
    rows = [
        [name, *("" if value is None else f"{value:.1%}" for value in row.values())]
        for name, row in ahead.items()
    ]
    return table(["of", *ahead], rows)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown; all columns but the first are aligned to the right."""
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
