"""One browser and one server for all tests of a process; every test has new guests."""

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize

from support.browser import SLOW, WIDE, BrowserGuest, NewGuest, launched_browser
from support.servers import Server, served

GUESTS: list[BrowserGuest] = []  # of the test that runs
BROWSER = ExitStack()


@pytest.fixture(scope="session")
def chrome() -> Browser:
    return BROWSER.enter_context(launched_browser())


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "spookhouse.db"


@pytest.fixture(scope="session")
def server(database: Path) -> Iterator[Server]:
    with served(f"sqlite:///{database}") as running:
        yield running


@pytest.fixture
def new_guest(chrome: Browser, server: Server) -> Iterator[NewGuest]:
    """Yield a function that makes guests; fail at the end if anything went wrong in their pages."""
    GUESTS.clear()
    default = server

    def make(
        *,
        server: Server | None = None,
        size: ViewportSize = WIDE,
        motion: bool = False,
        touch: bool = False,
        late: bool = SLOW,
    ) -> BrowserGuest:
        guest = BrowserGuest(chrome, server or default, size, motion=motion, touch=touch, late=late)
        GUESTS.append(guest)
        return guest

    yield make
    for each in GUESTS:
        each.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """Close the browser after the last test of this folder.

    While it is open, its event loop runs in this thread, and later tests could run no other.
    """
    yield
    if nextitem is None or not nextitem.path.is_relative_to(Path(__file__).parent):
        BROWSER.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to the report of a failed test what every page shows."""
    report = yield
    if report.failed and report.when == "call":
        for each in GUESTS:
            report.sections.append(("page", each.describe()))
    return report
