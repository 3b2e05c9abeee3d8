"""Recognize commands that arrive twice by the sender's own keys."""

# Moves of one guest that are remembered. Older ones carry a stale version and are refused anyway.
RECENT_MOVES = 8
# Other commands of one guest that are remembered.
RECENT_COMMANDS = 200


class SeenCommands:
    """The version that each recent command became, by guest and key."""

    __slots__ = ("moves", "others")

    def __init__(self) -> None:
        self.moves: dict[str, dict[str, int]] = {}
        self.others: dict[str, dict[str, int]] = {}

    def add(self, guest: str, key: str, version: int, *, is_move: bool) -> None:
        """Remember a command that was carried out."""
        seen, limit = (self.moves, RECENT_MOVES) if is_move else (self.others, RECENT_COMMANDS)
        versions = seen.get(guest)
        if versions is None:
            seen[guest] = versions = {}
        versions[key] = version
        if len(versions) > limit:
            del versions[next(iter(versions))]

    def find(self, guest: str, key: str) -> int | None:
        """Return the version that a command became, or None if it was not carried out."""
        if not key:
            return None
        for seen in (self.moves, self.others):
            versions = seen.get(guest)
            if versions is not None and key in versions:
                return versions[key]
        return None
