"""Turns ctrl-c and termination signals into a request to stop and print the answer so far."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

TOGETHER = 1.0
"""Seconds within which several termination signals count as one: some senders send two, of the same or different
kinds."""

_ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""The termination signals, sent by time limits, by machines that shut down, and by terminals that close."""


@contextmanager
def ending_as_by_ctrl_c() -> Iterator[None]:
    """In the block, a termination signal raises KeyboardInterrupt, as ctrl-c does.

    So half-written files are removed and finished work is kept. Signals that arrive together with the first do not
    disturb that; a later one ends the program at once. A signal that is ignored or has a handler is left alone.
    """
    in_main = threading.current_thread() is threading.main_thread()
    signals = [signum for signum in _ENDING if in_main and signal.getsignal(signum) is signal.SIG_DFL]
    first: float | None = None

    def end(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal first
        if first is None:
            first = monotonic()
            raise KeyboardInterrupt
        if monotonic() - first > TOGETHER:
            signal.signal(signum, signal.SIG_DFL)
            signal.raise_signal(signum)

    for signum in signals:
        signal.signal(signum, end)
    try:
        yield
    finally:
        for signum in signals:
            signal.signal(signum, signal.SIG_DFL)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """In the block, the first SIGINT, SIGTERM or SIGHUP only makes the yielded callable return True.

    A second SIGINT has its default effect, and so have other signals unless they arrive together with the first. For
    the main thread, where Python delivers signals. An ignored signal, such as ctrl-c in a background job, stays
    ignored.
    """
    first: float | None = None
    handlers = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, *_ENDING)}
    handlers = {signum: handler for signum, handler in handlers.items() if handler not in (signal.SIG_IGN, None)}

    def request_stop(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal first
        if first is None:
            first = monotonic()
            if signal.SIGINT in handlers:
                signal.signal(signal.SIGINT, handlers[signal.SIGINT])
        elif monotonic() - first > TOGETHER:
            signal.signal(signum, handlers[signal.Signals(signum)])
            signal.raise_signal(signum)

    for signum in handlers:
        signal.signal(signum, request_stop)
    try:
        yield lambda: first is not None
    finally:
        for signum, handler in handlers.items():
            signal.signal(signum, handler)
