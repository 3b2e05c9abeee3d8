"""Chat: what is stripped from a message, what is refused, and what a table keeps of it."""

import pytest

from spookhouse.table import chat
from spookhouse.table import commands as ask
from spookhouse.table.errors import Refused
from spookhouse.table.log import Draft, Said
from spookhouse.table.rejudge import rejudge
from spookhouse.table.views import chat_view, diff_chat
from support.tables import SECRET, Played

GHOST = "\U0001f47b"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def lobby() -> Played:
    """Return a table with Ann and Bob in their seats."""
    return Played(players=3).sit("ann", 0).sit("bob", 1)


def say(played: Played, guest: str = "ann", text: str = "boo") -> None:
    """Write a message."""
    played.do(guest, ask.Say(text=text))


def refusal(played: Played, guest: str = "ann", text: str = "boo") -> str:
    """Return the code with which a message is refused."""
    with pytest.raises(Refused) as refused:
        say(played, guest, text)
    return refused.value.code


def last_text(played: Played) -> str:
    """Return the last message."""
    return played.table.chat[-1].text


# === TEXT ===


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  boo\n to   you ", "boo to you"),
        ("\u202eboo\u202c", "boo"),
        ("a\u200eb\u200fc\u061cd\u2066e\u2069f\u202ag", "abcdefg"),
        ("\x1b[31mred\x07", "[31mred"),
        ("b\0o\0o\x7f\x9b", "boo"),
        ("one\u2028two\x85three", "one two three"),
        (FAMILY, FAMILY),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
    ],
)
def test_control_characters_are_stripped(text: str, shown: str) -> None:
    played = lobby()
    say(played, text=text)
    assert last_text(played) == shown


@pytest.mark.parametrize("text", ["", " \n ", "\u202e\u2066", "\0\x1b"])
def test_a_message_of_nothing_is_refused(text: str) -> None:
    assert refusal(lobby(), text=text) == "chat/empty"


# === LIMITS ===


@pytest.mark.parametrize(
    "text", ["a" * chat.MAX_CHARACTERS, "ö" * chat.MAX_CHARACTERS, GHOST * 250]
)
def test_a_message_of_the_largest_size_is_accepted(text: str) -> None:
    played = lobby()
    say(played, text=text)
    assert last_text(played) == text


@pytest.mark.parametrize("text", ["a" * (chat.MAX_CHARACTERS + 1), GHOST * 251, "幽" * 334])
def test_a_message_is_limited_in_characters_and_in_bytes(text: str) -> None:
    assert refusal(lobby(), text=text) == "chat/too-long"


def test_a_guest_may_write_so_many_messages_a_minute() -> None:
    played = lobby()
    for _ in range(chat.MAX_GUEST_MESSAGES):
        say(played)
        played.now += 1
    assert refusal(played) == "chat/too-fast"
    say(played, "bob")
    played.now += chat.RATE_SECONDS - chat.MAX_GUEST_MESSAGES
    say(played)
    assert refusal(played) == "chat/too-fast"


def test_all_guests_of_a_table_share_a_rate() -> None:
    played = lobby().sit("cat", 2)
    guests = ("ann", "bob", "cat")
    for number in range(chat.MAX_TABLE_MESSAGES):
        say(played, guests[number % 3])
    played.do("cat", ask.Stand(seat=2))
    played.sit("dan", 2)
    assert refusal(played, "dan") == "chat/too-fast"
    played.now += chat.RATE_SECONDS
    say(played, "dan")


def test_the_rate_is_known_after_a_reload() -> None:
    played = lobby()
    for _ in range(chat.MAX_GUEST_MESSAGES):
        say(played, text="x" * 499)
    played.reload()
    assert refusal(played) == "chat/too-fast"


def test_a_clock_that_was_set_back_opens_no_gap() -> None:
    played = lobby()
    for _ in range(chat.MAX_GUEST_MESSAGES):
        say(played)
    played.now -= 3600
    assert refusal(played) == "chat/too-fast"


@pytest.mark.parametrize("text", ["x" * 500, GHOST * 250, ":ha:"], ids=len)
def test_the_chat_of_a_table_is_limited(text: str) -> None:
    played = lobby()
    for _ in range(chat.MAX_TABLE_BYTES // chat.size_of(text)):
        say(played, text=text)
        played.now += chat.RATE_SECONDS
    assert refusal(played, text=text) == "chat/full"
    written = sum(len(entry.written) for entry in played.log if entry.kind == "said")
    assert written < chat.MAX_TABLE_BYTES
    played.reload()
    assert refusal(played, "bob", text) == "chat/full"


# === WHAT IS KEPT ===


def test_a_snapshot_contains_the_last_messages_up_to_a_size() -> None:
    played = lobby()
    for number in range(60):
        say(played, text=f"{number} {GHOST * 240}")
        played.now += chat.RATE_SECONDS
    shown = chat_view(played.table, {"ann": "Ann"})
    sizes = [len(each["text"].encode()) for each in shown["chat"]]
    assert chat.SHOWN_BYTES - max(sizes) < sum(sizes) <= chat.SHOWN_BYTES
    assert shown["chat"][-1]["text"].startswith("59 ")
    assert shown["speakers"] == {"ann": "Ann"}


def test_short_messages_are_limited_in_number() -> None:
    played = lobby()
    for number in range(chat.KEPT_MESSAGES + 20):
        say(played, text=f"{number}")
        played.now += chat.RATE_SECONDS
    shown = chat_view(played.table, {})["chat"]
    assert [each["text"] for each in shown] == [f"{each}" for each in range(20, 120)]


def test_new_messages_are_the_difference_of_two_chats() -> None:
    one, two, three = ({"guest": "ann", "text": text, "at": 1.0} for text in "abc")
    assert diff_chat([], [one]) == {"add": [one], "drop": 0}
    assert diff_chat([one], [one, two]) == {"add": [two], "drop": 0}
    assert diff_chat([one, two], [two, three]) == {"add": [three], "drop": 1}
    assert diff_chat([one, one], [one, one, one]) == {"add": [one], "drop": 0}
    assert diff_chat([one, two], [three]) == {"add": [three], "drop": 2}


# === LOGS OF EARLIER VERSIONS ===


def test_a_chat_beyond_the_limits_in_an_older_log_follows_the_rules() -> None:
    """Earlier servers had no such limits, and kept control characters."""
    played = lobby()
    texts = ["\u202eevil\x1b", "a" * 499 + " ", GHOST * 500] + ["boo"] * 300
    for text in texts:
        played.store([Draft("ann", Said(text=text))])
    assert rejudge("t1", SECRET, played.log)[1] == ""
    assert played.rebuilt().chat_bytes == sum(map(chat.size_of, texts))


def test_control_characters_of_an_older_log_are_not_shown() -> None:
    played = lobby()
    played.store([Draft("ann", Said(text="\u202eevil\x1b"))])
    assert last_text(played) == "evil"


def test_a_message_of_a_stranger_is_found_in_a_log() -> None:
    played = lobby()
    played.store([Draft("eve", Said(text="boo"))])
    assert "only players at this table" in rejudge("t1", SECRET, played.log)[1]
