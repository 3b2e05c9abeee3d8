"""`spookhouse bench`: speed, as ratios in one run."""

from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table

from spookhouse.bench.engine_speed import (
    ROUNDS,
    Speed,
    compare,
    fill_cache,
    measures,
    peer_inside,
    peer_is_there,
    peer_loop,
    start_times,
)
from spookhouse.bench.gpu_speed import gpu_is_there, moves_a_second, same_as_cpu
from spookhouse.bench.search_speed import Pace, compare_search, house_search, peer_search
from spookhouse.bench.websocket_speed import measure_frames
from spookhouse.cli.console import console, errors, print_json, progress_bar
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.game import Game

GAMES_ON_GPU = 1 << 18


def bench(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="The game to measure; without it, all of them."),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Time for each measurement.")] = 2.0,
    gpu: Annotated[
        bool,
        typer.Option(
            "--gpu",
            help="Measure random games on a CUDA device instead, and compare them with the CPU's byte for byte.",
        ),
    ] = False,
    websocket: Annotated[
        bool,
        typer.Option(
            "--websocket", help="Measure receiving and sending one WebSocket frame instead."
        ),
    ] = False,
    start: Annotated[
        bool, typer.Option(help="Measure start times too, from a cold and a warm compile cache.")
    ] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON.")] = False,
) -> None:
    """Measure compiled playouts, the integer door, the text door and the search, side by side with OpenSpiel where it is installed."""
    titles = [game(each) for each in ([name] if name else FOLDERS)]
    if gpu:
        bench_gpu(titles, as_json)
        return
    if websocket:
        bench_websocket(seconds, as_json)
        return
    with progress_bar() as progress:
        for title in progress.track(titles, description="compiling, in a process of its own"):
            fill_cache(title)
    if not peer_is_there():
        errors.print(
            "[yellow]OpenSpiel is not installed, so there are no ratios.[/] Install the extra: pip install 'spookhouse\\[peers]'"
        )
    speeds = measure(titles, seconds)
    paces = measure_search(titles, seconds)
    starts = {title.name: start_times(title) for title in titles} if start else {}
    sizes = {title.name: title.rules.STATE.itemsize for title in titles}
    if as_json:
        print_json(
            {
                "speeds": [vars(speed) for speed in speeds],
                "search": [vars(pace) for pace in paces],
                "starts": starts,
                "state bytes": sizes,
            }
        )
    else:
        show(speeds, starts, sizes)
        show_search(paces)


def measure(titles: list[Game], seconds: float) -> list[Speed]:
    named: dict[str, Any] = {}
    peer = peer_is_there()
    if peer:
        named |= {
            "OpenSpiel crazy_eights: Python loop": peer_loop(),
            "OpenSpiel crazy_eights: inside C++": peer_inside(),
        }
    for title in titles:
        named |= measures(title)
    with progress_bar() as progress:
        task = progress.add_task("measuring", total=len(named) * ROUNDS)
        speeds = compare(
            named, seconds, lambda what: progress.update(task, description=what, advance=1)
        )
    return speeds if peer else [Speed(speed.what, speed.moves_a_second, None) for speed in speeds]


def measure_search(titles: list[Game], seconds: float) -> list[Pace]:
    peer = peer_is_there()
    named = {"OpenSpiel hearts: ISMCTSBot": peer_search()} if peer else {}
    named |= {f"{title.name}: search": house_search(title) for title in titles}
    with progress_bar() as progress:
        task = progress.add_task("searching", total=len(named) * ROUNDS)
        paces = compare_search(
            named, seconds, lambda what: progress.update(task, description=what, advance=1)
        )
    return paces if peer else [replace(pace, ratio=None) for pace in paces]


def show_search(paces: list[Pace]) -> None:
    table = Table(
        "search at the start of a game",
        "iterations a second",
        "simulated moves a second",
        "times OpenSpiel's",
        box=None,
        pad_edge=False,
    )
    for pace in paces:
        ratio = "" if pace.ratio is None else f"{pace.ratio:.2f}"
        table.add_row(
            pace.what, f"{pace.iterations_a_second:,.0f}", f"{pace.moves_a_second:,.0f}", ratio
        )
    console.print(table)


def show(speeds: list[Speed], starts: dict[str, dict[str, float]], sizes: dict[str, int]) -> None:
    table = Table(
        "what", "moves a second", "times OpenSpiel's Python loop", box=None, pad_edge=False
    )
    for speed in speeds:
        table.add_row(
            speed.what,
            f"{speed.moves_a_second:,.0f}",
            "" if speed.ratio is None else f"{speed.ratio:.2f}",
        )
    console.print(table)
    for name, size in sizes.items():
        times = ", ".join(f"{what} {found:.2f} s" for what, found in starts.get(name, {}).items())
        console.print(f"{name}: state {size} bytes" + (f", {times}" if times else ""))


def bench_gpu(titles: list[Game], as_json: bool) -> None:
    if not gpu_is_there():
        raise BadOption(
            "gpu", "--gpu needs a CUDA device and the extra: pip install 'spookhouse[gpu]'"
        )
    results = []
    for title in titles:
        same, speed = same_as_cpu(title, 20_000, 1), moves_a_second(title, GAMES_ON_GPU, 2)
        results.append(
            {
                "game": title.name,
                "games": GAMES_ON_GPU,
                "same as CPU": same,
                "moves a second": speed,
            }
        )
        if not as_json:
            verdict = (
                "the same as the CPU, byte for byte"
                if same
                else "[bold red]NOT the same as the CPU[/]"
            )
            console.print(
                f"{title.name}: {speed / 1e9:.2f} billion moves a second in {GAMES_ON_GPU:,} games at once; {verdict}"
            )
    if as_json:
        print_json(results)


def bench_websocket(seconds: float, as_json: bool) -> None:
    costs = measure_frames(seconds)
    if as_json:
        print_json([vars(cost) for cost in costs])
        return
    table = Table("one small text frame", "µs to receive", "µs to send", box=None, pad_edge=False)
    for cost in costs:
        table.add_row(cost.what, f"{cost.receive:.2f}", f"{cost.send:.2f}")
    console.print(table)
