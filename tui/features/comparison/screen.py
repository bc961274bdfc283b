"""The comparison of two searches of a formula: moving in one moves the other."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset

from engine.base.language import lazy_gettext as _
from engine.sat.formula.formula import Formula
from engine.sat.solvers.effort import Work
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.side_by_side import Pace, Side, matching_position
from engine.sat.solvers.solve import RECORDED, solve
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.trace import Recorder, Trace
from tui.base.background import cancellable, complaint
from tui.base.dialogs import Choice
from tui.base.limits import memory_limit
from tui.base.picture_view import MainView, PanelView
from tui.base.playback import ALONG_THE_SEARCH, SPEED, Playback, SearchPage
from tui.base.playback_line import BAR, position_at
from tui.features.comparison import words
from tui.features.comparison.panels import ComparisonScene, panels_of

SECONDS = 10.0
"""Maximum seconds of the other search."""


def strategies() -> list[Strategy]:
    """Return the strategies for the other search."""
    return [Strategy(solver.name, rule) for solver in RECORDED for rule in solver.branchings]


class ComparisonScreen(SearchPage):
    """Shows two searches. It owns the position of the leader, and the pace of the other search."""

    HEADING = _("two searches")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "run", tooltip="play or pause"),
        Binding("full_stop,right", "step(1)", "step", key_display=",.", tooltip="one event forward"),
        Binding("comma,left", "step(-1)", "one event back", key_display=",", show=False),
        *ALONG_THE_SEARCH,
        *SPEED,
        Binding("s", "pace", "pace", tooltip="keep pace by event, by conflict, by time"),
        Binding("tab", "lead", "lead", tooltip="move in the other search"),
        Binding("o", "other", "other", tooltip="replace the second search"),
        Binding("home", "start", "to the beginning", show=False),
        Binding("end", "finish", "to the end", show=False),
    ]

    def __init__(self, name: str, sides: tuple[tuple[str, Trace], ...], position: int) -> None:
        """`sides` are searches with their names; the first one is compared, from a position on."""
        super().__init__()
        self._subject = name
        self._recorded_sides = [Side(*side) for side in sides]
        """The lines of the recording; the first one is compared."""
        self._sides: tuple[Side, ...] = (self._recorded_sides[0],)
        self._status = ""
        self._leader = 0
        self._pace = Pace.CONFLICT
        self.player = Playback(lambda: len(self.trace), self._show)
        self.player.position = position

    def content(self) -> ComposeResult:
        yield MainView(partial(panels_of, self.scene), self.app.size)

    @property
    def topic(self) -> str:
        return self._subject

    @property
    def header_facts(self) -> Sequence[str]:
        return [side.name for side in self._sides]

    def on_mount(self) -> None:
        self.player.begin(self)
        self._status = words.NO_OTHER.format(key=self.key("other"))
        self.redraw()
        self.action_other()

    @property
    def scene(self) -> ComparisonScene:
        """The scene to draw."""
        player, program = self.player, self.program
        return ComparisonScene(
            self._sides, self.positions, self._leader, self._pace, program.palette, program.glyphs,
            playing=player.playing, speed=player.speed, status=self._status,
        )  # fmt: skip

    @property
    def trace(self) -> Trace:
        """The leading search."""
        return self._sides[self._leader].trace

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of both searches."""
        leading = self._sides[self._leader]
        return tuple(
            self.player.position
            if number == self._leader
            else matching_position(self._pace, leading, self.player.position, side)
            for number, side in enumerate(self._sides)
        )

    # the other search

    @work
    async def action_other(self) -> None:
        """Ask for another search, and run it."""
        self.player.pause()
        first = self._sides[0].trace
        own = Strategy(first.result.solver, first.result.branching)
        others = [strategy for strategy in strategies() if strategy != own]
        rows = [words.OF_RECORDING.format(name=side.name) for side in self._recorded_sides[1:]]
        choice = await self.ask(Choice(str(words.WHICH), [*rows, *map(str, others)]))
        if choice is None:
            return
        if choice < len(rows):
            self._set_second(self._recorded_sides[1 + choice])
        else:
            self._search(others[choice - len(rows)])

    def _search(self, strategy: Strategy) -> None:
        formula, name = self._sides[0].trace.formula, str(strategy)
        search = cancellable(_search, formula, strategy)

        def failed(error: Exception) -> None:
            self._status = ""
            self.notify(words.FAILED.format(problem=complaint(error)), severity="error")
            self._show()

        self._status = words.SEARCHING.format(name=name, other=self._sides[0].name, seconds=SECONDS)
        self.background.start("search", search, lambda trace: self._set_second(Side(name, trace)), failed=failed)
        self._show()

    def _set_second(self, side: Side) -> None:
        """Show this search beside the first one, and have the work of both counted."""
        position = self.positions[0]
        self._leader = 0
        self.player.position = position
        self._sides = (self._sides[0], side)
        self._status = str(words.COUNTING)
        if reason := side.trace.cut or side.trace.result.reason:
            self.notify(words.CUT.format(name=side.name, reason=reason))

        def done(sides: tuple[Side, ...]) -> None:
            self._sides, self._status = sides, ""
            self._show()

        def failed(error: Exception) -> None:
            self._status = words.NOT_COUNTED.format(problem=complaint(error))
            self._show()

        self.background.start("count", cancellable(_with_counts, self._sides), done, here=True, failed=failed)
        self.redraw()

    # moving

    def action_pace(self) -> None:
        """Change how the other search follows."""
        paces = list(Pace)
        self._pace = paces[(paces.index(self._pace) + 1) % len(paces)]
        self._show()

    def action_lead(self) -> None:
        """Let the other search lead, from its position."""
        if len(self._sides) > 1:
            positions = self.positions
            self._leader = 1 - self._leader
            self.go_to(positions[self._leader])

    @on(PanelView.Pressed)
    def _pressed(self, event: PanelView.Pressed) -> None:
        """Go to the position clicked on the bar."""
        if event.name == BAR:
            self.go_to(position_at(event.point.x, event.size.width, len(self.trace)))

    # showing

    def redraw(self) -> None:
        """Draw everything."""
        self.refresh_header()
        self._show()

    def reading_place(self) -> Offset:
        """Return the place of the position."""
        return self.query_one(PanelView).content_region.offset + Offset(1, 0)

    def _show(self) -> None:
        self.query_one(PanelView).view(partial(panels_of, self.scene))


def _search(formula: Formula, strategy: Strategy, cancel: Callable[[], bool]) -> Trace:
    """Record another search. Raises InputError if the solver refuses the formula."""
    recorder = Recorder()
    result = solve(
        formula,
        strategy.solver,
        branching=strategy.branching,
        limits=Limits(SECONDS, memory_limit()),
        cancel=lambda: cancel() or bool(recorder.cut),
        trace=recorder,
    )
    return recorder.trace(formula, result)


def _with_counts(sides: tuple[Side, ...], cancel: Callable[[], bool]) -> tuple[Side, ...]:
    """Count the work of searches. Raises Cancelled."""
    return tuple(side if side.work else replace(side, work=Work(side.trace, cancel)) for side in sides)
