"""Hints in stages: where to look, then the technique and its reason, then the move; found from the values alone.

The solution is looked at for one thing only: to tell a mistake on the board. The player's notes are not looked at:
they may be wrong. What a hint eliminates is a move of the game, and the next hint goes on from there.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.play.game import Game, candidates
from engine.sudoku.layout import Layout, conflicts
from engine.sudoku.puzzle import Digits, Puzzle, contradiction
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import ALL, UNIQUENESS, first_step
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


class Remedy(Enum):
    """What helps where a hint can't, by a key of its own."""

    HARDER_TECHNIQUES = "allow hints to use harder techniques"
    LAST_CORRECT = "go back to the last correct position"


@dataclass(frozen=True)
class Stage:
    """What one press of the hint key tells, and what it marks on the board.

    `more` says what the next press does ("" where it asks for another hint) and `cell` is where to go. `houses` and
    `cells` are where to look, `wrong` are cells with a mistake, `step` is explained with its candidates. With a
    `remedy`, `{key}` in the sentence stands for the key that it has.
    """

    sentence: str
    more: str = ""
    cell: int | None = None
    houses: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()
    step: Step | None = None
    remedy: Remedy | None = None

    def with_key(self, key: str) -> "Stage":
        """The stage with the key of its remedy named in the sentence."""
        return replace(self, sentence=self.sentence.format(key=key)) if self.remedy else self


@dataclass(frozen=True)
class Question:
    """What a hint is wanted for: a value, so that a thread can look for the answer while the game goes on.

    `eliminated` are the candidates ruled out so far; `cursor` is the cell to reveal if it is empty and logic does not
    help; techniques harder than `level` are left out.
    """

    puzzle: Puzzle
    solution: Digits | None
    solvable: bool
    values: Digits
    eliminated: frozenset[Candidate]
    cursor: int | None
    level: Level

    def answer(self, cancel: Callable[[], bool] | None = None) -> "Hint":
        """Find the hint; the search polls `cancel` and raises Cancelled when it is true."""
        layout = self.puzzle.layout
        position = candidates(self.puzzle, self.values, self.eliminated)
        if position.is_solved and not conflicts(layout, self.values):
            return self._hint(HintKind.NOTHING, position, Stage("The puzzle is solved."))
        if not self.solvable:
            return self._hint(HintKind.NOTHING, position, Stage("This puzzle has no solution, so no hint can help."))
        mistake = self._mistake(position)
        if mistake:
            return self._hint(HintKind.MISTAKE, position, Stage("There is a mistake on the board.", "where"), *mistake)
        allowed = ALL if self.solution else ALL - UNIQUENESS
        easy_enough = allowed & up_to(self.level)
        step = first_step(position, easy_enough, cancel)
        if step:
            return replace(self._hint(HintKind.STEP, position, *_stages(layout, step)), step=step)
        harder = first_step(position, allowed - easy_enough, cancel)
        return self._without_step(position, harder.technique.level if harder else None)

    def _without_step(self, position: Position, beyond: Level | None) -> "Hint":
        """Offer to reveal a cell, if there is one solution; `beyond` is the level of the step that was not allowed."""
        name = ""
        cell = None
        if self.solution is not None:
            cell = self._to_reveal(position)
            name = position.layout.cell_name(cell)
        sentence = _WITHOUT_STEP[beyond is not None, cell is not None].format(
            level=beyond.value if beyond else "", cell=name, key="{key}"
        )
        remedy = Remedy.HARDER_TECHNIQUES if beyond else None
        if self.solution is None or cell is None:
            return self._hint(HintKind.NOTHING, position, Stage(sentence, remedy=remedy))
        offer = Stage(sentence, "reveal it", cell, remedy=remedy)
        return self._hint(HintKind.REVEAL, position, offer, Stage(f"{name} is {sign(self.solution[cell])}.", cell=cell))

    def _hint(self, kind: HintKind, position: Position, *stages: Stage) -> "Hint":
        return Hint(self, kind, stages, position)

    def _mistake(self, position: Position) -> tuple[Stage, ...]:
        """Where the mistake is, and how it is put right; nothing if there is none."""
        layout = position.layout
        if self.solution is not None:
            pairs = zip(self.values, self.solution, strict=True)
            wrong = tuple(cell for cell, (value, digit) in enumerate(pairs) if value not in (0, digit))
            verb = "is" if len(wrong) == 1 else "are"
            return _cleared(layout, f"{_cells(layout, wrong)} {verb} wrong.", wrong) if wrong else ()
        broken = conflicts(layout, self.values)
        if broken:
            wrong = tuple(cell for cell in broken[0].cells if not self.puzzle.givens[cell])
            return _cleared(layout, f"{contradiction(layout, broken[0])}.", wrong)
        return (_dead_end(position),) if position.is_broken else ()

    def _to_reveal(self, position: Position) -> int:
        if self.cursor is not None and not self.values[self.cursor]:
            return self.cursor
        return min(members(position.empty), key=lambda cell: position.masks[cell].bit_count())


