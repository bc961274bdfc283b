"""The screen of a drill: a board to mark the answer on."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import ClassVar, Self

from rich.cells import cell_len
from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Size

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.seeds import new_seed
from engine.base.text import joined, paragraph
from engine.play.answers import MAX_WRONG_ANSWERS, AnswerJudgement, AnswerVerdict, DrillAnswer, judge, places_digits
from engine.play.errors import StoreError
from engine.play.hint_stages import HintStage
from engine.play.schedule import AnsweredDrill, Quality
from engine.sudoku.layout import Layout
from engine.sudoku.making.drill_bank import next_drill, read_bank
from engine.sudoku.making.drills import Drill
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, members
from engine.sudoku.techniques.step import Step
from tui.base.background import call, cancellable
from tui.base.base_app import WIDTH, BaseApp
from tui.base.board import BoardInput
from tui.base.board_page import BoardPage, Ink
from tui.base.keymap import MovedBinding
from tui.base.picture_view import PanelView
from tui.base.requests import PractiseDrill
from tui.base.saved_games import SavedGames
from tui.base.text_block import TextLine
from tui.base.zoom import Zoom, cell_sizes, zoom_text
from tui.draw.board import BoardAppearance, Sign
from tui.draw.board_frame import NARROW, CellSize, best_fit, board_frame, cell_names, note_grid
from tui.draw.cells import Line, wrap_line
from tui.draw.face import Chip, level_chip
from tui.draw.game import LINKS, hint_marks
from tui.draw.magnifier import draw_magnifier, magnifier
from tui.draw.panels import READ_ON, Panel, Stack, pages
from tui.draw.rules import rule_grounds
from tui.features.train import words
from tui.features.train.panels import results_legend, results_line

PANEL, PANEL_LEAST, PANEL_MOST = 28, 21, 60
"""Columns beside the board: those of a magnifier, the minimum, and the maximum."""

_TALL = 28
"""Rows from which the question stays above the verdict on an answer."""
QUESTION = 4
"""Rows of the question below the board, if there is no room beside it."""


def _make(layout: Layout, technique: Technique, bank: str, seed: int, cancel: Callable[[], bool]) -> Drill:
    """Generate a drill. Raises Cancelled."""
    drill = next_drill(layout, technique, bank, seed, cancel)
    judge(drill, DrillAnswer())  # complete notes, because judging an answer needs them
    return drill


def _prepare(drill: Drill) -> Drill:
    """Prepare a drill for judging answers."""
    judge(drill, DrillAnswer())
    return drill


async def save_answer(saved: SavedGames, answered: AnsweredDrill, layout: Layout) -> str:
    """Save the answer to a drill on a layout; returns why that failed, else ""."""
    try:
        await saved.run(lambda store: store.add_drill(answered, layout.name))
    except StoreError as error:
        return str(error)
    return ""


class DrillScreen(BoardPage):
    """Asks for steps, one in each drill. It owns the marks and the number of wrong answers."""

    board: BoardInput
    HEADING = _("drill")
    PARTS = (BoardInput,)
    FIRST = ("digit(1)", "letter", "mark", "answer", "show", "next")
    DEFAULT_CSS = """
    DrillScreen { align: center middle; }
    DrillScreen > Horizontal { width: auto; height: auto; }
    DrillScreen PanelView { margin-left: 1; }
    DrillScreen.-above > Horizontal { layout: vertical; }
    DrillScreen.-above PanelView { margin-left: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "mark", "mark cell", tooltip="mark a cell that the step depends on"),
        Binding("enter", "answer", "answer", tooltip="answer; then: another drill"),
        MovedBinding("S", "show", "show it", tooltip="give up: show the step", former="s"),
        Binding("n", "next", "another", tooltip="another drill"),
        Binding("r", "read", "read on", tooltip="the rest of a long explanation"),
        Binding("f", "highlight", "places of a digit", show=False, tooltip="show the places of a digit"),
        Binding("z", "zoom", "size of the cells", show=False),
        Binding("X", "clear", "clear marks", show=False, tooltip="clear all marks"),
    ]

    @classmethod
    async def from_request(cls, request: PractiseDrill, app: BaseApp, /) -> Self:
        drill, layout = request.drill, request.drill.puzzle.layout

        async def save(technique: Technique, quality: Quality) -> str:
            return await save_answer(app.saved, AnsweredDrill(technique, date.today(), quality), layout)

        return cls(layout, read_bank(app.shipped, layout), lambda: drill.technique, save, [drill])

    def __init__(
        self,
        layout: Layout,
        bank: str,
        choose: Callable[[], Technique],
        save: Callable[[Technique, Quality], Awaitable[str]],
        own_drills: Sequence[Drill] = (),
    ) -> None:
        """`choose` returns the technique of the next drill; `save` saves a result, and returns why that failed.

        `own_drills`, of the player's games, come first.
        """
        super().__init__()
        self._board_layout = layout
        self._bank = bank
        self._choose = choose
        self._save = save
        self._own_drills = list(own_drills)
        self._technique = choose()
        self.drill: Drill | None = None
        """The drill that is shown; None while it is being made."""
        self.answer = DrillAnswer()
        self.solution_step: Step | None = None
        """The step that ended the drill, found by the player or shown."""
        self._is_solved = False
        self._wrong_answers = 0
        """The number of wrong answers to this drill."""
        self._verdict = ""
        """The sentence on the last answer; "" after a change of the marks."""
        self._message = ""
        self._page = 0
        """The page of the panel."""
        self._highlighted = 0
        self._results: list[Quality] = []
        """The results of this visit."""
        self._zoom = Zoom[self.options.cells.upper()]

    def content(self) -> ComposeResult:
        self.message = TextLine()
        cell, visible = self._arrange(self.app.size)
        self.board = BoardInput(self._board_layout, 0, self._look(), cell, visible)
        self.panel = PanelView(self._beside_board)
        with Horizontal():
            yield self.board
            yield self.panel
        yield self.message

    @property
    def header_facts(self) -> Sequence[str]:
        return [cell_names(self._board_layout, self.board.cursor), self._board_layout.label]

    def on_mount(self) -> None:
        self._fit(self.app.size)
        self.board.focus()
        self.action_next()

    @property
    def action_labels(self) -> Mapping[str, Sentence]:
        """After the end of a drill, the answer key starts another one."""
        return {} if self.solution_step is None else {"answer": _("another")}

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Marking and showing need a drill that is not over."""
        goes_on = self.drill is not None and self.solution_step is None
        return {
            **dict.fromkeys(("mark", "show", "clear"), goes_on),
            "answer": self.drill is not None,
            "read": len(self._pages(*self._room_of_text(self.panel.size))) > 1,
        }

    # sizes

    def _is_above(self, terminal: Size) -> bool:
        """Whether the board is above the question, because there is no room beside it."""
        least = board_frame(self._board_layout, self.glyphs.box, NARROW).width + 1 + PANEL_LEAST
        return terminal.width < min(least, WIDTH)

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        self._fit(event.size)

    def _arrange(self, terminal: Size) -> tuple[CellSize, Size]:
        """Return the largest cells with which the whole board fits, with notes if possible, and the visible size."""
        width, height = terminal.width, terminal.height - 3
        layout, box = self._board_layout, self.glyphs.box
        if self._is_above(terminal):
            room = wide_room = Size(width, height - QUESTION)
        else:
            room, wide_room = Size(width - PANEL - 1, height), Size(width - PANEL_LEAST - 1, height)
        sizes = cell_sizes(layout, self._zoom, grounds=self.palette.tile.bgcolor is not None)
        large = best_fit(layout, box, wide_room, sizes)
        takes_large = self._zoom.is_large or (large.whole and self._zoom is Zoom.AUTOMATIC)
        fit = large if takes_large else best_fit(layout, box, room)
        return fit.cell, fit.visible_size

    def _fit(self, terminal: Size) -> None:
        cell, visible = self._arrange(terminal)
        self._notes_inside = note_grid(self._board_layout.size, cell) is not None
        above = self._is_above(terminal)
        columns = terminal.width if above else min(terminal.width - visible.width - 1, PANEL_MOST)
        rows = terminal.height - 3
        self.set_class(above, "-above")
        self.panel.styles.width, self.panel.styles.height = columns, rows - visible.height if above else rows
        self.message.styles.width = min(max(WIDTH, visible.width + 1 + columns), terminal.width)
        self.board.fit(self._look(), cell, visible)
        self.call_after_refresh(self.redraw)

    def action_zoom(self) -> None:
        self._zoom = self._zoom.next
        self.say(zoom_text(self._zoom, self._arrange(self.app.size)[0], self.key("zoom")))
        self._fit(self.app.size)

    # the drill

    def action_next(self) -> None:
        """Start another drill, generated off the event loop or from the bank."""
        own = self._own_drills.pop(0) if self._own_drills else None
        self._technique = technique = own.technique if own else self._choose()
        self.drill, self.solution_step, self.answer = None, None, DrillAnswer()
        self._is_solved, self._wrong_answers, self._verdict, self._message, self._highlighted = False, 0, "", "", 0
        layout, bank, seed = self._board_layout, self._bank, new_seed()
        work = call(_prepare, own) if own else cancellable(_make, layout, technique, bank, seed)

        self.say(words.MAKING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start("drill", work, self.begin)
        self.refresh_keys()

    def begin(self, drill: Drill) -> None:
        """Show a drill."""
        self.drill = drill
        values = drill.position.values
        if values[self.board.cursor]:
            self.board.cursor = values.index(0)
        self.say(str(words.FROM_GAME) if drill.start else "")
        self.refresh_keys()

    async def enter(self, cells: Collection[int], digit: int) -> None:
        """Mark or unmark a candidate; 0 unmarks all of the cell. If the step places a digit, only one is marked."""
        if self.drill is None or self.solution_step is not None:
            return
        (cell,) = cells
        marked, typed = self.answer.candidates, Candidate(cell, digit)
        if not digit:
            remaining = frozenset(candidate for candidate in marked if candidate.cell != cell)
            self.answer = DrillAnswer(remaining, self.answer.cells - {cell})
        elif places_digits(self.drill.technique):
            self.answer = replace(self.answer, candidates=frozenset() if typed in marked else frozenset({typed}))
        else:
            self.answer = replace(self.answer, candidates=marked ^ {typed})
        self._clear_verdict()

    def action_mark(self) -> None:
        self.answer = replace(self.answer, cells=self.answer.cells ^ {self.board.cursor})
        self._clear_verdict()

    def action_clear(self) -> None:
        self.answer = DrillAnswer()
        self._clear_verdict()

    def _clear_verdict(self) -> None:
        """Clear the verdict on the previous answer."""
        self._verdict = ""
        self.say("")

    def action_highlight(self) -> None:
        self.ask_digit("highlight", words.HIGHLIGHT.format(digits=self.board.digits_text), self._show_digit)

    def _show_digit(self, digit: int) -> None:
        self._highlighted = digit
        self.say(words.DIGIT_SHOWN.format(digit=sign(digit)) if digit else "")

    async def action_answer(self) -> None:
        """Judge the answer; after the end of the drill, start another one."""
        if self.drill is None:
            return
        if self.solution_step is not None:
            self.action_next()
            return
        judged = judge(self.drill, self.answer)
        self._verdict = judged.sentence
        if judged.verdict is AnswerVerdict.RIGHT:
            quality = Quality.SECOND_TRY if self._wrong_answers else Quality.FIRST_TRY
            await self._end(judged, str(words.RIGHT_LATE if self._wrong_answers else words.RIGHT), quality)
        elif judged.verdict is AnswerVerdict.UNFINISHED:
            self.say("")
        else:
            self._wrong_answers += 1
            if self._wrong_answers < MAX_WRONG_ANSWERS:
                self.say(str(words.WRONG))
            else:
                await self._show(str(words.STEP_SHOWN), judged.sentence)

    async def action_show(self) -> None:
        await self._show(str(words.GIVEN_UP))

    async def _show(self, sentence: str, reason: str = "") -> None:
        """Show the step that needs the fewest cells."""
        if self.drill is not None:
            step = min(self.drill.steps, key=lambda step: len(step.cells))
            judged = AnswerJudgement(AnswerVerdict.WRONG, paragraph([reason, step.sentence]), step)
            await self._end(judged, sentence, Quality.REVEAL)

    async def _end(self, judged: AnswerJudgement, sentence: str, quality: Quality) -> None:
        """End the drill: show the step, and save the result."""
        self.solution_step, self._verdict, self._highlighted = judged.step, judged.sentence, 0
        self._is_solved = judged.verdict is AnswerVerdict.RIGHT
        self._results.append(quality)
        if judged.step is not None:
            self.board.cursor = min(judged.step.places or judged.step.removes).cell
        self.say(paragraph([sentence, words.NEXT_DRILL.format(next=self.key("answer"))]))
        self.refresh_keys()
        problem = await self._save(self._technique, quality)
        if problem:
            self.say(words.UNSAVED.format(problem=problem))

    # the display

    def redraw(self) -> None:
        palette = self.palette
        self.refresh_header()
        self.board.show_look(self._look())
        self.panel.redraw()
        ink = palette.good if self._is_solved else palette.warning if self._wrong_answers else palette.accent
        self.message.show([Segment(f" {self._message}", ink)])

    def say(self, sentence: str, _ink: Ink = "plain") -> None:
        self.end_question()
        self._message, self._page = sentence, 0
        self.redraw()
        self.refresh_keys()

    def action_read(self) -> None:
        self._page += 1
        self.redraw()

    def _look(self) -> BoardAppearance:
        """Return the position with its candidates, and the marks or the step."""
        palette, drill = self.palette, self.drill
        cursor = self.board.cursor if self.is_mounted else 0
        if drill is None:
            values = [0] * len(self._board_layout.cells)
            return BoardAppearance(values, [palette.given] * len(values), cursor=cursor, cursor_ground=palette.cursor)
        position = drill.position
        inks = [palette.given if given else palette.player for given in drill.puzzle.givens]
        look = BoardAppearance(
            position.values,
            inks,
            rule_grounds(position.layout, position.rules, palette),
            notes=position.masks,
            cursor=cursor,
            cursor_ground=palette.cursor,
            rules=position.rules,
        )
        return self._marked(look, drill) if self.solution_step is None else self._solved(look, self.solution_step)

    def _solved(self, look: BoardAppearance, step: Step) -> BoardAppearance:
        """Return the board with the step."""
        marks, houses = hint_marks(HintStage("", cells=step.cells, step=step), self.palette), self._board_layout.houses
        grounds = {cell: self.palette.peer for house in step.houses for cell in houses[house].cells}
        return replace(
            look,
            grounds={**look.grounds, **grounds} | {cell: sign.ground for cell, sign in marks.cells.items()},
            signs={cell: sign.mark for cell, sign in marks.cells.items()},
            note_signs=marks.candidates,
            hint_digits=marks.digits,
            links=marks.links,
            chain=marks.chain,
            marked_houses=step.houses,
        )

    def _marked(self, look: BoardAppearance, drill: Drill) -> BoardAppearance:
        """Return the board with the marks of the answer, and the places of the highlighted digit."""
        palette, position, digit = self.palette, drill.position, self._highlighted
        mark = Sign("+", palette.placement) if places_digits(drill.technique) else Sign("-", palette.elimination)
        marked = [
            candidate for candidate in self.answer.candidates if position.masks[candidate.cell] >> candidate.digit & 1
        ]
        cells = dict.fromkeys(self.answer.cells, Sign("*", palette.premise))
        cells |= dict.fromkeys((candidate.cell for candidate in marked), mark)
        places = list(members(position.cells_with[digit])) if digit else []
        return replace(
            look,
            grounds={**look.grounds, **dict.fromkeys(places, palette.same)}
            | {cell: sign.ground for cell, sign in cells.items()},
            signs={cell: sign.mark for cell, sign in cells.items()},
            note_signs=dict.fromkeys(marked, mark),
            hint_digits=dict.fromkeys(places, digit) | dict(marked),
        )

    def _beside_board(self, width: int, height: int) -> Stack:
        """Return the panel: question or verdict, marks, and a magnifier if there is room."""
        palette, glyphs = self.palette, self.glyphs
        inside = self._room_of_text(Size(width, height))
        text_pages = self._pages(*inside)
        page, edges = list(text_pages[self._page % len(text_pages)]), height - inside.height
        keys = [(self.first_key("read"), str(words.READ_EDGE))] if len(text_pages) > 1 else []
        level = level_chip(self._technique.level.value, words.scored(self._technique))
        title = self._technique.title if self._is_titled(inside.width) else str(words.QUESTION)
        panels: list[Panel] = []
        if self._question_rows(Size(width, height)):
            task = self._task_lines(inside.width)
            panels, title = [Panel(task, title, chip=level, rows=len(task) + 1)], str(words.ANSWER)
        chip = self._chip() or (None if panels else level)
        panels.append(Panel(page, title, chip=chip, keys=keys, rows=len(page) + 1))
        part = None
        if self.drill is not None and not self._notes_inside:
            room = Size(width, height - len(page) - edges - 1)
            part = magnifier(self._board_layout, self.board.cursor, room, glyphs.box)
        if part is not None:
            picture = draw_magnifier(part, self._board_layout, self._look(), palette, glyphs)
            panels += [Panel([[Segment(part.name, palette.dim)]], rows=1), Panel(picture, rows=picture.height)]
        elif self._results:
            legend = wrap_line(results_legend(palette, glyphs), max(inside.width, 2))
            rows = [results_line(self._results[-inside.width // 2 :], palette, glyphs), *legend]
            panels += [Panel(rows, str(words.SO_FAR), rows=len(rows) + 1)]
        return Stack(panels)

    def _room_of_text(self, room: Size) -> Size:
        """The size of the text within a frame or below a title."""
        framed = self.is_framed
        rows = room.height - 1 - framed - self._question_rows(room)
        return Size(max(room.width - 4 * framed, 0), max(rows, 0))

    def _question_rows(self, room: Size) -> int:
        """Rows of the question if it stays above the verdict."""
        framed = self.is_framed
        if room.height < _TALL or self.drill is None or not (self._verdict or self._marks()):
            return 0
        return len(self._task_lines(room.width - 4 * framed)) + 1 + framed

    def _task_lines(self, width: int) -> list[Line]:
        return wrap_line([Segment(self._question_text(), self.palette.plain)], max(width, 2))

    def _question_text(self) -> str:
        """The task, and its keys."""
        follows = places_digits(self._technique)
        task = words.FIND_PLACE if follows else words.FIND_FALLS.format(mark=self.key("mark"))
        return paragraph([task, words.KEYS.format(answer=self.key("answer"), show=self.key("show"))])

    def _chip(self) -> Chip | None:
        """The verdict on the answer; None before it."""
        if self.solution_step is not None:
            return Chip(str(words.CHIP_RIGHT), "good") if self._is_solved else Chip(str(words.CHIP_SHOWN), "warning")
        if self._wrong_answers:
            return Chip(str(words.CHIP_WRONG), "bad") if self._verdict else Chip(str(words.CHIP_TRY), "warning")
        return None

    def _pages(self, width: int, height: int) -> list[Sequence[Line]]:
        """Return the text of the panel, page by page."""
        technique = [Segment(self._technique.title, self.palette.title)]
        sentences = [*[technique] * (not self._is_titled(width)), *self._question()]
        lines = [line for sentence in sentences for line in wrap_line(sentence, max(width, 1))]
        return pages(lines, height, [Segment(READ_ON.format(key=self.key("read")), self.palette.dim)])

    def _is_titled(self, width: int) -> bool:
        """Whether the name of the technique fits above the question."""
        return cell_len(self._technique.title) + 2 <= width

    def _question(self) -> Sequence[Line]:
        palette = self.palette
        if self.drill is None:
            return []
        if self._verdict:
            links = f" {LINKS}" if self.solution_step and self.solution_step.chain else ""
            return [[Segment(self._verdict + links, palette.accent if self.solution_step else palette.plain)]]
        if marks := self._marks():
            return [[Segment(words.MARKED.format(marks=marks), palette.accent)]]
        return [[Segment(self._question_text(), palette.plain)]]

    def _marks(self) -> str:
        """Return the marks in short."""
        layout, sort = self._board_layout, "=" if places_digits(self._technique) else "-"
        candidates = [f"{layout.cell_name(cell)}{sort}{sign(digit)}" for cell, digit in sorted(self.answer.candidates)]
        return joined([*candidates, *(layout.cell_name(cell) for cell in sorted(self.answer.cells))])
