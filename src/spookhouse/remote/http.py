"""A guest's session with a server: cookies, and HTTP requests that carry them."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any

import httptools
import msgspec

from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import Disconnected, RequestRefused

TIMEOUT = 60.0  # seconds


@dataclass
class Response:
    """The answer to an HTTP request; names of headers are in lower case."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    cookies: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        """Return the body, decoded from JSON."""
        return msgspec.json.decode(self.body)


class HttpSession:
    """Requests of one guest. Every request carries `headers`, and the cookies set so far."""

    def __init__(
        self,
        server: ServerAddress,
        headers: Mapping[str, str] | None = None,
        cookies: Mapping[str, str] | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        self.server, self.timeout = server, timeout
        self.headers, self.cookies = dict(headers or {}), dict(cookies or {})

    @property
    def cookie(self) -> str:
        """The value of the header `Cookie`; empty without cookies."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def all_headers(self) -> dict[str, str]:
        """Return the session's headers, cookies included."""
        return self.headers | ({"Cookie": self.cookie} if self.cookies else {})

    async def request(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Response:
        """Return the answer, whatever its status; keep the cookies that it sets."""
        request = written(self.server, method, path, self.all_headers() | dict(headers or {}), body)
        try:
            response = await asyncio.wait_for(exchange(self.server, request), self.timeout)
        except TimeoutError as error:
            raise Disconnected(f"no answer within {self.timeout:.0f} seconds") from error
        self.cookies |= response.cookies
        return response

    async def visit(self) -> None:
        """Load the first page, which sets the cookie that identifies a guest."""
        refuse_failure(await self.request("GET", "/"))

    async def guest(self) -> str:
        """Return the public id of the guest."""
        return str((await self.get("/api/me"))["guest"])

    async def get(self, path: str) -> Any:
        """Return the JSON at a path; raise `RequestRefused` if the server refuses."""
        return refuse_failure(await self.request("GET", path)).json()

    async def post(self, path: str, body: object) -> Any:
        """Send JSON and return the JSON of the answer, as `get` does."""
        return refuse_failure(await self.request("POST", path, msgspec.json.encode(body))).json()


def refuse_failure(response: Response) -> Response:
    """Return a response of status 200 to 399; raise `RequestRefused` for any other."""
    if response.status < 400:
        return response
    try:
        answer = response.json()
        code, message = str(answer["code"]), str(answer["message"])
    except (msgspec.DecodeError, LookupError, TypeError):
        code, message = "http/status", f"the server answered with status {response.status}"
    raise RequestRefused(code, message)


def written(
    server: ServerAddress, method: str, path: str, headers: Mapping[str, str], body: bytes
) -> bytes:
    """Return a request as bytes; its connection closes after the answer."""
    lines = [
        f"{method} {server.prefix}{path} HTTP/1.1",
        f"Host: {server.authority}",
        "Connection: close",
        f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def exchange(server: ServerAddress, request: bytes) -> Response:
    """Send a request on a connection of its own and return the answer."""
    try:
        reader, writer = await asyncio.open_connection(
            server.host, server.port, ssl=tls_context(server)
        )
        try:
            writer.write(request)
            return read_response(await reader.read())
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
    except OSError as error:
        raise Disconnected(f"{server.authority} cannot be reached: {error}") from error


def tls_context(server: ServerAddress) -> ssl.SSLContext | None:
    """Return what an encrypted connection needs, or None for a plain one."""
    return ssl.create_default_context() if server.is_secure else None


class ResponseReader:
    """Callbacks of the HTTP parser."""

    def __init__(self) -> None:
        self.response = Response()
        self.is_complete = False

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store a header; of several with one name the last one stays."""
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        self.response.headers[key] = text
        if key == "set-cookie":
            self.response.cookies |= cookies_in(text)

    def on_body(self, body: bytes) -> None:
        """Append a part of the body."""
        self.response.body += body

    def on_message_complete(self) -> None:
        """Note that the answer is complete."""
        self.is_complete = True


def read_response(data: bytes) -> Response:
    """Read a whole answer; raise `Disconnected` if it was cut off or is no HTTP."""
    reader = ResponseReader()
    parser = httptools.HttpResponseParser(reader)
    try:
        parser.feed_data(data)
    except httptools.HttpParserError as error:
        raise Disconnected(f"the server does not speak HTTP: {error}") from error
    reader.response.status = parser.get_status_code()
    has_length = {"content-length", "transfer-encoding"} & reader.response.headers.keys()
    if not reader.is_complete and (has_length or not reader.response.headers):
        raise Disconnected("the server closed the connection before its answer was complete")
    return reader.response


def cookies_in(header: str) -> dict[str, str]:
    """Return the cookies that a header `Set-Cookie` sets."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
