"""Compiles rules in words into primitives: sums and tables if possible, otherwise minimal automata."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.rules.primitives import (
    Automaton,
    Domain,
    Edge,
    PairTable,
    Primitive,
    WeightedSum,
    pair,
    weighted,
)
from engine.sudoku.rules.rule_terms import (
    MAX_ABSOLUTE,
    Alternatives,
    CellDigit,
    Condition,
    Demand,
    Machine,
    Matches,
    Name,
    Number,
    Operation,
    Term,
    Total,
    Unanswerable,
    Windows,
    cells_in,
    cells_of,
    holds,
    value,
)

MAX_STEPS = 100_000
"""Maximum number of transitions to try for an automaton."""

MAX_EDGES = 10_000
"""Maximum number of transitions of an automaton after merging equivalent states."""

_MAX_PRODUCT = 10 * MAX_ABSOLUTE
"""Larger products count as this one, which is beyond the numbers of a rule."""

_Linear = tuple[dict[int, int], int]
"""A linear sum: the weight of each cell, and the constant."""


def compiled(demands: Iterable[Demand], size: int) -> list[Primitive]:
    """The primitives of these demands. Raises InputError if a demand has too many cases."""
    return [primitive for demand in demands for primitive in _compiled_demand(demand, size)]


@lru_cache(maxsize=4096)
def _compiled_demand(demand: Demand, size: int) -> tuple[Primitive, ...]:
    match demand:
        case Condition(term):
            return tuple(primitive for part in _parts(term) for primitive in _condition(part, size))
        case Windows(cells, length, all_pairs, term):
            windows = (
                combinations(cells, 2)
                if all_pairs
                else (cells[start : start + length] for start in range(len(cells) - length + 1))
            )
            if length == 2 and not cells_in(term):
                masks = _pair_masks(term, size)
                return tuple(PairTable((first, second), masks) for first, second in windows)
            return tuple(primitive for window in windows for primitive in _condition(_on_cells(term, window), size))
        case Matches(cells, steps):
            return (_pattern_automaton(cells, steps, size),)
        case Machine():
            return (_machine_automaton(demand, size),)
        case Alternatives(options):
            return (_options_automaton(cells_of(demand), [compiled(option, size) for option in options], size),)


def _parts(term: Term) -> Iterator[Term]:
    """The terms of a conjunction."""
    match term:
        case Operation("and", terms):
            for operand in terms:
                yield from _parts(operand)
        case _:
            yield term


def _on_cells(term: Term, cells: Sequence[int]) -> Term:
    """A term on `a`, `b`, `c` as a term on cells."""
    match term:
        case Name(name) if name in "abc":
            return CellDigit(cells["abc".index(name)])
        case Operation(operator, terms):
            return Operation(operator, tuple(_on_cells(operand, cells) for operand in terms))
    return term


@lru_cache(maxsize=1024)
def _pair_masks(term: Term, size: int) -> tuple[int, ...]:
    """The table of a condition on `a` and `b`."""
    return pair(0, 1, size, lambda a, b: holds(term, {"a": a, "b": b})).allowed


def _condition(term: Term, size: int) -> list[Primitive]:
    """The primitives of a condition."""
    cells, digits = cells_in(term), range(1, size + 1)
    if isinstance(term, Operation) and term.operator == "=":
        left = _linear(Operation("-", term.terms))
        if left is not None and any(left[0].values()):
            return [weighted(left[0].items(), -left[1], size)]
    if len(cells) == 1:
        return [Domain(cells[0], sum(1 << digit for digit in digits if holds(term, {cells[0]: digit})))]
    if len(cells) == 2:
        first, second = cells
        return [pair(first, second, size, lambda a, b: holds(term, {first: a, second: b}))]
    if not cells:
        if holds(term, {}):
            return []
        raise InputError(_("a condition without cells can never be met"))
    counters: list[_Counter] = []
    formula = _with_counters(term, counters)

    def step(state: tuple[int, ...], digit: int, place: int) -> tuple[int, ...]:
        return tuple(counter.after(count, cells[place], digit) for counter, count in zip(counters, state, strict=True))

    def accepts(state: tuple[int, ...]) -> bool:
        return holds(
            formula,
            {
                f"#{number}": counter.result(count)
                for number, (counter, count) in enumerate(zip(counters, state, strict=True))
            },
        )

    return [_automaton(cells, size, tuple(counter.start for counter in counters), step, accepts)]


def _linear(term: Term) -> _Linear | None:
    """The term as a linear sum; None if it is not linear."""
    match term:
        case Number(number):
            return {}, number
        case CellDigit(cell):
            return {cell: 1}, 0
        case Total("sum", cells, _):
            return {cell: cells.count(cell) for cell in cells}, 0
        case Operation("-", (only,)):
            return _scaled(_linear(only), -1)
        case Operation("+" | "-" as operator, (first, second)):
            return _added(_linear(first), _scaled(_linear(second), 1 if operator == "+" else -1))
        case Operation("*", (Number(number), other)) | Operation("*", (other, Number(number))):
            return _scaled(_linear(other), number)
    return None


def _scaled(linear: _Linear | None, factor: int) -> _Linear | None:
    if linear is None:
        return None
    return {cell: factor * weight for cell, weight in linear[0].items()}, factor * linear[1]


def _added(first: _Linear | None, second: _Linear | None) -> _Linear | None:
    if first is None or second is None:
        return None
    cells = {**first[0], **second[0]}
    return {cell: first[0].get(cell, 0) + second[0].get(cell, 0) for cell in cells}, first[1] + second[1]


@dataclass(frozen=True)
class _Counter:
    """A number accumulated from cell to cell: a weighted sum, or another total."""

    total: Total | None
    weights: tuple[tuple[int, int], ...]
    constant: int = 0
    modulus: int = 0

    @property
    def start(self) -> int:
        return 1 if self.total and self.total.kind == "product" else 0

    def after(self, count: int, cell: int, digit: int) -> int:
        if self.total is None:
            count += sum(weight for other, weight in self.weights if other == cell) * digit
            return count % self.modulus if self.modulus else count
        times = self.total.cells.count(cell)
        if not times:
            return count
        match self.total.kind:
            case "product":
                return min(count * int(digit**times), _MAX_PRODUCT)
            case "min":
                return min(count or digit, digit)
            case "max":
                return max(count, digit)
            case "distinct":
                return count | 1 << digit
        condition = self.total.condition
        return count + times * (condition is None or holds(condition, {"x": digit}))

    def result(self, count: int) -> int:
        if self.total is None:
            return (count + self.constant) % self.modulus if self.modulus else count + self.constant
        return count.bit_count() if self.total.kind == "distinct" else count


def _with_counters(term: Term, counters: list[_Counter]) -> Term:
    """The term with each number to accumulate replaced by a name, and added to the counters."""
    match term:
        case Operation("%", (inner, Number(modulus))) if modulus > 0 and (linear := _linear(inner)) and linear[0]:
            return _counter_name(_Counter(None, tuple(sorted(linear[0].items())), linear[1], modulus), counters)
        case Total(kind, _, _) if kind != "sum":
            return _counter_name(_Counter(term, ()), counters)
    linear = _linear(term)
    if linear is not None:
        if not linear[0]:
            return term
        return _counter_name(_Counter(None, tuple(sorted(linear[0].items())), linear[1]), counters)
    match term:
        case Operation(("=" | "!=" | "<" | "<=" | ">" | ">=") as operator, (first, second)):
            difference = _linear(Operation("-", (first, second)))
            if difference is not None and difference[0]:
                counter = _Counter(None, tuple(sorted(difference[0].items())), difference[1])
                return Operation(operator, (_counter_name(counter, counters), Number(0)))
    assert isinstance(term, Operation), "a name outside its place is refused by the parser"
    return Operation(term.operator, tuple(_with_counters(operand, counters) for operand in term.terms))


def _counter_name(counter: _Counter, counters: list[_Counter]) -> Name:
    if counter not in counters:
        counters.append(counter)
    return Name(f"#{counters.index(counter)}")


def _pattern_automaton(cells: tuple[int, ...], steps: Sequence[tuple[int, int, int]], size: int) -> Automaton:
    """The automaton of a pattern: its states are sets of states of the pattern."""

    def closed(states: set[int]) -> frozenset[int]:
        waiting = [*states]
        while waiting:
            state = waiting.pop()
            for before, mask, after in steps:
                if before == state and not mask and after not in states:
                    states.add(after)
                    waiting.append(after)
        return frozenset(states)

    def step(state: frozenset[int], digit: int, _place: int) -> frozenset[int] | None:
        return closed({after for before, mask, after in steps if before in state and mask >> digit & 1}) or None

    return _automaton(cells, size, closed({0}), step, lambda state: 1 in state)


def _machine_automaton(machine: Machine, size: int) -> Automaton:
    """The automaton of a machine: its states are the values of the names."""
    names = [name for name, _ in machine.start]

    def step(state: tuple[int, ...], digit: int, place: int) -> tuple[int, ...] | None:
        before: dict[str | int, int] = {**dict(zip(names, state, strict=True)), "x": digit, "n": place + 1}
        after = dict(before)
        try:
            after |= {name: value(term, before) for name, term in machine.following}
        except Unanswerable:
            return None
        if machine.limit is not None and not holds(machine.limit, after):
            return None
        return tuple(after[name] for name in names)

    def accepts(state: tuple[int, ...]) -> bool:
        return machine.end is None or holds(machine.end, dict(zip(names, state, strict=True)))

    return _automaton(machine.cells, size, tuple(number for _, number in machine.start), step, accepts)


def _options_automaton(cells: tuple[int, ...], options: Sequence[Sequence[Primitive]], size: int) -> Automaton:
    """The automaton of several options, of which one must hold with all its primitives."""
    trackers = [[_tracker(primitive, cells) for primitive in option] for option in options]

    def step(state: tuple[object, ...], digit: int, place: int) -> tuple[object, ...] | None:
        after: list[object] = []
        for option, states in zip(trackers, state, strict=True):
            possible = states if isinstance(states, tuple) else ()
            following = tuple(tracker.step(old, digit, place) for tracker, old in zip(option, possible, strict=False))
            after.append(None if states is None or None in following else following)
        return tuple(after) if any(states is not None for states in after) else None

    def accepts(state: tuple[object, ...]) -> bool:
        return any(
            isinstance(states, tuple)
            and all(tracker.accepts(last) for tracker, last in zip(option, states, strict=True))
            for option, states in zip(trackers, state, strict=True)
        )

    start = tuple(tuple(tracker.start for tracker in option) for option in trackers)
    return _automaton(cells, size, start, step, accepts)


@dataclass(frozen=True)
class _Tracker:
    """A primitive checked cell by cell: `step` takes state, digit and place, and returns the next state or None."""

    start: object
    step: Callable[..., object]
    accepts: Callable[..., bool]


def _tracker(primitive: Primitive, order: Sequence[int]) -> _Tracker:
    """The tracker of a primitive, with its cells in this order among others."""
    cells_checked, last = primitive.cells, max(order.index(cell) for cell in primitive.cells)
    match primitive:
        case Domain(cell, mask):
            return _Tracker(
                0, lambda _s, d, place: 0 if order[place] != cell or mask >> d & 1 else None, lambda _s: True
            )
        case WeightedSum(cells, weights, total, _):
            weight = dict(zip(cells, weights, strict=True))
            return _Tracker(0, lambda s, d, place: s + weight.get(order[place], 0) * d, lambda s: s == total)
        case PairTable((first, second), allowed) if first != second:
            table = allowed if order.index(first) < order.index(second) else primitive.reverse

            def check_second(state: int, digit: int, place: int) -> int | None:
                if order[place] not in cells_checked:
                    return state
                return digit if not state else 0 if table[state] >> digit & 1 else None

            return _Tracker(0, check_second, lambda _s: True)
        case Automaton(cells, layers) if [*cells] == [cell for cell in order if cell in {*cells}]:
            places = {order.index(cell): layers[number] for number, cell in enumerate(cells)}

            def follow_edge(state: int, digit: int, place: int) -> int | None:
                if place not in places:
                    return state
                return next((end for start, mask, end in places[place] if start == state and mask >> digit & 1), None)

            return _Tracker(0, follow_edge, lambda state: state == 0)

    def collect(state: tuple[tuple[int, int], ...], digit: int, place: int) -> tuple[tuple[int, int], ...] | None:
        if order[place] not in cells_checked:
            return state
        digits = (*state, (order[place], digit))
        if place < last:
            return digits
        values = [0] * (max(cells_checked) + 1)
        for cell, value_of_cell in digits:
            values[cell] = value_of_cell
        return () if primitive.allows(values) else None

    return _Tracker((), collect, lambda _s: True)


def _automaton(
    cells: tuple[int, ...], size: int, start: object, step: Callable[..., object], accepts: Callable[..., bool]
) -> Automaton:
    """The minimal automaton with any hashable values as states."""
    if not cells:
        raise InputError(_("there are no cells"))
    rows, tried = [{start: dict[int, object]()}], 0
    for place in range(len(cells)):
        following: dict[object, dict[int, object]] = {}
        for state, moves in rows[-1].items():
            for digit in range(1, size + 1):
                after = step(state, digit, place)
                if after is not None:
                    moves[digit] = after
                    following.setdefault(after, {})
            tried += size
            if tried > MAX_STEPS:
                raise _too_many_cases()
        rows.append(following)
    numbers: dict[object, int] = {state: 0 for state in rows.pop() if accepts(state)}
    layers: list[tuple[Edge, ...]] = []
    for row in reversed(rows):
        shapes: dict[tuple[Edge, ...], int] = {}
        before: dict[object, int] = {}
        for state, moves in row.items():
            masks: dict[int, int] = {}
            for digit, after in moves.items():
                if after in numbers:
                    masks[numbers[after]] = masks.get(numbers[after], 0) | 1 << digit
            if masks:
                shape = tuple((0, mask, end) for end, mask in sorted(masks.items()))
                before[state] = shapes.setdefault(shape, len(shapes))
        layers.append(tuple((number, mask, end) for shape, number in shapes.items() for _, mask, end in shape))
        numbers = before
    if sum(map(len, layers)) > MAX_EDGES:
        raise _too_many_cases()
    return Automaton(cells, tuple(reversed(layers)))


def _too_many_cases() -> InputError:
    return InputError(_("this rule has too many cases"), advice=_("name fewer cells, or divide it into several rules"))
