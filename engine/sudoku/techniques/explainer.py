"""The scales of Sudoku Explainer and of Sukaku Explainer, its successor.

ER is the rating of the hardest step, EP that of the hardest step up to the first digit placed, ED that of the first
step. The ratings come from Sudoku Explainer 1.2.1 by Nicolas Juillerat, which rates a chain by the number of statements
it rests on.

- Ordinary 9x9 grids are rated in Sudoku Explainer's order, one step at a time, with its chains, nets and nested chains
  (see `patterns.explainer_grid`, `patterns.explainer_nets`), and with aligned exclusion, which our catalogue lacks. A
  puzzle that needs a harder step than its last kind, or one that takes too long to find, is rated "at least".
- Other layouts, and puzzles with extra rules, are rated with our own steps, taken in rounds (see `rounds`), the easiest
  kind first. Techniques that Sudoku Explainer lacks (turbot fish, colours, almost locked sets) are found as chains or
  not at all. Nets get the lowest rating of their kind, and the scale ends at 9.5, "at least".
- Sukaku Explainer (SudokuMonster, 1to9only, M. Dobrichev) has additional patterns, so it can rate the same puzzle as
  easier: two to four strong links of one digit, with groups too, and wings of four to seven cells. Such a wing is a
  cell with two candidates and an almost locked set of other cells, see `als`. These patterns are taken in rounds on
  every layout.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from engine.base.polling import poll
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.als import read_set
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.chains import Chain, read_chain
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.pattern import Finding, Pattern, in_words
from engine.sudoku.techniques.patterns.explainer_nets import ExplainerNets
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import provable
from engine.sudoku.techniques.rounds import Rank, TechniqueGroup, round_of, rounds


@dataclass(frozen=True)
class Explained:
    """The rating of each step in order, the number of steps up to the first digit placed, and the final position.

    With `is_least`, the puzzle may be harder than these ratings.
    """

    ranks: tuple[float, ...]
    first_place: int
    end: Position
    is_least: bool

    @property
    def is_complete(self) -> bool:
        """Whether the steps lead to a solution."""
        return self.end.is_solved and not self.end.is_broken

    @property
    def hardest(self) -> float:
        """ER: the hardest step; 0 if there was none."""
        return max(self.ranks, default=0.0)

    @property
    def pearl(self) -> float:
        """EP: the hardest step up to the first digit placed."""
        return max(self.ranks[: self.first_place], default=0.0)

    @property
    def diamond(self) -> float:
        """ED: the first step."""
        return self.ranks[0] if self.ranks else 0.0


def length_rating(length: int) -> float:
    """The amount that Sudoku Explainer adds to the rating of a chain with this number of candidates.

    That is 0.1 for each of the limits 4, 6, 8, 12, 16, 24 ... that the number exceeds.
    """
    added, limit, is_odd = 0, 4, False
    while length > limit:
        added += 1
        limit = limit * 4 // 3 if is_odd else limit * 3 // 2
        is_odd = not is_odd
    return added / 10


def _by_technique(rank: float, *techniques: Technique) -> TechniqueGroup:
    """Steps by these techniques; a chain is rated higher for its length."""
    return TechniqueGroup(
        frozenset(techniques),
        lambda position, found: round(rank + length_rating(len(in_words(found, position).chain)), 1),
    )


def _section(low: float, high: float, *others: tuple[float, TechniqueGroup]) -> tuple[TechniqueGroup, ...]:
    """The steps rated in a range, easiest first: those rated by technique alone, and `others`."""
    numbers: dict[float, list[Technique]] = {}
    for technique in Technique:
        if (number := technique.value.explainer) and low < number <= high:
            numbers.setdefault(number, []).append(technique)
    groups = [*((number, _by_technique(number, *techniques)) for number, techniques in numbers.items()), *others]
    return tuple(group for _, group in sorted(groups, key=itemgetter(0)))


def _direct(rank: float, technique: Technique) -> TechniqueGroup:
    """Direct hints: steps that leave a digit one place in certain houses, where it is placed.

    After a hidden pair or triple, this is another digit in the same house; after locked candidates, the same digit in a
    house of the kind in which it is locked (Sudoku Explainer's `HiddenSet` and `Locking`). The candidates that the step
    would remove stay.
    """

    def places(position: Position, found: Finding) -> list[Candidate]:
        assert isinstance(found, Pattern)
        layout, geometry, cells_by_digit = position.layout, position.geometry, dict[int, int]()
        first = found.numbers[0]
        for cell, digit in found.removes:
            cells_by_digit[digit] = cells_by_digit.get(digit, 0) | 1 << cell
        houses = {first}
        if technique in (Technique.POINTING, Technique.CLAIMING):
            crossing = {house for cell, _ in found.removes for house in layout.houses_of[cell]}
            houses = {house for house in crossing - {first} if layout.houses[house].kind == layout.houses[first].kind}
        placed = []
        for digit, cells in cells_by_digit.items():
            for house in houses:
                before = position.cells_with[digit] & geometry.houses[house]
                after = before & ~cells
                if geometry.complete[house] and after != before and after.bit_count() == 1:
                    placed.append(Candidate(after.bit_length() - 1, digit))
        return placed

    return TechniqueGroup(
        frozenset((technique,)), lambda position, found: rank if places(position, found) else None, places
    )


def _by_house(box: float, line: float) -> Rank:
    """A rank that depends on the house of a step: a box, or a line."""

    def rank(position: Position, found: Finding) -> float:
        return box if position.layout.houses[in_words(found, position).houses[0]].kind == "box" else line

    return rank


def _chain(rank: float, matches_chain: Callable[[Position, Chain], bool], *techniques: Technique) -> TechniqueGroup:
    """Chains by these techniques that satisfy `matches_chain`; a loop counts as two candidates shorter."""

    def ranked(position: Position, found: Finding) -> float | None:
        chain = read_chain(position, found) if isinstance(found, Pattern) else None
        if chain is None or not matches_chain(position, chain):
            return None
        return round(rank + length_rating(len(chain.nodes) - 2 * _is_loop(position, chain)), 1)

    return TechniqueGroup(frozenset(techniques), ranked)


def _is_loop(position: Position, chain: Chain) -> bool:
    """Whether a weak link joins both ends too; chains from cell to cell don't record it."""
    first, last = chain.nodes[0][0], chain.nodes[-1][0]
    return chain.is_loop or (first.digit == last.digit and bool(position.geometry.peers[first.cell] >> last.cell & 1))


def _is_cycle(position: Position, chain: Chain) -> bool:
    """Whether the chain is a loop of one digit, or a loop only through cells with two candidates."""
    through_cells = all(link.house is None for link in chain.links)
    return _is_loop(position, chain) and (through_cells or _is_of_one_digit(position, chain))


def _is_of_one_digit(_: Position, chain: Chain) -> bool:
    return len({node[0].digit for node in chain.nodes}) == 1


def _strong_links(links: int, rank: Callable[[set[str]], float]) -> TechniqueGroup:
    """Chains of one digit through `links` houses; `rank` rates them by the kinds of the houses."""

    def ranked(position: Position, found: Finding) -> float | None:
        chain = read_chain(position, found) if isinstance(found, Pattern) else None
        if chain is None or len(chain.links) != links:
            return None
        return rank({position.layout.houses[link.house].kind for link in chain.links if link.house is not None})

    return TechniqueGroup(frozenset((Technique.X_CHAIN,)), ranked)


def _grouped_links(links: int, rank: float) -> TechniqueGroup:
    """Chains of one digit with groups, through `links` houses."""

    def ranked(position: Position, found: Finding) -> float | None:
        chain = read_chain(position, found) if isinstance(found, Pattern) else None
        of_one_digit = chain is not None and len({node[0].digit for node in chain.nodes}) == 1
        return rank if chain is not None and of_one_digit and len(chain.links) == links else None

    return TechniqueGroup(
        frozenset(
            (
                Technique.GROUPED_CONTINUOUS_NICE_LOOP,
                Technique.GROUPED_DISCONTINUOUS_NICE_LOOP,
                Technique.GROUPED_AIC,
            )
        ),
        ranked,
    )


def _wing(cells: int, ranks: Mapping[int, float]) -> TechniqueGroup:
    """Wings of a number of cells, rated by the maximum number of candidates in one of them."""

    def ranked(position: Position, found: Finding) -> float | None:
        if not isinstance(found, Pattern):
            return None
        numbers = iter(found.numbers[1:])
        sets = [read_set(position, numbers).cells for _ in range(2)]
        if sorted(cell_set.bit_count() for cell_set in sets) != [1, cells - 1]:
            return None
        return ranks[max(position.masks[cell].bit_count() for cell in members(sets[0] | sets[1]))]

    return TechniqueGroup(frozenset((Technique.ALS_XZ,)), ranked)


def _three_links(kinds: set[str]) -> float:
    """The rating of three links: through parallel lines, through both kinds of lines and boxes, or through others."""
    lines = len(kinds - {"box"})
    if "box" not in kinds and lines == 1:
        return 5.4
    return 5.6 if "box" in kinds and lines > 1 else 5.5


def _four_links(kinds: set[str]) -> float:
    """The rating of four links: through rows only, through boxes and columns, or through others."""
    return 5.8 if kinds == {"row"} else 6.0 if {"box", "column"} <= kinds else 5.9


_NICE = (Technique.X_CHAIN, Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC)

_SETS_AND_FISH = _section(
    0,
    4.0,
    (1.2, TechniqueGroup(frozenset((Technique.HIDDEN_SINGLE,)), _by_house(1.2, 1.5))),
    *((direct, _direct(direct, technique)) for technique in Technique if (direct := technique.value.direct)),
)
_WINGS_AND_LOOPS = _section(4.0, 5.4)
_BUGS = _section(5.4, 6.0)
_CHAINS = _section(
    6.0,
    10.0,
    (6.5, _chain(6.5, _is_cycle, Technique.XY_CHAIN, *_NICE)),
    (6.6, _chain(6.6, _is_of_one_digit, *_NICE)),
    (7.0, _chain(7.0, lambda *_: True, Technique.XY_CHAIN, *_NICE)),
)

_TWO_LINKS = (
    *(_by_technique(number, technique) for technique in Technique if (number := technique.value.sukaku)),
    _grouped_links(2, 4.3),
)
_LINKS_AND_WINGS = (_strong_links(3, _three_links), _grouped_links(3, 5.7), _wing(4, {2: 5.5, 3: 5.6, 4: 5.5}))

EXPLAINER = (*_SETS_AND_FISH, *_WINGS_AND_LOOPS, *_BUGS, *_CHAINS)
"""The kinds of steps of Sudoku Explainer, easiest first."""

SUKAKU = (
    *_SETS_AND_FISH, *_TWO_LINKS, *_WINGS_AND_LOOPS, *_LINKS_AND_WINGS, *_BUGS,
    _wing(5, {2: 6.3, 3: 6.4, 4: 6.3, 5: 6.2}), *_CHAINS,
)  # fmt: skip
"""The kinds of steps of Sukaku Explainer, easiest first."""


_RECTANGLES = frozenset({
    Technique.UNIQUE_RECTANGLE_1, Technique.UNIQUE_RECTANGLE_2, Technique.UNIQUE_RECTANGLE_3,
    Technique.UNIQUE_RECTANGLE_4,
})  # fmt: skip
_LOCKED = frozenset({Technique.POINTING, Technique.CLAIMING})
_NETS = frozenset({Technique.NESTED_FORCING})

STAGES: tuple[frozenset[Technique], ...] = (
    frozenset({Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE}),
    _LOCKED,  # direct
    frozenset({Technique.HIDDEN_PAIR}),  # direct
    frozenset({Technique.NAKED_SINGLE}),
    frozenset({Technique.HIDDEN_TRIPLE}),  # direct
    _LOCKED,
    frozenset({Technique.NAKED_PAIR}),
    frozenset({Technique.X_WING}),
    frozenset({Technique.HIDDEN_PAIR}),
    frozenset({Technique.NAKED_TRIPLE}),
    frozenset({Technique.SWORDFISH}),
    frozenset({Technique.HIDDEN_TRIPLE}),
    frozenset({Technique.XY_WING}),
    frozenset({Technique.XYZ_WING}),
    _RECTANGLES,  # and loops
    frozenset({Technique.NAKED_QUADRUPLE}),
    frozenset({Technique.JELLYFISH}),
    frozenset({Technique.HIDDEN_QUADRUPLE}),
    frozenset({Technique.BUG_PLUS_ONE}),  # and graves with more cells
    frozenset({Technique.ALS_XZ}),  # aligned exclusion of pairs
    frozenset(_NICE),
    frozenset({Technique.ALS_XZ}),  # of triples
    frozenset({Technique.NISHIO}),
    frozenset({Technique.CELL_FORCING, Technique.HOUSE_FORCING}),
    *[_NETS] * 8,  # dynamic, and with nested steps: simple ones, chains, multiple chains, dynamic ones of four depths
)
"""The kinds of steps of the kernels, in order, each with the techniques that represent it here."""

_STAGES_WITH_NETS = frozenset({20, *range(22, len(STAGES))})
"""The places in STAGES of the kinds that are found by following assumptions: chains, forcing and nets."""

_ADDITIONAL = {
    12: _TWO_LINKS,
    18: _LINKS_AND_WINGS,
    19: (_strong_links(4, _four_links), _grouped_links(4, 6.1), _wing(5, {2: 6.3, 3: 6.4, 4: 6.3, 5: 6.2})),
    20: (_wing(6, dict.fromkeys(range(2, 7), 6.6)),),
    21: (_wing(7, dict.fromkeys(range(2, 8), 7.5)),),
}
"""The additional patterns of Sukaku Explainer, by the stage that they precede."""

FIRST_RANKS = {
    **dict.fromkeys((20, 22, 23), 7.0), 24: 8.5, 25: 9.0, 26: 9.5, 27: 10.0, **dict.fromkeys(range(28, 32), 10.5)
}  # fmt: skip
"""The lowest rating of each kind of net, for a puzzle whose next step takes too long to find."""

MAX_RUNS = 20_000_000
"""Maximum number of assumptions to follow for one rating: a minute or two."""

_IDLE: list[ExplainerNets] = []
"""Kernels not in use, kept because their memory takes time to allocate."""


def explained(
    puzzle: Puzzle,
    techniques: frozenset[Technique] = ALL,
    cancel: Callable[[], bool] | None = None,
    *,
    kinds: tuple[TechniqueGroup, ...] = EXPLAINER,
    runs: int = MAX_RUNS,
    until: Callable[[Sequence[float]], bool] | None = None,
) -> Explained:
    """Rate a puzzle as Sudoku Explainer does, easiest step first; with `kinds=SUKAKU`, as Sukaku Explainer does.

    `runs` is the maximum number of assumptions to follow. On ordinary 9x9 grids the rating ends early once `until` is
    true of the ratings so far. Polls `cancel` and raises Cancelled.
    """
    sound = provable(puzzle, techniques)
    start = Position.of_puzzle(puzzle)
    if start.layout == single() and not start.rules:
        return _by_kernels(start, sound, cancel, kinds == SUKAKU, runs, until)
    sound_kinds = (replace(kind, techniques=kind.techniques & sound) for kind in kinds)
    solved = rounds(start, [kind for kind in sound_kinds if kind.techniques], cancel)
    places = [place for place, round_ in enumerate(solved.rounds, 1) if round_.places]
    is_least = not solved.is_complete or any(round_.technique is Technique.NESTED_FORCING for round_ in solved.rounds)
    ranks = tuple(round_.rank for round_ in solved.rounds)
    return Explained(ranks, places[0] if places else len(ranks), solved.end, is_least)


def _by_kernels(
    start: Position,
    techniques: frozenset[Technique],
    cancel: Callable[[], bool] | None,
    is_sukaku: bool,
    runs: int,
    until: Callable[[Sequence[float]], bool] | None,
) -> Explained:
    """Rate an ordinary grid step by step."""
    grid = _IDLE.pop() if _IDLE else ExplainerNets()
    grid.load(start.values, start.masks)
    grid.allow(runs, cancel)
    stages = [stage for stage, represented in enumerate(STAGES) if represented & techniques]
    search = PatternSearch(start.geometry) if is_sukaku else None
    ranks, first_place, is_broken = list[float](), 0, start.is_broken
    while not grid.is_solved() and not is_broken:
        poll(cancel)
        rank = 0.0
        for stage in stages:
            additional = _ADDITIONAL.get(stage, ()) if search else ()
            if search and additional and (rank := _take_additional(grid, start, search, additional, techniques)):
                break
            if grid.first_net(stage) if stage in _STAGES_WITH_NETS else grid.first_pattern(stage):
                rank = round(grid.step_rank(), 1)
                if not first_place and grid.step_places():
                    first_place = len(ranks) + 1
                grid.apply()
                is_broken = grid.is_broken()
                break
            if grid.is_exhausted():
                rank = FIRST_RANKS[stage]
                break
        if not rank:
            break
        ranks.append(rank)
        if grid.is_exhausted() or (until and until(ranks)):
            break
    values, masks = grid.state()
    end = Position(start.layout, values, masks, start.givens)
    _IDLE.append(grid)
    return Explained(tuple(ranks), first_place or len(ranks), end, not grid.is_solved())


def _take_additional(
    grid: ExplainerNets, start: Position, search: PatternSearch, kinds: Sequence[TechniqueGroup],
    techniques: frozenset[Technique],
) -> float:  # fmt: skip
    """Take all steps of the first of these additional kinds that has any; return their rating, 0.0 if there is none."""
    values, masks = grid.state()
    position = Position(start.layout, values, masks, start.givens)
    search.load(values, masks)
    for kind in kinds:
        found = round_of(position, replace(kind, techniques=kind.techniques & techniques), search)
        if found:
            for cell, digit in found.removes:
                grid.drop(cell, digit)
            for cell, digit in found.places:
                grid.place(cell, digit)
            return found.rank
    return 0.0
