"""Any order of commands at a table of a real server, driven by Hypothesis.

The server never gets into trouble. Changes add up to the snapshot, and the log follows the rules.
"""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

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

from proof.clients import TROUBLE, GuestClient, options_for
from proof.log_checks import check_tables
from proof.proof_runs import record_run, repetitions
from proof.server_processes import ForkedServer, forked_server
from spookhouse.games import FOLDERS, game
from spookhouse.remote.errors import RequestRefused
from spookhouse.remote.messages import Json

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-secrecy")]

EXAMPLES, STEPS = repetitions("machines", 12, 400), 40
OPTION_NAMES = {option for name in FOLDERS for option in game(name).option_names}
SEATS, KEYS = st.integers(-1, 4), st.sampled_from(["", "a", "b", "c"])
OPTIONS = st.dictionaries(
    st.sampled_from([*sorted(OPTION_NAMES), "?"]),
    st.one_of(st.none(), st.booleans(), st.integers(-1, 30), st.text(max_size=5)),
    max_size=2,
)
ORDERS = st.one_of(st.permutations([0, 1]), st.permutations([0, 1, 2]), st.lists(SEATS, max_size=4))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[ForkedServer]:
    database = f"sqlite:///{tmp_path}/house.db"
    with forked_server(database, tables_per_guest=10**6, message_burst=10**6) as opened:
        yield opened
        assert "Traceback" not in opened.output(), opened.output()[:3000]


