"""`satsudoku collect`, and how `satsudoku lesson` makes homework and exports answers."""

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import LessonTry, store_try
from engine.sat.lessons.lesson import prepare

LESSONS = Path(__file__).parents[3] / "puzzles" / "lessons"


@pytest.fixture
def week(tmp_path: Path, satsudoku: Any) -> Path:
    """Homework with two lessons, and a folder for result files."""
    folder = tmp_path / "week"
    (folder / "results").mkdir(parents=True)
    for path in sorted(LESSONS.glob("[12]-*.toml")):
        (folder / path.name).write_bytes(path.read_bytes())
    assert satsudoku("lesson", folder, "--homework", "Week 3").code == 0
    return folder


def hand_in(satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path, student: str, wrong: int, name: str) -> Path:
    """Answer lesson 1 with that many wrong answers at first, and write the result file."""
    state = week.parent / f"state of {name}"
    monkeypatch.setenv("SATSUDOKU_STATE", str(state))
    lesson = lesson_file.read(week / "1-unit-propagation.toml")
    for stop, step in enumerate(prepare(lesson)):
        if step.stop.question is not None:
            for answer in [(-1000,)] * (wrong > 0) + [step.solution]:
                store_try(state, lesson, LessonTry(stop, answer, 10.0))
            wrong -= 1
    path = week / "results" / name
    outcome = satsudoku("lesson", week, "--export", path, "--student", student)
    assert (outcome.code, outcome.err) == (0, "")
    return path


def test_homework_is_handed_out_done_and_collected(satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path) -> None:
    hand_in(satsudoku, monkeypatch, week, "Zoe", 2, "zoe.json")
    hand_in(satsudoku, monkeypatch, week, "王芳", 0, "wang.json")
    outcome = satsudoku("collect", week / "results")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "Zoe, 1-unit-propagation: 7 of 7 right, 5 at the first try, 9 answers in 90 s",
        "王芳, 1-unit-propagation: 7 of 7 right, 7 at the first try, 7 answers in 70 s",
    ]
    moved = (week / "results").rename(week.parent / "elsewhere")
    assert satsudoku("collect", moved).code == 2
    table = week.parent / "week.csv"
    assert satsudoku("collect", moved, "--lessons", week, "--csv", "-o", table).code == 0
    assert table.read_text(encoding="utf-8").splitlines() == [
        "student,lesson,right,tries,seconds",
        "Zoe,1-unit-propagation,7,9,90",
        "王芳,1-unit-propagation,7,7,70",
    ]


def test_names_in_the_csv_are_quoted_and_no_formulas(
    satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path
) -> None:
    names = ['Lee, "Ann"', "=HYPERLINK(1)", "+1", "-1", "@A1", "a\nb;c", "\x1b[31mred"]
    for number, name in enumerate(names):
        hand_in(satsudoku, monkeypatch, week, name, 0, f"{number}.json")
    rows = list(csv.reader(io.StringIO(satsudoku("collect", week / "results", "--csv").out)))
    assert {tuple(row[1:]) for row in rows[1:]} == {("1-unit-propagation", "7", "7", "70")}
    cells = ['Lee, "Ann"', "'=HYPERLINK(1)", "'+1", "'-1", "'@A1", "a b;c", "\\x1b[31mred"]
    assert sorted(row[0] for row in rows[1:]) == sorted(cells)


def test_tampered_and_unreadable_files_are_named(satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path) -> None:
    good = hand_in(satsudoku, monkeypatch, week, "Ann", 1, "ann.json")
    results = week / "results"
    tampered = json.loads(good.read_text())
    tampered["student"] = "Bob"
    (results / "below").mkdir()
    (results / "below" / "bob.json").write_text(json.dumps(tampered))
    (results / "notes.docx").write_bytes(b"PK\x03\x04\xff")
    (results / ".hidden").write_text("not looked at")
    outcome = satsudoku("collect", results, "--csv")
    assert outcome.code == 1
    assert outcome.out.splitlines()[1:] == ["Ann,1-unit-propagation,7,8,80"]
    lines = outcome.err.splitlines()
    assert len(lines) == 2
    assert str(results / "below" / "bob.json") in lines[1]
    assert "signature is wrong" in lines[1]
    assert str(results / "notes.docx") in lines[0]
    assert "not a result file" in lines[0]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_or_a_dangling_link_is_named_and_not_waited_for(satsudoku: Any, week: Path) -> None:
    os.mkfifo(week / "results" / "pipe")
    (week / "results" / "link").symlink_to("nowhere")
    outcome = satsudoku("collect", week / "results")
    assert (outcome.code, outcome.out) == (1, "")
    assert [name for name in ("link", "pipe") if str(week / "results" / name) in outcome.err] == ["link", "pipe"]


def test_another_version_of_a_lesson_is_not_judged(satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path) -> None:
    hand_in(satsudoku, monkeypatch, week, "Ann", 0, "ann.json")
    path = week / "1-unit-propagation.toml"
    path.write_text(path.read_text(encoding="utf-8") + "\n# corrected\n", encoding="utf-8")
    outcome = satsudoku("collect", week / "results")
    assert (outcome.code, outcome.out) == (1, "")
    assert "another version" in outcome.err
    path.unlink()
    outcome = satsudoku("collect", week / "results")
    assert (outcome.code, outcome.out) == (1, "")
    assert "no lesson 1-unit-propagation" in outcome.err


def test_several_files_of_a_student_are_named(satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path) -> None:
    hand_in(satsudoku, monkeypatch, week, "Ann", 3, "a.json")
    hand_in(satsudoku, monkeypatch, week, "Ann", 0, "b.json")
    outcome = satsudoku("collect", week / "results")
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 2
    assert "Ann has several files: a.json, b.json" in outcome.err


@pytest.mark.parametrize(("language", "text"), [("de", "richtig"), ("zh_CN", "答对")])
def test_the_table_is_in_the_language_chosen(
    satsudoku: Any, monkeypatch: pytest.MonkeyPatch, week: Path, language: str, text: str
) -> None:
    hand_in(satsudoku, monkeypatch, week, "Ann", 0, "ann.json")
    assert text in satsudoku("collect", week / "results", "--lang", language).out


def test_input_that_can_not_be_collected_or_exported(satsudoku: Any, week: Path, tmp_path: Path) -> None:
    assert "no files" in satsudoku("collect", week / "results").err
    assert "not a folder" in satsudoku("collect", tmp_path / "none").err
    assert "homework already" in satsudoku("lesson", week, "--homework", "again").err
    (tmp_path / "plain").mkdir()
    assert "--homework" in satsudoku("lesson", tmp_path / "plain", "--export", "-").err


def test_a_folder_stands_for_its_lessons(satsudoku: Any, week: Path) -> None:
    separate = [satsudoku("lesson", path).out for path in sorted(LESSONS.glob("[12]-*.toml"))]
    assert satsudoku("lesson", week).out == "".join(separate)
