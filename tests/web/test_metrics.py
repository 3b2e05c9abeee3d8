"""The metrics that Prometheus reads: their names are an interface."""

from types import SimpleNamespace
from typing import cast

from spookhouse.host.host import Counts, Host
from spookhouse.web.metrics import CONTENT_TYPE, Metrics


def metrics_of(counts: Counts, tables: int = 0) -> Metrics:
    """Return the metrics of a host with these counts and so many tables in memory."""
    registry = SimpleNamespace(live=dict.fromkeys(range(tables)))
    return Metrics(cast(Host, SimpleNamespace(counts=counts, registry=registry)))


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
        "# TYPE spookhouse_sockets gauge",
        "spookhouse_sockets 1.0",
        "# TYPE spookhouse_tables_live gauge",
        "spookhouse_tables_live 4.0",
    ]
    assert CONTENT_TYPE.startswith("text/plain; version=0.0.4")


def test_every_server_has_a_registry_of_its_own() -> None:
    one, other = metrics_of(Counts(moves=1)), metrics_of(Counts())
    assert b"spookhouse_moves_total 1.0" in one.text()
    assert b"spookhouse_moves_total 0.0" in other.text()
