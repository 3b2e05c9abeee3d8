"""The history of a deal: what a log says about it, read without playing the game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from spookhouse.kernel.validation import shown
from spookhouse.table.commitments import read_bytes
from spookhouse.table.log import (
    Arranged,
    CalledOff,
    Entry,
    Opened,
    Sat,
    SecretOpened,
    Shown,
    Started,
    Stood,
)

# More seats than any game has.
MAX_PLAYERS = 100


@dataclass
class DealHistory:
    """The pledges and bytes of the deal that was played, and defects of their order."""

    seats: int
    commitment: str | None
    secret: bytes | None = None
    pledges: dict[int, str] = field(default_factory=dict)
    revealed: dict[int, bytes] = field(default_factory=dict)
    has_started: bool = False
    # Starts that were cancelled.
    called_off: int = 0
    defects: list[str] = field(default_factory=list)

    def missing(self, found: Iterable[int]) -> list[int]:
        """Return the seats that are not among these."""
        return [seat for seat in range(self.seats) if seat not in {*found}]

    def add(self, entry: Entry) -> None:
        """Follow one entry."""
        where = f"entry {entry.version}"
        match entry.data:
            case Sat(seat=seat, pledge=pledge):
                if self.has_started:
                    self.defects.append(
                        f"{where}: seat {seat} pledges after the start, "
                        "when bytes may have been shown"
                    )
                self.pledges[seat] = pledge
            case Stood(seat=seat):
                if self.has_started:
                    self.defects.append(f"{where}: seat {seat} is given up after the start")
                self.pledges.pop(seat, None)
            case Arranged(pledges=pledges):
                self.arrange(pledges, where)
            case Started():
                self.start(where)
            case CalledOff():
                self.call_off()
            case Shown(seat=seat, bytes=text):
                self.show(seat, text, where)
            case SecretOpened(bytes=text):
                self.open_secret(text, where)

    def arrange(self, pledges: Sequence[str], where: str) -> None:
        """Move the pledges. The rules judge whether each pledge came along with its player."""
        if self.has_started:
            self.defects.append(f"{where}: seats are changed after the start")
        self.pledges = {seat: pledge for seat, pledge in enumerate(pledges) if pledge}

    def start(self, where: str) -> None:
        """Check that every seat has a pledge."""
        self.has_started = True
        self.defects += [
            f"{where}: the game starts although seat {seat} has no pledge"
            for seat in self.missing(self.pledges)
        ]

    def call_off(self) -> None:
        """Cancel a start: revealed bytes are worthless for another deal."""
        self.has_started = False
        self.called_off += 1
        for seat in self.revealed:
            self.pledges.pop(seat, None)
        self.revealed = {}

    def show(self, seat: int, text: str, where: str) -> None:
        """Check that a seat reveals its bytes after the start, and once."""
        revealed = read_bytes(text)
        if not self.has_started:
            self.defects.append(
                f"{where}: seat {seat} shows its bytes before the start, "
                "when pledges could still be made"
            )
        if revealed is None:
            self.defects.append(f"{where}: seat {seat} shows {shown(text)}, expected 64 hex digits")
        elif seat in self.revealed:
            self.defects.append(f"{where}: seat {seat} shows its bytes twice")
        else:
            self.revealed[seat] = revealed

    def open_secret(self, text: str, where: str) -> None:
        """Check that the secret is opened after all bytes; before, it would reveal the deal."""
        if self.missing(self.revealed):
            self.defects.append(f"{where}: the secret is opened before all bytes are shown")
        self.secret = read_bytes(text)


def deal_history(entries: Sequence[Entry]) -> DealHistory:
    """Return the history of the deal in a log."""
    first = entries[0].data
    if isinstance(first, Opened) and 0 < first.players < MAX_PLAYERS:
        history = DealHistory(first.players, first.commitment)
    else:
        history = DealHistory(0, None)
        history.defects.append(
            "the first entry does not open a table with a number of seats and a commitment"
        )
    for entry in entries:
        history.add(entry)
    return history
