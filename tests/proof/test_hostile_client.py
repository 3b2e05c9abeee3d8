"""One hostile client does its worst, and a guest who plays and loads pages notices nothing.

`make hostile` runs this alone; PROOF_ATTACK_SECONDS and PROOF_MIXED_SECONDS choose how long.
"""

import sys
from pathlib import Path

import pytest

from proof.attacks import ATTACKS
from proof.hostile_run import HostileRun, Latency, run_hostile
from proof.proof_runs import IS_LONG, record_run, repetitions

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.xdist_group("proof-sqlite"),
    pytest.mark.skipif(sys.platform != "linux", reason="needs addresses of 127.0.0.0/8"),
]

ATTACK_SECONDS = repetitions("attack_seconds", 0, 15)
MIXED_SECONDS = repetitions("mixed_seconds", 10, 600)
CALM_SECONDS = 4.0
# The target: milliseconds of 99 of 100 requests and moves, and megabytes of memory.
LATENCY, MEMORY = 50.0, 50
# In short runs other tests use the same cores.
ALLOWANCE = 0.0 if IS_LONG else 250.0


@pytest.mark.skipif(not IS_LONG, reason="make prove runs each attack alone")
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_delays_nobody(attack: str, tmp_path: Path) -> None:
    check(attack, run_hostile(tmp_path, [attack], ATTACK_SECONDS, CALM_SECONDS))


def test_all_attacks_mixed_delay_nobody(tmp_path: Path) -> None:
    check("all mixed", run_hostile(tmp_path, list(ATTACKS), MIXED_SECONDS, CALM_SECONDS))


def check(what: str, run: HostileRun) -> None:
    """Record a run and compare it with the target."""
    record(what, run)
    assert max(run.rounds.values()) > 0, "the attack did nothing"
    assert not run.disturbed, run.disturbed[:5]
    assert not run.failures, run.failures[0]
    machine = max(run.during.echo.p99, run.during.write.p99)
    require_fast("HTTP", run.during.http, run.during.echo.p99)
    require_fast("WebSocket", run.during.websocket, machine)
    assert run.grown < MEMORY, f"the server's memory grew by {run.grown} MB"


def require_fast(what: str, found: Latency, machine: float) -> None:
    """Require the target, plus what the machine itself needed at the same time."""
    assert found.count, f"no {what} was measured"
    assert found.p99 < LATENCY + machine + ALLOWANCE, f"{what}: {found}, machine {machine} ms"


def record(what: str, run: HostileRun) -> None:
    """Append the run to the ledger."""
    tried: dict[str, float] = {"seconds": ATTACK_SECONDS if what in ATTACKS else MIXED_SECONDS}
    tried["rounds"] = sum(run.rounds.values())
    for name in ("http", "websocket"):
        before, during = getattr(run.before, name), getattr(run.during, name)
        tried |= {
            f"{name}_p50_ms": during.p50,
            f"{name}_p99_ms": during.p99,
            f"{name}_slowest_ms": during.slowest,
            f"{name}_p99_before_ms": before.p99,
        }
    tried |= {"echo_p99_ms": run.during.echo.p99, "write_p99_ms": run.during.write.p99}
    tried |= {"memory_mb": run.grown, "disturbed": len(run.disturbed)}
    record_run("hostile", what, "latency of an innocent guest beside one hostile client", **tried)
    print(f"\n{what}: {run}")
