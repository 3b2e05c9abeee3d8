"""Records replay to the same match, and changes to them are detected."""

import json

import pytest

import spookhouse
from spookhouse.kernel.contract import Json
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record, commitment, replay
from spookhouse.kernel.transcript import read_transcript, write_transcript

GAME = spookhouse.game("ghooost")


def played(moves: int | None = None, match: Match | None = None) -> Match:
    """Return a match in which every player makes the last legal move."""
    match = match or GAME.new(players=3, seed=1)
    while match.waiting and (moves is None or len(match.moves) < moves):
        (seat,) = match.waiting
        match.apply(seat, match.actions(seat)[-1])
    return match


def as_json(record: Record) -> Json:
    """Return a record as it is read from a file."""
    data: Json = json.loads(json.dumps(record.to_json()))
    return data


@pytest.mark.parametrize("moves", [0, 5, None])
def test_a_record_replays(moves: int | None) -> None:
    match = played(moves)
    assert replay(GAME, Record.from_json(as_json(Record.of(match)))).position() == match.position()


def test_a_match_from_a_position_replays() -> None:
    start = played(20).position()
    match = played(40, GAME.load(start, seed=5))
    record = Record.from_json(as_json(Record.of(match)))
    assert record.start == start
    assert replay(GAME, record).position() == match.position()


def test_the_first_moves_can_be_replayed_alone() -> None:
    assert replay(GAME, Record.of(played(20)), 5).position() == played(5).position()


def test_a_sealed_record_shows_a_commitment_only() -> None:
    match = played(5)
    sealed = Record.of(match, sealed=True)
    assert match.key.hex() not in json.dumps(sealed.to_json())
    assert sealed.commitment == commitment(match.key)
    with pytest.raises(spookhouse.BrokenRecord, match="the seed is hidden until the match is over"):
        replay(GAME, Record.from_json(as_json(sealed)))


CHANGES = [
    # change, part of the message
    ({"format": 2}, "format is 2, expected 1"),
    ({"seed": "ab"}, "expected 64 hex digits"),
    ({"seed": 5}, "expected 64 hex digits"),
    ({"seed": "00" * 32}, "the seed does not fit its commitment"),
    ({"moves": "x"}, "moves is 'x', expected a list"),
    ({"moves": [[0]]}, "moves[0] is [0], expected a seat and a move"),
    ({"moves": [[True, "luck"]]}, "moves[0]"),
    ({"game": 5}, "game is 5, expected the name of a game"),
    ({"options": None}, "options is None, expected an object"),
    ({"start": 1}, "start is 1"),
    ({"extra": 1}, "'extra' is not a key of this format"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_invalid_records_are_refused(change: Json, message: str) -> None:
    with pytest.raises(spookhouse.BrokenRecord) as refused:
        Record.from_json(as_json(Record.of(played(5))) | change)
    assert message in str(refused.value)


@pytest.mark.parametrize("data", [None, [], "x", 5, {}])
def test_other_data_is_no_record(data: object) -> None:
    with pytest.raises(spookhouse.BrokenRecord):
        Record.from_json(data)


def test_every_defect_is_listed() -> None:
    with pytest.raises(spookhouse.BrokenRecord) as refused:
        Record.from_json({"format": 9, "moves": [1]})
    assert len(refused.value.defects) >= 7


FORGERIES = [
    # change, part of the message
    ({"moves": [[0, "collect"]]}, "move 1 (0, 'collect')"),
    ({"moves": [[7, "luck"]]}, "there is no seat 7"),
    ({"outcome": {"reason": "dawn", "ranks": [1, 2, 3], "returns": [0, 0, 0]}}, "the outcome is"),
    ({"options": {"players": 9}}, "invalid option players: got 9"),
    ({"options": {"hats": 9}}, "no option 'hats'"),
    ({"start": {}}, "not a position of this game"),
    ({"game": "chess"}, "game is 'chess', expected 'ghooost'"),
]


@pytest.mark.parametrize(("change", "message"), FORGERIES)
def test_forged_records_do_not_replay(change: Json, message: str) -> None:
    record = Record.from_json(as_json(Record.of(played(5))) | change)
    with pytest.raises(spookhouse.BrokenRecord) as refused:
        replay(GAME, record)
    assert message in str(refused.value)


def test_a_transcript_reads_back() -> None:
    match = played(30, GAME.load(played(20).position(), seed=5))
    text = write_transcript(GAME, Record.of(match))
    assert read_transcript(text) == Record.of(match)
    assert "Seat 1 plays" in text


@pytest.mark.parametrize(
    "text",
    ["", "hello", "Ghooost! (ghooost)\noptions: {\nseed: " + "0" * 64 + "\n\noutcome: null\n"],
)
def test_broken_transcripts(text: str) -> None:
    with pytest.raises(spookhouse.BrokenRecord):
        read_transcript(text)
