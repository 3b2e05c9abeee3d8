"""Disconnect a server from the network without closing any connection.

Packets stop arriving, as when a switch fails. Where the tests run as root, a server lives in a
network namespace of its own, whose link is taken down. Elsewhere a proxy stops forwarding.
"""

import ctypes
import os
import select
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress

from spookhouse.remote.address import ServerAddress

CLONE_NEWNET = 0x40000000

Dial = Callable[[], socket.socket]


class PausableProxy:
    """Forward bytes both ways; while paused, keep connections open and forward nothing."""

    def __init__(self, dial: Dial, host: str = "127.0.0.1") -> None:
        self.dial, self.is_forwarding = dial, threading.Event()
        self.is_forwarding.set()
        self.listener = socket.create_server((host, 0))
        self.host, self.port = host, int(self.listener.getsockname()[1])
        self.is_closed = False
        threading.Thread(target=self._accept, daemon=True).start()

    def pause(self) -> None:
        """Stop forwarding."""
        self.is_forwarding.clear()

    def resume(self) -> None:
        """Forward again, beginning with what was held back."""
        self.is_forwarding.set()

    def close(self) -> None:
        """Close all connections."""
        self.is_closed = True
        self.resume()
        self.listener.close()

    def _accept(self) -> None:
        while not self.is_closed:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._forward, args=(near,), daemon=True).start()

    def _forward(self, near: socket.socket) -> None:
        self.is_forwarding.wait()
        try:
            far = self.dial()
        except OSError:
            near.close()
            return
        targets = {near: far, far: near}
        with near, far, suppress(OSError):
            while not self.is_closed:
                for source in select.select(list(targets), [], [], 0.5)[0]:
                    data = source.recv(65536)
                    self.is_forwarding.wait()
                    if not data:
                        return
                    targets[source].sendall(data)


def dial_server(server: ServerAddress) -> Dial:
    """Return a function that connects to a server."""
    return lambda: socket.create_connection((server.host, server.port))


def dial_postgresql(url: str) -> Dial:
    """Return a function that connects to the socket file of a test's PostgreSQL."""
    folder = url.partition("host=")[2].partition("&")[0].replace("%2F", "/")

    def dial() -> socket.socket:
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(f"{folder}/.s.PGSQL.5432")
        return connection

    return dial


def url_through(url: str, proxy: PausableProxy) -> str:
    """Return the URL of the same database behind a proxy."""
    name = url.partition("@")[2].lstrip("/").partition("?")[0]
    return f"postgresql+psycopg://postgres@{proxy.host}:{proxy.port}/{name}"


# === NETWORK NAMESPACES ===


def ip(*arguments: str) -> None:
    """Run the command `ip`."""
    subprocess.run(("ip", *arguments), check=True, capture_output=True)


class NetworkNamespace:
    """A network namespace, joined to this machine by one link."""

    def __init__(self, number: int) -> None:
        self.name, self.link = f"spook{os.getpid()}", f"spk{os.getpid()}"
        self.outer_host, self.inner_host = f"10.213.{number}.1", f"10.213.{number}.2"
        ip("netns", "add", self.name)
        try:
            self._add_link()
        except subprocess.CalledProcessError:
            self.close()
            raise

    def _add_link(self) -> None:
        peer = ("type", "veth", "peer", "name", "eth0", "netns", self.name)
        ip("link", "add", self.link, *peer)
        ip("addr", "add", f"{self.outer_host}/24", "dev", self.link)
        ip("link", "set", self.link, "up")
        ip("-n", self.name, "addr", "add", f"{self.inner_host}/24", "dev", "eth0")
        ip("-n", self.name, "link", "set", "eth0", "up")
        ip("-n", self.name, "link", "set", "lo", "up")

    def cut(self) -> None:
        """Take the link down."""
        ip("link", "set", self.link, "down")

    def restore(self) -> None:
        """Take the link up again."""
        ip("link", "set", self.link, "up")

    def close(self) -> None:
        """Delete the namespace."""
        with suppress(subprocess.CalledProcessError):
            ip("netns", "delete", self.name)


def make_namespace() -> NetworkNamespace | None:
    """Return a namespace if this machine allows one, else None."""
    if os.geteuid() or not shutil.which("ip"):
        return None
    try:
        return NetworkNamespace(os.getpid() % 250)
    except (subprocess.CalledProcessError, OSError):
        return None


def enter_namespace(name: str) -> None:
    """Move this process into a namespace; a patch for servers."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{name}") as file:
        if libc.setns(file.fileno(), CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "cannot enter the network namespace")
