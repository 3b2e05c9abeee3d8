"""A patch: whatever a bot is given to decide from is written to a file, a line a decision."""

import json
from pathlib import Path
from typing import Any


def write_down(file: Any) -> None:
    from spookhouse.bots import BOTS

    for kind in {type(make(0)) for make in BOTS.values()}:
        watch(kind, Path(file))


def watch(kind: Any, file: Path) -> None:
    honest = kind.choose

    def choose(self: Any, game: Any, state: Any, seat: int) -> int:
        with file.open("a", encoding="ascii") as out:
            out.write(json.dumps([seat, state.tobytes().hex()]) + "\n")
        return int(honest(self, game, state, seat))

    kind.choose = choose


def leak_and_write_down(file: Any) -> None:
    """The same, and bots see all cards."""
    from proof.pinned import leak_hint

    leak_hint()
    write_down(file)
