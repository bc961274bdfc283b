"""A game in line mode: each line is a move, a question or a command."""

import re
from collections.abc import Callable, Mapping, Sequence

from engine.base.language import Sentence
from engine.base.text import joined_list, paragraph, pluralized
from engine.play import hints
from engine.play.board import COLOUR_LETTERS, NoteKind
from engine.play.errors import GameError
from engine.play.fog import lit_values
from engine.play.game import Game
from engine.play.hint_stages import Remedy
from engine.play.hints import Hint
from engine.play.history import Move
from engine.play.past import Rival
from engine.play.summary import solved_sentence
from engine.play.typed_moves import TypedMove, parse_move
from engine.sudoku.layout import House
from engine.sudoku.signs import digit_of, sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.next_step import StepOrder
from engine.sudoku.techniques.position import Candidate
from tui.draw.numbers import clock_text
from tui.linear import reading, words

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_HOUSE = r"(?P<kind>row|column|box|diagonal|window)(?: (?P<number>\d{1,2}))?(?: (?:of )?grid (?P<grid>\d{1,2}))?"
_HOUSE_COMMAND = re.compile(_HOUSE)
_MISSING_COMMAND = re.compile(rf"missing(?: (?:in )?{_HOUSE})?")
_WHERE_COMMAND = re.compile(rf"where (?P<digit>\w+)(?: (?:in )?{_HOUSE})?")
_CELL = r"(?P<cell>\d+ ?[a-z]{1,3}|[a-z]{1,3}\d+|r\d+c\d+)"
_NOTE_COMMAND = re.compile(rf"(?P<kind>note|corner)(?: {_CELL})?(?P<digits>(?:(?: | ?, ?)(?:[0-9]+|[a-p]))+)")
_NOTES_COMMAND = re.compile(rf"notes (?:(?:in|of) )?{_HOUSE}")
_COLOUR_COMMAND = re.compile(r"colou?r(?: (?P<cell>.*?))? (?P<letter>[a-i]|none)")
MOVE = re.compile(r"\d|[a-z]{1,3}\d")
"""The beginning of a cell or a move."""

REMEDIES: Mapping[Remedy | None, str] = {Remedy.LAST_CORRECT: "correct", Remedy.FILL_NOTES: "fill"}
"""The commands named in hints."""

_CAN_COMMAND = re.compile(r"can(?: (?P<cell>.+))?")
_WHY_COMMAND = re.compile(r"why(?: (?P<cell>.+))?")
_RULES_COMMAND = re.compile(r"rules (?P<cell>.+)")


