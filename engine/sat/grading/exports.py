"""Verdicts for other programs: as JSON, and in the formats of Gradescope and GitHub Classroom.

Gradescope: https://gradescope-autograders.readthedocs.io/en/latest/specs/ (results.json). GitHub Classroom: the output
of the graders of https://github.com/classroom-resources, which autograding-grading-reporter reads.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.base.language import _ as gettext
from engine.base.text import printable
from engine.sat.grading import report
from engine.sat.grading.grading import Failure, Grading
from engine.sat.grading.judging import SLOW
from engine.sat.grading.points import Points
from engine.sat.grading.scoring import Score, scores
from engine.sat.programs.confinement import confinement


def verdict(grading: Grading, points: Mapping[str, Points]) -> dict[str, Any]:
    """The results for scripts: each program with `right`, `slow` or `wrong`, and its faults."""
    return {
        "formulas": len(grading.plan.formulas),
        "edge_cases": len(grading.plan.items) - len(grading.plan.formulas),
        "seed": grading.plan.seed,
        "complete": grading.is_whole,
        "sandbox": confinement().is_full,
        "programs": [_program(grading, score, points.get(score.program)) for score in scores(grading)],
    }


def _program(grading: Grading, score: Score, points: Points | None) -> dict[str, Any]:
    failures = grading.failures_of(score.program)
    slow = all(failure.kind in SLOW for failure in failures)
    fuzzing = grading.fuzzing.get(score.program)
    return {
        "name": printable(score.program),
        "verdict": "right" if not failures else "slow" if slow else "wrong",
        "solved": score.solved,
        "seconds": round(sum(score.times), 4),
        "par2": None if score.par2 is None else round(score.par2, 4),
        "rate": None if score.rate is None else round(score.rate.percent, 4),
        "random_formulas": 0 if fuzzing is None else fuzzing.formulas,
        **({} if points is None else {"points": points.total, "maximum": points.maximum}),
        "faults": [_fault(failure) for failure in failures],
    }


def _fault(failure: Failure) -> dict[str, Any]:
    reduced = failure.reduced
    return {
        "kind": failure.kind.value,
        "formulas": sorted({printable(run.item.name) for run in failure.runs}),
        "random_formulas": failure.fuzzed,
        "evidence": printable(failure.evidence(failure.best)),
        "classes": [report.class_sentence(bug_class) for bug_class in failure.classes],
        "smallest": None if reduced is None else reduced.text.decode("utf-8", "replace"),
        "smallest_evidence": None if reduced is None else printable(reduced.judgement.evidence),
    }


def gradescope(grading: Grading, points: Points) -> dict[str, Any]:
    """The results.json of one program."""
    return {
        "score": round(points.total, 4),
        "visibility": "visible",
        "output_format": "text",
        "output": "\n".join(report.program_lines(grading, points.program)),
        "tests": [
            {
                "name": gettext(part.name),
                "score": round(part.points, 4),
                "max_score": round(part.maximum, 4),
                "status": "passed" if part.points >= part.maximum else "failed",
                "output": part.reason,
            }
            for part in points.parts
        ],
    }


def github_classroom(grading: Grading, points: Points) -> dict[str, Any]:
    """The result of one program for GitHub Classroom's reporter of grades."""
    right = points.total >= points.maximum
    text = "\n".join(report.program_lines(grading, points.program))
    return {
        "version": 1,
        "status": "pass" if right else "fail",
        "max_score": round(points.maximum, 4),
        "tests": [
            {
                "name": gettext(part.name),
                "status": "pass" if part.points >= part.maximum else "fail",
                "score": round(part.points, 4),
                "message": part.reason or None,
                "test_code": text if not place else "",
                "filename": "",
                "line_no": 0,
                "duration": 0,
            }
            for place, part in enumerate(points.parts)
        ],
    }


FORMS: Mapping[str, Callable[[Grading, Points], dict[str, Any]]] = {
    "gradescope": gradescope,
    "github": github_classroom,
}
"""The formats of result files for others, by name."""


def as_json(value: object) -> str:
    """JSON that people can read."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def points_csv(all_points: Iterable[Points]) -> str:
    """A line for each program, with a column for each part."""
    all_points = list(all_points)
    names = [part.name for part in all_points[0].parts] if all_points else []
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["program", "points", "maximum", *names])
    for points in all_points:
        cells = [f"{part.points:g}" for part in points.parts]
        writer.writerow([report.inert(printable(points.program)), f"{points.total:g}", f"{points.maximum:g}", *cells])
    return text.getvalue()
