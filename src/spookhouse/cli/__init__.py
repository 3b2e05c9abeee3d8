"""The command line: puts the rooms together. `spookhouse --help` says what there is."""

from spookhouse.cli.app import app, main

__all__ = ["app", "main"]
