"""Settings of a server: options of `spookhouse serve`, or variables of the environment."""

import logging
import os
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from platformdirs import user_data_path

from spookhouse.kernel.errors import BadOption

PREFIX = "SPOOKHOUSE_"
# Variables that are read elsewhere: the compiler, the workers of one server, the tests.
OTHER_VARIABLES = {"CACHE", "INTERPRET", "SOCKET", "CHROMIUM"}
# Names of earlier versions, still accepted as variables.
OLD_NAMES = {
    "tables_per_guest": "tables_a_guest",
    "tables_per_address": "tables_an_address",
    "connections_per_guest": "sockets_a_guest",
    "connections_per_address": "sockets_an_address",
    "guests_per_address": "guests_an_address",
    "messages_per_second": "messages_a_second",
}
# A flag of earlier versions that stands for one proxy.
TRUST_PROXY = "TRUST_PROXY"
TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
# In `cookie_keys`: the key that was made for this database.
STORED_KEY = "stored"
MIN_KEY_LENGTH = 32

Number = TypeVar("Number", int, float)


def between(default: Number, least: Number, most: Number | None = None) -> Number:
    """Declare a numeric setting with its range."""
    found: Number = field(default=default, metadata={"least": least, "most": most})
    return found


@dataclass(frozen=True)
class Settings:
    """Everything that differs between one server and another."""

    # The address to listen on.
    host: str = "127.0.0.1"
    # The first port to try; 0 lets the system choose.
    port: int = between(8000, 0, 65_535)
    # sqlite:///FILE or postgresql+psycopg://...; empty: a file in the user's data folder.
    database: str = field(default="", repr=False)
    # Server processes; more than one needs PostgreSQL.
    workers: int = between(1, 1, 64)
    # The address that players type, for invitations; empty: the one in each request.
    public_url: str = ""
    # Keys that sign cookies, separated by commas. The first signs, all verify.
    cookie_keys: str = field(default=STORED_KEY, repr=False)
    # Seconds that a bot waits before it moves.
    bot_pause: float = between(0.6, 0.0, 60.0)
    # Searches of bots and hints at a time for one guest; further ones wait.
    searches_per_guest: int = between(2, 1)
    # Unfinished tables that one guest may have.
    tables_per_guest: int = between(50, 1)
    # New tables from one address in an hour.
    tables_per_address: int = between(200, 1)
    # Open HTTP connections from one address; behind a proxy, requests in progress.
    http_per_address: int = between(100, 1)
    # Requests from one address: on average, and at once. Files of the client: ten times as many.
    requests_per_second: float = between(50.0, 0.1)
    request_burst: int = between(500, 1)
    # Open WebSockets.
    connections_per_guest: int = between(10, 1)
    connections_per_address: int = between(200, 1)
    # New guests from one address in an hour.
    guests_per_address: int = between(300, 1)
    # Requests for tables that do not exist, in an hour.
    unknown_tables_per_guest: int = between(60, 1)
    unknown_tables_per_address: int = between(600, 1)
    # Messages of one guest: on average, and at once. An address may send twenty times as many.
    messages_per_second: float = between(20.0, 0.1)
    message_burst: int = between(60, 1)
    # The largest message.
    message_bytes: int = between(16_384, 1_024, 1 << 24)
    # Trusted proxies in front of the server, each of which appends to X-Forwarded-For.
    proxy_hops: int = between(0, 0, 16)

    def __post_init__(self) -> None:
        """Check all values."""
        for each in fields(self):
            check(each, getattr(self, each.name))
        check_url(self.public_url)
        check_keys(self.cookie_key_list)

    @property
    def database_url(self) -> str:
        """The database, or the default one."""
        return self.database or default_database()

    @property
    def cookie_key_list(self) -> list[str]:
        """The keys as a list."""
        return [key.strip() for key in self.cookie_keys.split(",")]


def default_database() -> str:
    """Return the URL of a SQLite file in the user's data folder."""
    folder: Path = user_data_path("spookhouse", ensure_exists=True)
    return f"sqlite:///{folder / 'house.db'}"


