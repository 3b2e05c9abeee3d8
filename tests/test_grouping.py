"""Tests that share something costly (a house, a browser, a load) run in one process, one after the other."""

import pytest


@pytest.mark.xdist_group("together")
def test_groups_are_kept_together(request: pytest.FixtureRequest) -> None:
    """pytest-xdist marks a test with its group; where pytest does not let it the groups fall apart, and nothing else would say so."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("not run in several processes by groups")
    assert request.node.nodeid.endswith("@together")
