"""Glicko-2, by the example of its description."""

import pytest

from engine.together.glicko import GlickoRating, rated


def test_the_example_of_the_description() -> None:
    games = [(GlickoRating(1400, 30), 1.0), (GlickoRating(1550, 100), 0.0), (GlickoRating(1700, 300), 0.0)]
    after = rated(GlickoRating(1500, 200, 0.06), games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_a_rating_is_less_certain() -> None:
    before = GlickoRating(1600, 50)
    after = rated(before, [])
    assert (after.rating, after.volatility) == (before.rating, before.volatility)
    assert 50 < after.deviation < 52
    assert rated(GlickoRating(), []) == GlickoRating()


def test_a_great_surprise_raises_the_volatility() -> None:
    after = rated(GlickoRating(1500, 50), [(GlickoRating(2300, 30), 1.0)] * 9)
    assert after.volatility > GlickoRating.volatility
    assert after.rating > 1600
