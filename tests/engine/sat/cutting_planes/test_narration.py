"""A search by cutting planes in words: what each line says of the trail, and the words of each event."""

import itertools

from syrupy.assertion import SnapshotAssertion

from engine.sat.cutting_planes.narration import NarratedKind, narrated
from engine.sat.formula import opb
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula

WEIGHTS = "3 x1 2 x2 2 x3 >= 4; 3 ~x1 2 x2 2 ~x3 >= 4; 2 ~x2 3 x3 1 x4 >= 3; 5 ~x2 2 ~x3 2 ~x4 1 x1 >= 5;\n"
"""A problem without a model, whose conflicts divide, weaken and multiply."""


def test_the_slack_of_each_propagation_and_conflict() -> None:
    lines, answer = narrated(make("php", ["6", "5"]))
    assert answer == 20
    for before, line in itertools.pairwise(lines):
        if line.kind is NarratedKind.PROPAGATION:
            assert line.constraint is not None
            *earlier, literal = line.trail
            assert before.trail == tuple(earlier)
            weight = next(weight for weight, each in line.constraint.terms if each == literal)
            assert 0 <= line.constraint.slack(-each for each in earlier) < weight
        elif line.kind in (NarratedKind.CONFLICT, NarratedKind.OPERATION):
            assert line.constraint is not None
            assert line.constraint.slack(-each for each in line.trail) < 0
    assert sum(line.kind is NarratedKind.CONFLICT for line in lines) == 5


def test_a_model_and_a_search_that_is_ended() -> None:
    assert narrated(Formula.of([[1, 2]]))[1] == 10
    lines, answer = narrated(make("random-ksat", ["200", "850"], seed=1), most=2000)
    assert answer == 0
    assert len(lines) >= 2000


def test_the_words_of_each_event(snapshot: SnapshotAssertion) -> None:
    found = []
    for formula in (opb.parse(WEIGHTS.encode()).formula, make("php", ["4", "3"])):
        for line in narrated(formula)[0]:
            added = f"  + {line.added}" if line.added else ""
            found.append(f"{line.kind.value}: {line.sentence} | {line.constraint}{added} | {line.trail}")
    assert "\n".join(found) == snapshot
