"""The file that a formula was read from as it stands, with the place of a clause marked."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.events import Resize
from textual.message import Message
from textual.worker import get_current_worker

from engine.base.errors import Cancelled, InputError
from engine.base.text import printable
from engine.sat.formula.raw_text import RawText, Span
from tui.base.rows import Rows
from tui.draw.cells import Line, clip

_LONGEST = 1000
"""Bytes of a line that are read to be shown."""
_BEFORE = 8
"""Bytes of a long line that are shown before a clause that stands far inside it."""


class Target(NamedTuple):
    """The clause (from 0) or the line (from 1) to show; neither: what is in view."""

    clause: int | None = None
    line: int | None = None


class Part(NamedTuple):
    """What is shown of a line: its bytes from byte `start` on."""

    start: int
    text: bytes


@dataclass(frozen=True)
class Excerpt:
    """Lines that were read (by number from 1), and the place of the clause that is marked."""

    parts: dict[int, Part] = field(default_factory=dict)
    span: Span | None = None


class RawPane(Rows):
    """Lines are read away from the event loop, a few screenfuls at a time; a row is a line."""

    class Opened(Message):
        """The file was gone through, or `fault` says why that can't be done."""

        def __init__(self, text: RawText | None, fault: str = "") -> None:
            super().__init__()
            self.text, self.fault = text, fault

    class Read(Message):
        """Lines were read for a target, which begins on `line`."""

        def __init__(self, excerpt: Excerpt, target: Target, line: int | None) -> None:
            super().__init__()
            self.excerpt, self.target, self.line = excerpt, target, line

    def __init__(self, path: Path, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.text: RawText | None = None
        self.fault = ""
        self.bad: int | None = None
        """The number of a line that something is wrong with."""
        self.path = path
        self._opening = False
        self._wanted = Target()
        """What is still to be shown."""
        self._excerpt = Excerpt()
        self._placed = False
        """Whether the cursor has its place in a pane of this size, and need not be brought to the middle."""

    def __len__(self) -> int:
        return self.text.lines if self.text else 0

    @property
    def line(self) -> int:
        """The number of the line that the cursor is on."""
        return self.cursor + 1

    @property
    def span(self) -> Span | None:
        """The place of the clause that is marked."""
        return self._excerpt.span

    def show_clause(self, clause: int | None) -> None:
        """Mark this clause (from 0) and bring it to the middle; None: mark none."""
        self._want(Target(clause))

    def show_line(self, line: int) -> None:
        """Bring the cursor to a line and that to the middle."""
        self._want(Target(line=line))

    def clause_at_cursor(self) -> int | None:
        """The clause on the cursor's line, or the next one; None if there is none."""
        try:
            return self.text.clause_at(self.line) if self.text else None
        except InputError:  # the file is gone
            return None

    def on_resize(self, event: Resize) -> None:
        self._placed = False
        self._centre(self.cursor)

    def scrolled(self) -> None:
        if self.text and not all(line in self._excerpt.parts for line in self._in_view()):
            self._read(self.text, self._wanted)

    def _ground(self, chosen: bool) -> Style | None:
        return super()._ground(chosen) if self.active else None  # the clause is marked instead

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        number, span, palette = index + 1, self._excerpt.span, self.palette
        part = self._excerpt.parts.get(number, Part(0, b""))
        marked = span is not None and span.first <= number <= span.last
        sign = "!" if number == self.bad else ">" if marked else " "
        digits = max(len(str(len(self))), 4)
        head = f"{sign}{number:>{digits}}  "
        more = self.glyphs.ellipsis * (part.start > 0)
        room = width - len(head) - len(more)
        if not marked:
            text = clip(_decoded(part.text), room, self.glyphs.ellipsis)
            ink = palette.bad if number == self.bad else palette.plain
            line = [Segment(head, palette.dim), Segment(more + text, ink)]
        else:
            assert span is not None, "what is marked has a place"
            start = span.start - part.start if number == span.first else 0
            end = span.end - part.start if number == span.last else len(part.text)
            cuts = (part.text[:start], part.text[start:end], part.text[end:])
            before, inside, after = map(_decoded, cuts)
            before, inside = more + before, clip(inside, room - len(before), self.glyphs.ellipsis)
            after = clip(after, room - len(before) - len(inside), self.glyphs.ellipsis)
            line = [Segment(head, palette.accent), Segment(before, palette.dim), Segment(inside, palette.accent)]
            line.append(Segment(after, palette.dim))
        return [Segment("".join(segment.text for segment in line), palette.selected)] if chosen else line

    def draw_below(self, line: int, width: int) -> Line:
        if line == 0 and self.fault:
            return [Segment(clip(f" {self.fault}", width, self.glyphs.ellipsis), self.palette.bad)]
        return [Segment(" reading", self.palette.dim)] if line == 0 and self._opening else []

    # reading

    def _want(self, target: Target) -> None:
        self._wanted = target
        if self.text:
            self._read(self.text, target)
        elif not self._opening:
            self._opening = True
            self._open()

    @work(thread=True, exclusive=True, exit_on_error=False, group="open raw", description="go through the file")
    def _open(self) -> None:
        worker = get_current_worker()
        try:
            self.post_message(self.Opened(RawText(self.path, cancel=lambda: worker.is_cancelled)))
        except InputError as error:
            self.post_message(self.Opened(None, printable(error.what)))
        except Cancelled:
            return

    @on(Opened)
    def _opened(self, event: Opened) -> None:
        event.stop()
        self._opening, self.text, self.fault = False, event.text, event.fault
        self.refresh()
        if self.text:
            self._read(self.text, self._wanted)

    @work(thread=True, exclusive=True, exit_on_error=False, group="read raw", description="read lines")
    def _read(self, text: RawText, target: Target) -> None:
        """Read what is around the target."""
        height = max(self.size.height, 1)
        clause, line = target
        span = self._excerpt.span if clause is None else None
        try:
            if clause is not None and clause < text.clauses:
                span = text.span(clause)
                line = span.first
            top = self.top + 1 if line is None else line - height // 2
            lines = range(max(1, top - height), min(text.lines, top + 2 * height) + 1)
            parts = {number: _part(text, number, span) for number in lines}
        except InputError as error:  # the file is gone or damaged
            self.post_message(self.Opened(None, printable(error.what)))
            return
        if not get_current_worker().is_cancelled:
            self.post_message(self.Read(Excerpt(parts, span), target, line))

    @on(Read)
    def _show_read(self, event: Read) -> None:
        before, self._excerpt = self._excerpt, event.excerpt
        if event.target == self._wanted:
            self._wanted = Target()
        seen = self._in_view()
        if event.line is None or not all(line in before.parts for line in seen):
            self.refresh()
        if event.line is None:
            return
        if not self._placed or event.line not in seen or (event.excerpt.span or (0, 0, 0))[2] > seen[-1]:
            self._placed = self.size.height > 0
            self._centre(event.line - 1)
            return
        changed = {self.cursor, event.line - 1}
        self.cursor = event.line - 1
        for span in (before.span, event.excerpt.span):
            changed.update(range(span.first - 1, span.last) if span else ())
        for row in changed.intersection(range(seen[0] - 1, seen[-1])):
            self.refresh_row(row)

    def _centre(self, row: int) -> None:
        """Bring the cursor to a row and that to the middle."""
        self.reset(row, row - self.size.height // 2)

    def _in_view(self) -> range:
        return range(self.top + 1, min(self.top + self.size.height, len(self)) + 1)


def _part(text: RawText, line: int, span: Span | None) -> Part:
    """The beginning of a line, or what is around the clause if that stands far inside it."""
    start = 0
    if span is not None and line == span.first and span.end > _BEFORE and span.start > 4 * _BEFORE:
        start = span.start - _BEFORE
    return Part(start, text.part(line, start, _LONGEST))


def _decoded(text: bytes) -> str:
    return printable(text.decode(errors="replace"))
