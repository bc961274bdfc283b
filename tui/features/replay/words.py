"""The texts of the replay: branches, decisions, breakpoints, the state of the solver, the whole tree."""

from engine.base.language import _, lazy_gettext, numeral, pgettext
from engine.base.text import joined, paragraph, pluralized, printable
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.result import Status
from engine.sat.solvers.candidates import RankedLiteral
from engine.sat.solvers.variable_ranking import Basis
from engine.sat.solvers.watches import VisitResult
from engine.sat.trace.breakpoints import BreakCondition, Breakpoint
from engine.sat.trace.events import EventKind
from engine.sat.trace.recording import SearchLine, SearchRecording
from engine.sat.trace.search_tree import TreeRow
from engine.sat.trace.trace import Trace
from tui.draw.cells import fit, pad, pad_left, widest
from tui.draw.face import Chip
from tui.draw.numbers import compact

LARGER, THE_GRAPH, SPEED = lazy_gettext("larger"), lazy_gettext("the graph"), lazy_gettext("speed")
WHAT_IF_EDGE, WHOLE_TREE = lazy_gettext("what if"), lazy_gettext("all of it")
"""Labels of keys in the edges of frames."""


def event_chip(trace: Trace, position: int) -> Chip | None:
    """Return the state of the search after a conflict, a learned clause or a restart; None after other events."""
    event = trace.event(position - 1) if position else None
    if event is None or event.kind not in (EventKind.CONFLICT, EventKind.LEARNED, EventKind.RESTART):
        return None
    if event.kind is EventKind.LEARNED:
        return Chip(_("learned"), "warning")
    places = trace.where(event.kind)
    number, total = int(places.searchsorted(position)), len(places)
    if event.kind is EventKind.CONFLICT:
        return Chip(_("conflict {number:,} of {total:,}").format(number=number, total=total), "bad")
    return Chip(_("restart {number:,} of {total:,}").format(number=number, total=total))


# branches

WHAT_IF = lazy_gettext("What if a literal other than {literal} were decided at event {event:,}?")
WHICH_OF_CLAUSE = lazy_gettext("Which literal of {clause} do you want to flip?")
WHAT_IF_EXAMPLE = lazy_gettext("3 or -3")
WHAT_IF_CELL_EXAMPLE = lazy_gettext("3, -3 or r3c4 = 5")
FORCED_AT_ROOT = lazy_gettext("{literal} follows from the clauses alone: no decision led to it.")
SAME_DECISION = lazy_gettext("That is what the search decided there.")
WHICH_DIGIT = lazy_gettext("Several digits are possible in this cell: write one as r3c4 = 5.")
ONE_AT_A_TIME = lazy_gettext("A branch is being searched; {key} stops it.")
STILL_RUNNING_BESIDE = lazy_gettext("You can compare it with another search when it has ended or was stopped.")
STILL_RUNNING = lazy_gettext("You can branch when the search has ended or was stopped.")
NOTHING_TO_STOP = lazy_gettext("No branch is being searched.")
BRANCHES = lazy_gettext("branches")
BRANCH = lazy_gettext("branch {name}")
NAME_BRANCH = lazy_gettext("Name of this branch")
REMOVE_BRANCH = lazy_gettext("Delete the branch {name} and the branches that leave it?")
MAIN_STAYS = lazy_gettext("The main line stays.")

_VERDICTS = {
    Status.SATISFIABLE: lazy_gettext("satisfiable"),
    Status.UNSATISFIABLE: lazy_gettext("unsatisfiable"),
    Status.UNKNOWN: lazy_gettext("not decided"),
}
_CHECKED = {
    (Status.SATISFIABLE, True): lazy_gettext("Satisfiable: the model was checked."),
    (Status.SATISFIABLE, False): lazy_gettext("The model is wrong: this is a fault of the solver."),
    (Status.UNSATISFIABLE, True): lazy_gettext("Unsatisfiable: the proof was checked."),
    (Status.UNSATISFIABLE, False): lazy_gettext(
        "Unsatisfiable, but the proof does not hold: this is a fault of the solver."
    ),
    (Status.SATISFIABLE, None): lazy_gettext("Satisfiable."),
    (Status.UNSATISFIABLE, None): lazy_gettext("Unsatisfiable; no proof was checked."),
}
_LEFT = lazy_gettext("Leaves {parent} at event {event:,}, where it decides {literal} instead of {other}.")
_AFTER = lazy_gettext("After that it has {events} and {conflicts}; {parent} has {other_events} and {other_conflicts}.")
_LEARNED = lazy_gettext("Of the {learned} that it learns after that, {same:,} are learned in {parent} too.")
HERE = lazy_gettext("{name} (here)")
_MAIN = lazy_gettext("The search that was recorded: {events}, {decisions}, {conflicts}.")
_NAME = 18
"""Columns of a branch's name."""


