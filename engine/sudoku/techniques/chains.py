"""Chains of alternating strong and weak links.

If the first node of a chain is false, its last node is true. So at least one of the two is true, and what both exclude
is false. The nodes are candidates, groups and almost locked sets (see `engine.sudoku.techniques.patterns.chains`).
Only the shortest of several chains with the same eliminations is a step; short chains come first.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.als import AlmostLockedSet, read_set
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    explained,
    is_false,
    is_true,
    link_in_cell,
    link_in_house,
    link_in_set,
    linked,
    place_in_set,
    removal,
    set_holds,
    set_lacks,
)

CHAIN = _("if {start} -> {links}. Either way {removal}.")
PROVING_CHAIN = _("if {start} -> {links}. So {end} in any case: {removal}.")
LOOP = _("if {start} -> {links} -> {start}. Every link of the loop holds both ways: {removal}.")

IN_HOUSE, IN_CELL = 0, 1
"""The kinds of strong links in the numbers of a pattern; any other kind is an almost locked set."""


class StrongLink(NamedTuple):
    """The reason why at least one of two nodes is true: a house, an almost locked set (in a house), or a cell
    (neither).
    """

    house: int | None = None
    locked: AlmostLockedSet | None = None


class Chain(NamedTuple):
    """The nodes in order, and the strong links from the first to the second node, from the third to the fourth, and so
    on.

    If the first node is false, the second is true, so the third is false, and so on. In a loop a weak link joins the
    last and the first.
    """

    nodes: tuple[tuple[Candidate, ...], ...]
    links: tuple[StrongLink, ...]
    is_loop: bool


def read_chain(position: Position, pattern: Pattern) -> Chain:
    """The chain described by a pattern."""
    numbers = iter(pattern.numbers)
    is_loop, count = next(numbers), next(numbers)
    nodes = []
    for _node in range(count):
        digit, size = next(numbers), next(numbers)
        nodes.append(tuple(Candidate(next(numbers), digit) for _ in range(size)))
    links = []
    for kind in numbers:
        if kind == IN_HOUSE:
            links.append(StrongLink(next(numbers)))
        elif kind == IN_CELL:
            links.append(StrongLink())
        else:
            locked = read_set(position, numbers)
            links.append(StrongLink(locked.house, locked))
    return Chain(tuple(nodes), tuple(links), bool(is_loop))


def _chain(position: Position, pattern: Pattern) -> Step:
    """The step of a chain, link by link."""
    layout, chain = position.layout, read_chain(position, pattern)
    if chain.is_loop:
        sentence = LOOP
    else:
        sentence = PROVING_CHAIN if chain.nodes[0] == chain.nodes[-1] else CHAIN
    sentences = []
    for false_node, link, true_node in zip(chain.nodes[::2], chain.links, chain.nodes[1::2], strict=True):
        if link.locked is not None:
            sentences.append(_set_link(position, link.locked, false_node[0].digit, true_node))
        elif link.house is not None:
            sentences.append(link_in_house(layout, link.house, true_node))
        else:
            sentences.append(link_in_cell(layout, true_node[0]))
    return _step(
        position,
        pattern,
        chain,
        explained(
            pattern.technique,
            sentence,
            start=is_false(layout, chain.nodes[0]),
            end=is_true(layout, chain.nodes[0]),
            links=linked(sentences),
            removal=removal(layout, pattern.removes),
        ),
    )


def _chain_of_sets(position: Position, pattern: Pattern) -> Step:
    """The step of a chain of almost locked sets, set by set."""
    layout, chain = position.layout, read_chain(position, pattern)
    first, *middle, last = (link.locked for link in chain.links if link.locked is not None)
    link_digits = {chain.nodes[1][0].digit, chain.nodes[-2][0].digit}
    digits = [digit for digit in members(first.digits & last.digits) if digit not in link_digits]
    sentences = [place_in_set(layout, tuple(members(first.cells)), chain.nodes[1])]
    sentences += [
        _set_link(position, locked, chain.nodes[2 * place][0].digit, chain.nodes[2 * place + 1])
        for place, locked in enumerate(middle, 1)
    ]
    sentences.append(_set_link(position, last, chain.nodes[-2][0].digit))
    return _step(
        position,
        pattern,
        chain,
        explained(
            pattern.technique,
            CHAIN,
            start=set_lacks(layout, tuple(members(first.cells)), digits),
            links=linked(sentences),
            removal=removal(layout, pattern.removes),
        ),
    )


def _set_link(position: Position, locked: AlmostLockedSet, missing: int, places: Sequence[Candidate] = ()) -> str:
    """The sentence on what an almost locked set holds without a digit, and where the digit of the next link goes."""
    cells, others = tuple(members(locked.cells)), [digit for digit in members(locked.digits) if digit != missing]
    if places:
        return link_in_set(position.layout, cells, missing, others, places)
    return set_holds(position.layout, cells, missing, others)


def _step(position: Position, pattern: Pattern, chain: Chain, sentence: str) -> Step:
    candidates = {candidate for node in chain.nodes for candidate in node}
    for link in chain.links:
        if link.locked is not None:
            candidates.update(position.candidates_of(link.locked.cells))
    return Step(
        pattern.technique,
        sentence,
        tuple(sorted({candidate.cell for candidate in candidates})),
        tuple(dict.fromkeys(link.house for link in chain.links if link.house is not None)),
        tuple(sorted(candidates)),
        removes=pattern.removes,
        chain=chain.nodes,
    )


x_chains = PatternFinder((Technique.X_CHAIN,), _chain)
"""Chains of one digit, from house to house."""

xy_chains = PatternFinder((Technique.XY_CHAIN,), _chain)
"""Chains through three or more cells of two candidates each, with the same digit at both ends."""

alternating_chains = PatternFinder(
    (Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC), _chain
)
"""Chains of candidates, through any digits and houses: nice loops and AICs, as HoDoKu defines them.

In a *continuous nice loop* the ends can't both be true. The same then holds for any two neighbours with a weak link:
one of them is true, and what both exclude is false. A *discontinuous nice loop* comes back to its first node, which is
then true, or excludes only one candidate, where the loop would begin and end. All other chains are AICs.
"""

grouped_chains = PatternFinder(
    (Technique.GROUPED_CONTINUOUS_NICE_LOOP, Technique.GROUPED_DISCONTINUOUS_NICE_LOOP, Technique.GROUPED_AIC), _chain
)
"""Nice loops and AICs with groups. A group has candidates of a digit in the intersection of two houses, at most one of
which is true.
"""

als_xy_wings = PatternFinder((Technique.ALS_XY_WING,), _chain_of_sets)
"""Chains of three almost locked sets."""

als_chains = PatternFinder((Technique.ALS_CHAIN,), _chain_of_sets)
"""Chains of four to six almost locked sets."""

chains_with_sets = PatternFinder(
    (Technique.ALS_CONTINUOUS_NICE_LOOP, Technique.ALS_DISCONTINUOUS_NICE_LOOP, Technique.ALS_AIC), _chain, tables=True
)
"""Nice loops and AICs through candidates, groups and almost locked sets."""
