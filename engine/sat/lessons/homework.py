"""Homework: a folder of lessons to hand in, the tries of a student, and signed result files.

A folder of lessons is homework if it has a file `homework.toml` with a title and a key. The program stores a student's
tries: the answers in these lessons. A result file contains them with an HMAC-SHA256 of the key, and is graded again
from the lessons. The signature shows whether a file was edited without the key. Students get the key with the lessons,
so it proves no more than that.
"""

import hmac
import json
import math
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, NoReturn

from engine.base.errors import InputError
from engine.base.language import lazy_gettext
from engine.base.streams import open_regular, read_at_most
from engine.base.text import title_of
from engine.sat.lessons import lesson_file
from engine.sat.lessons.lesson import Lesson, PreparedStop
from engine.sat.lessons.lesson_folder import HOMEWORK_FILE, is_homework, lesson_files
from engine.sat.lessons.lesson_question import Answer

VERSION = 1
MAX_SIZE = 1 << 22
"""Maximum size of a result file in bytes."""
MAX_KEPT = 1 << 20
"""Maximum size of the stored tries in a lesson in bytes."""
TRIES = "tries"
"""The folder of tries in a state directory."""
SHORTEST_KEY = 32
"""Minimum length of a key in characters."""

NO_HOMEWORK = lazy_gettext("this folder is not homework: it has no file {name}")
BEGIN_HOMEWORK = lazy_gettext("satsudoku lesson FOLDER --homework TITLE writes it")
NOT_HOMEWORK = lazy_gettext("this is not valid homework")
HOMEWORK_HAS = lazy_gettext('write homework = 1, title = "..." and key = "..." with {count:,} characters or more')
IS_HOMEWORK = lazy_gettext("this folder is homework already")
OTHER_KEY = lazy_gettext("its key belongs to the files that were handed in; remove it yourself to begin again")
NO_TRIES = lazy_gettext("there are no answers in these lessons yet")
ANSWER_FIRST = lazy_gettext(
    "begin with satsudoku-tui --lessons FOLDER, and answer in the lessons with the title of this homework"
)
NOT_RESULT = lazy_gettext("this is not a result file")
OTHER_RESULT = lazy_gettext("this is a result file in format {version}, which this program does not know")
TOO_LARGE = lazy_gettext("a result file has at most {most:,} bytes")
TAMPERED = lazy_gettext("the signature is wrong: this file was edited, or belongs to other homework")
NO_SUCH_STOP = lazy_gettext("lesson {lesson} has no question at stop {stop:,}")
TOO_MANY = lazy_gettext("there are too many answers in this lesson already")
NO_STUDENT = lazy_gettext("the student has no name")


@dataclass(frozen=True)
class Homework:
    """Lessons to hand in: their folder, a title, and the key that signs result files."""

    folder: Path
    title: str
    key: str


@dataclass(frozen=True)
class LessonTry:
    """An answer at a stop (from 0), and the seconds since the stop began or since the previous try.

    `revealed`: the program showed the answer.
    """

    stop: int
    answer: Answer
    seconds: float
    revealed: bool = False


@dataclass(frozen=True)
class LessonTries:
    """The tries in a lesson in order, the stem of the lesson's file, and the digest of its text."""

    lesson: str
    digest: str
    tries: tuple[LessonTry, ...]


@dataclass(frozen=True)
class Submission:
    """The contents of a result file."""

    student: str
    lessons: tuple[LessonTries, ...]


@dataclass(frozen=True)
class LessonMark:
    """The results of a student in a lesson.

    Of `questions`, `right` were answered correctly before the answer was shown, `first` of them at the first try.
    `tries` and `seconds` count up to the first correct answer to each question; later ones are practice.
    """

    questions: int
    right: int
    first: int
    tries: int
    seconds: float


# the teacher's file


def find_homework(folder: Path) -> Homework | None:
    """The homework in a folder; None if there is none. Raises InputError."""
    return read_homework(folder) if is_homework(folder) else None


