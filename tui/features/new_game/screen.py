"""The screen that sets the options of a new game and generates its puzzle."""

import time
from functools import partial

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from engine.base.language import _, lazy_gettext, numeral
from engine.base.seeds import new_seed
from engine.base.text import pluralized
from engine.play.origin import UNKNOWN, Origin
from engine.sudoku.making.generator import Generated, GeneratorProgress
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.making.remarks import remark
from engine.sudoku.making.rule_generator import make_puzzle
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique
from tui.base.background import Job, complaint
from tui.base.dialogs import Choice, Confirm
from tui.base.frame import put_frame
from tui.base.page import Page
from tui.base.picture_view import PanelView
from tui.base.questions import choose_layout
from tui.base.requests import PlayPuzzle
from tui.draw.panels import MARGIN, Panel
from tui.features.new_game.order import ANY_TECHNIQUE, ROWS, GameOrder, OrderRows, dump_order, load_order
from tui.features.new_game.picture import OrderPicture
from tui.terminal.config import remember, stored_choice

MAKING = lazy_gettext("making it {dot} {seconds} s     {stop} stops")
SEARCHING = lazy_gettext("grid {grid} {dot} {seconds} s     {stop} stops")
DIGGING = lazy_gettext("{holes} of {goal} holes {dot} {seconds} s     {stop} stops")
STOPPED = lazy_gettext("stopped")
TECHNIQUE = "{title}, {level}"
MADE = lazy_gettext("Made in {seconds:.1f} s from {grids}.")
NO_SUCH_PUZZLE = lazy_gettext(
    "No such puzzle found with seed {seed} ({grids} tried in {seconds:.1f} s). Play another one?"
)
FEWER_HOLES = lazy_gettext(
    "Seed {seed} reaches only {reached} of {goal} holes ({grids} tried in {seconds:.1f} s): with one "
    "given fewer there would be several solutions. Play it?"
)
REMEMBERED = "new-game"
"""The name of the remembered options in the config file."""

LONG = 1.0
"""Seconds of generation from which its duration is reported."""


