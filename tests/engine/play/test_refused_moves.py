"""Moves on cells that they are not for: each is refused, and changes nothing."""

from collections.abc import Callable

import pytest

from engine.play.board import COLOURS
from engine.play.cell_rules import rule_sentences
from engine.play.errors import GameError
from engine.play.game import Game
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.techniques.position import Candidate

GIVEN, FILLED, OPEN, OTHER = 40, 3, 0, 1

Act = Callable[[Game, int], object]
ON_EMPTY: dict[str, Act] = {
    "note": lambda game, cell: game.toggle_note(cell, 2),
    "tint": lambda game, cell: game.tint(cell, 2, 1),
    "notes": lambda game, cell: game.add_notes([Candidate(cell, 2), Candidate(cell, 3)]),
}
ON_OWN: dict[str, Act] = {
    "place": lambda game, cell: game.place(cell, 2),
    "clear": lambda game, cell: game.clear(cell),
    "clear values": lambda game, cell: game.clear_values([cell]),
    "reveal": lambda game, cell: game.reveal(cell),
}


def state(game: Game) -> tuple[object, ...]:
    return game.board.entries, game.history.position, game.counters, game.eliminated


@pytest.mark.parametrize("act", ON_EMPTY.values(), ids=ON_EMPTY)
@pytest.mark.parametrize("cell", [GIVEN, FILLED])
def test_only_empty_cells_have_notes(game: Game, act: Act, cell: int) -> None:
    game.place(FILLED, 9)
    before = state(game)
    with pytest.raises(GameError):
        act(game, cell)
    assert state(game) == before
    assert act(game, OTHER)


@pytest.mark.parametrize("act", ON_OWN.values(), ids=ON_OWN)
def test_givens_stay(game: Game, act: Act) -> None:
    before = state(game)
    with pytest.raises(GameError):
        act(game, GIVEN)
    assert state(game) == before
    game.place(OTHER, 9)
    assert act(game, OTHER)


@pytest.mark.parametrize(("cell", "digit"), [(GIVEN, 2), (FILLED, 2), (OPEN, 1)])
def test_variables_that_can_not_be_eliminated(game: Game, cell: int, digit: int) -> None:
    """In filled cells, and of the solution."""
    game.place(FILLED, 9)
    before = state(game)
    with pytest.raises(ValueError, match="can't be eliminated"):
        game.eliminate([Candidate(OTHER, 9), Candidate(cell, digit)])
    assert state(game) == before
    assert game.eliminate([Candidate(OPEN, 2)])
    assert game.eliminate([Candidate(OPEN, 2)]) is None, "it is eliminated already"


@pytest.mark.parametrize("colour", [-1, COLOURS + 1])
def test_there_are_so_many_colours(game: Game, colour: int) -> None:
    with pytest.raises(ValueError, match=f"colour {colour}"):
        game.colour(OPEN, colour)
    assert game.colour(GIVEN, COLOURS)
    assert game.board.entries[GIVEN].colour == COLOURS


@pytest.mark.parametrize(
    ("values", "sentences"),
    [
        ((0, 0, 0), ["Digits: 124."]),
        ((1, 0, 0), ["6 left in 2 cells.", "Digits: 24."]),
        ((1, 2, 0), ["4 left in 1 cell.", "Digits: 4."]),
        ((1, 2, 4), []),
        ((4, 2, 0), ["1 left in 1 cell.", "Digits: 1."]),
        ((4, 3, 0), ["0 left in 1 cell."]),
        ((4, 4, 0), []),
        ((2, 0, 0), ["5 left in 2 cells.", "Digits: 14."]),
        ((3, 0, 0), ["4 left in 2 cells."]),
    ],
)
def test_remainder_of_a_cage(values: tuple[int, ...], sentences: list[str]) -> None:
    puzzle = Puzzle(single(), (0,) * 81, rules=(KillerCage((0, 1, 2), 7),))
    found = rule_sentences(puzzle, (*values, *(0,) * 78), 1)
    assert found == [puzzle.rules[0].sentence(puzzle.layout), *sentences]
    assert rule_sentences(puzzle, (*values, *(0,) * 78), 3) == []


def test_cages_with_repeats_or_without_a_sum_have_shorter_explanations() -> None:
    repeats = Puzzle(single(), (0,) * 81, rules=(KillerCage((0, 1, 2), 7, repeats=True),))
    assert rule_sentences(repeats, (3, *(0,) * 80), 0)[1:] == ["4 left in 2 cells."]
    plain = Puzzle(single(), (0,) * 81, rules=(KillerCage((0, 1, 2)), KillerCage((1, 2), 9)))
    assert rule_sentences(plain, (3, *(0,) * 80), 1)[0] == plain.rules[1].sentence(plain.layout), (
        "the smaller rule first"
    )
    assert len(rule_sentences(plain, (3, *(0,) * 80), 0)) == 1


def test_notes_are_added_to_the_empty_ones_of_some_cells(game: Game) -> None:
    game.place(FILLED, 9)
    assert game.add_notes([Candidate(cell, digit) for cell in (OPEN, FILLED, GIVEN) for digit in (2, 5)])
    entries = game.board.entries
    assert [entries[cell].notes for cell in (OPEN, FILLED, GIVEN)] == [1 << 2 | 1 << 5, 0, 0]
    assert (entries[FILLED].value, entries[GIVEN].value) == (9, game.puzzle.givens[GIVEN])