def read_homework(folder: Path) -> Homework:
    """The homework in a folder. Raises InputError."""
    path = folder / HOMEWORK_FILE
    if not is_homework(folder):
        raise InputError(NO_HOMEWORK.format(name=path.name), path=folder, advice=BEGIN_HOMEWORK)
    with open_regular(path) as file:
        data = file.read(MAX_SIZE)
    try:
        content = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        content = {}
    title, key = content.get("title"), content.get("key")
    is_valid = content.get("homework") == VERSION and isinstance(title, str) and isinstance(key, str)
    if not is_valid or len(str(key)) < SHORTEST_KEY:
        raise InputError(NOT_HOMEWORK, path=path, advice=HOMEWORK_HAS.format(count=SHORTEST_KEY))
    return Homework(folder, title_of(str(title)), str(key))


def begin_homework(folder: Path, title: str) -> Path:
    """Write the file that makes a folder of lessons homework, with a new key. Raises InputError and OSError."""
    path = folder / HOMEWORK_FILE
    written_title = json.dumps(title_of(title), ensure_ascii=False)  # a JSON string is a TOML string
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(f'homework = {VERSION}\ntitle = {written_title}\nkey = "{secrets.token_hex(32)}"\n')
    except FileExistsError:
        raise InputError(IS_HOMEWORK, path=path, advice=OTHER_KEY) from None
    return path


# stored tries


def store_try(state: Path, lesson: Lesson, lesson_try: LessonTry) -> None:
    """Append a try to a lesson's in the state directory. Raises InputError if there are too many, and OSError."""
    path = _tries_path(state, lesson)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > MAX_KEPT:
        raise InputError(TOO_MANY)
    with path.open("a", encoding="ascii") as file:
        file.write(f"\n{json.dumps(asdict(lesson_try))}")  # the line end first, after an incomplete line


def stored_tries(state: Path, lesson: Lesson) -> LessonTries:
    """The stored tries in a lesson, without damaged lines. Raises InputError for a file that can't be read."""
    path, tries = _tries_path(state, lesson), []
    if path.exists():
        with open_regular(path) as file:
            lines = file.read(MAX_SIZE).splitlines()
        for line in filter(None, lines):
            try:
                tries.append(_try(json.loads(line, parse_constant=_refuse)))
            except (ValueError, RecursionError):
                continue
    return LessonTries(lesson.path.stem, lesson.digest, tuple(tries))


def _tries_path(state: Path, lesson: Lesson) -> Path:
    return state / TRIES / f"{lesson.digest}.jsonl"


# result files


def export_result(folder: Path, student: str, state: Path, naming: lesson_file.Naming | None = None) -> str:
    """The result file of a student for the homework in a folder. Raises InputError, and OSError for its lessons."""
    homework = read_homework(folder)
    lessons = (stored_tries(state, lesson_file.read(path, naming)) for path in lesson_files(folder))
    return result_text(homework, Submission(title_of(student), tuple(lesson for lesson in lessons if lesson.tries)))


def result_text(homework: Homework, submission: Submission) -> str:
    """A result file. Raises InputError for a student without a name, or without any answers."""
    if not submission.student:
        raise InputError(NO_STUDENT)
    if not submission.lessons:
        raise InputError(NO_TRIES, path=homework.folder, advice=ANSWER_FIRST)
    content = {"result": VERSION, "homework": homework.title, **asdict(submission)}
    return json.dumps({**content, "signature": _signature(content, homework.key)}, indent=1) + "\n"


