"""Drills in line mode, answered with a cell and a digit."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.base.seeds import new_seed
from engine.base.text import paragraph
from engine.play.answers import MAX_WRONG_ANSWERS, AnswerVerdict, DrillAnswer, judge, places_digits
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.schedule import Quality
from engine.play.typed_moves import parse_move
from engine.sudoku.layout import Layout
from engine.sudoku.making.drill_bank import next_drill
from engine.sudoku.making.drills import Drill
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate
from tui.features.train import words as drill_words
from tui.linear import reading, words
from tui.linear.session import MOVE, Session

_QUESTIONS = re.compile(
    r"|here|houses|grids|board|next|left|right|up|down|(row|column|box|diagonal|window|missing|where|can)\b.*"
)
"""Lines that ask about a board and change nothing; an empty one describes the cell."""


class DrillExercise:
    """Gives one drill of a technique after another. Owns the drill and the answers."""

    def __init__(
        self,
        layout: Layout,
        technique: Technique,
        bank: str,
        save_answer: Callable[[Technique, Quality], str],
        own: Sequence[Drill] = (),
    ) -> None:
        """`save_answer` saves how a drill was answered; it returns the reason if that fails, else "".

        The first drills are those of the player's `own` games.
        """
        self._layout = layout
        self._technique = technique
        self._bank = bank
        self._save_answer = save_answer
        self._own = list(own)

    def start(self) -> str:
        """Start a drill, and return its question."""
        own = self._own.pop(0) if self._own else None
        self.drill = own or next_drill(self._layout, self._technique, self._bank, new_seed())
        self._technique = self.drill.technique
        self._wrong, self._is_finished = 0, False
        game = game_at(self.drill)
        self._board = Session(game, game.values.index(0), lambda _game, _cell: "")
        question = words.FIND_PLACE if places_digits(self._technique) else words.FIND_ELIMINATION
        title, layout = self._technique.title, self._layout.label
        return paragraph([words.DRILL.format(technique=title, layout=layout), question, self._board.answer("")])

    def answer(self, line: str) -> str:
        """Return the answer to a line."""
        return self._answer(line) or str(words.IN_A_DRILL)

    def _answer(self, line: str) -> str | None:
        """Return the answer to a line; None if it is neither a question about the board nor an answer."""
        text = " ".join(line.lower().split())
        if text == "show":
            return str(words.DRILL_OVER) if self._is_finished else self._show(str(drill_words.GIVEN_UP))
        if _QUESTIONS.fullmatch(text):
            return self._board.answer(text)
        if not MOVE.match(text):
            return None
        try:
            typed = parse_move(text, self._layout)
        except GameError as refusal:
            return str(refusal)
        if typed.digit is None:
            return self._board.answer(text)
        if not typed.digit:
            return None
        return str(words.DRILL_OVER) if self._is_finished else self._judge(Candidate(typed.cell, typed.digit))

    def _judge(self, candidate: Candidate) -> str:
        judgement = judge(self.drill, DrillAnswer(frozenset({candidate})))
        if judgement.verdict is AnswerVerdict.RIGHT:
            right = drill_words.RIGHT_LATE if self._wrong else drill_words.RIGHT
            quality = Quality.SECOND_TRY if self._wrong else Quality.FIRST_TRY
            return self._end(paragraph([right, reading.without_arrows(judgement.sentence)]), quality)
        self._wrong += 1
        if self._wrong < MAX_WRONG_ANSWERS:
            return paragraph([words.NOT_SO, judgement.sentence])
        return self._show(paragraph([drill_words.STEP_SHOWN, judgement.sentence]))

    def _show(self, message: str) -> str:
        step = min(self.drill.steps, key=lambda item: len(item.cells))
        return self._end(paragraph([message, reading.without_arrows(step.sentence)]), Quality.REVEAL)

    def _end(self, message: str, quality: Quality) -> str:
        self._is_finished = True
        return paragraph([message, self._save_answer(self._technique, quality), words.ANOTHER_DRILL])


def game_at(drill: Drill) -> Game:
    """Return the position of a drill as a game with its digits and candidates."""
    position = drill.position
    game = Game(replace(drill.puzzle, givens=position.values), drill.solution)
    cells = enumerate(zip(position.values, game.candidates.masks, position.masks, strict=True))
    eliminated = [
        Candidate(cell, digit)
        for cell, (value, before, now) in cells
        for digit in range(1, drill.puzzle.layout.size + 1)
        if not value and (before & ~now) >> digit & 1
    ]
    if eliminated:
        game.eliminate(eliminated)
    return game
