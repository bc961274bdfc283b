"""The panels of the inspector: a clause in full, and the counts and lengths of a formula."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.language import _, lazy_gettext, numeral
from engine.base.text import pluralized
from engine.sat.formula.words import NUMBERS, Words
from tui.draw.bars import bar, grouped_lengths
from tui.draw.cells import Line, pad, pad_left, widest, width_of, wrap_line
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.features.inspect.inspection import Inspection
from tui.features.inspect.words import EMPTY, STATES

_GROUP = 11
"""Columns for one length, including its bar."""
_MAX_NAMES = 3
"""Maximum number of literals that a sentence names."""
_TWO_COLUMNS = 70
"""Minimum columns for lengths and variables side by side."""
_BOTH = 8
"""Minimum rows for lengths and variables, one above the other."""
_MIN_BAR = 4
"""Minimum columns of the longest bar."""


@dataclass(frozen=True)
class FormulaScene:
    """A formula, the words for its literals, and the colours and signs to draw it with."""

    inspection: Inspection
    palette: Palette
    glyphs: Glyphs
    words: Words = NUMBERS

    def ink(self, literal: int) -> Style:
        """Return the style of a literal by its value under the assignment, if there is one."""
        palette = self.palette
        if self.inspection.assignment is None:
            return palette.plain
        return (palette.plain, palette.true, palette.false)[self.inspection.value(literal)]

    def state_ink(self, state: str) -> Style:
        """Return the style of a clause's state."""
        palette = self.palette
        return {"true": palette.true, "false": palette.bad, "unit": palette.warning, "open": palette.dim}[state]


CLAUSE = lazy_gettext("clause {number:,}")
_MIN_ROWS = 4
"""Minimum rows of a table with its frame and its heading."""
AND_MORE = lazy_gettext("{names} and {count:,} more")

# a clause in full


def clause(scene: FormulaScene, number: int, place: int, width: int, height: int) -> list[Line]:
    """Return a clause (from 0) around the literal at `place`, as far as it fits, after the facts about it."""
    inspection, words, palette = scene.inspection, scene.words, scene.palette
    literals = inspection.formula[number]
    if not literals:
        return [[Segment(EMPTY.format(clause=number + 1), palette.bad)]]
    selected = literals[place]
    occurrence_count, opposite = (inspection.statistics.occurrences(literal) for literal in (selected, -selected))
    meaning = words.literal(selected)
    occurring = _("occurs {times}, {opposite} {opposite_times}").format(
        times=pluralized(occurrence_count, "time"),
        opposite=-selected,
        opposite_times=pluralized(opposite, "time") if opposite else _("never"),
    )
    lines: list[Line] = [
        [
            Segment(f"{pluralized(len(literals), 'literal')}   ", palette.dim),
            Segment(str(selected), palette.accent),
            Segment("" if meaning == str(selected) else f" ({meaning})", palette.plain),
            Segment(f" {occurring}", palette.dim),
        ]
    ]
    if inspection.states is not None:
        state = inspection.state(number)
        true, free = ([literal for literal in literals if inspection.value(literal) == value] for value in (1, 0))
        sentence = STATES["alone" if state == "unit" and len(literals) == 1 else state]
        text = sentence.format(true=_names(true, words), free=_names(free, words), count=len(free))
        lines.append([Segment(text, scene.state_ink(state))])
    if rule := words.rule(number):
        lines.append([Segment(rule, palette.plain)])
    return lines + _literals(scene, literals, place, width, height - len(lines))


def _names(literals: Iterable[int], words: Words) -> str:
    names = [words.literal(literal) for literal in dict.fromkeys(literals)]
    some, more = ", ".join(names[:_MAX_NAMES]), len(names) - _MAX_NAMES
    return AND_MORE.format(names=some, count=more) if more > 0 else some


