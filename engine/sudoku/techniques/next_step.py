"""The next step for a person: the easiest to see on the board as that person sees it.

- BY_SIGHT: without notes a full house, a hidden single in a box, then in a line, then a naked single (easier the more
  of the surrounding digits are in one house), then candidates locked in the intersection of a box and a line. With
  notes a naked single comes before hidden singles. All other techniques follow in the order of the catalogue.
- EXPLAINER: the order of Sudoku Explainer (see `explainer`), then the rest of the catalogue.
- HODOKU: the order of the catalogue.

In every order, a step that several houses show names a box before a row before a column, and of equally hard steps the
nearest to where the person works comes first. Ratings do not depend on this; they have their own orders.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.base.polling import poll
from engine.sudoku.techniques.blockers import fullest_house, unblocked
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.explainer import EXPLAINER
from engine.sudoku.techniques.finders import ALL, SINGLES, finders_of, first_step
from engine.sudoku.techniques.pattern import Finding, Pattern, in_words
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.rules import single_rule_steps
from engine.sudoku.techniques.singles import house_rank
from engine.sudoku.techniques.step import Step


class StepOrder(Enum):
    """The order in which the next step is chosen; the value is its name in the config file and in options."""

    BY_SIGHT = "sight"
    EXPLAINER = "explainer"
    HODOKU = "hodoku"


@dataclass(frozen=True)
class PlayerView:
    """The notes that you see in addition to the digits, and the place where you work.

    `notes` and `corners` are the masks of the notes in each cell (empty if there are none). `shows_candidates`: the
    board shows all candidates instead. `focus` has the cells of the cursor and of the last moves.
    """

    notes: tuple[int, ...] = ()
    corners: tuple[int, ...] = ()
    shows_candidates: bool = False
    focus: tuple[int, ...] = ()

    def sees_candidates(self, position: Position) -> bool:
        """Whether the person sees candidates: the board shows them, or at least half of the empty cells have notes."""
        empty = [cell for cell, value in enumerate(position.values) if not value]
        noted = sum(bool(self.notes[cell]) for cell in empty) if self.notes else 0
        return self.shows_candidates or 2 * noted >= len(empty) > 0

    def contains(self, step: Step) -> bool:
        """Whether the person has made the step: the notes lack every candidate that it eliminates."""
        return bool(step.removes and self.notes) and all(
            self.notes[cell] and not (self.notes[cell] | self.corners[cell]) >> digit & 1
            for cell, digit in step.removes
        )


Key = tuple[float, ...]
"""How hard a finding is to see; lower is easier."""

_LOCKED = frozenset({Technique.POINTING}), frozenset({Technique.CLAIMING})
"""Locked candidates, in the order in which a person looks for them."""

_COMPARED = frozenset(list(Technique)[: list(Technique).index(Technique.SUE_DE_COQ)]) & ALL
"""Techniques whose steps are all compared; of harder techniques, which may have thousands, the first step is taken."""


def next_step(
    position: Position,
    techniques: Collection[Technique] = ALL,
    view: PlayerView = PlayerView(),
    order: StepOrder = StepOrder.BY_SIGHT,
    cancel: Callable[[], bool] | None = None,
) -> Step | None:
    """The next step by these techniques, or None if none applies. Polls `cancel` and raises Cancelled."""
    poll(cancel)
    if position.is_broken:
        return None
    allowed = frozenset(techniques)
    if order is StepOrder.EXPLAINER:
        return _by_explainer(position, allowed, view, cancel) or first_step(position, allowed, cancel)
    if order is StepOrder.BY_SIGHT:
        step = _single(position, allowed & SINGLES, view)
        if step is None and not view.sees_candidates(position):
            step = next(filter(None, (_nearest(position, locked & allowed, view) for locked in _LOCKED)), None)
        if step:
            return step
        allowed -= SINGLES
    step = first_step(position, allowed, cancel)
    if step is not None and step.technique is Technique.RULE:
        return min(single_rule_steps(position), key=lambda found: _openness_and_distance(position, found, view))
    if step is None or step.technique not in _COMPARED:
        return step
    return _nearest(position, frozenset({step.technique}), view) or step  # other steps of rules are not compared


def _single(position: Position, techniques: frozenset[Technique], view: PlayerView) -> Step | None:
    """The single that is easiest to see."""
    sees_candidates = view.sees_candidates(position)
    found = _findings(position, techniques)
    easiest = min(found, key=lambda single: _single_key(position, single, view, sees_candidates), default=None)
    return in_words(easiest, position) if easiest else None


def _single_key(position: Position, single: Finding, view: PlayerView, sees_candidates: bool) -> Key:
    """How hard a single is to see."""
    layout, (place,) = position.layout, single.places
    house = _house(single)
    near = _distance(position, [place.cell], view)
    if single.technique is Technique.FULL_HOUSE:
        return (0, 0, 0, near, house_rank(position, house))
    hidden = 0 if sees_candidates else unblocked(position, single.technique, place, house)
    if single.technique is Technique.NAKED_SINGLE:
        fullest = layout.houses[fullest_house(position, place.cell)]
        return (1 if sees_candidates else 4, hidden, -sum(position.values[cell] > 0 for cell in fullest.cells), near)
    rank = house_rank(position, house)
    return (2 if rank == 0 else 3, hidden > 0, 0, near, rank)


def _nearest(position: Position, techniques: frozenset[Technique], view: PlayerView) -> Step | None:
    """Of all steps by these techniques, the one in the easiest house, then the nearest."""
    steps = [in_words(found, position) for found in _findings(position, techniques)]
    return min(steps, key=lambda step: _house_and_distance(position, step, view), default=None)


def _house_and_distance(position: Position, step: Step, view: PlayerView) -> Key:
    """The house and the distance of a step; the distance first if the step places a digit."""
    house = step.houses[0] if step.houses else None
    near = _distance(position, step.cells, view)
    return (near, house_rank(position, house)) if step.places else (house_rank(position, house), near)


def _openness_and_distance(position: Position, step: Step, view: PlayerView) -> Key:
    """The number of empty cells of the step's rule, then its distance."""
    return (sum(not position.values[cell] for cell in step.cells), _distance(position, step.cells, view))


