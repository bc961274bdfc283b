"""Facts for the setter of a puzzle: solutions per candidate, decisive and unneeded clues, equal cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.base.polling import poll
from engine.sudoku.puzzle import Digits, Puzzle, breaks
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.rules.rule import complete
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.position import Candidate

MOST = 50
"""Maximum number of solutions counted per candidate."""

MOST_LISTED = 2000
"""Maximum number of solutions of the puzzle that are examined one by one."""

PATIENCE = 2_000_000
"""Limit of the work of a search (see `SliceSearch.nodes_for`); beyond it, the result is unknown."""

_CELLS_BETWEEN = 9
"""Number of cells counted between two reports."""


@dataclass(frozen=True)
class Prospects:
    """The number of solutions with each candidate, by cell and digit, up to MOST (None: not counted yet).

    `deciding` are candidates with exactly one solution, in a puzzle with several. `needless` are givens, and
    `needless_rules` rules, that a puzzle with one solution does not need. `equal` are groups of cells that have the
    same digit in all solutions, in a puzzle with several.
    """

    puzzle: Puzzle
    counts: tuple[tuple[int | None, ...], ...]
    deciding: tuple[Candidate, ...] = ()
    needless: tuple[int, ...] = ()
    needless_rules: tuple[Rule, ...] = ()
    equal: tuple[tuple[int, ...], ...] = ()
    complete: bool = False


def prospects(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Iterator[Prospects]:
    """Yields the findings so far repeatedly, and finally all of them. Raises Cancelled."""
    poll(cancel)
    cells, size = range(len(puzzle.layout.cells)), puzzle.layout.size
    broken = breaks(puzzle, puzzle.givens)
    found = [] if broken else [*islice(search.solutions(puzzle, cancel), MOST_LISTED + 1)]
    is_all = len(found) <= MOST_LISTED
    occurrences = [[0] * (size + 1) for _ in cells]
    for digits in found:
        for cell, digit in enumerate(digits):
            occurrences[cell][digit] += 1
    counts: list[tuple[int | None, ...]] = [
        (0, *(min(count, MOST) if is_all or count >= MOST else None for count in row[1:])) for row in occurrences
    ]
    now = Prospects(puzzle, tuple(counts))
    if len(found) == 1:
        yield now
        needless, needless_rules = _needless(puzzle, cancel)
        yield replace(now, needless=needless, needless_rules=needless_rules, complete=True)
        return
    if not is_all:
        yield now
        for cell in cells:
            poll(cancel)
            if not puzzle.givens[cell]:
                counts[cell] = _counted_candidates(puzzle, cell, counts[cell], cancel)
            if cell % _CELLS_BETWEEN == 0:
                yield replace(now, counts=tuple(counts))
    several = len(found) > 1
    deciding = tuple(
        Candidate(cell, digit)
        for cell in cells
        for digit in range(1, size + 1)
        if several and not puzzle.givens[cell] and counts[cell][digit] == 1
    )
    now = replace(now, counts=tuple(counts), deciding=deciding)
    yield now
    groups = _equal(puzzle, found, is_all, cancel) if several else ()
    yield replace(now, equal=groups, complete=True)


def _counted_candidates(
    puzzle: Puzzle, cell: int, counts: Sequence[int | None], cancel: Callable[[], bool] | None
) -> tuple[int | None, ...]:
    """The number of solutions with each candidate of a cell, up to MOST; None if the search is given up."""
    every, found = (2 << puzzle.layout.size) - 2, [*counts]
    for digit, count in enumerate(counts):
        if count is None:
            masks = [every] * len(puzzle.givens) if puzzle.candidates is None else [*puzzle.candidates]
            masks[cell] &= 1 << digit
            if not masks[cell]:
                found[digit] = 0
                continue
            variant = replace(puzzle, candidates=tuple(masks))
            query = search.search_of(variant)
            if breaks(variant, variant.givens):
                found[digit] = 0
                continue
            query.run(MOST, cancel, query.nodes_for(PATIENCE))
            found[digit] = query.run(MOST) if query.advance(MOST, 1) else None
    return tuple(found)


def _needless(puzzle: Puzzle, cancel: Callable[[], bool] | None) -> tuple[tuple[int, ...], tuple[Rule, ...]]:
    """Givens and rules of a puzzle with one solution, each of which could be removed alone."""

    def stays_unique(other: Puzzle) -> bool:
        query = search.search_of(other)
        return query.run(2, cancel, query.nodes_for(PATIENCE)) == 1

    givens = []
    for cell, given in enumerate(puzzle.givens):
        poll(cancel)
        without = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
        if given and stays_unique(replace(puzzle, givens=without)):
            givens.append(cell)
    rules = tuple(
        rule
        for rule in puzzle.rules
        if stays_unique(replace(puzzle, rules=complete([each for each in puzzle.rules if each != rule])))
    )
    return tuple(givens), rules


def _equal(
    puzzle: Puzzle, found: Sequence[Digits], is_all: bool, cancel: Callable[[], bool] | None
) -> tuple[tuple[int, ...], ...]:
    """Groups of cells without givens that have the same digit in all solutions; `solutions` are some of them."""
    layout = puzzle.layout
    groups = _groups((cell for cell, given in enumerate(puzzle.givens) if not given), found)
    while not is_all:
        for group in groups:
            other = None
            for cell in group[1:]:
                differ = RuleInWords((), f"{layout.cell_name(group[0])} != {layout.cell_name(cell)}")
                query = search.search_of(replace(puzzle, rules=(*puzzle.rules, differ)))
                if query.run(1, cancel, query.nodes_for(PATIENCE)):
                    other = query.solution()
                    if 0 in other:  # given up: the cell is in no group
                        other = tuple(int(each == cell) for each in range(len(other)))
                    break
            if other is not None:
                groups = [part for each in groups for part in _groups(each, [other])]
                break
        else:
            is_all = True
    return tuple(tuple(group) for group in groups)


def _groups(cells: Iterable[int], found: Sequence[Digits]) -> list[list[int]]:
    """The cells that have the same digits in all these solutions, grouped."""
    by_digits: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        by_digits.setdefault(tuple(digits[cell] for digits in found), []).append(cell)
    return [group for group in by_digits.values() if len(group) > 1]
