"""The shipped lessons: each can be completed, and every wrong answer has a reply."""

import tomllib
from functools import partial
from pathlib import Path

import pytest

from engine.base.language import ENGLISH, LANGUAGES
from engine.commands import cli
from engine.sat.lessons import lesson_file
from engine.sat.lessons.lesson import PreparedStop, prepare
from engine.sat.lessons.lesson_folder import lesson_files
from engine.sat.lessons.lesson_question import AnswerKind
from engine.sudoku.as_sat.cell_words import words_of

LESSONS = lesson_files(Path(__file__).parents[4] / "puzzles" / "lessons")
lessons = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def offered(step: PreparedStop) -> set[int]:
    """All possible answers."""
    assert step.stop.question is not None
    asks = step.stop.question.asks
    return set(range(12)) if asks is AnswerKind.NUMBER else {each for row in step.rows for each in row.answers(asks)}


def test_the_names_of_the_files_number_the_lessons():
    numbers = [int(path.stem.partition("-")[0]) for path in LESSONS]
    assert numbers == list(range(1, len(LESSONS) + 1))


@lessons
def test_every_answer_is_explained_as_right_or_wrong(path: Path):
    steps = prepare(lesson_file.read(path, partial(words_of, unequal="≠")))
    questions = [step for step in steps if step.stop.question is not None]
    assert len(questions) >= 5
    for step in questions:
        question = step.stop.question
        assert question is not None
        wrong = offered(step) - step.right
        assert step.right
        assert wrong, step.question
        sentences = {question.why(step.position, answer) for answer in step.right if answer in offered(step)}
        sentences |= {question.why_not(step.position, answer) for answer in wrong}
        for sentence in (*sentences, step.text, step.question, step.answer):
            assert not set("{}") & set(sentence)
            assert not sentence or sentence[-1] in '.?:)"', sentence


OTHER_WORDS = {
    "de": ("Unit-Propagation", "bogenkonsistent", "nackter Single", "versteckter Single", "Addiere ", "addiere "),
    "zh_CN": ("被迫", "迫出", "迫不出", "回退", "提示数", "隐性唯一", "显性唯一", "文字的原因"),
}
"""Second words for a concept that has another one in the program, and a second way to speak to the reader."""


@lessons
def test_a_concept_has_one_word_in_each_language(path: Path):
    for line in path.read_text(encoding="utf-8").splitlines():
        for words in OTHER_WORDS.values():
            assert not [word for word in words if word in line]


@pytest.mark.release
@lessons
@pytest.mark.parametrize("name", [language for language in LANGUAGES if language != ENGLISH])
def test_every_text_exists_in_every_language(path: Path, name: str):
    """Text in braces is compared when the lesson is read."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    for table in (content, *content["stop"]):
        texts = {key for key in ("title", "about", "text", "question", "answer") if key in table}
        assert {key for key in texts if f"{key}-{name}" not in table} == set()


@lessons
def test_the_command_prints_the_answers(path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["lesson", str(path)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("->") >= 5


def test_the_command_reports_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "mine.toml"
    head = 'lesson = 1\ntitle = "x"\nabout = "y"\n'
    path.write_text(f'{head}[[search]]\nmake = "php 3 2"\n[[stop]]\nat = "conflict 99"\n')
    assert cli.main(["lesson", str(path)]) == 2
    assert f"{path}:6: conflict 99: the search has" in capsys.readouterr().err


def test_texts_about_searches_are_true():
    """Sentences that name events of a search; all other numbers in the texts are computed."""
    naming = partial(words_of, unequal="≠")
    found = {path.stem.split("-")[0]: prepare(lesson_file.read(path, naming)) for path in LESSONS}
    first_uip = found["4"][0].position
    assert len(first_uip.trace.clause(first_uip.analysis.learned)) == 2  # type: ignore[union-attr]
    chronological, jump = (found["5"][index].right for index in (1, 3))
    assert min(chronological) == found["5"][1].position.analysis.level - 1  # type: ignore[union-attr]
    assert min(jump) == found["5"][3].position.analysis.level - 2  # type: ignore[union-attr]
    restart = found["6"][2].position
    assert restart.state.level == 7
    assert (restart.state.value(30), restart.state.value(26), restart.level(26)) == (-1, 1, 7)
    assert found["6"][4].position.index == found["6"][3].position.index + 1
    vsids = found["7"][4].position
    false = [vsids.trace.event(int(index)).clause for index in vsids.trace.where(3)]  # type: ignore[arg-type]
    assert [set(vsids.clause(index)) for index in false if index is not None] == [{-4, -6, -3}] * 2
    assert [len(vsids.trace.formula.clauses_with(literal)) for literal in (2, -2, 3, -3)] == [2, 5, 4, 4]
    encoded, resolved = found["11"], found["12"]
    assert [len(encoded[index].position.trace.formula) - 1 for index in (0, 3)] == [6 * 5 // 2, 3 * 6 - 4]
    learned = [resolved[index].position.analysis.learned for index in (2, 3)]  # type: ignore[union-attr]
    assert [set(resolved[2].position.trace.clause(index)) for index in learned] == [{1, 3}, {-3}]
    glue = found["13"][3].position
    assert min(found["13"][3].right) == 2, glue
    pigeons = found["8"][4].position
    assert pigeons.last_event is not None
    assert pigeons.last_event.literal == -1
    assert pigeons.last_event.level == 0
