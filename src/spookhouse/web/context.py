"""What all parts of the web share: one house a process."""

import logging
import secrets
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from spookhouse.host.compiling import Waking
from spookhouse.table import Store
from spookhouse.web.guests import Guests, choose_keys
from spookhouse.web.hub import Hub
from spookhouse.web.limits import Buckets, Count
from spookhouse.web.metrics import Metrics
from spookhouse.web.settings import Settings
from spookhouse.web.static_files import Files
from spookhouse.web.write_batch import WriteBatch

MANY = 20  # guests may share an address: so many times a guest's messages come from there


class House:
    """Store, tables, guests and limits of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.metrics = Metrics()
        self.waking = Waking()
        self.files = Files()
        self.write_batch = WriteBatch()
        self.hub = Hub(store, settings.bot_pause, self.metrics, self.waking)
        stored_key = store.get_or_add_value("cookie-key", secrets.token_bytes(32))
        self.guests = Guests(choose_keys(settings.cookie_key_list, stored_key))
        self.by_guest, self.by_address = (
            Count(settings.connections_per_guest),
            Count(settings.connections_per_address),
        )
        self.requests = Buckets(rate=20, burst=100)
        self.log = logging.getLogger("spookhouse")
        rate, burst = settings.messages_per_second, settings.message_burst
        self.messages_of_guest, self.messages_of_address = (
            Buckets(rate, burst),
            Buckets(rate * MANY, burst * MANY),
        )
        self.tables_of_address = Buckets(
            rate=settings.tables_per_address / 3600, burst=settings.tables_per_address
        )
        self.newcomers = Buckets(
            rate=settings.guests_per_address / 3600, burst=settings.guests_per_address
        )


def same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Browsers say which page asks; it must be a page of this house. Programs that are no browsers send no origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = {connection.headers.get("host", ""), urlsplit(settings.public_url).netloc} - {""}
    try:
        return urlsplit(origin).netloc in allowed
    except ValueError:  # no address at all
        return False
