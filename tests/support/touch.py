"""Fingers on the touch screen of a page."""

import math
import time
from collections.abc import Callable

from playwright.sync_api import Locator

from support.browser import BrowserGuest

Point = tuple[float, float]
PAUSE = 0.008  # seconds between two movements
STEP = 0.03  # seconds of a path that one movement covers


class TouchScreen:
    """The touch screen of a guest's page, for one or more fingers."""

    def __init__(self, guest: BrowserGuest) -> None:
        self.devtools = guest.context.new_cdp_session(guest.page)

    def dispatch(self, kind: str, *points: Point) -> None:
        """Send a touch event with the places of all fingers."""
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    def drag(self, *paths: tuple[Point, Point], steps: int = 8, lift: bool = True) -> None:
        """Move every finger straight along its path, then lift them unless `lift` is false."""
        self.dispatch("touchStart", *(start for start, _ in paths))
        for step in range(1, steps + 1):
            self.dispatch("touchMove", *(between(start, end, step / steps) for start, end in paths))
        if lift:
            self.dispatch("touchEnd")

    def follow(self, places: Callable[[float], list[Point]], steps: int) -> None:
        """Move fingers along paths, given as their places at a time in seconds.

        The number of movements is the same however slow the machine is.
        """
        self.dispatch("touchStart", *places(0))
        for step in range(1, steps + 1):
            self.dispatch("touchMove", *places(step * STEP))
            time.sleep(PAUSE)
        self.dispatch("touchEnd")


def middle(place: Locator) -> Point:
    """Return the middle of an element."""
    box = place.bounding_box()
    assert box, f"{place} is not visible"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def between(start: Point, end: Point, share: float) -> Point:
    """Return a point on the way."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def circle(centre: Point, radius: float, seconds: float) -> Point:
    """Return the place on a circular path at a time."""
    x, y = math.sin(3 * seconds), math.cos(3 * seconds) - 1
    return centre[0] + radius * x, centre[1] + radius * y
