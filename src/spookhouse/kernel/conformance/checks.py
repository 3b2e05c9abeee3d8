"""Checks of the rules, the notation and the wording of a game."""

import json
import random
from collections.abc import Sequence

from spookhouse.kernel.conformance.random_games import play_through, random_games, require
from spookhouse.kernel.errors import IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record, replay

MAX_SAMPLED_MOVES = 500  # of the vocabulary, tried at a step
STEPS_BETWEEN_REFUSALS = 7


def check_ends(game: Game, games: int) -> None:
    """Check that every game ends, and that exactly the waiting seats have legal moves.

    The returns of an outcome sum to zero, and its ranks begin with 1.
    """
    for match, rng in random_games(game, games, 1):
        for _ in play_through(match, rng):
            require(match.outcome is None, "a running game has no outcome", match)
            idle = [seat for seat in range(match.players) if seat not in match.waiting]
            has_moves = any(match.actions(seat) for seat in idle)
            require(not has_moves, "a seat that owes no decision has no move", match)
        check_outcome(match)


def check_outcome(match: Match) -> None:
    """Check the outcome of a match that is over."""
    outcome = match.outcome
    require(outcome is not None, "a finished game has an outcome", match)
    assert outcome is not None
    require(abs(sum(outcome.returns)) < 1e-9, "returns sum to zero", match, outcome)
    ranks = sorted(outcome.ranks)
    require(ranks[0] == 1 and ranks[-1] <= match.players, "ranks begin with 1", match, outcome)


def check_notation(game: Game, games: int) -> None:
    """Check that every legal move has a text of its own that reads back."""
    for match, rng in random_games(game, games, 2):
        for seat, _ in play_through(match, rng):
            actions, texts = match.actions(seat), match.legal(seat)
            read = [game.notation.read_move(text) for text in texts]
            require(read == actions, "every legal text reads back", match, texts)
            is_unique = len(set(texts)) == len(set(actions)) == len(actions)
            require(is_unique, "each move is listed once", match, texts)


def check_refusals(game: Game, games: int) -> None:
    """Check that every illegal move is refused by a numbered rule and changes nothing.

    The moves come from the vocabulary of the game. A legal move has no refusal.
    """
    for match, rng in random_games(game, games, 3):
        for seat, _ in play_through(match, rng):
            if len(match.moves) % STEPS_BETWEEN_REFUSALS:
                continue
            legal, before = set(match.actions(seat)), match.state.tobytes()
            for action in sampled(game.notation.VOCABULARY, rng):
                check_refusal(match, seat, action, action in legal)
            is_unchanged = match.state.tobytes() == before
            require(is_unchanged, "a refused move changes nothing", match)


def sampled(vocabulary: Sequence[int], rng: random.Random) -> Sequence[int]:
    """Return the vocabulary, or some of it if it is long."""
    if len(vocabulary) <= MAX_SAMPLED_MOVES:
        return vocabulary
    return rng.sample(vocabulary, MAX_SAMPLED_MOVES)


def check_refusal(match: Match, seat: int, action: int, is_legal: bool) -> None:
    """Check that a move has a refusal if and only if it is illegal."""
    text = match.game.notation.write_move(action)
    refusal = match.why(seat, text)
    is_explained = (refusal is None) == is_legal
    require(is_explained, f"{text}: explained if and only if it is illegal", match, refusal)
    if refusal is not None:
        is_numbered = refusal.rule.startswith(match.game.prefix + " ")
        require(is_numbered, f"{text}: refused by a numbered rule", match, refusal)
        require(is_refused(match, seat, text), f"{text}: refused", match)


def is_refused(match: Match, seat: int, text: str) -> bool:
    """Return whether a match refuses a move. A legal move is played."""
    try:
        match.play(seat, text)
    except IllegalMove:
        return True
    return False


def check_positions(game: Game, games: int) -> None:
    """Check that every position, written as JSON and loaded again, is the same byte for byte."""
    for match, rng in random_games(game, games, 4):
        for _ in play_through(match, rng):
            check_loading(game, match)
        check_loading(game, match)


def check_loading(game: Game, match: Match) -> None:
    """Check that the position of a match loads as the same position."""
    position = match.position()
    loaded = game.load(json.loads(json.dumps(position)), seed=match.key)
    require(loaded.position() == position, "load(position()) equals itself", match)
    is_same_record = loaded.state.tobytes() == match.state.tobytes()
    require(is_same_record, "a loaded record is the same byte for byte", match)
    is_same_stage = loaded.waiting == match.waiting and loaded.outcome == match.outcome
    require(is_same_stage, "a loaded match has the same waiting seats and outcome", match)


def check_pieces(game: Game, games: int) -> None:
    """Check that no piece appears or disappears."""
    count = game.notation.count_pieces
    for match, rng in random_games(game, games, 5):
        pieces = count(match.state)
        for _ in play_through(match, rng):
            require(count(match.state) == pieces, "pieces are conserved", match)
        require(count(match.state) == pieces, "pieces are conserved", match)


def check_wording(game: Game, games: int) -> None:
    """Check that every event can be told in words, and that every move has some."""
    for match, rng in random_games(game, games, 8):
        for _ in play_through(match, rng):
            lines = match.tell(everything=True)
            require(all(isinstance(line, str) for line in lines), "events have words", match)
            fits = len(match.event_rows) <= game.rules.TAPE_ROWS
            require(fits, "the tape is long enough", match)
        require(bool(match.tell(everything=True)), "the last move has words", match)


def check_replay(game: Game, games: int) -> None:
    """Check that a record replays to the same bytes."""
    for match, rng in random_games(game, games, 9):
        for _ in play_through(match, rng):
            pass
        record = Record.from_json(json.loads(json.dumps(Record.of(match).to_json())))
        is_same = replay(game, record).state.tobytes() == match.state.tobytes()
        require(is_same, "a record replays to the same bytes", match)
