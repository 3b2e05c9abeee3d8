"""The clock of the machine is set back by an hour during a game with clocks.

Times in the log never go back, and no player gets an hour more, even after a restart.
"""

import time
from pathlib import Path

import pytest

from proof import server_patches
from proof.clients import GuestClient
from proof.log_checks import check_clock
from proof.proof_runs import record_run
from proof.server_processes import Patch, forked_server

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-failures")]

HOUR = 3600.0
CLOCK = {"move": 1, "reserve": 1}  # seconds


def test_clock_set_back(tmp_path: Path) -> None:
    offset = tmp_path / "offset"
    offset.write_text("0", encoding="ascii")
    patch = Patch.of(server_patches.shift_clock, str(offset))
    database = f"sqlite:///{tmp_path}/house.db"
    with forked_server(database, patch) as server:
        client = GuestClient(server.address).connect()
        table = client.open_table(options={"players": 2}, clock=CLOCK)
        client.watch(table)
        client.sit(0, 1)
        client.do("start")
        client.show(0, 1)
        offset.write_text(str(-HOUR), encoding="ascii")
        wait_until_time_is_up(client)
        client.do("say", text="still here")
        client.close()
    with forked_server(database, patch) as server:
        client = GuestClient(server.address, client.session.cookies).connect()
        client.watch(table)
        expired = seats_out_of_time(client)
        assert expired
        for seat in expired:
            client.watch(table, seat)
            client.do("back", seat=seat)
        wait_until_time_is_up(client)
        client.close()
    check_clock(database, table)
    record_run(
        "lost",
        "clock set back by an hour, and a restart",
        "time.time of the server shifted by a file",
        times=2,
    )


def seats_out_of_time(client: GuestClient) -> list[int]:
    """Return the seats that a bot plays because their time is up."""
    client.ping()
    return [seat.seat for seat in client.view.seats if seat.played_by_bot == "clock"]


def wait_until_time_is_up(client: GuestClient) -> None:
    """Check that a seat that does not move runs out of time after two seconds, not an hour."""
    started = time.monotonic()
    assert seats_out_of_time(client) == []
    client.wait_until(lambda view: any(seat.played_by_bot == "clock" for seat in view.seats), 20.0)
    assert time.monotonic() - started < 15
