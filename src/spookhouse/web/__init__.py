"""HTTP and WebSocket: turns bytes into commands and entries into bytes, decides nothing."""

from spookhouse.web.app import make_app
from spookhouse.web.settings import Settings, from_environment

__all__ = ["Settings", "from_environment", "make_app"]
