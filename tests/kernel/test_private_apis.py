"""The private APIs of libraries that this project uses.

A library may change them in any release. When one of these tests fails after an update, adapt the
code that the message names, then raise the upper version bound in pyproject.toml.
tests/cli/test_uvicorn.py names those of uvicorn.
"""

import inspect
import tomllib
from importlib.metadata import version
from pathlib import Path
from types import ModuleType

import pytest
from numba import config, njit, types
from numba.core.dispatcher import Dispatcher
from packaging.requirements import Requirement
from packaging.version import Version
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN, Protocol
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

ROOT = Path(__file__).parents[2]
LIBRARIES = ("numba", "numba-cuda", "uvicorn", "websockets")

# === NUMBA ===


def test_numba_resolves_calls_between_rules_as_expected() -> None:
    """`kernel.rule_decorator` wraps this method so that all integers become int64."""
    method = getattr(Dispatcher, "get_call_template", None)
    assert method is not None, (
        "Numba has no Dispatcher.get_call_template: adapt rule_decorator.rule"
    )
    assert list(inspect.signature(method).parameters) == ["self", "args", "kws"], (
        "Dispatcher.get_call_template of Numba has other parameters: adapt rule_decorator.rule"
    )


def test_numba_types_have_a_base_type_and_classes() -> None:
    """`kernel.rule_decorator.widen` tells integers from other types."""
    literal = types.literal(7)
    assert types.unliteral(literal) == types.int64, "adapt rule_decorator.widen"
    assert isinstance(types.uint8, types.Integer), "adapt rule_decorator.widen"
    assert not isinstance(types.float64, types.Integer | types.Boolean), (
        "adapt rule_decorator.widen"
    )


def test_numba_compiles_ahead_of_a_call() -> None:
    """`compile_targets` compiles for given types; `rule_decorator` reads the plain function."""

    def double(number):  # type: ignore[no-untyped-def]
        return 2 * number

    compiled = njit(double)
    assert compiled.py_func is double, "adapt kernel.rule_decorator.uncompiled"
    compiled.compile((types.int64,))
    assert len(compiled.signatures) == 1, "adapt kernel.compile_targets.compile_job"


def test_numba_keeps_its_cache_where_its_setting_says() -> None:
    """`kernel.compile_cache.use_cache` sets it after Numba has read the environment."""
    assert isinstance(vars(config).get("CACHE_DIR"), str), (
        "Numba has no config.CACHE_DIR: adapt kernel.compile_cache.use_cache"
    )


def test_numba_cuda_asks_for_the_device_as_expected() -> None:
    """tests/kernel/test_cuda.py replaces this function to compile without a GPU."""
    dispatcher: ModuleType = pytest.importorskip("numba.cuda.dispatcher")
    assert hasattr(dispatcher, "get_current_device"), (
        "numba-cuda has no dispatcher.get_current_device: adapt tests/kernel/test_cuda.py"
    )


# === WEBSOCKETS ===

ADAPT = (
    "adapt remote/websocket_client.py, bench/offline_connection.py and the WebSockets of the server"
)


@pytest.mark.parametrize("name", ["accept", "reject", "send_response"])
def test_websockets_answers_a_handshake_without_io(name: str) -> None:
    assert callable(getattr(ServerProtocol, name, None)), ADAPT


@pytest.mark.parametrize("name", ["connect", "send_request"])
def test_websockets_begins_a_handshake_without_io(name: str) -> None:
    assert callable(getattr(ClientProtocol, name, None)), ADAPT


@pytest.mark.parametrize(
    "name",
    [
        "data_to_send",
        "events_received",
        "fail",
        "receive_data",
        "receive_eof",
        "send_close",
        "send_ping",
        "send_text",
    ],
)
def test_websockets_sends_and_receives_without_io(name: str) -> None:
    assert callable(getattr(Protocol, name, None)), ADAPT


def test_websockets_says_how_a_connection_stands() -> None:
    protocol = ClientProtocol(parse_uri("ws://127.0.0.1/ws"), max_size=1, state=OPEN)
    assert protocol.state is OPEN, ADAPT
    assert protocol.handshake_exc is None, ADAPT
    assert (protocol.close_code, protocol.close_reason) == (None, None), ADAPT


def test_websockets_writes_single_frames() -> None:
    protocol, frame = ServerProtocol(state=OPEN), Frame(Opcode.TEXT, b"boo")
    protocol.receive_data(frame.serialize(mask=True))
    assert protocol.events_received() == [frame], ADAPT


# === VERSIONS ===


def requirement(package: str) -> Requirement:
    """Return the line of pyproject.toml that asks for a package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    required = [Requirement(line) for line in sum(extras, project["dependencies"])]
    (found,) = (each for each in required if each.name == package)
    return found


@pytest.mark.parametrize("package", LIBRARIES)
def test_libraries_with_private_apis_have_an_upper_bound(package: str) -> None:
    specifier = requirement(package).specifier
    assert any(bound.operator in ("<", "~=") for bound in specifier), (
        f"{package} has no upper version bound in pyproject.toml"
    )


@pytest.mark.parametrize("package", ["numba", "uvicorn", "websockets"])
def test_the_installed_version_is_within_its_bound(package: str) -> None:
    assert Version(version(package)) in requirement(package).specifier
