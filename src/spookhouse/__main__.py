"""Run the command line: `python -m spookhouse`."""

from spookhouse.cli import main

main()
