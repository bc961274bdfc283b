"""Hints in stages: where to look, then the technique and its reason, then the move; found from the values alone.

The solution is looked at for one thing only: to tell a mistake on the board. The player's notes are not looked at:
they may be wrong. What a hint removed is remembered by `Hint.known`, from which the next hint goes on.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.base.errors import Cancelled
from engine.play.board import conflict_text
from engine.play.game import Game
from engine.sudoku.layout import Layout, conflicts
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, FINDERS, UNIQUENESS, first_step
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import up_to
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, listing, removal

MOST_NAMED = 4
"""How many cells a sentence names one by one."""


class HintKind(Enum):
    """What a hint has to offer."""

    STEP = "a step by logic"
    REVEAL = "a cell to reveal"
    MISTAKE = "there is a mistake"
    NOTHING = "nothing to hint at"


@dataclass(frozen=True)
class Stage:
    """What one press of the hint key tells, and what it marks on the board.

    `more` says what the next press does ("" where it asks for another hint) and `cell` is where to go. `houses` and
    `cells` are where to look, `wrong` are cells with a mistake, `step` is explained with its candidates.
    """

    sentence: str
    more: str = ""
    cell: int | None = None
    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    step: Step | None = None


@dataclass(frozen=True)
class Question:
    """What a hint is wanted for: a value, so that a thread can look for the answer while the game goes on.

    `cursor` is the cell to reveal if it is empty and logic does not help; techniques harder than `level` are left out;
    `known` is a position that earlier hints came to.
    """

    puzzle: Puzzle
    solution: Digits | None
    solvable: bool
    values: Digits
    cursor: int | None
    level: Level
    known: Position | None

    def answer(self, cancel: Callable[[], bool] | None = None) -> "Hint":
        """Find the hint; the search polls `cancel` and raises Cancelled when it is true."""
        layout = self.puzzle.layout
        position = self._position()
        if position.is_solved and not conflicts(layout, self.values):
            return self._hint(HintKind.NOTHING, position, Stage("The puzzle is solved."))
        if not self.solvable:
            return self._hint(HintKind.NOTHING, position, Stage("This puzzle has no solution, so no hint can help."))
        where = self._mistake(position)
        if where:
            mistake = self._hint(HintKind.MISTAKE, position, Stage("There is a mistake on the board.", "where"), where)
            return replace(mistake, known=self.known)
        allowed = ALL if self.solution else ALL - UNIQUENESS
        easy_enough = allowed & up_to(self.level)
        step = _find(position, easy_enough, cancel)
        if step:
            return replace(self._hint(HintKind.STEP, position, *_stages(layout, step)), step=step)
        harder = _find(position, allowed - easy_enough, cancel)
        end = f"The next step is {harder.technique.level.value}." if harder else "Logic ends here."
        if self.solution is None:
            several = Stage(f"{end} Reveal is off: this puzzle has several solutions.")
            return self._hint(HintKind.NOTHING, position, several)
        cell = self._to_reveal(position)
        name = layout.cell_name(cell)
        offer = Stage(f"{end} {name} can be revealed.", "reveal it", cell)
        return self._hint(HintKind.REVEAL, position, offer, Stage(f"{name} is {sign(self.solution[cell])}.", cell=cell))

    def _hint(self, kind: HintKind, position: Position, *stages: Stage) -> "Hint":
        return Hint(self, kind, stages, position, position)

    def _position(self) -> Position:
        """The board's position. What was known on a part of these values still holds, for logic only adds."""
        position = Position.of(self.puzzle.layout, self.values, self.puzzle.givens)
        known = self.known
        if known is None or any(old not in (0, new) for old, new in zip(known.values, self.values, strict=True)):
            return position
        return position.remove(
            Candidate(cell, digit)
            for cell, mask in enumerate(position.masks)
            for digit in members(mask & ~known.masks[cell])
        )

    def _mistake(self, position: Position) -> Stage | None:
        """Where the mistake is, if there is one."""
        layout = position.layout
        if self.solution is not None:
            pairs = zip(self.values, self.solution, strict=True)
            wrong = tuple(cell for cell, (value, digit) in enumerate(pairs) if value not in (0, digit))
            verb = "is" if len(wrong) == 1 else "are"
            return Stage(f"{_cells(layout, wrong)} {verb} wrong.", cell=wrong[0], wrong=wrong) if wrong else None
        broken = conflicts(layout, self.values)
        if broken:
            wrong = tuple(cell for cell in broken[0].cells if not self.puzzle.givens[cell])
            return Stage(f"There are {conflict_text(layout, broken[0])}.", cell=min(wrong, default=None), wrong=wrong)
        return _dead_end(position) if position.is_broken else None

    def _to_reveal(self, position: Position) -> int:
        if self.cursor is not None and not self.values[self.cursor]:
            return self.cursor
        return min(members(position.empty), key=lambda cell: position.masks[cell].bit_count())


