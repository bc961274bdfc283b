"""A screen about a formula: reads it away from the event loop, and shows how far that is."""

from contextlib import suppress
from pathlib import Path
from time import monotonic

from rich.segment import Segment
from textual import on, work
from textual.message import Message
from textual.worker import get_current_worker

from engine.base.errors import Cancelled
from engine.base.text import printable
from tui.base.delays import Delays
from tui.base.listing import ListingPage
from tui.base.text_line import TextLine
from tui.base.trouble import Trouble
from tui.draw.bars import bar
from tui.draw.cells import Line, clip_middle
from tui.features.inspect.inspection import Given, Inspection, inspect

PATIENCE = 0.3
"""Seconds of reading before the progress is shown."""

_POSTED_EVERY = 0.2


class FormulaReadingPage(ListingPage):
    """Subclasses yield lines called `heading` and `note`, call `begin` once mounted, and are told by `read_done`."""

    class Progressed(Message):
        """So many bytes of the file are read."""

        def __init__(self, done: int, total: int) -> None:
            super().__init__()
            self.done, self.total = done, total

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, FormulaReadingPage.Progressed)

    class Read(Message):
        """The formula was read and counted, or could not be."""

        def __init__(self, outcome: Inspection | Trouble) -> None:
            super().__init__()
            self.outcome = outcome

    def __init__(self, subject: Path | Given) -> None:
        super().__init__()
        self.subject = subject
        self.path = subject.path if isinstance(subject, Given) else subject
        """The file of the formula, if it has one."""
        self._delays = Delays(self)

    @property
    def subject_name(self) -> str:
        """What the formula is called, fit to be shown."""
        return self.subject.name if isinstance(self.subject, Given) else printable(self.subject.name)

    def line(self, name: str, left: Line, right: Line | None = None) -> None:
        """Write a line of the screen."""
        self.query_one(f"#{name}", TextLine).show(left, right)

    def begin(self) -> None:
        """Start to read."""
        self._delays.after(PATIENCE, "progress", lambda: self._show_progress(self.Progressed(0, 0)))
        self._read()

    def read_done(self, outcome: Inspection | Trouble) -> None:
        """Called once the formula was read, or could not be."""
        raise NotImplementedError

    @work(thread=True, exclusive=True, exit_on_error=False, group="read", description="read the formula")
    def _read(self) -> None:
        worker, subject = get_current_worker(), self.subject
        posted = monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal posted
            if monotonic() - posted > _POSTED_EVERY:
                posted = monotonic()
                self.post_message(self.Progressed(done, total))

        with suppress(Cancelled):
            if isinstance(subject, Given):
                self.post_message(self.Read(Inspection.of(subject.formula, (), subject.assignment)))
            else:
                self.post_message(self.Read(inspect(subject, progress, lambda: worker.is_cancelled)))

    @on(Progressed)
    def _show_progress(self, event: Progressed) -> None:
        name = clip_middle(self.subject_name, self.size.width - 2, self.glyphs.ellipsis)
        self.line("heading", [Segment(name, self.palette.title)])
        left = [Segment("reading  ", self.palette.dim)]
        if event.total:
            left.append(Segment(bar(event.done / event.total, 30, self.glyphs), self.palette.bar))
            left.append(Segment(f"  {event.done / 1e6:,.0f} of {event.total / 1e6:,.0f} MB"))
        self.line("note", left, [Segment("esc stops", self.palette.dim)])

    @on(Read)
    def _show_read(self, event: Read) -> None:
        self._delays.stop("progress")
        self.read_done(event.outcome)
