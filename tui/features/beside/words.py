"""What the screen of two searches says."""

from engine.sat.solvers.side_by_side import Pace

WHICH = "Beside which search?"
OF_RECORDING = "{name} (of this recording)"
SEARCHING = "searching with {name}, to be set beside {other}; it is recorded for {seconds:g} seconds at most"
COUNTING = "the work of both is being counted"
NOT_COUNTED = "The work can't be counted: {problem}."
FAILED = "The other search failed: {problem}."
CUT = "{name} was stopped: {reason}. It is shown as far as it went."
PACES = {Pace.EVENT: "by event", Pace.CONFLICT: "by conflict", Pace.TIME: "by time"}
"""How the two keep pace."""
TOGETHER = {
    Pace.EVENT: "Both after as many events.",
    Pace.CONFLICT: "Both after as many conflicts.",
    Pace.TIME: "Both after as much time.",
}
ENDED = "{name} has come to its end."
LEADING = "{name}, leads"
EVENTS, LEVEL, DECISIONS, FORCED, CONFLICTS, LEARNED, RESTARTS = (
    "events", "level", "decisions", "forced literals", "conflicts", "learned clauses", "restarts"
)  # fmt: skip
PROPAGATIONS, VISITS, LOOKS = "propagations", "clauses visited", "literals looked at"
VISITS_EACH, MILLISECONDS = "visits a propagation", "ms of search"
OF = "{count} of {total}"
UNKNOWN = "-"
DEPTH = "depth, {pace}"
BOTH = "both"
NO_OTHER = "There is no other search yet; {key} begins one."
