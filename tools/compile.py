"""Compile all rules into the cache, on all cores.

Run it before the tests; otherwise each test process would compile the same rules.
"""

from multiprocessing import get_context

from spookhouse.bots.timed_search import prepare_search
from spookhouse.games import FOLDERS, game
from spookhouse.host.compile_queue import compiled_mark, is_compiled
from spookhouse.kernel.rule_decorator import INTERPRETED


def compile_game(name: str) -> None:
    """Compile the rules and the search of a game."""
    game(name).prepare()
    prepare_search(game(name))
    compiled_mark(name).touch()


def main() -> None:
    """Compile the games that are not in the cache."""
    missing = [name for name in FOLDERS if not is_compiled(name)]
    if missing and not INTERPRETED:
        with get_context("spawn").Pool() as pool:
            pool.map(compile_game, missing, chunksize=1)


if __name__ == "__main__":
    main()
