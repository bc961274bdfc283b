# cython: infer_types=True
"""A solution counter for puzzles with rules in addition to houses, on any layout: a kernel.

Each cell has a mask of candidates (bit d for digit d). A constraint removes from the masks of its cells the candidates
that no solution of the constraint uses, or that a bound excludes. A changed cell wakes its constraints, cheap ones
first, until nothing changes. Then the search guesses a candidate: first it holds, then it does not. Before the first
solution it restarts from time to time, as the weights of cells, gathered at dead ends, lead to better first guesses.

If most rules are cages, the search guesses first in cells whose constraints led to dead ends before (dom/wdeg: F.
Boussemart and others, "Boosting systematic search by weighting constraints", 2004), and the candidate that most peers
have; otherwise only the cell fixed last at a dead end gains weight, as in R. Sigh's Interactive Sudoku Solver.
`rule_tables` describes the constraints.
"""

from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache

import cython

from engine.base.kernels import plain
from engine.base.polling import poll
from engine.sat.result import Status
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action
from engine.sudoku.search.rule_tables import (
    AUTOMATON,
    CAGE,
    FULL_TABLES,
    HOUSE,
    PAIR,
    SETS,
    SUM,
    rule_tables,
)

if cython.compiled:
    from cython.cimports.engine.sudoku.search import bit_slices
else:
    bit_slices = plain("engine.sudoku.search.bit_slices")

# The work of one slice, about 10 ms, in cells times nodes.
SLICE = 40_000 if cython.compiled else 2_000

IS_HOUSE = cython.declare(cython.int, HOUSE)
IS_CAGE = cython.declare(cython.int, CAGE)
IS_SUM = cython.declare(cython.int, SUM)
IS_PAIR = cython.declare(cython.int, PAIR)
IS_AUTOMATON = cython.declare(cython.int, AUTOMATON)
IS_SETS = cython.declare(cython.int, SETS)
FULL = cython.declare(cython.int, FULL_TABLES)

GUESS = cython.declare(cython.int, int(Action.GUESS))
FORCED = cython.declare(cython.int, int(Action.FORCED))
REMOVE = cython.declare(cython.int, int(Action.REMOVE))
TO_CELL = cython.declare(cython.int, CELL_SHIFT)
TO_DIGIT = cython.declare(cython.int, DIGIT_SHIFT)

# A derived sum this far from both bounds usually excludes nothing.
SLACK = cython.declare(cython.int, 12)
# Maximum number of digits for a table of masks with the digits reversed.
MAX_MIRROR_SIZE = cython.declare(cython.int, 12)
# Minimum number of cages for weights by constraint.
MIN_CAGES = 3
# The number of nodes before the first restart, and the factor by which it grows with each restart.
FIRST_RUN = cython.declare(cython.int, 100)
RUN_GROWTH = cython.declare(cython.int, 4)
# The number of dead ends after which old weights decay.
DECAY_PERIOD = cython.declare(cython.int, 16384)


