"""The program without a screen: reads lines, answers each, and keeps the games where the other one keeps them.

Nothing but text and line ends is written: no control sequences, and nothing twice. Lines come from standard input, a
terminal or not, and its end is as good as `quit`.
"""

import os.path
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.seeds import new_seed
from engine.base.text import counted, is_link, printable, title_of
from engine.commands.exits import CLOSED_PIPE, discard
from engine.files.reading import load
from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.layouts import layout_named
from engine.play.new_game import new_game
from engine.play.origin import UNKNOWN, Origin
from engine.play.schedule import Answered, Practice, Quality, practised
from engine.play.store import GameSummary, Journal, Store
from engine.play.training import LAYOUTS as TRAINED
from engine.play.training import comes_next, stage
from engine.play.training import path as techniques_of
from engine.sat.lessons import lesson_file
from engine.sudoku import formats
from engine.sudoku.as_sat.cell_words import words_of
from engine.sudoku.layout import LAYOUTS, Layout, double
from engine.sudoku.making.drill_bank import read_bank
from engine.sudoku.making.generator import Wish, generate
from engine.sudoku.making.levels import possible_levels
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from tui.draw.numbers import clock_text
from tui.features.lessons.listing import Entry, entries, lessons_done, remember_done
from tui.linear import reading, words
from tui.linear.drilling import Drilling
from tui.linear.learning import Learning
from tui.linear.session import Session
from tui.terminal.options import Options

SHIPPED = Path(__file__).parents[2] / "puzzles"
"""The puzzles that come with the program, with the banks of drills and the lessons."""
UNEQUAL = "!="
"""What stands between a cell and a digit that it is not."""


def run(options: Options, lines: TextIO | None = None, out: TextIO | None = None) -> int:
    """Play until `quit` or the end of the lines, which are those of the terminal; returns the exit code."""
    if lines is None or out is None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # whatever is typed, and whatever the terminal can write
        lines, out = sys.stdin, sys.stdout
    try:
        return _talk(LinearProgram(options), lines, out)
    except BrokenPipeError:  # nobody listens any more; what was played is saved
        discard(sys.stdout)
        return CLOSED_PIPE


def _talk(program: "LinearProgram", lines: TextIO, out: TextIO) -> int:

    def say(sentence: str, end: str = "\n") -> None:
        out.write(sentence + end)
        out.flush()

    try:
        for sentence in program.begin():
            say(sentence)
        say(words.PROMPT, end="")
        for line in lines:
            answer = program.answer(line.strip())
            if answer is None:
                break
            say(answer)
            say(words.PROMPT, end="")
    except KeyboardInterrupt:
        say("")
    say(program.end())
    return 0


