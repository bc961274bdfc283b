"""Runs long work in slices, so that the caller can check for cancellation and report progress in between.

Compiled code lets other threads run, but nothing can interrupt it. So a kernel has a method that works for a while and
returns; this module determines how much work to give it.
"""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeVar

SLICE_SECONDS = 0.02
"""The target duration of a slice, once the work has run for a while."""

_FIRST_SECONDS = 0.0005
"""Duration of the first slices."""
_TIME_SHARE = 0.125
"""Share of the elapsed time that is added to the duration of a slice."""
_MIN_WORK = 1000
"""Minimum work of a slice: less is not worth the call."""
_MAX_GROWTH = 4.0
"""Maximum growth of the work from slice to slice, because the first ones are too short to measure the speed."""

Answer = TypeVar("Answer")


def slices(
    run: Callable[[int], Answer], work: int, *, cut_short: Callable[[], bool] = lambda: False
) -> Iterator[Answer]:
    """Call `run` repeatedly and yield its results, endlessly.

    `run` gets the amount of work to do, in its own unit: `work` at first, and then what fills SLICE_SECONDS at the
    speed of the last slice; less while the total time is short. `cut_short` returns whether the last slice ended before
    its work was done, so that its time is ignored.
    """
    total = 0.0
    while True:
        start = perf_counter()
        answer = run(work)
        seconds = perf_counter() - start
        yield answer
        total += seconds
        if not cut_short():
            target = min(SLICE_SECONDS, _FIRST_SECONDS + total * _TIME_SHARE)
            work = max(_MIN_WORK, int(work * min(_MAX_GROWTH, target / max(seconds, 1e-6))))
