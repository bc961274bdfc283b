"""Death blossom: a cell, and for each of its digits an almost locked set that has to do without that digit.

If the cell takes a digit all of whose places in a set it sees, that set holds each of its other digits. So a digit of
all the sets is in one of them in any case, and what sees all its places in all of them falls.
"""

from collections.abc import Iterator

from engine.sudoku.techniques.als import AlmostLockedSet, almost_locked_sets
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import DEATH_BLOSSOM, PETAL, cell_names, digit_names, explained, is_true, removal

Petals = list[AlmostLockedSet]
"""The sets of one digit of the stem, small ones first."""


def death_blossoms(position: Position) -> Iterator[Step]:
    """The steps in the order of the cell and of the digit that falls; the smallest sets of each."""
    petals: dict[tuple[int, int], Petals] = {}  # by cell and digit
    for one in almost_locked_sets(position):
        for digit, cells in one.seen.items():
            for cell in members(cells):
                petals.setdefault((cell, digit), []).append(one)
    for stem in members(position.empty):
        of_digit = [petals.get(candidate, []) for candidate in position.candidates_of(1 << stem)]
        if len(of_digit) > 1 and all(of_digit):
            for digit in range(1, position.layout.size + 1):
                yield from _steps(position, stem, of_digit, digit)


def _steps(position: Position, stem: int, of_digit: list[Petals], digit: int) -> Iterator[Step]:
    """The steps that remove a digit, each cell by one of them."""
    open_ = position.cells_with[digit] & ~(1 << stem)
    for candidate, sets in zip(position.candidates_of(1 << stem), of_digit, strict=True):
        falls = 0
        if candidate.digit != digit:
            for one in sets:
                falls |= one.seen.get(digit, 0)
        open_ &= falls
    while open_:
        cell = open_ & -open_
        chosen = [next(one for one in sets if one.seen.get(digit, 0) & cell) for sets in of_digit]
        falls = open_
        for one in chosen:
            falls &= one.seen[digit]
        open_ &= ~falls
        yield _step(position, stem, chosen, position.candidates(falls, digit))


def _step(position: Position, stem: int, chosen: Petals, removes: tuple[Candidate, ...]) -> Step:
    layout, digits = position.layout, position.candidates_of(1 << stem)
    petals = [
        PETAL.format(
            start=is_true(layout, [candidate]),
            cells=cell_names(layout, members(one.cells)),
            digits=digit_names((digit for digit in members(one.digits) if digit != candidate.digit), "and"),
        )
        for candidate, one in zip(digits, chosen, strict=True)
    ]
    cells = 1 << stem
    for one in chosen:
        cells |= one.cells
    return Step(
        Technique.DEATH_BLOSSOM,
        explained(
            Technique.DEATH_BLOSSOM, DEATH_BLOSSOM, petals="; ".join(petals), removal=removal(layout, removes)
        ),
        tuple(members(cells)),
        tuple(dict.fromkeys(one.house for one in chosen)),
        position.candidates_of(cells),
        removes=removes,
    )
