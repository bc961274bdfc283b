"""Playing without a screen: the answer to each line, and games solved from the answers alone."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from engine.base import language
from engine.play.game import Game
from engine.play.hints import HintRequest
from engine.play.hints import ask as ask_hint
from engine.play.state_directory import state_directory
from engine.play.store import Store
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import begin_homework, stored_tries
from engine.sudoku.formats import write
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.part import Part
from tui.features.train import words as drill_words
from tui.guests.confinement import GuestLimits
from tui.linear import program as program_module
from tui.linear import words
from tui.linear.drilling import DrillExercise
from tui.linear.learning import LessonExercise
from tui.linear.program import LinearProgram, run
from tui.linear.session import Session
from tui.linear.words import TOPICS
from tui.terminal.options import Options

Ask = Callable[[str], str]


def opened(path: Path, puzzle: Puzzle) -> Ask:
    """A function that sends lines to a program that plays this puzzle; the first answer is the greeting."""
    path.write_text(write(puzzle))
    program = LinearProgram(Options(path=path))
    list(program.start())

    def ask(line: str) -> str:
        answer = program.answer(line)
        assert answer is not None
        assert all(char.isprintable() or char == "\n" for char in answer)
        return answer

    return ask


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """A single puzzle, with r1c1 to r1c3 and r9c9 empty."""
    solution = random_solution(single(), 1)
    return opened(tmp_path / "a.txt", Puzzle(single(), (0, 0, 0, *solution[3:80], 0), "small"))


SOLUTION = random_solution(single(), 1)


class Listener:
    """Solves a game from the answers: it asks, reads and types, and knows nothing else."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.hints = 0

    def win(self) -> str:
        """Play until the game is won; gives the sentence that says so."""
        while True:
            for cell in self._empty():
                if report := self._tell(rf"{cell} can only be (\w)\.", f"can {cell}", cell):
                    return report
            for digit in range(1, 10):
                for grid in (1, 2):
                    for box in range(1, 10):
                        answer = self._ask(f"where {digit} box {box} grid {grid}")
                        found = re.search(r"can only go to (r\d+c\d+)\.", answer)
                        if found and (report := self._put(found[1], str(digit))):
                            return report
            before = len(self._empty())
            while "Hint again" in (answer := self._ask("hint")):
                continue
            self.hints += 1
            if "Solved in" in answer:
                return answer
            assert before or self.hints < 200

    def _empty(self) -> list[str]:
        found = []
        for line in self._ask("board").splitlines():
            row, column, cells = re.fullmatch(r"Row (\d+), from column (\d+): (.*)\.", line).groups()  # type: ignore[union-attr]
            for at, content in enumerate(cells.split(", "), int(column)):
                if content == "empty":
                    found.append(f"r{row}c{at}")
        return found

    def _tell(self, pattern: str, question: str, cell: str) -> str:
        found = re.fullmatch(pattern, self._ask(question))
        return self._put(cell, found[1]) if found else ""

    def _put(self, cell: str, digit: str) -> str:
        answer = self._ask(f"{cell}={digit}")
        assert answer.startswith(f"{cell} is {digit} now, ")
        assert "appears" not in answer
        return answer if "Solved in" in answer else ""


@pytest.mark.parametrize(("level", "hinted"), [(Level.EASY, False), (Level.MEDIUM, True)])
def test_a_double_is_won_from_its_transcript_alone(tmp_path: Path, level: Level, hinted: bool) -> None:
    ask = opened(tmp_path / "double.txt", generate(double(), GeneratorOptions(level=level), seed=1).puzzle)
    listener = Listener(ask)
    reports = listener.win()
    assert ("with" if hinted else "without help") in reports
    assert bool(listener.hints) is hinted
    assert "0 cells" not in reports
    (game,) = Store().games()
    assert game.solved


def test_positions_and_their_contents(ask: Ask) -> None:
    first, second, third = (str(digit) for digit in SOLUTION[:3])
    rest = ", ".join(map(str, SOLUTION[3:9]))
    assert ask("here") == ask("") == ask("1a") == ask("r1c1") == "r1c1 is empty."
    assert ask("row 1") == ask("row") == f"Row 1: empty, empty, empty, {rest}."
    assert ask("houses") == "r1c1 lies in row 1, column 1 and box 1."
    missing = " and ".join(", ".join(sorted((first, second, third))).rsplit(", ", 1))
    assert ask("missing row 1") == f"Row 1 lacks {missing}; its empty cells are r1c1, r1c2 and r1c3."
    assert ask("missing") == f"Box 1 lacks {missing}; its empty cells are r1c1, r1c2 and r1c3."
    assert ask("missing box 5") == "Box 5 is full."
    assert ask("can") == f"r1c1 can only be {first}."
    assert ask("can 9i") == f"r9c9 can only be {SOLUTION[80]}."
    assert ask("can 2a") == ask("2a") == f"r2c1 is {SOLUTION[9]}, a given."
    assert ask(f"where {first} box 1") == f"In box 1, {first} can only go to r1c1."
    assert ask(f"where {SOLUTION[9]} column 1") == f"In column 1, {SOLUTION[9]} is at r2c1."
    assert ask("next") == "r9c9 is empty."
    assert ask("right") == "The board ends here: r9c9 is the last cell that way."
    assert ask("left") == f"r9c8 is {SOLUTION[79]}, a given."


