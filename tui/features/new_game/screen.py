"""The screen of a new game: its options, and the generation of its puzzle."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.segment import Segment
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
from engine.sudoku.techniques.catalogue import Level, Technique
from tui.base.background import Job
from tui.base.dialogs import Choice, Confirm
from tui.base.frame import put_frame
from tui.base.maker_page import MakerPage
from tui.base.picture_view import PanelView
from tui.base.questions import choose_layout
from tui.base.requests import PlayPuzzle
from tui.draw.bars import progress
from tui.draw.cells import Line
from tui.draw.face import Chip, level_chip
from tui.draw.level_picture import LevelPicture
from tui.draw.numbers import clock_text
from tui.draw.panels import MARGIN, Panel
from tui.features.new_game.order import (
    ANY_LEVEL,
    ANY_TECHNIQUE,
    BY_HOLES,
    ROWS,
    GameOrder,
    OrderRows,
    dump_order,
    load_order,
)
from tui.terminal.config import remember, stored_choice

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import SolvedGames

SEARCHING = lazy_gettext("grid {grid} {dot} {seconds} s     {stop} stops")
DIGGING = lazy_gettext("{holes} of {goal} holes {dot} {seconds} s     {stop} stops")
TECHNIQUE = "{title}, {level}"
MADE = lazy_gettext("Made in {seconds:.1f} s from {grids}.")
NO_SUCH_PUZZLE = lazy_gettext(
    "No such puzzle found with seed {seed} ({grids} tried in {seconds:.1f} s). Play another one?"
)
FEWER_HOLES = lazy_gettext(
    "Seed {seed} reaches only {reached} of {goal} holes ({grids} tried in {seconds:.1f} s): with one "
    "fewer given there would be several solutions. Play it?"
)
PLAYED = lazy_gettext("{games} solved {dot} {time} on average")
BEST = lazy_gettext("best without help {time}")
REMEMBERED = "new-game"
"""The name of the remembered options in the config file."""

MIN_REPORTED = 1.0
"""Minimum seconds of generation that are reported."""


class NewGameScreen(MakerPage):
    """Rows of options; enter generates the puzzle and starts it. Keys typed meanwhile go to the board."""

    HEADING = lazy_gettext("new game")
    PARTS = (OrderRows,)
    rows: OrderRows
    DEFAULT_CSS = f"""
    NewGameScreen {{ align: center middle; }}
    NewGameScreen > Vertical {{ width: 170; max-width: 100%; height: 1fr; max-height: 68; }}
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
        self._is_search = False
        """Whether many grids may be tried until one fits, so the number of holes is not a measure of progress."""
        self._solved: Sequence[SolvedGames] = ()
        """The player's solved games by layout and level."""

    def content(self) -> ComposeResult:
        order = GameOrder() if self.options.bounds else load_order(stored_choice(REMEMBERED))
        with Vertical():
            self.rows = OrderRows(order)
            put_frame(self.rows, self.HEADING)
            yield self.rows
            yield PanelView(lambda *_: self._about_panel(), margin=MARGIN, framed_margin=0)

    def on_mount(self) -> None:
        self.call_later(self._read_solved)

    async def _read_solved(self) -> None:
        """Read how such puzzles went so far."""
        self._solved = await self.program.saved.ask(lambda store: store.statistics(), ())
        self._redraw_about()

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
        titles = [
            TECHNIQUE.format(title=technique.title, level=technique.level.title) if technique else str(ANY_TECHNIQUE)
            for technique in techniques
        ]
        current = techniques.index(Technique[order.technique] if order.technique else None)
        index = await self.ask(Choice(_("A technique that the puzzle needs"), titles, current))
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
        self._is_search = not order.generator_options.accepts_fewer_holes
        self._begin_making()
        finish = partial(self._finish, order)
        self.background.start("make", partial(make, order), finish, news=self._advance, failed=self._fail)
        self._show_progress()

    def _advance(self, progress: GeneratorProgress) -> None:
        self._progress = progress
        self._show_progress()

    def _finish(self, order: GameOrder, result: tuple[Generated, str]) -> None:
        """Play the generated puzzle, or offer to play it if it is not as requested."""
        generated, notice = result
        facts = {"seed": generated.seed, "grids": pluralized(generated.attempts, "grid"), "seconds": generated.seconds}
        if generated.reached:
            if generated.seconds >= MIN_REPORTED:
                self.notify(MADE.format(**facts))
            self._play(order.origin, generated.puzzle, notice)
            return
        self._end_making()
        if order.generator_options.accepts_fewer_holes:
            question = FEWER_HOLES.format(reached=generated.puzzle.holes, goal=order.holes, **facts)
        else:
            question = NO_SUCH_PUZZLE.format(**facts)
        self._offer_to_play(question, generated.puzzle)

    @work
    async def _offer_to_play(self, question: str, puzzle: Puzzle) -> None:
        if await self.ask(Confirm(question, _("play"))):
            self._play(UNKNOWN, puzzle)

    def _play(self, origin: Origin, puzzle: Puzzle, notice: str = "") -> None:
        """Replace this screen by the board; keys are held until then."""
        self.post_message(PlayPuzzle(puzzle, origin, replaces_screen=True, notice=notice))

    def _end_making(self, sentence: str = "") -> None:
        self._progress = None
        super()._end_making(sentence)

    def _progress_text(self, seconds: int) -> str:
        if not self._progress:
            return super()._progress_text(seconds)
        holes, target, grid = self._progress
        status = SEARCHING if self._is_search else DIGGING
        facts = {"dot": self.glyphs.dot, "seconds": seconds, "stop": self.key("back")}
        return status.format(holes=holes, goal=target, grid=numeral(grid), **facts)

    def _about_panel(self) -> Panel:
        """Return the picture of the options, with the progress of generation."""
        order = self.rows.order
        level = None if order.level in (BY_HOLES, ANY_LEVEL) else Level(order.level)
        technique = Technique[order.technique] if order.technique else None
        picture = LevelPicture(order.full_layout, level, technique, self.palette, self.glyphs, self._played())
        if level:
            chip = level_chip(level.value, str(level.title))
        else:
            chip = Chip(str(_(ANY_LEVEL)) if order.level == ANY_LEVEL else pluralized(order.holes, "hole"))
        keys = [(self.key("start"), str(_("start"))), (self.key("choose_layout"), str(_("layout")))]
        view = partial(picture.draw, foot=self._progress_lines)
        return Panel(view, order.full_layout.label, keys=keys, chip=chip)

    def _played(self) -> list[Line]:
        """Return the solved games of the layout and level, and the best time."""
        order, dim = self.rows.order, self.palette.dim
        lines: list[Line] = []
        for games in self._solved:
            if (games.layout, games.level) == (order.layout, order.level) and not order.rules:
                count = pluralized(games.solved, "game")
                average = PLAYED.format(games=count, dot=self.glyphs.dot, time=clock_text(games.average))
                lines.append([Segment(average, self.palette.plain)])
                if games.best is not None:
                    lines.append([Segment(BEST.format(time=clock_text(games.best)), dim)])
        return lines

    def _progress_lines(self, width: int) -> list[Line]:
        """Return the progress of generation as a meter and a sentence; nothing without a sentence."""
        status: list[Line] = [[Segment(self._status, self.palette.dim)]] if self._status else []
        made = None if self._is_search else self._progress
        if made:
            status.insert(0, progress(made.holes / max(made.target, 1), width, self.palette, self.glyphs))
        return status


def make(order: GameOrder, job: Job[GeneratorProgress]) -> tuple[Generated, str]:
    """Generate a puzzle, with a remark on how it is solved; "" for none. Raises Cancelled and InputError."""
    seed = new_seed() if order.seed is None else order.seed
    options = order.generator_options
    generated = make_puzzle(order.full_layout, options, seed=seed, on_progress=job.report, cancel=job.cancelled)
    return generated, remark(generated, options) if generated.reached else ""