@cython.final
@cython.cclass
class RuleSearch:
    """Counts the solutions of a puzzle with rules: `load` givens, then `run` or `advance`. Not thread-safe."""

    cells: cython.int
    size: cython.int
    constraints: cython.int
    slice_nodes = cython.declare(cython.int, visibility="public")

    # The constraints: see `rule_tables`.
    start_masks: cython.int[::1]
    peers: cython.ulonglong[::1]
    peer_words: cython.int
    attached: cython.ulonglong[::1]
    words: cython.int
    exactly_once: cython.int[::1]
    kinds: cython.int[::1]
    starts: cython.int[::1]
    firsts: cython.int[::1]
    counts: cython.int[::1]
    derived: cython.int[::1]
    data: cython.int[::1]
    tables: cython.int[::1]
    mirror: cython.int[::1]

    # The search: the candidates of each cell now and before each guess, the guesses, the last solution.
    masks: cython.int[::1]
    saved: cython.int[::1]
    guess_cell: cython.int[::1]
    guess_mask: cython.int[::1]
    forced_digit: cython.int
    depth: cython.int
    closed: cython.bint
    solution_count: cython.longlong
    answer: cython.int[::1]

    # Propagation.
    fixed: cython.int[::1]  # solved cells not yet propagated to their peers
    fixed_end: cython.int
    last_fixed: cython.int
    failed: cython.int  # the constraint that failed last, or -1
    waiting: cython.ulonglong[::1]  # a bit for each constraint
    alive: cython.schar[::1]  # states of an automaton reachable from its start, then from its end
    states: cython.int
    layers: cython.int[::1]  # the offset of each layer of an automaton
    free: cython.int[::1]  # the open cells of a constraint, and what is left of their masks
    parts: cython.int[::1]
    triple: cython.int[::1]  # the result of `_find_triple`
    sum_masks: cython.int[::1]  # of the cells of a sum, and the smallest and largest digits of its groups of cells
    smallest: cython.int[::1]
    largest: cython.int[::1]
    prefixes: cython.ulonglong[::1]  # by number of terms, the sums that these can reach, as bits

    # Recorded searches: the cells in the order of placement, their number before each guess, the events.
    is_given: cython.schar[::1]
    trail: cython.int[::1]
    trail_end: cython.int
    guess_mark: cython.int[::1]
    action: cython.int  # the action of the next digit
    events: cython.int[::1]
    events_end: cython.int
    events_room: cython.int
    events_cut: cython.bint

    # Weights, from which the next guess follows.
    weighs_constraints: cython.bint
    dead_ends: cython.longlong
    nodes: cython.longlong  # since the last restart
    run_nodes: cython.longlong  # from one restart to the next
    cell_weights: cython.double[::1]
    digit_weights: cython.double[::1]
    last_digit: cython.int
    started: cython.bint

    def __init__(self, puzzle: Puzzle) -> None:
        flat = rule_tables(puzzle.layout, puzzle.rules, puzzle.candidates)
        self.cells, self.size, self.constraints = len(puzzle.layout.cells), puzzle.layout.size, len(flat.kinds)
        self.start_masks, self.peers, self.peer_words = flat.domains, flat.peers, flat.peer_words
        self.attached, self.words = flat.attached, flat.words
        self.exactly_once = flat.exactly_once
        self.kinds, self.starts, self.derived = _nonempty(flat.kinds), _nonempty(flat.starts), _nonempty(flat.derived)
        self.firsts, self.counts = _nonempty(flat.firsts), _nonempty(flat.counts)
        self.data, self.tables = _nonempty(flat.data), flat.masks
        self.mirror = mirror_table(min(self.size, MAX_MIRROR_SIZE))
        self.masks, self.answer, self.fixed = _ints(self.cells), _ints(self.cells), _ints(self.cells + 1)
        self.saved = _ints(self.cells * (self.cells + 1))
        self.guess_cell, self.guess_mask = _ints(self.cells + 1), _ints(self.cells + 1)
        self.waiting = array("Q", bytes(8 * self.words))
        self.states = flat.states
        self.alive = array("b", bytes(2 * flat.states + 2))
        self.free, self.parts = _ints(self.cells + 1), _ints(self.cells + 1)
        self.sum_masks, self.smallest, self.largest = (_ints(self.cells + 1) for _ in range(3))
        self.triple, self.layers = _ints(3), _ints(2 * self.cells + 1)
        self.prefixes = array("Q", bytes(8 * (self.cells + 2)))
        self.weighs_constraints = flat.cages >= MIN_CAGES
        self.cell_weights = array("d", bytes(8 * self.cells))
        self.digit_weights = array("d", bytes(8 * (self.size + 1)))
        self.slice_nodes = self.nodes_for(SLICE)
        self.is_given = array("b", bytes(self.cells))
        self.trail, self.guess_mark = _ints(self.cells + 1), _ints(self.cells + 1)
        self.events, self.events_room = _ints(1), 0
        self.load(puzzle.givens, puzzle.candidates)

    @cython.locals(cell=cython.int, digit=cython.int)
    def load(self, givens: Sequence[int], candidates: Sequence[int] | None = None) -> None:
        """Load givens: one digit a cell, 0 for empty. Raises ValueError if they do not fit.

        `candidates` are the masks of the digits that cells may hold; those that the puzzle excludes stay excluded.
        """
        digits: bytes = bytes(givens)
        if len(digits) != self.cells:
            raise ValueError(f"{len(digits)} digits for {self.cells} cells")
        for cell in range(self.cells):
            digit = digits[cell]
            if digit > self.size:
                raise ValueError(f"digit {digit} is outside 0..{self.size}")
            self.masks[cell] = self.start_masks[cell] & (1 << digit) if digit else self.start_masks[cell]
            self.is_given[cell] = digit > 0
            self.cell_weights[cell] = 0
        for digit in range(self.size + 1):
            self.digit_weights[digit] = 0
        self._set_weights()
        self.depth, self.solution_count, self.dead_ends = 0, 0, 0
        self.nodes, self.run_nodes = 0, FIRST_RUN
        self.trail_end = self.events_end = 0
        self.action = FORCED
        self.events_cut = False
        self.closed = self.started = False
        if candidates is not None:
            self.narrow(candidates)

    def narrow(self, masks: Sequence[int]) -> None:
        """Restrict the loaded puzzle to solutions with digits of these masks, one a cell."""
        for cell, mask in enumerate(masks):
            self.masks[cell] = self.masks[cell] & mask

    def exclude(self, cell: int, digit: int) -> None:
        """Restrict the loaded puzzle to solutions without this digit in this cell."""
        self.masks[cell] = self.masks[cell] & ~(1 << digit)

    @cython.locals(max_solutions=cython.longlong, remaining=cython.longlong)
    def advance(self, limit: int, nodes: int) -> bool:
        """Continue, without the GIL, for at most `nodes` nodes. Returns whether `limit` or all solutions are found."""
        max_solutions, remaining = limit, nodes
        with cython.nogil:
            remaining = self._search(max_solutions, remaining)
        return remaining > 0 or self.solution_count >= max_solutions

    def run(self, limit: int, cancel: Callable[[], bool] | None = None, patience: int | None = None) -> int:
        """Count solutions, up to `limit`. Polls `cancel` between slices and raises Cancelled.

        With `patience`, gives up after this many nodes and returns `limit`.
        """
        remaining = patience
        while remaining is None or remaining > 0:
            nodes = self.slice_nodes if remaining is None else min(remaining, self.slice_nodes)
            if self.advance(limit, nodes):
                return self.solution_count
            remaining = None if remaining is None else remaining - nodes
            poll(cancel)
        return limit

    def nodes_for(self, work: int) -> int:
        """The number of nodes for an amount of work: nodes of larger layouts cost more."""
        return max(1, work // self.cells)

    def count(self, givens: Sequence[int], limit: int = 2, cancel: Callable[[], bool] | None = None) -> int:
        """Load givens and run the search."""
        self.load(givens)
        return self.run(limit, cancel)

    def solution(self) -> Digits:
        """The last solution found; if there is none, zeros or an older solution."""
        return tuple(self.answer)

    def record(self, cap: int, cancel: Callable[[], bool] | None = None) -> "tuple[array[int], Status]":
        """Search the loaded puzzle for one solution; return the first `cap` events (see `recording`), and the result.

        Raises Cancelled.
        """
        events = _ints(max(1, cap))
        self.events, self.events_room = events, len(events)
        self.run(1, cancel)
        self.events, self.events_room = _ints(1), 0
        if self.events_cut:
            return events, Status.UNKNOWN
        return events[: self.events_end], Status.SATISFIABLE if self.solution_count else Status.UNSATISFIABLE

    def candidates(self) -> tuple[int, ...] | None:
        """The masks of the loaded puzzle after propagation alone; None if there is no solution."""
        if not self._begin():
            return None
        self.started = True
        return tuple(self.masks)

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _begin(self) -> cython.bint:
        """Propagate every constraint once."""
        cell: cython.int
        number: cython.int
        self._clear()
        for cell in range(self.cells):
            mask = self.masks[cell]
            if mask == 0:
                return False
            if mask & (mask - 1) == 0:
                self.fixed[self.fixed_end] = cell
                self.fixed_end += 1
                if self.events_room and not self.is_given[cell]:
                    self._record_digit(FORCED, cell)
        for number in range(self.constraints):
            self.waiting[number >> 6] |= cython.cast(cython.ulonglong, 1) << (number & 63)
        return self._propagate()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, max_solutions: cython.longlong, remaining: cython.longlong) -> cython.longlong:
        """Continue the search for at most `remaining` nodes; return how many of them are left."""
        cell: cython.int
        if not self.started:
            self.started = True
            self.closed = not self._begin()
        while remaining > 0 and self.solution_count < max_solutions and not self.events_cut:
            if self.closed:
                if self.depth == 0:
                    break
                self._backtrack()
                continue
            remaining -= 1
            self.nodes += 1
            if self.nodes > self.run_nodes and self.depth and not self.solution_count:
                self._restart()
            cell = self._choose_cell()
            if cell < 0:
                for cell in range(self.cells):
                    self.answer[cell] = bit_slices.lowest_bit(self.masks[cell])
                self.solution_count += 1
                self.closed = True
                continue
            mask = self._choose_digit(cell)
            base = self.depth * self.cells
            for k in range(self.cells):
                self.saved[base + k] = self.masks[k]
            self.guess_cell[self.depth], self.guess_mask[self.depth] = cell, mask
            self.guess_mark[self.depth] = self.trail_end
            self.depth += 1
            self.action = GUESS
            self.closed = not (self._narrow(cell, mask) and self._propagate())
            if self.closed:
                self._add_weights(cell)
        return remaining

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restart(self) -> cython.void:
        """Undo all guesses; what was excluded before the first one stays so."""
        self._undo(0)
        self.nodes, self.run_nodes = 0, self.run_nodes * RUN_GROWTH

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, depth: cython.int) -> cython.void:
        """Go back to before the guess at this depth."""
        self.depth = depth
        while self.trail_end > self.guess_mark[depth]:
            self.trail_end -= 1
            self._record_event(REMOVE, self.trail[self.trail_end])
        for k in range(self.cells):
            self.masks[k] = self.saved[depth * self.cells + k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backtrack(self) -> cython.void:
        """Undo the last guess and exclude it."""
        self._undo(self.depth - 1)
        self._clear()
        cell = self.guess_cell[self.depth]
        self.closed = not (self._narrow(cell, ~self.guess_mask[self.depth]) and self._propagate())
        if self.closed:
            self._add_weights(cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_weights(self, cell: cython.int) -> cython.void:
        """Add weight to the cells and constraints involved in a dead end."""
        k: cython.int
        if self.weighs_constraints:
            self.cell_weights[cell] += 1
            if self.failed >= 0:
                first = self.firsts[self.failed]
                for k in range(first, first + self.counts[self.failed]):
                    self.cell_weights[self.data[k]] += 1
        elif self.last_fixed >= 0:
            self.cell_weights[self.last_fixed] += 1
            self.digit_weights[self.last_digit] += 1
        self.dead_ends += 1
        if self.dead_ends % DECAY_PERIOD == 0:
            for k in range(self.cells):
                self.cell_weights[k] *= 0.5
            for k in range(self.size + 1):
                self.digit_weights[k] *= 0.25

    @cython.cfunc
    @cython.exceptval(check=False)
    def _set_weights(self) -> cython.void:
        """Set the initial weights of cells: higher with many or tight constraints."""
        number: cython.int
        for number in range(self.constraints):
            kind, count, weight = self.kinds[number], self.counts[number], 2.0
            if kind in (IS_CAGE, IS_SUM):
                weight = 1.0 if self.derived[number] else max(2.0 * self.size - count, self.size)
            elif kind == IS_HOUSE:
                weight = 1.0 if self.weighs_constraints else self.size
            elif kind != IS_PAIR:
                weight = count
            if self.weighs_constraints:
                weight += 1
            for k in range(self.firsts[number], self.firsts[number] + count):
                self.cell_weights[self.data[k]] += weight

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose_cell(self) -> cython.int:
        """The open cell with the most weight per candidate; -1 if all are solved."""
        cell: cython.int
        choice: cython.int = -1
        best: cython.double = -1
        rank: cython.double
        weighty: cython.int = 0
        gain: cython.double = 0
        if not self.weighs_constraints:
            weighty = self._weighty_digit()
            gain = 0.2 * self.digit_weights[weighty]
        for cell in range(self.cells):
            mask = self.masks[cell]
            if mask & (mask - 1) == 0:
                continue
            rank = self.cell_weights[cell]
            if weighty and mask >> weighty & 1:
                rank += gain
            rank /= bit_slices.count_bits(mask)
            if rank > best:
                best, choice = rank, cell
        self.forced_digit = 0
        if choice >= 0 and bit_slices.count_bits(self.masks[choice]) > 2:
            return self._choose_pair(choice, best)
        return choice

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weighty_digit(self) -> cython.int:
        """The digit that causes far more dead ends than the digit with the least weight; 0 for none."""
        choice: cython.int = 0
        smallest: cython.double = -1
        for digit in range(1, self.size + 1):
            if self.digit_weights[digit] > self.digit_weights[choice] or choice == 0:
                choice = digit
            if self.digit_weights[digit] > 0 and (smallest < 0 or self.digit_weights[digit] < smallest):
                smallest = self.digit_weights[digit]
        largest: cython.double = self.digit_weights[choice]
        return choice if largest >= self.size and 2 * largest > 3 * smallest else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose_pair(self, choice: cython.int, best: cython.double) -> cython.int:
        """One of two places of a digit in a house, or in cells that hold it once by a rule, if better than `choice`.

        Sets `forced_digit` if so.
        """
        number: cython.int
        first: cython.int
        second: cython.int
        present: cython.int
        twos: cython.int
        more: cython.int
        mask: cython.int
        for number in range(self.constraints):
            if self.kinds[number] != IS_HOUSE:
                continue
            start = self.starts[number]
            present = twos = more = 0
            for k in range(start + 1, start + 1 + self.data[start]):
                mask = self.masks[self.data[k]]
                more |= twos & mask
                twos |= present & mask
                present |= mask
            twos &= ~more
            while twos:
                digit = twos & -twos
                twos &= twos - 1
                first = second = -1
                for k in range(start + 1, start + 1 + self.data[start]):
                    if self.masks[self.data[k]] & digit:
                        first, second = second, self.data[k]
                if self.cell_weights[first] > self.cell_weights[second]:
                    second = first
                if self.cell_weights[second] / 2 > best:
                    best, choice, self.forced_digit = self.cell_weights[second] / 2, second, digit
        start = 0
        while self.exactly_once[start]:
            digit = self.exactly_once[start + 1]
            first = second = -1
            places: cython.int = 0
            for k in range(start + 2, start + 2 + self.exactly_once[start]):
                if self.masks[self.exactly_once[k]] & digit:
                    places += 1
                    first, second = second, self.exactly_once[k]
            start += 2 + self.exactly_once[start]
            if places != 2:
                continue
            if self.cell_weights[first] > self.cell_weights[second]:
                second = first
            if self.cell_weights[second] / 2 > best:
                best, choice, self.forced_digit = self.cell_weights[second] / 2, second, digit
        return choice

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose_digit(self, cell: cython.int) -> cython.int:
        """The mask of the candidate to try: the one that most peers have, or the lowest."""
        mask: cython.int = self.masks[cell]
        if self.forced_digit:
            return self.forced_digit
        if not self.weighs_constraints:
            return mask & -mask
        choice: cython.int = 0
        best: cython.int = -1
        while mask:
            digit = mask & -mask
            mask &= mask - 1
            rank: cython.int = 0
            for k in range(self.peer_words):
                word: cython.ulonglong = self.peers[cell * self.peer_words + k]
                while word:
                    rank += (self.masks[64 * k + bit_slices.lowest_bit(word)] & digit) != 0
                    word &= word - 1
            if rank > best:
                best, choice = rank, digit
        return choice

    # Propagation

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _narrow(self, cell: cython.int, mask: cython.int) -> cython.bint:
        """Restrict a cell to the candidates of a mask; return whether any is left."""
        candidates = self.masks[cell]
        mask &= candidates
        if mask == candidates:
            return True
        if mask == 0:
            return False
        self.masks[cell] = mask
        if mask & (mask - 1) == 0:
            self.fixed[self.fixed_end] = cell
            self.fixed_end += 1
            if self.events_room:
                self._record_digit(self.action, cell)
        self.action = FORCED
        for k in range(self.words):
            self.waiting[k] |= self.attached[cell * self.words + k]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record_digit(self, action: cython.int, cell: cython.int) -> cython.void:
        """Record that a cell has its digit."""
        self.trail[self.trail_end] = cell
        self.trail_end += 1
        self._record_event(action, cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _record_event(self, action: cython.int, cell: cython.int) -> cython.void:
        """Record an event for the digit of a cell, if there is room."""
        if self.events_end < self.events_room:
            digit: cython.int = bit_slices.lowest_bit(self.masks[cell])
            self.events[self.events_end] = cell << TO_CELL | digit << TO_DIGIT | action
            self.events_end += 1
        else:
            self.events_cut = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _clear(self) -> cython.void:
        """Forget which cells and constraints wait."""
        self.fixed_end = 0
        for k in range(self.words):
            self.waiting[k] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate(self) -> cython.bint:
        """Propagate waiting constraints until none is left; return false at a conflict."""
        number: cython.int
        word: cython.ulonglong
        self.failed = self.last_fixed = -1
        while True:
            while self.fixed_end:
                self.fixed_end -= 1
                cell = self.fixed[self.fixed_end]
                mask = self.masks[cell]
                self.last_fixed, self.last_digit = cell, bit_slices.lowest_bit(mask)
                for k in range(self.peer_words):
                    word = self.peers[cell * self.peer_words + k]
                    while word:
                        peer = 64 * k + bit_slices.lowest_bit(word)
                        word &= word - 1
                        if self.masks[peer] & mask and not self._narrow(peer, ~mask):
                            return False
            number = self._next_waiting()
            if number < 0:
                return True
            if not self._propagate_constraint(number):
                self.failed = number
                return False

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_waiting(self) -> cython.int:
        """The first waiting constraint, which no longer waits; -1 if there is none."""
        for k in range(self.words):
            word: cython.ulonglong = self.waiting[k]
            if word:
                self.waiting[k] = word & (word - 1)
                return 64 * k + bit_slices.lowest_bit(word)
        return -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_constraint(self, number: cython.int) -> cython.bint:
        """Remove the candidates that a constraint excludes; return whether it can be satisfied."""
        kind, start = self.kinds[number], self.starts[number]
        if kind == IS_HOUSE:
            return self._propagate_house(start)
        if kind in (IS_CAGE, IS_SETS):
            return self._propagate_cage(start)
        if kind == IS_SUM:
            return self._propagate_sum(start, self.derived[number] != 0)
        if kind == IS_PAIR:
            return self._propagate_pair(start)
        if kind == IS_AUTOMATON:
            return self._propagate_automaton(start)
        return self._propagate_multiset(start)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_house(self, start: cython.int) -> cython.bint:
        """Find hidden singles."""
        present: cython.int = 0
        twos: cython.int = 0
        placed: cython.int = 0
        mask: cython.int
        for k in range(start + 1, start + 1 + self.data[start]):
            mask = self.masks[self.data[k]]
            twos |= present & mask
            present |= mask
            if mask & (mask - 1) == 0:
                placed |= mask
        if bit_slices.count_bits(present) < self.data[start]:
            return False
        single = present & ~twos & ~placed
        if single:
            for k in range(start + 1, start + 1 + self.data[start]):
                mask = self.masks[self.data[k]] & single
                if mask and (mask & (mask - 1) or not self._narrow(self.data[k], mask)):
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_cage(self, start: cython.int) -> cython.bint:
        """Propagate different digits with a sum: by the sets that still fit, and exactly if few cells are open."""
        count, sets, total = self.data[start], self.data[start + 1], self.data[start + 2]
        cells: cython.int = start + 3
        k: cython.int
        open_cells: cython.int = 0
        placed: cython.int = 0
        other_mask: cython.int = 0
        mask: cython.int
        has_sum: cython.bint = total != 0
        for k in range(cells, cells + count):
            mask = self.masks[self.data[k]]
            if mask & (mask - 1) == 0:
                if placed & mask:
                    return False
                placed |= mask
                total -= bit_slices.lowest_bit(mask)
            else:
                self.free[open_cells] = self.data[k]
                open_cells += 1
        if has_sum:
            if open_cells == 0:
                return total == 0
            if total <= 0:
                return False
            if open_cells == 1:
                return total <= self.size and self._narrow(self.free[0], (1 << total) & ~placed)
        for k in range(open_cells):
            mask = self.masks[self.free[k]] & ~placed
            if mask == 0:
                return False
            self.parts[k] = mask
        if has_sum and open_cells == 2:
            mask = self.parts[0] & self._complements(self.parts[1], total)
            other_mask = self.parts[1] & self._complements(mask, total)
            if mask == 0 or other_mask == 0:
                return False
            return self._narrow(self.free[0], mask) and self._narrow(self.free[1], other_mask)
        if has_sum and (open_cells == 3 or open_cells == 4):
            if not (self._restrict_three(total) if open_cells == 3 else self._restrict_four(total)):
                return False
            for k in range(open_cells):
                if not self._narrow(self.free[k], self.parts[k]):
                    return False
        return self._propagate_sets(cells + count, sets, open_cells, placed)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_sets(
        self, first_set: cython.int, sets: cython.int, open_cells: cython.int, placed: cython.int
    ) -> cython.bint:
        """Restrict open cells, whose masks are `parts`, to the sets that fit and contain the placed digits."""
        k: cython.int
        present: cython.int = 0
        twos: cython.int = 0
        possible: cython.int = 0
        common: cython.int = -1
        mask: cython.int
        for k in range(open_cells):
            mask = self.parts[k]
            twos |= present & mask
            present |= mask
        for k in range(first_set, first_set + sets):
            digit_set = self.data[k]
            if placed & ~digit_set:
                continue
            digit_set &= ~placed
            if digit_set & ~present:
                continue
            fits: cython.bint = True
            for j in range(open_cells):
                if self.parts[j] & digit_set == 0:
                    fits = False
                    break
            if fits:
                possible |= digit_set
                common &= digit_set
        if common == -1:
            return False
        if open_cells == 0:
            return True
        for k in range(open_cells):
            if not self._narrow(self.free[k], self.parts[k] & possible):
                return False
        single = common & present & ~twos
        if single:
            for k in range(open_cells):
                mask = self.parts[k] & single
                if mask and (mask & (mask - 1) or not self._narrow(self.free[k], mask)):
                    return False
        return self._exclude_seen(open_cells, common & twos)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _complements(self, mask: cython.int, total: cython.int) -> cython.int:
        """The digits that make the total with another digit of the mask."""
        shift: cython.int = total - self.size - 1
        if shift >= self.size or shift < -self.size:
            return 0
        complements: cython.int = self._reflected(mask)
        complements = complements << shift if shift >= 0 else complements >> -shift
        if not total & 1:
            complements &= ~(1 << (total >> 1))
        return complements & ((2 << self.size) - 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restrict_three(self, total: cython.int) -> cython.bint:
        """Restrict three open cells of a cage to the digits of combinations that reach the total."""
        if not self._find_triple(self.parts[0], self.parts[1], self.parts[2], total):
            return False
        self.parts[0], self.parts[1], self.parts[2] = self.triple[0], self.triple[1], self.triple[2]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restrict_four(self, total: cython.int) -> cython.bint:
        """Restrict four open cells of a cage to the digits of combinations that reach the total."""
        first: cython.int = 0
        second: cython.int = 0
        third: cython.int = 0
        fourth: cython.int = 0
        k: cython.int
        narrowest: cython.int = 0
        for k in range(1, 4):
            if bit_slices.count_bits(self.parts[k]) < bit_slices.count_bits(self.parts[narrowest]):
                narrowest = k
        self.parts[0], self.parts[narrowest] = self.parts[narrowest], self.parts[0]
        self.free[0], self.free[narrowest] = self.free[narrowest], self.free[0]
        mask: cython.int = self.parts[0]
        while mask:
            digit: cython.int = mask & -mask
            remaining: cython.int = total - bit_slices.lowest_bit(mask)
            mask &= mask - 1
            if remaining < 6:
                break
            if self._find_triple(self.parts[1] & ~digit, self.parts[2] & ~digit, self.parts[3] & ~digit, remaining):
                first |= digit
                second |= self.triple[0]
                third |= self.triple[1]
                fourth |= self.triple[2]
        self.parts[0], self.parts[1], self.parts[2], self.parts[3] = first, second, third, fourth
        return first != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_triple(
        self, mask: cython.int, second_mask: cython.int, third_mask: cython.int, total: cython.int
    ) -> cython.bint:
        """Set `triple` to the possible digits of three cells with these masks, different digits and this total."""
        first: cython.int = 0
        second: cython.int = 0
        third: cython.int = 0
        while mask:
            digit = mask & -mask
            remaining: cython.int = total - bit_slices.lowest_bit(mask)
            mask &= mask - 1
            if remaining < 3:
                break
            seconds: cython.int = second_mask & ~digit
            thirds: cython.int = self._complements(seconds, remaining) & third_mask & ~digit
            if thirds:
                first |= digit
                third |= thirds
                second |= self._complements(thirds, remaining) & seconds
        self.triple[0], self.triple[1], self.triple[2] = first, second, third
        return first != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _exclude_seen(self, count: cython.int, digits: cython.int) -> cython.bint:
        """Remove digits that some of the free cells must hold from the cells that see all of these."""
        j: cython.int
        k: cython.int
        word: cython.ulonglong
        while digits:
            digit = digits & -digits
            digits &= digits - 1
            holders: cython.int = 0
            for j in range(count):
                if self.masks[self.free[j]] & digit:
                    self.parts[holders] = self.free[j]
                    holders += 1
            if holders == 0 or holders > 3:
                continue
            for k in range(self.peer_words):
                word = self.peers[self.parts[0] * self.peer_words + k]
                for j in range(1, holders):
                    word &= self.peers[self.parts[j] * self.peer_words + k]
                while word:
                    peer = 64 * k + bit_slices.lowest_bit(word)
                    word &= word - 1
                    if self.masks[peer] & digit and not self._narrow(peer, ~digit):
                        return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reflected(self, mask: cython.int) -> cython.int:
        """The mask with the digits reversed: the largest becomes 1."""
        if self.size <= MAX_MIRROR_SIZE:
            return self.mirror[mask]
        reflected: cython.int = 0
        while mask:
            reflected |= 1 << (self.size + 1 - bit_slices.lowest_bit(mask))
            mask &= mask - 1
        return reflected

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_sum(self, start: cython.int, derived: cython.bint) -> cython.bint:
        """Propagate a weighted sum: by bounds, and by the reachable sums if these fit into a word."""
        count, total = self.data[start], self.data[start + 1]
        cells: cython.int = start + 2
        smallest: cython.int = 0
        largest: cython.int = 0
        open_cells: cython.int = 0
        mask: cython.int
        k: cython.int
        low: cython.int
        high: cython.int
        for k in range(count):
            mask = self.masks[self.data[cells + k]]
            if self.data[cells + 2 * count + k]:
                mask = self._reflected(mask)
            self.sum_masks[k] = mask
        if not self._restrict_groups(cells, count, total):
            return False
        for k in range(count):
            mask = self.sum_masks[k]
            weight = self.data[cells + count + k]
            low, high = weight * bit_slices.lowest_bit(mask), weight * bit_slices.highest_bit(mask)
            smallest += low
            largest += high
            if low != high:
                self.free[open_cells], self.parts[open_cells] = k, mask
                open_cells += 1
        if total < smallest or total > largest:
            return False
        if smallest == largest:
            return True
        above_smallest: cython.int = total - smallest
        below_largest: cython.int = largest - total
        if derived and above_smallest > SLACK and below_largest > SLACK:
            return True
        remaining: cython.int = above_smallest
        for k in range(open_cells):
            mask, weight = self.parts[k], self.data[cells + count + self.free[k]]
            low, high = bit_slices.lowest_bit(mask), bit_slices.highest_bit(mask)
            if low + above_smallest // weight < high:
                mask &= (2 << (low + above_smallest // weight)) - 1
            if high - below_largest // weight > low:
                mask &= ~((1 << (high - below_largest // weight)) - 1)
            if mask == 0:
                return False
            self.parts[k] = mask
            remaining -= weight * (bit_slices.lowest_bit(mask) - low)
        if remaining < 0 or (remaining < 63 and not self._restrict_terms(open_cells, remaining, cells + count)):
            return False
        for k in range(open_cells):
            mask = self.parts[k]
            if self.data[cells + 2 * count + self.free[k]]:
                mask = self._reflected(mask)
            if not self._narrow(self.data[cells + self.free[k]], mask):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restrict_groups(self, cells: cython.int, count: cython.int, total: cython.int) -> cython.bint:
        """Restrict the cells of a sum by the smallest and largest totals of its groups of different digits.

        The smallest digits of a group are assigned like cars parking in a street, each from the smallest digit of its
        cell on. A different digit costs the difference to the next smaller assigned digit.
        """
        groups: cython.int = cells + 3 * count
        k: cython.int
        j: cython.int
        length: cython.int
        above_smallest: cython.int = total
        below_largest: cython.int = -total
        longest: cython.int = 0
        for k in range(count):
            longest = max(longest, self.data[groups + k])
        if longest < 2:
            return True
        k = 0
        while k < count:
            length, weight = self.data[groups + k], self.data[cells + count + k]
            below: cython.int = 0
            above: cython.int = 0
            for j in range(k, k + length):
                mask: cython.int = self.sum_masks[j]
                possible: cython.int = ~(below | ((mask & -mask) - 1))
                below |= possible & -possible
                possible = ~above & ((2 << bit_slices.highest_bit(mask)) - 2)
                if possible == 0 or below >> (self.size + 1):
                    return False
                above |= 1 << bit_slices.highest_bit(possible)
            self.smallest[k], self.largest[k] = below, above
            above_smallest -= weight * self._total(below)
            below_largest += weight * self._total(above)
            k += length
        if above_smallest < 0 or below_largest < 0:
            return False
        k = 0
        while k < count:
            length, weight = self.data[groups + k], self.data[cells + count + k]
            if length > 1:
                mask = self._spread(self.smallest[k], above_smallest // weight, True)
                mask &= self._spread(self.largest[k], below_largest // weight, False)
                for j in range(k, k + length):
                    self.sum_masks[j] = self.sum_masks[j] & mask
                    if self.sum_masks[j] == 0:
                        return False
            k += length
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _spread(self, mask: cython.int, width: cython.int, up: cython.bint) -> cython.int:
        """The digits at most a distance above, or below, a digit of the mask."""
        spread: cython.int = mask
        if width >= self.size:
            return spread | -(spread & -spread) if up else (2 << bit_slices.highest_bit(spread)) - 1
        for _ in range(width):
            spread |= spread << 1 if up else spread >> 1
        return spread

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _total(self, mask: cython.int) -> cython.int:
        """The sum of the digits of a mask."""
        total: cython.int = 0
        while mask:
            total += bit_slices.lowest_bit(mask)
            mask &= mask - 1
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restrict_terms(self, open_cells: cython.int, above_smallest: cython.int, weights: cython.int) -> cython.bint:
        """Restrict the terms of a sum to digits that can reach it: bit s of a word is the minimum sum plus s."""
        k: cython.int
        mask: cython.int
        supported: cython.int
        shift: cython.int
        word: cython.ulonglong
        reached: cython.ulonglong
        reachable: cython.ulonglong
        bit: cython.ulonglong = 1
        room: cython.ulonglong = (bit << (above_smallest + 1)) - 1
        self.prefixes[0] = 1
        for k in range(open_cells):
            mask = self.parts[k] >> bit_slices.lowest_bit(self.parts[k])
            word, reached = self.prefixes[k], 0
            while mask:
                shift = bit_slices.lowest_bit(mask) * self.data[weights + self.free[k]]
                mask &= mask - 1
                if shift > above_smallest:
                    break
                reached |= word << shift
            self.prefixes[k + 1] = reached & room
        if not self.prefixes[open_cells] >> above_smallest & 1:
            return False
        reachable = bit << above_smallest
        for k in range(open_cells - 1, -1, -1):
            low = bit_slices.lowest_bit(self.parts[k])
            mask, supported = self.parts[k] >> low, 0
            reached = 0
            while mask:
                shift = bit_slices.lowest_bit(mask) * self.data[weights + self.free[k]]
                if shift > above_smallest:
                    break
                word = reachable >> shift
                reached |= word
                if word & self.prefixes[k]:
                    supported |= mask & -mask
                mask &= mask - 1
            if supported == 0:
                return False
            self.parts[k] = supported << low
            reachable = reached
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_pair(self, start: cython.int) -> cython.bint:
        """Restrict each cell to the digits that the other allows."""
        first, second = self.data[start], self.data[start + 1]
        if not self._narrow(second, self._allowed(self.data[start + 2], self.masks[first])):
            return False
        return self._narrow(first, self._allowed(self.data[start + 3], self.masks[second]))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _allowed(self, table: cython.int, mask: cython.int) -> cython.int:
        if self.size <= FULL:
            return self.tables[table + mask]
        allowed: cython.int = 0
        while mask:
            allowed |= self.tables[table + bit_slices.lowest_bit(mask)]
            mask &= mask - 1
        return allowed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_automaton(self, start: cython.int) -> cython.bint:
        """Restrict cells to digits on some path through the layers."""
        count, states = self.data[start], self.data[start + 1]
        layer: cython.int = start + 2 + count
        base: cython.int = 0
        back: cython.int = self.states
        k: cython.int
        width: cython.int
        edges: cython.int
        edge: cython.int
        supported: cython.int
        for k in range(states):
            self.alive[k] = self.alive[back + k] = 0
        self.alive[0] = 1
        for k in range(count):
            width, edges = self.data[layer], self.data[layer + 1]
            mask = self.masks[self.data[start + 2 + k]]
            for edge in range(layer + 2, layer + 2 + 3 * edges, 3):
                if self.data[edge + 1] & mask and self.alive[base + self.data[edge]]:
                    self.alive[base + width + self.data[edge + 2]] = 1
            self.layers[k] = layer
            base += width
            layer += 2 + 3 * edges
        if not self.alive[base]:
            return False
        self.alive[back + base] = 1
        for k in range(count - 1, -1, -1):
            layer = self.layers[k]
            width, edges = self.data[layer], self.data[layer + 1]
            base -= width
            mask = self.masks[self.data[start + 2 + k]]
            supported = 0
            for edge in range(layer + 2, layer + 2 + 3 * edges, 3):
                if (
                    self.data[edge + 1] & mask
                    and self.alive[base + self.data[edge]]
                    and self.alive[back + base + width + self.data[edge + 2]]
                ):
                    supported |= self.data[edge + 1]
                    self.alive[back + base + self.data[edge]] = 1
            if not self._narrow(self.data[start + 2 + k], supported):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _propagate_multiset(self, start: cython.int) -> cython.bint:
        """Propagate the digits that must occur in the cells."""
        count, digits = self.data[start], self.data[start + 1]
        first: cython.int = start + 2
        k: cython.int
        required: cython.int = 0
        allowed: cython.int = 0
        for j in range(digits):
            digit: cython.int = 1 << self.data[first + count + 2 * j]
            times = self.data[first + count + 2 * j + 1]
            places: cython.int = 0
            for k in range(first, first + count):
                places += (self.masks[self.data[k]] & digit) != 0
            if places < times:
                return False
            if places == times:
                for k in range(first, first + count):
                    if self.masks[self.data[k]] & digit and not self._narrow(self.data[k], digit):
                        return False
            required += times
            allowed |= digit
        if required > count:
            return False
        if required == count:
            for k in range(first, first + count):
                if not self._narrow(self.data[k], allowed):
                    return False
        return True


@lru_cache(maxsize=16)
def mirror_table(size: int) -> "array[int]":
    """For each mask of a number of digits, the mask with the digits reversed."""
    table = [0]
    for digit in range(size + 1):  # with digit 0, whose bit is never set
        table += [mask | (1 << (size + 1 - digit) if digit else 0) for mask in table]
    return array("i", table)


def _ints(length: int) -> "array[int]":
    return array("i", bytes(4 * length))


def _nonempty(numbers: Sequence[int]) -> Sequence[int]:
    """The array, or one with an item if it is empty, because memoryviews need an item."""
    return numbers if len(numbers) else array("i", [0])
