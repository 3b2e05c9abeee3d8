"""Settings from options and the environment are parsed strictly, and never ignored silently."""

import pytest

from spookhouse.kernel.errors import BadOption
from spookhouse.web.settings import OLD_NAMES, Settings, from_environment, read_settings


@pytest.mark.parametrize("text", ["1", "true", "yes", "on", "True", "ON"])
def test_texts_that_mean_true(text: str) -> None:
    assert read_settings({"SPOOKHOUSE_TRUST_PROXY": text}, {}).proxy_hops == 1


@pytest.mark.parametrize("text", ["0", "false", "no", "off", "False", "OFF"])
def test_texts_that_mean_false(text: str) -> None:
    assert read_settings({"SPOOKHOUSE_TRUST_PROXY": text}, {}).proxy_hops == 0


def test_the_number_of_proxies_overrides_the_old_flag() -> None:
    environment = {"SPOOKHOUSE_TRUST_PROXY": "on", "SPOOKHOUSE_PROXY_HOPS": "3"}
    assert read_settings(environment, {}).proxy_hops == 3


@pytest.mark.parametrize(
    ("variable", "text", "expected"),
    [
        ("SPOOKHOUSE_TRUST_PROXY", "enabled", "one of 1, true, yes, on, 0, false, no, off"),
        ("SPOOKHOUSE_TRUST_PROXY", "", "one of 1, true, yes, on, 0, false, no, off"),
        ("SPOOKHOUSE_PORT", "http", "a whole number"),
        ("SPOOKHOUSE_PORT", "80.5", "a whole number"),
        ("SPOOKHOUSE_BOT_PAUSE", "soon", "a number"),
    ],
)
def test_invalid_texts_are_refused(variable: str, text: str, expected: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_settings({variable: text}, {})
    assert str(refused.value) == f"invalid {variable}: got {text!r}, expected {expected}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "65536"),
        ("port", "-1"),
        ("workers", "0"),
        ("workers", "65"),
        ("bot_pause", "-0.1"),
        ("bot_pause", "nan"),
        ("tables_per_guest", "0"),
        ("messages_per_second", "0"),
        ("message_bytes", "100"),
        ("public_url", "example.org"),
        ("public_url", "ftp://example.org"),
        ("public_url", "http://[broken"),
        ("cookie_keys", "short"),
        ("cookie_keys", ""),
    ],
)
def test_values_out_of_range_are_refused(name: str, text: str) -> None:
    with pytest.raises(BadOption, match=f"invalid {name}: got .*, expected") as refused:
        read_settings({f"SPOOKHOUSE_{name.upper()}": text}, {})
    assert refused.value.option == name


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(BadOption, match="invalid proxy_hops: got 'one', expected int"):
        Settings(proxy_hops="one")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="invalid port: got True, expected int"):
        Settings(port=True)


def test_options_override_the_environment() -> None:
    environment = {"SPOOKHOUSE_PORT": "9000", "SPOOKHOUSE_HOST": "::1"}
    found = read_settings(environment, {"port": 9001, "host": None})
    assert (found.port, found.host) == (9001, "::1")


@pytest.mark.parametrize(("name", "old"), OLD_NAMES.items())
def test_old_names_are_accepted(name: str, old: str) -> None:
    variable = f"SPOOKHOUSE_{old.upper()}"
    assert getattr(read_settings({variable: "7"}, {}), name) == 7
    both = {variable: "7", f"SPOOKHOUSE_{name.upper()}": "8"}
    assert getattr(read_settings(both, {}), name) == 8


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("SPOOKHOUSE_TRUST_PROXI", "SPOOKHOUSE_TRUST_PROXY"),
        ("SPOOKHOUSE_TABLES_PER_GUESTS", "SPOOKHOUSE_TABLES_PER_GUEST"),
        ("SPOOKHOUSE_DATABSE", "SPOOKHOUSE_DATABASE"),
    ],
)
def test_a_mistyped_setting_is_refused(variable: str, meant: str) -> None:
    with pytest.raises(BadOption, match=f"invalid setting: got {variable}, expected {meant}"):
        read_settings({variable: "1"}, {})


def test_unknown_settings_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    read_settings({"SPOOKHOUSE_CACHE": "/tmp", "SPOOKHOUSE_INTERPRET": "1", "PORT": "x"}, {})
    assert not caplog.records
    read_settings({"SPOOKHOUSE_SERVICE_ACCOUNT": "x"}, {})
    assert caplog.messages == ["ignored unknown setting SPOOKHOUSE_SERVICE_ACCOUNT"]


def test_the_environment_of_the_process_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPOOKHOUSE_HOST", "192.0.2.1")
    assert from_environment().host == "192.0.2.1"


def test_secrets_are_not_shown() -> None:
    key = "k" * 32
    settings = Settings(database="postgresql+psycopg://spook:password@db/house", cookie_keys=key)
    assert "password" not in repr(settings)
    assert key not in repr(settings)
    with pytest.raises(BadOption) as refused:
        Settings(cookie_keys="tooshort")
    assert "tooshort" not in str(refused.value)
