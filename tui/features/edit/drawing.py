"""The board of a draft, and sentences about the consequences of its givens."""

from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style

from engine.base.text import pluralized
from engine.play.analysis import PuzzleAnalysis
from engine.play.cell_rules import rules_at
from engine.play.draft import Draft
from engine.play.prospects import Prospects
from engine.sudoku.puzzle import repeated_digit
from engine.sudoku.signs import sign
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line, pad, wrap
from tui.draw.game import conflict_grounds
from tui.draw.palette import Glyphs, Palette
from tui.draw.rules import rule_grounds
from tui.features.edit import words
from tui.features.edit.rule_pen import RulePen
from tui.features.edit.setter import setter_notes


@dataclass(frozen=True)
class DraftMarks:
    """The analysis of a draft: its open cells, and the digits that follow from its givens."""

    open: bool = True
    following: bool = False


def draft_look(
    draft: Draft,
    analysis: PuzzleAnalysis | None,
    marks: DraftMarks,
    cursor: int,
    palette: Palette,
    pen: RulePen | None = None,
    found: Prospects | None = None,
) -> BoardAppearance:
    """The board of a draft; `analysis` belongs to its present givens, None until it is known.

    `pen` is the rule being drawn, if any; with `found` the notes are the candidates that keep a solution.
    """
    values, following = draft.values, following_digits(analysis) if analysis and marks.following else {}
    # While nothing is decided, a mark on every cell would say nothing.
    marked = analysis.open if analysis and marks.open and len(analysis.open) < values.count(0) else frozenset()
    preview = pen.preview() if pen else None
    rules = (*draft.rules, *filter(None, [preview]))
    notes = setter_notes(found) if found else draft.notes
    broken = {cell for each in draft.board.broken_rules for cell in each.cells}
    return BoardAppearance(
        values=[value or following.get(cell, 0) for cell, value in enumerate(values)],
        inks=[palette.given if value else palette.revealed for value in values],
        grounds={
            **dict.fromkeys(marked, palette.peer),
            **rule_grounds(draft.layout, rules, palette),
            **conflict_grounds(draft.layout, draft.conflicts, palette),
            **dict.fromkeys(broken, palette.clash),
            **dict.fromkeys([cell for cell, _digit in found.decisive] if found else (), palette.same),
            **dict.fromkeys(pen.cells if pen else (), palette.same),
        },
        signs=dict.fromkeys(marked, "?"),
        notes=notes,
        note_marks={cell: ":" for cell, mask in enumerate(draft.notes) if mask},
        cursor=cursor,
        cursor_ground=palette.cursor,
        conflicts=draft.conflicts,
        selected=pen.cells if pen else (),
        rules=rules,
    )


def following_digits(analysis: PuzzleAnalysis) -> dict[int, int]:
    """The digits, by cell, that follow from the givens in all solutions; none until all cells are known."""
    if analysis.solution is None or not analysis.complete:
        return {}
    pairs = enumerate(zip(analysis.solution, analysis.puzzle.givens, strict=True))
    return {cell: digit for cell, (digit, given) in pairs if not given and cell not in analysis.open}


def draft_lines(
    draft: Draft,
    analysis: PuzzleAnalysis | None,
    what_now: str,
    palette: Palette,
    glyphs: Glyphs,
    width: int,
    cursor: int = 0,
) -> list[Line]:
    """The panel beside the board; `analysis` is None while the solutions are being counted.

    `what_now` is the sentence for a puzzle with one solution. The rules of the cursor's cell are below.
    """
    empty = draft.values.count(0)
    givens = pluralized(len(draft.values) - empty, "given")
    filled = words.GIVENS_AND_EMPTY.format(givens=givens, empty=empty)
    if draft.rules:
        filled = words.RULES_COUNT.format(givens=filled, rules=pluralized(len(draft.rules), "rule"))
    lines: list[Line] = [[Segment(line, palette.plain)] for line in wrap(filled, width)] + [[]]
    for sentence, style in _verdict(draft, analysis, what_now, palette, glyphs):
        lines += [[Segment(line, style)] for line in wrap(sentence, width)]
    lines += [[]] * (8 - len(lines))
    how_often = [[Segment(line, palette.dim)] for line in wrap(str(words.HOW_OFTEN), width)]
    here = [rule.sentence(draft.layout) for rule in rules_at(draft.rules, draft.layout, cursor)]
    rules = [[Segment(line, palette.plain)] for sentence in here for line in wrap(sentence, width)]
    return [*lines, *how_often, *_counts(draft, palette, glyphs), *[[]] * bool(rules), *rules]


def _verdict(
    draft: Draft, analysis: PuzzleAnalysis | None, what_now: str, palette: Palette, glyphs: Glyphs
) -> list[tuple[str, Style]]:
    """Sentences about the solutions, each with its style."""
    if draft.conflicts:
        return [(str(words.NO_SOLUTION), palette.bad), (repeated_digit(draft.layout, draft.conflicts[0]), palette.bad)]
    if draft.board.broken_rules:
        sentence = draft.board.broken_rules[0].sentence(draft.layout)
        return [(str(words.NO_SOLUTION), palette.bad), (sentence, palette.bad)]
    if draft.is_empty:
        return [(str(words.NO_GIVENS_YET), palette.dim)]
    if analysis is None:
        return [(words.COUNTING.format(ellipsis=glyphs.ellipsis), palette.dim)]
    if analysis.solutions == 0:
        return [(str(words.NO_SOLUTION), palette.bad), (str(words.WAYS_OUT), palette.plain)]
    if analysis.solutions == 1:
        level = analysis.level
        text = words.ONE_SOLUTION_RATED.format(level=level.title) if level else words.ONE_SOLUTION
        return [(str(text), palette.good), (what_now, palette.dim)]
    return [(words.solutions(analysis), palette.warning), (words.differing(analysis), palette.plain)]


def _counts(draft: Draft, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The number of each digit on the board, in three columns; a digit that is missing is highlighted."""
    size = draft.layout.size
    down = -(-size // 3)
    lines: list[Line] = [[] for _ in range(down)]
    for digit in range(1, size + 1):
        count = draft.values.count(digit)
        text = Segment(pad(f"{glyphs.times}{count}", 7), palette.plain if count else palette.dim)
        lines[(digit - 1) % down] += Segment(f"{sign(digit)} ", palette.given), text
    return lines
