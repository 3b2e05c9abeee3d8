"""What can go wrong when a server is measured. `kernel.errors` shows the tree."""

from spookhouse.kernel.errors import SpookhouseError


class LoadFailed(SpookhouseError):
    """A server could not be driven or measured."""

    code = "load/failed"
