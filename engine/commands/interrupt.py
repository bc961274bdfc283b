"""Ctrl-c as a request: stop, and say what is known so far."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Within, the first ctrl-c only makes the yielded callable return True; the second one acts as always.

    For the main thread, where Python delivers signals. Where ctrl-c is ignored (a job in the background) it stays so.
    """
    interrupted = False
    previous = signal.getsignal(signal.SIGINT)
    if not callable(previous):
        yield lambda: False
        return

    def note(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, previous)

    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: interrupted
    finally:
        signal.signal(signal.SIGINT, previous)
