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
    "web": {"kernel", "games", "bots", "table"},
    "load": {"kernel", "games", "bots", "table", "stores", "web"},
    "cli": {"kernel", "games", "bots", "lab", "table", "stores", "web", "load"},
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
    found = {name.split(".")[1] for path in (PACKAGE / room).rglob("*.py") for name in imported(path)}
    assert found <= MAY_IMPORT[room] | {room}


def test_no_game_imports_another() -> None:
    for folder in (path for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"):
        for path in folder.rglob("*.py"):
            foreign = {name for name in imported(path) if name.startswith("spookhouse.games.") and name.split(".")[2] != folder.name}
            assert not foreign, path


def test_templates_are_bound_not_imported() -> None:
    templates = {"spookhouse.kernel.loops", "spookhouse.bots.contest", "spookhouse.bots.ismcts"}
    for path in PACKAGE.rglob("*.py"):
        assert not templates & {name.rpartition(".")[0] for name in imported(path)}, path
