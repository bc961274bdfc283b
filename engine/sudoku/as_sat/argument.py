"""The argument from the rules of an explanation to its claim, by contradiction: the opposite is impossible.

The reader knows the candidates of the position. A rule with one option left makes it true; if there is no such rule,
the argument goes through the options of one rule as cases.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.techniques.position import Candidate, Position

MAX_CASES = 60
"""Maximum number of cases of an argument, subcases included; longer ones are unreadable."""


@dataclass(frozen=True)
class OptionDemand:
    """A demand that one of the `options` is true: the digits of a cell, or the places of a digit in `house`.

    `about` is that cell or digit.
    """

    house: int | None
    about: int
    options: tuple[Candidate, ...]


@dataclass(frozen=True)
class Consequence:
    """A candidate that is true because a demand has no other option left."""

    demand: OptionDemand
    candidate: Candidate


@dataclass(frozen=True)
class Argument:
    """The consequences of the `supposition` being true, or false if not `holds`, in order.

    After them, the demand `end` has no option left, or each of the `cases`, its remaining options, leads to a
    contradiction. Without a `supposition`, the argument starts from the position alone.
    """

    supposition: Candidate | None
    holds: bool
    consequences: tuple[Consequence, ...]
    end: OptionDemand
    cases: tuple["Argument", ...] = ()


def demands_of(explanation: Explanation, position: Position) -> tuple[OptionDemand, ...]:
    """The demands among the rules of the explanation, with the options that the position leaves them."""
    cells = (OptionDemand(None, cell, position.candidates_of(1 << cell)) for cell in explanation.cells)
    house_cells = position.geometry.houses
    houses = (
        OptionDemand(house, digit, position.candidates(house_cells[house], digit))
        for house, digit in explanation.houses
    )
    return (*houses, *cells)


def argue(explanation: Explanation, position: Position) -> Argument | None:
    """The argument; None if digits on the board are enough, or if it has too many cases: see MAX_CASES."""
    demands = demands_of(explanation, position)
    if not demands:
        return None
    try:
        return _Prover(position, demands).prove(explanation.claim, not explanation.holds)
    except _TooLongError:
        return None


class _TooLongError(Exception):
    """The argument would have more than MAX_CASES cases."""


@dataclass(frozen=True)
class _State:
    """The true candidates (`facts`), in the order found, each with the demand that decided it (None: supposed).

    `ruled_out` maps each impossible candidate to the first true candidate that excludes it; a candidate supposed false,
    to itself.
    """

    facts: dict[Candidate, OptionDemand | None]
    ruled_out: dict[Candidate, Candidate]

    def remaining_options(self, demand: OptionDemand) -> list[Candidate]:
        """The options that can still be true."""
        return [option for option in demand.options if option not in self.ruled_out]

    def is_open(self, demand: OptionDemand) -> bool:
        """Whether no known candidate meets the demand."""
        return not any(option in self.facts for option in demand.options)


class _Prover:
    """Finds arguments from demands."""

    def __init__(self, position: Position, demands: Sequence[OptionDemand]) -> None:
        self._peers = position.geometry.peers
        self._demands = demands
        self._options = {option for demand in demands for option in demand.options}
        self._cases = 0

    def prove(self, supposition: Candidate | None, holds: bool) -> Argument:
        """The argument from this supposition. Raises _TooLongError."""
        if supposition and not holds:
            return self._case(supposition, holds, _State({}, {supposition: supposition}))
        return self._case(supposition, holds, self._with(supposition, _State({}, {})))

    def _case(self, supposition: Candidate | None, holds: bool, start: _State) -> Argument:
        """The argument from this state, without steps that don't lead to the contradiction."""
        self._cases += 1
        if self._cases > MAX_CASES:
            raise _TooLongError
        state, end = self._propagate(start)
        cases: tuple[Argument, ...] = ()
        if end is None:
            end = self._best_split(state)
            cases = tuple(
                self._case(option, True, self._with(option, state)) for option in state.remaining_options(end)
            )
        used_candidates = self._used_candidates(state, end, cases)
        consequences = tuple(
            Consequence(demand, candidate)
            for candidate, demand in state.facts.items()
            if demand and candidate in used_candidates and candidate not in start.facts
        )
        return Argument(supposition, holds, consequences, end, cases)

    def _with(self, candidate: Candidate | None, state: _State, because: OptionDemand | None = None) -> _State:
        """A copy of the state with the candidate, if any, true."""
        copy = _State(dict(state.facts), dict(state.ruled_out))
        if candidate:
            self._add(candidate, because, copy)
        return copy

    def _add(self, candidate: Candidate, because: OptionDemand | None, state: _State) -> None:
        state.facts[candidate] = because
        for option in self._options:
            if option.cell == candidate.cell:
                is_excluded = option.digit != candidate.digit
            else:
                is_excluded = option.digit == candidate.digit and bool(self._peers[option.cell] >> candidate.cell & 1)
            if is_excluded:
                state.ruled_out.setdefault(option, candidate)

    def _propagate(self, start: _State) -> tuple[_State, OptionDemand | None]:
        """The candidates decided from this state, round by round, and the first demand without options."""
        state = self._with(None, start)
        advancing = True
        while advancing:
            advancing = False
            for demand in self._demands:
                if state.is_open(demand):
                    remaining_options = state.remaining_options(demand)
                    if not remaining_options:
                        return state, demand
                    if len(remaining_options) == 1:
                        self._add(remaining_options[0], demand, state)
                        advancing = True
        return state, None

    def _best_split(self, state: _State) -> OptionDemand:
        """The demand with the fewest cases that propagation leaves open; of such demands, one with the fewest cases."""

        def cost(demand: OptionDemand) -> tuple[int, int]:
            cases = [self._propagate(self._with(option, state)) for option in state.remaining_options(demand)]
            return sum(end is None for _, end in cases), len(cases)

        return min((demand for demand in self._demands if state.is_open(demand)), key=cost)

    def _used_candidates(self, state: _State, end: OptionDemand, cases: Sequence[Argument]) -> set[Candidate]:
        """The candidates that exclude options of the end, of the cases, and of the demands that lead to them."""
        candidates: set[Candidate] = set()
        for demand in (end, *_demands_in(cases)):
            candidates.update(_reasons(demand, state))
        for candidate, because in reversed(list(state.facts.items())):
            if candidate in candidates and because:
                candidates.update(_reasons(because, state))
        return candidates


def _reasons(demand: OptionDemand, state: _State) -> Iterator[Candidate]:
    """For each impossible option, the candidate that rules it out."""
    return (state.ruled_out[option] for option in demand.options if option in state.ruled_out)


def _demands_in(cases: Sequence[Argument]) -> Iterator[OptionDemand]:
    """The demands that the cases argue from."""
    for case in cases:
        yield from (consequence.demand for consequence in case.consequences)
        yield case.end
        yield from _demands_in(case.cases)
