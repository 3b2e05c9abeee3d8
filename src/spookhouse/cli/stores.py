"""`spookhouse export`, `import`, `backup` and `rejudge`: what a host does with a database."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from rich.text import Text

from spookhouse.cli.console import console, errors, print_json, progress_bar
from spookhouse.kernel.errors import BadOption, BrokenRecord
from spookhouse.web.settings import from_environment

if TYPE_CHECKING:  # databases are loaded by the commands that need one: the others start faster
    from spookhouse.stores import SqlStore
    from spookhouse.stores.export import Progress
    from spookhouse.stores.maintenance import Rejudged

Database = Annotated[
    str | None,
    typer.Option(
        help="sqlite:///FILE or postgresql+psycopg://…; without it the file in your data folder."
    ),
]


@contextmanager
def opened(database: str | None, *, new: bool = False) -> "Iterator[SqlStore]":
    """The store behind an address; a SQLite file must be there unless a new one may be made."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from spookhouse.stores import SqlStore

    url = from_environment(database=database).database_url
    try:
        address = make_url(url)
        if (
            not new
            and address.get_backend_name() == "sqlite"
            and not Path(address.database or "").is_file()
        ):
            raise BadOption("database", f"there is no database at {address.database}")
        store = SqlStore(url)
    except (SQLAlchemyError, ImportError) as error:
        raise BadOption(
            "database", f"cannot open the database: {str(error).splitlines()[0]}"
        ) from error
    try:
        yield store
    except SQLAlchemyError as error:
        raise BadOption(
            "database", f"the database refuses: {str(error).splitlines()[0]}"
        ) from error
    finally:
        store.close()


@contextmanager
def new_file(path: Path) -> Iterator[int]:
    """A file that nobody else may read; an existing one is not overwritten, and nothing is left of a half written one."""
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError as error:
        raise BadOption("file", f"{path} is there already: choose another name") from error
    except OSError as error:
        raise BadOption("file", f"cannot write {path}: {error.strerror}") from error
    try:
        yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@contextmanager
def progress_of(what: str) -> "Iterator[Progress]":
    with progress_bar() as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def export(
    file: Annotated[
        Path, typer.Argument(help="The file to write, as JSON lines; only you may read it.")
    ],
    database: Database = None,
) -> None:
    """Write all tables and guests to a file, while the house may go on.

    The file holds secrets: unfinished games with everything that is hidden in them, and the key that guests' cookies are signed with.
    Keep it to yourself.
    """
    from spookhouse.stores.export import export_lines

    with opened(database) as store, new_file(file) as number, progress_of("exporting") as progress:
        count = 0
        with os.fdopen(number, "w", encoding="utf-8") as out:
            for text in export_lines(store, progress):
                out.write(text)
                count += '"table"' in text[:8]
    console.print(
        f"{count} tables written to {file}. It holds secrets of games that are still on: keep it to yourself.",
        markup=False,
        soft_wrap=True,
    )


def bring_in(
    file: Annotated[Path, typer.Argument(help="A file that spookhouse export wrote.")],
    database: Database = None,
) -> None:
    """Bring the tables and guests of an export into a database, SQLite or PostgreSQL. Every log is verified before anything is written.

    Tables and guests that are there already stay as they are.
    """
    from spookhouse.stores import export

    with read_lines(file) as lines:
        for _ in export.read_export(lines):
            pass
    with opened(database, new=True) as store, read_lines(file) as lines:
        brought = export.bring_in(store, export.read_export(lines))
    console.print(
        f"{brought.tables} tables and {brought.guests} guests brought in; {brought.skipped} tables were there already."
    )
    for reason in brought.refused:
        errors.print(f"left out: {reason}", markup=False, soft_wrap=True)
    if not brought.same_key:
        errors.print(
            "This database has a cookie key of its own: guests of the other house come in as new guests."
        )


@contextmanager
def read_lines(file: Path) -> Iterator[TextIO]:
    try:
        with file.open(encoding="utf-8") as lines:
            yield lines
    except OSError as error:
        raise BrokenRecord(f"cannot read {file}", [error.strerror or str(error)]) from error
    except UnicodeDecodeError as error:
        raise BrokenRecord(
            f"cannot read {file}", ["it is not text: expected a file that spookhouse export wrote"]
        ) from error


def backup(
    file: Annotated[Path, typer.Argument(help="The copy to make; only you may read it.")],
    database: Database = None,
) -> None:
    """Copy a SQLite database while the house uses it. The copy is a database like the first, secrets included.

    For PostgreSQL use pg_dump, or spookhouse export.
    """
    from spookhouse.stores import maintenance

    with opened(database) as store, new_file(file) as number:
        os.close(number)
        maintenance.backup(store.engine, file)
    console.print(f"copied to {file}", markup=False, soft_wrap=True)


def rejudge(
    database: Database = None,
    as_json: Annotated[bool, typer.Option("--json", help="Results as JSON.")] = False,
) -> None:
    """Replay every stored game by the rules that it began with, and report those that no longer fit. Exit code 1 if there are any."""
    from spookhouse.stores import maintenance

    with opened(database) as store, progress_of("judging again") as progress:
        judged = list(maintenance.rejudge(store, progress))
    misfits = [each for each in judged if each.found]
    if as_json:
        print_json({"games": len(judged), "misfits": [vars(each) for each in misfits]})
    else:
        show(judged, misfits)
    raise typer.Exit(1 if misfits else 0)


def show(judged: "list[Rejudged]", misfits: "list[Rejudged]") -> None:
    for each in misfits:
        console.print(
            Text.assemble(
                ("✗ ", "bold red"),
                (each.table, "bold"),
                f" ({each.game}, {each.phase}): {each.found}",
            ),
            soft_wrap=True,
        )
    fit = len(judged) - len(misfits)
    console.print(
        f"{fit} of {len(judged)} games fit the rules"
        + (f"; {len(misfits)} do not" if misfits else "")
    )
