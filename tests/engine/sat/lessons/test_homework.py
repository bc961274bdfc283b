"""Homework: attempts are stored, a result file is read back unchanged, and any change in it is detected."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.lessons import homework, lesson_file
from engine.sat.lessons.homework import (
    Homework,
    LessonMark,
    LessonTries,
    LessonTry,
    Submission,
    begin_homework,
    export_result,
    find_homework,
    grade_tries,
    read_homework,
    read_submission,
    result_text,
    store_try,
    stored_tries,
)
from engine.sat.lessons.lesson import prepare
from engine.sat.lessons.lesson_folder import HOMEWORK_FILE, lesson_files

LESSON = """\
lesson = 1
title = "A chain"
about = "One literal leads to another."

[[search]]
clauses = [[-1, 2], [-2, 3], [-3, -4, 5], [1, 4]]
branching = "first"
decide = [1]

[[stop]]
text = "Nothing is asked here."

[[stop]]
at = "decision 1"
ask = "forced"

[[stop]]
at = "end"
ask = "count"
of = "forced"
"""
WEEK = Homework(Path("week"), "Week 3", "k" * 32)
SUBMISSION = Submission(
    "Ann Lee",
    (
        LessonTries(
            "chain", "ab12", (LessonTry(1, (3,), 4.5), LessonTry(1, (2, 5), 60.0), LessonTry(2, (1,), 0.1, True))
        ),
        LessonTries("other", "cd34", (LessonTry(0, (-7,), 1.0),)),
    ),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of homework, with one lesson."""
    path = tmp_path / "week"
    path.mkdir()
    (path / "chain.toml").write_text(LESSON)
    begin_homework(path, 'Week "3" \\ 周')
    return path


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "result.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_a_folder_becomes_homework_once_and_its_file_is_no_lesson(folder: Path) -> None:
    found = read_homework(folder)
    assert found == find_homework(folder)
    assert found.title == 'Week "3" \\ 周'
    assert len(found.key) >= 64
    assert lesson_files(folder) == [folder / "chain.toml"]
    with pytest.raises(InputError, match="homework already"):
        begin_homework(folder, "again")
    assert read_homework(folder) == found
    (folder / HOMEWORK_FILE).unlink()
    begin_homework(folder, "Week 3")
    assert read_homework(folder).key != found.key


@pytest.mark.parametrize(
    "text",
    ["", "homework = 2\ntitle = 'a'\nkey = '" + "k" * 32 + "'", "homework = 1\ntitle = 'a'\nkey = 'short'", "= 1",
     "homework = 1\ntitle = 3\nkey = '" + "k" * 32 + "'", "homework = 1\ntitle = 'a'", "\udcff"],
)  # fmt: skip
def test_damaged_homework_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / HOMEWORK_FILE).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match="not valid homework"):
        find_homework(tmp_path)


def test_without_its_file_a_folder_is_no_homework(tmp_path: Path) -> None:
    assert find_homework(tmp_path) is None
    with pytest.raises(InputError, match="--homework"):
        read_homework(tmp_path)


def test_tries_are_kept_for_one_version_of_a_lesson(folder: Path, tmp_path: Path) -> None:
    state, path = tmp_path / "state", folder / "chain.toml"
    lesson = lesson_file.read(path)
    assert stored_tries(state, lesson).tries == ()
    tries = (LessonTry(1, (3,), 2.5), LessonTry(1, (2,), 1.0), LessonTry(2, (1,), 0.0, True))
    for number, each in enumerate(tries):
        store_try(state, lesson, each)
        assert stored_tries(state, lesson) == LessonTries("chain", lesson.digest, tries[: number + 1])
    path.write_bytes(LESSON.replace("\n", "\r\n").encode())
    assert stored_tries(state, lesson_file.read(path)).tries == tries
    path.write_text(LESSON + "text = 'new'\n")
    assert stored_tries(state, lesson_file.read(path)).tries == ()


