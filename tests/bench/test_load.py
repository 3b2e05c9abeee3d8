"""`spookhouse load` against a real server: plausible reports, and limits for CPU and memory."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from spookhouse.bench.baseline import Pace, timed_writes
from spookhouse.bench.driver import percentile
from spookhouse.bench.profile import measure_profile
from spookhouse.bench.reports import BusyReport, LoadReport
from spookhouse.bench.simulated_players import (
    SimulatedGuest,
    SimulatedPlayer,
    SimulatedTable,
    Tally,
)
from spookhouse.bench.soak import slope_of, trend
from spookhouse.games import game
from spookhouse.remote.address import ServerAddress
from spookhouse.remote.connection import Connection
from spookhouse.remote.messages import Head
from spookhouse.remote.websocket_client import WebSocket

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("load")]


def load(folder: Path, *options: str) -> LoadReport:
    """Run `spookhouse load` and return its report."""
    command = [
        sys.executable,
        "-m",
        "spookhouse",
        "load",
        *options,
        "--json",
        str(folder / "found.json"),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return msgspec.json.decode((folder / "found.json").read_bytes(), type=LoadReport)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> LoadReport:
    return load(
        tmp_path_factory.mktemp("load"),
        "--tables",
        "10",
        "--seconds",
        "1.5",
        "--idle",
        "100",
        "--rest",
        "20",
    )


@pytest.fixture(scope="module")
def busy(found: LoadReport) -> BusyReport:
    assert found.busy is not None
    return found.busy


def test_moves_at_busy_tables_are_measured(busy: BusyReport) -> None:
    assert busy.moves > 100
    assert not busy.refused
    assert 0 < busy.p50_ms <= busy.p99_ms
    assert busy.moves_a_second == pytest.approx(busy.moves / busy.seconds)


def test_the_machine_itself_is_measured(found: LoadReport) -> None:
    assert found.machine is not None
    for times in (found.machine.work, found.machine.disk):
        assert 0 < times.p50_ms <= times.p99_ms <= times.most_ms
    assert found.machine.disk.stalls_a_second >= 0


def test_stalls_of_a_disk_are_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # The third write takes a tenth of a second, the fourth nearly a second.
    times = iter([0.0, 0.001, 0.002, 0.102, 1.0])
    monkeypatch.setattr(
        "spookhouse.bench.baseline.time", SimpleNamespace(perf_counter=lambda: next(times))
    )
    pace = Pace()
    pace.writes = timed_writes(tmp_path, 0.5)
    assert pace.writes == pytest.approx([0.001, 0.001, 0.1, 0.898])
    assert pace.stalls_a_second == pytest.approx(2)


class SilentWebSocket:
    """A WebSocket that sends nothing."""

    def __init__(self) -> None:
        self.received_at = 0.0

    def send(self, message: bytes) -> None:
        """Discard the message."""


def test_two_moves_in_a_row_are_measured_one_by_one() -> None:
    """The second move is sent before the answer to the first is read."""
    tally, server = Tally(), ServerAddress.parse("http://server")
    guests = [SimulatedGuest(server, number) for number in range(2)]
    for guest in guests:
        guest.connection = Connection(guest.on_tell, lambda error: None)
        guest.connection.websocket = cast(WebSocket, SilentWebSocket())
    table = SimulatedTable(tally, "ghooost", {}, guests)
    table.players = [SimulatedPlayer(table, *seated) for seated in enumerate(guests)]
    table.is_playing = True
    first, second = table.players
    first.move(1, "1")
    guests[1].connection.websocket.received_at = first.sent[0] + 5.0
    second.on_change(Head(version=2), b"{}")
    first.move(2, "2")
    first.on_answer(Head(version=2), b"{}")
    assert tally.delays == [pytest.approx(5.0)]
    assert len(first.sent) == 1


def test_a_move_takes_less_than_two_milliseconds_of_cpu(busy: BusyReport) -> None:
    """CPU time does not depend on other programs. docs/records/2026-11-load.md has real numbers."""
    assert busy.moves_a_cpu_second is not None
    assert busy.moves_a_cpu_second > 500


def test_idle_connections_and_tables_take_little_memory(found: LoadReport) -> None:
    assert found.idle is not None
    assert found.rest is not None
    assert found.server is not None
    assert found.idle.bytes_each < 60_000
    # With few tables, memory that is used only once counts as well.
    assert found.rest.bytes_each < 120_000
    assert found.idle.bytes_in_all > found.server.memory * 0.9


def test_guests_come_and_go_in_a_mixed_load(tmp_path: Path) -> None:
    mixed = load(tmp_path, "--mixed", "--tables", "4", "--seconds", "3").mixed
    assert mixed is not None
    assert mixed.moves > 10
    assert mixed.came > 4
    assert {trend.what for trend in mixed.trends} == {
        *("memory, MB", "file descriptors"),
        *("p50 of a move, ms", "p99 of a move, ms", "the machine's own pace, ms"),
    }


def test_every_step_of_a_move_is_measured() -> None:
    game("ghooost").prepare()
    parts = measure_profile("ghooost", 20)
    assert [part.name for part in parts] == [
        "parse",
        "decide",
        "chain",
        "store",
        "apply",
        "publish",
        "encode",
        "send",
    ]
    assert all(0 <= part.microseconds < 50_000 for part in parts)


def test_rising_values_are_not_flat() -> None:
    times = [float(second) for second in range(100)]
    assert slope_of(times, [3 + 2 * at for at in times]) == pytest.approx(2)
    assert not trend("a leak", times, [100 + at for at in times]).is_flat
    assert trend("nothing", times, [100 + at % 3 for at in times]).is_flat
    dice = random.Random(1)
    noise = [dice.uniform(50, 150) for _ in times]
    assert trend("noise", times, noise).is_flat
    assert trend("noise with a bad minute", times, [*noise[:-1], 5_000.0]).is_flat
    assert not trend(
        "noise that rises by less than it scatters",
        times,
        [value + at / 2 for at, value in zip(times, noise, strict=True)],
    ).is_flat
    assert trend("a rise that is sure and small", times, [1_000 + at for at in times]).is_flat
    assert percentile([1.0, 2.0, 3.0, 4.0], 50) == 3.0
    assert percentile([], 99) == 0.0


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_driver_stops_its_server(tmp_path: Path, kind: signal.Signals) -> None:
    command = [sys.executable, "-m", "spookhouse", "load", "--tables", "2", "--seconds", "60"]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as driver:
        assert driver.stderr is not None
        assert any("moves" in line for line in driver.stderr)
        (server,) = children_of(driver.pid)
        driver.send_signal(kind)
        assert driver.wait(60) == 128 + kind
    assert not Path(f"/proc/{server}").exists()
    assert [*tmp_path.iterdir()] == []


def children_of(pid: int) -> list[int]:
    """Return the child processes of a process."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in text.split()]
