"""Fingers on a touch screen, as many as it takes, and what a page does per frame meanwhile."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator

from support.browser import Guest

Point = tuple[float, float]
PAUSE = 0.008  # seconds between two movements
STEP = 0.03  # seconds of a figure that one movement covers

WATCH = """() => {
  const seen = window.seen = { frames: [], tasks: [] };
  let last = performance.now();
  const tick = (now) => { seen.frames.push(now - last); last = now; if (window.seen === seen) requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  new PerformanceObserver((list) => list.getEntries().forEach((each) => seen.tasks.push(each.duration))).observe({ type: "longtask" });
}"""
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


class Fingers:
    def __init__(self, guest: Guest) -> None:
        self.page = guest.page
        self.line = guest.context.new_cdp_session(guest.page)

    def touch(self, kind: str, *points: Point) -> None:
        self.line.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
            },
        )

    def tap(self, place: Locator) -> None:
        self.touch("touchStart", middle(place))
        self.touch("touchEnd")

    def move(self, *paths: tuple[Point, Point], steps: int = 8, lift: bool = True) -> None:
        """Every finger goes along its path, straight; then they are lifted."""
        self.touch("touchStart", *(start for start, _ in paths))
        for step in range(1, steps + 1):
            self.touch("touchMove", *(between(start, end, step / steps) for start, end in paths))
        if lift:
            self.touch("touchEnd")

    def dance(self, steps: int, places: Callable[[float], list[Point]]) -> None:
        """Fingers that follow a figure for so many steps, however long the machine takes for each."""
        self.touch("touchStart", *places(0))
        for step in range(1, steps + 1):
            self.touch("touchMove", *places(step * STEP))
            time.sleep(PAUSE)
        self.touch("touchEnd")

    @contextmanager
    def watched(self, throttle: float) -> Iterator["Smoothness"]:
        """What frames cost on a processor so many times slower: time that the page's thread worked, not time that it waited for a processor."""
        found = Smoothness()
        self.line.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        self.page.evaluate(WATCH)
        before = self.metrics()
        yield found
        after = self.metrics()
        seen = self.page.evaluate(
            "() => { const seen = window.seen; window.seen = null; return seen; }"
        )
        self.line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        found.frames, found.tasks = sorted(seen["frames"][1:]), seen["tasks"]
        found.work = (
            1000 * sum(after[name] - before[name] for name in WORK) / max(1, len(found.frames))
        )
        found.layouts = after["LayoutCount"] - before["LayoutCount"]

    def metrics(self) -> dict[str, float]:
        return {
            each["name"]: each["value"]
            for each in self.line.send("Performance.getMetrics")["metrics"]
        }


@dataclass
class Smoothness:
    frames: Any = ()  # ms between them, sorted
    tasks: Any = ()  # ms of tasks over 50
    work: float = 0.0  # ms of script, style and layout a frame
    layouts: float = 0.0

    def share(self, part: float) -> float:
        return float(self.frames[min(len(self.frames) - 1, int(part * len(self.frames)))])

    def __str__(self) -> str:
        shares = f"p50 {self.share(0.5):.1f} ms, p95 {self.share(0.95):.1f} ms, longest task {max(self.tasks, default=0):.0f} ms"
        return f"{len(self.frames)} frames, {shares}, work {self.work:.2f} ms a frame"


def middle(place: Locator) -> Point:
    box = place.bounding_box()
    assert box, f"{place} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def circle(centre: Point, radius: float, seconds: float) -> Point:
    return centre[0] + radius * math.sin(3 * seconds), centre[1] + radius * (
        math.cos(3 * seconds) - 1
    )
