"""From which network each guest was seen last. The web package tells it; bots and hints need it."""

# Guests that are remembered.
MAX_GUESTS = 20_000
# The network of all guests who are not remembered: they share the turns of one network.
UNKNOWN = "unknown"


class GuestNetworks:
    """The networks of guests. Those seen least recently are forgotten."""

    def __init__(self) -> None:
        self.networks: dict[str, str] = {}

    def note(self, guest: str, network: str) -> None:
        """Remember from where a guest was seen."""
        self.networks.pop(guest, None)
        self.networks[guest] = network
        if len(self.networks) > MAX_GUESTS:
            del self.networks[next(iter(self.networks))]

    def find(self, guest: str) -> str:
        """Return the network of a guest."""
        return self.networks.get(guest, UNKNOWN)
