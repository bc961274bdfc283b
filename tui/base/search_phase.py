"""The phases of a screen that runs a search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Preparing:
    """The input is being read or generated; `starts` if the search is to begin as soon as it is there."""

    starts: bool = False


@dataclass(frozen=True)
class Ready:
    """A search can be started; `problem` describes the last failure, "" for none."""

    problem: str = ""


@dataclass(frozen=True)
class Searching:
    """A search is running; `stopping` after a request to stop."""

    stopping: bool = False
