"""Mutated positions, records and exports: each is refused with a reason, or truly playable."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from proof.bad_inputs import mutate_several
from proof.proof_runs import record_run, repetitions
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.conformance import play_through, random_games
from spookhouse.kernel.errors import BrokenRecord, InvalidData
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record, replay
from spookhouse.stores import SqlStore
from spookhouse.stores.export import ExportedTable, export_lines, import_items, read_export
from spookhouse.table.hash_chain import GENESIS, hash_after
from spookhouse.table.record_file import entry_of, read_table_record
from spookhouse.table.store_protocol import NewTable
from spookhouse.table.verify import verify_log
from support.databases import fresh_database
from support.tables import SECRET, Played

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-data")]

POSITIONS = repetitions("positions", 1_500, 30_000)  # of every game
RECORDS = repetitions("records", 500, 10_000)  # of every game
EXPORTS = repetitions("exports", 500, 20_000)
UNFINISHED_MOVES = 6

Json = Any  # any JSON value
# The fields of a log that decide about the deal.
DEAL = {"commitment", "pledge", "pledges", "bytes"}


def mutate_some(data: Json, rng: random.Random) -> Json:
    """Return a copy with one to three changes."""
    return mutate_several(data, rng.choice((1, 1, 1, 2, 3)), rng)


def copy_of(data: Json) -> Json:
    """Return a copy as it comes out of a file."""
    return json.loads(json.dumps(data))


def check_reasons(error: InvalidData) -> None:
    """Check that a refusal names at least one defect, and that none is empty."""
    assert error.defects, "refused without a reason"
    assert all(error.defects), error.defects


def load(text: str, read: Callable[[Json], Match]) -> Match | None:
    """Return the match that a text leads to, or None if it is refused with a reason."""
    try:
        return read(json.loads(text))
    except InvalidData as error:
        check_reasons(error)
        return None
    except Exception as error:
        raise AssertionError(f"{error!r}: {text[:3000]}") from error


def random_moments(title: Game) -> Iterator[Match]:
    """Yield matches at random moments of random games, without end."""
    rng, seed = random.Random(11), 0
    while True:
        seed += 1
        for match, dice in random_games(title, title.max_players - title.min_players + 1, seed):
            for _ in play_through(match, dice):
                if rng.random() < 0.1:
                    yield match


def check_playable(match: Match, rng: random.Random) -> None:
    """Check that a position can be written, read and played to the end without losing a piece."""
    title, pieces = match.game, match.game.notation.count_pieces(match.state)
    again = title.load(copy_of(match.position()), seed=1, edition=match.edition)
    assert again.state.tobytes() == match.state.tobytes()
    for _ in play_through(match, rng):
        pass
    assert match.outcome is not None
    assert title.notation.count_pieces(match.state) == pieces


# === POSITIONS AND RECORDS OF MATCHES ===


@pytest.mark.parametrize("name", FOLDERS)
def test_positions(name: str) -> None:
    title, rng, counted = game(name), random.Random(11), Counter[str]()
    for match, _ in zip(random_moments(title), range(POSITIONS), strict=False):
        text = json.dumps(mutate_some(match.position(), rng))
        loaded = load(text, lambda data: title.load(data, seed=3))
        counted["refused" if loaded is None else "playable"] += 1
        if loaded is not None:
            try:
                check_playable(loaded, rng)
            except Exception as error:
                raise AssertionError(f"accepted and not playable: {error!r}: {text}") from error
    assert counted["refused"] > POSITIONS // 4
    assert counted["playable"] > POSITIONS // 100
    how = "load, then random moves to the end"
    record_run("breaks", f"{name}: mutated positions", how, inputs=POSITIONS, **counted)


@pytest.mark.parametrize("name", FOLDERS)
def test_records(name: str) -> None:
    """Mutate records of matches, most of them unfinished."""
    title, rng, counted = game(name), random.Random(12), Counter[str]()
    for match, _ in zip(random_moments(title), range(RECORDS), strict=False):
        text = json.dumps(mutate_some(Record.of(match).to_json(), rng))
        loaded = load(text, lambda data: replay(title, Record.from_json(data)))
        counted["refused" if loaded is None else "playable"] += 1
        if loaded is not None:
            check_playable(loaded, rng)
    assert counted["refused"] > RECORDS // 4
    assert counted["playable"] > 0
    how = "from_json and replay, then random moves to the end"
    record_run("breaks", f"{name}: mutated records", how, inputs=RECORDS, **counted)


# === LOGS OF TABLES ===


def played_tables() -> list[Played]:
    """Return a finished and an unfinished table of every game."""
    finished = [play_table(name, number, 400) for number, name in enumerate(FOLDERS)]
    return finished + [
        play_table(name, number, UNFINISHED_MOVES)
        for number, name in enumerate(FOLDERS, len(FOLDERS))
    ]


def play_table(name: str, seed: int, moves: int) -> Played:
    """Return a table after so many random moves, or after the end of its game."""
    title, rng = game(name), random.Random(seed)
    options: dict[str, Any] = {}
    if "players" in title.option_names:
        options["players"] = title.min_players
    played = Played(game=name, **options).sit("ann", 0).bot(*range(1, title.min_players)).start()
    for _ in range(moves):
        if not played.table.owed:
            break
        seat = rng.choice(list(played.table.owed))
        assert played.table.match is not None
        move = rng.choice(played.table.match.legal(seat))
        played.move(seat, move) if seat == 0 else played.bot_moves(seat, move)
    return played


def rechain(entries: Json) -> None:
    """Give mutated entries hashes that fit, as far as they have the fields for it."""
    previous = GENESIS
    # The entries may be of any shape by now.
    with suppress(KeyError, ValueError, UnicodeError, TypeError):
        for entry in entries:
            # The entry may have lost its hash.
            unchained = entry_of({**entry, "hash": ""})
            previous = entry["hash"] = hash_after(previous, unchained)


def deal_of(entries: Json) -> list[tuple[str, Json]]:
    """Return every value in a log that decides about the deal."""
    return [
        (name, value)
        for entry in entries
        for name, value in sorted(entry["data"].items())
        if name in DEAL
    ]


def holds(entries: Json) -> bool | None:
    """Return whether `verify` finds a log in order, or None if it refuses to read it."""
    try:
        read = read_table_record({"format": 1, "table": "t1", "entries": entries})[1]
        return all(step.holds for step in verify_log("t1", read))
    except BrokenRecord as error:
        check_reasons(error)
        return None
    except Exception as error:
        raise AssertionError(f"{error!r}: {json.dumps(entries)[:3000]}") from error


def test_table_records() -> None:
    """`verify` never fails, and finds every change that it can find.

    Without new hashes that is every change, except that entries after the secret may be missing.
    With new hashes it is every change of the deal. (That nobody can choose other moves and rewrite
    the whole log is not what hashes prove.)
    """
    rng, counted = random.Random(13), Counter[str]()
    originals = [[entry.to_json() for entry in played.log] for played in played_tables()]
    for number in range(EXPORTS):
        original = copy_of(rng.choice(originals))
        entries = copy_of(mutate_some(original, rng))
        is_forged = bool(number % 2)
        if is_forged:
            rechain(entries)
        result = holds(entries)
        counted[{None: "refused", True: "holds", False: "found out"}[result]] += 1
        if result and is_forged:
            assert deal_of(entries) == deal_of(original), "a forged deal holds"
        elif result:
            assert entries == original[: len(entries)], "a change with an old hash holds"
    assert counted["refused"] > EXPORTS // 10
    assert counted["found out"] > EXPORTS // 10
    record_run(
        "breaks", "mutated and forged records of tables", "verify", inputs=EXPORTS, **counted
    )


# === EXPORTS ===


def test_exports() -> None:
    """A mutated export is refused, or every table that it brings can be played to the end."""
    rng, counted, lines = random.Random(14), Counter[str](), export_of_tables()
    for database in fresh_database("sqlite"):
        store = SqlStore(database)
        for number in range(EXPORTS):
            name = f"n{number}"
            mutations = (mutate_some, mutate_and_rechain, mutate_some, mutate_and_rechain, cut_log)
            changed = change_line(lines, name, mutations[number % len(mutations)], rng)
            counted[import_and_play(store, changed, name, rng)] += 1
        store.close()
    assert counted["refused"] > EXPORTS // 4
    assert counted["goes on"] > EXPORTS // 50
    how = "import, then the table is rebuilt and played to the end"
    record_run("breaks", "mutated and forged exports", how, inputs=EXPORTS, **counted)


def export_of_tables() -> list[str]:
    """Return the lines of an export of a small database."""
    for database in fresh_database("sqlite"):
        store = SqlStore(database)
        for number, played in enumerate(played_tables()):
            row: NewTable = {
                "secret": SECRET,
                "game": played.table.game,
                "public": False,
                "created": 1.0,
                "changed": 1.0,
            }
            store.append(f"t{number}", played.log, played.table.phase, row).result()
        store.save_guest("ann", "Ann", 1.0).result()
        lines = list(export_lines(store))
        store.close()
    return lines


def mutate_and_rechain(data: Json, rng: random.Random) -> Json:
    """Return a mutated line; if it is still a table, its hashes fit."""
    copy = copy_of(mutate_some(data, rng))
    if isinstance(copy, dict):
        rechain(copy.get("entries"))
    return copy


def cut_log(data: Json, rng: random.Random) -> Json:
    """Return a table whose log ends earlier, or anything else unchanged."""
    if "entries" not in data:
        return data
    entries = data["entries"]
    return {**data, "entries": entries[: rng.randrange(1, len(entries))]}


def change_line(
    lines: list[str], name: str, mutation: Callable[[Json, random.Random], Json], rng: random.Random
) -> list[str]:
    """Return an export with one changed line; if it is a table, it gets a new name."""
    place = rng.randrange(1, len(lines) - 1)
    original = json.loads(lines[place])
    data = mutation(original, rng)
    if isinstance(data, dict) and "table" in data and data["table"] == original.get("table"):
        data = {**data, "table": name}
    return [*lines[:place], json.dumps(data), *lines[place + 1 :]]


def import_and_play(store: SqlStore, lines: list[str], name: str, rng: random.Random) -> str:
    """Import the table of that name and play it to the end; return what happened."""
    try:
        items = [item for item in read_export(lines) if is_wanted(item, name)]
        result = import_items(store, items)
    except BrokenRecord as error:
        check_reasons(error)
        return "refused"
    if result.refused:
        assert all(result.refused)
        return "refused"
    if not result.tables:
        return "no table"
    try:
        play_on(store, name, rng)
    except Exception as error:
        raise AssertionError(f"imported and not playable: {error!r}") from error
    return "goes on"


def is_wanted(item: object, name: str) -> bool:
    """Return whether an item is no table, or the table of that name."""
    return not isinstance(item, ExportedTable) or item.name == name


def play_on(store: SqlStore, name: str, rng: random.Random) -> None:
    """Rebuild a table from its log, and play its match to the end if it is not over."""
    table = store.load(name)
    assert table is not None
    assert table.phase in ("lobby", "showing", "playing", "over")
    if table.phase == "playing":
        assert table.owed
        assert table.match is not None
        check_playable(table.match.copy(), rng)
