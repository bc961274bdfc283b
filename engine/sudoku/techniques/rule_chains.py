"""Chains of candidates whose weak links are also those of rules: dots, lines, cages and others.

As in other chains, if the first candidate is false, the last one is true, and what both exclude is false. A strong link
joins the two candidates of a cell or the two places of a digit in a complete house; a weak link two candidates of a
cell, a digit in two cells that see each other, or two candidates that one rule does not leave true together.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.base.language import lazy_gettext
from engine.sudoku.rules import Rule
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rule_links import rule_links
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import explained, is_false, is_true, link, linked, removal

_CHAIN = lazy_gettext("if {start} -> {links}. Either way {removal}. Rules used: {rules}")
_PROVING = lazy_gettext("if {start} -> {links}. So {end} in any case: {removal}. Rules used: {rules}")

MAX_LENGTH = 9
"""The greatest number of links of a chain."""


class _Network(NamedTuple):
    """The candidates of a position by number, and the links of each as sets of numbers.

    `strong_by` has the house of each strong link, None for a cell, and `rule_by` the rule of each weak link by a rule.
    """

    candidates: tuple[Candidate, ...]
    weak: tuple[int, ...]
    strong: tuple[int, ...]
    strong_by: dict[tuple[int, int], int | None]
    rule_by: dict[tuple[int, int], Rule]


class _Chain(NamedTuple):
    """The numbers of the candidates of a chain in order, and the set of those that it eliminates."""

    nodes: tuple[int, ...]
    eliminated: int


def rule_chains(position: Position) -> Iterator[Step]:
    """Chains that use a rule beyond houses, shortest first; only the first of several with the same effect."""
    if position.is_broken:
        return
    network = _network(position)
    if not network.rule_by:
        return
    chains = [chain for start in range(len(network.candidates)) for chain in _chains_from(network, start)]
    reported = set[int]()
    for chain in sorted(chains, key=lambda chain: (len(chain.nodes), chain.nodes)):
        rules = _rules(network, chain)
        if rules and chain.eliminated not in reported:
            reported.add(chain.eliminated)
            yield _step(position, network, chain, rules)


def _network(position: Position) -> _Network:
    candidates = position.candidates_of(position.empty)
    number_of = {candidate: number for number, candidate in enumerate(candidates)}
    strong_by: dict[tuple[int, int], int | None] = {}
    rule_by: dict[tuple[int, int], Rule] = {}
    weak, strong = [0] * len(candidates), [0] * len(candidates)

    def join(first: Candidate, other: Candidate, house: int | None) -> None:
        a, b = number_of[first], number_of[other]
        strong[a], strong[b] = strong[a] | 1 << b, strong[b] | 1 << a
        strong_by.setdefault((a, b), house)
        strong_by.setdefault((b, a), house)

    for number, (cell, digit) in enumerate(candidates):
        for second in members(position.masks[cell] & ~(1 << digit)):
            weak[number] |= 1 << number_of[Candidate(cell, second)]
        for peer in members(position.geometry.peers[cell] & position.cells_with[digit]):
            weak[number] |= 1 << number_of[Candidate(peer, digit)]
        if position.masks[cell].bit_count() == 2:
            for second in members(position.masks[cell] & ~(1 << digit)):
                join(Candidate(cell, digit), Candidate(cell, second), None)
    for house, cells in enumerate(position.geometry.houses):
        for digit in range(1, position.layout.size + 1) if position.geometry.complete[house] else ():
            places = [*members(cells & position.cells_with[digit])]
            if len(places) == 2:
                join(Candidate(places[0], digit), Candidate(places[1], digit), house)
    for first, others in rule_links(position).items():
        for other, rule in others.items():
            a, b = number_of[first], number_of[other]
            if not weak[a] >> b & 1:
                rule_by[a, b] = rule
    for a, b in rule_by:
        weak[a] |= 1 << b
    return _Network(candidates, tuple(weak), tuple(strong), strong_by, rule_by)


def _chains_from(network: _Network, start: int) -> Iterator[_Chain]:
    """A shortest chain from a candidate to each candidate with which it excludes something.

    The start is assumed to be false, which makes the end true.
    """
    before_true, before_false = dict[int, int](), {start: -1}
    false_nodes = [start]
    for _length in range(1, MAX_LENGTH + 1, 2):
        true_nodes = list[int]()
        for number in false_nodes:
            for other in members(network.strong[number]):
                if other not in before_true:
                    before_true[other] = number
                    true_nodes.append(other)
        for end in true_nodes:
            eliminated = network.weak[start] & network.weak[end] if end != start else network.weak[start]
            if eliminated and end >= start and (chain := _chain_to(before_true, before_false, end)):
                yield _Chain(chain, eliminated)
        false_nodes = []
        for number in true_nodes:
            for other in members(network.weak[number]):
                if other not in before_false:
                    before_false[other] = number
                    false_nodes.append(other)


def _chain_to(before_true: dict[int, int], before_false: dict[int, int], end: int) -> tuple[int, ...]:
    """The chain to an end; none if it has a candidate twice (but both ends may be the same)."""
    chain = [end]
    while True:
        chain.append(before_true[chain[-1]])
        if before_false[chain[-1]] < 0:
            break
        chain.append(before_false[chain[-1]])
    inner = chain[1:] if chain[0] == chain[-1] else chain
    return tuple(reversed(chain)) if len({*inner}) == len(inner) else ()


def _rules(network: _Network, chain: _Chain) -> tuple[Rule, ...]:
    """The rules that a chain uses: between its candidates, and to exclude others."""
    nodes, found = chain.nodes, list[Rule | None]()
    found += [network.rule_by.get((first, other)) for first, other in zip(nodes[1::2], nodes[2::2], strict=False)]
    for number in members(chain.eliminated):
        found += [network.rule_by.get((end, number)) for end in (nodes[0], nodes[-1])]
    return tuple(dict.fromkeys(rule for rule in found if rule is not None))


def _step(position: Position, network: _Network, chain: _Chain, rules: tuple[Rule, ...]) -> Step:
    layout, nodes = position.layout, [network.candidates[number] for number in chain.nodes]
    removes = tuple(network.candidates[number] for number in members(chain.eliminated))
    links = []
    for first, other in zip(chain.nodes[::2], chain.nodes[1::2], strict=True):
        links.append(link(layout, network.strong_by[first, other], network.candidates[other]))
    houses = [network.strong_by[pair] for pair in zip(chain.nodes[::2], chain.nodes[1::2], strict=True)]
    sentence = explained(
        Technique.RULE_CHAIN,
        _PROVING if nodes[0] == nodes[-1] else _CHAIN,
        start=is_false(layout, [nodes[0]]),
        end=is_true(layout, [nodes[0]]),
        links=linked(links),
        removal=removal(layout, removes),
        rules=" ".join(rule.sentence(layout) for rule in rules),
    )
    return Step(
        Technique.RULE_CHAIN,
        sentence,
        tuple(sorted({candidate.cell for candidate in nodes})),
        tuple(dict.fromkeys(house for house in houses if house is not None)),
        tuple(sorted({*nodes})),
        removes=removes,
        chain=tuple((candidate,) for candidate in nodes),
        rules=rules,
    )
