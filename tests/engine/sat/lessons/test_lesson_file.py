"""Lesson files: their contents, and errors with their lines and advice."""

from pathlib import Path

import pytest
from amounts import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.files.kinds import FileKind, kind_of
from engine.sat.lessons import lesson_file
from engine.sat.lessons.clause_questions import ClauseOfLiterals
from engine.sat.lessons.lesson import Lesson, LessonView, prepare
from engine.sat.lessons.lesson_file import parse, read
from engine.sat.lessons.quantities import CountQuestion

EXAMPLE = '''\
# An example.
lesson = 1
title = "An example"
about = """
Of two paragraphs.

The second one.
"""

[[search]]
clauses = [[1, 2], [-1, 2], [-2, 3]]
add = [[3, 1]]
solver = "dpll"
branching = "first"
decide = [-1]

[[stop]]
text = "There are {clauses} clauses."

[[stop]]
at = "decision 1"
ask = "forced"
question = "What follows?"
answer = "In the end there were {main.conflicts} conflicts."

[[stop]]
ask = "clause-of"
literals = [-2, 3]
only = [2, 3]
show = "watches"
'''


CLAUSES = "clauses = [[1, 2], [-1, 2], [-2, 3]]"


def lesson(text: str) -> Lesson:
    return parse(text, Path("example.toml"))


def texts(text: str) -> list[str]:
    """All texts of a lesson."""
    found = lesson(text)
    return [found.title, found.about, *(text for s in found.stops for text in (s.text, s.wording, s.answer))]


TRANSLATED = EXAMPLE.replace(
    'title = "An example"',
    """title = "An example"
title-zh_CN = "一个例子\"""",
).replace(
    'text = "There are {clauses} clauses."',
    '''text = "There are {clauses} clauses."
text-zh_CN = """
这里有 {clauses}
个子句，先随便
看看。
"""''',
)
"""The same with some texts in Chinese too."""


def test_texts_are_in_the_language_that_is_spoken_where_they_have_it(monkeypatch: pytest.MonkeyPatch):
    assert texts(TRANSLATED) == texts(EXAMPLE)
    monkeypatch.setattr(lesson_file, "current", lambda: "zh_CN")
    found = lesson(TRANSLATED)
    assert (found.title, found.about) == ("一个例子", "Of two paragraphs. The second one.")
    assert found.stops[0].text == "这里有 {clauses} 个子句，先随便看看。"
    assert found.stops[1].wording == "What follows?"


@pytest.mark.parametrize(("there", "instead", "message"), [
    ("text-zh_CN", "text-de", None),
    ("text-zh_CN", "text-nl", "example.toml:20: there is no 'text-nl' in a stop; did you mean 'text'?"),
    ("{clauses}\n", "{clause}\n",
     "example.toml:20: the numbers in 'text-zh_CN' differ from those in 'text'; there: {clauses}"),
    ('text = "There are {clauses} clauses."\n', "", "example.toml:19: 'text-zh_CN' is given without 'text'"),
])  # fmt: skip
def test_translations_are_compared_with_their_originals(there: str, instead: str, message: str | None):
    text = TRANSLATED.replace(there, instead)
    assert text != TRANSLATED
    if message is None:
        assert texts(text) == texts(EXAMPLE)
    else:
        with pytest.raises(InputError) as error:
            lesson(text)
        assert str(error.value) == message


def test_the_example_is_read():
    found = lesson(EXAMPLE)
    assert (found.title, found.about) == ("An example", "Of two paragraphs. The second one.")
    assert found.searches["main"].decide == (-1,)
    assert len(found.searches["main"].formula) == 4
    assert [stop.place.text for stop in found.stops] == ["start", "decision 1", "decision 1"]
    first, second, third = prepare(found)
    assert (first.text, first.right, first.question) == ("There are 4 clauses.", frozenset(), "")
    assert (second.right, second.question) == ({2, 3}, "What follows?")
    assert second.answer == "In the end there were 0 conflicts."
    assert third.stop.question == ClauseOfLiterals((-2, 3))
    assert third.stop.view is LessonView.WATCHES
    assert [row.clause for row in third.rows] == [2]
    assert third.question == "Which clause says: (-2 3)?"


