"""The suite catches what it is there to catch: plant a fault, see it found."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import spookhouse
from spookhouse.kernel.conformance import CHECKS, Broken
from spookhouse.kernel.contract import Json
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match, event_of

GAME = spookhouse.game("ghooost")
pytestmark = pytest.mark.compiled  # the faults are in words; the compiled rules find them faster

RUN = {check.name: check.run for check in CHECKS}


def with_words(**changed: Any) -> Game:
    """The game with parts of its notation changed."""
    return replace(GAME, notation=SimpleNamespace(**vars(GAME.notation) | changed))  # type: ignore[arg-type]


def caught(name: str, game: Game = GAME) -> str:
    with pytest.raises(Broken) as found:
        RUN[name](game, 3)
    return str(found.value)


def test_a_view_of_everything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "view", lambda self, seat: self.position())
    assert "shows nothing hidden" in caught("secrets")


def test_a_view_with_the_next_card_of_the_crypt_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Match.view
    monkeypatch.setattr(
        Match, "view", lambda self, seat: view(self, seat) | {"next": self.position()["crypt"][:1]}
    )
    assert "shows nothing hidden" in caught("secrets")


def test_events_told_to_everybody_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(game: Game, row: bytes) -> Json:
        return {key: value for key, value in event_of(game, row).items() if key != "seen_by"}

    monkeypatch.setattr("spookhouse.kernel.match.event_of", told)
    assert "events show" in caught("events")


def test_a_concealed_record_with_the_crypt_in_it_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: Match, seat: int | None) -> Any:
        states = self.record["state"].copy()
        GAME.rules.conceal(states[0], -1 if seat is None else seat)
        states[0].crypt[:] = self.state.crypt
        return states[0]

    monkeypatch.setattr(Match, "concealed", forgetful)
    assert "conceal(imagine(conceal))" in caught("secrets")


def test_reasons_that_tell_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    why = Match.why
    monkeypatch.setattr(
        Match, "why", lambda self, seat, move: (why(self, seat, move), self.position()["mansions"])
    )
    assert "reasons given" in caught("secrets")


def test_a_move_with_two_texts_is_caught() -> None:
    assert "reads back" in caught(
        "notation", with_words(write_move=lambda action: GAME.notation.write_move(action) + " ")
    )


def test_a_lost_card_is_caught() -> None:
    positions = iter(range(10**9))
    assert "pieces are conserved" in caught(
        "pieces", with_words(count_pieces=lambda state: next(positions) // 7)
    )


def test_a_position_that_forgets_is_caught() -> None:
    forgetful = with_words(
        write_position=lambda state, options: (
            GAME.notation.write_position(state, options) | {"quiet": 0}
        )
    )
    assert "byte for byte" in caught("positions", forgetful)


def test_a_refusal_without_a_number_is_caught() -> None:
    vague = replace(
        GAME, wording=SimpleNamespace(**vars(GAME.wording) | {"why": lambda *_: ("", "no")})
    )  # type: ignore[arg-type]
    assert "refused by a numbered rule" in caught("refusals", vague)


def test_a_difference_between_ways_of_running_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spookhouse.kernel.conformance.digest", lambda match, rng: "other")
    assert "interpreted and compiled rules disagree" in caught("interpreted")
