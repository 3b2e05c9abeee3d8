"""A table on a real server, driven by Hypothesis in any order of commands: it never gets into trouble, and changes add up to the whole."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from proof.effort import count, note
from proof.houses import House, housed
from proof.people import options_of
from spookhouse.games import FOLDERS, game
from support.servers import Client

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-wire")]

EXAMPLES, STEPS = count("machines", 12, 400), 40
SEATS, KEYS = st.integers(-1, 4), st.sampled_from(["", "a", "b", "c"])
OPTIONS = st.sampled_from(
    [*sorted({option for name in FOLDERS for option in game(name).option_names}), "?"]
)
TRIED = {"commands": 0, "carried out": 0}
HOUSE: list[House] = []


@pytest.fixture
def house(tmp_path: Any) -> Iterator[House]:
    with housed(
        f"sqlite:///{tmp_path}/house.db", tables_per_guest=10**6, message_burst=10**6
    ) as opened:
        HOUSE[:] = [opened]
        yield opened
        assert "Traceback" not in opened.output(), opened.output()[:3000]


class Table(RuleBasedStateMachine):
    """Two guests; what the first one holds by changes must be what the house says as a whole."""

    ann: Client
    bob: Client

    @initialize(name=st.sampled_from(list(FOLDERS)), clock=st.booleans())
    def open(self, name: str, clock: bool) -> None:
        self.ann, self.bob = Client(HOUSE[0]).connect(), Client(HOUSE[0]).connect()
        wanted: dict[str, Any] = {"clock": {"move": 3600, "reserve": 5}} if clock else {}
        self.table = self.ann.open_table(name, options=options_of(name, 2), **wanted)
        self.versions = [0]
        for client in (self.ann, self.bob):
            assert client.watch(self.table)["ok"]

    def teardown(self) -> None:
        for client in (getattr(self, "ann", None), getattr(self, "bob", None)):
            if client is not None:
                client.close()

    def tried(self, client: Client, **command: Any) -> dict[str, Any]:
        answer = client.do(**command)
        TRIED["commands"] += 1
        TRIED["carried out"] += answer["ok"]
        assert answer["ok"] or answer["code"] != "house/trouble", (command, answer)
        if answer["ok"] and not command.get("key"):
            assert answer["version"] >= self.versions[-1]
            self.versions.append(answer["version"])
        return answer

    @property
    def phase(self) -> str:
        return str(self.ann.table.get("phase"))

    @rule(first=st.booleans(), seat=SEATS, key=KEYS)
    def sit(self, first: bool, seat: int, key: str) -> None:
        from hashlib import sha256

        client = self.ann if first else self.bob
        self.tried(
            client, do="sit", seat=seat, pledge=sha256(client.bytes_for(seat)).hexdigest(), key=key
        )

    @rule(
        what=st.sampled_from(["stand", "remove", "undo", "away", "back"]),
        first=st.booleans(),
        seat=SEATS,
        key=KEYS,
    )
    def at_a_seat(self, what: str, first: bool, seat: int, key: str) -> None:
        self.tried(self.ann if first else self.bob, do=what, seat=seat, key=key)

    @rule(
        order=st.one_of(
            st.permutations([0, 1]), st.permutations([0, 1, 2]), st.lists(SEATS, max_size=4)
        ),
        first=st.booleans(),
        key=KEYS,
    )
    def arrange(self, order: list[int], first: bool, key: str) -> None:
        self.tried(self.ann if first else self.bob, do="arrange", order=order, key=key)

    @rule(
        options=st.dictionaries(
            OPTIONS,
            st.one_of(st.none(), st.booleans(), st.integers(-1, 30), st.text(max_size=5)),
            max_size=2,
        )
    )
    def set_options(self, options: dict[str, Any]) -> None:
        self.tried(self.ann, do="set-options", options=options)

    @rule(first=st.booleans(), to_bob=st.booleans())
    def hand_over(self, first: bool, to_bob: bool) -> None:
        self.tried(
            self.ann if first else self.bob,
            do="hand-over",
            guest=(self.bob if to_bob else self.ann).guest,
        )

    @rule(seat=SEATS, level=st.sampled_from(["thumb", "uniform", "", "?"]))
    def add_bot(self, seat: int, level: str) -> None:
        self.tried(self.ann, do="add-bot", seat=seat, level=level)

    @precondition(lambda self: self.phase == "lobby")
    @rule()
    def fill_and_start(self) -> None:
        """The way to a game, so that it is not left to luck."""
        for seat in self.ann.watch(self.table)["table"]["seats"]:
            if seat["kind"] == "open":
                self.sit(seat["seat"] != 1, seat["seat"], "")
        self.tried(self.ann, do="start")
        for seat in range(len(self.ann.table["seats"])):
            self.show(True, seat)
            self.show(False, seat)

    @rule(first=st.booleans(), seat=SEATS)
    def show(self, first: bool, seat: int) -> None:
        client = self.ann if first else self.bob
        self.tried(client, do="show", seat=seat, bytes=client.bytes_for(seat).hex())

    @rule(what=st.sampled_from(["start", "call-off", "rematch"]), first=st.booleans(), key=KEYS)
    def alone(self, what: str, first: bool, key: str) -> None:
        self.tried(self.ann if first else self.bob, do=what, key=key)

    @rule(first=st.booleans(), agree=st.booleans())
    def answer(self, first: bool, agree: bool) -> None:
        self.tried(self.ann if first else self.bob, do="answer", agree=agree)

    @rule(first=st.booleans(), text=st.text(max_size=20))
    def say(self, first: bool, text: str) -> None:
        self.tried(
            self.ann if first else self.bob, do="say", text=text.encode("utf-8", "replace").decode()
        )

    @precondition(lambda self: self.phase == "playing")
    @rule(
        first=st.booleans(),
        choice=st.integers(0, 10**6),
        off=st.sampled_from([0, 0, 0, 1]),
        key=KEYS,
    )
    def move(self, first: bool, choice: int, off: int, key: str) -> None:
        client = self.ann if first else self.bob
        for seat in client.watch(self.table)["table"]["waiting"]:
            if client.watch(self.table, seat)["ok"] and client.owes:
                assert client.game is not None
                owed = client.game["owed"]
                self.tried(
                    client,
                    do="move",
                    seat=seat,
                    version=owed["version"] + off,
                    move=owed["moves"][choice % len(owed["moves"])],
                    key=key,
                )
                return

    @precondition(lambda self: self.phase == "playing")
    @rule(first=st.booleans(), seat=SEATS, text=st.text(max_size=8))
    def ask_about(self, first: bool, seat: int, text: str) -> None:
        client = self.ann if first else self.bob
        for found in (
            client.ask(
                "why", table=self.table, seat=seat, move=text.encode("utf-8", "replace").decode()
            ),
            client.ask("hint", table=self.table, seat=seat),
        ):
            assert found["ok"] or found["code"] != "house/trouble", found

    @precondition(lambda self: self.phase == "playing")
    @rule(luck=st.integers(0, 5), first=st.booleans(), seat=SEATS)
    def resign(self, luck: int, first: bool, seat: int) -> None:
        if luck == 0:
            self.tried(self.ann if first else self.bob, do="resign", seat=seat)

    @invariant()
    def changes_add_up(self) -> None:
        """Whatever was told since the last look makes the whole that is shown now; bots may move in between, so versions are compared first."""
        if not getattr(self, "ann", None) or self.ann.socket is None:
            return
        self.ann.ask("ping")
        held, version, game = self.ann.table, self.ann.version, self.ann.game
        whole = self.ann.watch(self.table, self.ann.seat)
        if whole["ok"] and whole["version"] == version:
            assert held == whole["table"]
            assert game == whole["game"]


def test_any_order_of_commands(house: House) -> None:
    TRIED.update(dict.fromkeys(TRIED, 0))
    quick = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
    )
    run_state_machine_as_test(
        Table, settings=settings(quick, suppress_health_check=list(HealthCheck))
    )
    how = "two guests at one table, all commands in any order; changes must add up to the whole"
    note(
        "breaks",
        "Hypothesis state machine on a real server",
        how,
        tables=EXAMPLES,
        inputs=TRIED["commands"],
        carried_out=TRIED["carried out"],
    )