def test_literals_can_be_called_by_their_names(tmp_path: Path):
    (tmp_path / "named.cnf").write_text("c varname 1 door\nc varname 2 key\np cnf 2 1\n-1 2 0\n")
    path = tmp_path / "named.toml"
    text = EXAMPLE[: EXAMPLE.index("[[search]]")] + (
        '[[search]]\nformula = "named.cnf"\n[[stop]]\nask = "clause-of"\nliterals = ["-door", "key"]\n'
        '[[stop]]\nask = "count"\nof = "occurrences"\nliteral = "-door"\n'
    )
    path.write_text(text)
    first, second = prepare(read(path))
    assert first.right == {0}
    assert second.stop.question == CountQuestion("occurrences", -1)
    path.write_text(text.replace('"-door", "key"', '"window"'))
    with pytest.raises(InputError, match=r"named\.toml:14: no variable is called 'window'; variable 1 is called"):
        read(path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("lesson = 1", "lesson = 2", "2: this is a lesson in format 2, which this program does not know"),
        ("lesson = 1", "lessons = 1", "1: this is not a lesson; a lesson begins with: lesson = 1"),
        ('title = "An example"', "", "1: a lesson needs 'title'"),
        ('title = "An example"', "title = 5", "3: 'title' must be a text in quotes"),
        ('title = "An example"', 'titel = "An example"', "3: there is no 'titel' in a lesson; did you mean 'title'?"),
        ("about = ", "about ", "4: this is not valid TOML"),
        (CLAUSES, "", "10: a search has one of 'make', 'formula' and 'clauses'; such as"),
        ("clauses = [", 'make = "php 2 1"\nclauses = [', "12: a search has one of"),
        ("[[1, 2], [-1, 2], [-2, 3]]", "[[1, 2], 3]", "11: 'clauses' must be a list of lists of literals"),
        ("[[1, 2], [-1, 2], [-2, 3]]", "[[1, 0]]", "11: 0 is not a literal; such as"),
        (CLAUSES, 'make = "pigeons 3"', "11: there is no family 'pigeons'; there are"),
        (CLAUSES, 'make = "php 3 2 1"', "11: php takes 2 numbers, not 3; usage"),
        (CLAUSES, 'make = "php 3 x"', "11: HOLES is 'x', not a whole number; usage"),
        (CLAUSES, 'make = "random-ksat 3 3 --seed x"', "11: '--seed' must be followed by"),
        (CLAUSES, 'formula = "none.cnf"', "11: none.cnf: can't be read: No such file or directory; check"),
        (CLAUSES, 'make = "random-ksat 9 99999"', "10: a formula of a lesson has at most"),
        ('solver = "dpll"', 'solver = "dppl"', "13: no solver is called 'dppl'; choose one of"),
        ('solver = "dpll"', 'solver = "walk"', "14: walk has no branching called 'first'; write walk alone"),
        ('branching = "first"', 'branching = "fist"', "14: dpll has no branching called 'fist'"),
        ("decide = [-1]", "decide = [4]", "15: there is no variable 4: the formula has 3"),
        ("decide = [-1]", "decide = [1.5]", "15: 'decide' must be a literal"),
        ("decide = [-1]", 'decide = [-1]\nname = "main"\n[[search]]\nclauses = [[1]]', "17: there are two searches"),
        ('at = "decision 1"', 'at = "decison 1"', "21: 'decison 1' is not a place in a search; write \"start\""),
        ('at = "decision 1"', 'at = "decision 0"', "21: 'decision 0' is not a place"),
        ('at = "decision 1"', 'search = "other"', "21: there is no search called 'other'; there are main"),
        ('ask = "forced"', 'ask = "force"', "22: there is no kind of question called 'force'; did you mean 'forced'?"),
        ('ask = "forced"', 'ask = "count"', "22: this question needs 'of'; write of = ..."),
        ('ask = "forced"', 'ask = "count"\nof = "cats"', "23: there is no quantity called 'cats'; there are variables"),
        ('ask = "forced"', 'ask = "clause"\nstate = "bad"', "23: 'state' must be one of"),
        ('ask = "forced"', "", "23: 'question' is given without 'ask'"),
        ("literals = [-2, 3]", "literals = 3", "28: 'literals' must be a list of literals"),
        ("literals = [-2, 3]", "literal = [-2, 3]", "28: there is no 'literal' in a stop; did you mean 'literals'?"),
        ('show = "watches"', 'show = "everything"', "30: 'show' must be one of clauses, watches, trail, graph"),
        ("[[search]]", "[search]", "10: a lesson needs tables [[search]]; write [[search]] above"),
    ],
)
def test_errors_of_a_file_are_reported_with_their_line(old: str, new: str, message: str):
    assert old in EXAMPLE
    with pytest.raises(InputError) as caught:
        lesson(EXAMPLE.replace(old, new))
    assert str(caught.value).startswith(f"example.toml:{message}"), str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('at = "decision 1"', 'at = "conflict 3"', "20: conflict 3: the search has 0 such events"),
        ('at = "decision 1"', 'at = "event 99"', "20: event 99: the search has"),
        ('at = "decision 1"', 'at = "end"', "20: no clause is unit at this stop; ask right after a decision"),
        ('ask = "forced"', 'ask = "first-uip"', "20: no conflict from which a clause is learned led to this stop"),
        ('ask = "forced"', 'ask = "other-value"', "20: the other value of a decision is not tried"),
        ('ask = "forced"', 'ask = "new-watch"\nclause = 9', "20: there is no clause 9 here: there are 4"),
        ('ask = "forced"', 'ask = "image"\nliteral = 1\nexchange = [[1, 2]]', "20: this exchange is not a symmetry"),
        ('ask = "forced"', 'ask = "forced"\nshow = "graph"', "20: implications can only be shown if a conflict"),
        ('ask = "forced"', 'ask = "forced"\nshow = "trail"', "20: this stop shows none of the correct answers"),
        ('ask = "forced"', 'ask = "forced"\nonly = [1]', "20: this stop shows none of the correct answers"),
        ("literals = [-2, 3]", "literals = [-2, -3]", "26: the formula has no clause of these literals"),
        ("{main.conflicts}", "{other.conflicts}", "20: there is no search called 'other'"),
        ("{main.conflicts}", "{cats}", "20: there is no quantity called 'cats'"),
    ],
)
def test_an_invalid_question_is_reported_with_its_stop(old: str, new: str, message: str):
    assert old in EXAMPLE
    with pytest.raises(InputError) as caught:
        prepare(lesson(EXAMPLE.replace(old, new)))
    assert str(caught.value).startswith(f"example.toml:{message}"), str(caught.value)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=amount(200))
