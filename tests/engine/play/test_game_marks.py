"""Actions on several cells, two kinds of notes, colours, and automatic filling."""

import pytest

from engine.play.board import EMPTY, CellState, NoteKind
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.history import MoveKind
from engine.sudoku.layout import from_grids
from engine.sudoku.puzzle import Puzzle

MINI = from_grids("mini", "4x4", 2, 2, [(0, 0)])
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def new_game(*givens: int) -> Game:
    """A game of the mini puzzle with the digits of these cells given."""
    return Game(Puzzle(MINI, tuple(digit if cell in givens else 0 for cell, digit in enumerate(SOLUTION))))


def test_a_digit_in_several_cells_is_one_move_and_leaves_givens_out() -> None:
    game = new_game(1)
    move = game.place((0, 1, 5), 4)
    assert move is not None
    assert [change.cell for change in move.changes] == [0, 5]
    assert game.values[:6] == (4, 2, 0, 0, 0, 4)
    assert game.place((5, 0), 4) is None
    game.undo()
    assert game.values[:6] == (0, 2, 0, 0, 0, 0)


def test_only_cells_that_can_not_be_changed_are_refused() -> None:
    game = new_game(0, 1)
    game.place(2, 3)
    for act, answer in (
        (lambda: game.place((0, 1), 4), "These cells are givens"),
        (lambda: game.place(0, 4), "r1c1 is a given"),
        (lambda: game.toggle_note((0, 2), 4), "r1c3 holds a digit|These cells hold"),
        (lambda: game.tint(0, 4, 1), "r1c1 is a given"),
        (lambda: game.clear(0), "r1c1 is a given"),
        (lambda: game.place_lone_notes((2, 3)), "no cell with a single note"),
        (lambda: game.toggle_note(3, 5), "no digit 5"),
    ):
        with pytest.raises(GameError, match=answer):
            act()
    for wrong in (-1, 10):
        with pytest.raises(ValueError, match="colour"):
            game.colour(0, wrong)
    with pytest.raises(IndexError):
        game.colour((0, 16), 1)


def test_a_note_of_some_cells_is_added_to_all_and_one_of_all_removed() -> None:
    game = new_game()
    game.toggle_note(0, 3, NoteKind.CORNER)
    game.toggle_note((0, 1), 3, NoteKind.CORNER)
    assert game.board.corners[:3] == (8, 8, 0)
    assert not any(game.board.notes), "the other kind"
    game.toggle_note((0, 1), 3, NoteKind.CORNER)
    assert game.board.entries[:2] == (EMPTY, EMPTY)


def test_clearing_takes_off_values_then_notes_then_colours() -> None:
    game = new_game(15)
    game.colour((0, 15), 7)
    game.toggle_note((0, 1), 2)
    game.toggle_note(0, 3, NoteKind.CORNER)
    game.tint(0, 2, 5)
    game.place(0, 4)
    cells = (0, 1, 15)
    game.clear(cells)
    assert game.board.entries[0] == CellState(0, 4, False, 8, 7, ((2, 5),))
    game.clear(cells)
    assert game.board.entries[:2] == (CellState(colour=7), EMPTY)
    game.clear(cells)
    assert game.board.entries[0] == EMPTY
    assert game.board.entries[15] == CellState(1)
    assert game.clear(cells) is None


def test_a_colour_goes_when_it_is_given_again_and_with_a_restart() -> None:
    game = new_game(0)
    for _ in range(2):
        move = game.colour((0, 1), 4)
        assert move is not None
        assert move.kind is MoveKind.COLOUR
    assert [entry.colour for entry in game.board.entries[:2]] == [0, 0]
    game.colour((0, 1), 4)
    game.tint((0, 1), 2, 9)
    assert game.board.entries[:2] == (CellState(1, colour=4), CellState(colour=4, tints=((2, 9),)))
    game.restart()
    assert game.board.entries[:2] == (CellState(1), EMPTY)
    game.undo()
    assert game.board.entries[0].colour == 4


def test_a_lone_note_in_the_centre_counts_before_one_in_the_corner() -> None:
    game = new_game()
    game.cleaning = True
    game.toggle_note(0, 1)
    game.toggle_note(0, 3, NoteKind.CORNER)
    game.toggle_note(10, 4, NoteKind.CORNER)
    game.toggle_note((1, 2), 2)
    game.toggle_note((1, 2), 1)
    move = game.place_lone_notes(range(4))
    assert move is not None
    assert game.values[:3] == (1, 0, 0)
    assert game.board.notes[1:3] == (4, 4), "cleaned by the same move"
    game.place_lone_notes(range(16))
    assert (game.values[1], game.values[2], game.values[10]) == (2, 2, 4), "what was noted, right or wrong"


def test_singles_are_filled_in_by_the_same_move_if_enabled() -> None:
    game = new_game(0, 5, 10)
    game.place(15, 1)
    assert game.board.filled == 4
    game.undo()
    game.filling = True
    game.toggle_note(1, 3)
    before = game.board
    move = game.place(1, 2)
    assert move is not None
    assert move.cell == 1
    assert game.values[:6] == SOLUTION[:6], "r2c3 and r2c4 are left with two candidates each"
    filled = len(move.changes) - 1
    assert game.counters.reveals == filled > 0, "filled for the player"
    game.undo()
    assert game.board == before
    assert game.counters.reveals == filled
    game.place(1, 1)
    assert game.board.filled == 4, "of digits that break a rule nothing follows"


def test_existing_singles_are_filled_on_request() -> None:
    game = new_game(*range(3, 16))
    move = game.fill_singles()
    assert move is not None
    assert game.is_solved
    assert game.counters.reveals == 3, "the program has filled them in"
    assert game.fill_singles() is None
    assert game.counters.reveals == 3


def test_eliminations_and_cleaning_take_colours_of_candidates_along() -> None:
    game = new_game()
    game.cleaning = True
    game.tint((0, 1), 2, 1)
    game.tint((0, 1), 3, 1)
    game.place(0, 2)
    assert [entry.tints for entry in game.board.entries[:2]] == [((2, 1), (3, 1)), ((3, 1),)]
