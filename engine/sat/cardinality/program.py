"""Infeasibility of linear inequalities, shown by multipliers from linear programming.

The inequalities A x >= b with 0 <= x <= 1 have no solution exactly if there is y >= 0 such that y b exceeds the maximum
of y A x (G. Farkas 1902). These y are the shadow prices in phase 1 of the simplex method with bounded variables (G.
Dantzig: Upper bounds, secondary constraints, and block triangularity. Econometrica 23, 1955, 174-183).
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.base.polling import poll

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_ENTRIES = 1 << 18
"""Maximum number of entries of the tableau."""
MAX_PIVOTS = 3000
"""Maximum number of pivots."""

_TINY = 1e-9
"""Numbers up to this one count as 0."""


def infeasibility_multipliers(
    a: "NDArray[np.float64]", b: "NDArray[np.float64]", cancel: Callable[[], bool] | None = None
) -> "NDArray[np.float64] | None":
    """Multipliers of the rows of A x >= b that rule out all x from 0 to 1.

    None if some x satisfies them, or if the search takes too long. Multipliers are floats: callers must round and
    verify them.
    """
    import numpy as np

    rows, columns = a.shape
    if rows * (columns + rows) > MAX_ENTRIES:
        return None
    # A x - t + s = b: surplus t, and s >= 0 where b > 0, which phase 1 minimizes from x = 0.
    wrong = b > 0
    sign = np.where(wrong, 1.0, -1.0)
    tableau = np.hstack([a * sign[:, None], -np.diag(sign)])
    value = np.abs(b)  # of the basic variable of each row
    basis = np.where(wrong, -1, columns + np.arange(rows))  # -1: the s of this row
    upper = np.concatenate([np.ones(columns), np.full(rows, np.inf)])
    at_upper = np.zeros(columns + rows, np.bool_)
    for pivots in range(MAX_PIVOTS):
        if not pivots % 16:
            poll(cancel)
        wrong = basis < 0
        if value[wrong].sum() < _TINY:
            return None
        gain = tableau[wrong].sum(axis=0)  # decrease of the sum of all s with each variable
        score = np.where(at_upper, -gain, gain)
        score[basis[~wrong]] = 0.0
        entering = int(score.argmax()) if pivots % 8 else int((score > _TINY).argmax())  # avoids cycles now and then
        if score[entering] <= _TINY:
            multipliers: NDArray[np.float64] = np.maximum(-gain[columns:], 0.0)
            return multipliers
        step = -tableau[:, entering] if at_upper[entering] else tableau[:, entering]
        with np.errstate(divide="ignore", invalid="ignore"):
            limit = np.where(basis < 0, np.inf, upper[basis])
            room = np.where(step > _TINY, value / step, np.where(step < -_TINY, (value - limit) / step, np.inf))
        leaving = int(room.argmin())
        if upper[entering] <= room[leaving]:  # it goes from one bound to the other
            value -= step * upper[entering]
            at_upper[entering] = not at_upper[entering]
            continue
        length = max(float(room[leaving]), 0.0)
        value -= step * length
        if basis[leaving] >= 0:
            at_upper[basis[leaving]] = step[leaving] < 0
        value[leaving] = upper[entering] - length if at_upper[entering] else length
        at_upper[entering] = False
        basis[leaving] = entering
        tableau[leaving] /= tableau[leaving, entering]
        others = np.flatnonzero(np.abs(tableau[:, entering]) > _TINY)
        others = others[others != leaving]
        tableau[others] -= np.outer(tableau[others, entering], tableau[leaving])
    return None
