"""Options of a match: what a game lets its players choose, and the checks of what they chose."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from spookhouse.kernel.contract import Options, OptionValue
from spookhouse.kernel.errors import BadOption
from spookhouse.kernel.validation import shown


@dataclass(frozen=True)
class Option:
    """A choice made before a match: its name, its default, and what it may be."""

    name: str
    default: OptionValue
    allowed: str
    about: str
    accepts: Callable[[object], bool]
    choices: tuple[OptionValue, ...] | None = None
    names_seat: bool = False  # the value is a seat: it follows the player who changes places
    added: bool = False  # later than the first stored games: logs omit its default

    def checked(self, value: object) -> object:
        """Return the value; raise `BadOption` if it is invalid."""
        if not self.accepts(value):
            raise BadOption(
                self.name,
                f"invalid option {self.name}: got {shown(value)}, expected {self.allowed}",
            )
        return value


def whole(
    name: str,
    least: int,
    most: int,
    default: int | None,
    about: str,
    *,
    optional: bool = False,
    names_seat: bool = False,
    added: bool = False,
) -> Option:
    """Return an option that is a whole number; an optional one may be None."""

    def accepts(value: object) -> bool:
        if value is None:
            return optional
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    allowed = f"a whole number from {least} to {most}" + (" or null" if optional else "")
    return Option(name, default, allowed, about, accepts, names_seat=names_seat, added=added)


def choice(name: str, values: Sequence[OptionValue], default: OptionValue, about: str) -> Option:
    """Return an option that is one of a few values."""
    return Option(
        name,
        default,
        " or ".join(repr(value) for value in values),
        about,
        lambda value: any(value is v or (type(value) is type(v) and value == v) for v in values),
        tuple(values),
    )


def settle_nothing(options: Options) -> Options:
    """Return the options unchanged, for games whose options are independent of each other."""
    return options


def same_again(options: Options, ranks: Sequence[int]) -> Options:
    """Return the options unchanged, for games whose rematch does not depend on the ranks."""
    return options


# === ALL OPTIONS OF A GAME ===


def check_all(title: str, options: Sequence[Option], given: Mapping[str, object]) -> Options:
    """Return all options: the given ones, checked, and defaults for the rest."""
    names = [option.name for option in options]
    for name in given:
        if name not in names:
            raise BadOption(
                name, f"{title} has no option {shown(name)}; it has: {', '.join(names) or 'none'}"
            )
    return {
        option.name: option.checked(given.get(option.name, option.default)) for option in options
    }


def complete(options: Sequence[Option], logged: Options) -> Options:
    """Return the options of a log, with defaults for those that it omits."""
    return {option.name: option.default for option in options} | logged


def omit_added(options: Sequence[Option], chosen: Options) -> Options:
    """Return the options as a log stores them: without defaults of options added later."""
    return {
        option.name: chosen[option.name]
        for option in options
        if not option.added or chosen[option.name] != option.default
    }