def branch_headings() -> str:
    """Return the headings of the columns of `branch_row`."""
    numbers = "".join(pad_left(name, 10) for name in (_("at event"), _("events"), _("conflicts")))
    return f"  {pad(pgettext('of a search', 'line'), _NAME)}{numbers}{pad_left(_('learned'), 8)}  {_('verdict')}"


def verdict(line: SearchLine) -> str:
    """Return the result of a search in a word or two."""
    if line.trace.running:
        return _("searching")
    return str(_VERDICTS[line.trace.result.status])


def answer(line: SearchLine) -> str:
    """Return the result of a search, and the evidence for it, in a sentence."""
    result = line.trace.result
    if line.trace.running:
        return _("The search goes on.")
    return str(_CHECKED.get((result.status, line.checked)) or _("Not decided: {reason}.").format(reason=result.reason))


def branch_row(recording: SearchRecording, number: int, depth: int, here: bool, ellipsis: str) -> str:
    """Return the row of a line in the list of branches."""
    line = recording.lines[number]
    counts = line.trace.counters(len(line.trace))
    name = "  " * depth + (HERE if here else "{name}").format(name=printable(str(line.name)))
    fork = compact(line.fork + 1, 9) if number else ""
    events, conflicts, learned = compact(len(line.trace), 9), compact(counts.conflicts, 9), compact(counts.learned, 7)
    numbers = f"{fork:>9} {events:>9} {conflicts:>9} {learned:>7}"
    return f"{fit(name, _NAME, ellipsis)} {numbers}  {verdict(line)}"


def branch_text(recording: SearchRecording, number: int, words: Words = NUMBERS) -> str:
    """Describe a line of the recording and its parent in sentences."""
    line = recording.lines[number]
    if number == 0:
        counts = line.trace.counters(len(line.trace))
        text = _MAIN.format(
            events=pluralized(len(line.trace), "event"),
            decisions=pluralized(counts.decisions, "decision"),
            conflicts=pluralized(counts.conflicts, "conflict"),
        )
        return paragraph([text, answer(line)])
    parent = recording.lines[line.parent]
    difference = recording.difference(number)
    (events, other_events), (conflicts, other_conflicts) = difference.events, difference.conflicts
    name = printable(str(parent.name))
    sentences = [
        _LEFT.format(
            parent=name,
            event=line.fork + 1,
            literal=words.literal(line.literal),
            other=words.literal(parent.trace.event(line.fork).literal),
        ),
        _AFTER.format(
            parent=name,
            events=pluralized(events, "event"),
            conflicts=pluralized(conflicts, "conflict"),
            other_events=pluralized(other_events, "event"),
            other_conflicts=pluralized(other_conflicts, "conflict"),
        ),
    ]
    if difference.learned[0]:
        learned = pluralized(difference.learned[0], "clause")
        sentences.append(_LEARNED.format(learned=learned, same=difference.same_learned, parent=name))
    return paragraph([*sentences, answer(line)])


# why a decision

WHY = lazy_gettext("why {literal} at event {event:,}: {rule}")
UNRANKED = lazy_gettext("The rule {rule} does not rank by the state of the search alone. {definition}")
RULE_CHOICE = lazy_gettext("The rule chooses this one. {definition}")
DECIDED = lazy_gettext("{literal}  (decided)")
INSTEAD = lazy_gettext("The decision {literal} was prescribed here. {definition}")
_OF_BOTH = "{own} + {other}"


def candidate_headings() -> str:
    """Return the headings of the columns of `candidate_row`."""
    return f"  {pad(_('literal'), 30)}{pad_left(_('rank'), 14)}   {_('occurrences')}"


