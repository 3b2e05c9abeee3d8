"""Each check of the conformance suite finds the fault that it is meant to find."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.conformance import CHECKS, ContractViolation
from spookhouse.kernel.contract import Json
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match, event_of

GAME = spookhouse.game("ghooost")
pytestmark = pytest.mark.compiled  # the planted faults are not in the rules

RUN = {check.name: check.run for check in CHECKS}


def with_notation(**changed: Any) -> Game:
    """Return the game with parts of its notation replaced."""
    notation: Any = SimpleNamespace(**vars(GAME.notation) | changed)
    return replace(GAME, notation=notation)


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
    def told(game: Game, row: bytes) -> Json:
        return {key: value for key, value in event_of(game, row).items() if key != "seen_by"}

    monkeypatch.setattr("spookhouse.kernel.match.event_of", told)
    assert "events show" in violation("events")


def test_a_concealed_record_that_holds_the_crypt_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: Match, seat: int | None) -> Any:
        states = self.record["state"].copy()
        GAME.rules.conceal(states[0], -1 if seat is None else seat)
        states[0].crypt[:] = self.state.crypt
        return states[0]

    monkeypatch.setattr(Match, "concealed", forgetful)
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
    forgetful = with_notation(
        write_position=lambda state, options: (
            GAME.notation.write_position(state, options) | {"quiet": 0}
        )
    )
    assert "byte for byte" in violation("positions", forgetful)


def test_a_refusal_without_a_rule_is_found() -> None:
    wording: Any = SimpleNamespace(**vars(GAME.wording) | {"why": lambda *_: ("", "no")})
    game = replace(GAME, wording=wording)
    assert "refused by a numbered rule" in violation("refusals", game)


def test_a_difference_between_interpreted_and_compiled_rules_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "spookhouse.kernel.conformance.interpreted.digest", lambda match, rng: "other"
    )
    assert "interpreted and compiled rules disagree" in violation("interpreted")