def test_notes_in_the_corner_and_colours_are_made_and_read(ask: Ask) -> None:
    assert ask("note 2") == "2 is noted at r1c1."
    assert ask("corner 1c 4") == "4 is noted in the corner of r1c3."
    assert ask("colour b") == "r1c3 has colour B now."
    assert ask("here") == "r1c3 is empty. In its corner: 4. Its colour is B."
    assert ask("colour 2a i") == "r2c1 has colour I now."
    assert ask("here").endswith("a given. Its colour is I.")
    assert ask("notes") == "r1c1: 2; r1c3 corner: 4."
    assert ask("colour 1c none") == "r1c3 has no colour now."
    assert ask("corner 4") == "4 is no longer noted in the corner of r1c3."
    assert ask("color d") == "r1c3 has colour D now."


def test_why_a_cell_is_or_is_not_a_digit(ask: Ask) -> None:
    first, second = SOLUTION[:2]
    assert ask(f"why 1b{first}").startswith(f"That r1c2 can't be {first} follows from 1 digit and 1 house.")
    assert ask("why").startswith(f"{second} in r1c2 follows from ")
    assert ask("hint").startswith(f"If r1c2 isn't {second}, then ")
    assert ask("hint").startswith(f"r1c2 is {second}.")
    assert ask("here") == f"r1c2 is {second}."
    assert ask("why 2a") == "r2c1 is a given."


def test_the_parts_inside_a_sentence_of_a_hint_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(Puzzle(single(), (0, 0, 0, *SOLUTION[3:])), SOLUTION)
    session = Session(game, 0, lambda _game, _cell: "")
    assert session.answer("details") == "There are no details to read here. Hint gives the next sentence of a hint."
    found = ask_hint(game).answer()
    stage = replace(found.stage, parts=(Part("Suppose so."), Part("Then no.")))
    inside = replace(found, stages=(stage, *found.stages[1:]))
    monkeypatch.setattr(HintRequest, "answer", lambda _request: inside)
    assert str(session.answer("hint")).endswith("Details: why, in 2 sentences.")
    assert session.answer("details") == "Suppose so. Hint again: next."
    assert session.answer("hint") == f"Then no. Hint again: {stage.next_press}."
    assert session.answer("hint") != session.answer("details"), "the hint goes on, and there is no part inside it"


def test_moves_are_published_and_saved_before_the_answer(ask: Ask) -> None:
    first, second = SOLUTION[:2]
    assert ask(f"1a{first}") == f"r1c1 is {first} now, 3 cells to fill."
    (game,) = Store().unfinished()
    assert (game.filled, game.title) == (1, "small")
    assert ask(f"1a{first}") == "That changes nothing."
    wrong = ask(f"r1c2={first}")
    assert f"r1c2 is {first} now, 2 cells to fill. {first} appears twice in row 1: r1c1 and r1c2." in wrong
    assert f"{first} appears twice in box 1: r1c1 and r1c2." in wrong
    assert ask("1c0") == "That changes nothing."
    elsewhere = ask(f"9i{SOLUTION[80] % 9 + 1}")
    assert elsewhere.endswith(" other rules are broken.")
    assert "r9c9" in elsewhere
    assert ask("undo").endswith("and 2 other rules are broken.")
    assert ask("check") == "Something is wrong on the board."
    assert ask("correct") == "Undid 1 move, back to the last correct position; redo redoes them."
    assert ask("undo") == "Undone: r1c1 is empty."
    assert ask("undo") == "Nothing to undo."
    assert ask("redo") == f"Redone: r1c1 is {first}."
    assert ask(f"note 1b {second}") == f"{second} is noted at r1c2."
    assert ask("here") == f"r1c2 is empty, with the notes {second}."
    assert ask(f"note {second}") == f"{second} is no longer noted at r1c2."
    assert ask("notes") == "There are no notes."
    assert ask("undo") == f"Undone: r1c2 is empty, with the notes {second}."
    assert ask("redo") == "Redone: r1c2 is empty."
    assert ask("fill") == "All candidates are noted."
    assert ask("undo") == "Undone: 3 cells."
    assert ask("redo") == "Redone: 3 cells."
    assert ask("2a5") == "r2c1 is a given and can't be changed."
    assert ask("1b0") == "r1c2 is empty now, 3 cells to fill."
    assert ask("reveal") == f"r1c2 is {second} now, 2 cells to fill."
    assert ask("progress").startswith("79 of 81 cells are filled, 2 cells to fill; time 00:00:0")
    assert ask("restart") == "Back at the givens; undo brings everything back."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", str(words.UNKNOWN)),
        ("3z", "There is no column z: columns are a to i."),
        ("box 12", "There is no box 12 here."),
        ("where x box 1", "Say which digit, such as: where 4 box 5."),
        ("resume 7", "There is no saved game 7: type games for the list."),
        ("new double round", "round is neither a layout nor a level here. The layouts are single, double"),
        ("new 3x3 extreme", "extreme is neither a layout nor a level here."),
        ("resume that", "There is no saved game that: type games for the list."),
        ("puzzles/broken.cnf", str(words.UNKNOWN)),
        ("53007000060019500", "the line: "),
        ("open nowhere", "nowhere: there is no such file"),
        ("https://sudokupad.app/wsj7iunsg6", "the link: this link only names a puzzle"),
    ],
)
def test_impossible_actions_are_reported(ask: Ask, line: str, message: str) -> None:
    ask(f"1a{SOLUTION[0]}")
    assert ask(line).startswith(message)


