"""The replay: a recorded search, event by event, forwards and backwards."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, ClassVar, Self

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Offset
from textual.reactive import reactive

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.language import ungrouped
from engine.base.text import pluralized, printable
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import VariableNames, variable_names
from engine.sat.solvers.candidates import RankedLiteral, candidates
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import clause_at_work
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.search_log import ANOTHER, OTHER_SOLVER
from engine.sat.trace.search_tree import TreeWalk
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from tui.base.background import call, cancellable
from tui.base.base_app import HEIGHT, WIDTH, BaseApp
from tui.base.dialogs import Prompt
from tui.base.export import Exporter
from tui.base.keymap import MovedBinding
from tui.base.picture_view import MainView, PanelView
from tui.base.playback import ALONG_THE_SEARCH, SPEED, Playback, SearchPage
from tui.base.playback_line import position_at
from tui.base.presenter import PRESENT, PresenterScreen
from tui.base.questions import ask_for
from tui.base.requests import CompareSearches, InspectFormula, Newest, OpenRecording, OpenReplay, nothing_newer
from tui.draw.face import Chip
from tui.features.replay import words
from tui.features.replay.board import board_part, cell_at_work, cell_event
from tui.features.replay.branches import Branches, fork_of, literal_named
from tui.features.replay.breakpoints import Breakpoints
from tui.features.replay.exports import exports
from tui.features.replay.graph_panels import FIRST_CUT, GRAPH, LAST_CUT, graph_drawing, node_at, selected
from tui.features.replay.graph_view import GraphDetail
from tui.features.replay.lists import CandidateList, TreeList
from tui.features.replay.marks import search_marks
from tui.features.replay.panels import BOARD, CLAUSE_AT_WORK, TRAIL, literal_at, panels_of, place_at
from tui.features.replay.scene import ReplayPane, ReplayScene, ViewState, variables_named
from tui.features.replay.slides import cut_slides, event_slide
from tui.features.replay.solver_state import SolverStates

PAGES_PER_SCREEN = 3
"""The number of pages of the trail in the rows of the terminal."""
EVENT_OFFSET = Offset(1, 2)
"""The place of the last event's text in the panels."""
NO_SUCH_EVENT = _("Events are counted from 0 to {last:,}.")
GO_TO = _("Go to event, 0 to {last:,}")
FIND_VARIABLE = _("When is it set? Type a variable")
FIND_CELL = _("When is it set? Type a variable, a cell as r3c4, or a cell and a digit as r3c4=5")
NOT_SET = _("It is never set in this recording.")
NOT_SET_AFTER, NOT_SET_BEFORE = _("It is not set after this event."), _("It is not set before this event.")
NO_VARIABLE = _("{key} asks for the variable.")
NOTHING_KNOWN = _("Nothing is known about this cell yet.")
AT_EVENT = _("{subject}, event {event:,}")


