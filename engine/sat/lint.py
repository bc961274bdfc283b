"""Remarks on an encoded formula: redundant parts, and parts that seem to be missing.

No remark is an error: a solver takes all of these formulas. Most remarks are exact. Three depend on a limit or a rule
of thumb: subsumed clauses are searched within a number of comparisons (a clause is looked up in the lists of its
literals, as in N. Eén, A. Biere: Effective preprocessing in SAT through variable and clause elimination. SAT 2005), a
unit clause is remarkable if it decides half of the variables, and a group of which at most one literal is true if
nothing makes one true although other groups have such a clause.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice

from engine.base.flat_rows import int_view
from engine.base.language import _, ngettext
from engine.base.polling import Pulse, poll
from engine.base.text import joined, joined_list
from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.groups import Group, ImplicationGraph, at_most_one
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import VariableNames, cnfgen_names, variable_names
from engine.sat.formula.statistics import Repetitions
from engine.sat.kernels import units
from engine.sat.structure import MIN_GROUP, PropagationResult

MAX_FINDINGS = 1000
"""Maximum number of findings kept by a remark."""
MAX_LISTED = 8
"""Maximum number of findings listed in its sentence."""
MAX_COMPARISONS = 5_000_000
"""Maximum number of pairs of clauses compared in the search for subsumed clauses: some seconds."""
MAX_LITERALS = 10_000_000
"""Maximum number of literals of a formula for which duplicates and subsumed clauses are searched."""
_MAX_UNITS = 3
"""Maximum number of unit clauses that are propagated alone."""
_USUAL = 0.9
"""Minimum share of the groups of a size with a clause that makes a literal true, for others to be remarkable."""


class RemarkKind(Enum):
    """The kinds of remarks, the gravest first."""

    EMPTY = "empty"
    CONFLICTS = "conflict"
    PROPAGATION = "units"
    UNITS = "unit"
    GROUPS = "group"
    ALIASES = "names"
    SHARED_NAMES = "name"
    UNUSED = "unused"
    PURE = "pure"
    TAUTOLOGIES = "tautology"
    REPETITIONS = "repeated"
    DUPLICATES = "duplicate"
    SUBSUMED = "subsumed"


@dataclass(frozen=True)
class LintFinding:
    """A place in a formula: clauses (from 0), literals, names and their lines (0 if unknown), by the kind of remark.

    The clauses are the empty one (EMPTY), the two units (CONFLICTS), the unit (UNITS), those that exclude each other's
    literals (GROUPS), the first with the literal (PURE), the clause itself (TAUTOLOGIES, REPETITIONS), or the clause
    and the one that makes it superfluous (DUPLICATES, SUBSUMED). The literals are those concerned; of UNUSED the first
    and the last variable of a gap. `decided` variables of `used` ones follow from a unit.
    """

    clauses: tuple[int, ...] = ()
    literals: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    decided: int = 0
    used: int = 0


@dataclass(frozen=True)
class Remark:
    """One kind of findings: how many there are, the first MAX_FINDINGS of them, and a sentence that lists a few.

    UNUSED counts variables, and its findings are gaps; PROPAGATION has no findings.
    """

    kind: RemarkKind
    count: int
    findings: tuple[LintFinding, ...]
    sentence: str


@dataclass(frozen=True)
class LintReport:
    """The remarks on a formula, the gravest first.

    `complete` is False if the search for duplicate and subsumed clauses ended at its limit.
    """

    remarks: tuple[Remark, ...]
    complete: bool = True

    @classmethod
    def of(cls, formula: Formula, cancel: Callable[[], bool] | None = None) -> "LintReport":
        """Examine a formula (some 10 s for a million clauses). Raises Cancelled."""
        names = variable_names(formula)
        repetitions, superfluous = Repetitions.of(formula), _Superfluous(formula, cancel)
        bare = _BareFormula(formula)
        found: dict[RemarkKind, tuple[int, Iterable[LintFinding]]] = {
            RemarkKind.EMPTY: _count(LintFinding((clause,)) for clause in _of_length(formula, 0)),
            RemarkKind.CONFLICTS: _count(_conflicts(bare)),
            RemarkKind.UNITS: _count(_deciding_units(formula, bare, cancel)),
            RemarkKind.GROUPS: _count(_groups_without_value(formula, bare, cancel)),
            RemarkKind.ALIASES: _count(_aliases(formula)),
            RemarkKind.SHARED_NAMES: _count(_shared_names(formula)),
            RemarkKind.UNUSED: _unused(formula),
            RemarkKind.PURE: _pure(formula),
            RemarkKind.TAUTOLOGIES: (
                len(repetitions.tautologies),
                _repeating(formula, repetitions.tautologies.tolist(), -1),
            ),
            RemarkKind.REPETITIONS: (
                len(repetitions.duplicates),
                _repeating(formula, repetitions.duplicates.tolist(), 1),
            ),
            RemarkKind.DUPLICATES: _count(superfluous.duplicates),
            RemarkKind.SUBSUMED: _count(superfluous.subsumed),
        }
        remarks = [
            Remark(kind, count, first, _sentence(kind, count, first, names))
            for kind, (count, findings) in found.items()
            if count
            for first in [tuple(islice(findings, MAX_FINDINGS))]
        ]
        if not (found[RemarkKind.EMPTY][0] or found[RemarkKind.CONFLICTS][0]):
            remarks += _propagation(formula, cancel)
        order = list(RemarkKind)
        return cls(tuple(sorted(remarks, key=lambda remark: order.index(remark.kind))), superfluous.complete)


class _BareFormula:
    """The clauses of two or more literals as a formula, with their `numbers` in the whole; and the units apart."""

    def __init__(self, formula: Formula) -> None:
        single = _of_length(formula, 1)
        self.units = [(clause, formula[clause][0]) for clause in single]
        skipped = {*single, *_of_length(formula, 0)}
        self.numbers = [clause for clause in range(len(formula)) if clause not in skipped]
        self.formula = Formula.of((formula[clause] for clause in self.numbers), formula.variables)

    def with_unit(self, literal: int) -> Formula:
        """A formula of these clauses and one unit clause."""
        literals, starts = self.formula.literals[:], self.formula.starts[:]
        literals.append(literal)
        starts.append(len(literals))
        return Formula(self.formula.variables, literals, starts)


def _of_length(formula: Formula, length: int) -> list[int]:
    import numpy as np

    found: list[int] = np.flatnonzero(np.diff(np.frombuffer(formula.starts, np.int32)) == length).tolist()
    return found


def _count(findings: Iterable[LintFinding]) -> tuple[int, Iterable[LintFinding]]:
    every = list(findings)
    return len(every), every


def _conflicts(bare: _BareFormula) -> Iterator[LintFinding]:
    first: dict[int, int] = {}
    for clause, literal in bare.units:
        if literal not in first:
            first[literal] = clause
            if -literal in first:
                yield LintFinding((first[-literal], clause), (abs(literal),))


def _propagation(formula: Formula, cancel: Callable[[], bool] | None) -> list[Remark]:
    """The remark that unit propagation decides half of the variables or more, or finds a conflict."""
    result = PropagationResult.of(formula, cancel)
    if not result.conflict and (not result.forced or 2 * result.forced < _used(formula)):
        return []
    return [Remark(RemarkKind.PROPAGATION, max(result.forced, 1), (), str(result))]


def _deciding_units(formula: Formula, bare: _BareFormula, cancel: Callable[[], bool] | None) -> Iterator[LintFinding]:
    """The units that each decide half of the variables; those with the most consequences are tried."""
    used = _used(formula)
    first = {literal: clause for clause, literal in reversed(bare.units)}
    candidates = Counter(filter(None, _only_units(formula, units.implied(formula, cancel), cancel)))
    for literal, __ in candidates.most_common(_MAX_UNITS):
        pairs = units.implied(bare.with_unit(literal), cancel)
        decided = len(pairs) // 2
        if decided > 1 and 2 * decided >= used and pairs[-2]:
            yield LintFinding((first[literal],), (literal,), decided=decided, used=used)


def _only_units(formula: Formula, pairs: Sequence[int], cancel: Callable[[], bool] | None) -> Iterator[int]:
    """For each literal that unit propagation makes true: the only unit from which it follows; 0 if there are
    several."""
    source: dict[int, int] = {}
    for place in Pulse(cancel).over(range(0, len(pairs), 2)):
        literal, clause = pairs[place], pairs[place + 1]
        if literal:
            sources = {source[-other] for other in formula[clause] if other != literal} or {literal}
            source[literal] = sources.pop() if len(sources) == 1 else 0
            yield source[literal]


def _groups_without_value(
    formula: Formula, bare: _BareFormula, cancel: Callable[[], bool] | None
) -> Iterator[LintFinding]:
    """The groups with at most one true literal that lack a clause of their literals, but should have one.

    This applies if nearly all groups of the size have one, or if others have one and no clause has any of its literals.
    """
    remaining = Remaining.of(bare.formula, cancel)
    if remaining is None:
        return
    implications = ImplicationGraph(remaining, for_groups=True, cancel=cancel)
    groups = at_most_one(implications, implications.literals, cancel=cancel)
    groups = [group for group in groups if len(group.literals) >= MIN_GROUP]
    valued = _valued(formula, groups, cancel)
    if not valued:
        return
    sizes = Counter(len(group.literals) for group in groups)
    valued_sizes = Counter(len(groups[number].literals) for number in valued)
    occurring = set(formula.literals)
    for number, group in enumerate(groups):
        size = len(group.literals)
        usual = valued_sizes[size] >= _USUAL * sizes[size]
        if number not in valued and (usual or occurring.isdisjoint(group.literals)):
            literals = sorted(group.literals, key=abs)
            clauses = {
                clause
                for literal in literals
                for clause in implications.clauses_between(literal, (-other for other in literals if other != literal))
            }
            yield LintFinding(tuple(sorted(bare.numbers[clause] for clause in clauses)), tuple(literals))


def _valued(formula: Formula, groups: Sequence[Group], cancel: Callable[[], bool] | None) -> set[int]:
    """The numbers of the groups with a clause that has only literals of the group."""
    import numpy as np

    groups_of: dict[int, set[int]] = defaultdict(set)
    for number, group in enumerate(groups):
        for literal in group.literals:
            groups_of[literal].add(number)
    if not groups_of:
        return set()
    literals = np.frombuffer(formula.literals, np.int32)
    outside = np.concatenate(([0], np.cumsum(~np.isin(literals, list(groups_of)))))
    starts = np.frombuffer(formula.starts, np.int32)
    inside = np.flatnonzero((outside[starts[1:]] == outside[starts[:-1]]) & (np.diff(starts) > 0))
    return {
        number
        for clause in Pulse(cancel).over(inside.tolist())
        for number in set.intersection(*(groups_of[literal] for literal in formula[clause]))
    }


def _aliases(formula: Formula) -> Iterator[LintFinding]:
    """The variables with several names. Only cnfgen's: in CBMC's lists symbols with the same value share a variable."""
    names: dict[int, dict[str, int]] = defaultdict(dict)
    for variable, name, line in cnfgen_names(formula):
        names[variable].setdefault(name, line)
    for variable, lines in sorted(names.items()):
        if len(lines) > 1:
            yield LintFinding(literals=(variable,), names=tuple(lines), lines=tuple(lines.values()))


def _shared_names(formula: Formula) -> Iterator[LintFinding]:
    variables: dict[str, dict[int, int]] = defaultdict(dict)
    for variable, name, line in cnfgen_names(formula):
        variables[name].setdefault(variable, line)
    for name, lines in variables.items():
        if len(lines) > 1:
            yield LintFinding(literals=tuple(lines), names=(name,), lines=tuple(lines.values()))


def _used(formula: Formula) -> int:
    import numpy as np

    return len(np.unique(np.abs(int_view(formula.literals))))


def _unused(formula: Formula) -> tuple[int, Iterable[LintFinding]]:
    """The number of unused variables, and the gaps between those in use."""
    import numpy as np

    literals = int_view(formula.literals)
    used = np.concatenate(([0], np.unique(np.abs(literals)).astype(np.int64), [formula.variables + 1]))
    before = np.flatnonzero(np.diff(used) > 1)
    gaps = (LintFinding(literals=(int(used[place]) + 1, int(used[place + 1]) - 1)) for place in before)
    return formula.variables - (len(used) - 2), gaps


def _pure(formula: Formula) -> tuple[int, Iterable[LintFinding]]:
    """The literals whose negation is in no clause, and the first clause of each."""
    import numpy as np

    literals = int_view(formula.literals)
    occurring, places = np.unique(literals, return_index=True)
    pure = ~np.isin(-occurring, occurring)
    found, clauses = occurring[pure], np.searchsorted(formula.starts, places[pure], side="right") - 1
    order = np.argsort(np.abs(found))
    return len(found), (LintFinding((int(clauses[place]),), (int(found[place]),)) for place in order)


def _repeating(formula: Formula, clauses: Iterable[int], sign: int) -> Iterator[LintFinding]:
    """Clauses with the first literal that is repeated in them (`sign` is 1), or negated (-1)."""
    for clause in clauses:
        seen: set[int] = set()
        for literal in formula[clause]:
            if sign * literal in seen:
                yield LintFinding((clause,), (sign * literal,))
                break
            seen.add(literal)


class _Superfluous:
    """Clauses that have the literals of an earlier one (`duplicates`), or all those of a shorter one (`subsumed`).

    Tautologies and empty clauses are left out.
    """

    def __init__(self, formula: Formula, cancel: Callable[[], bool] | None) -> None:
        self.duplicates: list[LintFinding] = []
        self.subsumed: list[LintFinding] = []
        self.complete = len(formula.literals) <= MAX_LITERALS
        if not self.complete:
            return
        pulse = Pulse(cancel)
        first: dict[frozenset[int], int] = {}
        for number, clause in enumerate(pulse.over(formula)):
            literals = frozenset(clause)
            if not literals or any(-literal in literals for literal in clause):
                continue
            if (earlier := first.setdefault(literals, number)) != number:
                self.duplicates.append(LintFinding((number, earlier)))
        poll(cancel)
        self._search(first, pulse)
        self.subsumed.sort(key=lambda finding: finding.clauses)

    def _search(self, numbers: dict[frozenset[int], int], pulse: Pulse) -> None:
        """Look each clause up among the shorter ones, which are listed by their rarest literal."""
        clauses = sorted(numbers, key=len)
        if not clauses or len(clauses[0]) == len(clauses[-1]):
            return
        uses = Counter(literal for clause in clauses for literal in clause)
        lists: dict[int, list[frozenset[int]]] = defaultdict(list)
        comparisons, longest = 0, len(clauses[-1])
        for clause in pulse.over(clauses):
            subsumer = None
            for literal in clause:
                shorter = lists.get(literal, [])
                comparisons += len(shorter)
                subsumer = next((other for other in shorter if other < clause), None)
                if subsumer is not None or comparisons > MAX_COMPARISONS:
                    break
            if subsumer is not None:
                self.subsumed.append(LintFinding((numbers[clause], numbers[subsumer])))
            elif comparisons > MAX_COMPARISONS:
                self.complete = False
                return
            elif len(clause) < longest:
                lists[min(clause, key=lambda literal: (uses[literal], literal))].append(clause)


def _sentence(kind: RemarkKind, count: int, findings: Sequence[LintFinding], names: VariableNames | None) -> str:
    listed = joined_list(finding_text(kind, finding, names) for finding in findings[:MAX_LISTED])
    total = len(findings) if kind is RemarkKind.UNUSED else count
    if total > MAX_LISTED:
        more = total - MAX_LISTED
        listed = ngettext("{list}; and {more:,} more", "{list}; and {more:,} more", more).format(list=listed, more=more)
    return _template(kind, count).format(count=count, list=listed)


def _template(kind: RemarkKind, count: int) -> str:
    match kind:
        case RemarkKind.EMPTY:
            return ngettext(
                "{count:,} clause is empty, so the formula is unsatisfiable: {list}",
                "{count:,} clauses are empty, so the formula is unsatisfiable: {list}",
                count,
            )
        case RemarkKind.CONFLICTS:
            return ngettext(
                "{count:,} variable has contradictory unit clauses, so the formula is unsatisfiable: {list}",
                "{count:,} variables have contradictory unit clauses, so the formula is unsatisfiable: {list}",
                count,
            )
        case RemarkKind.UNITS:
            return ngettext(
                "{count:,} unit clause decides at least half of the variables: {list}",
                "{count:,} unit clauses each decide at least half of the variables: {list}",
                count,
            )
        case RemarkKind.GROUPS:
            return ngettext(
                "{count:,} group has at most one true literal, but, unlike others, no clause that requires one: {list}",
                "{count:,} groups have at most one true literal, but, unlike others, no clause that requires one: "
                "{list}",
                count,
            )
        case RemarkKind.ALIASES:
            return ngettext(
                "{count:,} variable has several names: {list}",
                "{count:,} variables have several names: {list}",
                count,
            )
        case RemarkKind.SHARED_NAMES:
            return ngettext(
                "{count:,} name belongs to several variables: {list}",
                "{count:,} names belong to several variables: {list}",
                count,
            )
        case RemarkKind.UNUSED:
            return ngettext(
                "{count:,} variable is in no clause: {list}", "{count:,} variables are in no clause: {list}", count
            )
        case RemarkKind.PURE:
            return ngettext(
                "{count:,} variable occurs with one sign only: {list}",
                "{count:,} variables occur with one sign only: {list}",
                count,
            )
        case RemarkKind.TAUTOLOGIES:
            return ngettext(
                "{count:,} clause has a literal and its negation, so it is always true: {list}",
                "{count:,} clauses have a literal and its negation, so they are always true: {list}",
                count,
            )
        case RemarkKind.REPETITIONS:
            return ngettext(
                "{count:,} clause has a literal more than once: {list}",
                "{count:,} clauses have a literal more than once: {list}",
                count,
            )
        case RemarkKind.DUPLICATES:
            return ngettext(
                "{count:,} clause repeats an earlier one: {list}",
                "{count:,} clauses repeat an earlier one: {list}",
                count,
            )
        case _:
            return ngettext(
                "{count:,} clause is subsumed by a shorter one: {list}",
                "{count:,} clauses are subsumed by a shorter one: {list}",
                count,
            )


def finding_text(kind: RemarkKind, finding: LintFinding, names: VariableNames | None) -> str:
    """A finding in a few words, with the names of its literals."""
    clauses = [str(clause + 1) for clause in finding.clauses]
    literals = [_named(literal, names) for literal in finding.literals]
    match kind:
        case RemarkKind.EMPTY:
            return clauses[0]
        case RemarkKind.CONFLICTS:
            return _("{variable} in the clauses {first} and {second}").format(
                variable=literals[0], first=clauses[0], second=clauses[1]
            )
        case RemarkKind.UNITS:
            return _("clause {clause}, {literal}, decides {decisions:,} of {uses:,}").format(
                clause=clauses[0], literal=literals[0], decisions=finding.decided, uses=finding.used
            )
        case RemarkKind.GROUPS:
            return _("{literals} from clause {clause} on").format(literals=" ".join(literals), clause=clauses[0])
        case RemarkKind.ALIASES:
            places = zip(finding.names, finding.lines, strict=True)
            return f"{finding.literals[0]} ({joined(_in_line(name, line) for name, line in places)})"
        case RemarkKind.SHARED_NAMES:
            places = zip(map(str, finding.literals), finding.lines, strict=True)
            return f"{finding.names[0]} ({joined(_in_line(variable, line) for variable, line in places)})"
        case RemarkKind.UNUSED:
            first, last = finding.literals
            if first == last:
                return literals[0]
            return _("{first} to {last}").format(first=literals[0], last=literals[1])
        case RemarkKind.DUPLICATES:
            return _("{clause} (same as {other})").format(clause=clauses[0], other=clauses[1])
        case RemarkKind.SUBSUMED:
            return _("{clause} by {other}").format(clause=clauses[0], other=clauses[1])
        case _:
            return _("{literal} in clause {clause}").format(literal=literals[0], clause=clauses[0])


def _in_line(word: str, line: int) -> str:
    return _("{word} in line {line}").format(word=word, line=line) if line else word


def _named(literal: int, names: VariableNames | None) -> str:
    """A literal, with its name if it has one."""
    name = str(literal) if names is None else names.literal(literal)
    return name if name == str(literal) else f"{literal} ({name})"