@pytest.mark.parametrize("topic", words.TOPICS)
def test_a_misused_command_shows_its_usage(ask: Ask, topic: str) -> None:
    usage = str(words.TOPICS[topic].text)
    for command in set(words.TOPICS[topic].commands) - {"quit"}:
        text = ask(f"{command} what ever")
        assert text != str(words.UNKNOWN)
        assert not text.startswith("That is not") or text == words.NOT_SO_USED.format(command=command, help=usage)
    assert ask("note").startswith("That is not how note is used:\nnote 4: ")


def test_formulas_are_reported_with_the_solvers_that_accept_them(ask: Ask) -> None:
    assert ask("open puzzles/cnf/queens-4.cnf") == (
        "This is a formula of 16 variables and 84 clauses, not a puzzle. Outside this program, satsudoku solve"
        " puzzles/cnf/queens-4.cnf solves it, and satsudoku show puzzles/cnf/queens-4.cnf prints its clauses."
    )


def test_a_puzzle_is_read_from_a_line_and_written_as_a_line(ask: Ask) -> None:
    line = "".join(map(str, (0, 0, *SOLUTION[2:])))
    assert ask(line).startswith("sudoku 9x9, 2 holes.")
    links = dict(line.split(": ", 1) for line in ask("share").splitlines())
    assert links["line"] == line.replace("0", ".")
    assert set(links) == {"line", "sudokupad", "fpuzzles-link"}
    for shared in links.values():
        assert ask(shared).startswith("You have begun this puzzle: ") or "2 holes." in ask(shared)
    ask("new 6x6")
    assert ask("share").startswith("line: ")


def test_help_is_short_and_lists_every_topic_and_command(ask: Ask) -> None:
    program = LinearProgram(Options())
    list(program.start())
    begins = str(program.answer("help"))
    assert begins == program.answer("?") == program.answer("h") == ask("help")
    assert all(topic in begins for topic in words.TOPICS)
    for topic, help_topic in words.TOPICS.items():
        assert ask(f"help {topic}") == str(help_topic.text)
        assert all(command in str(help_topic.text) for command in help_topic.commands)
        assert all(
            ask(f"help {command}") in {str(topic.text) for topic in words.TOPICS.values()}
            for command in help_topic.commands
        )
    session = Session(Game(Puzzle(single(), SOLUTION), SOLUTION), 0, lambda _game, _cell: "")
    commands = {command for command in program._commands if len(command) > 1} | set(session._commands) - {""}
    assert commands - {"help"} <= {command for topic in words.TOPICS.values() for command in topic.commands}
    assert ask("help me").startswith("There is no help on that: type help and one of moves, asking")
    ask("lesson")
    assert ask("help") == str(words.TOPICS["lessons"].text)
    ask("drill")
    assert ask("help") == str(words.TOPICS["training"].text)


def test_several_notes_at_once_and_those_of_a_house(ask: Ask) -> None:
    assert ask("note 2 7") == "2 is noted at r1c1. 7 is noted at r1c1."
    assert ask("note 1c 2, 4") == "2 is noted at r1c3. 4 is noted at r1c3."
    assert ask("corner r1c2 5 4") == "5 is noted in the corner of r1c2. 4 is noted in the corner of r1c2."
    assert ask("note c1 4") == "4 is no longer noted at r1c3."
    assert ask("note 9i 8") == "8 is noted at r9c9."
    assert ask("notes") == "r1c1: 2 and 7; r1c2 corner: 4 and 5; r1c3: 2.\nr9c9: 8."
    assert ask("notes box 1") == ask("notes in row 1") == "r1c1: 2 and 7; r1c2 corner: 4 and 5; r1c3: 2."
    assert ask("notes box 5") == "There are no notes in box 5."


