"""Hints: the next step that a player can see by logic, explained; from the values on the board alone.

The solution is looked at for one thing only: to say first that there is a mistake on the board, not where.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.play.game import Game
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits


class Technique(Enum):
    """The steps known here, easiest first, by their usual names."""

    FULL_HOUSE = "Full house"
    HIDDEN_SINGLE = "Hidden single"
    NAKED_SINGLE = "Naked single"


@dataclass(frozen=True)
class Step:
    """A digit that logic puts into a cell.

    `house` (an index) is where to look; `cells` are the cells whose values prove the step; `sentence` is the reason.
    """

    technique: Technique
    cell: int
    digit: int
    house: int
    cells: tuple[int, ...]
    sentence: str


class HintKind(Enum):
    """What a hint has to offer."""

    STEP = "a step by logic"
    REVEAL = "a cell to reveal"
    MISTAKE = "there is a mistake"
    NOTHING = "nothing to hint at"


@dataclass(frozen=True)
class Hint:
    """A hint in stages: `sentences` are shown one after another, `stage` (from 0) is the one to show now.

    It holds for a board with these `values`. A hint of kind STEP says where to look, then the technique and the
    reason; the next press of the key makes the move (`step.digit` into `cell`). A hint of kind REVEAL offers to reveal
    `cell`; the next press does. The last sentence of either says what was done.
    """

    kind: HintKind
    sentences: tuple[str, ...]
    values: Digits
    cell: int | None = None
    step: Step | None = None
    stage: int = 0

    @property
    def sentence(self) -> str:
        """What to show now."""
        return self.sentences[self.stage]

    @property
    def acts_next(self) -> bool:
        """Whether the next press of the hint key changes the board."""
        return self.stage == len(self.sentences) - 2


def candidates(layout: Layout, values: Sequence[int]) -> tuple[int, ...]:
    """For each empty cell the digits that no peer holds, as a bit mask (bit d for digit d); 0 for a filled cell."""
    every = (2 << layout.size) - 2
    masks = []
    for cell, value in enumerate(values):
        mask = 0 if value else every
        for peer in layout.peers[cell]:
            mask &= ~(1 << values[peer])
        masks.append(mask)
    return tuple(masks)


def steps(layout: Layout, values: Sequence[int]) -> Iterator[Step]:
    """Every single on a board without conflicts, easiest technique first; a cell may occur more than once.

    Only a house with as many cells as there are digits must hold each of them, so only such houses have full houses
    and hidden singles.
    """
    masks = candidates(layout, values)
    yield from _full_houses(layout, values, masks)
    yield from _hidden_singles(layout, values, masks)
    yield from _naked_singles(layout, values, masks)


def is_stuck(layout: Layout, values: Sequence[int]) -> bool:
    """Whether a cell has no candidate left, or a digit no place left in a house that needs it."""
    masks = candidates(layout, values)
    if any(not value and not mask for value, mask in zip(values, masks, strict=True)):
        return True
    for house in layout.houses:
        if len(house.cells) == layout.size:
            possible = 0
            for cell in house.cells:
                possible |= masks[cell] | 1 << values[cell]
            if possible | 1 != (2 << layout.size) - 1:
                return True
    return False


def hint(game: Game, cursor: int | None = None) -> Hint:
    """A new hint for the board as it stands. `cursor` is the cell to reveal, if it is empty and there is no step."""
    layout, values = game.layout, game.values
    if game.is_solved:
        return Hint(HintKind.NOTHING, ("The puzzle is solved.",), values)
    if not game.solvable:
        return Hint(HintKind.NOTHING, ("This puzzle has no solution, so no hint can help.",), values)
    if game.has_wrong_digit or game.conflicts or is_stuck(layout, values):
        return Hint(HintKind.MISTAKE, ("There is a mistake on the board: find it before going on.",), values)
    step = next(steps(layout, values), None)
    if step:
        sentences = (f"Look at {layout.houses[step.house].name}.", step.sentence, _done(layout, step.cell, step.digit))
        return Hint(HintKind.STEP, sentences, values, step.cell, step)
    if game.solution is None:
        sentence = "No single is on the board, and reveal is off: this puzzle has several solutions."
        return Hint(HintKind.NOTHING, (sentence,), values)
    if cursor is None or values[cursor]:
        masks = candidates(layout, values)
        cursor = min((cell for cell, value in enumerate(values) if not value), key=lambda cell: masks[cell].bit_count())
    offer = f"No single is on the board. {layout.cell_name(cursor)} can be revealed."
    return Hint(HintKind.REVEAL, (offer, _done(layout, cursor, game.solution[cursor])), values, cursor)


def press(game: Game, last: Hint | None, cursor: int | None = None) -> Hint:
    """One press of the hint key: the next stage of the last hint while it holds for the board, else a new hint.

    The last stage of a step or a reveal makes the move on the game. A new hint counts as one hint taken.
    """
    if last is None or last.values != game.values or last.stage + 1 == len(last.sentences):
        new = hint(game, cursor)
        if new.kind is not HintKind.NOTHING:
            game.count_hint()
        return new
    if last.acts_next and last.cell is not None:
        if last.step:
            game.place(last.cell, last.step.digit)
        else:
            game.reveal(last.cell)
    return replace(last, stage=last.stage + 1)


def _full_houses(layout: Layout, values: Sequence[int], masks: Sequence[int]) -> Iterator[Step]:
    for number, house in enumerate(layout.houses):
        empty = [cell for cell in house.cells if not values[cell]]
        if len(house.cells) == layout.size and len(empty) == 1 and masks[empty[0]]:
            digit = masks[empty[0]].bit_length() - 1
            others = tuple(cell for cell in house.cells if cell != empty[0])
            sentence = f"Full house: {digit} is the last digit of {house.name}."
            yield Step(Technique.FULL_HOUSE, empty[0], digit, number, others, sentence)


def _hidden_singles(layout: Layout, values: Sequence[int], masks: Sequence[int]) -> Iterator[Step]:
    # A box is taken in at a glance, a line is not.
    order = sorted(range(len(layout.houses)), key=lambda number: layout.houses[number].kind != "box")
    for number in order:
        house = layout.houses[number]
        if len(house.cells) < layout.size:
            continue
        for digit in range(1, layout.size + 1):
            places = [cell for cell in house.cells if masks[cell] >> digit & 1]
            if len(places) == 1:
                others = [cell for cell in house.cells if not values[cell] and cell != places[0]]
                sentence = f"Hidden single: {digit} has one place left in {house.name}."
                proof = _seen_by(layout, values, digit, others)
                yield Step(Technique.HIDDEN_SINGLE, places[0], digit, number, proof, sentence)


def _naked_singles(layout: Layout, values: Sequence[int], masks: Sequence[int]) -> Iterator[Step]:
    for cell, mask in enumerate(masks):
        if mask.bit_count() == 1:
            digit = mask.bit_length() - 1
            # One peer for each of the other digits proves it.
            holders = {values[peer]: peer for peer in reversed(layout.peers[cell]) if values[peer]}
            fullest = max(layout.houses_of[cell], key=lambda n: sum(values[c] != 0 for c in layout.houses[n].cells))
            sentence = f"Naked single: {layout.cell_name(cell)} can only be {digit}; its peers hold every other digit."
            yield Step(Technique.NAKED_SINGLE, cell, digit, fullest, tuple(sorted(holders.values())), sentence)


def _seen_by(layout: Layout, values: Sequence[int], digit: int, cells: Sequence[int]) -> tuple[int, ...]:
    """Cells that hold the digit, such that each of `cells` has one of them as a peer; those that see most first."""
    unseen, seers = set(cells), []
    holders = [cell for cell, value in enumerate(values) if value == digit]
    while unseen:
        best = max(holders, key=lambda holder: len(unseen.intersection(layout.peers[holder])))
        seers.append(best)
        unseen.difference_update(layout.peers[best])
    return tuple(sorted(seers))


def _done(layout: Layout, cell: int, digit: int) -> str:
    return f"{layout.cell_name(cell)} is {digit}."
