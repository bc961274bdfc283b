"""Scores: how many formulas a program decides, how fast, and its rank.

Guessing does not pay. A wrong answer costs more than none, and a program that is wrong once with `unsatisfiable` gets
no credit for this answer without a proof.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import geometric_mean

from engine.sat.compare.comparison import UNSOLVED, WRONG, Rate, Time, rate
from engine.sat.grading.grading import GradedFormula, Grading
from engine.sat.grading.judging import SLOW, SOLVED, WRONG_ANSWERS, JudgementKind
from engine.sat.programs.program import SolverProgram
from engine.sat.result import Status

SHORT = 0.05
"""Seconds of processor time besides starting a program, below which times can't be compared."""


@dataclass(frozen=True)
class Score:
    """The score of a program over all formulas except the edge cases.

    `kinds` counts the runs by judgement, `times` are the seconds of the solved formulas, ascending. `doubtful` are
    correct answers without credit, because others of their kind are wrong. `par2` is the mean of its seconds, where a
    formula that it did not solve counts as UNSOLVED limits, a wrong answer as WRONG ones; None without a run. `rate` is
    the optimisation rate of the geometric means on formulas that the baseline solved too; None without such formulas,
    or if both solve them at once: `too_short`. `failed_edges` are the edge cases on which it fails, `unread` those of
    them that readers may refuse.
    """

    program: str
    kinds: Mapping[JudgementKind, int]
    times: tuple[float, ...]
    par2: float | None
    rate: Rate | None
    too_short: bool
    failed_edges: tuple[GradedFormula, ...]
    unread: tuple[GradedFormula, ...]
    doubtful: int = 0

    @property
    def solved(self) -> int:
        """Number of formulas that it decided, correctly as far as known."""
        return len(self.times)

    @property
    def wrong(self) -> int:
        """Number of formulas with a wrong answer."""
        return sum(self.kinds.get(kind, 0) for kind in WRONG_ANSWERS)

    @property
    def other_faults(self) -> int:
        """Number of formulas on which it crashed or printed no answer."""
        faulty = set(JudgementKind) - SOLVED - SLOW - WRONG_ANSWERS
        return sum(self.kinds.get(kind, 0) for kind in faulty)

    @property
    def slow(self) -> int:
        """Number of formulas without an answer in time and memory."""
        return sum(self.kinds.get(kind, 0) for kind in SLOW)


def scores(grading: Grading) -> list[Score]:
    """The score of each program, in the order of the plan."""
    programs = grading.plan.programs
    solved = {program.name: _solved(grading, program) for program in programs}
    baseline = solved[grading.plan.baseline] if grading.plan.baseline else _ours(grading)
    return [_score(grading, program.name, solved[program.name], baseline) for program in programs]


def _ours(grading: Grading) -> dict[GradedFormula, float]:
    """The seconds of our solver without optimisation."""
    seconds_of = ((item, grading.truths[item].baseline) for item in grading.plan.formulas if item in grading.truths)
    return {item: seconds for item, seconds in seconds_of if seconds is not None}


def ranked(scores: Iterable[Score]) -> list[Score]:
    """The scores, best first: without wrong answers, then with more solved formulas, then with less time."""

    def key(score: Score) -> tuple[bool, int, float]:
        return score.wrong > 0, -score.solved, math.inf if score.par2 is None else score.par2

    return sorted(scores, key=key)


def _solved(grading: Grading, program: SolverProgram) -> dict[GradedFormula, float]:
    """The seconds of each formula for which a program has credit.

    Once it has said `unsatisfiable` wrongly, it may have guessed whenever it says so. Proofs were checked if any were
    requested.
    """
    runs = [run for run in grading.runs if run.program == program.name and not run.item.is_edge_case]
    may_guess = not program.proves and any(
        run.judgement.kind in WRONG_ANSWERS and run.judgement.status is Status.UNSATISFIABLE for run in runs
    )
    accepted = {JudgementKind.SATISFIABLE} if may_guess else SOLVED
    return {run.item: run.judgement.seconds for run in runs if run.judgement.kind in accepted}


def _score(
    grading: Grading, program: str, solved: Mapping[GradedFormula, float], baseline: Mapping[GradedFormula, float]
) -> Score:
    runs = [run for run in grading.runs if run.program == program]
    judgements = [run.judgement for run in runs if not run.item.is_edge_case]
    times = sorted(solved.values())
    wrong = sum(judgement.kind in WRONG_ANSWERS for judgement in judgements)
    penalty = grading.plan.bounds.seconds * (WRONG * wrong + UNSOLVED * (len(judgements) - len(times) - wrong))
    means = _means(solved, baseline)
    too_short = means is not None and _is_short(grading, program, means)
    failed = [run.item for run in runs if run.item.is_edge_case and run.judgement.kind not in SOLVED]
    return Score(
        program,
        Counter(judgement.kind for judgement in judgements),
        tuple(times),
        (sum(times) + penalty) / len(judgements) if judgements else None,
        None if means is None or too_short else rate(*map(Time, means)),
        too_short,
        tuple(item for item in failed if not item.lenient),
        tuple(item for item in failed if item.lenient),
        sum(judgement.kind in SOLVED for judgement in judgements) - len(times),
    )


def _means(
    seconds: Mapping[GradedFormula, float], baseline: Mapping[GradedFormula, float]
) -> tuple[float, float] | None:
    """The geometric means of the baseline and of a program, on the formulas that both solved."""
    both = [(baseline[item], seconds[item]) for item in seconds if seconds[item] > 0 and baseline.get(item, 0) > 0]
    if not both:
        return None
    its, ours = map(geometric_mean, zip(*both, strict=True))
    return its, ours


def _is_short(grading: Grading, program: str, means: tuple[float, float]) -> bool:
    """Whether both times hardly differ from those that starting takes."""
    starts = (_start(grading, grading.plan.baseline), _start(grading, program))
    return max(mean - start for mean, start in zip(means, starts, strict=True)) < SHORT


def _start(grading: Grading, program: str) -> float:
    """The seconds that starting a program takes: those of its fastest edge case. Ours need not be started."""
    seconds = (run.judgement.seconds for run in grading.runs if run.program == program and run.item.is_edge_case)
    return min(seconds, default=0.0)
