"""All pairs of a format and a layout that it can write; the quick layer uses two layouts per format."""

import pytest
from quick_layer import LAYOUTS as QUICK

from engine.sudoku.formats import FORMATS
from engine.sudoku.layout import LAYOUTS

FITTING = {
    form: [name for name, make in LAYOUTS.items() if not description.misfit(make())]
    for form, description in FORMATS.items()
}
"""The layouts that each format can write."""

MISFITS = [(form, name) for form, fitting in FITTING.items() for name in LAYOUTS if name not in fitting]


def _quick(number: int, fitting: list[str]) -> set[str]:
    """The first layout of a format and another one, which is different for the next format."""
    others = [name for name in fitting[1:] if name in QUICK] or fitting[1:]
    return {fitting[0], *others[number % len(others) :][:1]} if others else {fitting[0]}


PAIRS = [
    pytest.param(form, name, marks=[] if name in _quick(number, fitting) else [pytest.mark.slow])
    for number, (form, fitting) in enumerate(FITTING.items())
    for name in fitting
]
