"""The scheme of points that a teacher writes: what it holds, and what is refused with a reason."""

from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.sat.grading.points import PointsScheme, read_scheme

EXAMPLE = """
correct = 8
[deductions]
"wrongly satisfiable" = 5
default = 1
[formulas]
solved = 0.5
[speed]
bands = [{ rate = 50, points = 3 }, { rate = -10, points = 1 }]
"""


def read(tmp_path: Path, text: str) -> PointsScheme:
    path = tmp_path / "points.toml"
    path.write_text(text)
    return read_scheme(path)


def test_an_example(tmp_path: Path) -> None:
    scheme = read(tmp_path, EXAMPLE)
    assert (scheme.correct, scheme.default, scheme.solved) == (8, 1, 0.5)
    assert {fault.value: points for fault, points in scheme.deductions.items()} == {"wrongly satisfiable": 5}
    assert scheme.bands == ((-10, 1), (50, 3))
    assert scheme.maximum(4) == 8 + 2 + 3


def test_defaults(tmp_path: Path) -> None:
    assert read(tmp_path, "") == PointsScheme()
    assert PointsScheme().maximum(100) == 10


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("corect = 1", "there is no 'corect'; choose one of correct, deductions, formulas, speed"),
        ("[deductions]\nslow = 1", "deductions: there is no 'slow'"),
        ("[formulas]\nunsolved = 1", "formulas: there is no 'unsolved'; choose one of solved"),
        ("[speed]\nband = []", "speed: there is no 'band'; choose one of bands"),
        ("formulas = 1", "formulas must be a table"),
        ("[speed]\nbands = 1", "speed: bands must be a list"),
        ("[speed]\nbands = [1]", "speed: bands must be a list"),
        ("[speed]\nbands = [{ rate = 101, points = 1 }]", "at most 100"),
        ("[speed]\nbands = [{ rate = true, points = 1 }]", "at most 100"),
        ("[speed]\nbands = [{ rate = 1 }]", "points: a number of points is missing"),
        ("correct = -1", "correct: a number of points is missing"),
        ("correct = true", "correct: a number of points is missing"),
        ("correct = 1e9", "correct: a number of points is missing"),
        ("correct =", "not TOML"),
    ],
)
def test_refused_input(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        read(tmp_path, text)
    assert "points.toml" in str(caught.value)
    assert "docs/grading.md" in str(caught.value)


def test_the_limits_are_allowed(tmp_path: Path) -> None:
    text = "correct = 0\n[formulas]\nsolved = 999999999\n[speed]\nbands = [{ rate = 100, points = 0 }]"
    assert read(tmp_path, text) == PointsScheme(0, {}, 2, 999_999_999, ((100, 0),))