def candidate_row(candidate: RankedLiteral, decided: int, words: Words, ellipsis: str) -> str:
    """Return the row of a literal that could be decided."""
    name = (DECIDED if candidate.literal == decided else "{literal}").format(literal=words.literal(candidate.literal))
    rank = "" if candidate.rank is None else numeral(candidate.rank, ",.6g")
    counts = ""
    if candidate.score is not None and candidate.negation_score is not None:
        counts = _OF_BOTH.format(own=numeral(candidate.score, "g"), other=numeral(candidate.negation_score, "g"))
    return f"{fit(name, 30, ellipsis)}{rank:>14}   {counts}"


# breakpoints

BREAKPOINTS = lazy_gettext("breakpoints")
STOP_WHEN = lazy_gettext("Stop when")
NO_BREAKPOINTS = lazy_gettext("No breakpoint is on; {key} lists them.")
NO_STOP_AFTER = lazy_gettext("No breakpoint stops after this event.")
NO_STOP_BEFORE = lazy_gettext("No breakpoint stops before this event.")
STOPPED = lazy_gettext("Breakpoint: {conditions}.")
MET = lazy_gettext("Its condition is met {times} in this search.")
NOT_LOOKED = lazy_gettext("Not searched for in this search yet.")
LOOKING = lazy_gettext("Looking for the next breakpoint.")
NO_SUCH_NUMBER = lazy_gettext("Type a whole number, {first} or more.")
QUESTIONS = {
    BreakCondition.TRUE: (
        lazy_gettext("a literal becomes true"),
        lazy_gettext("Which literal? Separate several by commas"),
    ),
    BreakCondition.UNIT: (lazy_gettext("a clause becomes unit"), lazy_gettext("Which clause? Its number")),
    BreakCondition.FALSE: (lazy_gettext("a clause becomes false"), lazy_gettext("Which clause? Its number")),
    BreakCondition.USED: (
        lazy_gettext("a clause forces a literal, or is false"),
        lazy_gettext("Which clause? Its number"),
    ),
    BreakCondition.LEARNED: (lazy_gettext("a clause is learned"), lazy_gettext("Which clause? Its number")),
    BreakCondition.LEVEL: (lazy_gettext("a level is reached"), lazy_gettext("Which level?")),
    BreakCondition.LENGTH: (lazy_gettext("a short clause is learned"), lazy_gettext("Maximum number of literals?")),
    BreakCondition.GLUE: (lazy_gettext("a clause of low glue is learned"), lazy_gettext("Maximum glue?")),
    BreakCondition.RESTART: (lazy_gettext("the search restarts"), ""),
}
"""By condition: its label in a list, and the question for its parameters."""
FILLED = lazy_gettext("a cell is filled")
WHICH_CELL = lazy_gettext("Which cell? As r3c4, or r3c4 = 5")


def breakpoint_row(breakpoint_: Breakpoint, words: Words) -> str:
    """Return the row of a breakpoint in their list."""
    states = {True: _("on"), False: _("off")}
    return f"{pad(states[breakpoint_.on], widest(states.values(), 0))}  {breakpoint_.text(words)}"


def breakpoint_text(count: int | None) -> str:
    """Return how often a breakpoint stops, once that is known."""
    return str(NOT_LOOKED if count is None else MET.format(times=pluralized(count, "time")))


# the state of a solver besides its trail

