"""Small steps to a conclusion: again and again the candidates that the fewest demands refute are removed.

A conclusion that needs fifty demands at once often follows from steps of a few demands each. Of a sequence only the
steps count that its end rests on; `Explainer.steps` finds them.
"""

from typing import NamedTuple

from engine.sudoku.as_sat.demand_search import DemandSearch
from engine.sudoku.techniques.position import Candidate

ROUND_EFFORT = 250_000
"""Limit of solver calls and conflicts, times the cells, for one choice of the easiest candidates."""


class SmallStep(NamedTuple):
    """A claim that follows from `demands` as soon as the claims of earlier steps are removed."""

    claim: Candidate
    holds: bool
    demands: list[int]


def small_steps(search: DemandSearch, claim: Candidate, holds: bool) -> list[SmallStep]:
    """Steps of few demands each that end with the claim, which follows; the others say that a candidate is false.

    Changes the search. Raises as the search does.
    """
    contrary, steps = search.literal(claim, holds), list[SmallStep]()
    cores = {candidate: core for (candidate, is_true), core in search.cores().items() if not is_true}
    enough = ROUND_EFFORT // len(search.position.layout.cells)
    while True:
        last = search.few([contrary], search.core(contrary))
        assert last is not None, "the claim follows"
        size, start, found = len(last), search.effort, dict[Candidate, list[int]]()
        for candidate in sorted(cores, key=lambda candidate: (len(cores[candidate]), candidate)):
            if found and search.effort > start + enough:
                break
            demands = search.few([search.literal(candidate, False)], cores[candidate], size, orders=1)
            if demands is not None:
                size = len(demands)
                found[candidate] = cores[candidate] = demands
        if size == len(last):
            return [*steps, SmallStep(claim, holds, last)]
        for candidate, demands in found.items():
            if len(demands) == size:
                steps.append(SmallStep(candidate, False, demands))
                search.remove(candidate)
                del cores[candidate]
        for candidate, before in cores.items():
            core = search.core(search.literal(candidate, False))
            if core is not None and len(core) < len(before):
                cores[candidate] = core
