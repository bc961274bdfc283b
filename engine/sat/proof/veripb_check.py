"""Checks VeriPB proofs (version 2.0 of the format) of linear constraints, and of clauses.

It is written from VeriPB's documentation, and supports these rules: `f`, `pol` (`+`, `*`, `d`, `s`, `w`, literals),
`rup`, `red` with one variable as witness, `del id`, `soli`, and the conclusions SAT, UNSAT and BOUNDS. It shares
nothing with the writers of proofs.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.objective import Objective

HEADER = "pseudo-Boolean proof version 2.0"
_END = "end pseudo-Boolean proof"
_ADVICE = lazy_gettext("check it with VeriPB")
_VARIABLE_BASE = 1 << 40
"""The number of the first variable whose name is not xN: above all others."""

Weights = dict[int, int]
"""Positive weights by literal; a variable has at most one literal."""
Inequality = tuple[Weights, int]
"""Weights and a bound: the weights of the true literals sum to at least the bound."""


@dataclass(frozen=True)
class VeripbVerdict:
    """The result of a check: whether the proof is valid, and its conclusion; or else the fault and line (from 1)."""

    valid: bool
    sentence: str
    line: int | None = None

    def __bool__(self) -> bool:
        return self.valid

    def __str__(self) -> str:
        if self.line is None:
            return self.sentence
        return _("line {line}: {reason}").format(line=self.line, reason=self.sentence)


class _InvalidLineError(Exception):
    """A line is not valid; the text says why."""


def check(
    constraints: Iterable[LinearConstraint],
    lines: Sequence[str],
    objective: Objective | None = None,
    *,
    offset: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> VeripbVerdict:
    """Check a proof. The costs in it are those of the objective minus `offset`.

    `on_progress` gets the lines done and their total; `cancel` is polled at every line. Raises Cancelled, and
    InputError for a rule that is not supported.
    """
    checker = _Checker(constraints, objective, offset)
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            poll(cancel)
            if on_progress is not None and number % 256 == 0:
                on_progress(number, len(lines))
            checker.check_line(line.split())
    except _InvalidLineError as error:
        return VeripbVerdict(False, str(error), number)
    except (ValueError, IndexError, KeyError):
        return VeripbVerdict(False, _("this is not a line of a VeriPB proof"), number)
    if not checker.conclusion:
        return VeripbVerdict(False, _("the proof has no conclusion"), len(lines))
    return VeripbVerdict(True, checker.conclusion)


class _Checker:
    """The constraints in force, by number."""

    def __init__(self, constraints: Iterable[LinearConstraint], objective: Objective | None, offset: int) -> None:
        self._offset = offset
        self._problem = [
            ({literal: weight for weight, literal in constraint.terms}, constraint.bound) for constraint in constraints
        ]
        self._objective = objective
        self._in_force: dict[int, Inequality] = dict(enumerate(self._problem, 1))
        self._last = len(self._problem)
        self._names: dict[str, int] = {}
        self._best: int | None = None
        self.conclusion = ""

    def check_line(self, words: list[str]) -> None:
        """Check a line. Raises _InvalidLineError."""
        if not words or words[0].startswith("*") or " ".join(words) in (HEADER, _END):
            return
        rule, arguments = words[0], words[1:]
        if rule == "f":
            if arguments and int(arguments[0]) != len(self._problem):
                raise _InvalidLineError(
                    _("the number of constraints is {declared} in the proof, but {constraints} in the problem").format(
                        declared=arguments[0], constraints=len(self._problem)
                    )
                )
        elif rule == "pol":
            self._add(self._polish(arguments))
        elif rule == "rup":
            goal = self._inequality(arguments)
            if not self._follows(goal):
                raise _InvalidLineError(_("propagation does not imply this inequality"))
            self._add(goal)
        elif rule == "red":
            self._redundant(arguments)
        elif rule == "del" and arguments[:1] == ["id"]:
            for word in arguments[1:]:
                del self._in_force[int(word)]
        elif rule == "soli":
            self._improve([self._literal(word) for word in arguments])
        elif rule == "conclusion":
            self._conclude(arguments)
        elif rule != "output":
            raise InputError(_("the rule {rule} is not supported").format(rule=rule), advice=str(_ADVICE))

    def _add(self, inequality: Inequality) -> None:
        self._last += 1
        self._in_force[self._last] = inequality

    def _literal(self, name: str) -> int:
        """The literal of a name, such as x3 or ~y1. Raises ValueError."""
        variable = name.removeprefix("~")
        if not variable[0].isalpha():
            raise ValueError(name)
        is_number = variable[0] == "x" and variable[1:].isdigit()
        number = int(variable[1:]) if is_number else _VARIABLE_BASE + self._names.setdefault(variable, len(self._names))
        return -number if name.startswith("~") else number

    def _inequality(self, words: list[str]) -> Inequality:
        """Parse an inequality, such as `1 x1 2 ~x2 >= 2 ;`. Raises ValueError."""
        place = words.index(">=")
        terms = zip(words[:place:2], words[1:place:2], strict=True)
        bound = int(words[place + 1].rstrip(";"))
        return _normalised([(int(weight), self._literal(name)) for weight, name in terms], bound)

    def _polish(self, words: list[str]) -> Inequality:
        """The result of operations in reverse Polish notation."""
        stack: list[Inequality | int] = []

        def inequality() -> Inequality:
            top = stack.pop()
            if isinstance(top, int):
                top = self._in_force[top]
            return top

        def number() -> int:
            top = stack.pop()
            if not isinstance(top, int) or top <= 0:
                raise ValueError
            return top

        for word in words:
            if word == "+":
                (other_weights, other_bound), (weights, bound) = inequality(), inequality()
                terms = [(weight, literal) for part in (weights, other_weights) for literal, weight in part.items()]
                stack.append(_normalised(terms, bound + other_bound))
            elif word == "*":
                factor, (weights, bound) = number(), inequality()
                stack.append(({literal: weight * factor for literal, weight in weights.items()}, bound * factor))
            elif word == "d":
                divisor, (weights, bound) = number(), inequality()
                quotients = {literal: -(-weight // divisor) for literal, weight in weights.items()}
                stack.append((quotients, -(-bound // divisor)))
            elif word == "s":
                weights, bound = inequality()
                stack.append(({literal: min(weight, bound) for literal, weight in weights.items() if bound > 0}, bound))
            elif word == "w":
                ((variable,), _bound), (weights, bound) = inequality(), inequality()
                weakening = weights.get(variable, 0) + weights.get(-variable, 0)
                stack.append((_without(weights, variable), bound - weakening))
            elif word.isdigit():
                stack.append(int(word))
            elif word != ";":
                stack.append(({self._literal(word): 1}, 0))
        result = inequality()
        if stack:
            raise ValueError
        return result

    def _follows(self, goal: Inequality, premises: Iterable[Inequality] = ()) -> bool:
        """Whether propagation implies an inequality from those in force and these premises."""
        return _is_refuted([*self._in_force.values(), *premises, _negation(goal)])

    def _redundant(self, words: list[str]) -> None:
        """Add an inequality that is implied, or whose witness repairs every assignment that violates it."""
        place = words.index(">=")
        goal = self._inequality(words[: place + 2])
        name, arrow, value = (word for word in words[place + 2 :] if word != ";")
        if arrow != "->" or value not in ("0", "1"):
            raise InputError(_("a witness of another form is not supported"), advice=str(_ADVICE))
        true = self._literal(name) if value == "1" else -self._literal(name)
        objective_clauses = [clause for _weight, clause in self._objective.soft] if self._objective else []
        if any(abs(true) == abs(literal) for clause in objective_clauses for literal in clause):
            raise InputError(_("a witness in the objective is not supported"), advice=str(_ADVICE))
        if not self._follows(goal):
            for weights, bound in [*self._in_force.values(), goal]:
                if true not in weights and -true not in weights:
                    continue
                repaired = _without(weights, true), bound - weights.get(true, 0)
                if not _implies(_negation(goal), repaired) and not self._follows(repaired, [_negation(goal)]):
                    raise _InvalidLineError(_("the witness does not repair a constraint"))
        self._add(goal)

    def _cost(self, literals: Iterable[int]) -> int:
        """The cost of a model. Raises _InvalidLineError if it violates a constraint of the problem."""
        true = set(literals)
        if any(-literal in true for literal in true):
            raise _InvalidLineError(_("the model has a literal and its negation"))
        for number, (weights, bound) in enumerate(self._problem, 1):
            if sum(weight for literal, weight in weights.items() if literal in true) < bound:
                raise _InvalidLineError(_("the model violates constraint {number}").format(number=number))
        objective = self._objective
        if objective is None:
            return 0
        return objective.constant + sum(weight for weight, clause in objective.soft if not true.intersection(clause))

    def _improve(self, literals: list[int]) -> None:
        """Add the inequality that models must cost less than this one."""
        objective = self._objective
        if objective is None:
            raise _InvalidLineError(_("the problem has no objective"))
        if any(len(clause) != 1 for _weight, clause in objective.soft):
            raise InputError(_("the objective has clauses of several literals"), advice=_("state it as a sum in OPB"))
        cost = self._cost(literals)
        self._best = cost if self._best is None else min(self._best, cost)
        # A model that costs less has a higher sum of weights of true soft literals.
        max_cost = objective.constant + sum(weight for weight, _clause in objective.soft)
        self._add(_normalised([(weight, clause[0]) for weight, clause in objective.soft], max_cost - cost + 1))

    def _conclude(self, words: list[str]) -> None:
        """Check the conclusion of the proof."""
        kind, *arguments = (word for word in words if word != ":")
        if kind == "NONE":
            raise _InvalidLineError(_("the proof concludes nothing"))
        if kind == "SAT":
            self._cost([self._literal(word) for word in arguments])
            self.conclusion = _("there is a model")
            return
        if kind == "UNSAT" and arguments:
            weights, bound = self._in_force[int(arguments[0])]
            refuted = sum(weights.values()) < bound
        else:
            refuted = _is_refuted(list(self._in_force.values()))
        if kind == "UNSAT" and self._objective is None:
            if not refuted:
                raise _InvalidLineError(_("the proof does not end in a contradiction"))
            self.conclusion = _("there is no model")
            return
        if kind == "UNSAT":
            raise _InvalidLineError(_("a problem with an objective ends with bounds"))
        lower, upper = ([None if word == "INF" else int(word) + self._offset for word in arguments] + [None, None])[:2]
        if kind != "BOUNDS" or len(arguments) != 2:
            raise InputError(
                _("the conclusion {kind} is not supported in this form").format(kind=kind), advice=str(_ADVICE)
            )
        if upper != self._best:
            raise _InvalidLineError(_("the upper bound is not the cost of the best model in the proof"))
        if not refuted:
            raise _InvalidLineError(_("the lower bound is not shown"))
        if lower is None and self._best is None:
            self.conclusion = _("there is no model")
        elif lower is not None and self._best is not None and lower <= self._best:
            if lower == self._best and self._objective is not None:
                self.conclusion = _("the optimum is {value:,}").format(value=self._objective.value(lower))
            else:
                self.conclusion = _("no model costs less than {value:,}").format(value=lower)
        else:
            raise _InvalidLineError(_("the lower bound is not shown"))


def _normalised(terms: Iterable[tuple[int, int]], bound: int) -> Inequality:
    """The inequality with positive weights and one literal for each variable."""
    weights: dict[int, int] = {}  # signed, by variable
    for weight, literal in terms:
        weights[abs(literal)] = weights.get(abs(literal), 0) + (weight if literal > 0 else -weight)
        bound -= weight if literal < 0 else 0
    bound -= sum(weight for weight in weights.values() if weight < 0)
    return {var if weight > 0 else -var: abs(weight) for var, weight in weights.items() if weight}, bound


def _without(weights: Weights, variable: int) -> Weights:
    return {literal: weight for literal, weight in weights.items() if abs(literal) != abs(variable)}


def _negation(inequality: Inequality) -> Inequality:
    weights, bound = inequality
    return {-literal: weight for literal, weight in weights.items()}, sum(weights.values()) - bound + 1


def _implies(inequality: Inequality, goal: Inequality) -> bool:
    """Whether an inequality implies the goal by itself, after weakening literals of higher weights than there."""
    (weights, bound), (goal_weights, goal_bound) = inequality, goal
    excess = sum(max(weight - goal_weights.get(literal, 0), 0) for literal, weight in weights.items())
    return bound - excess >= goal_bound


def _is_refuted(inequalities: Sequence[Inequality]) -> bool:
    """Whether propagation finds a conflict."""
    places: dict[int, list[int]] = {}
    slack = [sum(weights.values()) - bound for weights, bound in inequalities]
    for place, (weights, _bound) in enumerate(inequalities):
        for literal in weights:
            places.setdefault(-literal, []).append(place)
    true: set[int] = set()
    waiting: list[int] = []

    def imply(place: int) -> None:
        for literal, weight in inequalities[place][0].items():
            if weight > slack[place] and literal not in true and -literal not in true:
                true.add(literal)
                waiting.append(literal)

    for place in range(len(slack)):
        if slack[place] < 0:
            return True
        imply(place)
    while waiting:
        literal = waiting.pop()
        for place in places.get(literal, ()):
            slack[place] -= inequalities[place][0][-literal]
            if slack[place] < 0:
                return True
            imply(place)
    return False


def looks_like_veripb(head: bytes) -> bool:
    """Whether the first bytes are those of a VeriPB proof."""
    return head.startswith(HEADER.encode())


def read(path: str, max_bytes: int) -> list[str]:
    """The lines of a proof of at most `max_bytes`. Raises InputError."""
    from engine.base.streams import read_whole

    too_long = InputError(_("more than {size} MB").format(size=max_bytes >> 20), path=path, advice=str(_ADVICE))
    return read_whole(path, most=max_bytes, too_long=too_long).decode("ascii", "replace").splitlines()
