"""The undo tree with its board; `test_game_machine` plays complete games with it."""

from dataclasses import replace

import pytest

from engine.play.board import EMPTY, Board, CellState, Change
from engine.play.history import START, History, HistoryNode, Move, MoveKind, Tree
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.techniques.position import Candidate

BLANK = Board(LAYOUTS["4x4"](), (EMPTY,) * 16)


def move(cell):
    return Move(MoveKind.PLACE, (Change(cell, EMPTY, CellState(1)),))


A, B, C, D, E = map(move, range(5))


def filled(history):
    """The cells with a digit at the position."""
    return [cell for cell, value in enumerate(history.board.values) if value]


def two_branches():
    """Start -> A -> B, and A -> C -> D; the position is D."""
    history = History(BLANK)
    history.add(A)
    history.add(B)
    history.undo()
    history.add(C)
    history.add(D)
    return history


def test_a_new_history_has_nothing_to_undo_or_redo():
    history = History(BLANK)
    assert not history.can_undo
    assert not history.can_redo
    assert history.undo() is None
    assert history.redo() is None
    assert history.path() == (0,)
    assert history.leaves == (0,)


def test_a_move_after_undo_starts_a_branch_and_loses_nothing():
    history = two_branches()
    assert history.children(0) == (1,)
    assert history.children(1) == (2, 3)
    assert history.leaves == (2, 4)
    assert history.path() == (0, 1, 3, 4)
    assert [history[node].move for node in range(1, 5)] == [A, B, C, D]


def test_the_same_move_from_the_same_place_enters_its_branch():
    history = two_branches()
    history.go_to(1)
    assert history.add(B, 7.0) == 2
    assert len(history) == 5
    assert history.children(1) == (2, 3)
    history.go_to(1)
    assert history.redo() == B, "visited last"


def test_a_tree_in_lines():
    history = two_branches()
    history.go_to(3)
    history.add(E)
    history.go_to(1)
    history.add(D)
    lines = [(line.node, line.moves, line.level, line.begins_branch) for line in history.outline()]
    assert lines == [
        (0, 0, 0, False),
        (1, 1, 0, False),
        (2, 2, 1, True),
        (3, 2, 1, True),
        (4, 3, 2, True),
        (5, 3, 1, False),
        (6, 2, 0, False),
    ]


def test_a_long_history_is_written_without_recursion():
    history = History(BLANK)
    for turn in range(5000):
        history.make(MoveKind.PLACE, [(0, CellState(turn % 2 + 1))])
    assert [line.moves for line in history.outline()] == list(range(5001))


def test_redo_follows_the_branch_visited_last():
    history = two_branches()
    assert [history.undo() for _ in range(3)] == [D, C, A]
    assert [history.redo() for _ in range(4)] == [A, C, D, None]
    history.go_to(2)
    history.go_to(0)
    assert [history.redo() for _ in range(3)] == [A, B, None]


def test_the_way_between_branches():
    history = two_branches()
    for node, cells in ((4, [0, 2, 3]), (2, [0, 1]), (2, [0, 1]), (4, [0, 2, 3]), (0, []), (3, [0, 2])):
        history.go_to(node)
        assert (history.position, filled(history)) == (node, cells)


def test_a_change_without_effect_is_no_move():
    history = two_branches()
    assert history.make(MoveKind.PLACE, [(0, CellState(1)), (5, EMPTY)]) is None
    assert len(history) == 5


def test_a_candidate_ruled_out_is_a_move_without_any_change_of_the_board():
    history = two_branches()
    ruled_out = history.make(MoveKind.ELIMINATE, (), [Candidate(7, 2), Candidate(6, 3)])
    assert ruled_out == Move(MoveKind.ELIMINATE, (), (Candidate(6, 3), Candidate(7, 2)))
    assert (ruled_out.cell, filled(history)) == (6, [0, 2, 3])
    assert history.undo() == ruled_out


def test_a_move_of_another_board_is_refused():
    history = two_branches()
    with pytest.raises(ValueError, match="r1c1 holds"):
        history.add(A)
    assert (len(history), history.position) == (5, 4)
    with pytest.raises(ValueError, match="r1c1 holds"):
        History(Board(BLANK.layout, (CellState(3), *BLANK.entries[1:])), history.tree)


@pytest.mark.parametrize("node", [-1, 5])
def test_unknown_nodes_are_refused(node):
    history = two_branches()
    before = history.tree
    for call in (history.go_to, history.children, history.path, history.__getitem__):
        with pytest.raises(IndexError):
            call(node)
    with pytest.raises(IndexError):
        history.bookmark("here", node)
    assert history.tree == before


def test_bookmarks():
    history = two_branches()
    history.bookmark("end")
    history.bookmark("fork", 1)
    history.bookmark("the end")
    assert list(history.bookmarks.items()) == [(1, "fork"), (4, "the end")]
    history.remove_bookmark(1)
    assert history.bookmarks == {4: "the end"}
    with pytest.raises(KeyError):
        history.remove_bookmark(1)


def test_the_name_proposed_for_a_bookmark():
    history = two_branches()
    assert [history.label_for(node) for node in range(5)] == ["start", "move 1", "move 2", "move 2", "move 3"]
    for node in (2, 3):
        history.bookmark(history.label_for(node), node)
    assert history.bookmarks == {2: "move 2", 3: "move 2 (2)"}
    history.bookmark("guess", 2)
    assert history.label_for(2) == "guess", "the one it has"


def test_a_tree_is_a_value_that_can_be_resumed_as_a_history():
    history = two_branches()
    history.bookmark("end")
    tree = history.tree
    again = History(BLANK, tree)
    assert again.tree == tree
    history.undo()
    history.add(B)
    assert again.tree == tree
    assert again.path() == (0, 1, 3, 4)


GOOD = two_branches().tree


@pytest.mark.parametrize(
    "bad",
    [
        Tree((), (), 0),
        replace(GOOD, position=5),
        replace(GOOD, position=-1),
        replace(GOOD, position=2),
        replace(GOOD, redo=GOOD.redo[:-1]),
        replace(GOOD, redo=(1, 4, 0, 4, 0)),
        replace(GOOD, redo=(0, 3, 0, 4, 0)),
        replace(GOOD, redo=(1, 3, 0, 9, 0)),
        replace(GOOD, nodes=(HistoryNode(0, A), *GOOD.nodes[1:])),
        replace(GOOD, nodes=(START, HistoryNode(2, A), *GOOD.nodes[2:])),
        replace(GOOD, bookmarks=((7, ""),)),
        replace(GOOD, bookmarks=((1, "a"), (1, "b"))),
    ],
)
def test_a_tree_whose_parts_do_not_fit_is_refused(bad):
    with pytest.raises(ValueError, match="fit"):
        History(BLANK, bad)
