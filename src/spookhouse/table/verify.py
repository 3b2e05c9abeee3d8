"""Verify a finished game from its log alone: the chain, the deal, and every command.

There is no second set of rules here: `rejudge` decides every command again. A step claims only what
it has checked. What a reader could expect of it beyond that is a warning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from spookhouse.games import game as find_game
from spookhouse.kernel.validation import shown
from spookhouse.table.commitments import pledge, seed_of
from spookhouse.table.deal_history import DealHistory, deal_history
from spookhouse.table.hash_chain import find_breaks
from spookhouse.table.log import Entry, Json
from spookhouse.table.phases import OVER
from spookhouse.table.rejudge import rejudge
from spookhouse.table.table import Table


@dataclass(frozen=True)
class Step:
    """One check: its name, what was found, every defect, and what it does not show."""

    name: str
    found: str
    defects: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the check found no defect."""
        return not self.defects

    def to_json(self) -> Json:
        """Return the check as JSON-ready data."""
        return {
            "step": self.name,
            "holds": self.holds,
            "found": self.found,
            "defects": list(self.defects),
            "warnings": list(self.warnings),
        }


def verify_log(name: str, entries: Sequence[Entry]) -> list[Step]:
    """Return every check of a finished game, whether it holds or not."""
    history = deal_history(entries)
    steps = [
        check_chain(entries),
        check_commitment(history),
        check_order(history),
        check_pledges(history),
    ]
    if history.secret is None:
        reason = ("cannot be checked without the secret",)
        return [*steps, *(Step(name, "", reason) for name in ("seed", "rules", "outcome"))]
    table, defect = rejudge(name, history.secret, entries)
    return [
        *steps,
        check_seed(history, history.secret, table),
        check_rules(table, entries, defect),
        check_outcome(table, defect),
    ]


def check_chain(entries: Sequence[Entry]) -> Step:
    """Check the hashes and the times of all entries."""
    defects = find_breaks(entries)
    for before, after in pairwise(entries):
        if after.at < before.at:
            defects.append(f"entry {after.version} is older than the one before it")
    return Step(
        "chain",
        f"{len(entries)} entries, each with the hash of the one before; "
        f"the last is {entries[-1].hash[:64]}",
        tuple(defects),
    )


def check_commitment(history: DealHistory) -> Step:
    """Check that the server's secret fits the commitment."""
    defects = []
    if history.commitment is None:
        defects.append(
            "the first entry does not open the table with a commitment: "
            "the secret was not fixed before the pledges"
        )
    elif history.secret is None:
        defects.append(
            "the secret was not opened: this game is not over, or its last entry is missing"
        )
    elif pledge(history.secret) != history.commitment:
        defects.append(
            f"the opened secret hashes to {pledge(history.secret)}, "
            f"but {shown(history.commitment)} was published"
        )
    if defects:
        return Step("commitment", "", tuple(defects))
    promised = (history.commitment or "")[:16]
    return Step(
        "commitment",
        f"the server's secret fits the commitment {promised}… in the first entry",
    )


def check_order(history: DealHistory) -> Step:
    """Check that all pledges came before the start, all bytes after it, and then the secret."""
    times = history.called_off
    again = f" ({times} starts were called off before)" if times else ""
    return Step(
        "order",
        "in the log the commitment comes first, then every pledge, then every seat's bytes, "
        "and then the secret" + again,
        tuple(history.defects),
    )


def check_pledges(history: DealHistory) -> Step:
    """Check that each seat's bytes fit its pledge."""
    defects = [f"seat {seat} never showed its bytes" for seat in history.missing(history.revealed)]
    if not history.seats:
        defects.append("the number of seats is unknown")
    for seat, revealed in sorted(history.revealed.items()):
        promised = history.pledges.get(seat)
        if promised is None:
            defects.append(f"seat {seat} showed bytes that it had not pledged")
        elif pledge(revealed) != promised:
            defects.append(
                f"seat {seat} showed bytes that hash to {pledge(revealed)}, "
                f"but had pledged {shown(promised)}"
            )
    return Step("pledges", f"the bytes of all {history.seats} seats fit their pledges", (*defects,))


def check_seed(history: DealHistory, secret: bytes, table: Table) -> Step:
    """Check that the chance of the match comes from the secret and the bytes of all seats."""
    if history.missing(history.revealed) or not history.seats:
        return Step("seed", "", ("bytes are missing: the seed cannot be computed",))
    seed = seed_of(secret, [history.revealed[seat] for seat in range(history.seats)])
    if table.match is None:
        return Step("seed", "", ("the game never began",))
    used = table.match.key
    defects = () if used == seed else (f"the seed of the game is {used.hex()}, not {seed.hex()}",)
    purpose = "the game is dealt from it" if table.start is None else "later chance comes from it"
    return Step(
        "seed",
        f"the hash of the secret and all bytes in order of seats is {seed.hex()}; {purpose}",
        defects,
        start_warnings(table),
    )


def start_warnings(table: Table) -> tuple[str, ...]:
    """Return what nobody can conclude about a game that starts from a position."""
    if table.start is None:
        return ()
    origin = table.origin
    source = (
        "the log does not say where the position comes from"
        if origin is None
        else f"the log says that the position is that of table {origin.table} after {origin.step} "
        "moves; the record of that table was not checked"
    )
    return (
        "the game was not dealt from this seed: it starts from a position, with everything that "
        "was dealt and shuffled before",
        source,
    )


def check_rules(table: Table, entries: Sequence[Entry], defect: str) -> Step:
    """Check that every command was allowed."""
    moves = sum(entry.kind == "moved" for entry in entries)
    undone = sum(entry.kind == "undone" for entry in entries)
    is_current = not table.game or table.edition == find_game(table.game).edition
    edition = "" if is_current else f" as they were read then (edition {table.edition})"
    undos = f", {undone} undos were allowed" if undone else ""
    beginning = "that deal" if table.start is None else "the position that it starts from"
    return Step(
        "rules",
        f"from {beginning} on, {moves} moves of {table.game} follow the rules{edition}{undos}, "
        "and the rules allow every other entry of the log",
        (defect,) if defect else (),
    )


def check_outcome(table: Table, defect: str) -> Step:
    """Check that the log leads to the end of the game."""
    outcome = table.outcome
    if defect:
        return Step("outcome", "", ("cannot be checked: the log breaks the rules",))
    if table.phase != OVER or outcome is None:
        return Step("outcome", "", ("the log does not lead to the end of the game",))
    return Step("outcome", f"the game ends with {outcome['reason']}, ranks {outcome['ranks']}")
