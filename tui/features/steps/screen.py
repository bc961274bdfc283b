"""The screen of steps: all steps on a board, the path to the solution, and the techniques of past moves."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from engine.base.language import _, lazy_gettext
from engine.base.text import paragraph, pluralized, printable
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
from tui.draw.cells import Line, wrap_line
from tui.draw.face import level_chip
from tui.draw.game import LINKS, Marks, board_look
from tui.draw.panels import READ_ON, Panel, pages
from tui.features.steps import words
from tui.features.steps.grouping import group_rows, matches, part_at, with_parts
from tui.features.steps.lists import ListRow, PartRow, StepGroup, StepList, StepRow

MIN_FOLDED = 4
"""Minimum parts of an explanation before those in the middle are left out if there is no room for all."""
FRAME = Size(4, 2)
"""Columns and rows of a panel's frame."""


class StepListing(Enum):
    """The lists of the screen, each with its title."""

    STEPS = words.STEPS
    PATH = words.PATH
    MOVES = words.MOVES


def _every_step(position: Position, techniques: frozenset[Technique], dark: frozenset[int], job: Job[Steps]) -> Steps:
    return all_steps(position, techniques, job.report, job.cancelled, dark)


def _part_path(row: ListRow | None) -> tuple[int, ...]:
    """Return the index of a row's step, followed by the path of its part; empty for the heading of a group."""
    if isinstance(row, PartRow):
        return (row.index, *row.path)
    return (row.index,) if isinstance(row, StepRow) else ()


