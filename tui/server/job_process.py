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

HEADER = struct.Struct("!qc")
"""Header of a frame: the number of bytes that follow, and a FrameKind."""
MAX_BYTES = 512 * MEGABYTE
"""Maximum size of an answer in bytes, such as a recording of a search."""
REPORT_SECONDS = 0.05
"""Minimum interval between two progress reports, in seconds."""
_REPORT_SHARE = 0.1
"""The largest share of the time that progress reports take, approximately."""

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


def _run(jail: Jail, connection: socket.socket) -> NoReturn:
    """Run the job received over `connection`, in a process forked for it."""
    os.setpgid(0, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    random.seed()
    try:
        jail.close()
        _run_job(_receive_work(connection), connection)
    except OSError:  # the server has cancelled the job
        os._exit(1)
    except BaseException:  # noqa: BLE001 (the process ends after any exception)
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def _run_job(work: bytes, connection: socket.socket) -> None:
    """Unpickle and run the work, and send the answer or the exception."""
    send_lock = threading.Lock()
    job: Job[Any] = Job(lambda _: None)
    threading.Thread(target=_report, args=(job, connection, send_lock), daemon=True).start()
    frame, value = FrameKind.ANSWER, None
    try:
        value = pickle.loads(work)(job)
    except MemoryError:
        frame, value = FrameKind.ERROR, InputError(NO_MEMORY)
    except Exception as error:  # noqa: BLE001 (it is raised at the caller's end)
        frame, value = FrameKind.ERROR, error
    try:
        data = _pack_frame(frame, value)
    except MemoryError:
        data = _pack_frame(FrameKind.ERROR, InputError(NO_MEMORY))
    except Exception as error:  # noqa: BLE001 (the answer is not a value)
        data = _pack_frame(FrameKind.ERROR, error)
    with send_lock:
        connection.sendall(data)


def portable(error: Exception) -> Exception:
    """Return the error, or a RuntimeError with the same message if it can't be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 (whatever its class does)
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _pack_frame(frame: FrameKind, value: object) -> bytes:
    data = values.pack_error(value) if isinstance(value, Exception) else values.pack(value)
    if len(data) > MAX_BYTES:
        frame, data = FrameKind.ERROR, values.pack_error(InputError(TOO_LARGE))
    return HEADER.pack(len(data), frame.value) + data


def _report(job: Job[Any], connection: socket.socket, send_lock: threading.Lock) -> None:
    """Send the job's news, and forward stop requests to it; kill the process group when the connection ends."""
    pause = REPORT_SECONDS
    while True:
        if select.select([connection], [], [], pause)[0]:
            try:
                request = connection.recv(1)
            except OSError:
                request = b""
            if not request:
                os.killpg(0, signal.SIGKILL)
            job.stop()
        start = time.monotonic()
        for news in job.take_news():
            with contextlib.suppress(OSError, MemoryError, RuntimeError, values.ValueFault), send_lock:
                connection.sendall(_pack_frame(FrameKind.NEWS, news))
        pause = max(REPORT_SECONDS, (time.monotonic() - start) / _REPORT_SHARE)


def _receive_work(connection: socket.socket) -> bytes:
    """Read the pickled work. Raises OSError if the connection ends first."""
    (length,) = struct.unpack("!q", _read_bytes(connection, 8))
    return _read_bytes(connection, length)


def _read_bytes(connection: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        chunk = connection.recv(min(length - len(data), 1 << 20))
        if not chunk:
            raise ConnectionError
        data += chunk
    return bytes(data)
