"""Compile a template once per game.

Loops over a game are written once, in a template: a module that refers to its game as `rules` and
is never imported itself. `specialize` runs a fresh copy of the template in which `rules` is the
given module. So Numba sees ordinary functions with ordinary globals. It can inline the verbs and
keep the result on disk, which it cannot do for functions that receive the verbs as arguments or
from a closure.

A template declares its parameters at the top, and takes them from its own globals:

    evaluation: Evaluation = globals()["evaluation"]

The name alone would do at run time. The assignment gives it a type and tells linters that it is
defined; it runs once per game, when the template is specialized.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from spookhouse.kernel.contract import Rules


def specialize(template: Path, rules: Rules, **names: object) -> ModuleType:
    """Return the copy of a template for these rules, made on the first call.

    `names` are further globals that the template expects.
    """
    name = f"{rules.__name__}.{template.stem}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, template)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    vars(module).update(rules=rules, **names)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
