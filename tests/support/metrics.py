"""The metrics of a server, read as Prometheus reads them."""

from prometheus_client.parser import text_string_to_metric_families

from support.table_client import TableClient


def read_metrics(client: TableClient) -> dict[str, float]:
    """Return the value of every metric by its full name."""
    text = client.request("GET", "/metrics").body.decode()
    families = text_string_to_metric_families(text)
    return {sample.name: sample.value for family in families for sample in family.samples}
