"""Everything that is compiled, into the cache, on all cores: before the tests, or each of their processes would compile the same."""

from multiprocessing import get_context

from spookhouse.bots.search import prepare_search
from spookhouse.games import FOLDERS, game
from spookhouse.host.compiling import is_compiled, mark_of
from spookhouse.kernel.rule import INTERPRETED


def compile_game(name: str) -> None:
    game(name).prepare()
    prepare_search(game(name))
    mark_of(name).touch()


def main() -> None:
    missing = [name for name in FOLDERS if not is_compiled(name)]
    if missing and not INTERPRETED:
        with get_context("spawn").Pool() as pool:
            pool.map(compile_game, missing, chunksize=1)


if __name__ == "__main__":
    main()
