"""Adds and removes rules in the editor: the kind, its cells, its parameter."""

from collections.abc import Callable

from engine.base.errors import InputError
from engine.base.language import Sentence
from engine.play.cell_rules import rules_at
from engine.play.draft import Draft
from engine.play.history import Move
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.drawing import CellForm
from tui.base.dialogs import Choice, Prompt
from tui.base.page import Page
from tui.features.edit import words
from tui.features.edit.rule_pen import RulePen

_HOW_TO_DRAW: dict[CellForm, Sentence] = {
    CellForm.CELL: words.MARK_CELL,
    CellForm.CORNER: words.MARK_CORNER,
    CellForm.PAIR: words.MARK_PAIR,
    CellForm.RAY: words.MARK_RAY,
    CellForm.CELLS: words.MARK_CELLS,
    CellForm.LINE: words.MARK_LINE,
}


class RuleControl:
    """Asks for a kind of rule and draws it with a `RulePen`, which it owns meanwhile."""

    def __init__(self, page: Page, draft: Callable[[], Draft], show: Callable[[Move | None, str], None]) -> None:
        """`show` shows the draft, after a move if there is one, and a sentence."""
        self._page, self._draft, self._show = page, draft, show
        self.pen: RulePen | None = None
        self._kind: type[Rule] | None = None  # the kind drawn last

    async def choose_kind(self) -> None:
        """Ask for a kind of rule, and start to draw it. Only in workers, as `Page.ask`."""
        kinds = sorted(KINDS.values(), key=lambda kind: str(kind.title).lower())
        now = kinds.index(self._kind) if self._kind else None
        index = await self._page.ask(Choice(str(words.WHICH_RULE), [str(kind.title) for kind in kinds], now))
        if index is None:
            return
        self._kind = kind = kinds[index]
        if kind.drawing.form is CellForm.BOARD:
            self.pen = None
            await self._add(kind, [[]])
        else:
            self._begin()

    def stop(self) -> None:
        """Stop drawing."""
        if self.pen:
            self.pen = None
            self._show(None, "")

    def press(self, cell: int) -> bool:
        """Mark the cell, or stop marking; returns whether the rule has all its cells."""
        if self.pen is None:
            return False
        self.pen.press(cell)
        return self._look_at_pen()

    def follow(self, cell: int) -> bool:
        """Like `press`, for a cell that the cursor reaches."""
        if self.pen is None or not self.pen.draws:
            return False
        self.pen.follow(cell)
        return self._look_at_pen()

    def _look_at_pen(self) -> bool:
        self._show(None, self.instruction)
        return self.pen is not None and self.pen.is_full

    async def finish(self) -> None:
        """Start the next part, or ask for the parameter and add the rule. Only in workers, as `Page.ask`."""
        pen = self.pen
        if pen is None:
            return
        if pen.has_more_parts:
            if pen.cells:
                pen.begin_part()
            self._show(None, self.instruction)
        else:
            await self._add(pen.kind, pen.parts)

    async def remove(self, cell: int) -> None:
        """Remove a rule of a cell or the board, asking which if there are several. Only in workers."""
        draft = self._draft()
        layout = draft.layout
        here = rules_at(draft.rules, layout, cell)
        here += [rule for rule in draft.rules if rule not in here and rule.drawing.form is CellForm.BOARD]
        if not here:
            self._show(None, str(words.NO_RULE_HERE))
            return
        index: int | None = 0
        if len(here) > 1:
            rows = [rule.sentence(layout) for rule in here]
            index = await self._page.ask(Choice(str(words.WHICH_RULE_TO_REMOVE), rows))
        if index is not None:
            removed = words.RULE_REMOVED.format(rule=here[index].name(layout), undo=self._page.first_key("undo"))
            self._show(draft.remove_rule(here[index]), removed)

    @property
    def instruction(self) -> str:
        """How to continue with the rule being drawn."""
        if self.pen is None:
            return ""
        drawing, keys = self.pen.kind.drawing, {"finish": self._page.key("finish_rule"), "stop": self._page.key("back")}
        is_drawing = self.pen.draws and drawing.most is None
        sentence = (words.DRAW_ON if is_drawing else _HOW_TO_DRAW[drawing.form]).format(
            mark=self._page.first_key("leave_empty"), **keys
        )
        if not drawing.parts:
            return sentence
        return words.PART.format(part=drawing.parts[self.pen.part], sentence=sentence)

    def _begin(self) -> None:
        if self._kind:
            self.pen = RulePen(self._kind, self._draft().layout)
            self._show(None, self.instruction)

    async def _add(self, kind: type[Rule], marked: list[list[int]]) -> None:
        draft = self._draft()
        try:
            text = ""
            if kind.drawing.parameter:
                kind.formed(draft.layout, marked)
                typed = await self._page.ask(Prompt(str(kind.drawing.parameter), kind.drawing.default))
                if typed is None:
                    return
                text = typed
            rule = kind.draw(draft.layout, marked, text)
        except InputError as error:
            self._show(None, words.NOT_DRAWN.format(reason=error))
            return
        move = draft.add_rule(rule)
        if self.pen:
            self.pen = RulePen(kind, draft.layout)  # for another one
        self._show(move, rule.sentence(draft.layout) if move else str(words.RULE_EXISTS))