class Session:
    """One game with a current cell. `save` saves the game; it returns the reason if that fails, else ""."""

    def __init__(
        self,
        game: Game,
        cell: int,
        save: Callable[[Game, int], str],
        order: StepOrder = StepOrder.BY_SIGHT,
        rival: Rival | None = None,
    ) -> None:
        """`order` selects the step of a hint; `rival` is a game to race against."""
        self.game = game
        self._rival = rival
        self._order = order
        self.cell = cell
        """The current cell."""
        self._save = save
        self._hint: Hint | None = None
        self._commands: dict[str, Callable[[], str]] = {
            "": lambda: reading.describe_cell(self.game, self.cell),
            "here": lambda: reading.describe_cell(self.game, self.cell),
            "houses": lambda: reading.describe_houses(self.game.layout, self.cell),
            "board": lambda: reading.describe_board(self.game),
            "grids": lambda: reading.describe_grids(self.game.layout),
            "rules": lambda: reading.describe_rules(self.game),
            "notes": lambda: reading.describe_notes(self.game),
            "next": self._next,
            "hint": self._give_hint,
            "details": self._give_details,
            "check": self._check,
            "correct": self._correct,
            "undo": self._undo,
            "redo": self._redo,
            "fill": lambda: self._play(self.game.fill_notes, str(words.FILLED)),
            "restart": lambda: self._play(self.game.restart, str(words.RESTARTED)),
            "reveal": lambda: self._enter(lambda: self.game.reveal(self.cell)),
            "progress": self._progress,
        }

    def answer(self, line: str) -> str | None:
        """Return the answer to a line, "" for none; None if it is not about the game."""
        text = " ".join(line.lower().split())
        try:
            return self._answer(text)
        except GameError as refusal:
            return str(refusal)

    def _answer(self, text: str) -> str | None:
        game, layout = self.game, self.game.layout
        if text in self._commands:
            return self._commands[text]()
        if text in _STEPS:
            return self._step(*_STEPS[text])
        if match := _HOUSE_COMMAND.fullmatch(text):
            return reading.describe_house(game, self._house(match))
        if match := _MISSING_COMMAND.fullmatch(text):
            return reading.describe_missing(game, self._house(match))
        if match := _WHERE_COMMAND.fullmatch(text):
            digit = digit_of(match["digit"])
            if not 1 <= digit <= layout.size:
                return words.WHICH_DIGIT.format(example="where 4 box 5")
            return reading.describe_places(game, digit, self._house(match))
        if match := _NOTE_COMMAND.fullmatch(text):
            kind = NoteKind.CORNER if match["kind"] == "corner" else NoteKind.CENTRE
            digits = [digit_of(digit) for digit in re.split(r"[ ,]+", match["digits"].strip(" ,"))]
            return self._note(match["cell"], digits, kind)
        if match := _NOTES_COMMAND.fullmatch(text):
            return reading.describe_notes(game, self._house(match))
        if match := _COLOUR_COMMAND.fullmatch(text):
            return self._colour(match["cell"], match["letter"])
        if match := _CAN_COMMAND.fullmatch(text):
            return reading.describe_candidates(game, self._cell_named(match["cell"]))
        if match := _RULES_COMMAND.fullmatch(text):
            return reading.describe_rules(game, self._cell_named(match["cell"] if match["cell"] != "here" else None))
        if match := _WHY_COMMAND.fullmatch(text):
            return self._explain(match["cell"] or "")
        if MOVE.match(text):
            return self._move(text)
        return None

    def _house(self, match: "re.Match[str]") -> House:
        """Return the named house; by default the box of the current cell, or its row if there are no boxes."""
        kinds = {house.kind for house in self.game.layout.houses}
        kind = match["kind"] or ("box" if "box" in kinds else "row")
        number, grid = (int(match[part]) if match[part] else None for part in ("number", "grid"))
        return reading.find_house(self.game.layout, kind, number, grid, self.cell)

    def _cell_named(self, name: str | None) -> int:
        """Return the named cell, or the current one."""
        return parse_move(name, self.game.layout).cell if name else self.cell

    # the current cell

    def _step(self, down: int, right: int) -> str:
        cell = self.game.layout.towards(self.cell, down, right)
        if cell == self.cell:
            return words.EDGE.format(cell=self.game.layout.cell_name(cell))
        self.cell = cell
        return reading.describe_cell(self.game, cell)

    def _next(self) -> str:
        values = lit_values(self.game)
        order = [(self.cell + distance) % len(values) for distance in range(1, len(values) + 1)]
        empty = next((cell for cell in order if not values[cell]), None)
        if empty is None:
            return str(words.NOTHING_EMPTY)
        self.cell = empty
        return reading.describe_cell(self.game, empty)

    # moves

    def _move(self, text: str) -> str:
        typed = parse_move(text, self.game.layout)
        self.cell, digit = typed.cell, typed.digit
        if digit is None:
            return reading.describe_cell(self.game, self.cell)
        return self._enter(lambda: self.game.place(typed.cell, digit))

    def _enter(self, make_move: Callable[[], Move | None]) -> str:
        """Make a move in the cell, and describe the cell and any broken rule."""
        move = make_move()
        if move is None:
            return str(words.SAME)
        name, digit = self.game.layout.cell_name(self.cell), self.game.values[self.cell]
        sentence = (words.PUT if digit else words.CLEARED).format(
            cell=name, digit=sign(digit) if digit else "", left=reading.cells_left(self.game)
        )
        return self._reply(sentence)

    def _note(self, name: str | None, digits: Sequence[int], kind: NoteKind) -> str:
        cell = self._cell_named(name)
        sentences = []
        for digit in digits:
            self.game.toggle_note(cell, digit, kind)
            self.cell = cell
            board = self.game.board
            noted = board.notes[cell] if kind is NoteKind.CENTRE else board.corners[cell]
            sentence = words.NOTED[kind] if noted >> digit & 1 else words.NOT_NOTED[kind]
            sentences.append(sentence.format(digit=sign(digit), cell=self.game.layout.cell_name(cell)))
        return self._reply(paragraph(sentences))

    def _colour(self, name: str | None, letter: str) -> str:
        cell = self._cell_named(name)
        self.game.colour(cell, 0 if letter == "none" else COLOUR_LETTERS.index(letter.upper()))
        self.cell = cell
        colour = self.game.board.entries[cell].colour
        sentence = words.COLOURED if colour else words.NOT_COLOURED
        return self._reply(sentence.format(cell=self.game.layout.cell_name(cell), letter=COLOUR_LETTERS[colour]))

    def _play(self, make_move: Callable[[], Move | None], sentence: str) -> str:
        return str(self._reply(sentence) if make_move() else words.SAME)

    def _undo(self) -> str:
        sentence = self._move_in_history(self.game.undo, words.UNDONE, words.UNDONE_MANY)
        return sentence or str(words.NOTHING_TO_UNDO)

    def _redo(self) -> str:
        sentence = self._move_in_history(self.game.redo, words.REDONE, words.REDONE_MANY)
        return sentence or str(words.NOTHING_TO_REDO)

    def _move_in_history(self, make_move: Callable[[], Move | None], singular: Sentence, plural: Sentence) -> str:
        """Move in the history, and describe the cell of the move; "" if there is no move."""
        move = make_move()
        if move is None:
            return ""
        cells = [change.cell for change in move.changes]
        digits = [change.cell for change in move.changes if change.before.value != change.after.value] or cells
        if len(digits) == 1:
            return self._reply(singular.format(cell=reading.describe_cell(self.game, digits[0])))
        count = pluralized(len(cells), "cell") if cells else pluralized(len(move.eliminated), "candidate")
        return self._reply(plural.format(count=count))

    def _reply(self, sentence: str) -> str:
        """Save the game, and return the sentence with broken rules, the end of the game, or a failure."""
        sentences = [sentence]
        if self.game.is_solved:
            sentences.append(solved_sentence(self.game, clock_text(self.game.clock.elapsed)))
        elif self.game.board.conflicts or self.game.board.broken_rules:
            sentences.append(reading.describe_broken_rules(self.game, self.cell))
        sentences.append(self.save())
        return paragraph(sentences)

    def save(self) -> str:
        """Save the game; returns the reason if that fails, else ""."""
        return self._save(self.game, self.cell)

    # help

    def _give_hint(self) -> str:
        """Return the next stage of a hint, or another hint."""
        if self._hint and self._hint.has_next_stage(self.game, Level.EXTREME):
            self._hint = hints.advance(self.game, self._hint)
        else:
            self._hint = hints.ask(self.game, cursor=self.cell, order=self._order).answer()
            hints.accept(self.game, self._hint)
        return self._hint_text(self._hint)

    def _give_details(self) -> str:
        """Return the first detail of the current sentence of the hint."""
        if not (self._hint and self._hint.has_next_stage(self.game, Level.EXTREME) and self._hint.stage.parts):
            return str(words.NO_DETAILS)
        self._hint = self._hint.unfolded()
        return self._hint_text(self._hint)

    def _explain(self, text: str) -> str:
        """Explain why the named cell is or is not a digit; without a digit, why it has its value."""
        typed = parse_move(text, self.game.layout) if text else TypedMove(self.cell, None)
        self.cell = typed.cell
        self._hint = hints.ask(self.game, about=Candidate(typed.cell, typed.digit or 0)).answer()
        hints.accept(self.game, self._hint)
        return self._hint_text(self._hint)

    def _hint_text(self, hint: Hint) -> str:
        stage = hint.stage.with_key(REMEDIES.get(hint.stage.remedy, ""))
        if stage.cell is not None:
            self.cell = stage.cell
        text = words.MORE.format(sentence=stage.sentence, more=stage.next_press) if stage.next_press else stage.sentence
        if stage.parts:
            text = paragraph([text, words.HAS_DETAILS.format(sentences=pluralized(len(stage.parts), "sentence"))])
        return self._reply(reading.without_arrows(text))

    def _check(self) -> str:
        check = self.game.check()
        return paragraph([check.sentence, words.WHERE if check.wrong_notes else "", self.save()])

    def _correct(self) -> str:
        history = self.game.history
        node = self.game.last_correct_node()
        back = history.moves(history.position) - history.moves(node)
        if not back:
            return str(words.RIGHT_SO_FAR)
        self.game.go_to(node)
        return self._reply(words.TAKEN_BACK.format(moves=pluralized(back, "move")))

    def _progress(self) -> str:
        game = self.game
        if game.is_solved:
            return str(words.SOLVED_ALREADY)
        counts = [(sign(digit), count) for digit, count in game.board.digits_left().items() if count]
        digits = joined_list(words.OF_DIGIT.format(digit=digit, count=count) for digit, count in counts)
        progress = words.PROGRESS.format(
            filled=game.board.filled,
            cells=len(game.values),
            left=reading.cells_left(game),
            time=clock_text(game.clock.elapsed),
            digits=digits,
        )
        if (rival := self._rival) is None:
            return progress
        comparison = words.RIVAL_PROGRESS if rival.name else words.BEST_PROGRESS
        return paragraph(
            [progress, comparison.format(name=rival.name, filled=rival.filled(game), cells=len(game.values))]
        )
