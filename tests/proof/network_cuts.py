"""Cutting a server off: by a network namespace whose cable is pulled, or, where that is not allowed, by a proxy that goes silent.

Nothing is refused and no line is closed: packets simply do not arrive any more, as when a switch dies.
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
from typing import Any

Dial = Callable[[], socket.socket]


class Proxy:
    """Passes bytes on, both ways, until it is told to be silent."""

    def __init__(self, dial: Dial, host: str = "127.0.0.1") -> None:
        self.dial, self.speaking = dial, threading.Event()
        self.speaking.set()
        self.listening = socket.create_server((host, 0))
        self.host, self.port = host, self.listening.getsockname()[1]
        self.closed = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while not self.closed:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(near,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        self.speaking.wait()
        try:
            far = self.dial()
        except OSError:
            near.close()
            return
        ways = {near: far, far: near}
        with near, far, suppress(OSError):
            while not self.closed:
                for source in select.select(list(ways), [], [], 0.5)[0]:
                    data = source.recv(65536)
                    self.speaking.wait()
                    if not data:
                        return
                    ways[source].sendall(data)

    def close(self) -> None:
        self.closed = True
        self.speaking.set()
        self.listening.close()


def dial_postgres(uri: str) -> Dial:
    """To the socket file of a test's PostgreSQL."""
    folder = uri.partition("host=")[2].partition("&")[0].replace("%2F", "/")

    def dial() -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        line.connect(f"{folder}/.s.PGSQL.5432")
        return line

    return dial


def through(uri: str, proxy: Proxy) -> str:
    """The address of the same database by way of a proxy."""
    name = uri.partition("@")[2].lstrip("/").partition("?")[0]
    return f"postgresql+psycopg://postgres@{proxy.host}:{proxy.port}/{name}"


# === A NETWORK OF ITS OWN ===


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


class Island:
    """A network namespace, joined to this machine by one cable."""

    def __init__(self, number: int) -> None:
        self.name, self.cable = f"spook{os.getpid()}", f"spk{os.getpid()}"
        self.here, self.there = f"10.213.{number}.1", f"10.213.{number}.2"
        run("ip", "netns", "add", self.name)
        try:
            run(
                "ip",
                "link",
                "add",
                self.cable,
                "type",
                "veth",
                "peer",
                "name",
                "eth0",
                "netns",
                self.name,
            )
            run("ip", "addr", "add", f"{self.here}/24", "dev", self.cable)
            run("ip", "link", "set", self.cable, "up")
            for command in (
                ("addr", "add", f"{self.there}/24", "dev", "eth0"),
                ("link", "set", "eth0", "up"),
                ("link", "set", "lo", "up"),
            ):
                run("ip", "-n", self.name, *command)
        except subprocess.CalledProcessError:
            self.close()
            raise

    def cut(self) -> None:
        run("ip", "link", "set", self.cable, "down")

    def join(self) -> None:
        run("ip", "link", "set", self.cable, "up")

    def close(self) -> None:
        with suppress(subprocess.CalledProcessError):
            run("ip", "netns", "delete", self.name)


def island() -> Island | None:
    """A namespace where this machine allows one."""
    if os.geteuid() or not shutil.which("ip"):
        return None
    try:
        return Island(os.getpid() % 250)
    except (subprocess.CalledProcessError, OSError):
        return None


def enter(name: Any) -> None:
    """A patch: this server lives in the namespace."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{name}") as file:
        if libc.setns(file.fileno(), 0x40000000):
            raise OSError(ctypes.get_errno(), "cannot enter the network namespace")