SEARCHING_AGAIN = lazy_gettext("Repeating the search up to here.")
NO_SOLVER_STATE = lazy_gettext("Nothing to show at this event.")
WHICH_LITERAL = lazy_gettext("Which literal's watch list?")
FALSE_SINCE = lazy_gettext(
    "{literal} has been false since event {event:,}. So far {visited} of its watches, {looks} at literals: "
    "{skipped:,} saved by the blocker, {moved:,} moved."
)
PENDING = lazy_gettext("{literal} has been false since event {event:,}. Propagation has not reached its watches.")
UNVISITED = lazy_gettext("{literal} is {state}: watches are only visited when their literal becomes false.")
STATES = {1: lazy_gettext("true"), 0: lazy_gettext("free"), -1: lazy_gettext("false")}
WATCHED = lazy_gettext("{literal} is in {clauses} of the formula. {count:,} watch it now:")
VISITS = lazy_gettext("visited when it became false:")
VISIT_RESULTS = {
    VisitResult.TRUE_BLOCKER: lazy_gettext("blocker {literal} is true: not opened"),
    VisitResult.TRUE_OTHER: lazy_gettext("{literal}, also watched, is true"),
    VisitResult.TRUE_LITERAL: lazy_gettext("{literal} is true: the new blocker"),
    VisitResult.MOVED: lazy_gettext("the watch moves to {literal}"),
    VisitResult.UNIT: lazy_gettext("unit: {literal} is forced"),
    VisitResult.FALSE: lazy_gettext("all are false: a conflict"),
}
"""The sentence for each result of a visit."""
BLOCKER = lazy_gettext("blocker {literal}")
COUNTERS = lazy_gettext(
    "{solver} ({title}) has no watches: an assignment affects every clause with the literal or its negation. "
    "{literal} is in {own}, {other} in {others}, of {total:,} in total."
)
COUNTS = lazy_gettext("{true:,} true, {free:,} open of {length:,}")
RANKED = {
    Basis.ACTIVITY: lazy_gettext(
        "Activity: how often a variable was in recent conflicts. The most active free variable is next."
    ),
    Basis.QUEUE: lazy_gettext("The queue: of the free variables, the one that was in a conflict last is decided next."),
    Basis.RULE: lazy_gettext("How the rule ranks the variables at the next decision."),
}
PHASES = lazy_gettext("The sign is the saved value: the last one assigned, unless the phases were reset.")
IN_ORDER = lazy_gettext("rank by order")
SINCE = lazy_gettext("{state}, level {level:,}")
USES = lazy_gettext("used {times}")
NEXT_USE = lazy_gettext("used {times}, next at event {event:,}")
NO_USE_AFTER, NO_USE_BEFORE = (
    lazy_gettext("This clause is not used after this event."),
    lazy_gettext("This clause is not used before this event."),
)
NO_CLAUSE_AT_WORK = lazy_gettext("This event refers to no clause.")
NO_RESTART_AFTER, NO_RESTART_BEFORE = (
    lazy_gettext("The search does not restart after this event."),
    lazy_gettext("No restart before this event."),
)


# the whole decision tree

TREE_ROWS = 60
"""Approximate number of rows that the tree has at first, where most events are."""
TREE_UNTIL = lazy_gettext("decision tree up to event {event:,} (+ folded, - open, x conflict)")
TREE_DECISION = lazy_gettext("decision")
TREE_OTHER = lazy_gettext("other value of a failed decision")
TREE_CLOSED = lazy_gettext("{wrong} closed: its first value failed")

_MAX_DEPTH = 30
"""Maximum columns of a row's indentation."""
_TREE_ROW, _TREE_LEAF = "{sign} {step}   {counts}", "{sign} {step}"
_OPEN, _FOLDED, _CONFLICT, _LEAF = "[-]", "[+]", "[x]", "   "
_ROOT = lazy_gettext("root")
NO_TREE_YET = lazy_gettext("The search begins here: the tree starts with its first decision.")
_FALSE_CLAUSE = lazy_gettext("{step}   clause {number:,} is false")
_AT_ROOT = lazy_gettext("The root, before any decision: {decisions} and {conflicts} in total.")
_DECIDED = lazy_gettext(
    "{literal} was decided at event {event:,}: {decisions}, with this one, and {conflicts} from there on."
)
_OTHER_VALUE = lazy_gettext(
    "{literal} was taken at event {event:,}, because its negation had failed: {decisions} and {conflicts} below."
)


def tree_row(row: TreeRow, words: Words) -> str:
    """Return the row of a tree step: its sign (open, folded, conflict, none), and the work below it."""
    sign = _LEAF if not row.has_children else _OPEN if row.is_open else _FOLDED
    form = _TREE_ROW if row.has_children or not row.literal else _TREE_LEAF
    text = form.format(
        sign=_CONFLICT if row.is_conflict and not row.has_children else sign,
        step=words.literal(row.literal) if row.literal else str(_ROOT),
        counts=joined((pluralized(row.decisions, "decision"), pluralized(row.conflicts, "conflict"))),
    )
    if row.clause is not None and not row.has_children:
        text = _FALSE_CLAUSE.format(step=text, number=row.clause + 1)
    return " " * min(row.depth, _MAX_DEPTH) + text


def tree_step(row: TreeRow, words: Words) -> str:
    """Describe a step of the tree in a sentence."""
    form = _AT_ROOT if not row.literal else _OTHER_VALUE if row.flipped else _DECIDED
    return form.format(
        literal=words.literal(row.literal) if row.literal else "",
        event=row.event + 1,
        decisions=pluralized(row.decisions, "decision"),
        conflicts=pluralized(row.conflicts, "conflict"),
    )
