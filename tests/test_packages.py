"""The architecture: imports between packages, templates, and caches without a bound."""

import ast
from pathlib import Path

import pytest

import spookhouse

PACKAGE = Path(spookhouse.__file__).parent

ALLOWED_IMPORTS: dict[str, set[str]] = {
    "kernel": set(),
    "games": {"kernel"},
    "bots": {"kernel", "games"},
    "lab": {"kernel", "games", "bots"},
    "table": {"kernel", "games"},
    "host": {"kernel", "games", "bots", "table"},
    "stores": {"kernel", "table"},
    "web": {"kernel", "games", "table", "host"},
    "remote": {"kernel", "games", "bots"},
}
ALLOWED_IMPORTS["bench"] = {*ALLOWED_IMPORTS}
ALLOWED_IMPORTS["cli"] = {*ALLOWED_IMPORTS}
TEMPLATES = {
    "spookhouse.kernel.loops",
    "spookhouse.bots.ismcts",
    "spookhouse.bench.gpu_kernel",
}


def imported_names(path: Path) -> set[str]:
    """Return the full names that a file imports from this project."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith("spookhouse.")}


def test_every_package_is_in_the_table() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages == ALLOWED_IMPORTS.keys()


@pytest.mark.parametrize("package", ALLOWED_IMPORTS.keys())
def test_a_package_imports_only_what_the_table_allows(package: str) -> None:
    for path in (PACKAGE / package).rglob("*.py"):
        found = {name.split(".")[1] for name in imported_names(path)}
        assert found <= ALLOWED_IMPORTS[package] | {package}, path


def test_no_game_imports_another() -> None:
    folders = [path.parent for path in (PACKAGE / "games").glob("*/__init__.py")]
    assert len(folders) >= 4
    for folder in folders:
        for path in folder.rglob("*.py"):
            games = {
                name.split(".")[2]
                for name in imported_names(path)
                if name.startswith("spookhouse.games.")
            }
            assert games <= {folder.name}, path


def test_templates_are_specialized_and_never_imported() -> None:
    for path in PACKAGE.rglob("*.py"):
        modules = imported_names(path) | {name.rpartition(".")[0] for name in imported_names(path)}
        assert not TEMPLATES & modules, path


def test_all_templates_are_known() -> None:
    found = {
        "spookhouse." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in PACKAGE.rglob("*.py")
        if is_template(path)
    }
    assert found == TEMPLATES


def is_template(path: Path) -> bool:
    """Return whether a file reads names from its own globals, as templates do."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    subscripts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Subscript))
    return any(ast.unparse(value) == "globals()" for value in subscripts)


# A server runs for months, so every cache needs a bound: its size, or the number of its keys.
UNBOUNDED_CACHES = {
    "kernel/match.py": {"integers_reader": "one entry for each number of legal actions"},
    "games/graveyards/coordinates.py": {
        "place_point": "13 bits",
        "place_text": "13 bits",
        "space_point": "15 bits",
        "space_text": "15 bits",
    },
}


def test_all_unbounded_caches_are_known() -> None:
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if names := unbounded_caches(path):
            found[path.relative_to(PACKAGE).as_posix()] = names
    assert found == {path: set(names) for path, names in UNBOUNDED_CACHES.items()}


def unbounded_caches(path: Path) -> set[str]:
    """Return the functions of a file that are cached without a bound."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            if any(is_unbounded(decorator) for decorator in node.decorator_list):
                found.add(node.name)
        elif isinstance(node, ast.Call) and is_unbounded(node.func):
            found.add(name_of(node.args[0]))
    return found


def is_unbounded(node: ast.expr) -> bool:
    """Return whether this is `cache`, or `lru_cache` with a size of None."""
    if isinstance(node, ast.Call) and name_of(node.func) == "lru_cache":
        keywords = (keyword.value for keyword in node.keywords if keyword.arg == "maxsize")
        sizes = [*node.args, *keywords]
        return any(isinstance(size, ast.Constant) and size.value is None for size in sizes)
    return name_of(node) == "cache"


def name_of(node: ast.expr) -> str:
    """Return the last part of a name, or "" if the expression is none."""
    return (
        ast.unparse(node).rpartition(".")[2] if isinstance(node, ast.Name | ast.Attribute) else ""
    )
