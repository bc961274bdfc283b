"""Notes taken many at a time: filled in, taken off, and cleaned as digits come."""

import pytest

from engine.play.board import EMPTY, Entry, digits_of
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.history import Move, MoveKind
from engine.sudoku.layout import double, from_grids
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

MINI = from_grids("mini", "4x4", 2, 2, [(0, 0)])
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def new_game(*givens: int) -> Game:
    """A game of the mini puzzle with the digits of these cells given."""
    return Game(Puzzle(MINI, tuple(digit if cell in givens else 0 for cell, digit in enumerate(SOLUTION))))


def test_notes_filled_in_are_what_no_peer_holds_and_one_move():
    givens = tuple(digit if cell % 3 else 0 for cell, digit in enumerate(random_solution(double(), 1)))
    game = Game(Puzzle(double(), givens))
    game.toggle_note(0, 1)
    before = game.board
    move = game.fill_notes()
    assert move is not None
    assert move.kind is MoveKind.NOTE
    for cell, entry in enumerate(game.board.entries):
        seen = {game.values[peer] for peer in game.layout.peers[cell]}
        assert entry.value == game.values[cell]
        assert set(digits_of(entry.notes)) == (set() if entry.value else set(range(1, 10)) - seen)
    assert game.fill_notes() is None, "nothing is left to fill in"
    game.undo()
    assert game.board == before


def test_notes_filled_in_follow_digits_that_are_wrong_too():
    game = new_game(1)
    game.place(0, 2)
    game.fill_notes()
    assert game.notes[0] == 0, "what stands in a cell is no note"
    assert digits_of(game.notes[4]) == (1, 3, 4)


def test_notes_taken_off_are_one_move_and_only_those_that_stand_there():
    game = new_game()
    game.fill_notes()
    game.place(5, 4)
    before = game.board
    move = game.remove_notes([(0, 1), (0, 2), (5, 3), (3, 3), (0, 1)])
    assert move is not None
    assert [change.cell for change in move.changes] == [0, 3, 5]
    assert move.cell is None
    assert digits_of(game.notes[0]) == (3, 4)
    assert game.board.entries[5] == Entry(4, 0b10110)
    assert game.remove_notes([(0, 1), (3, 3)]) is None
    assert game.remove_notes([]) is None
    game.undo()
    assert game.board == before


def test_notes_of_no_cell_or_no_digit_are_refused():
    game = new_game()
    game.fill_notes()
    before = game.board
    with pytest.raises(GameError, match="no digit 5"):
        game.remove_notes([(0, 1), (0, 5)])
    with pytest.raises(IndexError):
        game.remove_notes([(16, 1)])
    assert game.board == before


@pytest.mark.parametrize("cleaning", [False, True])
def test_a_digit_goes_from_the_notes_of_its_peers_by_the_same_move_if_wanted(cleaning):
    game = new_game(15)
    game.cleaning = cleaning
    game.fill_notes()
    before = game.board
    move = game.place(0, 2)
    assert move is not None
    assert move.cell == 0
    for cell, (old, new) in enumerate(zip(before.entries, game.board.entries, strict=True)):
        if cell == 0:
            assert new == old._replace(value=2)
        else:
            goes = 0b100 if cleaning and cell in MINI.peers[0] else 0
            assert new == old._replace(notes=old.notes & ~goes)
    game.undo()
    assert game.board == before
    game.redo()
    game.clear(0)
    assert game.notes[0] == before.notes[0], "its own notes were underneath"


def test_a_revealed_digit_cleans_too():
    givens = tuple(0 if cell < 2 else digit for cell, digit in enumerate(SOLUTION))
    game = Game(Puzzle(MINI, givens), SOLUTION)
    game.cleaning = True
    game.toggle_note(1, 1)
    move = game.reveal(0)
    assert move is not None
    assert [change.cell for change in move.changes] == [0, 1]
    assert game.board.entries[1] == EMPTY


@pytest.mark.parametrize("kind", [MoveKind.START, MoveKind.RESTART, MoveKind.SOLUTION])
def test_an_act_on_the_whole_board_has_no_cell(kind):
    game = new_game()
    game.place(0, 1)
    game.place(1, 2)
    changes = game.restart().changes
    assert Move(kind, () if kind is MoveKind.START else changes).cell is None
