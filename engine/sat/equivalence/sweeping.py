"""Sweeping: literals that are equal in a simulation are proved equal by small searches.

A. Kuehlmann, V. Paruthi, F. Krohm, M. Ganai: Robust Boolean reasoning for equivalence checking and functional property
verification. IEEE TCAD 21, 2002, 1377-1394. A search sees only the functions next to the two literals, in terms of
representing literals, so that it is short wherever the equality has a local reason.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from random import Random

from engine.base.polling import Pulse
from engine.sat.equivalence.congruence import Congruence
from engine.sat.equivalence.functions import Function
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.proof.proof import Proof, ProofSink

BITS = 1024
"""Number of random inputs of the simulation."""

_WINDOWS = (40, 400)
"""Numbers of functions in a search, tried in turn."""
_MAX_FAILURES, _FAILURES_PER_SUCCESS = 30, 10
"""Maximum number of failed searches of a size, and the number that each success adds to it."""
_CONFLICTS = 400
"""Maximum number of conflicts of a search."""
_STEPS = 100_000
"""Maximum number of steps of a search."""
_LEADERS = 2
"""Maximum number of earlier literals of the same values with which a literal is compared."""
_WORK_PER_LITERAL = 100
"""Number of steps that take as long as loading a literal of the clauses of a search."""
_REWARD = 100_000
"""Steps that each success adds to the limit of a sweep."""
_UNSATISFIABLE = 20
"""The code of this verdict that kernels return."""


class Sweeping:
    """A sweep over the functions of a formula from the inputs to the outputs, which merges classes of `congruence`."""

    def __init__(
        self,
        congruence: Congruence,
        functions: Sequence[Function],
        proof: ProofSink | None = None,
        cancel: Callable[[], bool] | None = None,
        seed: int = 0,
    ) -> None:
        self.tried = 0
        """Number of pairs compared by a search."""
        self.work = 0
        """Steps of all searches."""
        self._successes, self._failures = Counter[int](), Counter[int]()
        """Searches by their number of functions."""
        self._congruence = congruence
        self._functions = functions
        self._proof = proof
        self._pulse = Pulse(cancel)
        self._random = Random(seed)
        self._values: dict[int, int] = {congruence.true: (1 << BITS) - 1}
        """By variable in the order of evaluation: its values, a bit for each random input."""
        self._place: dict[int, int] = {}
        """By variable: its position in this order."""
        self._definitions: dict[int, Function] = {}
        """By variable: the function that its values come from."""
        self._simulate()
        congruence.prefer(self._place)

    def run(self, steps: int) -> None:
        """Compare literals of equal values, for about `steps` steps, and more if many are equal. Raises Cancelled."""
        congruence, before = self._congruence, self._congruence.equalities
        leaders: defaultdict[int, list[int]] = defaultdict(list)
        for variable, values in self._pulse.over(self._values.items(), 16):
            if congruence.refuted or self.work > steps + _REWARD * (congruence.equalities - before):
                return
            literal = variable if values & 1 else -variable
            group = leaders[values if values & 1 else _inverted(values)]
            for leader in group[:_LEADERS]:
                if congruence.find(leader) == congruence.find(literal):
                    break
                if variable in self._definitions and self._merge_if_equal(literal, leader):
                    break
            else:
                group.append(literal)

    def _simulate(self) -> None:
        """Evaluate all functions for random inputs, each as soon as its inputs have values."""
        find, values = self._congruence.find, self._values
        missing = [0] * len(self._functions)
        waiting: defaultdict[int, list[int]] = defaultdict(list)
        ready: list[int] = []
        outputs: set[int] = set()
        for number, function in enumerate(self._pulse.over(self._functions, 32)):
            inputs = {abs(find(literal)) for literal in function.inputs} - {self._congruence.true}
            outputs.add(abs(find(function.output)))
            missing[number] = len(inputs)
            for variable in inputs:
                waiting[variable].append(number)
            if not inputs:
                ready.append(number)
        inputs = waiting.keys() - outputs
        free = [*sorted(outputs, reverse=True), *sorted(inputs, reverse=True)]

        def set_values(variable: int, bits: int) -> None:
            values[variable] = bits
            self._place[variable] = len(self._place)
            for number in waiting[variable]:
                missing[number] -= 1
                if not missing[number]:
                    ready.append(number)

        while ready or free:
            self._pulse.did(32)
            if ready:
                function = self._functions[ready.pop()]
                output = find(function.output)
                if abs(output) not in values:
                    self._definitions[abs(output)] = function
                    output_values = self._evaluate(function)
                    set_values(abs(output), output_values if output > 0 else _inverted(output_values))
            elif (variable := free.pop()) not in values:
                set_values(variable, self._random.getrandbits(BITS))

    def _evaluate(self, function: Function) -> int:
        """The values of a function whose inputs have values."""
        inputs = map(self._congruence.find, function.inputs)
        return function.kind.evaluate([self._values_of(literal) for literal in inputs])

    def _values_of(self, literal: int) -> int:
        return self._values[literal] if literal > 0 else _inverted(self._values[-literal])

    def _merge_if_equal(self, first: int, second: int) -> bool:
        """Merge two literals if a search shows them equal."""
        self.tried += 1
        for size in _WINDOWS:
            if self._failures[size] > _MAX_FAILURES + _FAILURES_PER_SUCCESS * self._successes[size]:
                break
            window, is_complete = self._window((first, second), size)
            lemmas = self._search(window, first, second)
            if lemmas is not None:
                self._successes[size] += 1
                self._merge(first, second, lemmas)
                return True
            self._failures[size] += 1
            if is_complete:
                break
        return False

    def _merge(self, first: int, second: int, lemmas: Sequence[tuple[int, ...]]) -> None:
        """Merge two literals whose equality unit propagation shows with the lemmas."""
        proof = Proof() if self._proof is None else self._proof
        for lemma in lemmas:
            proof.add(lemma)
        self._congruence.merge(first, second)
        for lemma in lemmas:
            if len(lemma) > 1:
                proof.delete(lemma)
        self._congruence.close()

    def _window(self, literals: Sequence[int], size: int) -> tuple[list[Function], bool]:
        """The functions from which some literals are computed, latest first; and whether these are all."""
        window: list[Function] = []
        heap: list[tuple[int, int]] = []
        visited: set[int] = set()

        def visit(literal: int) -> None:
            variable = abs(self._congruence.find(literal))
            if variable not in visited and variable in self._definitions:
                visited.add(variable)
                heappush(heap, (-self._place[variable], variable))

        for literal in literals:
            visit(literal)
        while heap and len(window) < size:
            function = self._definitions[heappop(heap)[1]]
            window.append(function)
            for literal in function.inputs:
                visit(literal)
        return window, not heap

    def _search(self, window: Sequence[Function], first: int, second: int) -> list[tuple[int, ...]] | None:
        """Search for values by which two literals differ, given some functions.

        Returns None if there may be some; otherwise the learned clauses, with the variables of the formula.
        """
        find, true = self._congruence.find, self._congruence.true
        numbers: dict[int, int] = {}
        names = [0]

        def local(literal: int) -> int:
            literal = find(literal)
            variable = abs(literal)
            if variable not in numbers:
                numbers[variable] = len(names)
                names.append(variable)
            return numbers[variable] if literal > 0 else -numbers[variable]

        literals, starts = array("i", [local(true)]), array("i", [0, 1])
        for function in self._pulse.over(window, 64):
            for clause in function.clauses():
                literals.extend(map(local, clause))
                starts.append(len(literals))
        a, b = local(first), local(second)
        self.work += _WORK_PER_LITERAL * len(literals)
        kernel = Cdcl(Formula(len(names) - 1, literals, starts), proof=self._proof is not None)
        for difference in ((a, -b), (-a, b)):
            kernel.assume(difference)
            before = kernel.work
            verdict = kernel.run(_STEPS, _CONFLICTS)
            self.work += kernel.work - before
            if verdict != _UNSATISFIABLE:
                return None
            kernel.add_clause([-literal for literal in difference])
        lemmas: list[tuple[int, ...]] = []
        steps = Proof()
        steps.write_steps(kernel.take_proof())
        for deletes, lemma in map(steps.__getitem__, range(len(steps))):
            clause = tuple(names[literal] if literal > 0 else -names[-literal] for literal in lemma)
            if not deletes and true not in clause:
                lemmas.append(tuple(literal for literal in clause if literal != -true))
        return lemmas


def _inverted(values: int) -> int:
    return values ^ ((1 << BITS) - 1)
