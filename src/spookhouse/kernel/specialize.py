"""Loops over a game are written once, in a template, and compiled once a game.

A template is a module that names its game `rules` and is never imported itself. `bind` runs a fresh copy of it in which `rules` is the given
module, so that Numba sees ordinary functions with ordinary globals: it can inline the verbs, and keep the result on disk, which it cannot for
functions that get the verbs as arguments or from a closure.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any


def bind(template: Path, rules: Any, **names: Any) -> ModuleType:
    """A copy of the template whose globals `rules` (and any further names) are the given ones; made once, then remembered."""
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
