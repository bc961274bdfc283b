"""The clauses of the formula families; `engine.sat.formula.families` has their definitions and sources.

Random numbers come from `random()` of Python's Mersenne Twister alone, whose sequence is guaranteed not to change. All
constructions raise ValueError for arguments that do not fit together.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, count, islice
from math import comb, isqrt
from random import Random
from typing import NamedTuple

from engine.sat.formula.xor_lines import parity_clauses

Clauses = Iterable[Sequence[int]]


class Construction(NamedTuple):
    """The output of a family: variables, clauses, the number of literals, a description, and the verdict if known.

    The clauses may be generated lazily.
    """

    variables: int
    clauses: Clauses
    literals: int
    words: str
    verdict: str = ""


def random_ksat(rng: Random, variables: int, clauses: int, k: int) -> Construction:
    """Uniform random clauses with `k` distinct variables each; clauses may repeat."""
    if k > variables:
        raise ValueError(f"K is {k}, more than the {variables} variables")
    words = f"random {k}-SAT: {variables} variables, {clauses} clauses, {clauses / variables:.2f} clauses a variable"
    return Construction(variables, islice(_random_clauses(rng, variables, k), clauses), clauses * k, words)


def planted(rng: Random, variables: int, clauses: int, k: int) -> Construction:
    """Random k-SAT restricted to clauses that a hidden random assignment satisfies."""
    unplanted = random_ksat(rng, variables, clauses, k)
    hidden = [0] + [_sign(rng) * variable for variable in range(1, variables + 1)]
    satisfied = (
        clause for clause in _random_clauses(rng, variables, k) if any(hidden[abs(lit)] == lit for lit in clause)
    )
    verdict = "satisfiable, by the hidden assignment"
    return unplanted._replace(clauses=islice(satisfied, clauses), words=f"planted {unplanted.words}", verdict=verdict)


def pigeonhole(pigeons: int, holes: int) -> Construction:
    """Every pigeon is in some hole, no two share one: variable (p, h) says that pigeon p is in hole h."""

    def variable(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    def clauses() -> Iterator[Sequence[int]]:
        for pigeon in range(pigeons):
            yield [variable(pigeon, hole) for hole in range(holes)]
        for hole in range(holes):
            yield from _at_most_one([variable(pigeon, hole) for pigeon in range(pigeons)])

    words = f"pigeonhole: {pigeons} pigeons in {holes} holes, no two in one; variable {holes} (pigeon - 1) + hole"
    verdict = "unsatisfiable, more pigeons than holes" if pigeons > holes else "satisfiable, a hole for every pigeon"
    return Construction(pigeons * holes, clauses(), pigeons * holes + 2 * holes * comb(pigeons, 2), words, verdict)


def queens(n: int) -> Construction:
    """A queen in every row and column, and at most one in every row, column and diagonal."""
    lines = [[(i, j) for j in range(n)] for i in range(n)] + [[(i, j) for i in range(n)] for j in range(n)]
    diagonals = [[(i, s - i) for i in range(n) if 0 <= s - i < n] for s in range(2 * n - 1)]
    diagonals += [[(i, i - d) for i in range(n) if 0 <= i - d < n] for d in range(1 - n, n)]
    full, all_lines = ([[n * i + j + 1 for i, j in line] for line in group] for group in (lines, lines + diagonals))

    def clauses() -> Iterator[Sequence[int]]:
        yield from full
        for line in all_lines:
            yield from _at_most_one(line)

    literals = 2 * n * n + 2 * sum(comb(len(line), 2) for line in all_lines)
    words = f"{n} queens on a board of {n} by {n}, none attacking another; variable {n} (row - 1) + column"
    verdict = "unsatisfiable, like 2 and 3 queens only" if n in (2, 3) else "satisfiable, like all but 2 and 3 queens"
    return Construction(n * n, clauses(), literals, words, verdict)


def flat(rng: Random, vertices: int, edges: int, colours: int) -> Construction:
    """Colouring of a random graph with a hidden colouring and nearly equal degrees.

    At most half of the possible edges between two colour classes are used, so that random exchanges always succeed.
    """
    order = _shuffled(rng, range(vertices))
    classes = [order[colour::colours] for colour in range(min(colours, vertices))]
    pairs = list(combinations(classes, 2))
    limit = len(pairs) * min((len(a) * len(b) // 2 for a, b in pairs), default=0)
    if edges > limit:
        raise ValueError(
            f"a flat graph of {vertices} vertices and {colours} colours is made with at most {limit} edges"
        )
    shares = (len(range(place, edges, len(pairs))) for place in range(len(pairs)))
    graph = sorted(edge for (a, b), share in zip(pairs, shares, strict=True) for edge in _even_edges(rng, a, b, share))
    words = f"colouring of a flat graph: {vertices} vertices, {edges} edges, {colours} colours"
    return _colouring(vertices, graph, colours, words, "satisfiable, by the hidden colouring")


def random_graph(rng: Random, vertices: int, edges: int, colours: int) -> Construction:
    """Colouring of a uniform random graph; certainly unsatisfiable beyond Turán's bound on the edges."""
    if edges > comb(vertices, 2):
        raise ValueError(f"a graph of {vertices} vertices has at most {comb(vertices, 2)} edges")
    graph = [_pair(index) for index in sorted(_sample(rng, comb(vertices, 2), edges))]
    words = f"colouring of a random graph: {vertices} vertices, {edges} edges, {colours} colours"
    sizes = [len(range(colour, vertices, colours)) for colour in range(colours)]
    limit = comb(vertices, 2) - sum(comb(size, 2) for size in sizes)
    verdict = f"unsatisfiable, more than the {limit} edges that {colours} colours allow" if edges > limit else ""
    return _colouring(vertices, graph, colours, words, verdict)


