"""Positions, records and exports from outside, mutated: each is refused with a reason, or is truly playable."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from proof.effort import count, note
from proof.mutants import mutated
from spookhouse.games import FOLDERS, game
from spookhouse.kernel.conformance import MAX_MOVES, play_through, random_games
from spookhouse.kernel.errors import BrokenRecord, InvalidData
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.record import Record, replay
from spookhouse.stores import SqlStore
from spookhouse.stores.export import export_lines, import_items, read_export
from spookhouse.table import NewTable
from spookhouse.table.log import GENESIS, link, write_data
from spookhouse.table.verify import read_table_record, verify_log
from support.databases import fresh_database
from support.tables import SECRET, Played

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("proof-outside")]

POSITIONS = count("positions", 1_500, 30_000)  # of every game
RECORDS = count("records", 500, 10_000)  # of every game
EXPORTS = count("exports", 500, 20_000)


def spoil(data: Any, rng: random.Random) -> Any:
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = mutated(data, rng)
    return data


def reasoned(error: InvalidData) -> str:
    """A refusal names at least one defect, and leaves none empty."""
    return "refused" if error.defects and all(error.defects) else "refused without a reason"


def samples(title: Game, rng: random.Random) -> Iterator[Match]:
    """Matches at random moments of random games, for ever."""
    seed = 0
    while True:
        seed += 1
        for match, dice in random_games(title, title.max_players - title.min_players + 1, seed):
            for _ in play_through(match, dice):
                if rng.random() < 0.1:
                    yield match


def playable(match: Match, rng: random.Random) -> None:
    """To the end by random moves, no piece lost; and the position reads back."""
    title, pieces = match.game, match.game.notation.count_pieces(match.state)
    assert (
        title.load(
            json.loads(json.dumps(match.position())), seed=1, edition=match.edition
        ).state.tobytes()
        == match.state.tobytes()
    )
    for _ in play_through(match, rng):
        assert len(match.moves) < MAX_MOVES
    assert match.outcome is not None
    assert title.notation.count_pieces(match.state) == pieces


@pytest.mark.parametrize("name", FOLDERS)
def test_positions(name: str) -> None:
    title, rng, counted = game(name), random.Random(11), Counter[str]()
    for match, _ in zip(samples(title, rng), range(POSITIONS), strict=False):
        text = json.dumps(spoil(match.position(), rng))
        try:
            found = title.load(json.loads(text), seed=3)
        except InvalidData as error:
            counted[reasoned(error)] += 1
            continue
        except Exception as error:
            raise AssertionError(f"{error!r}: {text}") from error
        try:
            playable(found, rng)
        except Exception as error:
            raise AssertionError(
                f"it was accepted, but cannot be played: {error!r}: {text}"
            ) from error
        counted["playable"] += 1
    assert counted["refused"] > POSITIONS // 4
    assert not counted["refused without a reason"]
    note(
        "breaks",
        f"{name}: mutated positions",
        "load, then random moves to the end",
        inputs=POSITIONS,
        **counted,
    )


@pytest.mark.parametrize("name", FOLDERS)
def test_records(name: str) -> None:
    """Records of matches, half of them of games that are still on."""
    title, rng, counted = game(name), random.Random(12), Counter[str]()
    for match, _ in zip(samples(title, rng), range(RECORDS), strict=False):
        text = json.dumps(spoil(Record.of(match).to_json(), rng))
        try:
            found = replay(title, Record.from_json(json.loads(text)))
        except InvalidData as error:
            counted[reasoned(error)] += 1
            continue
        except Exception as error:
            raise AssertionError(f"{error!r}: {text[:3000]}") from error
        playable(found, rng)
        counted["playable"] += 1
    assert not counted["refused without a reason"]
    note(
        "breaks",
        f"{name}: mutated records",
        "from_json and replay, then random moves to the end",
        inputs=RECORDS,
        **counted,
    )


def logs() -> list[Played]:
    """A log of every game, at its end and on the way there."""
    made = []
    for number, name in enumerate([*FOLDERS, *FOLDERS]):
        title, rng = game(name), random.Random(number)
        options = {"players": title.min_players} if "players" in title.option_names else {}
        played = (
            Played(game=name, **options).sit("ann", 0).bot(*range(1, title.min_players)).start()
        )
        for _ in range(400 if number < len(FOLDERS) else 6):
            if not played.table.owed:
                break
            seat = rng.choice(list(played.table.owed))
            assert played.table.match is not None
            move = rng.choice(played.table.match.legal(seat))
            played.move(seat, move) if seat == 0 else played.bot_moves(seat, move)
        made.append(played)
    return made


def chained_anew(entries: Any) -> Any:
    """A forger's work: whatever was changed, all hashes fit."""
    before = GENESIS
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, dict):
            try:
                told = (entry[name] for name in ("version", "at", "kind", "by", "key"))
                before = entry["hash"] = link(before, *told, write_data(entry["data"]))
            except (KeyError, ValueError, UnicodeError, TypeError):
                break
    return entries


