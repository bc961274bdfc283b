"""The states of a solver besides its trail, such as watch lists. Recordings lack them, so the search is rerun."""

from collections.abc import Callable, Hashable
from threading import Lock

from engine.sat.solvers.variable_ranking import RankingHistory, VariableRanking
from engine.sat.solvers.watches import WatchHistory, WatchList
from engine.sat.trace.trace import Trace
from tui.base.background import Job, complaint
from tui.base.page import Page
from tui.features.replay import words
from tui.features.replay.scene import ReplayPane, ReplayScene

RERUN = "rerun"
"""The name of the background work that runs the search again."""
MAX_RANKED = 200
"""Maximum number of ranked variables."""

SolverState = WatchList | VariableRanking | None


class SolverStates:
    """Computes the states of a solver in the background, by a rerun of the search."""

    def __init__(self, page: Page, show: Callable[[], object]) -> None:
        """`show` is called when a state is available."""
        self._page = page
        self._show = show
        self._lock = Lock()
        """Held by the thread that searches, because a cancelled search takes some time to end."""
        self._trace: Trace | None = None
        self._watches: WatchHistory | None = None
        self._rankings: RankingHistory | None = None
        self._request: Hashable = None
        """The trace, the position, the pane and the literal of the last request."""
        self._state: SolverState | str = ""
        """The last state, None if the solver has none there, or a sentence while there is none yet."""

    def of(self, scene: ReplayScene) -> "WatchList | VariableRanking | str":
        """Return the solver state for the scene; while it is being computed, the last one."""
        pane = scene.view.pane
        if pane not in (ReplayPane.WATCHES, ReplayPane.RANKS) or (pane is ReplayPane.WATCHES and not scene.learns):
            return ""
        request = scene.trace, scene.position, pane, scene.selected_literal if pane is ReplayPane.WATCHES else None
        if request != self._request:
            self._request = request
            self._compute(scene)
        return str(words.NO_SOLVER_STATE) if self._state is None else self._state

    def _compute(self, scene: ReplayScene) -> None:
        trace, position, literal, pane = scene.trace, scene.position, scene.selected_literal, scene.view.pane
        if not isinstance(self._state, WatchList if pane is ReplayPane.WATCHES else VariableRanking):
            self._state = str(words.SEARCHING_AGAIN)

        def compute(job: Job[None]) -> SolverState:
            with self._lock:
                if trace is not self._trace:
                    self._trace, self._watches, self._rankings = trace, None, None
                if pane is ReplayPane.WATCHES:
                    self._watches = self._watches or WatchHistory(trace)
                    return self._watches.at(position, literal, job.cancelled)
                self._rankings = self._rankings or RankingHistory(trace)
                return self._rankings.at(position, MAX_RANKED, job.cancelled)

        def finish(state: SolverState | str) -> None:
            self._state = state
            self._show()

        self._page.background.start(RERUN, compute, finish, failed=lambda error: finish(complaint(error)), here=True)
