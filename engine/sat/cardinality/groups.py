"""Groups of literals of which at most k are true.

At most one literal of a group is true if any two exclude each other: a clique in the graph that joins literals if one
implies the negation of the other by binary clauses (A. Biere, D. Le Berre, E. Lonca, N. Manthey: Detecting cardinality
constraints in CNF. SAT 2014, LNCS 8561, 285-301). Implications along several clauses also reveal encodings with new
variables and binary clauses: sequential, product, commander, bimander. At-most-k for 1 < k <= MAX_BOUND is detected if
it is written as a clause for each k + 1 literals. Cliques are grown greedily until they cover all pairs; not every
maximum clique is found.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from engine.base.polling import Pulse
from engine.sat.cardinality.clauses import Remaining

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_BOUND = 4
"""The largest k for at-most-k groups."""
MAX_BINARY, MAX_LONGER = 1_000_000, 100_000
"""Maximum numbers of binary clauses, and of clauses of each greater length, among which groups are searched."""
_ROUNDS = 40
"""Maximum number of rounds of `_in_cores`."""
MAX_VISITS = 500_000
"""Maximum number of literals visited along implications; pairs left then are not joined."""


@dataclass(frozen=True)
class Group:
    """At most `most` of these literals are true."""

    literals: tuple[int, ...]
    most: int

    def subsets(self) -> Iterator[frozenset[int]]:
        """The literals of the clauses that encode the group directly."""
        subsets = combinations(self.literals, self.most + 1)
        return (frozenset(-literal for literal in subset) for subset in subsets)


class ImplicationGraph:
    """The binary clauses as a graph: the literals implied by one or several of them."""

    def __init__(
        self, remaining: Remaining, *, for_groups: bool = False, cancel: Callable[[], bool] | None = None
    ) -> None:
        """`for_groups` keeps only clauses that may belong to a group of three or more literals."""
        self._next: dict[int, list[tuple[int, int]]] = {}  # by literal: the literals it implies, and by which clause
        self.visits = 0
        pulse = Pulse(cancel)
        if remaining.count(2) <= MAX_BINARY:
            numbers, rows = remaining.rows(2)
            if for_groups:
                in_cores = _in_cores(rows)
                numbers, rows = numbers[in_cores], rows[in_cores]
            for number, (a, b) in pulse.over(zip(numbers.tolist(), rows.tolist(), strict=True)):
                self._next.setdefault(-a, []).append((b, number))
                self._next.setdefault(-b, []).append((a, number))

    @property
    def literals(self) -> Iterable[int]:
        """The literals that imply another."""
        return self._next.keys()

    def excluded(self, literal: int) -> set[int]:
        """The literals excluded by `literal` through a single clause."""
        return {-other for other, _ in self._next.get(literal, ())}

    def reached(self, literal: int, targets: Iterable[int] | None = None) -> dict[int, tuple[int, int]]:
        """The literals implied by chains of clauses, nearest first, each with its predecessor and the clause between.

        Stops when all `targets` are found; without targets, `visits` counts the literals visited.
        """
        found: dict[int, tuple[int, int]] = {}
        missing = None if targets is None else set(targets)
        waiting = [literal]
        for reached_literal in waiting:
            if missing is not None and not missing:
                break
            for other, clause in self._next.get(reached_literal, ()):
                self.visits += targets is None
                if other not in found and other != literal:
                    found[other] = (reached_literal, clause)
                    waiting.append(other)
                    if missing is not None:
                        missing.discard(other)
        return found

    def clauses_between(self, literal: int, others: Iterable[int]) -> set[int]:
        """Clauses by which `literal` implies each of the others."""
        others = list(others)
        found = self.reached(literal, others)
        clauses: set[int] = set()
        for other in others:
            while other != literal:
                other, clause = found[other]
                clauses.add(clause)
        return clauses


def at_most_one(
    implications: ImplicationGraph,
    candidates: Iterable[int],
    *,
    far: bool = False,
    cancel: Callable[[], bool] | None = None,
) -> list[Group]:
    """Cliques of mutually exclusive literals among the candidates that cover all such pairs.

    Literals exclude each other by a binary clause or, with `far`, by a chain of implications.
    """
    pulse = Pulse(cancel)
    candidates = sorted(set(candidates), key=lambda literal: (abs(literal), literal))
    candidate_set = set(candidates)
    excluded: dict[int, set[int]] = {literal: set() for literal in candidates}
    for literal in pulse.over(candidates):
        if far and implications.visits > MAX_VISITS:
            break
        found = {-other for other in implications.reached(literal)} if far else implications.excluded(literal)
        pulse.did(4 * len(found))
        for other in (found & candidate_set) - {literal}:
            excluded[literal].add(other)
            excluded[other].add(literal)
    uncovered = {literal: set(others) for literal, others in pulse.over(excluded.items())}
    groups: list[Group] = []
    for literal in pulse.over(candidates):
        while uncovered[literal]:
            clique = _clique(literal, uncovered, excluded, pulse)
            pulse.did(len(clique) ** 2)
            for member in clique:
                uncovered[member].difference_update(clique)
            groups.append(Group(tuple(clique), 1))
    return groups


def _clique(literal: int, uncovered: dict[int, set[int]], excluded: dict[int, set[int]], pulse: Pulse) -> list[int]:
    """A clique that contains the first uncovered pair of the literal, grown by literals with most common neighbours."""
    clique = [literal, min(uncovered[literal], key=abs)]
    common = excluded[literal] & excluded[clique[1]]
    pulse.did(len(excluded[literal]) + len(uncovered[literal]))
    shared = {other: -len(common & excluded[other]) for other in pulse.over(common, 4 + len(common) // 8)}
    for other in sorted(common, key=lambda other: (shared[other], abs(other))):
        if other in common:
            pulse.did(4 + len(common) // 8)
            clique.append(other)
            common = common & excluded[other]
    return clique


def at_most_some(remaining: Remaining, size: int, cancel: Callable[[], bool] | None = None) -> list[Group]:
    """Groups with at most `size` - 1 true literals that are encoded by several clauses of this size."""
    if not 2 < size <= MAX_BOUND + 1 or not 0 < remaining.count(size) <= MAX_LONGER:
        return []
    _, rows = remaining.rows(size)
    pulse = Pulse(cancel)
    sets = {frozenset(negations) for negations in pulse.over((-rows[_repeated(rows)]).tolist(), 8)}
    completions: dict[frozenset[int], list[int]] = {}  # by all literals of a clause but one: the missing one
    for literals in pulse.over(sets, 4 * size):
        for literal in literals:
            completions.setdefault(literals - {literal}, []).append(literal)
    groups: list[Group] = []
    covered: set[frozenset[int]] = set()
    for seed in pulse.over(sorted(sets, key=sorted), 16):
        if seed in covered or len({abs(literal) for literal in seed}) < size:
            continue
        group = sorted(seed)
        for other in sorted(completions[frozenset(group[1:])]):
            pulse.did(4 * len(group) ** (size - 1))
            if (
                other not in group
                and -other not in group
                and all(frozenset((*members, other)) in sets for members in combinations(group, size - 1))
            ):
                group.append(other)
        if len(group) > size:
            covered.update(map(frozenset, pulse.over(combinations(group, size), 8)))
            groups.append(Group(tuple(sorted(group, key=abs)), size - 1))
    return groups


def _in_cores(rows: "NDArray[np.int32]") -> "NDArray[np.intp]":
    """The binary clauses left after repeatedly removing those with a literal of no other clause.

    The number of rounds is limited, so long chains may remain.
    """
    import numpy as np

    codes = np.where(rows > 0, 2 * rows, 1 - 2 * rows)
    left = np.arange(len(rows))
    for _ in range(_ROUNDS):
        often = np.bincount(codes[left].ravel())[codes[left]].min(axis=1, initial=2) > 1
        if often.all():
            break
        left = left[often]
    return left


def _repeated(rows: "NDArray[np.int32]") -> "NDArray[np.bool_]":
    """The clauses that share each subset of all but one literal with another clause, judged by hashes."""
    import numpy as np

    marks = (rows.astype(np.int64).astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    marks ^= marks >> np.uint64(29)
    marks *= np.uint64(0xBF58476D1CE4E5B9)
    hashes = marks.sum(axis=1, dtype=np.uint64)[:, None] - marks  # of all literals but the one in this column
    _, places, counts = np.unique(hashes, return_inverse=True, return_counts=True)
    often: NDArray[np.bool_] = np.all(counts[places].reshape(hashes.shape) > 1, axis=1)
    return often
