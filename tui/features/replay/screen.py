"""The time machine: a recorded search, moved through event by event, forwards and backwards."""

import time
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import MouseDown, MouseEvent, MouseMove, MouseUp, Resize
from textual.geometry import Region, Size
from textual.widgets import Static

from engine.base.errors import InputError
from engine.sat.solvers.solve import SOLVERS
from engine.sat.trace.events import Kind
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from tui.base.dialogs import Prompt
from tui.base.page import HEIGHT, WIDTH, Page
from tui.base.picture_view import PictureView
from tui.base.playback import Playback
from tui.base.requests import InspectFormula, Newest
from tui.base.throttle import line_rate
from tui.draw.picture import Picture
from tui.features.replay.board import cell_at_work, cell_pointed_at, set_event
from tui.features.replay.head import bar_area, position_at, title_text
from tui.features.replay.picture import board_area, curve_area, draw, is_wide, rows_below
from tui.features.replay.scene import Scene, View
from tui.features.replay.variable_names import variables_named

FRAMES = 10
"""Pictures a second, at most."""
BYTES_PER_PICTURE, BYTES_PER_CHANGE = 350, 5
"""What a picture costs, about, and what each changed character adds."""
_PAGE = 3
"""What part of the terminal's rows a page of the trail is."""
_TITLE, _KEYS = 1, 1


