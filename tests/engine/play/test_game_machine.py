"""Any sequence of acts: every state is exactly as it was when its node was made, and survives the store."""

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.store import Journal, Store
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle

SOLUTION = tuple((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
HOLES = (0, 1, 9, 40, 79, 80)
CELLS = st.sampled_from((*HOLES, 2))  # the last is a given
DIGITS = st.integers(1, 3)


class Play(RuleBasedStateMachine):
    """A game beside a model: for each node what the board was and when it, or a node below it, was visited last."""

    path: Path

    def __init__(self):
        super().__init__()
        givens = tuple(0 if cell in HOLES else digit for cell, digit in enumerate(SOLUTION))
        self.time = 0
        self.game = Game(Puzzle(single(), givens, "machine"), SOLUTION, now=lambda: self.time)
        self.game.start()
        self.parent = {0: 0}
        self.entries = {0: self.game.board.entries}
        self.visited = {0: 0}
        self.turn = 0
        self.store = Store(self.path, now=lambda: self.time)
        self.journal = Journal(self.store)

    def visit(self):
        self.turn += 1
        node = self.game.history.position
        while True:
            self.visited[node] = self.turn
            if not node:
                return
            node = self.parent[node]

    def act(self, act, *arguments):
        before = self.game.history.position
        try:
            move = act(*arguments)
        except GameError:
            move = None
        position = self.game.history.position
        if move is None:
            assert position == before
        else:
            assert position not in self.parent
            self.parent[position] = before
            self.entries[position] = self.game.board.entries
            self.visit()

    @rule(cell=CELLS, digit=DIGITS)
    def place(self, cell, digit):
        self.act(self.game.place, cell, digit)

    @rule(cell=CELLS)
    def clear(self, cell):
        self.act(self.game.clear, cell)

    @rule(cell=CELLS, digit=DIGITS)
    def note(self, cell, digit):
        self.act(self.game.toggle_note, cell, digit)

    @rule(cell=CELLS)
    def reveal(self, cell):
        self.act(self.game.reveal, cell)

    @rule()
    def show_solution(self):
        self.act(self.game.show_solution)

    @rule()
    def restart(self):
        self.act(self.game.restart)

    @rule()
    def undo(self):
        before = self.game.history.position
        move = self.game.undo()
        assert (move is None) == (before == 0)
        assert self.game.history.position == self.parent[before]
        self.visit()

    @rule()
    def redo(self):
        before = self.game.history.position
        children = [node for node, parent in self.parent.items() if parent == before and node]
        assert self.game.history.can_redo == bool(children)
        move = self.game.redo()
        assert (move is None) == (not children)
        assert self.game.history.position == max(children, key=self.visited.__getitem__, default=before)
        self.visit()

    @rule(data=st.data())
    def go_to(self, data):
        self.game.go_to(data.draw(st.sampled_from(sorted(self.parent))))
        self.visit()

    @rule(label=st.text(max_size=3))
    def bookmark(self, label):
        self.game.history.bookmark(label)

    @rule()
    def remove_bookmarks(self):
        for node in self.game.history.bookmarks:
            self.game.history.remove_bookmark(node)

    @rule(seconds=st.integers(0, 100))
    def wait(self, seconds):
        self.time += seconds

    @rule(view=st.none() | st.dictionaries(st.text(max_size=3), st.lists(st.integers())))
    def save_and_load(self, view):
        record = self.game.record()
        self.journal.save(record, view)
        loaded = self.store.load(self.journal.number)
        assert loaded.game.record() == record
        assert loaded.game.board == self.game.board
        assert loaded.view == view

    @rule()
    def leave_and_resume(self):
        self.journal.save(self.game.record(), "left")
        self.store.close()
        self.store = Store(self.path, now=lambda: self.time)
        loaded = self.store.load(self.journal.number, now=lambda: self.time)
        self.game, self.journal = loaded.game, loaded.journal
        self.game.start()

    @invariant()
    def the_state_is_that_of_its_node(self):
        assert self.game.board.entries == self.entries[self.game.history.position]
        assert self.game.clock.running == (not self.game.is_solved)

    def teardown(self):
        while self.game.redo():
            pass
        end = self.game.board
        moves = []
        while move := self.game.undo():
            moves.append(move)
        assert self.game.board.entries == self.entries[0]
        while move := self.game.redo():
            assert move == moves.pop()
        assert not moves
        assert self.game.board == end
        self.store.close()


class TestPlay(Play.TestCase):
    settings = settings(max_examples=100, stateful_step_count=50, deadline=None)

    @classmethod
    def setUpClass(cls):
        """One file for all games, kept open: closing it for the last time would wait for the disk."""
        cls.folder = tempfile.TemporaryDirectory()
        Play.path = Path(cls.folder.name, "games.db")
        cls.store = Store(Play.path)

    @classmethod
    def tearDownClass(cls):
        cls.store.close()
        cls.folder.cleanup()
