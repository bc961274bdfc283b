"""What the screen of two searches says."""

from engine.base.language import later
from engine.sat.solvers.side_by_side import Pace

WHICH = later("Beside which search?")
OF_RECORDING = later("{name} (of this recording)")
SEARCHING = later("searching with {name}, to be set beside {other}; it is recorded for {seconds:g} seconds at most")
COUNTING = later("the work of both is being counted")
NOT_COUNTED = later("The work can't be counted: {problem}.")
FAILED = later("The other search failed: {problem}.")
CUT = later("{name} was stopped: {reason}. It is shown as far as it went.")
PACES = {Pace.EVENT: later("by event"), Pace.CONFLICT: later("by conflict"), Pace.TIME: later("by time")}
"""How the two keep pace."""
TOGETHER = {
    Pace.EVENT: later("Both after as many events."),
    Pace.CONFLICT: later("Both after as many conflicts."),
    Pace.TIME: later("Both after as much time."),
}
ENDED = later("{name} has come to its end.")
LEADING = later("{name}, leads")
EVENTS, LEVEL, DECISIONS, FORCED, CONFLICTS, LEARNED, RESTARTS = (
    later("events"), later("level", "search"), later("decisions"), later("forced literals"), later("conflicts"),
    later("learned clauses"), later("restarts"),
)  # fmt: skip
PROPAGATIONS, VISITS, LOOKS = later("propagations"), later("clauses visited"), later("literals looked at")
VISITS_EACH, MILLISECONDS = later("visits a propagation"), later("ms of search")
OF = later("{count} of {total}")
UNKNOWN = "-"
DEPTH = later("depth, {pace}")
BOTH = later("both")
NO_OTHER = later("There is no other search yet; {key} begins one.")
