"""The order of the tests, where they run in several processes."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first, as they give up what they are loading when a network changes, and later tests pull cables; then whatever else runs together,
    which takes long; and single tests last, so that both processes are busy to the end."""
    items.sort(key=turn_of)


def turn_of(item: pytest.Item) -> int:
    group = next((str(mark.args[0]) for mark in item.iter_markers("xdist_group")), "")
    return 0 if group.startswith("client") else 1 if group else 2
