"""The words and lines that the inspector shows around its list."""

from collections.abc import Iterable, Sequence

from rich.segment import Segment

from engine.base.text import counted
from engine.sat.formula.words import Words
from tui.draw.bars import bar, grouped_lengths
from tui.draw.cells import Line, clip, clip_middle
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect.clause_view import literal_style, state_style
from tui.features.inspect.inspection import Inspection
from tui.features.inspect.words import EMPTY, STATES

_GROUP = 11
"""Cells that one length takes in the line of lengths, its bar included."""
_NAMED = 3
"""Free literals of an open clause that are named."""


def heading(name: str, inspection: Inspection, width: int, palette: Palette, glyphs: Glyphs) -> Line:
    """The file and its counts; a long name takes the place of what is not there."""
    formula, warnings = inspection.formula, len(inspection.warnings)
    comments = counted(len(formula.comments), "comment")
    facts = [counted(formula.variables, "variable"), counted(len(formula), "clause"), comments]
    facts.append(counted(warnings, "warning"))
    for spare in ("no warnings", "no comments", comments):
        if len(name) + sum(3 + len(fact) for fact in facts) > width and spare in facts:
            facts.remove(spare)
    name = clip_middle(name, width - sum(3 + len(fact) for fact in facts), glyphs.ellipsis)
    *plain, last = facts
    style = palette.warning if warnings else palette.plain
    return [Segment(name, palette.title), Segment("   ".join(["", *plain, ""]), palette.plain), Segment(last, style)]


def clause_lines(
    clause: int, place: int, inspection: Inspection, words: Words, width: int, height: int, palette: Palette,
    glyphs: Glyphs,
) -> list[Line]:  # fmt: skip
    """A clause (from 0) in full, as far as `height` lines hold it, around the literal at a place; facts come first."""
    literals = inspection.formula[clause]
    if not literals:
        return [[Segment(EMPTY.format(clause=clause + 1), palette.bad)]]
    lines = [_facts(clause, literals, literals[place], inspection, words, palette)]
    if inspection.states is not None:
        lines.append(_state(clause, literals, inspection, words, palette))
    if rule := words.rule(clause):
        lines.append([Segment(clip(rule, width, glyphs.ellipsis), palette.plain)])
    return lines + _literals(literals, place, inspection, words, width, height - len(lines), palette)


def statistics(inspection: Inspection, width: int, palette: Palette, glyphs: Glyphs) -> tuple[Line, Line]:
    """The states of the clauses, or their lengths as bars, as many as there is room for; and the polarity."""
    positive, negative = inspection.statistics.polarity
    polarity = f"polarity + {positive:,}  - {negative:,}"
    room = width - len(polarity) - 3
    if inspection.states is not None:
        return state_counts(inspection, palette), [Segment(polarity, palette.dim)]
    groups = grouped_lengths(inspection.statistics.lengths, max((room - 7) // _GROUP, 1))
    texts = sum(len(f"{name} {count:,}") + 3 for name, count in groups)
    length = max((room - 7 - texts) // max(len(groups), 1), 1)
    highest = max((count for _, count in groups), default=1)
    line: Line = [Segment("length ", palette.dim)]
    for name, count in groups:
        drawn = bar(count / highest, length, glyphs)
        line += [Segment(f"{name} "), Segment(drawn, palette.bar), Segment(f" {count:,}  ")]
    return line, [Segment(polarity, palette.dim)]


def state_counts(inspection: Inspection, palette: Palette) -> Line:
    """How many clauses are in each state."""
    line: Line = []
    for state in ("true", "unit", "open", "false"):
        count = inspection.state_counts[state]
        line.append(Segment(f"{state} ", state_style(state, palette) if count else palette.dim))
        line.append(Segment(f"{count:,}   ", palette.plain))
    return line


def _facts(
    clause: int, literals: Sequence[int], chosen: int, inspection: Inspection, words: Words, palette: Palette
) -> Line:
    seen, opposite = (inspection.statistics.occurrences(literal) for literal in (chosen, -chosen))
    meaning = words.literal(chosen)
    return [
        Segment(f"clause {clause + 1:,}   {counted(len(literals), 'literal')}   ", palette.dim),
        Segment(str(chosen), palette.accent),
        Segment("" if meaning == str(chosen) else f" ({meaning})", palette.plain),
        Segment(f" occurs {counted(seen, 'time')}, ", palette.dim),
        Segment(f"{-chosen} {counted(opposite, 'time') if opposite else 'never'}", palette.dim),
    ]


def _state(clause: int, literals: Sequence[int], inspection: Inspection, words: Words, palette: Palette) -> Line:
    """What the assignment makes of the clause, and which literals say so."""
    state = inspection.state(clause)
    true, free = ([literal for literal in literals if inspection.value(literal) == value] for value in (1, 0))
    sentence = STATES["alone" if state == "unit" and len(literals) == 1 else state]
    said = sentence.format(true=_names(true, words), free=_names(free, words), count=len(free))
    return [Segment(said, state_style(state, palette))]


def _names(literals: Iterable[int], words: Words) -> str:
    names = [words.literal(literal) for literal in dict.fromkeys(literals)]
    return ", ".join(names[:_NAMED]) + f" and {len(names) - _NAMED:,} more" * (len(names) > _NAMED)


def _literals(
    literals: Sequence[int], place: int, inspection: Inspection, words: Words, width: int, height: int, palette: Palette
) -> list[Line]:
    """The lines around the chosen literal, as far as there is room."""
    room = width * height
    if room <= 0:
        return []
    first = max(0, place - room // 2)  # a literal and its blank take two cells at least: this is more than fits
    rows: list[list[int]] = [[]]
    used = 0
    for index in range(first, min(first + room, len(literals))):
        needed = len(words.literal(literals[index])) + len(words.between)
        if used + needed > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(index)
        used += needed
    line = next(n for n, row in enumerate(rows) if place in row)
    top = max(0, min(line - height // 2, len(rows) - height))
    lines: list[Line] = []
    for row in rows[top : top + height]:
        shown: Line = []
        for index in row:
            literal = literals[index]
            chosen = index == place
            style = palette.selected if chosen else literal_style(literal, inspection, palette)
            shown += [Segment(words.literal(literal), style), Segment(words.between * (index + 1 < len(literals)))]
        lines.append(shown)
    return lines
