"""The program without a screen: reads lines, answers each, and saves games in the same place as the full program.

It writes only text and line ends, without control sequences, and nothing twice. Lines come from standard input, a
terminal or not, and its end means `quit`.
"""

import os.path
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engine.base.errors import InputError
from engine.base.folder import read_folder
from engine.base.language import _
from engine.base.seeds import new_seed
from engine.base.text import is_link, joined, paragraph, pluralized, printable, sanitized_input, title_of
from engine.commands.exits import CLOSED_PIPE, discard
from engine.files.kinds import FileKind
from engine.files.reading import glance_at, load
from engine.play.daily import daily_puzzle, result_text, streak
from engine.play.errors import StoreError
from engine.play.game import Game
from engine.play.new_game import new_game
from engine.play.origin import UNKNOWN, Origin
from engine.play.past import best_rival
from engine.play.review import MAX_GAMES, own_drills, review
from engine.play.schedule import AnsweredDrill, Practice, Quality, practice_by_technique
from engine.play.store import GameSummary, Journal, Store
from engine.play.summary import rules_not_drawn
from engine.play.training import DRILL_LAYOUTS, TrainingStage, next_technique, stage, training_path
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import find_homework
from engine.sudoku import formats
from engine.sudoku.as_sat.cell_words import words_of
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.layout.values import layout_named
from engine.sudoku.making.drill_bank import read_bank
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.levels import possible_levels
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.next_step import StepOrder
from tui.base.lesson_progress import first_open, lessons_done, remember_done
from tui.base.try_recorder import TryRecorder
from tui.draw.numbers import clock_text
from tui.features.lessons.listing import LessonEntry, entries
from tui.features.play.view import PlayView
from tui.features.review import words as review_words
from tui.features.train import words as drill_words
from tui.guests.confinement import leads_out
from tui.linear import reading, words
from tui.linear.drilling import DrillExercise
from tui.linear.learning import LessonExercise
from tui.linear.session import Session
from tui.terminal.options import Options

SHIPPED = Path(__file__).parents[2] / "puzzles"
"""The shipped puzzles, banks of drills and lessons."""
_MAX_LINE_BYTES = 1024 if sys.platform == "darwin" else 4096
"""Maximum length of a line in bytes, with its end, that a terminal delivers."""
_DIGITS = re.compile(r"[0-9.]{16,}")
"""A puzzle in one line."""

_SHARED = "line", "sudokupad", "fpuzzles-link"
"""The formats in which `share` writes a puzzle, one line each."""

_MAX_SEARCHED_FILES = 20
"""Maximum number of files read to find an example."""

UNEQUAL = "!="
"""The sign between a cell and a digit that it is not."""


def run(options: Options, lines: TextIO | None = None, out: TextIO | None = None) -> int:
    """Run until `quit` or the end of the input; returns the exit code."""
    if lines is None or out is None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # for any input, and any encoding of the terminal
        lines, out = sys.stdin, sys.stdout
    try:
        return _converse(LinearProgram(options), lines, out)
    except BrokenPipeError:  # the reader of the output is gone; all moves are saved
        discard(sys.stdout)
        return CLOSED_PIPE


def _converse(program: "LinearProgram", lines: TextIO, out: TextIO) -> int:

    def write(sentence: str, end: str = "\n") -> None:
        out.write(sentence + end)
        out.flush()

    try:
        for sentence in program.start():
            write(sentence)
        write(words.PROMPT, end="")
        for line in lines:
            is_cut = lines.isatty() and len(line.encode(errors="replace")) >= _MAX_LINE_BYTES
            answer = words.CUT.format(most=_MAX_LINE_BYTES - 1) if is_cut else program.answer(line.strip())
            if answer is None:
                break
            write(answer)
            write(words.PROMPT, end="")
    except KeyboardInterrupt:
        write("")
    write(program.end())
    return 0


