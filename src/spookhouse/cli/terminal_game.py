"""A game in the terminal between one human and bots, with all commands that can be typed."""

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from rich.columns import Columns
from rich.markdown import Markdown
from rich.text import Text

from spookhouse.bots import Bot, bot, hint_bot
from spookhouse.cli.board import draw, seat_names
from spookhouse.cli.console import console
from spookhouse.cli.saved_game import SavedGame, write_save
from spookhouse.kernel.contract import Json
from spookhouse.kernel.errors import BadOption, IllegalMove
from spookhouse.kernel.game import Game
from spookhouse.kernel.match import Match
from spookhouse.kernel.match_record import Record, replay
from spookhouse.kernel.rulebook import read_rulebook

HELP = """\
Type a move's **number** or its **text**. Beside that:

- `why 13x1` says why you may not make a move
- `? 3.1` shows a rule or a section of the rules, `rules` all of them
- `hint` says what a sensible player would do, how much thought went into each move, \
and what you may expect of it (from -1 to +1)
- `undo` takes your last move back, and all that came after it
- `log` tells the game so far, `moves` lists every move you may make
- `save [FILE]` keeps the game, to go on later with `spookhouse play --resume FILE`
- `quit` leaves the table (the game is saved)
"""
PROMPT = "[bold green]Your move[/] [dim](number or text, ? for help)[/] > "
OFFER = "[dim]Keep the record for spookhouse replay? A file name, or Enter for no:[/] "

# Moves that a hint names.
HINT_MOVES = 5
# Moves that are listed without the command `moves`.
LISTED_MOVES = 40


class QuitGame(Exception):
    """The human typed `quit`."""