def _literals(scene: FormulaScene, literals: Sequence[int], place: int, width: int, height: int) -> list[Line]:
    room, words = width * height, scene.words
    if room <= 0:
        return []
    first = max(0, place - room // 2)  # a literal and its blank take at least two cells: this is more than fits
    rows: list[list[int]] = [[]]
    row_width = 0
    for index in range(first, min(first + room, len(literals))):
        needed = cell_len(words.literal(literals[index])) + len(words.between)
        if row_width + needed > width and rows[-1]:
            rows.append([])
            row_width = 0
        rows[-1].append(index)
        row_width += needed
    line = next(n for n, row in enumerate(rows) if place in row)
    top = max(0, min(line - height // 2, len(rows) - height))
    lines: list[Line] = []
    for row in rows[top : top + height]:
        lines.append([])
        for index in row:
            style = scene.palette.selected if index == place else scene.ink(literals[index])
            between = words.between * (index + 1 < len(literals))
            lines[-1] += [Segment(words.literal(literals[index]), style), Segment(between)]
    return lines


# the counts of a formula


def counts(scene: FormulaScene, width: int) -> tuple[Line, Line]:
    """Return the states of the clauses or bars of their lengths, and the polarity, for the ends of a line."""
    inspection, palette = scene.inspection, scene.palette
    positive, negative = inspection.statistics.polarity
    polarity = _("polarity + {positive:,}  - {negative:,}").format(positive=positive, negative=negative)
    if inspection.states is not None:
        return _state_counts(scene), [Segment(polarity, palette.dim)]
    room = width - cell_len(polarity) - 10
    groups = grouped_lengths(inspection.statistics.lengths, max(room // _GROUP, 1))
    texts = sum(len(f"{name} {numeral(count)}") + 3 for name, count in groups)
    length = max((room - texts) // max(len(groups), 1), 1)
    highest = max((count for _, count in groups), default=1)
    line: Line = [Segment(f"{_('length')} ", palette.dim)]
    for name, count in groups:
        drawn = bar(count / highest, length, scene.glyphs)
        line += [Segment(f"{name} "), Segment(drawn, palette.bar), Segment(f" {numeral(count)}  ")]
    return line, [Segment(polarity, palette.dim)]


def statistics(scene: FormulaScene, width: int, height: int, parts: Sequence[tuple[str, str]]) -> Stack:
    """Return counts of signs, variables and states, the lengths of clauses, and the most frequent variables.

    `parts` is the key that shows the structure, with its description.
    """
    inspection = scene.inspection
    found, (positive, negative) = inspection.statistics, inspection.statistics.polarity
    total, used_variables = max(positive + negative, 1), found.used_variables
    shares = f"{numeral(positive)} ({positive / total:.0%})"
    first = widest((_("literals"), _("variables")), 0)
    facts = (
        ((pad(_("literals"), first), positive + negative), (_("positive"), shares), (_("negative"), negative)),
        (
            (pad(_("variables"), first), used_variables),
            (_("in one sign only"), found.pure),
            (_("in no clause"), inspection.formula.variables - used_variables),
        ),
    )
    states = [_state_counts(scene)] if inspection.states is not None else []

    def total_lines(columns: int, _rows: int) -> list[Line]:
        lines = [_facts(scene, row) for row in facts]
        if any(width_of(line) > columns for line in lines):
            names = widest((name for row in facts for name, _value in row), 0)
            lines = [_facts(scene, [(pad(name, names), value)]) for row in facts for name, value in row]
        return [*lines, *(row for line in states for row in wrap_line(line, columns))]

    total_panel = Panel(total_lines, _("literals and variables"), fits=True)
    length_panel = Panel(partial(_lengths, scene), _("lengths"), keys=parts, min_rows=_MIN_ROWS)
    frequent_panel = Panel(partial(_frequent, scene), _("most frequent variables"), min_rows=_MIN_ROWS)
    room = height - len(facts) - len(states) - 2
    if width >= _TWO_COLUMNS:
        return Stack([total_panel, Stack([length_panel, frequent_panel], 1, across=True)])
    if room < _BOTH:
        return Stack([total_panel, length_panel])
    share = min(room // 2, 2 + len(found.lengths))
    return Stack([total_panel, replace(length_panel, rows=share), frequent_panel])


def _facts(scene: FormulaScene, facts: Iterable[tuple[str, int | str]]) -> Line:
    """Return facts, each after its dim name."""
    line: Line = []
    for name, value in facts:
        text = numeral(value) if isinstance(value, int) else value
        line += [Segment("   ")] * bool(line) + [Segment(f"{name} ", scene.palette.dim), Segment(text)]
    return line


def _state_counts(scene: FormulaScene) -> Line:
    line: Line = []
    for state in ("true", "unit", "open", "false"):
        count = scene.inspection.state_counts[state]
        line.append(Segment(f"{_(state)} ", scene.state_ink(state) if count else scene.palette.dim))
        line.append(Segment(f"{numeral(count)}   ", scene.palette.plain))
    return line


def _lengths(scene: FormulaScene, width: int, height: int) -> list[Line]:
    """Return the number of clauses of each length; the longest ones share a line if there is no room."""
    groups = grouped_lengths(scene.inspection.statistics.lengths, max(height - 1, 1))
    rows = [(name, numeral(count), count) for name, count in groups]
    return _bars(scene, f"{pad_left(_('length'), 8)}  {_('clauses')}", rows, width)


def _frequent(scene: FormulaScene, width: int, height: int) -> list[Line]:
    uses = scene.inspection.statistics.frequent[: max(height - 1, 0)]
    rows = [
        (str(use.variable), f"{numeral(use.total)} = +{numeral(use.positive)} -{numeral(use.negative)}", use.total)
        for use in uses
    ]
    return _bars(scene, f"{pad_left(_('variable'), 8)}  {_('occurrences')}", rows, width)


def _bars(scene: FormulaScene, head: str, rows: list[tuple[str, str, int]], width: int) -> list[Line]:
    palette, longest = scene.palette, max((cell_len(label) for _, label, _ in rows), default=0)
    highest = max((amount for _, _, amount in rows), default=1)
    room = max(_MIN_BAR, width - 8 - 2 - longest - 2)
    lines: list[Line] = [[Segment(head, palette.dim)]]
    for name, text, amount in rows:
        drawn = Segment(bar(amount / highest, room, scene.glyphs), palette.bar)
        lines.append([Segment(f"{pad_left(name, 8)}  ", palette.accent), Segment(f"{pad(text, longest)}  "), drawn])
    return lines
