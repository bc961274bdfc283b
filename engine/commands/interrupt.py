"""Ctrl-c, and the signal by which others end a program, as a request: stop, and say what is known so far."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""What ends a program from outside: a time limit, a machine that is shut down, a terminal that went away."""


@contextmanager
def ending_as_by_ctrl_c() -> Iterator[None]:
    """Within, what ends a program from outside raises KeyboardInterrupt, as ctrl-c does.

    So what is half written is removed and what is made is kept. Only the first such signal does that; others that
    follow, as some senders send two, do not disturb it. A signal that is ignored or has a handler stays so.
    """
    in_main = threading.current_thread() is threading.main_thread()
    ours = [signum for signum in _ENDING if in_main and signal.getsignal(signum) is signal.SIG_DFL]

    def end(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        for each in ours:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for signum in ours:
        signal.signal(signum, end)
    try:
        yield
    finally:
        for signum in ours:
            signal.signal(signum, signal.SIG_DFL)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Within, the first SIGINT, SIGTERM or SIGHUP only makes the yielded callable return True.

    A second SIGINT acts as always; others that follow do nothing. For the main thread, where Python delivers signals.
    A signal that is ignored (ctrl-c by a job in the background) stays so.
    """
    interrupted = False
    before = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, *_ENDING)}
    before = {signum: handler for signum, handler in before.items() if handler not in (signal.SIG_IGN, None)}

    def note(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal interrupted
        interrupted = True
        for each, handler in before.items():
            signal.signal(each, handler if each == signal.SIGINT else signal.SIG_IGN)

    for signum in before:
        signal.signal(signum, note)
    try:
        yield lambda: interrupted
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
