"""Every verb of every game compiles for a GPU, on a machine without one."""

from types import SimpleNamespace
from typing import Any

import pytest

import spookhouse
from spookhouse.games import FOLDERS
from spookhouse.kernel.chance import CHANCE

pytestmark = pytest.mark.compiled

CAPABILITY = (9, 0)


@pytest.fixture(autouse=True)
def a_gpu_to_compile_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls between rules ask the present GPU for its capability; there is none, so tell."""
    from numba.cuda import dispatcher

    monkeypatch.setattr(
        dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=CAPABILITY)
    )


def signatures(game: Any) -> dict[str, tuple[Any, ...]]:
    from numba import float32, float64, from_dtype, int16, int32, int64

    state, chance, actions, tape = (
        from_dtype(game.rules.STATE),
        from_dtype(CHANCE),
        int32[::1],
        int16[:, ::1],
    )
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
        # what is compiled is not run here, so it need not be quick
        ptx, _ = cuda.compile_ptx(
            getattr(game.rules, verb).py_func, types, device=True, cc=CAPABILITY, opt=False
        )
        assert ".visible .func" in ptx, verb
