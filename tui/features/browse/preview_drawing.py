"""Draws the summaries of the browser's preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from engine.base.language import Sentence, _, lazy_gettext, numeral, once_a_language
from engine.base.text import pluralized, printable
from tui.draw.bars import bar, curve, grouped_lengths, progress
from tui.draw.cells import Labels, Line, broken, clip, clip_middle, in_columns, side_by_side, width_of, wrap
from tui.draw.face import VERDICT_INKS, Chip, level_dot
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.features.browse import outlines
from tui.features.browse.outlines import FileOutline, Recognition
from tui.features.browse.summary import (
    FileError,
    FileSummary,
    FolderFacts,
    FormulaFacts,
)

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.play.store import SavedState, Store
    from engine.sudoku.puzzle import Puzzle
    from engine.sudoku.techniques.difficulty import Difficulty

FURTHER_WARNINGS = lazy_gettext("{warnings} more")
FURTHER_COMMENTS = lazy_gettext("{lines} more of comments")
REPEATED = lazy_gettext("more than one {digit} in {house}")

LEVEL, SCORE, NEEDS = lazy_gettext("level"), lazy_gettext("score"), lazy_gettext("needs")
SOLUTIONS, BEST, GAME = lazy_gettext("solutions"), lazy_gettext("best time"), lazy_gettext("game")
NO_SOLUTION, SEVERAL, UNKNOWN_COUNT = lazy_gettext("none"), lazy_gettext("several"), lazy_gettext("not known")
SOLVED, FILLED = lazy_gettext("solved"), lazy_gettext("{filled} of {holes} filled")

MILLISECONDS = lazy_gettext("in {milliseconds:,.0f} ms")
OUTLINE_LABELS = (
    outlines.SOLVER, outlines.EVENTS, outlines.CONFLICTS, outlines.BRANCHES, outlines.BREAKPOINTS, outlines.FORMULA,
    outlines.DATE, outlines.SIZE, outlines.FORM, outlines.LEMMAS, outlines.DELETED,
    outlines.STEPS, outlines.CHECK, outlines.PROBLEM,
)  # fmt: skip
_AIR, _LEAST_BOARD, _METER, _FIRST_FACTS = 3, 19, 16, 2
"""Columns between a board and the facts beside it, minimum columns of a board, and columns of a meter."""
_MOST_LENGTHS = 8
_COURSE_ROWS, _TALL_ENOUGH = 4, 12
"""Rows of the course of a search, and minimum rows below the facts for it."""
COURSE = lazy_gettext("conflicts during the search")
_LEAST_TEXT = 4
"""Minimum rows for the first clauses of a formula, or for its board."""
_LABELS = VARIABLES, CLAUSES, LITERALS, LENGTHS, MOST_USED, MEANING, STRUCTURE, VERDICT = (
    lazy_gettext("variables"),
    lazy_gettext("clauses"),
    lazy_gettext("literals"),
    lazy_gettext("lengths"),
    lazy_gettext("most used"),
    lazy_gettext("meaning"),
    lazy_gettext("structure"),
    lazy_gettext("verdict"),
)


@dataclass(frozen=True)
class _Pen:
    """The place to draw at, and the style."""

    palette: Palette
    glyphs: Glyphs
    width: int
    height: int

    @cached_property
    def labels(self) -> Labels:
        """Return the labels of facts."""
        return _labels()

    def wrapped(self, text: str, style: Style) -> list[Line]:
        """Return untrusted text, wrapped."""
        return [[Segment(line, style)] for line in wrap(printable(text), self.width)]

    def clipped(self, text: str, style: Style) -> Line:
        """Return untrusted text, cut to one line."""
        return [Segment(clip(printable(text), self.width, self.glyphs.ellipsis), style)]

    def fact(self, label: Sentence, *values: str) -> list[Line]:
        """Return values after their label, wrapped."""
        lines = [line for value in values for line in wrap(value, self.width - self.labels.width)]
        return self.row(label, [[Segment(line, self.palette.plain)] for line in lines])

    def row(self, label: Sentence, lines: Sequence[Line]) -> list[Line]:
        """Return lines after their label."""
        return self.labels.table([(label, lines)], self.palette.dim)

    def verdict(self, name: str, milliseconds: float | None = None) -> list[Line]:
        """Return the verdict with this name as a chip, with its time if known."""
        chip = Chip(str(_(name)).upper(), VERDICT_INKS[name]).drawn(self.palette)
        time = "" if milliseconds is None else f" {MILLISECONDS.format(milliseconds=milliseconds)}"
        return self.row(VERDICT, [[chip, Segment(time, self.palette.plain)]])


@once_a_language
def _labels() -> Labels:
    return Labels.of((*_LABELS, *OUTLINE_LABELS), 10)


@dataclass(frozen=True)
class PlayedState:
    """The progress on a puzzle: the state of its games, and how many of its `holes` the last game has filled."""

    state: SavedState
    filled: int = 0
    holes: int = 0

    @cached_property
    def share(self) -> float:
        """The share of the last game that is filled (0 to 1)."""
        return self.filled / max(self.holes, 1)


def played(puzzle: Puzzle, store: Store) -> PlayedState:
    """Return the progress of a puzzle's games. Raises StoreError."""
    state = store.saved_state(puzzle)
    game = next(iter(store.unfinished_games_of(puzzle)), None) if state.unfinished else None
    return PlayedState(state, game.filled, game.holes) if game else PlayedState(state)


