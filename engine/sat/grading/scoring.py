"""Points: how many formulas a program has decided, how fast, and how it stands among the others."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import geometric_mean

from engine.sat.compare.comparison import Rate, Time, rate
from engine.sat.grading.grading import Grading, Item
from engine.sat.grading.judging import SLOW, SOLVED, WRONG, Kind


@dataclass(frozen=True)
class Score:
    """A program over all formulas but the edge cases.

    `kinds` is how many runs were judged how, `times` the seconds of the formulas that it solved, ascending. `par2` is
    the mean of its seconds, where a formula that it did not solve counts as twice the limit; None without a run. `rate`
    is the optimisation rate of the geometric means on formulas that the baseline solved too. `failed_edges` are the
    edge cases that it fails on, `unread` those of them that not every reader has to take.
    """

    program: str
    kinds: Mapping[Kind, int]
    times: tuple[float, ...]
    par2: float | None
    rate: Rate | None
    failed_edges: tuple[Item, ...]
    unread: tuple[Item, ...]

    @property
    def solved(self) -> int:
        """Formulas that it decided, rightly as far as is known."""
        return len(self.times)

    @property
    def wrong(self) -> int:
        """Formulas on which its answer is wrong."""
        return sum(self.kinds.get(kind, 0) for kind in WRONG)

    @property
    def other_faults(self) -> int:
        """Formulas on which it crashed, or did something else than answer."""
        faulty = set(Kind) - SOLVED - SLOW - WRONG
        return sum(self.kinds.get(kind, 0) for kind in faulty)

    @property
    def slow(self) -> int:
        """Formulas on which it came to no answer in time and memory."""
        return sum(self.kinds.get(kind, 0) for kind in SLOW)


def scores(grading: Grading) -> list[Score]:
    """The score of each program, in the order of the plan."""
    programs = [program.name for program in grading.plan.programs]
    baseline = grading.plan.baseline or programs[0]
    return [_score(grading, program, baseline) for program in programs]


def ranked(scores: Iterable[Score]) -> list[Score]:
    """The best first: without wrong answers, with more formulas solved, with less time."""

    def key(score: Score) -> tuple[bool, int, float]:
        return score.wrong > 0, -score.solved, math.inf if score.par2 is None else score.par2

    return sorted(scores, key=key)


def _score(grading: Grading, program: str, baseline: str) -> Score:
    runs = [run for run in grading.runs if run.program == program]
    judged = [run.judgement for run in runs if not run.item.is_edge_case]
    times = sorted(judgement.seconds for judgement in judged if judgement.kind in SOLVED)
    penalty = 2 * grading.plan.bounds.seconds * (len(judged) - len(times))
    failed = [run.item for run in runs if run.item.is_edge_case and run.judgement.kind not in SOLVED]
    return Score(
        program,
        Counter(judgement.kind for judgement in judged),
        tuple(times),
        (sum(times) + penalty) / len(judged) if judged else None,
        _rate(grading, program, baseline),
        tuple(item for item in failed if not item.is_lenient),
        tuple(item for item in failed if item.is_lenient),
    )


def _rate(grading: Grading, program: str, baseline: str) -> Rate | None:
    seconds = {
        (run.program, run.item): run.judgement.seconds
        for run in grading.runs
        if run.judgement.kind in SOLVED and run.judgement.seconds > 0
    }
    both = [
        (seconds[baseline, item], seconds[program, item])
        for item in grading.plan.formulas
        if (baseline, item) in seconds and (program, item) in seconds
    ]
    if not both:
        return None
    its, own = map(geometric_mean, zip(*both, strict=True))
    return rate(Time(its), Time(own))
