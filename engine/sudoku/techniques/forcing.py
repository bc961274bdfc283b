"""Forcing: a candidate is assumed and singles are followed; a last resort, but one that can be explained.

Singles are placed in waves, each wave all that the one before made single, so that a short way is found before a long
one; and of all that was placed only that is told on which the conclusion rests.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import compress, count
from operator import itemgetter, or_
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import equation, removal


class Rule(NamedTuple):
    """A cell must hold one of its candidates (`house` is None), or a complete house the digit somewhere."""

    house: int | None
    number: int


class Assumption:
    """What follows by singles if a candidate is true.

    `placed` are the candidates placed, in order, each with the rule that left nothing else (None for the first) and
    `waves` after each wave the cells that can hold digit 0, 1, 2, ... `broken` is a rule that can't be kept any more,
    if it came to that; there the waves end.
    """

    def __init__(self, position: Position, candidate: Candidate) -> None:
        self.position = position
        self.placed: dict[Candidate, Rule | None] = {}
        self.waves: list[tuple[CellSet, ...]] = []
        self.broken: Rule | None = None
        self._cells_with = list(position.cells_with)
        for cell in members(~position.empty & (1 << len(position.values)) - 1):
            self._cells_with[position.values[cell]] |= 1 << cell
        self._settled = ~position.empty
        self._place(candidate, None)
        while self.broken is None:
            self.waves.append(tuple(self._cells_with))
            singles = list(self._singles())
            if not singles:
                break
            for single, rule in singles:
                self._place(single, rule)

    def left(self, wave: int) -> tuple[CellSet, ...]:
        """The cells that can hold digit 0, 1, 2, ... after a wave, counted from 0; after the last all stays so."""
        return self.waves[min(wave, len(self.waves) - 1)]

    def because(self, fallen: Iterable[Candidate]) -> tuple[list[Candidate], set[Candidate]]:
        """Why these candidates fell: what was placed for it, in order, and all candidates of the rules used."""
        used: set[Candidate] = set()
        proof = set(fallen)
        open_ = list(proof)
        while open_:
            killer = self._killer(open_.pop())
            if killer not in used:
                used.add(killer)
                rule = self.placed[killer]
                if rule is not None:
                    others = [one for one in self.of(rule) if one != killer]
                    proof.update(others)
                    open_ += others
        return [candidate for candidate in self.placed if candidate in used], proof | used

    def of(self, rule: Rule) -> tuple[Candidate, ...]:
        """The position's candidates of which the rule asks for one."""
        if rule.house is None:
            return self.position.candidates_of(1 << rule.number)
        return self.position.candidates(self.position.geometry.houses[rule.house], rule.number)

    def _place(self, candidate: Candidate, rule: Rule | None) -> None:
        """Place a candidate, unless it stands already or has fallen: then its rule is broken."""
        cell, digit = candidate
        bit = 1 << cell
        if candidate in self.placed or self.broken is not None:
            return
        if not self._cells_with[digit] & bit:
            self.broken = rule
            return
        self.placed[candidate] = rule
        self._settled |= bit
        for other, cells in enumerate(self._cells_with):
            if other != digit:
                self._cells_with[other] = cells & ~bit
        self._cells_with[digit] &= ~self.position.geometry.peers[cell]

    def _singles(self) -> Iterator[tuple[Candidate, Rule]]:
        """What has one place left; finds out, too, whether something has none."""
        geometry = self.position.geometry
        once = twice = 0
        for cells in self._cells_with:
            twice |= once & cells
            once |= cells
        for cell in members(self.position.empty & ~once):
            self.broken = Rule(None, cell)
            return
        for cell in members(once & ~twice & ~self._settled):
            digit = next(digit for digit, cells in enumerate(self._cells_with) if cells >> cell & 1)
            yield Candidate(cell, digit), Rule(None, cell)
        for number in compress(count(), geometry.complete):
            house = geometry.houses[number]
            for digit, cells in enumerate(self._cells_with[1:], 1):
                places = house & cells
                if not places:
                    self.broken = Rule(number, digit)
                    return
                if not places & (places - 1) and not places & self._settled:
                    yield Candidate(places.bit_length() - 1, digit), Rule(number, digit)

    def _killer(self, candidate: Candidate) -> Candidate:
        """What was placed first of all that forbids the candidate."""
        cell, digit = candidate
        peers = self.position.geometry.peers[cell]
        return next(
            one for one in self.placed
            if (one.cell == cell and one.digit != digit) or (one.digit == digit and peers >> one.cell & 1)
        )


