"""Number requests, and match answers to them, without input or output."""

from collections import deque
from collections.abc import Callable
from typing import TypeVar

import msgspec

from spookhouse.kernel.contract import Json
from spookhouse.remote.errors import RemoteError, RequestRefused
from spookhouse.remote.messages import Head, Request, encode, read_head, read_refusal

Answer = TypeVar("Answer")
OnAnswer = Callable[[Head, bytes], None]
OnTell = Callable[[Head, bytes], None]
OnFailure = Callable[[RemoteError], None]


class Requests:
    """The requests that a connection has sent and that are not answered yet.

    Answers come in the order of the requests, so a queue is enough to match them. Handlers get
    the head of a message and its bytes, and decode as much of them as they need.
    """

    def __init__(self, send: Callable[[bytes], None], on_tell: OnTell) -> None:
        self.send, self.on_tell = send, on_tell
        self.pending: deque[tuple[int, OnAnswer, OnFailure | None]] = deque()
        self.last = 0

    def post(
        self, request: Request | Json, on_answer: OnAnswer, on_failure: OnFailure | None = None
    ) -> int:
        """Send a request and return its number; `on_failure` is called if no answer can come."""
        self.last += 1
        if isinstance(request, Request):
            request.id = self.last
        else:
            request = {**request, "id": self.last}
        self.pending.append((self.last, on_answer, on_failure))
        self.send(encode(request))
        return self.last

    def receive(self, message: bytes) -> None:
        """Pass an answer to the handler of its request, and a notification to `on_tell`.

        A refusal without a number answers the oldest request: the server did not read it.
        """
        head = read_head(message)
        if head.tell:
            self.on_tell(head, message)
        elif self.pending:
            number, on_answer, _ = self.pending.popleft()
            if head.re not in (number, None):
                raise RemoteError(f"invalid answer: got request {head.re}, expected {number}")
            on_answer(head, message)

    def fail(self, error: RemoteError) -> None:
        """Fail all pending requests: the connection is lost."""
        pending, self.pending = self.pending, deque()
        for _, _, on_failure in pending:
            if on_failure is not None:
                on_failure(error)


def read_answer(head: Head, message: bytes, answer: type[Answer]) -> Answer:
    """Return an answer as a struct; raise `RequestRefused` if it is a refusal."""
    if not head.ok:
        raise refusal_in(message)
    return msgspec.json.decode(message, type=answer)


def refusal_in(message: bytes) -> RequestRefused:
    """Return the refusal that an answer holds."""
    found = read_refusal(message)
    return RequestRefused(found.code, found.message, found.rule)
