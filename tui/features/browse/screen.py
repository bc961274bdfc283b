"""The first screen: folders and files, and what is in them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from rich.segment import Segment
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import ScreenResume
from textual.message import Message
from textual.worker import get_current_worker

from engine.base.errors import Cancelled, InputError
from engine.base.folder import absolute
from engine.base.text import printable, title_of
from engine.files.kinds import Kind
from engine.files.reading import Glance, glance, layout_label, load_puzzles
from engine.sudoku.puzzle import Puzzle
from tui.base import requests as messages
from tui.base.delays import Delays
from tui.base.pasting import PastingPage
from tui.base.rows import Rows
from tui.base.text_line import TextLine
from tui.draw.cells import clip, clip_start, width_of
from tui.features.browse.beginning import BeginningPage
from tui.features.browse.facts import Subject
from tui.features.browse.file_list import FileList
from tui.features.browse.filter_line import FilterLine
from tui.features.browse.places import PARENT, Item, Listing, PuzzleItems, list_folder, shown_path
from tui.features.browse.preview import Preview

PATIENCE = 0.3
"""Seconds after which work that is not done yet is mentioned."""

Verb = Literal["open", "inspect", "solve", "play", "favour", "set"]


@dataclass(frozen=True)
class Place:
    """What the list shows: a folder, or a file by the puzzles in it."""

    path: Path
    puzzles: Sequence[Puzzle] | None = None


class BrowserScreen(BeginningPage, PastingPage):
    """Browses from `start`, a folder or a file in it; `shipped` is the folder of the puzzles that come along.

    Guests stay in `root`, a real path.
    """

    TITLE = "browser"
    FIRST = ("open", "inspect", "solve", "play", "new_game", "resume")
    PARTS = (FileList,)
    DEFAULT_CSS = """
    BrowserScreen > #title { height: 1; padding: 0 1; }
    """
    BINDINGS = [
        Binding("enter,right,l", "open", "open", key_display="enter",
                tooltip="go in, inspect a formula, play a puzzle"),
        Binding("i", "inspect", "inspect", tooltip="see the clauses of a formula"),
        Binding("s", "solve", "solve", tooltip="solve a formula or a puzzle"),
        Binding("p", "play", "play", tooltip="play a puzzle"),
        Binding("c", "race", "race", show=False, tooltip="race solvers on a formula, or on all of a folder"),
        Binding("asterisk", "favour", "favourite", key_display="*", show=False,
                tooltip="mark a puzzle as a favourite, or no longer"),
        Binding("E", "change", "change", show=False, tooltip="change a puzzle into one of your own"),
        Binding("slash", "filter", "filter", key_display="/", show=False, tooltip="only names with these words"),
        Binding("left,backspace,h", "out", "out", key_display="left", show=False, tooltip="to the folder above"),
        Binding("full_stop", "toggle_hidden", "hidden", key_display=".", show=False, tooltip="hidden files too"),
        Binding("f5,ctrl+r", "reload", "refresh", key_display="F5", show=False, tooltip="read the folder again"),
    ]  # fmt: skip

    class Listed(Message):
        """A folder was read."""

        def __init__(self, turn: int, listing: Listing) -> None:
            super().__init__()
            self.turn, self.listing = turn, listing

    class Looked(Message):
        """A file that something is to be done with was looked at, and its puzzles were read."""

        def __init__(self, verb: Verb, path: Path, seen: Glance, puzzles: list[Puzzle]) -> None:
            super().__init__()
            self.verb, self.path, self.seen, self.puzzles = verb, path, seen, puzzles

    def __init__(self, start: Path, shipped: Path, root: Path | None = None) -> None:
        super().__init__()
        self._root = root
        self._shipped = absolute(shipped, Path("/"))
        self._place = Place(absolute(start, self._shipped))
        self._items: Sequence[Item] = ()
        self._hidden = False
        self._words = ""
        self._turn = 0
        self._said = ""
        self._delays = Delays(self)

    def content(self) -> ComposeResult:
        with Horizontal(id="title"):
            yield TextLine("path")
            yield FilterLine()
        with Horizontal():
            yield FileList()
            yield Preview(self._shipped)

    def on_mount(self) -> None:
        self._enter(self._place.path)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.refresh_keys()
        if self._items and self._place.puzzles is None:
            self._enter(self._place.path)  # another screen may have written files

    @property
    def rows(self) -> Rows:
        return self._list

    @property
    def _filter(self) -> FilterLine:
        return self.query_one(FilterLine)

    @property
    def _list(self) -> FileList:
        return self.query_one(FileList)

    def redraw(self) -> None:
        self._show_title(self._said)
        self._list.refresh()
        self.query_one(Preview).redraw()

    # going from place to place

    def _enter(self, path: Path, select: str = "", said: str = "") -> None:
        """Show a folder (or the folder of a file, with the file selected), and say something."""
        self._turn += 1
        self._delays.after(PATIENCE, "slow", lambda: self._say("reading the folder"))
        self._read(self._turn, path, select, self._hidden, said)

    @work(thread=True, exclusive=True, exit_on_error=False, group="folder", description="read a folder")
    def _read(self, turn: int, path: Path, select: str, hidden: bool, said: str) -> None:
        worker = get_current_worker()
        with suppress(Cancelled):
            listing = list_folder(path, select, hidden, lambda: worker.is_cancelled, self._root)
            self.post_message(self.Listed(turn, replace(listing, said=listing.said or said)))

    @on(Listed)
    def _show_folder(self, event: Listed) -> None:
        if event.turn != self._turn:
            return
        self._delays.stop("slow")
        new, here, cursor = event.listing, self._list.item, self._list.cursor
        again = bool(self._items) and self._place == Place(new.path)
        if again and new.items == self._items:
            self._show_title(new.said)
            self._follow()
            return
        select = new.select or (here.name if again and here else "")
        self._place, self._items = Place(new.path), new.items
        self._words = self._words if again else ""
        self._list.show(new.items, new.path, new.notice)
        if self._words:
            self._list.narrow(self._words)
        if again:
            self._list.reset(cursor)
        self._list.select(select)
        self._show_title(new.said)
        self._follow()

    def _show_puzzles(self, path: Path, puzzles: list[Puzzle]) -> None:
        """Show a file of several puzzles as if it was a folder."""
        self._turn += 1
        self._place, self._items, self._words = Place(path, puzzles), PuzzleItems(puzzles), ""
        self._list.show(self._items)
        self._show_title()
        self._follow()

    def action_out(self) -> None:
        """To the folder above, with what was left selected."""
        path = self._place.path
        if path not in (path.parent, self._root):
            self._enter(path.parent, path.name)

    def action_reload(self) -> None:
        if self._place.puzzles is None:
            self._items = ()
        self._enter(self._place.path)

    def action_toggle_hidden(self) -> None:
        self._hidden = not self._hidden
        if self._place.puzzles is None:
            self._enter(self._place.path)

    async def action_back(self) -> None:
        if self._filter.has_focus or self._words:
            self._narrow("")
            self._end_filter()
        elif self._place.puzzles is not None:
            self.action_out()
        else:
            await super().action_back()

    # the filter

    def action_filter(self) -> None:
        self._filter.begin(self._words)
        self._show_title()

    @on(FilterLine.Changed)
    def _filter_typed(self, event: FilterLine.Changed) -> None:
        if event.input.has_focus:
            self._narrow(event.value)

    @on(FilterLine.Moved)
    def _move_while_typing(self, event: FilterLine.Moved) -> None:
        self._list.move(event.by)

    @on(FilterLine.Submitted)
    def _end_filter(self) -> None:
        self._list.focus()
        self._filter.end()
        self._show_title()

    def _narrow(self, words: str) -> None:
        self._words = words
        self._list.narrow(words)
        self._show_title()
        self._follow()

    # the preview

    @on(Rows.Moved)
    def _moved(self) -> None:
        if self._said:
            self._show_title()
        self._follow()

    def _follow(self) -> None:
        """Let the preview follow the cursor."""
        item, puzzles, preview = self._list.item, self._place.puzzles, self.query_one(Preview)
        if item is None:
            preview.show_soon(None)
        elif puzzles is None:
            preview.follow(self._path_of(item))
        elif item.name == PARENT:
            preview.show_soon(Subject(self._place.path.name, f"{len(puzzles):,} puzzles", ()))
        else:
            number = self._list.position
            puzzle, what = puzzles[number - 1], f"number {number:,} of {len(puzzles):,}"
            preview.show_soon(Subject(puzzle.name or f"puzzle {number:,}", layout_label(puzzle.layout), puzzle, what))

    @on(Preview.Learned)
    def _learn(self, event: Preview.Learned) -> None:
        if event.path.parent == self._place.path and event.seen.kind is not Kind.FOLDER:
            self._list.learn({event.path.name: event.seen})

    # doing something with it

    def action_open(self) -> None:
        self._do("open")

    def action_inspect(self) -> None:
        self._do("inspect")

    def action_solve(self) -> None:
        self._do("solve")

    def action_play(self) -> None:
        self._do("play")

    def action_race(self) -> None:
        item = self._list.item
        here = item is None or item.name == PARENT or self._place.puzzles is not None
        self.post_message(messages.RaceFiles((self._place.path if item is None or here else self._path_of(item),)))

    def action_change(self) -> None:
        self._do("set")

    def take_pasted(self, puzzle: Puzzle) -> None:
        self.post_message(messages.PlayPuzzle(puzzle))

    def action_favour(self) -> None:
        self._do("favour")

    def on_rows_chosen(self) -> None:
        self._do("open")

    def _do(self, verb: Verb) -> None:
        item = self._list.item
        if item is None:
            return
        if item.name == PARENT:
            self.action_out()
        elif self._place.puzzles is not None:
            number = self._list.position
            self._do_with_puzzle(verb, self._place.puzzles[number - 1], f"{self._place.path.stem} {number}")
        elif item.folder:
            self._enter(self._path_of(item))
        else:
            self._delays.after(PATIENCE, "slow", lambda: self._say("reading"))
            self._look(verb, self._path_of(item))

    @work(thread=True, exclusive=True, exit_on_error=False, group="look", description="read a file")
    def _look(self, verb: Verb, path: Path) -> None:
        worker = get_current_worker()
        seen, puzzles = glance(path), []
        if seen.kind is Kind.PUZZLE and not seen.reason:
            try:
                puzzles = load_puzzles(path, cancel=lambda: worker.is_cancelled)
            except InputError as error:
                seen = seen.with_error(error)
            except Cancelled:
                return
        self.post_message(self.Looked(verb, path, seen, puzzles))

    @on(Looked)
    def _do_with_file(self, event: Looked) -> None:
        item = self._list.item
        if not self.is_current or item is None or self._path_of(item) != event.path:
            return  # the user went on meanwhile
        self._delays.stop("slow")
        seen = event.seen
        where = f"line {seen.line}: " if seen.line is not None else ""
        broken = f"{printable(event.path.name)}: {where}{printable(seen.reason)}"
        if event.puzzles:
            if len(event.puzzles) > 1:
                self._show_puzzles(event.path, event.puzzles)
            else:
                self._do_with_puzzle(event.verb, event.puzzles[0], event.path.stem)
        elif seen.kind is Kind.FOLDER:
            self._enter(event.path)
        elif seen.kind is Kind.CNF and event.verb in ("open", "inspect"):
            self.post_message(messages.InspectFile(event.path))  # a broken one too: it shows the place
        elif seen.kind is Kind.UNREADABLE:
            self._enter(self._place.path, said=broken)  # perhaps the whole folder is gone
        elif seen.reason:
            self._say(broken)
        elif event.verb == "solve":
            self.post_message(messages.SolveFile(event.path))
        else:
            said = {"play": f"played; {self.key('solve')} solves it", "favour": "a favourite", "set": "changed here"}
            self._say(f"a formula can't be {said[event.verb]}")

    def _do_with_puzzle(self, verb: Verb, puzzle: Puzzle, name: str) -> None:
        puzzle = puzzle if puzzle.name else replace(puzzle, name=title_of(name))
        if verb == "inspect":
            self._say(f"a puzzle has no clauses; {self.key('solve')} solves it")
        elif verb == "solve":
            self.post_message(messages.SolvePuzzle(puzzle))
        elif verb == "favour":
            self.post_message(messages.FavourPuzzle(puzzle))
        elif verb == "set":
            self.post_message(messages.SetPuzzle(puzzle))
        else:
            self.post_message(messages.PlayPuzzle(puzzle))

    # small things

    def _path_of(self, item: Item) -> Path:
        return self._place.path.parent if item.name == PARENT else self._place.path / item.name

    def _say(self, text: str) -> None:
        """A word at the right of the title, until the cursor moves."""
        self._show_title(text)

    def _show_title(self, said: str = "") -> None:
        """The path, and beside it a word that was said, or how many items there are."""
        self._said = said
        typing = self._filter.can_focus
        line = self.query_one("#path", TextLine)
        right = [Segment(f" {len(self._list):,}  filter: ", self.palette.dim)] if typing else []
        path = printable(shown_path(self._place.path, self._shipped))
        room = max(line.size.width - width_of(right), 8)
        line.show([Segment(clip_start(path, room, self.glyphs.ellipsis), self.palette.title)], right)
        style = self.palette.warning if said else self.palette.dim
        word = said or f"{self._count()} {self.glyphs.dot} {'esc shows all' if self._words else '/ filter'}"
        self._filter.say([Segment(clip(word, self._filter.size.width, self.glyphs.ellipsis), style)])

    def _count(self) -> str:
        puzzles = self._place.puzzles
        if self._words:
            total = len(self._items) - bool(self._items and self._items[0].name == PARENT)
            return f"{len(self._list):,} of {total:,} have {printable(self._words)!r}"
        if puzzles is not None:
            return f"{len(puzzles):,} puzzles, givens"
        folders = sum(item.folder for item in self._items if item.name != PARENT)
        files = sum(not item.folder for item in self._items)
        words = [f"{n:,} {word}{'s' * (n != 1)}" for n, word in ((folders, "folder"), (files, "file")) if n]
        return ", ".join(words) or "empty"
