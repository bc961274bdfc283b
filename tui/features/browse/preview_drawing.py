"""Draws the summaries of files for the browser's preview; those of folders are in `folder_preview`."""

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
from tui.draw.cells import Labels, Line, break_lines, clip, clip_middle, in_columns, side_by_side, width_of, wrap
from tui.draw.face import VERDICT_INKS, Chip, level_dot
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.features.browse import outlines
from tui.features.browse.outlines import FileOutline, Recognition
from tui.features.browse.summary import FileError, FileSummary, FolderFacts, FormulaFacts
from tui.features.browse.words import FILLED

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
SOLVED = lazy_gettext("solved")

MILLISECONDS = lazy_gettext("in {milliseconds:,.0f} ms")
OUTLINE_LABELS = (
    outlines.SOLVER, outlines.EVENTS, outlines.CONFLICTS, outlines.BRANCHES, outlines.BREAKPOINTS, outlines.FORMULA,
    outlines.DATE, outlines.SIZE, outlines.FORM, outlines.LEMMAS, outlines.DELETED,
    outlines.STEPS, outlines.CHECK, outlines.PROBLEM,
)  # fmt: skip
GAP = 3
"""Columns between a board and the facts beside it."""
MIN_BOARD = 19
"""Minimum columns of a board with facts beside it."""
METER = 16
"""Columns of a meter."""
FIRST_FACTS = 2
"""Number of facts above a board that has no room for all."""
MAX_LENGTHS = 8
"""Maximum number of bars of lengths; other lengths are grouped."""
COURSE_ROWS, MIN_COURSE_ROOM = 4, 12
"""Rows of the course of a search, and minimum rows below the facts for it to be drawn."""
COURSE = lazy_gettext("conflicts during the search")
MIN_TEXT = 4
"""Minimum rows for the first clauses of a formula, or for its board."""
_LABELS = VARIABLES, CLAUSES, LITERALS, LENGTHS, MAX_USED, MEANING, STRUCTURE, VERDICT = (
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
class _Context:
    """The size of the preview, its palette and glyphs, and how texts and facts are laid out in it."""

    palette: Palette
    glyphs: Glyphs
    width: int
    height: int

    @cached_property
    def labels(self) -> Labels:
        """The labels of facts, in one column."""
        return _labels()

    def wrapped(self, text: str, style: Style) -> list[Line]:
        """Return untrusted text, wrapped to the width."""
        return [[Segment(line, style)] for line in wrap(printable(text), self.width)]

    def clipped(self, text: str, style: Style) -> Line:
        """Return untrusted text, cut to one line."""
        return [Segment(clip(printable(text), self.width, self.glyphs.ellipsis), style)]

    def fact(self, label: Sentence, *values: str) -> list[Line]:
        """Return a label and its values, wrapped."""
        lines = [line for value in values for line in wrap(value, self.width - self.labels.width)]
        return self.row(label, [[Segment(line, self.palette.plain)] for line in lines])

    def row(self, label: Sentence, lines: Sequence[Line]) -> list[Line]:
        """Return a label and the lines beside it."""
        return self.labels.table([(label, lines)], self.palette.dim)

    def verdict(self, name: str, milliseconds: float | None = None) -> list[Line]:
        """Return the verdict of this name as a chip, with its time in milliseconds if known."""
        chip = Chip(str(_(name)).upper(), VERDICT_INKS[name]).drawn(self.palette)
        time = "" if milliseconds is None else f" {MILLISECONDS.format(milliseconds=milliseconds)}"
        return self.row(VERDICT, [[chip, Segment(time, self.palette.plain)]])


@once_a_language
def _labels() -> Labels:
    return Labels.of((*_LABELS, *OUTLINE_LABELS), 10)


@dataclass(frozen=True)
class PlayedState:
    """The progress on a puzzle: the state of its saved games, and of the last unfinished one."""

    state: SavedState
    filled: int = 0
    """The number of holes that the last unfinished game has filled."""
    holes: int = 0
    """The number of holes of that game; 0 if there is none."""

    @cached_property
    def share(self) -> float:
        """The share of holes that are filled, from 0 to 1."""
        return self.filled / max(self.holes, 1)


def played_state(puzzle: Puzzle, store: Store) -> PlayedState:
    """Read the progress on a puzzle. Raises StoreError."""
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
    """Return the lines of a preview, which are at most `width` columns wide.

    A puzzle is drawn with its difficulty and progress if known, a formula with its `recognition`.
    """
    from engine.sudoku.puzzle import Puzzle

    context = _Context(palette, glyphs, width, height)
    kind_text = clip(printable(summary.kind_text), width // 2, glyphs.ellipsis)
    name = clip_middle(printable(summary.name), width - cell_len(kind_text) - 2, glyphs.ellipsis)
    gap = " " * (width - cell_len(name) - cell_len(kind_text))
    lines: list[Line] = [[Segment(name, palette.title), Segment(gap), Segment(kind_text, palette.dim)]]
    match summary.facts:
        case FormulaFacts() as formula:
            return [*lines, [], *_formula(formula, summary.note, recognition or Recognition(), context)]
        case FileOutline() as outline:
            return [*lines, *context.wrapped(summary.note, palette.dim), [], *_outline(outline, context)]
        case Puzzle() as puzzle:
            facts = _puzzle_facts(rating, state, context)
            return [*lines, *_puzzle_with_facts(puzzle, summary.note, context, facts)]
        case FileError() as error:
            return [*lines, [], *_error(error, context)]
        case FolderFacts():
            return [*lines, *context.wrapped(summary.note, palette.dim)]
        case texts:
            note = context.wrapped(summary.note, palette.dim) if summary.note else []
            return [*lines, *note, [], *(context.clipped(text, palette.plain) for text in texts)]


def _outline(facts: FileOutline, context: _Context) -> list[Line]:
    """Draw the facts, the lengths of lemmas as bars, the course of the search, and the comments or steps."""
    lines = context.verdict(facts.verdict) if facts.verdict else []
    for label, value in facts.rows:
        lines += context.fact(label, printable(value))
    lines += _bars(facts.lengths, context) if facts.lengths else []
    if facts.course and context.height - len(lines) > MIN_COURSE_ROOM:
        lines += [[], [Segment(str(COURSE), context.palette.dim)], *_course(facts.course, context)]
    if facts.comments:
        return [*lines, [], *_comments(facts.comments, max(context.height - len(lines) - 4, 3), context)]
    steps = [context.clipped(text, context.palette.dim) for text in facts.steps]
    return [*lines, [], *in_columns(steps, context.width, max(context.height - len(lines) - 2, 1))]


def _course(counts: Sequence[int], context: _Context) -> list[Line]:
    """Draw the numbers of conflicts over a search as a curve as wide as the preview."""
    starts = [column * len(counts) // context.width for column in range(context.width + 1)]
    columns = (counts[start : max(end, start + 1)] for start, end in pairwise(starts))
    means = [sum(column) / len(column) for column in columns]
    return curve(means, None, COURSE_ROWS, context.palette, context.glyphs)


def _formula(facts: FormulaFacts, note: str, recognition: Recognition, context: _Context) -> list[Line]:
    """Draw comments and facts, and below them the board of a sudoku or the first clauses, if there is room."""
    palette = context.palette
    fact_lines: list[Line] = []
    if facts.variables is not None and facts.clauses is not None:
        fact_lines += context.fact(VARIABLES, numeral(facts.variables)) + context.fact(CLAUSES, numeral(facts.clauses))
    if facts.problem:
        fact_lines += context.fact(outlines.PROBLEM, *map(printable, facts.problem))
    if facts.polarity is not None:
        positive, negative = map(numeral, facts.polarity)
        fact_lines += context.fact(LITERALS, f"{numeral(sum(facts.polarity))} (+{positive} -{negative})")
    if recognition.meaning:
        fact_lines += context.fact(MEANING, printable(recognition.meaning))
    if recognition.parts:
        fact_lines += context.fact(STRUCTURE, *recognition.parts)
    if facts.result:
        fact_lines += context.verdict(*facts.result)
    if facts.lengths:
        fact_lines += _bars(facts.lengths, context)
    if facts.most_used:
        fact_lines += context.fact(MAX_USED, " ".join(f"x{variable}" for variable in facts.most_used))[:1]
    for warning in facts.warnings[:3]:
        fact_lines += context.wrapped(
            _("line {line}: {message}").format(line=warning.line, message=warning.message), palette.warning
        )
    if len(facts.warnings) > 3:
        text = FURTHER_WARNINGS.format(warnings=pluralized(len(facts.warnings) - 3, "warning"))
        fact_lines.append([Segment(text, palette.warning)])
    if note:
        fact_lines += context.wrapped(note, palette.dim)
    lines = [*_comments(facts.comments, max(3, context.height - 3 - len(fact_lines)), context), *fact_lines]
    room = context.height - len(lines) - 3
    if room < MIN_TEXT:
        return lines
    if recognition.puzzle is None:
        return [
            *lines,
            [],
            *in_columns([context.clipped(text, palette.dim) for text in facts.first], context.width, room + 2),
        ]
    from tui.draw.board import puzzle_lines

    board = puzzle_lines(recognition.puzzle, palette, context.glyphs, context.width, room)
    return [*lines, [], *board] if room >= recognition.puzzle.layout.rows else lines


def _comments(comments: Sequence[str], room: int, context: _Context) -> list[Line]:
    """Return the comments in at most `room` lines, and a blank line; nothing without comments."""
    whole = "\n".join(printable(comment).rstrip() for comment in comments).strip("\n")
    texts = break_lines(whole, context.width).split("\n")
    if len(texts) > room:
        lines = pluralized(len(texts) - room + 1, "line")
        texts[room - 1 :] = [FURTHER_COMMENTS.format(lines=lines)]
    return [*(context.clipped(text, context.palette.dim) for text in texts), []] if texts != [""] else []


def _bars(lengths: dict[int, int], context: _Context) -> list[Line]:
    """Draw the number of clauses or lemmas of each length, or of each group of lengths, as bars."""
    groups, palette = grouped_lengths(lengths, MAX_LENGTHS), context.palette
    name_width = max(len(name) for name, _ in groups)
    counts = [numeral(count) for _, count in groups]
    room = max(context.width - context.labels.width - name_width - 1 - max(map(len, counts)) - 1, 4)
    highest = max(count for _, count in groups)
    bars = [
        [
            Segment(f"{name:>{name_width}} "),
            Segment(bar(count / highest, room, context.glyphs), palette.bar),
            Segment(f" {text}"),
        ]
        for (name, count), text in zip(groups, counts, strict=True)
    ]
    return context.labels.table([(LENGTHS, bars)], palette.dim)


PuzzleFacts = Sequence[tuple[Sentence, list[Line]]]
"""Facts about a puzzle, each with its label."""


def _puzzle_facts(rating: Difficulty | None, state: PlayedState | None, context: _Context) -> PuzzleFacts:
    """Return the difficulty of a puzzle, or how many solutions it has, and the progress on it, if they are known."""
    palette, glyphs = context.palette, context.glyphs
    facts: list[tuple[Sentence, list[Line]]] = []
    if rating and rating.is_known and rating.is_rated:
        level = [level_dot(rating.level.value, palette, glyphs), Segment(f" {rating.level.title}", palette.title)]
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
        facts.append((GAME, [[Segment(text)], progress(state.share, METER, palette, glyphs)]))
    return facts


def _puzzle_with_facts(puzzle: Puzzle, note: str, context: _Context, facts: PuzzleFacts) -> list[Line]:
    """Draw the board where it is larger: above its facts or beside them. If it fits neither, leave facts out."""
    from tui.draw.board_frame import NARROW, board_frame

    if not facts:
        return _puzzle(puzzle, note, context)
    dim, smallest = context.palette.dim, board_frame(puzzle.layout, context.glyphs.box, NARROW)
    side = [line for label, lines in facts for line in ([Segment(str(label), dim)], *lines, [])][:-1]
    table = Labels.of([label for label, _lines in facts], 0).table(facts, dim)
    left = replace(context, width=context.width - max(map(width_of, side)) - GAP)
    above = replace(context, height=context.height - len(table) - 1)
    board_left = _puzzle(puzzle, note, left) if left.width >= MIN_BOARD else []
    board_above = _puzzle(puzzle, note, above) if above.height > smallest.height else []
    if len(board_above) > len(board_left):
        return [*board_above, [], *table]
    has_room_above = context.height - FIRST_FACTS - 1 > smallest.height  # for a board with its lines and first facts
    if board_left and (left.width >= smallest.width or not has_room_above):
        columns = min(max(map(width_of, board_left)), left.width) + GAP
        if len(side) > len(board_left):
            side = [line for line in side if line]
        return side_by_side(board_left, [[], *side][: context.height - 1], columns)
    return _puzzle_with_facts(puzzle, note, context, facts[:FIRST_FACTS] if len(facts) > FIRST_FACTS else ())


def _puzzle(puzzle: Puzzle, note: str, context: _Context) -> list[Line]:
    """Draw the board, with its counts and remarks below it, or beside it if they do not fit."""
    from engine.sudoku.layout import conflicts
    from tui.draw.board import puzzle_lines

    palette, given_count = context.palette, len(puzzle.givens) - puzzle.holes
    counts = [(pluralized(given_count, "given"), palette.plain), (pluralized(puzzle.holes, "hole"), palette.plain)]
    remarks = [
        (REPEATED.format(digit=conflict.digit, house=puzzle.layout.houses[conflict.house].label), palette.bad)
        for conflict in conflicts(puzzle.layout, puzzle.givens)[:1]
    ]
    remarks += [(printable(note), palette.dim)] * bool(note)
    board = puzzle_lines(puzzle, palette, context.glyphs, context.width, context.height - 1)
    remark_lines = [[Segment(line, style)] for line, style in _wrapped_words(remarks, context.width, context)]
    spare = context.height - 1 - len(board) - 1 - len(remark_lines)
    if spare >= 0:
        blank: list[Line] = [[]] if spare else []
        return [*blank, *board, [Segment(f"{text}   ", style) for text, style in counts], *remark_lines]
    room = context.width - max(map(width_of, board[1:5]), default=0) - 2
    side_lines = _wrapped_words(counts + remarks, room, context) if room > 8 else []
    for line, (text, style) in zip(board[1:], side_lines, strict=False):
        gap = context.width - width_of(line) - cell_len(text)
        if gap > 0:
            line += [Segment(" " * gap), Segment(text, style)]
    return board


def _wrapped_words(texts: Sequence[tuple[str, Style]], width: int, context: _Context) -> list[tuple[str, Style]]:
    """Wrap texts, in which words wider than a line are clipped instead of broken."""
    lines: list[tuple[str, Style]] = []
    for text, style in texts:
        words = (clip_middle(word, width, context.glyphs.ellipsis) for word in text.split())
        lines += ((line, style) for line in wrap(" ".join(words), width))
    return lines


def _error(error: FileError, context: _Context) -> list[Line]:
    """Draw the reason why a file can't be used, and the lines around the error, the marked one in the middle."""
    reason = error.reason
    if error.line is not None:
        reason = _("line {line}: {message}").format(line=error.line, message=error.reason)
    lines = context.wrapped(reason, context.palette.bad) + ([[]] if error.lines else [])
    numbers = [number for number, _ in error.lines]
    digits = max((len(str(number)) for number in numbers), default=0)
    marked = numbers.index(error.line) if error.line in numbers else 0
    room = max(context.height - len(lines) - 2, 1)
    start = max(0, min(marked - room // 2, len(numbers) - room))
    for number, text in error.lines[start : start + room]:
        mark, style = ("!", context.palette.plain) if number == error.line else (" ", context.palette.dim)
        width = context.width - digits - 3
        row, *other_rows = break_lines(printable(text), width).split("\n")
        lines.append([Segment(f"{mark}{number:>{digits}}  ", context.palette.dim), Segment(row, style)])
        if other_rows:
            row = clip(" ".join(other_rows), width, context.glyphs.ellipsis)
            lines.append([Segment(" " * (digits + 3)), Segment(row, style)])
    return lines
