"""The source file of a formula, with the place of a clause marked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.message import Message

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sat.formula.raw_text import RawText, Span
from tui.base.background import Background, Job, cancellable, complaint
from tui.base.rows import Rows
from tui.draw.cells import Line, clip
from tui.features.inspect.words import READING

_MAX_LENGTH = 1000
"""Maximum number of bytes read of a line."""
_OPEN, _READ = "go through the file", "read lines"
"""The names of background work."""
_BEFORE = 8
"""Bytes of a long line shown before a clause that begins far inside it."""


class Target(NamedTuple):
    """The clause (from 0) or line (from 1) to show; neither to stay at the visible lines."""

    clause: int | None = None
    line: int | None = None


class Piece(NamedTuple):
    """The visible part of a line: its bytes from byte `start` on."""

    start: int
    text: bytes


@dataclass(frozen=True)
class FileExcerpt:
    """Lines of the file by number (from 1), and the place of the marked clause."""

    pieces: dict[int, Piece] = field(default_factory=dict)
    span: Span | None = None


class FilePane(Rows):
    """Shows a line a row. Lines are read off the event loop, a few screenfuls at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "enter", "clause", tooltip="the clause on the line")]

    class Read(Message):
        """Posted when lines have been read; the cursor may be on another one."""

    class LineOpened(Message):
        """Posted when the user asks for the clause on the cursor's line."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.text: RawText | None = None
        self.fault = ""
        self.error_line: int | None = None
        """The number of the line with an error."""
        self.path = path
        self.is_formula = True
        """Whether the clauses are known, so that a line can open one."""
        self._background = Background(self)
        self._pending_target = Target()
        """The target that is not shown yet."""
        self._excerpt = FileExcerpt()
        self._is_placed = False
        """Whether the cursor is placed for this pane size, and need not be centred."""

    def __len__(self) -> int:
        return self.text.lines if self.text else 0

    @property
    def line(self) -> int:
        """The number of the cursor's line."""
        return self.cursor + 1

    @property
    def span(self) -> Span | None:
        """The place of the marked clause."""
        return self._excerpt.span

    def show_clause(self, clause: int | None) -> None:
        """Mark this clause (from 0) and centre it; None removes the mark."""
        self._request(Target(clause))

    def show_line(self, line: int) -> None:
        """Move the cursor to a line and centre it."""
        self._request(Target(line=line))

    def clause_at_cursor(self) -> int | None:
        """Return the clause (from 0) on the cursor's line, or the next one; None if there is none."""
        try:
            return self.text.clause_at(self.line) if self.text else None
        except InputError:  # the file is gone
            return None

    def on_resize(self, event: Resize) -> None:
        self._is_placed = False
        self._centre(self.cursor)

    def scrolled(self) -> None:
        if self.text and not all(line in self._excerpt.pieces for line in self._in_view()):
            self._read(self.text, self._pending_target)

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """In a file that is not a formula, no line opens a clause."""
        return {"enter": self.is_formula}

    def action_enter(self) -> None:
        self.post_message(self.LineOpened())

    def _ground(self, is_selected: bool) -> Style | None:
        return super()._ground(is_selected) if self.has_focus else None  # the clause is marked instead

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        number, span, palette = index + 1, self._excerpt.span, self.palette
        piece = self._excerpt.pieces.get(number, Piece(0, b""))
        marked = span is not None and span.first <= number <= span.last
        sign = "!" if number == self.error_line else ">" if marked else " "
        digits = max(len(str(len(self))), 4)
        head = f"{sign}{number:>{digits}}  "
        more = self.glyphs.ellipsis * (piece.start > 0)
        room = width - len(head) - len(more)
        if span is None or not span.first <= number <= span.last:
            text = clip(_decoded(piece.text), room, self.glyphs.ellipsis)
            ink = palette.bad if number == self.error_line else palette.plain
            return self.painted(((head, palette.dim), (more + text, ink)), is_selected)
        start = span.start - piece.start if number == span.first else 0
        end = span.end - piece.start if number == span.last else len(piece.text)
        before, inside, after = map(_decoded, (piece.text[:start], piece.text[start:end], piece.text[end:]))
        before, inside = more + before, clip(inside, room - len(before), self.glyphs.ellipsis)
        after = clip(after, room - len(before) - len(inside), self.glyphs.ellipsis)
        inks = (palette.accent, palette.dim, palette.accent, palette.dim)
        return self.painted(zip((head, before, inside, after), inks, strict=True), is_selected)

    def draw_below(self, line: int, width: int) -> Line:
        if line == 0 and self.fault:
            return [Segment(clip(f" {self.fault}", width, self.glyphs.ellipsis), self.palette.bad)]
        return [Segment(f" {READING}", self.palette.dim)] if line == 0 and self._background.is_running(_OPEN) else []

    # reading

    def _request(self, target: Target) -> None:
        self._pending_target = target
        if self.text:
            self._read(self.text, target)
        elif not self._background.is_running(_OPEN):
            self._background.start(
                _OPEN, cancellable(RawText, self.path), self._show_text, failed=self._show_fault, here=True
            )

    def _show_text(self, text: RawText) -> None:
        self.text, self.fault = text, ""
        self.refresh()
        self._read(text, self._pending_target)

    def _show_fault(self, error: Exception) -> None:
        self.text, self.fault = None, printable(error.problem) if isinstance(error, InputError) else complaint(error)
        self.refresh()

    def _read(self, text: RawText, target: Target) -> None:
        height, top, before = max(self.size.height, 1), self.top + 1, self._excerpt

        def read(_: Job[None]) -> tuple[FileExcerpt, int | None]:
            clause, line = target
            span = before.span if clause is None else None
            if clause is not None and clause < text.clauses:
                span = text.span(clause)
                line = span.first
            first = top if line is None else line - height // 2
            lines = range(max(1, first - height), min(text.lines, first + 2 * height) + 1)
            return FileExcerpt({number: _piece(text, number, span) for number in lines}, span), line

        def show(found: tuple[FileExcerpt, int | None]) -> None:
            if target == self._pending_target:
                self._pending_target = Target()
            self._show(*found)
            self.post_message(self.Read())

        self._background.start(_READ, read, show, failed=self._show_fault, here=True)

    def _show(self, excerpt: FileExcerpt, line: int | None) -> None:
        """Show an excerpt; the target begins on `line`."""
        self._excerpt = excerpt
        self.refresh()
        if line is None:
            return
        visible_lines = self._in_view()
        last = excerpt.span.last if excerpt.span else line
        if not self._is_placed or line not in visible_lines or last > visible_lines[-1]:
            self._is_placed = self.size.height > 0
            self._centre(line - 1)
        else:
            self.cursor = line - 1

    def _centre(self, row: int) -> None:
        self.reset(row, row - self.size.height // 2)

    def _in_view(self) -> range:
        return range(self.top + 1, min(self.top + self.size.height, len(self)) + 1)


def _piece(text: RawText, line: int, span: Span | None) -> Piece:
    """Return the beginning of a line, or the part around the clause if the clause begins far to the right."""
    start = 0
    if span is not None and line == span.first and span.end > _BEFORE and span.start > 4 * _BEFORE:
        start = span.start - _BEFORE
    return Piece(start, text.part(line, start, _MAX_LENGTH))


def _decoded(text: bytes) -> str:
    return printable(text.decode(errors="replace"))
