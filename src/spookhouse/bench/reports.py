"""The reports of `spookhouse load`, as they are written to a JSON file."""

import msgspec

from spookhouse.bench.profile import Part
from spookhouse.bench.server_process import Usage


class BusyReport(msgspec.Struct):
    """What players at busy tables measured, and what the tables cost the server."""

    tables: int
    seconds: float
    moves: int
    games: int
    moves_a_second: float
    p50_ms: float  # from sending a move until another seat is notified
    p99_ms: float
    refused: dict[str, int]
    server_cpu_seconds: float | None = None
    moves_a_cpu_second: float | None = None
    bytes_a_table: float | None = None


class MemoryReport(msgspec.Struct):
    """The server's memory for many of something that does nothing."""

    number: int
    bytes_each: float
    bytes_in_all: int


class Times(msgspec.Struct):
    """How long something takes."""

    p50_ms: float
    p99_ms: float
    most_ms: float


class DiskTimes(Times):
    """How long a durable write takes, and how often it takes so long that players notice."""

    stalls_a_second: float


class MachineReport(msgspec.Struct):
    """How long a fixed piece of work and a durable write take on the machine itself."""

    work: Times
    disk: DiskTimes


class Sample(msgspec.Struct):
    """The state of a server at one moment."""

    at: float  # seconds since the start
    memory_mb: float
    files: float
    p50_ms: float
    p99_ms: float
    pace_ms: float  # the machine's own speed


class Trend(msgspec.Struct):
    """Whether a value of the server stayed as it was."""

    what: str
    first: float
    last: float
    an_hour: float
    is_flat: bool


class SoakReport(msgspec.Struct):
    """What a mixed load over a long time found."""

    seconds: float
    moves: int
    games: int
    came: int  # simulated guests
    refused: dict[str, int]
    trends: list[Trend]
    samples: list[Sample]


class LoadReport(msgspec.Struct, omit_defaults=True):
    """Everything that one run measured."""

    server: Usage | None = None  # the server's process before any table is busy
    idle: MemoryReport | None = None
    rest: MemoryReport | None = None
    busy: BusyReport | None = None
    machine: MachineReport | None = None
    profile: list[Part] | None = None
    mixed: SoakReport | None = None
