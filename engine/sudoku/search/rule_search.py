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
MIRRORED = cython.declare(cython.int, 12)
# Minimum number of cages for weights by constraint.
MANY_CAGES = 3
# The number of nodes before the first restart, and how many times as many each further one takes.
FIRST_RUN = cython.declare(cython.int, 100)
LONGER = cython.declare(cython.int, 4)
# After this many dead ends, old weights decay.
PERIOD = cython.declare(cython.int, 16384)


@cython.final
@cython.cclass
class RuleSearch:
    """Counts the solutions of a puzzle with rules: `load` givens, then `run` or `advance`. Not thread-safe."""

    cells: cython.int
    size: cython.int
    constraints: cython.int
    slice_nodes = cython.declare(cython.int, visibility="public")

    start_masks: cython.int[::1]
    sees: cython.ulonglong[::1]
    peer_words: cython.int
    attached: cython.ulonglong[::1]
    words: cython.int
    once: cython.int[::1]
    kinds: cython.int[::1]
    starts: cython.int[::1]
    firsts: cython.int[::1]
    counts: cython.int[::1]
    derived: cython.int[::1]
    data: cython.int[::1]
    tables: cython.int[::1]
    mirror: cython.int[::1]

    masks: cython.int[::1]
    saved: cython.int[::1]
    guess_cell: cython.int[::1]
    guess_mask: cython.int[::1]
    forced_digit: cython.int
    depth: cython.int
    closed: cython.bint
    found: cython.longlong
    answer: cython.int[::1]

    fixed: cython.int[::1]  # solved cells not yet propagated to their peers
    fixed_end: cython.int
    last_fixed: cython.int
    failed: cython.int  # the constraint that failed last, or -1
    waiting: cython.ulonglong[::1]  # a bit for each constraint
    alive: cython.schar[::1]  # states of an automaton reachable from its start, then from its end
    states: cython.int
    layers: cython.int[::1]
    free: cython.int[::1]
    parts: cython.int[::1]
    triple: cython.int[::1]
    held: cython.int[::1]  # of a sum: the masks of its cells, and the smallest and largest digits of groups of cells
    least: cython.int[::1]
    most: cython.int[::1]
    prefixes: cython.ulonglong[::1]

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

    learns: cython.bint
    dead_ends: cython.longlong
    nodes: cython.longlong  # since the last restart
    run_nodes: cython.longlong  # the most until the next
    cell_weights: cython.double[::1]
    digit_weights: cython.double[::1]
    last_digit: cython.int
    started: cython.bint

    def __init__(self, puzzle: Puzzle) -> None:
        flat = rule_tables(puzzle.layout, puzzle.rules, puzzle.candidates)
        self.cells, self.size, self.constraints = len(puzzle.layout.cells), puzzle.layout.size, len(flat.kinds)
        self.start_masks, self.sees, self.peer_words = flat.domains, flat.sees, flat.peer_words
        self.attached, self.words = flat.attached, flat.words
        self.once = flat.once
        self.kinds, self.starts, self.derived = _some(flat.kinds), _some(flat.starts), _some(flat.derived)
        self.firsts, self.counts = _some(flat.firsts), _some(flat.counts)
        self.data, self.tables = _some(flat.data), flat.masks
        self.mirror = mirrored(min(self.size, MIRRORED))
        self.masks, self.answer, self.fixed = _ints(self.cells), _ints(self.cells), _ints(self.cells + 1)
        self.saved = _ints(self.cells * (self.cells + 1))
        self.guess_cell, self.guess_mask = _ints(self.cells + 1), _ints(self.cells + 1)
        self.waiting = array("Q", bytes(8 * self.words))
        self.states = flat.states
        self.alive = array("b", bytes(2 * flat.states + 2))
        self.free, self.parts = _ints(self.cells + 1), _ints(self.cells + 1)
        self.held, self.least, self.most = (_ints(self.cells + 1) for _ in range(3))
        self.triple, self.layers = _ints(3), _ints(2 * self.cells + 1)
        self.prefixes = array("Q", bytes(8 * (self.cells + 2)))
        self.learns = flat.sums >= MANY_CAGES
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
        self._weigh()
        self.depth, self.found, self.dead_ends = 0, 0, 0
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

    @cython.locals(most=cython.longlong, left=cython.longlong)
    def advance(self, limit: int, nodes: int) -> bool:
        """Continue, without the GIL, for at most `nodes` nodes. Returns whether `limit` or all solutions are found."""
        most, left = limit, nodes
        with cython.nogil:
            left = self._search(most, left)
        return left > 0 or self.found >= most

    def run(self, limit: int, cancel: Callable[[], bool] | None = None, patience: int | None = None) -> int:
        """Count solutions, up to `limit`. Polls `cancel` between slices and raises Cancelled.

        With `patience`, gives up after this many nodes and returns `limit`.
        """
        left = patience
        while left is None or left > 0:
            nodes = self.slice_nodes if left is None else min(left, self.slice_nodes)
            if self.advance(limit, nodes):
                return self.found
            left = None if left is None else left - nodes
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
        return events[: self.events_end], Status.SATISFIABLE if self.found else Status.UNSATISFIABLE

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
                    self._note_digit(FORCED, cell)
        for number in range(self.constraints):
            self.waiting[number >> 6] |= cython.cast(cython.ulonglong, 1) << (number & 63)
        return self._propagate()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _search(self, most: cython.longlong, left: cython.longlong) -> cython.longlong:
        """Continue the search for up to `left` nodes; return how many are left."""
        cell: cython.int
        if not self.started:
            self.started = True
            self.closed = not self._begin()
        while left > 0 and self.found < most and not self.events_cut:
            if self.closed:
                if self.depth == 0:
                    break
                self._backtrack()
                continue
            left -= 1
            self.nodes += 1
            if self.nodes > self.run_nodes and self.depth and not self.found:
                self._restart()
            cell = self._choose_cell()
            if cell < 0:
                for cell in range(self.cells):
                    self.answer[cell] = bit_slices.lowest_bit(self.masks[cell])
                self.found += 1
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
                self._blame(cell)
        return left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _restart(self) -> cython.void:
        """Undo all guesses; what was excluded before the first one stays so."""
        self._undo(0)
        self.nodes, self.run_nodes = 0, self.run_nodes * LONGER

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _undo(self, depth: cython.int) -> cython.void:
        """Go back to before the guess at this depth."""
        self.depth = depth
        while self.trail_end > self.guess_mark[depth]:
            self.trail_end -= 1
            self._note(REMOVE, self.trail[self.trail_end])
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
            self._blame(cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _blame(self, cell: cython.int) -> cython.void:
        """Add weight to the cells and constraints involved in a dead end."""
        k: cython.int
        if self.learns:
            self.cell_weights[cell] += 1
            if self.failed >= 0:
                first = self.firsts[self.failed]
                for k in range(first, first + self.counts[self.failed]):
                    self.cell_weights[self.data[k]] += 1
        elif self.last_fixed >= 0:
            self.cell_weights[self.last_fixed] += 1
            self.digit_weights[self.last_digit] += 1
        self.dead_ends += 1
        if self.dead_ends % PERIOD == 0:
            for k in range(self.cells):
                self.cell_weights[k] *= 0.5
            for k in range(self.size + 1):
                self.digit_weights[k] *= 0.25

    @cython.cfunc
    @cython.exceptval(check=False)
    def _weigh(self) -> cython.void:
        """Set the initial weights of cells: higher with many or tight constraints."""
        number: cython.int
        for number in range(self.constraints):
            kind, count, weight = self.kinds[number], self.counts[number], 2.0
            if kind in (IS_CAGE, IS_SUM):
                weight = 1.0 if self.derived[number] else max(2.0 * self.size - count, self.size)
            elif kind == IS_HOUSE:
                weight = 1.0 if self.learns else self.size
            elif kind != IS_PAIR:
                weight = count
            if self.learns:
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
        if not self.learns:
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
            return self._choose_place(choice, best)
        return choice

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weighty_digit(self) -> cython.int:
        """The digit that causes far more dead ends than the digit with the least weight; 0 for none."""
        choice: cython.int = 0
        least: cython.double = -1
        for digit in range(1, self.size + 1):
            if self.digit_weights[digit] > self.digit_weights[choice] or choice == 0:
                choice = digit
            if self.digit_weights[digit] > 0 and (least < 0 or self.digit_weights[digit] < least):
                least = self.digit_weights[digit]
        most: cython.double = self.digit_weights[choice]
        return choice if most >= self.size and 2 * most > 3 * least else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _choose_place(self, choice: cython.int, best: cython.double) -> cython.int:
        """A cell that is one of two places of a digit in a house, or in cells of a rule that hold it once, if better;
        sets `forced_digit`.
        """
        number: cython.int
        first: cython.int
        second: cython.int
        once: cython.int
        two: cython.int
        three: cython.int
        mask: cython.int
        for number in range(self.constraints):
            if self.kinds[number] != IS_HOUSE:
                continue
            at = self.starts[number]
            once = two = three = 0
            for k in range(at + 1, at + 1 + self.data[at]):
                mask = self.masks[self.data[k]]
                three |= two & mask
                two |= once & mask
                once |= mask
            two &= ~three
            while two:
                digit = two & -two
                two &= two - 1
                first = second = -1
                for k in range(at + 1, at + 1 + self.data[at]):
                    if self.masks[self.data[k]] & digit:
                        first, second = second, self.data[k]
                if self.cell_weights[first] > self.cell_weights[second]:
                    second = first
                if self.cell_weights[second] / 2 > best:
                    best, choice, self.forced_digit = self.cell_weights[second] / 2, second, digit
        at = 0
        while self.once[at]:
            digit = self.once[at + 1]
            first = second = -1
            places: cython.int = 0
            for k in range(at + 2, at + 2 + self.once[at]):
                if self.masks[self.once[k]] & digit:
                    places += 1
                    first, second = second, self.once[k]
            at += 2 + self.once[at]
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
        if not self.learns:
            return mask & -mask
        choice: cython.int = 0
        best: cython.int = -1
        while mask:
            digit = mask & -mask
            mask &= mask - 1
            rank: cython.int = 0
            for k in range(self.peer_words):
                word: cython.ulonglong = self.sees[cell * self.peer_words + k]
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
        before = self.masks[cell]
        mask &= before
        if mask == before:
            return True
        if mask == 0:
            return False
        self.masks[cell] = mask
        if mask & (mask - 1) == 0:
            self.fixed[self.fixed_end] = cell
            self.fixed_end += 1
            if self.events_room:
                self._note_digit(self.action, cell)
        self.action = FORCED
        for k in range(self.words):
            self.waiting[k] |= self.attached[cell * self.words + k]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note_digit(self, action: cython.int, cell: cython.int) -> cython.void:
        """Record that a cell has its digit."""
        self.trail[self.trail_end] = cell
        self.trail_end += 1
        self._note(action, cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _note(self, action: cython.int, cell: cython.int) -> cython.void:
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
                    word = self.sees[cell * self.peer_words + k]
                    while word:
                        peer = 64 * k + bit_slices.lowest_bit(word)
                        word &= word - 1
                        if self.masks[peer] & mask and not self._narrow(peer, ~mask):
                            return False
            number = self._next_waiting()
            if number < 0:
                return True
            if not self._look(number):
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
    def _look(self, number: cython.int) -> cython.bint:
        """Remove the candidates that a constraint rules out; return whether it can be satisfied."""
        kind, at = self.kinds[number], self.starts[number]
        if kind == IS_HOUSE:
            return self._look_at_house(at)
        if kind in (IS_CAGE, IS_SETS):
            return self._look_at_cage(at)
        if kind == IS_SUM:
            return self._look_at_sum(at, self.derived[number] != 0)
        if kind == IS_PAIR:
            return self._look_at_pair(at)
        if kind == IS_AUTOMATON:
            return self._look_at_automaton(at)
        return self._look_at_multiset(at)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_house(self, at: cython.int) -> cython.bint:
        """Find hidden singles."""
        once: cython.int = 0
        two: cython.int = 0
        placed: cython.int = 0
        mask: cython.int
        for k in range(at + 1, at + 1 + self.data[at]):
            mask = self.masks[self.data[k]]
            two |= once & mask
            once |= mask
            if mask & (mask - 1) == 0:
                placed |= mask
        if bit_slices.count_bits(once) < self.data[at]:
            return False
        single = once & ~two & ~placed
        if single:
            for k in range(at + 1, at + 1 + self.data[at]):
                mask = self.masks[self.data[k]] & single
                if mask and (mask & (mask - 1) or not self._narrow(self.data[k], mask)):
                    return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_cage(self, at: cython.int) -> cython.bint:
        """Propagate different digits with a sum: by the sets that still fit, and exactly if few cells are open."""
        count, sets, total = self.data[at], self.data[at + 1], self.data[at + 2]
        cells: cython.int = at + 3
        k: cython.int
        open_cells: cython.int = 0
        placed: cython.int = 0
        held: cython.int = 0
        once: cython.int = 0
        two: cython.int = 0
        mask: cython.int
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
        summed: cython.bint = self.data[at + 2] != 0
        if open_cells == 0 and summed:
            return total == 0
        if total <= 0 and summed:
            return False
        if open_cells == 1 and summed:
            return total <= self.size and self._narrow(self.free[0], (1 << total) & ~placed)
        for k in range(open_cells):
            mask = self.masks[self.free[k]] & ~placed
            if mask == 0:
                return False
            self.parts[k] = mask
        if open_cells == 2 and summed:
            mask = self.parts[0] & self._mates(self.parts[1], total)
            held = self.parts[1] & self._mates(mask, total)
            return mask != 0 and held != 0 and self._narrow(self.free[0], mask) and self._narrow(self.free[1], held)
        if summed and (open_cells == 3 or open_cells == 4):
            if not (self._look_at_three(total) if open_cells == 3 else self._look_at_four(total)):
                return False
            for k in range(open_cells):
                if not self._narrow(self.free[k], self.parts[k]):
                    return False
        for k in range(open_cells):
            mask = self.parts[k]
            two |= once & mask
            once |= mask
        possible: cython.int = 0
        needed: cython.int = -1
        for k in range(cells + count, cells + count + sets):
            option = self.data[k]
            if placed & ~option:
                continue
            option &= ~placed
            if option & ~once:
                continue
            fits: cython.bint = True
            for j in range(open_cells):
                if self.parts[j] & option == 0:
                    fits = False
                    break
            if fits:
                possible |= option
                needed &= option
        if needed == -1:
            return False
        if open_cells == 0:
            return True
        for k in range(open_cells):
            if not self._narrow(self.free[k], self.parts[k] & possible):
                return False
        single = needed & once & ~two
        if single:
            for k in range(open_cells):
                mask = self.parts[k] & single
                if mask and (mask & (mask - 1) or not self._narrow(self.free[k], mask)):
                    return False
        return self._exclude_seen(open_cells, needed & two)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _mates(self, mask: cython.int, total: cython.int) -> cython.int:
        """The digits that make the total with another digit of the mask."""
        shift: cython.int = total - self.size - 1
        if shift >= self.size or shift < -self.size:
            return 0
        found: cython.int = self._reflected(mask)
        found = found << shift if shift >= 0 else found >> -shift
        if not total & 1:
            found &= ~(1 << (total >> 1))
        return found & ((2 << self.size) - 2)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_three(self, total: cython.int) -> cython.bint:
        """Restrict three open cells of a cage to the digits of combinations that reach the total."""
        if not self._look_at_triple(self.parts[0], self.parts[1], self.parts[2], total):
            return False
        self.parts[0], self.parts[1], self.parts[2] = self.triple[0], self.triple[1], self.triple[2]
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_four(self, total: cython.int) -> cython.bint:
        """Restrict four open cells of a cage to the digits of combinations that reach the total."""
        first: cython.int = 0
        second: cython.int = 0
        third: cython.int = 0
        fourth: cython.int = 0
        k: cython.int
        least: cython.int = 0
        for k in range(1, 4):
            if bit_slices.count_bits(self.parts[k]) < bit_slices.count_bits(self.parts[least]):
                least = k
        self.parts[0], self.parts[least] = self.parts[least], self.parts[0]
        self.free[0], self.free[least] = self.free[least], self.free[0]
        mask: cython.int = self.parts[0]
        while mask:
            digit: cython.int = mask & -mask
            left: cython.int = total - bit_slices.lowest_bit(mask)
            mask &= mask - 1
            if left < 6:
                break
            if self._look_at_triple(self.parts[1] & ~digit, self.parts[2] & ~digit, self.parts[3] & ~digit, left):
                first |= digit
                second |= self.triple[0]
                third |= self.triple[1]
                fourth |= self.triple[2]
        self.parts[0], self.parts[1], self.parts[2], self.parts[3] = first, second, third, fourth
        return first != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_triple(self, mask: cython.int, others: cython.int, last: cython.int, total: cython.int) -> cython.bint:
        """Set `triple` to the possible digits of three cells with these masks, different digits and this total."""
        first: cython.int = 0
        second: cython.int = 0
        third: cython.int = 0
        while mask:
            digit = mask & -mask
            left: cython.int = total - bit_slices.lowest_bit(mask)
            mask &= mask - 1
            if left < 3:
                break
            b: cython.int = others & ~digit
            c: cython.int = self._mates(b, left) & last & ~digit
            if c:
                first |= digit
                third |= c
                second |= self._mates(c, left) & b
        self.triple[0], self.triple[1], self.triple[2] = first, second, third
        return first != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _exclude_seen(self, count: cython.int, needed: cython.int) -> cython.bint:
        """Remove digits that some of the free cells must hold from the cells that see all of these."""
        j: cython.int
        k: cython.int
        word: cython.ulonglong
        while needed:
            digit = needed & -needed
            needed &= needed - 1
            holders: cython.int = 0
            for j in range(count):
                if self.masks[self.free[j]] & digit:
                    self.parts[holders] = self.free[j]
                    holders += 1
            if holders == 0 or holders > 3:
                continue
            for k in range(self.peer_words):
                word = self.sees[self.parts[0] * self.peer_words + k]
                for j in range(1, holders):
                    word &= self.sees[self.parts[j] * self.peer_words + k]
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
        if self.size <= MIRRORED:
            return self.mirror[mask]
        found: cython.int = 0
        while mask:
            found |= 1 << (self.size + 1 - bit_slices.lowest_bit(mask))
            mask &= mask - 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_sum(self, at: cython.int, derived: cython.bint) -> cython.bint:
        """Propagate a weighted sum: by bounds, and by the reachable sums if these fit into a word."""
        count, total = self.data[at], self.data[at + 1]
        cells: cython.int = at + 2
        least: cython.int = 0
        most: cython.int = 0
        open_cells: cython.int = 0
        mask: cython.int
        k: cython.int
        low: cython.int
        high: cython.int
        for k in range(count):
            mask = self.masks[self.data[cells + k]]
            if self.data[cells + 2 * count + k]:
                mask = self._reflected(mask)
            self.held[k] = mask
        if not self._look_at_groups(cells, count, total):
            return False
        for k in range(count):
            mask = self.held[k]
            weight = self.data[cells + count + k]
            low, high = weight * bit_slices.lowest_bit(mask), weight * bit_slices.highest_bit(mask)
            least += low
            most += high
            if low != high:
                self.free[open_cells], self.parts[open_cells] = k, mask
                open_cells += 1
        if total < least or total > most:
            return False
        if least == most:
            return True
        spare: cython.int = total - least
        lacking: cython.int = most - total
        if derived and spare > SLACK and lacking > SLACK:
            return True
        spare_now: cython.int = spare
        for k in range(open_cells):
            mask, weight = self.parts[k], self.data[cells + count + self.free[k]]
            low, high = bit_slices.lowest_bit(mask), bit_slices.highest_bit(mask)
            if low + spare // weight < high:
                mask &= (2 << (low + spare // weight)) - 1
            if high - lacking // weight > low:
                mask &= ~((1 << (high - lacking // weight)) - 1)
            if mask == 0:
                return False
            self.parts[k] = mask
            spare_now -= weight * (bit_slices.lowest_bit(mask) - low)
        if spare_now < 0 or (spare_now < 63 and not self._reach(open_cells, spare_now, cells + count)):
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
    def _look_at_groups(self, cells: cython.int, count: cython.int, total: cython.int) -> cython.bint:
        """Restrict the cells of a sum by the smallest and largest totals of its groups of different digits.

        The smallest digits of a group are assigned like cars parking in a street, each from the smallest digit of its
        cell on. A different digit costs the difference to the next smaller assigned digit.
        """
        groups: cython.int = cells + 3 * count
        k: cython.int
        j: cython.int
        length: cython.int
        spare: cython.int = total
        lacking: cython.int = -total
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
                mask: cython.int = self.held[j]
                rest: cython.int = ~(below | ((mask & -mask) - 1))
                below |= rest & -rest
                rest = ~above & ((2 << bit_slices.highest_bit(mask)) - 2)
                if rest == 0 or below >> (self.size + 1):
                    return False
                above |= 1 << bit_slices.highest_bit(rest)
            self.least[k], self.most[k] = below, above
            spare -= weight * self._total(below)
            lacking += weight * self._total(above)
            k += length
        if spare < 0 or lacking < 0:
            return False
        k = 0
        while k < count:
            length, weight = self.data[groups + k], self.data[cells + count + k]
            if length > 1:
                mask = self._spread(self.least[k], spare // weight, True)
                mask &= self._spread(self.most[k], lacking // weight, False)
                for j in range(k, k + length):
                    self.held[j] = self.held[j] & mask
                    if self.held[j] == 0:
                        return False
            k += length
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _spread(self, mask: cython.int, width: cython.int, up: cython.bint) -> cython.int:
        """The digits at most a distance above, or below, a digit of the mask."""
        found: cython.int = mask
        if width >= self.size:
            return found | -(found & -found) if up else (2 << bit_slices.highest_bit(found)) - 1
        for _ in range(width):
            found |= found << 1 if up else found >> 1
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _total(self, mask: cython.int) -> cython.int:
        """The sum of the digits of a mask."""
        found: cython.int = 0
        while mask:
            found += bit_slices.lowest_bit(mask)
            mask &= mask - 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach(self, open_cells: cython.int, spare: cython.int, weights: cython.int) -> cython.bint:
        """Restrict the terms of a sum to digits that can reach it: bit s of a word is the minimum sum plus s."""
        k: cython.int
        mask: cython.int
        rest: cython.int
        shift: cython.int
        word: cython.ulonglong
        reached: cython.ulonglong
        reachable: cython.ulonglong
        bit: cython.ulonglong = 1
        room: cython.ulonglong = (bit << (spare + 1)) - 1
        self.prefixes[0] = 1
        for k in range(open_cells):
            mask = self.parts[k] >> bit_slices.lowest_bit(self.parts[k])
            word, reached = self.prefixes[k], 0
            while mask:
                shift = bit_slices.lowest_bit(mask) * self.data[weights + self.free[k]]
                mask &= mask - 1
                if shift > spare:
                    break
                reached |= word << shift
            self.prefixes[k + 1] = reached & room
        if not self.prefixes[open_cells] >> spare & 1:
            return False
        reachable = bit << spare
        for k in range(open_cells - 1, -1, -1):
            low = bit_slices.lowest_bit(self.parts[k])
            mask, rest = self.parts[k] >> low, 0
            reached = 0
            while mask:
                shift = bit_slices.lowest_bit(mask) * self.data[weights + self.free[k]]
                if shift > spare:
                    break
                word = reachable >> shift
                reached |= word
                if word & self.prefixes[k]:
                    rest |= mask & -mask
                mask &= mask - 1
            if rest == 0:
                return False
            self.parts[k] = rest << low
            reachable = reached
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_pair(self, at: cython.int) -> cython.bint:
        """Restrict each cell to the digits that the other allows."""
        first, second = self.data[at], self.data[at + 1]
        if not self._narrow(second, self._allowed(self.data[at + 2], self.masks[first])):
            return False
        return self._narrow(first, self._allowed(self.data[at + 3], self.masks[second]))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _allowed(self, table: cython.int, mask: cython.int) -> cython.int:
        if self.size <= FULL:
            return self.tables[table + mask]
        found: cython.int = 0
        while mask:
            found |= self.tables[table + bit_slices.lowest_bit(mask)]
            mask &= mask - 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_automaton(self, at: cython.int) -> cython.bint:
        """Restrict cells to digits on some path through the layers."""
        count, states = self.data[at], self.data[at + 1]
        layer: cython.int = at + 2 + count
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
            mask = self.masks[self.data[at + 2 + k]]
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
            mask = self.masks[self.data[at + 2 + k]]
            supported = 0
            for edge in range(layer + 2, layer + 2 + 3 * edges, 3):
                if (
                    self.data[edge + 1] & mask
                    and self.alive[base + self.data[edge]]
                    and self.alive[back + base + width + self.data[edge + 2]]
                ):
                    supported |= self.data[edge + 1]
                    self.alive[back + base + self.data[edge]] = 1
            if not self._narrow(self.data[at + 2 + k], supported):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_at_multiset(self, at: cython.int) -> cython.bint:
        """Propagate the digits that must occur in the cells."""
        count, digits = self.data[at], self.data[at + 1]
        first: cython.int = at + 2
        k: cython.int
        owed: cython.int = 0
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
            owed += times
            allowed |= digit
        if owed > count:
            return False
        if owed == count:
            for k in range(first, first + count):
                if not self._narrow(self.data[k], allowed):
                    return False
        return True


@lru_cache(maxsize=16)
def mirrored(size: int) -> "array[int]":
    """For each mask of a number of digits, the mask with the digits reversed."""
    table = [0]
    for digit in range(size + 1):  # with digit 0, whose bit is never set
        table += [mask | (1 << (size + 1 - digit) if digit else 0) for mask in table]
    return array("i", table)


def _ints(length: int) -> "array[int]":
    return array("i", bytes(4 * length))


def _some(numbers: Sequence[int]) -> Sequence[int]:
    """The array, with an item if it is empty, as memoryviews need one."""
    return numbers if len(numbers) else array("i", [0])
