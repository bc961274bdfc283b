"""Proofs kept in memory during a search, up to a size limit."""

from array import array
from collections.abc import Sequence

from engine.base import values
from engine.sat.proof.proof import Proof

LIMIT = 1 << 26
"""Default limit in literals (256 MiB)."""


@values.plain(
    literals=array, starts=array, deletions=array, hints=array, hint_starts=array, hinted=bool, certifiable=bool,
    cut=bool, _limit=int,
)  # fmt: skip
class KeptProof(Proof):
    """A proof that is dropped if it gets too long: it is then `cut`, and stays empty.

    With as many hints it only gets no more of them. See ProofSink for `certifiable` and `hinted`.
    """

    def __init__(self, limit: int = LIMIT, *, certifiable: bool = False, hinted: bool = False) -> None:
        super().__init__(hinted=hinted)
        self.certifiable = certifiable
        self.cut = False
        self._limit = limit

    def add(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        if not self.cut:
            super().add(literals)
            self._cut_if_long()

    def delete(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        if not self.cut:
            super().delete(literals)
            self._cut_if_long()

    def write_steps(self, steps: "array[int]", /) -> None:
        """See ProofSink."""
        if not self.cut:
            super().write_steps(steps)
            self._cut_if_long()

    def _cut_if_long(self) -> None:
        self.hinted = self.hinted and len(self.hints) <= self._limit
        if len(self.literals) > self._limit:
            self.cut = True
            self._clear()
