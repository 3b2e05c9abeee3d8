"""Throttle clients that guess the names of tables.

A name is an invitation, so a client that has requested many unknown tables is not told which of
further names exist. Tables that its guest knows stay usable.
"""

from spookhouse.kernel.errors import SpookhouseError
from spookhouse.web.errors import WebRefused
from spookhouse.web.limits import hourly

UNKNOWN_TABLE = "table/unknown"
# Pairs of a guest and a table that are remembered.
MAX_KNOWN = 20_000


class TableNames:
    """Requests for unknown tables, by guest and by address, and the tables that guests know."""

    def __init__(self, per_guest: int, per_address: int) -> None:
        self.of_guest, self.of_address = hourly(per_guest), hourly(per_address)
        self.known: dict[tuple[str, str], None] = {}

    def require_allowed(self, table: str, guest: str, address: str) -> None:
        """Refuse a table that the guest does not know if there were too many unknown ones.

        The guest is empty for a client without a cookie.
        """
        is_within = self.of_guest.has(guest) and self.of_address.has(address)
        if not is_within and (guest, table) not in self.known:
            raise WebRefused("limit/names", "too many unknown tables were requested: wait a while")

    def note_refusal(self, error: SpookhouseError, guest: str, address: str) -> None:
        """Count a refusal if it says that there is no such table."""
        if error.code == UNKNOWN_TABLE:
            self.of_address.take(address)
            if guest:
                self.of_guest.take(guest)

    def note_known(self, table: str, guest: str) -> None:
        """Remember that a guest knows a table; the pair used least recently is forgotten."""
        if guest:
            self.known.pop((guest, table), None)
            self.known[guest, table] = None
            if len(self.known) > MAX_KNOWN:
                del self.known[next(iter(self.known))]