class MachineScreen(Page):
    """A trace, the position in it, and what the eye is on, which is all that the screen owns."""

    TITLE = "going through a search"
    DEFAULT_CSS = "MachineScreen > #title { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }"
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

    def __init__(self, name: str, trace: Trace, sudoku: SudokuFormula | None, newest: Newest) -> None:
        """`name` is what was solved, fit to be shown; `sudoku` what its variables mean, if that is known.

        `newest` gives more of a search that is still running.
        """
        super().__init__()
        self._subject = name
        self.trace = trace
        self._newest = newest
        self.position = len(trace) if trace.running else 0
        self.playback = Playback(FRAMES)
        self.view = View.ALL
        self.cells: CellWords | None = None
        self.in_cells = True
        """Whether literals are called by cells, as soon as it is known which they are."""
        self.place: int | None = None
        self.cell: int | None = None
        self.top = 0
        """How far the graph in front is scrolled."""
        self._sudoku = sudoku
        self._sought: frozenset[int] = frozenset()
        """The variables looked for last."""
        self._dragging: Region | None = None
        """Along what the mouse is dragged."""
        self._levels: list[int] = []

    def content(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield PictureView(self._drawing(self.app.size))

    def on_mount(self) -> None:
        self.playback.rate = line_rate(self.options)
        self._clock = self.set_interval(1 / FRAMES, self._tick, pause=True)
        self._recognise()

    @work(thread=True, exclusive=True, exit_on_error=False, group="recognise", description="look for a sudoku")
    def _recognise(self) -> None:
        """Find out what the variables mean, if the formula is a sudoku."""
        sudoku = self._sudoku or recognise(self.trace.formula)
        if sudoku and self.is_attached:
            self.app.call_from_thread(self._know, CellWords(sudoku, self.glyphs.unequal))

    def _know(self, cells: CellWords) -> None:
        self.cells = cells
        self.redraw()
        self.refresh_keys()

    def on_resize(self, event: Resize) -> None:
        if event.size.width >= WIDTH and event.size.height >= HEIGHT:  # else there is nothing to see
            self._fit(event.size)

    def _fit(self, size: Size) -> None:
        """Draw anew in another size."""
        self.top = 0
        self.query_one(PictureView).show(self._drawing(size))
        self._show_title()

    def _drawing(self, terminal: Size) -> Picture:
        """The scene in a terminal of this size."""
        width, height = max(terminal.width, WIDTH), max(terminal.height, HEIGHT) - _TITLE - _KEYS
        self._sample(width, height)
        return draw(self.scene, width, height)

    @property
    def _shown(self) -> Picture:
        return self.query_one(PictureView).picture

    def _sample(self, width: int, height: int) -> None:
        """Take the course of the level, for a picture of that size."""
        self._levels = self.trace.levels_sampled(curve_area(width, height).width)

    @property
    def scene(self) -> Scene:
        """What there is to be drawn."""
        return Scene(
            self.trace, self.position, self._levels, self.palette, self.glyphs,
            playing=self.playback.playing, speed=self.playback.speed, view=self.view,
            cells=self.cells, in_cells=self.in_cells, place=self.place, cell=self.cell, top=self.top,
        )  # fmt: skip

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a graph only where clauses are learned, and a board only where the formula is a sudoku."""
        name = action.partition("(")[0]
        if name == "graph":
            return SOLVERS[self.trace.result.solver].learns
        return name not in ("board", "names") or self.cells is not None

    # moving through the search

    def action_play(self) -> None:
        """Play or pause; from the end, play again from the beginning."""
        if not self.playback.playing and self.position == len(self.trace):
            self.position = 0
        self._play(not self.playback.playing)
        self.redraw()

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
            self.trace = newest
            self._sample(self._shown.width, self._shown.height)
        self._go_to(len(self.trace))

    def action_speed(self, step: int) -> None:
        self.playback.change_speed(step)
        self.redraw()

    def action_ask(self) -> None:
        def typed(text: str | None) -> None:
            if text is None:
                return
            digits = text.replace(",", "").strip()
            if digits.isdecimal():
                self._go_to(int(digits))
            else:
                self._say(f"events are counted from 0 to {len(self.trace):,}")

        self._pause()
        self.app.push_screen(Prompt(f"Go to event, 0 to {len(self.trace):,}"), typed)

    def action_find(self) -> None:
        """Ask for a variable, and go to where it is set next."""

        def typed(text: str | None) -> None:
            if text is None:
                return
            try:
                self._sought = variables_named(text, self.trace.formula.variables, self.cells)
            except InputError as error:
                self._say(str(error))
                return
            self.action_found(1)

        self._pause()
        cells = ", a cell as r3c4, or a cell and a digit as r3c4=5" if self.cells else ""
        self.app.push_screen(Prompt(f"When is it set next? A variable{cells}"), typed)

    def action_found(self, step: int) -> None:
        """Go to the next event that sets one of the variables looked for, or to the one before."""
        search = self.trace.next_assignment if step > 0 else self.trace.previous_assignment
        position = search(self.position, self._sought) if self._sought else None
        if position is None:
            self._say(f"not set {'after' if step > 0 else 'before'} this event" if self._sought else "/ asks which one")
        self._go_to(position)

    def _say(self, text: str) -> None:
        self.notify(text, severity="warning", markup=False)

    def _go_to(self, position: int | None) -> None:
        """Pause at a position, the nearest there is; None: stay where it is."""
        if position is not None:
            self.position = min(max(position, 0), len(self.trace))
            self.place, self.top = None, 0
        self._pause()

    def _pause(self) -> None:
        self._play(False)
        self.redraw()

    def _play(self, playing: bool) -> None:
        self.playback.play(playing)
        if playing:
            self.place, self.top = None, 0
            self._clock.resume()
        else:
            self._clock.pause()

    def _tick(self) -> None:
        """Move on by what the speed allows; on a slow line, wait for as long as the last picture takes to send."""
        now = time.perf_counter()
        events = self.playback.due(now)
        if events == 0:
            return
        self.position = min(self.position + events, len(self.trace))
        if self.position == len(self.trace):
            self._play(False)
        self.playback.sent(self._show(), now)

    # looking around

    def action_tree(self) -> None:
        self._look_at(View.TREE)

    def action_graph(self) -> None:
        self._look_at(View.GRAPH)

    def action_board(self) -> None:
        """Bring the board to the front, and a cursor on it; and away again."""
        if self.cell is None and self.cells:
            self.cell = cell_at_work(self.scene)
            self._look_at(View.BOARD)
        else:
            self.cell = None
            self._look_at(View.ALL)

    def _look_at(self, view: View) -> None:
        """Bring something to the front, or everything if it is there already."""
        self.view = View.ALL if view is self.view else view
        self.top = 0
        if self.view is not View.BOARD:
            self.cell = None
        self.redraw()

    def action_names(self) -> None:
        """Call literals by cells, or by numbers."""
        self.in_cells = not self.in_cells
        self.redraw()

    def action_clauses(self) -> None:
        name = f"{self._subject}, event {self.position:,}"
        self._pause()
        self.post_message(InspectFormula(name, self.trace.formula, self.scene.state.assignment))

    async def action_back(self) -> None:
        """Take the cursor away, then what is in front; then leave."""
        if self.place is not None or self.view is not View.ALL:
            self.place = self.cell = None
            self.view = View.ALL
            self.redraw()
        else:
            await super().action_back()

    # the cursors on the trail and on the board

    def action_arrow(self, down: int, right: int) -> None:
        if self.cell is not None and self.cells:
            self.cell = self.cells.sudoku.puzzle.layout.towards(self.cell, down, right)
            self.redraw()
        elif right:
            self._go_to(self.position + right)
        else:
            self._move_place(down)

    def action_page(self, step: int) -> None:
        self._move_place(step * (self.size.height // _PAGE))

    def _move_place(self, step: int) -> None:
        """Move the cursor on the trail, or what is in front of it."""
        length = len(self.scene.state.trail)
        if self.view is View.GRAPH:
            size = self._shown
            self._play(False)
            self.top = min(max(self.top + step, 0), rows_below(self.scene, size.width, size.height))
            self.redraw()
        elif length and self.view is View.ALL:
            self._play(False)
            at = length - 1 if self.place is None else self.place + step
            self.place = min(max(at, 0), length - 1)
            self.redraw()

    def action_pick(self) -> None:
        """Go to the event that the cursor's literal or cell has its value from."""
        scene = self.scene
        if self.cell is not None:
            event = set_event(scene)
            if event is None:
                self._say("nothing is known of this cell yet")
            else:
                self._go_to(event + 1)
        elif self.place is not None:
            self._go_to(scene.state.events[self.place] + 1)

    # the mouse

    def on_mouse_down(self, event: MouseDown) -> None:
        """Go to where the bar or the curve is pressed, and from there with the mouse; pick a cell of the board."""
        view = self.query_one(PictureView)
        width, height, origin = view.picture.width, view.picture.height, view.region.offset
        scene, point = self.scene, event.screen_offset - origin
        board = board_area(scene, width, height)
        cell = cell_pointed_at(scene, board, point) if board else None
        if cell is not None:
            self._play(False)
            self.view, self.place, self.cell = View.BOARD, None, cell
            self.redraw()
        areas = [bar_area(len(self.trace), width)]
        if self.view is View.ALL or (self.view is View.BOARD and is_wide(width, height)):
            areas.append(curve_area(width, height))
        for area in areas:
            if area.contains_point(point):
                self._dragging = area.translate(origin)
                self.capture_mouse()
                self._drag_to(event)

    def on_mouse_move(self, event: MouseMove) -> None:
        self._drag_to(event)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._dragging = None
        self.release_mouse()

    def _drag_to(self, event: MouseEvent) -> None:
        if self._dragging:
            self._go_to(position_at(event.screen_offset.x, self._dragging, len(self.trace)))

    # showing

    def redraw(self) -> None:
        self._show_title()
        self._show()

    def _show_title(self) -> None:
        title = title_text(self._subject, self.trace, self.palette, self.glyphs)
        line = self.query_one("#title", Static)
        if line.content != title:
            line.update(title, layout=False)

    def _show(self) -> int:
        """Draw the position; returns about how many bytes that sends."""
        picture = draw(self.scene, self._shown.width, self._shown.height)
        return BYTES_PER_PICTURE + BYTES_PER_CHANGE * self.query_one(PictureView).show(picture)
