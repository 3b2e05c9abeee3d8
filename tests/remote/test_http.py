"""Reading HTTP answers, and refusals in them."""

import pytest

from spookhouse.remote.address import ServerAddress
from spookhouse.remote.errors import Disconnected, RequestRefused
from spookhouse.remote.http import HttpSession, Response, read_response, refuse_failure

HEAD = b"HTTP/1.1 200 OK\r\nSet-Cookie: spookhouse=a.b; HttpOnly; Path=/\r\n"
CHUNKED = b'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n2\r\n1}\r\n0\r\n\r\n'


@pytest.mark.parametrize(
    "rest",
    [b'Content-Length: 7\r\n\r\n{"a":1}', CHUNKED, b'\r\n{"a":1}'],
    ids=["length", "chunks", "end"],
)
def test_an_answer_is_read(rest: bytes) -> None:
    response = read_response(HEAD + rest)
    assert (response.status, response.json()) == (200, {"a": 1})
    assert response.cookies == {"spookhouse": "a.b"}


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"HTTP/1.1 200",
        HEAD + b"Content-Length: 9\r\n\r\n{",
        HEAD + CHUNKED[:-5],
        b"SSH-2.0-x\r\n",
    ],
)
def test_an_incomplete_answer_is_a_lost_connection(data: bytes) -> None:
    with pytest.raises(Disconnected):
        read_response(data)


def test_refusals_contain_the_message_of_the_server() -> None:
    body = b'{"ok": false, "code": "table/unknown", "message": "there is no such table"}'
    with pytest.raises(RequestRefused, match="there is no such table") as caught:
        refuse_failure(Response(404, body=body))
    assert caught.value.code == "table/unknown"
    for odd in (b"", b"<html>", b"[]", b"{}"):
        with pytest.raises(RequestRefused, match="status 502"):
            refuse_failure(Response(502, body=odd))


def test_cookies_go_with_every_request() -> None:
    session = HttpSession(ServerAddress.parse("x"), {"X-Forwarded-For": "10.0.0.1"}, {"a": "1"})
    session.cookies["b"] = "2"
    assert session.all_headers() == {"X-Forwarded-For": "10.0.0.1", "Cookie": "a=1; b=2"}
