"""Chains of alternating strong and weak links (alternating inference chains, not grouped).

A chain says: if its first candidate is false, its last is true. So one of the two is true in any case, and what both
forbid is impossible. The search goes breadth first from every candidate, so each pair of ends gets a shortest chain.
Of several chains that forbid the same only the shortest is a step, and the steps come shortest first.
"""

from collections.abc import Callable, Iterable, Iterator

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.links import CandidateSet, Graph, Links, links
from engine.sudoku.techniques.position import Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import CHAIN, LOOP, PROVING_CHAIN, explained, link, linked, removal

LONGEST = 25
"""The most links a chain may have."""

Chain = tuple[int, ...]
"""Candidates (as nodes of `Links`): a strong link from the first to the second, then weak and strong ones in turn."""

Found = tuple[Chain, CandidateSet]
"""A chain and what it forbids."""


def x_chains(position: Position) -> Iterator[Step]:
    """Chains of one digit, from house to house."""
    net = links(position)
    graph = net.in_houses
    yield from _steps(net, Technique.X_CHAIN, _chains(graph, net.nodes, 3, _seen_by_both(graph)))


def xy_chains(position: Position) -> Iterator[Step]:
    """Chains through three or more cells of two candidates each, with the same digit at both ends."""
    net = links(position)
    graph = Graph(net.in_cells.strong, net.in_houses.weak)
    yield from _steps(net, Technique.XY_CHAIN, _chains(graph, net.nodes, 5, _seen_by_both(graph)))


def alternating_chains(position: Position) -> Iterator[Step]:
    """Chains through any digits and houses: nice loops and AICs, in HoDoKu's sense of the words.

    A *continuous nice loop* is a chain whose ends can't both be true: then the same holds between any two of its
    candidates that have a weak link there, one of them is true, and what both forbid is impossible. A *discontinuous
    nice loop* comes back to its first candidate, which is true then, or forbids one candidate only, from which and
    to which the loop would run. All other chains are AICs.
    """
    net = links(position)
    graph = net.all
    seen = _seen_by_both(graph)

    def forbidden(first: int, last: int) -> CandidateSet:
        if first == last:
            return net.in_cells.weak[first]
        return 0 if graph.weak[first] >> last & 1 else seen(first, last)

    found = [(Technique.CONTINUOUS_NICE_LOOP, loop) for loop in _loops(graph, net.nodes)]
    for chain, removes in _chains(graph, net.nodes, 3, forbidden):
        returns = chain[0] == chain[-1] or removes.bit_count() == 1
        found.append((Technique.DISCONTINUOUS_NICE_LOOP if returns else Technique.AIC, (chain, removes)))
    for technique, one in sorted(found, key=lambda named: len(named[1][0])):
        yield from _steps(net, technique, [one])


def _seen_by_both(graph: Graph) -> Callable[[int, int], CandidateSet]:
    return lambda first, last: graph.weak[first] & graph.weak[last] if first != last else 0


class _Shortest:
    """A shortest chain for each set of candidates that chains forbid."""

    def __init__(self) -> None:
        self._chains: dict[CandidateSet, Chain] = {}

    def wants(self, forbidden: CandidateSet, length: int) -> bool:
        """Whether a chain of `length` candidates that forbids these is news."""
        return bool(forbidden) and (forbidden not in self._chains or length < len(self._chains[forbidden]))

    def add(self, forbidden: CandidateSet, chain: Chain) -> None:
        """Keep a chain, unless it is empty."""
        if chain:
            self._chains[forbidden] = chain

    def found(self) -> list[Found]:
        """The chains with what they forbid, shortest first."""
        pairs = ((chain, forbidden) for forbidden, chain in self._chains.items())
        return sorted(pairs, key=lambda pair: (len(pair[0]), pair))


def _chains(
    graph: Graph, nodes: CandidateSet, least: int, forbidden: Callable[[int, int], CandidateSet]
) -> list[Found]:
    """The shortest chains of at least `least` links, where the ends alone tell what is forbidden."""
    shortest = _Shortest()
    for first, last, layers in _ends(graph, nodes):
        if len(layers) > least:
            removes = forbidden(first, last)
            if shortest.wants(removes, len(layers)):
                shortest.add(removes, _trace(graph, layers, last))
    return shortest.found()


def _loops(graph: Graph, nodes: CandidateSet) -> list[Found]:
    """The shortest loops: chains with a weak link from end to end. They forbid what any weak link on the way does."""
    shortest = _Shortest()
    for first, last, layers in _ends(graph, nodes):
        if len(layers) > 3 and graph.weak[first] >> last & 1:
            chain = _trace(graph, layers, last)
            removes = 0
            for one, other in zip(chain[1::2], (*chain[2::2], first), strict=False):
                removes |= graph.weak[one] & graph.weak[other]
            if shortest.wants(removes, len(chain)):
                shortest.add(removes, chain)
    return shortest.found()


def _ends(graph: Graph, nodes: CandidateSet) -> Iterator[tuple[int, int, list[CandidateSet]]]:
    """Each two candidates of which the first being false makes the second true, with the layers between them.

    As a chain can be read from either end, the second is not below the first.
    Layer i are the candidates first reached after i links: false, true, false, ... The second is in the last.
    """
    for first in members(nodes):
        layers = [1 << first]
        reached = [1 << first, 0]
        while layers[-1] and len(layers) <= LONGEST:
            kind = len(layers) % 2
            neighbours = graph.strong if kind else graph.weak
            layer = 0
            for node in members(layers[-1]):
                layer |= neighbours[node]
            layer &= ~reached[kind]
            reached[kind] |= layer
            layers.append(layer)
            if kind:
                for last in members(layer >> first << first):
                    yield first, last, layers


def _trace(graph: Graph, layers: list[CandidateSet], last: int) -> Chain:
    """The first chain through the layers to `last` that meets no candidate twice (but may end where it began).

    Empty if there is none: then some candidate is once true and once false on the way, and the part between says more.
    """

    def back(chain: Chain, met: CandidateSet) -> Iterator[Chain]:
        number = len(layers) - 1 - len(chain)
        if number < 0:
            yield chain
            return
        neighbours = graph.weak if number % 2 else graph.strong
        for node in members(neighbours[chain[0]] & layers[number] & ~met):
            yield from back((node, *chain), met | 1 << node)

    return next(back((last,), 1 << last & ~layers[0]), ())


def _steps(net: Links, technique: Technique, found: Iterable[Found]) -> Iterator[Step]:
    layout = net.position.layout
    for chain, forbidden in found:
        candidates = [net.candidate(node) for node in chain]
        removes = net.candidates(forbidden)
        if technique is Technique.CONTINUOUS_NICE_LOOP:
            sentence = LOOP
        else:
            sentence = PROVING_CHAIN if chain[0] == chain[-1] else CHAIN
        strong = [net.house(one, other) for one, other in zip(candidates[::2], candidates[1::2], strict=True)]
        yield Step(
            technique,
            explained(
                technique,
                sentence,
                cell=layout.cell_name(candidates[0].cell),
                digit=sign(candidates[0].digit),
                links=linked(link(layout, house, to) for house, to in zip(strong, candidates[1::2], strict=True)),
                removal=removal(layout, removes),
            ),
            tuple(sorted({candidate.cell for candidate in candidates})),
            tuple(dict.fromkeys(house for house in strong if house is not None)),
            tuple(sorted(set(candidates))),
            removes=removes,
            chain=tuple(candidates),
        )