class TableMachine(RuleBasedStateMachine):
    """Two guests at one table. Ann's view is kept up to date by changes alone."""

    server: ForkedServer
    counted: Counter[str]
    ann: GuestClient
    bob: GuestClient

    def __init__(self) -> None:
        super().__init__()
        self.last_version = 0
        self.is_open = False

    @initialize(name=st.sampled_from(list(FOLDERS)), clock=st.booleans())
    def open(self, name: str, clock: bool) -> None:
        """Let both guests watch a new table."""
        self.ann, self.bob = (GuestClient(self.server.address).connect() for _ in range(2))
        wanted = {"clock": {"move": 3600, "reserve": 5}} if clock else {}
        table = self.ann.open_table(name, options=options_for(name, 2), **wanted)
        for client in (self.ann, self.bob):
            client.watch(table)
        self.is_open = True

    def teardown(self) -> None:
        """Disconnect both guests."""
        if self.is_open:
            self.ann.close()
            self.bob.close()

    def attempt(self, client: GuestClient, command: str, **details: object) -> None:
        """Send a command that may be refused."""
        self.counted["commands"] += 1
        try:
            version = client.do(command, **details)
        except RequestRefused as refusal:
            if refusal.code == TROUBLE:
                raise
            return
        self.counted["carried out"] += 1
        if not details.get("key"):  # with a key, it may have been carried out before
            assert version >= self.last_version
            self.last_version = version

    def guest(self, is_first: bool) -> GuestClient:
        """Return one of the two guests."""
        return self.ann if is_first else self.bob

    @property
    def phase(self) -> str:
        """The phase that Ann sees, or nothing before the table is open."""
        return self.ann.view.phase if self.is_open else ""

    # === COMMANDS ===

    @rule(first=st.booleans(), seat=SEATS, key=KEYS)
    def sit(self, first: bool, seat: int, key: str) -> None:
        """Take a seat."""
        client = self.guest(first)
        pledge = sha256(client.secret_bytes(seat)).hexdigest()
        self.attempt(client, "sit", seat=seat, pledge=pledge, key=key)

    @rule(
        command=st.sampled_from(["stand", "remove", "undo", "away", "back"]),
        first=st.booleans(),
        seat=SEATS,
        key=KEYS,
    )
    def command_at_seat(self, command: str, first: bool, seat: int, key: str) -> None:
        """Send a command that names a seat and nothing else."""
        self.attempt(self.guest(first), command, seat=seat, key=key)

    @rule(order=ORDERS, first=st.booleans(), key=KEYS)
    def arrange(self, order: list[int], first: bool, key: str) -> None:
        """Change seats."""
        self.attempt(self.guest(first), "arrange", order=order, key=key)

    @rule(options=OPTIONS)
    def set_options(self, options: Json) -> None:
        """Choose other options, often invalid ones."""
        self.attempt(self.ann, "set-options", options=options)

    @rule(first=st.booleans(), to_bob=st.booleans())
    def hand_over(self, first: bool, to_bob: bool) -> None:
        """Make a guest the owner."""
        self.attempt(self.guest(first), "hand-over", guest=self.guest(not to_bob).guest)

    @rule(seat=SEATS, level=st.sampled_from(["thumb", "uniform", "", "?"]))
    def add_bot(self, seat: int, level: str) -> None:
        """Seat a bot."""
        self.attempt(self.ann, "add-bot", seat=seat, level=level)

    @precondition(lambda self: self.phase == "lobby")
    @rule()
    def fill_and_start(self) -> None:
        """Reach a game, which random commands rarely do."""
        self.ann.ping()
        for seat in self.ann.view.seats:
            if seat.kind == "open":
                self.sit(seat.seat != 1, seat.seat, "")
        self.attempt(self.ann, "start")
        for number in range(len(self.ann.view.seats)):
            self.show(True, number)
            self.show(False, number)

    @rule(first=st.booleans(), seat=SEATS)
    def show(self, first: bool, seat: int) -> None:
        """Reveal the bytes of a seat."""
        client = self.guest(first)
        self.attempt(client, "show", seat=seat, bytes=client.secret_bytes(seat).hex())

    @rule(command=st.sampled_from(["start", "call-off", "rematch"]), first=st.booleans(), key=KEYS)
    def command_of_table(self, command: str, first: bool, key: str) -> None:
        """Send a command that names no seat."""
        self.attempt(self.guest(first), command, key=key)

    @rule(first=st.booleans(), agree=st.booleans())
    def answer(self, first: bool, agree: bool) -> None:
        """Answer a request to undo."""
        self.attempt(self.guest(first), "answer", agree=agree)

    @rule(first=st.booleans(), text=st.text(max_size=20))
    def say(self, first: bool, text: str) -> None:
        """Write a chat message."""
        self.attempt(self.guest(first), "say", text=encodable(text))

    @precondition(lambda self: self.phase == "playing")
    @rule(
        first=st.booleans(),
        choice=st.integers(0, 10**6),
        offset=st.sampled_from([0, 0, 0, 1]),
        key=KEYS,
    )
    def move(self, first: bool, choice: int, offset: int, key: str) -> None:
        """Make a legal move, sometimes for another version than the decision has."""
        client = self.guest(first)
        for seat in client.watch(client.table_id).table["waiting"]:
            try:
                owed = client.watch(client.table_id, seat).owed
            except RequestRefused:
                continue
            if owed is not None:
                version, move = owed.version + offset, owed.moves[choice % len(owed.moves)]
                self.attempt(client, "move", seat=seat, version=version, move=move, key=key)
                return

    @precondition(lambda self: self.phase == "playing")
    @rule(first=st.booleans(), seat=SEATS, text=st.text(max_size=8))
    def ask_about(self, first: bool, seat: int, text: str) -> None:
        """Ask why a text is no legal move, and for a hint."""
        client = self.guest(first)
        about: Json = {"table": client.table_id, "seat": seat}
        for question in ({"ask": "why", "move": encodable(text)}, {"ask": "hint"}):
            try:
                client.ask({**question, **about}, Json)
            except RequestRefused as refusal:
                if refusal.code == TROUBLE:
                    raise

    @precondition(lambda self: self.phase == "playing")
    @rule(luck=st.integers(0, 5), first=st.booleans(), seat=SEATS)
    def resign(self, luck: int, first: bool, seat: int) -> None:
        """Resign, but rarely: it ends the game."""
        if luck == 0:
            self.attempt(self.guest(first), "resign", seat=seat)

    # === WHAT MUST HOLD ===

    @invariant()
    def changes_add_up(self) -> None:
        """Compare Ann's view with a snapshot.

        All changes up to the snapshot's version arrive before it does.
        """
        if not self.is_open:
            return
        view = self.ann.view
        try:
            snapshot = self.ann.fetch(self.ann.table_id, view.seat)
        except RequestRefused as refusal:
            if refusal.code != "seat/not-yours":
                raise
            self.ann.watch(self.ann.table_id)
            return
        assert view.version == snapshot.version
        assert view.table == snapshot.table
        assert view.game == snapshot.game
        self.counted["comparisons"] += 1


def machine_of(running: ForkedServer, counts: Counter[str]) -> type[TableMachine]:
    """Return the class of machines for a server; Hypothesis makes the instances."""

    class Machine(TableMachine):
        server, counted = running, counts

    return Machine


def encodable(text: str) -> str:
    """Return a text without lone surrogates, which are not valid in JSON messages."""
    return text.encode("utf-8", "replace").decode()


def test_any_order_of_commands(running: ForkedServer) -> None:
    counted: Counter[str] = Counter()
    machine = machine_of(running, counted)
    configured = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=configured)
    assert counted["carried out"] > 5 * EXAMPLES, counted
    assert counted["comparisons"] > 5 * EXAMPLES, counted
    check_tables(running.database, [])
    how = "two guests at one table, all commands in any order; changes must add up to a snapshot"
    record_run(
        "breaks",
        "Hypothesis state machine on a real server",
        how,
        tables=EXAMPLES,
        inputs=counted["commands"],
        carried_out=counted["carried out"],
        comparisons=counted["comparisons"],
    )
