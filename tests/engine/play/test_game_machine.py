"""Any sequence of actions: every node keeps its state, and the game survives the store."""

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.play.board import COLOURS, NoteKind
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.history import MoveKind
from engine.play.store import Journal, Store
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.position import Candidate

SOLUTION = tuple((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
HOLES = (0, 1, 9, 40, 79, 80)
CELLS = st.sampled_from((*HOLES, 2))  # the last is a given
SEVERAL = CELLS | st.sets(CELLS, min_size=1)
DIGITS = st.integers(1, 3)


class Play(RuleBasedStateMachine):
    """A game and a model of it: the board of each node, and when it or a node below it was last visited."""

    path: Path

    def __init__(self):
        super().__init__()
        givens = tuple(0 if cell in HOLES else digit for cell, digit in enumerate(SOLUTION))
        self.time = 0
        self.game = Game(Puzzle(single(), givens, "machine"), SOLUTION, now=lambda: self.time)
        self.game.start()
        self.parent = {0: 0}
        self.bookmarks = {}
        self.entries = {0: self.game.board.entries}
        self.visited = {0: 0}
        self.ruled_out = {}  # for each node with an elimination, the values that it depends on, and the candidates
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
            if position in self.parent:
                assert self.parent[position] == before, "the same move from the same place"
                assert self.game.board.entries == self.entries[position]
            else:
                self.parent[position] = before
                self.entries[position] = self.game.board.entries
            assert all(self.game.history[node].move != move for node in self.children(before) if node != position), (
                "no move twice"
            )
            self.visit()

    def children(self, parent):
        return [node for node, above in self.parent.items() if above == parent and node]

    def way(self, node):
        """The nodes from the start to this one."""
        return [*self.way(self.parent[node]), node] if node else [0]

    @rule(cells=SEVERAL, digit=DIGITS)
    def place(self, cells, digit):
        old = self.game.board.entries
        self.act(self.game.place, cells, digit)
        new = self.game.board.entries
        selection = {cells} if isinstance(cells, int) else cells
        assert all(new[cell].value == digit for cell in selection - {2})
        followed = {cell for cell in HOLES if new[cell].value != old[cell].value} - selection
        assert self.game.filling or not followed
        assert all(old[cell].value == 0 for cell in followed), "only empty cells are filled"

    @rule(cells=SEVERAL)
    def place_lone_notes(self, cells):
        old = self.game.board.entries
        self.act(self.game.place_lone_notes, cells)
        for cell in ({cells} if isinstance(cells, int) else cells) - {2}:
            notes = old[cell].notes or old[cell].corners
            if notes.bit_count() == 1 and not old[cell].value:
                assert 1 << self.game.values[cell] == notes

    @rule()
    def fill_singles(self):
        """Filled values follow from the digits, so they are right if the digits are."""
        right = all(value in (0, digit) for value, digit in zip(self.game.values, SOLUTION, strict=True))
        self.act(self.game.fill_singles)
        if right:
            assert all(value in (0, digit) for value, digit in zip(self.game.values, SOLUTION, strict=True))

    @rule(cells=SEVERAL)
    def clear(self, cells):
        """Values are cleared first, then notes with the colours of candidates, then colours."""
        old = self.game.board.entries
        self.act(self.game.clear, cells)
        for cell, (before, after) in enumerate(zip(old, self.game.board.entries, strict=True)):
            assert after in (
                before,
                before._replace(value=0, revealed=False),
                before._replace(notes=0, corners=0, tints=()),
                before._replace(colour=0),
            )
            assert before == after or cell == cells or cell in (cells if isinstance(cells, set) else {cells})
            assert after.value or cell != 2, "a given stays"

    @rule(cells=SEVERAL, digit=DIGITS, kind=st.sampled_from(NoteKind))
    def note(self, cells, digit, kind):
        """If a cell lacks the note all get it, otherwise all lose it; the other kind does not change."""
        old = self.game.board.entries
        self.act(self.game.toggle_note, cells, digit, kind)
        selection = [
            cell for cell in ({cells} if isinstance(cells, int) else cells) if cell != 2 and not old[cell].value
        ]
        adding = not all(old[cell] == old[cell].with_note(kind, digit, True) for cell in selection)
        for cell, (before, after) in enumerate(zip(old, self.game.board.entries, strict=True)):
            assert after == (before.with_note(kind, digit, adding) if cell in selection else before)

    @rule(cells=SEVERAL, colour=st.integers(0, COLOURS))
    def colour(self, cells, colour):
        """Givens can have a colour too, and nothing else changes."""
        old = self.game.board.entries
        self.act(self.game.colour, cells, colour)
        selection = {cells} if isinstance(cells, int) else cells
        given = 0 if all(old[cell].colour == colour for cell in selection) else colour
        for cell, (before, after) in enumerate(zip(old, self.game.board.entries, strict=True)):
            assert after == (before._replace(colour=given) if cell in selection else before)

    @rule(cells=SEVERAL, digit=DIGITS, colour=st.integers(0, COLOURS))
    def tint(self, cells, digit, colour):
        old = self.game.board.entries
        self.act(self.game.tint, cells, digit, colour)
        selection = [
            cell for cell in ({cells} if isinstance(cells, int) else cells) if cell != 2 and not old[cell].value
        ]
        given = 0 if all(dict(old[cell].tints).get(digit, 0) == colour for cell in selection) else colour
        for cell, (before, after) in enumerate(zip(old, self.game.board.entries, strict=True)):
            tints = dict(before.tints) | ({digit: given} if cell in selection else {})
            assert after.tints == tuple(sorted((first, tint) for first, tint in tints.items() if tint))
            assert after._replace(tints=()) == before._replace(tints=())

    @rule()
    def fill_the_notes(self):
        self.act(self.game.fill_notes)

    @rule(candidates=st.lists(st.builds(Candidate, st.sampled_from(HOLES), DIGITS), max_size=6))
    def eliminate(self, candidates):
        """They are removed from notes and candidates, unless a cell is filled or the solution has one of them."""
        before = self.game.history.position
        old_entries, old_values, old_eliminated = self.game.board.entries, self.game.values, self.game.eliminated
        if any(self.game.values[cell] or SOLUTION[cell] == digit for cell, digit in candidates):
            with pytest.raises(ValueError, match="can't be eliminated"):
                self.game.eliminate(candidates)
            assert self.game.history.position == before
            return
        self.act(self.game.eliminate, candidates)
        for cell, (old, new) in enumerate(zip(old_entries, self.game.board.entries, strict=True)):
            gone = sum({1 << digit for where, digit in candidates if where == cell})
            assert new == old.without(gone)
            assert not new.noted & gone
            assert not any(gone >> digit & 1 for digit, _ in new.tints)
        assert self.game.eliminated == old_eliminated | set(candidates)
        if self.game.history.position != before:
            self.ruled_out[self.game.history.position] = (old_values, frozenset(candidates))

    @rule(cells=st.sets(st.sampled_from(HOLES)))
    def clear_values(self, cells):
        old = self.game.board.entries
        self.act(self.game.clear_values, sorted(cells))
        assert self.game.board.entries == tuple(
            entry._replace(value=0, revealed=False) if cell in cells else entry for cell, entry in enumerate(old)
        )

    @rule()
    def clean_notes_or_not(self):
        self.game.cleaning = not self.game.cleaning

    @rule()
    def fill_what_follows_or_not(self):
        self.game.filling = not self.game.filling

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
    def watch(self):
        before = self.game.counters
        self.game.count_watch()
        assert self.game.counters == replace(before, watches=before.watches + 1)
        assert self.game.counters.gave_solution_away

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
        children = self.children(before)
        assert self.game.history.can_redo == bool(children)
        move = self.game.redo()
        assert (move is None) == (not children)
        assert self.game.history.position == max(children, key=self.visited.__getitem__, default=before)
        self.visit()

    @rule(data=st.data())
    def go_to(self, data):
        self.game.go_to(data.draw(st.sampled_from(sorted(self.parent))))
        self.visit()

    @rule(label=st.none() | st.text(max_size=3))
    def bookmark(self, label):
        """With any label or the proposed one: the existing label, or an unused one."""
        here, history = self.game.history.position, self.game.history
        if label is None:
            label = history.label_for()
            assert label == self.bookmarks[here] if here in self.bookmarks else label not in self.bookmarks.values()
        history.bookmark(label)
        self.bookmarks[here] = label

    @precondition(lambda self: self.bookmarks)
    @rule(data=st.data())
    def jump_to_a_bookmark(self, data):
        self.game.go_to(data.draw(st.sampled_from(sorted(self.bookmarks))))
        self.visit()

    @precondition(lambda self: self.bookmarks)
    @rule(data=st.data())
    def remove_a_bookmark(self, data):
        node = data.draw(st.sampled_from(sorted(self.bookmarks)))
        self.game.history.remove_bookmark(node)
        del self.bookmarks[node]

    @rule()
    def back_to_the_last_correct_position(self):
        way = self.way(self.game.history.position)
        node = self.game.last_correct_node()
        assert node in way
        right = [
            all(entry.value in (0, digit) for entry, digit in zip(self.entries[item], SOLUTION, strict=True))
            for item in way[way.index(node) :]
        ]
        assert right == [True] + [False] * (len(right) - 1)
        self.game.go_to(node)
        self.visit()

    @rule()
    def write_the_tree(self):
        lines = self.game.history.outline()
        assert sorted(line.node for line in lines) == sorted(self.parent)
        place = {line.node: number for number, line in enumerate(lines)}
        for node, moves, level, begins in lines[1:]:
            above = lines[place[self.parent[node]]]
            onward = max(self.children(above.node), key=self.visited.__getitem__)
            assert place[above.node] < place[node]
            assert (moves, begins) == (above.moves + 1, node != onward)
            assert level == above.level + begins
        assert next(line for line in lines if line.node == self.game.history.position).level == 0

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
        loaded.game.filling = self.game.filling
        self.game, self.journal = loaded.game, loaded.journal
        self.game.start()

    @invariant()
    def the_state_is_that_of_its_node(self):
        assert self.game.board.entries == self.entries[self.game.history.position]
        assert self.game.history.bookmarks == self.bookmarks
        assert self.game.eliminated == self.expected_eliminations()
        assert self.game.clock.running == (not self.game.is_solved)

    def expected_eliminations(self):
        """Eliminations on the path since the last restart whose digits are all still there."""
        way = self.way(self.game.history.position)
        starts = [place for place, node in enumerate(way) if self.game.history[node].move.kind is MoveKind.RESTART]
        found = set()
        for node in way[starts[-1] if starts else 0 :]:
            values, candidates = self.ruled_out.get(node, ((), ()))
            if all(old in (0, now) for old, now in zip(values, self.game.values, strict=bool(values))):
                found |= set(candidates)
        return found

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
    settings = settings(max_examples=amount(100), stateful_step_count=50, deadline=None)

    @classmethod
    def setUpClass(cls):
        """One open file for all games, because closing it for the last time would wait for the disk."""
        cls.folder = tempfile.TemporaryDirectory()
        Play.path = Path(cls.folder.name, "games.db")
        cls.store = Store(Play.path)

    @classmethod
    def tearDownClass(cls):
        cls.store.close()
        cls.folder.cleanup()
