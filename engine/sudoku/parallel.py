"""The same work on many things, in several processes, with the results in order."""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import Event, parent_process
from multiprocessing.synchronize import Event as Flag
from typing import TypeVar

from engine.errors import Cancelled

AHEAD = 3
"""Things a process that wait or are done before their turn: enough to keep it busy, few enough for the memory."""

_Thing = TypeVar("_Thing")
_Result = TypeVar("_Result")

_stopped: Flag | None = None


def is_stopped() -> bool:
    """Whether the results are no longer wanted: long work polls this."""
    return _stopped is not None and _stopped.is_set()


def in_order(
    work: Callable[[_Thing], _Result], things: Iterable[_Thing], jobs: int = 1
) -> Generator[_Result]:
    """What `work` makes of each thing, in `jobs` processes (1: in this one). Close it to stop these early.

    With several processes `work`, the things and the results must pickle, and `concurrent.futures.BrokenExecutor` is
    raised when one of them was killed.
    """
    if jobs == 1:
        yield from map(work, things)
        return
    waiting: deque[Future[_Result]] = deque()
    stopped = Event()
    pool = ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(stopped,))
    try:
        for thing in things:
            waiting.append(pool.submit(_unless_stopped, work, thing))
            if len(waiting) >= AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)


def _unless_stopped(work: Callable[[_Thing], _Result], thing: _Thing) -> _Result:
    if is_stopped():
        raise Cancelled
    return work(thing)


def _prepare(stopped: Flag) -> None:
    """Leave ctrl-c to the process that this one works for, and end when that was killed.

    A process that ended while it sends a result would have the other one wait for the rest of it for ever.
    """
    global _stopped  # noqa: PLW0603
    _stopped = stopped
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
