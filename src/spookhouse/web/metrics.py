"""Metrics for Prometheus. None of them depends on hidden cards."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from spookhouse.host.host import Host

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
COUNTERS = {
    "entries": "Entries added to the logs of tables.",
    "moves": "Entries that are moves.",
    "sockets_opened": "WebSockets opened.",
    "messages": "Messages received over WebSockets.",
    "refusals": "Requests and messages refused.",
    "limited": "Requests and messages refused because there were too many.",
}
GAUGES = {
    "sockets": "Open WebSockets.",
    "tables_live": "Tables in memory.",
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

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics."""
        for name, about in COUNTERS.items():
            yield CounterMetricFamily(f"spookhouse_{name}", about, getattr(self, name))
        for name, about in GAUGES.items():
            yield GaugeMetricFamily(f"spookhouse_{name}", about, getattr(self, name))

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
