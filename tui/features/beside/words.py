"""What the screen of two searches says."""

from engine.base.language import _, pgettext
from engine.sat.solvers.side_by_side import Pace

WHICH = _("Beside which search?")
OF_RECORDING = _("{name} (of this recording)")
SEARCHING = _("searching with {name}, to be set beside {other}; it is recorded for {seconds:g} seconds at most")
COUNTING = _("the work of both is being counted")
NOT_COUNTED = _("The work can't be counted: {problem}.")
FAILED = _("The other search failed: {problem}.")
CUT = _("{name} was stopped: {reason}. It is shown as far as it went.")
PACES = {Pace.EVENT: _("by event"), Pace.CONFLICT: _("by conflict"), Pace.TIME: _("by time")}
"""How the two keep pace."""
TOGETHER = {
    Pace.EVENT: _("Both after as many events."),
    Pace.CONFLICT: _("Both after as many conflicts."),
    Pace.TIME: _("Both after as much time."),
}
ENDED = _("{name} has come to its end.")
LEADING = _("{name}, leads")
EVENTS, LEVEL, DECISIONS, FORCED, CONFLICTS, LEARNED, RESTARTS = (
    _("events"), pgettext("search", "level"), _("decisions"), _("forced literals"), _("conflicts"),
    _("learned clauses"), _("restarts"),
)  # fmt: skip
PROPAGATIONS, VISITS, LOOKS = _("propagations"), _("clauses visited"), _("literals looked at")
VISITS_EACH, MILLISECONDS = _("visits a propagation"), _("ms of search")
OF = _("{count} of {total}")
UNKNOWN = "-"
DEPTH = _("depth, {pace}")
BOTH = _("both")
NO_OTHER = _("There is no other search yet; {key} begins one.")
