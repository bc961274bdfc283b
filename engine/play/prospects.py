"""Facts for the setter of a puzzle: solutions per candidate, decisive candidates, redundant clues, equal cells."""

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

MAX_SOLUTIONS = 50
"""Maximum number of solutions counted per candidate."""

MAX_LISTED = 2000
"""Maximum number of solutions of the puzzle that are examined one by one."""

WORK_LIMIT = 2_000_000
"""Limit of the work of a search (see `SliceSearch.nodes_for`); beyond it, the result is unknown."""

_REPORT_INTERVAL = 9
"""Number of cells counted between two reports."""


@dataclass(frozen=True)
class Prospects:
    """The number of solutions with each candidate, by cell and digit, up to MAX_SOLUTIONS (None: not counted yet).

    In a puzzle with several solutions, `decisive` are the candidates with exactly one, and `equal` the groups of cells
    that have the same digit in all. In a puzzle with one solution, each of the `redundant_givens` and `redundant_rules`
    could be removed alone. `complete` is false until everything is known.
    """

    puzzle: Puzzle
    counts: tuple[tuple[int | None, ...], ...]
    decisive: tuple[Candidate, ...] = ()
    redundant_givens: tuple[int, ...] = ()
    redundant_rules: tuple[Rule, ...] = ()
    equal: tuple[tuple[int, ...], ...] = ()
    complete: bool = False


def prospects(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Iterator[Prospects]:
    """Yield the facts known so far, repeatedly, and finally all of them. Raises Cancelled."""
    poll(cancel)
    cells, size = range(len(puzzle.layout.cells)), puzzle.layout.size
    broken = breaks(puzzle, puzzle.givens)
    solutions = [] if broken else [*islice(search.solutions(puzzle, cancel), MAX_LISTED + 1)]
    all_listed = len(solutions) <= MAX_LISTED
    occurrences = [[0] * (size + 1) for _ in cells]
    for digits in solutions:
        for cell, digit in enumerate(digits):
            occurrences[cell][digit] += 1
    counts: list[tuple[int | None, ...]] = [
        (0, *(min(count, MAX_SOLUTIONS) if all_listed or count >= MAX_SOLUTIONS else None for count in row[1:]))
        for row in occurrences
    ]
    findings = Prospects(puzzle, tuple(counts))
    if len(solutions) == 1:
        yield findings
        redundant_givens, redundant_rules = _redundant(puzzle, cancel)
        yield replace(findings, redundant_givens=redundant_givens, redundant_rules=redundant_rules, complete=True)
        return
    if not all_listed:
        yield findings
        for cell in cells:
            poll(cancel)
            if not puzzle.givens[cell]:
                counts[cell] = _candidate_counts(puzzle, cell, counts[cell], cancel)
            if cell % _REPORT_INTERVAL == 0:
                yield replace(findings, counts=tuple(counts))
    has_several = len(solutions) > 1
    decisive = tuple(
        Candidate(cell, digit)
        for cell in cells
        for digit in range(1, size + 1)
        if has_several and not puzzle.givens[cell] and counts[cell][digit] == 1
    )
    findings = replace(findings, counts=tuple(counts), decisive=decisive)
    yield findings
    groups = _equal(puzzle, solutions, all_listed, cancel) if has_several else ()
    yield replace(findings, equal=groups, complete=True)


def _candidate_counts(
    puzzle: Puzzle, cell: int, counts: Sequence[int | None], cancel: Callable[[], bool] | None
) -> tuple[int | None, ...]:
    """The number of solutions with each candidate of a cell, up to MAX_SOLUTIONS; None beyond WORK_LIMIT."""
    all_digits, new_counts = (2 << puzzle.layout.size) - 2, [*counts]
    for digit, count in enumerate(counts):
        if count is None:
            masks = [all_digits] * len(puzzle.givens) if puzzle.candidates is None else [*puzzle.candidates]
            masks[cell] &= 1 << digit
            if not masks[cell]:
                new_counts[digit] = 0
                continue
            variant = replace(puzzle, candidates=tuple(masks))
            slice_search = search.search_of(variant)
            if breaks(variant, variant.givens):
                new_counts[digit] = 0
                continue
            slice_search.run(MAX_SOLUTIONS, cancel, slice_search.nodes_for(WORK_LIMIT))
            # `run` returns the limit if it gives up, too; `advance` says whether the search is finished.
            new_counts[digit] = slice_search.run(MAX_SOLUTIONS) if slice_search.advance(MAX_SOLUTIONS, 1) else None
    return tuple(new_counts)


def _redundant(puzzle: Puzzle, cancel: Callable[[], bool] | None) -> tuple[tuple[int, ...], tuple[Rule, ...]]:
    """The givens and the rules of a puzzle with one solution that could each be removed alone."""

    def stays_unique(reduced: Puzzle) -> bool:
        slice_search = search.search_of(reduced)
        return slice_search.run(2, cancel, slice_search.nodes_for(WORK_LIMIT)) == 1

    givens = []
    for cell, given in enumerate(puzzle.givens):
        poll(cancel)
        without = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
        if given and stays_unique(replace(puzzle, givens=without)):
            givens.append(cell)
    rules = tuple(
        rule
        for rule in puzzle.rules
        if stays_unique(replace(puzzle, rules=complete([other for other in puzzle.rules if other != rule])))
    )
    return tuple(givens), rules


def _equal(
    puzzle: Puzzle, solutions: Sequence[Digits], all_listed: bool, cancel: Callable[[], bool] | None
) -> tuple[tuple[int, ...], ...]:
    """Groups of cells without givens that have the same digit in all solutions.

    `solutions` are some of the solutions or, with `all_listed`, all. Otherwise a search looks for a solution in which
    two cells of a group differ, and the group is split by it, until no group can be split.
    """
    layout = puzzle.layout
    groups = _groups((cell for cell, given in enumerate(puzzle.givens) if not given), solutions)
    while not all_listed:
        for group in groups:
            other = None
            for cell in group[1:]:
                difference = RuleInWords((), f"{layout.cell_name(group[0])} != {layout.cell_name(cell)}")
                slice_search = search.search_of(replace(puzzle, rules=(*puzzle.rules, difference)))
                if slice_search.run(1, cancel, slice_search.nodes_for(WORK_LIMIT)):
                    other = slice_search.solution()
                    if 0 in other:  # the search reached its limit: split off this cell
                        other = tuple(int(each == cell) for each in range(len(other)))
                    break
            if other is not None:
                groups = [part for each in groups for part in _groups(each, [other])]
                break
        else:
            all_listed = True
    return tuple(tuple(group) for group in groups)


def _groups(cells: Iterable[int], solutions: Sequence[Digits]) -> list[list[int]]:
    """Groups of at least two cells that have the same digit in each of these solutions."""
    by_digits: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        by_digits.setdefault(tuple(digits[cell] for digits in solutions), []).append(cell)
    return [group for group in by_digits.values() if len(group) > 1]
