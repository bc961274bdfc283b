"""What a screen that searches is at; what comes of it is the screen's own matter."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Preparing:
    """What is to be searched is being looked for, read or made."""


@dataclass(frozen=True)
class Ready:
    """A search can be started; `problem` says what went wrong before, if anything did."""

    problem: str = ""


@dataclass(frozen=True)
class Searching:
    """A search runs, or is to end as soon as it can."""

    stopping: bool = False