def test_a_line_cut_short_spoils_no_other(folder: Path, tmp_path: Path) -> None:
    lesson = lesson_file.read(folder / "chain.toml")
    store_try(tmp_path, lesson, LessonTry(1, (3,), 2.5))
    path = next((tmp_path / "tries").iterdir())
    path.write_bytes(path.read_bytes()[:-4])
    store_try(tmp_path, lesson, LessonTry(1, (2,), 1.0))
    assert stored_tries(tmp_path, lesson).tries == (LessonTry(1, (2,), 1.0),)


def test_a_result_file_needs_answers_and_a_name(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no answers"):
        export_result(folder, "Ann Lee", tmp_path)
    tries = LessonTry(1, (2,), 1.0)
    store_try(tmp_path, lesson_file.read(folder / "chain.toml"), tries)
    with pytest.raises(InputError, match="no name"):
        export_result(folder, " \n", tmp_path)
    result = read_submission(written(tmp_path, export_result(folder, "Ann  Lee", tmp_path)), read_homework(folder))
    assert result.student == "Ann Lee"
    assert [each.tries for each in result.lessons] == [(tries,)]


names = st.text(min_size=1).map(homework.title_of).filter(bool)
answers = st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=5, unique=True).map(tuple)
lesson_tries = st.builds(LessonTry, st.integers(0, 99), answers, st.floats(0, 1e9), st.booleans())
submissions = st.builds(
    Submission, names,
    st.lists(
        st.builds(LessonTries, st.text(), st.text(), st.lists(lesson_tries, max_size=5).map(tuple)),
        min_size=1, max_size=3, unique_by=lambda tries: tries.lesson,
    ).map(tuple),
)  # fmt: skip


@settings(max_examples=amount(100))
@given(submissions)
def test_a_result_file_is_read_back(tmp_path_factory: pytest.TempPathFactory, submission: Submission) -> None:
    path = written(tmp_path_factory.getbasetemp(), result_text(WEEK, submission))
    assert read_submission(path, WEEK) == submission


def test_the_layout_of_the_json_is_not_signed(tmp_path: Path) -> None:
    content = json.loads(result_text(WEEK, SUBMISSION))
    text = json.dumps(dict(reversed(content.items())), indent=7)
    assert read_submission(written(tmp_path, b"\xef\xbb\xbf" + text.encode()), WEEK) == SUBMISSION


def test_a_field_that_occurs_twice_is_refused(tmp_path: Path) -> None:
    text = result_text(WEEK, SUBMISSION).replace("{", '{"student": "Eve",', 1)
    with pytest.raises(InputError, match="not a result file"):
        read_submission(written(tmp_path, text), WEEK)


def changes(value: Any) -> Iterator[Any]:
    """Copies of the value with one change, at every place in it."""
    if isinstance(value, dict):
        yield {**value, "more": 1}
        for key in value:
            yield {name: each for name, each in value.items() if name != key}
            for changed in changes(value[key]):
                yield {**value, key: changed}
    elif isinstance(value, list):
        yield [*value, *value[:1]] if value else [1]
        yield value[::-1]
        for number, item in enumerate(value):
            yield [*value[:number], *value[number + 1 :]]
            for changed in changes(item):
                yield [*value[:number], changed, *value[number + 1 :]]
    else:
        yield from (None, [value], not value if isinstance(value, bool) else int(value) if value == 1.0 else "")
        yield f"{value}0" if isinstance(value, str) else value + 1


def test_a_change_of_any_field_is_found(tmp_path: Path) -> None:
    content = json.loads(result_text(WEEK, SUBMISSION))
    count = 0
    for changed in changes(copy.deepcopy(content)):
        if json.dumps(changed, sort_keys=True) == json.dumps(content, sort_keys=True):
            continue
        count += 1
        message = "signature is wrong" if "result" in changed else "not a result file"
        with pytest.raises(InputError, match=message):
            read_submission(written(tmp_path, json.dumps(changed)), WEEK)
    assert count > 100


