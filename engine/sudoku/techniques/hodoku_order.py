"""HoDoKu's path through an ordinary 9x9 puzzle: singles come from two queues, in the order in which they arise.

As in HoDoKu 2.2 (B. Hobiger), a cell left with one candidate joins the queue of naked singles, a digit left with one
place in a house that of hidden singles, when the candidate before it is removed: first while the givens are entered one
by one, then with each step. A full house is the first naked single that is one; naked singles come before hidden ones.
Of chains of one kind, and of almost locked sets, HoDoKu takes the step that removes most, then the one in the lowest
cells, then the shortest. All other steps are the first ones of our catalogue. The order depends on the names of digits.
"""

from collections import deque
from collections.abc import Callable, Collection

from engine.base.polling import poll
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.deduction import Deduction
from engine.sudoku.techniques.finders import SINGLES, first_step, steps
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.singles import house_rank, step_of_single
from engine.sudoku.techniques.step import Step

COMPARED = (
    frozenset({Technique.X_CHAIN}),
    frozenset({Technique.XY_CHAIN}),
    frozenset({Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC}),
    frozenset(technique for technique in Technique if technique.name.startswith("GROUPED_")),
    frozenset({Technique.ALS_XZ}),
    frozenset({Technique.ALS_XY_WING}),
    frozenset({Technique.ALS_CHAIN}),
)
"""Kinds of steps of which HoDoKu finds all and takes the best."""

_FORCING = frozenset({Technique.NISHIO, Technique.HOUSE_FORCING, Technique.NESTED_FORCING})
"""Techniques without a code of HoDoKu's that take the places of its forcing chains and nets."""

ABSENT = frozenset(technique for technique in Technique if not technique.code) - _FORCING
"""Techniques that HoDoKu does not have."""

LOCKED = frozenset({Technique.POINTING, Technique.CLAIMING})
"""Steps that HoDoKu looks for house by house, and in a house digit by digit."""

BY_KIND_OF_HOUSE = frozenset({
    Technique.NAKED_PAIR, Technique.NAKED_TRIPLE, Technique.NAKED_QUADRUPLE,
    Technique.HIDDEN_PAIR, Technique.HIDDEN_TRIPLE, Technique.HIDDEN_QUADRUPLE, Technique.SKYSCRAPER,
})  # fmt: skip
"""Steps that HoDoKu looks for in boxes first, then in rows, then in columns."""


class SinglesQueue:
    """The candidates of a grid, and the singles that have arisen and are not taken yet."""

    def __init__(self, position: Position) -> None:
        """Enter the givens of a position, in the order of the cells."""
        layout = position.layout
        self._houses, self._peers = layout.houses_of, [sorted(peers) for peers in layout.peers]
        self._cells = [house.cells for house in layout.houses]
        self._all = range(1, layout.size + 1)
        self.masks = [(2 << layout.size) - 2] * len(layout.cells)
        """The candidates of each empty cell; 0 for filled ones."""
        self._values = [0] * len(layout.cells)
        self._places = [[layout.size] * (layout.size + 1) for _ in layout.houses]
        """For each house and digit, the number of cells that are left for it."""
        self._naked: deque[Candidate] = deque()
        self._hidden: deque[Candidate] = deque()
        for cell, digit in enumerate(position.values):
            if digit:
                self.place(cell, digit)

    def take(self) -> tuple[Technique, Candidate] | None:
        """The next single, which leaves its queue unless it is a full house; None if there is none."""
        for single in self._naked:
            if not self._values[single.cell] and self._is_last(single):
                return Technique.FULL_HOUSE, single
        for technique, queue in ((Technique.NAKED_SINGLE, self._naked), (Technique.HIDDEN_SINGLE, self._hidden)):
            while queue:
                single = queue.popleft()
                if not self._values[single.cell]:
                    return technique, single
        return None

    def place(self, cell: int, digit: int) -> None:
        """Fill a cell."""
        before, self.masks[cell], self._values[cell] = self.masks[cell], 0, digit
        for peer in self._peers[cell]:
            self.remove(peer, digit)
        for other in members(before):
            self._leave(cell, other, is_placed=other == digit)

    def remove(self, cell: int, digit: int) -> None:
        """Remove a candidate, if it is there."""
        if not self.masks[cell] >> digit & 1:
            return
        mask = self.masks[cell] = self.masks[cell] & ~(1 << digit)
        if mask.bit_count() == 1:
            self._naked.append(Candidate(cell, mask.bit_length() - 1))
        self._leave(cell, digit)

    def _leave(self, cell: int, digit: int, *, is_placed: bool = False) -> None:
        """Count one place less for a digit in the houses of a cell."""
        for house in self._houses[cell]:
            self._places[house][digit] -= 1
            if self._places[house][digit] == 1 and not is_placed:
                last = next((other for other in self._cells[house] if self.masks[other] >> digit & 1), None)
                if last is not None:
                    self._hidden.append(Candidate(last, digit))

    def _is_last(self, single: Candidate) -> bool:
        """Whether a naked single is in the last empty cell of a house."""
        return any(
            not any(self._places[house][digit] for digit in self._all if digit != single.digit)
            for house in self._houses[single.cell]
        )


def hodoku_path(
    start: Position, techniques: Collection[Technique], cancel: Callable[[], bool] | None = None
) -> Deduction:
    """Solve an ordinary 9x9 position in HoDoKu's order as far as techniques go. Polls `cancel`; raises Cancelled."""
    queue, position, found = SinglesQueue(start), start, list[Step]()
    others = frozenset(techniques) - SINGLES - ABSENT
    while not position.is_solved and not position.is_broken:
        poll(cancel)
        single = queue.take()
        step = step_of_single(*single, position) if single else _best_step(position, others, cancel)
        if step is None:
            break
        found.append(step)
        position = step.apply(position)
        for cell, digit in sorted(step.removes):
            queue.remove(cell, digit)
        for cell, digit in step.places:
            if queue.masks[cell]:
                queue.place(cell, digit)
    return Deduction(start, position, tuple(found))


def _best_step(position: Position, techniques: frozenset[Technique], cancel: Callable[[], bool] | None) -> Step | None:
    """The first step of our catalogue; if HoDoKu compares steps of its kind, the best of these. Raises Cancelled."""
    first = first_step(position, techniques, cancel)
    if first is None:
        return None
    if first.technique in LOCKED:
        return min(steps(position, {first.technique}), key=lambda step: (step.houses[0], step.removes[0].digit))
    if first.technique in BY_KIND_OF_HOUSE:
        return min(steps(position, {first.technique}), key=lambda step: house_rank(position, step.houses[0]))
    kind = next((kind for kind in COMPARED if first.technique in kind), None)
    if kind is None:
        return first
    return min(steps(position, techniques & kind), key=_preference, default=first)


def _preference(step: Step) -> tuple[int, list[Candidate], int]:
    """The order in which HoDoKu compares steps: most removed candidates, the lowest ones, the shortest chain."""
    return -len(step.removes), sorted(step.removes), len(step.chain)
