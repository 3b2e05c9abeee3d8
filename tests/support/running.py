"""Run coroutines in tests that have an event loop already."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


def run(work: Coroutine[object, object, Result], within: float = 60.0) -> Result:
    """Run a coroutine in a thread of its own and return its result.

    A test that drives a browser has a running event loop in its own thread.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result(within)
