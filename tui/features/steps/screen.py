"""All steps on a board, the path to the solution, and the techniques of past moves, each drawn on the board."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import ClassVar

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.play.game import Game
from engine.play.history import Move
from engine.play.steps import Steps, as_hint, every_step, is_in_doubt, make_step, sound_techniques, way_to_the_end
from engine.play.technique_usage import TechniqueUsage, techniques_used
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique, hardest
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step
from tui.base.background import Job, cancellable
from tui.base.board_list_page import BoardListPage
from tui.base.dialogs import Confirm
from tui.base.rows import Rows
from tui.base.text_block import TextBlock
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line, wrapped
from tui.draw.game import LINKS, Marks, board_look
from tui.draw.panels import READ_ON, pages
from tui.features.steps import words
from tui.features.steps.lists import StepList, StepRow

_WITH_SCORES = 40
"""The width of the list from which on there is room for the score of each step."""


class StepListing(Enum):
    """The lists, with their names."""

    STEPS = words.STEPS
    WAY = words.WAY
    MOVES = words.MOVES


def _every_step(position: Position, techniques: frozenset[Technique], job: Job[Steps]) -> Steps:
    return every_step(position, techniques, job.tell, job.cancelled)


class StepsScreen(BoardListPage):
    """Shows one of three lists beside a copy of the game, on which the selected row is drawn."""

    HEADING = lazy_gettext("steps")
    PARTS = (StepList,)
    DEFAULT_CSS = """
    StepsScreen TextBlock { height: 3fr; max-height: 16; margin-left: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "make", "make it", tooltip="make the step, as one move"),
        Binding("e", "steps", "all steps", tooltip="all steps now"),
        Binding("w", "way", "path to the solution", tooltip="the path from here to the solution (asks)"),
        Binding("m", "moves", "my moves", tooltip="techniques your moves used"),
        Binding("r", "read", "read on", tooltip="the rest of a long explanation"),
        Binding("escape,T", "back", "back", key_display="esc", tooltip="back to the game"),
    ]

    def __init__(
        self,
        game: Game,
        make: Callable[[Callable[[], Move | None], str], Awaitable[None]],
        keep: Callable[[], Awaitable[None]],
    ) -> None:
        """`make` makes a move in the game and shows a sentence; `keep` saves the game."""
        super().__init__()
        self.game = game
        self.steps: Steps = ()
        """The steps of the current list, in order."""
        self._moves: Sequence[tuple[int, Move]] = ()
        self._usage: dict[int, TechniqueUsage] = {}
        self._walked = Game.of(game.record())  # where the board on show stands
        self._start = game.history.position
        self._stands: Sequence[int] = ()  # for each row where the board stands
        self._listing = StepListing.STEPS
        self._page = 0
        """The page of the explanation."""
        self._make, self._keep = make, keep

    def content(self) -> ComposeResult:
        self.text, self.rows = TextBlock(), StepList()
        yield from self.beside_board(self.text)

    @property
    def shown_game(self) -> Game:
        return self._walked

    @property
    def header_facts(self) -> Sequence[str]:
        count = len(self.rows)
        at = _("{cursor:,} of {count:,}").format(cursor=self.rows.cursor + 1, count=count)
        return [at] * bool(count) + [str(self._listing.value)]

    def on_mount(self) -> None:
        self.rows.focus()
        self.game.count_hint()
        self.call_later(self._keep)
        self.action_steps()

    # the three lists

    def action_steps(self) -> None:
        """Look for every step; those of easy techniques are shown at once."""
        self._begin(StepListing.STEPS)
        if is_in_doubt(self.game):
            self.say(str(words.IN_DOUBT))
            return
        position, techniques = self.game.candidates, sound_techniques(self.game)

        self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start(
            "steps", partial(_every_step, position, techniques), self._all_found, news=self._show_steps
        )

    def _show_steps(self, steps: Steps) -> None:
        layout = self.game.layout
        self.steps, self._stands = steps, [self._start] * len(steps)
        self._fill(
            [StepRow(step.technique.title, words.effect(layout, step), str(step.technique.score)) for step in steps]
        )

    def _all_found(self, steps: Steps) -> None:
        self._show_steps(steps)
        techniques = len({step.technique for step in steps})
        self.say(str(words.step_count(len(steps), techniques, self.key("make")) if steps else words.NONE))

    @work
    async def action_way(self) -> None:
        """Show the path to the solution, after a confirmation; it counts as help."""
        if is_in_doubt(self.game) or self.game.is_solved:
            self._begin(StepListing.WAY)
            self.say(str(words.NO_WAY if self.game.is_solved else words.IN_DOUBT))
            return
        if not self.game.counters.gave_solution_away:
            if not await self.ask(Confirm(str(words.SHOW_WAY), _("show it"))):
                return
            self.game.count_watch()
            await self._keep()
        self._begin(StepListing.WAY)
        position, techniques = self.game.candidates, sound_techniques(self.game)
        self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start("steps", cancellable(way_to_the_end, position, techniques), self._show_way)

    def _show_way(self, steps: Steps) -> None:
        nodes = []
        for step in steps:
            nodes.append(self._walked.history.position)
            make_step(self._walked, step)
        solved = self._walked.is_solved
        self.steps, self._stands = steps, nodes
        peak = hardest(step.technique for step in steps)
        layout = self.game.layout
        self._fill(
            [
                StepRow(
                    step.technique.title, words.effect(layout, step), str(step.technique.score), step.technique is peak
                )
                for step in steps
            ]
        )
        count, score = pluralized(len(steps), "step"), sum(step.technique.score for step in steps)
        if solved and peak:
            self.say(words.WAY_TOLD.format(steps=count, score=score, hardest=peak.title, level=peak.level.title))
        else:
            self.say(str(words.WAY_ENDS.format(steps=count) if steps else words.NONE))

    def action_moves(self) -> None:
        """Determine the techniques of the moves so far."""
        self._begin(StepListing.MOVES)
        game, solution = self.game, self.game.solution
        self._moves = [(node, game.history[node].move) for node in game.history.path() if node]
        if not self._moves:
            self.say(str(words.NO_MOVES))
        elif solution is None:
            self._show_moves({})
        else:
            puzzle, moves = game.puzzle, self._moves
            self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
            self.background.start("steps", cancellable(techniques_used, puzzle, solution, moves, {}), self._show_moves)

    def _show_moves(self, usage: dict[int, TechniqueUsage]) -> None:
        self._usage, self._stands = usage, [node for node, _ in self._moves]
        techniques = [found.technique for node, _ in self._moves if (found := usage.get(node, TechniqueUsage()))]
        peak = hardest(technique for technique in techniques if technique)
        self._fill(
            [
                StepRow(
                    technique.title if technique else words.UNKNOWN,
                    self._move_text(move),
                    str(technique.score) if technique else "",
                    technique is not None and technique is peak,
                )
                for (_, move), technique in zip(self._moves, techniques, strict=True)
            ]
        )
        named_count, moves = sum(1 for technique in techniques if technique), pluralized(len(self._moves), "move")
        self.say(words.MOVES_TOLD.format(known=named_count, moves=moves))

    def _move_text(self, move: Move) -> str:
        """Return the cell of a move, with its digit if it is one."""
        if move.cell is None:
            return _(move.kind.value)
        digit = next((after.value for cell, _, after in move.changes if cell == move.cell), 0)
        name = self.game.layout.cell_name(move.cell)
        if digit:
            return words.PLACED.format(cell=name, digit=sign(digit))
        return words.KIND.format(kind=_(move.kind.value), cell=name)

    def _begin(self, listing: StepListing) -> None:
        """Empty the list for another one."""
        self.background.cancel("steps")
        self._listing, self.steps, self._stands, self._usage = listing, (), (), {}
        self._walked.go_to(self._start)
        self._fill([])

    def _fill(self, rows: Sequence[StepRow]) -> None:
        if self.rows.size.width < _WITH_SCORES:
            rows = [replace(row, score="") for row in rows]
        self.rows.fill(rows)
        self._turn_to_first()

    # the keys

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self._turn_to_first()

    def _turn_to_first(self) -> None:
        """Show another step, from the first page on."""
        self._page = 0
        self.redraw()
        self.refresh_keys()

    def on_rows_row_clicked(self, event: Rows.RowClicked) -> None:
        self.run_worker(self.action_make())

    async def action_make(self) -> None:
        """Make the selected step, if it is possible now, and update the list."""
        step = self.step
        if step is None:
            return
        if self._stands[self.rows.cursor] != self._start:
            self.say(str(words.NOT_YET))
            return
        await self._make(lambda: make_step(self.game, step), words.MADE.format(technique=step.technique.title))
        self._walked = Game.of(self.game.record())
        self._start = self.game.history.position
        if self.game.is_solved:
            self.dismiss()
        elif self._listing is StepListing.WAY:
            self.action_way()
        else:
            self.action_steps()

    @property
    def step(self) -> Step | None:
        """The selected step."""
        return self.steps[self.rows.cursor] if self.rows.cursor < len(self.steps) else None

    # showing

    def redraw(self) -> None:
        if self._stands:
            self._walked.go_to(self._stands[min(self.rows.cursor, len(self._stands) - 1)])
        super().redraw()
        found = self._pages()
        self.text.put([*found[self._page % len(found)]])

    def _pages(self) -> list[Sequence[Line]]:
        """Return the explanation of the selected step, page by page."""
        lines = [line for sentence in self._told_lines() for line in wrapped(sentence, max(self.text.size.width, 1))]
        height = self.text.size.height
        return pages(lines, height, [Segment(READ_ON.format(key=self.key("read")), self.palette.dim)])

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"read": len(self._pages()) > 1}

    def action_read(self) -> None:
        self._page += 1
        self.redraw()

    def _told_lines(self) -> list[Line]:
        """Explain the selected step."""
        palette, step = self.palette, self.step
        if step is None:
            usage = self._usage.get(self._stands[self.rows.cursor]) if self._usage else None
            return [[Segment(words.scored(usage.technique), palette.title)]] if usage and usage.technique else []
        links = f" {LINKS}" if step.chain else ""
        head = [Segment(words.scored(step.technique), palette.title)]
        return [head, [Segment(step.sentence + links, palette.plain)]]

    def look(self) -> BoardAppearance:
        """The board at the selected row, with its step or move."""
        walked = self._walked
        step = self.step if self.is_mounted else None
        if step is None:
            return board_look(walked, Marks(), walked.history[walked.history.position].move.cell, self.palette)
        hint = as_hint(walked, step, walked.candidates)
        return board_look(walked, Marks(hint=hint), hint.stage.cell, self.palette)