def test_the_letter_of_the_column_may_come_first(ask: Ask) -> None:
    assert ask("b1") == "r1c2 is empty."
    assert ask(f"A1 {SOLUTION[0]}") == f"r1c1 is {SOLUTION[0]} now, 3 cells to fill."
    assert ask("can c1").startswith("r1c3 can ")
    assert ask("j1") == "There is no column j: columns are a to i."


def test_files_to_open_are_listed(ask: Ask, tmp_path: Path) -> None:
    shipped = ask("files").splitlines()
    assert shipped[0] == "In puzzles:"
    assert "single/" in shipped
    single_ones = ask("files puzzles/single").splitlines()
    assert ask("open puzzles/single") == "\n".join(single_ones)
    assert ask("open") == ask("files") == "\n".join(shipped)
    assert shipped[-2:] == [
        words.OPEN_FILE.format(path="puzzles/broken.cnf"),
        words.OPEN_FOLDER.format(path="puzzles/cnf"),
    ]
    assert single_ones[-1].endswith("such as: open puzzles/single/easy-1.txt")
    assert ask(f"open puzzles/single/{single_ones[1]}").startswith(("There are ", "sudoku 9x9", "single"))
    (tmp_path / "folder").mkdir()
    assert ask(f"files {tmp_path / 'folder'}") == f"There is nothing in {tmp_path / 'folder'}."
    assert ask("files nowhere") == "nowhere: no such file or directory"


