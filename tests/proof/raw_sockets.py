"""Sockets that send any bytes: broken frames, broken requests, and very many of them."""

import os
import socket
import struct
from base64 import b64encode
from contextlib import suppress

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
HERE = "127.0.0.1"


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True) -> bytes:
    """Return a client's WebSocket frame. Its mask is zero and leaves the payload as it is."""
    first, flag = opcode | (0x80 if final else 0), 0x80 if masked else 0
    if len(payload) < 126:
        head = struct.pack("!BB", first, flag | len(payload))
    elif len(payload) < 1 << 16:
        head = struct.pack("!BBH", first, flag | 126, len(payload))
    else:
        head = struct.pack("!BBQ", first, flag | 127, len(payload))
    return head + (bytes(4) if masked else b"") + payload


def handshake(port: int, cookie: str) -> list[str]:
    """Return the lines of a request that opens a WebSocket."""
    return [
        "GET /ws HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
        f"Cookie: {cookie}",
    ]


def request_bytes(lines: list[str]) -> bytes:
    """Return the bytes of a request that has these lines and no body."""
    return "\r\n".join([*lines, "", ""]).encode()


def open_socket(port: int, timeout: float = 30.0, source: str = HERE) -> socket.socket:
    """Return a connection to a server on this machine, from one of the machine's addresses."""
    return socket.create_connection((HERE, port), timeout=timeout, source_address=(source, 0))


def exchange(port: int, request: bytes, timeout: float = 20.0, source: str = HERE) -> bytes:
    """Send bytes and return everything that the server sends until it closes the connection."""
    with open_socket(port, timeout, source) as connection:
        connection.sendall(request)
        return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    """Return everything that comes until the connection is closed."""
    parts = []
    while part := connection.recv(1 << 16):
        parts.append(part)
    return b"".join(parts)


class RawWebSocket:
    """A WebSocket to which any bytes can be written, and which is read only when asked to."""

    def __init__(self, port: int, cookie: str, *headers: str, source: str = HERE) -> None:
        self.socket = open_socket(port, source=source)
        self.socket.sendall(request_bytes([*handshake(port, cookie), *headers]))
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self._fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101"):
            self.close()
            raise ConnectionRefusedError(f"no WebSocket: got {head!r}")

    def _fill(self) -> None:
        data = self.socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the server closed the connection")
        self.buffer += data

    def send(self, data: bytes) -> None:
        """Write bytes."""
        self.socket.sendall(data)

    def receive(self) -> tuple[int, bytes]:
        """Return opcode and payload of the next frame; answer pings on the way."""
        while True:
            found = self._parse()
            if found is None:
                self._fill()
            elif found[0] == PING:
                self.send(frame(found[1], PONG))
            else:
                return found

    def _parse(self) -> tuple[int, bytes] | None:
        """Take a whole frame out of the buffer, if there is one."""
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
        """Close the connection without a close frame."""
        with suppress(OSError):
            self.socket.close()
