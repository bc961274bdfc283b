"""The phases of a screen that runs a search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Preparing:
    """The input is being read or generated."""

    starts: bool = False
    """Whether the search begins as soon as the input is ready."""


@dataclass(frozen=True)
class Ready:
    """A search can be started."""

    problem: str = ""
    """The last failure; "" for none."""


@dataclass(frozen=True)
class Searching:
    """A search is running."""

    stopping: bool = False
    """Whether it was asked to stop."""
