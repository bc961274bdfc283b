"""Glicko-2: ratings with their uncertainty, from games in rating periods (M. E. Glickman, "Example of the Glicko-2
system", 2022).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

SCALE, CENTRE = 173.7178, 1500.0
"""Points of Glicko for one of Glicko-2, and the rating that is 0 there."""

TAU = 0.5
"""How much volatilities may change."""

TOLERANCE = 1e-6


@dataclass(frozen=True)
class GlickoRating:
    """A rating, its standard deviation (with 95 % it is within two of them), and how erratic the results are."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06


def rated(before: GlickoRating, games: Sequence[tuple[GlickoRating, float]]) -> GlickoRating:
    """The rating after a period with these games: the opponents' ratings before it, and the scores from 0 to 1.

    Without games, the deviation grows, at most to that of a new rating.
    """
    deviation = before.deviation / SCALE
    if not games:
        grown = SCALE * sqrt(deviation**2 + before.volatility**2)
        return replace(before, deviation=min(grown, GlickoRating.deviation))
    precision, surprise = 0.0, 0.0
    for other, score in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (before.rating - other.rating) / SCALE))
        precision += weight**2 * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / precision
    volatility = _volatility(before.volatility, deviation, variance, variance * surprise)
    after = 1 / sqrt(1 / (deviation**2 + volatility**2) + precision)
    return GlickoRating(before.rating + SCALE * after**2 * surprise, SCALE * after, volatility)


def _volatility(volatility: float, deviation: float, variance: float, difference: float) -> float:
    """The new volatility, by the Illinois algorithm (step 5)."""
    start = log(volatility**2)

    def slope(x: float) -> float:
        total = deviation**2 + variance + exp(x)
        return exp(x) * (difference**2 - total) / (2 * total**2) - (x - start) / TAU**2

    low = start
    if difference**2 > deviation**2 + variance:
        high = log(difference**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)