class LinearProgram:
    """Owns the store and the game that is played; answers one line after the other."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._store: Store | None = None
        self._session: Session | None = None
        self._exercise: Drilling | Learning | None = None
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "help": lambda _: str(words.HELP), "new": self._new, "games": lambda _: self._list_games(),
            "resume": self._resume, "open": self._open, "save": lambda _: self._save_now(),
            "training": self._list_techniques, "drill": self._drill,
            "lessons": lambda _: self._list_lessons(), "lesson": self._learn,
        }  # fmt: skip

    def begin(self) -> Iterator[str]:
        """What is said first: how it is used, and what is played."""
        yield str(words.WELCOME)
        start = self._options.link or self._options.path
        if start is not None:
            yield self._answered(lambda: self._open_place(str(start), 1))
        else:
            games = self._games()
            yield str(words.CAN_RESUME.format(game=_described(games[0])) if games else words.HOW_TO_BEGIN)

    def answer(self, line: str) -> str | None:
        """What is said to a line; None for `quit`."""
        word, *more = line.split() or [""]
        if word.lower() in ("quit", "exit"):
            return None
        command = self._commands.get(word.lower())
        if command:
            return self._answered(lambda: command(more))
        if is_link(word):
            return self._answered(lambda: self._open(line.split()))
        if self._exercise:
            return self._exercise.answer(line)
        if self._session is None:
            return str(words.NO_GAME if line else words.HOW_TO_BEGIN)
        said = self._session.answer(line)
        return str(words.UNKNOWN if said is None else said)

    def end(self) -> str:
        """Write down what is not yet written, and say so."""
        problem = ""
        if self._session:
            self._session.game.pause()
            problem = self._session.save()
        if self._store:
            self._store.close()
        return str(problem or (words.FAREWELL if self._session else words.ENDED))

    @staticmethod
    def _answered(act: Callable[[], str]) -> str:
        """The answer of a command, or why it can't be done."""
        try:
            return act()
        except (InputError, StoreError) as error:
            return printable(str(error))

    # puzzles

    def _new(self, more: Sequence[str]) -> str:
        """Make a puzzle; words after the command name a layout and a level."""
        layout, level = double(), Level.EASY
        for word in more:
            found = layout_named(word.lower()) if word.lower() in LAYOUTS else None
            levels = [one for one in possible_levels(found or layout) if one.value == word.lower()]
            if not found and not levels:
                names = ", ".join(one.value for one in possible_levels(layout))
                raise InputError(words.NO_SUCH_LAYOUT.format(layouts=", ".join(LAYOUTS), levels=names))
            layout, level = found or layout, levels[0] if levels else level
        made = generate(layout, Wish(level=level), seed=new_seed())
        return self._play(made.puzzle, Origin(level))

    def _open(self, more: Sequence[str]) -> str:
        """Open a file or a link; a number after it says which of several puzzles."""
        number = int(more[-1]) if len(more) > 1 and more[-1].isdigit() else None
        place = " ".join(more if number is None else more[:-1])
        return self._open_place(place, number)

    def _open_place(self, place: str, number: int | None) -> str:
        if is_link(place):
            puzzles = formats.parse(place.encode(errors="replace"), path=_("the link"))
            return self._play(puzzles[0], UNKNOWN)
        bounds = self._options.bounds
        path = Path(bounds.folder, place) if bounds else Path(os.path.expanduser(place))
        content = load(path)
        if not isinstance(content, list):
            raise InputError(words.NOT_A_PUZZLE)
        if number is None and len(content) > 1:
            return words.WHICH_PUZZLE.format(puzzles=counted(len(content), "puzzle"), path=printable(place))
        if not 1 <= (number or 1) <= len(content):
            raise InputError(words.NO_SUCH_PUZZLE.format(number=number, puzzles=counted(len(content), "puzzle")))
        return self._play(content[(number or 1) - 1], Origin(file=title_of(path.name)))

    def _play(self, puzzle: Puzzle, origin: Origin) -> str:
        """Play a puzzle: the game of it that is begun, or a new one."""
        begun = self._opened().unfinished_games_of(puzzle)
        if begun:
            return " ".join([words.GOES_ON.format(game=_described(begun[0])), self._go_on(begun[0].id)])
        made = new_game(puzzle)
        journal = Journal(self._opened(), origin=origin)
        empty = next((at for at, given in enumerate(puzzle.givens) if not given), 0)
        title = printable(puzzle.name) or puzzle.layout.label
        told = words.NEW.format(title=title, holes=counted(puzzle.holes, "hole"), grids=_grids(puzzle.layout))
        return " ".join(filter(None, [told, made.notice, self._take(made.game, empty, journal, None)]))

    # games

    def _resume(self, more: Sequence[str]) -> str:
        if self._exercise and self._session and not more:
            self._exercise = None
            self._session.game.start()
            return self._session.answer("here") or ""
        games = self._games()
        if not games:
            return str(words.NO_GAMES)
        number = int(more[0]) if more and more[0].isdigit() else 1
        if not 1 <= number <= len(games):
            return words.NO_SUCH_GAME.format(number=number)
        return f"{_described(games[number - 1])}. {self._go_on(games[number - 1].id)}"

    def _list_games(self) -> str:
        told = [words.NUMBERED_GAME.format(number=number, game=_described(game))
                for number, game in enumerate(self._games(), 1)]  # fmt: skip
        return str("\n".join(told) or words.NO_GAMES)

    def _games(self) -> list[GameSummary]:
        return self._opened().unfinished()

    def _go_on(self, number: int) -> str:
        saved = self._opened().load(number)
        view = saved.view if isinstance(saved.view, dict) else {}
        at = view.get("cursor")
        cell = at if type(at) is int and 0 <= at < len(saved.game.values) else 0
        return self._take(saved.game, cell, saved.journal, view)

    def _take(self, game: Game, cell: int, journal: Journal, view: "dict[str, object] | None") -> str:
        """Play this game from now on; what the other program's screen has kept beside it stays."""
        self._rest()

        def save(played: Game, at: int) -> str:
            try:
                journal.save(played.record(), (view or {}) | {"cursor": at})
            except StoreError as error:
                return str(error)
            return self._opened().take_notice()

        self._exercise = None
        game.cleaning = (view or {}).get("cleaning") is not False
        game.start()
        self._session = Session(game, cell, save)
        return " ".join(filter(None, (reading.cell(game, cell), self._session.save())))

    # drills

    def _list_techniques(self, more: Sequence[str]) -> str:
        """The techniques that are practised on a layout, and how far each is."""
        layout = self._layout_of(more)
        practices, today = practised(self._opened().drills_answered()), date.today()
        return "\n".join(
            words.TRAINING.format(
                number=number,
                technique=technique.title,
                stage=words.STAGES[stage(practices.get(technique, Practice()), today)],
            )
            for number, technique in enumerate(techniques_of(layout), 1)
        )

    def _drill(self, more: Sequence[str]) -> str:
        """Ask a drill: of the technique that is named or numbered, of the one before, or of what comes next."""
        if not more and isinstance(self._exercise, Drilling):
            return self._exercise.begin()
        names = [word.lower() for word in more]
        layout = self._layout_of([word for word in names if word in TRAINED])
        wanted = [word for word in names if word not in TRAINED]
        techniques = techniques_of(layout)
        numbered = {str(number): technique for number, technique in enumerate(techniques, 1)}
        named = numbered | {technique.option: technique for technique in techniques}
        if len(wanted) > 1 or not named.keys() >= set(wanted):
            raise InputError(words.NO_SUCH_DRILL.format(layouts=", ".join(TRAINED)))
        practices = practised(self._opened().drills_answered())
        technique = named[wanted[0]] if wanted else comes_next(techniques, practices, date.today())

        def keep(drilled: Technique, quality: Quality) -> str:
            try:
                self._opened().keep_drill(Answered(drilled, date.today(), quality), layout.name)
            except StoreError as error:
                return str(error)
            return ""

        return self._begin(Drilling(layout, technique, read_bank(SHIPPED, layout), keep))

    def _begin(self, exercise: Drilling | Learning) -> str:
        """Leave the game, which is kept, for a drill or a lesson."""
        self._rest()
        self._exercise = exercise
        return exercise.begin()

    def _rest(self) -> None:
        """Let the game rest, if there is one."""
        if self._session:
            self._session.game.pause()
            self._session.save()

    @staticmethod
    def _layout_of(names: Sequence[str]) -> Layout:
        """The layout that is named, a single grid if none is. Raises InputError for one without drills."""
        name = names[0].lower() if names else TRAINED[0]
        if name not in TRAINED:
            raise InputError(words.NO_SUCH_DRILL.format(layouts=", ".join(TRAINED)))
        return LAYOUTS[name]()

    # lessons

    def _entries(self) -> list[Entry]:
        return entries([SHIPPED / "lessons", *filter(None, [self._options.lessons])], UNEQUAL)

    def _list_lessons(self) -> str:
        """The lessons, by their numbers, and which of them are done."""
        done, told = lessons_done(), []
        for number, entry in enumerate(self._entries(), 1):
            if entry.title:
                listed = words.LESSON_DONE.format if entry.key in done else words.LESSON_LISTED.format
                told.append(listed(number=number, title=entry.title))
            else:
                name = printable(entry.path.name)
                told.append(words.LESSON_BROKEN.format(number=number, name=name, reason=entry.about))
        return "\n".join(told)

    def _learn(self, more: Sequence[str]) -> str:
        """Begin the lesson of a number, or the first one that is not done."""
        found, done = self._entries(), lessons_done()
        if more:
            number = int(more[0]) if more[0].isdecimal() else 0
        else:
            number = next((at for at, one in enumerate(found, 1) if one.title and one.key not in done), 1)
        if not 1 <= number <= len(found):
            raise InputError(words.NO_SUCH_LESSON.format(number=printable(" ".join(more))))
        path = found[number - 1].path

        def finish() -> None:
            if not self._options.bounds:  # guests share the account
                remember_done(path)

        return self._begin(Learning(lesson_file.read(path, partial(words_of, unequal=UNEQUAL)), finish))

    def _save_now(self) -> str:
        return str((self._session.save() or words.SAVED) if self._session else words.NO_GAME)

    def _opened(self) -> Store:
        bounds = self._options.bounds
        if self._store is None:
            self._store = Store(most_games=bounds.games, most_bytes=bounds.disk) if bounds else Store()
        return self._store


def _described(game: GameSummary) -> str:
    title = printable(game.title or game.file or game.layout)
    return words.GAME.format(
        title=title, filled=game.filled, holes=counted(game.holes, "hole"), time=clock_text(game.elapsed)
    )


def _grids(layout: Layout) -> str:
    if len(layout.grids) < 2:
        return words.ONE_GRID.format(size=layout.rows)
    return words.GRIDS.format(count=len(layout.grids), rows=layout.rows, columns=layout.columns)
