"""Claims of the documentation, compared with the code."""

import copy
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest

from spookhouse.cli.serve import serve
from spookhouse.kernel.contract import Json
from spookhouse.table import commands as ask
from spookhouse.table.commitments import pledge
from spookhouse.table.record_file import read_table_record
from spookhouse.table.verify import verify_log
from spookhouse.web.metrics import COUNTERS, FAMILIES, GAUGES
from spookhouse.web.settings import Settings
from support.markdown import DOCS, ROOT, examples_of, read
from support.tables import Played
from test_packages import ALLOWED_IMPORTS

CODE = {".py", ".js", ".json", ".html"}

# === GENERATED PAGES ===


def load(path: str) -> ModuleType:
    """Import a script of the project."""
    spec = importlib.util.spec_from_file_location(path.replace("/", "_"), ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATED: dict[str, Callable[[], str]] = load("tools/reference_pages.py").PAGES


@pytest.mark.parametrize("name", GENERATED)
def test_generated_pages_are_current(name: str) -> None:
    """If this fails, run `python tools/reference_pages.py`."""
    assert read(DOCS / "reference" / name) == GENERATED[name]()


def test_the_report_of_the_proof_runs_adds_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = load("tests/proof/report.py")
    monkeypatch.setattr(report, "PAGE", tmp_path / "page.md")
    line = (
        '{"at": %d, "promise": "breaks", "what": "noise", "how": "%s", "tried": {"inputs": 2000}}'
    )
    (tmp_path / "ledger").write_text(f"{line % (0, 'a')}\n{line % (60, 'b')}\n")
    report.write(tmp_path / "ledger")
    page = (tmp_path / "page.md").read_text()
    assert "| noise | a; b | inputs 4,000 |" in page
    assert "from 1970-01-01 00:00 to 1970-01-01 00:01 UTC" in page
    assert page.startswith(report.HEAD)


# === CLAIMS ===


def test_every_setting_is_on_its_page() -> None:
    options = inspect.signature(serve).parameters
    expected = []
    for field in fields(Settings):
        option = f"`--{field.name.replace('_', '-')}`" if field.name in options else ""
        environment = f"`SPOOKHOUSE_{field.name.upper()}`"
        expected.append((f"`{field.name}`", environment, option, f"`{field.default!r}`"))
    rows = [
        tuple(cell.strip() for cell in line.split("|")[1:5])
        for line in read(DOCS / "reference/settings.md").splitlines()
        if "`SPOOKHOUSE_" in line and line[0] == "|"
    ]
    assert rows == expected


def test_every_metric_is_on_the_page_about_monitoring() -> None:
    counters = {f"spookhouse_{name}_total" for name in COUNTERS}
    others = {f"spookhouse_{name}" for name in GAUGES | FAMILIES}
    page = read(DOCS / "how-to/monitor.md")
    assert set(re.findall(r"^\| `(spookhouse_\w+)` \|", page, re.MULTILINE)) == counters | others


def test_the_table_of_packages_is_the_one_that_is_enforced() -> None:
    page = read(DOCS / "explanation/architecture.md")
    rows = re.findall(r"^\| `(\w+)` \| .* \| ([^|]*) \|$", page, re.MULTILINE)
    names = {*ALLOWED_IMPORTS}
    short = {"all": names - {"cli"}, "all but cli": names - {"cli", "bench"}}
    stated = {name: short.get(allowed, {*re.findall(r"\w+", allowed)}) for name, allowed in rows}
    assert stated == ALLOWED_IMPORTS


def test_every_file_that_is_named_exists() -> None:
    """Paths in code spans are relative to the project, the package, the client or the tests."""
    package = ROOT / "src" / "spookhouse"
    bases = [ROOT, package, package / "client", ROOT / "tests"]
    named = [
        (page.name, path)
        for page in DOCS.rglob("*.md")
        for path in re.findall(r"`((?:[\w-]+/)+[\w.-]+\.(?:py|js|md|json))`", read(page))
    ]
    assert len(named) > 20
    missing = [each for each in named if not any((base / each[1]).exists() for base in bases)]
    assert missing == []


def test_every_page_that_code_names_exists() -> None:
    folders = [ROOT / name for name in ("src", "tests", "tools")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in CODE]
    named = [
        (path.name, page)
        for path in [*files, ROOT / "Makefile", ROOT / "pyproject.toml"]
        if "node_modules" not in path.parts
        for page in re.findall(r"docs/[\w/-]+\.md", read(path))
    ]
    assert len(named) > 10
    assert [each for each in named if not (ROOT / each[1]).exists()] == []


def test_every_test_that_the_threat_page_names_exists() -> None:
    tests = "".join(read(path) for path in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", read(DOCS / "explanation/threats.md"))
    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in tests] == []


# === VERIFYING BY HAND ===


def finished_record(called_off: bool) -> Json:
    """Return the record of a game, perhaps with a first start that was cancelled."""
    played = Played(players=2).sit("ann", 0).sit("bob", 1)
    if called_off:
        played.do("ann", ask.Start())
        played.do("bob", ask.Show(seat=1, bytes=pledge(b"bob 1")))
        played.do("ann", ask.CallOff())
        played.sit("bob", 1)
    played.start()
    played.do("ann", ask.Say(text="schöner Abend"))
    played.do("ann", ask.Resign(seat=0))
    assert played.table.match is not None
    return {"seed": played.table.match.key.hex(), "entries": played.items()}


def test_the_short_program_verifies_a_record() -> None:
    (code,) = examples_of(DOCS / "how-to/verify-a-game.md")
    assert len(code.splitlines()) <= 36
    names: Json = {}
    exec(compile(code, "verify.md", "exec"), names)
    honest = finished_record(called_off=True)
    assert names["check"](honest) == honest["seed"]
    for place in range(len(honest["entries"])):
        forged = copy.deepcopy(honest)
        forged["entries"][place]["by"] += "x"
        with pytest.raises(AssertionError):
            names["check"](forged)
    for missing in range(len(honest["entries"])):
        forged = copy.deepcopy(honest)
        del forged["entries"][missing]
        with pytest.raises(AssertionError):
            names["check"](forged)


def test_the_output_of_verify_is_shown_as_it_is() -> None:
    """Numbers and hashes differ; every word must be the same."""
    record = finished_record(called_off=False)
    table = {"format": 1, "table": "VPtQg4cN-L3g", "entries": record["entries"]}
    steps = verify_log(*read_table_record(table))
    printed = [masked(f"✓ {step.name}: {step.found}") for step in steps]
    page = read(DOCS / "how-to/verify-a-game.md").replace("\n  ", " ")
    assert [masked(line) for line in page.splitlines() if line.startswith("✓")] == printed


def masked(line: str) -> str:
    """Replace hashes and numbers."""
    return re.sub(r"[0-9a-f]{12,}…?|\d+", "#", line)
