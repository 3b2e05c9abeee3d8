"""One table in the terminal: a person, bots, and what the person can type."""

import json
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.markdown import Markdown
from rich.text import Text

from spookhouse.bots import Bot, bot, hint_bot
from spookhouse.cli.board import draw, seat_names
from spookhouse.cli.console import console
from spookhouse.games import game
from spookhouse.kernel.errors import BadOption, BrokenRecord, IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.record import Record, replay
from spookhouse.kernel.rulebook import read_rulebook
from spookhouse.kernel.validation import Reader

HELP = """\
Type a move's **number** or its **text**. Beside that:

- `why 13x1` says why you may not make a move
- `? 3.1` shows a rule or a section of the rules, `rules` all of them
- `hint` says what a sensible player would do, how much thought went into each move, and what you may expect of it (from -1 to +1)
- `undo` takes your last move back, and all that came after it
- `log` tells the game so far, `moves` lists every move you may make
- `save [FILE]` keeps the game, to go on later with `spookhouse play --resume FILE`
- `quit` leaves the table (the game is saved)
"""
ADVISED = 5  # moves that a hint names
LISTED = 40  # moves that are listed without being asked for
SAVE_KEYS = ("record", "seat", "names", "bots")


class Leave(Exception):
    """The person gets up from the table."""


