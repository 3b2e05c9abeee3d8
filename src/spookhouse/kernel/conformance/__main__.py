"""Print a digest of each random game: `python -m spookhouse.kernel.conformance PACKAGE GAMES`."""

import sys
from importlib import import_module

from spookhouse.kernel.conformance.interpreted import digests

print("\n".join(digests(import_module(sys.argv[1]).GAME, int(sys.argv[2]))))
