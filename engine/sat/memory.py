"""How much memory a process holds."""

import os
import resource
import sys
from pathlib import Path

from engine.errors import InputError

_PROCESSES = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_PEAK_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes, of ru_maxrss


def resident(process: int | None = None) -> int:
    """Bytes of main memory that a process holds, by default this one; 0 if it has ended.

    Where the system has no /proc, it is the most that this process has ever held; another one can't be asked there,
    which raises InputError.
    """
    if (_PROCESSES / "self" / "statm").exists():
        try:
            return _PAGE * int((_PROCESSES / str(process or "self") / "statm").read_bytes().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            return 0
    if process is not None:
        raise InputError("a library's solver can't be held to a memory limit here", advice="leave the limit out")
    return _PEAK_UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