def nishio(position: Position) -> Iterator[Step]:
    """Candidates that lead by singles to a cell without candidates or a house without a digit, shortest way first.

    None if there is such a cell or house already.
    """
    layout, found = position.layout, []
    for candidate in () if position.is_broken else position.candidates_of(position.empty):
        assumption = Assumption(position, candidate)
        if assumption.broken is not None:
            way, proof = assumption.because(assumption.of(assumption.broken))
            house, number = assumption.broken
            if house is None:
                end = f"{layout.cell_name(number)} has no candidate left"
            else:
                end = f"{layout.houses[house].name} has no place for {number}"
            found.append((len(way), Step(
                Technique.NISHIO,
                f"{Technique.NISHIO.title}: with {_chain(position, way)}, {end}, so {removal(layout, [candidate])}.",
                tuple(sorted({cell for cell, _ in way})),
                () if house is None else (house,),
                tuple(sorted(proof)),
                removes=(candidate,),
            )))
    yield from (step for _, step in sorted(found, key=itemgetter(0)))


def cell_forcing(position: Position) -> Iterator[Step]:
    """Cells each of whose candidates leads by singles to the same conclusion, shortest ways first.

    Of one cell's conclusions those are taken that come in the first wave that brings any.
    """
    layout, found = position.layout, []
    for cell in members(position.empty):
        branches = [Assumption(position, candidate) for candidate in position.candidates_of(1 << cell)]
        for places, removes in _common(position, branches):
            fallen = removes or tuple(one for place in places for one in _others(position, place))
            ways = [branch.because(fallen) for branch in branches]
            end = f"{layout.cell_name(places[0].cell)} is {places[0].digit}" if places else removal(layout, removes)
            told = "; ".join(_chain(position, way) for way, _ in ways)
            found.append((sum(len(way) for way, _ in ways), Step(
                Technique.CELL_FORCING,
                f"{Technique.CELL_FORCING.title}: {told}; in any case {end}.",
                tuple(sorted({cell for way, _ in ways for cell, _ in way})),
                (),
                tuple(sorted(set().union(*(proof for _, proof in ways)))),
                places,
                removes,
            )))
    yield from (step for _, step in sorted(found, key=itemgetter(0)))


Conclusion = tuple[tuple[Candidate, ...], tuple[Candidate, ...]]
"""What is placed, what is removed: one of them is empty."""


def _common(position: Position, branches: list[Assumption]) -> Iterator[Conclusion]:
    """What all branches conclude after the first wave in which they conclude anything; nothing if one is broken.

    Nor is there anything to compare in a cell of one candidate.
    """
    if len(branches) < 2 or any(branch.broken is not None for branch in branches):
        return
    for wave in range(max(len(branch.waves) for branch in branches)):
        left = [reduce(or_, cells) for cells in zip(*(branch.left(wave) for branch in branches), strict=True)]
        fallen = [one for one in position.candidates_of(position.empty) if not left[one.digit] >> one.cell & 1]
        if fallen:
            after = position.remove(fallen)
            changed = {cell: after.masks[cell] for cell, _ in fallen}
            places = [Candidate(cell, mask.bit_length() - 1) for cell, mask in changed.items() if mask.bit_count() == 1]
            yield from (((place,), ()) for place in places)
            rest = position.place(places)
            for cell in changed:
                removes = rest.candidates_of(1 << cell, ~after.masks[cell])
                if removes:
                    yield (), removes
            return


def _others(position: Position, place: Candidate) -> tuple[Candidate, ...]:
    return position.candidates_of(1 << place.cell, ~(1 << place.digit))


def _chain(position: Position, way: list[Candidate]) -> str:
    return " - ".join(equation(position.layout, candidate) for candidate in way)
