"""The screen that shares a puzzle: as text in every format, to copy or to write to a file, and as a page to print."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.cells import chop_cells
from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key

from engine.base.errors import InputError
from engine.base.folder import absolute
from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.sudoku.formats import FORMATS, require_puzzle, write
from engine.sudoku.printing import page as printed
from engine.sudoku.printing.files import pdf, svg
from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.export import Export, Exporter, text_export
from tui.base.page import Page
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import ScrolledText
from tui.draw.cells import Line, clip, pad, widest
from tui.terminal.config import remember, stored_choice

MORE = lazy_gettext("{lines} more")
NO_TEXT = lazy_gettext("This is not text: {save} writes it to a file.")
NOT_SHOWN = lazy_gettext("A PDF page can't be shown here; {save} writes it to a file.")
COPIED = lazy_gettext(
    "{characters} were sent to the clipboard by OSC 52. If they do not arrive, your terminal does not allow it: "
    "select the text with shift and the mouse."
)

TEXT_TITLE = lazy_gettext("as it is shared")
FORMATS_TITLE, WITHOUT_RULES = lazy_gettext("formats"), lazy_gettext("without the rules")

REMEMBERED = "share"
"""The name of the remembered format in the config file."""
LIST_ROWS = 7
"""Visible rows of the list of formats in a terminal that is not tall."""


@dataclass(frozen=True)
class ShareFormat:
    """A format in which a puzzle can be shared."""

    name: str
    summary: str
    text: Callable[[], str] | None
    """Returns the puzzle as text; None if the format is not text."""
    export: Export
    """The file to write."""
    has_rules: bool = True
    """Whether the format states the rules of the layout."""


def share_formats(puzzle: Puzzle, folder: Path) -> list[ShareFormat]:
    """Return the formats that can express a puzzle, those with the rules first, with their files in a folder."""
    puzzle = replace(puzzle, name=printable(puzzle.name))
    stem = re.sub(r"[^\w-]+", "-", puzzle.name).strip("-")[:60] or puzzle.layout.name

    def text_format(name: str, summary: str, suffix: str, text: Callable[[], str], rules: bool = True) -> ShareFormat:
        return ShareFormat(name, summary, text, text_export(name, folder / (stem + suffix), text), rules)

    formats = []
    for form in FORMATS.values():
        try:
            require_puzzle(form.name, puzzle)
        except InputError:
            continue
        text, has_rules = partial(write, puzzle, form.name), form.names_layout(puzzle.layout)
        formats.append(text_format(form.name, str(form.summary), form.suffix, text, has_rules))
    formats.sort(key=lambda form: not form.has_rules)
    formats.append(text_format("svg", _("an A4 page for printing"), ".svg", lambda: svg(_sheet(puzzle))))
    as_pdf = Export("pdf", folder / f"{stem}.pdf", lambda file: file.write(pdf([_sheet(puzzle)], puzzle.name)))
    return [*formats, ShareFormat("pdf", _("the same page as PDF"), None, as_pdf)]


def _sheet(puzzle: Puzzle) -> printed.Sheet:
    """Return a page with the puzzle for printing."""
    return next(printed.pages(printed.figures([puzzle]), 1))


class FormatList(ItemRows[ShareFormat]):
    """The formats, each with its purpose."""

    name_width = 0
    """Columns of the longest name."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        form, palette = self.items[index], self.palette
        rules = "" if form.has_rules else f" {self.glyphs.dot} {WITHOUT_RULES}"
        summary = clip(f"{form.summary}{rules}", max(width - self.name_width - 3, 1), self.glyphs.ellipsis)
        name = f" {pad(form.name, self.name_width)}  "
        return self.painted(((name, palette.key), (summary, palette.plain)), is_selected)


