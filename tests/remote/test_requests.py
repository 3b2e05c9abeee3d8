"""Requests are numbered, and each answer reaches its request."""

import msgspec
import pytest

from spookhouse.remote.errors import Disconnected, RemoteError
from spookhouse.remote.messages import Do, Head, Move, Ping, Watch
from spookhouse.remote.pending_requests import Requests, refusal_in


class Recorder:
    """Keep the messages of requests instead of sending them."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.notified: list[str] = []
        self.answers: list[tuple[str, Head]] = []
        self.requests = Requests(self.sent.append, lambda head, _: self.notified.append(head.tell))

    def post(self, name: str, on_failure: "list[RemoteError] | None" = None) -> None:
        """Post a request; its answer is kept under a name."""
        self.requests.post(
            Ping(),
            lambda head, _: self.answers.append((name, head)),
            None if on_failure is None else on_failure.append,
        )


def test_requests_are_numbered() -> None:
    recorder = Recorder()
    recorder.post("a")
    recorder.requests.post({"ask": "fly", "odd": 1}, lambda head, _: None)
    assert recorder.sent == [b'{"ask":"ping","id":1}', b'{"ask":"fly","odd":1,"id":2}']


def test_answers_are_matched_in_order() -> None:
    recorder = Recorder()
    for name in "abc":
        recorder.post(name)
    for message in (
        b'{"re":1,"ok":true}',
        b'{"tell":"change","of":"t","version":3}',
        b'{"re":null,"ok":false,"code":"limit/rate","message":"slow down"}',
        b'{"re":3,"ok":true,"version":4}',
    ):
        recorder.requests.receive(message)
    assert [(name, head.ok, head.version) for name, head in recorder.answers] == [
        ("a", True, 0),
        ("b", False, 0),
        ("c", True, 4),
    ]
    assert recorder.notified == ["change"]


def test_an_answer_to_another_request_is_an_error() -> None:
    recorder = Recorder()
    recorder.post("a")
    recorder.post("b")
    with pytest.raises(RemoteError, match="invalid answer: got request 2, expected 1"):
        recorder.requests.receive(b'{"re":2,"ok":true}')
    assert recorder.answers == []


def test_a_lost_connection_fails_unanswered_requests() -> None:
    recorder, failures = Recorder(), list[RemoteError]()
    recorder.post("a", failures)
    recorder.post("b")
    lost = Disconnected("gone")
    recorder.requests.fail(lost)
    recorder.requests.fail(lost)
    assert failures == [lost]


def test_refusals() -> None:
    refusal = refusal_in(b'{"re":1,"ok":false,"code":"move/illegal","message":"no","rule":"GH 3"}')
    assert (refusal.code, refusal.message, refusal.rule) == ("move/illegal", "no", "GH 3")


def test_commands_are_encoded_as_in_the_protocol() -> None:
    move = Move(seat=0, version=13, move="4x1", key="0-13")
    assert msgspec.json.decode(msgspec.json.encode(Do(id=7, table="t", command=move))) == {
        "ask": "do",
        "id": 7,
        "table": "t",
        "command": {"do": "move", "key": "0-13", "seat": 0, "version": 13, "move": "4x1"},
    }
    watch = msgspec.json.decode(msgspec.json.encode(Watch(table="t", seat=None)))
    assert watch == {"ask": "watch", "id": 0, "table": "t", "seat": None}


def test_invalid_messages_are_errors() -> None:
    with pytest.raises(msgspec.DecodeError):
        Recorder().requests.receive(b"hello")