class NewGameScreen(Page):
    """Rows of options; enter generates the puzzle and starts it. Keys typed meanwhile go to the board."""

    HEADING = lazy_gettext("new game")
    PARTS = (OrderRows,)
    DEFAULT_CSS = f"""
    NewGameScreen {{ align: center middle; }}
    NewGameScreen > Vertical {{ width: 100; max-width: 100%; height: 1fr; max-height: 36; }}
    NewGameScreen OrderRows {{ height: {len(ROWS) + 1}; }}
    NewGameScreen.-framed OrderRows {{ height: {len(ROWS) + 2}; }}
    NewGameScreen.-low OrderRows {{ height: {len(ROWS)}; }}
    """
    BINDINGS = [
        Binding("enter", "start", "start"),
        Binding("y", "choose_layout", "layout", tooltip="choose a layout from the list"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._progress: GeneratorProgress | None = None
        self._is_search = False  # many grids may be dug until one fits, so holes do not tell how far it is
        self._began = 0.0  # when the making began, in seconds
        self._status = ""

    def content(self) -> ComposeResult:
        order = GameOrder() if self.options.bounds else load_order(stored_choice(REMEMBERED))
        with Vertical():
            self.rows = OrderRows(order)
            put_frame(self.rows, self.HEADING)
            yield self.rows
            yield PanelView(partial(_about_panel, self), margin=MARGIN, framed_margin=0)

    def on_mount(self) -> None:
        self.set_interval(1, self._tell_progress)

    def redraw(self) -> None:
        self.rows.refresh()
        self._redraw_about()

    @on(OrderRows.Changed)
    def _redraw_about(self) -> None:
        self.query_one(PanelView).redraw()

    @on(OrderRows.ChooseLayout)
    def action_choose_layout(self) -> None:
        if not self.background.is_running("make"):
            self._choose_layout()

    @on(OrderRows.ChooseTechnique)
    @work
    async def _choose_technique(self) -> None:
        order = self.rows.order
        techniques = (None, *possible_techniques(order.full_layout))
        named = (
            TECHNIQUE.format(title=technique.title, level=technique.level.title)
            for technique in techniques
            if technique
        )
        now = techniques.index(Technique[order.technique] if order.technique else None)
        index = await self.ask(Choice(_("A technique that the puzzle needs"), [str(ANY_TECHNIQUE), *named], now))
        if index is not None:
            self.rows.order = order.with_technique(techniques[index])

    @work
    async def _choose_layout(self) -> None:
        order = self.rows.order
        layout = await choose_layout(self, _("Layout of the new game"), order.full_layout)
        if layout:
            self.rows.order = order.with_layout(layout.name)

    def action_start(self) -> None:
        order = self.rows.order
        if self.background.is_running("make"):
            return
        if not self.options.bounds:
            remember(REMEMBERED, dump_order(order))
        self._began, self._is_search = time.monotonic(), not order.generator_options.accepts_fewer_holes
        self.rows.disabled = True
        self.program.hold_keys()
        made = partial(self._made, order)
        self.background.start("make", partial(make, order), made, news=self._advance, failed=self._failed)
        self._tell_progress()

    def _advance(self, progress: GeneratorProgress) -> None:
        self._progress = progress
        self._tell_progress()

    def _made(self, order: GameOrder, outcome: tuple[Generated, str]) -> None:
        made, start = outcome
        details = {"seed": made.seed, "grids": pluralized(made.attempts, "grid"), "seconds": made.seconds}
        if made.reached:
            if made.seconds >= LONG:
                self.notify(MADE.format(**details))
            self._play(order.origin, made.puzzle, start)
            return
        self._end_making()
        if order.generator_options.accepts_fewer_holes:
            question = FEWER_HOLES.format(reached=made.puzzle.holes, goal=order.holes, **details)
        else:
            question = NO_SUCH_PUZZLE.format(**details)
        self._offer_to_play(question, made.puzzle)

    @work
    async def _offer_to_play(self, question: str, puzzle: Puzzle) -> None:
        if await self.ask(Confirm(question, _("play"))):
            self._play(UNKNOWN, puzzle)

    def _play(self, origin: Origin, puzzle: Puzzle, notice: str = "") -> None:
        """Replace this screen by the board; keys are held until then."""
        self.post_message(PlayPuzzle(puzzle, origin, instead=True, notice=notice))

    def _failed(self, error: Exception) -> None:
        self._end_making(complaint(error))

    def _end_making(self, sentence: str = "") -> None:
        self._progress = None
        self._tell(sentence)
        self.rows.disabled = False
        self.rows.focus()
        self.program.release_keys()

    @property
    def is_stoppable(self) -> bool:
        return self.background.is_running("make")

    def stop_work(self) -> None:
        self.background.cancel("make")
        self._end_making(str(STOPPED))

    async def leave(self) -> None:
        self.program.release_keys()

    def _tell_progress(self) -> None:
        if not self.background.is_running("make"):
            return
        holes, target, grid = self._progress or (0, 0, 1)
        template = MAKING if not self._progress else SEARCHING if self._is_search else DIGGING
        details = {"dot": self.glyphs.dot, "seconds": int(time.monotonic() - self._began), "stop": self.key("back")}
        self._tell(template.format(holes=holes, goal=target, grid=numeral(grid), **details))

    def _tell(self, sentence: str) -> None:
        self._status = sentence
        self._redraw_about()

    def about_panel(self) -> Panel:
        """Return the picture of the options, with the progress of generation."""
        done = None if self._is_search or not self._progress else self._progress
        share = done and done.holes / max(done.target, 1)
        keys = [(self.key("start"), str(_("start"))), (self.key("choose_layout"), str(_("layout")))]
        about = OrderPicture(self.rows.order, self._status, share, self.palette, self.glyphs)
        return Panel(about.draw, about.title, keys=keys, chip=about.chip)


def _about_panel(screen: NewGameScreen, _width: int, _height: int) -> Panel:
    return screen.about_panel()


def make(order: GameOrder, job: Job[GeneratorProgress]) -> tuple[Generated, str]:
    """Generate a puzzle, with a remark on how it is solved. Raises Cancelled and InputError."""
    seed = new_seed() if order.seed is None else order.seed
    options = order.generator_options
    made = make_puzzle(order.full_layout, options, seed=seed, on_progress=job.report, cancel=job.cancelled)
    return made, remark(made, options) if made.reached else ""
