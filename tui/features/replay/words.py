"""What the time machine says of branches and breakpoints."""

from engine.base.language import _, later, numeral, pgettext
from engine.base.text import counted, paragraph, printable
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.result import Status
from engine.sat.solvers.candidates import Candidate
from engine.sat.solvers.standing import Basis
from engine.sat.solvers.watches import Outcome
from engine.sat.trace.breakpoints import Breakpoint, Condition
from engine.sat.trace.recording import Recording, SearchLine
from engine.sat.trace.search_tree import Row
from tui.draw.cells import fitted, pad, pad_left
from tui.draw.numbers import compact

# branches

WHAT_IF = later("What if another literal than {literal} were decided at event {event:,}?")
WHICH_OF_CLAUSE = later("Which literal of {clause} do you want to flip?")
WHAT_IF_EXAMPLE = later("3 or -3")
WHAT_IF_CELL_EXAMPLE = later("3, -3 or r3c4 = 5")
FORCED_AT_ROOT = later("{literal} follows from the clauses alone: no decision led to it.")
SAME_DECISION = later("That is what the search decided there.")
WHICH_DIGIT = later("Several digits are possible in this cell: write one as r3c4 = 5.")
ONE_AT_A_TIME = later("A branch is being searched; {key} stops it.")
STILL_RUNNING = later("You can branch when the search has ended or was stopped.")
NOTHING_TO_STOP = later("No branch is being searched.")
BRANCHES = later("branches")
BRANCH = later("branch {name}")
NAME_BRANCH = later("Name of this branch")
REMOVE_BRANCH = later("Delete the branch {name} and the branches that leave it?")
MAIN_STAYS = later("The main line stays.")

_VERDICTS = {Status.SATISFIABLE: later("satisfiable"), Status.UNSATISFIABLE: later("unsatisfiable")}
_CHECKED = {
    (Status.SATISFIABLE, True): later("Satisfiable: the model was checked."),
    (Status.SATISFIABLE, False): later("The model is wrong: this is a fault of the solver."),
    (Status.UNSATISFIABLE, True): later("Unsatisfiable: the proof was checked."),
    (Status.UNSATISFIABLE, False): later("Unsatisfiable, but the proof does not hold: this is a fault of the solver."),
    (Status.SATISFIABLE, None): later("Satisfiable."),
    (Status.UNSATISFIABLE, None): later("Unsatisfiable; no proof was checked."),
}
_LEFT = later("Leaves {parent} at event {event:,}, where it decides {literal} instead of {other}.")
_AFTER = later("After that it has {events} and {conflicts}; {parent} has {other_events} and {other_conflicts}.")
_LEARNED = later("Of the {learned} that it learns after that, {same:,} are learned in {parent} too.")
_MAIN = later("The search that was recorded: {events}, {decisions}, {conflicts}.")
_NAME = 18


def headings() -> str:
    """Above the columns of `branch_row`."""
    numbers = "".join(pad_left(name, 10) for name in (_("at event"), _("events"), _("conflicts")))
    return f"  {pad(pgettext('of a search', 'line'), _NAME)}{numbers}{pad_left(_('learned'), 8)}  {_('verdict')}"



HERE = later("{name} (here)")


def verdict(line: SearchLine) -> str:
    """What a search came to, in a word or two."""
    result = line.trace.result
    if line.trace.running:
        return _("searching")
    return str(_VERDICTS.get(result.status, "not decided"))


def answer(line: SearchLine) -> str:
    """What a search came to, and how that is known, in a sentence."""
    result = line.trace.result
    if line.trace.running:
        return _("The search goes on.")
    return str(_CHECKED.get((result.status, line.checked)) or _("Not decided: {reason}.").format(reason=result.reason))


def branch_row(recording: Recording, number: int, depth: int, here: bool, ellipsis: str) -> str:
    """A line of the recording in the list of all."""
    line = recording.lines[number]
    counts = line.trace.counters(len(line.trace))
    name = "  " * depth + (HERE if here else "{name}").format(name=printable(str(line.name)))
    fork = compact(line.fork + 1, 9) if number else ""
    events, conflicts, learned = compact(len(line.trace), 9), compact(counts.conflicts, 9), compact(counts.learned, 7)
    numbers = f"{fork:>9} {events:>9} {conflicts:>9} {learned:>7}"
    return f"{fitted(name, _NAME, ellipsis)} {numbers}  {verdict(line)}"