def _by_explainer(
    position: Position, techniques: frozenset[Technique], view: PlayerView, cancel: Callable[[], bool] | None
) -> Step | None:
    """The step that Sudoku Explainer takes next, or another one with the same number."""
    for kind in EXPLAINER:
        poll(cancel)
        found = _findings(position, kind.techniques & techniques)
        ranked = [(rank, finding) for finding in found if (rank := kind.rank(position, finding)) is not None]
        if ranked:
            least = min(rank for rank, _ in ranked)
            steps = (in_words(finding, position) for rank, finding in ranked if rank == least)
            return min(steps, key=lambda step: _house_and_distance(position, step, view))
    return None


def _findings(position: Position, techniques: frozenset[Technique]) -> Iterator[Finding]:
    """All findings of these techniques."""
    finders = finders_of(techniques)
    route = Route(position, finders, techniques)
    for find in finders:
        yield from (found for found in route.every(find) if found.technique in techniques)


def _house(found: Finding) -> int | None:
    """The house that shows a single."""
    houses: Sequence[int] = found.numbers if isinstance(found, Pattern) else found.houses
    return houses[0] if houses else None


def _distance(position: Position, cells: Collection[int], view: PlayerView) -> int:
    """The distance from where the person works to the nearest of the cells; 0 if that place is unknown."""
    places = position.layout.cells
    pairs = ((places[focus], places[cell]) for focus in view.focus for cell in cells)
    return min(
        (max(abs(row - other_row), abs(column - other_column)) for (row, column), (other_row, other_column) in pairs),
        default=0,
    )
