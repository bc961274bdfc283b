"""The last runs of a session, to compare strategies by eye."""

from collections.abc import Sequence

from rich.text import Text
from textual.widgets import Static

from engine.sat.result import Result, Status
from tui.base.program import program_of
from tui.draw.numbers import compact, milliseconds
from tui.draw.palette import Palette

_NAME = 29
"""Columns for a solver and its branching."""
_COUNTER = 10
_TIME = 8
_VERDICT = 14
_FULL_WIDTH = 1 + _NAME + _VERDICT + _TIME + 2 * _COUNTER


def draw(results: Sequence[Result], width: int, palette: Palette) -> Text:
    """A line for each run, the newest first, under a heading.

    A search that ended without a verdict has a `>` before its time. In less than full width the verdict is left out.
    """
    full = width >= _FULL_WIDTH
    heading = f" {'solver and branching':<{_NAME}}" + (f"{'verdict':<{_VERDICT}}" if full else "")
    heading += f"{'ms':>{_TIME}}{'decisions':>{_COUNTER}}{'conflicts':>{_COUNTER}}"
    text = Text().append(heading, palette.dim)
    inks = {Status.SATISFIABLE: palette.good, Status.UNSATISFIABLE: palette.warning, Status.UNKNOWN: palette.dim}
    for result in results:
        text.append("\n")
        text.append(f" {strategy_name(result):<{_NAME}}", palette.plain)
        if full:
            text.append(f"{result.status.value:<{_VERDICT}}", inks[result.status])
        mark = ">" if result.status is Status.UNKNOWN else ""
        elapsed = mark + milliseconds(result.seconds, _TIME - len(mark))
        text.append(f"{elapsed:>{_TIME}}{_counter(result.decisions)}{_counter(result.conflicts)}", palette.plain)
    return text


def strategy_name(result: Result) -> str:
    """The solver and its branching."""
    return f"{result.solver} {result.branching}" if result.branching else result.solver


def _counter(count: int | None) -> str:
    return f"{'-' if count is None else compact(count, _COUNTER - 1):>{_COUNTER}}"


class RunTable(Static):
    """Shows the newest runs; takes no room as long as there is none.

    It is always displayed: a widget that appears makes Textual paint the whole screen.
    """

    DEFAULT_CSS = "RunTable { height: 0; text-wrap: nowrap; text-overflow: ellipsis; }"

    def show(self, results: Sequence[Result], rows: int, width: int) -> None:
        """Show at most `rows` runs in `width` columns; `results` come oldest first."""
        shown = results[::-1][:rows]
        self.styles.height = len(shown) + 1 if shown else 0
        self.styles.width = width
        self.update(draw(shown, width, program_of(self).palette))
