"""The time machine: a recorded search, moved through event by event, forwards and backwards."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Offset, Region, Size
from textual.reactive import reactive
from textual.widgets import Static

from engine.base.errors import InputError
from engine.sat.trace.events import Kind
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from tui.base.background import Job
from tui.base.dialogs import Prompt
from tui.base.page import Page
from tui.base.player import EVERYTHING, Player
from tui.base.program import HEIGHT, WIDTH
from tui.base.requests import InspectFormula, Newest
from tui.draw.picture import Picture
from tui.features.replay.board import cell_at_work, cell_pointed_at, set_event
from tui.features.replay.head import bar_area, position_at, title_text
from tui.features.replay.picture import board_area, curve_area, draw, is_wide, rows_below
from tui.features.replay.scene import Scene, View
from tui.features.replay.variable_names import variables_named
from tui.features.replay.view import ReplayView

_PAGE = 3
"""What part of the terminal's rows a page of the trail is."""
_TITLE, _KEYS = 1, 1

NO_SUCH_EVENT = "Events are counted from 0 to {last:,}."
GO_TO = "Go to event, 0 to {last:,}"
FIND_VARIABLE = "When is it set? A variable"
FIND_CELL = "When is it set? A variable, a cell as r3c4, or a cell and a digit as r3c4=5"
NOT_SET = "It is never set in this recording."
NOT_SET_AFTER, NOT_SET_BEFORE = "It is not set after this event.", "It is not set before this event."
NOTHING_SOUGHT = "{key} asks for the variable."
NOTHING_KNOWN = "Nothing is known of this cell yet."
NO_GRAPH = "{solver} learns no clauses, so there are no implications to show."
AT_EVENT = "{subject}, event {event:,}"


@dataclass(frozen=True)
class Eye:
    """What the user looks at: what is in front, cursors on the trail and on the board, how far a page is scrolled.

    `in_cells`: whether literals are called by cells, as soon as it is known which they are.
    """

    view: View = View.ALL
    place: int | None = None
    cell: int | None = None
    top: int = 0
    in_cells: bool = True


