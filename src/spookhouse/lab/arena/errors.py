"""What stops an arena."""

from spookhouse.kernel.errors import SpookhouseError


class ArenaStopped(SpookhouseError):
    """A game that could not be played to its end; what was finished before is kept."""

    code = "arena/stopped"


class OtherContest(SpookhouseError):
    """A folder that holds the games of another contest."""

    code = "arena/other-contest"