def branch_told(recording: Recording, number: int, words: Words = NUMBERS) -> str:
    """A line of the recording in sentences, beside the one that it leaves."""
    line = recording.lines[number]
    if number == 0:
        counts = line.trace.counters(len(line.trace))
        said = _MAIN.format(
            events=counted(len(line.trace), "event"), decisions=counted(counts.decisions, "decision"),
            conflicts=counted(counts.conflicts, "conflict"),
        )  # fmt: skip
        return paragraph([said, answer(line)])
    parent = recording.lines[line.parent]
    beside = recording.difference(number)
    (events, other_events), (conflicts, other_conflicts) = beside.events, beside.conflicts
    name = printable(str(parent.name))
    told = [
        _LEFT.format(
            parent=name, event=line.fork + 1, literal=words.literal(line.literal),
            other=words.literal(parent.trace.event(line.fork).literal),
        ),
        _AFTER.format(
            parent=name, events=counted(events, "event"), conflicts=counted(conflicts, "conflict"),
            other_events=counted(other_events, "event"), other_conflicts=counted(other_conflicts, "conflict"),
        ),
    ]  # fmt: skip
    if beside.learned[0]:
        learned = counted(beside.learned[0], "clause")
        told.append(_LEARNED.format(learned=learned, same=beside.same_learned, parent=name))
    return paragraph([*told, answer(line)])


# why a decision

WHY = later("why {literal} at event {event:,}: {rule}")
UNRANKED = later("The rule {rule} does not rank by the state of the search alone. {definition}")
CHOSEN = later("The rule chooses this one. {definition}")
DECIDED = later("{literal}  (decided)")
INSTEAD = later("The search was told to decide {literal} here. {definition}")
_OF_BOTH = "{own} + {other}"


def why_headings() -> str:
    """Above the columns of `candidate_row`."""
    return f"  {pad(_('literal'), 30)}{pad_left(_('rank'), 14)}   {_('occurrences')}"


def candidate_row(one: Candidate, taken: int, words: Words, ellipsis: str) -> str:
    """A literal that might have been decided, in the list of all."""
    name = (DECIDED if one.literal == taken else "{literal}").format(literal=words.literal(one.literal))
    rank = "" if one.rank is None else numeral(one.rank, ",.6g")
    counts = ""
    if one.own is not None and one.other is not None:
        counts = _OF_BOTH.format(own=numeral(one.own, "g"), other=numeral(one.other, "g"))
    return f"{fitted(name, 30, ellipsis)}{rank:>14}   {counts}"


# breakpoints

BREAKPOINTS = later("breakpoints")
STOP_WHEN = later("Stop when")
NO_BREAKPOINTS = later("No breakpoint is on; {key} lists them.")
NO_STOP_AFTER = later("No breakpoint stops after this event.")
NO_STOP_BEFORE = later("No breakpoint stops before this event.")
STOPPED = later("Breakpoint: {conditions}.")
MET = later("Its condition is met {times} in this search.")
NOT_LOOKED = later("Not looked for in this search yet.")
LOOKING = later("Looking for the next breakpoint.")
NO_SUCH_NUMBER = later("Type a whole number, {first} or more.")
QUESTIONS = {
    Condition.TRUE: (later("a literal becomes true"), later("Which literal? Several with commas between")),
    Condition.UNIT: (later("a clause becomes unit"), later("Which clause? Its number")),
    Condition.FALSE: (later("a clause becomes false"), later("Which clause? Its number")),
    Condition.USED: (later("a clause forces a literal, or is false"), later("Which clause? Its number")),
    Condition.LEARNED: (later("a clause is learned"), later("Which clause? Its number")),
    Condition.LEVEL: (later("a level is reached"), later("Which level?")),
    Condition.LENGTH: (later("a short clause is learned"), later("Of at most how many literals?")),
    Condition.GLUE: (later("a clause of low glue is learned"), later("Of at most which glue?")),
    Condition.RESTART: (later("the search restarts"), ""),
}
"""By condition: how it is called where one is chosen, and what is asked then."""
FILLED = later("a cell is filled")
WHICH_CELL = later("Which cell? As r3c4, or r3c4 = 5")


def breakpoint_row(one: Breakpoint, words: Words) -> str:
    """A breakpoint in the list of all."""
    return f"{'on ' if one.on else 'off'}  {one.text(words)}"


def breakpoint_told(count: int | None) -> str:
    """How often a breakpoint stops, once that is known."""
    return str(NOT_LOOKED if count is None else MET.format(times=counted(count, "time")))

STILL_RUNNING_BESIDE = later("You can compare it with another search when it has ended or was stopped.")

