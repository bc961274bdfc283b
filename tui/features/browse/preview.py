"""What the browser shows of the item under its cursor."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from rich.segment import Segment
from textual import on, work
from textual.events import Resize
from textual.message import Message
from textual.worker import get_current_worker

from engine.base.errors import Cancelled
from engine.base.text import printable
from engine.files.reading import Glance
from engine.sudoku.layout import conflicts
from engine.sudoku.puzzle import Puzzle
from tui.base.delays import Delays
from tui.base.text_block import TextBlock
from tui.base.trouble import Trouble
from tui.draw.bars import bar, grouped_lengths
from tui.draw.cells import Line, clip, clip_middle, width_of, wrap
from tui.draw.palette import PALETTES, Glyphs, Palette
from tui.draw.puzzle import puzzle_lines
from tui.features.browse.facts import FormulaFacts, Subject, subject_of

_SETTLED = 0.12
"""Seconds without a move after which the preview follows the cursor: holding an arrow key waits for no file."""

_PATIENCE = 0.3
"""Seconds after which reading that is not done yet is mentioned."""

_MOST_LENGTHS = 8
_LONGEST_BAR = 40


@dataclass(frozen=True)
class _Pen:
    """What drawing needs to know."""

    palette: Palette
    glyphs: Glyphs
    width: int
    height: int


class Preview(TextBlock):
    """Shows a subject, or follows a cursor from path to path."""

    DEFAULT_CSS = "Preview { padding: 0 1; }"

    class Learned(Message):
        """Reading a file for its preview told what it is."""

        def __init__(self, path: Path, seen: Glance, subject: Subject) -> None:
            super().__init__()
            self.path, self.seen, self.subject = path, seen, subject

    def __init__(self, shipped: Path) -> None:
        super().__init__()
        self._shipped = shipped
        self._subject: Subject | None = None
        self._path: Path | None = None
        self._delays = Delays(self)

    def show(self, subject: Subject | None) -> None:
        """Show this, or nothing."""
        self._delays.stop("slow")
        self._subject = subject
        self.redraw()

    def show_soon(self, subject: Subject | None) -> None:
        """Show this once nothing else was asked for in a while."""
        self._path = None
        self._delays.after(_SETTLED, "rest", lambda: self.show(subject))

    def follow(self, path: Path) -> None:
        """Show what the path leads to once nothing else was asked for in a while, and post Learned."""
        self._path = path
        self._delays.after(_SETTLED, "rest", self._begin)

    def _begin(self) -> None:
        if self._path is not None:
            reading = Subject(self._path.name, "reading", ())
            self._delays.after(_PATIENCE, "slow", lambda: self.show(reading))
            self._read(self._path)

    @work(thread=True, exclusive=True, exit_on_error=False, group="preview", description="preview a file")
    def _read(self, path: Path) -> None:
        worker = get_current_worker()
        with suppress(Cancelled):
            self.post_message(self.Learned(path, *subject_of(path, self._shipped, lambda: worker.is_cancelled)))

    @on(Learned)
    def _show_read(self, event: Learned) -> None:
        if event.path == self._path:
            self.show(event.subject)

    def redraw(self) -> None:
        """Draw the subject again, in the colours and the size that are now in force."""
        width, height = self.size
        if self._subject is None or not width:
            self.put([])
        else:
            glyphs: Glyphs = self.app.glyphs  # type: ignore[attr-defined]
            self.put(draw(self._subject, PALETTES[self.app.theme], glyphs, width, height)[:height])

    def on_resize(self, event: Resize) -> None:
        self.redraw()


def draw(subject: Subject, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """The preview's lines for a place of that size."""
    pen = _Pen(palette, glyphs, width, height)
    what = clip(printable(subject.what), width // 2, glyphs.ellipsis)
    name = clip_middle(printable(subject.name), width - cell_len(what) - 2, glyphs.ellipsis)
    gap = " " * (width - cell_len(name) - cell_len(what))
    lines: list[Line] = [[Segment(name, palette.title), Segment(gap), Segment(what, palette.dim)]]
    match subject.facts:
        case FormulaFacts() as facts:
            return [*lines, [], *_formula(facts, subject.note, pen)]
        case Puzzle() as puzzle:
            return [*lines, *_puzzle(puzzle, subject.note, pen)]
        case Trouble() as trouble:
            return [*lines, [], *_trouble(trouble, pen)]
        case texts:
            shown = [[Segment(clip(printable(text), width, glyphs.ellipsis), palette.plain)] for text in texts]
            note = wrap(printable(subject.note), width) if subject.note else []
            return [*lines, *([Segment(text, palette.dim)] for text in note), [], *shown]


def _formula(facts: FormulaFacts, note: str, pen: _Pen) -> list[Line]:
    palette, width = pen.palette, pen.width
    below: list[Line] = []
    if facts.variables is not None and facts.clauses is not None:
        below += _labelled("variables", f"{facts.variables:,}", pen)
        below += _labelled("clauses", f"{facts.clauses:,}", pen)
    if facts.polarity is not None:
        positive, negative = facts.polarity
        below += _labelled("literals", f"{positive + negative:,} (+{positive:,} -{negative:,})", pen)
    if facts.lengths:
        below += _bars(facts.lengths, pen)
    if facts.most_used:
        below += _labelled("most used", " ".join(f"x{variable}" for variable in facts.most_used), pen)[:1]
    for warning in facts.warnings[:3]:
        text = wrap(f"line {warning.line}: {printable(warning.message)}", width)
        below += [[Segment(line, palette.warning)] for line in text]
    if len(facts.warnings) > 3:
        below.append([Segment(f"{len(facts.warnings) - 3} more warnings", palette.warning)])
    if note:
        below += [[Segment(text, palette.dim)] for text in wrap(printable(note), width)]
    room = max(3, pen.height - 3 - len(below))
    return [*_comments(facts.comments, room, pen), *below]


def _comments(comments: Sequence[str], room: int, pen: _Pen) -> list[Line]:
    """As many of the comments as there is room for, and a blank line."""
    texts = [printable(comment).rstrip() for comment in comments]
    while texts and not texts[-1]:
        texts.pop()
    while texts and not texts[0]:
        texts.pop(0)
    if not texts:
        return []
    if len(texts) > room:
        more = len(texts) - room + 1
        texts = [*texts[: room - 1], f"{more} more lines of comments"]
    return [*([Segment(clip(text, pen.width, pen.glyphs.ellipsis), pen.palette.dim)] for text in texts), []]


def _bars(lengths: dict[int, int], pen: _Pen) -> list[Line]:
    groups = grouped_lengths(lengths, _MOST_LENGTHS)
    wide = max(len(name) for name, _ in groups)
    number = max(len(f"{count:,}") for _, count in groups)
    room = min(max(pen.width - 11 - wide - 1 - number - 1, 4), _LONGEST_BAR)
    highest = max(count for _, count in groups)
    lines = []
    for place, (name, count) in enumerate(groups):
        label = "lengths" if place == 0 else ""
        drawn = bar(count / highest, room, pen.glyphs)
        lines.append([
            Segment(f"{label:<11}", pen.palette.dim),
            Segment(f"{name:>{wide}} "),
            Segment(drawn, pen.palette.bar),
            Segment(f" {count:,}"),
        ])
    return lines


def _labelled(label: str, value: str, pen: _Pen) -> list[Line]:
    return [
        [Segment(f"{'' if place else label:<11}", pen.palette.dim), Segment(part, pen.palette.plain)]
        for place, part in enumerate(wrap(value, pen.width - 11))
    ]


def _puzzle(puzzle: Puzzle, note: str, pen: _Pen) -> list[Line]:
    """The board, and what there is to say under it or, where there is no room, beside its first lines."""
    given, palette = len(puzzle.givens) - puzzle.holes, pen.palette
    words = [(f"{given} givens", palette.plain), (f"{puzzle.holes} holes", palette.plain)]
    broken = [
        (f"more than one {conflict.digit} in {puzzle.layout.houses[conflict.house].name}", palette.bad)
        for conflict in conflicts(puzzle.layout, puzzle.givens)[:1]
    ]
    remarks = broken + [(printable(note), palette.dim)] * bool(note)
    board = puzzle_lines(puzzle, palette, pen.glyphs, pen.width, pen.height - 1)
    below = [[Segment(line, style)] for text, style in remarks for line in wrap(text, pen.width)]
    spare = pen.height - 1 - len(board) - 1 - len(below)
    if spare >= 0:
        air: list[Line] = [[]] if spare else []
        counts = [Segment(f"{text}   ", style) for text, style in words]
        return [*air, *board, counts, *below]
    free = pen.width - max(map(width_of, board[1:5]), default=0) - 2
    beside = [(line, style) for text, style in words + remarks for line in wrap(text, free)] if free > 8 else []
    for line, (text, style) in zip(board[1:], beside, strict=False):
        gap = pen.width - width_of(line) - cell_len(text)
        if gap > 0:
            line += [Segment(" " * gap), Segment(text, style)]
    return board


def _trouble(trouble: Trouble, pen: _Pen) -> list[Line]:
    where = "" if trouble.line is None else f"line {trouble.line}: "
    reason = wrap(where + printable(trouble.reason), pen.width)
    lines: list[Line] = [[Segment(text, pen.palette.bad)] for text in reason]
    if trouble.around:
        lines.append([])
    wide = max((len(str(number)) for number, _ in trouble.around), default=0)
    bad = next((place for place, (number, _) in enumerate(trouble.around) if number == trouble.line), 0)
    room = max(pen.height - len(lines) - 2, 1)
    first = max(0, min(bad - room // 2, len(trouble.around) - room))
    for number, text in trouble.around[first : first + room]:
        style = pen.palette.plain if number == trouble.line else pen.palette.dim
        mark = "!" if number == trouble.line else " "
        shown = clip(printable(text), pen.width - wide - 3, pen.glyphs.ellipsis)
        lines.append([Segment(f"{mark}{number:>{wide}}  ", pen.palette.dim), Segment(shown, style)])
    return lines
