"""Reports of a grading: tables (CSV), a page (Markdown), and the same with colours and the plot (HTML).

Text from files and programs is escaped everywhere, and the HTML page loads nothing.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from engine.base.language import _ as gettext
from engine.base.language import current, numeral
from engine.base.language import lazy_gettext as _
from engine.base.text import joined, joined_list, pluralized, printable
from engine.sat.compare.cactus import CactusLine, cactus
from engine.sat.compare.report import markdown_cell, markdown_table
from engine.sat.formula import dimacs
from engine.sat.grading.bug_classes import FEATURES, BugClass
from engine.sat.grading.grading import Failure, FormulaSource, GradedFormula, GradedRun, Grading
from engine.sat.grading.judging import SLOW, SOLVED
from engine.sat.grading.points import Points
from engine.sat.grading.scoring import SHORT, Score, ranked, scores
from engine.sat.grading.truth import BASELINE
from engine.sat.programs.confinement import confinement
from engine.sat.result import Status

RUN_COLUMNS = {
    "program": "name of the program",
    "formula": "the file, or the name of the edge case",
    "edge_case": "yes for an edge case, which is not counted",
    "verdict": "the correct verdict as far as it is known: satisfiable, unsatisfiable or unknown",
    "source": "the source of that verdict",
    "result": "the result of the run: satisfiable, unsatisfiable, time-out, wrong model, crash ...",
    "answer": "the verdict of the program",
    "seconds": "seconds of processor time of all processes and threads",
    "wall": "wall-clock seconds",
    "megabytes": "peak memory in megabytes",
    "evidence": "the evidence for the result",
}
"""The columns of the table of runs, and their meanings."""

SCORE_COLUMNS = {
    "program": "name of the program",
    "solved": "formulas with a correct answer, as far as is known",
    "satisfiable": "formulas with a checked model",
    "unsatisfiable": "formulas with a checked proof, or known to be unsatisfiable",
    "not_confirmed": "formulas called unsatisfiable whose verdict is unknown",
    "doubtful": "correct but not credited: unsatisfiable without a proof, by a program that also says so wrongly",
    "wrong": "formulas with a wrong verdict, model or proof",
    "faults": "formulas with a crash or without a readable answer",
    "too_slow": "formulas without an answer within the limits",
    "par2": "mean seconds; an unsolved formula counts as twice the limit, a wrong answer as four times",
    "rate": "optimisation rate in percent, from geometric means over the formulas that the baseline solved too; empty "
    "if the times are too short",
    "edge_cases": "number of failed edge cases",
}
"""The columns of the table of scores, and their meanings."""

TITLE = _("Solvers graded")
_SETUP = _(
    "{formulas} and {edges}, {seconds:g} s of processor time and {memory} MB each. Optimisation rates refer to "
    "{baseline}. All seconds are of processor time, ours too."
)
_OURS = _("our solver without optimisation ({name})")
_FUZZED = _("In addition {counts} random formulas for each program (seed {seed}).")
_BETWEEN = _("{least:,} to {most:,}", "numbers")
_UNCONFINED = _("There is no full sandbox: {sentence}")
_SHORT = _("too short", "times")
_TIMES = _(
    "There is no rate if both solve the formulas in less than {seconds:g} s after their start: such times are too "
    "short to compare."
)
_LENIENT_FOR_ALL = _("No program reads these formulas, which readers may refuse: {names}")
_PARTIAL = _("The grading is not complete: {done} of {total} are done.")
_RANKING = (
    _("program"), _("solved"), _("wrong"), _("faults"), _("too slow"), _("PAR-2"), _("rate"), _("edge cases failed"),
)  # fmt: skip
_FORMULA, _TRUTH = _("formula"), _("known")
_FAULTS, _NO_FAULTS = _("What is wrong with {program}"), _("Nothing is wrong with {program}.")
_FAILURE = _("{kind}: {counts}")
_RANDOM = _("{count} of {total:,} random formulas")
_ONLY = _("Only with {feature}: {failing} random formulas fail, and {without} without this pass.")
_POINTS = _("{program}: {points:g} of {maximum:g} points")
_PART = _("{name}: {points:g} of {maximum:g}")
_READ_AS = _("Its output is in no known format: {remark}.")
_ON = _("{name}: {evidence}")
_EDGES = _("Edge cases it fails on: {names}")
_DOUBTFUL = _("No credit for {answers} of unsatisfiable without a proof, because others of this kind are wrong.")
_LENIENT = _("It does not read these formulas, which readers may refuse: {names}")
_SMALLEST = _("The smallest formula that shows it ({size}):")
_SMALL = _("The smallest formula found in time ({size}):")
_READING = _(
    "With one clause per line, the same formula causes no fault, so the fault is in reading. The shortest text that "
    "shows it:"
)
_NOT_ALWAYS = _("It does not always fail: another run on the same formula was correct.")
_VANISHED = _("It did not fail again: its runs on one formula differ.")
_THEN = _("On this formula: {evidence}")
_PRINTED = _("It printed:")
_ALL = _("All runs")
_MAX_LINES = 40  # lines of a formula that are shown
_MAX_CHARACTERS = 4000  # characters of a formula that is shown
_STYLE = (
    "body{font:15px/1.45 sans-serif;max-width:76em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:right}"
    "td:first-child,th:first-child{text-align:left}.good{background:#e3f4e3}.slow{background:#fff3d6}"
    ".bad{background:#fbdcd7}pre{background:#f4f4f4;padding:.6em;overflow:auto}"
)


def scores_csv(grading: Grading) -> str:
    """A line for each program, the best first."""
    return _csv(SCORE_COLUMNS, map(_score_record, ranked(scores(grading))))


def runs_csv(grading: Grading) -> str:
    """A line for each run."""
    return _csv(RUN_COLUMNS, (run_record(grading, run) for run in grading.runs))


def run_record(grading: Grading, run: GradedRun) -> dict[str, object]:
    """A value for each of RUN_COLUMNS."""
    judgement, truth = run.judgement, grading.truths[run.item]
    return {
        "program": printable(run.program),
        "formula": printable(run.item.name),
        "edge_case": "yes" if run.item.is_edge_case else "no",
        "verdict": truth.status.value,
        "source": truth.reason,
        "result": judgement.kind.value,
        "answer": judgement.status.value,
        "seconds": round(judgement.seconds, 4),
        "wall": round(judgement.wall, 4),
        "megabytes": round(judgement.peak / 1e6, 1),
        "evidence": printable(judgement.evidence),
    }


def as_markdown(grading: Grading) -> str:
    """The ranking, the faults of each program, and all runs."""
    all_scores = scores(grading)
    ranking = markdown_table(ranking_heading(), map(ranking_row, ranked(all_scores)))
    parts = [f"# {TITLE}", *map(_prose, setup(grading)), ranking]
    for score in all_scores:
        sections = failure_lines(grading, score)
        if not sections:
            parts.append(_prose(_NO_FAULTS.format(program=printable(score.program))))
            continue
        parts.append(f"## {_prose(_FAULTS.format(program=printable(score.program)))}")
        for line, block, heading in sections:
            parts.append(f"### {_prose(line)}" if heading else _prose(line))
            if block:
                parts.append("\n".join(f"    {text}" for text in block.splitlines()))
    names = [score.program for score in all_scores]
    parts += [f"## {_ALL}", markdown_table((str(_FORMULA), str(_TRUTH), *names), _matrix(grading, names))]
    return "\n\n".join(parts) + "\n"


def as_html(grading: Grading) -> str:
    """The same as a self-contained page, with the cactus plot."""
    all_scores = scores(grading)
    parts = [f"<h1>{TITLE}</h1>", *(f"<p>{escape(line)}</p>" for line in setup(grading))]
    best_first = ranked(all_scores)
    parts.append(
        _html_table(
            ranking_heading(),
            [
                [(cell, "" if place else _score_class(score)) for place, cell in enumerate(ranking_row(score))]
                for score in best_first
            ],
        )
    )
    parts.append(_cactus(best_first, grading))
    for score in all_scores:
        sections = failure_lines(grading, score)
        title = (_FAULTS if sections else _NO_FAULTS).format(program=printable(score.program))
        parts.append(f"<h2>{escape(title)}</h2>" if sections else f"<p>{escape(title)}</p>")
        for line, block, heading in sections:
            tag = "h3" if heading else "p"
            parts.append(f"<{tag}>{escape(line)}</{tag}>" + (f"<pre>{escape(block)}</pre>" if block else ""))
    names = [score.program for score in all_scores]
    rows = []
    for item, row in zip(grading.plan.items, _matrix(grading, names), strict=True):
        css_classes = [_run_class(grading.run_of(name, item)) for name in names]
        rows.append(list(zip(row, ("", "", *css_classes), strict=True)))
    parts += [f"<h2>{_ALL}</h2>", _html_table((str(_FORMULA), str(_TRUTH), *names), rows)]
    return "\n".join(
        (
            f'<!DOCTYPE html>\n<html lang="{current().replace("_", "-")}"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{TITLE}</title><style>{_STYLE}</style></head><body>",
            *parts,
            "</body></html>\n",
        )
    )


def as_svg(grading: Grading) -> str:
    """The cactus plot."""
    return _cactus(ranked(scores(grading)), grading)


def _cactus(best_first: Iterable[Score], grading: Grading) -> str:
    return cactus([CactusLine(score.program, score.times) for score in best_first], grading.plan.bounds.seconds)


def setup(grading: Grading) -> list[str]:
    """The settings of the grading, what applies to all programs, and whether it is complete."""
    plan = grading.plan
    formulas = len(plan.formulas)
    lines = [
        _SETUP.format(
            formulas=pluralized(formulas, "formula"),
            edges=pluralized(len(plan.items) - formulas, "edge case"),
            seconds=plan.bounds.seconds,
            memory=plan.bounds.memory // 1_000_000,
            baseline=printable(plan.baseline) or _OURS.format(name=f"{BASELINE}:first"),
        )
    ]
    if grading.fuzzing:
        counts = [all_scores.formulas for all_scores in grading.fuzzing.values()]
        fewest, largest = min(counts), max(counts)
        between = numeral(largest) if fewest == largest else _BETWEEN.format(least=fewest, most=largest)
        lines.append(_FUZZED.format(counts=between, seed=plan.seed))
    all_scores = scores(grading)
    if any(score.too_short for score in all_scores):
        lines.append(_TIMES.format(seconds=SHORT))
    if confinement().weakness:
        lines.append(_UNCONFINED.format(sentence=gettext(confinement().weakness)))
    if names := common_unread(all_scores):
        lines.append(_LENIENT_FOR_ALL.format(names=joined_list(map(gettext, names))))
    if not grading.is_whole:
        total = len(plan.programs) * len(plan.items)
        lines.append(_PARTIAL.format(done=f"{len(grading.runs):,}", total=pluralized(total, "run")))
    return lines


def common_unread(all_scores: Sequence[Score]) -> list[str]:
    """The names of edge cases that no program accepts and readers may refuse, if there are several."""
    if len(all_scores) < 2:
        return []
    return [item.name for item in all_scores[0].unread if all(item in score.unread for score in all_scores)]


def ranking_row(score: Score) -> list[str]:
    """A cell for each column of the ranking."""
    return [
        printable(score.program),
        str(score.solved),
        str(score.wrong),
        str(score.other_faults),
        str(score.slow),
        "-" if score.par2 is None else f"{score.par2:.2f}",
        str(_SHORT if score.too_short else "-" if score.rate is None else score.rate),
        str(len(score.failed_edges)),
    ]


def ranking_heading() -> tuple[str, ...]:
    """The heads of the columns of the ranking."""
    return tuple(map(str, _RANKING))


class ReportLine(NamedTuple):
    """A sentence with an optional text below it; or a heading."""

    line: str
    block: str = ""
    heading: bool = False


def failure_lines(grading: Grading, score: Score) -> list[ReportLine]:
    """The faults of a program."""
    lines: list[ReportLine] = []
    common = common_unread(scores(grading))
    unread = [item for item in score.unread if item.name not in common]
    for sentence, items in ((_EDGES, score.failed_edges), (_LENIENT, unread)):
        if items:
            lines.append(ReportLine(sentence.format(names=joined_list(gettext(item.name) for item in items))))
    if remark := _remark(grading, score.program):
        lines.append(ReportLine(_READ_AS.format(remark=printable(remark))))
    if score.doubtful:
        lines.append(ReportLine(_DOUBTFUL.format(answers=pluralized(score.doubtful, "answer"))))
    for failure in grading.failures_of(score.program):
        kind = gettext(failure.kind.value)
        lines.append(ReportLine(_FAILURE.format(kind=kind, counts=_counts(grading, failure)), "", True))
        best = failure.best
        evidence = failure.evidence(best) or kind
        lines.append(ReportLine(_ON.format(name=_name(best.item), evidence=printable(evidence))))
        lines += [ReportLine(class_sentence(bug_class)) for bug_class in failure.classes]
        lines += _smallest(failure)
    return lines


def program_lines(grading: Grading, program: str) -> list[str]:
    """The faults of a program, as lines of text."""
    score = next(score for score in scores(grading) if score.program == program)
    lines = []
    for line, block, heading in failure_lines(grading, score):
        lines += [*([""] if heading else []), line, *(f"    {text}" for text in block.splitlines())]
    return lines or [_NO_FAULTS.format(program=printable(program))]


def points_lines(program_points: Points) -> list[str]:
    """The points of a program, as lines of text."""
    lines = [
        _POINTS.format(
            program=printable(program_points.program), points=program_points.total, maximum=program_points.maximum
        )
    ]
    for part in program_points.parts:
        line = _PART.format(name=gettext(part.name), points=part.points, maximum=part.maximum)
        lines.append(f"  {line} ({part.reason})" if part.reason else f"  {line}")
    return lines


def class_sentence(bug_class: BugClass) -> str:
    """The common features of failing formulas, as a sentence."""
    return _ONLY.format(feature=FEATURES[bug_class.feature], failing=bug_class.failing, without=bug_class.without)


def _remark(grading: Grading, program: str) -> str:
    """The remark on a program's output format that most of its answers with a model have, or else most of its answers;
    empty for a known format.
    """
    judgements = [run.judgement for run in grading.runs if run.program == program and run.judgement.remark]
    fuzzing = grading.fuzzing.get(program)
    if not judgements:
        return "" if fuzzing is None else fuzzing.remark
    with_model = [judgement for judgement in judgements if judgement.status is Status.SATISFIABLE]
    remarks = Counter(judgement.remark for judgement in with_model or judgements)
    return max(remarks, key=lambda remark: (remarks[remark], len(remark)))  # without variables it is shorter


def _counts(grading: Grading, failure: Failure) -> str:
    """The numbers of formulas with a failure, by source."""
    counts = []
    for source, name in ((FormulaSource.FILE, "formula"), (FormulaSource.EDGE, "edge case")):
        if number := sum(run.item.source is source for run in failure.runs):
            counts.append(pluralized(number, name))
    if failure.fuzzed:
        counts.append(_RANDOM.format(count=failure.fuzzed, total=grading.fuzzing[failure.program].formulas))
    return joined(counts)


def _smallest(failure: Failure) -> list[ReportLine]:
    """The smallest formula that shows a failure, and the program's result."""
    if failure.vanished:
        return [ReportLine(str(_VANISHED))]
    reduced = failure.reduced
    if reduced is None:
        printed = failure.best.judgement.printed
        return [ReportLine(str(_PRINTED), _block(printed))] if printed else []
    formula = dimacs.parse(reduced.text).formula
    size = joined((pluralized(formula.variables, "variable"), pluralized(len(formula), "clause")))
    if not reduced.repeatable:
        heading = str(_NOT_ALWAYS)
    elif not reduced.plain:
        heading = str(_READING)
    else:
        heading = (_SMALLEST if reduced.minimal else _SMALL).format(size=size)
    lines = [
        ReportLine(heading, _block(reduced.text.decode("utf-8", "replace"))),
        ReportLine(_THEN.format(evidence=printable(reduced.judgement.evidence))),
    ]
    return (
        [*lines, ReportLine(str(_PRINTED), _block(reduced.judgement.printed))] if reduced.judgement.printed else lines
    )


