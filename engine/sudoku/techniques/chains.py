"""Chains of alternating strong and weak links, and what people call them.

A chain says: if its first node is false, its last is true. So one of the two is true in any case, and what both forbid
is impossible. The nodes are candidates, groups and almost locked sets (see `engine.sudoku.techniques.links`). Of
several chains that forbid the same only the shortest is a step, and the steps come shortest first.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.sudoku.techniques.als import AlmostLockedSet
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.links import Chain, Kind, Net, Reach, StrongLink, Walk, net
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    CHAIN,
    LOOP,
    PROVING_CHAIN,
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

LONGEST_OF_SETS = 11
"""The most links in a chain of almost locked sets only: six sets."""


class _Names(NamedTuple):
    """What a loop is called, a chain that comes back to where it began, and any other."""

    loop: Technique
    returning: Technique
    chain: Technique


PLAIN = _Names(Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC)
GROUPED = _Names(
    Technique.GROUPED_CONTINUOUS_NICE_LOOP, Technique.GROUPED_DISCONTINUOUS_NICE_LOOP, Technique.GROUPED_AIC
)
WITH_SETS = _Names(Technique.ALS_CONTINUOUS_NICE_LOOP, Technique.ALS_DISCONTINUOUS_NICE_LOOP, Technique.ALS_AIC)


def x_chains(position: Position) -> Iterator[Step]:
    """Chains of one digit, from house to house."""
    links = net(position, Reach.CANDIDATES)
    for chain in links.chains(Walk((Kind.HOUSE,), in_cells=False, loops=False)):
        yield _told(links, Technique.X_CHAIN, chain)


def xy_chains(position: Position) -> Iterator[Step]:
    """Chains through three or more cells of two candidates each, with the same digit at both ends."""
    links = net(position, Reach.CANDIDATES)
    for chain in links.chains(Walk((Kind.CELL,), in_cells=False, loops=False, least=5)):
        yield _told(links, Technique.XY_CHAIN, chain)


def alternating_chains(position: Position) -> Iterator[Step]:
    """Chains of candidates, through any digits and houses: nice loops and AICs, in HoDoKu's sense of the words.

    A *continuous nice loop* is a chain whose ends can't both be true: then the same holds between any two of its
    nodes that have a weak link there, one of them is true, and what both forbid is impossible. A *discontinuous
    nice loop* comes back to its first node, which is true then, or forbids one candidate only, from which and
    to which the loop would run. All other chains are AICs.
    """
    return _named(position, Reach.CANDIDATES, PLAIN)


def grouped_chains(position: Position) -> Iterator[Step]:
    """The same with groups: candidates of a digit where two houses meet, of which one is true or none."""
    return _named(position, Reach.GROUPS, GROUPED)


def als_xy_wings(position: Position) -> Iterator[Step]:
    """Chains of three almost locked sets."""
    return _of_sets(position, Technique.ALS_XY_WING, 5, 5)


def als_chains(position: Position) -> Iterator[Step]:
    """Chains of four or more almost locked sets."""
    return _of_sets(position, Technique.ALS_CHAIN, 7, LONGEST_OF_SETS)


def chains_with_sets(position: Position) -> Iterator[Step]:
    """Nice loops and AICs through candidates, groups and almost locked sets."""
    return _named(position, Reach.SETS, WITH_SETS)


def _named(position: Position, reach: Reach, names: _Names) -> Iterator[Step]:
    links = net(position, reach)
    for chain in links.chains(Walk()):
        if _reaches(links, chain) == reach:
            if chain.is_loop:
                technique = names.loop
            elif chain.nodes[0] == chain.nodes[-1] or chain.forbidden.bit_count() == 1:
                technique = names.returning
            else:
                technique = names.chain
            yield _told(links, technique, chain)


def _reaches(links: Net, chain: Chain) -> Reach:
    """What a chain needs: almost locked sets of several cells, or groups, or neither."""
    if any(_is_set(link) for link in chain.links):
        return Reach.SETS
    cells = (links.nodes[node].cells for node in chain.nodes)
    return Reach.GROUPS if any(places & (places - 1) for places in cells) else Reach.CANDIDATES


def _is_set(link: StrongLink) -> bool:
    return link.locked is not None and link.locked.cells.bit_count() > 1


def _of_sets(position: Position, technique: Technique, least: int, most: int) -> Iterator[Step]:
    """Chains of almost locked sets: the first or the last holds all digits that both have and that link neither."""
    links, told = net(position, Reach.SETS), set()
    for chain in links.chains(Walk((Kind.SET,), in_cells=False, loops=False, again=True, least=least, most=most)):
        first, *between, last = (link.locked for link in chain.links if link.locked is not None)
        used = {links.nodes[chain.nodes[1]].digit, links.nodes[chain.nodes[-2]].digit}
        digits = [digit for digit in members(first.digits & last.digits) if digit not in used]
        removes = tuple(sorted(
            Candidate(cell, digit) for digit in digits for cell in members(first.seen[digit] & last.seen[digit])
        ))
        if removes and removes not in told:
            told.add(removes)
            nodes = [links.candidates(node) for node in chain.nodes]
            told_links = [place_in_set(position.layout, tuple(members(first.cells)), nodes[1])]
            told_links += [
                _told_set(position, locked, nodes[2 * place][0].digit, nodes[2 * place + 1])
                for place, locked in enumerate(between, 1)
            ]
            told_links.append(_told_set(position, last, nodes[-2][0].digit))
            yield _step(links, technique, chain, removes, explained(
                technique,
                CHAIN,
                start=set_lacks(position.layout, tuple(members(first.cells)), digits),
                links=linked(told_links),
                removal=removal(position.layout, removes),
            ))


def _told_set(
    position: Position, locked: AlmostLockedSet, missing: int, to: Sequence[Candidate] = ()
) -> str:
    """What an almost locked set without a digit holds, and where one of these goes if that is asked."""
    cells, others = tuple(members(locked.cells)), [digit for digit in members(locked.digits) if digit != missing]
    if to:
        return link_in_set(position.layout, cells, missing, others, to)
    return set_holds(position.layout, cells, missing, others)


def _told(links: Net, technique: Technique, chain: Chain) -> Step:
    """The step of a chain, told link by link."""
    position = links.position
    layout = position.layout
    nodes = [links.candidates(node) for node in chain.nodes]
    if chain.is_loop:
        sentence = LOOP
    else:
        sentence = PROVING_CHAIN if chain.nodes[0] == chain.nodes[-1] else CHAIN
    told = []
    for one, link, other in zip(nodes[::2], chain.links, nodes[1::2], strict=True):
        if link.locked is not None:
            told.append(_told_set(position, link.locked, one[0].digit, other))
        elif link.house is not None:
            told.append(link_in_house(layout, link.house, other))
        else:
            told.append(link_in_cell(layout, other[0]))
    removes = links.candidates_of(chain.forbidden)
    return _step(links, technique, chain, removes, explained(
        technique,
        sentence,
        start=is_false(layout, nodes[0]),
        end=is_true(layout, nodes[0]),
        links=linked(told),
        removal=removal(layout, removes),
    ))


def _step(links: Net, technique: Technique, chain: Chain, removes: tuple[Candidate, ...], sentence: str) -> Step:
    nodes = tuple(links.candidates(node) for node in chain.nodes)
    candidates = {candidate for node in nodes for candidate in node}
    for link in chain.links:
        if link.locked is not None:
            candidates.update(links.position.candidates_of(link.locked.cells))
    return Step(
        technique,
        sentence,
        tuple(sorted({candidate.cell for candidate in candidates})),
        tuple(dict.fromkeys(link.house for link in chain.links if link.house is not None)),
        tuple(sorted(candidates)),
        removes=removes,
        chain=nodes,
    )
