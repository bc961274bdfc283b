"""What the browser shows of the item under its cursor."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len
from rich.segment import Segment
from textual.events import Resize
from textual.message import Message

from engine.base.text import counted, printable
from engine.files.reading import Glance
from engine.sudoku.layout import conflicts
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Background
from tui.base.program import program_of
from tui.base.text_block import TextBlock
from tui.base.trouble import Trouble
from tui.draw.bars import bar, grouped_lengths
from tui.draw.board import puzzle_lines
from tui.draw.cells import Line, clip, clip_middle, width_of, wrap
from tui.draw.palette import Glyphs, Palette
from tui.features.browse.files import Files
from tui.features.browse.summary import FormulaFacts, Summary, summary_of
from tui.features.browse.words import READING

_SETTLED = 0.12
"""Seconds without a move after which the preview follows the cursor: holding an arrow key waits for no file."""

FURTHER_WARNINGS = "{warnings} more"
FURTHER_COMMENTS = "{lines} of comments more"
REPEATED = "more than one {digit} in {house}"

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
    """Shows a summary, or follows a cursor from path to path."""

    DEFAULT_CSS = "Preview { padding: 0 1; }"

    @dataclass
    class Learned(Message):
        """Reading a file for its preview told what it is."""

        path: Path
        seen: Glance

    def __init__(self, shipped: Path, files: Files) -> None:
        super().__init__()
        self._shipped = shipped
        self._files = files
        self._background = Background(self)
        self._summary: Summary | None = None

    def show(self, summary: Summary | None) -> None:
        """Show this, or nothing."""
        self._summary = summary
        self.redraw()

    def show_soon(self, summary: Summary | None) -> None:
        """Show this once nothing else was asked for in a while."""
        self._background.start("read", lambda _: summary, self.show, after=_SETTLED)

    def follow(self, path: Path) -> None:
        """Show what the path leads to once nothing else was asked for in a while, and post Learned."""

        def learned(found: tuple[Glance, Summary]) -> None:
            seen, summary = found
            self.show(summary)
            self.post_message(self.Learned(path, seen))

        self._background.start(
            "read",
            lambda job: summary_of(path, self._shipped, self._files, job.cancelled),
            learned,
            slow=lambda: self.show(Summary(path.name, READING, ())),
            after=_SETTLED,
        )

    def redraw(self) -> None:
        """Draw the summary again, in the colours and the size that are now in force."""
        width, height = self.size
        if self._summary is None or not width:
            self.put([])
        else:
            program = program_of(self)
            self.put(draw(self._summary, program.palette, program.glyphs, width, height)[:height])

    def on_resize(self, event: Resize) -> None:
        self.redraw()


def draw(summary: Summary, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """The preview's lines for a place of that size."""
    pen = _Pen(palette, glyphs, width, height)
    what = clip(printable(summary.what), width // 2, glyphs.ellipsis)
    name = clip_middle(printable(summary.name), width - cell_len(what) - 2, glyphs.ellipsis)
    gap = " " * (width - cell_len(name) - cell_len(what))
    lines: list[Line] = [[Segment(name, palette.title), Segment(gap), Segment(what, palette.dim)]]
    match summary.facts:
        case FormulaFacts() as facts:
            return [*lines, [], *_formula(facts, summary.note, pen)]
        case Puzzle() as puzzle:
            return [*lines, *_puzzle(puzzle, summary.note, pen)]
        case Trouble() as trouble:
            return [*lines, [], *_trouble(trouble, pen)]
        case texts:
            shown = [[Segment(clip(printable(text), width, glyphs.ellipsis), palette.plain)] for text in texts]
            note = wrap(printable(summary.note), width) if summary.note else []
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
        further = FURTHER_WARNINGS.format(warnings=counted(len(facts.warnings) - 3, "warning"))
        below.append([Segment(further, palette.warning)])
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
        lines = counted(len(texts) - room + 1, "line")
        texts = [*texts[: room - 1], FURTHER_COMMENTS.format(lines=lines)]
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
    words = [(counted(given, "given"), palette.plain), (counted(puzzle.holes, "hole"), palette.plain)]
    broken = [
        (REPEATED.format(digit=conflict.digit, house=puzzle.layout.houses[conflict.house].name), palette.bad)
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
