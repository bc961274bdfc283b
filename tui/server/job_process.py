"""One job of a player in its own process: receives the work, reports progress, sends the answer and exits.

The work arrives pickled. The job answers in frames: the number of bytes, their kind (`FrameKind`) and a serialized
value (`engine.base.values`). Frames are never pickled, because a malicious input file may have compromised the job.
"""

import contextlib
import os
import pickle
import random
import select
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any, NoReturn

from engine.base import values
from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from tui.base.background import Job
from tui.guests.confinement import MEGABYTE
from tui.guests.jail import Jail

HEAD = struct.Struct("!qc")
"""Header of a frame: the number of bytes that follow, and a FrameKind."""
LARGEST = 512 * MEGABYTE
"""Maximum size of an answer in bytes, such as a recording of a search."""
REPORT_SECONDS = 0.05
"""Minimum interval between two progress reports, in seconds."""
_MOST_SHARE = 10
"""Progress reports take at most about 1/_MOST_SHARE of the time."""

NO_MEMORY = _("There was not enough memory for it.")
TOO_LARGE = _("The result is larger than the server allows.")


class FrameKind(Enum):
    """The kind of value in a frame."""

    NEWS = b"n"
    ANSWER = b"a"
    ERROR = b"e"


def runner(jail: Jail) -> Callable[[socket.socket], NoReturn]:
    """Return the main function of a job process in a jail."""
    return partial(_run, jail)


def _run(jail: Jail, line: socket.socket) -> NoReturn:
    """Run the job received over `line`, in a process forked for it."""
    os.setpgid(0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    random.seed()
    try:
        jail.close()
        _do(_received(line), line)
    except OSError:  # the server has cancelled the job
        os._exit(1)
    except BaseException:  # noqa: BLE001 (it is the end of the process, whatever it was)
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def _do(request: bytes, line: socket.socket) -> None:
    """Unpickle and run the work, and send the answer or the exception."""
    sending = threading.Lock()
    job: Job[Any] = Job(lambda _: None)
    threading.Thread(target=_talk, args=(job, line, sending), daemon=True).start()
    frame, value = FrameKind.ANSWER, None
    try:
        value = pickle.loads(request)(job)
    except MemoryError:
        frame, value = FrameKind.ERROR, InputError(NO_MEMORY)
    except Exception as error:  # noqa: BLE001 (it is raised at the caller's end)
        frame, value = FrameKind.ERROR, error
    try:
        data = _packed(frame, value)
    except MemoryError:
        data = _packed(FrameKind.ERROR, InputError(NO_MEMORY))
    except Exception as error:  # noqa: BLE001 (the answer is not a value)
        data = _packed(FrameKind.ERROR, error)
    with sending:
        line.sendall(data)


def portable(error: Exception) -> Exception:
    """Return the error, or a RuntimeError with the same message if it can't be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 (whatever its class does)
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _packed(frame: FrameKind, value: object) -> bytes:
    data = values.pack_error(value) if isinstance(value, Exception) else values.pack(value)
    if len(data) > LARGEST:
        frame, data = FrameKind.ERROR, values.pack_error(InputError(TOO_LARGE))
    return HEAD.pack(len(data), frame.value) + data


def _talk(job: Job[Any], line: socket.socket, sending: threading.Lock) -> None:
    """Send the job's news, and forward stop requests to it; kill the process group when the connection ends."""
    pause = REPORT_SECONDS
    while True:
        if select.select([line], [], [], pause)[0]:
            try:
                goes_on = line.recv(1)
            except OSError:
                goes_on = b""
            if not goes_on:
                os.killpg(0, signal.SIGKILL)
            job.stop()
        start = time.monotonic()
        for news in job.take_news():
            with contextlib.suppress(OSError, MemoryError, RuntimeError, values.ValueFault), sending:
                line.sendall(_packed(FrameKind.NEWS, news))
        pause = max(REPORT_SECONDS, _MOST_SHARE * (time.monotonic() - start))


def _received(line: socket.socket) -> bytes:
    """Read the pickled work. Raises OSError if the connection ends first."""
    (length,) = struct.unpack("!q", _read(line, 8))
    return _read(line, length)


def _read(line: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        piece = line.recv(min(length - len(data), 1 << 20))
        if not piece:
            raise ConnectionError
        data += piece
    return bytes(data)
