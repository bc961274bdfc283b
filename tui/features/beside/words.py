"""What the screen of two searches says."""

from engine.base.language import later
from engine.sat.solvers.side_by_side import Pace

WHICH = later("Compare with which search?")
OF_RECORDING = later("{name} (of this recording)")
SEARCHING = later("searching with {name} to compare it with {other}; recording at most {seconds:g} seconds")
COUNTING = later("counting the work of both")
NOT_COUNTED = later("The work can't be counted: {problem}.")
FAILED = later("The other search failed: {problem}.")
CUT = later("{name} was stopped: {reason}. You see it up to there.")
PACES = {Pace.EVENT: later("by event"), Pace.CONFLICT: later("by conflict"), Pace.TIME: later("by time")}
"""How the two keep pace."""
TOGETHER = {
    Pace.EVENT: later("Both after as many events."),
    Pace.CONFLICT: later("Both after as many conflicts."),
    Pace.TIME: later("Both after as much time."),
}
ENDED = later("{name} has ended.")
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
NO_OTHER = later("There is no other search yet; {key} starts one.")
