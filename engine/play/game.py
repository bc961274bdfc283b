"""A game in progress: a puzzle, its board, and the rules for moves."""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.base import values
from engine.base.language import _, lazy_gettext
from engine.play.board import COLOURS, EMPTY, Board, CellState, NoteKind, digits_of
from engine.play.clock import Clock
from engine.play.errors import GameError
from engine.play.history import History, Move, MoveKind, Tree
from engine.play.notes import notes_verdict, wrong_notes
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle, breaks, is_solution
from engine.sudoku.search import solving as search
from engine.sudoku.signs import sign
from engine.sudoku.techniques.position import Candidate, Position

Cells = int | Collection[int]
"""A cell or several."""

GIVEN = lazy_gettext("{cell} is a given and can't be changed.")
RULED_OUT = lazy_gettext("This puzzle rules out {digit} in {cell}.")
ALL_RULED_OUT = lazy_gettext("This puzzle rules out {digit} in these cells.")
ALL_GIVEN = lazy_gettext("These cells are givens and can't be changed.")
HOLDS_DIGIT = lazy_gettext("{cell} holds a digit: clear it before noting others.")
ALL_HOLD_DIGITS = lazy_gettext("These cells hold digits: clear them before noting others.")
NO_LONE_NOTE = lazy_gettext("There is no cell with a single note here.")
NO_SUCH_DIGIT = lazy_gettext("There is no digit {digit} here: digits are 1 to {size}.")


@dataclass(frozen=True)
class HelpCounters:
    """The help that the player took. Undo does not reduce the counters.

    `reveals` counts cells filled for the player: revealed ones, and naked singles filled automatically. `solutions`
    counts how often the solution was shown on the board, `watches` how often the player watched the puzzle being
    solved.
    """

    hints: int = 0
    reveals: int = 0
    checks: int = 0
    solutions: int = 0
    watches: int = 0

    @property
    def is_unaided(self) -> bool:
        """Whether the player took no help of any kind."""
        return self == HelpCounters()

    @property
    def gave_solution_away(self) -> bool:
        """Whether the player has seen the whole solution, on the board or by watching."""
        return self.solutions + self.watches > 0


