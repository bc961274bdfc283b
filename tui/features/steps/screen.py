"""All steps on a board, the path to the solution, and the techniques of past moves, each drawn on the board."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import ClassVar

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.play.fog import dark_cells, lit_position
from engine.play.game import Game
from engine.play.history import Move
from engine.play.steps import Steps, all_steps, as_hint, is_wrong, make_step, solution_path, sound_techniques
from engine.play.technique_usage import TechniqueUsage, techniques_used
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique, hardest
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step
from tui.base.background import Job, cancellable
from tui.base.board_list_page import BoardListPage
from tui.base.dialogs import Confirm, Prompt
from tui.base.keymap import MovedBinding
from tui.base.picture_view import PanelView
from tui.base.rows import Rows
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line, wrapped
from tui.draw.face import level_chip
from tui.draw.game import LINKS, Marks, board_look
from tui.draw.panels import READ_ON, Panel, pages
from tui.features.steps import words
from tui.features.steps.grouping import listed, matches, part_at, with_parts
from tui.features.steps.lists import ListRow, PartRow, StepGroup, StepList, StepRow

_FOLDED = 4
"""Parts of an explanation from which on those in the middle are folded where there is no room for all."""
_FRAME = Size(4, 2)
"""Columns and rows of a panel that its frame takes."""


class StepListing(Enum):
    """The lists, with their names."""

    STEPS = words.STEPS
    WAY = words.WAY
    MOVES = words.MOVES


def _every_step(position: Position, techniques: frozenset[Technique], dark: frozenset[int], job: Job[Steps]) -> Steps:
    return all_steps(position, techniques, job.report, job.cancelled, dark)


def _path(row: ListRow | None) -> tuple[int, ...]:
    """The index of a step, and its path if the row is a part; empty for the heading of a group."""
    if isinstance(row, PartRow):
        return (row.index, *row.path)
    return (row.index,) if isinstance(row, StepRow) else ()


class StepsScreen(BoardListPage):
    """Shows one of three lists beside a copy of the game, on which the selected row is drawn."""

    HEADING = lazy_gettext("steps")
    PARTS = (StepList,)
    rows: StepList
    DEFAULT_CSS = """
    StepsScreen PanelView { height: 3fr; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "make", "make it", tooltip="make the step, as one move"),
        MovedBinding("a", "steps", "all steps", tooltip="all steps now", former="e"),
        Binding("w", "way", "path to the solution", tooltip="the path from here to the solution (asks)"),
        MovedBinding("v", "moves", "my moves", tooltip="techniques your moves used", former="m"),
        Binding("r", "read", "read on", tooltip="the rest of a long explanation"),
        Binding("slash", "filter", "filter", key_display="/", tooltip="show only steps with some words"),
        Binding(
            "right,l",
            "unfold",
            "unfold",
            key_display="right",
            show=False,
            tooltip="list a technique's steps, or a step's parts",
        ),
        Binding("left,h", "fold", "fold", key_display="left", show=False, tooltip="fold them"),
        MovedBinding("escape,V", "back", "back", key_display="esc", tooltip="back to the game", former="T"),
    ]

    def __init__(
        self,
        game: Game,
        make: Callable[[Callable[[], Move | None], str], Awaitable[None]],
        keep: Callable[[], Awaitable[None]],
        cell: int | None = None,
    ) -> None:
        """`make` makes a move in the game and shows a sentence; `keep` saves the game.

        Steps that concern the `cell` come first.
        """
        super().__init__()
        self._cell = cell
        self._unfolded: set[Technique] = set()
        self._was_folded = False
        """Whether the player has chosen what is unfolded."""
        self._unfolded_parts: set[tuple[int, ...]] = set()
        """The steps and parts whose parts are listed (see `with_parts`)."""
        self._sought = ""
        self._all_rows: Sequence[StepRow] = ()
        """Those of a list that is not grouped, before the filter."""
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
        self.text, self.rows = PanelView(self._explanation), StepList()
        yield from self.beside_board(self.text)

    @property
    def shown_game(self) -> Game:
        return self._walked

    @property
    def header_facts(self) -> Sequence[str]:
        count, index = len(self._stands), self.rows.selected_index
        at = _("{cursor:,} of {count:,}").format(cursor=(index or 0) + 1, count=count)
        return [at] * (index is not None) + [str(self._listing.value)]

    def on_mount(self) -> None:
        self.rows.focus()
        self.game.count_hint()
        self.call_later(self._keep)
        self.action_steps()

    # the three lists

    def action_steps(self) -> None:
        """Look for every step; those of easy techniques are shown at once."""
        self._begin(StepListing.STEPS)
        if is_wrong(self.game):
            self.say(str(words.IN_DOUBT))
            return
        position, techniques, dark = lit_position(self.game), sound_techniques(self.game), dark_cells(self.game)
        self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start(
            "steps", partial(_every_step, position, techniques, dark), self._all_found, news=self._show_steps
        )

    def _show_steps(self, steps: Steps) -> None:
        before = self.rows.item
        self.steps, self._stands = steps, [self._start] * len(steps)
        if steps and not self._was_folded:
            self._unfolded = {steps[0].technique}
        self._list_groups(before)

    def _list_groups(self, cursor: ListRow | None) -> None:
        """List the steps by technique, with the cursor at a row that was there before."""
        found = listed(self.game.layout, self.steps, self._unfolded, self._cell, self._sought)
        rows = with_parts(found, self.steps, self._unfolded_parts)
        first = next((at for at, row in enumerate(rows) if isinstance(row, StepRow)), 0)
        here = (at for at, row in enumerate(rows) if cursor is not None and row.is_same(cursor))
        self.rows.fill(rows, next(here, first))
        self._turn_to_first()

    def _all_found(self, steps: Steps) -> None:
        self._show_steps(steps)
        techniques = len({step.technique for step in steps})
        self.say(str(words.step_count(len(steps), techniques, self.key("make")) if steps else words.NONE))

    @work
    async def action_way(self) -> None:
        """Show the path to the solution, after a confirmation; it counts as help."""
        if is_wrong(self.game) or self.game.is_solved:
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
        self.background.start("steps", cancellable(solution_path, position, techniques), self._show_way)

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
                    step.technique.title,
                    words.effect(layout, step),
                    index,
                    str(step.technique.score),
                    step.technique is peak,
                )
                for index, step in enumerate(steps)
            ]
        )
        count, score = pluralized(len(steps), "step"), sum(step.technique.score for step in steps)
        if solved and peak:
            self.say(words.PATH_SUMMARY.format(steps=count, score=score, hardest=peak.title, level=peak.level.title))
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
                    index,
                    str(technique.score) if technique else "",
                    technique is not None and technique is peak,
                )
                for index, ((_, move), technique) in enumerate(zip(self._moves, techniques, strict=True))
            ]
        )
        named_count, moves = sum(1 for technique in techniques if technique), pluralized(len(self._moves), "move")
        self.say(words.MOVES_SUMMARY.format(count=named_count, moves=moves))

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
        self._listing, self.steps, self._stands, self._usage, self._sought = listing, (), (), {}, ""
        self._unfolded, self._unfolded_parts, self._was_folded = set(), set(), False
        self._walked.go_to(self._start)
        self._fill([])

    def _fill(self, rows: Sequence[StepRow], cursor: ListRow | None = None) -> None:
        self._all_rows = rows
        found = [row for row in rows if matches(self._sought, f"{row.title} {row.effect}")]
        items = with_parts(found, self.steps, self._unfolded_parts)
        here = (at for at, row in enumerate(items) if cursor is not None and row.is_same(cursor))
        self.rows.fill(items, next(here, 0))
        self._turn_to_first()

    # folding and filtering

    def _fold(self, is_open: bool) -> None:
        """Fold or unfold what is inside the row under the cursor; else fold what the row is inside of."""
        row = self.rows.item
        if isinstance(row, PartRow | StepRow) and (is_open or isinstance(row, PartRow) or row.is_open):
            self._fold_parts(row, is_open)
            return
        title = row.title if isinstance(row, StepGroup) else self.step.technique.title if self.step else ""
        technique = next((step.technique for step in self.steps if step.technique.title == title), None)
        if technique is None or self._listing is not StepListing.STEPS:
            return
        self._was_folded = True
        (self._unfolded.add if is_open else self._unfolded.discard)(technique)
        group = next(row for row in self.rows.items if isinstance(row, StepGroup) and row.title == title)
        self._list_groups(group)

    def _fold_parts(self, row: StepRow | PartRow, is_open: bool) -> None:
        """Fold or unfold the parts of a step or a part; folding a row without open parts folds those around it."""
        cursor: ListRow = row
        path = _path(row)
        if is_open and row.is_open is not None:
            self._unfolded_parts.add(path)
        elif not is_open:
            path = path if row.is_open else path[:-1]
            self._unfolded_parts.discard(path)
            cursor = next(other for other in self.rows.items if _path(other) == path)
        if self._listing is StepListing.STEPS:
            self._list_groups(cursor)
        else:
            self._fill(self._all_rows, cursor)

    def action_unfold(self) -> None:
        """List the steps of the technique or the parts of the step, or go to the first of them."""
        row = self.rows.item
        if row is not None and row.is_open:
            self.rows.move(1)
        elif row is not None:
            self._fold(True)

    def action_fold(self) -> None:
        self._fold(False)

    @work
    async def action_filter(self) -> None:
        """Ask for words, and list only the steps with all of them; none lists all."""
        sought = await self.ask(Prompt(str(words.FILTER), self._sought))
        if sought is None:
            return
        self._sought = printable(sought.strip())
        if self._listing is StepListing.STEPS:
            self._list_groups(None)
        else:
            self._fill(self._all_rows)
        if not self.rows.items and self._stands:
            self.say(words.NONE_WITH.format(key=self.key("filter")))

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
        """Make the step of the cursor on the game, if it is one of the present position, and look again.

        On the head of a group: fold or unfold it.
        """
        if isinstance(self.rows.item, StepGroup):
            self._fold(not self.rows.item.is_open)
            return
        step, index = self.step, self.rows.selected_index
        if step is None or index is None:
            return
        if self._stands[index] != self._start:
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
        """The step that the cursor is on."""
        index = self.rows.selected_index
        return self.steps[index] if index is not None and index < len(self.steps) else None

    # showing

    def redraw(self) -> None:
        index = self.rows.selected_index if self.is_mounted else None
        if index is not None and index < len(self._stands):
            self._walked.go_to(self._stands[index])
        sought = words.FILTERED.format(words=self._sought) if self._sought else ""
        self.put_frame(self.rows, self._listing.value, "filter", aside=sought)
        self.text.redraw()
        super().redraw()

    def _explanation(self, _width: int, _height: int) -> Panel | list[Line]:
        """The step of the cursor in words, or how many steps a technique has, in a frame that names the technique."""
        row, technique = self.rows.item, self._technique
        if isinstance(row, StepGroup):
            chip = level_chip(row.level, row.level_title)
            text = words.GROUP.format(steps=pluralized(row.count, "step"), key=self.first_key("make"))
            return Panel(lambda width, _: wrapped([Segment(text, self.palette.dim)], width), row.title, chip=chip)
        if technique is None:
            return []
        chip = level_chip(technique.level.value, f"{technique.level.title} {self.glyphs.dot} {technique.score}")
        reads_on = [(self.first_key("read"), str(words.READ_EDGE))] if self.enabled_actions["read"] else []
        keys = [(self.first_key("make"), str(words.MAKE)), *reads_on] if self.step else []
        return Panel(self._page_lines, technique.title, chip=chip, keys=keys)

    @property
    def _part(self) -> Part | None:
        """The part of the step under the cursor, if it is on one."""
        row = self.rows.item
        return part_at(self.step, row.path) if isinstance(row, PartRow) and self.step is not None else None

    @property
    def _technique(self) -> Technique | None:
        """That of the step or the move under the cursor."""
        index = self.rows.selected_index
        if self.step is not None:
            return self.step.technique
        usage = self._usage.get(self._stands[index]) if self._usage and index is not None else None
        return usage.technique if usage else None

    def _page_lines(self, width: int, height: int) -> list[Line]:
        found = self._pages(width, height)
        return [*found[self._page % len(found)]]

    def _pages(self, width: int, height: int) -> list[Sequence[Line]]:
        """The step of the cursor in words: its parts, where there is room for all of them.

        Else the first and the last ones, and then all of them page by page.
        """
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        parts = [wrapped([Segment(part, palette.plain)], max(width, 2)) for part in self._parts()]
        lines = [line for part in parts for line in part]
        if len(lines) <= height or len(parts) < _FOLDED:
            return pages(lines, height, [Segment(READ_ON.format(key=self.key("read")), palette.dim)])
        between = words.PARTS_BETWEEN.format(ellipsis=ellipsis, count=len(parts) - 2, key=self.key("read"))
        folded = [*parts[0], [Segment(between, palette.dim)], *parts[-1]]
        on = [Segment(READ_ON.format(key=self.key("read")), palette.dim)]
        return [folded, *pages(lines, height, on)] if len(folded) <= height else pages(lines, height, on)

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        is_grouped = self._listing is StepListing.STEPS
        area = self.text.size - _FRAME
        return {
            "read": self._technique is not None and len(self._pages(*area)) > 1,
            **dict.fromkeys(("fold", "unfold"), is_grouped or any(step.parts for step in self.steps)),
        }

    def action_read(self) -> None:
        self._page += 1
        self.redraw()

    def _parts(self) -> list[str]:
        """The step of the cursor in words, in its parts."""
        step, part = self.step, self._part
        if part is not None:
            return [part.sentence]
        return [] if step is None else [*words.parts(step), *[str(LINKS)] * bool(step.chain)]

    def look(self) -> BoardAppearance:
        """The board at the selected row, with its step or move."""
        walked = self._walked
        step = self.step if self.is_mounted else None
        if step is None:
            return board_look(walked, Marks(), walked.history[walked.history.position].move.cell, self.palette)
        hint = as_hint(walked, self._part or step, walked.candidates)
        return board_look(walked, Marks(hint=hint), hint.stage.cell, self.palette)
