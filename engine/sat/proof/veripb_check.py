"""Checks VeriPB proofs (version 2.0 of the format) of linear constraints, and of clauses.

Written from VeriPB's documentation, with these rules: `f`, `pol` (`+`, `*`, `d`, `s`, `w`, literals), `rup`, `red` with
one variable as witness, `del id`, `soli`, and the conclusions SAT, UNSAT and BOUNDS. It shares nothing with what writes
the proofs.
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
"""Above all variables that are called xN: the numbers of those with other names."""

Weights = dict[int, int]
"""Positive weights by literal; a variable has one literal at most."""
Inequality = tuple[Weights, int]
"""The weights of true literals sum to at least the bound."""


@dataclass(frozen=True)
class VeripbVerdict:
    """Whether a proof holds, and what it shows; else why not, and the line (from 1)."""

    ok: bool
    reason: str
    line: int | None = None

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return (
            self.reason if self.line is None else _("line {line}: {reason}").format(line=self.line, reason=self.reason)
        )


class _InvalidLine(Exception):
    """The line is wrong."""


def check(
    constraints: Iterable[LinearConstraint],
    lines: Sequence[str],
    objective: Objective | None = None,
    *,
    offset: int = 0,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> VeripbVerdict:
    """Whether a proof holds. Costs in it are those of the objective less `offset`.

    Raises Cancelled, and InputError for a rule that is not among those above.
    """
    checker = _Checker(constraints, objective, offset)
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            poll(cancel)
            if on_progress is not None and number % 256 == 0:
                on_progress(number, len(lines))
            checker.take(line.split())
    except _InvalidLine as wrong:
        return VeripbVerdict(False, str(wrong), number)
    except (ValueError, IndexError, KeyError):
        return VeripbVerdict(False, _("this is no line of a VeriPB proof"), number)
    if not checker.conclusion:
        return VeripbVerdict(False, _("the proof has no conclusion"), len(lines))
    return VeripbVerdict(True, checker.conclusion)


class _Checker:
    """The constraints in force, by number."""

    def __init__(self, constraints: Iterable[LinearConstraint], objective: Objective | None, offset: int) -> None:
        self._offset = offset
        self._given = [({lit: by for by, lit in each.terms}, each.bound) for each in constraints]
        self._objective = objective
        self._in_force: dict[int, Inequality] = dict(enumerate(self._given, 1))
        self._last = len(self._given)
        self._names: dict[str, int] = {}
        self._best: int | None = None
        self.conclusion = ""

    def take(self, words: list[str]) -> None:
        """Check a line. Raises _InvalidLine."""
        if not words or words[0].startswith("*") or " ".join(words) in (HEADER, _END):
            return
        rule, rest = words[0], words[1:]
        if rule == "f":
            if rest and int(rest[0]) != len(self._given):
                raise _InvalidLine(
                    _("the number of constraints is {declared} in the proof, but {constraints} in the problem").format(
                        declared=rest[0], constraints=len(self._given)
                    )
                )
        elif rule == "pol":
            self._add(self._polish(rest))
        elif rule == "rup":
            goal = self._inequality(rest)
            if not self._follows(goal):
                raise _InvalidLine(_("propagation does not imply it"))
            self._add(goal)
        elif rule == "red":
            self._redundant(rest)
        elif rule == "del" and rest[:1] == ["id"]:
            for word in rest[1:]:
                del self._in_force[int(word)]
        elif rule == "soli":
            self._improve([self._literal(word) for word in rest])
        elif rule == "conclusion":
            self._conclude(rest)
        elif rule != "output":
            raise InputError(_("the rule {rule} is not supported").format(rule=rule), advice=str(_ADVICE))

    def _add(self, inequality: Inequality) -> None:
        self._last += 1
        self._in_force[self._last] = inequality

    def _literal(self, name: str) -> int:
        variable = name.removeprefix("~")
        if not variable[0].isalpha():
            raise ValueError(name)
        is_number = variable[0] == "x" and variable[1:].isdigit()
        number = int(variable[1:]) if is_number else _VARIABLE_BASE + self._names.setdefault(variable, len(self._names))
        return -number if name.startswith("~") else number

    def _inequality(self, words: list[str]) -> Inequality:
        at = words.index(">=")
        terms = zip(words[:at:2], words[1:at:2], strict=True)
        return _normal([(int(by), self._literal(name)) for by, name in terms], int(words[at + 1].rstrip(";")))

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
                (more, high), (weights, bound) = inequality(), inequality()
                both = [(by, literal) for part in (weights, more) for literal, by in part.items()]
                stack.append(_normal(both, bound + high))
            elif word == "*":
                factor, (weights, bound) = number(), inequality()
                stack.append(({literal: by * factor for literal, by in weights.items()}, bound * factor))
            elif word == "d":
                divisor, (weights, bound) = number(), inequality()
                stack.append(({literal: -(-by // divisor) for literal, by in weights.items()}, -(-bound // divisor)))
            elif word == "s":
                weights, bound = inequality()
                stack.append(({lit: min(by, bound) for lit, by in weights.items() if bound > 0}, bound))
            elif word == "w":
                ((variable,), _), (weights, bound) = inequality(), inequality()
                lost = weights.get(variable, 0) + weights.get(-variable, 0)
                stack.append(({lit: by for lit, by in weights.items() if abs(lit) != abs(variable)}, bound - lost))
            elif word.isdigit():
                stack.append(int(word))
            elif word != ";":
                stack.append(({self._literal(word): 1}, 0))
        found = inequality()
        if stack:
            raise ValueError
        return found

    def _follows(self, goal: Inequality, more: Iterable[Inequality] = ()) -> bool:
        """Whether propagation refutes the negation of an inequality, with more of them."""
        return _is_refuted([*self._in_force.values(), *more, _negation(goal)])

    def _redundant(self, words: list[str]) -> None:
        at = words.index(">=")
        goal = self._inequality(words[: at + 2])
        name, arrow, value = (word for word in words[at + 2 :] if word != ";")
        if arrow != "->" or value not in ("0", "1"):
            raise InputError(_("a witness of another form is not supported"), advice=str(_ADVICE))
        true = self._literal(name) if value == "1" else -self._literal(name)
        if self._objective and abs(true) in {abs(lit) for _by, clause in self._objective.soft for lit in clause}:
            raise InputError(_("a witness in the objective is not supported"), advice=str(_ADVICE))
        if not self._follows(goal):
            for weights, bound in [*self._in_force.values(), goal]:
                if true not in weights and -true not in weights:
                    continue
                rest = {literal: by for literal, by in weights.items() if abs(literal) != abs(true)}
                repaired = rest, bound - weights.get(true, 0)
                if not _adds_up(_negation(goal), repaired) and not self._follows(repaired, [_negation(goal)]):
                    raise _InvalidLine(_("the witness does not repair a constraint"))
        self._add(goal)

    def _cost(self, literals: Iterable[int]) -> int:
        """The cost of a model. Raises _InvalidLine if it violates a constraint of the problem."""
        true = set(literals)
        if any(-literal in true for literal in true):
            raise _InvalidLine(_("a literal and its negation"))
        for number, (weights, bound) in enumerate(self._given, 1):
            if sum(by for literal, by in weights.items() if literal in true) < bound:
                raise _InvalidLine(_("the model violates constraint {number}").format(number=number))
        objective = self._objective
        if objective is None:
            return 0
        return objective.constant + sum(by for by, clause in objective.soft if not true.intersection(clause))

    def _improve(self, literals: list[int]) -> None:
        objective = self._objective
        if objective is None:
            raise _InvalidLine(_("the problem has no objective"))
        if any(len(clause) != 1 for _by, clause in objective.soft):
            raise InputError(_("the objective has clauses of several literals"), advice=_("state it as a sum in OPB"))
        cost = self._cost(literals)
        self._best = cost if self._best is None else min(self._best, cost)
        # the sum of the weights of true soft literals grows
        whole = objective.constant + sum(by for by, _clause in objective.soft)
        self._add(_normal([(by, clause[0]) for by, clause in objective.soft], whole - cost + 1))

    def _conclude(self, words: list[str]) -> None:
        kind, *rest = (word for word in words if word != ":")
        if kind == "NONE":
            raise _InvalidLine(_("it concludes nothing"))
        if kind == "SAT":
            self._cost([self._literal(word) for word in rest])
            self.conclusion = _("there is a model")
            return
        if kind == "UNSAT" and rest:
            weights, bound = self._in_force[int(rest[0])]
            refuted = sum(weights.values()) < bound
        else:
            refuted = _is_refuted(list(self._in_force.values()))
        if kind == "UNSAT" and self._objective is None:
            if not refuted:
                raise _InvalidLine(_("no contradiction"))
            self.conclusion = _("there is no model")
            return
        if kind == "UNSAT":
            raise _InvalidLine(_("a problem with an objective ends with bounds"))
        lower, upper = ([None if word == "INF" else int(word) + self._offset for word in rest] + [None, None])[:2]
        if kind != "BOUNDS" or len(rest) != 2:
            raise InputError(
                _("the conclusion {kind} is not supported in this form").format(kind=kind), advice=str(_ADVICE)
            )
        if upper != self._best:
            raise _InvalidLine(_("no model has this value") if upper is not None else _("a model is known"))
        if not refuted:
            raise _InvalidLine(_("the lower bound is not shown"))
        if lower is None and self._best is None:
            self.conclusion = _("there is no model")
        elif lower is not None and self._best is not None and lower <= self._best:
            if lower == self._best and self._objective is not None:
                self.conclusion = _("the optimum is {value:,}").format(value=self._objective.value(lower))
            else:
                self.conclusion = _("no model costs less than {value:,}").format(value=lower)
        else:
            raise _InvalidLine(_("the lower bound is not shown"))


def _normal(terms: Iterable[tuple[int, int]], bound: int) -> Inequality:
    """With positive weights, and one literal for each variable."""
    weights: Weights = {}
    for by, literal in terms:
        signed = by if literal > 0 else -by
        bound -= by if literal < 0 else 0
        weights[abs(literal)] = weights.get(abs(literal), 0) + signed
    bound -= sum(by for by in weights.values() if by < 0)
    return {variable if by > 0 else -variable: abs(by) for variable, by in weights.items() if by}, bound


def _negation(inequality: Inequality) -> Inequality:
    weights, bound = inequality
    return {-literal: by for literal, by in weights.items()}, sum(weights.values()) - bound + 1


def _adds_up(inequality: Inequality, goal: Inequality) -> bool:
    """Whether an inequality with literals added or taken away is at least the goal."""
    (weights, bound), (others, least) = inequality, goal
    return bound - sum(max(by - others.get(literal, 0), 0) for literal, by in weights.items()) >= least


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
        for literal, by in inequalities[place][0].items():
            if by > slack[place] and literal not in true and -literal not in true:
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


def read(path: str, most: int) -> list[str]:
    """The lines of a proof of at most so many bytes. Raises InputError."""
    from engine.base.streams import read_whole

    too_long = InputError(_("more than {size} MB").format(size=most >> 20), path=path, advice=str(_ADVICE))
    return read_whole(path, most=most, too_long=too_long).decode("ascii", "replace").splitlines()
