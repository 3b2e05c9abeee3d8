"""What guests are called is asked of the store once, and never wrong for that: where others write names too it is asked each time."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import cast

import pytest

from spookhouse.host.compiling import Waking
from spookhouse.table import Store
from spookhouse.web import hub as module
from spookhouse.web.hub import Hub
from spookhouse.web.metrics import Metrics
from support.running import run


class Names(SimpleNamespace):
    """A store that only knows names, and counts how often it is asked."""

    def __init__(self, is_shared: bool, **names: str) -> None:
        super().__init__(is_shared=is_shared, known=names, asked=[])

    def guest_names(self, guests: Iterable[str]) -> dict[str, str]:
        self.asked.append(list(guests))
        return {guest: self.known[guest] for guest in guests if guest in self.known}


def hub_of(store: Names) -> Hub:
    return Hub(cast(Store, store), 0.0, Metrics(), Waking())


@pytest.mark.parametrize("is_shared", [False, True])
def test_names_are_asked_for_once_unless_others_write_them(is_shared: bool) -> None:
    store = Names(is_shared, ann="Ann", bob="Bob")
    hub = hub_of(store)
    assert run(hub.names_of(["ann", "nobody"])) == {"ann": "Ann"}
    store.known["ann"] = "Annie"
    assert run(hub.names_of(["ann", "bob"])) == {
        "ann": "Annie" if is_shared else "Ann",
        "bob": "Bob",
    }
    assert store.asked == [["ann", "nobody"], ["ann", "bob"] if is_shared else ["bob"]]


def test_a_new_name_is_known_at_once() -> None:
    """Also where the old one is being read just then."""
    store = Names(False, ann="Ann")
    hub, read = hub_of(store), store.guest_names

    def slowly(guests: Iterable[str]) -> dict[str, str]:
        found = read(guests)
        hub.rename("ann", "Annie")
        return found

    store.guest_names = slowly
    assert run(hub.names_of(["ann"])) == {"ann": "Annie"}
    hub.rename("ann", "Anna")
    assert run(hub.names_of(["ann"])) == {"ann": "Anna"}
    assert len(store.asked) == 1


def test_no_more_names_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "NAMES", 3)
    store = Names(False, **{letter: letter.upper() for letter in "abcdefg"})
    hub = hub_of(store)
    assert run(hub.names_of("abcde")) == {letter: letter.upper() for letter in "abcde"}
    assert list(hub.names) == ["c", "d", "e"]
