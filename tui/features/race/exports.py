"""What can be written of a race."""

from collections.abc import Sequence
from pathlib import Path

from engine.sat.compare import report
from engine.sat.compare.comparison import Comparison, Plan
from tui.base.export import Export, text_export


def of_race(comparisons: Sequence[Comparison], plan: Plan, folder: Path) -> list[Export]:
    """A comparison as values, as a page and as a picture."""
    return [
        text_export("table of all values (CSV)", folder / "race.csv", lambda: report.as_csv(comparisons)),
        text_export("page (Markdown)", folder / "race.md", lambda: report.as_markdown(comparisons, plan)),
        text_export("bar chart (SVG)", folder / "race.svg", lambda: report.as_svg(comparisons, plan)),
    ]
