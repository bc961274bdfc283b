"""What can be done with the result of a search: verify it, write it, replay the search, see the clauses under it."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from engine.sat.result import Status
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.trace import Trace
from tui.base.dialogs import Choice, Confirm
from tui.base.requests import InspectFormula, Newest, StepThrough
from tui.base.saving import SavingPage
from tui.features.solve import exports, job
from tui.features.solve.job import Instance, Moment, Outcome


class ResultPage(SavingPage):
    """Adds the keys for a result. Subclasses hold the searches, start them and show them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "step_through", "replay", tooltip="step through the search, event by event"),
        Binding("v", "verify", "verify", tooltip="check the model or the proof"),
        Binding("e", "export", "export", tooltip="write the result, the model or the proof to a file"),
        Binding("k", "clauses", "clauses", tooltip="see what the assignment makes of the clauses"),
    ]

    outcomes: list[Outcome]
    """The searches, the last one at the end."""
    strategy: Strategy
    moment: Moment | None
    cancel: threading.Event
    """Stops the work at hand."""
    share_checked: float | None = None
    """How much of the proof is checked (0..1); None while no check runs."""
    _instance: Instance | None
    _path: Path | None
    """The file that the formula was read from."""

    @property
    def outcome(self) -> Outcome | None:
        """The last search, if it is the one on show."""
        raise NotImplementedError

    @property
    def name_shown(self) -> str:
        """What is solved, fit to be shown."""
        raise NotImplementedError

    def begin(self, strategy: Strategy, *, prove: bool = False, replay: bool = False) -> None:
        """Start a search with that strategy, if wanted with a proof, or replayed when it is done."""
        raise NotImplementedError

    def show_outcome(self) -> None:
        """Draw what is known of the outcome, or of its check, after that has changed."""
        raise NotImplementedError

    # verifying

    def action_verify(self) -> None:
        """Check the model again, or the proof; without a proof offer to search again for one."""
        outcome = self.outcome
        if outcome is None:
            return
        if outcome.result.model is not None:
            self._verify(outcome)
        elif outcome.proof is not None:
            self.check_proof(outcome)
        else:
            again = job.prover(self.strategy)

            def answered(agreed: bool | None) -> None:
                if agreed:
                    self.begin(again, prove=True)

            question = f"This search left no proof.\nSolve again with {again}, which writes one, and check that?"
            self.app.push_screen(Confirm(question, "solve again"), answered)

    @work(thread=True, exclusive=True, exit_on_error=False, group="verify", description="check the model")
    def _verify(self, outcome: Outcome) -> Outcome:
        return job.verify(outcome)

    def check_proof(self, outcome: Outcome) -> None:
        """Start to check the proof of an outcome."""
        self.cancel = threading.Event()
        self.share_checked = 0.0
        self._check(outcome, self.cancel)
        self.show_outcome()

    @work(thread=True, exclusive=True, exit_on_error=False, group="check", description="check the proof")
    def _check(self, outcome: Outcome, cancel: threading.Event) -> Outcome:
        def on_progress(done: int, total: int) -> None:
            self.share_checked = done / max(total, 1)

        return job.check(outcome, on_progress, cancel.is_set)

    def learn(self, outcome: Outcome | None) -> None:
        """Take what a check has found; None: it was stopped."""
        self.share_checked = None
        if outcome and self.outcome:
            self.outcomes[-1] = replace(
                self.outcome, fault=outcome.fault, rechecked=outcome.rechecked, checked=outcome.checked
            )
        self.show_outcome()

    # writing

    def action_export(self) -> None:
        if self.outcome:
            self.offer(exports.of_outcome(self.outcome))

    # other screens

    def action_step_through(self) -> None:
        """Go through the search, as far as it is; where it left no recording, offer to search again."""
        outcome = self.outcome
        if outcome is None:
            if self._instance and self.moment and (so_far := self.moment.trace()) is not None:
                self.replay(self._instance, so_far, self.moment.trace)
            return
        if outcome.trace is not None:
            self.replay(outcome.instance, outcome.trace)
            return
        choices = job.recorded_choices()

        def chosen(index: int | None) -> None:
            if index is not None:
                self.begin(choices[index], replay=True)

        title = "This search left no recording: solve again with"
        self.app.push_screen(Choice(title, [str(choice) for choice in choices]), chosen)

    def replay(self, instance: Instance, trace: Trace, newest: Newest = lambda: None) -> None:
        """Go through a recorded search; `newest` gives more of one that is still running."""
        self.post_message(StepThrough(self.name_shown, trace, instance.sudoku, newest))

    def action_clauses(self) -> None:
        """See the clauses under the model, or under the assignment that the search has now."""
        if self._instance:
            now = self.moment.progress.assignment if self.moment else None
            found = self.outcome.assignment if self.outcome else now
            self.post_message(InspectFormula(self.name_shown, self._instance.formula, found, self._path))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        outcome = self.outcome
        return {
            "verify": outcome is not None and outcome.result.status is not Status.UNKNOWN
            and self.share_checked is None,
            "export": outcome is not None,
            "clauses": self._instance is not None,
        }.get(action, True)  # fmt: skip
