"""A guest who plays normally while a test disturbs the server."""

import itertools

from proof.log_checks import check_tables
from proof.server_processes import ForkedServer
from proof.simulated_guests import SimulatedGuest, wait_for_moves
from spookhouse.games import FOLDERS

MEGABYTE = 1 << 20


class Bystander:
    """Play all games; check at the end that nothing was disturbed."""

    def __init__(self, server: ForkedServer) -> None:
        self.server = server
        self.guest = SimulatedGuest(lambda: server.address, list(FOLDERS), seed=5)
        self.guest.start()
        self.memory_before = 0

    def note_memory(self) -> None:
        """Compare the server's memory with its size from now on."""
        self.memory_before = self.server.memory()

    def finish(self, megabytes: int) -> int:
        """Check that the guest can go on, and that tables, log and memory are in order.

        Return by how many megabytes the server's memory grew.
        """
        wait_for_moves([self.guest], 5, 30)
        self.guest.finish()
        check_tables(self.server.database, self.guest.tables)
        check_no_traceback(self.server)
        grown = (self.server.memory() - self.memory_before) // MEGABYTE
        assert grown < megabytes, f"the server's memory grew by {grown} MB"
        return grown


def check_no_traceback(server: ForkedServer) -> None:
    """Check that the server's log has no traceback."""
    found = tracebacks(server.output())
    assert not found, found[0]


def tracebacks(log: str) -> list[str]:
    """Return the tracebacks in a log.

    The one that uvicorn itself logs for invalid UTF-8 does not count.
    """
    pieces = log.split("Traceback (most recent call last)")
    return [
        after[:4000]
        for before, after in itertools.pairwise(pieces)
        if "Invalid UTF-8" not in before[-100:]
    ]