class FormatText(ScrolledText):
    """The puzzle in the selected format. Its actions have the names of the list's, so that they share a key setting."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
    ]

    def action_move(self, step: int) -> None:
        self.action_scroll(step)


class ShareScreen(Page):
    """The list of formats, and below it the puzzle in the selected one.

    Nothing is beside the text, so that the terminal's own selection by mouse can copy it.
    """

    HEADING = lazy_gettext("share")
    FOLLOWS_SIZE = True
    PARTS = (FormatList, FormatText)
    AUTO_FOCUS = "FormatList"
    FIRST = ("copy", "save", "mine")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "copy", tooltip="copy it to your clipboard"),
        Binding("s,enter", "save", "save", key_display="s", tooltip="write it to a file (asks which)"),
        Binding("m", "mine", "my digits", tooltip="givens only, or with your digits"),
        Binding("right,l", "turn(1)", "next format", key_display="left right", show=False, tooltip="format",
                id="next_format"),
        Binding("left,h", "turn(-1)", show=False, id="previous_format"),
    ]  # fmt: skip

    def __init__(self, puzzle: Puzzle, digits: Digits) -> None:
        """`digits` are the values on the board, including the givens."""
        super().__init__()
        self._exporter = Exporter(self)
        self._puzzle = puzzle
        self._digits = digits
        self._includes_digits = False
        """Whether the player's digits are shared, too."""
        self._last_format = "" if self.options.bounds else stored_choice(REMEMBERED)
        """The name of the format used last, which comes first in the list."""

    def content(self) -> ComposeResult:
        self.rows, self.text = FormatList(), FormatText("text")
        self.put_frame(self.rows, FORMATS_TITLE)
        self.put_frame(self.text, TEXT_TITLE)
        yield self.rows
        yield self.text

    def on_mount(self) -> None:
        self._fill(0)

    def _fill(self, cursor: int) -> None:
        """List the formats of the puzzle, with the cursor on a row."""
        puzzle = replace(self._puzzle, givens=self._digits) if self._includes_digits else self._puzzle
        formats = share_formats(puzzle, absolute(Path(), Path("/")))
        formats.sort(key=lambda form: form.name != self._last_format)
        self.rows.name_width = widest((form.name for form in formats), 0)
        self.rows.fill(formats, cursor)

    @property
    def topic(self) -> str:
        return printable(self._puzzle.name) or self._puzzle.layout.label

    @property
    def header_facts(self) -> Sequence[str]:
        facts = [MORE.format(lines=pluralized(self.text.below, "line"))] if self.text.below else []
        if self._digits != self._puzzle.givens:
            facts.append(_("with your digits") if self._includes_digits else _("givens only"))
        return facts

    @property
    def _format(self) -> ShareFormat:
        """The selected format."""
        form = self.rows.item
        assert form is not None, "there is always a page to print"
        return form

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"mine": self._digits != self._puzzle.givens}

    def action_turn(self, step: int) -> None:
        self.rows.go((self.rows.cursor + step) % len(self.rows))

    def on_key(self, event: Key) -> None:
        """Go to the next format whose name begins with the typed letter."""
        letter = (event.character or "").casefold()
        if not letter.isalpha() or event.key in self.active_bindings:
            return
        order = [(self.rows.cursor + step) % len(self.rows) for step in range(1, len(self.rows) + 1)]
        index = next((index for index in order if self.rows.items[index].name.startswith(letter)), None)
        if index is not None:
            event.stop()
            self.rows.go(index)

    @on(Rows.Moved)
    def _show_format(self) -> None:
        self.text.top = 0
        self.redraw()

    def action_mine(self) -> None:
        self._includes_digits = not self._includes_digits
        self._fill(self.rows.cursor)
        self.redraw()

    def action_copy(self) -> None:
        """Send the text to the terminal, for the clipboard of its computer (OSC 52)."""
        if self._format.text is None:
            self.notify(NO_TEXT.format(save=self.key("save")))
            return
        text = self._format.text()
        self._remember()
        self.app.copy_to_clipboard(text)
        self.notify(COPIED.format(characters=pluralized(len(text), "character")))

    def action_save(self) -> None:
        self._remember()
        self._exporter.write(self._format.export)

    def _remember(self) -> None:
        """Remember the format in the config file, so that it comes first next time; not for players on a server."""
        if not self.options.bounds:
            remember(REMEMBERED, self._format.name)

    def redraw(self) -> None:
        text = self._format.text() if self._format.text else NOT_SHOWN.format(save=self.key("save"))
        width = max(self.size.width, 1)
        rows = len(self.rows) if len(self.rows) <= self.size.height // 2 - 2 else LIST_ROWS
        self.rows.styles.height = 3 if self.has_class("-low") else rows + 2
        lines = [part for line in text.splitlines() for part in chop_cells(printable(line), width) or [""]]
        self.text.put_parts((), [[Segment(line, self.palette.plain)] for line in lines])
        self._show_frames()

    @on(FormatText.Scrolled)
    def _show_frames(self) -> None:
        self.put_frame(self.rows, FORMATS_TITLE, aside=self.rows.row_text)
        self.put_frame(self.text, TEXT_TITLE, *("copy",) * (self._format.text is not None), "save")
        self.refresh_header()