class LinearProgram:
    """Owns the store and the current game; answers one line after the other."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._store: Store | None = None
        self._session: Session | None = None
        self._exercise: DrillExercise | LessonExercise | None = None
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "help": self._help, "?": self._help, "h": self._help,
            "new": self._new, "daily": self._daily, "games": lambda _: self._list_games(), "resume": self._resume,
            "files": self._list_files, "open": self._open, "save": lambda _: self._save_now(),
            "share": lambda _: self._share(),
            "training": self._list_techniques, "drill": self._drill, "review": self._review,
            "lessons": lambda _: self._list_lessons(), "lesson": self._learn,
        }  # fmt: skip

    def start(self) -> Iterator[str]:
        """Return the welcome, and the state of the first game."""
        yield str(words.WELCOME)
        start = self._options.link or self._options.path
        if start is not None:
            yield self._answer_or_refusal(lambda: self._open_place(str(start), 1))
        else:
            games = self._games()
            yield str(words.CAN_RESUME.format(game=_game_text(games[0])) if games else words.HOW_TO_BEGIN)

    def answer(self, line: str) -> str | None:
        """Return the answer to a line; None for `quit`."""
        word, *arguments = line.split() or [""]
        if word.lower() in ("quit", "exit"):
            return None
        command = self._commands.get(word.lower())
        if command:
            return self._answer_or_refusal(lambda: command(arguments))
        if is_link(word) or _DIGITS.fullmatch(word):
            return self._answer_or_refusal(lambda: self._open(line.split()))
        line = sanitized_input(line)  # not earlier: files may have such names
        if self._exercise:
            return self._exercise.answer(line)
        if self._session is None:
            return str(words.NO_GAME if line else words.HOW_TO_BEGIN)
        reply = self._session.answer(line)
        return _usage(word.lower()) if reply is None else reply

    def end(self) -> str:
        """Save the game, and say so; an untouched game is not saved."""
        problem, is_saved = "", False
        if self._session:
            self._session.game.pause()
            problem = self._session.save()
            standing = self._open_store().saved_state(self._session.game.puzzle)
            is_saved = bool(standing.unfinished or standing.solved)
        if self._store:
            self._store.close()
        return str(problem or (words.FAREWELL if is_saved else words.ENDED))

    def _help(self, arguments: Sequence[str]) -> str:
        """Return the help: an overview, a topic, or the topic of a command."""
        topics, topic_name = joined(words.TOPICS), " ".join(arguments).lower()
        if not topic_name and isinstance(self._exercise, LessonExercise):
            topic_name = "lessons"
        elif not topic_name and self._exercise:
            topic_name = "training"
        if not topic_name:
            return words.HELP.format(topics=topics)
        topic = words.TOPICS.get(topic_name) or _topic_of(topic_name)
        return str(topic.text) if topic else words.NO_SUCH_HELP.format(topics=topics)

    @staticmethod
    def _answer_or_refusal(command: Callable[[], str]) -> str:
        """Return the answer of a command, or the reason why it is refused."""
        try:
            return command()
        except (InputError, StoreError) as error:
            return printable(str(error))

    # puzzles

    def _new(self, arguments: Sequence[str]) -> str:
        """Generate a puzzle; the words name a layout and a level."""
        layout, level = double(), Level.EASY
        for word in arguments:
            found = layout_named(word.lower()) if word.lower() in LAYOUTS else None
            levels = [level for level in possible_levels(found or layout) if level.value == word.lower()]
            if not found and not levels:
                names = joined(level.value for level in possible_levels(layout))
                excerpt = printable(word)
                raise InputError(words.NO_SUCH_LAYOUT.format(word=excerpt, layouts=joined(LAYOUTS), levels=names))
            layout, level = found or layout, levels[0] if levels else level
        result = generate(layout, GeneratorOptions(level=level), seed=new_seed())
        message = self._play(result.puzzle, Origin(level), words.MADE.format(layout=layout.label, level=level.title))
        assert self._session
        # No file has the puzzle, so the game is saved even without a move.
        self._session.game.history.bookmark(str(words.NEW_GAME))
        return paragraph([message, self._session.save()])

    def _daily(self, arguments: Sequence[str]) -> str:
        """List the puzzles of the day, play one by its number, or give the day's result as text."""
        today = date.today()
        dailies, run = self._open_store().dailies(today), streak(self._open_store().solved_days(), today)
        if not arguments:
            rows = [
                words.NUMBERED_DAILY.format(number=number, title=daily.title, state=words.daily_state(daily))
                for number, daily in enumerate(dailies, 1)
            ]
            streak_lines = [str(words.DAYS_RUNNING.format(days=pluralized(run.current, "day")))] if run.current else []
            return "\n".join([*rows, *streak_lines])
        if arguments == ["result"]:
            return result_text(dailies, run, clock_text)
        text = " ".join(arguments)
        number = int(text) if text.isdecimal() else 0
        if not 1 <= number <= len(dailies):
            return words.NO_SUCH_DAILY.format(puzzles=pluralized(len(dailies), "puzzle"))
        daily = dailies[number - 1]
        if daily.number is not None:
            return self._resume_game(daily.number)
        return self._play(daily_puzzle(daily), daily.origin)

    def _open(self, arguments: Sequence[str]) -> str:
        """Open a file or a link; a number selects one of several puzzles."""
        if not arguments:
            return self._list_files(())
        number = int(arguments[-1]) if len(arguments) > 1 and arguments[-1].isdigit() else None
        place = " ".join(arguments if number is None else arguments[:-1])
        return self._open_place(place, number)

    def _open_place(self, place: str, number: int | None) -> str:
        if is_link(place) or _DIGITS.fullmatch(place):
            try:
                puzzles = formats.parse(place.encode(errors="replace"))
            except InputError as error:
                source = _("the link") if is_link(place) else _("the line")
                raise InputError(error.problem, path=source, advice=error.advice) from None
            return self._play(puzzles[0], UNKNOWN)
        path = self._path_of(place)
        if path.is_dir():
            return self._list_folder(path, place)
        if glance_at(path).glance.kind is FileKind.LESSON:
            return self._start_lesson(path)
        content = load(path)
        if not isinstance(content, list):
            formula = content.formula
            counts = pluralized(formula.variables, "variable"), pluralized(len(formula), "clause")
            quoted = printable(shlex.quote(place))
            return words.NOT_A_PUZZLE.format(variables=counts[0], clauses=counts[1], path=quoted)
        if number is None and len(content) > 1:
            return words.WHICH_PUZZLE.format(puzzles=pluralized(len(content), "puzzle"), path=printable(place))
        if not 1 <= (number or 1) <= len(content):
            raise InputError(words.NO_SUCH_PUZZLE.format(number=number, puzzles=pluralized(len(content), "puzzle")))
        return self._play(content[(number or 1) - 1], Origin(file=title_of(path.name)))

    def _path_of(self, place: str) -> Path:
        """Resolve a path in the working directory, else among the shipped puzzles."""
        bounds = self._options.bounds
        if bounds:
            path = Path(bounds.folder, place)
            if leads_out(path, bounds.folder):
                raise InputError(words.OUTSIDE.format(path=printable(place)))
            return path
        path, shipped = Path(os.path.expanduser(place)), SHIPPED.parent / place
        return shipped if not path.exists() and Path(place).parts[:1] == (SHIPPED.name,) else path

    def _list_files(self, arguments: Sequence[str]) -> str:
        """List the files of a folder, by default of the shipped puzzles."""
        place = " ".join(arguments) or ("." if self._options.bounds else SHIPPED.name)
        return self._list_folder(self._path_of(place), place)

    def _list_folder(self, path: Path, place: str) -> str:
        try:
            entries = read_folder(path, hidden=False, cancel=lambda: False)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise InputError(reason.lower(), path=place) from None
        if not entries:
            return words.NOTHING_THERE.format(folder=printable(place))
        names = [printable(entry.name) + "/" * entry.is_folder for entry in entries]
        lines = [words.IN_FOLDER.format(folder=printable(place)), *names]
        for sentence, some in (
            (words.OPEN_FILE, [entry.name for entry in entries if not entry.is_folder]),
            (words.OPEN_FOLDER, [entry.name for entry in entries if entry.is_folder]),
        ):
            if some:
                searched = some[:_MAX_SEARCHED_FILES]
                puzzles = (name for name in searched if glance_at(path / name).glance.kind is FileKind.PUZZLE)
                example = os.path.join(place, next(puzzles, some[0])).removeprefix("./")
                lines.append(sentence.format(path=printable(example)))
        return "\n".join(lines)

    def _play(self, puzzle: Puzzle, origin: Origin, title: str = "") -> str:
        """Resume a game of a puzzle, or start one, with this title or that of the puzzle."""
        unfinished = self._open_store().unfinished_games_of(puzzle)
        if unfinished:
            game = unfinished[0]
            return paragraph([words.GOES_ON.format(game=_game_text(game)), self._resume_game(game.id)])
        started = new_game(puzzle)
        journal = Journal(self._open_store(), origin=origin)
        empty = next((cell for cell, given in enumerate(puzzle.givens) if not given), 0)
        title = title or printable(puzzle.name) or puzzle.layout.label
        message = words.NEW.format(title=title, holes=pluralized(puzzle.holes, "hole"), grids=_grids(puzzle.layout))
        is_reported = puzzle.layout.label in title or len(puzzle.layout.grids) > 1 or puzzle.layout == single()
        layout = "" if is_reported else words.LAYOUT.format(layout=puzzle.layout.label)
        notices = (layout, rules_not_drawn(puzzle.layout), started.notice)
        return paragraph([message, *notices, self._set_game(started.game, empty, journal, None)])

    # games

    def _resume(self, arguments: Sequence[str]) -> str:
        if self._exercise and self._session and not arguments:
            self._exercise = None
            self._session.game.start()
            return self._session.answer("here") or ""
        games = self._games()
        if not games:
            return str(words.NO_GAMES)
        text = " ".join(arguments) or "1"
        number = int(text) if text.isdecimal() else 0
        if not 1 <= number <= len(games):
            return words.NO_SUCH_GAME.format(number=printable(text))
        game = games[number - 1]
        return paragraph([words.GAME_RESUMED.format(game=_game_text(game)), self._resume_game(game.id)])

    def _list_games(self) -> str:
        lines = [
            words.NUMBERED_GAME.format(number=number, game=_game_text(game))
            for number, game in enumerate(self._games(), 1)
        ]
        return str("\n".join(lines) or words.NO_GAMES)

    def _games(self) -> list[GameSummary]:
        return self._open_store().unfinished()

    def _resume_game(self, number: int) -> str:
        saved = self._open_store().load(number)
        view = saved.view if isinstance(saved.view, dict) else {}
        cursor = view.get("cursor")
        cell = cursor if type(cursor) is int and 0 <= cursor < len(saved.game.values) else 0
        return self._set_game(saved.game, cell, saved.journal, view)

    def _set_game(self, game: Game, cell: int, journal: Journal, view: "dict[str, object] | None") -> str:
        """Make a game the current one; the saved view of the board screen stays."""
        self._pause_game()

        def save(played: Game, cursor: int) -> str:
            try:
                journal.save(played.record(), (view or {}) | {"cursor": cursor})
            except StoreError as error:
                return str(error)
            return self._open_store().take_notice()

        self._exercise = None
        game.cleaning = (view or {}).get("cleaning") is not False
        game.start()
        rival = PlayView.read(view or {}, game).rival or best_rival(self._open_store(), game.puzzle)
        self._session = Session(game, cell, save, StepOrder(self._options.hint_order), rival)
        return paragraph([reading.describe_cell(game, cell), self._session.save()])

    # drills

    def _list_techniques(self, arguments: Sequence[str]) -> str:
        """Return the progress on a layout by level, or of a named level by technique."""
        names = [word.lower() for word in arguments]
        level = next((level for level in Level if level.value in names), None)
        layout = self._layout_of([word for word in names if not level or word != level.value])
        practices, today = practice_by_technique(self._open_store().drills_answered()), date.today()
        techniques = training_path(layout)
        stages = {technique: stage(practices.get(technique, Practice()), today) for technique in techniques}
        if level:
            return "\n".join(
                words.TRAINING.format(
                    number=number, technique=technique.title, stage=drill_words.STAGES[stages[technique]]
                )
                for number, technique in enumerate(techniques, 1)
                if technique.level is level
            )
        lines = []
        for level in Level:
            of_level = [stages[technique] for technique in techniques if technique.level is level]
            counts = [(of_level.count(name), drill_words.STAGES[name]) for name in TrainingStage if name in of_level]
            stages_text = joined(words.OF_STAGE.format(count=count, stage=name) for count, name in counts)
            lines.append(
                words.TRAINING_LEVEL.format(
                    level=level.title, techniques=pluralized(len(of_level), "technique"), stages=stages_text
                )
            )
        first = next_technique(techniques, practices, today)
        number = techniques.index(first) + 1
        next_drill = words.TRAINING_MORE.format(level=first.level.value, number=number, technique=first.title)
        return "\n".join([*lines, next_drill])

    def _drill(self, arguments: Sequence[str]) -> str:
        """Start a drill of a named or numbered technique, of the previous one, or of the next on the path."""
        if not arguments and isinstance(self._exercise, DrillExercise):
            return self._exercise.start()
        practices = practice_by_technique(self._open_store().drills_answered())
        names = [word.lower() for word in arguments]
        if names[:1] == ["own"]:
            return self._drill_own_games(self._layout_of(names[1:]))
        layout, technique = self._drill_target(names)
        technique = technique or next_technique(training_path(layout), practices, date.today())
        save_answer = partial(self._save_answer, layout)
        return self._start_exercise(DrillExercise(layout, technique, read_bank(SHIPPED, layout), save_answer))

    def _drill_own_games(self, layout: Layout) -> str:
        """Start drills of positions in solved games on a layout in which the player was stuck."""
        records = self._open_store().solved_games(layout.name, MAX_GAMES)
        drills = own_drills(records, StepOrder(self._options.hint_order))
        if not drills:
            return str(drill_words.NO_OWN_GAMES)
        technique, save_answer = drills[-1].technique, partial(self._save_answer, layout)
        return self._start_exercise(DrillExercise(layout, technique, read_bank(SHIPPED, layout), save_answer, drills))

    def _save_answer(self, layout: Layout, technique: Technique, quality: Quality) -> str:
        """Save the answer to a drill on a layout; returns why that failed, else ""."""
        try:
            self._open_store().add_drill(AnsweredDrill(technique, date.today(), quality), layout.name)
        except StoreError as error:
            return str(error)
        return ""

    def _review(self, arguments: Sequence[str]) -> str:
        """List the longest pauses of the solved game, or start a drill of one of them."""
        if self._session is None:
            return str(words.NO_GAME)
        game = self._session.game
        if not game.is_solved:
            return str(words.NOT_REVIEWED)
        found, layout = review(game.record(), StepOrder(self._options.hint_order)), game.layout
        save_answer = partial(self._save_answer, layout)
        if arguments:
            numbered = {str(number): pause.drill for number, pause in enumerate(found.pauses, 1)}
            drill = numbered.get(arguments[0])
            if drill is None:
                return words.NO_SUCH_PAUSE.format(number=printable(arguments[0]))
            bank = read_bank(SHIPPED, layout)
            return self._start_exercise(DrillExercise(layout, drill.technique, bank, save_answer, [drill]))
        lines = [
            words.NUMBERED_PAUSE.format(number=number, sentences=paragraph(review_words.sentences(pause)))
            for number, pause in enumerate(found.pauses, 1)
        ]
        technique, today = found.stuck_at, date.today()
        if technique:
            answers = self._open_store().drills_answered()
            is_new = not any(answer.technique is technique and answer.day == today for answer in answers)
            problem = save_answer(technique, Quality.STUCK) if is_new else ""
            lines.append(problem or review_words.ON_LIST.format(technique=technique.title) if is_new else "")
        return "\n".join(filter(None, lines)) or str(review_words.NO_TIMES)

    def _drill_target(self, names: Sequence[str]) -> tuple[Layout, Technique | None]:
        """The layout and the technique, each if named; blanks and hyphens in the technique's name don't count.

        Raises InputError if there are no such drills.
        """
        for layout_names in ([], names[-1:], names[:1]):  # an x may name the layout, or begin the technique
            if not set(layout_names) <= set(DRILL_LAYOUTS):
                continue
            layout = self._layout_of(layout_names)
            count = len(layout_names)
            others = names[:-count] if count and layout_names == names[-1:] else names[count:]
            technique = "".join(others).replace("-", "")
            if not technique:
                return layout, None
            techniques = training_path(layout)
            techniques_by_name = {technique.option.replace("-", ""): technique for technique in techniques}
            techniques_by_name |= {str(number): technique for number, technique in enumerate(techniques, 1)}
            if technique in techniques_by_name:
                return layout, techniques_by_name[technique]
        raise InputError(words.NO_SUCH_DRILL.format(layouts=joined(DRILL_LAYOUTS)))

    def _start_exercise(self, exercise: DrillExercise | LessonExercise) -> str:
        """Leave the game, which is saved, for a drill or a lesson."""
        self._pause_game()
        self._exercise = exercise
        return exercise.start()

    def _pause_game(self) -> None:
        """Pause the game, if there is one."""
        if self._session:
            self._session.game.pause()
            self._session.save()

    @staticmethod
    def _layout_of(names: Sequence[str]) -> Layout:
        """Return the named layout, by default a single grid. Raises InputError for one without drills."""
        name = names[0].lower() if names else DRILL_LAYOUTS[0]
        if name not in DRILL_LAYOUTS:
            raise InputError(words.NO_SUCH_DRILL.format(layouts=joined(DRILL_LAYOUTS)))
        return LAYOUTS[name]()

    # lessons

    def _entries(self) -> list[LessonEntry]:
        return entries([SHIPPED / "lessons", *filter(None, [self._options.lessons])], UNEQUAL)

    def _list_lessons(self) -> str:
        """List the lessons by number, with the completed ones."""
        done, lines = lessons_done(), []
        for number, entry in enumerate(self._entries(), 1):
            if entry.title:
                sentence = words.LESSON_DONE if entry.key in done else words.LESSON_LISTED
                title = f"{entry.homework}: {entry.title}" if entry.homework else entry.title
                lines.append(sentence.format(number=number, title=title))
            else:
                name = printable(entry.path.name)
                lines.append(words.LESSON_BROKEN.format(number=number, name=name, reason=entry.about))
        return "\n".join(lines)

    def _learn(self, arguments: Sequence[str]) -> str:
        """Start the lesson of a number, or the first one not completed."""
        lessons = self._entries()
        if arguments:
            number = int(arguments[0]) if arguments[0].isdecimal() else 0
        else:
            following = first_open(entry.path for entry in lessons if entry.title)
            number = next((place for place, entry in enumerate(lessons, 1) if entry.path == following), 1)
        if not 1 <= number <= len(lessons):
            raise InputError(words.NO_SUCH_LESSON.format(number=printable(" ".join(arguments))))
        return self._start_lesson(lessons[number - 1].path)

    def _start_lesson(self, path: Path) -> str:
        """Start the lesson of a file. Raises InputError."""

        def finish() -> None:
            if not self._options.bounds:  # guests share the account
                remember_done(path)

        lesson = lesson_file.read(path, partial(words_of, unequal=UNEQUAL))
        is_kept = not self._options.bounds and find_homework(path.parent) is not None
        return self._start_exercise(LessonExercise(lesson, finish, TryRecorder() if is_kept else None))

    def _share(self) -> str:
        """Return the puzzle as a line of digits and as links for other programs."""
        if not self._session:
            return str(words.NO_GAME)
        puzzle, lines = self._session.game.puzzle, []
        for name in _SHARED:
            with suppress(InputError):  # it can't hold such a layout
                text = formats.write(puzzle, name).split()[-1]
                if formats.parse(text.encode())[0].layout == puzzle.layout:
                    lines.append(words.SHARED.format(format=name, text=text))
        return "\n".join(lines) or str(words.NOT_SHARED)

    def _save_now(self) -> str:
        return str((self._session.save() or words.SAVED) if self._session else words.NO_GAME)

    def _open_store(self) -> Store:
        bounds = self._options.bounds
        if self._store is None:
            self._store = Store(max_games=bounds.games, max_bytes=bounds.disk) if bounds else Store()
        return self._store


def _topic_of(command: str) -> words.HelpTopic | None:
    """Return the help topic of a command."""
    return next((topic for topic in words.TOPICS.values() if command in topic.commands), None)


def _usage(word: str) -> str:
    """Return the answer to a line that is not understood: the usage, if it begins with a command."""
    topic = _topic_of(word)
    return words.NOT_SO_USED.format(command=word, help=topic.text) if topic else str(words.UNKNOWN)


def _game_text(game: GameSummary) -> str:
    layout = layout_named(game.layout)
    if game.level and layout and not game.file:  # generated, so its title is only a number
        title = words.MADE.format(layout=layout.label, level=Level(game.level).title)
    else:
        title = printable(game.title or game.file or game.layout)
    return words.GAME.format(
        title=title, filled=game.filled, holes=pluralized(game.holes, "hole"), time=clock_text(game.elapsed)
    )


def _grids(layout: Layout) -> str:
    if len(layout.grids) < 2:
        return words.ONE_GRID.format(size=layout.rows)
    return words.GRIDS.format(count=len(layout.grids), rows=layout.rows, columns=layout.columns)
