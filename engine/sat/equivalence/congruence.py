"""Congruence closure: functions of equal inputs have equal outputs.

A. Biere, K. Fazekas, M. Fleury, N. Froleyks: Clausal congruence closure. SAT 2024, LIPIcs 305, 6:1-6:25.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from operator import neg

from engine.base.polling import Pulse
from engine.sat.equivalence.functions import Function, NormalForm, normal_form
from engine.sat.proof.proof import ProofSink

_STEPS = 64
"""The number of steps between two polls for which a function counts."""


class Congruence:
    """Classes of equal literals. The constant is a variable beyond those of the formula, whose literal is `true`.

    `clauses` are the equalities as clauses of one and two literals, in an order in which unit propagation shows each by
    those before it and the formula, with the steps written to `proof`. `refuted`: a literal equals its negation.
    """

    def __init__(
        self,
        variables: int,
        functions: Sequence[Function],
        proof: ProofSink | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        self.true = variables + 1
        self.clauses: list[tuple[int, ...]] = []
        self.equalities = 0
        """Number of merged classes."""
        self.refuted = False
        self._functions = functions
        self._proof = proof
        self._pulse = Pulse(cancel)
        self._parent = list(range(variables + 2))
        """By variable, a literal that it equals; itself if it represents its class."""
        self._uses: defaultdict[int, list[int]] = defaultdict(list)
        """The functions with an input of a class, by the variable that represents it."""
        self._first: dict[NormalForm, tuple[int, int]] = {}
        """The first function of a form, and the literal that is the form's function."""
        for number, function in enumerate(self._pulse.over(functions, 8)):
            for literal in function.inputs:
                self._uses[abs(literal)].append(number)
        self._places: Mapping[int, int] = {}
        self._waiting = list(range(len(functions) - 1, -1, -1))

    def find(self, literal: int) -> int:
        """The literal that represents the class of a literal."""
        root = self._parent[abs(literal)]
        while (above := self._parent[abs(root)]) != abs(root):
            root = above if root > 0 else -above
        self._parent[abs(literal)] = root
        return root if literal > 0 else -root

    def classes(self) -> list[tuple[int, ...]]:
        """The classes of two or more equal literals, by their lowest variable, whose literal is positive.

        Constant literals come last, each with the sign with which it is true, and `true` at their end. Must not be
        called if `refuted`.
        """
        members: defaultdict[int, list[int]] = defaultdict(list)
        for variable in self._pulse.over(range(1, self.true + 1)):
            root = self.find(variable)
            members[abs(root)].append(variable if root > 0 else -variable)
        constant = members.pop(self.true)  # represented by `true` itself, see `_comes_first`
        classes = [tuple(group if group[0] > 0 else map(neg, group)) for group in members.values() if len(group) > 1]
        return [*classes, tuple(constant)] if len(constant) > 1 else classes

    def close(self) -> None:
        """Merge until equal inputs mean equal outputs. Raises Cancelled."""
        while self._waiting and not self.refuted:
            self._pulse.did(_STEPS)
            number = self._waiting.pop()
            function = self._functions[number]
            sign, form = self.form(function)
            if form is None:
                self.merge(function.output, sign, function.splits)
                continue
            output = sign * function.output
            earlier, literal = self._first.setdefault(form, (number, output))
            if earlier != number:
                splits = dict.fromkeys(map(abs, (*function.splits, *self._functions[earlier].splits)))
                self.merge(output, literal, tuple(splits))

    def form(self, function: Function) -> tuple[int, NormalForm | None]:
        """The normal form of a function of the representing literals; see `normal_form`."""
        return normal_form(function.kind, tuple(map(self.find, function.inputs)), self.true)

    def merge(self, first: int, second: int, splits: Iterable[int] = ()) -> None:
        """Make two literals equal. Unit propagation shows each half once the values of `splits` are known."""
        winner, loser = self.find(first), self.find(second)
        if winner == loser:
            return
        self._write(first, second, tuple(splits))
        self.equalities += 1
        if winner == -loser:
            self.refuted = True
            if self._proof is not None:
                if abs(first) != self.true:
                    self._proof.add((first,))
                self._proof.add(())
            return
        if self._comes_first(abs(loser), abs(winner)):
            winner, loser = loser, winner
        self._parent[abs(loser)] = winner if loser > 0 else -winner
        uses = self._uses.pop(abs(loser), [])
        self._uses[abs(winner)] += uses
        self._waiting += uses

    def prefer(self, places: Mapping[int, int]) -> None:
        """Represent merged classes by the variable with the lowest place from now on."""
        self._places = places

    def _comes_first(self, variable: int, other: int) -> bool:
        """Whether a variable represents a class rather than the other one: the constant does, else the most used one.

        After `prefer`, that with the lower place does.
        """
        if self.true in (variable, other):
            return variable == self.true
        if self._places:
            return self._places.get(variable, variable) < self._places.get(other, other)
        return len(self._uses[variable]) > len(self._uses[other])

    def _write(self, first: int, second: int, splits: tuple[int, ...]) -> None:
        """Write the two halves of an equality as clauses, and as steps of the proof, each by all cases of `splits`."""
        for half in ((-first, second), (first, -second)):
            if self.true in half:
                continue
            clause = tuple(literal for literal in half if literal != -self.true)
            self.clauses.append(clause)
            if self._proof is None:
                continue
            rest = [literal for literal in splits if abs(literal) not in map(abs, clause)]
            cases = [
                (*clause, *case)
                for length in range(len(rest), 0, -1)
                for case in product(*((literal, -literal) for literal in rest[:length]))
            ]
            for step in (*cases, clause):
                self._proof.add(step)
            for step in cases:
                self._proof.delete(step)
