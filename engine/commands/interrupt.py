"""Ctrl-c, and the signal by which others end a program, as a request: stop, and say what is known so far."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Within, the first SIGINT or SIGTERM only makes the yielded callable return True; the second acts as always.

    For the main thread, where Python delivers signals. A signal that is ignored (ctrl-c by a job in the background)
    stays so.
    """
    interrupted = False
    before = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM)}
    before = {signum: handler for signum, handler in before.items() if handler not in (signal.SIG_IGN, None)}

    def restore() -> None:
        for signum, handler in before.items():
            signal.signal(signum, handler)

    def note(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal interrupted
        interrupted = True
        restore()

    for signum in before:
        signal.signal(signum, note)
    try:
        yield lambda: interrupted
    finally:
        restore()
