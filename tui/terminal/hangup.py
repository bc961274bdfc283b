"""Notices that the terminal is gone where no signal tells: under nohup, or when it is not the controlling one."""

import os
import select
import signal
import threading


def watch(descriptor: int = 0) -> None:
    """Send this process SIGHUP once the terminal behind the descriptor has hung up. Costs nothing while it waits.

    Textual reads the end of such a terminal over and over, as fast as it can.
    """
    threading.Thread(target=_wait, args=(descriptor,), name="hangup", daemon=True).start()


def _wait(descriptor: int) -> None:
    poll = select.poll()
    poll.register(descriptor, 0)  # a hang-up is told in any case
    if any(happened & select.POLLHUP for _, happened in poll.poll()):
        os.kill(os.getpid(), signal.SIGHUP)
