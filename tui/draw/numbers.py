"""Numbers and times for display, with the signs of the current language."""

from engine.base.language import numeral


def compact(count: int, room: int) -> str:
    """Format a number with separators if it fits in `room` columns, else rounded down to k, M, G or T."""
    text = numeral(count)
    for unit in ("k", "M", "G", "T"):
        if len(text) <= room:
            break
        count //= 1000
        text = f"{numeral(count)}{unit}"
    return text


def clock_text(seconds: float) -> str:
    """Format seconds as hours, minutes and seconds: `00:03:12`."""
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def milliseconds(seconds: float, room: int = 20) -> str:
    """Format seconds as milliseconds (0.123, 12.3, 1,234), which `compact` shortens to `room` columns."""
    value = seconds * 1000
    if value < 1:
        return numeral(value, ".3f")
    return numeral(value, ".1f") if value < 100 else compact(round(value), room)
