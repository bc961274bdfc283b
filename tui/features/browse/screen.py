"""The first screen: a browser of folders and files, with a preview."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Paste, ScreenResume
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Input

from engine.base.errors import InputError
from engine.base.folder import absolute
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from engine.base.text import pluralized, printable
from engine.files.kinds import FileKind
from engine.files.proofs import formula_beside, is_veripb
from tui.base import requests
from tui.base.background import call, cancellable, complaint
from tui.base.key_names import changed_binding
from tui.base.keymap import MovedBinding
from tui.base.page import Page, posting
from tui.base.paste import PasteReader
from tui.base.picture_view import PanelView
from tui.base.rows import Rows
from tui.draw.cells import clip_start
from tui.draw.face import Chip
from tui.draw.numbers import clock_text
from tui.draw.panels import Stack
from tui.features.browse import words
from tui.features.browse.file_list import FileList
from tui.features.browse.files import Files
from tui.features.browse.listing import PARENT, FolderListing, ListItem, list_folder, puzzle_item, shown_path
from tui.features.browse.offers import (
    NEW_GAME,
    OTHERS,
    TITLES,
    Offers,
    next_lesson,
    offer_panels,
    other_players,
    read_offers,
)
from tui.features.browse.opening import (
    FORMULA_REQUESTS,
    PUZZLE_REQUESTS,
    FileAction,
    load,
    race_request,
    read_game,
    read_problem,
    read_recording,
)
from tui.features.browse.pack import PackOrder, PackSource, rating_progress, read_folder_pack, with_name
from tui.features.browse.preview import Preview
from tui.guests.confinement import leads_out

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Loaded
    from engine.play.pack import PackProgress
    from engine.play.store import SavedState
    from engine.sudoku.puzzle import Puzzle
    from engine.together.hub import LobbyView

Content = TypeVar("Content")

_ONLY_OPEN = {"do('inspect')": False, "do('solve')": False, "do('play')": False, "train": True, "lessons": True}
VISIBLE_KEYS: dict[FileKind | None, dict[str, bool]] = {
    **dict.fromkeys(FileKind, _ONLY_OPEN),
    FileKind.CNF: {"do('play')": False, "do('decide')": True},
    FileKind.PUZZLE: {"do('inspect')": False},
    FileKind.GAME: {"do('inspect')": False, "do('solve')": False},
}
"""Whether actions are in the key bar, where that differs from their bindings, by the kind of the selected item."""

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
"""The actions in the frame of the preview with their labels, by the kind of the selected item."""


PACK_DELAY = 0.3
"""Seconds between the listing of a folder and reading its puzzles."""
MAX_CRUMBS = 4
"""Maximum number of path components in the header; of a longer path, it shows the last two."""


class FilterInput(Input):
    """The input for the words of the filter, in which the arrow keys move the cursor of the list."""

    DEFAULT_CSS = "FilterInput, FilterInput:focus { width: 100%; height: 1; border: none; padding: 0 1; }"
    BINDINGS = [
        Binding("up", "screen.move(-1)", show=False),
        Binding("down", "screen.move(1)", show=False),
    ]


@dataclass(frozen=True)
class BrowserLocation:
    """The source of the browser's list: the contents of a folder, or the puzzles of a file."""

    path: Path
    puzzles: Sequence[Puzzle] | None = None


