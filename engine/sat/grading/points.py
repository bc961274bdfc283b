"""Points by a scheme that a teacher writes as a small TOML file.

    correct = 10                       # points of a program without faults, from which deductions are taken; none for
                                       # a program that solves no formula

    [deductions]                       # once for each kind of fault that a program shows
    "wrongly satisfiable" = 5
    "wrong format" = 1
    default = 2                        # every other kind

    [formulas]
    solved = 0.5                       # for each formula that it solves

    [speed]                            # for the highest band that it reaches; nothing for a program with wrong answers
    bands = [{ rate = 0, points = 1 }, { rate = 50, points = 3 }]

A rate is the optimisation rate in percent against the baseline.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.base.errors import InputError
from engine.base.language import N_, _, lazy_gettext
from engine.base.streams import read_whole
from engine.base.text import joined
from engine.sat.grading.grading import Grading
from engine.sat.grading.judging import SOLVED, JudgementKind
from engine.sat.grading.scoring import Score

_ADVICE = lazy_gettext("docs/grading.md has an example")
_DEFAULT = "default"
_KINDS = {fault.value: fault for fault in JudgementKind if fault not in SOLVED}
_CORRECT, _FORMULAS, _SPEED = N_("correctness"), N_("formulas"), N_("speed")
_SOLVED = lazy_gettext("{solved} of {formulas} formulas are solved")
_DEDUCTION = lazy_gettext("{kind}: -{points:g}")
_NONE_SOLVED = lazy_gettext("no formula is solved")
_WRONG = lazy_gettext("wrong answers")
_NO_RATE = lazy_gettext("no rate")
_TOO_SHORT = lazy_gettext("no rate, as the times are too short")
_RATE = lazy_gettext("the rate is {rate}")
_BANDS = lazy_gettext("{bands} must be a list of {form}")
_NOTHING_CALLED = lazy_gettext("there is no {name}; choose one of {names}")


@dataclass(frozen=True)
class PointsScheme:
    """A scheme for points.

    A program without faults gets `correct` points; each kind of fault costs its `deductions` (`default` for other
    kinds). `solved` are the points for each solved formula, and `bands` are pairs (rate, points).
    """

    correct: float = 10.0
    deductions: Mapping[JudgementKind, float] = field(default_factory=dict)
    default: float = 2.0
    solved: float = 0.0
    bands: tuple[tuple[float, float], ...] = ()

    def maximum(self, formulas: int) -> float:
        """The points of a program without faults."""
        return self.correct + self.solved * formulas + max((points for _, points in self.bands), default=0.0)


@dataclass(frozen=True)
class PointsPart:
    """A part of the points, its maximum, and the reason for missing points."""

    name: str
    points: float
    maximum: float
    reason: str = ""


@dataclass(frozen=True)
class Points:
    """The points of a program."""

    program: str
    parts: tuple[PointsPart, ...]

    @property
    def total(self) -> float:
        """All points."""
        return sum(part.points for part in self.parts)

    @property
    def maximum(self) -> float:
        """The maximum of all points."""
        return sum(part.maximum for part in self.parts)


def read_scheme(path: Path) -> PointsScheme:
    """Read a scheme. Raises InputError."""
    try:
        data = tomllib.loads(read_whole(path).decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(_("not TOML: {error}").format(error=error), path=path, advice=_ADVICE) from None
    try:
        return _scheme(data)
    except ValueError as error:
        raise InputError(str(error), path=path, advice=_ADVICE) from None


def _scheme(data: Mapping[str, Any]) -> PointsScheme:
    _check_names(data, {"correct", "deductions", "formulas", "speed"}, "")
    deductions = _table(data, "deductions")
    _check_names(deductions, {*_KINDS, _DEFAULT}, "deductions")
    formulas, speed = _table(data, "formulas"), _table(data, "speed")
    _check_names(formulas, {"solved"}, "formulas")
    _check_names(speed, {"bands"}, "speed")
    bands = speed.get("bands", [])
    if not isinstance(bands, list) or not all(isinstance(band, dict) for band in bands):
        raise ValueError(_BANDS.format(bands="speed: bands", form="{ rate, points }"))
    return PointsScheme(
        _number(data.get("correct", 10), "correct"),
        {_KINDS[name]: _number(value, name) for name, value in deductions.items() if name != _DEFAULT},
        _number(deductions.get(_DEFAULT, 2), _DEFAULT),
        _number(formulas.get("solved", 0), "solved"),
        tuple(sorted((_rate(band), _number(band.get("points"), "points")) for band in bands)),
    )


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name, {})
    if not isinstance(value, dict):
        raise ValueError(_("{name} must be a table").format(name=name))
    return value


def _check_names(data: Mapping[str, Any], names: set[str], place: str) -> None:
    for name in data:
        if name not in names:
            problem = _NOTHING_CALLED.format(name=repr(name), names=", ".join(sorted(names)))
            raise ValueError(_("{place}: {problem}").format(place=place, problem=problem) if place else problem)


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e9:
        raise ValueError(_("{name}: a number of points is missing").format(name=name))
    return float(value)


def _rate(band: Mapping[str, Any]) -> float:
    value = band.get("rate")
    if isinstance(value, bool) or not isinstance(value, int | float) or value > 100:
        raise ValueError(_("speed: each band needs a rate in percent, at most 100"))
    return float(value)


def points(grading: Grading, score: Score, scheme: PointsScheme) -> Points:
    """The points of a program by a scheme."""
    kinds = [failure.kind for failure in grading.failures_of(score.program)]
    deductions = {kind: scheme.deductions.get(kind, scheme.default) for kind in kinds}
    reason = joined(
        _DEDUCTION.format(kind=_(kind.value), points=deduction) for kind, deduction in deductions.items() if deduction
    )
    correct, formulas = max(0.0, scheme.correct - sum(deductions.values())), len(grading.plan.formulas)
    if formulas and not score.solved:
        correct, reason = 0.0, str(_NONE_SOLVED)
    parts = [PointsPart(_CORRECT, correct, scheme.correct, reason)]
    if scheme.solved:
        reason = "" if score.solved == formulas else _SOLVED.format(solved=score.solved, formulas=formulas)
        parts.append(PointsPart(_FORMULAS, scheme.solved * score.solved, scheme.solved * formulas, reason))
    if scheme.bands:
        rate = None if score.rate is None or score.wrong else score.rate.percent
        band_points = [
            points_of_band for rate_of_band, points_of_band in scheme.bands if rate is not None and rate >= rate_of_band
        ]
        maximum = max(points_of_band for _, points_of_band in scheme.bands)
        missing = _WRONG if score.wrong else _TOO_SHORT if score.too_short else _NO_RATE
        reason = str(missing) if rate is None else _RATE.format(rate=score.rate)
        parts.append(PointsPart(_SPEED, max(band_points, default=0.0), maximum, reason))
    return Points(score.program, tuple(parts))