class ReplayScreen(SearchPage):
    """A position of a recorded search, in panels. The screen owns the view, its player the position."""

    HEADING = _("replay of a search")
    FIRST = (
        "play", "step(1)", "step(-1)", *(binding.action for binding in ALONG_THE_SEARCH), "board", "pane('GRAPH')",
        "zoom", "what_if", "speed(1)", "speed(-1)", PRESENT.action, "pane('TREE')", "names", "ask", "find", "clauses",
    )  # fmt: skip
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "run", tooltip="play or pause"),
        Binding("full_stop", "step(1)", "step", key_display=",.", tooltip="one event forward"),
        Binding("comma", "step(-1)", "one event back", key_display=",", show=False),
        *ALONG_THE_SEARCH,
        Binding("z", "zoom", "zoom", show=False, tooltip="the graph: all edges, its level, one reason"),
        Binding("w", "what_if", "what if", tooltip="take another decision: a branch"),
        *SPEED,
        PRESENT,
        *(pane.value for pane in ReplayPane if pane.value is not None),
        Binding("D", "whole_tree", "whole tree", show=False, tooltip="the whole decision tree: open, fold, go there"),
        MovedBinding("m", "names", "names", tooltip="cells, or the names in the file, or numbers", former="c"),
        Binding("g", "ask", "go to", tooltip="go to an event"),
        Binding("slash", "find", "variable", key_display="/", tooltip="when a variable is set"),
        Binding("n", "found(1)", "when it is set again", show=False),
        Binding("N", "found(-1)", "when it was last set", show=False),
        Binding("k", "clauses", "clauses", tooltip="all clauses at this event"),
        Binding("L", "watch_literal", "watch list of another literal", show=False),
        Binding("u", "used(1)", "to the next use of the clause", show=False),
        Binding("U", "used(-1)", "to its previous use", show=False),
        Binding("r", "restart(1)", "to the next restart", show=False),
        Binding("R", "restart(-1)", "to the previous restart", show=False),
        Binding("e", "export", "export", tooltip="write the recording, pictures, an animation"),
        Binding("s", "why", "why", show=False, tooltip="why this decision: the rule's candidates"),
        Binding("W", "branches", "branches", show=False, tooltip="branches: compare, name, delete"),
        Binding("o", "other", "compare", show=False, tooltip="compare with another search: work and depth"),
        Binding("x", "stop", "stop", show=False, tooltip="stop the search of a branch"),
        MovedBinding(
            "B", "breakpoints", "breakpoints", show=False, former="p", tooltip="breakpoints: add, switch, delete"
        ),
        Binding("right_square_bracket", "run_to(1)", "to the next breakpoint", key_display="]", show=False),
        Binding("left_square_bracket", "run_to(-1)", "to the previous breakpoint", key_display="[", show=False),
        Binding("right", "arrow(0,1)", "next event, cell or node to the right", show=False),
        Binding("left", "arrow(0,-1)", "previous event, cell or node to the left", show=False),
        Binding("up", "arrow(-1,0)", "up the trail, a cell or node up", show=False),
        Binding("down", "arrow(1,0)", "down the trail, a cell or node down", show=False),
        Binding("pageup", "page(-1)", "a page up", show=False),
        Binding("pagedown", "page(1)", "a page down", show=False),
        Binding("enter", "pick", "to the cursor's event, open the tree, one reason of the graph", show=False),
        Binding("home", "start", "to the beginning", show=False),
        Binding("end", "finish", "to the end, or to the current end of a running search", show=False),
    ]

    view: reactive[ViewState] = reactive(ViewState(), init=False, repaint=False)
    cells: reactive[CellWords | None] = reactive[CellWords | None](None, init=False, repaint=False)
    """The meaning of the variables, once the formula is known to encode a sudoku."""

    def __init__(
        self, name: str, recording: SearchRecording, sudoku: SudokuFormula | None = None, newest: Newest = nothing_newer
    ) -> None:
        """`name` is the printable name of the formula; `sudoku` gives the meaning of the variables, if known.

        The first position is that of the recording. `newest` returns the trace so far of a running search.
        """
        super().__init__()
        self._subject = name
        self._branches = Branches(self, recording, newest, self._show_line)
        trace, viewpoint = self._branches.trace, recording.view
        self._exporter = Exporter(self)
        self._breakpoints = Breakpoints(self, self._branches, self.go_to)
        self._solver_states = SolverStates(self, self._show)
        self.player = Playback(lambda: len(self.trace), self._show)
        self.player.position = viewpoint.position
        self._sudoku = sudoku
        self._names: VariableNames | None = None
        self._variables: frozenset[int] = frozenset()
        """The variables that were last searched for."""
        self._sample(trace)
        panes = {pane.name: pane for pane in ReplayPane if pane is not ReplayPane.BOARD}  # it may not be a sudoku
        front = panes.get(viewpoint.front, ReplayPane.ALL)
        self.set_reactive(ReplayScreen.view, ViewState(front, in_cells=viewpoint.in_cells))

    @classmethod
    async def from_request(cls, request: OpenReplay | OpenRecording, _app: BaseApp, /) -> Self:
        if isinstance(request, OpenReplay):
            return cls.of_trace(request.name, request.trace, request.sudoku, request.newest)
        return cls(request.name, request.recording)

    @classmethod
    def of_trace(cls, name: str, trace: Trace, sudoku: SudokuFormula | None, newest: Newest) -> Self:
        """Create the screen for a trace, at its beginning, or at the end of a running search."""
        viewpoint = Viewpoint(position=len(trace) if trace.running else 0)
        return cls(name, SearchRecording((SearchLine(trace),), view=viewpoint), sudoku, newest)

    def content(self) -> ComposeResult:
        if self._sudoku:
            self.set_reactive(ReplayScreen.cells, CellWords(self._sudoku, self.glyphs.unequal))
        yield MainView(partial(panels_of, self.scene), self.app.size)

    @property
    def topic(self) -> str:
        return self._subject

    @property
    def header_facts(self) -> Sequence[str]:
        formula, result, name = self.trace.formula, self.trace.result, printable(str(self._branches.line.name))
        line = words.BRANCH.format(name=name) if self._branches.number else ""
        size = pluralized(formula.variables, "variable"), pluralized(len(formula), "clause")
        solver = str(ANOTHER) if result.solver == OTHER_SOLVER else result.solver
        return [fact for fact in (line, solver, result.branching, *size) if fact]

    @property
    def header_chips(self) -> Sequence[Chip]:
        chip = words.event_chip(self.trace, self.position)
        return [chip] if chip else []

    def on_mount(self) -> None:
        self.player.begin(self)
        if not self._sudoku:
            self.background.start("look for a sudoku", call(_recognise, self.trace.formula), self._show_names)

    def _show_names(self, names: "SudokuFormula | VariableNames | None") -> None:
        """Name literals by cells; by the names in the file only on request, because these may be long."""
        if isinstance(names, VariableNames):
            self._names = names
            self._change_view(in_cells=False)
        elif names:
            self.cells = CellWords(names, self.glyphs.unequal)
        if names:
            self.refresh_keys()

    def on_resize(self, event: Resize) -> None:
        if event.size.width >= WIDTH and event.size.height >= HEIGHT:  # otherwise there is nothing to see
            self._change_view(top=0)

    @property
    def recording(self) -> SearchRecording:
        """The search, its branches and the breakpoints, with the current view."""
        view_state = self.view
        viewpoint = Viewpoint(self._branches.number, self.position, view_state.pane.name, view_state.in_cells)
        return replace(self._branches.recording, view=viewpoint)

    @property
    def trace(self) -> Trace:
        """The trace of the current line: the recorded search or a branch."""
        return self._branches.trace

    @property
    def position(self) -> int:
        """The number of events before the position."""
        return self.player.position

    @property
    def scene(self) -> ReplayScene:
        """The scene to draw."""
        return self._scene_at(self.player.position)

    def _scene_at(self, position: int) -> ReplayScene:
        """The scene to draw at a position."""
        player, program = self.player, self.program
        scene = ReplayScene(
            self.trace, position, program.palette, program.glyphs, self.view, self.cells, self._names,
            playing=player.playing, speed=player.speed, levels=self._levels, marks=self._marks,
            stops=self._breakpoints.positions(self.trace), key=self.first_key,
        )  # fmt: skip
        return replace(scene, note=self._breakpoints.note(scene), solver_state=self._solver_states.of(scene))

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """The board only if the formula is a sudoku, names only if it has any, zooming only in the graph."""
        is_sudoku, is_graph = self.cells is not None, self.view.pane is ReplayPane.GRAPH
        return {"board": is_sudoku, "names": is_sudoku or self._names is not None, "zoom": is_graph}

    # navigation in the search

    def action_play(self) -> None:
        self._change_view(place=None, top=0)
        super().action_play()

    def action_restart(self, step: int) -> None:
        """Go to the next restart, or the previous one."""
        message = words.NO_RESTART_AFTER if step > 0 else words.NO_RESTART_BEFORE
        self.go_to(self.position_after(EventKind.RESTART, step), str(message))

    def action_used(self, step: int) -> None:
        """Go to the next event where the current clause propagates or conflicts, or the previous one."""
        clause = clause_at_work(self.trace, self.position)
        if clause is None:
            self._warn(str(words.NO_CLAUSE_AT_WORK))
            return
        positions = self.trace.uses(clause) + 1
        later = positions[positions.searchsorted(self.position, "right") :]
        earlier = positions[: positions.searchsorted(self.position)]
        nearest = later[:1] if step > 0 else earlier[-1:]
        message = words.NO_USE_AFTER if step > 0 else words.NO_USE_BEFORE
        self.go_to(int(nearest[0]) if len(nearest) else None, str(message))

    def action_finish(self) -> None:
        self._branches.refresh()
        super().action_finish()

    @work
    async def action_ask(self) -> None:
        self.player.pause()
        event = await ask_for(self, Prompt(GO_TO.format(last=len(self.trace))), self._event_named)
        if event is not None:
            self.go_to(event)

    def _event_named(self, text: str) -> int:
        digits = ungrouped(text)
        if not digits.isdecimal():
            raise InputError(NO_SUCH_EVENT.format(last=len(self.trace)))
        return int(digits[:20])

    @work
    async def action_find(self) -> None:
        """Ask for a variable, and go to the event that set it: the current one, else the next, else the last."""
        self.player.pause()
        count, prompt = self.trace.formula.variables, Prompt(str(FIND_CELL if self.cells else FIND_VARIABLE))
        variables = await ask_for(self, prompt, lambda text: variables_named(text, count, self.cells))
        if variables is None:
            return
        self._variables = variables
        trace, state = self.trace, self.scene.state
        places = [place for place in map(state.place, self._variables) if place is not None]
        if places:
            self.go_to(state.events[max(places)] + 1)
        else:
            position = trace.next_assignment(self.position, self._variables)
            if position is None:
                position = trace.previous_assignment(self.position, self._variables)
            self.go_to(position, str(NOT_SET))

    def action_found(self, step: int) -> None:
        """Go to the next event that sets one of the variables last searched for, or the previous one."""
        if not self._variables:
            self._warn(NO_VARIABLE.format(key=self.key("find")))
        elif step > 0:
            self.go_to(self.trace.next_assignment(self.position, self._variables), str(NOT_SET_AFTER))
        else:
            self.go_to(self.trace.previous_assignment(self.position, self._variables), str(NOT_SET_BEFORE))

    def action_export(self) -> None:
        self.player.pause()
        self._exporter.offer(exports(self._subject, self.recording, self.scene))

    # branches and breakpoints

    @work
    async def action_what_if(self) -> None:
        self.player.pause()
        await self._branches.ask(self.scene)

    def action_why(self) -> None:
        """Show the ranking of literals at the current decision, or at the next one."""
        self.player.pause()
        try:
            fork, _ = fork_of(self.scene)
        except InputError as error:
            self._warn(str(error))
            return
        rank = cancellable(candidates, self.trace, fork)
        self.background.start("why", rank, lambda ranking: self._show_candidates(fork, ranking))

    @work
    async def _show_candidates(self, fork: int, ranking: list[RankedLiteral] | None) -> None:
        scene, decided = self.scene, self.trace.event(fork).literal
        rule = Strategy(scene.trace.result.solver, scene.trace.result.branching).rule
        assert rule is not None, "a recorded search has a rule"
        if ranking is None:
            self._warn(words.UNRANKED.format(rule=rule.name, definition=rule.definition))
            return
        title = words.WHY.format(literal=scene.words.literal(decided), event=fork + 1, rule=rule.name)
        template = words.RULE_CHOICE if ranking[:1] and ranking[0].literal == decided else words.INSTEAD
        sentence = template.format(literal=scene.words.literal(decided), definition=rule.definition)
        rows = [words.candidate_row(candidate, decided, scene.words, self.glyphs.ellipsis) for candidate in ranking]

        def describe(row: int) -> str:
            return str(rule.definition) if row else sentence

        choice = await self.ask(CandidateList(title, rows, describe, headings=words.candidate_headings()))
        if choice is not None:
            await self._branches.decide(scene, fork, ranking[choice.row].literal)

    @work
    async def action_branches(self) -> None:
        self.player.pause()
        await self._branches.list(self.scene)

    def action_stop(self) -> None:
        self._branches.stop()

    def action_other(self) -> None:
        """Show another search beside this one."""
        self.player.pause()
        if self.trace.running:
            self._warn(str(words.STILL_RUNNING_BESIDE))
            return
        lines = self._branches.recording.lines
        others = [line for line in lines if line.trace is not self.trace and not line.trace.running]
        result, line = self.trace.result, self._branches.line
        is_main = self._branches.number == 0
        own = str(Strategy(result.solver, result.branching)) if is_main else printable(str(line.name))
        sides = ((own, self.trace), *((printable(str(line.name)), line.trace) for line in others))
        self.post_message(CompareSearches(self._subject, sides, self.position))

    @work
    async def action_breakpoints(self) -> None:
        self.player.pause()
        await self._breakpoints.list(self.scene)

    def action_run_to(self, step: int) -> None:
        """Go to the next stop of a breakpoint, or the previous one."""
        self.player.pause()
        self._breakpoints.run(self.position, step)

    def _show_line(self, position: int | None) -> None:
        """Show another line of the recording at a position; None updates the current line."""
        self._sample(self.trace)
        if position is not None:
            self.go_to(position)
        self.redraw()

    def _sample(self, trace: Trace) -> None:
        """Cache the drawing of the whole search for the width last drawn."""
        self._levels, self._marks = lru_cache(1)(trace.levels_sampled), lru_cache(1)(partial(search_marks, trace))

    def _warn(self, sentence: str) -> None:
        self.notify(sentence, severity="warning")

    def go_to(self, position: int | None, no_position: str = "") -> None:
        """Go to a position as on other pages; if it is None, show the message `no_position`."""
        if position is not None:
            self._change_view(place=None, top=0, node=None, cut=None)
        super().go_to(position)
        if position is None and no_position:
            self._warn(no_position)

    # navigation in the view

    def action_pane(self, name: str) -> None:
        """Bring a pane to the front; if it is already there, show all panels."""
        pane = ReplayPane[name]
        front = ReplayPane.ALL if pane is self.view.pane else pane
        self._change_view(pane=front, cell=None, literal=None, top=0)

    def action_whole_tree(self) -> None:
        """Show the decision tree of all events so far, to browse."""
        self.player.pause()
        trace, position = self.trace, self.position
        if position == 0:
            self._warn(str(words.NO_TREE_YET))
            return
        self.background.start("tree", call(TreeWalk, trace, position, words.TREE_ROWS), self._walk_tree, here=True)

    @work
    async def _walk_tree(self, tree: TreeWalk) -> None:
        names, title = self.scene.words, words.TREE_UNTIL.format(event=self.position)
        dialog = TreeList(
            title, tree, lambda row: words.tree_row(row, names), lambda row: words.tree_step(tree.rows[row], names)
        )
        choice = await self.ask(dialog)
        if choice is not None:
            self.go_to(tree.rows[choice.row].event + 1)

    def action_present(self) -> None:
        """Show slides from this event on; with the graph in front, slides of its cuts."""
        self.player.pause()
        slides = cut_slides(self.scene) if self.view.pane is ReplayPane.GRAPH else []
        if slides:
            cut, cuts = self.view.cut, [number for number, _slide in slides]
            first = cuts.index(min(cuts[-1] if cut is None else cut, cuts[-1]))
            screen = PresenterScreen(
                len(slides), first, lambda number: slides[number][1], lambda number: self._change_view(cut=cuts[number])
            )
        else:
            screen = PresenterScreen(
                len(self.trace) + 1, self.position, lambda number: event_slide(self._scene_at(number)), self.go_to
            )
        self.app.push_screen(screen)

    def action_zoom(self) -> None:
        """Show all edges of the graph, only its level, or one reason."""
        details = list(GraphDetail)
        self._change_view(detail=details[(details.index(self.view.detail) + 1) % len(details)])

    def action_step(self, step: int) -> None:
        """Move by one event; with the graph in front, move the cut by one resolution."""
        graph = self.scene.conflict if self.view.pane is ReplayPane.GRAPH else None
        if graph is None:
            super().action_step(step)
            return
        self.player.pause()
        last = len(graph.cuts) - 1
        cut = (last if self.view.cut is None else min(self.view.cut, last)) + step
        if 0 <= cut <= last:
            self._change_view(cut=cut, node=None)
        else:
            self._warn(str(LAST_CUT if step > 0 else FIRST_CUT))

    def _move_node(self, down: int, right: int) -> None:
        """Select another node of the graph."""
        scene = self.scene
        graph, area = scene.conflict, self.query_one(PanelView).drawing.areas.get(GRAPH)
        if graph is None or area is None:
            return
        self.player.pause()
        node = selected(scene, graph)
        if self.view.detail is GraphDetail.REASON:
            causes, effects = graph.nodes[node].causes, graph.effects(node)
            neighbours = effects[:1] if right > 0 else causes[-1:] if right else (node + down,)
            self._change_view(node=min(max(*neighbours, 0), len(graph.nodes) - 1) if neighbours else node)
        elif self.view.node is None:
            self._change_view(node=node)
        else:
            self._change_view(node=graph_drawing(scene, graph, area.size).neighbour(node, down, right))

    @work
    async def action_watch_literal(self) -> None:
        """Ask for a literal and show its watch list."""
        self.player.pause()
        count, prompt = self.trace.formula.variables, Prompt(str(words.WHICH_LITERAL))
        literal = await ask_for(self, prompt, lambda text: literal_named(text, count, self.cells))
        if literal is not None:
            self._change_view(pane=ReplayPane.WATCHES, literal=literal, place=None, cell=None, top=0)

    def action_board(self) -> None:
        """Show the board with a cursor in front, or close it."""
        if self.view.cell is None and self.cells:
            self._change_view(pane=ReplayPane.BOARD, cell=cell_at_work(self.scene), top=0)
        else:
            self._change_view(pane=ReplayPane.ALL, cell=None, top=0)

    def _change_view(self, **changes: Any) -> None:
        self.view = replace(self.view, **changes)

    def action_names(self) -> None:
        self._change_view(in_cells=not self.view.in_cells)

    def action_clauses(self) -> None:
        self.player.pause()
        name = AT_EVENT.format(subject=self._subject, event=self.position)
        self.post_message(InspectFormula(name, self.trace.formula, self.scene.state.assignment))

    async def action_back(self) -> None:
        """Remove the cursor, then close the panel in front, then leave."""
        if self.view.pane is ReplayPane.GRAPH and self.view.detail is GraphDetail.REASON:
            self._change_view(detail=GraphDetail.AUTOMATIC)
        elif self.view.place is not None or self.view.pane is not ReplayPane.ALL:
            self._change_view(pane=ReplayPane.ALL, place=None, cell=None, literal=None, node=None, cut=None)
        else:
            await super().action_back()

    # the cursors on the trail and on the board

    def action_arrow(self, down: int, right: int) -> None:
        if self.view.pane is ReplayPane.GRAPH:
            self._move_node(down, right)
        elif self.view.cell is not None and self.cells:
            self._change_view(cell=self.cells.sudoku.layout.towards(self.view.cell, down, right))
        elif right:
            self.go_to(self.player.position + right)
        else:
            self._move_place(down)

    def action_page(self, step: int) -> None:
        rows = step * (self.size.height // PAGES_PER_SCREEN)
        if self.view.pane is ReplayPane.GRAPH:
            self._move_node(step, 0)
        elif self.view.pane is ReplayPane.WATCHES:
            self._scroll(rows)
        else:
            self._move_place(rows)

    def _move_place(self, step: int) -> None:
        """Move the cursor on the trail, or in the panel in front."""
        length, view_state = len(self.scene.state.trail), self.view
        if length and view_state.pane in (ReplayPane.ALL, ReplayPane.WATCHES):
            self.player.pause()
            place = length - 1 if view_state.place is None else view_state.place + step
            self._change_view(place=min(max(place, 0), length - 1), literal=None, top=0)

    def _scroll(self, step: int) -> None:
        """Scroll the panel in front."""
        self.player.pause()
        self._change_view(top=min(max(self.view.top + step, 0), self.query_one(PanelView).drawing.hidden))

    def action_pick(self) -> None:
        """Go to the event that set the cursor's literal or cell; with the tree in front, open it."""
        scene = self.scene
        if scene.view.cell is not None:
            event = cell_event(scene)
            self.go_to(None if event is None else event + 1, str(NOTHING_KNOWN))
        elif scene.view.place is not None:
            self.go_to(scene.state.events[scene.view.place] + 1)
        elif scene.view.pane is ReplayPane.TREE:
            self.action_whole_tree()
        elif scene.view.pane is ReplayPane.GRAPH and scene.conflict is not None:
            self._change_view(detail=GraphDetail.REASON, node=selected(scene, scene.conflict))

    @on(PanelView.Pressed)
    def _pressed(self, event: PanelView.Pressed) -> None:
        """Go to the position under the mouse on the bar or the curve, also while it moves.

        Elsewhere, pick a cell of the board, or a literal of the trail; if it is picked already, or on a literal of the
        current clause, ask for a branch.
        """
        scene, row = self.scene, event.point.y
        if event.name == BOARD:
            cell = board_part(scene, event.size).cell_at(event.point)
            if cell is not None:
                self._pick(event, self.view.cell == cell, pane=ReplayPane.BOARD, place=None, cell=cell)
        elif event.name == TRAIL:
            place = place_at(scene, row, event.size.height)
            if place is not None:
                is_picked, top = self.view.place == place, place - row
                self._pick(event, is_picked, place=place, trail_top=top, cell=None, literal=None, top=0)
        elif event.name == GRAPH:
            node = node_at(scene, event.point, event.size)
            if node is not None:
                self.player.pause()
                self._change_view(node=node)
        elif event.name == CLAUSE_AT_WORK:
            if not event.moved:
                self.player.pause()
                self._ask_of_clause(literal_at(scene, row, event.size))
        else:
            self.go_to(position_at(event.point.x, event.size.width, len(self.trace)))

    def _pick(self, event: PanelView.Pressed, is_picked: bool, **changes: Any) -> None:
        """Move the cursor to the mouse; if it is there already, ask for a branch."""
        self.player.pause()
        if not is_picked:
            self._change_view(**changes)
        elif not event.moved:
            self.action_what_if()

    @work
    async def _ask_of_clause(self, literal: int | None) -> None:
        """Ask for a branch in which this literal of the current clause, or a selected one, gets its other value."""
        scene = self.scene
        index = clause_at_work(scene.trace, scene.position)
        if literal is not None:
            await self._branches.ask(scene, literal)
        elif index is not None:
            await self._branches.ask_of_clause(scene, index)

    # drawing

    def watch_view(self) -> None:
        self._show()

    def watch_cells(self) -> None:
        self._show()

    def redraw(self) -> None:
        self._show()

    def reading_place(self) -> Offset:
        """Return the place of the cell picked on the board, or the start of the last event's description."""
        view = self.query_one(PanelView)
        area = view.drawing.areas.get(BOARD)
        if area is None or self.view.cell is None:
            return view.content_region.offset + EVENT_OFFSET
        return view.content_region.offset + area.offset + board_part(self.scene, area.size).digit_place(self.view.cell)

    def _show(self) -> None:
        self.refresh_header()
        self.query_one(PanelView).view(partial(panels_of, self.scene))


def _recognise(formula: Formula) -> "SudokuFormula | VariableNames | None":
    """Return the names for a formula's literals other than numbers."""
    return recognise(formula) or variable_names(formula)
