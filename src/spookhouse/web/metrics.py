"""Counters for Prometheus; nothing in them tells anything about a game."""

from dataclasses import dataclass, fields


@dataclass
class Metrics:
    """What this process has seen since it started."""

    entries: int = 0
    moves: int = 0
    sockets: int = 0
    sockets_opened: int = 0
    messages: int = 0
    refusals: int = 0
    limited: int = 0

    def exposed(self, **gauges: float) -> str:
        """In Prometheus' text format."""
        lines = []
        values = {field.name: getattr(self, field.name) for field in fields(self)} | gauges
        for name, value in values.items():
            kind = "gauge" if name in gauges or name == "sockets" else "counter"
            full = f"spookhouse_{name}" + ("_total" if kind == "counter" else "")
            lines += [f"# TYPE {full} {kind}", f"{full} {value}"]
        return "\n".join(lines) + "\n"
