# cython: infer_types=True
# (Cython infers the types of most local variables.)
"""The chains and nets of Sudoku Explainer, with its order and lengths: a kernel for ordinary grids.

A statement says that a candidate is true or false. From an assumption, statements follow in order, each from earlier
ones. The rating of a step depends on the number of statements it rests on, including those of nested chains. The first
of the easiest steps is taken.

- A chain uses the candidates left in the grid. It is a cycle, or ends with the opposite of its assumption.
- Multiple chains lead from all candidates of a cell, or all places of a digit in a house, to one statement.
- Dynamic chains remove the candidates they find false as they go, so a statement may follow from several.
- Nested chains look for other steps in what is then left: simple ones at level 1, chains at 2, multiple chains at 3,
  dynamic chains at 4, and further nesting.

A statement is a number, 2 * (9 * cell + digit - 1), and one more if it is true.
"""

from array import array
from collections.abc import Callable

import cython

from engine.base.kernels import plain
from engine.base.polling import poll

if cython.compiled:
    from cython.cimports.engine.sudoku.techniques.patterns import explainer_grid
else:
    explainer_grid = plain("engine.sudoku.techniques.patterns.explainer_grid")

STATEMENTS = cython.declare(cython.int, 1458)
GRID = cython.declare(cython.int, 81 + 270)
ASSUMED = cython.declare(cython.int, -1)
IN_CELL = cython.declare(cython.int, 0)  # the reason of a statement: its cell, a house of some kind, or a step
STEP = cython.declare(cython.int, 4)
BINARY = cython.declare(cython.int, 0)  # the start of a step; kinds of houses count from BY_HOUSE
BY_CELL = cython.declare(cython.int, 1)
BY_HOUSE = cython.declare(cython.int, 2)
CYCLE = cython.declare(cython.int, 5)


@cython.final
@cython.cclass
class Nodes:
    """The consequences of assumptions in one grid: nodes, each a statement with the nodes it follows from.

    A run is the nodes that follow from one assumption.
    """

    statement: cython.int[::1]
    reason: cython.int[::1]
    within: cython.int[::1]  # the number of a nested step; -1: none
    parents_at: cython.int[::1]
    parents: cython.int[::1]
    parents_of: cython.int[::1]  # the number of parents
    ancestors: cython.int[::1]  # the number of nodes it rests on, with itself; 0: not counted yet
    nests: cython.int[::1]  # whether it rests on a nested step
    used: cython.int
    parents_used: cython.int

    grid: cython.int[::1]  # the grid at the start
    run_of: cython.int[::1]  # by the statement assumed
    run_at: cython.int[::1]  # its nodes
    run_end: cython.int[::1]
    clash: cython.int[::1]  # by run: the two nodes that contradict each other, the true one first; -1: none
    node_of: cython.short[::1]  # by run and statement: its node's index in the run; -1: none
    runs: cython.int
    choice: cython.int[::1]  # runs with a common conclusion

    queue_true: cython.int[::1]
    queue_false: cython.int[::1]
    seen: cython.int[::1]  # by statement
    stamp: cython.int
    trace: cython.int[::1]  # the nodes that a node rests on, level by level

    weights: cython.int[::1]  # by step found: the number of statements
    keys: cython.int[::1]
    kinds: cython.int[::1]
    orders: cython.int[::1]
    ranks: cython.double[::1]
    targets_at: cython.int[::1]
    targets_of: cython.int[::1]
    targets: cython.int[::1]
    falls_at: cython.int[::1]
    falls_of: cython.int[::1]
    fall_cells: cython.int[::1]
    fall_masks: cython.int[::1]
    places: cython.int[::1]  # the cell that is filled, or -1
    steps: cython.int
    targets_used: cython.int
    falls_used: cython.int
    offered: cython.int
    slot_of: cython.int[::1]  # by cell and mask of candidates that fall: the step
    slot_stamp: cython.int[::1]
    slots: cython.int

    def __init__(self) -> None:
        self.statement, self.reason, self.within = _zeros(4096), _zeros(4096), _zeros(4096)
        self.parents_at, self.parents_of, self.parents = _zeros(4096), _zeros(4096), _zeros(16384)
        self.ancestors, self.nests = _zeros(4096), _zeros(4096)
        self.grid = _zeros(GRID)
        self.run_of, self.run_at, self.run_end = _zeros(STATEMENTS), _zeros(STATEMENTS), _zeros(STATEMENTS)
        self.clash = _zeros(2 * STATEMENTS)
        self.node_of = array("h", bytes(2 * STATEMENTS * 64))
        self.queue_true, self.queue_false, self.choice = _zeros(STATEMENTS), _zeros(STATEMENTS), _zeros(9)
        self.seen, self.trace = _zeros(STATEMENTS), _zeros(STATEMENTS)
        self.weights, self.keys, self.kinds, self.orders = _zeros(1024), _zeros(1024), _zeros(1024), _zeros(1024)
        self.targets_at, self.targets_of, self.targets = _zeros(1024), _zeros(1024), _zeros(8192)
        self.falls_at, self.falls_of, self.places = _zeros(1024), _zeros(1024), _zeros(1024)
        self.fall_cells, self.fall_masks = _zeros(8192), _zeros(8192)
        self.ranks = array("d", bytes(8192))
        self.slot_of, self.slot_stamp = _zeros(81 * 512), _zeros(81 * 512)
        self.used = self.parents_used = self.runs = self.stamp = self.steps = self.targets_used = self.falls_used = 0
        self.offered = self.slots = 0


