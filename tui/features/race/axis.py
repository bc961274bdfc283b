"""The time axis of a plot, in milliseconds."""

from collections.abc import Callable, Iterable
from math import ceil, floor, log10

from engine.base.language import as_written, numeral
from engine.sat.compare.report import Scale, milliseconds

_GAP = 2
"""Blanks between times."""


def scale_times(scale: Scale) -> list[float]:
    """Return the times for the axis of bars: powers of ten of a logarithmic scale, else the longest one."""
    return powers_of_ten(scale.shortest, scale.longest) if scale.logarithmic else [scale.longest]


def powers_of_ten(shortest: float, longest: float) -> list[float]:
    """Return the powers of ten between two times in seconds; both of these if there are fewer than two."""
    found = [10.0**power for power in range(ceil(log10(shortest)), floor(log10(longest)) + 1)]
    return found if len(found) > 1 else [shortest, longest]


def time_axis(times: Iterable[float], place: Callable[[float], float], columns: int) -> str:
    """Return the times (in seconds) as text, each as near to its place (0 to 1) as it fits; others are left out."""
    line = ""
    for time in times:
        text = f"{_text(time)} ms" if not line else _text(time)
        start = min(max(round(place(time) * columns) - len(text) // 2, 0), columns - len(text))
        if not line or start >= len(line) + _GAP:
            line = line.ljust(start) + text if start >= 0 else line
    return line


def _text(seconds: float) -> str:
    """Return a time in milliseconds; a power of ten has no further digits."""
    power = round(log10(1000 * seconds))
    if abs(1000 * seconds - 10.0**power) > 1e-9 * 10.0**power:
        return as_written(milliseconds(seconds))
    return numeral(10**power) if power >= 0 else as_written(f"{10.0**power:.{-power}f}")