class TerminalGame:
    """A match between one human and bots."""

    def __init__(self, match: Match, seat: int, names: list[str], bots: list[str]) -> None:
        self.match = match
        self.seat = seat
        self.names = names
        self.bot_names = bots
        self.bots: list[Bot] = [bot(name, (match.key[0] << 8) + i) for i, name in enumerate(bots)]
        self.log: list[list[str]] = []
        # For undo: the match before each move of the human, and the length of the log then.
        self.earlier: list[tuple[Match, int]] = []

    @classmethod
    def start(cls, match: Match, seat: int, name: str, bots: list[str]) -> "TerminalGame":
        """Return a new game. A single bot plays all other seats."""
        others = match.players - 1
        if not 0 <= seat <= others:
            raise BadOption("seat", f"invalid seat: got {seat}, expected 0 to {others}")
        if len(bots) not in (1, others):
            raise BadOption(
                "bots",
                f"invalid bots: got {len(bots)}, expected one for all other seats, "
                f"or {others}, one for each",
            )
        bots = bots * others if len(bots) == 1 else list(bots)
        bots.insert(seat, "thumb")
        return cls(match, seat, seat_names(match.players, seat, name), bots)

    @classmethod
    def restore(cls, data: Json, prepare: Callable[[Game], Game]) -> "TerminalGame":
        """Return a saved game."""
        saved = SavedGame.read(data, prepare)
        table = cls(saved.match, saved.seat, saved.names, saved.bots)
        table.rebuild_log(saved.record)
        return table

    def rebuild_log(self, record: Record) -> None:
        """Fill the log and the undo list by replaying the record."""
        match = replay(self.match.game, record, 0)
        for seat, move in record.moves:
            if seat == self.seat:
                self.earlier.append((match.copy(), len(self.log)))
            match.play(seat, move)
            self.log.append(match.tell(self.seat, self.names))

    # === PLAYING ===

    def play(self) -> None:
        """Play to the end of the game, or until the human quits."""
        try:
            while self.match.waiting:
                if self.seat in self.match.waiting:
                    self.ask()
                else:
                    self.let_bot_move(self.match.waiting[0])
        except (QuitGame, EOFError, KeyboardInterrupt):
            console.print()
            self.save(None)
            return
        self.show_end()

    def let_bot_move(self, seat: int) -> None:
        """Let a bot choose a move and make it."""
        action = self.bots[seat].choose(self.match.game, self.match.concealed(seat), seat)
        self.match.apply(seat, action)
        self.tell_last()

    def tell_last(self) -> None:
        """Tell what the last move caused."""
        lines = self.match.tell(self.seat, self.names)
        self.log.append(lines)
        for line in lines:
            console.print(Text("  " + line, "italic"))

    def ask(self) -> None:
        """Draw the position and read commands until one of them changes it."""
        console.print()
        console.print(draw(self.match, self.seat, self.names))
        moves = self.match.legal(self.seat)
        self.list_moves(moves[:LISTED_MOVES], len(moves))
        while not self.answer(console.input(PROMPT).strip(), moves):
            pass

    def list_moves(self, moves: list[str], total: int) -> None:
        """Print moves with the numbers that can be typed for them."""
        entries = [
            Text.assemble((f"{i} ", "dim"), (move, "bold")) for i, move in enumerate(moves, 1)
        ]
        console.print(Columns(entries, padding=(0, 3)))
        if total > len(moves):
            console.print(f"[dim]... and {total - len(moves)} more: type moves to see them all[/]")

    def answer(self, text: str, moves: list[str]) -> bool:
        """Execute what was typed; return whether the position changed."""
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
            "save": self.save_as,
            "quit": self.quit,
            "exit": self.quit,
        }
        if word in commands and text not in moves:
            return commands[word](rest.strip())
        is_number = text.isdigit() and 1 <= int(text) <= len(moves)
        return self.move(moves[int(text) - 1] if is_number else text)

    def move(self, text: str) -> bool:
        """Make a move, or print why it is illegal."""
        before = self.match.copy()
        try:
            self.match.play(self.seat, text)
        except IllegalMove as error:
            console.print(Text(f"  No: {error.message}", "red"))
            return False
        self.earlier.append((before, len(self.log)))
        self.tell_last()
        return True

    # === COMMANDS ===

    def explain(self, number: str) -> bool:
        """Print the help, or the rule with this number."""
        text = read_rulebook(self.match.game.rulebook).find(number) if number else HELP
        missing = f"{self.match.game.title} has no rule {number}; `rules` shows them all."
        console.print(Markdown(text or missing))
        return False

    def show_moves(self, _: str) -> bool:
        """Print all legal moves."""
        moves = self.match.legal(self.seat)
        self.list_moves(moves, len(moves))
        return False

    def show_rules(self, _: str) -> bool:
        """Print the rulebook."""
        console.print(Markdown(read_rulebook(self.match.game.rulebook).text))
        return False

    def why(self, move: str) -> bool:
        """Print why a move is illegal."""
        refusal = self.match.why(self.seat, move)
        text = f"  {refusal}" if refusal else f"  You may: {move} is a legal move."
        console.print(Text(text, "yellow" if refusal else "green"))
        return False

    def hint(self, _: str) -> bool:
        """Print the best moves of a short search with their expected returns."""
        result = hint_bot(len(self.match.moves)).analyse(
            self.match.game, self.match.concealed(self.seat), self.seat
        )
        write = self.match.game.notation.write_move
        console.print(
            f"  A sensible guest would play [bold]{write(result.action)}[/]. "
            f"[dim]Looked at {result.iterations:,} ways it may go:[/]"
        )
        for candidate in result.candidates[:HINT_MOVES]:
            share, expected = candidate.visits / result.iterations, candidate.expected
            console.print(Text(f"  {share:5.0%}  {expected:+.2f}  {write(candidate.action)}"))
        return False

    def undo(self, _: str) -> bool:
        """Go back to the position before the human's last move."""
        if not self.earlier:
            console.print("  There is nothing to undo: you have not moved yet.")
            return False
        self.match, logged = self.earlier.pop()
        del self.log[logged:]
        console.print("  The candles burn backwards: your last move is undone.")
        return True

    def show_log(self, _: str) -> bool:
        """Print what happened so far."""
        for number, lines in enumerate(self.log, 1):
            for i, line in enumerate(lines):
                console.print(Text(f"{number if i == 0 else '':>4}  {line}"))
        return False

    def quit(self, _: str) -> bool:
        """Leave the game."""
        raise QuitGame

    def save_as(self, name: str) -> bool:
        """Save the game to a file of this name, or of a name with the time."""
        self.save(Path(name) if name else None)
        return False

    def save(self, path: Path | None) -> None:
        """Save the game, and print how to resume it."""
        now = datetime.now().astimezone()
        path = path or Path(f"{self.match.game.name}-{now:%Y%m%d-%H%M%S}.json")
        try:
            write_save(path, self.match, self.seat, self.names, self.bot_names)
        except OSError as error:
            message = f"  Not saved: {path}: {error.strerror}. Try: save some/other/file.json"
            console.print(Text(message, "red"))
            return
        console.print(
            f"  Saved. Go on with: [bold]spookhouse play --resume {path}[/]", soft_wrap=True
        )

    # === THE END ===

    def show_end(self) -> None:
        """Print the ranks and the last line of the story."""
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
        """Ask whether to save the record, if there is somebody to answer."""
        if sys.stdin.isatty() and (name := console.input(OFFER).strip()):
            self.save(Path(name))
