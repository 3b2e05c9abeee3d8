"""What a host can set: each by an option of `spookhouse serve`, or by an environment variable SPOOKHOUSE_… of the same name."""

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from spookhouse.kernel.errors import BadOption


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    folder: Path = user_data_path("spookhouse", ensure_exists=True)
    return f"sqlite:///{folder / 'house.db'}"


@dataclass(frozen=True)
class Settings:
    """Everything that differs between one house and another."""

    host: str = "127.0.0.1"  # the address to listen on
    port: int = 8000  # the first port to try
    database: str = (
        ""  # sqlite:///file or postgresql+psycopg://…; empty: a file in the user's data folder
    )
    workers: int = 1  # server processes; more than one needs PostgreSQL
    public_url: str = (
        ""  # how people reach the house, for invite links; empty: as the browser calls it
    )
    bot_pause: float = 0.6  # seconds that a bot waits before it moves
    tables_a_guest: int = 50  # unfinished tables that one guest may have
    tables_an_address: int = 200  # new tables from one address in an hour
    sockets_a_guest: int = 10
    sockets_an_address: int = 200
    guests_an_address: int = 300  # new guests from one address in an hour
    messages_a_second: float = (
        20.0  # of one guest, in the long run; of one address twenty times as many
    )
    message_burst: int = 60  # likewise, at once
    message_bytes: int = 16_384  # the largest message
    trust_proxy: bool = False  # take the client's address from X-Forwarded-For

    @property
    def database_url(self) -> str:
        return self.database or default_database()


def from_environment(**given: Any) -> Settings:
    """Options that were given, environment variables for the rest, defaults for what remains."""
    values = {name: value for name, value in given.items() if value is not None}
    for field in fields(Settings):
        text = os.environ.get(f"SPOOKHOUSE_{field.name.upper()}")
        if field.name not in values and text is not None:
            values[field.name] = read(field.name, text, type(field.default))
    return Settings(**values)


def read(name: str, text: str, kind: type) -> Any:
    try:
        return text.lower() in ("1", "true", "yes") if kind is bool else kind(text)
    except ValueError as error:
        raise BadOption(
            name, f"SPOOKHOUSE_{name.upper()}={text!r} cannot be: expected a {kind.__name__}"
        ) from error
