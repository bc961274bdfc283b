"""The panels beside the techniques: the selected one, past answers, and the reviews due this week."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial

from rich.segment import Segment

from engine.base.language import _
from engine.play.schedule import MASTERY_STREAK, Practice, Quality
from engine.play.training import TrainingStage
from engine.sudoku.techniques.catalogue import Technique
from tui.draw.bars import meter
from tui.draw.cells import Line, pad, wrap_line
from tui.draw.face import Chip, level_chip
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.features.train import words

_WEEK = 7
"""The number of days, from today on."""
_DAY = 5
"""Columns of a day."""
_MAX_DUE = 5
"""Maximum rows of the days."""
STAGE_INKS = {
    TrainingStage.NEW: "dim",
    TrainingStage.DUE: "warning",
    TrainingStage.PRACTISED: "medium",
    TrainingStage.MASTERED: "good",
}
"""The meaning, a style of the palette, of each stage."""


@dataclass(frozen=True)
class TechniqueFacts:
    """The practice of one technique, and the due dates of all."""

    technique: Technique
    practice: Practice
    stage: TrainingStage
    source: str
    """The source of the drills."""
    left_out: str
    due: Sequence[date]
    today: date


def technique_panels(
    facts: TechniqueFacts, palette: Palette, glyphs: Glyphs, drill_key: str, _width: int, _height: int
) -> Stack:
    """Return the panels on the selected technique; `drill_key` starts a drill."""
    technique = facts.technique
    keys = [(drill_key, str(words.DRILL_EDGE))]
    parts = [
        Panel(partial(_about, facts, palette), technique.title, chip=_chip(facts), keys=keys, fits=True),
        Panel(partial(_answers, facts, palette, glyphs), str(words.YOUR_ANSWERS), fits=True),
        Panel(partial(_week, facts, palette, glyphs), str(words.THIS_WEEK), min_rows=4),
    ]
    return Stack(parts)


def _chip(facts: TechniqueFacts) -> Chip:
    level = facts.technique.level
    if facts.stage is TrainingStage.DUE:
        return Chip(str(words.STAGES[facts.stage]), STAGE_INKS[facts.stage])
    return level_chip(level.value, level.title)


def _about(facts: TechniqueFacts, palette: Palette, width: int, _height: int) -> list[Line]:
    """Return the condition of the technique, and the source of its drills."""
    technique = facts.technique
    sentences = [(words.scored(technique), palette.dim)]
    if how := technique.condition(str(words.THE_CELL), str(words.THE_DIGIT)):
        sentences += [("", palette.plain), (how, palette.plain)]
    sentences += [("", palette.plain), (facts.source, palette.dim), (facts.left_out, palette.dim)]
    return [line for text, ink in sentences for line in wrap_line([Segment(text, ink)], max(width, 2))]


def _answers(facts: TechniqueFacts, palette: Palette, glyphs: Glyphs, width: int, _height: int) -> list[Line]:
    """Return the share of good answers, and the distance to mastery."""
    practice = facts.practice
    steps = Segment(f"{words.IN_A_ROW}  ", palette.dim)
    row: Line = [steps, *meter(practice.streak, MASTERY_STREAK, palette, glyphs)]
    lines = words.practice_lines(practice, facts.stage, MASTERY_STREAK)
    sentences = [line for text in lines for line in wrap_line([Segment(text, palette.plain)], max(width, 2))]
    return [row, *sentences]


def _week(facts: TechniqueFacts, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Draw a column for each of the next days, with a block for each technique due; today includes overdue ones."""
    if not facts.due:
        return wrap_line([Segment(str(words.NOTHING_YET), palette.dim)], max(width, 2))
    counts = Counter(max((due - facts.today).days, 0) for due in facts.due)
    days = range(min(_WEEK, max(width // _DAY, 1)))
    rows = min(max(height - 1, 1), _MAX_DUE)
    lines: list[Line] = []
    for level in reversed(range(rows)):
        blocks = ((day, glyphs.block * 2 if counts[day] > level else "") for day in days)
        lines.append([Segment(pad(block, _DAY), palette.warning if day == 0 else palette.bar) for day, block in blocks])
    names = [words.WEEKDAYS[(facts.today + timedelta(day)).weekday()] for day in days]
    labels = [pad(f"{name} {counts[day] or ''}", _DAY) for day, name in zip(days, names, strict=True)]
    return [*lines, [Segment("".join(labels), palette.dim)]]


def results_line(results: Iterable[Quality], palette: Palette, glyphs: Glyphs) -> Line:
    """Return a sign for each drill of this visit: right at once, right at the second try, shown."""
    signs = {
        Quality.FIRST_TRY: (glyphs.level, palette.good),
        Quality.SECOND_TRY: (glyphs.ring, palette.warning),
        Quality.REVEAL: (glyphs.wrong, palette.bad),
    }
    return [Segment(f"{signs[result][0]} ", signs[result][1]) for result in results]


def results_legend(palette: Palette, glyphs: Glyphs) -> Line:
    """Return the legend of the signs."""
    names = (glyphs.level, words.AT_ONCE), (glyphs.ring, words.SECOND_TRY), (glyphs.wrong, words.REVEAL)
    return [Segment("   ".join(f"{sign} {name}" for sign, name in names), palette.dim)]


def due_text(practice: Practice, today: date) -> str:
    """Return the time until a technique is due again, in short."""
    if practice.due is None:
        return ""
    days = (practice.due - today).days
    if days <= 0:
        return str(words.TODAY)
    return str(words.TOMORROW) if days == 1 else _("in {days} days").format(days=days)
