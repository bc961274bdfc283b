import re
from dataclasses import fields
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.play.training import DRILL_LAYOUTS
from engine.sudoku.layout import single
from engine.sudoku.making.rule_mixes import MIXES
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import ANY_LAYOUT, Level, Premise, Technique
from engine.sudoku.techniques.explainer import EXPLAINER, SUKAKU
from engine.sudoku.techniques.finders import ALL, sound
from engine.sudoku.techniques.patterns import boards


@pytest.mark.every_combination
@pytest.mark.parametrize("technique", Technique, ids=lambda technique: technique.name)
def test_the_rest_of_the_program_follows_each_description(technique: Technique) -> None:
    description = technique.value
    for number, groups in ((description.explainer, EXPLAINER), (description.sukaku, SUKAKU)):
        assert number is None or any(technique in group.techniques for group in groups)
    assert description.rare_on <= {*DRILL_LAYOUTS, *ANY_LAYOUT}
    assert description.drill_mix in {"", *MIXES}
    assert technique.condition("r1c1", "1").count("{") == 0
    if description.condition is not None and "{size}" in description.condition.message:
        assert description.size
    if technique in ALL:
        assert (technique in sound(Puzzle(single(), (0,) * 81), unique=False)) is (description.premise is Premise.RULES)


def test_the_kernels_number_their_patterns_as_their_types_do() -> None:
    types = Path(boards.__file__).with_name("boards.pxd").read_text(encoding="utf-8")
    (kinds,) = re.findall(r"cdef enum:  # the kinds of patterns.*\n((?:    \w+\n)+)", types)
    assert tuple(kinds.split()) == boards.KINDS
    assert {*boards.KINDS} <= Technique.__members__.keys()


def test_titles_and_codes_are_unique():
    """Two members with equal values would be one technique with two names."""
    assert len({technique.title for technique in Technique}) == len(Technique.__members__) == len(Technique)
    codes = [technique.code for technique in Technique if technique.code]
    assert len(set(codes)) == len(codes)


def test_singles_are_easy_and_trying_out_is_the_hardest():
    assert [t.name for t in Technique if t.level is Level.EASY] == ["FULL_HOUSE", "NAKED_SINGLE", "HIDDEN_SINGLE"]
    tried_out = {Technique.NISHIO, Technique.CELL_FORCING, Technique.HOUSE_FORCING, Technique.NESTED_FORCING}
    assert all(t.level is Level.EXTREME for t in tried_out)
    assert min(t.score for t in tried_out) > max(t.score for t in set(Technique) - tried_out)
    assert max(t.score for t in Technique if t.level is Level.EASY) < min(
        t.score for t in Technique if t.level is not Level.EASY
    )


def test_every_description(snapshot: SnapshotAssertion) -> None:
    """Scores, numbers on the scales and conditions, which many ratings depend on."""
    plain = []
    for technique in Technique:
        facts = {field.name: getattr(technique.value, field.name) for field in fields(technique.value)}
        facts["rare_on"] = sorted(facts["rare_on"])
        set_facts = (f"{name}={value}" for name, value in facts.items() if value or name == "explainer")
        plain.append(f"{technique.name}: {', '.join(set_facts)}")
    assert "\n".join(plain) == snapshot
