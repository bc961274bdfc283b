"""The small steps of an explanation with many demands, from a solver's proof that its claim follows.

The formula consists of the explanation's demands and the negation of its claim, in the position. The reader knows the
candidates, and that no house holds a digit twice; so only demands, the supposition and earlier steps count as grounds
of a step. See `engine.sat.proof.explanation`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.base.polling import poll
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof.explanation import ProofStep
from engine.sat.queries.core_steps import shortest_steps
from engine.sat.queries.oracle import Oracle, Stopped
from engine.sat.solvers.limits import Limits, Watch
from engine.sudoku.as_sat.rule_groups import Demand, HouseDigit, OpenRules, PuzzleRule
from engine.sudoku.rules import Rule
from engine.sudoku.techniques.position import Candidate, Position

MAX_GROUNDS = 4
"""Maximum number of demands and earlier steps that a small step follows from, if there are such steps."""

SUPPOSITION = 0
"""The group of the negation of the claim; those of demands are their selectors."""

MAX_STEPS = 200
"""Maximum number of steps; more are not readable."""

TIME_LIMIT = 10.0
"""Time limit in seconds for finding the steps."""


@dataclass(frozen=True)
class ClaimStep:
    """One of these candidates is true if the `premises` are; without `options`, not all of the premises are.

    It follows from the demands of these `cells`, `houses` and `puzzle_rules`, from earlier `steps` (indexes from 0)
    and, if it `supposes`, from the supposition that the claim is false. The last step is a contradiction: it has
    neither premises nor options.
    """

    premises: tuple[Candidate, ...]
    options: tuple[Candidate, ...]
    cells: tuple[int, ...]
    houses: tuple[HouseDigit, ...]
    puzzle_rules: tuple[Rule, ...]
    steps: tuple[int, ...]
    supposes: bool

    @property
    def places(self) -> tuple[Candidate, ...]:
        """The digit that follows, if the premises are true and there is one option."""
        return self.options if len(self.options) == 1 else ()

    @property
    def removes(self) -> tuple[Candidate, ...]:
        """Without options, the last premise, which is false if the others are true."""
        return () if self.options else self.premises[-1:]

    @property
    def conditions(self) -> tuple[Candidate, ...]:
        """The other candidates of the step: premises that it does not remove, and options if there are several."""
        if not self.options:
            return self.premises[:-1]
        return self.premises if self.places else (*self.premises, *self.options)


def claim_steps(
    position: Position, demands: Sequence[Demand], claim: Candidate | None, holds: bool,
    cancel: Callable[[], bool] | None = None,
) -> tuple[ClaimStep, ...]:  # fmt: skip
    """Steps from demands of a position, and the supposition that a claim is false, to a contradiction.

    Empty if they are more than MAX_STEPS, or were not found in time. Polls `cancel` and raises Cancelled.
    """
    rules = OpenRules(position)
    negation = rules.variables[claim] * (-1 if holds else 1) if claim else None
    watch = Watch(Limits(TIME_LIMIT), None, cancel, 1.0)
    try:
        with watch.clock:
            clauses, groups = _Clauses(rules, set(demands), negation, watch).complete()
            formula = Formula.of(clauses, len(rules.variables) + len(rules.demands))
            steps = shortest_steps(formula, watch, max_antecedents=MAX_GROUNDS, groups=groups)
    except Stopped:
        poll(cancel)
        return ()
    if len(steps) > MAX_STEPS:
        return ()
    candidates = {variable: candidate for candidate, variable in rules.variables.items()}
    return tuple(_claim_step(position, step, groups, rules, candidates) for step in steps)


class _Clauses:
    """The clauses of demands in candidates alone, with their groups: None for what the reader knows.

    The clauses of a puzzle's rule may have auxiliary variables. Such a rule gives clauses in candidates as they are
    needed: as long as the other clauses have a model that breaks the rule, two that exclude this model.
    """

    def __init__(self, rules: OpenRules, demands: set[Demand], negation: int | None, watch: Watch) -> None:
        self._candidates = len(rules.variables)
        self._clauses: list[Literals] = []
        self._groups: list[int | None] = []
        self._watch = watch
        rule_clauses: dict[int, list[Literals]] = {}
        for clause in rules.formula:
            selector = -clause[0] if clause and -clause[0] in rules.demands else None
            demand = None if selector is None else rules.demands[selector]
            if demand is None or selector is None:
                self._add(tuple(clause), None)
            elif demand in demands and isinstance(demand, PuzzleRule):
                rule_clauses.setdefault(selector, []).append(tuple(clause[1:]))
            elif demand in demands:
                self._add(tuple(clause[1:]), selector)
        exclusions = tuple(self._clauses[place] for place, group in enumerate(self._groups) if group is None)
        if negation is not None:
            self._add((negation,), SUPPOSITION)
        self._rules: dict[int, tuple[Oracle, list[int]]] = {}
        for selector, clauses in rule_clauses.items():
            variables = {abs(literal) for clause in clauses for literal in clause}
            if max(variables, default=0) > self._candidates:
                formula = Formula.of((*clauses, *exclusions), rules.formula.variables)
                candidate_variables = [variable for variable in sorted(variables) if variable <= self._candidates]
                self._rules[selector] = Oracle(formula, watch), candidate_variables
            else:
                for clause in clauses:
                    self._add(clause, selector)

    def complete(self) -> tuple[list[Literals], list[int | None]]:
        """The clauses and their groups, which have no model. Raises Stopped."""
        search = Oracle(Formula.of(self._clauses, self._candidates), self._watch)
        while self._rules and search.has_model():
            model = search.model()
            for selector, (oracle, variables) in self._rules.items():
                assignment = [variable if model[variable] > 0 else -variable for variable in variables]
                if not oracle.has_model(assignment):
                    for order in (1, -1):
                        clause = self._broken(oracle, sorted(assignment, key=lambda literal: order * literal))
                        search.add(clause)
                        self._add(clause, selector)
        return self._clauses, self._groups

    def _broken(self, oracle: Oracle, assignment: Sequence[int]) -> Literals:
        """A minimal clause of a rule that an assignment breaks; the last literals are left out first."""
        remaining, needed = list(assignment), list[int]()
        while remaining:
            literal = remaining.pop()
            if oracle.has_model([*needed, *remaining]):
                needed.append(literal)
            else:
                core = set(oracle.core())
                remaining = [literal for literal in remaining if literal in core]
        return tuple(-literal for literal in needed)

    def _add(self, clause: Literals, group: int | None) -> None:
        self._clauses.append(clause)
        self._groups.append(group)


def _claim_step(
    position: Position, step: ProofStep, groups: Sequence[int | None], rules: OpenRules,
    candidates: dict[int, Candidate],
) -> ClaimStep:  # fmt: skip
    used_groups = {groups[clause] for clause in step.clauses}
    demands = [demand for selector, demand in rules.demands.items() if selector in used_groups]
    return ClaimStep(
        tuple(sorted(candidates[-literal] for literal in step.literals if literal < 0)),
        tuple(sorted(candidates[literal] for literal in step.literals if literal > 0)),
        tuple(demand for demand in demands if isinstance(demand, int)),
        tuple(demand for demand in demands if isinstance(demand, HouseDigit)),
        tuple(position.rules[demand.number] for demand in demands if isinstance(demand, PuzzleRule)),
        step.steps,
        SUPPOSITION in used_groups,
    )
