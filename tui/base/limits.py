"""What a search may take, and what is said when something fails."""

import math
import os
from pathlib import Path

from engine.base.errors import InputError
from engine.base.text import printable


def memory_limit() -> int | None:
    """Bytes that a search may take: three quarters of the machine's; None where nobody can watch that."""
    if not Path("/proc/self/statm").exists():
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4


def complaint(error: BaseException | None) -> str:
    """What went wrong, fit to be shown; of an error that nobody has foreseen also its kind."""
    foreseen = isinstance(error, InputError | OSError)
    return printable(str(error) if foreseen else f"{type(error).__name__}: {error}")


def time_limit(text: str) -> float | None:
    """A time limit in seconds as it was typed; None for an empty text. Raises InputError."""
    if not text.strip():
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise InputError(f"'{text.strip()}' is no time limit", advice="give the seconds, a number above 0")
    return seconds
