"""Decide on commands before the game: seats, bots, options, start."""

from typing import TYPE_CHECKING

from spookhouse.games import game as find_game
from spookhouse.kernel.errors import BadOption
from spookhouse.table import commands as ask
from spookhouse.table.access import (
    require_open_seat,
    require_own_seat,
    require_owner,
    require_phase,
    require_seat,
)
from spookhouse.table.commitments import bot_bytes, is_pledge, pledge, read_bytes
from spookhouse.table.errors import Refused
from spookhouse.table.log import (
    SERVER,
    Arranged,
    CalledOff,
    Draft,
    Json,
    OptionsChanged,
    OwnerChanged,
    Sat,
    Shown,
    Started,
    Stood,
)
from spookhouse.table.phases import LOBBY, SHOWING
from spookhouse.table.table import Table

if TYPE_CHECKING:
    from spookhouse.table.decide import Environment


def decide_sit(
    table: Table, command: ask.Sit, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a guest can take a seat."""
    require_phase(table, LOBBY)
    require_open_seat(table, command.seat)
    if not is_pledge(command.pledge):
        raise Refused("deal/bad-pledge", "invalid pledge: expected 64 hex digits in lower case")
    return [Draft(author, Sat(seat=command.seat, guest=author, level="", pledge=command.pledge))]


def decide_stand(
    table: Table, command: ask.Stand, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether a guest can give up a seat."""
    require_phase(table, LOBBY)
    require_own_seat(table, command.seat, author)
    return [Draft(author, Stood(seat=command.seat))]


def decide_add_bot(
    table: Table, command: ask.AddBot, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether the owner can seat a bot."""
    require_phase(table, LOBBY)
    require_owner(table, author)
    require_open_seat(table, command.seat)
    if command.level not in environment.characters:
        raise Refused(
            "bot/unknown",
            f"invalid bot: got {command.level!r:.40}, expected one of "
            f"{', '.join(environment.characters)}",
        )
    return [seat_bot(table.secret, author, command.seat, command.level)]


def seat_bot(secret: bytes, author: str, seat: int, character: str) -> Draft:
    """Return the draft that seats a bot."""
    promise = pledge(bot_bytes(secret, seat))
    return Draft(author, Sat(seat=seat, guest="", level=character, pledge=promise))


def decide_remove(
    table: Table, command: ask.Remove, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether the owner can empty a seat."""
    require_phase(table, LOBBY)
    require_owner(table, author)
    if require_seat(table, command.seat).is_open:
        raise Refused("seat/unknown", f"seat {command.seat} has no player")
    return [Draft(author, Stood(seat=command.seat))]


def decide_hand_over(
    table: Table, command: ask.HandOver, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether another guest can become the owner."""
    require_owner(table, author)
    if command.guest not in table.guests:
        raise Refused("seat/unknown", "the new owner must be a player at this table")
    return [Draft(author, OwnerChanged(guest=command.guest))]


def decide_arrange(
    table: Table, command: ask.Arrange, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether the owner can move the players to other seats.

    Guests keep their pledges. A bot's bytes belong to its seat, so it pledges anew.
    """
    require_phase(table, LOBBY)
    require_owner(table, author)
    if sorted(command.order) != list(range(table.players)):
        raise Refused(
            "seat/unknown", f"an order names each seat from 0 to {table.players - 1} once"
        )
    pledges = [
        pledge(bot_bytes(table.secret, seat)) if table.seats[old].level else table.seats[old].pledge
        for seat, old in enumerate(command.order)
    ]
    drafts = [Draft(author, Arranged(order=command.order, pledges=pledges))]
    options = rearranged_options(table, command.order)
    if options != table.options:
        logged = find_game(table.game).logged(options)
        drafts.append(Draft(author, OptionsChanged(options=logged)))
    return drafts


def rearranged_options(table: Table, order: list[int]) -> Json:
    """Return the options after players have changed seats.

    An option that names a seat follows its player. A game that starts from a position keeps the
    options of that position.
    """
    if table.start is not None:
        return table.options
    named = {
        option.name: table.options[option.name]
        for option in find_game(table.game).options
        if option.names_seat
    }
    return table.options | {
        name: order.index(seat) for name, seat in named.items() if seat is not None
    }


def decide_set_options(
    table: Table, command: ask.SetOptions, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether the owner can change the options."""
    require_phase(table, LOBBY)
    require_owner(table, author)
    if table.start is not None:
        raise BadOption(
            "options",
            "this game continues another one: its options are those of that game",
        )
    game = find_game(table.game)
    settled = game.settled(command.options)
    if settled.get("players", table.players) != table.players:
        raise BadOption(
            "players",
            f"this table has {table.players} seats: option players must be {table.players}, "
            "or open another table",
        )
    return [Draft(author, OptionsChanged(options=game.logged(settled)))]


def decide_start(
    table: Table, command: ask.Start, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether the game can start. Bots reveal their bytes at once."""
    require_phase(table, LOBBY)
    require_owner(table, author)
    if open_seats := table.open_seats:
        raise Refused(
            "table/not-full",
            f"these seats are open: {open_seats}; wait for players, or seat bots there",
        )
    revealed = [
        Draft(SERVER, Shown(seat=number, bytes=bot_bytes(table.secret, number).hex()))
        for number, seat in enumerate(table.seats)
        if seat.level
    ]
    return [Draft(author, Started()), *revealed]


def decide_show(
    table: Table, command: ask.Show, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether these are the bytes that the seat pledged."""
    require_phase(table, SHOWING)
    require_own_seat(table, command.seat, author)
    seat, revealed = table.seats[command.seat], read_bytes(command.bytes)
    if revealed is None or pledge(revealed) != seat.pledge:
        raise Refused("deal/bad-pledge", "these are not the bytes that the seat pledged")
    if seat.shown:
        raise Refused("deal/bad-pledge", f"seat {command.seat} has shown its bytes already")
    return [Draft(author, Shown(seat=command.seat, bytes=revealed.hex()))]


def decide_call_off(
    table: Table, command: ask.CallOff, author: str, at: float, environment: "Environment"
) -> list[Draft]:
    """Decide whether the owner can cancel the start."""
    require_phase(table, SHOWING)
    require_owner(table, author)
    return [Draft(author, CalledOff())]
