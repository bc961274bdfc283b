"""Many notes at a time: filled, removed, and cleaned up after digits."""

import pytest

from engine.play.board import EMPTY, digits_of
from engine.play.game import Game
from engine.play.history import Move, MoveKind
from engine.sudoku.layout import double, from_grids
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.position import Candidate

MINI = from_grids("mini", "4x4", 2, 2, [(0, 0)])
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def new_game(*givens: int) -> Game:
    """A game of the mini puzzle with the digits of these cells given."""
    return Game(Puzzle(MINI, tuple(digit if cell in givens else 0 for cell, digit in enumerate(SOLUTION))))


def test_filled_notes_are_candidates_and_one_move():
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
    assert game.board.notes[0] == 0, "what stands in a cell is no note"
    assert digits_of(game.board.notes[4]) == (1, 3, 4)


def eliminated(*pairs: tuple[int, int]) -> list[Candidate]:
    return [Candidate(*pair) for pair in pairs]


def test_eliminated_candidates_leave_the_notes_in_one_move():
    game = new_game()
    game.fill_notes()
    before = game.board
    move = game.eliminate(eliminated((3, 3), (0, 1), (0, 2), (0, 1)))
    assert move is not None
    assert [change.cell for change in move.changes] == [0, 3]
    assert move.cell == 0
    assert digits_of(game.board.notes[0]) == (3, 4)
    assert game.eliminated == set(move.eliminated) == set(eliminated((0, 1), (0, 2), (3, 3)))
    assert game.eliminate(eliminated((0, 1), (3, 3))) is None
    assert game.eliminate([]) is None
    game.toggle_note(0, 1)
    again = game.eliminate(eliminated((0, 1)))
    assert again is not None, "noted by the player meanwhile"
    assert digits_of(game.board.notes[0]) == (3, 4)
    for _ in range(3):
        game.undo()
    assert game.board == before
    assert not game.eliminated


def test_only_candidates_of_empty_cells_are_eliminated():
    game = new_game()
    game.place(5, 4)
    before = game.board
    for pairs in (((0, 1), (0, 5)), ((16, 1),), ((-1, 1),), ((0, 0),), ((5, 1),)):
        with pytest.raises(ValueError, match="can't be eliminated"):
            game.eliminate(eliminated(*pairs))
    assert game.board == before


@pytest.mark.parametrize("cleaning", [False, True])
def test_a_digit_is_removed_from_the_notes_of_its_peers_if_enabled(cleaning):
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
    assert game.board.notes[0] == before.notes[0], "its own notes were underneath"


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