class Table:
    """A match between one person and bots."""

    def __init__(self, match: Match, seat: int, names: list[str], bots: list[str]) -> None:
        self.match = match
        self.seat = seat
        self.names = names
        self.bot_names = bots
        self.bots: list[Bot] = [bot(name, (match.key[0] << 8) + i) for i, name in enumerate(bots)]
        self.log: list[list[str]] = []
        self.earlier: list[
            tuple[Match, int]
        ] = []  # before each of the person's moves: the match, and how much was logged

    @classmethod
    def seated(cls, match: Match, seat: int, name: str, bots: list[str]) -> "Table":
        """A new table; one bot's name stands for all seats."""
        if not 0 <= seat < match.players:
            raise BadOption(
                "seat", f"seat {seat} cannot be: the seats are 0 to {match.players - 1}"
            )
        if len(bots) not in (1, match.players - 1):
            raise BadOption(
                "bots",
                f"{len(bots)} bots were named: name one for all, or {match.players - 1}, one for each other seat",
            )
        others = iter(bots * match.players if len(bots) == 1 else bots)
        kinds = ["thumb" if i == seat else next(others) for i in range(match.players)]
        return cls(match, seat, seat_names(match.players, seat, name), kinds)

    @classmethod
    def restored(cls, saved: dict[str, Any], prepare: Callable[[Game], Game]) -> "Table":
        """A table as it was saved."""
        record = Record.from_json(saved.get("record"))
        title = prepare(game(record.game))
        match = replay(title, record)
        reader = Reader(saved, SAVE_KEYS)
        seat = reader.whole("seat", 0, match.players - 1)
        names, bots = reader.items("names", match.players), reader.items("bots", match.players)
        if reader.defects or not all(isinstance(word, str) for word in [*names, *bots]):
            raise BrokenRecord("broken save", reader.defects or ["names and bots must be texts"])
        table = cls(match, seat, names, bots)
        table.retell(record)
        return table

    def retell(self, record: Record) -> None:
        """Fill the log, and remember the person's moves, by playing the record through."""
        match = replay(self.match.game, record, 0)
        for seat, move in record.moves:
            if seat == self.seat:
                self.earlier.append((match.copy(), len(self.log)))
            match.play(seat, move)
            self.log.append(match.tell(self.seat, self.names))

    # === PLAYING ===

    def play(self) -> None:
        """To the end of the game, or until the person leaves."""
        try:
            while self.match.waiting:
                if self.seat in self.match.waiting:
                    self.ask()
                else:
                    self.let_bot_move(self.match.waiting[0])
        except (Leave, EOFError, KeyboardInterrupt):
            console.print()
            self.save(None)
            return
        self.show_end()

    def let_bot_move(self, seat: int) -> None:
        chosen = self.bots[seat].choose(self.match.game, self.match.concealed(seat), seat)
        self.match.apply(seat, chosen)
        self.tell_last()

    def tell_last(self) -> None:
        lines = self.match.tell(self.seat, self.names)
        self.log.append(lines)
        for line in lines:
            console.print(Text("  " + line, "italic"))

    def ask(self) -> None:
        """Show the table and take commands until one of them is a move."""
        console.print()
        console.print(draw(self.match, self.seat, self.names))
        moves = self.match.legal(self.seat)
        self.list_moves(moves[:LISTED], len(moves))
        while not self.answer(
            console.input(
                "[bold green]Your move[/] [dim](number or text, ? for help)[/] > "
            ).strip(),
            moves,
        ):
            pass

    def list_moves(self, moves: list[str], total: int) -> None:
        entries = [
            Text.assemble((f"{i} ", "dim"), (move, "bold")) for i, move in enumerate(moves, 1)
        ]
        console.print(Columns(entries, padding=(0, 3)))
        if total > len(moves):
            console.print(f"[dim]... and {total - len(moves)} more: type moves to see them all[/]")

    def answer(self, text: str, moves: list[str]) -> bool:
        """Carry out what was typed; True when the table must be shown anew."""
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[str], bool]] = {
            "": lambda _: False,
            "?": self.explain,
            "help": self.explain,
            "rules": self.show_rules,
            "why": self.why,
            "hint": self.hint,
            "undo": self.undo,
            "log": self.show_log,
            "moves": self.show_moves,
            "save": self.keep,
            "quit": self.leave,
            "exit": self.leave,
        }
        if word in commands and text not in moves:
            return commands[word](rest.strip())
        return self.move(
            moves[int(text) - 1] if text.isdigit() and 1 <= int(text) <= len(moves) else text
        )

    def move(self, text: str) -> bool:
        before = self.match.copy()
        try:
            self.match.play(self.seat, text)
        except IllegalMove as error:
            console.print(Text(f"  No: {error.message}", "red"))
            return False
        self.earlier.append((before, len(self.log)))
        self.tell_last()
        return True

    # === WHAT ELSE CAN BE TYPED ===

    def explain(self, number: str) -> bool:
        """`?` alone is help, with a number the rule."""
        found = read_rulebook(self.match.game.rulebook).find(number) if number else HELP
        console.print(
            Markdown(
                found or f"{self.match.game.title} has no rule {number}; `rules` shows them all."
            )
        )
        return False

    def show_moves(self, _: str) -> bool:
        moves = self.match.legal(self.seat)
        self.list_moves(moves, len(moves))
        return False

    def show_rules(self, _: str) -> bool:
        console.print(Markdown(read_rulebook(self.match.game.rulebook).text))
        return False

    def why(self, move: str) -> bool:
        refusal = self.match.why(self.seat, move)
        console.print(
            Text(
                f"  {refusal}" if refusal else f"  You may: {move} is a legal move.",
                "yellow" if refusal else "green",
            )
        )
        return False

    def hint(self, _: str) -> bool:
        """The best moves that a short search finds, and what they are worth."""
        thought = hint_bot(len(self.match.moves)).analyse(
            self.match.game, self.match.concealed(self.seat), self.seat
        )
        write = self.match.game.notation.write_move
        console.print(
            f"  A sensible guest would play [bold]{write(thought.action)}[/]. [dim]Looked at {thought.iterations:,} ways it may go:[/]"
        )
        for found in thought.candidates[:ADVISED]:
            share = found.visits / thought.iterations
            console.print(Text(f"  {share:5.0%}  {found.expected:+.2f}  {write(found.action)}"))
        return False

    def undo(self, _: str) -> bool:
        if not self.earlier:
            console.print("  There is nothing to undo: you have not moved yet.")
            return False
        self.match, logged = self.earlier.pop()
        del self.log[logged:]
        console.print("  The candles burn backwards: your last move is undone.")
        return True

    def show_log(self, _: str) -> bool:
        for number, lines in enumerate(self.log, 1):
            for i, line in enumerate(lines):
                console.print(Text(f"{number if i == 0 else '':>4}  {line}"))
        return False

    def leave(self, _: str) -> bool:
        raise Leave

    def keep(self, name: str) -> bool:
        self.save(Path(name) if name else None)
        return False

    def save(self, path: Path | None) -> None:
        """Write the game to a file, and say how to go on."""
        path = path or Path(
            f"{self.match.game.name}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.json"
        )
        saved = {
            "record": Record.of(self.match).to_json(),
            "seat": self.seat,
            "names": self.names,
            "bots": self.bot_names,
        }
        try:
            path.write_text(json.dumps(saved), encoding="utf-8")
        except OSError as error:
            console.print(
                Text(
                    f"  Not saved: {path}: {error.strerror}. Try: save some/other/file.json", "red"
                )
            )
            return
        console.print(
            f"  Saved. Go on with: [bold]spookhouse play --resume {path}[/]", soft_wrap=True
        )

    # === THE END ===

    def show_end(self) -> None:
        """Ranks, and what the game asks of the loser."""
        outcome = self.match.outcome
        assert outcome is not None
        console.print()
        console.print(draw(self.match, self.seat, self.names))
        for rank, name in sorted(zip(outcome.ranks, self.names, strict=True)):
            console.print(f"  {rank}. {name}")
        for line in self.log[-1][-1:]:
            console.print(Text(f"\n  {line}", "bold magenta"))
        self.offer_record()

    def offer_record(self) -> None:
        """Ask whether to keep the record; only where somebody can answer."""
        if not sys.stdin.isatty():
            return
        name = console.input(
            "[dim]Keep the record for spookhouse replay? A file name, or Enter for no:[/] "
        ).strip()
        if name:
            self.save(Path(name))
