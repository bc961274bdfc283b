"""Inprocessing: the clauses of a CDCL search made fewer and shorter, between stretches of it.

M. Järvisalo, M. Heule, A. Biere: Inprocessing rules. IJCAR 2012, LNCS 7364, 355-370. A round comes after FIRST_ROUND
conflicts, and later ones at growing distances. In each round every technique may take a share of the steps that the
search has taken since the round before, as in CaDiCaL, so that what it costs is bounded whatever it finds. All of that
goes by conflicts and steps and not by time: the same formula and seed give the same search every time.
"""

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from time import perf_counter

from engine.sat.formula.formula import Formula
from engine.sat.kernels import elimination
from engine.sat.kernels import preprocessing as preprocess_kernel
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.preprocessing import Preprocessor
from engine.sat.kernels.probing import Probing
from engine.sat.kernels.vivification import Vivification
from engine.sat.proof.proof import ProofSink

FIRST_ROUND = 1000  # conflicts
_GROWTHS = (0, 8, 24)
import os, json
C = json.loads(os.environ.get("INP", "{}"))
FIRST_ROUND = C.get("first", 1000)
_GROWTHS = C.get("growths", [0, 8, 24])


class Inprocessing:
    """A kernel of CDCL with inprocessing, to be driven like the kernel itself.

    `techniques` are those wanted, by their names. `proof` is given the steps of the search and of inprocessing, in
    order, after every slice. Clauses may not be added to the kernel from outside, and nothing may be assumed.
    """

    def __init__(self, kernel: Cdcl, techniques: Collection[str], proof: ProofSink | None = None) -> None:
        self._kernel, self._proof = kernel, proof
        every = {"probing": (C.get("p",0.02), self._probe), "vivification": (C.get("v",0.2), self._vivify), "elimination": (C.get("e",0.1), self._eliminate)}
        self._techniques = {name: technique for name, technique in every.items() if name in techniques}
        self._vivification, self._probing = Vivification(kernel), Probing(kernel)
        self._witness = array("i")
        self._counts = {"subsumed": 0, "strengthened": 0, "eliminated": 0, "assigned": 0}
        self._eliminations = self._rounds = 0
        self._seconds = dict.fromkeys(self._techniques, 0.0)
        self._searched = 0  # steps of the search alone
        self._work = 0  # what the slice in hand may take
        self._course = self._search()

    def run(self, work: int) -> int:
        """Go on for about `work` steps; the answer is that of `Cdcl.run`."""
        self._work = work
        answer = next(self._course)
        self._tell()
        return answer

    def __getattr__(self, name: str) -> object:
        return getattr(self._kernel, name)

    def model(self) -> "array[int]":
        """The model of the formula that the search began with, as in Result."""
        model = self._kernel.model()
        preprocess_kernel.extend(self._witness, model)
        return model

    @property
    def details(self) -> Mapping[str, float]:
        """What each technique did and how long it took, in order."""
        return {
            "rounds": self._rounds,
            "probed": self._probing.tried,
            "failed": self._probing.failed,
            "vivified": self._vivification.tried,
            "shortened": self._vivification.shortened,
            "viv-subsumed": self._vivification.subsumed,
            "eliminations": self._eliminations,
            **self._counts,
            **{f"{name} seconds": seconds for name, seconds in self._seconds.items()},
        }

    def _tell(self) -> None:
        if self._proof is not None:
            self._proof.write_steps(self._kernel.take_proof())

    def _search(self) -> Iterator[int]:
        """Search and inprocess by turns, a slice at a time, for ever."""
        due = FIRST_ROUND
        while True:
            before = self._kernel.work
            while self._kernel.conflicts < due:
                yield self._kernel.run(self._work, due - self._kernel.conflicts)
            steps = self._kernel.work - before
            self._searched += steps
            self._rounds += 1
            for name, (share, technique) in self._techniques.items():
                course = technique(int(share * steps))
                done = False
                while not done:
                    start = perf_counter()
                    done = next(course)
                    self._seconds[name] += perf_counter() - start
                    yield 0
            due = self._kernel.conflicts + FIRST_ROUND * (self._rounds + 1)

    def _vivify(self, steps: int) -> Iterator[bool]:
        self._vivification.begin(int(steps*C.get("vl",0.75)), True)
        while not self._vivification.run(self._work):
            yield False
        self._vivification.begin(steps // 4, False)
        while not self._vivification.run(self._work):
            yield False
        yield True

    def _probe(self, steps: int) -> Iterator[bool]:
        self._probing.begin(steps)
        while not self._probing.run(self._work):
            yield False
        yield True

    def _eliminate(self, steps: int) -> Iterator[bool]:
        """Eliminate variables, if the formula is not too large for that."""
        if self._eliminations >= len(_GROWTHS):
            yield True
            return
        taken = elimination.taken_out(self._kernel)
        self._tell()
        if taken is None:
            yield True
            return
        literals, starts = taken
        if 100*len(literals) > self._searched*C.get("e", 0.1) and len(literals)>C.get("small", 5000):
            yield True
            return
        preprocessor = Preprocessor(Formula(self._kernel.variables, literals, starts), self._proof is not None, _GROWTHS[self._eliminations])
        self._eliminations += 1
        done = False
        most = 1_000_000 + 200 * len(literals)
        while not (done or preprocessor.work > most):
            yield False
            done = preprocessor.run(self._work)
            if self._proof is not None:
                self._proof.write_steps(preprocessor.take_proof())
        elimination.put_in(self._kernel, *preprocessor.clauses())
        self._witness += preprocessor.witness()
        for name in self._counts:
            self._counts[name] += getattr(preprocessor, name)
        yield True