@dataclass(frozen=True)
class Check:
    """The result of a check: whether the digits are right so far, and a sentence that says so without the place.

    `wrong_notes` is the number of cells whose notes lack their digit; it is 0 if a digit is wrong.
    """

    right: bool
    sentence: str
    wrong_notes: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether both digits and notes are right."""
        return self.right and not self.wrong_notes


@dataclass(frozen=True)
class GameRecord:
    """The complete state of a game as a value, which a thread can save while the game continues.

    `serial` numbers the records of a game, so that an older one never overwrites a newer one; it is ignored when
    records are compared.
    """

    puzzle: Puzzle
    solution: Digits | None
    solvable: bool
    tree: Tree
    counters: HelpCounters
    elapsed: float
    filled: int
    solved: bool
    serial: int = field(default=0, compare=False)


@values.plain(
    puzzle=Puzzle, layout=Layout, solution=Digits | None, solvable=bool, history=History, counters=HelpCounters,
    clock=Clock, cleaning=bool, filling=bool, _playing=bool, _serial=int,
)  # fmt: skip
class Game:
    """A puzzle being played.

    `solution` is the unique solution, or None if there is none or more than one; `solvable` distinguishes these. `now`
    is the clock's source of seconds. The clock starts paused; it runs between `start` and `pause` while the board is
    not solved. With `cleaning`, entering a digit removes it from the notes of its peers in the same move; with
    `filling`, cells left with one candidate are filled in the same move too.

    Moves that the rules refuse raise GameError and change nothing; those without an effect return None and are not
    recorded. A method called with several cells makes one move and skips cells that can't be changed; it is refused if
    all are skipped. Not thread-safe.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        solution: Digits | None = None,
        *,
        solvable: bool = True,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a game. Raises ValueError if the solution does not solve the puzzle, or there can be no solution."""
        if solution is not None and not (solvable and is_solution(puzzle, solution)):
            raise ValueError("the solution does not solve the puzzle")
        if solution is None and solvable and breaks(puzzle, puzzle.givens):
            raise ValueError("a puzzle whose givens break the rules has no solution")
        self.puzzle = puzzle
        self.layout: Layout = puzzle.layout
        self.solution = solution
        self.solvable = solvable
        self.history = History(_start(puzzle))
        self.counters = HelpCounters()
        self.clock = Clock(now=now)
        self.cleaning = False
        self.filling = False
        self._playing = False
        self._serial = 0

    # The state

    @property
    def board(self) -> Board:
        """The state of each cell."""
        return self.history.board

    @property
    def values(self) -> Digits:
        """The digits on the board, one per cell, 0 if empty."""
        return self.board.values

    @property
    def is_solved(self) -> bool:
        """Whether the board is full without conflicts; any such board wins, even if there are several solutions."""
        return self.board.is_solved

    @property
    def eliminated(self) -> frozenset[Candidate]:
        """The candidates that hints have eliminated since the last restart and that are still eliminated.

        An elimination remains valid as long as all digits that were on the board at the time are still there.
        """
        return self._eliminated(self.values)

    def _eliminated(self, later_values: Digits) -> frozenset[Candidate]:
        """The candidates eliminated by hints (see `eliminated`) on a board with these values."""
        values = list(self.values)
        eliminated: set[Candidate] = set()
        for node in reversed(self.history.path()):
            move = self.history[node].move
            if move.kind is MoveKind.RESTART:
                break
            for cell, before, _unused in move.changes:
                values[cell] = before.value
            if move.eliminated and all(old in (0, now) for old, now in zip(values, later_values, strict=True)):
                eliminated.update(move.eliminated)
        return frozenset(eliminated)

    @property
    def candidates(self) -> Position:
        """The board with the candidates of empty cells: digits that no peer has and no hint has eliminated."""
        return candidates(self.puzzle, self.values, self.eliminated)

    @property
    def wrong_notes(self) -> tuple[Candidate, ...]:
        """The digits of the solution that are missing in the notes of their cells (see `engine.play.notes`)."""
        return wrong_notes(self.board, self.solution)

    def is_given(self, cell: int) -> bool:
        """Whether the cell is a given."""
        return self.puzzle.givens[cell] != 0

    # Moves

    def place(self, cells: Cells, digit: int) -> Move | None:
        """Enter a digit, replacing the value; 0 clears. The cell's notes are kept under the digit.

        Refuses a digit that the candidates of the puzzle rule out.
        """
        if digit == 0:
            return self.clear(cells)
        entries = self._states_allowing(self._changeable_states(cells, digit), digit).items()
        placed = {at: entry._replace(value=digit, revealed=False) for at, entry in entries if entry.value != digit}
        return self._put(MoveKind.PLACE, placed)

    def place_lone_notes(self, cells: Cells) -> Move | None:
        """Enter the only note of each empty cell; corner notes count if there are no centre notes."""
        placed = {}
        for cell, entry in self._empty_states(cells).items():
            notes = digits_of(entry.notes or entry.corners)
            if len(notes) == 1 and self.puzzle.allows(cell, notes[0]):
                placed[cell] = entry._replace(value=notes[0], revealed=False)
        if not placed:
            raise GameError(NO_LONE_NOTE)
        return self._put(MoveKind.PLACE, placed)

    def fill_singles(self) -> Move | None:
        """Fill cells with a single candidate, repeatedly."""
        entries = self.board.entries
        singles = self._naked_singles(self.values).items()
        move = self._put(MoveKind.PLACE, {cell: entries[cell]._replace(value=digit) for cell, digit in singles})
        return self._count_help(move, len(singles))

    def clear(self, cells: Cells) -> Move | None:
        """Clear the value of a cell, so that its notes reappear.

        Without a value, clears its notes and the colours of candidates; without these, the colour of the cell.
        If there are several cells, clears only those to which the first of these steps applies.
        """
        entries = self._states(cells)
        stages: list[Callable[[CellState], CellState]] = [
            lambda entry: entry._replace(value=0, revealed=False),
            lambda entry: entry._replace(notes=0, corners=0, tints=()),
            lambda entry: entry._replace(colour=0),
        ]
        for number, stage in enumerate(stages):
            allowed = [cell for cell in entries if number == len(stages) - 1 or not self.is_given(cell)]
            if move := self._make(MoveKind.CLEAR, [(cell, stage(entries[cell])) for cell in allowed]):
                return move
        self._changeable_states(cells)
        return None

    def clear_values(self, cells: Iterable[int]) -> Move | None:
        """Clear the values of these cells in one move. Their notes reappear."""
        cleared = self._changeable_states(tuple(cells)).items()
        return self._make(MoveKind.CLEAR, [(cell, entry._replace(value=0, revealed=False)) for cell, entry in cleared])

    def toggle_note(self, cells: Cells, digit: int, kind: NoteKind = NoteKind.CENTRE) -> Move | None:
        """Add a note to empty cells; if all have it, remove it."""
        entries = self._empty_states(cells, digit)
        noted = {cell: entry.with_note(kind, digit, True) for cell, entry in entries.items()}
        if noted == entries:
            noted = {cell: entry.with_note(kind, digit, False) for cell, entry in entries.items()}
        return self._make(MoveKind.NOTE, noted.items())

    def colour(self, cells: Cells, colour: int) -> Move | None:
        """Colour cells, including givens (0: no colour); if all have the colour, remove it.

        Raises ValueError for an unknown colour.
        """
        return self._colour(self._states(cells), lambda entry, new_colour: entry._replace(colour=new_colour), colour)

    def tint(self, cells: Cells, digit: int, colour: int) -> Move | None:
        """Colour a candidate of empty cells, noted or not, like `colour`."""
        return self._colour(
            self._empty_states(cells, digit), lambda entry, new_colour: entry.with_tint(digit, new_colour), colour
        )

    def _colour(
        self, entries: Mapping[int, CellState], with_colour: Callable[[CellState, int], CellState], colour: int
    ) -> Move | None:
        if not 0 <= colour <= COLOURS:
            raise ValueError(f"colour {colour} of {COLOURS}")
        coloured = {cell: with_colour(entry, colour) for cell, entry in entries.items()}
        if coloured == entries:
            coloured = {cell: with_colour(entry, 0) for cell, entry in entries.items()}
        return self._make(MoveKind.COLOUR, coloured.items())

    def fill_notes(self) -> Move | None:
        """Set the centre notes of all empty cells to their candidates."""
        masks = self.candidates.masks
        entries = enumerate(self.board.entries)
        return self._make(
            MoveKind.NOTE, ((cell, entry._replace(notes=masks[cell])) for cell, entry in entries if not entry.value)
        )

    def add_notes(self, candidates: Iterable[Candidate]) -> Move | None:
        """Add these digits to the centre notes of their cells in one move, as far as the cells are empty."""
        added = sorted(candidates)
        noted = self._empty_states([cell for cell, _digit in added])
        for cell, digit in added:
            if cell in noted:
                noted[cell] = noted[cell].with_note(NoteKind.CENTRE, digit, True)
        return self._make(MoveKind.NOTE, noted.items())

    def eliminate(self, candidates: Iterable[Candidate]) -> Move | None:
        """Eliminate candidates, like a hint: one move, which also removes them from the notes.

        Raises ValueError if a cell is not empty or a candidate belongs to the solution.
        """
        eliminated = set(candidates)
        if not all(self._is_eliminable(candidate, self.values) for candidate in eliminated):
            raise ValueError("a candidate of a filled cell, or of the solution, can't be eliminated")
        entries, states = self.board.entries, dict[int, CellState]()
        for cell, digit in sorted(eliminated):
            states[cell] = states.get(cell, entries[cell]).without(1 << digit)
        if eliminated <= self.eliminated and all(entries[cell] == entry for cell, entry in states.items()):
            return None
        return self._make(MoveKind.ELIMINATE, states.items(), eliminated)

    def reveal(self, cell: int) -> Move | None:
        """Enter the digit of the solution into a cell, marked as revealed."""
        solution = self._unique_solution(
            _("This puzzle has several solutions, so no cell can be revealed."),
            _("This puzzle has no solution, so no cell can be revealed."),
        )
        entry = self._changeable_states(cell)[cell]
        move = self._put(MoveKind.REVEAL, {cell: entry._replace(value=solution[cell], revealed=True)})
        return self._count_help(move, 1)

    def show_solution(self) -> Move | None:
        """Enter the digits of the solution into all cells that lack them, marked as revealed, in one move."""
        solution = self._unique_solution(
            _("This puzzle has several solutions, so none can be shown."),
            _("This puzzle has no solution, so none can be shown."),
        )
        move = self._make(
            MoveKind.SOLUTION,
            (
                (cell, entry._replace(value=digit, revealed=True))
                for cell, (entry, digit) in enumerate(zip(self.board.entries, solution, strict=True))
                if entry.value != digit
            ),
        )
        if move:
            self.counters = replace(self.counters, solutions=self.counters.solutions + 1)
        return move

    def restart(self) -> Move | None:
        """Go back to the givens without notes and colours, in one move that can be undone. The clock continues."""
        return self._make(MoveKind.RESTART, enumerate(_start(self.puzzle).entries))

    # Positions in the history

    def undo(self) -> Move | None:
        """Undo the last move; returns it, or None at the start."""
        move = self.history.undo()
        self._run_clock()
        return move

    def redo(self) -> Move | None:
        """Redo the move undone last, in the branch visited last; returns it, or None if there is none."""
        move = self.history.redo()
        self._run_clock()
        return move

    def last_correct_node(self, cancel: Callable[[], bool] | None = None) -> int:
        """The last node on the current path whose board is correct. Counts as a check (see `check`).

        With several solutions each step back may take a search, which `cancel` ends: raises Cancelled. Raises GameError
        if the puzzle has no solution.
        """
        if not self.solvable:
            raise GameError(_("This puzzle has no solution, so no position is correct."))
        board = self.board
        for node in reversed(self.history.path()):
            if self._is_right(board.values, cancel):
                break
            board = board.before(self.history[node].move.changes)
        self.counters = replace(self.counters, checks=self.counters.checks + 1)
        return node

    def go_to(self, node: int) -> None:
        """Go to any node of the history. Raises IndexError if it does not exist."""
        self.history.go_to(node)
        self._run_clock()

    # Help

    def check(self, cancel: Callable[[], bool] | None = None) -> Check:
        """Check whether the board is correct so far; with several solutions, whether it can be completed.

        The latter is a search, which `cancel` ends: raises Cancelled.
        """
        check = self._check(cancel)
        self.counters = replace(self.counters, checks=self.counters.checks + 1)
        return check

    def count_hint(self) -> None:
        """Count a hint."""
        self.counters = replace(self.counters, hints=self.counters.hints + 1)
        self.history.count_hint()

    def count_watch(self) -> None:
        """Count watching the puzzle being solved, which gives the solution away."""
        self.counters = replace(self.counters, watches=self.counters.watches + 1)

    # The clock

    def start(self) -> None:
        """Run the clock while the board is not solved."""
        self._playing = True
        self._run_clock()

    def pause(self) -> None:
        """Stop the clock."""
        self._playing = False
        self._run_clock()

    # The game as a value

    def record(self) -> GameRecord:
        """The current state as a record."""
        self._serial += 1
        board = self.board
        return GameRecord(
            self.puzzle,
            self.solution,
            self.solvable,
            self.history.tree,
            self.counters,
            self.clock.elapsed,
            board.filled,
            board.is_solved,
            self._serial,
        )

    @classmethod
    def of(cls, record: GameRecord, *, now: Callable[[], float] = time.monotonic) -> "Game":
        """Restore a recorded game, its clock paused. Raises ValueError if the record is inconsistent."""
        game = cls(record.puzzle, record.solution, solvable=record.solvable, now=now)
        if not all(game._is_possible(node.move) for node in record.tree.nodes):
            raise ValueError("the history contains a move that this puzzle does not allow")
        game.history = History(game.board, record.tree)
        game.counters = record.counters
        game.clock = Clock(record.elapsed, now)
        game._serial = record.serial
        return game

    def _is_possible(self, move: Move) -> bool:
        """Whether the puzzle allows the move on any board."""
        cells = range(len(self.values))
        return all(cell in cells and self._can_hold(cell, after) for cell, _, after in move.changes) and all(
            self._is_eliminable(candidate, self.puzzle.givens) for candidate in move.eliminated
        )

    def _can_hold(self, cell: int, entry: CellState) -> bool:
        """Whether the puzzle allows this state of a cell; only the colour of a given can change."""
        given, size = self.puzzle.givens[cell], self.layout.size
        if not 0 <= entry.colour <= COLOURS:
            return False
        if given:
            return entry == CellState(given, colour=entry.colour)
        digits, masks = [digit for digit, _ in entry.tints], range(0, 2 << size, 2)
        return (
            0 <= entry.value <= size
            and (not entry.value or self.puzzle.allows(cell, entry.value))
            and entry.notes in masks
            and entry.corners in masks
            and digits == sorted(set(digits))
            and all(1 <= digit <= size and 1 <= colour <= COLOURS for digit, colour in entry.tints)
        )

    def _is_eliminable(self, candidate: Candidate, values: Digits) -> bool:
        """Whether the candidate is in an empty cell and not in the unique solution."""
        cell, digit = candidate
        return (
            cell in range(len(values))
            and not values[cell]
            and 1 <= digit <= self.layout.size
            and (self.solution is None or self.solution[cell] != digit)
        )

    def _check(self, cancel: Callable[[], bool] | None) -> Check:
        if not self.solvable:
            return Check(False, _("This puzzle has no solution, so its board can't be completed."))
        if self.is_solved:
            return Check(True, _("Solved: every digit is right."))
        right = self._is_right(self.values, cancel)
        wrong = self.wrong_notes if right else ()
        if wrong:
            return Check(True, notes_verdict(len(wrong)), len(wrong))
        if self.solution is not None:
            return Check(
                right, _("Right so far: no digit is wrong.") if right else _("Something is wrong on the board.")
            )
        if right:
            return Check(True, _("Right so far: the board can still be completed."))
        return Check(False, _("Something is wrong: the board can't be completed any more."))

    def _is_right(self, values: Digits, cancel: Callable[[], bool] | None = None) -> bool:
        """Whether these digits agree with the unique solution or, if there are several, with any."""
        if self.solution is not None:
            return all(value in (0, digit) for value, digit in zip(values, self.solution, strict=True))
        return not breaks(self.puzzle, values) and search.solve(replace(self.puzzle, givens=values), cancel) is not None

    def _states(self, cells: Cells) -> dict[int, CellState]:
        """The states of the cells. Raises IndexError for an unknown cell."""
        entries = self.board.entries
        states = dict.fromkeys([cells] if isinstance(cells, int) else cells, EMPTY)
        for cell in states:
            if not 0 <= cell < len(entries):
                raise IndexError(f"cell {cell} of {len(entries)}")
            states[cell] = entries[cell]
        return states

    def _changeable_states(self, cells: Cells, digit: int = 1) -> dict[int, CellState]:
        """The states of the cells that are not givens. Raises GameError if all are, or the digit is invalid."""
        states = self._states(cells)
        givens = [cell for cell in states if self.puzzle.givens[cell]]
        if states and len(givens) == len(states):
            raise GameError(GIVEN.format(cell=self._name(givens)) if len(givens) == 1 else ALL_GIVEN)
        for cell in givens:
            del states[cell]
        if not 1 <= digit <= self.layout.size:
            raise GameError(NO_SUCH_DIGIT.format(digit=digit, size=self.layout.size))
        return states

    def _states_allowing(self, entries: dict[int, CellState], digit: int) -> dict[int, CellState]:
        """Those of the cells that may hold the digit. Raises GameError if none may."""
        allowed = {cell: entry for cell, entry in entries.items() if self.puzzle.allows(cell, digit)}
        if entries and not allowed:
            sentence = RULED_OUT if len(entries) == 1 else ALL_RULED_OUT
            raise GameError(sentence.format(cell=self._name(entries), digit=sign(digit)))
        return allowed

    def _empty_states(self, cells: Cells, digit: int = 1) -> dict[int, CellState]:
        """The states of the cells without a digit. Raises GameError like `_changeable_states`, or if all have one."""
        changeable = self._changeable_states(cells, digit)
        empty = {cell: entry for cell, entry in changeable.items() if not entry.value}
        if changeable and not empty:
            raise GameError(
                HOLDS_DIGIT.format(cell=self._name(changeable)) if len(changeable) == 1 else ALL_HOLD_DIGITS
            )
        return empty

    def _name(self, entries: Iterable[int]) -> str:
        return self.layout.cell_name(next(iter(entries)))

    def _unique_solution(self, if_several: str, if_none: str) -> Digits:
        """The unique solution. Raises GameError with one of these sentences if there are several, or none."""
        if self.solution is None:
            raise GameError(if_several if self.solvable else if_none)
        return self.solution

    def _put(self, kind: MoveKind, placed: Mapping[int, CellState]) -> Move | None:
        """Make the move that enters digits; fills singles and cleans notes in the same move if enabled."""
        entries, after = self.board.entries, dict(placed)
        singles: dict[int, int] = {}
        if self.filling and placed:
            singles = self._naked_singles([after.get(cell, entry).value for cell, entry in enumerate(entries)])
            after |= {cell: entries[cell]._replace(value=digit) for cell, digit in singles.items()}
        for cell, entry in list(after.items()) if self.cleaning else ():
            for peer in self.layout.peers[cell]:
                peer_entry = after.get(peer, entries[peer])
                if peer_entry.noted or peer_entry.tints:
                    after[peer] = peer_entry.without(1 << entry.value)
        move = self._make(kind, sorted(after.items(), key=lambda place: (place[0] not in placed, place[0])))
        return self._count_help(move, len(singles))

    def _count_help(self, move: Move | None, revealed: int) -> Move | None:
        """Count the cells filled for the player if there was a move; returns the move."""
        if move:
            self.counters = replace(self.counters, reveals=self.counters.reveals + revealed)
        return move

    def _naked_singles(self, values: Sequence[int]) -> dict[int, int]:
        """The digits of cells with a single candidate on a board with these values, applied repeatedly.

        Empty where digits break a rule.
        """
        board, digits = list(values), dict[int, int]()
        while not breaks(self.puzzle, board):
            masks = candidates(self.puzzle, tuple(board), self._eliminated(tuple(board))).masks
            singles = {
                cell: mask.bit_length() - 1
                for cell, (mask, value) in enumerate(zip(masks, board, strict=True))
                if not value and mask.bit_count() == 1
            }
            for cell, digit in singles.items():
                board[cell] = digit
            if not singles or breaks(self.puzzle, board):
                break
            digits |= singles
        return digits

    def _make(
        self, kind: MoveKind, entries: Iterable[tuple[int, CellState]], eliminated: Iterable[Candidate] = ()
    ) -> Move | None:
        """Make a move like `History.make`, at the current time of the clock."""
        move = self.history.make(kind, entries, eliminated, self.clock.elapsed)
        self._run_clock()
        return move

    def _run_clock(self) -> None:
        if self._playing and not self.history.board.is_solved:
            self.clock.start()
        else:
            self.clock.pause()


def candidates(puzzle: Puzzle, values: Digits, eliminated: Iterable[Candidate]) -> Position:
    """The board of a puzzle with the candidates of its empty cells, without the eliminated ones."""
    return Position.of_puzzle(puzzle, values).remove(eliminated)


def _start(puzzle: Puzzle) -> Board:
    """The givens, and the puzzle's own candidates as notes where it rules some out."""
    cells = zip(puzzle.givens, puzzle.notes, strict=True)
    return Board(puzzle.layout, tuple(CellState(given, mask) for given, mask in cells), puzzle.rules)
