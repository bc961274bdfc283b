"""Long work in slices, so that whoever started it can look up in between: ask whether to go on, tell how far it is.

Compiled code lets other threads run meanwhile, but nothing can interrupt it. So a kernel has a method that works for a
while and returns; how much it is given to do is measured out here.
"""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TypeVar

SLICE_SECONDS = 0.02
"""How long a slice is meant to take, when it has been going on for a while."""

_FIRST_SECONDS = 0.0005  # how long the first slices take,
_GROWTH = 0.125  # and what part of the time so far comes on top
_LEAST = 1000  # work of a slice: less is not worth the call
_MOST_GROWTH = 4.0  # from one slice to the next, as the first ones are too short to tell much

Answer = TypeVar("Answer")


def slices(
    run: Callable[[int], Answer], work: int, *, cut_short: Callable[[], bool] = lambda: False
) -> Iterator[Answer]:
    """Call `run` again and again, and yield what it returns; it never ends by itself.

    `run` is given how much to do, in a unit of its own: `work` at first, and then what fills SLICE_SECONDS going by the
    slice before; less while all of it has taken no longer than some slices. `cut_short` tells whether that ended before
    its work was done, so that its time tells nothing.
    """
    total = 0.0
    while True:
        start = perf_counter()
        answer = run(work)
        seconds = perf_counter() - start
        yield answer
        total += seconds
        if not cut_short():
            target = min(SLICE_SECONDS, _FIRST_SECONDS + total * _GROWTH)
            work = max(_LEAST, int(work * min(_MOST_GROWTH, target / max(seconds, 1e-6))))
