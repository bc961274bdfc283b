"""A puzzle as text to copy or write to a file, in every format, and as a page to print."""

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
NOT_SHOWN = lazy_gettext("A page of PDF can't be shown here; {save} writes it to a file.")
COPIED = lazy_gettext(
    "{characters} were sent to the clipboard by OSC 52. If they do not arrive, your terminal does not allow it: "
    "select the text with shift and the mouse."
)

TEXT_TITLE = lazy_gettext("as it is shared")
FORMATS_TITLE, WITHOUT_RULES = lazy_gettext("formats"), lazy_gettext("without the rules")

REMEMBERED = "share"
"""The name of the remembered format in the config file."""
_LIST_ROWS, _TALL = 7, 30
"""Visible rows of formats."""


@dataclass(frozen=True)
class Way:
    """A form of a puzzle: name, kind, text (None: none), file, and whether it states the layout's rules."""

    name: str
    summary: str
    text: Callable[[], str] | None
    export: Export
    shows_layout: bool = True


def ways(puzzle: Puzzle, folder: Path) -> list[Way]:
    """Return the forms that can express the puzzle's layout, those with rules first, with files in a folder."""
    puzzle = replace(puzzle, name=printable(puzzle.name))
    stem = re.sub(r"[^\w-]+", "-", puzzle.name).strip("-")[:60] or puzzle.layout.name

    def text_way(name: str, summary: str, suffix: str, text: Callable[[], str], shows_layout: bool = True) -> Way:
        return Way(name, summary, text, text_export(name, folder / (stem + suffix), text), shows_layout)

    found = []
    for form in FORMATS.values():
        try:
            require_puzzle(form.name, puzzle)
        except InputError:
            continue
        text, shows_layout = partial(write, puzzle, form.name), form.names_layout(puzzle.layout)
        found.append(text_way(form.name, str(form.summary), form.suffix, text, shows_layout))
    found.sort(key=lambda way: not way.shows_layout)
    found.append(text_way("svg", _("an A4 page for printing"), ".svg", lambda: svg(_page(puzzle))))
    as_pdf = Export("pdf", folder / f"{stem}.pdf", lambda file: file.write(pdf([_page(puzzle)], puzzle.name)))
    return [*found, Way("pdf", _("the same page as PDF"), None, as_pdf)]


def _page(puzzle: Puzzle) -> printed.Sheet:
    return next(printed.pages(printed.figures([puzzle]), 1))


class WayList(ItemRows[Way]):
    """The forms, each with its purpose."""

    name_width = 0

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        way, palette = self.items[index], self.palette
        rules = "" if way.shows_layout else f" {self.glyphs.dot} {WITHOUT_RULES}"
        summary = clip(f"{way.summary}{rules}", max(width - self.name_width - 3, 1), self.glyphs.ellipsis)
        name = f" {pad(way.name, self.name_width)}  "
        return self.painted(((name, palette.key), (summary, palette.plain)), is_selected)


class WayText(ScrolledText):
    """The puzzle in the selected format. Its keys have the names of the list's keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("pagedown", "turn(1)", show=False),
    ]

    def action_move(self, step: int) -> None:
        self.action_scroll(step)


class ShareScreen(Page):
    """Shows the text alone in its rows from the left edge on, so that the terminal's mouse can select it."""

    HEADING = lazy_gettext("share")
    FOLLOWS_SIZE = True
    PARTS = (WayList, WayText)
    AUTO_FOCUS = "WayList"
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
        """`digits` are those on the board, givens included."""
        super().__init__()
        self._exporter = Exporter(self)
        self._puzzle = puzzle
        self._digits = digits
        self._with_mine = False
        self._first = "" if self.options.bounds else stored_choice(REMEMBERED)
        """The name of the format used last, which comes first."""

    def content(self) -> ComposeResult:
        self.ways, self.text = WayList(), WayText("text")
        self.put_frame(self.ways, FORMATS_TITLE)
        self.put_frame(self.text, TEXT_TITLE)
        yield self.ways
        yield self.text

    def on_mount(self) -> None:
        self._fill(0)

    def _fill(self, cursor: int) -> None:
        puzzle = replace(self._puzzle, givens=self._digits) if self._with_mine else self._puzzle
        found = ways(puzzle, absolute(Path(), Path("/")))
        found.sort(key=lambda way: way.name != self._first)
        self.ways.name_width = widest((way.name for way in found), 0)
        self.ways.fill(found, cursor)

    @property
    def topic(self) -> str:
        return printable(self._puzzle.name) or self._puzzle.layout.label

    @property
    def header_facts(self) -> Sequence[str]:
        facts = [MORE.format(lines=pluralized(self.text.below, "line"))] if self.text.below else []
        if self._digits != self._puzzle.givens:
            facts.append(_("with your digits") if self._with_mine else _("givens only"))
        return facts

    @property
    def _way(self) -> Way:
        way = self.ways.item
        assert way is not None, "there is always a page to print"
        return way

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"mine": self._digits != self._puzzle.givens}

    def action_turn(self, step: int) -> None:
        self.ways.go((self.ways.cursor + step) % len(self.ways))

    def on_key(self, event: Key) -> None:
        """Go to the next format that begins with the letter."""
        letter = (event.character or "").casefold()
        if not letter.isalpha() or event.key in self.active_bindings:
            return
        order = [(self.ways.cursor + step) % len(self.ways) for step in range(1, len(self.ways) + 1)]
        place = next((place for place in order if self.ways.items[place].name.startswith(letter)), None)
        if place is not None:
            event.stop()
            self.ways.go(place)

    @on(Rows.Moved)
    def _show_format(self) -> None:
        self.text.top = 0
        self.redraw()

    def action_mine(self) -> None:
        self._with_mine = not self._with_mine
        self._fill(self.ways.cursor)
        self.redraw()

    def action_copy(self) -> None:
        """Send the text to the terminal, for the clipboard of its computer (OSC 52)."""
        if self._way.text is None:
            self.notify(NO_TEXT.format(save=self.key("save")))
            return
        text = self._way.text()
        self._remember()
        self.app.copy_to_clipboard(text)
        self.notify(COPIED.format(characters=pluralized(len(text), "character")))

    def action_save(self) -> None:
        self._remember()
        self._exporter.write(self._way.export)

    def _remember(self) -> None:
        """Remember the format, so that it comes first next time."""
        if not self.options.bounds:
            remember(REMEMBERED, self._way.name)

    def redraw(self) -> None:
        text = self._way.text() if self._way.text else NOT_SHOWN.format(save=self.key("save"))
        width = max(self.size.width, 1)
        rows = len(self.ways) if self.size.height >= _TALL else _LIST_ROWS
        self.ways.styles.height = 3 if self.has_class("-low") else rows + 2
        lines = [part for line in text.splitlines() for part in chop_cells(printable(line), width) or [""]]
        self.text.put_parts((), [[Segment(line, self.palette.plain)] for line in lines])
        self._show_head()

    @on(WayText.Scrolled)
    def _show_head(self) -> None:
        self.put_frame(self.ways, FORMATS_TITLE, aside=self.ways.row_text)
        self.put_frame(self.text, TEXT_TITLE, *("copy",) * (self._way.text is not None), "save")
        self.refresh_header()
