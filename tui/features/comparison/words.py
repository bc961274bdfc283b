"""The sentences of a comparison."""

from engine.base.language import lazy_gettext
from engine.sat.solvers.side_by_side import Pace

WHICH = lazy_gettext("Compare with which search?")
OF_RECORDING = lazy_gettext("{name} (of this recording)")
SEARCHING = lazy_gettext("searching with {name} to compare it with {other}; recording at most {seconds:g} seconds")
COUNTING = lazy_gettext("counting the work of both")
NOT_COUNTED = lazy_gettext("The work can't be counted: {problem}.")
FAILED = lazy_gettext("The other search failed: {problem}.")
CUT = lazy_gettext("{name} was stopped: {reason}. You see it up to there.")
PACES = {
    Pace.EVENT: lazy_gettext("by event"),
    Pace.CONFLICT: lazy_gettext("by conflict"),
    Pace.TIME: lazy_gettext("by time"),
}
"""The ways to keep pace."""
TOGETHER = {
    Pace.EVENT: lazy_gettext("Both after the same number of events."),
    Pace.CONFLICT: lazy_gettext("Both after the same number of conflicts."),
    Pace.TIME: lazy_gettext("Both after the same amount of time."),
}
ENDED = lazy_gettext("{name} has ended.")
LEADING = lazy_gettext("{name}, leads")
EVENTS, LEVEL, DECISIONS, CONFLICTS, LEARNED, RESTARTS = (
    lazy_gettext("events"),
    lazy_gettext("level", "search"),
    lazy_gettext("decisions"),
    lazy_gettext("conflicts"),
    lazy_gettext("learned clauses"),
    lazy_gettext("restarts"),
)
PROPAGATIONS, VISITS, LOOKS = (
    lazy_gettext("propagations"),
    lazy_gettext("clauses visited"),
    lazy_gettext("literals examined"),
)
VISITS_PER_PROPAGATION, MILLISECONDS = lazy_gettext("visits per propagation"), lazy_gettext("ms of search")
OF = lazy_gettext("{count} of {total}")
UNKNOWN = "-"
DEPTH = lazy_gettext("depth, {pace}")
BOTH = lazy_gettext("both")
NO_OTHER = lazy_gettext("There is no other search yet; {key} starts one.")
