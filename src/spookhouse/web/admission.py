"""Admit clients to WebSocket connections, within the limits of guests and addresses."""

from starlette.requests import HTTPConnection

from spookhouse.web.context import ServerContext, is_same_origin
from spookhouse.web.proxy import client_network


class NotAdmitted(Exception):
    """A client gets no connection; the status is that of the HTTP response."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


def admit(context: ServerContext, connection: HTTPConnection) -> tuple[str, str]:
    """Return the guest and the address of a client, and count its connection."""
    guest, address = context.guests.find(connection), client_network(connection, context.settings)
    if guest is None or not is_same_origin(connection, context.settings):
        raise NotAdmitted(403, "load a page of this server first: it sets the cookie you need")
    if not context.connections_of_guest.enter(guest):
        raise NotAdmitted(403, "too many connections")
    if not context.connections_of_address.enter(address):
        context.connections_of_guest.leave(guest)
        raise NotAdmitted(403, "too many connections")
    return guest, address


def dismiss(context: ServerContext, guest: str, address: str) -> None:
    """Stop counting a connection."""
    context.connections_of_guest.leave(guest)
    context.connections_of_address.leave(address)
