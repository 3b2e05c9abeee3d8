"""`python -m spookhouse`."""

from spookhouse.cli import main

main()
