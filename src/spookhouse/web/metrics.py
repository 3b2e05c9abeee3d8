"""Metrics for Prometheus. None of them depends on hidden cards."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from spookhouse.host.host import Host
from spookhouse.host.thinking_job import Urgency

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
COUNTERS = {
    "entries": "Entries added to the logs of tables.",
    "moves": "Entries that are moves.",
    "sockets_opened": "WebSockets opened.",
    "messages": "Messages received over WebSockets.",
    "refusals": "Requests and messages refused.",
    "limited": "Requests and messages refused because there were too many.",
    "thinking_shortened": "Searches of bots and hints that got less than their normal time.",
}
GAUGES = {
    "sockets": "Open WebSockets.",
    "tables_live": "Tables in memory.",
    "thinking_running": "Decisions of bots and hints that are being made.",
}
WAITING, WAIT_SECONDS = "thinking_waiting", "thinking_wait_seconds"
# Metrics with several values.
FAMILIES = {
    WAITING: "Decisions of bots and hints that wait, by who waits for them.",
    WAIT_SECONDS: "How long decisions of bots and hints waited before they began.",
}


class Metrics(Collector):
    """The counts of one process since it started.

    The counts are plain numbers, because a move changes three of them. The client library reads
    them when Prometheus does.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.sockets = 0
        self.sockets_opened = 0
        self.messages = 0
        self.refusals = 0
        self.limited = 0
        self.registry = CollectorRegistry()
        self.registry.register(self)

    @property
    def entries(self) -> int:
        """Entries added to the logs of tables."""
        return self.host.counts.entries

    @property
    def moves(self) -> int:
        """Entries that are moves."""
        return self.host.counts.moves

    @property
    def tables_live(self) -> int:
        """Tables in memory."""
        return len(self.host.registry.live)

    @property
    def thinking_shortened(self) -> int:
        """Searches that got less than their normal time."""
        return self.host.thinkers.counts.shortened

    @property
    def thinking_running(self) -> int:
        """Decisions of bots and hints that are being made."""
        return self.host.thinkers.running()

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        for name, about in COUNTERS.items():
            yield CounterMetricFamily(f"spookhouse_{name}", about, getattr(self, name))
        for name, about in GAUGES.items():
            yield GaugeMetricFamily(f"spookhouse_{name}", about, getattr(self, name))
        yield from self.collect_thinking()

    def collect_thinking(self) -> Iterator[Metric]:
        """Yield how many decisions of bots and hints wait, and how long they waited."""
        thinkers = self.host.thinkers
        waiting = GaugeMetricFamily(f"spookhouse_{WAITING}", FAMILIES[WAITING], labels=["for"])
        for urgency in Urgency:
            waiting.add_metric([urgency.name.lower()], thinkers.waiting(urgency))
        yield waiting
        counts = thinkers.counts
        yield HistogramMetricFamily(
            f"spookhouse_{WAIT_SECONDS}",
            FAMILIES[WAIT_SECONDS],
            buckets=counts.cumulative_waits(),
            sum_value=counts.waited,
        )

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
