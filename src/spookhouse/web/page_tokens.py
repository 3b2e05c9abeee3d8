"""Tokens by which clients request the next page of the list of public tables."""

import re

from spookhouse.table.store_protocol import ListPosition
from spookhouse.web.errors import WebRefused

NUMBER = r"[0-9]{1,12}[.][0-9]{1,17}"
TOKEN = re.compile(rf"({NUMBER})~([0-9])~({NUMBER}|-1[.]0)~([A-Za-z0-9_-]{{1,32}})", re.ASCII)


def write_token(position: ListPosition | None) -> str | None:
    """Return the token of the page after a position; None if there is no such page."""
    if position is None:
        return None
    return f"{position.as_of!r}~{position.round}~{position.moment!r}~{position.table}"


def read_token(token: str | None) -> ListPosition | None:
    """Return the position in a token; None for the first page, which has no token."""
    if token is None:
        return None
    found = TOKEN.fullmatch(token)
    if found is None:
        raise WebRefused(
            "list/bad-token",
            f"invalid after: got {token!r:.40}, expected the value of next in a page of this list",
        )
    as_of, number, moment, table = found.groups()
    return ListPosition(float(as_of), int(number), float(moment), table)