def parity(rng: Random, variables: int, equations: int, width: int) -> Construction:
    """A random system of linear equations modulo 2, as clauses."""
    if width > variables:
        raise ValueError(f"WIDTH is {width}, more than the {variables} variables")
    rows = [
        (sorted(1 + place for place in _sample(rng, variables, width)), int(2 * rng.random())) for _ in range(equations)
    ]
    fresh = count(variables + 1)
    clauses = (clause for names, right in rows for clause in _sum(names, right, fresh))
    highest = variables + equations * max(width - 3, 0)
    words = f"random linear equations modulo 2: {variables} variables, {equations} equations of {width} variables"
    verdict = "satisfiable" if _consistent(rows) else "unsatisfiable"
    return Construction(
        highest, clauses, equations * _sum_literals(width), words, f"{verdict}, by Gaussian elimination"
    )


def parity_twice(rng: Random, n: int) -> Construction:
    """One sum modulo 2, computed in two orders with different results."""
    fresh = count(n + 1)
    clauses = chain(_sum(range(1, n + 1), 0, fresh), _sum(_shuffled(rng, range(1, n + 1)), 1, fresh))
    words = f"the sum of {n} variables modulo 2, added up in two orders: once 0, once 1"
    verdict = "unsatisfiable, a sum is not both 0 and 1"
    return Construction(n + 2 * max(n - 3, 0), clauses, 2 * _sum_literals(n), words, verdict)


def parity_noise(rng: Random, bits: int, samples: int, wrong: int, allowed: int) -> Construction:
    """Learning parity with noise: find a parity that disagrees with at most `allowed` of the samples.

    `wrong` of the random samples of a hidden parity of `bits` bits are inverted. Variables 1 to `bits` select the bits
    of the parity, the next ones say which samples are wrong.
    """
    if wrong > samples:
        raise ValueError(f"WRONG is {wrong}, more than the {samples} samples")
    hidden = [int(2 * rng.random()) for _ in range(bits)]
    lies = _sample(rng, samples, wrong)
    errors = range(bits + 1, bits + samples + 1)
    rows: list[tuple[list[int], int]] = []
    for sample, error in enumerate(errors):
        observed = [bit for bit in range(bits) if rng.random() < 0.5]
        right = (sum(hidden[bit] for bit in observed) + (sample in lies)) % 2
        rows.append(([*(1 + bit for bit in observed), error], right))
    fresh = count(bits + samples + 1)
    clauses = chain(
        (clause for names, right in rows for clause in _sum(names, right, fresh)), _at_most(allowed, errors, fresh)
    )
    highest = bits + samples + sum(max(len(names) - 3, 0) for names, _ in rows) + allowed * (samples - 1)
    literals = sum(_sum_literals(len(names)) for names, _ in rows) + _at_most_literals(allowed, samples)
    words = f"parity of {bits} bits from {samples} samples, {wrong} of them wrong, {allowed} allowed to be wrong"
    verdict = "satisfiable, by the hidden parity" if wrong <= allowed else ""
    return Construction(highest, clauses, literals, words, verdict)


