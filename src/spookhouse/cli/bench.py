"""`spookhouse bench`: the speed of rules and search, as ratios to OpenSpiel in the same run."""

from collections.abc import Callable
from typing import Annotated, TypeAlias, TypeVar

import msgspec
import typer
from rich.table import Table

from spookhouse.bench import engine_speed, gpu_speed, search_speed
from spookhouse.bench.engine_speed import Speed, StartTimes, has_open_spiel
from spookhouse.bench.gpu_speed import GpuSpeed
from spookhouse.bench.rounds import ROUNDS, Progress
from spookhouse.bench.search_speed import SearchSpeed
from spookhouse.cli.console import console, errors, print_json, progress_bar
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game

GPU_GAMES = 1 << 18
# Games that are compared with the CPU.
GPU_SAMPLE = 20_000

Rate = TypeVar("Rate")
Measurements: TypeAlias = dict[str, Callable[[float], Rate]]
AnySpeed = TypeVar("AnySpeed", Speed, SearchSpeed)


class BenchReport(msgspec.Struct, rename={"state_bytes": "state bytes"}):
    """All results of a run."""

    speeds: list[Speed]
    search: list[SearchSpeed]
    starts: dict[str, StartTimes]
    state_bytes: dict[str, int]


def bench(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game to measure; default: all games."),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Seconds for each measurement.")] = 2.0,
    gpu: Annotated[
        bool,
        typer.Option(
            "--gpu",
            help="Measure random games on a CUDA device instead, "
            "and compare them with the CPU byte for byte.",
        ),
    ] = False,
    start: Annotated[
        bool, typer.Option(help="Measure start times too, with a cold and a warm compile cache.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Measure compiled playouts, the Python API and the search.

    Results are compared with OpenSpiel where it is installed.
    """
    titles = [game(each) for each in ([name] if name else FOLDERS)]
    if gpu:
        bench_gpu(titles, as_json=as_json)
        return
    report = measure(titles, seconds, start=start)
    if as_json:
        print_json(report)
    else:
        show_speeds(report.speeds)
        show_starts(report)
        show_search(report.search)


# === MEASURING ===


def measure(titles: list[Game], seconds: float, *, start: bool) -> BenchReport:
    """Compile the rules, then run all measurements."""
    with progress_bar() as progress:
        for title in progress.track(titles, description="compiling in a separate process"):
            engine_speed.fill_cache(title)
    if not has_open_spiel():
        errors.print(
            "[yellow]OpenSpiel is not installed, so there are no ratios.[/] "
            "Install the extra: pip install 'spookhouse\\[peers]'"
        )
    return BenchReport(
        speeds=measure_engines(titles, seconds),
        search=measure_searches(titles, seconds),
        starts={title.name: engine_speed.start_times(title) for title in titles} if start else {},
        state_bytes={title.name: title.rules.STATE.itemsize for title in titles},
    )


def measure_engines(titles: list[Game], seconds: float) -> list[Speed]:
    """Measure OpenSpiel, if it is installed, and all games."""
    measurements = engine_speed.open_spiel_measurements() if has_open_spiel() else {}
    for title in titles:
        measurements |= engine_speed.measurements_of(title)
    return run_all(measurements, seconds, engine_speed.measure_engines)


def measure_searches(titles: list[Game], seconds: float) -> list[SearchSpeed]:
    """Measure the search of OpenSpiel, if it is installed, and of all games."""
    measurements = {}
    if has_open_spiel():
        measurements["OpenSpiel hearts: ISMCTSBot"] = search_speed.measure_open_spiel_search()
    for title in titles:
        measurements[f"{title.name}: search"] = search_speed.measure_search(title)
    return run_all(measurements, seconds, search_speed.measure_searches)


def run_all(
    measurements: Measurements[Rate],
    seconds: float,
    measure: Callable[[Measurements[Rate], float, Progress], list[AnySpeed]],
) -> list[AnySpeed]:
    """Run measurements with a progress bar; without OpenSpiel the results have no ratios."""
    with progress_bar() as progress:
        task = progress.add_task("measuring", total=len(measurements) * ROUNDS)

        def advance(what: str) -> None:
            progress.update(task, description=what, advance=1)

        speeds = measure(measurements, seconds, advance)
    if has_open_spiel():
        return speeds
    return [msgspec.structs.replace(each, ratio=None) for each in speeds]


def bench_gpu(titles: list[Game], *, as_json: bool) -> None:
    """Measure random games on a GPU and print the results."""
    if not gpu_speed.has_gpu():
        raise BadOption(
            "gpu",
            "invalid --gpu: expected a CUDA device and the extra: pip install 'spookhouse[gpu]'",
        )
    results = []
    for title in titles:
        same = gpu_speed.same_as_cpu(title, GPU_SAMPLE, 1)
        speed = gpu_speed.moves_a_second(title, GPU_GAMES, 2)
        results.append(GpuSpeed(title.name, GPU_GAMES, same, speed))
        if not as_json:
            show_gpu(results[-1])
    if as_json:
        print_json(results)


# === TABLES ===


def show_speeds(speeds: list[Speed]) -> None:
    """Print the speed of the rules."""
    heads = ("what", "moves a second", "times OpenSpiel's Python loop")
    table = Table(*heads, box=None, pad_edge=False)
    for speed in speeds:
        table.add_row(speed.what, f"{speed.moves_a_second:,.0f}", shown_ratio(speed.ratio))
    console.print(table)


def show_search(speeds: list[SearchSpeed]) -> None:
    """Print the speed of the search."""
    table = Table(
        "search at the start of a game",
        "iterations a second",
        "simulated moves a second",
        "times OpenSpiel's",
        box=None,
        pad_edge=False,
    )
    for speed in speeds:
        iterations, moves = f"{speed.iterations_a_second:,.0f}", f"{speed.moves_a_second:,.0f}"
        table.add_row(speed.what, iterations, moves, shown_ratio(speed.ratio))
    console.print(table)


def shown_ratio(ratio: float | None) -> str:
    """Return a ratio with two decimals."""
    return "" if ratio is None else f"{ratio:.2f}"


def show_starts(report: BenchReport) -> None:
    """Print the size of a state and the start times of each game."""
    for name, size in report.state_bytes.items():
        times = msgspec.to_builtins(report.starts[name]) if name in report.starts else {}
        parts = [f"state {size} bytes", *(f"{what} {took:.2f} s" for what, took in times.items())]
        console.print(f"{name}: {', '.join(parts)}")


def show_gpu(speed: GpuSpeed) -> None:
    """Print the speed of one game on the GPU."""
    verdict = (
        "the same as the CPU, byte for byte"
        if speed.same_as_cpu
        else "[bold red]NOT the same as the CPU[/]"
    )
    console.print(
        f"{speed.game}: {speed.moves_a_second / 1e9:.2f} billion moves a second "
        f"in {speed.games:,} games at once; {verdict}"
    )
