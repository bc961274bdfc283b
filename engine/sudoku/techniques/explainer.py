"""The scales of Sudoku Explainer and of Sukaku Explainer, which goes on from it.

ER is the hardest step, EP the hardest up to the first digit placed, ED the first step. The steps are taken in rounds
(see `rounds`), the easiest kind first.

- The numbers are those of Sudoku Explainer 1.2.1 by Nicolas Juillerat; a chain is the harder the longer it is. What it
  does not have as a technique of its own (turbot fish, colours, almost locked sets) is found as a chain or not at all;
  what it counts of forcing chains (the steps on all ways) is not known here, so these have the number they begin with.
  Ours that refute one candidate use all that it implies, which makes them its dynamic ones.
- Sukaku Explainer (SudokuMonster, 1to9only, M. Dobrichev) has some patterns beside, so that the same puzzle can be
  easier on its scale: two and three strong links of one digit, by groups too, and wings of four and five cells. Such a
  wing is a cell of two candidates with a set of three or four cells that is almost locked, see `als`.

Aligned exclusion is left out in both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter

from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.als import read_set
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.chains import Chain, read_chain
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.pattern import Finding, Pattern, in_words
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import provable
from engine.sudoku.techniques.rounds import Rank, Rounds, TechniqueGroup, rounds


@dataclass(frozen=True)
class Explained:
    """What Sudoku Explainer calls ER, EP and ED, by the rounds in its order."""

    solved: Rounds

    @property
    def hardest(self) -> float:
        """ER: the hardest step; 0 if there was none."""
        return max((round_.rank for round_ in self.solved.rounds), default=0.0)

    @property
    def is_least(self) -> bool:
        """Whether the puzzle may be harder than that: our nested forcing stands for all that its scale has above."""
        return not self.solved.is_complete or any(
            round_.technique is Technique.NESTED_FORCING for round_ in self.solved.rounds
        )

    @property
    def pearl(self) -> float:
        """EP: the hardest step up to the first digit placed."""
        ranks = [round_.rank for round_ in self.solved.rounds]
        first = next((place for place, round_ in enumerate(self.solved.rounds) if round_.places), len(ranks))
        return max(ranks[: first + 1], default=0.0)

    @property
    def diamond(self) -> float:
        """ED: the first step."""
        return self.solved.rounds[0].rank if self.solved.rounds else 0.0


def longer(length: int) -> float:
    """What Sudoku Explainer adds for the length of a chain: 0.1 above 4, 6, 8, 12, 16, 24 ... candidates each."""
    added, limit, odd = 0, 4, False
    while length > limit:
        added += 1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added / 10


def _kind(rank: float, *techniques: Technique) -> TechniqueGroup:
    return TechniqueGroup(
        frozenset(techniques),
        lambda position, found: round(rank + longer(len(in_words(found, position).chain)), 1),
    )


def _section(above: float, to: float, *others: tuple[float, TechniqueGroup]) -> tuple[TechniqueGroup, ...]:
    """The steps with numbers in a range, those that depend on the technique alone and others, easiest first."""
    numbers: dict[float, list[Technique]] = {}
    for technique in Technique:
        if (number := technique.value.explainer) and above < number <= to:
            numbers.setdefault(number, []).append(technique)
    groups = [*((number, _kind(number, *techniques)) for number, techniques in numbers.items()), *others]
    return tuple(group for _, group in sorted(groups, key=itemgetter(0)))


def _direct(rank: float, technique: Technique) -> TechniqueGroup:
    """Steps that are direct hints: after them a digit has one place left in certain houses, and is placed.

    After a hidden pair or triple that is another digit in the house of the pair, after locked candidates the same digit
    in a house of the kind in which it is locked (Sudoku Explainer's `HiddenSet` and `Locking`). What the step removes
    stays for later.
    """

    def places(position: Position, found: Finding) -> list[Candidate]:
        assert isinstance(found, Pattern)
        layout, geometry, lost = position.layout, position.geometry, dict[int, int]()
        first = found.numbers[0]
        for cell, digit in found.removes:
            lost[digit] = lost.get(digit, 0) | 1 << cell
        houses = {first}
        if technique in (Technique.POINTING, Technique.CLAIMING):
            crossing = {house for cell, _ in found.removes for house in layout.houses_of[cell]}
            houses = {house for house in crossing - {first} if layout.houses[house].kind == layout.houses[first].kind}
        placed = []
        for digit, cells in lost.items():
            for house in houses:
                before = position.cells_with[digit] & geometry.houses[house]
                after = before & ~cells
                if geometry.complete[house] and after != before and after.bit_count() == 1:
                    placed.append(Candidate(after.bit_length() - 1, digit))
        return placed

    return TechniqueGroup(
        frozenset((technique,)), lambda position, found: rank if places(position, found) else None, places
    )


def _in_box(box: float, line: float) -> Rank:
    def rank(position: Position, found: Finding) -> float:
        return box if position.layout.houses[in_words(found, position).houses[0]].kind == "box" else line

    return rank


def _chain(rank: float, matches_chain: Callable[[Position, Chain], bool], *techniques: Technique) -> TechniqueGroup:
    """Those of the chains by these techniques that are wanted; a loop counts as two candidates shorter."""

    def ranked(position: Position, found: Finding) -> float | None:
        chain = read_chain(position, found) if isinstance(found, Pattern) else None
        if chain is None or not matches_chain(position, chain):
            return None
        return round(rank + longer(len(chain.nodes) - 2 * _is_loop(position, chain)), 1)

    return TechniqueGroup(frozenset(techniques), ranked)


def _is_loop(position: Position, chain: Chain) -> bool:
    """Whether both ends have a weak link too; of chains from cell to cell that is not told."""
    first, other = chain.nodes[0][0], chain.nodes[-1][0]
    return chain.is_loop or (first.digit == other.digit and bool(position.geometry.peers[first.cell] >> other.cell & 1))


def _is_cycle(position: Position, chain: Chain) -> bool:
    """Whether it is a loop of one digit, or through cells of two candidates alone."""
    through_cells = all(link.house is None for link in chain.links)
    return _is_loop(position, chain) and (through_cells or _is_of_one_digit(position, chain))


def _is_of_one_digit(_: Position, chain: Chain) -> bool:
    return len({node[0].digit for node in chain.nodes}) == 1


def _strong_links(links: int, rank: Callable[[set[str]], float]) -> TechniqueGroup:
    """Chains of one digit through so many houses; how hard they are follows from the kinds of these."""

    def ranked(position: Position, found: Finding) -> float | None:
        chain = read_chain(position, found) if isinstance(found, Pattern) else None
        if chain is None or len(chain.links) != links:
            return None
        return rank({position.layout.houses[link.house].kind for link in chain.links if link.house is not None})

    return TechniqueGroup(frozenset((Technique.X_CHAIN,)), ranked)


def _grouped_links(links: int, rank: float) -> TechniqueGroup:
    """Chains of one digit with groups, through so many houses."""

    def ranked(position: Position, found: Finding) -> float | None:
        chain = read_chain(position, found) if isinstance(found, Pattern) else None
        of_one_digit = chain is not None and len({node[0].digit for node in chain.nodes}) == 1
        return rank if chain is not None and of_one_digit and len(chain.links) == links else None

    return TechniqueGroup(
        frozenset((
            Technique.GROUPED_CONTINUOUS_NICE_LOOP, Technique.GROUPED_DISCONTINUOUS_NICE_LOOP, Technique.GROUPED_AIC,
        )),
        ranked,
    )  # fmt: skip


def _wing(cells: int, ranks: Mapping[int, float]) -> TechniqueGroup:
    """Wings of so many cells; how hard they are follows from the most candidates that one of them has."""

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
    """Through parallel lines, through lines of both directions and boxes, and others."""
    lines = len(kinds - {"box"})
    if "box" not in kinds and lines == 1:
        return 5.4
    return 5.6 if "box" in kinds and lines > 1 else 5.5


_NICE = (Technique.X_CHAIN, Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC)

_SETS_AND_FISH = _section(
    0, 4.0,
    (1.2, TechniqueGroup(frozenset((Technique.HIDDEN_SINGLE,)), _in_box(1.2, 1.5))),
    *((direct, _direct(direct, technique)) for technique in Technique if (direct := technique.value.direct)),
)  # fmt: skip
_WINGS_AND_LOOPS = _section(4.0, 5.4)
_GRAVES = _section(5.4, 6.0)
_CHAINS = _section(
    6.0, 10.0,
    (6.5, _chain(6.5, _is_cycle, Technique.XY_CHAIN, *_NICE)),
    (6.6, _chain(6.6, _is_of_one_digit, *_NICE)),
    (7.0, _chain(7.0, lambda *_: True, Technique.XY_CHAIN, *_NICE)),
)  # fmt: skip

_TWO_LINKS = (
    *(_kind(number, technique) for technique in Technique if (number := technique.value.sukaku)),
    _grouped_links(2, 4.3),
)
_LINKS_AND_WINGS = (_strong_links(3, _three_links), _grouped_links(3, 5.7), _wing(4, {2: 5.5, 3: 5.6, 4: 5.5}))

EXPLAINER = (*_SETS_AND_FISH, *_WINGS_AND_LOOPS, *_GRAVES, *_CHAINS)
"""The kinds of steps of Sudoku Explainer, easiest first."""

SUKAKU = (
    *_SETS_AND_FISH, *_TWO_LINKS, *_WINGS_AND_LOOPS, *_LINKS_AND_WINGS, *_GRAVES,
    _wing(5, {2: 6.3, 3: 6.4, 4: 6.3, 5: 6.2}), *_CHAINS,
)  # fmt: skip
"""Those of Sukaku Explainer."""


def explained(
    puzzle: Puzzle,
    techniques: frozenset[Technique] = ALL,
    cancel: Callable[[], bool] | None = None,
    *,
    kinds: tuple[TechniqueGroup, ...] = EXPLAINER,
) -> Explained:
    """Rate a puzzle as Sudoku Explainer does, easiest step first by its numbers; with SUKAKU as Sukaku Explainer."""
    sound = provable(puzzle, techniques)
    sound_kinds = (replace(kind, techniques=kind.techniques & sound) for kind in kinds)
    start = Position.of_puzzle(puzzle)
    return Explained(rounds(start, [kind for kind in sound_kinds if kind.techniques], cancel))
