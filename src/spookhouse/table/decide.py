"""What a command would write into the log, or why not. Judging changes nothing; it remembers what it foresaw."""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from spookhouse.games import game as find_game
from spookhouse.kernel.errors import BadOption
from spookhouse.table import commands as ask
from spookhouse.table.commitments import is_pledge, pledge, read_bytes
from spookhouse.table.errors import Refused
from spookhouse.table.ids import table_name
from spookhouse.table.log import HOUSE, Draft, write_data
from spookhouse.table.table import LOBBY, OVER, PLAYING, SHOWING, Seat, Table, outcome_of
from spookhouse.table.undo import is_free

LONGEST_WORD = 500  # characters of a chat message

Bytes = Callable[[], bytes]  # fresh random bytes, for bots


def judge(
    table: Table, command: ask.AnyCommand, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    """The drafts of a command; an empty list if the same person's same command was carried out before."""
    if table.became(guest, command.key):
        return []
    drafts = DECIDERS[type(command)](table, command, guest, levels, fresh)
    drafts[0].key = command.key
    return drafts


# === BEFORE THE GAME ===


def judge_sit(
    table: Table, command: ask.Sit, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, LOBBY)
    if not seat_at(table, command.seat).is_open:
        raise Refused("seat/taken", f"seat {command.seat} is taken; open: {open_seats(table)}")
    if not is_pledge(command.pledge):
        raise Refused(
            "deal/bad-pledge",
            "a pledge is the SHA-256 of 32 random bytes, as 64 hex digits in lower case",
        )
    return [sat(guest, command.seat, guest, "", command.pledge)]


def sat(by: str, seat: int, guest: str, level: str, promise: str) -> Draft:
    return Draft("sat", by, {"seat": seat, "guest": guest, "level": level, "pledge": promise})


def judge_stand(
    table: Table, command: ask.Stand, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, LOBBY)
    must_hold(table, command.seat, guest)
    return [Draft("stood", guest, {"seat": command.seat})]


def judge_add_bot(
    table: Table, command: ask.AddBot, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, LOBBY)
    must_own(table, guest)
    if not seat_at(table, command.seat).is_open:
        raise Refused("seat/taken", f"seat {command.seat} is taken; open: {open_seats(table)}")
    if command.level not in levels:
        raise Refused(
            "bot/unknown", f"there is no bot {command.level!r:.40}; there are: {', '.join(levels)}"
        )
    return [sat(guest, command.seat, "", command.level, pledge(bot_bytes(table, command.seat)))]


def bot_bytes(table: Table, seat: int) -> bytes:
    """A bot's bytes for the deal, drawn by the house: derived from its secret, so that they need not be kept."""
    return bytes.fromhex(pledge(table.secret + f"bot at seat {seat}".encode()))


def judge_remove(
    table: Table, command: ask.Remove, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, LOBBY)
    must_own(table, guest)
    if seat_at(table, command.seat).is_open:
        raise Refused("seat/unknown", f"nobody sits at seat {command.seat}")
    return [Draft("stood", guest, {"seat": command.seat})]


def judge_hand_over(
    table: Table, command: ask.HandOver, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_own(table, guest)
    if command.guest not in table.guests:
        raise Refused("seat/unknown", "the new owner must sit at the table")
    return [Draft("owner", guest, {"guest": command.guest})]


def judge_arrange(
    table: Table, command: ask.Arrange, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    """Everybody's pledge comes along. A bot's bytes belong to its seat, so it pledges anew."""
    must_be(table, LOBBY)
    must_own(table, guest)
    if sorted(command.order) != list(range(table.players)):
        raise Refused(
            "seat/unknown", f"an order names each seat from 0 to {table.players - 1} once"
        )
    pledges = [
        pledge(bot_bytes(table, seat)) if table.seats[old].level else table.seats[old].pledge
        for seat, old in enumerate(command.order)
    ]
    drafts = [Draft("arranged", guest, {"order": command.order, "pledges": pledges})]
    options = rearranged(table, command.order)
    return (
        drafts
        if options == table.options
        else [*drafts, Draft("options", guest, {"options": find_game(table.game).logged(options)})]
    )


def rearranged(table: Table, order: list[int]) -> dict[str, Any]:
    """The options after people have changed places: those that name a seat follow the person who sits there.

    A game that goes on from a position keeps the options of that position.
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


def judge_set_options(
    table: Table, command: ask.SetOptions, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, LOBBY)
    must_own(table, guest)
    if table.start is not None:
        raise BadOption(
            "options",
            "this game goes on from where another stood: its options are those of that game",
        )
    settled = find_game(table.game).settled(command.options)
    if settled.get("players", table.players) != table.players:
        raise BadOption(
            "players",
            f"this table has {table.players} seats: option players must be {table.players}, or open another table",
        )
    return [Draft("options", guest, {"options": find_game(table.game).logged(settled)})]


def judge_start(
    table: Table, command: ask.Start, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, LOBBY)
    must_own(table, guest)
    if found := open_seats(table):
        raise Refused(
            "table/not-full", f"seats are still open: {found}; wait for people, or seat bots there"
        )
    drafts = [Draft("started", guest, {})]
    return drafts + [
        shown(HOUSE, seat, bot_bytes(table, seat))
        for seat, sitter in enumerate(table.seats)
        if sitter.level
    ]


def shown(by: str, seat: int, secret: bytes) -> Draft:
    return Draft("shown", by, {"seat": seat, "bytes": secret.hex()})


def judge_show(
    table: Table, command: ask.Show, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, SHOWING)
    must_hold(table, command.seat, guest)
    seat, secret = table.seats[command.seat], read_bytes(command.bytes)
    if secret is None or pledge(secret) != seat.pledge:
        raise Refused("deal/bad-pledge", "these are not the bytes that the seat pledged")
    if seat.shown:
        raise Refused("deal/bad-pledge", f"seat {command.seat} has shown its bytes already")
    return [shown(guest, command.seat, secret)]


def judge_call_off(
    table: Table, command: ask.CallOff, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, SHOWING)
    must_own(table, guest)
    return [Draft("called-off", guest, {})]


# === DURING THE GAME ===


def judge_move(
    table: Table, command: ask.Move, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, PLAYING)
    must_hold(table, command.seat, guest)
    if table.seats[command.seat].stand_in:
        raise Refused("seat/bot-plays", "a bot plays for you: take the seat back first")
    return moved(table, guest, command.seat, command.version, command.move)


def moved(table: Table, by: str, seat: int, version: int, move: str) -> list[Draft]:
    """A move that is legal, and what follows from it when it is the last."""
    owed = table.owed.get(seat)
    assert table.match is not None
    if owed is not None and version != owed:
        raise Refused(
            "move/stale",
            f"the decision of seat {seat} carries version {owed}, not {version}: look at the table again",
        )
    after = table.preview(seat, move)
    drafts = [Draft("moved", by, {"seat": seat, "move": move}, written=legal_move(seat, move))]
    return drafts if after.waiting else [*drafts, opening(table)]


@lru_cache(maxsize=4_096)
def legal_move(seat: int, move: str) -> str:
    """The data of a move as JSON. The same moves are made again and again; what is not legal need not be remembered."""
    return write_data({"seat": seat, "move": move})


def opening(table: Table) -> Draft:
    """The game is over: the house shows its secret."""
    return Draft("secret", HOUSE, {"bytes": table.secret.hex()})


def judge_undo(
    table: Table, command: ask.Undo, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, PLAYING)
    must_hold(table, command.seat, guest)
    assert table.match is not None
    back_to = table.match.last_move_of(command.seat)
    if back_to is None:
        raise Refused("undo/nothing", "you have not moved yet")
    if is_free(table, command.seat) or not has_others(table, guest):
        return [Draft("undone", guest, {"moves": back_to})]
    return [Draft("asked", guest, {"seat": command.seat, "moves": back_to})]


def others(table: Table, guest: str) -> list[str]:
    """The people whose word counts when somebody asks for an undo. Who is away comes back, and must not find that others know more than they may."""
    return list(
        dict.fromkeys(
            seat.guest
            for seat in table.seats
            if seat.guest and seat.guest != guest and seat.stand_in != "resigned"
        )
    )


def has_others(table: Table, guest: str) -> bool:
    """Whether there are any. This is asked after every move."""
    for seat in table.seats:
        if seat.guest and seat.guest != guest and seat.stand_in != "resigned":
            return True
    return False


def judge_answer(
    table: Table, command: ask.Answer, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, PLAYING)
    if table.asked is None:
        raise Refused("undo/nothing", "nobody asks for an undo")
    asker = table.seats[table.asked].guest
    if guest not in others(table, asker):
        raise Refused("seat/not-yours", "only the others at the table are asked")
    assert table.match is not None
    drafts = [Draft("answered", guest, {"agree": command.agree})]
    if command.agree and set(others(table, asker)) <= table.agreed | {guest}:
        drafts.append(Draft("undone", HOUSE, {"moves": table.match.last_move_of(table.asked)}))
    return drafts


def judge_away(
    table: Table, command: ask.Away, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, PLAYING)
    must_hold(table, command.seat, guest)
    return [
        Draft(
            "stand-in",
            guest,
            {"seat": command.seat, "why": table.seats[command.seat].stand_in or "away"},
        )
    ]


def judge_back(
    table: Table, command: ask.Back, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, PLAYING)
    must_hold(table, command.seat, guest)
    if table.seats[command.seat].stand_in == "resigned":
        raise Refused("seat/bot-plays", "you resigned: the bot plays on")
    return [Draft("returned", guest, {"seat": command.seat})]


def judge_resign(
    table: Table, command: ask.Resign, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, PLAYING)
    must_hold(table, command.seat, guest)
    drafts = [Draft("resigned", guest, {"seat": command.seat})]
    return [*drafts, opening(table)] if table.players == 2 else drafts


# === AFTER THE GAME ===


def judge_rematch(
    table: Table, command: ask.Rematch, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_be(table, OVER)
    must_sit(table, guest)
    if table.rematch:
        raise Refused("table/not-over", f"there is a rematch already: table {table.rematch}")
    return [Draft("rematch", guest, {"table": table_name(fresh())})]


def rematch_drafts(table: Table, secret: bytes) -> list[Draft]:
    """The new table of a rematch: same game and owner, options as the game wants them for a rematch.

    Bots sit where they sat; people take their seats as they come.
    """
    clock = None if table.pace is None else {"move": table.pace.move, "reserve": table.pace.reserve}
    access = {"public": table.public, "spectators": table.spectators, "hints": table.hints}
    outcome = outcome_of(table)
    assert outcome is not None
    options = find_game(table.game).rematch(table.options, outcome["ranks"])
    drafts = [open_table(table.owner, table.game, options, secret, clock, **access)]
    new = Table("", secret)
    return drafts + [
        sat(table.owner, seat, "", each.level, pledge(bot_bytes(new, seat)))
        for seat, each in enumerate(table.seats)
        if each.level
    ]


def judge_say(
    table: Table, command: ask.Say, guest: str, levels: Collection[str], fresh: Bytes
) -> list[Draft]:
    must_sit(table, guest)
    text = " ".join(command.text.split())[:LONGEST_WORD]
    if not text:
        raise Refused("chat/empty", "there is nothing in it")
    return [Draft("said", guest, {"text": text})]


# === THE HOUSE ITSELF ===


def judge_bot_move(table: Table, seat: int, version: int, move: str) -> list[Draft]:
    """A bot's move enters by the same door as a person's."""
    must_be(table, PLAYING)
    if not seat_at(table, seat).is_bot:
        raise Refused("seat/not-yours", f"no bot plays seat {seat}")
    return moved(table, HOUSE, seat, version, move)


def judge_time(table: Table, now: float) -> list[Draft]:
    """Who has run out of time is played by a bot until back."""
    late = table.deadline()
    if table.phase != PLAYING or late is None or late[0] > now:
        return []
    return [Draft("stand-in", HOUSE, {"seat": late[1], "why": "clock"})]


def open_table(
    guest: str,
    game: str,
    options: dict[str, Any],
    secret: bytes,
    clock: dict[str, float] | None,
    **access: bool,
) -> Draft:
    """The first entry of a new table's log."""
    settled = find_game(game).settled(options)
    data = {
        "game": game,
        "edition": find_game(game).edition,
        "options": find_game(game).logged(settled),
        "players": settled.get("players", find_game(game).min_players),
        "clock": clock,
        "commitment": pledge(secret),
    }
    return Draft("opened", guest, data | access)


# === WHAT MUST HOLD ===

WHEN = {
    LOBBY: "table/not-in-lobby",
    SHOWING: "table/not-in-lobby",
    PLAYING: "table/not-playing",
    OVER: "table/not-over",
}
SAID = {
    LOBBY: "the game has not begun",
    SHOWING: "the deal is being made",
    PLAYING: "the game is on",
    OVER: "the game is over",
}


def must_be(table: Table, phase: str) -> None:
    if table.phase != phase:
        raise Refused(WHEN[phase], f"that cannot be done now: {SAID[table.phase]}")


def seat_at(table: Table, seat: int) -> Seat:
    if not 0 <= seat < table.players:
        raise Refused(
            "seat/unknown", f"there is no seat {seat}; the seats are 0 to {table.players - 1}"
        )
    return table.seats[seat]


def must_hold(table: Table, seat: int, guest: str) -> None:
    if seat_at(table, seat).guest != guest or not guest:
        yours = table.seats_of(guest)
        raise Refused(
            "seat/not-yours",
            f"seat {seat} is not yours"
            + (f"; you hold {yours}" if yours else ": you hold none here"),
        )


def must_sit(table: Table, guest: str) -> None:
    if guest not in table.guests:
        raise Refused("seat/not-yours", "only who sits at the table may do that")


def must_own(table: Table, guest: str) -> None:
    if guest != table.owner:
        raise Refused("table/not-owner", "only the owner of the table may do that")


def open_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.is_open]


DECIDERS: dict[type, Callable[..., list[Draft]]] = {
    ask.Sit: judge_sit,
    ask.Stand: judge_stand,
    ask.AddBot: judge_add_bot,
    ask.Remove: judge_remove,
    ask.HandOver: judge_hand_over,
    ask.Arrange: judge_arrange,
    ask.SetOptions: judge_set_options,
    ask.Start: judge_start,
    ask.Show: judge_show,
    ask.CallOff: judge_call_off,
    ask.Move: judge_move,
    ask.Undo: judge_undo,
    ask.Answer: judge_answer,
    ask.Away: judge_away,
    ask.Back: judge_back,
    ask.Resign: judge_resign,
    ask.Rematch: judge_rematch,
    ask.Say: judge_say,
}
