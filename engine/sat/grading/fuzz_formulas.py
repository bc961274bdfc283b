"""Random formulas of many kinds for fuzzing solvers, small and large ones, each determined by a seed and a number."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import combinations, pairwise, product
from operator import and_, or_
from random import Random

from engine.base.language import N_
from engine.sat.formula.formula import Formula
from engine.sat.result import Status

Clauses = list[list[int]]

_RATIO = {2: 1.0, 3: 4.27, 4: 9.9}
"""Clauses per variable at which half of the random formulas are satisfiable; small ones need a few more."""
_BALANCED_RATIO = 4.2
"""Clauses per variable that hardly leave a model besides two hidden ones."""
FIRST_LARGE = 500_000
"""The number from which formulas are large: they have many variables, long clauses, or take a search."""
_SIZES, _MAX_VARIABLES = ((128, 6), (512, 8)), 15
"""The maximum number of variables of the small and of the large formulas before a place, and of all other formulas.

So a program that tries all assignments gets through some hundred formulas, too.
"""
_MAX_TABLE_VARIABLES = 7
"""Maximum number of variables of formulas that are made from the table of all assignments."""


@dataclass(frozen=True)
class FuzzFormula:
    """A formula, its number, and the name of its kind. `hard`: a slow solver may take long for it."""

    number: int
    kind: str
    formula: Formula
    hard: bool


def fuzz_formula(seed: int, number: int) -> FuzzFormula:
    """The formula of a number, large from FIRST_LARGE on. Smaller numbers give smaller formulas on average."""
    random = Random(f"{seed}/{number}")
    kinds = _SMALL_KINDS if number < FIRST_LARGE else _LARGE_KINDS
    kind_name, make = kinds[number % len(kinds)]
    place = number if number < FIRST_LARGE else number - FIRST_LARGE
    max_variables = next((max_variables for until, max_variables in _SIZES if place < until), _MAX_VARIABLES)
    clauses = make(random, random.randint(3, max_variables))
    kind_names = [kind_name]
    for addition, change in random.sample(_CHANGES, random.choice((0, 0, 1, 1, 2))):
        clauses = change(random, clauses)
        kind_names.append(addition)
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    formula = Formula.of(clauses, variables + random.choice((0, 0, 0, 0, 2)))
    return FuzzFormula(number, ", ".join(kind_names), formula, make is _hard_random)


@dataclass(frozen=True)
class LongSearch:
    """A formula that takes many conflicts to decide. `status` is its verdict, known from how it is made."""

    kind: str
    formula: Formula
    status: Status


def long_search(seed: int, family: int, step: int) -> LongSearch:
    """The formula of a family (of LONG_FAMILIES) at a step; later steps take longer."""
    random = Random(f"{seed}/{family}/{step}")
    name, make, status = _LONG[family]
    clauses = make(random, step)
    return LongSearch(name, Formula.of(clauses, _highest(clauses)), status)


def _random_signs(random: Random, count: int) -> list[int]:
    return [random.choice((1, -1)) for _ in range(count)]


_SIGNS: Sequence[Callable[[Random, int], Sequence[int]]] = (
    lambda _random, count: [1] * count,
    lambda _random, count: [-1] * count,
    _random_signs,
)
"""The models of formulas with one model: all true, all false, and any."""


def _clause(random: Random, variables: int, length: int) -> list[int]:
    group = random.sample(range(1, variables + 1), min(length, variables))
    return [random.choice((1, -1)) * variable for variable in group]


def _uniform(length: int) -> Callable[[Random, int], Clauses]:
    def make(random: Random, variables: int) -> Clauses:
        count = round(variables * _RATIO[length] * random.uniform(0.8, 1.4))
        return [_clause(random, variables, length) for _ in range(count)]

    return make


def _mixed(random: Random, variables: int) -> Clauses:
    return [_clause(random, variables, random.choice((1, 2, 2, 3, 3, 4))) for _ in range(2 * variables)]


def _planted(random: Random, variables: int) -> Clauses:
    """One hidden model, with enough clauses around it to force most of it."""
    model = [random.choice((1, -1)) * variable for variable in range(1, variables + 1)]
    clauses = [_clause(random, variables, 3) for _ in range(8 * variables)]
    return [clause for clause in clauses if not set(clause).isdisjoint(model)]


def _equivalences(random: Random, variables: int) -> Clauses:
    clauses = _uniform(3)(random, variables)[: 3 * variables]
    for _ in range(variables // 2):
        first, second = _clause(random, variables, 2)
        clauses += [[first, -second], [-first, second]]
    return clauses


def _chain(random: Random, variables: int) -> Clauses:
    """Unit clauses and a chain of implications from them to a model or a conflict."""
    order = _clause(random, variables, variables)
    clauses = [[-first, second] for first, second in pairwise(order)]
    clauses += [[order[0]], *([[-order[-1]]] if random.random() < 0.5 else [])]
    random.shuffle(clauses)
    return clauses


def _at_most_one(random: Random, variables: int) -> Clauses:
    group = _clause(random, variables, random.randint(2, variables))
    return [
        group,
        *([-first, -second] for first, second in combinations(group, 2)),
        *_mixed(random, variables)[:variables],
    ]


def _parity(random: Random, variables: int) -> Clauses:
    clauses: Clauses = []
    for _ in range(random.randint(1, variables - 1)):
        group = random.sample(range(1, variables + 1), 3)
        is_odd = random.random() < 0.5
        for signs in product((1, -1), repeat=3):
            if (signs.count(-1) % 2 == 1) != is_odd:
                clauses.append([sign * variable for sign, variable in zip(signs, group, strict=True)])
    return clauses


def _pigeons(random: Random, _variables: int) -> Clauses:
    holes = random.randint(1, 3)
    return _pigeonhole(random, holes + random.choice((0, 1, 1)), holes)


def _pigeonhole(random: Random, pigeons: int, holes: int) -> Clauses:
    number = {place: index for index, place in enumerate(product(range(pigeons), range(holes)), 1)}
    clauses = [[number[pigeon, hole] for hole in range(holes)] for pigeon in range(pigeons)]
    for hole in range(holes):
        clauses += [[-number[first, hole], -number[second, hole]] for first, second in combinations(range(pigeons), 2)]
    random.shuffle(clauses)
    return clauses


def _tree(random: Random, _variables: int) -> Clauses:
    """Clauses that exclude all assignments of a few variables, or all but one: the whole tree must be searched.

    The only model is often the first or the last assignment.
    """
    count = random.randint(2, 4)
    clauses = [
        [sign * variable for sign, variable in zip(signs, range(1, count + 1), strict=True)]
        for signs in product((1, -1), repeat=count)
    ]
    if random.choice((False, True)):
        del clauses[random.choice((0, -1, random.randrange(len(clauses))))]
    random.shuffle(clauses)
    return clauses


def _few_clauses(random: Random, variables: int) -> Clauses:
    """Hardly more clauses than variables, with unit clauses and, as signs are unevenly distributed, pure literals."""
    usual = [random.choice((1, -1)) for _ in range(variables + 1)]
    count = random.randint(variables, 2 * variables)
    clauses = [_clause(random, variables, random.choice((1, 2, 2, 3))) for _ in range(count)]
    return [
        [usual[abs(literal)] * abs(literal) if random.random() < 0.6 else literal for literal in clause]
        for clause in clauses
    ]


def _one_model(random: Random, variables: int) -> Clauses:
    """A formula with one model, often the first or last assignment of a table, and without redundant clauses."""
    count = min(variables, _MAX_TABLE_VARIABLES)
    model = [sign * variable for variable, sign in enumerate(random.choice(_SIGNS)(random, count), 1)]
    columns = _columns(count)
    all_assignments = columns[0]
    target = _intersection(all_assignments, (columns[literal] for literal in model))
    clauses: Clauses = []
    while (models := _models(columns, clauses)) != target:
        assignment = random.choice([index for index in range(1 << count) if (models & ~target) >> index & 1])
        false = [variable if columns[-variable] >> assignment & 1 else -variable for variable in range(1, count + 1)]
        correct = [literal for literal in false if literal in model]
        wrong = [literal for literal in false if literal not in model]
        clause = [random.choice(correct), *random.sample(wrong, min(len(wrong), random.choice((0, 1, 1, 2, 2))))]
        clauses.append(random.sample(clause, len(clause)))
    return _irredundant(random, columns, clauses)


def _minimal_unsatisfiable(random: Random, variables: int) -> Clauses:
    """A formula without a model that has one as soon as any clause is missing."""
    clauses = _one_model(random, variables)
    count = _highest(clauses)
    columns = _columns(count)
    model = _models(columns, clauses)
    false = [-variable if columns[variable] & model else variable for variable in range(1, count + 1)]
    clauses = _inserted(random, clauses, [random.sample(false, random.randint(1, count))])
    return _irredundant(random, columns, clauses)


def _columns(variables: int) -> dict[int, int]:
    """The table of all assignments: as bits for each literal those that make it true, and for 0 all."""
    all_assignments = (1 << (1 << variables)) - 1
    columns = {0: all_assignments}
    for variable in range(1, variables + 1):
        run = 1 << (variable - 1)
        false = all_assignments // ((1 << run) + 1)
        columns[variable], columns[-variable] = all_assignments ^ false, false
    return columns


def _intersection(all_assignments: int, columns: Iterable[int]) -> int:
    return reduce(and_, columns, all_assignments)


def _models(columns: Mapping[int, int], clauses: Iterable[Sequence[int]]) -> int:
    """The assignments that satisfy every clause, as bits."""
    return _intersection(columns[0], (reduce(or_, (columns[literal] for literal in clause), 0) for clause in clauses))


def _irredundant(random: Random, columns: Mapping[int, int], clauses: Clauses) -> Clauses:
    """The clauses without those that follow from the others, tried in random order."""
    models, clauses = _models(columns, clauses), [*clauses]
    for clause in random.sample(clauses, len(clauses)):
        others = [*clauses]
        others.remove(clause)
        if _models(columns, others) == models:
            clauses = others
    return clauses


def _many_variables(random: Random, variables: int) -> Clauses:
    """Many variables and few constraints, which is easy, with some long clauses."""
    count = 4 * variables
    short_clauses = [_clause(random, count, 3) for _ in range(2 * count)]
    return [*short_clauses, *(_clause(random, count, random.randint(6, count)) for _ in range(3))]


def _long_chain(random: Random, variables: int) -> Clauses:
    """A chain of more variables than a signed byte has values."""
    return _chain(random, 120 + 12 * variables)


def _long_clause(random: Random, variables: int) -> Clauses:
    """A clause with more literals than a byte has values, of which units leave one or none."""
    count = 240 + 10 * variables
    clause = _clause(random, count, count)
    units = [[-literal] for literal in random.sample(clause, count)]
    return _inserted(random, units[random.choice((0, 1)) :], [clause])


def _hard_random(random: Random, variables: int) -> Clauses:
    """Enough variables for hundreds of conflicts, so that restarts and deletions happen."""
    count = 25 + 7 * variables
    return [_clause(random, count, 3) for _ in range(round(count * _RATIO[3] * random.uniform(0.95, 1.02)))]


def _balanced(random: Random, step: int, units: int = 0) -> Clauses:
    """Clauses with two models, opposite to each other, so that no sign hints at one of them; units exclude one."""
    count = 40 + 20 * step
    model = [random.choice((1, -1)) * variable for variable in range(1, count + 1)]
    clauses: Clauses = [[literal] for literal in random.sample(model, units)]
    while len(clauses) < round(_BALANCED_RATIO * count):
        clause = _clause(random, count, 3)
        if 0 < len(set(clause).intersection(model)) < 3:
            clauses.append(clause)
    return clauses


def _many_pigeons(random: Random, step: int) -> Clauses:
    holes = 3 + step
    return _pigeonhole(random, holes + 1, holes)


_LONG: Sequence[tuple[str, Callable[[Random, int], Clauses], Status]] = (
    (N_("two opposite models"), _balanced, Status.SATISFIABLE),
    (N_("two opposite models, units"), partial(_balanced, units=3), Status.SATISFIABLE),
    (N_("many pigeons"), _many_pigeons, Status.UNSATISFIABLE),
)
LONG_FAMILIES = range(len(_LONG))
"""The numbers of the families of formulas for long searches."""

_Kinds = tuple[tuple[str, Callable[[Random, int], Clauses]], ...]
_SMALL_KINDS: _Kinds = (
    (N_("random 3-SAT"), _uniform(3)),
    (N_("a tree"), _tree),
    (N_("one model"), _one_model),
    (N_("clauses of mixed lengths"), _mixed),
    (N_("pigeons"), _pigeons),
    (N_("few clauses"), _few_clauses),
    (N_("a planted model"), _planted),
    (N_("no redundant clause"), _minimal_unsatisfiable),
    (N_("random 2-SAT"), _uniform(2)),
    (N_("equivalences"), _equivalences),
    (N_("parity"), _parity),
    (N_("one model"), _one_model),
    (N_("at most one"), _at_most_one),
    (N_("a chain of units"), _chain),
    (N_("random 3-SAT"), _uniform(3)),
    (N_("random 4-SAT"), _uniform(4)),
)
_LARGE_KINDS: _Kinds = (
    (N_("many variables"), _many_variables),
    (N_("hard random 3-SAT"), _hard_random),
    (N_("hundreds of variables"), _long_chain),
    (N_("a very long clause"), _long_clause),
)


def _inserted(random: Random, clauses: Clauses, additions: Clauses) -> Clauses:
    clauses = [*clauses]
    for clause in additions:
        clauses.insert(random.randint(0, len(clauses)), clause)
    return clauses


def _highest(clauses: Clauses) -> int:
    return max((abs(literal) for clause in clauses for literal in clause), default=1)


def _with_units(random: Random, clauses: Clauses) -> Clauses:
    return _inserted(random, clauses, [_clause(random, _highest(clauses), 1) for _ in range(random.randint(1, 3))])


def _with_pure(random: Random, clauses: Clauses) -> Clauses:
    pure = random.choice((1, -1)) * (_highest(clauses) + 1)
    return [[*clause, pure] if random.random() < 0.3 else clause for clause in clauses] + [[pure, *clauses[0][:1]]]


def _with_tautology(random: Random, clauses: Clauses) -> Clauses:
    literal = _clause(random, _highest(clauses), 1)[0]
    return _inserted(random, clauses, [[literal, *_clause(random, _highest(clauses), 1), -literal]])


def _with_repeats(random: Random, clauses: Clauses) -> Clauses:
    return [[*clause, random.choice(clause)] if clause and random.random() < 0.3 else clause for clause in clauses]


def _with_copies(random: Random, clauses: Clauses) -> Clauses:
    return _inserted(random, clauses, [random.choice(clauses) for _ in range(3)])


def _with_gaps(random: Random, clauses: Clauses) -> Clauses:
    names = sorted(random.sample(range(1, _highest(clauses) + 4), _highest(clauses)))
    return [[names[abs(literal) - 1] * (1 if literal > 0 else -1) for literal in clause] for clause in clauses]


def _with_empty(random: Random, clauses: Clauses) -> Clauses:
    return _inserted(random, clauses, [[]]) if random.random() < 0.2 else clauses


def _with_links(random: Random, clauses: Clauses) -> Clauses:
    """Cut a few clauses in two, each linked by a new variable that occurs nowhere else."""
    cut = set(random.sample(range(len(clauses)), min(3, len(clauses))))
    linked, variable = [], _highest(clauses)
    for number, clause in enumerate(clauses):
        if number not in cut or len(clause) < 2:
            linked.append(clause)
            continue
        variable += 1
        place, link = random.randint(1, len(clause) - 1), random.choice((1, -1)) * variable
        parts = [*clause[:place], link], [-link, *clause[place:]]
        linked += [random.sample(part, len(part)) for part in parts]
    return linked


def _with_part(random: Random, clauses: Clauses) -> Clauses:
    """Add a tree of other variables, in any order with the rest."""
    offset, part = _highest(clauses), _tree(random, 0)
    return _inserted(
        random,
        clauses,
        [[literal + offset if literal > 0 else literal - offset for literal in clause] for clause in part],
    )


_CHANGES: Sequence[tuple[str, Callable[[Random, Clauses], Clauses]]] = (
    (N_("units"), _with_units),
    (N_("a pure literal"), _with_pure),
    (N_("a tautology"), _with_tautology),
    (N_("literals twice"), _with_repeats),
    (N_("clauses twice"), _with_copies),
    (N_("gaps between variables"), _with_gaps),
    (N_("an empty clause"), _with_empty),
    (N_("clauses cut in two"), _with_links),
    (N_("two parts"), _with_part),
)
