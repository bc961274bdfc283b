"""The branches of a recorded search: their search in the background, and their list."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import printable
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.result import Status, falsified
from engine.sat.solvers.branch import branch_of
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import description_of
from engine.sat.trace.events import DECIDED
from engine.sat.trace.narration import clause_name
from engine.sat.trace.recording import SearchLine, SearchRecording, decision_at
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.signs import sign
from tui.base.background import Job, Live, cancellable
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.limits import memory_limit
from tui.base.page import Page
from tui.base.requests import Newest, nothing_newer
from tui.features.replay import words
from tui.features.replay.lists import BranchList, RowAction
from tui.features.replay.scene import ReplayScene, variables_named

_BRANCH, _CHECK = "branch", "check a branch"
_INTERVAL = 0.1
"""Seconds between checks whether a branch has begun."""


def fork_of(scene: ReplayScene) -> tuple[int, int | None]:
    """Return the decision (event index) that a branch would replace, and its proposed literal; None for the cell.

    With a cursor on the trail, the decision is the one of that literal's level, and the proposal is the literal's
    negation. Raises InputError if there is no such decision.
    """
    if scene.view.place is not None:
        return fork_to_flip(scene, scene.state.trail[scene.view.place])
    fork = decision_at(scene.trace, scene.position)
    return fork, None if scene.view.cell is not None else -scene.trace.event(fork).literal


def fork_to_flip(scene: ReplayScene, literal: int) -> tuple[int, int]:
    """Return the decision (event index) to replace so that a literal gets its other value, and the literal to decide.

    A free literal is decided itself. Raises InputError if no decision determines the literal, or none follows.
    """
    state, place = scene.state, scene.state.place(abs(literal))
    if place is None:
        return decision_at(scene.trace, scene.position), literal
    current = state.trail[place]
    if state.levels[place] == 0:
        raise InputError(words.FORCED_AT_ROOT.format(literal=scene.words.literal(current)))
    decision = max(earlier for earlier in range(place + 1) if state.reasons[earlier] == DECIDED)
    return state.events[decision], -current


def literal_named(text: str, variables: int, cells: CellWords | None) -> int:
    """Return the literal that `12`, `-12`, `r3c4 = 5` or `-r3c4 = 5` names. Raises InputError."""
    typed = text.strip()
    found = variables_named(typed.removeprefix("-"), variables, cells)
    if len(found) > 1:
        raise InputError(words.WHICH_DIGIT)
    [variable] = found
    return -variable if typed.startswith("-") else variable


@dataclass(frozen=True)
class StartedBranch:
    """A branch that has reached its own decision; `newest` returns its events so far."""

    trace: Trace
    newest: Live[Trace]


class Branches:
    """Owns the recording and the current line, which is the main line or a branch.

    `show` is called with a position to go to when another line becomes current, and with None when the current line has
    changed. `newest` returns the main line so far while its search is still running.
    """

    def __init__(
        self, page: Page, recording: SearchRecording, newest: Newest, show: Callable[[int | None], object]
    ) -> None:
        self._page = page
        self._show = show
        self._newest: dict[int, Newest] = {0: newest}
        """The function that returns new events, for each line whose search may be running."""
        self.recording = recording
        self.number = recording.view.line

    @property
    def line(self) -> SearchLine:
        """The current line."""
        return self.recording.lines[self.number]

    @property
    def trace(self) -> Trace:
        """The trace of the current line."""
        return self.line.trace

    def update(self, number: int, line: SearchLine) -> None:
        """Replace a line by a longer version of itself."""
        self.recording = self.recording.with_line(number, line)
        if number == self.number:
            self._show(None)

    def refresh(self) -> None:
        """Update the current line if its search is still running."""
        newest = self._newest.get(self.number, nothing_newer)
        if self.trace.running and (trace := newest()) is not None:
            self.update(self.number, replace(self.line, trace=trace))

    async def ask(self, scene: ReplayScene, literal: int | None = None) -> None:
        """Ask for another decision, and search its branch.

        The proposal is about this literal, or else about the cursor's position.
        """
        page = self._page
        try:
            self._check_idle()
            fork, proposed = fork_of(scene) if literal is None else fork_to_flip(scene, literal)
            current = self.trace.event(fork).literal
            question = words.WHAT_IF.format(literal=scene.words.literal(current), event=fork + 1)
            example = words.WHAT_IF_CELL_EXAMPLE if scene.cells else words.WHAT_IF_EXAMPLE
            value = _cell_text(scene) if proposed is None else str(proposed)
            text = await page.ask(Prompt(question, value, str(example)))
            if not text or not text.strip():
                return
            decided = literal_named(text, self.trace.formula.variables, scene.cells)
            self._branch(fork, decided, scene.words.literal(decided))
        except InputError as error:
            page.notify(str(error), severity="warning")

    async def ask_of_clause(self, scene: ReplayScene, index: int) -> None:
        """Ask which literal of a clause gets its other value, then continue as `ask`."""
        literals = scene.trace.clause(index)
        rows = [f"{scene.words.literal(literal)}  {words.STATES[scene.state.value(literal)]}" for literal in literals]
        question = words.WHICH_OF_CLAUSE.format(clause=clause_name(scene.trace, index))
        choice = await self._page.ask(Choice(question, rows))
        if choice is not None:
            await self.ask(scene, literals[choice])

    async def decide(self, scene: ReplayScene, fork: int, literal: int) -> None:
        """Start the branch that decides this literal at event `fork`, and go there."""
        try:
            self._check_idle()
            self._branch(fork, literal, scene.words.literal(literal))
        except InputError as error:
            self._page.notify(str(error), severity="warning")

    def _check_idle(self) -> None:
        """Raise InputError while a search is running."""
        if self.trace.running:
            raise InputError(words.STILL_RUNNING)
        if self._page.background.is_running(_BRANCH):
            raise InputError(words.ONE_AT_A_TIME.format(key=self._page.key("stop")))

    def _branch(self, fork: int, literal: int, name: str) -> None:
        """Go to the branch with that decision, or start it. Raises InputError."""
        if literal == self.trace.event(fork).literal:
            raise InputError(words.SAME_DECISION)
        origin = self.recording.origin(self.number, fork)
        same = self.recording.find_branch(origin, fork, literal)
        if same is not None:
            self.go(same, fork + 1)
            return
        beginning = branch_of(self.trace, fork, literal).so_far()
        line = SearchLine(beginning, self.recording.name_for(name), origin, fork, literal)
        number = len(self.recording.lines)

        def on_news(started: StartedBranch) -> None:
            self._newest[number] = started.newest
            take(started.trace)

        def take(trace: Trace) -> None:
            if number < len(self.recording.lines):
                self.update(number, replace(self.recording.lines[number], trace=trace))
            else:
                self.recording = self.recording.with_branch(replace(line, trace=trace))
                self.go(number, fork + 1)

        def done(result: tuple[Trace, BoundedProof | None]) -> None:
            trace, proof = result
            if len(trace) > fork:
                take(trace)
                self._check(number, proof)
            else:  # stopped, or out of memory, before it reached the decision
                self._page.notify(words.answer(replace(line, trace=trace)), severity="warning")

        self._page.background.start(_BRANCH, partial(_search, self.trace, fork, literal), done, news=on_news)

    def _check(self, number: int, proof: BoundedProof | None) -> None:
        """Check the result of a branch: a model at once, a proof in the background."""
        line = self.recording.lines[number]
        result, formula = line.trace.result, line.trace.formula
        if result.status is Status.UNSATISFIABLE and proof is not None and not proof.too_long:
            check = cancellable(_is_verified, formula, proof)
            self._page.background.start(_CHECK, check, lambda found: self._show_check(number, found))
        elif result.model is not None:
            self._show_check(number, falsified(formula, result.model) is None)
        else:
            self._show_check(number, None)

    def _show_check(self, number: int, checked: bool | None) -> None:
        self.update(number, replace(self.recording.lines[number], checked=checked))
        message = words.answer(self.recording.lines[number])
        self._page.notify(message, severity="error" if checked is False else "information")

    def stop(self) -> None:
        """Stop the search of a branch; its events so far remain."""
        if not self._page.background.stop(_BRANCH):
            self._page.notify(str(words.NOTHING_TO_STOP))

    def go(self, number: int, position: int) -> None:
        """Make another line current, at a position."""
        self.number = number
        self._show(position)

    async def list(self, scene: ReplayScene) -> None:
        """Show the list of lines, to go to, name or delete one."""
        row: int | None = self.number
        while row is not None:
            row = await self._choose(scene, row)

    async def _choose(self, scene: ReplayScene, marked: int) -> int | None:
        """Ask for a line and an action, and do it; returns the line to mark next, None to close the list."""
        recording, page = self.recording, self._page
        order = recording.outline()
        rows = [
            words.branch_row(recording, number, depth, number == self.number, page.glyphs.ellipsis)
            for number, depth in order
        ]
        numbers = [number for number, _ in order]

        def describe(row: int) -> str:
            return words.branch_text(recording, numbers[row], scene.words)

        title, place = str(words.BRANCHES), numbers.index(marked)
        choice = await page.ask(BranchList(title, rows, describe, place, words.branch_headings()))
        if choice is None:
            return None
        number = numbers[choice.row]
        line = self.recording.lines[number]
        if choice.action is RowAction.PICK:
            shared = self.number == line.parent or number == self.line.parent
            self.go(number, line.fork + 1 if number and shared else min(scene.position, len(line.trace)))
            return None
        if choice.action is RowAction.NAME:
            name = await page.ask(Prompt(str(words.NAME_BRANCH), printable(str(line.name))))
            if name and name.strip():  # more may be known of the line by now
                self.update(number, replace(self.recording.lines[number], name=name.strip()))
        elif number == 0:
            page.notify(str(words.MAIN_STAYS))
        elif not page.background.is_running(_BRANCH) and await page.ask(
            Confirm(words.REMOVE_BRANCH.format(name=printable(str(line.name))), _("delete"))
        ):
            return self._remove(number)
        return number

    def _remove(self, number: int) -> int:
        """Delete a branch, and return its parent line."""
        parent, fork, trace = self.recording.lines[number].parent, self.recording.lines[number].fork, self.trace
        self._page.background.cancel(_CHECK)
        self.recording = self.recording.without_branch(number)
        current = next((place for place, line in enumerate(self.recording.lines) if line.trace is trace), None)
        if current is None:
            self.go(parent, fork + 1)
        else:
            self.number = current
        return parent


def _search(trace: Trace, fork: int, literal: int, job: Job[StartedBranch]) -> tuple[Trace, BoundedProof | None]:
    """Search a branch and return it with its proof; report once it has started. Raises InputError."""
    branch = branch_of(trace, fork, literal)
    proof = BoundedProof() if description_of(trace.result.solver).cheap_proofs else None
    has_reported = False

    def report(_: object) -> None:
        nonlocal has_reported
        if branch.is_past_start and not has_reported:
            has_reported = True
            job.report(StartedBranch(branch.so_far(), Live(branch.so_far)))

    limits = Limits(memory=memory_limit())
    return branch.run(limits, on_progress=report, cancel=job.stopped, interval=_INTERVAL, proof=proof), proof


def _is_verified(formula: Formula, proof: BoundedProof, cancel: Callable[[], bool]) -> bool:
    return check_proof(formula, proof, cancel=cancel).verdict is ProofVerdictKind.VERIFIED


def _cell_text(scene: ReplayScene) -> str:
    """Return the cursor's cell with its first open digit, as the user would type it."""
    assert scene.cells is not None
    assert scene.view.cell is not None
    sudoku = scene.cells.sudoku
    name = sudoku.puzzle.layout.cell_name(scene.view.cell)
    candidates = sudoku.candidates(scene.view.cell)
    digits = [digit for digit, variable in candidates if not scene.state.assignment[variable]]
    return f"{name} = {sign(digits[0])}" if digits else name
