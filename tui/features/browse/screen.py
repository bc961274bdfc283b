"""The first screen: a browser of folders and files, with a preview."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Paste as PasteEvent
from textual.events import ScreenResume
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Input

from engine.base.errors import InputError
from engine.base.folder import absolute
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from engine.base.text import pluralized, printable, title_of
from engine.files.kinds import FileKind
from engine.files.proofs import formula_beside, is_veripb
from tui.base import requests
from tui.base.background import call, cancellable, complaint
from tui.base.keymap import MovedBinding
from tui.base.page import Page, posting
from tui.base.paste import Paste
from tui.base.picture_view import PanelView
from tui.base.rows import Rows
from tui.draw.cells import clip_start
from tui.draw.face import FRAMED_FROM, Chip
from tui.draw.numbers import clock_text
from tui.draw.panels import Stack
from tui.features.browse import words
from tui.features.browse.file_list import FileList
from tui.features.browse.files import Files
from tui.features.browse.going_on import NEW_GAME, OTHERS, TITLES, Offers, company, next_lesson, panels_of, read_offers
from tui.features.browse.listing import PARENT, FolderListing, ListItem, list_folder, puzzle_item, shown_path
from tui.features.browse.pack import PackOrder, PackSource, rating_state, read_folder_pack
from tui.features.browse.preview import Preview
from tui.guests.confinement import leads_out

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Loaded
    from engine.play.game import GameRecord
    from engine.play.pack import PackProgress
    from engine.play.store import SavedState
    from engine.sat.formula.formula import Formula
    from engine.sat.trace.recording import SearchRecording
    from engine.sudoku.puzzle import Puzzle
    from engine.together.hub import LobbyView

Content = TypeVar("Content")

Verb = Literal["open", "inspect", "solve", "decide", "play", "favourite", "set"]
"""An action on a file."""


def _play(puzzle: Puzzle, path: Path) -> Message:
    from engine.play.origin import Origin  # nothing heavy before the first frame

    return requests.PlayPuzzle(puzzle, Origin(file=title_of(path.name)))


WITH_PUZZLE: dict[Verb, Callable[[Puzzle, Path], Message]] = {
    "open": _play,
    "play": _play,
    "solve": lambda puzzle, _: requests.SolvePuzzle(puzzle),
    "favourite": lambda puzzle, _: requests.MarkFavourite(puzzle),
    "set": lambda puzzle, _: requests.SetPuzzle(puzzle),
}
"""The requests for a puzzle of a file."""

WITH_FORMULA: dict[Verb, Callable[[Loaded], Message]] = {
    "open": lambda loaded: requests.InspectFile(loaded.path, loaded.document),
    "inspect": lambda loaded: requests.InspectFile(loaded.path, loaded.document),
    "solve": lambda loaded: requests.SolveFile(loaded.path, loaded.document),
    "decide": lambda loaded: requests.DecideYourself(loaded.path, loaded.document),
}
"""The requests for a formula."""


_OPENED_ONLY = {"do('inspect')": False, "do('solve')": False, "do('play')": False, "train": True, "lessons": True}
KEYS_SHOWN: dict[FileKind | None, dict[str, bool]] = {
    FileKind.CNF: {"do('play')": False, "do('decide')": True},
    FileKind.PUZZLE: {"do('inspect')": False},
    FileKind.GAME: {"do('inspect')": False, "do('solve')": False},
    **{kind: _OPENED_ONLY for kind in FileKind if kind not in (FileKind.CNF, FileKind.PUZZLE, FileKind.GAME)},
}
"""Changes in the visible keys by the kind of the item under the cursor."""

PREVIEW_KEYS: dict[FileKind | None, dict[str, Sentence]] = {
    FileKind.PUZZLE: {
        "do('play')": lazy_gettext("play"), "do('solve')": lazy_gettext("solve"), "do('set')": lazy_gettext("set"),
        "do('favourite')": lazy_gettext("favourite"),
    },
    FileKind.CNF: {
        "do('inspect')": lazy_gettext("inspect"), "do('solve')": lazy_gettext("solve"), "race": lazy_gettext("race"),
    },
    FileKind.FOLDER: {"do('open')": lazy_gettext("open"), "race": lazy_gettext("race")},
    FileKind.PROOF: {"do('open')": lazy_gettext("check")},
    FileKind.RECORDING: {"do('open')": lazy_gettext("replay")},
    FileKind.GAME: {"do('open')": lazy_gettext("watch"), "do('play')": lazy_gettext("race against it")},
    FileKind.LESSON: {"do('open')": lazy_gettext("begin")},
}  # fmt: skip
"""The keys in the frame of the preview by the kind of the item under the cursor."""


_SETTLED = 0.3
"""Seconds after which the puzzles of a folder are read."""
_MOST_CRUMBS = 4
"""Maximum number of path components in the header, which shows the last two of a longer path."""


class FilterInput(Input):
    """The input for the filter's words; the arrow keys still move the cursor of the list."""

    BINDINGS = [
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", show=False),
    ]


