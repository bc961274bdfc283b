"""Cactus plots in SVG: the number of formulas solved within a time each, for each program or strategy."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from engine.base.language import lazy_gettext as _
from engine.base.text import printable

_WIDTH, _HEIGHT = 560, 360
"""Size of the plot in pixels, with its margins; with many lines it is higher."""
_LEFT, _TOP, _BOTTOM = 64, 40, 44
"""Margins in pixels."""
_NAMES, _LINE = 260, 18
"""Width of the names on the right and the distance of their lines in pixels."""
_INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_STYLE = "text{font:12px sans-serif}.title{font:bold 15px sans-serif}polyline{fill:none;stroke-width:1.8}"
_MIN_SECONDS = 0.001
"""Shorter times are drawn as this one."""
_TITLE = _("Formulas solved (x) within this many seconds each (y)")


@dataclass(frozen=True)
class CactusLine:
    """A line of the plot: its name, and the times in seconds of the solved formulas, ascending."""

    name: str
    times: tuple[float, ...]


def cactus(curves: Sequence[CactusLine], limit: float | None) -> str:
    """A cactus plot in SVG: x is the number of solved formulas, y the time for each of them (logarithmic).

    The time limit, if any, is drawn as a line.
    """
    times = [max(seconds, _MIN_SECONDS) for curve in curves for seconds in curve.times]
    lowest = 10 ** math.floor(math.log10(min(times, default=_MIN_SECONDS)))
    highest = 10 ** math.ceil(math.log10(max(limit or 0.0, *times, 10 * lowest)))
    solved_limit = max((len(curve.times) for curve in curves), default=0) or 1
    height = max(_HEIGHT, _TOP + _BOTTOM + _LINE * len(curves))

    def place(solved: float, seconds: float) -> tuple[float, float]:
        share = math.log(max(seconds, lowest) / lowest) / math.log(highest / lowest)
        x = _LEFT + (_WIDTH - _LEFT) * solved / solved_limit
        return round(x, 1), round(height - _BOTTOM - (height - _TOP - _BOTTOM) * share, 1)

    lines = [f'<text class="title" x="12" y="22">{escape(str(_TITLE))}</text>']
    for power in range(round(math.log10(lowest)), round(math.log10(highest)) + 1):
        x, y = place(0, 10.0**power)
        lines.append(f'<path d="M{x} {y}H{_WIDTH}" stroke="#dddddd"/>')
        lines.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{10.0**power:g}</text>')
    step = max(1, math.ceil(solved_limit / 10))
    for solved in range(0, solved_limit + 1, step):
        x, y = place(solved, lowest)
        lines.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{solved}</text>')
    if limit is not None:
        x, y = place(0, limit)
        lines.append(f'<path d="M{x} {y}H{_WIDTH}" stroke="#999999" stroke-dasharray="4 4"/>')
    for number, line in enumerate(curves):
        ink, dash = _INKS[number % len(_INKS)], _DASHES[number // len(_INKS) % len(_DASHES)]
        points = " ".join("{},{}".format(*place(solved, time)) for solved, time in enumerate(line.times, 1))
        stroke = f'stroke="{ink}" stroke-dasharray="{dash}"'
        lines.append(f'<polyline points="{points}" {stroke}/>')
        lines += [
            '<circle cx="{}" cy="{}" r="2.2" fill="{}"/>'.format(*place(solved, time), ink)
            for solved, time in enumerate(line.times, 1)
        ]
        y = _TOP + _LINE * number
        lines.append(f'<path d="M{_WIDTH + 20} {y}h28" stroke-width="1.8" {stroke}/>')
        name = escape(printable(line.name)[:28])
        lines.append(f'<text x="{_WIDTH + 54}" y="{y + 4}">{name}: {len(line.times)}</text>')
    width = _WIDTH + _NAMES
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{width}" height="{height}" fill="white"/>',
            *lines,
            "</svg>\n",
        )
    )