class ReplayScreen(Page):
    """A trace, the position in it, and what the eye is on, which is all that the screen owns."""

    TITLE = "going through a search"
    DEFAULT_CSS = "ReplayScreen > #title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", tooltip="play or pause"),
        Binding("full_stop", "step(1)", "step", key_display=",.", tooltip="one event on"),
        Binding("comma", "step(-1)", "an event back", key_display=",", show=False),
        Binding("greater_than_sign", "decision(1)", "decision", key_display="<>", tooltip="to the next decision"),
        Binding("less_than_sign", "decision(-1)", "to the decision before", key_display="<", show=False),
        Binding("right_curly_bracket", "conflict(1)", "conflict", key_display="{}", tooltip="to the next conflict"),
        Binding("left_curly_bracket", "conflict(-1)", "to the conflict before", key_display="{", show=False),
        Binding("b", "board", "board", tooltip="the board; arrows pick a cell"),
        Binding("i", "graph", "graph", tooltip="implications of a conflict"),
        Binding("plus,equals_sign", "speed(1)", "speed", key_display="+-", tooltip="faster"),
        Binding("minus", "speed(-1)", "slower", key_display="-", show=False),
        Binding("d", "tree", "tree", tooltip="the decision tree"),
        Binding("c", "names", "cells", tooltip="cells or numbers"),
        Binding("g", "ask", "go to", tooltip="go to an event"),
        Binding("slash", "find", "variable", key_display="/", tooltip="when a variable is set"),
        Binding("n", "found(1)", "when it is set again", show=False),
        Binding("N", "found(-1)", "when it was set before", show=False),
        Binding("k", "clauses", "clauses", tooltip="all clauses at this event"),
        Binding("right", "arrow(0,1)", "an event on, a cell right", show=False),
        Binding("left", "arrow(0,-1)", "an event back, a cell left", show=False),
        Binding("up", "arrow(-1,0)", "up the trail or the graph, a cell up", show=False),
        Binding("down", "arrow(1,0)", "down the trail or the graph, a cell down", show=False),
        Binding("pageup", "page(-1)", "a page up", show=False),
        Binding("pagedown", "page(1)", "a page down", show=False),
        Binding("enter", "pick", "to the cursor's event", show=False),
        Binding("home", "start", "to the beginning", show=False),
        Binding("end", "finish", "to the end; of a running search, as it is now", show=False),
    ]

    eye: reactive[Eye] = reactive(Eye(), init=False, repaint=False)
    cells: reactive[CellWords | None] = reactive[CellWords | None](None, init=False, repaint=False)
    """What the variables mean, once it is known that the formula is a sudoku."""

    def __init__(self, name: str, trace: Trace, sudoku: SudokuFormula | None, newest: Newest) -> None:
        """`name` is what was solved, fit to be shown; `sudoku` what its variables mean, if that is known.

        `newest` gives more of a search that is still running.
        """
        super().__init__()
        self._subject = name
        self.trace = trace
        self._newest = newest
        self.player = Player(lambda: len(self.trace), self.redraw)
        self.player.position = len(trace) if trace.running else 0
        self._sudoku = sudoku
        self._sought: frozenset[int] = frozenset()
        """The variables looked for last."""
        self._levels: list[int] = []

    def content(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield ReplayView(self._drawing(self.app.size))

    def on_mount(self) -> None:
        self.player.begin(self)
        self.background.start("look for a sudoku", self._recognise, self._know)

    def _recognise(self, _: Job[None]) -> SudokuFormula | None:
        return self._sudoku or recognise(self.trace.formula)

    def _know(self, sudoku: SudokuFormula | None) -> None:
        if sudoku:
            self.cells = CellWords(sudoku, self.glyphs.unequal)
            self.refresh_keys()

    def on_resize(self, event: Resize) -> None:
        if event.size.width >= WIDTH and event.size.height >= HEIGHT:  # else there is nothing to see
            self._levels = []
            self._look(top=0)
            self.redraw()

    @property
    def position(self) -> int:
        """After how many events the search is shown."""
        return self.player.position

    @property
    def scene(self) -> Scene:
        """What there is to be drawn."""
        eye, player = self.eye, self.player
        return Scene(
            self.trace, player.position, self._levels, self.palette, self.glyphs,
            playing=player.playing, speed=player.speed, cells=self.cells,
            view=eye.view, in_cells=eye.in_cells, place=eye.place, cell=eye.cell, top=eye.top,
        )  # fmt: skip

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a board only where the formula is a sudoku."""
        return action.partition("(")[0] not in ("board", "names") or self.cells is not None

    def own_bindings(self) -> list[Binding]:
        """Where no clauses are learned, the key of the graph only tells so."""
        learns = self.scene.learns
        return [replace(one, show=one.show and (learns or one.action != "graph")) for one in super().own_bindings()]

    # moving through the search

    def action_play(self) -> None:
        """Play or pause; from the end, play again from the beginning."""
        self._look(place=None, top=0)
        self.player.toggle()

    def action_step(self, step: int) -> None:
        self._go_to(self.position + step)

    def action_decision(self, step: int) -> None:
        self._go_to_kind(step, Kind.DECISION)

    def action_conflict(self, step: int) -> None:
        self._go_to_kind(step, Kind.CONFLICT)

    def _go_to_kind(self, step: int, kind: Kind) -> None:
        search = self.trace.next_position if step > 0 else self.trace.previous_position
        self._go_to(search(self.position, kind))

    def action_start(self) -> None:
        self._go_to(0)

    def action_finish(self) -> None:
        if self.trace.running and (newest := self._newest()) is not None:
            self.trace, self._levels = newest, []
        self._go_to(EVERYTHING)

    def action_speed(self, step: int) -> None:
        self.player.change_speed(step)

    @work
    async def action_ask(self) -> None:
        """Ask for the number of an event, and go there."""
        self.player.pause()
        text = await self.ask(Prompt(GO_TO.format(last=len(self.trace))))
        if text is None:
            return
        digits = text.replace(",", "").strip()
        if digits.isdecimal():
            self._go_to(int(digits[:20]))
        else:
            self._say(NO_SUCH_EVENT.format(last=len(self.trace)))

    @work
    async def action_find(self) -> None:
        """Ask for a variable, and go to the event that set it: that in force, else the next one, else the last one."""
        self.player.pause()
        text = await self.ask(Prompt(FIND_CELL if self.cells else FIND_VARIABLE))
        if text is None:
            return
        try:
            self._sought = variables_named(text, self.trace.formula.variables, self.cells)
        except InputError as error:
            self._say(str(error))
            return
        trace, state = self.trace, self.scene.state
        places = [place for place in map(state.place, self._sought) if place is not None]
        if places:
            self._go_to(state.events[max(places)] + 1)
        else:
            after = trace.next_assignment(self.position, self._sought)
            found = trace.previous_assignment(self.position, self._sought) if after is None else after
            self._go_to(found, NOT_SET)

    def action_found(self, step: int) -> None:
        """Go to the next event that sets one of the variables looked for, or to the one before."""
        if not self._sought:
            self._say(NOTHING_SOUGHT.format(key=self.key("find")))
        elif step > 0:
            self._go_to(self.trace.next_assignment(self.position, self._sought), NOT_SET_AFTER)
        else:
            self._go_to(self.trace.previous_assignment(self.position, self._sought), NOT_SET_BEFORE)

    def _say(self, sentence: str) -> None:
        self.notify(sentence, severity="warning", markup=False)

    def _go_to(self, position: int | None, otherwise: str = "") -> None:
        """Pause at a position, the nearest there is; where there is none stay, and say so."""
        if position is not None:
            self._look(place=None, top=0)
            self.player.go_to(position)
            return
        self.player.pause()
        if otherwise:
            self._say(otherwise)

    # looking around

    def action_tree(self) -> None:
        self._bring(View.TREE)

    def action_graph(self) -> None:
        if self.scene.learns:
            self._bring(View.GRAPH)
        else:
            self._say(NO_GRAPH.format(solver=self.trace.result.solver))

    def action_board(self) -> None:
        """Bring the board to the front, and a cursor on it; and away again."""
        if self.eye.cell is None and self.cells:
            self._look(view=View.BOARD, cell=cell_at_work(self.scene), top=0)
        else:
            self._look(view=View.ALL, cell=None, top=0)

    def _bring(self, view: View) -> None:
        """Bring something to the front, or everything if it is there already."""
        self._look(view=View.ALL if view is self.eye.view else view, cell=None, top=0)

    def _look(self, **changes: Any) -> None:
        """Look at something else."""
        self.eye = replace(self.eye, **changes)

    def action_names(self) -> None:
        """Call literals by cells, or by numbers."""
        self._look(in_cells=not self.eye.in_cells)

    def action_clauses(self) -> None:
        self.player.pause()
        name = AT_EVENT.format(subject=self._subject, event=self.position)
        self.post_message(InspectFormula(name, self.trace.formula, self.scene.state.assignment))

    async def action_back(self) -> None:
        """Take the cursor away, then what is in front; then leave."""
        if self.eye.place is not None or self.eye.view is not View.ALL:
            self._look(view=View.ALL, place=None, cell=None)
        else:
            await super().action_back()

    # the cursors on the trail and on the board

    def action_arrow(self, down: int, right: int) -> None:
        if self.eye.cell is not None and self.cells:
            self._look(cell=self.cells.sudoku.layout.towards(self.eye.cell, down, right))
        elif right:
            self._go_to(self.position + right)
        else:
            self._move_place(down)

    def action_page(self, step: int) -> None:
        self._move_place(step * (self.size.height // _PAGE))

    def _move_place(self, step: int) -> None:
        """Move the cursor on the trail, or what is in front of it."""
        length, eye = len(self.scene.state.trail), self.eye
        if eye.view is View.GRAPH:
            shown = self.query_one(ReplayView).picture
            self.player.pause()
            self._look(top=min(max(eye.top + step, 0), rows_below(self.scene, shown.width, shown.height)))
        elif length and eye.view is View.ALL:
            self.player.pause()
            at = length - 1 if eye.place is None else eye.place + step
            self._look(place=min(max(at, 0), length - 1))

    def action_pick(self) -> None:
        """Go to the event that the cursor's literal or cell has its value from."""
        scene = self.scene
        if scene.cell is not None:
            event = set_event(scene)
            self._go_to(None if event is None else event + 1, NOTHING_KNOWN)
        elif scene.place is not None:
            self._go_to(scene.state.events[scene.place] + 1)

    # the mouse

    @on(ReplayView.Pressed)
    def _pressed(self, event: ReplayView.Pressed) -> None:
        """Go to where the bar or the curve is pressed, and from there with the mouse; pick a cell of the board."""
        view = event.view
        width, height = view.picture.width, view.picture.height
        cell = self._cell_at(event.point, width, height)
        if cell is not None:
            self.player.pause()
            self._look(view=View.BOARD, place=None, cell=cell)
        areas = [bar_area(len(self.trace), width)]
        if self.eye.view is View.ALL or (self.eye.view is View.BOARD and is_wide(width, height)):
            areas.append(curve_area(width, height))
        for area in areas:
            if area.contains_point(event.point):
                view.drag_along(area)
                self._go_to(position_at(event.point.x, area, len(self.trace)))

    def _cell_at(self, point: Offset, width: int, height: int) -> int | None:
        scene = self.scene
        board: Region | None = board_area(scene, width, height)
        return cell_pointed_at(scene, board, point) if board else None

    @on(ReplayView.Dragged)
    def _dragged(self, event: ReplayView.Dragged) -> None:
        self._go_to(position_at(event.column, event.area, len(self.trace)))

    # showing

    def watch_eye(self) -> None:
        self.redraw()

    def watch_cells(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draw the position."""
        if not self.is_mounted:
            return
        title, line = title_text(self._subject, self.trace, self.palette, self.glyphs), self.query_one("#title", Static)
        if line.content != title:
            line.update(title, layout=False)
        self.query_one(ReplayView).show(self._drawing(self.size))

    def _drawing(self, terminal: Size) -> Picture:
        """The scene in a terminal of this size."""
        width, height = max(terminal.width, WIDTH), max(terminal.height, HEIGHT) - _TITLE - _KEYS
        columns = curve_area(width, height).width
        if len(self._levels) != columns:
            self._levels = self.trace.levels_sampled(columns)
        return draw(self.scene, width, height)