def test_table_records() -> None:
    """`verify` says of each whether it holds; a forgery with fitting hashes never does, unless it changed nothing that counts."""
    rng, counted = random.Random(13), Counter[str]()
    made = [[entry.to_json() for entry in played.log] for played in logs()]
    for number in range(EXPORTS):
        entries = json.loads(json.dumps(spoil(rng.choice(made), rng)))
        if number % 2:
            entries = chained_anew(entries)
        try:
            steps = verify_log(
                "t1", read_table_record({"format": 1, "table": "t1", "entries": entries})[1]
            )
        except BrokenRecord as error:
            counted[reasoned(error)] += 1
            continue
        except Exception as error:
            raise AssertionError(f"{error!r}: {json.dumps(entries)[:3000]}") from error
        counted["holds" if all(step.holds for step in steps) else "found out"] += 1
    assert not counted["refused without a reason"]
    note("breaks", "mutated and forged records of tables", "verify", inputs=EXPORTS, **counted)


def test_exports() -> None:
    """A mutated export is refused, or every table that it brings can be rebuilt and goes on."""
    rng, counted, lines = random.Random(14), Counter[str](), exported()
    for database in fresh_database("sqlite"):
        store = SqlStore(database)
        for number in range(EXPORTS):
            place = rng.randrange(1, len(lines) - 1)
            data = json.loads(lines[place])
            changed = spoil(data, rng)
            if isinstance(changed, dict) and "entries" in changed and number % 2:
                changed["entries"] = chained_anew(changed["entries"])
            if (
                isinstance(changed, dict)
                and isinstance(changed.get("table"), str)
                and changed["table"] == data.get("table")
            ):
                changed["table"] = f"n{number}"
            counted[
                bring(
                    store, [*lines[:place], json.dumps(changed), *lines[place + 1 :]], f"n{number}"
                )
            ] += 1
        store.close()
    assert counted["refused"] > EXPORTS // 4
    assert not counted["refused without a reason"]
    note(
        "breaks",
        "mutated and forged exports",
        "import, then the table is rebuilt and looked at",
        inputs=EXPORTS,
        **counted,
    )


def exported() -> list[str]:
    """A small house as lines."""
    for database in fresh_database("sqlite"):
        store = SqlStore(database)
        for number, played in enumerate(logs()):
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


def bring(store: SqlStore, lines: list[str], name: str) -> str:
    try:
        items = [item for item in read_export(lines) if getattr(item, "name", name) == name]
        brought = import_items(store, items)
    except BrokenRecord as error:
        return reasoned(error)
    if brought.refused:
        assert all(brought.refused)
        return "refused"
    try:
        table = store.load(name)
        assert table is None or table.phase in ("lobby", "showing", "over") or table.owed
    except Exception as error:
        raise AssertionError(f"it was brought in, but cannot be opened: {error!r}") from error
    return "goes on"
