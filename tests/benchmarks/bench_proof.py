"""A proof of a million steps: checking, trimming, writing and reading LRAT, memory, and jumps along dependencies.

Run from the root of the project: python -m tests.benchmarks.bench_proof [STEPS] Times are processor time of one
process. The proof is generated: blocks with a contradiction in three variables under a condition, each of which needs
seven lemmas; the consequence of a block is the condition of the next one.
"""

import asyncio
import io
import random
import sys
import tempfile
import time
from array import array
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

from engine.base import kernels
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof.check import check_proof
from engine.sat.proof.derivation import Derivation
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import trim
from tests.benchmarks.bench_inspector import most_memory
from tui.app import SatSudoku
from tui.base.requests import ExploreProof
from tui.features.proof.lists import ClauseRows, Links
from tui.features.proof.screen import ProofScreen
from tui.terminal.options import Options

STEPS = 1_000_000
JUMPS = 200
BUDGET = 0.05
"""Maximum seconds of a jump."""

Answer = TypeVar("Answer")


def blocks(count: int) -> tuple[Formula, Proof]:
    """A formula of that many blocks, and the proof that it is unsatisfiable."""
    literals, starts, proof = array("i"), array("i", [0]), Proof()

    def add(*clause: int) -> None:
        literals.extend(clause)
        starts.append(len(literals))

    add(1)
    for block in range(count):
        before, a, b, c, after = range(4 * block + 1, 4 * block + 6)
        for x, y, z in product((a, -a), (b, -b), (c, -c)):
            add(x, y, z, -before, after)
        for size in (2, 1, 0):
            for signs in product((1, -1), repeat=size):
                proof.add((*(sign * variable for sign, variable in zip(signs, (a, b), strict=False)), -before, after))
    add(-(4 * count + 1))
    proof.add(())
    return Formula(4 * count + 1, literals, starts), proof


def timed(title: str, work: Callable[[], Answer]) -> Answer:
    """Run it, and print the seconds."""
    start = time.process_time()
    answer = work()
    print(f"  {title:34} {time.process_time() - start:8.2f} s   memory so far {most_memory() / 1e6:7.0f} MB")
    return answer


async def jumped(formula: Formula, proof: Proof, nothing: Path) -> None:
    """Open the proof in the program, jump at random, and print the time of a jump until everything is drawn."""
    app = SatSudoku(Options(path=nothing))
    async with app.run_test(size=(80, 24)):

        async def until(condition: Callable[[], object]) -> None:
            while not condition():
                await asyncio.sleep(0)

        start = time.process_time()
        app.post_message(ExploreProof("a proof", formula, proof, nothing))
        await until(lambda: isinstance(app.screen, ProofScreen) and app.screen.query(ClauseRows))
        screen: Any = app.screen
        rows = screen.query_one(ClauseRows)
        await until(lambda: rows.row is not None)
        print(f"  {'open it in the program':34} {time.process_time() - start:8.2f} s")
        graph, rng, times = screen._explored.derivation, random.Random(1), []
        for _ in range(JUMPS):
            further = [*(abs(graph.antecedents(rows.row)[:50]) - 1), *graph.users(rows.row)[:50]]
            row = int(rng.choice(further)) if further else graph.end
            start = time.process_time()
            screen._jump(row)
            await until(lambda row=row: rows.row == row)
            for widget in (rows, *screen.query(Links)):
                for y in range(widget.size.height):
                    widget.render_line(y)
            times.append(time.process_time() - start)
        times.sort()
        middle, longest = 1000 * times[JUMPS // 2], 1000 * times[-1]
        budget = f"budget {1000 * BUDGET:.0f} ms"
        print(f"  a jump, drawn: {middle:.1f} ms, the longest of {JUMPS} {longest:.1f} ms ({budget})")


def main(steps: int) -> None:
    """Print the figures."""
    print(kernels.state())
    formula, proof = timed("make the proof", lambda: blocks(steps // 7))
    print(f"  {len(formula):,} clauses, {len(proof):,} steps")
    verdict = timed("check", lambda: check_proof(formula, proof))
    assert verdict, verdict
    trimmed = timed("trim", lambda: trim(formula, proof, verdict))
    timed("make the graph", lambda: Derivation.of_trimmed(formula, proof, trimmed))
    text = timed("write LRAT", lambda: "".join(lrat.write(trimmed, formula)).encode())
    file = io.BytesIO(text)
    again = timed(f"read LRAT ({len(text) / 1e6:.0f} MB)", lambda: lrat_reader.parse(file.getvalue()))
    lrat_verdict = timed("check LRAT", lambda: lrat.check(formula, again))
    assert lrat_verdict, lrat_verdict
    timed("make the graph", lambda: Derivation.of_lrat(formula, again, lrat_verdict))
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(jumped(formula, proof, Path(folder)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else STEPS)
