"""Forcing: a candidate is assumed and singles are followed; a last resort, but one that can be explained.

Singles are placed in waves, each wave all that the one before made single, so that a short way is found before a long
one; and of all that was placed only that is told on which the conclusion rests.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from operator import itemgetter, or_
from typing import NamedTuple

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, Position, members
from engine.sudoku.techniques.singles import hidden_singles, naked_singles
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    CELL_FORCING,
    CELL_FORCING_OR,
    NISHIO,
    NO_CANDIDATE,
    NO_PLACE,
    explained,
    is_true,
    link_in_cell,
    link_in_house,
    linked,
    removal,
)


class Rule(NamedTuple):
    """A cell must hold one of its candidates (`house` is None), or a complete house the digit somewhere."""

    house: int | None
    number: int


class Assumption:
    """What follows by singles if a candidate is true, found wave by wave.

    `placed` are the candidates placed, in order, each with the rule that left nothing else (None for the first) and
    `waves` after each wave the cells that can hold digit 0, 1, 2, ... `broken` is a rule that can't be kept any more,
    if it came to that; there the waves end.
    """

    def __init__(self, position: Position, candidate: Candidate) -> None:
        self.position = position
        self.candidate = candidate
        self.placed: dict[Candidate, Rule | None] = {}
        self.waves: list[tuple[CellSet, ...]] = []
        self.broken: Rule | None = None
        self._cells_with = list(position.cells_with)
        self._masks = list(position.masks)
        self._singles: dict[Candidate, Rule | None] = {candidate: None}

    def advance(self) -> bool:
        """Place the singles that the last wave left; false if there is nothing to place."""
        if self.broken is not None or not self._singles:
            return False
        before = tuple(self._cells_with)
        for candidate, rule in self._singles.items():
            cell, digit = candidate
            if not self._masks[cell] >> digit & 1:
                self.broken = rule
                return True
            self.placed[candidate] = rule
            self._place(cell, digit)
        self.waves.append(tuple(self._cells_with))
        self._find_singles(before)
        return True

    def run(self) -> "Assumption":
        """Follow it to its end."""
        while self.advance():
            pass
        return self

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

    def told(self, way: Iterable[Candidate]) -> str:
        """What was placed, in order, each with its reason."""
        layout = self.position.layout
        rules = ((candidate, self.placed[candidate]) for candidate in way)
        return linked(
            is_true(layout, [candidate]) if rule is None
            else link_in_cell(layout, candidate) if rule.house is None
            else link_in_house(layout, rule.house, [candidate])
            for candidate, rule in rules
        )

    def of(self, rule: Rule) -> tuple[Candidate, ...]:
        """The position's candidates of which the rule asks for one."""
        if rule.house is None:
            return self.position.candidates_of(1 << rule.number)
        return self.position.candidates(self.position.geometry.houses[rule.house], rule.number)

    def _place(self, cell: int, digit: int) -> None:
        """Remove what a digit in a cell forbids."""
        bit = 1 << cell
        for other in members(self._masks[cell] ^ 1 << digit):
            self._cells_with[other] ^= bit
        self._masks[cell] = 1 << digit
        fallen = self._cells_with[digit] & self.position.geometry.peers[cell]
        self._cells_with[digit] ^= fallen
        for peer in members(fallen):
            self._masks[peer] ^= 1 << digit

    def _find_singles(self, before: tuple[CellSet, ...]) -> None:
        """What has one place left since candidates fell in this wave; finds out, too, whether something has none."""
        geometry = self.position.geometry
        self._singles = {} if len(self.waves) > 1 else dict(_standing(self.position))
        emptier = 0
        for digit, (old, cells) in enumerate(zip(before, self._cells_with, strict=True)):
            fallen = old ^ cells
            emptier |= fallen
            for house in sorted({house for cell in members(fallen) for house in geometry.houses_of[cell]}):
                places = geometry.houses[house] & cells
                if not places & (places - 1) and geometry.complete[house]:
                    if not places:
                        self.broken = Rule(house, digit)
                        return
                    self._singles.setdefault(Candidate(places.bit_length() - 1, digit), Rule(house, digit))
        for cell in members(emptier):
            mask = self._masks[cell]
            if not mask & (mask - 1):
                if not mask:
                    self.broken = Rule(None, cell)
                    return
                self._singles.setdefault(Candidate(cell, mask.bit_length() - 1), Rule(None, cell))
        for candidate in self.placed:
            self._singles.pop(candidate, None)

    def _killer(self, candidate: Candidate) -> Candidate:
        """What was placed first of all that forbids the candidate."""
        cell, digit = candidate
        peers = self.position.geometry.peers[cell]
        return next(
            one for one in self.placed
            if (one.cell == cell and one.digit != digit) or (one.digit == digit and peers >> one.cell & 1)
        )


@lru_cache(maxsize=4)
def _standing(position: Position) -> dict[Candidate, Rule]:
    """The singles that the position has without any assumption; where easier steps come first there are none."""
    hidden = {step.places[0]: Rule(step.houses[0], step.places[0].digit) for step in hidden_singles(position)}
    return hidden | {step.places[0]: Rule(None, step.places[0].cell) for step in naked_singles(position)}


def nishio(position: Position) -> Iterator[Step]:
    """Candidates that lead by singles to a cell without candidates or a house without a digit, fewest waves first.

    None if there is such a cell or house already.
    """
    candidates = () if position.is_broken else position.candidates_of(position.empty)
    open_ = [Assumption(position, candidate) for candidate in candidates]
    while open_:
        found = []
        open_ = [assumption for assumption in open_ if assumption.advance()]
        for assumption in open_:
            if assumption.broken is not None:
                way, proof = assumption.because(assumption.of(assumption.broken))
                found.append((len(way), _refuted(assumption, assumption.broken, way, proof)))
        yield from (step for _, step in sorted(found, key=itemgetter(0)))


def _refuted(assumption: Assumption, broken: Rule, way: list[Candidate], proof: set[Candidate]) -> Step:
    layout, (house, number) = assumption.position.layout, broken
    if house is None:
        end = NO_CANDIDATE.format(cell=layout.cell_name(number))
    else:
        end = NO_PLACE.format(house=layout.houses[house].name, digit=sign(number))
    return Step(
        Technique.NISHIO,
        explained(
            Technique.NISHIO,
            NISHIO,
            links=assumption.told(way),
            end=end,
            removal=removal(layout, [assumption.candidate]),
        ),
        tuple(sorted({cell for cell, _ in way})),
        () if house is None else (house,),
        tuple(sorted(proof)),
        removes=(assumption.candidate,),
    )


def cell_forcing(position: Position) -> Iterator[Step]:
    """Cells each of whose candidates leads by singles to the same conclusion, shortest ways first.

    Of one cell's conclusions those are taken that come in the first wave that brings any.
    """
    layout, found = position.layout, []
    for cell in members(position.empty):
        branches = [Assumption(position, candidate).run() for candidate in position.candidates_of(1 << cell)]
        for places, removes in _common(position, branches):
            fallen = removes or tuple(one for place in places for one in _others(position, place))
            ways = [branch.because(fallen) for branch in branches]
            place = next(iter(places), None)
            end = is_true(layout, [place]) if place else removal(layout, removes)
            told = CELL_FORCING_OR.join(branch.told(way) for branch, (way, _) in zip(branches, ways, strict=True))
            found.append((sum(len(way) for way, _ in ways), Step(
                Technique.CELL_FORCING,
                explained(Technique.CELL_FORCING, CELL_FORCING, ways=told, end=end),
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
