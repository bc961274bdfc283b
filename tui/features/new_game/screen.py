"""Choosing a new game, and making it."""

import random
import time
from dataclasses import dataclass
from datetime import date

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from engine.base.text import counted
from engine.play.daily import Daily, daily_puzzle
from engine.play.origin import UNKNOWN, Origin
from engine.sudoku.making.generator import Generated, generate
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Job, complaint
from tui.base.dialogs import Confirm
from tui.base.layout_choice import choose_layout
from tui.base.page import Page
from tui.base.progress_bar import ProgressBar
from tui.base.requests import PlayPuzzle, ResumeGame
from tui.features.new_game.order import BY_HOLES, Order, dump_order, load_order
from tui.features.new_game.order_rows import OrderRows
from tui.terminal.config import remember, remembered

MAKING = "making it {dot} {seconds} s     {stop} stops"
DIGGING = "{holes} of {wanted} holes {dot} {seconds} s     {stop} stops"
STOPPED = "stopped"
MADE = "Made in {seconds:.1f} s: {grids} dug."
NO_SUCH_LEVEL = (
    "No {level} puzzle was found with seed {seed}: {grids} dug in {seconds:.1f} s. Play one of another level?"
)
FEWER_HOLES = (
    "{reached} of {wanted} holes is what is reachable with seed {seed} ({grids} dug in {seconds:.1f} s): with any "
    "given less there would be several solutions. Play it?"
)
REMEMBERED = "new-game"
"""The name under which the last order is remembered."""

LONG = 1.0
"""Seconds from which on it is told how long making a puzzle took."""


@dataclass(frozen=True)
class Dug:
    """How far the puzzle is: holes so far, and how many there are to be."""

    holes: int
    wanted: int


