"""The lists of tables over HTTP: nobody can hide the tables of others, and pages fit together."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from spookhouse.kernel.contract import Json
from spookhouse.remote.blocking import wait_for
from spookhouse.remote.http import HttpSession
from spookhouse.stores import SqlStore
from spookhouse.table.store_protocol import ListPosition
from spookhouse.web.errors import WebRefused
from spookhouse.web.page_tokens import read_token, write_token
from support.public_tables import open_public
from support.servers import Client, Server, served

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("running-server")]

BAD_TOKENS = ("", "x", "1.0~0~1.0~", "1.0~0~1.0~é", "nan~0~1.0~t", "1.0~-1~1.0~t", "1.0~0~1.0~t%00")


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server whose list two guests try to fill, beside a table that is older."""
    database = f"sqlite:///{tmp_path_factory.mktemp('list')}/house.db"
    with closing(SqlStore(database)) as store:
        open_public(store, "honest", [("honest", 1.0)])
        for guest in ("mallory", "trudy"):
            open_public(store, guest, [(f"{guest}{each}", 100.0 + each) for each in range(500)])
        for number in range(50):
            open_public(store, f"guest{number}", [(f"t{number}", 0.5)])
    with served(database) as server:
        yield server


def listed(rows: list[Json]) -> list[str]:
    """Return the ids of the tables in a list."""
    return [row["table"] for row in rows]


def test_two_guests_cannot_hide_the_tables_of_others(flooded: Server) -> None:
    found = Client(flooded).json("/api/tables")
    assert listed(found["open"])[:3] == ["mallory499", "trudy499", "honest"]
    assert all("seats" in row for row in found["open"])


def test_the_pages_contain_each_table_once(flooded: Server) -> None:
    client = Client(flooded)
    first = client.json("/api/tables/open")
    assert first["tables"] == client.json("/api/tables")["open"]
    found, token = listed(first["tables"]), first["next"]
    assert token == client.json("/api/tables")["next"]
    while token is not None:
        page = client.json(f"/api/tables/open?after={token}")
        found += listed(page["tables"])
        token = page["next"]
    expected = {"honest", *(f"t{each}" for each in range(50))}
    expected |= {f"{guest}{each}" for guest in ("mallory", "trudy") for each in (497, 498, 499)}
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_new_table_is_on_the_first_page(flooded: Server) -> None:
    client = Client(flooded)
    table = client.open_table(public=True)
    assert listed(client.json("/api/tables")["open"])[0] == table


@pytest.mark.parametrize("token", BAD_TOKENS)
def test_an_invalid_token_is_refused(flooded: Server, token: str) -> None:
    response = Client(flooded).http(f"/api/tables/open?after={token}".replace("é", "%C3%A9"))
    assert (response.status, response.json()["code"]) == (400, "list/bad-token")
    assert "expected the value of next" in response.json()["message"]


def test_the_list_needs_a_cookie(flooded: Server) -> None:
    response = wait_for(HttpSession(flooded.address).request("GET", "/api/tables/open"))
    assert (response.status, response.json()["code"]) == (401, "guest/unknown")


@pytest.mark.parametrize("moment", [1794770422.6199927, 0.1, 5.0, -1.0])
def test_tokens_are_exact(moment: float) -> None:
    position = ListPosition(1794770422.6199927, 2, moment, "VPtQg4cN-L3h")
    assert read_token(write_token(position)) == position
    assert (read_token(None), write_token(None)) == (None, None)


@pytest.mark.parametrize("token", ["1e5~0~1.0~t", "1.0~0~1.0~t\n", "١.0~0~1.0~t", "9" * 9999])
def test_other_tokens_are_refused(token: str) -> None:
    with pytest.raises(WebRefused, match="invalid after: got"):
        read_token(token)


def test_a_list_of_no_tables_has_one_page(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/house.db") as server:
        found = Client(server).json("/api/tables/open")
    assert found == {"ok": True, "tables": [], "next": None}
