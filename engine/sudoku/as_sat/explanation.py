"""Why a digit follows, why another can't be, or why there is no solution: a minimal set of digits and rules.

Named groups of clauses are left out one after the other while what remains still has no model together with the
contrary of the claim: what is left is a minimal unsatisfiable subset of them (J. Marques-Silva: Minimal
unsatisfiability: models, algorithms and applications. ISMVL 2010, 9-14). That such subsets explain pen and paper
puzzles well, and that the fewest rules explain best, is due to J. Espasa, I. Gent, R. Hoffmann, C. Jefferson,
A. Lynch: Using small MUSes to explain how to solve pen and paper puzzles. arXiv:2104.15040, 2021.

Few rules that something must stand somewhere are worth more than few digits, for it is they that one has to argue by
cases with. So they are made few first, for many claims and in many orders, then the digits, then the houses that hold
no digit twice. Each set is minimal; that there is no smaller one is not shown.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.questions.oracle import Oracle, Stopped
from engine.sat.solvers.limits import Limits, Watch
from engine.sudoku.layout import Layout
from engine.sudoku.techniques.position import Candidate, Position, members, union

ORDERS = 3
"""In how many orders groups are left out; the smallest set counts."""

EFFORT = 300_000
"""Calls of the solver and conflicts, times the cells, after which no other claim is looked at: some 0.2 s."""


class HouseDigit(NamedTuple):
    """A digit that a house must hold."""

    house: int
    digit: int


@dataclass(frozen=True)
class Explanation:
    """What is enough for a claim, whatever else the board holds: without any one of these it would not follow.

    The claim is that `cell` holds `digit` or, if not `holds`, can't hold it; without a `claim`, that there is no
    solution. It rests on these `digits` on the board, these candidates `removed` before, on that these `cells` hold
    some digit, that these `houses` hold these digits, and that these `distinct` houses hold no digit twice. That no
    cell holds two digits is taken for granted. All are ascending. `candidates` are what the position leaves for these
    cells and houses.
    """

    claim: Candidate | None
    holds: bool
    digits: tuple[Candidate, ...]
    removed: tuple[Candidate, ...]
    cells: tuple[int, ...]
    houses: tuple[HouseDigit, ...]
    distinct: tuple[int, ...]
    candidates: tuple[Candidate, ...]

    @property
    def rules(self) -> int:
        """How many rules say that something must stand somewhere."""
        return len(self.cells) + len(self.houses)

    @property
    def size(self) -> int:
        """How many groups it consists of."""
        return self.rules + len(self.digits) + len(self.removed) + len(self.distinct)

    @property
    def places(self) -> tuple[Candidate, ...]:
        """The digit that follows, as in a step."""
        return (self.claim,) if self.claim and self.holds else ()

    @property
    def removes(self) -> tuple[Candidate, ...]:
        """The candidate that falls, as in a step."""
        return (self.claim,) if self.claim and not self.holds else ()

    @property
    def chain(self) -> tuple[Candidate, ...]:
        """No links to be numbered, as in a step that is no chain."""
        return ()


class Explainer:
    """Explains what follows in a position; the digits and the candidates of `position` are what is known.

    `cancel` is polled, and Cancelled raised. The first answer depends on the position alone, so it is always the same.
    """

    def __init__(self, position: Position, cancel: Callable[[], bool] | None = None) -> None:
        self.position = position
        self._rules = rules = _rules_of(position.layout)
        self._watch = Watch(Limits(), None, cancel, 1.0)
        self._digits = [rules.candidate(cell, digit) for cell, digit in enumerate(position.values) if digit]
        self._removed = [-rules.candidate(cell, digit) for cell, digit in _removed(position)]
        self._demands = list(rules.demands(position))
        self._settled = self._oracle()  # in it the facts hold in any case: much is decided by that
        for literal in (*self._digits, *self._removed, *rules.distinct):
            self._settled.add([literal])
        self._order = Random(0)

    def contradiction(self) -> Explanation | None:
        """Why there is no solution; None if there is one."""
        return None if self._holds_model(()) else self._explained(None, True, self._few_demands(None))

    def claim(self, candidate: Candidate) -> Explanation | None:
        """Why the cell holds the digit, or why it can't; None if both are possible, or there is no solution at all."""
        if not self._holds_model(()):
            return None
        variable = self._rules.candidate(*candidate)
        if not self._holds_model((variable,)):
            return self._explained(candidate, False, self._few_demands(variable))
        if not self._holds_model((-variable,)):
            return self._explained(candidate, True, self._few_demands(-variable))
        return None

    def digit_of(self, cell: int) -> Explanation | None:
        """Why the cell holds the digit that it must hold; None if there are several, or there is no solution."""
        if not self._holds_model(()):
            return None
        explanation = self.claim(Candidate(cell, self._model()[cell]))
        return explanation if explanation and explanation.holds else None

    def placement(self) -> Explanation | None:
        """Some digit of an empty cell that follows from few rules; None if none does, or there is no solution."""
        if not self._holds_model(()):
            return None
        found: dict[Candidate, list[int]] = {}
        possible = dict(enumerate(self._model()))
        for cell in members(self.position.empty):
            if cell in possible:
                demands = self._core(-self._rules.candidate(cell, possible[cell]))
                if demands is not None:
                    found[Candidate(cell, possible[cell])] = demands
                else:
                    other = self._model()
                    possible = {cell: digit for cell, digit in possible.items() if other[cell] == digit}
        best: tuple[Candidate, list[int]] | None = None
        enough = EFFORT // len(self.position.layout.cells)
        for candidate in sorted(found, key=lambda one: (len(found[one]), one)):
            if best is not None and self._settled.calls + self._settled.conflicts >= enough:
                break
            assumed = -self._rules.candidate(*candidate)
            demands = self._few_demands(assumed, found[candidate], best and len(best[1]) - 1)
            if demands is not None:
                best = candidate, demands
        return self._explained(best[0], True, best[1]) if best else None

    # the search: everything is a literal that is assumed

    def _oracle(self) -> Oracle:
        """One that knows the rules as far as their selectors are assumed."""
        try:
            return Oracle(self._rules.formula, self._watch)
        except Stopped as stop:
            raise Cancelled(str(stop)) from None

    def _holds_model(self, assumed: Sequence[int]) -> bool:
        """Whether there is a model of everything, in which these literals are true."""
        return _has_model(self._settled, [*assumed, *self._demands])

    def _model(self) -> tuple[int, ...]:
        """The digits of the model just found."""
        model, rules = self._settled.model(), self._rules
        digits, cells = range(1, rules.size + 1), range(len(self.position.layout.cells))
        return tuple(next(digit for digit in digits if model[rules.candidate(cell, digit)] > 0) for cell in cells)

    def _core(self, assumed: int) -> list[int] | None:
        """Demands that leave no model in which the literal is true: the fewest of several cores; None if there is."""
        best: list[int] | None = None
        for _ in range(ORDERS):
            if self._holds_model((assumed,)):
                return None
            core = set(self._settled.core())
            demands = [demand for demand in self._demands if demand in core]
            if best is None or len(demands) < len(best):
                best = demands
            self._order.shuffle(self._demands)
        return best

    def _few_demands(
        self, assumed: int | None, demands: list[int] | None = None, most: int | None = None
    ) -> list[int] | None:
        """A minimal set of the demands for which, with the facts, there is no model; None if all have more than `most`.

        `assumed` is the contrary of the claim.
        """
        wanted = list(self._demands if demands is None else demands)
        best: list[int] | None = None
        for _ in range(ORDERS):
            fewer = _minimal(self._settled, _contrary(assumed), wanted, most)
            if fewer is not None:
                best, most = fewer, len(fewer) - 1
                if most < 0:
                    break
            self._order.shuffle(wanted)
        return best

    def _explained(self, claim: Candidate | None, holds: bool, demands: list[int] | None) -> Explanation:
        """The explanation by these demands: with the fewest facts of several minimal sets of them."""
        assert demands is not None, "some set is minimal"
        rules, best, oracle = self._rules, None, self._oracle()
        variable = rules.candidate(*claim) if claim else 0
        contrary = _contrary((-variable if holds else variable) or None)
        known = [*self._digits, *self._removed]  # removed candidates are left out first
        for _ in range(ORDERS):
            facts = _minimal(oracle, [*contrary, *demands, *rules.distinct], known)
            assert facts is not None, "there was no limit"
            distinct = _minimal(oracle, [*contrary, *demands, *facts], rules.distinct)
            assert distinct is not None, "there was no limit"
            found = rules.explanation(self.position, claim, holds, [*demands, *facts, *distinct])
            if best is None or found.size < best.size:
                best = found
            self._order.shuffle(self._digits)
            known = [*self._digits, *self._removed]
        assert best
        return best


