"""What can go wrong between a client and a server. `kernel.errors` shows the tree."""

from spookhouse.kernel.errors import SpookhouseError


class RemoteError(SpookhouseError):
    """A client and a server cannot go on."""

    code = "remote/failed"


class Disconnected(RemoteError, ConnectionError):
    """The server cannot be reached, or the connection was lost."""

    code = "remote/disconnected"


class NotAdmitted(RemoteError):
    """The server answered the handshake of a WebSocket with an HTTP status."""

    code = "remote/not-admitted"

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(f"the server refused to open a WebSocket: {status} {reason}".rstrip())
        self.status = status


class RequestRefused(RemoteError):
    """The server refused a request; `code` and `message` are its own words."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code, self.rule = code, rule


class RulesDiffer(RemoteError):
    """The server plays by other rules than this program knows."""

    code = "remote/rules-differ"
