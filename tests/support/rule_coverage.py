"""Record which functions are called by the tests that cite a rule.

This is a pytest plugin for interpreted rules. It runs only the tests that cite rules, and writes
`{"GH 3.1.2": [["rules.py", 240], ...]}` to the file that the environment variable `RULE_COVERAGE`
names: for each rule the first lines of the functions of the game that its passing tests called.
"""

import ast
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType

import pytest

REPORT = "RULE_COVERAGE"
ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = "/spookhouse/games/"

Place = tuple[str, int]  # a file in the folder of a game, and a line
Calls = dict[str, set[Place]]  # by the number of the rule


def record_calls(folder: str, report: Path) -> Calls:
    """Run the citing tests of a game in a process of their own and return what they called."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "support.rule_coverage"]
    command += ["-p", "no:cacheprovider", "-m", "not compiled", f"tests/games/{folder}"]
    paths = [str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")]
    settings = {
        "SPOOKHOUSE_INTERPRET": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
        REPORT: str(report),
    }
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    calls: dict[str, list[tuple[str, int]]] = json.loads(report.read_text(encoding="utf-8"))
    idle = [number for number, places in calls.items() if not places]
    assert idle == [], f"tests of {folder} cite {idle} and call no function of the game"
    return {number: {(file, line) for file, line in places} for number, places in calls.items()}


def citations(item: pytest.Item) -> list[str]:
    """Return the numbers of the rules that a test cites."""
    return [number for mark in item.iter_markers("rule") for number in mark.args]


class Recorder:
    """Collect for each cited rule the functions that its passing tests call."""

    def __init__(self, report: Path) -> None:
        self.report = report
        self.calls: defaultdict[str, set[Place]] = defaultdict(set)

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out the tests that cite no rule."""
        others = [item for item in items if not citations(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if citations(item)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        """Record the calls of a test; a test that fails or is skipped raises here."""
        called: dict[int, CodeType] = {}

        def profile(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                called[id(frame.f_code)] = frame.f_code

        sys.setprofile(profile)
        try:
            result = yield
        finally:
            sys.setprofile(None)
        places = {place(code) for code in called.values() if PACKAGE in code.co_filename}
        for number in citations(item):
            self.calls[number] |= places
        return result

    def pytest_sessionfinish(self) -> None:
        """Write the report."""
        found = {number: sorted(places) for number, places in self.calls.items()}
        self.report.write_text(json.dumps(found), encoding="utf-8")


def place(code: CodeType) -> Place:
    """Return the file and the first line of a function."""
    return Path(code.co_filename).name, code.co_firstlineno


HEADING = re.compile(r"# === (?:(Card \d+|\d+(?:\.\d+)*) )?.+ ===")


def functions_by_rule(folder: Path) -> dict[str, dict[Place, str]]:
    """Return the functions under each numbered heading of a game's source files."""
    found: dict[str, dict[Place, str]] = {}
    for path in sorted(folder.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        headings = [*enumerate(map(HEADING.fullmatch, source.splitlines()), 1)]
        starts = {first_line(node): node.name for node in functions(source)}
        number: str | None = None
        for line, heading in headings:
            if heading is not None:
                number = heading[1]
                found.setdefault(number or "", {})
            if line in starts:
                found.setdefault(number or "", {})[path.name, line] = starts[line]
    found.pop("", None)
    return found


def functions(source: str) -> list[ast.FunctionDef]:
    """Return the functions at the top level of a file."""
    return [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]


def first_line(function: ast.FunctionDef) -> int:
    """Return the line that the code object of the function names as its first."""
    return min([function.lineno, *(decorator.lineno for decorator in function.decorator_list)])


def pytest_configure(config: pytest.Config) -> None:
    if REPORT in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ[REPORT])))