def draw(
    summary: FileSummary,
    palette: Palette,
    glyphs: Glyphs,
    width: int,
    height: int,
    rating: Difficulty | None = None,
    state: PlayedState | None = None,
    recognition: Recognition | None = None,
) -> list[Line]:
    """Return the lines of a preview for this size.

    A puzzle has its difficulty and progress if known, a formula its `recognition`.
    """
    from engine.sudoku.puzzle import Puzzle

    pen = _Pen(palette, glyphs, width, height)
    kind_text = clip(printable(summary.kind_text), width // 2, glyphs.ellipsis)
    name = clip_middle(printable(summary.name), width - cell_len(kind_text) - 2, glyphs.ellipsis)
    gap = " " * (width - cell_len(name) - cell_len(kind_text))
    lines: list[Line] = [[Segment(name, palette.title), Segment(gap), Segment(kind_text, palette.dim)]]
    match summary.facts:
        case FormulaFacts() as facts:
            return [*lines, [], *_formula(facts, summary.note, recognition or Recognition(), pen)]
        case FileOutline() as outline:
            return [*lines, *pen.wrapped(summary.note, palette.dim), [], *_outline(outline, pen)]
        case Puzzle() as puzzle:
            return [*lines, *_puzzle(puzzle, summary.note, pen, _judged(rating, state, pen))]
        case FileError() as trouble:
            return [*lines, [], *_trouble(trouble, pen)]
        case FolderFacts():
            return [*lines, *pen.wrapped(summary.note, palette.dim)]
        case texts:
            note = pen.wrapped(summary.note, palette.dim) if summary.note else []
            return [*lines, *note, [], *(pen.clipped(text, palette.plain) for text in texts)]


def _outline(facts: FileOutline, pen: _Pen) -> list[Line]:
    """Return facts, the lengths of lemmas as bars, the course of the search, and the comments or steps."""
    lines = pen.verdict(facts.verdict) if facts.verdict else []
    for label, value in facts.rows:
        lines += pen.fact(label, printable(value))
    lines += _bars(facts.lengths, pen) if facts.lengths else []
    if facts.course and pen.height - len(lines) > _TALL_ENOUGH:
        lines += [[], [Segment(str(COURSE), pen.palette.dim)], *_course(facts.course, pen)]
    if facts.comments:
        return [*lines, [], *_comments(facts.comments, max(pen.height - len(lines) - 4, 3), pen)]
    steps = [pen.clipped(text, pen.palette.dim) for text in facts.steps]
    return [*lines, [], *in_columns(steps, pen.width, max(pen.height - len(lines) - 2, 1))]


def _course(counts: Sequence[int], pen: _Pen) -> list[Line]:
    """Draw the numbers of conflicts over a search as a curve as wide as the preview."""
    starts = [column * len(counts) // pen.width for column in range(pen.width + 1)]
    parts = (counts[start : max(end, start + 1)] for start, end in pairwise(starts))
    return curve([sum(part) / len(part) for part in parts], None, _COURSE_ROWS, pen.palette, pen.glyphs)


def _formula(facts: FormulaFacts, note: str, recognition: Recognition, pen: _Pen) -> list[Line]:
    """Return facts and comments; below them, as far as there is room, the board of a sudoku, or the first clauses."""
    palette = pen.palette
    below: list[Line] = []
    if facts.variables is not None and facts.clauses is not None:
        below += pen.fact(VARIABLES, numeral(facts.variables)) + pen.fact(CLAUSES, numeral(facts.clauses))
    if facts.problem:
        below += pen.fact(outlines.PROBLEM, *map(printable, facts.problem))
    if facts.polarity is not None:
        positive, negative = map(numeral, facts.polarity)
        below += pen.fact(LITERALS, f"{numeral(sum(facts.polarity))} (+{positive} -{negative})")
    if recognition.meaning:
        below += pen.fact(MEANING, printable(recognition.meaning))
    if recognition.parts:
        below += pen.fact(STRUCTURE, *recognition.parts)
    if facts.result:
        below += pen.verdict(*facts.result)
    if facts.lengths:
        below += _bars(facts.lengths, pen)
    if facts.most_used:
        below += pen.fact(MOST_USED, " ".join(f"x{variable}" for variable in facts.most_used))[:1]
    for warning in facts.warnings[:3]:
        below += pen.wrapped(
            _("line {line}: {message}").format(line=warning.line, message=warning.message), palette.warning
        )
    if len(facts.warnings) > 3:
        further = FURTHER_WARNINGS.format(warnings=pluralized(len(facts.warnings) - 3, "warning"))
        below.append([Segment(further, palette.warning)])
    if note:
        below += pen.wrapped(note, palette.dim)
    lines = [*_comments(facts.comments, max(3, pen.height - 3 - len(below)), pen), *below]
    room = pen.height - len(lines) - 3
    if room < _LEAST_TEXT:
        return lines
    if recognition.puzzle is None:
        return [*lines, [], *in_columns([pen.clipped(text, palette.dim) for text in facts.first], pen.width, room + 2)]
    from tui.draw.board import puzzle_lines

    board = puzzle_lines(recognition.puzzle, palette, pen.glyphs, pen.width, room)
    return [*lines, [], *board] if room >= recognition.puzzle.layout.rows else lines


def _comments(comments: Sequence[str], room: int, pen: _Pen) -> list[Line]:
    """Return as many comments as fit, and a blank line."""
    whole = "\n".join(printable(comment).rstrip() for comment in comments).strip("\n")
    texts = broken(whole, pen.width).split("\n")
    if len(texts) > room:
        lines = pluralized(len(texts) - room + 1, "line")
        texts[room - 1 :] = [FURTHER_COMMENTS.format(lines=lines)]
    return [*(pen.clipped(text, pen.palette.dim) for text in texts), []] if texts != [""] else []


def _bars(lengths: dict[int, int], pen: _Pen) -> list[Line]:
    groups, palette = grouped_lengths(lengths, _MOST_LENGTHS), pen.palette
    wide = max(len(name) for name, _ in groups)
    counts = [numeral(count) for _, count in groups]
    room = max(pen.width - pen.labels.width - wide - 1 - max(map(len, counts)) - 1, 4)
    highest = max(count for _, count in groups)
    bars = [
        [Segment(f"{name:>{wide}} "), Segment(bar(count / highest, room, pen.glyphs), palette.bar), Segment(f" {text}")]
        for (name, count), text in zip(groups, counts, strict=True)
    ]
    return pen.labels.table([(LENGTHS, bars)], palette.dim)


Judgements = Sequence[tuple[Sentence, list[Line]]]
"""Facts about a puzzle, each with its label."""


def _judged(rating: Difficulty | None, state: PlayedState | None, pen: _Pen) -> Judgements:
    """Return the level of a puzzle, and its games."""
    palette, glyphs = pen.palette, pen.glyphs
    facts: list[tuple[Sentence, list[Line]]] = []
    if rating and rating.is_known and rating.is_rated:
        name = rating.level.name.lower()
        level = [level_dot(name, palette, glyphs), Segment(f" {rating.level.title}", palette.title)]
        facts.append((LEVEL, [level]))
        facts.append((SCORE, [[Segment(numeral(rating.score), palette.title)]]))
        facts.append((NEEDS, [[Segment(technique.title, palette.title)] for technique in rating.hardest]))
    elif rating and rating.solutions != 1:
        count = NO_SOLUTION if rating.solutions == 0 else SEVERAL if rating.solutions else UNKNOWN_COUNT
        facts.append((SOLUTIONS, [[Segment(str(count), palette.warning)]]))
    if state and state.state.solved:
        best = SOLVED if state.state.best is None else clock_text(state.state.best)
        facts.append((BEST, [[Segment(str(best), palette.good)]]))
    if state and state.holes:
        text = FILLED.format(filled=state.filled, holes=state.holes)
        facts.append((GAME, [[Segment(text)], progress(state.share, _METER, palette, glyphs)]))
    return facts


def _puzzle(puzzle: Puzzle, note: str, pen: _Pen, facts: Judgements) -> list[Line]:
    """Draw the board, with facts beside it if there is room, and counts below it, or beside it if they do not fit."""
    from engine.sudoku.layout import conflicts
    from tui.draw.board import puzzle_lines
    from tui.draw.board_frame import NARROW, frame

    if facts:
        dim, least = pen.palette.dim, frame(puzzle.layout, pen.glyphs.box, NARROW)
        judged = [line for label, lines in facts for line in ([Segment(str(label), dim)], *lines, [])][:-1]
        table = Labels.of([label for label, _lines in facts], 0).table(facts, dim)
        side = max(map(width_of, judged))
        beside = replace(pen, width=pen.width - side - _AIR)
        above = replace(pen, height=pen.height - len(table) - 1)
        left = _puzzle(puzzle, note, beside, ()) if beside.width >= _LEAST_BOARD else []
        over = _puzzle(puzzle, note, above, ()) if above.height > least.height else []
        if len(over) > len(left):  # the board is larger above the facts than beside them
            return [*over, [], *table]
        is_first_above = pen.height - _FIRST_FACTS - 1 > least.height  # the board keeps its lines above these
        if left and (beside.width >= least.width or not is_first_above):
            columns = min(max(map(width_of, left), default=0), beside.width) + _AIR
            if len(judged) > len(left):
                judged = [line for line in judged if line]
            return side_by_side(left, [[], *judged][: pen.height - 1], columns)
        return _puzzle(puzzle, note, pen, facts[:_FIRST_FACTS] if len(facts) > _FIRST_FACTS else ())
    given, palette = len(puzzle.givens) - puzzle.holes, pen.palette
    words = [(pluralized(given, "given"), palette.plain), (pluralized(puzzle.holes, "hole"), palette.plain)]
    repeated = [
        (REPEATED.format(digit=conflict.digit, house=puzzle.layout.houses[conflict.house].label), palette.bad)
        for conflict in conflicts(puzzle.layout, puzzle.givens)[:1]
    ]
    remarks = repeated + [(printable(note), palette.dim)] * bool(note)
    board = puzzle_lines(puzzle, palette, pen.glyphs, pen.width, pen.height - 1)

    def in_lines(texts: Sequence[tuple[str, Style]], width: int) -> list[tuple[str, Style]]:
        """Wrap texts, with long names shortened instead of broken."""
        short = [
            (" ".join(clip_middle(word, width, pen.glyphs.ellipsis) for word in text.split()), style)
            for text, style in texts
        ]
        return [(line, style) for text, style in short for line in wrap(text, width)]

    below = [[Segment(line, style)] for line, style in in_lines(remarks, pen.width)]
    spare = pen.height - 1 - len(board) - 1 - len(below)
    if spare >= 0:
        air: list[Line] = [[]] if spare else []
        counts = [Segment(f"{text}   ", style) for text, style in words]
        return [*air, *board, counts, *below]
    free = pen.width - max(map(width_of, board[1:5]), default=0) - 2
    side_lines = in_lines(words + remarks, free) if free > 8 else []
    for line, (text, style) in zip(board[1:], side_lines, strict=False):
        gap = pen.width - width_of(line) - cell_len(text)
        if gap > 0:
            line += [Segment(" " * gap), Segment(text, style)]
    return board


def _trouble(trouble: FileError, pen: _Pen) -> list[Line]:
    has_line = trouble.line is not None
    sentence = (
        _("line {line}: {message}").format(line=trouble.line, message=trouble.reason) if has_line else trouble.reason
    )
    lines = pen.wrapped(sentence, pen.palette.bad) + ([[]] if trouble.around else [])
    numbers = [number for number, _ in trouble.around]
    wide = max((len(str(number)) for number in numbers), default=0)
    bad = numbers.index(trouble.line) if trouble.line in numbers else 0
    room = max(pen.height - len(lines) - 2, 1)
    first = max(0, min(bad - room // 2, len(numbers) - room))
    for number, text in trouble.around[first : first + room]:
        mark, style = ("!", pen.palette.plain) if number == trouble.line else (" ", pen.palette.dim)
        width = pen.width - wide - 3
        first_row, *others = broken(printable(text), width).split("\n")
        lines.append([Segment(f"{mark}{number:>{wide}}  ", pen.palette.dim), Segment(first_row, style)])
        if others:
            rest = clip(" ".join(others), width, pen.glyphs.ellipsis)
            lines.append([Segment(" " * (wide + 3)), Segment(rest, style)])
    return lines
