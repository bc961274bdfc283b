"""The values of drawings: names of colours, turned signs, lengths and angles."""

import pytest

from engine.sudoku.formats.drawings import angle, colour_name, length, turned_sign


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("#cfcfcf", "grey"), ("#FFF", "white"), ("#000000ff", "black"), ("#00000000", ""), ("#67F067", "green"),
        ("#f067f0", "purple"), ("#2ECBFF", "blue"), ("rgba(255, 0, 0, 0.5)", "red"), ("rgba(255, 0, 0, 0)", ""),
        ("orange", "orange"), ("#C9C883", "yellow"), (None, ""), (5, "grey"),
    ],
)  # fmt: skip
def test_names_of_colours(code: object, name: str) -> None:
    assert colour_name(code) == name


@pytest.mark.parametrize(
    ("text", "degrees", "sign"), [("<", 90, "∧"), ("<", 270, "∨"), (">", 450, "∨"), ("<", 45, "<"), ("7", 90, "7")]
)
def test_inequality_signs_turn_clockwise(text: str, degrees: float, sign: str) -> None:
    assert turned_sign(text, degrees) == sign


@pytest.mark.parametrize(("value", "size"), [(0.5, 0.5), (3, 3.0), (-1, 1.0), (1e9, 1.0), ("2", 1.0), (None, 1.0)])
def test_an_invalid_length_on_a_canvas_gets_the_default(value: object, size: float) -> None:
    assert length(value, 1.0) == size


@pytest.mark.parametrize(
    ("value", "degrees"), [(45, 45.0), (-315.0, -315.0), (450, 450.0), (10**400, 0.0), (float("nan"), 0.0), ("45", 0.0)]
)
def test_an_invalid_angle_is_zero(value: object, degrees: float) -> None:
    assert angle(value) == degrees