class BrowserScreen(Page):
    """Folders and files in a list, with offers to continue above it and a preview beside it."""

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
        """`start` is the first folder, or a file in it, which is opened at once with `opens_start`.

        `shipped` is the folder of the shipped puzzles. Guests can't leave `root`, a real path.
        """
        super().__init__()
        self._root = root
        self._shipped = absolute(shipped, Path("/"))
        self._files = Files()
        self._paste = PasteReader(self, lambda puzzle: self.post_message(requests.PlayPuzzle(puzzle)))
        self._location = BrowserLocation(absolute(start, self._shipped))
        self._items: Sequence[ListItem] | None = None
        """The items of the folder; None before it is read, or read again."""
        self._shows_hidden = opens_start and start.name.startswith(".")
        self._name_to_open = start.name if opens_start else ""
        """The name of the file to open as soon as the list has it."""
        self._key_bar_kind: FileKind | None = None
        """The kind of item for which the key bar was drawn."""
        self._words = ""
        """The words of the filter."""
        self._message = ""
        self._open_folders: frozenset[str] = frozenset()
        """The folders open in place, by their paths from the listed folder."""
        self._offers: Offers = {}
        self._unsubscribe: Callable[[], None] | None = None
        """Ends the messages of the lobby of a server."""
        self._folder_pack: PackSource | None = None
        """The puzzles of the listed folder, once they are read."""
        self._progress: PackProgress | None = None
        """The progress on the puzzles of the listed folder or file, once it is read."""

    def content(self) -> ComposeResult:
        width = self.app.size.width
        room = Size(width, 5 if self.is_framed else 1)
        yield PanelView(self._offer_panels, room, margin=1, framed_margin=0, id="offers")
        with Horizontal():
            yield FileList(self._files)
            yield Preview(self._shipped, self._files)

    def on_mount(self) -> None:
        self._list_path(self._location.path)
        self.program.after_first_frame(self._read_offers)
        if self.program.member is not None:
            self._unsubscribe = self.program.member.lobby.subscribe(self._show_lobby)

    def on_unmount(self) -> None:
        if self._unsubscribe:
            self._unsubscribe()

    # offers to continue

    def _offer_panels(self, width: int, height: int) -> Stack:
        keys = {action: self.first_key(action) for action in (*TITLES, NEW_GAME)}
        return offer_panels(self._offers, keys, self.palette, self.glyphs, width, height)

    @work(exclusive=True, group="offers")
    async def _read_offers(self) -> None:
        """Read the offers; the current ones stay visible until then."""
        default: Offers = {}
        offers = await self.program.saved.ask(partial(read_offers, date.today()), default)
        folders = [self._shipped / "lessons", *filter(None, [self.options.lessons])]
        self._offer({**offers, "lessons": await asyncio.to_thread(next_lesson, folders)})

    def _show_lobby(self, lobby: LobbyView) -> None:
        """Offer to play with the others in the lobby."""
        offer = other_players(len(lobby.players), sum(view.owner is not None for view in lobby.matches))
        if offer != self._offers.get(OTHERS):
            self._offer({OTHERS: offer})

    def _offer(self, offers: Offers) -> None:
        """Show new offers in place of those with the same actions."""
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
        parts = Path(printable(shown_path(self._location.path, self._shipped))).parts
        return parts if len(parts) <= MAX_CRUMBS else (self.glyphs.ellipsis, *parts[-2:])

    @property
    def header_facts(self) -> Sequence[str]:
        progress, dot = self._progress, self.glyphs.dot
        facts = [self._item_count()]
        if progress is not None and progress.puzzles > 1:
            facts.append(words.SOLVED_OF.format(solved=progress.solved, puzzles=progress.puzzles))
            if progress.best is not None and progress.mean is not None:
                best, mean = clock_text(progress.best), clock_text(progress.mean)
                facts.append(words.TIMES.format(best=best, mean=mean, dot=dot))
        return facts

    @property
    def header_chips(self) -> Sequence[Chip]:
        pack, order = self._list.pack, self._list.order
        chips = [] if order is PackOrder.FILE else [Chip(str(order.value))]
        return [*chips, Chip(rating_progress(pack.count, pack.total), "dim")] if pack.is_running else chips

    @property
    def header_notice(self) -> str:
        return self._message

    def on_screen_resume(self, event: ScreenResume) -> None:
        if self._items is None:  # the first time
            return
        self._list.update_standings()  # a game may have been played
        self._read_offers()
        if self._location.puzzles is None:
            self._list_path(self._location.path)  # another screen may have written files
        self._read_progress()

    def on_paste(self, event: Paste) -> None:
        self._paste.read(event)

    def own_bindings(self) -> list[Binding]:
        """Return the bindings, with those visible in the key bar that apply to the selected item.

        The key that resumes has the number of saved games in its label, and is hidden if there are none.
        """
        saved = self.program.saved_games
        resume = _("resume {saved}").format(saved=saved) if saved else _("resume")
        self._key_bar_kind = self._list.kind
        visible = VISIBLE_KEYS.get(self._key_bar_kind, {})
        return [
            changed_binding(binding, show=saved > 0, description=resume)
            if binding.action == "resume"
            else changed_binding(binding, show=visible.get(binding.action, binding.show))
            for binding in super().own_bindings()
        ]

    @property
    def _list(self) -> FileList:
        return self.query_one(FileList)

    def redraw(self) -> None:
        self._show_message(self._message)
        self.query_one("#offers", PanelView).redraw()
        self._list.refresh()
        self.query_one(Preview).redraw()

    # navigation

    def _list_path(self, path: Path, select: str = "", message: str = "") -> None:
        """List a folder, or the folder of a file with the file selected, and show a message."""
        self.background.start(
            "folder",
            cancellable(list_folder, path, select, self._shows_hidden, self._open_folders, root=self._root),
            lambda listing: self._show_folder(listing, listing.message or message),
            slow=lambda: self._show_message(str(words.READING_FOLDER)),
            here=True,
        )

    def _show_folder(self, listing: FolderListing, message: str) -> None:
        """List the contents of a folder; if it is the same folder as before, with the same view and selection."""
        is_same = self._items is not None and self._location == BrowserLocation(listing.path)
        if not (is_same and listing.items == self._items):
            item, cursor, top = self._list.item, self._list.cursor, self._list.top
            if not is_same:
                self._open_folders, self._words = frozenset(), ""
                self._folder_pack = self._progress = None
            self._location, self._items = BrowserLocation(listing.path), listing.items
            self._list.show(len(listing.items), listing.items.__getitem__, listing.path, listing.notice)
            if self._words:
                self._list.set_filter(self._words)
            if is_same:
                self._list.reset(cursor, top)
            self._list.select(listing.select or (item.name if is_same and item else ""), top if is_same else None)
            self._read_folder_pack(listing)
        self._show_message(message)
        self._show_selection()
        name, self._name_to_open = self._name_to_open, ""
        if name and self._list.item and self._list.item.name == name:
            self.action_do("open")

    def _show_puzzles(self, path: Path, puzzles: Sequence[Puzzle]) -> None:
        """List the puzzles of a file."""
        self.background.cancel("folder")
        self._folder_pack = self._progress = None
        self._location, self._words = BrowserLocation(path, puzzles), ""
        self._list.show(len(puzzles) + 1, partial(puzzle_item, puzzles), puzzles=puzzles)
        self._show_message()
        self._show_selection()
        self._read_progress()

    # packs

    @property
    def _pack(self) -> PackSource | None:
        """The puzzles of the listed file, or of the files of the folder; None while they are unknown."""
        puzzles = self._location.puzzles
        return self._folder_pack if puzzles is None else PackSource(self._location.path, puzzles)

    def _read_folder_pack(self, listing: FolderListing) -> None:
        """Read the puzzles of a folder in the background."""
        names = [item.name for item in listing.items if not (item.folder or item.depth)]

        def show(pack: tuple[tuple[str, Puzzle], ...]) -> None:
            names, puzzles = [name for name, _puzzle in pack], [puzzle for _name, puzzle in pack]
            self._folder_pack = PackSource(listing.path, puzzles, names) if len(puzzles) > 1 else None
            self._read_progress()

        work = partial(read_folder_pack, listing.path, names, self._files)
        self.background.start("pack", work, show, after=PACK_DELAY, is_requested=False)

    async def _pack_states(self, pack: PackSource) -> dict[int, SavedState]:
        """Return the saved games of the puzzles of a pack, by their places."""
        default: dict[int, SavedState] = {}
        return await self.program.saved.ask(lambda store: store.saved_states(pack.puzzles), default)

    @work(exclusive=True, group="progress")
    async def _read_progress(self) -> None:
        """Show how many of the listed puzzles are solved, after reading their saved games."""
        pack = self._pack
        if pack is None:
            return
        from engine.play.pack import progress_of

        states = await self._pack_states(pack)
        if pack != self._pack:
            return
        self._progress = progress_of(len(pack.puzzles), states)
        if not pack.names:
            self._list.show_pack_states(states)
        self.refresh_header()

    @work(exclusive=True, group="next")
    async def action_next_open(self) -> None:
        """Play the first unsolved puzzle from the cursor on, in the order of the list."""
        pack = self._pack
        if pack is None:
            self._show_message(str(words.NO_PACK))
            return
        from engine.play.pack import next_open

        order = range(len(pack.puzzles)) if pack.names else self._list.pack_places
        states = await self._pack_states(pack)
        solved = {index for index, place in enumerate(order) if place in states and states[place].solved}
        name = self._list.item.name if self._list.item else ""
        if pack.names:
            start = pack.names.index(name) if name in pack.names else 0
        else:
            start = max(self._list.cursor - (not self._words), 0)  # without a filter, the first row leads out
        index = next_open(len(order), start, solved)
        if index is None:
            self._show_message(words.ALL_SOLVED.format(puzzles=pluralized(len(order), "puzzle")))
            return
        place = order[index]
        self._list.select(pack.names[place] if pack.names else puzzle_item(pack.puzzles, place + 1).name)
        self._show_selection()
        self.post_message(pack.request(order, index))

    @work(exclusive=True, group="order")
    async def action_order(self) -> None:
        """Ask for the order of the puzzles of a file."""
        from tui.base.dialogs import Choice

        orders = list(PackOrder)
        choice = await self.ask(
            Choice(str(words.ORDER), [str(order.value) for order in orders], orders.index(self._list.order))
        )
        if choice is not None:
            self._list.sort(orders[choice])
            self._show_message()
            self._show_selection()

    def action_unfold(self) -> None:
        """Open a folder in place; in an open folder, go to its first item; open anything else."""
        item = self._list.item
        if item is None or not item.folder or item.name == PARENT or self._location.puzzles is not None:
            self.action_do("open")
        elif item.is_open:
            self._list.move(1)
        else:
            self._open_folders |= {item.name}
            self._list_path(self._location.path)

    def action_fold(self) -> None:
        """Close the selected folder, or go to the folder that contains the selected item."""
        item = self._list.item
        if item is not None and item.is_open:
            self._open_folders -= {item.name}
            self._list_path(self._location.path)
        elif item is not None and item.depth:
            self._list.select(item.name.rpartition("/")[0], self._list.top)
            self._show_selection()
        else:
            self.action_out()

    def action_out(self) -> None:
        """Go to the folder above, and select the one before."""
        path = self._location.path
        if path not in (path.parent, self._root):
            self._list_path(path.parent, path.name)

    def action_reload(self) -> None:
        if self._location.puzzles is None:
            self._items = None
        self._list_path(self._location.path)

    def action_toggle_hidden(self) -> None:
        self._shows_hidden = not self._shows_hidden
        if self._location.puzzles is None:
            self._list_path(self._location.path)

    async def action_back(self) -> None:
        if isinstance(self.focused, FilterInput) or self._words:
            self._set_filter("")
            await self._end_filter()
        elif self._location.puzzles is not None:
            self.action_out()
        else:
            await super().action_back()

    # the filter

    async def action_filter(self) -> None:
        prompt = words.FILTER_PROMPT if self._location.puzzles is None else words.PACK_FILTER_PROMPT
        line = FilterInput(self._words, str(prompt), compact=True, select_on_focus=False)
        line.cursor_blink = False
        with self.app.batch_update():
            await self.query(FilterInput).remove()
            await self.mount(line, before=self.query_one(Horizontal))
            line.focus()
        self._show_message()

    @on(Input.Changed)
    def _filter_typed(self, event: Input.Changed) -> None:
        if event.input.is_attached:
            self._set_filter(event.value)

    @on(Input.Submitted)
    async def _end_filter(self) -> None:
        self._list.focus()
        await self.query(FilterInput).remove()
        self._show_message()

    def action_move(self, rows: int) -> None:
        self._list.move(rows)

    def _set_filter(self, words: str) -> None:
        self._words = words
        self._list.set_filter(words)
        self._show_message()
        self._show_selection()

    # the preview

    @on(Rows.Moved)
    def _moved(self) -> None:
        self._show_message()
        self._show_selection()

    def _show_selection(self) -> None:
        """Show the preview and the keys of the selected item."""
        from engine.files.reading import layout_label  # nothing heavy before the first frame
        from tui.features.browse.summary import FileSummary

        self._show_keys()
        item, puzzles, preview = self._list.item, self._location.puzzles, self.query_one(Preview)
        if item is None:
            preview.show_soon(None)
        elif puzzles is None:
            preview.show_path(self._path_of(item))
        elif item.name == PARENT:
            preview.show_soon(FileSummary(self._location.path.name, pluralized(len(puzzles), "puzzle"), ()))
        else:
            number = self._list.position
            puzzle, note = puzzles[number - 1], words.NUMBER.format(number=number, count=len(puzzles))
            name = puzzle.name or _("puzzle {number:,}").format(number=number)
            preview.show_soon(FileSummary(name, layout_label(puzzle.layout), puzzle, note))

    def _show_keys(self) -> None:
        """Show the keys that apply to the selected item."""
        if self._list.kind is not self._key_bar_kind:
            self.refresh_keys()
            self._show_frame()

    @on(Preview.PreviewRead)
    def _preview_read(self, event: Preview.PreviewRead) -> None:
        folder = self._location.path
        if event.path.is_relative_to(folder) and event.glance.kind is not FileKind.FOLDER:
            self._list.show_glances({event.path.relative_to(folder).as_posix(): event.glance})
            self._show_keys()

    # actions on the item

    def on_rows_row_clicked(self) -> None:
        self.action_do("open")

    def action_race(self) -> None:
        """Race solvers on the selected formula or folder, else on the listed one."""
        item, path = self._list.item, self._location.path
        if item is not None and item.name != PARENT and self._location.puzzles is None:
            path = self._path_of(item)
        self.post_message(requests.RaceFiles((path,)))

    def action_do(self, action: FileAction) -> None:
        """Perform an action on the selected item."""
        item = self._list.item
        if item is None:
            return
        if item.name == PARENT:
            self.action_out()
        elif self._location.puzzles is not None:
            number, path = self._list.position, self._location.path
            pack, order = self._pack, self._list.pack_places
            if action in ("open", "play") and pack is not None:
                self.post_message(pack.request(order, order.index(number - 1)))
                return
            self._do_with_puzzle(action, self._location.puzzles[number - 1], path, f"{path.stem} {number}")
        elif item.folder:
            self._list_path(self._path_of(item))
        else:
            path = self._path_of(item)
            self.background.start(
                "open",
                cancellable(load, path, self._files),
                lambda loaded: self._do_with_file(action, loaded),
                slow=lambda: self._show_message(str(words.READING)),
            )

    def _do_with_file(self, action: FileAction, loaded: Loaded) -> None:
        """Perform an action on a file that has been read, unless another item is selected now."""
        item, path, glance = self._list.item, loaded.path, loaded.glance
        if not self.is_current or item is None or self._path_of(item) != path:
            return
        reason = words.file_error(path.name, glance.reason, glance.line) if glance.reason else ""
        if len(loaded.puzzles) > 1:
            self._show_puzzles(path, loaded.puzzles)
        elif loaded.puzzles and action in ("open", "play") and (pack := self._folder_pack) and item.name in pack.names:
            self.post_message(pack.request(range(len(pack.names)), pack.names.index(item.name)))
        elif loaded.puzzles:
            self._do_with_puzzle(action, loaded.puzzles[0], path, path.stem)
        elif glance.kind is FileKind.FOLDER:
            self._list_path(path)
        elif glance.kind is FileKind.UNREADABLE:
            self._list_path(self._location.path, message=reason)  # the whole folder may be missing by now
        elif glance.kind is FileKind.RECORDING and action == "open":
            self._open_recording(path)
        elif glance.kind is FileKind.GAME and action in ("open", "play"):
            self._open_game(path, action)
        elif glance.kind is FileKind.PROOF and action in ("open", "inspect"):
            self._open_proof(path)
        elif glance.kind is FileKind.LESSON and action == "open":
            self.post_message(requests.OpenLesson(path))
        elif reason and not (glance.kind is FileKind.CNF and action in ("open", "inspect")):
            self._show_message(reason)  # a broken formula can be inspected, which shows the place of the error
        elif action in FORMULA_REQUESTS:
            self.post_message(FORMULA_REQUESTS[action](loaded))
        else:
            self._show_message(words.FORMULA_REFUSALS[action].format(solve=self.key("do('solve')")))

    def _open_content(self, path: Path, read: Callable[[Path], Content], request: Callable[[Content], Message]) -> None:
        """Read a file in the background, then post a request for its content, or show why it can't be used."""

        def failed(error: Exception) -> None:
            reason = error.problem if isinstance(error, InputError) else complaint(error)
            self._show_message(words.file_error(path.name, reason, None))

        self.background.start(
            "open",
            call(read, path),
            lambda content: self.post_message(request(content)),
            failed=failed,
            slow=lambda: self._show_message(str(words.READING)),
        )

    def _open_recording(self, path: Path) -> None:
        name = printable(path.name)
        self._open_content(path, read_recording, lambda recording: requests.OpenRecording(name, recording))

    def _open_game(self, path: Path, action: FileAction) -> None:
        """Watch a recorded game, or race against it."""
        self._open_content(path, read_game, requests.WatchGame if action == "open" else partial(race_request, path))

    def _open_cutting_planes(self, problem: Path) -> None:
        """Show the search by cutting planes of the problem that a VeriPB proof is about."""
        name = printable(problem.name)
        self._open_content(problem, read_problem, lambda formula: requests.WatchCuttingPlanes(name, formula))

    def _open_proof(self, path: Path) -> None:
        """Show a proof beside its formula, or the cutting planes of a VeriPB proof."""

        def show(formula: Path | None) -> None:
            if formula is None or (self._root and leads_out(formula, self._root)):
                self._show_message(words.NO_FORMULA.format(name=printable(path.name)))
            elif is_veripb(path):
                self._open_cutting_planes(formula)
            else:
                self.post_message(requests.ExploreProof(printable(path.name), formula, path, path.parent))

        self.background.start("open", call(formula_beside, path), show, here=True)

    def _do_with_puzzle(self, action: FileAction, puzzle: Puzzle, path: Path, name: str) -> None:
        """Perform an action on a puzzle of a file; `name` is its name if it has none of its own."""
        if action in PUZZLE_REQUESTS:
            self.post_message(PUZZLE_REQUESTS[action](with_name(puzzle, name), path))
        else:
            self._show_message(words.NO_CLAUSES.format(solve=self.key("do('solve')")))

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
        """Other players only on a server; an order only for the puzzles of a file."""
        return {"together": self.program.member is not None, "order": self._location.puzzles is not None}

    # helpers

    def _path_of(self, item: ListItem) -> Path:
        return self._location.path.parent if item.name == PARENT else self._location.path / item.name

    def _show_message(self, message: str = "") -> None:
        """Show a message in the header until the cursor moves; "" shows the number of items again."""
        self._message = message
        self.refresh_header()
        self._show_frame()

    def _show_frame(self) -> None:
        """Show the path and the row of the cursor in the frame of the list, and keys in that of the preview."""
        room = max(self._list.size.width - 2, 1)
        name = clip_start(printable(shown_path(self._location.path, self._shipped)), room, self.glyphs.ellipsis)
        self.put_frame(self._list, name, aside=self._list.row_text)
        labels = PREVIEW_KEYS.get(self._list.kind, {})
        self.query_one(Preview).put_keys([(self.first_key(action), str(label)) for action, label in labels.items()])

    def _item_count(self) -> str:
        """Return the number of items; with a filter, how many match and the key that shows all."""
        puzzles, dot = self._location.puzzles, self.glyphs.dot
        items = [item for item in self._items or () if item.name != PARENT and not item.depth]
        total = len(items) if puzzles is None else len(puzzles)
        if self._words:
            texts = {"words": printable(self._words), "dot": dot, "key": self.key("back")}
            return words.FILTERED.format(matches=len(self._list), items=total, **texts)
        if puzzles is not None:
            return words.PUZZLES_GIVENS.format(puzzles=pluralized(total, "puzzle"))
        folders = sum(item.folder for item in items)
        return words.folders_and_files(folders, total - folders)
