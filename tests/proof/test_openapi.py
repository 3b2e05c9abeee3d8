"""The HTTP description fits the routes, and every answer to whatever Schemathesis thinks of fits the description."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route

from proof.effort import count, note
from proof.houses import House, housed
from proof.raw import cookie_of
from spookhouse.web import Settings, make_app
from spookhouse.web.operations import description
from support.servers import Client

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-postgresql")]

CASES = count("cases", 40, 1500)  # of every operation, good and bad ones
DESCRIBED = description()
OPERATIONS = [
    (path, method)
    for path, item in DESCRIBED["paths"].items()
    for method in ("get", "post")
    if method in item
]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    settings = {"trust_proxy": True, "tables_per_guest": 10**6}
    with housed(f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db", **settings) as opened:
        yield opened


def test_it_describes_every_route(tmp_path: Path) -> None:
    from spookhouse.stores import SqlStore

    store = SqlStore(f"sqlite:///{tmp_path}/house.db")
    routes = make_app(store, Settings()).routes
    store.close()
    named = {
        re.sub(r":\w+}", "}", route.path): route.methods or ()
        for route in routes
        if isinstance(route, Route)
    }
    found = {
        (path, method.lower())
        for path, methods in named.items()
        for method in methods
        if method != "HEAD"
    }
    assert found == set(OPERATIONS)


def test_it_is_served(house: House) -> None:
    assert Client(house).json("/api/openapi.json") == DESCRIBED


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_answers_fit(house: House, path: str, method: str) -> None:
    schema = schemathesis.openapi.from_dict(DESCRIBED)
    schema.config.update(base_url=house.url)
    operation, cookie, tried = schema[path][method], cookie_of(Client(house)), [0]
    strategies = [
        operation.as_strategy(generation_mode=mode)
        for mode in schemathesis.GenerationMode
        if mode in possible(path, method)
    ]

    @given(case=st.one_of(strategies), known=st.booleans(), address=st.integers(0, 2**16))
    @settings(
        max_examples=CASES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    def answers_fit(case: Any, known: bool, address: int) -> None:
        tried[0] += 1
        headers = {"X-Forwarded-For": f"10.9.{address >> 8}.{address & 255}"} | (
            {"Cookie": cookie} if known else {}
        )
        case.call_and_validate(headers=headers, checks=CHECKS, allow_redirects=False)

    answers_fit()
    note(
        "breaks",
        "Schemathesis against the HTTP description",
        "good and bad cases of every operation",
        inputs=tried[0],
    )


def possible(path: str, method: str) -> list[Any]:
    """Where nothing is asked for nothing can be wrong."""
    modes = schemathesis.GenerationMode
    return (
        [modes.POSITIVE, modes.NEGATIVE]
        if "requestBody" in DESCRIBED["paths"][path][method]
        else [modes.POSITIVE]
    )