@given(st.data())
def test_damaged_files_are_refused_or_read(data: st.DataObject):
    start = data.draw(st.integers(0, len(EXAMPLE)))
    stop = data.draw(st.integers(start, min(start + 12, len(EXAMPLE))))
    put = data.draw(st.sampled_from(("", '"', "[", "]]", "=", "\n", '"""', "9999999999", "-", "true", "{}", "\x1b")))
    message = ""
    try:
        prepare(lesson(EXAMPLE[:start] + put + EXAMPLE[stop:]))
    except InputError as error:
        message = str(error)
    assert not set("\n\x1b") & set(message)


def test_a_lesson_is_known_by_its_content():
    for text in (EXAMPLE, EXAMPLE[14:], "\n\r\n  # x\r\nlesson=1"):
        assert kind_of(text.encode(), True, "a.txt") is FileKind.LESSON
    assert kind_of(b"lessons are not", True, "a.txt") is FileKind.TEXT


def test_a_search_without_end_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("engine.sat.lessons.lesson.MAX_SIZE", 1 << 12)
    text = EXAMPLE.replace(CLAUSES, 'make = "php 7 6"').replace("add = [[3, 1]]", "")
    with pytest.raises(InputError, match=r"example\.toml:10: the search takes too long for a lesson"):
        prepare(lesson(text))
