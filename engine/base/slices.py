"""Long work in slices, so that whoever started it can look up in between: ask whether to go on, tell how far it is.

Compiled code lets other threads run meanwhile, but nothing can interrupt it. So a kernel has a method that works for a
while and returns; how much it is given to do is measured out here.
"""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeVar

SLICE_SECONDS = 0.02
"""How long a slice is meant to take."""

_LEAST = 1000  # work of a slice: less is not worth the call
_MOST_GROWTH = 4.0  # from one slice to the next, as the first ones are too short to tell much

Answer = TypeVar("Answer")


def slices(
    run: Callable[[int], Answer], work: int, *, cut_short: Callable[[], bool] = lambda: False
) -> Iterator[Answer]:
    """Call `run` again and again, and yield what it returns; it never ends by itself.

    `run` is given how much to do, in a unit of its own: `work` at first, and then what fills SLICE_SECONDS going by the
    slice before. `cut_short` tells whether that ended before its work was done, so that its time tells nothing.
    """
    while True:
        start = perf_counter()
        answer = run(work)
        seconds = perf_counter() - start
        yield answer
        if not cut_short():
            work = max(_LEAST, int(work * min(_MOST_GROWTH, SLICE_SECONDS / max(seconds, 1e-6))))
