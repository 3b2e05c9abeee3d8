"""A mailbox does one job at a time, in the order of arrival."""

import sys
from collections.abc import Callable

from spookhouse.host.mailbox import Mailbox


class RecordedJob:
    """A job that notes its name when it begins. Unless it is instant, the test finishes it."""

    def __init__(
        self,
        mailbox: Mailbox,
        begun: list[str],
        name: str,
        *,
        is_instant: bool = False,
        then: Callable[[], None] | None = None,
    ) -> None:
        self.mailbox, self.begun, self.name = mailbox, begun, name
        self.is_instant, self.then = is_instant, then

    def begin(self) -> None:
        """Note the name; finish at once if the job is instant."""
        self.begun.append(self.name)
        if self.then is not None:
            self.then()
        if self.is_instant:
            self.mailbox.finish()


def jobs_of(names: str) -> tuple[Mailbox, list[str], list[RecordedJob]]:
    """Return a mailbox, the list of begun jobs, and a job for each letter."""
    mailbox, begun = Mailbox(), list[str]()
    return mailbox, begun, [RecordedJob(mailbox, begun, name) for name in names]


def test_an_idle_mailbox_begins_a_job_at_once() -> None:
    mailbox, begun, (job,) = jobs_of("a")
    states = [mailbox.is_idle]
    mailbox.submit(job)
    assert begun == ["a"]
    states.append(mailbox.is_idle)
    mailbox.finish()
    states.append(mailbox.is_idle)
    assert states == [True, False, True]


def test_one_job_at_a_time_in_the_order_of_arrival() -> None:
    mailbox, begun, jobs = jobs_of("abcde")
    for job in jobs:
        mailbox.submit(job)
    for number in range(1, 6):
        assert "".join(begun) == "abcde"[:number]
        assert not mailbox.is_idle
        mailbox.finish()
    assert mailbox.is_idle
    assert "".join(begun) == "abcde"


def test_no_job_overtakes_those_that_wait() -> None:
    mailbox, begun, (a, b, c) = jobs_of("abc")
    mailbox.submit(a)
    mailbox.submit(b)
    mailbox.finish()
    mailbox.submit(c)
    assert begun == ["a", "b"], "the mailbox is as busy as before"
    mailbox.finish()
    assert begun == ["a", "b", "c"]


def test_instant_jobs_leave_an_idle_mailbox() -> None:
    mailbox, begun = Mailbox(), list[str]()
    for name in "ab":
        mailbox.submit(RecordedJob(mailbox, begun, name, is_instant=True))
        assert mailbox.is_idle
    assert begun == ["a", "b"]


def test_an_instant_job_in_the_queue_passes_on_to_the_next() -> None:
    mailbox, begun, (first, last) = jobs_of("az")
    mailbox.submit(first)
    for name in "bcd":
        mailbox.submit(RecordedJob(mailbox, begun, name, is_instant=True))
    mailbox.submit(last)
    assert begun == ["a"]
    mailbox.finish()
    assert "".join(begun) == "abcdz"
    assert mailbox.current is last


def test_a_job_that_is_submitted_during_another_one_waits() -> None:
    mailbox, begun = Mailbox(), list[str]()
    inner = RecordedJob(mailbox, begun, "inner", is_instant=True)
    outer = RecordedJob(mailbox, begun, "outer", then=lambda: mailbox.submit(inner))
    mailbox.submit(outer)
    assert begun == ["outer"]
    mailbox.finish()
    assert begun == ["outer", "inner"]


def test_a_job_that_is_submitted_between_two_queued_ones_comes_last() -> None:
    """It arrives when an instant job has just finished, and the next one has not begun."""
    mailbox, begun, (first, next_in_line, late) = jobs_of("abc")

    def finish_then_submit() -> None:
        mailbox.finish()
        mailbox.submit(late)

    mailbox.submit(first)
    mailbox.submit(RecordedJob(mailbox, begun, "instant", then=finish_then_submit))
    mailbox.submit(next_in_line)
    mailbox.finish()
    assert begun == ["a", "instant", "b"]
    mailbox.finish()
    assert begun == ["a", "instant", "b", "c"]


def test_a_first_job_comes_before_all_that_wait() -> None:
    mailbox, begun, (current, queued, first, second) = jobs_of("cqfs")
    mailbox.submit(current)
    mailbox.submit(queued)
    mailbox.submit_first(second)
    mailbox.submit_first(first)
    assert begun == ["c"], "not even a first job interrupts the current one"
    for _ in range(4):
        mailbox.finish()
    assert "".join(begun) == "cfsq"


def test_a_first_job_begins_at_once_at_an_idle_mailbox() -> None:
    mailbox, begun, (job, other) = jobs_of("ab")
    mailbox.submit_first(job)
    assert begun == ["a"]
    mailbox.submit_first(other)
    mailbox.finish()
    assert begun == ["a", "b"]


def test_a_first_job_comes_next_even_between_two_queued_ones() -> None:
    mailbox, begun, (current, queued, first) = jobs_of("cqf")

    def finish_then_submit() -> None:
        mailbox.finish()
        mailbox.submit_first(first)

    mailbox.submit(current)
    mailbox.submit(RecordedJob(mailbox, begun, "instant", then=finish_then_submit))
    mailbox.submit(queued)
    mailbox.finish()
    assert begun == ["c", "instant", "f"]


def test_thousands_of_instant_jobs_need_no_recursion() -> None:
    mailbox, begun, (current, last) = jobs_of("az")
    number, depths = 20 * sys.getrecursionlimit(), set[int]()
    mailbox.submit(current)
    for _ in range(number):
        job = RecordedJob(mailbox, begun, "instant", is_instant=True)
        job.then = lambda: depths.add(stack_depth())
        mailbox.submit(job)
    mailbox.submit(last)
    mailbox.finish()
    assert len(begun) == number + 2
    assert begun[-1] == "z"
    assert len(depths) == 1


def stack_depth() -> int:
    """Return the number of calls on the stack."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth
