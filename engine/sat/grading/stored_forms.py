"""Results of gradings as values that JSON supports, in the form of the results file."""

import base64
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Generic, TypeVar

from engine.sat.grading.bug_classes import BugClass
from engine.sat.grading.fuzzing import FuzzFailure, Fuzzing
from engine.sat.grading.judging import Finding, JudgementKind, RunJudgement
from engine.sat.grading.reduction import ReducedFormula
from engine.sat.grading.truth import Truth
from engine.sat.result import Status

Value = TypeVar("Value")


@dataclass(frozen=True)
class StoredForm(Generic[Value]):
    """The functions that convert a value for JSON and back."""

    write: Callable[[Value], Any]
    read: Callable[[Any], Value]


def _write_judgement(judgement: RunJudgement) -> Any:
    traces = [[trace.kind.value, trace.evidence] for trace in judgement.traces]
    entry = {**asdict(judgement), "kind": judgement.kind.value, "traces": traces}
    entry["said"] = entry.pop("status").value  # its name in files of all versions
    return entry


def _read_judgement(stored: Any) -> RunJudgement:
    traces = tuple(Finding(JudgementKind(kind), evidence) for kind, evidence in stored["traces"])
    fields = {name: value for name, value in stored.items() if name != "said"}
    status = Status(stored["said"])
    return RunJudgement(**{**fields, "kind": JudgementKind(stored["kind"]), "status": status, "traces": traces})


def _write_reduced(formula: ReducedFormula | None) -> Any:
    if formula is None:
        return None
    text = base64.b64encode(formula.text).decode()
    return {**asdict(formula), "text": text, "judgement": _write_judgement(formula.judgement)}


def _read_reduced(stored: Any) -> ReducedFormula | None:
    if stored is None:
        return None
    text = base64.b64decode(stored["text"])
    return ReducedFormula(**{**stored, "text": text, "judgement": _read_judgement(stored["judgement"])})


def _write_truth(truth: Truth) -> Any:
    return [truth.status.value, truth.reason, truth.baseline]


def _read_truth(stored: Any) -> Truth:
    return Truth(Status(stored[0]), stored[1], stored[2])


def _write_fuzzing(fuzzing: Fuzzing) -> Any:
    failures = [
        [
            failure.number,
            failure.kind,
            base64.b64encode(failure.text).decode(),
            _write_truth(failure.truth),
            _write_judgement(failure.judgement),
        ]
        for failure in fuzzing.failures
    ]
    counts = {kind.value: count for kind, count in fuzzing.counts.items()}
    classes = {
        kind.value: [[failure.feature, failure.failing, failure.without] for failure in bug_classes]
        for kind, bug_classes in fuzzing.classes.items()
    }
    return [fuzzing.formulas, counts, failures, classes, fuzzing.remark]


def _read_fuzzing(stored: Any) -> Fuzzing:
    formulas, counts, failures, classes, remark = stored
    return Fuzzing(
        formulas,
        {JudgementKind(kind): count for kind, count in counts.items()},
        tuple(
            FuzzFailure(number, kind, base64.b64decode(text), _read_truth(truth), _read_judgement(judgement))
            for number, kind, text, truth, judgement in failures
        ),
        {
            JudgementKind(kind): tuple(BugClass(*entry) for entry in bug_classes)
            for kind, bug_classes in classes.items()
        },
        remark,
    )


TRUTH = StoredForm[Truth](_write_truth, _read_truth)
JUDGEMENT = StoredForm[RunJudgement](_write_judgement, _read_judgement)
REDUCED = StoredForm[ReducedFormula | None](_write_reduced, _read_reduced)
FUZZING = StoredForm[Fuzzing](_write_fuzzing, _read_fuzzing)