def ordering(n: int) -> Construction:
    """A total order without a first element: variable (i, j) with i < j says that i comes before j."""
    number = {pair: place for place, pair in enumerate(combinations(range(n), 2), 1)}

    def before(first: int, other: int) -> int:
        return number[first, other] if first < other else -number[other, first]

    def clauses() -> Iterator[Sequence[int]]:
        for last in range(n):
            yield [before(element, last) for element in range(n) if element != last]
        for a, b, c in combinations(range(n), 3):  # no cycle in either direction
            yield [-before(a, b), -before(b, c), -before(c, a)]
            yield [-before(b, a), -before(c, b), -before(a, c)]

    words = f"a total order of {n} elements in which each has one before it"
    return Construction(len(number), clauses(), n * (n - 1) + 6 * comb(n, 3), words, "unsatisfiable, one is the first")


def tseitin(rng: Random, vertices: int, degree: int) -> Construction:
    """Tseitin formula of a random regular graph: the edges at each vertex have a given parity, odd in total."""
    if vertices * degree % 2:
        raise ValueError(f"no graph of {vertices} vertices has {degree} edges at each of them")
    if vertices < 2:
        raise ValueError("a graph of one vertex has no edges")
    right = [int(2 * rng.random()) for _ in range(vertices)]
    right[0] ^= 1 - sum(right) % 2
    edges_at: list[list[int]] = [[] for _ in range(vertices)]
    for name, edge in enumerate(_regular(rng, vertices, degree), 1):
        for vertex in edge:
            edges_at[vertex].append(name)
    clauses = (clause for names, odd in zip(edges_at, right, strict=True) for clause in parity_clauses(names, odd))
    words = f"Tseitin formula: {vertices} vertices, {degree} edges at each; a variable is an edge"
    verdict = "unsatisfiable, every edge has two ends and the sums in all are odd"
    return Construction(vertices * degree // 2, clauses, (vertices * degree) << (degree - 1), words, verdict)


def chessboard(n: int) -> Construction:
    """Mutilated chessboard: dominoes cover each square once, except for two opposite corners."""
    squares = [(i, j) for i in range(n) for j in range(n) if (i, j) not in ((0, 0), (n - 1, n - 1))]
    dominoes_on: dict[tuple[int, int], list[int]] = {square: [] for square in squares}
    names = count(1)
    for i, j in squares:
        for other in ((i, j + 1), (i + 1, j)):
            if other in dominoes_on:
                name = next(names)
                dominoes_on[i, j].append(name)
                dominoes_on[other].append(name)

    def clauses() -> Iterator[Sequence[int]]:
        for dominoes in dominoes_on.values():
            yield dominoes
            yield from _at_most_one(dominoes)

    sizes = [len(dominoes) for dominoes in dominoes_on.values()]
    words = f"mutilated chessboard: dominoes on a board of {n} by {n} without two opposite corners"
    why = "an odd number of squares" if n % 2 else "the corners have one colour, and a domino covers both"
    verdict = f"unsatisfiable, {why}"
    return Construction(next(names) - 1, clauses(), sum(size + 2 * comb(size, 2) for size in sizes), words, verdict)


def _sign(rng: Random) -> int:
    return 1 if rng.random() < 0.5 else -1


def _random_clauses(rng: Random, variables: int, k: int) -> Iterator[list[int]]:
    """Clauses of k distinct variables; all sets of variables and all signs are equally likely."""
    while True:
        names: list[int] = []
        while len(names) < k:
            name = 1 + int(variables * rng.random())
            if name not in names:
                names.append(name)
        yield [_sign(rng) * name for name in names]


def _at_most_one(variables: Sequence[int]) -> Iterator[Sequence[int]]:
    return ((-first, -other) for first, other in combinations(variables, 2))


def _at_most(bound: int, variables: Sequence[int], fresh: Iterator[int]) -> Iterator[Sequence[int]]:
    """At most `bound` (1 or more) of the variables are true, by a sequential counter.

    New variables say that at least 1, 2 ... of the first variables are true (C. Sinz: Towards an optimal CNF encoding
    of Boolean cardinality constraints. CP 2005).
    """
    before: list[int] = []
    for variable in variables[:-1]:
        after = list(islice(fresh, bound))
        yield (-variable, after[0])
        if before:
            yield from ((-less, same) for less, same in zip(before, after, strict=True))
            yield from ((-variable, -less, more) for less, more in zip(before, after[1:], strict=False))
            yield (-variable, -before[-1])
        before = after
    if before:
        yield (-variables[-1], -before[-1])


def _at_most_literals(bound: int, size: int) -> int:
    """The number of literals in the clauses of `_at_most` for `size` variables."""
    return 4 + (size - 2) * (5 * bound + 1) if size > 1 else 0


def _colouring(vertices: int, graph: Sequence[tuple[int, int]], colours: int, words: str, verdict: str) -> Construction:
    """Each vertex (from 0) has exactly one colour, and the ends of an edge have different colours."""
    palettes = [range(vertex * colours + 1, (vertex + 1) * colours + 1) for vertex in range(vertices)]

    def clauses() -> Iterator[Sequence[int]]:
        yield from palettes
        for palette in palettes:
            yield from _at_most_one(palette)
        for first, other in graph:
            yield from ((-a, -b) for a, b in zip(palettes[first], palettes[other], strict=True))

    literals = vertices * (colours + 2 * comb(colours, 2)) + 2 * colours * len(graph)
    return Construction(
        vertices * colours, clauses(), literals, f"{words}; variable {colours} (vertex - 1) + colour", verdict
    )


def _even_edges(rng: Random, a: Sequence[int], b: Sequence[int], edges: int) -> set[tuple[int, int]]:
    """Random edges between two sets of vertices, with degrees that differ by at most one within each set."""
    left, right = (list(islice(chain.from_iterable(_shuffled(rng, side) for _ in count()), edges)) for side in (a, b))
    graph: set[tuple[int, int]] = set()
    duplicates: set[int] = set()
    for place, edge in enumerate(zip(left, right, strict=True)):
        if edge in graph:
            duplicates.add(place)
        graph.add(edge)
    for place in sorted(duplicates):
        # A duplicate edge exchanges its right end with another edge, such that both become new edges.
        while place in duplicates:
            other = int(edges * rng.random())
            new = {(left[place], right[other]), (left[other], right[place])}
            if other not in duplicates and len(new) == 2 and graph.isdisjoint(new):
                graph.remove((left[other], right[other]))
                graph |= new
                right[place], right[other] = right[other], right[place]
                duplicates.remove(place)
    return {(min(edge), max(edge)) for edge in graph}


def _regular(rng: Random, vertices: int, degree: int) -> list[tuple[int, int]]:
    """The edges of a random multigraph with `degree` edges at each vertex.

    The ends are paired at random (B. Bollobás: A probabilistic proof of an asymptotic formula for the number of
    labelled regular graphs. European Journal of Combinatorics 1, 1980); a loop exchanges one of its ends.
    """
    ends = _shuffled(rng, chain.from_iterable(range(vertices) for _ in range(degree)))
    for place in range(0, len(ends), 2):
        while ends[place] == ends[place + 1]:
            other = int(len(ends) * rng.random())
            if ends[place] not in (ends[other], ends[other ^ 1]):
                ends[place], ends[other] = ends[other], ends[place]
    return list(zip(ends[::2], ends[1::2], strict=True))


def _sample(rng: Random, population: int, size: int) -> set[int]:
    """`size` distinct numbers from 0 to `population` - 1 (R. Floyd: Programming Pearls, CACM 30, 1987)."""
    sample: set[int] = set()
    for last in range(population - size, population):
        number = int((last + 1) * rng.random())
        sample.add(last if number in sample else number)
    return sample


def _shuffled(rng: Random, items: Iterable[int]) -> list[int]:
    """A copy in random order (Fisher-Yates shuffle)."""
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = int((place + 1) * rng.random())
        order[place], order[other] = order[other], order[place]
    return order


def _pair(index: int) -> tuple[int, int]:
    """The pair a < b with this index, in order of b, then a."""
    b = (1 + isqrt(1 + 8 * index)) // 2
    return index - comb(b, 2), b


def _sum(variables: Sequence[int], right: int, fresh: Iterator[int]) -> Iterator[Sequence[int]]:
    """The sum of the variables modulo 2 is `right`; new variables split a long sum into sums of three."""
    carry, *rest = variables
    for name in rest[:-2]:
        new_carry = next(fresh)
        yield from parity_clauses((carry, name, new_carry), 0)
        carry = new_carry
    yield from parity_clauses((carry, *rest[-2:]), right)


def _sum_literals(width: int) -> int:
    """The number of literals in the clauses of a sum of `width` variables."""
    return width << (width - 1) if width <= 3 else 12 * (width - 2)


def _consistent(rows: Iterable[tuple[Sequence[int], int]]) -> bool:
    """Whether equations modulo 2, given as variables and right side, have a solution.

    Gaussian elimination on bit sets: bit 0 of a row is the right side, bit i is variable i.
    """
    pivots: dict[int, int] = {}
    for names, right in rows:
        row = sum(1 << name for name in names) | right
        while row > 1 and (highest := row.bit_length()) in pivots:
            row ^= pivots[highest]
        if row == 1:
            return False
        pivots[row.bit_length()] = row
    return True
