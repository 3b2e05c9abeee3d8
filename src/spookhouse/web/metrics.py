"""Metrics for Prometheus. None of them tells anything about a game."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

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


@dataclass(eq=False)
class Metrics(Collector):
    """What one process counts since it started.

    The counts are plain numbers, because a move changes three of them; the client library reads them when
    Prometheus does.
    """

    entries: int = 0
    moves: int = 0
    sockets: int = 0
    sockets_opened: int = 0
    messages: int = 0
    refusals: int = 0
    limited: int = 0
    tables_live: int = 0
    registry: CollectorRegistry = field(default_factory=CollectorRegistry, repr=False)

    def __post_init__(self) -> None:
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        for name, about in COUNTERS.items():
            yield CounterMetricFamily(f"spookhouse_{name}", about, getattr(self, name))
        for name, about in GAUGES.items():
            yield GaugeMetricFamily(f"spookhouse_{name}", about, getattr(self, name))

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