def test_a_file_here_comes_before_a_shipped_one(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shipped = ask("files puzzles/single")
    assert "easy-1.txt" in shipped
    Path("puzzles", "single").mkdir(parents=True)
    assert ask("files puzzles/single") == "There is nothing in puzzles/single."


def test_guests_open_files_of_their_folder(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "theirs"
    folder.mkdir()
    (folder / "a.txt").write_text(write(Puzzle(single(), (0, *SOLUTION[1:]))))
    (tmp_path / "b.txt").write_text(write(Puzzle(single(), (0, *SOLUTION[1:]))))
    program = LinearProgram(Options(bounds=GuestLimits(folder, tmp_path / "state")))
    assert str(program.answer("files")).splitlines()[1:] == ["a.txt", words.OPEN_FILE.format(path="a.txt")]
    assert str(program.answer("open a.txt")).startswith("sudoku 9x9, 1 hole.")
    for place in ("../b.txt", str(tmp_path / "b.txt"), ".."):
        assert program.answer(f"open {place}") == words.OUTSIDE.format(path=place)


def test_results_are_cached_after_a_mere_read() -> None:
    program = LinearProgram(Options())
    assert str(program.answer("new 4x4")).startswith("sudoku 4x4, easy, ")
    assert str(program.answer("games")).startswith("1: sudoku 4x4, easy, 0 of ")
    assert program.end() == str(words.FAREWELL)


@pytest.mark.parametrize("link", ["sudokuexchange.com/play/?s={}", "https://x.org/{}", "m=edit&p=x"])
def test_links_need_no_address_before_them(ask: Ask, link: str) -> None:
    answer = ask(link.format("".join(map(str, (0, 0, *SOLUTION[2:])))))
    assert answer.startswith(("sudoku 9x9, 2 holes.", "the link: this Penpa+ link is damaged: "))


@pytest.mark.parametrize("line", ["drill xwing", "drill x wing", "drill X-Wing", "drill x x wing", "drill xwing x"])
def test_a_technique_is_recognised_in_any_spelling(line: str) -> None:
    assert (LinearProgram(Options()).answer(line) or "").startswith("A drill: X-wing, ")


def test_training_lists_the_levels_then_their_techniques() -> None:
    program = LinearProgram(Options())
    lines = str(program.answer("training")).splitlines()
    assert lines[0] == "easy: 3 techniques, 3 new"
    assert len(lines) == len(Level) + 1
    assert lines[-1].endswith("such as training easy. Drill begins with 1: Full house.")
    assert str(program.answer("training medium")).startswith("4: Locked pair, new\n5: ")
    assert "Cross-grid line" in str(program.answer("training hard double"))


IN_ENGLISH = re.compile("[一-龥] [一-龥]|[。！？] |[一-龥][.,;:!?](?: |$)", re.MULTILINE)
"""Blanks and punctuation that are wrong in Chinese."""


@pytest.mark.parametrize("file", ["new single medium", "new double hard", "new x easy"])
def test_chinese_sentences_have_chinese_signs(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_module, "new_seed", lambda: 3)
    lines = [
        file, "1b", "1b1", "1c1", "1a1", "check", "undo", "hint", "hint", "hint", "hint", "why", "hint", "hint",
        "fill", "notes", "notes box 1", "corner 3", "colour a", "here", "houses", "progress", "grids", "row", "box 1",
        "missing", "where 5", "can", "share", "what", "note", "games", "resume 1", "new what", "correct", "restart",
        "training", "drill xy-wing", "1a1", "1a1", "drill", "show", "lesson 1", "next", "read", "1", "show", "files",
        "open puzzles/cnf/queens-4.cnf", "open puzzles/broken.cnf", "resume", *(f"help {topic}" for topic in TOPICS),
    ]  # fmt: skip
    with language.speaking("zh_CN"):
        program = LinearProgram(Options())
        answers = {line: program.answer(line) or "" for line in lines}
    assert {line: IN_ENGLISH.findall(answer) for line, answer in answers.items() if IN_ENGLISH.search(answer)} == {}


@pytest.mark.parametrize(
    ("layout", "name", "message"),
    [
        (LAYOUTS["x"](), "crossed", "Layout: diagonal sudoku."),
        (LAYOUTS["x"](), "", "diagonal sudoku, 40 holes."),
        (GridRules(9, tuple(usual_boxes(9)), knight=True).layout(), "k", "Equal digits may not be a knight's move"),
        (single(), "plain", "plain, 40 holes. Rows and columns are 1 to 9. r"),
    ],
)
def test_drawn_rules_are_read(tmp_path: Path, layout: Layout, name: str, message: str) -> None:
    puzzle = generate(layout, 40, seed=1).puzzle
    path = tmp_path / "a.json"
    path.write_text(write(replace(puzzle, name=name), "fpuzzles"))
    text = " ".join(LinearProgram(Options(path=path)).start())
    assert message in text
    assert text.count("sudoku") <= 2  # the program's name, and the layout's once


@pytest.mark.parametrize("line", ["１ｂ{}", "1，2，{}", "ｒ１ｃ２＝{}", "1　2　{}", "1、2、{}"])
def test_input_from_chinese_keyboards_is_understood(ask: Ask, line: str) -> None:
    assert ask(line.format(chr(0xFF10 + SOLUTION[1]))).startswith(f"r1c2 is {SOLUTION[1]} now")
    assert ask("ｂｏｘ　１") == ask("box 1")


def test_names_keep_their_capitals_at_the_beginning_of_a_sentence(tmp_path: Path) -> None:
    ask = opened(tmp_path / "d.txt", generate(double(), 40, seed=1).puzzle)
    with language.speaking("de"):
        assert ask("row 1").startswith("Zeile 1 von Gitter 1: ")
        assert ask("missing box 2 grid 2").startswith("Block 2 von Gitter 2")


def test_a_line_truncated_by_the_terminal_is_reported() -> None:
    class Typed(StringIO):
        def isatty(self) -> bool:
            return True

    out, passed_on = StringIO(), 4095 if sys.platform != "darwin" else 1023
    assert run(Options(), Typed(f"{'https://sudokupad.app/scl':N<{passed_on}}\nquit\n"), out) == 0
    assert words.CUT.format(most=passed_on) in out.getvalue()


def test_houses_of_a_double_go_by_both_names(tmp_path: Path) -> None:
    ask = opened(tmp_path / "d.txt", generate(double(), 40, seed=1).puzzle)
    assert ask("box 1 grid 2") == ask("box 9 of grid 1")
    ask("1a")
    assert ask("row 1").startswith("Row 1 of grid 1: ")
    assert ask("column 9").startswith("Column 9 of grid 1: ")
    ask("8h")
    assert ask("column 1") == "There are several: say which, such as column 1 grid 2."
    ask("15o")
    assert ask("box 1") == ask("box 9 grid 1")
    assert ask("row 9").startswith("Row 9 of grid 2: ")
    assert ask("box 1 grid 3") == "There is no box 1 here."
    assert ask("row 14").startswith("There is no row 14: they are counted in each grid, 1 to 9, such as row 9 grid 2.")
    assert ask("grids") == "Grid 1: rows 1 to 9, columns 1 to 9.\nGrid 2: rows 7 to 15, columns 7 to 15."
    assert ask("12c") == "Row 12, column c lies outside the grids."
    assert ask("box 9 grid 2").startswith("Box 9 of grid 2: ")


def test_a_game_resumes_where_it_was_left(tmp_path: Path) -> None:
    puzzle = Puzzle(single(), (0, 0, 0, *SOLUTION[3:]), "left")
    opened(tmp_path / "a.txt", puzzle)(f"1b{SOLUTION[1]}")
    program = LinearProgram(Options())
    greeting = list(program.start())
    assert greeting == [str(words.WELCOME), words.CAN_RESUME.format(game="left, 1 of 3 holes filled in 00:00:00")]
    assert program.answer("here") == str(words.NO_GAME)
    assert program.answer("resume") == f"left, 1 of 3 holes filled in 00:00:00. r1c2 is {SOLUTION[1]}."
    assert opened(tmp_path / "a.txt", puzzle)("progress").startswith("79 of 81")
    assert program.answer("games") == "1: left, 1 of 3 holes filled in 00:00:00"


def test_how_far_the_best_game_was_by_now_is_reported(tmp_path: Path) -> None:
    puzzle = Puzzle(single(), (0, 0, 0, *SOLUTION[3:]), "again")
    ask = opened(tmp_path / "a.txt", puzzle)
    for column in range(3):
        assert "best game" not in ask("progress")
        ask(f"1{'abc'[column]}{SOLUTION[column]}")
    answer = opened(tmp_path / "a.txt", puzzle)("progress")
    assert re.search(r"Your best game had (78|79|8.) of 81 cells filled at this time\.", answer), answer


def test_a_new_puzzle_of_a_layout_and_level() -> None:
    program = LinearProgram(Options())
    assert str(program.answer("new single easy")).startswith("sudoku 9x9, easy, ")
    assert str(program.answer("new 4x4")).startswith("sudoku 4x4, easy, ")
    assert " lacks " in str(program.answer("missing"))


def test_one_of_several_puzzles_is_chosen(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text("".join(write(Puzzle(single(), (0, *SOLUTION[1:]), name), "line") for name in "ab"))
    program = LinearProgram(Options())
    assert str(program.answer(f"open {path}")).startswith("There are 2 puzzles in it.")
    assert str(program.answer(f"open {path} 2")).startswith("b, 1 hole.")
    assert str(program.answer(f"open {path} 3")).startswith("There is no puzzle 3 in it")
    (tmp_path / "f.cnf").write_text("p cnf 1 1\n1 0\n")
    assert str(program.answer(f"open {tmp_path / 'f.cnf'}")).startswith("This is a formula of 1 variable and 1 clause,")


def test_a_whole_run_prints_only_text() -> None:
    out, digits = StringIO(), "".join(map(str, (0, 0, *SOLUTION[2:])))
    assert run(Options(link=f"https://x.org/{digits}"), StringIO("here\n\n"), out) == 0
    lines = out.getvalue().splitlines()
    assert lines[0] == str(words.WELCOME)
    assert lines[-3:] == ["> r1c1 is empty.", "> r1c1 is empty.", f"> {words.ENDED}"]  # nothing was done
    out = StringIO()
    assert run(Options(), StringIO("help\nquit\nnever"), out) == 0
    assert out.getvalue().endswith(f"> {words.HELP.format(topics=', '.join(words.TOPICS))}\n> {words.ENDED}\n")


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name not in ("16x16", "25x25")])
def test_every_house_of_every_layout_can_be_read(name: str, tmp_path: Path) -> None:
    layout = LAYOUTS[name]()
    ask = opened(tmp_path / "l.txt", Puzzle(layout, (0,) * len(layout.cells)))
    for house in layout.houses:
        assert ask(house.name).startswith(f"{house.name.capitalize()}: ")


@pytest.mark.parametrize("line", ["drill hidden-single", "drill 3", "drill x-wing", "drill naked-single double"])
def test_a_drill_is_answered_from_its_text(line: str) -> None:
    """Giving up shows the step; the place in it, typed in an equal drill, would be correct."""
    program = LinearProgram(Options())
    answer = program.answer(line)
    assert answer is not None
    assert answer.startswith("A drill: ")
    assert (program.answer("row") or "").startswith("Row ")
    drilling = program._exercise
    assert isinstance(drilling, DrillExercise)
    step = drilling.drill.steps[0]
    follows = (step.places or step.removes)[0]
    cell = drilling.drill.puzzle.layout.cell_name(follows.cell)
    assert str(follows.digit) in (program.answer(f"can {cell}") or "")
    assert (program.answer("r1c1=0") or "").startswith("In a drill, ask about the board")
    right = program.answer(f"{cell}={follows.digit}") or ""
    assert right.startswith("Right. ")
    assert step.technique.title in right
    assert "over" in (program.answer("show") or "")
    assert [answer.quality for answer in Store().drills_answered()] == [5]


def test_a_wrong_answer_is_explained_and_a_second_one_reveals_the_step() -> None:
    program = LinearProgram(Options())
    program.answer("drill hidden-single")
    assert isinstance(program._exercise, DrillExercise)
    drill = program._exercise.drill
    given = next(cell for cell, value in enumerate(drill.position.values) if value)
    name, digit = drill.puzzle.layout.cell_name(given), drill.position.values[given]
    wrong = f"{name}={digit % 9 + 1}"
    assert (program.answer(wrong) or "") == f"No, try again. {name} already holds {digit}."
    assert "here is the step" in (program.answer(wrong) or "")
    assert (program.answer("undo") or "").startswith("In a drill, ask about the board")
    assert (program.answer("drill") or "").startswith("A drill: Hidden single")
    assert [answer.quality for answer in Store().drills_answered()] == [1]
    assert (program.answer("drill backflip") or "").startswith("There are drills of the techniques")
    assert "3: Hidden single, " in (program.answer("training easy") or "")


def test_a_drill_leaves_the_game_unchanged(ask: Ask) -> None:
    ask("1a0")
    before = ask("board")
    ask("drill")
    assert ask("1a1")
    ask("resume")
    assert ask("board") == before


def clause_with(text: str, *literals: str) -> str:
    """The number of the clause that was read with exactly these words about its literals."""
    found = re.search(rf"clause (\d+): {', '.join(map(re.escape, literals))}\.", text)
    assert found, text
    return found[1]


@pytest.mark.parametrize("by_path", [False, True])
@pytest.mark.parametrize("is_guest", [False, True])
def test_answers_in_homework_are_kept_but_not_those_of_guests(tmp_path: Path, is_guest: bool, by_path: bool) -> None:
    shipped, folder = program_module.SHIPPED / "lessons", tmp_path / "week"
    folder.mkdir()
    lesson = folder / "1-unit-propagation.toml"
    lesson.write_bytes((shipped / lesson.name).read_bytes())
    begin_homework(folder, "Week 3")
    bounds = GuestLimits(folder, tmp_path / "state") if is_guest else None
    program = LinearProgram(Options(lessons=folder, bounds=bounds))
    number = len(list(shipped.glob("*.toml"))) + 1
    begin = f"open {lesson.name if is_guest else lesson}" if by_path else f"lesson {number}"
    for line in (begin, "next", "2", "1", "next", "show"):
        program.answer(line)
    tries = stored_tries(state_directory(), lesson_file.read(lesson)).tries
    expected_tries = [] if is_guest else [(1, (1,), False), (1, (0,), False), (2, (0,), True)]
    assert [(each.stop, each.answer, each.revealed) for each in tries] == expected_tries


SEVERAL = """
lesson = 1
title = "Several"
about = "Answers of several items."
[[search]]
clauses = [[-1, 2], [-2, 3], [-3, -4, 5], [1, 4]]
decide = [1]
[[search]]
name = "learns"
make = "random-ksat 10 30 --seed 53"
solver = "cdcl"
branching = "static"
[[stop]]
at = "before decision 1"
ask = "propagated"
all = true
[[stop]]
ask = "propagation-order"
[[stop]]
search = "learns"
at = "conflict 1"
show = "graph"
ask = "cut"
"""


def test_answers_of_several_items_and_cuts_are_typed(tmp_path: Path) -> None:
    (tmp_path / "several.toml").write_text(SEVERAL)
    program = LinearProgram(Options(lessons=tmp_path))

    def ask(line: str) -> str:
        return program.answer(line) or ""

    number = len(list((program_module.SHIPPED / "lessons").glob("*.toml"))) + 1
    assert str(words.ANSWER_ALL) in ask(f"lesson {number}")
    assert ask("3").startswith("No. These are right, but 1 is missing.")
    assert ask("2, 3, -4").startswith("No. Propagation ends before -4: clause 3 (-3 -4 5)")
    assert ask("2 3").startswith("Right. Clause 1 (-1 2) forces 2 as soon as 1 is true.")
    assert str(words.ANSWER_IN_ORDER) in ask("next")
    assert ask("3, 2").startswith("No. 3 is not forced yet at its place: clause 2 (-2 3) would need -2 to be false")
    assert ask("show").startswith("The answer is 2, 3. At each place a clause is unit: 2 by clause 1, 3 by clause 2.")
    assert str(words.ANSWER_CUT) in ask("next")
    assert str(words.ANSWER_CUT) in ask("9")
    assert ask("6").startswith("No. 4 is below this cut, and no clause forced it")
    assert ask("5").startswith("Right. Lines from 6, 5 cross this cut")
    assert ask("next").endswith("first try: 0 of 3.")


def test_a_lesson_is_followed_from_its_text() -> None:
    program = LinearProgram(Options())

    def ask(line: str) -> str:
        return program.answer(line) or ""

    assert ask("lessons").startswith("1: Unit propagation\n2: ")
    assert ask("lesson").startswith("Unit propagation\nstop 1 of 8: Here are the clauses")
    assert ask("5") == str(words.IN_A_LESSON)  # no question here
    assert "Which clause is satisfied" in ask("next")
    text = ask("read")
    assert text.count("clause ") == 16
    wrong, right = clause_with(text, "6 free", "1 false", "5 free"), clause_with(text, "8 free", "-1 true", "-3 free")
    assert ask(f"clause {wrong}") == f"clause {wrong}: 6 free, 1 false, 5 free."
    assert ask("clause 99") == words.NO_CLAUSE_HERE.format(number=99)
    assert ask("17").startswith(str(words.IN_A_LESSON))
    assert ask(wrong).startswith("No. ")
    assert ask(right).startswith("Right. ")
    assert "How many clauses are unit" in ask("next")
    assert ask("show").startswith("The answer is 0. ")
    assert ask("previous").startswith("stop 2 of 8: ")
    assert ask("trail") == "-1: level 1, decided"
    for _ in range(6):
        ask("next")
    assert program._exercise is not None
    assert "How many decisions" in ask("")
    text = ask("trail")
    assert ask(str(text.count("decided"))).startswith("Right. ")
    assert ask("next").endswith("Questions answered right at the first try: 1 of 7.")
    assert "\n" not in ask("")
    assert ask("lessons").startswith("1: Unit propagation, done\n2: ")
    assert ask("lesson").startswith("DPLL")
    assert ask("lesson 99").startswith("There is no lesson 99")


@pytest.mark.parametrize(
    ("number", "message"), [(3, r"clause 1: .*\. Watched: -?\d+, -?\d+\."), (4, r"conflict: clause \d+ \(.*\)")]
)
def test_all_that_the_stops_of_a_lesson_show_is_read(number: int, message: str) -> None:
    program = LinearProgram(Options())
    program.answer(f"lesson {number}")
    lesson = program._exercise
    assert isinstance(lesson, LessonExercise)
    output = ""
    while (program.answer("next") or "").startswith("stop "):
        output += program.answer("read") or ""
        step = lesson._step
        assert step is not None
        if step.stop.question is not None:
            assert (program.answer("show") or "").startswith("The answer is ")
    assert re.search(message, output)


def test_a_solved_game_is_reviewed_and_its_longest_pause_practised(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(write(Puzzle(single(), (0, 0, 0, *SOLUTION[3:80], 0), "small")))
    program = LinearProgram(Options(path=path))
    list(program.start())
    assert program.answer("review") == str(words.NOT_REVIEWED)
    assert program._session
    game = program._session.game
    for cell in (0, 1, 2, 80):
        game.clock._seconds += 90 if cell == 2 else 1
        program.answer(f"{game.layout.cell_name(cell)}={SOLUTION[cell]}")
    assert game.is_solved
    first, *_, last = (program.answer("review") or "").splitlines()
    assert first.startswith("1: This move took 00:01:30. You were stuck here. The step here: Full house (easy")
    assert last == "Full house is now due in the trainer."
    with Store() as store:
        assert [(item.technique.title, item.quality) for item in store.drills_answered()] == [("Full house", 0)]
    assert "now due" not in (program.answer("review") or ""), "it became due once"
    assert program.answer("review 99") == words.NO_SUCH_PAUSE.format(number="99")
    assert "Full house" in (program.answer("review 1") or "")
    assert "Right." in (program.answer(f"r1c3={SOLUTION[2]}") or "")
    program.answer("resume")
    assert program.answer("drill own x") == str(drill_words.NO_OWN_GAMES)
    assert "Full house" in (program.answer("drill own") or "")
    assert "Right." in (program.answer(f"r1c3={SOLUTION[2]}") or "")


def test_the_puzzles_of_the_day(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = random_solution(single(), 2)
    made = Puzzle(single(), (0, 0, *solution[2:]), "daily")
    monkeypatch.setattr(program_module, "daily_puzzle", lambda _: made)
    assert ask("daily").splitlines()[:2] == [
        "1: sudoku 9x9, easy: not played yet.",
        "2: sudoku 9x9, medium: not played yet.",
    ]
    assert "type daily" in ask("daily 9")
    ask("daily 2")
    ask(f"1a{solution[0]}")
    assert "2: sudoku 9x9, medium: in progress." in ask("daily")
    ask("new 4x4")
    ask("daily 2")  # goes on
    ask(f"1b{solution[1]}")
    listed = ask("daily").splitlines()
    assert listed[1].startswith("2: sudoku 9x9, medium: solved in ")
    assert listed[-1] == "1 day running."
    assert ask("daily result").splitlines()[2].startswith("sudoku 9x9, medium: 00:")
