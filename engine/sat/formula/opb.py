"""OPB, the format of pseudo-Boolean problems: linear constraints over literals, encoded as clauses.

`+2 x1 -3 ~x2 >= 1 ;` is a constraint, `min: +1 x1 +3 x2 ;` the objective, `*` begins a comment (O. Roussel, V.
Manquinho: Input/output format and solver requirements for the competitions of pseudo-Boolean solvers, 2012). Variable
xN is variable N of the formula. Products of variables are refused.

N. Eén, N. Sörensson: Translating pseudo-Boolean constraints into SAT. JSAT 2 (2006) 1-26. A constraint is normalized to
sum >= bound with positive coefficients. If any single literal satisfies it, it is a clause. Others become a decision
diagram, with a variable and two clauses per node (I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, V.
Mayer-Eichberger: A new look at BDDs for pseudo-Boolean constraints. JAIR 45 (2012) 443-480), so that unit propagation
finds all consequences. If the diagram would exceed NODES nodes, a network of adders sums up the coefficients, and
clauses compare the sum with the bound.

Models assign the new variables too, sometimes in several ways. Comments `p show` list the variables of the file, over
which models are counted, and a comment such as `constraint 4-9: +2 x1 -3 x2 >= 1` names the clauses of each constraint.
"""

import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from os import PathLike
from typing import NamedTuple

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.base.streams import read_whole
from engine.base.text import pluralized, printable
from engine.sat.formula.circuits import Circuit
from engine.sat.formula.dimacs import MAX_COMMENTS, Document, most_variables
from engine.sat.formula.formula import MAX_LITERAL, Comment, Formula
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.objective import Objective

MAX_FILE = 1 << 27
"""Maximum size of a file in bytes (128 MiB)."""
MAX_MADE = 1 << 26
"""Maximum number of literals in the resulting clauses."""
MAX_DIGITS = 60
"""Maximum number of digits of a coefficient or a bound."""
NODES = 20_000
"""Maximum number of nodes of the decision diagram of a constraint."""

_TOKEN = re.compile(r"\*[^\n]*|;|>=|<=|=|[^\s;<>=*]+|[<>*]|\n")
_VARIABLE = re.compile(r"(~?)x([0-9]{1,10})")
_NUMBER = re.compile(r"[+-]?[0-9]+")
_RELATIONS = (">=", "<=", "=")
_GOALS = ("min:", "max:", "min", "max")
_HEAD = re.compile(rb"\s*(\*\s*#\s*variable\s*=|(\*[^\n]*\n\s*)*((min|max)\s*:|[+-]?[0-9]+\s+~?x[0-9]))")

_MADE = lazy_gettext("{clauses} made of {constraints}")
_NEW = lazy_gettext("{clauses} made of {constraints}, with {new} from {first} on")
_LISTED_LINE = re.compile(r"constraint ([1-9][0-9]{0,9})-([0-9]{1,10}): (.+)")
MAX_LISTED = 20_000
"""Maximum number of constraints that comments list."""
_VARIABLES_PER_COMMENT = 1000
"""Maximum number of variables in a comment `p show`."""
_MAX_TERMS = 200
"""Maximum number of terms of a constraint in a comment."""


def begins_like_opb(head: bytes) -> bool:
    """Whether content with these first bytes looks like OPB."""
    return bool(_HEAD.match(head))