@dataclass(frozen=True)
class Hint:
    """The answer to a question, in stages; `number` (from 0) counts those told.

    It argues from `position`. The last stage of a STEP makes its `step` on the board, that of a REVEAL reveals a cell,
    that of a MISTAKE clears the wrong cells, where they are known; each says what was done.
    """

    question: Question
    kind: HintKind
    stages: tuple[Stage, ...]
    position: Position
    step: Step | None = None
    number: int = 0

    @property
    def stage(self) -> Stage:
        """What to show now."""
        return self.stages[self.number]

    def holds(self, game: Game) -> bool:
        """Whether it is about the board as it stands; notes make no difference."""
        return self.question.values == game.values and self.question.eliminated == game.eliminated

    def goes_on(self, game: Game, level: Level) -> bool:
        """Whether it has another stage to tell and still answers what would be asked."""
        return bool(self.stage.more) and self.holds(game) and self.question.level is level


def ask(game: Game, cursor: int | None = None, level: Level = Level.EXTREME) -> Question:
    """The question for a hint on the board as it stands."""
    return Question(game.puzzle, game.solution, game.solvable, game.values, game.eliminated, cursor, level)


def accept(game: Game, hint: Hint) -> bool:
    """Count a hint just found as taken, unless the board has changed meanwhile; tells whether it still holds."""
    if hint.holds(game) and hint.kind is not HintKind.NOTHING:
        game.count_hint()
    return hint.holds(game)


def advance(game: Game, hint: Hint) -> Hint:
    """The next stage of a hint that goes on; the last stage is made on the game."""
    told = replace(hint, number=hint.number + 1)
    if told.stage.more:
        return told
    if hint.kind is HintKind.REVEAL and told.stage.cell is not None:
        game.reveal(told.stage.cell)
    if hint.kind is HintKind.MISTAKE and hint.stage.wrong:
        game.clear_values(hint.stage.wrong)
    if hint.step:
        for cell, digit in hint.step.places:
            game.place(cell, digit)
        game.eliminate(hint.step.removes)
    return told


_WITHOUT_STEP = {
    (False, False): "Logic ends here. Reveal is off: this puzzle has several solutions.",
    (False, True): "Logic ends here. {cell} can be revealed.",
    (True, False): "The next step is {level}: {key} allows it. Reveal is off: this puzzle has several solutions.",
    (True, True): "The next step is {level}: {key} allows it. {cell} can be revealed.",
}
"""Where no step is allowed: by whether there is a harder one, and whether the solution is known."""


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


def _cleared(layout: Layout, sentence: str, wrong: tuple[int, ...]) -> tuple[Stage, Stage]:
    """Wrong digits are told, and then taken off."""
    one = len(wrong) == 1
    done = "{cells} is empty again." if one else "{cells} are empty again."
    return (
        Stage(sentence, "clear it" if one else "clear them", wrong[0], wrong=wrong),
        Stage(done.format(cells=_cells(layout, wrong)), cell=wrong[0]),
    )


def _dead_end(position: Position) -> Stage:
    """Where a broken position has no place left for a digit, or no digit for a cell: some digit is wrong."""
    layout, remedy = position.layout, Remedy.LAST_CORRECT
    for cell in position.dead_cells():
        sentence = f"{layout.cell_name(cell)} has no candidate left; {{key}} goes back to the last correct position."
        return Stage(sentence, cell=cell, wrong=(cell,), remedy=remedy)
    house, digit = next(position.dead_digits())
    sentence = (
        f"In {layout.houses[house].name} there is no place left for {sign(digit)}; "
        "{key} goes back to the last correct position."
    )
    return Stage(sentence, houses=(house,), remedy=remedy)


def _cells(layout: Layout, cells: Sequence[int]) -> str:
    """The cells by name, or some of them and how many more there are."""
    if len(cells) <= MOST_NAMED:
        return cell_names(layout, cells)
    return f"{', '.join(map(layout.cell_name, cells[: MOST_NAMED - 1]))} and {len(cells) - MOST_NAMED + 1} other cells"
