"""Each check of the conformance suite finds the fault that it is meant to find."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import spookhouse
from spookhouse.kernel.conformance import CHECKS, ContractViolation
from spookhouse.kernel.contract import Json, State
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match, event_of
from spookhouse.kernel.match_record import Record, replay

GAME = spookhouse.game("ghooost")
pytestmark = pytest.mark.compiled  # the planted faults are not in the rules

RUN = {check.name: check.run for check in CHECKS}


# The protocols of notation and wording cannot be subclassed, so the replaced ones are `Any`.


def with_notation(**changed: object) -> Game:
    """Return the game with parts of its notation replaced."""
    notation: Any = SimpleNamespace(**vars(GAME.notation) | changed)
    return replace(GAME, notation=notation)


def with_wording(**changed: object) -> Game:
    """Return the game with parts of its wording replaced."""
    wording: Any = SimpleNamespace(**vars(GAME.wording) | changed)
    return replace(GAME, wording=wording)


def violation(name: str, game: Game = GAME) -> str:
    """Run a check and return the message of the violation that it finds."""
    with pytest.raises(ContractViolation) as error:
        RUN[name](game, 3)
    return str(error.value)


def test_a_view_of_the_whole_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "view", lambda self, seat: self.position())
    assert "shows nothing hidden" in violation("secrets")


def test_a_view_with_the_next_card_of_the_crypt_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Match.view
    monkeypatch.setattr(
        Match, "view", lambda self, seat: view(self, seat) | {"next": self.position()["crypt"][:1]}
    )
    assert "shows nothing hidden" in violation("secrets")


def test_secret_events_shown_to_all_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_audience(game: Game, row: bytes) -> Json:
        return {key: value for key, value in event_of(game, row).items() if key != "seen_by"}

    monkeypatch.setattr("spookhouse.kernel.match.event_of", without_audience)
    assert "events show" in violation("events")


def test_a_concealed_record_that_holds_the_crypt_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_crypt(self: Match, seat: int | None) -> State:
        states = self.record["state"].copy()
        GAME.rules.conceal(states[0], -1 if seat is None else seat)
        states[0].crypt[:] = self.state.crypt
        concealed: State = states[0]
        return concealed

    monkeypatch.setattr(Match, "concealed", with_crypt)
    assert "conceal(imagine(conceal))" in violation("secrets")


def test_refusals_that_reveal_cards_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    why = Match.why
    monkeypatch.setattr(
        Match, "why", lambda self, seat, move: (why(self, seat, move), self.position()["mansions"])
    )
    assert "refusals for" in violation("secrets")


def test_a_text_that_does_not_read_back_is_found() -> None:
    assert "reads back" in violation(
        "notation", with_notation(write_move=lambda action: GAME.notation.write_move(action) + " ")
    )


def test_a_lost_card_is_found() -> None:
    positions = iter(range(10**9))
    assert "pieces are conserved" in violation(
        "pieces", with_notation(count_pieces=lambda state: next(positions) // 7)
    )


def test_a_position_without_a_field_is_found() -> None:
    game = with_notation(
        write_position=lambda state, options: (
            GAME.notation.write_position(state, options) | {"quiet": 0}
        )
    )
    assert "byte for byte" in violation("positions", game)


def test_a_refusal_without_a_rule_is_found() -> None:
    game = with_wording(why=lambda *_: ("", "no"))
    assert "refused by a numbered rule" in violation("refusals", game)


def test_a_seat_with_moves_out_of_turn_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    actions = Match.actions
    monkeypatch.setattr(Match, "actions", lambda self, seat: actions(self, seat) or [1])
    assert "a seat that owes no decision has no move" in violation("ends")


def test_an_event_without_words_is_found() -> None:
    assert "events have words" in violation("wording", with_wording(tell=lambda *_: 7))
    assert "the last move has words" in violation("wording", with_wording(tell=lambda *_: ""))


def test_a_record_that_replays_to_another_position_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without_last_move(game: Game, record: Record) -> Match:
        return replay(game, record, len(record.moves) - 1)

    monkeypatch.setattr("spookhouse.kernel.conformance.checks.replay", without_last_move)
    assert "a record replays to the same bytes" in violation("replay")


def test_a_move_that_reveals_more_than_it_says_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "reveals", lambda self, seat: False)
    assert "teaches" in violation("reveals")


def test_features_that_reveal_the_state_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def features(match: Match, seat: int) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
        return np.frombuffer(match.state.tobytes(), np.uint8).astype(np.float32)

    monkeypatch.setattr("spookhouse.kernel.conformance.secrecy.features", features)
    assert "features show nothing hidden" in violation("features")


def test_a_difference_between_interpreted_and_compiled_rules_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "spookhouse.kernel.conformance.interpreted.digest", lambda match, rng: "other"
    )
    assert "interpreted and compiled rules disagree" in violation("interpreted")


def test_every_check_has_a_planted_fault() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert set(re.findall(r'violation\(\s*"(\w+)"', source)) == RUN.keys()