def read_submission(path: Path, homework: Homework) -> Submission:
    """The contents of a result file of this homework. Raises InputError, also if its signature is wrong."""
    try:
        data = read_at_most(path, MAX_SIZE)
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), path=path) from None
    if data is None:
        raise InputError(TOO_LARGE.format(most=MAX_SIZE), path=path)
    try:
        text = data.decode("utf-8-sig")
        content = json.loads(text, parse_constant=_refuse, object_pairs_hook=_distinct)
        if not isinstance(content, dict) or "result" not in content:
            raise ValueError
        signature = content.pop("signature", None)
        expected_signature = _signature(content, homework.key)
    except (ValueError, RecursionError):
        raise InputError(NOT_RESULT, path=path) from None
    if not isinstance(signature, str) or not hmac.compare_digest(
        signature.encode("utf-8", "replace"), expected_signature.encode()
    ):
        raise InputError(TAMPERED, path=path)
    if content["result"] != VERSION:
        raise InputError(OTHER_RESULT.format(version=title_of(str(content["result"]))), path=path)
    try:
        return _submission(content)
    except ValueError:  # anybody with the key can sign anything
        raise InputError(NOT_RESULT, path=path) from None


def _signature(content: Mapping[str, object], key: str) -> str:
    """The HMAC-SHA256 of the content in a canonical form: sorted keys, no blanks, ASCII."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hmac.new(key.encode("utf-8", "surrogatepass"), text.encode("ascii"), "sha256").hexdigest()


def _refuse(constant: str) -> NoReturn:
    """Raise ValueError for NaN and infinities, which are not JSON."""
    raise ValueError(constant)


def _distinct(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """A JSON object. Raises ValueError for a key that occurs twice, because only the last value would be signed."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError
    return content


def _submission(content: Mapping[str, Any]) -> Submission:
    """The submission in the content of a result file. Raises ValueError."""
    lessons = []
    for item in _expect(content.get("lessons"), list):
        _expect(item, dict)
        tries = tuple(map(_try, _expect(item.get("tries"), list)))
        lessons.append(LessonTries(_expect(item.get("lesson"), str), _expect(item.get("digest"), str), tries))
    student = title_of(_expect(content.get("student"), str))
    if not student or len({lesson.lesson for lesson in lessons}) < len(lessons):
        raise ValueError
    return Submission(student, tuple(lessons))


def _try(item: object) -> LessonTry:
    """The try in a JSON object. Raises ValueError."""
    content: dict[str, Any] = _expect(item, dict)
    if set(content) != {field.name for field in fields(LessonTry)}:
        raise ValueError
    stop, seconds = _expect(content["stop"], int), content["seconds"]
    answer = tuple(_expect(number, int) for number in _expect(content["answer"], list))
    if not answer or len(set(answer)) < len(answer):
        raise ValueError
    if type(seconds) not in (int, float) or not 0 <= seconds < math.inf:
        raise ValueError
    return LessonTry(stop, answer, float(seconds), _expect(content["revealed"], bool))


def _expect(value: object, kind: type) -> Any:
    """The value if it is exactly of this type. Raises ValueError."""
    if type(value) is not kind:
        raise ValueError
    return value


# grading


def grade_tries(tries: LessonTries, steps: Sequence[PreparedStop]) -> LessonMark:
    """Grade the tries in a lesson by its stops. Raises InputError for a try at a stop without a question."""
    question_stops = {number for number, step in enumerate(steps) if step.stop.question is not None}
    by_stop: dict[int, list[LessonTry]] = {}
    for lesson_try in tries.tries:
        if lesson_try.stop not in question_stops:
            raise InputError(NO_SUCH_STOP.format(lesson=tries.lesson, stop=lesson_try.stop + 1))
        by_stop.setdefault(lesson_try.stop, []).append(lesson_try)
    right = first = count = 0
    seconds = 0.0
    for stop, stop_tries in by_stop.items():
        for number, lesson_try in enumerate(stop_tries):
            seconds += lesson_try.seconds
            if lesson_try.revealed:
                break
            count += 1
            if steps[stop].is_right(lesson_try.answer):
                right += 1
                first += number == 0
                break
    return LessonMark(len(question_stops), right, first, count, seconds)
