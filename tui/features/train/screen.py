"""The trainer: the path of techniques with their stages, which starts drills."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import ScreenResume

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.errors import StoreError
from engine.play.review import MAX_GAMES, own_drills
from engine.play.schedule import MASTERY_STREAK, AnsweredDrill, Practice, Quality, practice_by_technique
from engine.play.training import DRILL_LAYOUTS, TrainingStage, next_technique, rare_techniques, stage, training_path
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.drill_bank import lines_of, read_bank
from engine.sudoku.making.drills import Drill
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.next_step import StepOrder
from tui.base.background import cancellable
from tui.base.dialogs import Choice
from tui.base.frame import put_frame
from tui.base.keymap import MovedBinding
from tui.base.page import Page
from tui.base.picture_view import PanelView
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextLine
from tui.draw.bars import meter
from tui.draw.cells import Line, clip, pad, pad_left, widest
from tui.draw.face import Chip, ink_of, level_dot
from tui.features.train import words
from tui.features.train.drill import DrillScreen, save_answer
from tui.features.train.panels import STAGE_INKS, TechniqueFacts, due_text, technique_panels

_WITH_LEVEL, _WITH_ALL = 44, 62
"""Widths from which there is room for the level, and for answers and the next day too."""


class TechniqueRow(NamedTuple):
    """A technique, its stage, the number of good answers in a row, and when it is due again."""

    technique: Technique
    stage: TrainingStage
    row: int
    again: str


class TechniqueList(ItemRows[TechniqueRow]):
    """The techniques of a path with level, answers and stage, in columns of the needed width."""

    def fill(self, items: Sequence[TechniqueRow], cursor: int | None = None) -> None:
        self._level = widest((row.technique.level.title for row in items), 0) + 2
        self._stage = widest((str(words.STAGES[row.stage]) for row in items), 0) + 1
        self._again = widest((row.again for row in items), 0) + 1
        super().fill(items, cursor)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        row, palette, glyphs = self.items[index], self.palette, self.glyphs
        level, ink = row.technique.level, ink_of(STAGE_INKS[row.stage], palette)
        columns: list[tuple[str, Style]] = []
        if width >= _WITH_LEVEL:
            dot = level_dot(level.value, palette, glyphs)
            columns += [(f"{dot.text} ", dot.style or ink), (pad(level.title, self._level), palette.dim)]
        if width >= _WITH_ALL:
            done = meter(row.row, MASTERY_STREAK, palette, glyphs)
            columns += [*((piece.text, piece.style or ink) for piece in done), ("  ", ink)]
        columns.append((pad(str(words.STAGES[row.stage]), self._stage), ink))
        if width >= _WITH_ALL:
            columns.append((f"{pad_left(row.again, self._again)} ", palette.dim))
        room = max(width - sum(cell_len(text) for text, _style in columns), 0)
        name = f" {pad(clip(row.technique.title, room - 2, glyphs.ellipsis), room - 1)}"
        return self.painted(((name, palette.plain), *columns), is_selected)


class TrainScreen(Page):
    """Lists the techniques of a layout; their stages are read again whenever the screen is shown."""

    HEADING = _("training")
    FOLLOWS_SIZE = True
    PARTS = (TechniqueList,)
    DEFAULT_CSS = """
    TrainScreen > Horizontal { height: 1fr; }
    TrainScreen PanelView { width: 28; margin-left: 1; }
    TrainScreen.-framed PanelView { width: 3fr; }
    TrainScreen.-framed TechniqueList { width: 5fr; }
    TrainScreen.-narrow PanelView { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "drill", tooltip="a drill of this technique"),
        Binding("d", "due", "what comes next", tooltip="due or new drills"),
        MovedBinding(
            "r", "own_games", "own games", former="o", tooltip="positions in which you were stuck in your own games"
        ),
        MovedBinding("y", "choose_layout", "layout", tooltip="drills on which layout", former="l"),
        Binding("escape,T", "back", "back", key_display="esc"),
    ]

    def __init__(self, today: Callable[[], date] = date.today) -> None:
        """`today` returns the current date."""
        super().__init__()
        self._today = today
        self.board_layout: Layout = LAYOUTS[DRILL_LAYOUTS[0]]()
        """The layout of the drills."""
        self.practices: dict[Technique, Practice] = {}
        self._bank = ""
        self._message = ""

    def content(self) -> ComposeResult:
        self.rows, self.panels, self.message = TechniqueList(), PanelView(()), TextLine()
        put_frame(self.rows, words.TECHNIQUES)
        with Horizontal():
            yield self.rows
            yield self.panels
        yield self.message

    @property
    def header_facts(self) -> Sequence[str]:
        techniques = training_path(self.board_layout)
        stages = [self._stage(technique) for technique in techniques]
        progress = words.PROGRESS.format(
            mastered=stages.count(TrainingStage.MASTERED), techniques=pluralized(len(techniques), "technique")
        )
        return [progress, self.board_layout.label]

    @property
    def header_chips(self) -> Sequence[Chip]:
        due = [self._stage(technique) for technique in training_path(self.board_layout)].count(TrainingStage.DUE)
        return [Chip(words.DUE_CHIP.format(due=due), "warning")] if due else []

    def on_mount(self) -> None:
        self.rows.focus()
        self._bank = read_bank(self.program.shipped, self.board_layout)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        try:
            self.practices = practice_by_technique(await self.program.saved.run(lambda store: store.drills_answered()))
        except StoreError as error:
            self._message = str(error)
        self._fill()

    def _fill(self, cursor: int | None = None) -> None:
        self.rows.fill([self._row(technique) for technique in training_path(self.board_layout)], cursor)
        self.redraw()

    def _row(self, technique: Technique) -> TechniqueRow:
        practice = self._practice(technique)
        return TechniqueRow(technique, self._stage(technique), practice.streak, due_text(practice, self._today()))

    # the keys

    def action_start(self) -> None:
        technique = training_path(self.board_layout)[self.rows.cursor]
        self._show(lambda: technique)

    def action_due(self) -> None:
        self._show(lambda: next_technique(training_path(self.board_layout), self.practices, self._today()))

    @work
    async def action_own_games(self) -> None:
        """Start drills of positions in solved games on this layout in which the player was stuck."""
        name, order = self.board_layout.name, StepOrder(self.options.hint_order)
        self._show_message(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        try:
            records = await self.program.saved.run(lambda store: store.solved_games(name, MAX_GAMES))
        except StoreError as error:
            self._show_message(str(error))
        else:
            self.background.start("own games", cancellable(own_drills, records, order), self._show_own)

    async def _show_own(self, drills: tuple[Drill, ...]) -> None:
        self._show_message("" if drills else str(words.NO_OWN_GAMES))
        if drills:
            last = drills[-1].technique
            await self.program.show(DrillScreen(self.board_layout, self._bank, lambda: last, self._save, drills))

    def _show_message(self, sentence: str) -> None:
        self._message = sentence
        self.redraw()

    @work
    async def action_choose_layout(self) -> None:
        titles = [LAYOUTS[name]().label for name in DRILL_LAYOUTS]
        choice = await self.ask(Choice(str(words.LAYOUT), titles, DRILL_LAYOUTS.index(self.board_layout.name)))
        if choice is not None:
            self.board_layout = LAYOUTS[DRILL_LAYOUTS[choice]]()
            self._bank = read_bank(self.program.shipped, self.board_layout)
            self._fill(0)

    @work
    async def _show(self, choose: Callable[[], Technique]) -> None:
        await self.program.show(DrillScreen(self.board_layout, self._bank, choose, self._save))

    async def _save(self, technique: Technique, quality: Quality) -> str:
        """Save the answer to a drill; returns why that failed, else ""."""
        answered = AnsweredDrill(technique, self._today(), quality)
        self.practices[technique] = self._practice(technique).after(answered.day, quality)
        return await save_answer(self.program.saved, answered, self.board_layout)

    # the display

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self.redraw()

    def on_rows_row_clicked(self, event: Rows.RowClicked) -> None:
        self.action_start()

    def redraw(self) -> None:
        palette, techniques = self.palette, training_path(self.board_layout)
        self.refresh_header()
        technique = techniques[min(self.rows.cursor, len(techniques) - 1)]
        banked = len(lines_of(self._bank, technique))
        source = words.FROM_BANK.format(drills=pluralized(banked, "drill")) if banked else words.MADE
        practice = self._practice(technique)
        without = words.LEFT_OUT.format(techniques=pluralized(len(rare_techniques(self.board_layout)), "technique"))
        due = [day for other in techniques if (day := self._practice(other).due)]
        facts = TechniqueFacts(technique, practice, self._stage(technique), str(source), without, due, self._today())
        self.panels.view(partial(technique_panels, facts, palette, self.glyphs, self.first_key("start")))
        self.put_frame(self.rows, words.TECHNIQUES, "due", aside=self.rows.row_text)
        self.message.show([Segment(f" {self._message}", palette.warning)])

    def _stage(self, technique: Technique) -> TrainingStage:
        return stage(self._practice(technique), self._today())

    def _practice(self, technique: Technique) -> Practice:
        return self.practices.get(technique, Practice())
