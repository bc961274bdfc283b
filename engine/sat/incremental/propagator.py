"""Rules that a program adds to a search: the class to derive a user propagator from."""

from collections.abc import Iterable, Sequence


class UserPropagator:
    """Rules that clauses need not express. Derive from it, define `clauses`, and pass an object to `Solver`.

    The solver reports the literals that become true or free again, and asks for clauses before each decision and when
    all variables have values. So its models fulfil the rules if `clauses` yields a false clause whenever a rule is
    violated.

    >>> class AtMost(UserPropagator):
    ...     def __init__(self, literals, most):
    ...         super().__init__()
    ...         self.literals, self.most = set(literals), most
    ...
    ...     def clauses(self):
    ...         true = [literal for literal in self.trail if literal in self.literals]
    ...         if len(true) >= self.most:
    ...             for other in self.literals - set(true[: self.most]):
    ...                 yield [-literal for literal in (*true[: self.most], other)]
    >>> from engine.sat import Solver
    >>> solver = Solver([[1, 2], [3, 4], [5, 6]], propagator=AtMost([1, 3, 5], 1))
    >>> sum(literal in (1, 3, 5) for model in solver.models() for literal in model) <= 4 * 3
    True
    >>> solver.solve([1, 3])
    False
    """

    def __init__(self) -> None:
        self.trail: list[int] = []
        """The true literals, in the order in which they became true."""

    def on_assignment(self, literals: list[int]) -> None:
        """Called when literals have become true, after the earlier ones of `trail`, which this method extends."""
        self.trail += literals

    def on_backtrack(self, length: int) -> None:
        """Called when only the first `length` literals of `trail` are still true; this method shortens it."""
        del self.trail[length:]

    def clauses(self) -> Iterable[Sequence[int]]:
        """Clauses that follow from the rules, whatever their literals are now; none by default.

        The solver takes clauses up to the first that is false or forces a literal, propagates and asks again. It may
        forget a clause: yield it again whenever it is false or forces a literal. Only variables of the solver are
        allowed.
        """
        return ()

    def decision(self) -> int:
        """A free literal to decide next; 0, the default, leaves it to the solver."""
        return 0
