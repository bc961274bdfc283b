"""Writes VeriPB proofs (version 2.0 of the format) from a proof in DRAT, a certificate, or both.

VeriPB checks linear inequalities over literals. Formulas are read as DIMACS (`veripb --cnf`), and variable v is `xv`.
This module uses four of its rules:

- `rup` adds an inequality that unit propagation implies: the lemmas of a DRAT proof.
- `red` adds one that a substitution repairs: lemmas that are RAT, and definitions of new variables.
- `pol` adds a sum of earlier ones, with multiplication (`*`), division that rounds up (`d`) and weakening (`w`).
- `del id` deletes.

A count of a certificate is an inequality as it is. An equation modulo 2 becomes two: x1 + ... + xn = r + 2 (y1 + y2 +
...), where the new variable yj means that at least 2j + r of x1 ... xn are true. Added up, each side of a contradiction
has even coefficients and an odd bound; division by 2 rounds it up. S. Gocht, J. Nordström: Certifying parity reasoning
efficiently using pseudo-Boolean proofs. AAAI 2021.

An inequality that follows only by cases is proved with a new variable z that stands for it: clauses of z and the
negation of each case, then z itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.sat.formula.formula import Formula
from engine.sat.proof.certificate import PROOF, expects_proof
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import trim

HEADER = "pseudo-Boolean proof version 2.0"
_MAX_CASES = 1 << 20
"""Maximum number of cases of an inequality."""

Cancel = Callable[[], bool] | None


def write(formula: Formula, proof: Proof, certificate: str = "", *, cancel: Cancel = None) -> Iterator[str]:
    """Yield the lines of a VeriPB proof that a formula is unsatisfiable.

    `proof` is a DRAT proof of the formula or, with a certificate, the proof after it. Raises Cancelled, and InputError
    if the proof is wrong, or a line of the certificate needs too many cases.
    """
    writer = _VeripbWriter(formula, cancel)
    yield f"{HEADER}\nf {len(formula)}\n"
    for text in certificate.splitlines()[1:]:
        poll(cancel)
        if text and text != PROOF and not text.startswith("c"):
            writer.certify(text.split())
            yield from writer.flush()
    if not certificate or expects_proof(certificate):
        writer.refute(proof)
        yield from writer.flush()
    yield f"output NONE\nconclusion UNSAT : {writer.last}\nend pseudo-Boolean proof\n"


@dataclass(frozen=True)
class _NumberedCount:
    """At least `bound` of the literals are true; `number` is that of the inequality in the VeriPB proof."""

    literals: tuple[int, ...]
    bound: int
    number: int = 0

    def implied(self, value: Mapping[int, int]) -> tuple[int, ...] | None:
        """The literals implied by an assignment (1 or -1 by variable); None if it violates the count."""
        possible = [literal for literal in self.literals if literal * value.get(abs(literal), literal) > 0]
        if len(possible) < self.bound:
            return None
        if len(possible) > self.bound:
            return ()
        return tuple(literal for literal in possible if abs(literal) not in value)


@dataclass(frozen=True)
class _EquationPair:
    """The sum of the variables is `right` modulo 2; `least` and `most` are the numbers of its two inequalities."""

    literals: tuple[int, ...]
    right: int
    least: int = 0
    most: int = 0

    def implied(self, value: Mapping[int, int]) -> tuple[int, ...] | None:
        """See _NumberedCount."""
        free = [variable for variable in self.literals if variable not in value]
        differs = sum(value.get(variable, -1) > 0 for variable in self.literals) % 2 != self.right
        if len(free) > 1 or not (free or differs):
            return ()
        return (free[0] if differs else -free[0],) if free else None


_Line = _NumberedCount | _EquationPair
_Clause = tuple[int, ...]


class _PropagatedCase:
    """An assignment (`value`: 1 or -1 by variable) closed under unit propagation in some lines.

    `reasons` are the clauses of equations that propagate on the way. Propagation stops at a `conflict`.
    """

    def __init__(self, premises: Sequence[_Line]) -> None:
        self._watching: dict[int, list[_Line]] = {}
        for line in premises:
            for literal in line.literals:
                self._watching.setdefault(-literal, []).append(line)
                if isinstance(line, _EquationPair):
                    self._watching.setdefault(literal, []).append(line)
        self.value: dict[int, int] = {}
        self.reasons: list[tuple[_EquationPair, _Clause]] = []
        self.conflict = False
        for line in premises:
            self._assign(self._implied(line))

    def further(self, literals: Iterable[int]) -> "_PropagatedCase":
        """The case with more literals."""
        case = copy(self)
        case.value, case.reasons = dict(self.value), list(self.reasons)
        case._assign(literals)
        return case

    def _assign(self, literals: Iterable[int]) -> None:
        waiting = list(literals)
        while waiting and not self.conflict:
            literal = waiting.pop()
            if self.value.setdefault(abs(literal), 1 if literal > 0 else -1) * literal < 0:
                self.conflict = True
                return
            for line in self._watching.get(literal, ()):
                waiting.extend(self._implied(line))

    def _implied(self, line: _Line) -> _Clause:
        implied = () if self.conflict else line.implied(self.value)
        if isinstance(line, _EquationPair) and implied != ():
            clause = tuple(-variable * self.value[variable] for variable in line.literals if variable in self.value)
            self.reasons.append((line, clause + (implied or ())))
        self.conflict = self.conflict or implied is None
        return implied or ()


class _VeripbWriter:
    """The output so far, and the numbers of its inequalities; `last` is the number of the last one."""

    def __init__(self, formula: Formula, cancel: Cancel) -> None:
        self._formula = formula
        self._cancel = cancel
        self._text: list[str] = []
        self.last = len(formula)
        self._lines: list[_Line] = []  # of the certificate
        self._reasons: dict[tuple[_EquationPair, _Clause], int] = {}  # clauses of equations, by number
        self._deleted: set[int] = set()
        self._fresh = 0

    def flush(self) -> list[str]:
        """The output since the last call."""
        text, self._text = self._text, []
        return text

    # --- the lines of a certificate ---

    def certify(self, words: list[str]) -> None:
        """Write the inequalities of a line of a certificate."""
        place = next(place for place, word in enumerate(words) if word in ("from", "sum"))
        literals = tuple(int(word) for word in words[1 : place - 2] if word not in ("+", "0"))
        is_equation, right, references = words[place - 2] == "=", int(words[place - 1]), words[place + 1 :]
        line: _Line
        if words[place] == "sum":
            terms = [(int(word.rpartition("*")[0] or 1), self._line(word.rpartition("#")[2])) for word in references]
            line = self._sum(literals, right, terms, is_equation)
        else:
            premises = [self._line(word[1:]) if word[0] == "#" else self._clause(int(word)) for word in references]
            derive = self._equation if is_equation else self._count
            line = derive(literals, right, premises)
        if isinstance(line, _EquationPair) and line.right and not literals:
            self._reason(line, ())
        self._lines.append(line)

    def _line(self, number: str) -> _Line:
        return self._lines[int(number) - 1]

    def _clause(self, number: int) -> _NumberedCount:
        return _NumberedCount(tuple(dict.fromkeys(self._formula[number - 1])), 1, number)

    def _sum(self, literals: _Clause, right: int, terms: Sequence[tuple[int, _Line]], is_equation: bool) -> _Line:
        """Derive a sum of earlier lines, each with its multiplier."""
        if is_equation:
            lines = [line for _factor, line in terms if isinstance(line, _EquationPair)]
            least = self._pol(_added(str(line.least) for line in lines))
            most = self._pol(_added(str(line.most) for line in lines))
            return _EquationPair(literals, right, least, most)
        weights: dict[int, int] = {}
        operands = []
        for factor, line in terms:
            assert isinstance(line, _NumberedCount), "equations are not terms of counts"
            operands.append(str(line.number) if factor == 1 else f"{line.number} {factor} *")
            for literal in line.literals:
                weights[literal] = weights.get(literal, 0) + factor
        variables = dict.fromkeys(map(abs, (*weights, *literals)))
        net = {variable: weights.get(variable, 0) - weights.get(-variable, 0) for variable in variables}
        steps = [_added(operands), *(_fitted(variable, weight, literals) for variable, weight in net.items())]
        return _NumberedCount(literals, right, self._pol(" ".join(filter(None, steps))))

    def _count(self, literals: _Clause, bound: int, premises: Sequence[_Line]) -> _NumberedCount:
        """Derive a count from premises."""
        if bound == 1:
            case = _PropagatedCase(premises).further([-literal for literal in literals])
            if case.conflict:
                self._write_reasons(case.reasons)
                return _NumberedCount(literals, 1, self._rup(literals))
        opposite = _NumberedCount(tuple(-literal for literal in literals), len(literals) - bound + 1)
        terms = [(1, _name(literal)) for literal in literals]
        number = self._by_cases(terms, bound, literals, (*premises, opposite))
        return _NumberedCount(literals, bound, number)

    def _equation(self, variables: _Clause, right: int, premises: Sequence[_Line]) -> _EquationPair:
        """Define the new variables of an equation, and derive its two inequalities from premises."""
        size = len(variables)
        positive = [(1, f"x{variable}") for variable in variables]
        negative = [(1, f"~x{variable}") for variable in variables]
        names = [self._new("y") for _index in range((size - right) // 2)]
        for place, name in enumerate(names, 1):
            bound = 2 * place + right
            self._red([*positive, (bound, f"~{name}")], bound, f"{name} -> 0")
            opposite = size - bound + 1
            self._red([*negative, (opposite, name)], opposite, f"{name} -> 1")
        least = [*positive, *((2, f"~{name}") for name in names)]
        most = [*negative, *((2, name) for name in names)]
        return _EquationPair(
            variables,
            right,
            self._by_cases(least, right + 2 * len(names), variables, premises),
            self._by_cases(most, size - right, variables, premises),
        )

    # --- cases ---

    def _by_cases(
        self, terms: Sequence[tuple[int, str]], bound: int, literals: _Clause, premises: Sequence[_Line]
    ) -> int:
        """Prove an inequality by cases of the literals: each is refuted or, with all assigned, satisfies it.

        Return the number of the inequality.
        """
        if bound <= 0:
            return self._add(f"rup {_inequality(terms, bound)}")
        name = self._new("z")
        opposite_bound = sum(weight for weight, _term in terms) - bound + 1
        opposite = [(weight, _negated(term)) for weight, term in terms]
        meaning = self._red([*terms, (bound, f"~{name}")], bound, f"{name} -> 0")
        helpers = [meaning, self._red([*opposite, (max(opposite_bound, 1), name)], opposite_bound, f"{name} -> 1")]
        waiting: list[tuple[_Clause, _PropagatedCase | None]] = [((), _PropagatedCase(premises))]
        while waiting:
            decisions, case = waiting.pop()
            if case is not None:
                if len(helpers) > _MAX_CASES:
                    problem = _("a line of the certificate needs too many cases")
                    raise InputError(problem, advice=_("write the proof as DRAT"))
                poll(self._cancel)
                free = next((literal for literal in literals if abs(literal) not in case.value), None)
                if not case.conflict and free is not None:
                    waiting.append((decisions, None))  # after its two halves
                    waiting += [((*decisions, literal), case.further([literal])) for literal in (free, -free)]
                    continue
                self._write_reasons(case.reasons)
            helpers.append(self._rup([-literal for literal in decisions], name))
        number = self._pol(f"{meaning} {self.last} {bound} * +")
        self._delete(helpers)
        return number

    def _write_reasons(self, reasons: Iterable[tuple[_EquationPair, _Clause]]) -> None:
        for equation, clause in reasons:
            self._reason(equation, clause)

    def _reason(self, equation: _EquationPair, clause: _Clause) -> None:
        """Derive a clause over all variables of an equation: both inequalities, halved, with its literals added."""
        key = equation, tuple(sorted(clause, key=abs))
        if key not in self._reasons:
            additions = "".join(f"{_name(literal)} + " for literal in key[1])
            self._reasons[key] = self._pol(f"{equation.least} {additions}2 d {equation.most} {additions}2 d +")

    # --- a proof in DRAT ---

    def refute(self, proof: Proof) -> None:
        """Write a DRAT proof of the formula together with the clauses of the certificate."""
        clauses = [line for line in self._lines if isinstance(line, _NumberedCount) and line.bound == 1]
        extended = Formula.of([*self._formula, *(line.literals for line in clauses)], self._formula.variables)
        verdict = check_proof(extended, proof, antecedents=True, cancel=self._cancel)
        if not verdict:
            raise InputError(str(verdict))
        trimmed = trim(extended, proof, verdict, cancel=self._cancel)
        size, any_rat = len(self._formula), trimmed.has_resolvents
        numbers = [*range(size + 1), *(line.number for line in clauses)]  # of the clauses from 1, and of the lemmas
        unneeded = set(range(size + 1, self.last + 1)) - set(numbers)
        if any_rat:
            unneeded |= set(numbers[1:]) - {numbers[clause + 1] for clause in trimmed.core}
        self._delete(unneeded - self._deleted)
        for place, lemma in enumerate(trimmed):
            poll(self._cancel)
            if lemma.literals and min(lemma.antecedents, default=-1) < 0:  # RAT, without antecedents on a new variable
                pivot = lemma.literals[0]
                terms = [(1, _name(literal)) for literal in lemma.literals]
                numbers.append(self._red(terms, 1, f"x{abs(pivot)} -> {int(pivot > 0)}"))
            else:
                numbers.append(self._rup(lemma.literals))
            deletions = trimmed.deletions_after(place)
            self._delete({numbers[number] for number in deletions if any_rat or number > len(extended)})

    def _delete(self, numbers: Iterable[int]) -> None:
        deleted = sorted(numbers)
        self._deleted.update(deleted)
        if deleted:
            self._text.append(f"del id {' '.join(map(str, deleted))}\n")

    # --- rules ---

    def _new(self, letter: str) -> str:
        """The name of a new variable."""
        self._fresh += 1
        return f"{letter}{self._fresh}"

    def _add(self, rule: str) -> int:
        self._text.append(f"{rule}\n")
        self.last += 1
        return self.last

    def _rup(self, literals: Iterable[int], name: str = "") -> int:
        terms = [(1, _name(literal)) for literal in literals] + [(1, name)] * bool(name)
        return self._add(f"rup {_inequality(terms, 1)}")

    def _red(self, terms: Iterable[tuple[int, str]], bound: int, witness: str) -> int:
        return self._add(f"red {_inequality(terms, bound)} {witness}")

    def _pol(self, steps: str) -> int:
        return self._add(f"pol {steps}")


def _name(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


def _negated(name: str) -> str:
    return name.removeprefix("~") if name.startswith("~") else f"~{name}"


def _inequality(terms: Iterable[tuple[int, str]], bound: int) -> str:
    return "".join(f"{weight} {name} " for weight, name in terms) + f">= {bound} ;"


def _added(terms: Iterable[str]) -> str:
    """The sum of terms in reverse Polish notation."""
    return " ".join(f"{term} +" if place else term for place, term in enumerate(terms))


def _fitted(variable: int, weight: int, literals: _Clause) -> str:
    """The operations that turn the weight of a variable in a sum into its weight in a count of these literals."""
    literal = -variable if -variable in literals else variable
    if literal not in literals:
        return f"x{variable} w" if weight else ""
    excess = (weight if literal > 0 else -weight) - 1
    if excess == 0:
        return ""
    return f"{_name(literal)} {-excess} * +" if excess < 0 else f"{_name(-literal)} {excess} * +"
