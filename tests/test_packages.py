"""Which room may import which: the architecture, held by a test."""

import ast
from pathlib import Path

import pytest

import spookhouse

PACKAGE = Path(spookhouse.__file__).parent

MAY_IMPORT: dict[str, set[str]] = {
    "kernel": set(),
    "games": {"kernel"},
    "bots": {"kernel", "games"},
    "lab": {"kernel", "games", "bots"},
    "table": {"kernel", "games"},
    "stores": {"kernel", "table"},
    "host": {"kernel", "games", "bots", "table"},
    "web": {"kernel", "games", "bots", "table", "host"},
    "remote": {"kernel", "games", "bots"},
    "bench": {"kernel", "games", "bots", "lab", "table", "host", "stores", "web", "remote"},
    "cli": {"kernel", "games", "bots", "lab", "table", "host", "stores", "web", "remote", "bench"},
}


def imported(path: Path) -> set[str]:
    """The modules of the house that a file imports, by full name."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("spookhouse.")}


def rooms() -> list[str]:
    return sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists())


def test_every_room_is_in_the_table() -> None:
    assert rooms() == sorted(MAY_IMPORT)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_it_may(room: str) -> None:
    found = {
        name.split(".")[1] for path in (PACKAGE / room).rglob("*.py") for name in imported(path)
    }
    assert found <= MAY_IMPORT[room] | {room}


def test_no_game_imports_another() -> None:
    for folder in (
        path
        for path in (PACKAGE / "games").iterdir()
        if path.is_dir() and path.name != "__pycache__"
    ):
        for path in folder.rglob("*.py"):
            foreign = {
                name
                for name in imported(path)
                if name.startswith("spookhouse.games.") and name.split(".")[2] != folder.name
            }
            assert not foreign, path


def test_templates_are_bound_not_imported() -> None:
    templates = {"spookhouse.kernel.loops", "spookhouse.bots.ismcts"}
    for path in PACKAGE.rglob("*.py"):
        assert not templates & {name.rpartition(".")[0] for name in imported(path)}, path


REMEMBERED_FOR_EVER = {  # what is cached without a bound, and how much that can be; a server runs for months
    "kernel/match.py": {"integers_reader": "one for each number of legal actions"},
    "games/graveyards/coordinates.py": {
        "place_point": "13 bits",
        "place_text": "13 bits",
        "space_point": "15 bits",
        "space_text": "15 bits",
    },
}


def test_nothing_else_is_remembered_for_ever() -> None:
    """Once moves were: of Graveyards there are millions."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                is_endless(decorator) for decorator in node.decorator_list
            ):
                found.setdefault(path.relative_to(PACKAGE).as_posix(), set()).add(node.name)
            elif isinstance(node, ast.Call) and is_endless(node.func):
                function = node.args[0]
                found.setdefault(path.relative_to(PACKAGE).as_posix(), set()).add(
                    function.attr if isinstance(function, ast.Attribute) else "?"
                )
    assert found == {path: set(names) for path, names in REMEMBERED_FOR_EVER.items()}


def is_endless(node: ast.expr) -> bool:
    """`cache`, or `lru_cache` that is given no size or None."""
    if isinstance(node, ast.Call) and name_in(node.func) == "lru_cache":
        sizes = [
            *node.args,
            *(keyword.value for keyword in node.keywords if keyword.arg == "maxsize"),
        ]
        return any(isinstance(size, ast.Constant) and size.value is None for size in sizes)
    return name_in(node) == "cache"


def name_in(node: ast.expr) -> str:
    return (
        node.id
        if isinstance(node, ast.Name)
        else node.attr
        if isinstance(node, ast.Attribute)
        else ""
    )
