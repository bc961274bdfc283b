"""What the time machine says of branches and breakpoints."""

from rich.cells import set_cell_size

from engine.base.language import _
from engine.base.text import counted, printable
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.result import Status
from engine.sat.solvers.candidates import Candidate
from engine.sat.solvers.standing import Basis
from engine.sat.solvers.watches import Outcome
from engine.sat.trace.breakpoints import Breakpoint, Condition
from engine.sat.trace.recording import Line, Recording
from tui.draw.cells import pad, pad_left
from tui.draw.numbers import compact

# branches

WHAT_IF = _("What if another literal than {literal} were decided at event {event:,}?")
WHAT_IF_EXAMPLE = _("3 or -3")
WHAT_IF_CELL_EXAMPLE = _("3, -3 or r3c4 = 5")
FORCED_AT_ROOT = _("{literal} follows from the clauses alone: no decision led to it.")
SAME_DECISION = _("That is what the search decided there.")
WHICH_DIGIT = _("Of this cell several digits can be decided: write one as r3c4 = 5.")
ONE_AT_A_TIME = _("A branch is being searched; {key} stops it.")
STILL_RUNNING = _("Branches can be taken when the search has come to its end, or was stopped.")
NOTHING_TO_STOP = _("No branch is being searched.")
BRANCHES = _("branches")
BRANCH = _("branch {name}")
NAME_BRANCH = _("Name of this branch")
REMOVE_BRANCH = _("Delete the branch {name}, and those that leave it?")
MAIN_STAYS = _("The main line stays.")

_VERDICTS = {Status.SATISFIABLE: _("satisfiable"), Status.UNSATISFIABLE: _("unsatisfiable")}
_CHECKED = {
    (Status.SATISFIABLE, True): _("Satisfiable: the model was checked."),
    (Status.SATISFIABLE, False): _("The model is wrong: this is a fault of the solver."),
    (Status.UNSATISFIABLE, True): _("Unsatisfiable: the proof was checked."),
    (Status.UNSATISFIABLE, False): _("Unsatisfiable, but the proof does not hold: this is a fault of the solver."),
    (Status.SATISFIABLE, None): _("Satisfiable."),
    (Status.UNSATISFIABLE, None): _("Unsatisfiable; no proof was checked."),
}
_LEFT = _("Leaves {parent} at event {event:,}, where it decides {literal} instead of {other}.")
_AFTER = _("After that it has {events} and {conflicts}; {parent} has {other_events} and {other_conflicts}.")
_LEARNED = _("Of the {learned} that it learns after that, {same:,} are learned in {parent} too.")
_MAIN = _("The search that was recorded: {events}, {decisions}, {conflicts}.")
_NAME = 18
HEADINGS = "".join(
    (
        pad(_("  line"), _NAME + 2), *(pad_left(name, 10) for name in (_("at event"), _("events"), _("conflicts"))),
        pad_left(_("learned"), 8), "  ", _("verdict"),
    )
)  # fmt: skip
"""Above the columns of `branch_row`."""


HERE = _("{name} (here)")


def verdict(line: Line) -> str:
    """What a search came to, in a word or two."""
    result = line.trace.result
    if line.trace.running:
        return _("searching")
    return _VERDICTS.get(result.status, "not decided")


def answer(line: Line) -> str:
    """What a search came to, and how that is known, in a sentence."""
    result = line.trace.result
    if line.trace.running:
        return _("The search goes on.")
    return _CHECKED.get((result.status, line.checked)) or _("Not decided: {reason}.").format(reason=result.reason)


def branch_row(recording: Recording, number: int, depth: int, here: bool) -> str:
    """A line of the recording in the list of all."""
    line = recording.lines[number]
    counts = line.trace.counters(len(line.trace))
    name = "  " * depth + (HERE if here else "{name}").format(name=printable(line.name))
    fork = compact(line.fork + 1, 9) if number else ""
    events, conflicts, learned = compact(len(line.trace), 9), compact(counts.conflicts, 9), compact(counts.learned, 7)
    return f"{set_cell_size(name, _NAME)} {fork:>9} {events:>9} {conflicts:>9} {learned:>7}  {verdict(line)}"


def branch_told(recording: Recording, number: int, words: Words = NUMBERS) -> str:
    """A line of the recording in sentences, beside the one that it leaves."""
    line = recording.lines[number]
    if number == 0:
        counts = line.trace.counters(len(line.trace))
        said = _MAIN.format(
            events=counted(len(line.trace), "event"), decisions=counted(counts.decisions, "decision"),
            conflicts=counted(counts.conflicts, "conflict"),
        )  # fmt: skip
        return f"{said} {answer(line)}"
    parent = recording.lines[line.parent]
    beside = recording.difference(number)
    (events, other_events), (conflicts, other_conflicts) = beside.events, beside.conflicts
    name = printable(parent.name)
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
    return " ".join([*told, answer(line)])


# why a decision

WHY = _("why {literal} at event {event:,}: {rule}")
WHY_HEADINGS = pad(_("  literal"), 32) + pad_left(_("rank"), 14) + "   " + _("occurrences")
UNRANKED = _("The rule {rule} does not rank by the state of the search alone. {definition}")
CHOSEN = _("The rule chooses this one. {definition}")
INSTEAD = _("The search was told to decide {literal} here. {definition}")
_OF_BOTH = "{own:g} + {other:g}"


