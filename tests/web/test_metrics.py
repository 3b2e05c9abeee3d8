"""The metrics that Prometheus reads: their names are an interface."""

from types import SimpleNamespace
from typing import cast

from spookhouse.host.background import Background
from spookhouse.host.host import Counts, Host
from spookhouse.host.thinkers import Thinkers
from spookhouse.host.thinking_job import Effort, ThinkingJob, Urgency
from spookhouse.web.metrics import CONTENT_TYPE, Metrics

BOUNDS = ("0.01", "0.05", "0.1", "0.25", "0.5", "1.0", "2.0", "5.0", "10.0", "30.0", "+Inf")


def metrics_of(counts: Counts, tables: int = 0) -> Metrics:
    """Return the metrics of a host with these counts and so many tables in memory."""
    registry = SimpleNamespace(live=dict.fromkeys(range(tables)))
    thinkers = Thinkers(Background())
    host = SimpleNamespace(counts=counts, registry=registry, thinkers=thinkers)
    return Metrics(cast(Host, host))


def test_names_types_and_values() -> None:
    metrics = metrics_of(Counts(entries=3, moves=2), tables=4)
    metrics.sockets = 1
    lines = metrics.text().decode().splitlines()
    assert [line for line in lines if not line.startswith("# HELP")] == [
        "# TYPE spookhouse_entries_total counter",
        "spookhouse_entries_total 3.0",
        "# TYPE spookhouse_moves_total counter",
        "spookhouse_moves_total 2.0",
        "# TYPE spookhouse_sockets_opened_total counter",
        "spookhouse_sockets_opened_total 0.0",
        "# TYPE spookhouse_messages_total counter",
        "spookhouse_messages_total 0.0",
        "# TYPE spookhouse_refusals_total counter",
        "spookhouse_refusals_total 0.0",
        "# TYPE spookhouse_limited_total counter",
        "spookhouse_limited_total 0.0",
        "# TYPE spookhouse_thinking_shortened_total counter",
        "spookhouse_thinking_shortened_total 0.0",
        "# TYPE spookhouse_sockets gauge",
        "spookhouse_sockets 1.0",
        "# TYPE spookhouse_tables_live gauge",
        "spookhouse_tables_live 4.0",
        "# TYPE spookhouse_thinking_running gauge",
        "spookhouse_thinking_running 0.0",
        "# TYPE spookhouse_thinking_waiting gauge",
        'spookhouse_thinking_waiting{for="player"} 0.0',
        'spookhouse_thinking_waiting{for="spectator"} 0.0',
        'spookhouse_thinking_waiting{for="nobody"} 0.0',
        "# TYPE spookhouse_thinking_wait_seconds histogram",
        *(f'spookhouse_thinking_wait_seconds_bucket{{le="{le}"}} 0.0' for le in BOUNDS),
        "spookhouse_thinking_wait_seconds_count 0.0",
        "spookhouse_thinking_wait_seconds_sum 0.0",
    ]
    assert CONTENT_TYPE.startswith("text/plain; version=0.0.4")


def test_every_server_has_a_registry_of_its_own() -> None:
    one, other = metrics_of(Counts(moves=1)), metrics_of(Counts())
    assert b"spookhouse_moves_total 1.0" in one.text()
    assert b"spookhouse_moves_total 0.0" in other.text()


def test_decisions_that_wait_run_and_end_are_counted() -> None:
    metrics = metrics_of(Counts())
    queue = metrics.host.thinkers.lanes[Effort.SECONDS].queue
    now = 100.0
    queue.now = lambda: now  # type: ignore[method-assign]
    for urgency in (Urgency.NOBODY, Urgency.PLAYER, Urgency.PLAYER):
        queue.add(ThinkingJob("ann", "here", urgency, Effort.SECONDS, 1.0))
    now += 0.07
    first = queue.start_next()
    assert first is not None
    text = metrics.text().decode()
    assert 'spookhouse_thinking_waiting{for="player"} 1.0' in text
    assert 'spookhouse_thinking_waiting{for="nobody"} 1.0' in text
    assert "spookhouse_thinking_running 1.0" in text
    assert 'spookhouse_thinking_wait_seconds_bucket{le="0.05"} 0.0' in text
    assert 'spookhouse_thinking_wait_seconds_bucket{le="0.1"} 1.0' in text
    assert "spookhouse_thinking_wait_seconds_count 1.0" in text
    now = first.limit.at
    queue.finish(first)
    text = metrics.text().decode()
    assert "spookhouse_thinking_shortened_total 1.0" in text
    assert "spookhouse_thinking_running 0.0" in text
