"""The argument from the rules of an explanation to its claim: suppose the opposite; every case ends in a contradiction.

The reader knows the candidates of the position. A rule with one possibility left decides it; if there is no such rule,
the argument goes through the cases of one rule.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.techniques.position import Candidate, Position

MOST = 60
"""Maximum number of cases of an argument, subcases included; longer ones are unreadable."""


@dataclass(frozen=True)
class Demand:
    """A demand that one of the `options` is true: the digits of a cell, or the places of a digit in `house`.

    `about` is that cell or digit.
    """

    house: int | None
    about: int
    options: tuple[Candidate, ...]


@dataclass(frozen=True)
class Decided:
    """A candidate that is true because a demand has no other option left."""

    demand: Demand
    candidate: Candidate


@dataclass(frozen=True)
class Argument:
    """The consequences of `supposed` being true, or false if not `holds`.

    Candidates are `decided` in order. At the end, the demand `end` has no option left, or each of the `cases`, its
    remaining options, leads to a contradiction.
    """

    supposed: Candidate | None
    holds: bool
    decided: tuple[Decided, ...]
    end: Demand
    cases: tuple["Argument", ...] = ()


def demands_of(explanation: Explanation, position: Position) -> tuple[Demand, ...]:
    """The demands among the rules of the explanation, with the options that the position leaves them."""
    cells = (Demand(None, cell, position.candidates_of(1 << cell)) for cell in explanation.cells)
    inside = position.geometry.houses
    houses = (Demand(house, digit, position.candidates(inside[house], digit)) for house, digit in explanation.houses)
    return (*houses, *cells)


def argue(explanation: Explanation, position: Position) -> Argument | None:
    """The argument; None if digits on the board are enough, or if it has too many cases: see MOST."""
    demands = demands_of(explanation, position)
    if not demands:
        return None
    try:
        return _Prover(position, demands).prove(explanation.claim, not explanation.holds)
    except _TooLongError:
        return None


class _TooLongError(Exception):
    """The argument would have more than MOST cases."""


@dataclass(frozen=True)
class _State:
    """The true candidates, in the order found, each with the demand that decided it (None: supposed).

    Impossible candidates are `ruled_out` by the first candidate that does so; a candidate supposed false, by itself. So
    a state never contradicts itself.
    """

    facts: dict[Candidate, Demand | None]
    ruled_out: dict[Candidate, Candidate]

    def left(self, demand: Demand) -> list[Candidate]:
        """The options that can still be true."""
        return [option for option in demand.options if option not in self.ruled_out]

    def is_open(self, demand: Demand) -> bool:
        """Whether no known candidate meets the demand."""
        return not any(option in self.facts for option in demand.options)


class _Prover:
    """Finds arguments from demands."""

    def __init__(self, position: Position, demands: Sequence[Demand]) -> None:
        self._peers = position.geometry.peers
        self._demands = demands
        self._options = {option for demand in demands for option in demand.options}
        self._cases = 0

    def prove(self, supposed: Candidate | None, holds: bool) -> Argument:
        """The argument from this supposition. Raises _TooLongError."""
        if supposed and not holds:
            return self._case(supposed, holds, _State({}, {supposed: supposed}))
        return self._case(supposed, holds, self._with(supposed, _State({}, {})))

    def _case(self, supposed: Candidate | None, holds: bool, start: _State) -> Argument:
        """The argument from this state, without steps that don't lead to the contradiction."""
        self._cases += 1
        if self._cases > MOST:
            raise _TooLongError
        state, end = self._propagated(start)
        cases: tuple[Argument, ...] = ()
        if end is None:
            end = self._best_split(state)
            cases = tuple(self._case(option, True, self._with(option, state)) for option in state.left(end))
        used_candidates = self._used_candidates(state, end, cases)
        decided = tuple(
            Decided(demand, candidate)
            for candidate, demand in state.facts.items()
            if demand and candidate in used_candidates and candidate not in start.facts
        )
        return Argument(supposed, holds, decided, end, cases)

    def _with(self, candidate: Candidate | None, state: _State, because: Demand | None = None) -> _State:
        """A copy of the state with the candidate, if any, true."""
        copy = _State(dict(state.facts), dict(state.ruled_out))
        if candidate:
            self._add(candidate, because, copy)
        return copy

    def _add(self, candidate: Candidate, because: Demand | None, state: _State) -> None:
        state.facts[candidate] = because
        for option in self._options:
            if option.cell == candidate.cell:
                against = option.digit != candidate.digit
            else:
                against = option.digit == candidate.digit and bool(self._peers[option.cell] >> candidate.cell & 1)
            if against:
                state.ruled_out.setdefault(option, candidate)

    def _propagated(self, start: _State) -> tuple[_State, Demand | None]:
        """The candidates decided from this state, round by round, and the first demand without options."""
        state = self._with(None, start)
        advancing = True
        while advancing:
            advancing = False
            for demand in self._demands:
                if state.is_open(demand):
                    left = state.left(demand)
                    if not left:
                        return state, demand
                    if len(left) == 1:
                        self._add(left[0], demand, state)
                        advancing = True
        return state, None

    def _best_split(self, state: _State) -> Demand:
        """The demand with the most cases that end at once; of such demands, the one with the fewest cases."""

        def cost(demand: Demand) -> tuple[int, int]:
            cases = [self._propagated(self._with(option, state)) for option in state.left(demand)]
            return sum(end is None for _, end in cases), len(cases)

        return min((demand for demand in self._demands if state.is_open(demand)), key=cost)

    def _used_candidates(self, state: _State, end: Demand, cases: Sequence[Argument]) -> set[Candidate]:
        """The candidates that the end, the cases and the steps to them rest on."""
        candidates: set[Candidate] = set()
        for demand in (end, *_demands_in(cases)):
            candidates.update(_reasons(demand, state))
        for candidate, because in reversed(list(state.facts.items())):
            if candidate in candidates and because:
                candidates.update(_reasons(because, state))
        return candidates


def _reasons(demand: Demand, state: _State) -> Iterator[Candidate]:
    """For each impossible option, the candidate that rules it out."""
    return (state.ruled_out[option] for option in demand.options if option in state.ruled_out)


def _demands_in(cases: Sequence[Argument]) -> Iterator[Demand]:
    """The demands that the cases argue from."""
    for case in cases:
        yield from (decided.demand for decided in case.decided)
        yield case.end
        yield from _demands_in(case.cases)