def read(
    path: "str | PathLike[str]",
    *,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Document:
    """Read the constraints of a file (plain, gzip, bzip2 or xz) as a formula.

    `on_progress` gets the bytes read and their total. Raises InputError with the line if the file can't be read, and
    Cancelled.
    """
    problem = _("more than {most} MB").format(most=MAX_FILE >> 20)
    too_long = InputError(problem, path=path, advice=_("split the problem"))
    data = read_whole(path, most=MAX_FILE, too_long=too_long, on_progress=on_progress, cancel=cancel)
    return parse(data, path=path, cancel=cancel)


def parse(
    data: bytes, *, path: "str | PathLike[str] | None" = None, cancel: Callable[[], bool] | None = None
) -> Document:
    """Read constraints from bytes; see `read`."""
    reader = _OpbReader(data, path, cancel)
    encoder = _Encoder(0)
    constraints = list(reader.constraints())
    ranges: list[str] = []
    encoder.circuit.variables = before = reader.highest
    if before > (most := most_variables(sum(len(constraint.terms) for constraint in constraints))):
        problem = _("x{before} is beyond {most}, the limit for so few terms").format(before=before, most=most)
        raise InputError(problem, path=path, advice=_("number the variables from 1"))
    for constraint in constraints:
        poll(cancel)
        begin = len(encoder.circuit.clauses) + 1
        encoder.add(constraint)
        if len(ranges) < MAX_LISTED:
            ranges.append(f"constraint {begin}-{len(encoder.circuit.clauses)}: {constraint}")
        if encoder.literals > MAX_MADE:
            problem = _("the clauses would have more than {most} literals").format(most=MAX_MADE)
            raise InputError(problem, path=path, line=constraint.line, advice=_("split the problem"))
    formula = Formula.of(encoder.circuit.clauses, encoder.circuit.variables)
    facts = {
        "clauses": pluralized(len(formula), "clause"),
        "constraints": pluralized(len(constraints), "constraint"),
        "new": pluralized(formula.variables - before, "new variable"),
        "first": before + 1,
    }
    summary = (_MADE if formula.variables == before else _NEW).format(**facts)
    comments = [*reader.comments, *map(Comment, [*ranges, summary])]
    if formula.variables > before:
        comments += map(Comment, _variable_list(before))
    linear = tuple(half for constraint in constraints for half in constraint.normal())
    auxiliary = formula.variables - before
    whole = Formula(formula.variables, formula.literals, formula.starts, tuple(comments), linear, auxiliary)
    return Document(whole, None, (), encoding_clauses=len(whole), objective=reader.objective, form="OPB")


class ListedConstraint(NamedTuple):
    """A constraint that comments of a formula list: its text as in a file, its clauses (from 0), and its degrees.

    A degree is the bound if all coefficients are positive: one of an inequality, two of an equation; none if a formula
    has only the comments.
    """

    text: str
    clauses: range
    degrees: tuple[int, ...]


def listed_constraints(formula: Formula) -> tuple[ListedConstraint, ...]:
    """The constraints in the comments of a formula that comes from an OPB file, up to MAX_LISTED.

    >>> for constraint in listed_constraints(parse(b"+2 x1 -3 x2 >= 1; +1 x1 +1 x2 = 1;").formula): print(constraint)
    ListedConstraint(text='+2 x1 -3 x2 >= 1', clauses=range(0, 3), degrees=(4,))
    ListedConstraint(text='+1 x1 +1 x2 = 1', clauses=range(3, 5), degrees=(1, 1))
    """
    found, linear = [], iter(formula.constraints)
    for comment in formula.comments:
        match = _LISTED_LINE.fullmatch(comment.text)
        if match and (clauses := range(int(match[1]) - 1, int(match[2]))).stop <= len(formula):
            degrees = tuple(half.bound for half in islice(linear, 2 if " = " in match[3] else 1))
            found.append(ListedConstraint(match[3], clauses, degrees))
    return tuple(found)


def violated(formula: Formula, model: Sequence[int]) -> tuple[int, str] | None:
    """The number (from 1) and the text of the first constraint of the file that a model violates, if there is one.

    `model` has a literal of each variable of the constraints, in order.
    """
    listed, linear = listed_constraints(formula), iter(formula.constraints)
    for number, constraint in enumerate(listed, 1):
        if not all(next(linear).is_satisfied(model) for _half in constraint.degrees):
            return number, constraint.text
    for number, unlisted in enumerate(linear, len(listed) + 1):
        if not unlisted.is_satisfied(model):
            return number, str(unlisted)
    return None


class Constraint(NamedTuple):
    """A linear constraint: sum of coefficients of true variables, relation, bound; `line` is where it ends."""

    terms: dict[int, int]
    """The coefficients by variable; negated variables have been replaced."""
    relation: str
    bound: int
    line: int

    def normal(self) -> tuple[LinearConstraint, ...]:
        """The constraint as one sum with a lower bound, an equation as two: the `>=` first, as VeriPB has them."""
        terms = self.terms.items()
        at_least = LinearConstraint.of(((weight, variable) for variable, weight in terms), self.bound)
        at_most = LinearConstraint.of(((-weight, variable) for variable, weight in terms), -self.bound)
        return {">=": (at_least,), "<=": (at_most,), "=": (at_least, at_most)}[self.relation]

    def __str__(self) -> str:
        """As in a file: `+2 x1 -3 x2 >= 1`; cut if it has very many terms."""
        return " ".join((*_texts(self.terms.items()), self.relation, str(self.bound)))


class _OpbReader:
    """A parser of the constraints of a file."""

    def __init__(self, data: bytes, path: "str | PathLike[str] | None", cancel: Callable[[], bool] | None) -> None:
        self.comments: list[Comment] = []
        self.highest = 0
        self.objective: Objective | None = None
        self._path, self._cancel = path, cancel
        self._line = 1
        self._tokens = self._split(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig", errors="replace").read())

    def constraints(self) -> Iterator[Constraint]:
        """Yields the constraints of the file."""
        token = next(self._tokens, None)
        if token is not None and token.lower() in _GOALS:
            self._take_objective(token.lower())
            token = next(self._tokens, None)
        while token is not None:
            yield self._constraint(token)
            token = next(self._tokens, None)

    def _split(self, text: str) -> Iterator[str]:
        """Yields the tokens without comments and line ends."""
        for number, found in enumerate(_TOKEN.finditer(text)):
            token = found[0]
            if number % 10_000 == 0:
                poll(self._cancel)
            if token == "\n":
                self._line += 1
            elif token[0] == "*":
                if len(self.comments) < MAX_COMMENTS:
                    self.comments.append(Comment(token[1:].strip(), self._line))
            else:
                yield token

    def _take_objective(self, goal: str) -> None:
        """Parse the objective after its first word."""
        if goal in ("min", "max") and self._next() != ":":
            raise self._error(
                _("{token} begins an objective").format(token=_printable(goal)), _("write min: before its terms")
            )
        terms: list[tuple[int, int]] = []
        while (token := self._next()) != ";":
            coefficient = 1
            if _NUMBER.fullmatch(token):
                coefficient, token = self._number(token), self._next()
            negated, variable = self._variable(token)
            terms.append((coefficient, -variable if negated else variable))
        self.objective = Objective.of_sum(terms, maximises=goal.startswith("max"))

    def _constraint(self, token: str) -> Constraint:
        """Parse the constraint that begins with this token."""
        terms: dict[int, int] = defaultdict(int)
        bound = 0
        while token not in _RELATIONS:
            coefficient = 1
            if _NUMBER.fullmatch(token):
                coefficient, token = self._number(token), self._next()
            negated, variable = self._variable(token)
            terms[variable] += -coefficient if negated else coefficient
            bound -= coefficient if negated else 0
            token = self._next()
            if _VARIABLE.fullmatch(token):
                problem = _("a product of variables ends with {token}").format(token=_printable(token))
                raise self._error(problem, _("only linear constraints are read"))
        bound += self._number(self._next())
        relation, line = token, self._line
        end = next(self._tokens, ";")  # the last one may lack it
        if end != ";":
            raise self._error(
                _("{end} is not the ; that ends a constraint").format(end=_printable(end)),
                _("end each constraint with a ;"),
            )
        return Constraint({variable: terms[variable] for variable in terms if terms[variable]}, relation, bound, line)

    def _next(self) -> str:
        token = next(self._tokens, None)
        if token is None:
            raise self._error(_("the file ends within a constraint"), _("end each constraint with >= NUMBER ;"))
        return token

    def _number(self, token: str) -> int:
        if not _NUMBER.fullmatch(token):
            raise self._error(
                _("{token} is not a number").format(token=_printable(token)),
                _("coefficients and bounds are whole numbers"),
            )
        if len(token) > MAX_DIGITS:
            raise self._error(
                _("{token} has more than {most} digits").format(token=_printable(token), most=MAX_DIGITS),
                _("use smaller numbers"),
            )
        return int(token)

    def _variable(self, token: str) -> tuple[bool, int]:
        found = _VARIABLE.fullmatch(token)
        if found is None:
            if token.lower() in _GOALS:
                raise self._error(
                    _("{token} begins an objective").format(token=_printable(token)),
                    _("there is one at most, before all constraints"),
                )
            raise self._error(
                _("{token} is not a variable").format(token=_printable(token)),
                _("variables are called x1, x2 and so on"),
            )
        variable = int(found[2])
        if not 1 <= variable <= MAX_LITERAL:
            raise self._error(
                _("{token} is not a variable").format(token=_printable(token)),
                _("they are numbered from 1 to {most}").format(most=MAX_LITERAL),
            )
        self.highest = max(self.highest, variable)
        return bool(found[1]), variable

    def _error(self, problem: str, advice: str) -> InputError:
        return InputError(problem, path=self._path, line=self._line, advice=advice)


class _Encoder:
    """An encoder of constraints as clauses; `literals` counts the literals of the clauses, plus one per clause."""

    def __init__(self, variables: int) -> None:
        self.circuit = Circuit()
        self.circuit.variables = variables
        self.literals = 0
        self._counted_clauses = 0

    def add(self, constraint: Constraint) -> None:
        """Add the clauses of a constraint."""
        if constraint.relation in (">=", "="):
            self._at_least(constraint.terms.items(), constraint.bound)
        if constraint.relation in ("<=", "="):
            self._at_least(((variable, -weight) for variable, weight in constraint.terms.items()), -constraint.bound)
        clauses = self.circuit.clauses
        self.literals += sum(len(clauses[place]) + 1 for place in range(self._counted_clauses, len(clauses)))
        self._counted_clauses = len(clauses)

    def _at_least(self, terms: Iterable[tuple[int, int]], bound: int) -> None:
        """Encode sum >= bound, with coefficients of any sign."""
        positive = []
        for variable, weight in terms:
            positive.append((abs(weight), variable if weight > 0 else -variable))
            bound -= min(weight, 0)
        if bound <= 0:
            return
        positive = sorted(((min(weight, bound), literal) for weight, literal in positive), key=lambda term: -term[0])
        if sum(weight for weight, _ in positive) < bound:
            self.circuit.clauses.append(())
        elif all(weight == bound for weight, _ in positive):
            self.circuit.clauses.append([literal for _, literal in positive])
        elif (layers := _layers(positive, bound)) is not None:
            self._diagram(positive, layers)
        else:
            self._network(positive, bound)

    def _diagram(self, terms: Sequence[tuple[int, int]], layers: Sequence[set[int]]) -> None:
        """Add the clauses of a decision diagram.

        If a node holds, the node for the rest of the bound holds, and the node for the same bound holds unless the
        literal is true. The root must hold and has no variable.
        """
        nodes: dict[int, tuple[int, ...]] = dict.fromkeys(layers[0], ())  # by bound: the negation of the node
        for (weight, literal), layer in zip(terms, layers[1:], strict=True):
            below = dict(zip(sorted(layer), self.circuit.inputs(len(layer)), strict=True))
            for bound, negation in nodes.items():
                if bound > weight:
                    self.circuit.clauses.append((*negation, below[bound - weight]))
                same_bound = (below[bound],) if bound in below else ()
                self.circuit.clauses.append((*negation, literal, *same_bound))
            nodes = {bound: (-node,) for bound, node in below.items()}

    def _network(self, terms: Sequence[tuple[int, int]], bound: int) -> None:
        """Add adders for each bit of the sum, lowest first, and the comparison with the bound."""
        columns: dict[int, list[int]] = defaultdict(list)
        for weight, literal in terms:
            for place in range(weight.bit_length()):
                if weight >> place & 1:
                    columns[place].append(literal)
        total: dict[int, int] = {}
        for place in range(sum(weight for weight, _literal in terms).bit_length()):
            column = columns[place]
            while len(column) > 1:
                out, carry = self.circuit.sum([column.pop() for _bit in range(min(3, len(column)))])
                column.insert(0, out)
                assert carry is not None, "two bits or three have a carry"
                columns[place + 1].append(carry)
            if column:
                total[place] = column[0]
        for place in range(bound.bit_length()):
            if bound >> place & 1:  # this bit of the sum is set, or a higher one where the bound has none
                bits = (bit for at, bit in total.items() if at == place or (at > place and not bound >> at & 1))
                self.circuit.clauses.append(tuple(bits))


def _layers(terms: Sequence[tuple[int, int]], bound: int) -> list[set[int]] | None:
    """The bounds of the nodes of a decision diagram at each term; None if there are too many.

    A bound that is reached, or can no longer be reached, has no node.
    """
    left = sum(weight for weight, _literal in terms)
    layers, nodes = [{bound}], 1
    for weight, _literal in terms:
        left -= weight
        layers.append({rest for above in layers[-1] for rest in (above, above - weight) if 0 < rest <= left})
        nodes += len(layers[-1])
        if nodes > NODES:
            return None
    return layers


def _texts(terms: Iterable[tuple[int, int]]) -> Iterator[str]:
    """The terms of a constraint as in a file; `...` instead of the last of very many."""
    for number, (variable, weight) in enumerate(terms):
        if number == _MAX_TERMS:
            yield "..."
            return
        yield f"{weight:+} x{variable}"


def _variable_list(variables: int) -> Iterator[str]:
    """Comments that list the first `variables` variables as those to count."""
    for first in range(1, variables + 1, _VARIABLES_PER_COMMENT):
        yield f"p show {' '.join(map(str, range(first, min(first + _VARIABLES_PER_COMMENT, variables + 1))))} 0"


def _printable(token: str) -> str:
    return f"'{printable(token[:40])}{'…' if len(token) > 40 else ''}'"
