"""Admit clients to WebSocket connections, within the limits of guests and addresses."""

from starlette.requests import HTTPConnection

from spookhouse.web.context import ServerContext, is_same_origin
from spookhouse.web.proxy import client_network

# Close codes for pages of this server: the cookie is missing or invalid, or too many are open.
NO_COOKIE, TOO_MANY = 4003, 4029


class NotAdmitted(Exception):
    """A client gets no connection.

    The status is that of the HTTP response. With a close code the connection is opened instead and
    closed at once.
    """

    def __init__(self, status: int, reason: str, close_code: int | None = None) -> None:
        super().__init__(reason)
        self.status, self.reason, self.close_code = status, reason, close_code


def admit(context: ServerContext, connection: HTTPConnection) -> tuple[str, str]:
    """Return the guest and the address of a client, and count its connection."""
    if not is_same_origin(connection, context.settings):
        raise NotAdmitted(403, "this request comes from another site")
    guest, address = context.guests.find(connection), client_network(connection, context.settings)
    if not context.requests_of_address.take(address):
        context.metrics.limited += 1
        raise NotAdmitted(429, "too many requests: slow down")
    if guest is None:
        reason = "load a page of this server first: it sets the cookie you need"
        raise refuse_client(connection, reason, NO_COOKIE)
    if not context.connections_of_guest.enter(guest):
        raise refuse_client(connection, "too many connections", TOO_MANY)
    if not context.connections_of_address.enter(address):
        context.connections_of_guest.leave(guest)
        raise refuse_client(connection, "too many connections", TOO_MANY)
    context.host.networks.note(guest, address)
    return guest, address


def refuse_client(connection: HTTPConnection, reason: str, close_code: int) -> NotAdmitted:
    """Return the error for a page of this server, or for a program, which sends no origin."""
    is_page = "origin" in connection.headers
    return NotAdmitted(403, reason, close_code if is_page else None)


def dismiss(context: ServerContext, guest: str, address: str) -> None:
    """Stop counting a connection."""
    context.connections_of_guest.leave(guest)
    context.connections_of_address.leave(address)