def _name(item: GradedFormula) -> str:
    """The name of a formula; that of an edge case is translated."""
    return gettext(item.name) if item.is_edge_case else printable(item.name)


def _block(text: str) -> str:
    """Several lines in a form that can be shown."""
    lines = text.splitlines()
    ellipsis = ["…"] if len(lines) > _MAX_LINES else []
    return "\n".join(map(printable, lines[:_MAX_LINES] + ellipsis))[:_MAX_CHARACTERS]


def _matrix(grading: Grading, programs: Sequence[str]) -> list[list[str]]:
    """For each item its name, its truth, and the result of each program."""
    rows = []
    for item in grading.plan.items:
        truth = grading.truths.get(item)
        row = [_name(item), "-" if truth is None else gettext(truth.status.value)]
        rows.append(row + [_cell(grading.run_of(program, item)) for program in programs])
    return rows


def _cell(run: GradedRun | None) -> str:
    if run is None:
        return "-"
    kind = run.judgement.kind
    return f"{run.judgement.seconds:.2f}" if kind in SOLVED else gettext(kind.value)


def _run_class(run: GradedRun | None) -> str:
    if run is None:
        return ""
    return "good" if run.judgement.kind in SOLVED else "slow" if run.judgement.kind in SLOW else "bad"


def _score_class(score: Score) -> str:
    return "bad" if score.wrong else "slow" if score.other_faults or score.failed_edges else "good"