class _Rules:
    """The rules of a layout as a formula.

    A variable for each cell and digit comes first. Then there is a selector for each rule, which counts if that is
    true: each cell holds a digit, each house no digit twice, each complete house each digit.
    """

    def __init__(self, layout: Layout) -> None:
        self.size, self._layout = layout.size, layout
        cells = len(layout.cells)
        self._first_cell = 1 + cells * self.size
        self._first_house = self._first_cell + cells
        self.distinct = tuple(range(self._first_house, self._first_house + len(layout.houses)))
        complete = [number for number, house in enumerate(layout.houses) if len(house.cells) == self.size]
        pairs = (HouseDigit(house, digit) for house in complete for digit in range(1, self.size + 1))
        self._holds = dict(enumerate(pairs, self.distinct[-1] + 1))
        self.formula = Formula.of(self._clauses(), self.distinct[-1] + len(self._holds))

    def candidate(self, cell: int, digit: int) -> int:
        """The variable that says that the cell holds the digit."""
        return cell * self.size + digit

    def demands(self, position: Position) -> Iterator[int]:
        """The selectors of what is still to be done: that cells hold a digit, that houses hold digits."""
        yield from (self._first_cell + cell for cell in members(position.empty))
        placed = [{position.values[cell] for cell in house.cells} for house in self._layout.houses]
        yield from (selector for selector, (house, digit) in self._holds.items() if digit not in placed[house])

    def explanation(
        self, position: Position, claim: Candidate | None, holds: bool, literals: Iterable[int]
    ) -> Explanation:
        """What the literals say."""
        digits, removed = list[Candidate](), list[Candidate]()
        cells, houses, distinct = list[int](), list[HouseDigit](), list[int]()
        for literal in sorted(literals, key=abs):
            if abs(literal) < self._first_cell:
                cell, digit = divmod(abs(literal) - 1, self.size)
                (digits if literal > 0 else removed).append(Candidate(cell, digit + 1))
            elif literal < self._first_house:
                cells.append(literal - self._first_cell)
            elif literal in self._holds:
                houses.append(self._holds[literal])
            else:
                distinct.append(literal - self._first_house)
        inside = position.geometry.houses
        left = {one for house, digit in houses for one in position.candidates(inside[house], digit)}
        left.update(position.candidates_of(union(cells)))
        return Explanation(
            claim, holds, tuple(digits), tuple(removed), tuple(cells), tuple(houses), tuple(distinct),
            tuple(sorted(left)),
        )  # fmt: skip

    def _clauses(self) -> Iterator[Sequence[int]]:
        digits = range(1, self.size + 1)
        for cell in range(len(self._layout.cells)):
            variables = [self.candidate(cell, digit) for digit in digits]
            yield [-(self._first_cell + cell), *variables]
            yield from ((-one, -other) for one, other in combinations(variables, 2))
        for selector, house in zip(self.distinct, self._layout.houses, strict=True):
            for one, other in combinations(house.cells, 2):
                yield from ((-selector, -self.candidate(one, digit), -self.candidate(other, digit)) for digit in digits)
        for selector, (number, digit) in self._holds.items():
            yield [-selector, *(self.candidate(cell, digit) for cell in self._layout.houses[number].cells)]


