"""Generates puzzles with rules of chosen kinds and a unique solution.

Rules are drawn into a random complete grid. While there is another solution, it is excluded by a further rule that it
breaks, by splitting a cage where the sums differ, or otherwise by a given. Then redundant givens and rules are removed,
and for a level the puzzle is made easier step by step.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.making.generator import Generated, GeneratorOptions, GeneratorProgress, Report, generate
from engine.sudoku.making.levels import MAX_RATED_SIZE, level_of
from engine.sudoku.making.rule_drawing import RuleSampler
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.drawing import CellForm
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.registry import primitives_of
from engine.sudoku.rules.rule import complete
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.search.rule_search import RuleSearch
from engine.sudoku.techniques.catalogue import Level

MAX_CAGE_CELLS, MAX_MERGED_CELLS = 4, 6
"""Maximum number of cells of an initial cage, and of a cage joined from two."""

CELLS_PER_RULE = 4
"""Minimum number of cells per rule of a mixed puzzle; beyond it, givens are added."""

ATTEMPTS = 20
"""Number of grids to try for a level."""

WORK_LIMIT = 1_000_000
"""Work limit of a search (see `SliceSearch.nodes_for`); beyond it, a puzzle counts as having several solutions."""

_MAX_PROPOSALS = 12
"""Maximum number of rules drawn to find one that another solution breaks."""

_LINES = (CellForm.LINE, CellForm.CELL, CellForm.CORNER)
"""Forms whose rules share no cells with each other."""


def make_puzzle(
    layout: Layout,
    options: GeneratorOptions,
    *,
    seed: int,
    on_progress: Report | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Generated:
    """Generate a puzzle that meets the options, by `generate` or `generate_with_rules`."""
    maker = generate_with_rules if options.kinds else generate
    return maker(layout, options, seed=seed, on_progress=on_progress, cancel=cancel)


def generate_with_rules(
    layout: Layout,
    options: GeneratorOptions,
    *,
    seed: int,
    on_progress: Report | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Generated:
    """Generate a puzzle with rules of the kinds of the options, determined by the seed.

    With killer cages alone, the cages cover the board, and there are no givens if none are needed. With a level,
    several grids are tried; if none reaches it, `reached` is False. `minimal`: no given and no rule can be removed, and
    no two cages merged. Raises InputError for options that can't be combined with rules, and Cancelled.
    """
    start = time.perf_counter()
    check_with_rules(layout, options)
    grid_search, randomness = GridSearch(layout, seed), random.Random(seed)
    best: tuple[Puzzle, Digits] | None = None
    for attempt in range(1, ATTEMPTS + 1):
        if on_progress:
            on_progress(GeneratorProgress(0, len(layout.cells), attempt))
        solution = _complete_grid(layout, options, grid_search, randomness, cancel)
        if solution is None:
            continue
        builder = _RulePuzzleBuilder(layout, solution, options, randomness, cancel)
        puzzle = builder.puzzle()
        if puzzle is not None:
            best = puzzle, solution
            if options.level is None or level_of(puzzle, cancel) is options.level:
                break
    else:
        attempt = 0
    if best is None:
        raise InputError(
            _("no puzzle with these rules was found on {layout}").format(layout=layout.label),
            advice=_("ask for other kinds of rules"),
        )
    puzzle, solution = best
    word = options.level.value if options.level else options.kinds[0].replace(" ", "-")
    named = replace(puzzle, name=f"{layout.name}-{word}-{seed}")
    return Generated(named, solution, seed, attempt > 0, attempt or ATTEMPTS, time.perf_counter() - start)


def check_with_rules(layout: Layout, options: GeneratorOptions) -> None:
    """Raise InputError for unknown kinds of rules, or options that can't be combined with rules."""
    for name in options.kinds:
        if name not in KINDS:
            raise InputError(_("there is no kind of rule called {name}").format(name=name))
    others = (
        options.techniques,
        options.forbidden,
        options.linked,
        options.by_digit,
        options.box_holes,
        options.few_clues,
    )
    if any(others) or options.holes is not None or options.rating is not None:
        raise InputError(
            _("a puzzle with rules can have a level and be minimal, but no other options"),
            advice=_("leave out the other options"),
        )
    if options.symmetry != "none":
        raise InputError(_("the givens of a puzzle with rules have no symmetry"), advice=_("leave it out"))
    if options.level is not None and layout.size > MAX_RATED_SIZE:
        raise InputError(_("puzzles with rules above 9x9 have no level"), advice=_("leave it out"))


