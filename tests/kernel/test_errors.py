"""The error hierarchy is complete, documented in one place, and has stable codes."""

import ast
from pathlib import Path

import spookhouse
from spookhouse.kernel import errors

PACKAGE = Path(spookhouse.__file__).parent


def error_classes(path: Path) -> set[str]:
    """Return the classes of a file whose base is an error of the hierarchy."""
    known = {name for name in vars(errors) if isinstance(vars(errors)[name], type)}
    return {
        node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).rpartition(".")[2] in known for base in node.bases)
    }


def test_every_error_is_in_the_tree() -> None:
    for name in error_classes(Path(errors.__file__)):
        error = vars(errors)[name]
        code = error.code if "code" in vars(error) else ""
        assert f"─ {name} " in str(errors.__doc__), name
        assert code in str(errors.__doc__), code


def test_codes_are_unique() -> None:
    classes = [vars(errors)[name] for name in error_classes(Path(errors.__file__))]
    codes = [error.code for error in classes if "code" in vars(error)]
    assert len(codes) == len(set(codes)) >= 9
