"""What all parts of the web package share: the context of one server process."""

import logging
import secrets
from typing import Any, cast
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from spookhouse.host.compile_queue import CompileQueue
from spookhouse.host.host import Host
from spookhouse.table.store_protocol import Store
from spookhouse.web.flush_queue import FlushQueue
from spookhouse.web.guests import Guests, choose_keys
from spookhouse.web.limits import Buckets, Count, Turns, hourly
from spookhouse.web.messages import PatchEncoder
from spookhouse.web.metrics import Metrics
from spookhouse.web.settings import Settings
from spookhouse.web.static_files import StaticFiles
from spookhouse.web.table_names import TableNames

# Guests may share an address: it may send this many times the messages of one guest.
GUESTS_PER_ADDRESS = 20
# Messages beyond the limits that are refused before the guest is disconnected, in bursts.
EXCESS_BURSTS = 10
# Commands other than moves make a log longer without bringing the game to its end: an address may
# send as many as one guest may send messages, and so many bursts of them at once.
COMMAND_BURSTS = 5
# A page needs many files: an address may request this many times the other requests.
FILES_PER_REQUEST = 10
# Requests that change something, by address.
REQUESTS_PER_SECOND, REQUEST_BURST = 20, 100
# Connections of one address that may leave more than a little unread.
SLOW_READERS_PER_ADDRESS = 20
# Requests for replays of one address that may wait; one runs at a time.
MAX_WAITING_REPLAYS = 16


class ServerContext:
    """Store, host, guests and limits of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self.compiling = CompileQueue()
        self.host = Host(
            store,
            settings.bot_pause,
            self.compiling,
            searches_per_guest=settings.searches_per_guest,
            processes=settings.workers,
        )
        self.metrics = Metrics(self.host)
        self.files = StaticFiles()
        self.flush_queue = FlushQueue()
        self.encoder = PatchEncoder()
        self.log = logging.getLogger("spookhouse")
        stored_key = store.get_or_add_value("cookie-key", secrets.token_bytes(32))
        self.guests = Guests(choose_keys(settings.cookie_key_list, stored_key))
        self.http_connections = Count(settings.http_per_address)
        rate, burst = settings.requests_per_second, settings.request_burst
        self.requests_of_address = Buckets(rate, burst)
        self.files_of_address = Buckets(rate * FILES_PER_REQUEST, burst * FILES_PER_REQUEST)
        self.running_requests = Count(settings.http_per_address)
        self.replay_turns = Turns(MAX_WAITING_REPLAYS)
        self.connections_of_guest = Count(settings.connections_per_guest)
        self.connections_of_address = Count(settings.connections_per_address)
        self.slow_readers = Count(SLOW_READERS_PER_ADDRESS)
        self.changes = Buckets(REQUESTS_PER_SECOND, REQUEST_BURST)
        rate, burst = settings.messages_per_second, settings.message_burst
        self.messages_of_guest = Buckets(rate, burst)
        self.messages_of_address = Buckets(rate * GUESTS_PER_ADDRESS, burst * GUESTS_PER_ADDRESS)
        self.excess_of_guest = Buckets(rate, burst * EXCESS_BURSTS)
        self.commands_of_address = Buckets(rate, burst * COMMAND_BURSTS)
        self.tables_of_address = hourly(settings.tables_per_address)
        self.newcomers = hourly(settings.guests_per_address)
        self.table_names = TableNames(
            settings.unknown_tables_per_guest, settings.unknown_tables_per_address
        )


def context_of(app: Any) -> ServerContext:
    """Return the context of an application made by `make_app`."""
    return cast(ServerContext, app.state.context)


def is_same_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Return whether a request comes from a page of this server.

    Browsers send the origin of the page. Other programs send none; they carry no cookies of others.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    allowed = {connection.headers.get("host", ""), urlsplit(settings.public_url).netloc} - {""}
    try:
        return urlsplit(origin).netloc in allowed
    except ValueError:
        # The origin is not an address at all.
        return False
