"""The tour: a few pages on the program and its keys, over the first screen at the first start."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Click, Key, Resize
from textual.geometry import Size
from textual.widgets import Static

from engine.base.language import Sentence, _, lazy_gettext
from tui.base.base_app import LOW
from tui.base.dialogs import Dialog
from tui.draw.cells import pad, widest, wrap


class Leaf(NamedTuple):
    """A page: a text, and keys with their effects; keys are ids of bindings, separated by blanks."""

    title: Sentence
    text: Sentence
    rows: tuple[tuple[str, Sentence], ...]


LEAVES = (
    Leaf(
        lazy_gettext("Welcome"),
        lazy_gettext(
            "Sudoku and SAT in one place: play puzzles and make them, open formulas, watch solvers think. "
            "Everything has a key; the footer lists the main ones."
        ),
        (
            ("browser.help", lazy_gettext("all the keys of the screen you are on")),
            ("browser.back", lazy_gettext("go back; nothing is lost")),
            ("everywhere.palette", lazy_gettext("search all commands by name, this tour too")),
            ("everywhere.quit", lazy_gettext("quit; a game is saved with every move")),
        ),
    ),
    Leaf(
        lazy_gettext("Files"),
        lazy_gettext("The program opens with the shipped puzzles and formulas. The preview shows what a file is."),
        (
            ("browser.open", lazy_gettext("play a puzzle, look into a formula, go into a folder")),
            ("browser.new_game", lazy_gettext("a new double sudoku, or another layout, as hard as you like")),
            ("browser.daily", lazy_gettext("the puzzles of the day, the same for everybody")),
            ("browser.resume", lazy_gettext("saved games and favourites, once there are any")),
            ("browser.set", lazy_gettext("set a puzzle of your own; one that you paste is played")),
            ("browser.solve", lazy_gettext("solve the formula or the puzzle")),
            ("browser.race", lazy_gettext("race several solvers on it, or on a whole folder")),
        ),
    ),
    Leaf(
        lazy_gettext("Playing"),
        lazy_gettext(
            "Two grids of a double sudoku share a box. Arrows move, digits fill; conflicts are marked at once."
        ),
        (
            ("board.notes board.fill_notes", lazy_gettext("digits become notes; note all candidates")),
            ("board.undo board.redo", lazy_gettext("undo and redo without limit")),
            ("board.history board.bookmark", lazy_gettext("all moves as a tree; bookmark this position")),
            ("board.hint", lazy_gettext("a hint; again: the reason, drawn on the board; again: the move")),
            ("board.check board.last_correct", lazy_gettext("check; go back to the last correct position")),
            ("board.watch", lazy_gettext("watch a search fill the board, then go on with your game")),
            ("board.share", lazy_gettext("copy, save or print the puzzle")),
        ),
    ),
    Leaf(
        lazy_gettext("Solving"),
        lazy_gettext(
            "Formulas and puzzles are solved by our own solvers or by those of python-sat. Every model is checked."
        ),
        (
            ("solve.start solve.stop", lazy_gettext("start and stop")),
            ("solve.choose solve.limit", lazy_gettext("which solver, which branching, for how long")),
            ("solve.verify", lazy_gettext("check the model, or the proof that there is none")),
            ("solve.clauses", lazy_gettext("each clause under the model")),
            ("solve.export", lazy_gettext("write the result, the model or the proof to a file")),
            ("solve.step_through", lazy_gettext("step through the search (next page)")),
        ),
    ),
    Leaf(
        lazy_gettext("The search, step by step"),
        lazy_gettext("A recorded search runs forwards and backwards like a film, with a sentence for every event."),
        (
            ("replay.play replay.speed_up", lazy_gettext("play and pause; faster, slower")),
            ("replay.step_next", lazy_gettext("previous event, next event")),
            ("replay.decision_next", lazy_gettext("previous decision, next decision")),
            ("replay.conflict_next", lazy_gettext("previous conflict, next conflict")),
            ("replay.tree replay.graph replay.board", lazy_gettext("decision tree, implications of a conflict, board")),
            ("replay.find", lazy_gettext("when a variable is set, and why")),
        ),
    ),
)


TEXT_WIDTH, _EDGES = 70, 6
"""Maximum columns of the text, and columns of the frame around it."""


class TourScreen(Dialog[None]):
    """Shows the pages one by one. Any key that does not turn them ends the tour, and has its usual effect."""

    DEFAULT_CSS = """
    TourScreen > .box { width: 76; max-width: 76; height: auto; min-height: 18; padding: 1 2; }
    TourScreen.-low > .box { min-height: 0; padding: 0 2; }
    TourScreen > .box > Static { max-width: 100%; }
    """
    BINDINGS = [
        Binding("enter,space,right", "turn(1)", "next page", key_display="enter", id="dialogs.tour_next"),
        Binding("left,backspace", "turn(-1)", "previous page", id="dialogs.tour_previous"),
        Binding("escape,q", "dismiss", "end the tour", key_display="esc", id="dialogs.tour_end"),
    ]

    def __init__(self, keys: Mapping[str, str]) -> None:
        """`keys` are the configured keys for display by binding id, at least those of the first page."""
        super().__init__()
        self._keys = keys
        self._size = Size(0, 0)
        """The terminal that the pages are for."""
        self.page = 0
        """The index of the current page."""

    def learn(self, keys: Mapping[str, str]) -> None:
        """Set the keys of all pages."""
        self._keys = keys
        if self.is_mounted:
            self._show()

    def compose(self) -> ComposeResult:
        self._text = Static()
        self._box = Vertical(self._text, classes="box")
        yield self._box

    def on_mount(self) -> None:
        self._show()
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._show())  # the terminal may tell its ground

    def on_resize(self, event: Resize) -> None:
        if self._size != event.size:
            self.page = min(self.page, len(self._pages()) - 1)
            self._show()

    def action_turn(self, step: int) -> None:
        """Show the next or previous page; after the last one the tour ends."""
        self.page = max(self.page + step, 0)
        self._show()
        if self.page >= len(self._pages()):
            self.dismiss()

    def on_key(self, event: Key) -> None:
        if event.key not in self.active_bindings:
            event.stop()
            self.dismiss()
            self.app.call_later(self.app.simulate_key, event.key)

    def on_click(self, event: Click) -> None:
        """Turn the page; a click outside of it ends the tour."""
        if self.is_too_small:
            return
        if self._box.region.contains(int(event.screen_x), int(event.screen_y)):
            self.action_turn(1)
        else:
            self.dismiss()

    def _show(self) -> None:
        pages = self._pages()
        if self.page >= len(pages):
            return
        self._size, glyphs, box = self.app.size, self.glyphs, self._box
        box.border_title = _("tour {dot} page {page} of {count}").format(
            dot=glyphs.dot, page=self.page + 1, count=len(pages)
        )
        turn, end = self.first_key("turn(1)"), self.first_key("dismiss")
        last = self.page + 1 == len(pages)
        box.border_subtitle = (
            _("any key: begin")
            if last
            else _("{turn}: next page {dot} {end} or any other: begin").format(turn=turn, dot=glyphs.dot, end=end)
        )
        self._text.update(Text("\n").join(pages[self.page]))

    def _pages(self) -> list[Sequence[Text]]:
        """Return the lines of each page; a leaf too long for the terminal has several."""
        size = self.app.size
        width, height = max(size.width - _EDGES, 1), size.height - (2 if size.height < LOW else 4)
        return [
            lines[top : top + height]
            for lines in (self._lines(leaf, min(TEXT_WIDTH, width)) for leaf in LEAVES)
            for top in range(0, len(lines), height)
        ]

    def _lines(self, leaf: Leaf, width: int) -> list[Text]:
        """Return the title and the text of a leaf, and its keys with their effects beside them."""
        keys = ["  ".join(self._keys.get(key_id, "") for key_id in ids.split()) for ids, _does in leaf.rows]
        columns = widest(keys, 0) + 2
        lines = [Text(str(leaf.title), self.palette.title), Text(), *map(Text, wrap(str(leaf.text), width)), Text()]
        for key, (_ids, does) in zip(keys, leaf.rows, strict=True):
            for place, part in enumerate(wrap(str(does), max(width - columns, 1))):
                lines.append(Text.assemble((pad("" if place else key, columns), self.palette.key), part))
        return lines
