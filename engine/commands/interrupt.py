"""Ctrl-c, and the signal by which others end a program, as a request: stop, and say what is known so far."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

TOGETHER = 1.0
"""Seconds within which what ends a program is sent once, for some senders send it twice, or two kinds of it."""

_ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""What ends a program from outside: a time limit, a machine that is shut down, a terminal that went away."""


@contextmanager
def ending_as_by_ctrl_c() -> Iterator[None]:
    """Within, what ends a program from outside raises KeyboardInterrupt, as ctrl-c does.

    So what is half written is removed and what is made is kept. Others that come together with the first do not
    disturb that; one that comes later ends the program at once. A signal that is ignored or has a handler stays so.
    """
    in_main = threading.current_thread() is threading.main_thread()
    own_signals = [signum for signum in _ENDING if in_main and signal.getsignal(signum) is signal.SIG_DFL]
    first: float | None = None

    def end(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal first
        if first is None:
            first = monotonic()
            raise KeyboardInterrupt
        if monotonic() - first > TOGETHER:
            signal.signal(signum, signal.SIG_DFL)
            signal.raise_signal(signum)

    for signum in own_signals:
        signal.signal(signum, end)
    try:
        yield
    finally:
        for signum in own_signals:
            signal.signal(signum, signal.SIG_DFL)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Within, the first SIGINT, SIGTERM or SIGHUP only makes the yielded callable return True.

    A second SIGINT acts as always, and so do others that do not come together with the first. For the main thread,
    where Python delivers signals. A signal that is ignored (ctrl-c by a job in the background) stays so.
    """
    first: float | None = None
    before = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, *_ENDING)}
    before = {signum: handler for signum, handler in before.items() if handler not in (signal.SIG_IGN, None)}

    def note(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal first
        if first is None:
            first = monotonic()
            if signal.SIGINT in before:
                signal.signal(signal.SIGINT, before[signal.SIGINT])
        elif monotonic() - first > TOGETHER:
            signal.signal(signum, before[signal.Signals(signum)])
            signal.raise_signal(signum)

    for signum in before:
        signal.signal(signum, note)
    try:
        yield lambda: first is not None
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