class StepsScreen(BoardListPage):
    """One of three lists beside a copy of the game, on which the selected row is drawn."""

    HEADING = lazy_gettext("steps")
    PARTS = (StepList,)
    rows: StepList
    DEFAULT_CSS = """
    StepsScreen PanelView { height: 2fr; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "make", "make it", tooltip="make the step, as one move"),
        MovedBinding("a", "steps", "all steps", tooltip="all steps now", former="e"),
        Binding("w", "way", "path to the solution", tooltip="the path from here to the solution (asks)"),
        MovedBinding("v", "moves", "my moves", tooltip="techniques your moves used", former="m"),
        Binding("r", "read", "read on", tooltip="the rest of a long explanation"),
        Binding("slash", "filter", "filter", key_display="/", tooltip="show only steps with some words"),
        Binding("right,l", "unfold", "unfold", key_display="right", show=False,
                tooltip="list a technique's steps, or a step's parts"),
        Binding("left,h", "fold", "fold", key_display="left", show=False, tooltip="fold them"),
        MovedBinding("escape,V", "back", "back", key_display="esc", tooltip="back to the game", former="T"),
    ]  # fmt: skip

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
        """Whether the player has folded or unfolded a technique, which a longer list then leaves alone."""
        self._unfolded_parts: set[tuple[int, ...]] = set()
        """The steps and parts whose parts are listed (see `with_parts`)."""
        self._filter = ""
        """The words that rows must contain."""
        self._all_rows: Sequence[StepRow] = ()
        """The rows of a list that is not grouped, before the filter."""
        self.game = game
        self.steps: Steps = ()
        """The steps of the current list, in order."""
        self._moves: Sequence[tuple[int, Move]] = ()
        """The moves of the current list, each with the node that it leads to."""
        self._usages: dict[int, TechniqueUsage] = {}
        """The techniques of moves, by node."""
        self._copy = Game.of(game.record())
        """The game on the board of this screen."""
        self._start = game.history.position
        self._positions: Sequence[int] = ()
        """The node of the copy that the board shows for each step or move."""
        self._listing = StepListing.STEPS
        self._page = 0
        """The page of the explanation."""
        self._make, self._keep = make, keep

    def content(self) -> ComposeResult:
        self.text, self.rows = PanelView(self._explanation), StepList()
        yield from self.beside_board(self.text)

    @property
    def shown_game(self) -> Game:
        return self._copy

    @property
    def header_facts(self) -> Sequence[str]:
        count, index = len(self._positions), self.rows.selected_index
        place = [] if index is None else [_("{cursor:,} of {count:,}").format(cursor=index + 1, count=count)]
        return [*place, str(self._listing.value)]

    def on_mount(self) -> None:
        self.rows.focus()
        self.game.count_hint()
        self.call_later(self._keep)
        self.action_steps()

    # the three lists

    def action_steps(self) -> None:
        """Search for every step; those of easy techniques are shown first."""
        self._start_list(StepListing.STEPS)
        if is_wrong(self.game):
            self.say(str(words.IN_DOUBT))
            return
        position, techniques, dark = lit_position(self.game), sound_techniques(self.game), dark_cells(self.game)
        self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start(
            "steps", partial(_every_step, position, techniques, dark), self._show_all_steps, news=self._show_steps
        )

    def _show_steps(self, steps: Steps) -> None:
        selected = self.rows.item
        self.steps, self._positions = steps, [self._start] * len(steps)
        if steps and not self._was_folded:
            self._unfolded = {steps[0].technique}
        self._list_groups(selected)

    def _list_groups(self, selected: ListRow | None) -> None:
        """List the steps by technique."""
        rows = group_rows(self.game.layout, self.steps, self._unfolded, self._cell, self._filter)
        self._list(rows, selected, next((index for index, row in enumerate(rows) if isinstance(row, StepRow)), 0))

    def _list(self, rows: Sequence[StepGroup | StepRow], selected: ListRow | None, default: int = 0) -> None:
        """List rows with their unfolded parts; the cursor goes to the selected row, or the one at index `default`."""
        items = with_parts(rows, self.steps, self._unfolded_parts)
        indexes = (index for index, row in enumerate(items) if selected is not None and row.is_same(selected))
        self.rows.fill(items, next(indexes, default))
        self._show_first_page()

    def _show_all_steps(self, steps: Steps) -> None:
        self._show_steps(steps)
        techniques = len({step.technique for step in steps})
        layout, cell = self.game.layout, self._cell
        marked = words.MARKED.format(sign=self.glyphs.dot, cell="" if cell is None else layout.cell_name(cell))
        count = words.step_count(len(steps), techniques, self.key("make"))
        text = paragraph([count, marked * (cell is not None)]) if steps else str(words.NONE)
        self.say(text if cell_len(text) < self.size.width else count)

    @work
    async def action_way(self) -> None:
        """Show the path to the solution; asks first, because it counts as help."""
        if is_wrong(self.game) or self.game.is_solved:
            self._start_list(StepListing.PATH)
            self.say(str(words.NO_PATH if self.game.is_solved else words.IN_DOUBT))
            return
        if not self.game.counters.gave_solution_away:
            if not await self.ask(Confirm(str(words.SHOW_PATH), _("show it"))):
                return
            self.game.count_watch()
            await self._keep()
        self._start_list(StepListing.PATH)
        position, techniques = self.game.candidates, sound_techniques(self.game)
        self.say(words.LOOKING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start("steps", cancellable(solution_path, position, techniques), self._show_path)

    def _show_path(self, steps: Steps) -> None:
        nodes = []
        for step in steps:
            nodes.append(self._copy.history.position)
            make_step(self._copy, step)
        is_solved = self._copy.is_solved
        self.steps, self._positions = steps, nodes
        top = hardest(step.technique for step in steps)
        rows = []
        for index, step in enumerate(steps):
            technique, effect = step.technique, words.effect(self.game.layout, step)
            rows.append(StepRow(technique.title, effect, index, str(technique.score), technique is top))
        self._list_rows(rows)
        count, score = pluralized(len(steps), "step"), sum(step.technique.score for step in steps)
        if is_solved and top:
            self.say(words.PATH_SUMMARY.format(steps=count, score=score, hardest=top.title, level=top.level.title))
        else:
            self.say(str(words.PATH_ENDS.format(steps=count) if steps else words.NONE))

    def action_moves(self) -> None:
        """Determine the techniques of the moves so far."""
        self._start_list(StepListing.MOVES)
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

    def _show_moves(self, usages: dict[int, TechniqueUsage]) -> None:
        self._usages, self._positions = usages, [node for node, _ in self._moves]
        techniques = [usages[node].technique if node in usages else None for node in self._positions]
        top = hardest(filter(None, techniques))
        rows = []
        for index, (entry, technique) in enumerate(zip(self._moves, techniques, strict=True)):
            title, score = (technique.title, str(technique.score)) if technique else (words.UNKNOWN, "")
            is_hardest = technique is not None and technique is top
            rows.append(StepRow(title, self._move_text(entry[1]), index, score, is_hardest))
        self._list_rows(rows)
        count, moves = sum(technique is not None for technique in techniques), pluralized(len(self._moves), "move")
        self.say(words.MOVES_SUMMARY.format(count=count, moves=moves))

    def _move_text(self, move: Move) -> str:
        """Return the cell and the digit of a move that places one, else the kind of the move and its cell, if any."""
        if move.cell is None:
            return _(move.kind.value)
        digit = next((after.value for cell, _, after in move.changes if cell == move.cell), 0)
        name = self.game.layout.cell_name(move.cell)
        if digit:
            return words.PLACED.format(cell=name, digit=sign(digit))
        return words.KIND.format(kind=_(move.kind.value), cell=name)

    def _start_list(self, listing: StepListing) -> None:
        """Show an empty list of this kind, without a filter, at the position of the game."""
        self.background.cancel("steps")
        self._listing, self.steps, self._positions, self._usages, self._filter = listing, (), (), {}, ""
        self._unfolded, self._unfolded_parts, self._was_folded = set(), set(), False
        self._copy.go_to(self._start)
        self._list_rows([])

    def _list_rows(self, rows: Sequence[StepRow], selected: ListRow | None = None) -> None:
        """List rows that are not grouped, as far as the filter lets them."""
        self._all_rows = rows
        self._list([row for row in rows if matches(self._filter, f"{row.title} {row.effect}")], selected)

    def _relist(self, selected: ListRow | None = None) -> None:
        """List the steps or moves again, after something was folded or unfolded or the filter changed."""
        if self._listing is StepListing.STEPS:
            self._list_groups(selected)
        else:
            self._list_rows(self._all_rows, selected)

    # folding and filtering

    def _fold(self, is_open: bool) -> None:
        """Fold or unfold the selected row; if it has nothing to fold, fold the technique or the part around it."""
        row = self.rows.item
        if isinstance(row, PartRow | StepRow) and (is_open or isinstance(row, PartRow) or row.is_open):
            self._fold_parts(row, is_open)
            return
        technique = row.technique if isinstance(row, StepGroup) else self.step.technique if self.step else None
        if technique is None or self._listing is not StepListing.STEPS:
            return
        self._was_folded = True
        (self._unfolded.add if is_open else self._unfolded.discard)(technique)
        self._list_groups(
            next(row for row in self.rows.items if isinstance(row, StepGroup) and row.technique is technique)
        )

    def _fold_parts(self, row: StepRow | PartRow, is_open: bool) -> None:
        """Fold or unfold the parts of a step or a part; folding a row without open parts folds those around it."""
        selected: ListRow = row
        path = _part_path(row)
        if is_open and row.is_open is not None:
            self._unfolded_parts.add(path)
        elif not is_open:
            path = path if row.is_open else path[:-1]
            self._unfolded_parts.discard(path)
            selected = next(other for other in self.rows.items if _part_path(other) == path)
        self._relist(selected)

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
        """Ask for words, and list only the rows with all of them; without words, all rows."""
        answer = await self.ask(Prompt(str(words.FILTER), self._filter))
        if answer is None:
            return
        self._filter = printable(answer.strip())
        self._relist()
        if not self.rows.items and self._positions:
            self.say(words.NONE_WITH.format(key=self.key("filter")))

    # the keys

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self._show_first_page()

    def _show_first_page(self) -> None:
        """Show the selected row and the first page of its explanation."""
        self._page = 0
        self.redraw()
        self.refresh_keys()

    def on_rows_row_clicked(self, event: Rows.RowClicked) -> None:
        self.run_worker(self.action_make())

    async def action_make(self) -> None:
        """Make the selected step in the game, if it applies to the position of the game, and list the steps again.

        On the heading of a technique, fold or unfold it instead.
        """
        if isinstance(self.rows.item, StepGroup):
            self._fold(not self.rows.item.is_open)
            return
        step, index = self.step, self.rows.selected_index
        if step is None or index is None:
            return
        if self._positions[index] != self._start:
            self.say(str(words.NOT_YET))
            return
        await self._make(lambda: make_step(self.game, step), words.MADE.format(technique=step.technique.title))
        self._copy = Game.of(self.game.record())
        self._start = self.game.history.position
        if self.game.is_solved:
            self.dismiss()
        elif self._listing is StepListing.PATH:
            self.action_way()
        else:
            self.action_steps()

    @property
    def step(self) -> Step | None:
        """The step of the selected row; None on a heading and on a move."""
        index = self.rows.selected_index
        return self.steps[index] if index is not None and index < len(self.steps) else None

    # showing

    def redraw(self) -> None:
        index = self.rows.selected_index if self.is_mounted else None
        if index is not None and index < len(self._positions):
            self._copy.go_to(self._positions[index])
        filtered = words.FILTERED.format(words=self._filter) if self._filter else ""
        self.put_frame(self.rows, self._listing.value, "filter", aside=filtered)
        self.text.redraw()
        super().redraw()

    def _explanation(self, _width: int, _height: int) -> Panel | list[Line]:
        """The explanation of the selected step, or the number of a technique's steps, in a frame with the technique."""
        row, technique = self.rows.item, self._technique
        if isinstance(row, StepGroup):
            technique, level = row.technique, row.technique.level
            text = words.GROUP.format(steps=pluralized(row.count, "step"), key=self.first_key("make"))
            lines = partial(self._group_lines, text)
            return Panel(lines, technique.title, chip=level_chip(level.value, level.title))
        if technique is None:
            return []
        chip = level_chip(technique.level.value, f"{technique.level.title} {self.glyphs.dot} {technique.score}")
        read_key = [(self.first_key("read"), str(words.READ_EDGE))] if self.enabled_actions["read"] else []
        keys = [(self.first_key("make"), str(words.MAKE)), *read_key] if self.step else []
        return Panel(self._page_lines, technique.title, chip=chip, keys=keys)

    def _group_lines(self, text: str, width: int, _height: int) -> list[Line]:
        return wrap_line([Segment(text, self.palette.dim)], width)

    @property
    def _part(self) -> Part | None:
        """The part of a step in the selected row, if it is one."""
        row = self.rows.item
        return part_at(self.step, row.path) if isinstance(row, PartRow) and self.step is not None else None

    @property
    def _technique(self) -> Technique | None:
        """The technique of the selected step or move."""
        index = self.rows.selected_index
        if self.step is not None:
            return self.step.technique
        usage = self._usages.get(self._positions[index]) if self._usages and index is not None else None
        return usage.technique if usage else None

    def _page_lines(self, width: int, height: int) -> list[Line]:
        """The current page of the explanation; after the last one comes the first one again."""
        all_pages = self._pages(width, height)
        return [*all_pages[self._page % len(all_pages)]]

    def _pages(self, width: int, height: int) -> list[Sequence[Line]]:
        """Return the pages of the explanation.

        If its parts do not fit one page, the first page has the first and the last one only, if these fit.
        """
        palette, ellipsis, key = self.palette, self.glyphs.ellipsis, self.key("read")
        parts = [wrap_line([Segment(part, palette.plain)], max(width, 2)) for part in self._parts()]
        lines = [line for part in parts for line in part]
        all_pages = pages(lines, height, [Segment(READ_ON.format(key=key), palette.dim)])
        between = words.PARTS_BETWEEN.format(ellipsis=ellipsis, count=len(parts) - 2, key=key)
        if len(lines) > height and len(parts) >= MIN_FOLDED:
            folded = [*parts[0], [Segment(between, palette.dim)], *parts[-1]]
            if len(folded) <= height:
                return [folded, *all_pages]
        return all_pages

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        is_grouped = self._listing is StepListing.STEPS
        area = self.text.size - FRAME
        return {
            "read": self._technique is not None and len(self._pages(*area)) > 1,
            **dict.fromkeys(("fold", "unfold"), is_grouped or any(step.parts for step in self.steps)),
        }

    def action_read(self) -> None:
        self._page += 1
        self.redraw()

    def _parts(self) -> list[str]:
        """The explanation of the selected step or part, in its parts."""
        step, part = self.step, self._part
        if part is not None:
            return [part.sentence]
        return [] if step is None else [*words.parts(step), *[str(LINKS)] * bool(step.chain)]

    def look(self) -> BoardAppearance:
        game, step = self._copy, self.step if self.is_mounted else None
        if step is None:
            return board_look(game, Marks(), game.history[game.history.position].move.cell, self.palette)
        hint = as_hint(game, self._part or step, game.candidates)
        return board_look(game, Marks(hint=hint), hint.stage.cell, self.palette)
