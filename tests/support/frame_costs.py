"""Measure what the frames of a page cost while something moves in it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import CDPSession

from support.browser import BrowserGuest

OBSERVE = """() => {
  const seen = window.seen = { frames: [], tasks: [] };
  let last = performance.now();
  const tick = (now) => {
    seen.frames.push(now - last);
    last = now;
    if (window.seen === seen) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const note = (list) => list.getEntries().forEach((each) => seen.tasks.push(each.duration));
  new PerformanceObserver(note).observe({ type: "longtask" });
}"""
STOP_OBSERVING = "() => { const seen = window.seen; window.seen = null; return seen; }"
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


@dataclass
class FrameCosts:
    """What the frames of a period cost."""

    intervals: list[float] = field(default_factory=list)  # ms between frames, sorted
    long_tasks: list[float] = field(default_factory=list)  # ms, of tasks over 50 ms
    work: float = 0.0  # ms of script, style and layout per frame
    layouts: float = 0.0

    def quantile(self, share: float) -> float:
        """Return a quantile of the intervals."""
        return self.intervals[min(len(self.intervals) - 1, int(share * len(self.intervals)))]

    def __str__(self) -> str:
        return (
            f"{len(self.intervals)} frames, p50 {self.quantile(0.5):.1f} ms, "
            f"p95 {self.quantile(0.95):.1f} ms, "
            f"longest task {max(self.long_tasks, default=0):.0f} ms, "
            f"work {self.work:.2f} ms a frame"
        )


@contextmanager
def measured_frames(guest: BrowserGuest, throttle: float) -> Iterator[FrameCosts]:
    """Measure what happens meanwhile, on a processor that is slower by a factor.

    Work is the time for which the page's thread ran, not the time for which it waited.
    """
    costs = FrameCosts()
    devtools = guest.context.new_cdp_session(guest.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    guest.page.evaluate(OBSERVE)
    before = read_counters(devtools)
    yield costs
    after = read_counters(devtools)
    seen = guest.page.evaluate(STOP_OBSERVING)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    costs.intervals, costs.long_tasks = sorted(seen["frames"][1:]), seen["tasks"]
    seconds = sum(after[name] - before[name] for name in WORK)
    costs.work = 1000 * seconds / max(1, len(costs.intervals))
    costs.layouts = after["LayoutCount"] - before["LayoutCount"]
    devtools.detach()


def read_counters(devtools: CDPSession) -> dict[str, float]:
    """Return the browser's performance counters by their names."""
    found = devtools.send("Performance.getMetrics")["metrics"]
    return {each["name"]: each["value"] for each in found}