def _html_table(heading: Sequence[str], rows: Iterable[Sequence[tuple[str, str]]]) -> str:
    """Rows of cells with their classes."""
    head = "".join(f"<th>{escape(printable(cell))}</th>" for cell in heading)
    body = "".join(
        "<tr>" + "".join(f'<td class="{css_class}">{escape(cell)}</td>' for cell, css_class in row) + "</tr>\n"
        for row in rows
    )
    return f"<table><tr>{head}</tr>\n{body}</table>"


def _score_record(score: Score) -> dict[str, object]:
    counts = {kind.value: number for kind, number in score.kinds.items()}
    satisfiable, unsatisfiable = Status.SATISFIABLE.value, Status.UNSATISFIABLE.value
    return {
        "program": printable(score.program),
        "solved": score.solved,
        "satisfiable": counts.get(satisfiable, 0),
        "unsatisfiable": counts.get(unsatisfiable, 0),
        "not_confirmed": counts.get("not confirmed", 0),
        "doubtful": score.doubtful,
        "wrong": score.wrong,
        "faults": score.other_faults,
        "too_slow": score.slow,
        "par2": None if score.par2 is None else round(score.par2, 4),
        "rate": None if score.rate is None else round(score.rate.percent, 4),
        "edge_cases": len(score.failed_edges),
    }


def _csv(columns: Mapping[str, str], records: Iterable[Mapping[str, object]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: inert(value) for name, value in record.items()} for record in records)
    return text.getvalue()


def inert(value: object) -> object:
    """A value that spreadsheets do not take for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


def _prose(text: str) -> str:
    """Text without markup in Markdown."""
    return markdown_cell(text)