# what a solver keeps beside its trail

SEARCHING_AGAIN = later("Repeating the search up to here.")
NOTHING_INSIDE = later("Nothing to show at this event.")
WHICH_LITERAL = later("Whose watch list? A literal")
FALSE_SINCE = later(
    "{literal} has been false since event {event:,}. So far {visited} of its watches, {looks} at literals: "
    "{skipped:,} saved by the blocker, {moved:,} moved."
)
PENDING = later("{literal} has been false since event {event:,}. Propagation has not reached its watches.")
UNVISITED = later("{literal} is {state}: watches are only visited when their literal becomes false.")
STATES = {1: later("true"), 0: later("open"), -1: later("false")}
WATCHED = later("{literal} is in {clauses} of the formula. {count:,} watch it now:")
VISITS = later("visited when it became false:")
OUTCOMES = {
    Outcome.TRUE_BLOCKER: later("blocker {found} is true: not opened"),
    Outcome.TRUE_OTHER: later("{found}, also watched, is true"),
    Outcome.TRUE_LITERAL: later("{found} is true: the new blocker"),
    Outcome.MOVED: later("the watch moves to {found}"),
    Outcome.UNIT: later("unit: {found} is forced"),
    Outcome.FALSE: later("all are false: a conflict"),
}
"""By what a visit finds."""
BLOCKER = later("blocker {literal}")
COUNTERS = later(
    "{solver} ({title}) watches nothing: what is assigned matters to every clause that the literal or its negation is "
    "in. {literal} is in {own}, {other} in {others}, of {total:,} in all."
)
COUNTS = later("{true:,} true, {free:,} open of {length:,}")
RANKED = {
    Basis.ACTIVITY: later("Activity: how often a variable was in conflicts of late. The most active free one is next."),
    Basis.QUEUE: later("The queue: of the free variables, the one that was in a conflict last is decided next."),
    Basis.RULE: later("What the rule makes of the clauses as they are at the next decision."),
}
PHASES = later("The sign is the value saved for it: as it was assigned last, unless that was set anew.")
IN_ORDER = later("rank by order")
USES = later("used {times}")
NEXT_USE = later("used {times}, next at event {event:,}")
NO_USE_AFTER, NO_USE_BEFORE = (
    later("This clause is not used after this event."),
    later("This clause is not used before this event."),
)
NO_CLAUSE_AT_WORK = later("No clause is at work in this event.")
NO_RESTART_AFTER, NO_RESTART_BEFORE = (
    later("The search does not restart after this event."),
    later("No restart before this event."),
)


# the whole decision tree

TREE_ROWS = 60
"""Rows that the tree has at first, about: where most happened."""
TREE_UNTIL = later("the decision tree up to event {event:,}")

_DEEPEST = 30
"""Columns by which a row is indented at the most."""
_TREE_ROW, _TREE_LEAF = "{sign} {step}   {decisions}, {conflicts}", "{sign} {step}"
_OPEN, _FOLDED, _CONFLICT, _LEAF = "[-]", "[+]", "[x]", "   "
_ROOT = "root"
_AT_ROOT = later("The root, before any decision: {decisions} and {conflicts} in all.")
_DECIDED = later("{literal} was decided at event {event:,}: {decisions}, with this one, and {conflicts} from there on.")
_OTHER_VALUE = later(
    "{literal} was taken at event {event:,}, as its negation had failed: {decisions} and {conflicts} below."
)


def tree_row(row: Row, words: Words) -> str:
    """A step of the tree: whether it is open, folded, a conflict or neither, and how much happened there and below."""
    sign = _LEAF if not row.has_children else _OPEN if row.is_open else _FOLDED
    form = _TREE_ROW if row.has_children or not row.literal else _TREE_LEAF
    return " " * min(row.depth, _DEEPEST) + form.format(
        sign=_CONFLICT if row.is_conflict and not row.has_children else sign,
        step=words.literal(row.literal) if row.literal else _ROOT,
        decisions=counted(row.decisions, "decision"), conflicts=counted(row.conflicts, "conflict"),
    )  # fmt: skip


def tree_step(row: Row, words: Words) -> str:
    """What a step of the tree is, in a sentence."""
    form = _AT_ROOT if not row.literal else _OTHER_VALUE if row.flipped else _DECIDED
    return form.format(
        literal=words.literal(row.literal) if row.literal else "", event=row.event + 1,
        decisions=counted(row.decisions, "decision"), conflicts=counted(row.conflicts, "conflict"),
    )  # fmt: skip
