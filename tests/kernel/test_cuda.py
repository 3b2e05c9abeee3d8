"""Every verb of every game compiles for a GPU, even on a machine without one."""

from types import SimpleNamespace

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import CHANCE
from spookhouse.kernel.game import Game

pytestmark = pytest.mark.compiled

CAPABILITY = (9, 0)


@pytest.fixture(autouse=True)
def pretend_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that there is a GPU: calls between rules ask for its capability."""
    from numba.cuda import dispatcher

    # `get_current_device` is private to numba-cuda: test_private_apis.py names it.
    device = SimpleNamespace(compute_capability=CAPABILITY)
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: device)


def signatures(game: Game) -> dict[str, tuple[object, ...]]:
    """Return the argument types of all verbs."""
    from numba import float32, float64, from_dtype, int16, int32, int64

    state, chance = from_dtype(game.rules.STATE), from_dtype(CHANCE)
    actions, tape = int32[::1], int16[:, ::1]
    return {
        "setup": (state, chance),
        "waiting": (state,),
        "legal": (state, int64, actions),
        "play": (state, int64, int64, chance, tape),
        "outcome": (state, float64[::1]),
        "ranks": (state, actions),
        "conceal": (state, int64),
        "imagine": (state, int64, chance),
        "observe": (state, int64, float32[::1]),
    }


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.filterwarnings("ignore::Warning")
def test_every_verb_compiles_to_ptx(name: str) -> None:
    from numba import cuda

    game = spookhouse.game(name)
    for verb, types in signatures(game).items():
        # The code is not run here, so optimising it would be wasted.
        ptx, _ = cuda.compile_ptx(
            getattr(game.rules, verb).py_func, types, device=True, cc=CAPABILITY, opt=False
        )
        assert ".visible .func" in ptx, verb