@cython.final
@cython.cclass
class ExplainerNets(explainer_grid.ExplainerGrid):
    """A grid, and the first step of a kind found in it, chains included."""

    nodes: list  # by depth
    nest_weights: cython.int[::1]  # by nested step
    nest_hashes: cython.ulonglong[::1]
    nest: cython.int
    weak_at: cython.int[::1]  # by candidate: the candidates it excludes that have consequences when false
    weak: cython.int[::1]
    weak_reason: cython.int[::1]
    strong_at: cython.int[::1]
    strong: cython.int[::1]
    strong_reason: cython.int[::1]
    target: cython.int[::1]  # the nodes that a step rests on
    met: cython.int[::1]
    stamp: cython.int  # marks the candidates below met from the current source
    near: cython.int[::1]
    met_on: cython.int[::1]
    met_off: cython.int[::1]
    from_on: cython.int[::1]  # by true candidate: what it follows from, why, and the number of statements
    why_on: cython.int[::1]
    length_on: cython.int[::1]
    from_off: cython.int[::1]
    why_off: cython.int[::1]
    length_off: cython.int[::1]
    queue_on: cython.int[::1]
    queue_off: cython.int[::1]
    queue_from: cython.int[::1]
    queue_why: cython.int[::1]
    path: cython.int[::1]
    mark: cython.int
    in_cycle: cython.int[::1]
    sees_on: cython.int[::1]
    sees_off: cython.int[::1]
    is_reason: cython.int[::1]
    reason_nodes: cython.int[::1]
    reasons: cython.int
    nested: cython.bint  # whether the search is for steps nested in a run: these nodes, this run
    outer: Nodes
    run: cython.int
    added: cython.int  # the number of nodes found there
    spent: cython.longlong  # runs made, and the limit
    allowed: cython.longlong
    cancel: object  # polled regularly, if set

    def __init__(self) -> None:
        explainer_grid.ExplainerGrid.__init__(self)
        self.nodes = [Nodes()]
        self.nest_weights, self.nest_hashes, self.nest = _zeros(1024), array("Q", bytes(8192)), 0
        self.weak_at, self.weak, self.weak_reason = _zeros(730), _zeros(729 * 28), _zeros(729 * 28)
        self.strong_at, self.strong, self.strong_reason = _zeros(730), _zeros(729 * 4), _zeros(729 * 4)
        self.nested, self.run, self.added, self.spent, self.allowed, self.cancel = False, 0, 0, 0, 0, None
        self.outer = self.nodes[0]
        self.target, self.met, self.stamp, self.mark, self.reasons = _zeros(9), _zeros(STATEMENTS), 0, 0, 0
        self.near, self.met_on, self.met_off = _zeros(729), _zeros(729), _zeros(729)
        self.from_on, self.why_on, self.length_on = _zeros(729), _zeros(729), _zeros(729)
        self.from_off, self.why_off, self.length_off = _zeros(729), _zeros(729), _zeros(729)
        self.queue_on, self.queue_off = _zeros(730), _zeros(729 * 28)
        self.queue_from, self.queue_why, self.path = _zeros(729 * 28), _zeros(729 * 28), _zeros(1462)
        self.in_cycle, self.sees_on, self.sees_off = _zeros(81), _zeros(729), _zeros(729)
        self.is_reason, self.reason_nodes = _zeros(STATEMENTS), _zeros(STATEMENTS)

    def allow(self, runs: int, cancel: Callable[[], bool] | None = None) -> None:
        """Set the number of assumptions to follow from now on, and `cancel`, which is polled (raises Cancelled)."""
        self.spent, self.allowed, self.cancel = 0, runs, cancel

    def is_exhausted(self) -> bool:
        """Whether the limit on assumptions was exceeded."""
        return self.spent > self.allowed

    def first_net(self, kind: int) -> bool:
        """Find the first step of a kind with chains, see `explainer.STAGES`."""
        self.removals, self.placed, self.nest, self.nested = 0, -1, 0, False
        nodes: Nodes = self._nodes(0)
        if kind == 20:
            self._find_chains(0)
        elif kind == 22:
            self._find_nets(0, False, True, True, 0, 0)
        elif kind == 23:
            self._find_nets(0, True, False, False, 0, 0)
        elif kind <= 28:
            self._find_nets(0, True, True, False, kind - 24, 0)
        else:
            self._find_nets(0, True, True, False, 4, kind - 28)
        if self.spent > self.allowed:
            return False
        if nodes.steps == 0:
            return False
        best: cython.int = 0
        base = 0.0 if kind == 20 else 7.5 if kind == 22 else 8.0 if kind == 23 else 8.5 + 0.5 * min(kind - 24, 4)
        self.rank = nodes.ranks[best] if kind == 20 else base + _longer(nodes.weights[best])
        for k in range(nodes.falls_at[best], nodes.falls_at[best] + nodes.falls_of[best]):
            self.lose(nodes.fall_cells[k], nodes.fall_masks[k])
        if nodes.places[best] >= 0:
            self.placed, self.placed_digit = nodes.places[best] // 9, nodes.places[best] % 9 + 1
        return True

    @cython.cfunc
    def _nodes(self, depth: cython.int) -> Nodes:
        while len(self.nodes) <= depth:
            self.nodes.append(Nodes())
        nodes: Nodes = self.nodes[depth]
        nodes.used = nodes.parents_used = nodes.runs = nodes.steps = nodes.targets_used = nodes.falls_used = 0
        nodes.offered = 0
        for k in range(STATEMENTS):
            nodes.run_of[k] = -1
        for k in range(GRID):
            nodes.grid[k] = self.grid[k]
        nodes.stamp += 1
        return nodes

    # The consequences of an assumption.

    @cython.cfunc
    def _add(self, nodes: Nodes, statement: cython.int, reason: cython.int, parent: cython.int) -> cython.int:
        """Add a node that follows from another (or -1); the caller adds further parents right away."""
        node = nodes.used
        if node + 1 >= len(nodes.statement):
            nodes.statement, nodes.reason, nodes.within = (
                _grown(nodes.statement),
                _grown(nodes.reason),
                _grown(nodes.within),
            )
            nodes.parents_at, nodes.parents_of = _grown(nodes.parents_at), _grown(nodes.parents_of)
            nodes.ancestors, nodes.nests = _grown(nodes.ancestors), _grown(nodes.nests)
        nodes.used += 1
        nodes.statement[node], nodes.reason[node], nodes.within[node] = statement, reason, -1
        nodes.parents_at[node], nodes.parents_of[node] = nodes.parents_used, 0
        nodes.ancestors[node] = nodes.nests[node] = 0
        if parent >= 0:
            self._add_parent(nodes, node, parent)
        return node

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_parent(self, nodes: Nodes, node: cython.int, parent: cython.int) -> cython.void:
        if nodes.parents_used + 1 >= len(nodes.parents):
            _grow_parents(nodes)
        nodes.parents[nodes.parents_used] = parent
        nodes.parents_used += 1
        nodes.parents_of[node] += 1
        nodes.nests[node] |= nodes.nests[parent]

    @cython.cfunc
    def _run(
        self,
        depth: cython.int,
        assumed: cython.int,
        dynamic: cython.bint,
        nishio: cython.bint,
        level: cython.int,
        limit: cython.int,
    ) -> cython.int:
        """The run from an assumption, computed on first use."""
        nodes: Nodes = self.nodes[depth]
        run = nodes.run_of[assumed]
        if run >= 0:
            return run
        run = nodes.runs
        nodes.run_of[assumed] = run
        nodes.runs += 1
        self.spent += 1
        if self.spent & 255 == 0:
            poll(self.cancel)
        first = nodes.used
        nodes.run_at[run], nodes.clash[2 * run], nodes.clash[2 * run + 1] = first, -1, -1
        if (run + 1) * STATEMENTS > len(nodes.node_of):
            nodes.node_of = _grown_shorts(nodes.node_of)
        base: cython.int = run * STATEMENTS
        for k in range(base, base + STATEMENTS):
            nodes.node_of[k] = -1
        true_begin: cython.int = 0
        true_end: cython.int = 0
        false_begin: cython.int = 0
        false_end: cython.int = 0
        node = self._add(nodes, assumed, ASSUMED, -1)
        nodes.node_of[base + assumed] = 0
        if assumed & 1:
            nodes.queue_true[0], true_end = node, 1
        else:
            nodes.queue_false[0], false_end = node, 1
        while True:
            if true_begin < true_end:
                node = nodes.queue_true[true_begin]
                true_begin += 1
                cell, digit = nodes.statement[node] // 18, nodes.statement[node] % 18 // 2 + 1
                mask = self.grid[cell] & ~(1 << digit) if not nishio else 0
                clashed = False
                while mask:
                    other = self.lowest[mask]
                    mask &= mask - 1
                    follows = 2 * (9 * cell + other - 1)
                    entry = nodes.node_of[base + follows + 1]
                    if entry >= 0:
                        nodes.clash[2 * run] = first + entry
                        nodes.clash[2 * run + 1] = self._add(nodes, follows, IN_CELL, node)
                        clashed = True
                        break
                    if nodes.node_of[base + follows] < 0:
                        nodes.node_of[base + follows] = nodes.used - first
                        nodes.queue_false[false_end] = self._add(nodes, follows, IN_CELL, node)
                        false_end += 1
                if clashed:
                    break
                for kind in range(3):
                    house = self.houses_of[cell * 3 + kind]
                    places = self.grid[81 + house * 10 + digit] & ~(1 << self.place_in[cell * 3 + kind])
                    while places:
                        seen = self.house_cells[house * 9 + self.lowest[places]]
                        places &= places - 1
                        follows = 2 * (9 * seen + digit - 1)
                        entry = nodes.node_of[base + follows + 1]
                        if entry >= 0:
                            nodes.clash[2 * run] = first + entry
                            nodes.clash[2 * run + 1] = self._add(nodes, follows, 1 + kind, node)
                            clashed = True
                            break
                        if nodes.node_of[base + follows] < 0:
                            nodes.node_of[base + follows] = nodes.used - first
                            nodes.queue_false[false_end] = self._add(nodes, follows, 1 + kind, node)
                            false_end += 1
                    if clashed:
                        break
                if clashed:
                    break
                continue
            if false_begin < false_end:
                node = nodes.queue_false[false_begin]
                false_begin += 1
                cell, digit = nodes.statement[node] // 18, nodes.statement[node] % 18 // 2 + 1
                clashed = False
                mask = self.grid[cell]
                if not nishio and self.count[mask] == 2:
                    other = self.lowest[mask]
                    if other == digit:
                        other = self.lowest[mask & (mask - 1)]
                    follows = 2 * (9 * cell + other - 1)
                    entry = nodes.node_of[base + follows]
                    if entry >= 0 or nodes.node_of[base + follows + 1] < 0:
                        after = self._add(nodes, follows + 1, IN_CELL, node)
                        if dynamic:
                            gone = nodes.grid[cell] & ~mask
                            while gone:
                                parent = nodes.node_of[base + 2 * (9 * cell + self.lowest[gone] - 1)]
                                gone &= gone - 1
                                if parent >= 0:
                                    self._add_parent(nodes, after, first + parent)
                        if entry >= 0:
                            nodes.clash[2 * run], nodes.clash[2 * run + 1] = after, first + entry
                            clashed = True
                        else:
                            nodes.node_of[base + follows + 1] = after - first
                            nodes.queue_true[true_end] = after
                            true_end += 1
                if clashed:
                    break
                for kind in range(3):
                    house = self.houses_of[cell * 3 + kind]
                    places = self.grid[81 + house * 10 + digit] & ~(1 << self.place_in[cell * 3 + kind])
                    if self.count[places] != 1:
                        continue
                    other = self.house_cells[house * 9 + self.lowest[places]]
                    follows = 2 * (9 * other + digit - 1)
                    entry = nodes.node_of[base + follows]
                    if entry >= 0 or nodes.node_of[base + follows + 1] < 0:
                        after = self._add(nodes, follows + 1, 1 + kind, node)
                        if dynamic:
                            gone = nodes.grid[81 + house * 10 + digit] & ~self.grid[81 + house * 10 + digit]
                            while gone:
                                seen = self.house_cells[house * 9 + self.lowest[gone]]
                                parent = nodes.node_of[base + 2 * (9 * seen + digit - 1)]
                                gone &= gone - 1
                                if parent >= 0:
                                    self._add_parent(nodes, after, first + parent)
                        if entry >= 0:
                            nodes.clash[2 * run], nodes.clash[2 * run + 1] = after, first + entry
                            clashed = True
                            break
                        nodes.node_of[base + follows + 1] = after - first
                        nodes.queue_true[true_end] = after
                        true_end += 1
                if clashed:
                    break
                if dynamic:
                    self.remove(cell, digit)
                continue
            if level == 0 or self.spent > self.allowed:
                break
            before = nodes.used
            self._step_within(depth, run, level, limit)
            if nodes.used == before:
                break
            for after in range(before, nodes.used):
                nodes.queue_false[false_end] = after
                false_end += 1
        nodes.run_end[run] = nodes.used - (nodes.clash[2 * run] >= 0)  # the last node of a clash is not in the run
        if dynamic:
            for k in range(GRID):
                self.grid[k] = nodes.grid[k]
        return run

    # The number of statements that a step rests on.

    @cython.cfunc
    @cython.exceptval(check=False)
    def _trace(self, nodes: Nodes, node: cython.int) -> cython.int:
        """List the nodes that a node rests on, level by level, each statement once; return their number."""
        nodes.stamp += 1
        stamp = nodes.stamp
        count: cython.int = 1
        nodes.trace[0] = node
        nodes.seen[nodes.statement[node]] = stamp
        at: cython.int = 0
        while at < count:
            node = nodes.trace[at]
            at += 1
            for k in range(nodes.parents_at[node], nodes.parents_at[node] + nodes.parents_of[node]):
                parent = nodes.parents[k]
                if nodes.seen[nodes.statement[parent]] != stamp:
                    nodes.seen[nodes.statement[parent]] = stamp
                    nodes.trace[count] = parent
                    count += 1
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ancestors(self, nodes: Nodes, node: cython.int) -> cython.int:
        if nodes.ancestors[node] == 0:
            nodes.ancestors[node] = self._trace(nodes, node)
        return nodes.ancestors[node]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _weight_within(self, nodes: Nodes, targets: cython.int) -> cython.int:
        """The total weight of the distinct nested steps that these targets rest on."""
        met: cython.int = 0
        weight: cython.int = 0
        for t in range(targets):
            if not nodes.nests[self.target[t]]:
                continue
            count = self._trace(nodes, self.target[t])
            for k in range(count):
                nest = nodes.within[nodes.trace[k]]
                if nest < 0:
                    continue
                entry = False
                for j in range(met):
                    if self.nest_hashes[self.met[j]] == self.nest_hashes[nest]:
                        entry = True
                        break
                if not entry:
                    self.met[met] = nest
                    met += 1
                    weight += self.nest_weights[nest]
        return weight

    # Found steps.

    @cython.cfunc
    @cython.exceptval(check=False)
    def _comes_before(
        self, nodes: Nodes, rank: cython.double, weight: cython.int, key: cython.int, step: cython.int
    ) -> cython.bint:
        """Whether a step with this rank, weight and key comes before one found earlier."""
        if rank != nodes.ranks[step]:
            return rank < nodes.ranks[step]
        if weight != nodes.weights[step]:
            return weight < nodes.weights[step]
        return key < nodes.keys[step]

    @cython.cfunc
    def _offer(
        self, depth: cython.int, kind: cython.int, key: cython.int, targets: cython.int, cell: cython.int,
        mask: cython.int, place: cython.int,
    ) -> cython.void:  # fmt: skip
        """Offer a step that rests on the nodes in `target`: candidates of a cell fall, and one may be placed.

        The step is kept if it is the best so far or, when nested, the best with the same effect.
        """
        nodes: Nodes = self.nodes[depth]
        mask &= self.grid[cell]
        if mask == 0:
            return
        weight: cython.int = 0
        nests = False
        for k in range(targets):
            weight += self._ancestors(nodes, self.target[k])
            nests |= nodes.nests[self.target[k]] != 0
        step = self._slot(depth, nodes, cell, mask)
        if step >= 0 and not self._comes_before(nodes, 0.0, weight, key, step):
            return
        if nests:
            weight += self._weight_within(nodes, targets)
            if step >= 0 and not self._comes_before(nodes, 0.0, weight, key, step):
                return
        self._keep(depth, nodes, step, kind, key, 0.0, weight, targets, cell, mask, place)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, depth: cython.int, nodes: Nodes, cell: cython.int, mask: cython.int) -> cython.int:
        """The kept step to compare with a step of this effect; -1 if there is none."""
        if depth == 0:
            return nodes.steps - 1
        slot = cell * 512 + (mask >> 1)
        return nodes.slot_of[slot] if nodes.slot_stamp[slot] == nodes.slots else -1

    @cython.cfunc
    def _keep(
        self, depth: cython.int, nodes: Nodes, step: cython.int, kind: cython.int, key: cython.int,
        rank: cython.double, weight: cython.int, targets: cython.int, cell: cython.int, mask: cython.int,
        place: cython.int,
    ) -> cython.void:  # fmt: skip
        """Keep a step, replacing another or (-1) as a new one. Without a cell, it has the removals noted last."""
        if step < 0:
            step = nodes.steps
            nodes.steps += 1
            if step >= len(nodes.weights):
                _grow_steps(nodes)
            if depth > 0 and cell >= 0:
                slot = cell * 512 + (mask >> 1)
                nodes.slot_of[slot], nodes.slot_stamp[slot] = step, nodes.slots
        nodes.weights[step], nodes.keys[step], nodes.kinds[step], nodes.ranks[step] = weight, key, kind, rank
        nodes.orders[step], nodes.places[step] = nodes.offered, place
        nodes.offered += 1
        if nodes.targets_used + targets > len(nodes.targets):
            nodes.targets = _grown(nodes.targets)
        nodes.targets_at[step], nodes.targets_of[step] = nodes.targets_used, targets
        for k in range(targets):
            nodes.targets[nodes.targets_used] = self.target[k]
            nodes.targets_used += 1
        if nodes.falls_used + 81 > len(nodes.fall_cells):
            nodes.fall_cells, nodes.fall_masks = _grown(nodes.fall_cells), _grown(nodes.fall_masks)
        nodes.falls_at[step] = nodes.falls_used
        if cell >= 0:
            nodes.falls_of[step] = 1
            nodes.fall_cells[nodes.falls_used], nodes.fall_masks[nodes.falls_used] = cell, mask
            nodes.falls_used += 1
        else:
            nodes.falls_of[step] = self.removals
            for k in range(self.removals):
                nodes.fall_cells[nodes.falls_used] = self.removed_cells[k]
                nodes.fall_masks[nodes.falls_used] = self.removed_masks[k]
                nodes.falls_used += 1

    # Nets: from both states of a candidate, from all candidates of a cell, from all places in a house.

    @cython.cfunc
    def _find_nets(
        self,
        depth: cython.int,
        multiple: cython.bint,
        dynamic: cython.bint,
        nishio: cython.bint,
        level: cython.int,
        limit: cython.int,
    ) -> cython.void:
        nodes: Nodes = self.nodes[depth]
        nodes.slots += 1
        runs = nodes.choice
        for cell in range(81):
            size = self.count[self.grid[cell]]
            if size < 2 or (size == 2 and not dynamic):
                continue
            for digit in range(1, 10):
                if not self.grid[cell] >> digit & 1:
                    continue
                statement: cython.int = 2 * (9 * cell + digit - 1)
                here = self._run(depth, statement + 1, dynamic, nishio, level, limit)
                if dynamic:
                    if nodes.clash[2 * here] >= 0:
                        self.target[0], self.target[1] = nodes.clash[2 * here], nodes.clash[2 * here + 1]
                        self._offer(depth, BINARY, 7, 2, cell, 1 << digit, -1)
                    other = self._run(depth, statement, dynamic, nishio, level, limit)
                    if nodes.clash[2 * other] >= 0:
                        self.target[0], self.target[1] = nodes.clash[2 * other], nodes.clash[2 * other + 1]
                        self._offer(depth, BINARY, 7, 2, cell, ~(1 << digit), 9 * cell + digit - 1)
                    if size >= 3 and not nishio:
                        runs[0], runs[1] = here, other
                        self._find_common(depth, BINARY, 1, 2)
                if self.spent > self.allowed:
                    return
                if nishio:
                    continue
                for kind in range(3):
                    house = self.houses_of[cell * 3 + kind]
                    places = self.grid[81 + house * 10 + digit]
                    number = self.count[places]
                    if number < 2 or (number > 2 and not multiple):
                        continue
                    if self.house_cells[house * 9 + self.lowest[places]] != cell:
                        continue
                    for k in range(number):
                        seen = self.house_cells[house * 9 + self.lowest[places]]
                        places &= places - 1
                        runs[k] = self._run(depth, 2 * (9 * seen + digit - 1) + 1, dynamic, nishio, level, limit)
                    self._find_common(depth, BY_HOUSE + kind, 6, number)
            if not nishio and (size == 2 or multiple):
                number = 0
                for digit in range(1, 10):
                    if self.grid[cell] >> digit & 1:
                        runs[number] = nodes.run_of[2 * (9 * cell + digit - 1) + 1]
                        number += 1
                self._find_common(depth, BY_CELL, 5, number)

    @cython.cfunc
    def _find_common(self, depth: cython.int, kind: cython.int, key: cython.int, number: cython.int) -> cython.void:
        """Offer the common statements of all chosen runs: true ones, then false ones, in the order of the first run."""
        nodes: Nodes = self.nodes[depth]
        runs = nodes.choice
        for truth in range(1, -1, -1):
            for node in range(nodes.run_at[runs[0]], nodes.run_end[runs[0]]):
                statement = nodes.statement[node]
                if statement & 1 != truth:
                    continue
                shared = True
                for k in range(1, number):
                    if nodes.node_of[runs[k] * STATEMENTS + statement] < 0:
                        shared = False
                        break
                if shared:
                    self.target[0] = node
                    for k in range(1, number):
                        self.target[k] = nodes.run_at[runs[k]] + nodes.node_of[runs[k] * STATEMENTS + statement]
                    bit = 1 << (statement % 18 // 2 + 1)
                    place: cython.int = statement // 2 if truth else -1
                    self._offer(depth, kind, key, number, statement // 18, ~bit if truth else bit, place)

    # Chains and cycles.

    @cython.cfunc
    def _find_chains(self, depth: cython.int) -> cython.void:
        nodes: Nodes = self.nodes[depth]
        nodes.slots += 1
        self.spent += 10
        for mode in range(3):  # of one digit, through cells of two candidates, both
            self._link(mode != 0, mode != 1)
            for cell in range(81):
                size = self.count[self.grid[cell]]
                if size < 2 or (mode == 1 and size > 2):
                    continue
                for digit in range(1, 10):
                    if self.grid[cell] >> digit & 1:
                        self._chain_from(depth, 9 * cell + digit - 1, mode)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _link(self, by_cells: cython.bint, by_houses: cython.bint) -> cython.void:
        """List what follows from each candidate being false, and the candidates with consequences that it excludes."""
        filled: cython.int = 0
        for candidate in range(729):
            self.strong_at[candidate] = filled
            cell, digit = candidate // 9, candidate % 9 + 1
            mask = self.grid[cell]
            if not mask >> digit & 1:
                continue
            if by_cells and self.count[mask] == 2:
                self.strong[filled], self.strong_reason[filled] = 9 * cell + self.lowest[mask & ~(1 << digit)] - 1, 0
                filled += 1
            if by_houses:
                for kind in range(3):
                    house = self.houses_of[candidate // 9 * 3 + kind]
                    places = self.grid[81 + house * 10 + digit] & ~(1 << self.place_in[cell * 3 + kind])
                    if self.count[places] == 1:
                        other = 9 * self.house_cells[house * 9 + self.lowest[places]] + digit - 1
                        entry = False
                        for k in range(self.strong_at[candidate], filled):
                            entry |= self.strong[k] == other
                        if not entry:
                            self.strong[filled], self.strong_reason[filled] = other, 1 + kind
                            filled += 1
        self.strong_at[729] = filled
        filled = 0
        for candidate in range(729):
            self.weak_at[candidate] = filled
            cell, digit = candidate // 9, candidate % 9 + 1
            mask = self.grid[cell]
            if not mask >> digit & 1:
                continue
            if by_cells:
                mask &= ~(1 << digit)
                while mask:
                    other = 9 * cell + self.lowest[mask] - 1
                    mask &= mask - 1
                    if self.strong_at[other] < self.strong_at[other + 1]:
                        self.weak[filled], self.weak_reason[filled] = other, 0
                        filled += 1
            for kind in range(3):
                house = self.houses_of[cell * 3 + kind]
                places = self.grid[81 + house * 10 + digit] & ~(1 << self.place_in[cell * 3 + kind])
                while places:
                    seen = self.house_cells[house * 9 + self.lowest[places]]
                    places &= places - 1
                    if kind > 0 and self.houses_of[seen * 3] == self.houses_of[cell * 3]:
                        continue
                    other = 9 * seen + digit - 1
                    if self.strong_at[other] < self.strong_at[other + 1]:
                        self.weak[filled], self.weak_reason[filled] = other, 1 + kind
                        filled += 1
        self.weak_at[729] = filled

    @cython.cfunc
    def _chain_from(self, depth: cython.int, source: cython.int, mode: cython.int) -> cython.void:
        """Find the cycles from a candidate being true, and the chains to its opposite from true and from false."""
        nodes: Nodes = self.nodes[depth]
        cell, digit = source // 9, source % 9 + 1
        key: cython.int = 4 if mode == 2 else 3 if mode == 1 else 2
        cycle_rank = 7.0 if mode == 2 else 6.5
        chain_rank = 7.0 if mode == 2 else 6.6
        self.stamp += 1
        stamp = self.stamp
        for k in range(self.strong_at[source], self.strong_at[source + 1]):
            self.near[self.strong[k]] = stamp
        # From true. An entry of a trace is a candidate, true or false, and what it follows from.
        on_begin: cython.int = 0
        on_end: cython.int = 1
        end: cython.int = -1
        self.queue_on[0] = source
        self.met_on[source], self.length_on[source], self.from_on[source] = stamp, 1, -1
        while on_begin < on_end:
            off_end: cython.int = 0
            while on_begin < on_end:
                here = self.queue_on[on_begin]
                on_begin += 1
                if (
                    end < 0
                    and mode != 1
                    and here != source
                    and (
                        (here % 9 == source % 9 and self.sees[here // 9 * 81 + cell])
                        or (mode == 2 and here // 9 == cell)
                    )
                ):
                    end = here
                for k in range(self.weak_at[here], self.weak_at[here + 1]):
                    other = self.weak[k]
                    is_new = self.met_off[other] != stamp
                    if is_new:
                        self.met_off[other], self.from_off[other] = stamp, here
                        self.why_off[other] = self.weak_reason[k]
                    elif self.near[other] != stamp or self._is_before(here, other):
                        continue
                    self.queue_off[off_end], self.queue_from[off_end] = other, here
                    self.queue_why[off_end] = self.weak_reason[k]
                    off_end += 1
            on_end_before = on_end
            for at in range(off_end):
                here, before = self.queue_off[at], self.queue_from[at]
                for k in range(self.strong_at[here], self.strong_at[here + 1]):
                    other = self.strong[k]
                    if other == source:
                        if self.length_on[before] >= 3:
                            self._offer_cycle(
                                depth, nodes, source, here, before, self.queue_why[at], self.strong_reason[k],
                                cycle_rank, key,
                            )  # fmt: skip
                    elif self.met_on[other] != stamp:
                        self.met_on[other], self.from_on[other] = stamp, here
                        self.why_on[other], self.length_on[other] = self.strong_reason[k], self.length_on[before] + 2
                        self.queue_on[on_end] = other
                        on_end += 1
            if on_end == on_end_before:
                break
        if mode == 1:
            return
        if end >= 0:
            weight = self.length_on[end] + 1
            rank = chain_rank + _longer(weight)
            step = self._slot(depth, nodes, cell, 1 << digit)
            if step < 0 or self._comes_before(nodes, rank, weight, key, step):
                node = self._add(nodes, 2 * source, 1, self._nodes_to(nodes, end, source))
                self.target[0] = node
                self._keep(depth, nodes, step, BINARY, key, rank, weight, 1, cell, 1 << digit, -1)
        # From false.
        mask = self.grid[cell] & ~(1 << digit)
        if self.strong_at[source] == self.strong_at[source + 1]:
            return
        self.stamp += 1
        stamp = self.stamp
        self.queue_off[0] = source
        self.met_off[source], self.from_off[source], self.length_off[source] = stamp, -1, 1
        off_begin: cython.int = 0
        off_end = 1
        while off_begin < off_end:
            on_end = 0
            while off_begin < off_end:
                here = self.queue_off[off_begin]
                off_begin += 1
                for k in range(self.strong_at[here], self.strong_at[here + 1]):
                    other = self.strong[k]
                    if other == source:
                        weight = self.length_off[here] + 1
                        rank = chain_rank + _longer(weight)
                        step = self._slot(depth, nodes, cell, mask)
                        if step < 0 or self._comes_before(nodes, rank, weight, key, step):
                            before = self._nodes_to_false(nodes, here, source)
                            node = self._add(nodes, 2 * source + 1, 0, before)
                            nodes.reason[node] = self.strong_reason[k]
                            self.target[0] = node
                            self._keep(depth, nodes, step, BINARY, key, rank, weight, 1, cell, mask, source)
                        return
                    if self.met_on[other] != stamp:
                        self.met_on[other], self.from_on[other] = stamp, here
                        self.why_on[other], self.length_on[other] = self.strong_reason[k], self.length_off[here] + 1
                        self.queue_on[on_end] = other
                        on_end += 1
            for at in range(on_end):
                here = self.queue_on[at]
                for k in range(self.weak_at[here], self.weak_at[here + 1]):
                    other = self.weak[k]
                    if self.met_off[other] != stamp:
                        self.met_off[other], self.from_off[other] = stamp, here
                        self.why_off[other], self.length_off[other] = self.weak_reason[k], self.length_on[here] + 1
                        self.queue_off[off_end] = other
                        off_end += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_before(self, on: cython.int, off: cython.int) -> cython.bint:
        """Whether a candidate being true rests on another being false."""
        while self.from_on[on] >= 0:
            if self.from_on[on] == off:
                return True
            on = self.from_off[self.from_on[on]]
        return False

    @cython.cfunc
    def _nodes_to(self, nodes: Nodes, on: cython.int, source: cython.int) -> cython.int:
        """The node of a true candidate, with the nodes before it from the source being true."""
        length: cython.int = 0
        while on != source:
            self.path[length], self.path[length + 1] = on, self.from_on[on]
            length += 2
            on = self.from_off[self.from_on[on]]
        node = self._add(nodes, 2 * source + 1, ASSUMED, -1)
        while length > 0:
            length -= 2
            off, on = self.path[length + 1], self.path[length]
            node = self._add(nodes, 2 * off, self.why_off[off], node)
            node = self._add(nodes, 2 * on + 1, self.why_on[on], node)
        return node

    @cython.cfunc
    def _nodes_to_false(self, nodes: Nodes, off: cython.int, source: cython.int) -> cython.int:
        """The node of a false candidate, with the nodes before it from the source being false."""
        length: cython.int = 0
        while off != source:
            self.path[length], self.path[length + 1] = off, self.from_off[off]
            length += 2
            off = self.from_on[self.from_off[off]]
        node = self._add(nodes, 2 * source, ASSUMED, -1)
        while length > 0:
            length -= 2
            on, off = self.path[length + 1], self.path[length]
            node = self._add(nodes, 2 * on + 1, self.why_on[on], node)
            node = self._add(nodes, 2 * off, self.why_off[off], node)
        return node

    @cython.cfunc
    def _offer_cycle(
        self, depth: cython.int, nodes: Nodes, source: cython.int, off: cython.int, on: cython.int,
        why_off: cython.int, why_on: cython.int, rank: cython.double, key: cython.int,
    ) -> cython.void:  # fmt: skip
        """Offer a cycle: the source follows from a false candidate, that from a true one, and so on."""
        weight = self.length_on[on] + 1  # the source counts once
        rank += _longer(weight)
        if depth == 0 and nodes.steps and not self._comes_before(nodes, rank, weight, key, 0):
            return
        # The cells outside the cycle that see a true candidate and a false one.
        self.mark += 1
        mark = self.mark
        length: cython.int = 0
        self.path[length], self.path[length + 1] = source, off
        length += 2
        here = on
        while here != source:
            self.path[length], self.path[length + 1] = here, self.from_on[here]
            length += 2
            here = self.from_off[self.from_on[here]]
        for k in range(length):
            self.in_cycle[self.path[k] // 9] = mark
        for k in range(1, length, 2):
            for j in range(20):
                seen = self.peers[self.path[k] // 9 * 20 + j]
                if self.in_cycle[seen] != mark and self.grid[seen] >> (self.path[k] % 9 + 1) & 1:
                    self.sees_off[9 * seen + self.path[k] % 9] = mark
        self.removals = 0
        for k in range(0, length, 2):
            digit = self.path[k] % 9 + 1
            for j in range(20):
                seen = self.peers[self.path[k] // 9 * 20 + j]
                other = 9 * seen + digit - 1
                if self.sees_off[other] == mark and self.sees_on[other] != mark:
                    self.sees_on[other] = mark
                    entry = False
                    for i in range(self.removals):
                        if self.removed_cells[i] == seen:
                            self.removed_masks[i] |= 1 << digit
                            entry = True
                    if not entry:
                        self.lose(seen, 1 << digit)
        if self.removals == 0:
            return
        step: cython.int = -1
        cell: cython.int = -1
        mask: cython.int = 0
        if depth == 0:
            step = nodes.steps - 1
        elif self.removals == 1:
            cell, mask = self.removed_cells[0], self.removed_masks[0]
            step = self._slot(depth, nodes, cell, mask)
        else:
            for k in range(nodes.steps):
                if nodes.falls_of[k] == self.removals and self._has_same_falls(nodes, k):
                    step = k
        if step < 0 or self._comes_before(nodes, rank, weight, key, step):
            node = self._add(nodes, 2 * off, why_off, self._nodes_to(nodes, on, source))
            self.target[0] = self._add(nodes, 2 * source + 1, why_on, node)
            self._keep(depth, nodes, step, CYCLE, key, rank, weight, 1, cell, mask, -1)
        self.removals = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _has_same_falls(self, nodes: Nodes, step: cython.int) -> cython.bint:
        for k in range(self.removals):
            entry = False
            for j in range(nodes.falls_at[step], nodes.falls_at[step] + nodes.falls_of[step]):
                entry |= nodes.fall_cells[j] == self.removed_cells[k] and nodes.fall_masks[j] == self.removed_masks[k]
            if not entry:
                return False
        return True

    # Steps nested in a run.

    @cython.cfunc
    def _step_within(self, depth: cython.int, run: cython.int, level: cython.int, limit: cython.int) -> cython.void:
        """Look for steps in the grid that a run leaves, the easiest kind first, and add what they remove."""
        nested, outer, run_before, added = self.nested, self.outer, self.run, self.added
        nodes: Nodes = self.nodes[depth]
        self.nested, self.outer, self.run, self.added, self.removals = True, nodes, run, 0, 0
        self.locked()
        if self.added == 0:
            self.hidden_sets(2)
        if self.added == 0:
            self.naked_sets(2)
        if self.added == 0:
            self.fish(2)
        if self.added == 0 and 2 <= level < 4:
            self._nodes(depth + 1)
            self._find_chains(depth + 1)
            self._add_steps(depth + 1)
        if self.added == 0 and level == 3:
            self._nodes(depth + 1)
            self._find_nets(depth + 1, True, False, False, 0, 0)
            self._add_steps(depth + 1)
        if self.added == 0 and level == 4:
            self._nodes(depth + 1)
            self._find_nets(depth + 1, True, True, False, limit, 0)
            self.nested, self.outer, self.run, self.added = True, nodes, run, 0
            self._add_steps(depth + 1)
        self.nested, self.outer, self.run, self.added, self.removals = nested, outer, run_before, added, 0

    @cython.cfunc
    def _add_steps(self, depth: cython.int) -> cython.void:
        """Add to the outer run, in order, what the steps found at a depth remove."""
        nodes: Nodes = self.nodes[depth]
        order = sorted(
            range(nodes.steps), key=lambda k: (nodes.ranks[k], nodes.weights[k], nodes.keys[k], nodes.orders[k])
        )
        for step in order:
            self._add_step(nodes, step)

    @cython.cfunc
    def _add_step(self, nodes: Nodes, step: cython.int) -> cython.void:
        kind = nodes.kinds[step]
        self.reasons = 0
        self.mark += 1
        digest: cython.ulonglong = 0x1465_9810_3934_6656
        for t in range(nodes.targets_at[step], nodes.targets_at[step] + nodes.targets_of[step]):
            count = self._trace(nodes, nodes.targets[t])
            for k in range(count):
                node = nodes.trace[k]
                statement, reason = nodes.statement[node], nodes.reason[node]
                digest = _mixed(digest, statement)
                if reason == ASSUMED and kind != CYCLE and kind != BINARY:
                    reason = IN_CELL if kind == BY_CELL else kind - BY_HOUSE + 1
                if statement & 1 and reason != ASSUMED:
                    self._add_reasons(statement, reason)
            if kind == CYCLE:
                for k in range(count - 1, -1, -1):
                    node = nodes.trace[k]
                    if not nodes.statement[node] & 1:
                        self._add_reasons(nodes.statement[node], nodes.reason[node])
            digest = _mixed(digest, 2000)
        if self.reasons == 0:
            return
        if self.nest >= len(self.nest_weights):
            self.nest_weights, self.nest_hashes = _grown(self.nest_weights), _grown_words(self.nest_hashes)
        self.nest_weights[self.nest], self.nest_hashes[self.nest] = nodes.weights[step], digest
        self.nest += 1
        self.removals = 0
        for k in range(nodes.falls_at[step], nodes.falls_at[step] + nodes.falls_of[step]):
            self.lose(nodes.fall_cells[k], nodes.fall_masks[k])
        self._add_falls(self.nest - 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_reasons(self, statement: cython.int, reason: cython.int) -> cython.void:
        """Add as reasons the candidates of a cell, or of a digit in a house, removed since the outer run began."""
        cell, digit = statement // 18, statement % 18 // 2 + 1
        if reason == IN_CELL:
            gone = self.outer.grid[cell] & ~self.grid[cell]
            while gone:
                self._add_reason(2 * (9 * cell + self.lowest[gone] - 1))
                gone &= gone - 1
        else:
            house = self.houses_of[cell * 3 + reason - 1]
            gone = self.outer.grid[81 + house * 10 + digit] & ~self.grid[81 + house * 10 + digit]
            while gone:
                self._add_reason(2 * (9 * self.house_cells[house * 9 + self.lowest[gone]] + digit - 1))
                gone &= gone - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _add_reason(self, statement: cython.int) -> cython.void:
        if self.is_reason[statement] != self.mark:
            self.is_reason[statement] = self.mark
            entry = self.outer.node_of[self.run * STATEMENTS + statement]
            if entry >= 0:
                self.reason_nodes[self.reasons] = self.outer.run_at[self.run] + entry
                self.reasons += 1

    @cython.cfunc
    def _add_falls(self, nest: cython.int) -> cython.void:
        """Add the noted removals to the outer run, with the noted reasons, in the order of a table by cells."""
        room: cython.int = 16
        while self.removals * 4 > room * 3:
            room *= 2
        base = self.run * STATEMENTS
        for bucket in range(room):
            for k in range(self.removals):
                if self.removed_cells[k] % room != bucket:
                    continue
                for digit in range(1, 10):
                    statement = 2 * (9 * self.removed_cells[k] + digit - 1)
                    if self.removed_masks[k] >> digit & 1 and self.outer.node_of[base + statement] < 0:
                        node = self._add(self.outer, statement, STEP, -1)
                        for j in range(self.reasons):
                            self._add_parent(self.outer, node, self.reason_nodes[j])
                        if nest >= 0:
                            self.outer.within[node], self.outer.nests[node] = nest, 1
                        self.outer.node_of[base + statement] = node - self.outer.run_at[self.run]
                        self.added += 1
        self.removals = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_locked(self, house: cython.int, other: cython.int, digit: cython.int) -> cython.bint:
        """As in the base class; nested in a run, add what the step removes and continue the search."""
        found = explainer_grid.ExplainerGrid.found_locked(self, house, other, digit)
        if not self.nested or not found:
            return found
        self._begin_reasons()
        gone = self.outer.grid[81 + house * 10 + digit] & ~self.grid[81 + house * 10 + digit]
        while gone:
            cell = self.house_cells[house * 9 + self.lowest[gone]]
            gone &= gone - 1
            if self.houses_of[cell * 3 + other // 9] != other:
                self._add_reason(2 * (9 * cell + digit - 1))
        return self._end_reasons()

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_hidden(
        self, house: cython.int, digits: cython.int, places: cython.int, degree: cython.int
    ) -> cython.bint:
        """As `found_locked`."""
        found = explainer_grid.ExplainerGrid.found_hidden(self, house, digits, places, degree)
        if not self.nested or not found:
            return found
        self._begin_reasons()
        for place in range(9):
            if not places >> place & 1:
                cell = self.house_cells[house * 9 + place]
                gone = self.outer.grid[cell] & digits
                while gone:
                    self._add_reason(2 * (9 * cell + self.lowest[gone] - 1))
                    gone &= gone - 1
        return self._end_reasons()

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_naked(self, house: cython.int, places: cython.int, digits: cython.int, degree: cython.int) -> cython.bint:
        """As `found_locked`."""
        found = explainer_grid.ExplainerGrid.found_naked(self, house, places, digits, degree)
        if not self.nested or not found:
            return found
        self._begin_reasons()
        for place in range(9):
            if places >> place & 1:
                cell = self.house_cells[house * 9 + place]
                gone = self.outer.grid[cell] & ~digits
                while gone:
                    self._add_reason(2 * (9 * cell + self.lowest[gone] - 1))
                    gone &= gone - 1
        return self._end_reasons()

    @cython.cfunc
    @cython.exceptval(check=False)
    def found_fish(
        self, kind: cython.int, lines: cython.int, across: cython.int, digit: cython.int, degree: cython.int
    ) -> cython.bint:
        """As `found_locked`."""
        found = explainer_grid.ExplainerGrid.found_fish(self, kind, lines, across, digit, degree)
        if not self.nested or not found:
            return found
        self._begin_reasons()
        while lines:
            at = 81 + (kind * 9 + self.lowest[lines]) * 10 + digit
            gone = self.outer.grid[at] & ~self.grid[at] & ~across
            while gone:
                cell = self.house_cells[(kind * 9 + self.lowest[lines]) * 9 + self.lowest[gone]]
                self._add_reason(2 * (9 * cell + digit - 1))
                gone &= gone - 1
            lines &= lines - 1
        return self._end_reasons()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _begin_reasons(self) -> cython.void:
        self.reasons = 0
        self.mark += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_reasons(self) -> cython.bint:
        """Add the removals, if they follow from the outer run; continue the search."""
        if self.reasons:
            self._add_falls(-1)
        self.removals = 0
        return False


@cython.cfunc
@cython.exceptval(check=False)
def _longer(weight: cython.int) -> cython.double:
    """What the length of a step adds: 0.1 each above 4, 6, 8, 12, 16, 24 ... statements, not counting two."""
    added: cython.double = 0.0
    limit: cython.int = 4
    odd = False
    while weight - 2 > limit:
        added += 0.1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added


@cython.cfunc
@cython.exceptval(check=False)
def _mixed(digest: cython.ulonglong, number: cython.int) -> cython.ulonglong:
    return ((digest ^ number) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF


@cython.cfunc
def _grow_parents(nodes: Nodes) -> cython.void:
    nodes.parents = _grown(nodes.parents)


@cython.cfunc
def _grow_steps(nodes: Nodes) -> cython.void:
    nodes.weights, nodes.keys, nodes.kinds = _grown(nodes.weights), _grown(nodes.keys), _grown(nodes.kinds)
    nodes.orders, nodes.places = _grown(nodes.orders), _grown(nodes.places)
    nodes.targets_at, nodes.targets_of = _grown(nodes.targets_at), _grown(nodes.targets_of)
    nodes.falls_at, nodes.falls_of = _grown(nodes.falls_at), _grown(nodes.falls_of)
    nodes.ranks = array("d", nodes.ranks) + array("d", bytes(8 * len(nodes.ranks)))


def _grown(numbers):
    return array("i", numbers) + array("i", bytes(4 * len(numbers)))


def _grown_words(numbers):
    return array("Q", numbers) + array("Q", bytes(8 * len(numbers)))


def _grown_shorts(numbers):
    return array("h", numbers) + array("h", bytes(2 * len(numbers)))


def _zeros(count):
    return array("i", bytes(4 * count))