def test_another_key_is_found(tmp_path: Path) -> None:
    path = written(tmp_path, result_text(WEEK, SUBMISSION))
    with pytest.raises(InputError, match="signature is wrong"):
        read_submission(path, Homework(WEEK.folder, WEEK.title, "j" * 32))


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"3", b"{}", b"\xff\xfe\x00", b"{", b'{"result": NaN}', b"[" * 100_000, b'{"result": ' + b"9" * 9999],
)
def test_an_invalid_result_file_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError, match="not a result file"):
        read_submission(written(tmp_path, data), WEEK)


def test_too_large_and_special_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at most"):
        read_submission(written(tmp_path, b" " * (homework.MAX_SIZE + 1)), WEEK)
    with pytest.raises(InputError):
        read_submission(tmp_path, WEEK)
    with pytest.raises(InputError):
        read_submission(tmp_path / "none.json", WEEK)


def signed(change: Callable[[dict[str, Any]], object]) -> str:
    """A result file made with the key."""
    content = json.loads(result_text(WEEK, SUBMISSION))
    del content["signature"]
    change(content)
    return json.dumps({**content, "signature": homework._signature(content, WEEK.key)})


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.update(student=3),
        lambda content: content.update(student="\n"),
        lambda content: content.update(lessons={}),
        lambda content: content["lessons"].append(content["lessons"][0]),
        lambda content: content["lessons"][0].update(tries=[3]),
        lambda content: content["lessons"][0]["tries"][0].update(seconds=-1),
        lambda content: content["lessons"][0]["tries"][0].update(seconds=1e999),
        lambda content: content["lessons"][0]["tries"][0].update(stop=True),
        lambda content: content["lessons"][0]["tries"][0].update(answer=3),
        lambda content: content["lessons"][0]["tries"][0].update(answer=[]),
        lambda content: content["lessons"][0]["tries"][0].update(answer=[3, 3]),
        lambda content: content["lessons"][0]["tries"][0].update(answer=[True]),
        lambda content: content["lessons"][0]["tries"][0].update(extra=1),
    ],
)
def test_a_signed_file_of_another_shape_is_refused(tmp_path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(InputError, match="not a result file"):
        read_submission(written(tmp_path, signed(change)), WEEK)


def test_a_later_format_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="format 2"):
        read_submission(written(tmp_path, signed(lambda content: content.update(result=2))), WEEK)


@pytest.mark.parametrize(
    ("tries", "mark"),
    [
        ([], LessonMark(2, 0, 0, 0, 0.0)),
        ([(1, 2)], LessonMark(2, 1, 1, 1, 1.0)),
        ([(1, 3), (1, 2)], LessonMark(2, 1, 0, 2, 2.0)),
        ([(1, 3)], LessonMark(2, 0, 0, 1, 1.0)),
        ([(1, 2), (1, 3), (1, 3)], LessonMark(2, 1, 1, 1, 1.0)),  # after the right answer it is practice
        ([(1, 3), (1, 2, True), (1, 2)], LessonMark(2, 0, 0, 1, 2.0)),  # the answer was shown
        ([(2, 9), (1, 2), (2, 2)], LessonMark(2, 2, 1, 3, 3.0)),
    ],
)
def test_answers_are_judged_by_the_lesson(folder: Path, tries: list[tuple[int, ...]], mark: LessonMark) -> None:
    steps = prepare(lesson_file.read(folder / "chain.toml"))
    assert steps[1].right == {2}
    assert steps[2].right == {2}
    given_tries = tuple(LessonTry(stop, (answer,), 1.0, bool(revealed)) for stop, answer, *revealed in tries)
    assert grade_tries(LessonTries("chain", "", given_tries), steps) == mark


@pytest.mark.parametrize("stop", [-1, 0, 3])
def test_an_answer_to_no_question_is_refused(folder: Path, stop: int) -> None:
    steps = prepare(lesson_file.read(folder / "chain.toml"))
    with pytest.raises(InputError, match="has no question"):
        grade_tries(LessonTries("chain", "", (LessonTry(stop, (1,), 1.0),)), steps)