def _complete_grid(
    layout: Layout,
    options: GeneratorOptions,
    grid_search: GridSearch,
    randomness: random.Random,
    cancel: Callable[[], bool] | None,
) -> Digits | None:
    """A random grid that satisfies the whole-board rules of the options; None if none is found soon.

    With such rules, random digits are placed in random cells as long as a new search finds a solution.
    """
    rules = tuple(
        kind.draw(layout, [[]]) for kind in map(KINDS.__getitem__, options.kinds) if issubclass(kind, BoardRule)
    )
    if not rules:
        return grid_search.fill(cancel)
    empty = Puzzle(layout, (0,) * len(layout.cells), rules=rules)
    search, givens, solution = RuleSearch(empty), [0] * len(layout.cells), None
    node_limit = search.nodes_for(WORK_LIMIT)
    for cell in randomness.sample(range(len(givens)), len(givens) // 5):
        givens[cell] = randomness.randint(1, layout.size)
        search.load(givens)
        search.run(1, cancel, node_limit)
        if is_solution(replace(empty, givens=tuple(givens)), search.solution()):
            solution = search.solution()
        else:
            givens[cell] = 0
    return solution


class _RulePuzzleBuilder:
    """Makes a puzzle from one complete grid."""

    def __init__(
        self,
        layout: Layout,
        solution: Digits,
        options: GeneratorOptions,
        randomness: random.Random,
        cancel: Callable[[], bool] | None,
    ) -> None:
        self._layout, self._solution, self._options = layout, solution, options
        self._randomness, self._cancel = randomness, cancel
        self._kinds = [KINDS[name] for name in options.kinds]
        self._sampler = RuleSampler(layout, solution, randomness)
        self._rules: list[Rule] = []
        self._givens = [0] * len(solution)
        self._exhausted = set[type[Rule]]()  # the kinds with no room for more rules

    def puzzle(self) -> Puzzle | None:
        """A puzzle with one solution; None if the grid allows no rules of the kinds, or not the level."""
        if not self._draw_first_rules():
            return None
        while (other := self._other_solution()) is not None:
            poll(self._cancel)
            self._exclude(other)
        self._remove_redundant()
        return self._of_level() if self._options.level else self._puzzle

    @property
    def _puzzle(self) -> Puzzle:
        return Puzzle(self._layout, tuple(self._givens), rules=complete(self._rules))

    def _draw_first_rules(self) -> bool:
        """Draw the first rules; false if a kind has none."""
        for kind in self._kinds:
            if kind is KillerCage:
                self._rules += self._sampler.cages(MAX_CAGE_CELLS, 1.0 if len(self._kinds) == 1 else 0.5)
            elif issubclass(kind, NoMarks):
                self._rules += [rule for rule in self._sampler.all_marks(kind) if rule not in self._rules]
                self._rules.append(kind.of(()))
            else:
                rule = self._sampler.draw(kind, self._is_excluded)
                if rule is None:
                    return False
                self._rules.append(rule)
        return True

    def _is_excluded(self, rule: Rule) -> bool:
        """Whether a rule is present already, or overlaps another one so that their drawings would be illegible."""
        if rule in self._rules:
            return True
        form, cells = rule.drawing.form, {*rule.scope(self._layout)}
        if form in _LINES:
            return any(cells & {*other.scope(self._layout)} for other in self._rules if other.drawing.form in _LINES)
        return any(
            other.drawing.form is form
            and {*other.scope(self._layout)} & cells
            and (form is CellForm.CELLS or (other.cells[:1] == rule.cells[:1] and other.kind == rule.kind))
            for other in self._rules
        )

    def _other_solution(
        self, rules: Sequence[Rule] | None = None, givens: Sequence[int] | None = None
    ) -> Digits | None:
        """Another solution; None if there is none; the solution itself if the search took too long."""
        all_rules = complete(self._rules if rules is None else rules)
        puzzle = Puzzle(self._layout, tuple(self._givens if givens is None else givens), rules=all_rules)
        search = RuleSearch(puzzle)
        node_limit = search.nodes_for(WORK_LIMIT)
        for number in (1, 2):
            if search.run(number, self._cancel, node_limit) < number:
                return None
            if (solution := search.solution()) != self._solution and any(solution):
                return solution
        return self._solution

    def _is_unique(self, rules: Sequence[Rule], givens: Sequence[int]) -> bool:
        return self._other_solution(rules, givens) is None

    def _exclude(self, other: Digits) -> None:
        """Add a rule that another solution breaks, or a given where it differs."""
        solution = self._solution
        is_unknown = other == solution
        differing = [cell for cell, digit in enumerate(other) if digit != solution[cell]]
        if is_unknown:
            differing = [cell for cell, digit in enumerate(self._givens) if not digit]
        others = (kind for kind in self._kinds if kind.drawing.form is not CellForm.BOARD and kind is not KillerCage)
        open_kinds = [kind for kind in others if kind not in self._exhausted]
        if len(self._rules) < len(solution) / CELLS_PER_RULE or not self._cages:
            for _proposal in range(_MAX_PROPOSALS if open_kinds and self._has_room else 0):
                kind = self._randomness.choice(open_kinds)
                rule = self._sampler.draw(kind, self._is_excluded)
                if rule is None:
                    self._exhausted.add(kind)
                    break
                if is_unknown or self._breaks(rule, other):
                    self._rules.append(rule)
                    return
        cages = [cage for cage in self._cages if {*cage.cells} & {*differing}]
        cages.sort(key=lambda cage: -len(cage.cells))
        for min_cells in (2, 1):  # a cage of one cell is a given in disguise
            for cage in cages:
                parts = self._sampler.split(cage, None if is_unknown else other) if len(cage.cells) > 1 else None
                if parts and min(len(part.cells) for part in parts) >= min_cells:
                    self._rules[self._rules.index(cage) : self._rules.index(cage) + 1] = parts
                    return
        cell = self._randomness.choice(differing)
        self._givens[cell] = solution[cell]

    @property
    def _cages(self) -> list[KillerCage]:
        return [rule for rule in self._rules if isinstance(rule, KillerCage)]

    @property
    def _has_room(self) -> bool:
        return len(self._rules) < 2 * len(self._solution) / CELLS_PER_RULE

    def _breaks(self, rule: Rule, other: Digits) -> bool:
        return not all(primitive.allows(other) for primitive in primitives_of(rule, self._layout))

    def _remove_redundant(self) -> None:
        """Remove redundant givens, and merge cages unless the level is easy; for a minimal puzzle remove rules, too."""
        givens = [cell for cell, digit in enumerate(self._givens) if digit]
        self._randomness.shuffle(givens)
        for cell in givens:
            reduced = [0 if other == cell else digit for other, digit in enumerate(self._givens)]
            if self._is_unique(self._rules, reduced):
                self._givens = reduced
        if self._options.minimal or self._options.level not in (None, Level.EASY):
            self._merge_cages()
        if self._options.minimal:
            negatives = any(isinstance(rule, NoMarks) for rule in self._rules)
            rules = [rule for rule in self._rules if not (negatives or isinstance(rule, KillerCage))]
            self._randomness.shuffle(rules)
            for rule in rules:
                others = [other for other in self._rules if other != rule]
                if {other.kind for other in others} >= {*self._options.kinds} and self._is_unique(others, self._givens):
                    self._rules = others

    def _merge_cages(self) -> None:
        """Merge adjacent cages while the solution stays unique."""
        has_merged = True
        failed: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        while has_merged:
            has_merged = False
            for first, second in self._sampler.mergeable(self._rules, MAX_MERGED_CELLS):
                poll(self._cancel)
                if first not in self._rules or second not in self._rules or (first.cells, second.cells) in failed:
                    continue
                cage = self._sampler.cage((*first.cells, *second.cells))
                rules = [cage if rule == first else rule for rule in self._rules if rule != second]
                if self._is_unique(rules, self._givens):
                    self._rules, has_merged = rules, True
                else:
                    failed.add((first.cells, second.cells))  # after further merges there are at least as many solutions

    def _of_level(self) -> Puzzle | None:
        """The puzzle, or an easier form of it, with this level; None if no form has it.

        The forms get steadily easier, so a binary search finds the level.
        """
        order = list(Level)
        target = order.index(self._options.level or Level.EASY)
        forms = [*self._easier_forms()]
        low, high = 0, len(forms) - 1
        while low <= high:
            middle = (low + high) // 2 if low else min(high, 0 if high < 2 else high // 2)
            level = level_of(forms[middle], self._cancel)
            index = len(order) if level is None else order.index(level)
            if index == target:
                return forms[middle]
            if index > target:
                low = middle + 1
            else:
                high = middle - 1
        return None

    def _easier_forms(self) -> Iterator[Puzzle]:
        """The puzzle, then forms with one more cage split or given each; a minimal puzzle has only one form."""
        yield self._puzzle
        if self._options.minimal:
            return
        rules, givens = [*self._rules], [*self._givens]
        while cages := [rule for rule in rules if isinstance(rule, KillerCage) and len(rule.cells) > 3]:
            cage = max(cages, key=lambda cage: len(cage.cells))
            parts = self._sampler.split(cage, None)
            if not parts or min(len(part.cells) for part in parts) < 2:
                break
            rules[rules.index(cage) : rules.index(cage) + 1] = parts
            yield Puzzle(self._layout, tuple(givens), rules=complete(rules))
        cells = [cell for cell, digit in enumerate(givens) if not digit]
        self._randomness.shuffle(cells)
        for cell in cells[: len(cells) * 2 // 3]:
            givens[cell] = self._solution[cell]
            yield Puzzle(self._layout, tuple(givens), rules=complete(rules))
