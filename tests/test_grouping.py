"""Tests that share something expensive, such as a server or a browser, run in one process."""

import pytest


@pytest.mark.xdist_group("together")
def test_tests_of_a_group_stay_together(request: pytest.FixtureRequest) -> None:
    """pytest-xdist marks each test with its group.

    Some versions of pytest prevent that. Then the groups fall apart without any other sign.
    """
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("not run in several processes by groups")
    assert request.node.nodeid.endswith("@together")
