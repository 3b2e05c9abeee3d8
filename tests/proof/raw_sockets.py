"""Sockets without manners: frames written by hand, so that a hundred thousand of them cost little and broken ones can be sent too."""

import os
import socket
import struct
from base64 import b64encode
from contextlib import suppress
from typing import Any

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True) -> bytes:
    """A WebSocket frame from a client; its mask is four zeros, which leaves the payload as it is."""
    first, flag = opcode | (0x80 if final else 0), 0x80 if masked else 0
    if len(payload) < 126:
        head = struct.pack("!BB", first, flag | len(payload))
    elif len(payload) < 1 << 16:
        head = struct.pack("!BBH", first, flag | 126, len(payload))
    else:
        head = struct.pack("!BBQ", first, flag | 127, len(payload))
    return head + (bytes(4) if masked else b"") + payload


class Line:
    """A WebSocket by hand."""

    def __init__(self, port: int, cookie: str, headers: str = "", timeout: float = 30.0) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        key = b64encode(os.urandom(16)).decode()
        ask = f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        self.socket.sendall(
            f"{ask}Sec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n{headers}\r\n".encode()
        )
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def fill(self) -> None:
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the line was closed")
        self.buffer += data

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def receive(self) -> tuple[int, bytes]:
        """The next frame; pings are answered."""
        while True:
            found = self.parse()
            if found is None:
                self.fill()
            elif found[0] == PING:
                self.send(frame(found[1], PONG))
            else:
                return found

    def parse(self) -> tuple[int, bytes] | None:
        if len(self.buffer) < 2:
            return None
        size, start = self.buffer[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(self.buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(self.buffer[2:10], "big"), 10
        if len(self.buffer) < start + size:
            return None
        payload, opcode = self.buffer[start : start + size], self.buffer[0] & 15
        self.buffer = self.buffer[start + size :]
        return opcode, payload

    def close(self) -> None:
        with suppress(OSError):
            self.socket.close()


def cookie_of(client: Any) -> str:
    return "; ".join(f"{each.name}={each.value}" for each in client.jar)