@dataclass(frozen=True)
class Hint:
    """The answer to a question, in stages; `number` (from 0) counts those told.

    It argues from `position`, and `known` is what the next hint may build on. The last stage of a STEP makes its
    `step` on the board, that of a REVEAL reveals a cell; both say what was done.
    """

    question: Question
    kind: HintKind
    stages: tuple[Stage, ...]
    position: Position
    known: Position | None
    step: Step | None = None
    number: int = 0

    @property
    def stage(self) -> Stage:
        """What to show now."""
        return self.stages[self.number]

    def holds(self, game: Game) -> bool:
        """Whether it is about the board as it stands; notes make no difference."""
        return self.question.values == game.values

    def goes_on(self, game: Game, level: Level) -> bool:
        """Whether it has another stage to tell and still answers what would be asked."""
        return bool(self.stage.more) and self.holds(game) and self.question.level is level


def ask(game: Game, last: Hint | None = None, cursor: int | None = None, level: Level = Level.EXTREME) -> Question:
    """The question for a hint on the board as it stands; `last` is the hint before it in this game."""
    known = last.known if last else None
    return Question(game.puzzle, game.solution, game.solvable, game.values, cursor, level, known)


def accept(game: Game, hint: Hint) -> bool:
    """Count a hint just found as taken, unless the board has changed meanwhile; tells whether it still holds."""
    if hint.holds(game) and hint.kind is not HintKind.NOTHING:
        game.count_hint()
    return hint.holds(game)


def advance(game: Game, hint: Hint) -> Hint:
    """The next stage of a hint that goes on; the last stage of a step or a reveal is made on the game.

    A step that only removes candidates takes them off the player's notes, where they are noted.
    """
    told = replace(hint, number=hint.number + 1)
    if told.stage.more:
        return told
    if hint.kind is HintKind.REVEAL and told.stage.cell is not None:
        game.reveal(told.stage.cell)
    if hint.step:
        for cell, digit in hint.step.places:
            game.place(cell, digit)
        game.remove_notes(hint.step.removes)
        return replace(told, known=hint.position.remove(hint.step.removes))
    return told


def _find(position: Position, techniques: frozenset[Technique], cancel: Callable[[], bool] | None) -> Step | None:
    """The easiest step by one of the techniques."""
    for finder in FINDERS:
        if cancel and cancel():
            raise Cancelled
        step = first_step(position, techniques.intersection(finder.techniques))
        if step:
            return step
    return None


def _stages(layout: Layout, step: Step) -> tuple[Stage, ...]:
    """A step in stages. Two houses are enough to look at, and the first ones tell most."""
    houses = step.houses[:2]
    cells = () if houses else step.cells
    names = listing([layout.houses[house].name for house in houses]) if houses else _cells(layout, cells)
    follows: Collection[Candidate] = step.places or step.removes
    cell = min(follows).cell
    act = f"{'place' if step.places else 'remove'} {'it' if len(follows) == 1 else 'them'}"
    if step.places:
        done = f"{listing([f'{layout.cell_name(place.cell)} is {sign(place.digit)}' for place in step.places])}."
    else:
        done = f"{removal(layout, step.removes)}."
    return (
        Stage(f"Look at {names}.", "why", houses=houses, cells=cells),
        Stage(step.sentence, act, cell, step.houses, step.cells, step=step),
        Stage(done, cell=cell),
    )


def _dead_end(position: Position) -> Stage:
    """Where a broken position has no place left for a digit, or no digit for a cell."""
    layout = position.layout
    for cell in members(position.empty):
        if not position.masks[cell]:
            return Stage(f"{layout.cell_name(cell)} has no candidate left.", cell=cell, wrong=(cell,))
    house, digit = next(
        (number, digit)
        for number, house in enumerate(layout.houses)
        for digit in range(1, layout.size + 1)
        if position.geometry.complete[number]
        and not position.cells_with[digit] & position.geometry.houses[number]
        and all(position.values[cell] != digit for cell in house.cells)
    )
    return Stage(f"{layout.houses[house].name} has no place left for {sign(digit)}.", houses=(house,))


def _cells(layout: Layout, cells: Sequence[int]) -> str:
    """The cells by name, or some of them and how many more there are."""
    if len(cells) <= MOST_NAMED:
        return cell_names(layout, cells)
    return f"{', '.join(map(layout.cell_name, cells[: MOST_NAMED - 1]))} and {len(cells) - MOST_NAMED + 1} other cells"
