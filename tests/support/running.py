"""Coroutines in tests: in a thread of their own, because a browser that is driven in this one has an event loop running."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Found = TypeVar("Found")


def run(work: Coroutine[Any, Any, Found], within: float = 60.0) -> Found:
    """What it gives, or raises."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result(within)
