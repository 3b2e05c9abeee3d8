"""The private APIs of libraries that this project uses.

A library may change them in any release. When one of these tests fails after an update, adapt the
code that the message names, then raise the upper version bound in pyproject.toml.
"""

import inspect
import tomllib
from pathlib import Path
from types import ModuleType

import numba
import pytest
from numba.core.dispatcher import Dispatcher
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[2]


def test_numba_resolves_calls_between_rules_as_expected() -> None:
    """`kernel.rule` wraps this method so that all integers become int64."""
    method = getattr(Dispatcher, "get_call_template", None)
    assert method is not None, "Numba has no Dispatcher.get_call_template: adapt kernel.rule.rule"
    assert list(inspect.signature(method).parameters) == ["self", "args", "kws"], (
        "Dispatcher.get_call_template of Numba has other parameters: adapt kernel.rule.rule"
    )


def test_numba_cuda_asks_for_the_device_as_expected() -> None:
    """tests/kernel/test_cuda.py replaces this function to compile without a GPU."""
    dispatcher: ModuleType = pytest.importorskip("numba.cuda.dispatcher")
    assert hasattr(dispatcher, "get_current_device"), (
        "numba-cuda has no dispatcher.get_current_device: adapt tests/kernel/test_cuda.py"
    )


@pytest.mark.parametrize("package", ["numba", "numba-cuda"])
def test_libraries_with_private_apis_have_an_upper_bound(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    required = [Requirement(line) for line in sum(extras, project["dependencies"])]
    (found,) = (each for each in required if each.name == package)
    assert any(bound.operator in ("<", "~=") for bound in found.specifier), (
        f"{package} has no upper version bound in pyproject.toml"
    )


def test_the_installed_numba_is_within_its_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (bound,) = (Requirement(line) for line in project["dependencies"] if line.startswith("numba>"))
    assert Version(numba.__version__) in bound.specifier
