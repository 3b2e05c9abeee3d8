"""The compiled loops over one game, as `loops.py` defines them."""

from typing import Protocol

import numpy as np

from spookhouse.kernel.contract import Actions, Chance, DrawMove, Records, Returns, State, Tape


class Loops(Protocol):
    """`match` and `scratch` are arrays of one record, of the types MATCH and SCRATCH."""

    MATCH: np.dtype[np.record]
    SCRATCH: np.dtype[np.record]
    draw_move: DrawMove

    # === ONE MATCH ===

    def deal(self, match: Records, scratch: Records, /) -> int:
        """Deal, and survey what follows."""

    def survey(self, match: Records, scratch: Records, /) -> int:
        """Return the waiting seats, and above them the number of the first one's actions."""

    def list_actions(self, match: Records, scratch: Records, seat: int, /) -> int:
        """List the legal actions of a seat in the scratch memory; return their number."""

    def step(self, match: Records, scratch: Records, seat: int, action: int, found: int, /) -> int:
        """Play one of the `found` listed actions; return a survey, or -1 if it is not listed."""

    def conceal(self, match: Records, found: Records, seat: int, /) -> None:
        """Copy what the seat may know of the match into a record."""

    # === MANY MATCHES ===

    def setup_many(self, states: Records, chances: Records, /) -> None:
        """Deal every state."""

    def play_many(
        self, states: Records, seats: Actions, choices: Actions, chances: Records, tape: Tape, /
    ) -> None:
        """Play one legal action in every state."""

    def legal_many(
        self, states: Records, seats: Actions, actions: Actions, found: Actions, /
    ) -> None:
        """List the legal actions of one seat in every state."""

    def waiting_many(self, states: Records, bits: Actions, /) -> None:
        """Write the waiting seats of every state, as bits."""

    def random_playout(self, state: State, chance: Chance, actions: Actions, tape: Tape, /) -> int:
        """Play random legal moves to the end; return their number."""

    def random_playouts(
        self, states: Records, chances: Records, returns: Returns, actions: Actions, tape: Tape, /
    ) -> int:
        """Play every state to its end; fill the returns and return the number of moves."""
