"""Help in a game: hints, explanations, checks and the solution."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from engine.base.language import Sentence, _, lazy_gettext
from engine.play.history import Move
from engine.sudoku.signs import digit_of, sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.next_step import StepOrder
from engine.sudoku.techniques.position import Candidate
from tui.base.board import NO_SUCH_DIGIT
from tui.base.controller import Controller, in_worker
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.keymap import MovedBinding
from tui.base.requests import ShowSteps, WatchPuzzle
from tui.features.play import words
from tui.features.play.hints import HintGuide

if TYPE_CHECKING:
    from tui.features.play.screen import BoardScreen


class HintController(Controller):
    """Gives help with the game on the screen."""

    page: "BoardScreen"

    HEADING = lazy_gettext("hints and checks")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("I", "reveal", "reveal this cell", show=False),
        Binding("S", "show_solution", "show solution (asks)", show=False),
        Binding("i", "hint", "hint", tooltip="hint; press again for more"),
        Binding("D", "details", "unfold", show=False, tooltip="the parts inside a hint's sentence, one by one"),
        Binding("W", "why", "why this digit, or why not", show=False),
        Binding("c", "check", "check", tooltip="check: right so far?"),
        Binding("w", "watch", "watch", tooltip="watch it solved (asks)"),
        MovedBinding(
            "V", "steps", "all steps", show=False, former="T", tooltip="all steps, and the path to the solution"
        ),
        MovedBinding("slash", "hint_level", "techniques", show=False, tooltip="how hard hints may be", former="t"),
    ]

    def __init__(self, page: "BoardScreen", level: Level) -> None:
        """`level` limits the techniques of hints."""
        super().__init__(page)
        self.guide = HintGuide(page.game, page.background, level, StepOrder(page.options.hint_order))

    async def action_hint(self) -> None:
        """Show the next page or stage of the hint, or find another hint."""
        page, hint = self.page, self.page.marks.hint
        if hint and page.hint_text.unread:
            if hint.stage.cell is not None:
                page.board.cursor = hint.stage.cell
            page.mark(page=page.marks.page + 1)
        elif self.guide.has_next_stage:
            solved_before = page.game.is_solved
            await page.keep(hint=self.guide.advance())
            page.tell_solved(solved_before)
        else:
            self._look(words.LOOKING)

    async def action_details(self) -> None:
        """Show the first part inside the present sentence of the hint."""
        if self.guide.has_next_stage:
            await self.page.keep(hint=self.guide.unfold())

    def _look(self, looking: Sentence, about: Candidate | None = None) -> None:
        """Find a hint, or an explanation of a candidate, and show it; until then, show `looking` and the time."""
        page = self.page

        def show(seconds: int) -> None:
            if not page.question:
                page.say(looking.format(ellipsis=page.glyphs.ellipsis, seconds=seconds, back=page.key("back")))

        self.guide.look(
            lambda found: page.keep(hint=found),
            show,
            about,
            cursor=page.cursor,
            shows_candidates=page.marks.candidates,
        )

    def explain_contradiction(self, confirmed: bool | None) -> None:
        """Explain why there is no solution, if the player wants that."""
        if confirmed:
            self._look(words.LOOKING_WHY)

    @in_worker
    async def action_why(self) -> None:
        """Ask for a digit, and explain why the cursor's cell is or is not that digit."""
        page, cell = self.page, self.page.cursor
        layout = page.game.layout
        label = words.WHICH_WHY.format(cell=layout.cell_name(cell), last=sign(layout.size))
        typed = await page.ask(Prompt(label, placeholder=str(words.WHY_ANY)))
        if typed is None:
            return
        digit = digit_of(typed.strip())
        if typed.strip() and not 1 <= digit <= layout.size:
            page.say(NO_SUCH_DIGIT.format(digits=page.board.digits), "warning")
            return
        self.guide.stop()
        self._look(words.LOOKING_WHY, Candidate(cell, digit))

    def action_steps(self) -> None:
        self.page.post_message(ShowSteps(self.page.game, self._make, self.page.keep, self.page.board.cursor))

    async def _make(self, act: Callable[[], Move | None], sentence: str) -> None:
        """Make a move for the screen of steps, and show its sentence."""
        solved_before = self.page.game.is_solved
        act()
        await self.page.keep(sentence)
        self.page.tell_solved(solved_before)

    @in_worker
    async def action_hint_level(self) -> None:
        levels = list(Level)
        choice = await self.page.ask(
            Choice(str(words.HARDEST), [level.title for level in levels], levels.index(self.guide.level))
        )
        if choice is not None:
            self.guide.stop()
            self.guide.level = levels[choice]
            self.page.say(words.HINTS_UP_TO.format(level=levels[choice].title))

    async def action_check(self) -> None:
        page, check = self.page, self.page.game.check()
        back = "" if check.right or not page.game.solvable else page.key("last_correct")
        again = words.LAST_CORRECT.format(last_correct=back) if back else ""
        if check.wrong_notes:
            again = words.WHERE.format(hint=page.key("hint"))
        await page.keep(check.sentence, "good" if check.is_clean else "bad", again)

    @in_worker
    async def action_watch(self) -> None:
        """Show the search solving the puzzle, after a confirmation, because it reveals the solution."""
        page = self.page
        if not page.game.is_solved:
            if not await page.ask(Confirm(str(words.WATCH), _("watch"))):
                return
            page.game.count_watch()
            await page.keep()
        page.post_message(WatchPuzzle(page.game.puzzle))

    async def action_reveal(self) -> None:
        await self.page.play(partial(self.page.game.reveal, self.page.cursor))

    @in_worker
    async def action_show_solution(self) -> None:
        game = self.page.game
        if game.solution is None or await self.page.ask(Confirm(str(words.SHOW_SOLUTION), _("show it"))):
            await self.page.play(game.show_solution)  # without a solution, the refusal says why
