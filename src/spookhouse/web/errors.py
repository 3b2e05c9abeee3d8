"""Refusals of the web package."""

from spookhouse.kernel.errors import SpookhouseError


class WebRefused(SpookhouseError):
    """A request that the web package itself refuses."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
