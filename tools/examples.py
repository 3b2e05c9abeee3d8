"""Write the views of the rulebooks' examples for the client.

Usage: `python tools/examples.py [GAME ...]`.
"""

import sys

from spookhouse.games import FOLDERS, game
from spookhouse.kernel.examples import written_frames
from spookhouse.web.static_files import CLIENT


def main(names: list[str]) -> None:
    """Write the file of each named game, or of all games."""
    for name in names or FOLDERS:
        path = CLIENT / "games" / name / "examples.json"
        path.write_text(written_frames(game(name)), encoding="utf-8")
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
