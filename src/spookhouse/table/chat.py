"""Chat: what a message may contain, and how much of it a table accepts, keeps and shows."""

import unicodedata

from spookhouse.table.errors import Refused
from spookhouse.table.log import encode_json
from spookhouse.table.table import ChatMessage, Table

# Of one message.
MAX_CHARACTERS = 500
MAX_BYTES = 1_000
# Messages within RATE_SECONDS, of one guest and of all guests at a table.
RATE_SECONDS = 60
MAX_GUEST_MESSAGES = 20
MAX_TABLE_MESSAGES = 60
# Bytes that all messages of a table take in its log; each takes some beside its text.
MAX_TABLE_BYTES = 1 << 18
ENTRY_BYTES = 200
# Messages that a table keeps, enough to know its rate.
KEPT_MESSAGES = 100
# Bytes of text in a snapshot.
SHOWN_BYTES = 1 << 14

# The Unicode property Bidi_Control. These characters can show a text in another order.
BIDI_CONTROLS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def clean_text(text: str) -> str:
    """Return a message with single spaces and without control characters."""
    return " ".join("".join(map(clean_character, text)).split())


def clean_character(letter: str) -> str:
    """Return what a character becomes in a message: itself, a space or nothing."""
    if letter.isspace():
        return " "
    is_control = letter in BIDI_CONTROLS or unicodedata.category(letter) == "Cc"
    return "" if is_control else letter


def size_of(text: str) -> int:
    """Return the bytes that a message takes in the log, whose JSON is ASCII."""
    return ENTRY_BYTES + len(encode_json(text))


# === LIMITS ===


def require_acceptable(table: Table, author: str, text: str, at: float) -> None:
    """Refuse a message that is too long, comes too fast, or for which there is no room."""
    size = len(text.encode())
    if len(text) > MAX_CHARACTERS or size > MAX_BYTES:
        raise Refused(
            "chat/too-long",
            f"the message is too long: got {len(text)} characters in {size} bytes, "
            f"expected at most {MAX_CHARACTERS} in {MAX_BYTES}",
        )
    if table.chat_bytes + size_of(text) > MAX_TABLE_BYTES:
        raise Refused("chat/full", "the chat of this table is full")
    require_rate(table, author, at)


def require_rate(table: Table, author: str, at: float) -> None:
    """Refuse a message that comes too soon after others of the guest, or of the table."""
    now = max(at, table.changed_at)
    recent = [message.guest for message in table.chat if message.at > now - RATE_SECONDS]
    if recent.count(author) >= MAX_GUEST_MESSAGES:
        raise Refused("chat/too-fast", "you write too fast: wait a moment")
    if len(recent) >= MAX_TABLE_MESSAGES:
        raise Refused("chat/too-fast", "this table chats too fast: wait a moment")


# === WHAT IS KEPT ===


def add_message(table: Table, message: ChatMessage) -> None:
    """Add a message to the chat of a table. Those of earlier versions are cleaned here."""
    cleaned = ChatMessage(message.guest, clean_text(message.text), message.at)
    table.chat = [*table.chat, cleaned][-KEPT_MESSAGES:]
    table.chat_bytes += size_of(message.text)


def shown_messages(table: Table) -> list[ChatMessage]:
    """Return the last messages of a table, as many as a snapshot may contain."""
    room, first = SHOWN_BYTES, len(table.chat)
    while first and (room := room - len(table.chat[first - 1].text.encode())) >= 0:
        first -= 1
    return table.chat[first:]
