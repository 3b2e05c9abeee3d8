"""Guests' names are read once, unless other processes write names as well."""

from collections.abc import Iterable

import pytest

from spookhouse.host import names as module
from spookhouse.host.background import Background
from spookhouse.host.names import GuestNames
from support.hosts import MemoryStore
from support.running import run


class NameStore(MemoryStore):
    """A store that records which names were read."""

    def __init__(self, names: dict[str, str], *, is_shared: bool = False) -> None:
        super().__init__(is_shared=is_shared)
        self.names.update(names)
        self.read_guests: list[list[str]] = []

    def guest_names(self, guests: Iterable[str]) -> dict[str, str]:
        """Return the names of those guests that have one."""
        self.read_guests.append([*guests])
        return super().guest_names(guests)


def names_of(store: NameStore) -> GuestNames:
    """Return the names of a server with this store."""
    return GuestNames(store, Background())


@pytest.mark.parametrize("is_shared", [False, True])
def test_names_are_read_once_unless_others_write_them(is_shared: bool) -> None:
    store = NameStore({"ann": "Ann", "bob": "Bob"}, is_shared=is_shared)
    names = names_of(store)
    assert run(names.find(["ann", "nobody"])) == {"ann": "Ann"}
    store.names["ann"] = "Annie"
    assert run(names.find(["ann", "bob"])) == {
        "ann": "Annie" if is_shared else "Ann",
        "bob": "Bob",
    }
    assert store.read_guests == [["ann", "nobody"], ["ann", "bob"] if is_shared else ["bob"]]


def test_nothing_is_read_if_all_names_are_known() -> None:
    store = NameStore({"ann": "Ann"})
    names = names_of(store)
    for _ in range(3):
        assert run(names.find(["ann"])) == {"ann": "Ann"}
    assert run(names.find([])) == {}
    assert len(store.read_guests) == 1


def test_a_new_name_counts_while_the_old_one_is_being_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = NameStore({"ann": "Ann"})
    names, read = names_of(store), store.guest_names

    def rename_meanwhile(guests: Iterable[str]) -> dict[str, str]:
        found = read(guests)
        names.rename("ann", "Annie")
        return found

    monkeypatch.setattr(store, "guest_names", rename_meanwhile)
    assert run(names.find(["ann"])) == {"ann": "Annie"}
    names.rename("ann", "Anna")
    assert run(names.find(["ann"])) == {"ann": "Anna"}
    assert len(store.read_guests) == 1


def test_the_number_of_remembered_names_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_NAMES", 3)
    names = names_of(NameStore({letter: letter.upper() for letter in "abcdefg"}))
    assert run(names.find("abcde")) == {letter: letter.upper() for letter in "abcde"}
    assert list(names.known) == ["c", "d", "e"]


def test_no_name_is_remembered_if_others_write_names() -> None:
    names = names_of(NameStore({"ann": "Ann"}, is_shared=True))
    run(names.find(["ann"]))
    names.rename("bob", "Bob")
    assert names.known == {}
