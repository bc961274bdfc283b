"""Proofs in memory up to a size limit."""

from array import array
from collections.abc import Sequence

from engine.base import values
from engine.sat.proof.proof import Proof

MAX_LITERALS = 1 << 26
"""Default limit (256 MiB)."""


@values.plain(
    literals=array, starts=array, deletions=array, hints=array, hint_starts=array, hinted=bool, certifiable=bool,
    too_long=bool, _limit=int,
)  # fmt: skip
class BoundedProof(Proof):
    """A proof of at most `limit` literals. A longer one is dropped: it is `too_long`, and stays empty.

    Beyond `limit` hints it keeps the proof but takes no more hints. See ProofSink for `certifiable` and `hinted`.
    """

    def __init__(self, limit: int = MAX_LITERALS, *, certifiable: bool = False, hinted: bool = False) -> None:
        super().__init__(hinted=hinted)
        self.certifiable = certifiable
        self.too_long = False
        self._limit = limit

    def add(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        if not self.too_long:
            super().add(literals)
            self._drop_if_long()

    def delete(self, literals: Sequence[int], /) -> None:
        """See ProofSink."""
        if not self.too_long:
            super().delete(literals)
            self._drop_if_long()

    def write_steps(self, steps: "array[int]", /) -> None:
        """See ProofSink."""
        if not self.too_long:
            super().write_steps(steps)
            self._drop_if_long()

    def _drop_if_long(self) -> None:
        self.hinted = self.hinted and len(self.hints) <= self._limit
        if len(self.literals) > self._limit:
            self.too_long = True
            self._clear()
