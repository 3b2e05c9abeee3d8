"""The names of guests, read from the store."""

from collections.abc import Collection

from spookhouse.host.background import Background
from spookhouse.table.store_protocol import Store

# Names that are remembered.
MAX_NAMES = 10_000


class GuestNames:
    """A cache of names. Where other processes write names as well, nothing is cached."""

    def __init__(self, store: Store, background: Background) -> None:
        self.store, self.background = store, background
        self.known: dict[str, str] = {}

    async def find(self, guests: Collection[str]) -> dict[str, str]:
        """Return the names of those guests that have one."""
        known = {} if self.store.is_shared else self.known
        if unknown := [guest for guest in guests if guest not in known]:
            found = await self.background.read(self.store.guest_names, unknown)
            for guest, name in found.items():
                # A newer name may have been written meanwhile.
                known.setdefault(guest, name)
        names = {guest: known[guest] for guest in guests if guest in known}
        while len(known) > MAX_NAMES:
            del known[next(iter(known))]
        return names

    def rename(self, guest: str, name: str) -> None:
        """Remember the new name of a guest."""
        if not self.store.is_shared:
            self.known[guest] = name
