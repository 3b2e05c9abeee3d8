"""`spookhouse export`, `import`, `backup` and `rejudge`: maintain a database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import msgspec
import typer
from rich.text import Text

from spookhouse.cli.console import console, errors, print_json, progress_bar
from spookhouse.kernel.errors import BadOption, BrokenRecord
from spookhouse.web.settings import from_environment

# Imported inside the commands that need a database, so that the others start faster.
if TYPE_CHECKING:
    from spookhouse.stores import SqlStore
    from spookhouse.stores.export import ImportResult, Progress
    from spookhouse.stores.maintenance import Rejudged

Database = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql+psycopg://…; default: the file in your data folder."
    ),
]


# === COMMANDS ===


def export(
    file: Annotated[
        Path, typer.Argument(help="The file to write, as JSON lines; only you can read it.")
    ],
    database: Database = None,
) -> None:
    """Write all tables and guests to a file. The server may keep running.

    The file holds secrets: the hidden cards of unfinished games, and the key that signs cookies.
    Keep it to yourself.
    """
    from spookhouse.stores.export import export_lines

    with open_store(database) as store, new_file(file) as number, progress_of("exporting") as tick:
        tables = 0
        with os.fdopen(number, "w", encoding="utf-8") as out:
            for text in export_lines(store, tick):
                out.write(text)
                tables += text.startswith('{"table"')
    console.print(
        f"{tables} tables written to {file}. "
        "It holds secrets of unfinished games: keep it to yourself.",
        markup=False,
        soft_wrap=True,
    )


def import_(
    file: Annotated[Path, typer.Argument(help="A file that spookhouse export wrote.")],
    database: Database = None,
) -> None:
    """Add the tables and guests of an export to a database, SQLite or PostgreSQL.

    Every log is verified before anything is written. Existing tables and guests stay as they are.
    """
    from spookhouse.stores.export import import_items, read_export

    with read_lines(file) as lines:
        for _ in read_export(lines):
            pass
    with open_store(database, create=True) as store, read_lines(file) as lines:
        result = import_items(store, read_export(lines))
    show_import(result)


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to write; only you can read it.")],
    database: Database = None,
) -> None:
    """Copy a SQLite database while a server uses it. The copy holds the same secrets.

    For PostgreSQL use pg_dump, or spookhouse export.
    """
    from spookhouse.stores import maintenance

    with open_store(database) as store, new_file(file) as number:
        os.close(number)
        maintenance.backup(store.engine, file)
    console.print(f"copied to {file}", markup=False, soft_wrap=True)


def rejudge(
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Replay every stored game under the rules that it began with. Report those that break them.

    The exit code is 1 if there are any.
    """
    from spookhouse.stores import maintenance

    with open_store(database) as store, progress_of("rejudging") as tick:
        games = list(maintenance.rejudge_all(store, tick))
    misfits = [game for game in games if game.defect]
    if as_json:
        print_json(RejudgeReport(len(games), misfits))
    else:
        show_rejudged(len(games), misfits)
    raise typer.Exit(1 if misfits else 0)


# === REPORTS ===


class RejudgeReport(msgspec.Struct):
    """The number of games, and those that break the rules."""

    games: int
    misfits: "list[Rejudged]"


def show_import(result: "ImportResult") -> None:
    """Print what an import has done."""
    console.print(
        f"{result.tables} tables and {result.guests} guests imported; "
        f"{result.skipped} tables existed already."
    )
    for reason in result.refused:
        errors.print(f"not imported: {reason}", markup=False, soft_wrap=True)
    if not result.same_key:
        errors.print(
            "This database has its own cookie key: guests of the export must sign in as new guests."
        )


def show_rejudged(games: int, misfits: "list[Rejudged]") -> None:
    """Print the games that break the rules, then a summary."""
    for game in misfits:
        about = f" ({game.game}, {game.phase}): {game.defect}"
        console.print(
            Text.assemble(("✗ ", "bold red"), (game.table, "bold"), about), soft_wrap=True
        )
    rest = f"; {len(misfits)} do not" if misfits else ""
    console.print(f"{games - len(misfits)} of {games} games fit the rules{rest}")


# === FILES AND DATABASES ===


@contextmanager
def open_store(database: str | None, *, create: bool = False) -> "Iterator[SqlStore]":
    """Open a database. A SQLite file must exist unless it may be created."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from spookhouse.stores import SqlStore

    url = from_environment(database=database).database_url
    try:
        address = make_url(url)
        is_file = address.get_backend_name() == "sqlite"
        if is_file and not create and not Path(address.database or "").is_file():
            raise BadOption(
                "database",
                f"invalid database: there is no database at {address.database}, "
                "expected an existing file",
            )
        store = SqlStore(url)
    except (SQLAlchemyError, ImportError) as error:
        raise BadOption(
            "database", f"invalid database: cannot open it: {first_line(error)}"
        ) from error
    try:
        yield store
    except SQLAlchemyError as error:
        raise BadOption("database", f"the database refused: {first_line(error)}") from error
    finally:
        store.close()


def first_line(error: Exception) -> str:
    """Return the first line of an error, without SQL and background links."""
    return str(error).splitlines()[0]


@contextmanager
def new_file(path: Path) -> Iterator[int]:
    """Create a file that only its owner can read; remove it if the work fails.

    An existing file is not overwritten.
    """
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as error:
        raise BadOption(
            "file", f"invalid file: {path} exists already, expected a new name"
        ) from error
    except OSError as error:
        raise BadOption("file", f"invalid file: cannot write {path}: {error.strerror}") from error
    try:
        yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextmanager
def read_lines(file: Path) -> Iterator[TextIO]:
    """Open an export for reading."""
    try:
        with file.open(encoding="utf-8") as lines:
            yield lines
    except OSError as error:
        raise BrokenRecord(f"cannot read {file}", [error.strerror or str(error)]) from error
    except UnicodeDecodeError as error:
        defect = "it is not text: expected a file that spookhouse export wrote"
        raise BrokenRecord(f"cannot read {file}", [defect]) from error


@contextmanager
def progress_of(task: str) -> "Iterator[Progress]":
    """Show a progress bar; yield the function that moves it."""
    with progress_bar() as progress:
        bar = progress.add_task(task, total=None)
        yield lambda done, total: progress.update(bar, completed=done, total=total)
