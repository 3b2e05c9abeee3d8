"""One browser and one house for all tests of a worker; guests are made anew for each."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from support.browser import Guest, browser
from support.servers import Server, served

GUESTS: list[Guest] = []  # of the test that runs


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    with browser() as made:
        yield made


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house") / "house.db"


@pytest.fixture(scope="session")
def house(database: Path) -> Iterator[Server]:
    with served(f"sqlite:///{database}") as server:
        yield server


@pytest.fixture
def guest(chrome: Browser, house: Server) -> Iterator[Callable[..., Guest]]:
    """Makes guests of the house; at the end each is asked whether anything went wrong."""
    GUESTS.clear()

    def make(**wanted: Any) -> Guest:
        GUESTS.append(Guest(chrome, wanted.pop("server", house), **wanted))
        return GUESTS[-1]

    yield make
    for each in GUESTS:
        each.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """After a failure every page says where it stands."""
    report = yield
    if report.failed and report.when == "call":
        for each in GUESTS:
            report.sections.append(("page", each.describe()))
    return report