@dataclass(frozen=True)
class BrowserLocation:
    """The location of the list: a folder, or a file with its puzzles."""

    path: Path
    puzzles: Sequence[Puzzle] | None = None


class BrowserScreen(Page):
    """Browses from `start`, a folder or a file in it; `shipped` is the folder of the shipped puzzles.

    Guests stay in `root`, a real path. With `opens_start`, a file opens as soon as the list shows it.
    """

    HEADING = lazy_gettext("browser")
    FIRST = (
        "do('open')", "do('inspect')", "do('solve')", "do('play')", "do('decide')", "new_game", "resume", "daily",
        "train", "lessons",
    )  # fmt: skip
    PARTS = (FileList,)
    AUTO_FOCUS = "FileList"
    DEFAULT_CSS = """
    BrowserScreen.-narrow Preview { display: none; }
    BrowserScreen.-narrow FileList { width: 1fr; min-width: 1; max-width: 100%; }
    BrowserScreen > #offers { height: 1; }
    BrowserScreen.-framed > #offers { height: 5; }
    BrowserScreen.-narrow > #offers, BrowserScreen.-low > #offers { display: none; }
    BrowserScreen Preview { margin-left: 1; }
    FilterInput, FilterInput:focus { width: 100%; height: 1; border: none; padding: 0 1; }
    """
    BINDINGS = [
        Binding("enter", "do('open')", "open", id="open", tooltip="go in, inspect a formula, play a puzzle"),
        Binding("right,l", "unfold", "open in place", key_display="right", show=False,
                tooltip="open a folder in place; open a file"),
        MovedBinding("K", "do('inspect')", "inspect", id="inspect", tooltip="see the clauses of a formula", former="i"),
        Binding("s", "do('solve')", "solve", id="solve", tooltip="solve a formula or a puzzle"),
        Binding("p", "do('play')", "play", id="play", tooltip="play a puzzle"),
        MovedBinding("Q", "race", "race", show=False, former="c",
                     tooltip="race solvers on a formula, or on all of a folder"),
        Binding("asterisk,M", "do('favourite')", "favourite", id="favour", key_display="*", show=False,
                tooltip="add a puzzle to the favourites, or remove it"),
        MovedBinding("equals_sign", "do('set')", "change", id="change", show=False, former="E",
                     tooltip="make your own puzzle from this one"),
        Binding("slash", "filter", "filter", key_display="/", show=False, tooltip="show only names with "
                                                                                  "these words"),
        Binding("left,h", "fold", "close", key_display="left", show=False,
                tooltip="close a folder, or go to the folder above"),
        Binding("backspace", "out", "out", show=False, tooltip="to the folder above"),
        Binding("full_stop", "toggle_hidden", "hidden", key_display=".", show=False, tooltip="show hidden files"),
        Binding("f5,ctrl+r", "reload", "refresh", key_display="F5", show=False, tooltip="read the folder again"),
        Binding("g", "next_open", "next one", show=False, tooltip="play the next open puzzle of the file or folder"),
        Binding("O", "order", "order", show=False, tooltip="the order of the puzzles of a file: by level or rating"),
        Binding("n", "new_game", "new game", tooltip="make a puzzle and play it"),
        Binding("r", "resume", "resume", tooltip="saved games: unfinished ones, favourites, finished ones"),
        Binding("d", "daily", "daily", tooltip="the puzzles of the day"),
        Binding("o", "together", "others", tooltip="other players: races, shared boards, results of the day"),
        Binding("t", "statistics", "statistics", show=False, tooltip="statistics: games solved, best times"),
        Binding("T", "train", "drills", show=False, tooltip="training: drills for each technique"),
        Binding("D", "do('decide')", "decide", id="decide", show=False, tooltip="solve a formula by your decisions"),
        Binding("L", "lessons", "lessons", show=False, tooltip="lessons on SAT: how solvers work, step by step"),
        MovedBinding("plus", "set", "set", show=False, tooltip="set a puzzle of your own", former="e"),
    ]  # fmt: skip

    def __init__(self, start: Path, shipped: Path, root: Path | None = None, *, opens_start: bool = False) -> None:
        super().__init__()
        self._root = root
        self._shipped = absolute(shipped, Path("/"))
        self._files = Files()
        self._paste = Paste(self, lambda puzzle: self.post_message(requests.PlayPuzzle(puzzle)))
        self._place = BrowserLocation(absolute(start, self._shipped))
        self._items: Sequence[ListItem] | None = None
        """The items of the folder; None before it is read, or read again."""
        self._hidden = opens_start and start.name.startswith(".")
        self._to_open = start.name if opens_start else ""
        """The file to open as soon as the list shows it."""
        self._kind_shown: FileKind | None = None
        """The kind of the item under the cursor when the key bar was drawn."""
        self._words = ""
        """The words of the filter."""
        self._message = ""
        self._opened: frozenset[str] = frozenset()
        """The folders open in place, by their paths from the listed folder."""
        self._offers: Offers = {}
        self._end_lobby: Callable[[], None] | None = None
        self._folder_pack: PackSource | None = None
        """The puzzles of the listed folder, once they are read."""
        self._progress: PackProgress | None = None
        """The progress on the puzzles of the listed folder or file, once it is read."""

    def content(self) -> ComposeResult:
        width = self.app.size.width
        room = Size(width, 5 if width >= FRAMED_FROM else 1)
        yield PanelView(self._offer_panels, room, margin=1, framed_margin=0, id="offers")
        line = FilterInput(compact=True, select_on_focus=False)
        line.cursor_blink = line.display = False
        yield line
        with Horizontal():
            yield FileList(self._files)
            yield Preview(self._shipped, self._files)

    def on_mount(self) -> None:
        self._enter(self._place.path)
        self.program.after_first_frame(self._read_offers)
        if self.program.member is not None:
            self._end_lobby = self.program.member.lobby.subscribe(self._show_lobby)

    def on_unmount(self) -> None:
        if self._end_lobby:
            self._end_lobby()

    # offers to continue

    def _offer_panels(self, width: int, height: int) -> Stack:
        keys = {action: self.first_key(action) for action in (*TITLES, NEW_GAME)}
        return panels_of(self._offers, keys, self.palette, self.glyphs, width, height)

    @work(exclusive=True, group="offers")
    async def _read_offers(self) -> None:
        """Read the offers; the current ones stay visible until then."""
        nothing: Offers = {}
        stored = await self.program.saved.ask(partial(read_offers, date.today()), nothing)
        folders = [self._shipped / "lessons", *filter(None, [self.options.lessons])]
        self._offer({**stored, "lessons": await asyncio.to_thread(next_lesson, folders)})

    def _show_lobby(self, lobby: LobbyView) -> None:
        """Offer to play with others."""
        offer = company(len(lobby.players), sum(view.owner is not None for view in lobby.matches))
        if offer != self._offers.get(OTHERS):
            self._offer({OTHERS: offer})

    def _offer(self, offers: Offers) -> None:
        self._offers = {**self._offers, **offers}
        for view in self.query("#offers").results(PanelView):  # there is none while the program ends
            view.redraw()

    @on(PanelView.Pressed)
    async def _offer_pressed(self, event: PanelView.Pressed) -> None:
        if not event.moved:
            await self.perform(event.name)

    # the header

    @property
    def crumbs(self) -> tuple[str, ...]:
        """The path of the folder, or of the file whose puzzles are listed; only the end of a long one."""
        parts = Path(printable(shown_path(self._place.path, self._shipped))).parts
        return parts if len(parts) <= _MOST_CRUMBS else (self.glyphs.ellipsis, *parts[-2:])

    @property
    def header_facts(self) -> Sequence[str]:
        progress, dot = self._progress, self.glyphs.dot
        facts = [self._count()]
        if progress is not None and progress.puzzles > 1:
            facts.append(words.SOLVED_OF.format(solved=progress.solved, puzzles=progress.puzzles))
            if progress.best is not None and progress.mean is not None:
                times = clock_text(progress.best), clock_text(progress.mean)
                facts.append(words.TIMES.format(best=times[0], mean=times[1], dot=dot))
        return facts

    @property
    def header_chips(self) -> Sequence[Chip]:
        pack, order = self._list.pack, self._list.order
        chips = [] if order is PackOrder.FILE else [Chip(str(order.value))]
        return [*chips, Chip(rating_state(pack.count, pack.total), "dim")] if pack.is_running else chips

    @property
    def header_notice(self) -> str:
        return self._message

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self._items is None:  # the first time
            return
        self._list.ask_standings()  # a game may have been played
        self._read_offers()
        if self._place.puzzles is None:
            self._enter(self._place.path)  # another screen may have written files
        self._read_progress()

    def on_paste(self, event: PasteEvent) -> None:
        self._paste.read(event)

    def own_bindings(self) -> list[Binding]:
        """Return the bindings, with only those visible that apply to the item under the cursor.

        The key that resumes shows the number of saved games, and is hidden if there are none.
        """
        saved = self.program.saved_games
        resume = _("resume {saved}").format(saved=saved) if saved else _("resume")
        self._kind_shown = self._list.kind
        visible = KEYS_SHOWN.get(self._kind_shown, {})
        return [
            replace(binding, show=saved > 0, description=resume)
            if binding.action == "resume"
            else replace(binding, show=visible.get(binding.action, binding.show))
            for binding in super().own_bindings()
        ]

    @property
    def _filter(self) -> FilterInput:
        return self.query_one(FilterInput)

    @property
    def _list(self) -> FileList:
        return self.query_one(FileList)

    def redraw(self) -> None:
        self._show_title(self._message)
        self.query_one("#offers", PanelView).redraw()
        self._list.refresh()
        self.query_one(Preview).redraw()

    # navigation

    def _enter(self, path: Path, select: str = "", message: str = "") -> None:
        """Show a folder (or the folder of a file, with the file selected), and a message."""
        self.background.start(
            "folder",
            cancellable(list_folder, path, select, self._hidden, self._opened, root=self._root),
            lambda listing: self._show_folder(listing, listing.message or message),
            slow=lambda: self._show_title(str(words.READING_FOLDER)),
            here=True,
        )

    def _show_folder(self, new: FolderListing, message: str) -> None:
        here, cursor = self._list.item, self._list.cursor
        again = self._items is not None and self._place == BrowserLocation(new.path)
        if not (again and new.items == self._items):
            if not again:
                self._opened = frozenset()
            top = self._list.top
            self._place, self._items = BrowserLocation(new.path), new.items
            self._words = self._words if again else ""
            self._list.show(len(new.items), new.items.__getitem__, new.path, new.notice)
            if self._words:
                self._list.narrow(self._words)
            if again:
                self._list.reset(cursor, top)
            self._list.select(new.select or (here.name if again and here else ""), top if again else None)
            if not again:
                self._folder_pack = self._progress = None
            self._read_folder_pack(new)
        self._show_title(message)
        self._follow()
        target, self._to_open = self._to_open, ""
        if target and self._list.item and self._list.item.name == target:
            self.action_do("open")

    def _show_puzzles(self, path: Path, puzzles: Sequence[Puzzle]) -> None:
        """Show a file of several puzzles as a folder."""
        self.background.cancel("folder")
        self._folder_pack = self._progress = None
        self._place, self._words = BrowserLocation(path, puzzles), ""
        self._list.show(len(puzzles) + 1, partial(puzzle_item, puzzles), puzzles=puzzles)
        self._show_title()
        self._follow()
        self._read_progress()

    # packs

    @property
    def _pack(self) -> PackSource | None:
        """The puzzles of the listed file, or of the files of the folder; None while they are unknown."""
        puzzles = self._place.puzzles
        return self._folder_pack if puzzles is None else PackSource(self._place.path, puzzles)

    def _read_folder_pack(self, listing: FolderListing) -> None:
        """Read the puzzles of a folder, after everything that the user waits for."""
        names = [item.name for item in listing.items if not (item.folder or item.depth)]

        def take(found: tuple[tuple[str, Puzzle], ...]) -> None:
            names, puzzles = [name for name, _puzzle in found], [puzzle for _name, puzzle in found]
            self._folder_pack = PackSource(listing.path, puzzles, names) if len(puzzles) > 1 else None
            self._read_progress()

        work = partial(read_folder_pack, listing.path, names, self._files)
        self.background.start("pack", work, take, after=_SETTLED, is_requested=False)

    @work(exclusive=True, group="progress")
    async def _read_progress(self) -> None:
        """Read the games of the puzzles listed, and show how many are solved."""
        pack = self._pack
        if pack is None:
            return
        from engine.play.pack import progress_of

        nothing: dict[int, SavedState] = {}
        states = await self.program.saved.ask(lambda store: store.saved_states(pack.puzzles), nothing)
        if pack != self._pack:
            return
        self._progress = progress_of(len(pack.puzzles), states)
        if not pack.names:
            self._list.learn_standings(states)
        self.refresh_header()

    @work(exclusive=True, group="next")
    async def action_next_open(self) -> None:
        """Play the first open puzzle from the cursor on, in the order of the list."""
        pack = self._pack
        if pack is None:
            self._show_title(str(words.NO_PACK))
            return
        from engine.play.pack import next_open

        order = range(len(pack.puzzles)) if pack.names else self._list.pack_places
        nothing: dict[int, SavedState] = {}
        states = await self.program.saved.ask(lambda store: store.saved_states(pack.puzzles), nothing)
        solved = {at for at, place in enumerate(order) if place in states and states[place].solved}
        item = self._list.item
        name = item.name if item else ""
        here = pack.names.index(name) if name in pack.names else self._list.cursor - (not self._words)
        at = next_open(len(order), 0 if pack.names and name not in pack.names else max(here, 0), solved)
        if at is None:
            self._show_title(words.ALL_SOLVED.format(puzzles=pluralized(len(order), "puzzle")))
            return
        self._list.select(pack.names[order[at]] if pack.names else puzzle_item(pack.puzzles, order[at] + 1).name)
        self._follow()
        self.post_message(pack.request(order, at))

    @work(exclusive=True, group="order")
    async def action_order(self) -> None:
        """Choose the order of the puzzles of a file."""
        from tui.base.dialogs import Choice

        orders = list(PackOrder)
        choice = await self.ask(
            Choice(str(words.ORDER), [str(order.value) for order in orders], orders.index(self._list.order))
        )
        if choice is not None:
            self._list.sort(orders[choice])
            self._show_title()
            self._follow()

    def action_unfold(self) -> None:
        """Open a folder in place; in an open folder, go to its first item; open anything else."""
        item = self._list.item
        if item is None or not item.folder or item.name == PARENT or self._place.puzzles is not None:
            self.action_do("open")
        elif item.is_open:
            self._list.move(1)
        else:
            self._opened |= {item.name}
            self._enter(self._place.path)

    def action_fold(self) -> None:
        """Close the folder, or go to the folder that contains the item; from the top, to the folder above."""
        item = self._list.item
        if item is not None and item.is_open:
            self._opened -= {item.name}
            self._enter(self._place.path)
        elif item is not None and item.depth:
            self._list.select(item.name.rpartition("/")[0], self._list.top)
            self._follow()
        else:
            self.action_out()

    def action_out(self) -> None:
        """Go to the folder above, with the folder just left selected."""
        path = self._place.path
        if path not in (path.parent, self._root):
            self._enter(path.parent, path.name)

    def action_reload(self) -> None:
        if self._place.puzzles is None:
            self._items = None
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
        self._type_filter(True)
        prompt = words.FILTER_PROMPT if self._place.puzzles is None else words.PACK_FILTER_PROMPT
        self._filter.placeholder = str(prompt)
        self._filter.value = self._words
        self._filter.focus()

    @on(Input.Changed)
    def _filter_typed(self, event: Input.Changed) -> None:
        if event.input.display:
            self._narrow(event.value)

    @on(Input.Submitted)
    def _end_filter(self) -> None:
        self._list.focus()
        self._type_filter(False)

    def _type_filter(self, typing: bool) -> None:
        """Show the input in place of the message, or the message again."""
        self._filter.display = typing
        self._show_title()

    def action_move(self, rows: int) -> None:
        self._list.move(rows)

    def _narrow(self, words: str) -> None:
        self._words = words
        self._list.narrow(words)
        self._show_title()
        self._follow()

    # the preview

    @on(Rows.Moved)
    def _moved(self) -> None:
        self._show_title()
        self._follow()

    def _follow(self) -> None:
        """Update the preview and the key bar for the cursor."""
        from engine.files.reading import layout_label  # nothing heavy before the first frame
        from tui.features.browse.summary import FileSummary

        self._show_keys()
        item, puzzles, preview = self._list.item, self._place.puzzles, self.query_one(Preview)
        if item is None:
            preview.show_soon(None)
        elif puzzles is None:
            preview.follow(self._path_of(item))
        elif item.name == PARENT:
            preview.show_soon(FileSummary(self._place.path.name, pluralized(len(puzzles), "puzzle"), ()))
        else:
            number = self._list.position
            puzzle, note = puzzles[number - 1], words.NUMBER.format(number=number, count=len(puzzles))
            preview.show_soon(
                FileSummary(
                    puzzle.name or _("puzzle {number:,}").format(number=number),
                    layout_label(puzzle.layout),
                    puzzle,
                    note,
                )
            )

    def _show_keys(self) -> None:
        if self._list.kind is not self._kind_shown:
            self.refresh_keys()
            self._show_frame()

    @on(Preview.PreviewRead)
    def _learn(self, event: Preview.PreviewRead) -> None:
        here = self._place.path
        if event.path.is_relative_to(here) and event.glance.kind is not FileKind.FOLDER:
            self._list.learn({event.path.relative_to(here).as_posix(): event.glance})
            self._show_keys()

    # actions on the item

    def on_rows_row_clicked(self) -> None:
        self.action_do("open")

    def action_race(self) -> None:
        item = self._list.item
        here = item is None or item.name == PARENT or self._place.puzzles is not None
        path = self._place.path if item is None or here else self._path_of(item)
        self.post_message(requests.RaceFiles((path,)))

    def action_do(self, verb: Verb) -> None:
        """Perform an action on the item under the cursor."""
        item = self._list.item
        if item is None:
            return
        if item.name == PARENT:
            self.action_out()
        elif self._place.puzzles is not None:
            number = self._list.position
            path = self._place.path
            pack, order = self._pack, self._list.pack_places
            if verb in ("open", "play") and pack is not None:
                self.post_message(pack.request(order, order.index(number - 1)))
                return
            self._do_with_puzzle(verb, self._place.puzzles[number - 1], path, f"{path.stem} {number}")
        elif item.folder:
            self._enter(self._path_of(item))
        else:
            path = self._path_of(item)
            self.background.start(
                "open",
                cancellable(_load, path, self._files),
                lambda loaded: self._do_with_file(verb, loaded),
                slow=lambda: self._show_title(str(words.READING)),
            )

    def _do_with_file(self, verb: Verb, loaded: Loaded) -> None:
        item, path, glance = self._list.item, loaded.path, loaded.glance
        if not self.is_current or item is None or self._path_of(item) != path:
            return  # the user went on meanwhile
        reason = words.broken(path.name, glance.reason, glance.line) if glance.reason else ""
        if len(loaded.puzzles) > 1:
            self._show_puzzles(path, loaded.puzzles)
        elif loaded.puzzles and verb in ("open", "play") and (pack := self._folder_pack) and item.name in pack.names:
            self.post_message(pack.request(range(len(pack.names)), pack.names.index(item.name)))
        elif loaded.puzzles:
            self._do_with_puzzle(verb, loaded.puzzles[0], path, path.stem)
        elif glance.kind is FileKind.FOLDER:
            self._enter(path)
        elif glance.kind is FileKind.UNREADABLE:
            self._enter(self._place.path, message=reason)  # the whole folder may be gone
        elif glance.kind is FileKind.RECORDING and verb == "open":
            self._open_recording(path)
        elif glance.kind is FileKind.GAME and verb in ("open", "play"):
            self._open_game(path, verb)
        elif glance.kind is FileKind.PROOF and verb in ("open", "inspect"):
            self._open_proof(path)
        elif glance.kind is FileKind.LESSON and verb == "open":
            self.post_message(requests.OpenLesson(path))
        elif reason and not (glance.kind is FileKind.CNF and verb in ("open", "inspect")):
            self._show_title(reason)  # a broken formula can be inspected, which shows the place of the error
        elif verb in WITH_FORMULA:
            self.post_message(WITH_FORMULA[verb](loaded))
        else:
            self._show_title(words.FORMULA_REFUSALS[verb].format(solve=self.key("do('solve')")))

    def _open_content(self, path: Path, read: Callable[[Path], Content], request: Callable[[Content], Message]) -> None:
        """Read a file in the background, then post a request for its content, or show why it can't be used."""

        def failed(error: Exception) -> None:
            reason = error.problem if isinstance(error, InputError) else complaint(error)
            self._show_title(words.broken(path.name, reason, None))

        self.background.start(
            "open",
            call(read, path),
            lambda content: self.post_message(request(content)),
            failed=failed,
            slow=lambda: self._show_title(str(words.READING)),
        )

    def _open_recording(self, path: Path) -> None:
        name = printable(path.name)
        self._open_content(path, _recording, lambda recording: requests.OpenRecording(name, recording))

    def _open_game(self, path: Path, verb: Verb) -> None:
        """Watch a recorded game, or race against it."""
        self._open_content(path, _game, requests.WatchGame if verb == "open" else partial(race_request, path))

    def _open_cutting_planes(self, problem: Path) -> None:
        """Show the search by cutting planes of the problem that a VeriPB proof is about."""
        name = printable(problem.name)
        self._open_content(problem, _problem, lambda formula: requests.WatchCuttingPlanes(name, formula))

    def _open_proof(self, path: Path) -> None:
        def found(formula: Path | None) -> None:
            if formula is None or (self._root and leads_out(formula, self._root)):
                self._show_title(words.NO_FORMULA.format(name=printable(path.name)))
            elif is_veripb(path):
                self._open_cutting_planes(formula)
            else:
                self.post_message(requests.ExploreProof(printable(path.name), formula, path, path.parent))

        self.background.start("open", call(formula_beside, path), found, here=True)

    def _do_with_puzzle(self, verb: Verb, puzzle: Puzzle, path: Path, name: str) -> None:
        if verb in WITH_PUZZLE:
            named = puzzle if puzzle.name else replace(puzzle, name=title_of(name))
            self.post_message(WITH_PUZZLE[verb](named, path))
        else:
            self._show_title(words.NO_CLAUSES.format(solve=self.key("do('solve')")))

    # actions without a file

    action_new_game = posting(requests.NewGame)
    action_resume = posting(requests.ResumeGame)
    action_daily = posting(requests.ShowDailies)
    action_train = posting(requests.Train)
    action_together = posting(requests.PlayTogether)
    action_statistics = posting(requests.ShowStatistics)
    action_lessons = posting(requests.ShowLessons)
    action_set = posting(requests.SetPuzzle)

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Matches and sessions exist only on a server; only the puzzles of a file have an order."""
        return {"together": self.program.member is not None, "order": self._place.puzzles is not None}

    # helpers

    def _path_of(self, item: ListItem) -> Path:
        return self._place.path.parent if item.name == PARENT else self._place.path / item.name

    def _show_title(self, message: str = "") -> None:
        """Show the path, and the number of items, or a message until the cursor moves."""
        self._message = message
        self.refresh_header()
        self._show_frame()

    def _show_frame(self) -> None:
        """Show the end of the path that fits, and the row of the cursor."""
        room = max(self._list.size.width - 2, 1)
        name = clip_start(printable(shown_path(self._place.path, self._shipped)), room, self.glyphs.ellipsis)
        self.put_frame(self._list, name, aside=self._list.row_text)
        offered = PREVIEW_KEYS.get(self._list.kind, {})
        self.query_one(Preview).put_keys([(self.first_key(action), str(word)) for action, word in offered.items()])

    def _count(self) -> str:
        """Return the number of items, and the keys to see others."""
        puzzles, dot = self._place.puzzles, self.glyphs.dot
        items = [item for item in self._items or () if item.name != PARENT and not item.depth]
        total = len(items) if puzzles is None else len(puzzles)
        if self._words:
            return words.FILTERED.format(
                matches=len(self._list), items=total, words=printable(self._words), dot=dot, key=self.key("back")
            )
        if puzzles is not None:
            return words.PUZZLES_GIVENS.format(puzzles=pluralized(total, "puzzle"))
        folders = sum(item.folder for item in items)
        return words.folders_and_files(folders, total - folders)


def _load(path: Path, files: Files, cancel: Callable[[], bool]) -> Loaded:
    """Read a path, with the puzzles of a file; formulas are left to the screens that show them. Raises Cancelled."""
    loaded = files.look(path)
    return files.read(loaded, cancel) if loaded.glance.kind is FileKind.PUZZLE else loaded


def _problem(path: Path) -> Formula:
    """Read a problem, its soft clauses with penalties. Raises InputError."""
    from engine.sat.formula import reading
    from engine.sat.formula.linear_form import with_penalties

    document = reading.read(path)
    return document.formula if document.objective is None else with_penalties(document.formula, document.objective)[0]


def race_request(path: Path, record: GameRecord) -> requests.PlayPuzzle:
    """The request for a game of the puzzle of a recorded game, with its progress beside the board."""
    from engine.play.origin import Origin
    from engine.play.past import Rival, fill_times

    rival = Rival(title_of(path.stem), fill_times(record))
    return requests.PlayPuzzle(record.puzzle, Origin(file=title_of(path.name)), rival=rival)


def _game(path: Path) -> GameRecord:
    from engine.play import game_file

    return game_file.read(path)


def _recording(path: Path) -> SearchRecording:
    from engine.sat.solvers import recording_file

    return recording_file.read(path)
