"""The kinds of rules of new puzzles, by the names of options."""

import pytest

from engine.base.errors import InputError
from engine.sudoku.making.rule_mixes import MIXES, kinds_of


def test_names_of_options() -> None:
    assert kinds_of("killer, Slow Thermometer,lines,ratio") == (
        "killer cage",
        "slow thermometer",
        *MIXES["lines"].kinds,
        "ratio",
    )
    assert kinds_of("dots,ratio") == MIXES["dots"].kinds
    assert kinds_of("killer, slow-thermometer,killer-cage") == ("killer cage", "slow thermometer")
    assert kinds_of("") == ()


@pytest.mark.parametrize("name", ["fog", "decoration", "rule in text", "rule-in-words", "no-such-kind"])
def test_other_kinds_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"no rules of the kind {name.replace(' ', '-')}") as error:
        kinds_of(name)
    assert "little-killer" in error.value.advice
    assert "fog" not in error.value.advice
