"""The order of the tests when several processes run them."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests first, then other groups, then single tests.

    Browsers drop what they are loading when the network changes, and later tests disconnect
    networks. Groups take long, so the short single tests at the end keep all processes busy.
    """
    items.sort(key=priority)


def priority(item: pytest.Item) -> int:
    """Return 0 for a browser test, 1 for a test of another group, 2 for a single test."""
    group = next((str(mark.args[0]) for mark in item.iter_markers("xdist_group")), "")
    return 0 if group.startswith("client") else 1 if group else 2