def candidate_row(one: Candidate, taken: int, words: Words) -> str:
    """A literal that might have been decided, in the list of all."""
    name = f"{words.literal(one.literal)}{'  (decided)' if one.literal == taken else ''}"
    rank = "" if one.rank is None else f"{one.rank:,.6g}"
    counts = "" if one.own is None or one.other is None else _OF_BOTH.format(own=one.own, other=one.other)
    return f"{set_cell_size(name, 30)}{rank:>14}   {counts}"


# breakpoints

BREAKPOINTS = _("breakpoints")
STOP_WHEN = _("Stop when")
NO_BREAKPOINTS = _("There is no breakpoint that is on; {key} lists them.")
NO_STOP_AFTER, NO_STOP_BEFORE = _("No breakpoint stops after this event."), _("No breakpoint stops before this event.")
STOPPED = _("Breakpoint: {conditions}.")
MET = _("Its condition is met {times} in this search.")
NOT_LOOKED = _("It was not yet looked for in this search.")
LOOKING = _("Looking for where the breakpoints stop.")
NO_SUCH_NUMBER = _("A whole number from {first} on is wanted.")
QUESTIONS = {
    Condition.TRUE: (_("a literal becomes true"), _("Which literal? Several with commas between")),
    Condition.UNIT: (_("a clause becomes unit"), _("Which clause? Its number")),
    Condition.FALSE: (_("a clause becomes false"), _("Which clause? Its number")),
    Condition.USED: (_("a clause forces a literal, or is false"), _("Which clause? Its number")),
    Condition.LEARNED: (_("a clause is learned"), _("Which clause? Its number")),
    Condition.LEVEL: (_("a level is reached"), _("Which level?")),
    Condition.LENGTH: (_("a short clause is learned"), _("Of at most how many literals?")),
    Condition.GLUE: (_("a clause of low glue is learned"), _("Of at most which glue?")),
    Condition.RESTART: (_("the search restarts"), ""),
}
"""By condition: how it is called where one is chosen, and what is asked then."""
FILLED = _("a cell is filled")
WHICH_CELL = _("Which cell? As r3c4, or r3c4 = 5")


def breakpoint_row(one: Breakpoint, words: Words) -> str:
    """A breakpoint in the list of all."""
    return f"{'on ' if one.on else 'off'}  {one.text(words)}"


def breakpoint_told(count: int | None) -> str:
    """How often a breakpoint stops, once that is known."""
    return NOT_LOOKED if count is None else MET.format(times=counted(count, "time"))

STILL_RUNNING_BESIDE = _("It can be set beside another search when it has come to its end, or was stopped.")

# what a solver keeps beside its trail

SEARCHING_AGAIN = _("The search is made once more, up to here.")
NOTHING_INSIDE = _("There is nothing of this at this moment.")
WHICH_LITERAL = _("Whose watch list? A literal")
FALSE_SINCE = _(
    "{literal} is false since event {event:,}. So far {visited} of its watches, {looks} at literals: {skipped:,} saved "
    "by the blocker, {moved:,} moved."
)
PENDING = _("{literal} is false since event {event:,}. Propagation has not come to its watches.")
UNVISITED = _("{literal} is {state}: watches are only visited when their literal becomes false.")
STATES = {1: _("true"), 0: _("open"), -1: _("false")}
WATCHED = _("{literal} is in {clauses} of the formula. {count:,} watch it now:")
VISITS = _("visited when it became false:")
OUTCOMES = {
    Outcome.TRUE_BLOCKER: _("blocker {found} is true: not opened"),
    Outcome.TRUE_OTHER: _("{found}, also watched, is true"),
    Outcome.TRUE_LITERAL: _("{found} is true: the new blocker"),
    Outcome.MOVED: _("the watch moves to {found}"),
    Outcome.UNIT: _("unit: {found} is forced"),
    Outcome.FALSE: _("all are false: a conflict"),
}
"""By what a visit finds."""
BLOCKER = _("blocker {literal}")
COUNTERS = _(
    "{solver} ({title}) watches nothing: what is assigned matters to every clause that the literal or its negation is "
    "in. {literal} is in {own}, {other} in {others}, of {total:,} in all."
)
COUNTS = _("{true:,} true, {free:,} open of {length:,}")
RANKED = {
    Basis.ACTIVITY: _("Activity: how often a variable was in conflicts of late. The most active free one is next."),
    Basis.QUEUE: _("The queue: of the free variables, the one that was in a conflict last is decided next."),
    Basis.RULE: _("What the rule makes of the clauses as they are at the next decision."),
}
PHASES = _("The sign is the value saved for it: as it was assigned last, unless that was set anew.")
IN_ORDER = _("rank by order")
USES = _("used {times}")
NEXT_USE = _("used {times}, next at event {event:,}")
NO_USE_AFTER, NO_USE_BEFORE = (
    _("This clause is not used after this event."),
    _("This clause is not used before this event."),
)
NO_CLAUSE_AT_WORK = _("No clause is at work in this event.")
NO_RESTART_AFTER, NO_RESTART_BEFORE = (
    _("The search does not restart after this event."),
    _("No restart before this event."),
)
