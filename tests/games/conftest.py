"""Tests of games cite the rules that they show.

`@pytest.mark.rule("GH 3.1.2")` cites rules for a whole test. In a parametrized test a column named
`rule` cites one rule per row.
"""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the rules that a test shows, as 'GH 3.1.2'")


def pytest_itemcollected(item: pytest.Item) -> None:
    callspec = getattr(item, "callspec", None)
    if callspec is not None and "rule" in callspec.params:
        item.add_marker(pytest.mark.rule(callspec.params["rule"]))
