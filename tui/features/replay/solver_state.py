"""The state of a solver besides its trail, such as watch lists, which recordings lack: the search is rerun for it."""

from collections.abc import Callable, Hashable
from threading import Lock

from engine.base.language import lazy_gettext as _
from engine.sat.solvers.variable_ranking import RankingHistory, VariableRanking
from engine.sat.solvers.watches import WatchHistory, WatchList
from engine.sat.trace.trace import Trace
from tui.base.background import Job, complaint
from tui.base.page import Page
from tui.features.replay import words
from tui.features.replay.scene import ReplayPane, ReplayScene

_INSIDE = _("repeat the search")
_MOST = 200
"""Maximum number of ranked variables."""

Found = WatchList | VariableRanking | None


class Inside:
    """Computes the requested state at a position in the background, and calls `show` with it."""

    def __init__(self, page: Page, show: Callable[[], object]) -> None:
        self._page = page
        self._show = show
        self._lock = Lock()
        """Held by the thread that searches; a cancelled one may take some time to end."""
        self._trace: Trace | None = None
        self._watches: WatchHistory | None = None
        self._rankings: RankingHistory | None = None
        self._request: Hashable = None
        """The current or last request."""
        self._found: Found | str = ""

    def of(self, scene: ReplayScene) -> "WatchList | VariableRanking | str":
        """Return the solver state for the scene; while it is being computed, the last one shown."""
        view = scene.view.view
        if view not in (ReplayPane.WATCHES, ReplayPane.RANKS) or (view is ReplayPane.WATCHES and not scene.learns):
            return ""
        request = scene.trace, scene.position, view, scene.selected_literal if view is ReplayPane.WATCHES else None
        if request != self._request:
            self._request = request
            self._look(scene)
        return str(words.NOTHING_INSIDE) if self._found is None else self._found

    def _look(self, scene: ReplayScene) -> None:
        trace, position, literal, view = scene.trace, scene.position, scene.selected_literal, scene.view.view
        if not isinstance(self._found, WatchList if view is ReplayPane.WATCHES else VariableRanking):
            self._found = str(words.SEARCHING_AGAIN)

        def look(job: Job[None]) -> Found:
            with self._lock:
                if trace is not self._trace:
                    self._trace, self._watches, self._rankings = trace, None, None
                if view is ReplayPane.WATCHES:
                    self._watches = self._watches or WatchHistory(trace)
                    return self._watches.at(position, literal, job.cancelled)
                self._rankings = self._rankings or RankingHistory(trace)
                return self._rankings.at(position, _MOST, job.cancelled)

        def done(found: Found | str) -> None:
            self._found = found
            self._show()

        self._page.background.start(str(_INSIDE), look, done, failed=lambda error: done(complaint(error)), here=True)