def _contrary(assumed: int | None) -> list[int]:
    return [] if assumed is None else [assumed]


def _minimal(oracle: Oracle, fixed: list[int], wanted: Sequence[int], most: int | None = None) -> list[int] | None:
    """Of the wanted literals some without any of which there would be a model; None if they are more than `most`."""
    left, needed = list(wanted), list[int]()
    while left:
        one = left.pop()
        if _has_model(oracle, [*fixed, *needed, *left]):
            needed.append(one)
            if most is not None and len(needed) > most:
                return None
        else:
            core = set(oracle.core())
            left = [literal for literal in left if literal in core]
    return needed


def _has_model(oracle: Oracle, literals: Iterable[int]) -> bool:
    try:
        return oracle.has_model(literals)
    except Stopped as stop:
        raise Cancelled(str(stop)) from None


@lru_cache(maxsize=4)
def _rules_of(layout: Layout) -> _Rules:
    return _Rules(layout)


def _removed(position: Position) -> Iterator[Candidate]:
    """The candidates that no peer rules out, and that are ruled out all the same."""
    layout, every = position.layout, (2 << position.layout.size) - 2
    for cell in members(position.empty):
        seen = sum(1 << digit for digit in {position.values[peer] for peer in layout.peers[cell]} - {0})
        yield from (Candidate(cell, digit) for digit in members(every & ~seen & ~position.masks[cell]))