# === THE ENVIRONMENT ===


def from_environment(**options: Any) -> Settings:
    """Return the settings: options first, then environment variables, then defaults."""
    return read_settings(os.environ, options)


def read_settings(environment: Mapping[str, str], options: Mapping[str, Any]) -> Settings:
    """Return the settings: options first, then the given variables, then defaults."""
    check_names(environment)
    values = {name: value for name, value in options.items() if value is not None}
    for each in fields(Settings):
        variable = variable_of(each.name, environment)
        if each.name not in values and variable in environment:
            values[each.name] = parse(variable, environment[variable], type(each.default))
    old_flag = PREFIX + TRUST_PROXY
    if "proxy_hops" not in values and old_flag in environment:
        values["proxy_hops"] = int(parse_flag(old_flag, environment[old_flag]))
    return Settings(**values)


def variable_of(name: str, environment: Mapping[str, str]) -> str:
    """Return the variable of a setting; the old one if only that is set."""
    variable, old = f"{PREFIX}{name.upper()}", f"{PREFIX}{OLD_NAMES.get(name, name).upper()}"
    return old if variable not in environment and old in environment else variable


def check_names(environment: Mapping[str, str]) -> None:
    """Refuse a mistyped setting, which would be ignored; warn of other unknown variables."""
    settings = {each.name.upper() for each in fields(Settings)}
    settings |= {name.upper() for name in OLD_NAMES.values()} | {TRUST_PROXY}
    for variable in sorted(environment):
        name = variable.removeprefix(PREFIX)
        if not variable.startswith(PREFIX) or name in settings | OTHER_VARIABLES:
            continue
        if similar := get_close_matches(name, settings, 1, cutoff=0.8):
            expected = f"expected {PREFIX}{similar[0]}"
            raise BadOption(name.lower(), f"invalid setting: got {variable}, {expected}")
        logging.getLogger("spookhouse").warning("ignored unknown setting %s", variable)


def parse(variable: str, text: str, kind: type) -> Any:
    """Return the value of a variable."""
    try:
        return kind(text)
    except ValueError as error:
        expected = "a whole number" if kind is int else "a number"
        raise invalid(variable, text, expected) from error


def parse_flag(variable: str, text: str) -> bool:
    """Return the value of a variable that is true or false."""
    if text.lower() not in TRUE + FALSE:
        raise invalid(variable, text, f"one of {', '.join(TRUE + FALSE)}")
    return text.lower() in TRUE


# === VALIDATION ===


def check(setting: "Field[Any]", value: Any) -> None:
    """Check a value's type, and the range of a number."""
    kind: type[Any] = type(setting.default)
    if type(value) is not kind and not (kind is float and type(value) is int):
        raise invalid(setting.name, value, kind.__name__)
    if kind in (int, float):
        check_range(setting.name, value, setting.metadata["least"], setting.metadata["most"])


def check_range(name: str, value: float, least: float, most: float | None) -> None:
    """Check that a number is within its range."""
    if not (least <= value and (most is None or value <= most)):
        limit = "" if most is None else f" and at most {most}"
        raise invalid(name, value, f"a number of at least {least}{limit}")


def check_url(text: str) -> None:
    """Check the public address of the server."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if text and not (parts.scheme in ("http", "https") and parts.netloc):
        raise invalid("public_url", text, "an address that begins with http:// or https://")


def check_keys(keys: list[str]) -> None:
    """Check the keys without showing one."""
    if any(key != STORED_KEY and len(key) < MIN_KEY_LENGTH for key in keys):
        expected = f"{STORED_KEY!r} or at least {MIN_KEY_LENGTH} characters for each key"
        raise invalid("cookie_keys", "a shorter key", expected)


def invalid(name: str, found: object, expected: str) -> BadOption:
    """Return the error for an invalid setting."""
    setting = name.removeprefix(PREFIX).lower()
    return BadOption(setting, f"invalid {name}: got {found!r}, expected {expected}")
