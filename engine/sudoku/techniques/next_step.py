"""Which step comes next for a person: the one that is easiest to see on the board as that person sees it.

- BY_SIGHT: without notes a full house, a hidden single in a box, then in a line, then a naked single (the more of the
  digits around it stand in one house, the easier), then candidates locked where a box and a line meet. With notes a
  naked single comes before hidden ones. All other techniques follow in the order of the catalogue.
- EXPLAINER: the order of Sudoku Explainer (see `explainer`), then the rest of the catalogue.
- HODOKU: the order of the catalogue.

In every order, a step that several houses show names a box before a row before a column, and of equally hard steps the
one nearest to where the person is working comes first. Ratings do not depend on this: they have orders of their own.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.base.polling import poll
from engine.sudoku.techniques.blockers import fullest_house, unblocked
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.explainer import EXPLAINER
from engine.sudoku.techniques.finders import ALL, finders_of, first_step
from engine.sudoku.techniques.pattern import Finding, Pattern, in_words
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.step import Step


class StepOrder(Enum):
    """By what the next step is chosen; the value is its name in the config file and in options."""

    BY_SIGHT = "sight"
    EXPLAINER = "explainer"
    HODOKU = "hodoku"


@dataclass(frozen=True)
class BoardView:
    """What a person sees beside the digits, and where that person is working.

    `notes` and `corners` are the masks of the notes in each cell (empty for no notes at all), `shows_candidates` tells
    whether the board shows all candidates instead, and `focus` holds the cells of the cursor and of the last moves.
    """

    notes: tuple[int, ...] = ()
    corners: tuple[int, ...] = ()
    shows_candidates: bool = False
    focus: tuple[int, ...] = ()

    def is_noted(self, position: Position) -> bool:
        """Whether the person can read candidates: they are shown, or at least half of the empty cells have notes."""
        empty = [cell for cell, value in enumerate(position.values) if not value]
        noted = sum(bool(self.notes[cell]) for cell in empty) if self.notes else 0
        return self.shows_candidates or 2 * noted >= len(empty) > 0

    def contains(self, step: Step) -> bool:
        """Whether the notes already lack every candidate that the step removes: the person has made it."""
        return bool(step.removes and self.notes) and all(
            self.notes[cell] and not (self.notes[cell] | self.corners[cell]) >> digit & 1
            for cell, digit in step.removes
        )


Key = tuple[float, ...]
"""How hard a finding is to see; the lowest comes first."""

_SINGLES = frozenset({Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE})
_LOCKED = frozenset({Technique.POINTING}), frozenset({Technique.CLAIMING})

_COMPARED = frozenset(list(Technique)[: list(Technique).index(Technique.SUE_DE_COQ)]) & ALL
"""Techniques of which all steps are compared; of harder ones, of which there may be thousands, the first is taken."""


def next_step(
    position: Position,
    techniques: Collection[Technique] = ALL,
    view: BoardView = BoardView(),
    order: StepOrder = StepOrder.BY_SIGHT,
    cancel: Callable[[], bool] | None = None,
) -> Step | None:
    """The next step by these techniques, or None where none leads on. Polls `cancel` and raises Cancelled."""
    poll(cancel)
    if position.is_broken:
        return None
    allowed = frozenset(techniques)
    if order is StepOrder.EXPLAINER:
        return _by_explainer(position, allowed, view, cancel) or first_step(position, allowed, cancel)
    if order is StepOrder.BY_SIGHT:
        step = _single(position, allowed & _SINGLES, view)
        if step is None and not view.is_noted(position):
            step = next(filter(None, (_nearest(position, locked & allowed, view) for locked in _LOCKED)), None)
        if step:
            return step
        allowed -= _SINGLES
    step = first_step(position, allowed, cancel)
    if step is None or step.technique not in _COMPARED:
        return step
    return _nearest(position, frozenset({step.technique}), view)


def _single(position: Position, techniques: frozenset[Technique], view: BoardView) -> Step | None:
    """The single that is easiest to see."""
    noted = view.is_noted(position)
    found = [*_findings(position, techniques)]
    easiest = min(found, key=lambda single: _sight(position, single, view, noted), default=None)
    return in_words(easiest, position) if easiest else None


def _sight(position: Position, single: Finding, view: BoardView, noted: bool) -> Key:
    """How hard a single is to see."""
    layout, (place,) = position.layout, single.places
    house = _house(single)
    near = _distance(position, [place.cell], view)
    if single.technique is Technique.FULL_HOUSE:
        return (0, 0, 0, near, _house_rank(position, house))
    hidden = 0 if noted else unblocked(position, single.technique, place, house)
    if single.technique is Technique.NAKED_SINGLE:
        fullest = layout.houses[fullest_house(position, place.cell)]
        return (1 if noted else 4, hidden, -sum(position.values[cell] > 0 for cell in fullest.cells), near)
    rank = _house_rank(position, house)
    return (2 if rank == 0 else 3, hidden > 0, 0, near, rank)


def _nearest(position: Position, techniques: frozenset[Technique], view: BoardView) -> Step | None:
    """Of all steps by these techniques the one in the easiest house, then the nearest."""
    steps = [in_words(found, position) for found in _findings(position, techniques)]
    return min(steps, key=lambda step: _place(position, step, view), default=None)


def _place(position: Position, step: Step, view: BoardView) -> Key:
    house = step.houses[0] if step.houses else None
    near = _distance(position, step.cells, view)
    return (near, _house_rank(position, house)) if step.places else (_house_rank(position, house), near)


def _by_explainer(
    position: Position, techniques: frozenset[Technique], view: BoardView, cancel: Callable[[], bool] | None
) -> Step | None:
    """The step that Sudoku Explainer takes next, or another that it counts as equally hard."""
    for kind in EXPLAINER:
        poll(cancel)
        found = _findings(position, kind.techniques & techniques)
        ranked = [(rank, finding) for finding in found if (rank := kind.rank(position, finding)) is not None]
        if ranked:
            least = min(rank for rank, _ in ranked)
            steps = (in_words(finding, position) for rank, finding in ranked if rank == least)
            return min(steps, key=lambda step: _place(position, step, view))
    return None


def _findings(position: Position, techniques: frozenset[Technique]) -> Iterator[Finding]:
    """All that is found by these techniques."""
    finders = finders_of(techniques)
    route = Route(position, finders, techniques)
    for find in finders:
        yield from (found for found in route.every(find) if found.technique in techniques)


def _house(found: Finding) -> int | None:
    """The house that shows a single."""
    houses: Sequence[int] = found.numbers if isinstance(found, Pattern) else found.houses
    return houses[0] if houses else None


def _house_rank(position: Position, house: int | None) -> int:
    """How hard a house is to overlook: a box, a row, a column, any other."""
    kinds = ("box", "row", "column")
    kind = position.layout.houses[house].kind if house is not None else ""
    return kinds.index(kind) if kind in kinds else len(kinds)


def _distance(position: Position, cells: Collection[int], view: BoardView) -> int:
    """How far the nearest of the cells is from where the person is working; 0 if that is not known."""
    layout = position.layout
    return min(
        (
            max(abs(layout.cells[cell][0] - layout.cells[at][0]), abs(layout.cells[cell][1] - layout.cells[at][1]))
            for at in view.focus
            for cell in cells
        ),
        default=0,
    )
