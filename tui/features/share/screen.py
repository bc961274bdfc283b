"""A puzzle as text, to be selected, copied or written to a file: every format of files, and pages to be printed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.cells import chop_cells
from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

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
from tui.base.text_block import ScrolledText
from tui.base.text_line import TextLine

MORE = lazy_gettext("{lines} more")
NO_TEXT = lazy_gettext("This is not text: {save} writes it to a file.")
NOT_SHOWN = lazy_gettext("A page of PDF can't be shown here; {save} writes it to a file.")
COPIED = lazy_gettext(
    "{characters} were sent to the clipboard by OSC 52. If none arrive, your terminal does not let them in: select the "
    "text with shift and the mouse."
)

@dataclass(frozen=True)
class Way:
    """A way in which a puzzle leaves the program: its name, what it is, its text (None: it has none), the file, and
    whether that tells the rules of the layout."""

    name: str
    summary: str
    text: Callable[[], str] | None
    export: Export
    tells_rules: bool = True


def ways(puzzle: Puzzle, folder: Path) -> list[Way]:
    """All that can hold the puzzle's layout, what tells its rules first; files are proposed in that folder, under the
    puzzle's name."""
    puzzle = replace(puzzle, name=printable(puzzle.name))
    stem = re.sub(r"[^\w-]+", "-", puzzle.name).strip("-")[:60] or puzzle.layout.name

    def text_way(name: str, summary: str, suffix: str, text: Callable[[], str], tells_rules: bool = True) -> Way:
        return Way(name, summary, text, text_export(name, folder / (stem + suffix), text), tells_rules)

    found = []
    for form in FORMATS.values():
        try:
            require_puzzle(form.name, puzzle)
        except InputError:
            continue
        text, tells = partial(write, puzzle, form.name), form.tells(puzzle.layout)
        found.append(text_way(form.name, str(form.summary), form.suffix, text, tells))
    found.sort(key=lambda way: not way.tells_rules)
    found.append(text_way("svg", _("a page of A4 to be printed"), ".svg", lambda: svg(_page(puzzle))))
    as_pdf = Export("pdf", folder / f"{stem}.pdf", lambda file: file.write(pdf([_page(puzzle)], puzzle.name)))
    return [*found, Way("pdf", _("the same page as PDF"), None, as_pdf)]


def _page(puzzle: Puzzle) -> printed.Sheet:
    return next(printed.pages(printed.figures([puzzle]), 1))


class ShareScreen(Page):
    """The text stands from the left edge on and alone in its rows, so that the terminal's own mouse can select it."""

    HEADING = lazy_gettext("share")
    FOLLOWS_SIZE = True
    PARTS = (ScrolledText,)
    DEFAULT_CSS = """
    ShareScreen > Horizontal { height: 1; }
    ShareScreen > #way { margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "turn(1)", "next format", key_display="left right", tooltip="format", id="next_format"),
        Binding("left,h", "turn(-1)", show=False, id="previous_format"),
        Binding("c", "copy", "copy", tooltip="copy it to your clipboard"),
        Binding("s,enter", "save", "save", key_display="s", tooltip="write it to a file (asks which)"),
        Binding("m", "mine", "my digits", tooltip="givens only, or with your digits"),
    ]

    def __init__(self, puzzle: Puzzle, digits: Digits) -> None:
        """`digits` are those on the board: the givens and what was found."""
        super().__init__()
        self._exporter = Exporter(self)
        self._puzzle = puzzle
        self._digits = digits
        self._with_mine = False
        self._number = 0
        self._ways = self._found_ways()

    def content(self) -> ComposeResult:
        with Horizontal():
            yield TextLine("name")
        yield TextLine("way")
        self.text = ScrolledText("text")
        yield self.text

    def _found_ways(self) -> list[Way]:
        puzzle = replace(self._puzzle, givens=self._digits) if self._with_mine else self._puzzle
        return ways(puzzle, absolute(Path(), Path("/")))

    @property
    def _way(self) -> Way:
        return self._ways[self._number]

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"mine": self._digits != self._puzzle.givens}

    def action_turn(self, step: int) -> None:
        self._number = (self._number + step) % len(self._ways)
        self.text.top = 0
        self.redraw()

    def action_mine(self) -> None:
        self._with_mine = not self._with_mine
        self._ways = self._found_ways()
        self.redraw()

    def action_copy(self) -> None:
        """Send the text to the terminal, which puts it into the clipboard of the computer it runs on (OSC 52)."""
        if self._way.text is None:
            self.notify(NO_TEXT.format(save=self.key("save")))
            return
        text = self._way.text()
        self.app.copy_to_clipboard(text)
        self.notify(COPIED.format(characters=pluralized(len(text), "character")))

    def action_save(self) -> None:
        self._exporter.write(self._way.export)

    def redraw(self) -> None:
        text = self._way.text() if self._way.text else NOT_SHOWN.format(save=self.key("save"))
        width = max(self.size.width, 1)
        lines = [part for line in text.splitlines() for part in chop_cells(printable(line), width) or [""]]
        self.text.put_parts((), [[Segment(line, self.palette.plain)] for line in lines])
        self._show_head()

    @on(ScrolledText.Scrolled)
    def _show_head(self) -> None:
        palette = self.palette
        name = printable(self._puzzle.name) or self._puzzle.layout.label
        facts = [_("format {number} of {count}").format(number=self._number + 1, count=len(self._ways))]
        if not self._way.tells_rules:
            facts.append(_("without the rules"))
        if self._digits != self._puzzle.givens:
            facts.append(_("with your digits") if self._with_mine else _("givens only"))
        if self.text.below:
            facts.append(MORE.format(lines=pluralized(self.text.below, "line")))
        self.query_one("#name", TextLine).show(
            [Segment(f" {_('share: {name}').format(name=name)}", palette.title)],
            [Segment(f" {self.glyphs.dot} ".join(facts) + " ", palette.dim)],
        )
        way = [Segment(f" < {self._way.name} > ", palette.accent), Segment(f" {self._way.summary}", palette.plain)]
        self.query_one("#way", TextLine).show(way)