class NewGameScreen(Page):
    """Rows of choices; enter makes the puzzle and starts it. Keys typed meanwhile are for the board."""

    TITLE = "new game"
    PARTS = (OrderRows,)
    DEFAULT_CSS = """
    NewGameScreen { align: center middle; }
    NewGameScreen > Vertical { width: 72; height: auto; }
    NewGameScreen .title { margin-bottom: 1; }
    NewGameScreen ProgressBar { margin: 2 0 0 2; }
    """
    BINDINGS = [
        Binding("enter", "start", "start"),
        Binding("y", "choose_layout", "layout", tooltip="choose a layout from the list"),
    ]

    def __init__(self, daily: Daily, daily_chosen: bool = False) -> None:
        """`daily` is the puzzle of today; where it is chosen beforehand, it is made at once."""
        super().__init__()
        self._daily = daily
        self._daily_chosen = daily_chosen
        self._dug: Dug | None = None
        self._began = 0.0
        """When the making began, in seconds."""

    def content(self) -> ComposeResult:
        order = Order() if self.options.bounds else load_order(remembered(REMEMBERED))
        with Vertical():
            yield Static(Text(" New game", self.palette.title), classes="title")
            yield OrderRows(order, self._daily, self._daily_chosen)
            yield ProgressBar(60)
            yield Static(classes="told")

    def on_mount(self) -> None:
        self.set_interval(1, self._tell_progress)
        if self._daily_chosen:
            self.action_start()

    @property
    def rows(self) -> OrderRows:
        """The choices."""
        return self.query_one(OrderRows)

    @property
    def is_making(self) -> bool:
        """Whether a puzzle is being made."""
        return self.background.is_running("make")

    def redraw(self) -> None:
        self.query_one(".title", Static).update(Text(" New game", self.palette.title))
        self.rows.refresh()

    # choosing

    @on(OrderRows.LayoutWanted)
    def action_choose_layout(self) -> None:
        if not (self.is_making or self.rows.is_daily):
            self._choose_layout()

    @work
    async def _choose_layout(self) -> None:
        order = self.rows.order
        layout = await choose_layout(self, "Layout of the new game", order.full_layout)
        if layout:
            self.rows.order = order.with_layout(layout.name)

    # making it

    def action_start(self) -> None:
        """Make what is chosen and play it, or go on with the puzzle of today."""
        order = None if self.rows.is_daily else self.rows.order
        if self.is_making:
            return
        if order is None and self._daily.number is not None:
            self.post_message(ResumeGame(self._daily.number, instead=True))
            return
        if order and not self.options.bounds:
            remember(REMEMBERED, dump_order(order))
        self._began = time.monotonic()
        self.rows.disabled = True
        self.program.hold_keys()
        if order is None:
            day = self._daily.day
            self.background.start(
                "make",
                lambda job: make_daily(day, job),
                lambda puzzle: self._play(puzzle, self._daily.origin),
                news=self._advance,
                failed=self._failed,
            )
        else:
            self.background.start(
                "make",
                lambda job: make(order, job),
                lambda made: self._made(made, order),
                news=self._advance,
                failed=self._failed,
            )
        self._tell_progress()

    def _advance(self, dug: Dug) -> None:
        self._dug = dug
        self.query_one(ProgressBar).advance_to(dug.holes / dug.wanted if dug.wanted else 1.0)
        self._tell_progress()

    def _made(self, made: Generated, order: Order) -> None:
        grids = counted(made.attempts, "grid")
        if made.reached:
            if made.seconds >= LONG:
                self.notify(MADE.format(seconds=made.seconds, grids=grids), markup=False)
            self._play(made.puzzle, order.origin)
            return
        self._end_making()
        if order.level == BY_HOLES:
            question = FEWER_HOLES.format(
                reached=made.puzzle.holes, wanted=order.holes, seed=made.seed, grids=grids, seconds=made.seconds
            )
        else:
            question = NO_SUCH_LEVEL.format(level=order.level, seed=made.seed, grids=grids, seconds=made.seconds)
        self._play_if_wanted(question, made.puzzle)

    @work
    async def _play_if_wanted(self, question: str, puzzle: Puzzle) -> None:
        if await self.ask(Confirm(question, "play")):
            self._play(puzzle, UNKNOWN)

    def _play(self, puzzle: Puzzle, origin: Origin) -> None:
        """Have the board take the place of this screen; keys stay held until it is there."""
        self.post_message(PlayPuzzle(puzzle, origin, instead=True))

    def _failed(self, error: Exception) -> None:
        self._end_making(complaint(error))

    def _end_making(self, sentence: str = "") -> None:
        self._dug = None
        self.query_one(ProgressBar).advance_to(None)
        self._tell(sentence)
        self.rows.disabled = False
        self.rows.focus()
        self.program.release_keys()

    async def action_back(self) -> None:
        """Stop making it, or leave."""
        if self.is_making:
            self.background.cancel("make")
            self._end_making(STOPPED)
        else:
            self.program.release_keys()
            await super().action_back()

    # showing

    def _tell_progress(self) -> None:
        if not self.is_making:
            return
        known = {"dot": self.glyphs.dot, "seconds": int(time.monotonic() - self._began), "stop": self.key("back")}
        if self._dug is None:
            self._tell(MAKING.format(**known))
        else:
            self._tell(DIGGING.format(holes=self._dug.holes, wanted=self._dug.wanted, **known))

    def _tell(self, sentence: str) -> None:
        self.query_one(".told", Static).update(Text(f" {sentence}", self.palette.dim))


def make(order: Order, job: Job[Dug]) -> Generated:
    """Make what is ordered. Raises Cancelled and InputError."""
    seed = random.SystemRandom().randrange(10**9) if order.seed is None else order.seed
    return generate(
        order.full_layout,
        order.wish,
        seed=seed,
        on_progress=lambda holes, wanted: job.tell(Dug(holes, wanted)),
        cancel=job.cancelled,
    )


def make_daily(day: date, job: Job[Dug]) -> Puzzle:
    """Make the puzzle of a day. Raises Cancelled."""
    return daily_puzzle(day, lambda holes, wanted: job.tell(Dug(holes, wanted)), job.cancelled)
