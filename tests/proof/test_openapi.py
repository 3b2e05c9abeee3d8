"""The OpenAPI description fits the routes, and answers to generated requests fit it."""

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

from proof.clients import GuestClient
from proof.proof_runs import record_run, repetitions
from proof.server_processes import ForkedServer, forked_server
from spookhouse.stores import SqlStore
from spookhouse.web import Settings, make_app
from spookhouse.web.operations import description

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-postgresql")]

CASES = repetitions("cases", 40, 1500)  # of every operation, valid and invalid ones
DESCRIPTION = description()
OPERATIONS = [
    (path, method)
    for path, item in DESCRIPTION["paths"].items()
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkedServer]:
    database = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
    with forked_server(database, proxy_hops=1, tables_per_guest=10**6) as opened:
        yield opened


def test_every_route_is_described(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path}/house.db")
    routes = [route for route in make_app(store, Settings()).routes if isinstance(route, Route)]
    store.close()
    found = {
        (re.sub(r":\w+}", "}", route.path), method.lower())
        for route in routes
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert found == set(OPERATIONS)


def test_the_description_is_served(server: ForkedServer) -> None:
    assert GuestClient(server.address).get("/api/openapi.json") == DESCRIPTION


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_answers_fit(server: ForkedServer, path: str, method: str) -> None:
    schema = schemathesis.openapi.from_dict(DESCRIPTION)
    schema.config.update(base_url=f"http://{server.address.authority}")
    operation, cookie = schema[path][method], GuestClient(server.address).cookie
    cases = [operation.as_strategy(generation_mode=mode) for mode in modes(path, method)]
    statuses: list[int] = []

    @given(case=st.one_of(cases), has_cookie=st.booleans(), address=st.integers(0, 2**16))
    @settings(
        max_examples=CASES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
    )
    def check_answer(case: Any, has_cookie: bool, address: int) -> None:
        headers = {"X-Forwarded-For": f"10.9.{address >> 8}.{address & 255}"}
        if has_cookie:
            headers["Cookie"] = cookie
        response = case.call_and_validate(headers=headers, checks=CHECKS, allow_redirects=False)
        statuses.append(response.status_code)

    check_answer()
    assert statuses
    record_run(
        "breaks",
        "Schemathesis against the HTTP description",
        "valid and invalid cases of every operation",
        inputs=len(statuses),
    )


def modes(path: str, method: str) -> list[schemathesis.GenerationMode]:
    """Return the kinds of cases to generate; without a body none can be invalid."""
    kinds = schemathesis.GenerationMode
    has_body = "requestBody" in DESCRIPTION["paths"][path][method]
    return [kinds.POSITIVE, kinds.NEGATIVE] if has_body else [kinds.POSITIVE]
