"""What can go wrong between a client and a server.

RemoteError
├── Disconnected       remote/disconnected    the server cannot be reached, or hung up
├── NotAdmitted        remote/not-admitted    the server refused to open a WebSocket
├── RequestRefused     the server's own code  the server refused a request
└── RulesDiffer        remote/rules-differ    the server has other rules than this program
"""

from spookhouse.kernel.errors import SpookhouseError


class RemoteError(SpookhouseError):
    """Anything that fails between a client and a server."""

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
