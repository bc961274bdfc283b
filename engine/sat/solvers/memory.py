"""How much memory a process holds."""

import psutil


def resident(process: int | None = None) -> int:
    """Bytes of main memory that a process holds, by default this one; 0 if it has ended."""
    try:
        return psutil.Process(process).memory_info().rss
    except psutil.NoSuchProcess:
        return 0
