"""The command line, which wires the packages together."""

from spookhouse.cli.app import app, main

__all__ = ["app", "main"]
