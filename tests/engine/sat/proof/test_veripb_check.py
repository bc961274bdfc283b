"""The checker of VeriPB proofs: each rule derives what it should and no more, and wrong lines are named."""

import random
from itertools import product
from pathlib import Path

import pytest

from engine.base.errors import Cancelled, InputError
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.objective import Objective
from engine.sat.proof.veripb_check import check, looks_like_veripb, read

NO_MODEL = "there is no model"
NO_CONTRADICTION = "the proof does not end in a contradiction"
NO_LINE = "this is not a line of a VeriPB proof"
NOT_IMPLIED = "propagation does not imply this inequality"
NO_REPAIR = "the witness does not repair a constraint"
NO_BOUND = "the lower bound is not shown"


def constraints(text: str) -> list[LinearConstraint]:
    """Constraints such as `2 x1 1 ~x2 >= 2`, with a semicolon between them."""
    found = []
    for part in filter(None, text.split(";")):
        *words, _sign, bound = part.split()
        literals = [int(word.replace("~", "-").replace("x", "")) for word in words[1::2]]
        found.append(LinearConstraint.of(zip(map(int, words[::2]), literals, strict=True), int(bound)))
    return found


@pytest.mark.parametrize(("problem", "proof", "verdict"), [
    # Sums, products, quotients, saturation and weakening, each just enough for a contradiction, and not quite.
    ("1 x1 >= 1; 1 ~x1 >= 1", "pol 1 2 + ;", NO_MODEL),
    ("2 x1 1 x2 >= 2; 1 ~x1 >= 1", "pol 1 2 2 * + ;", NO_MODEL),
    ("2 x1 1 x2 >= 2; 1 ~x1 >= 1", "pol 1 2 + ;", NO_CONTRADICTION),
    ("2 x1 2 x2 >= 3; 1 ~x1 1 ~x2 >= 1", "pol 1 2 d 2 + ;", NO_MODEL),
    ("2 x1 2 x2 >= 3; 1 ~x1 1 ~x2 >= 1", "pol 1 2 + ;", NO_CONTRADICTION),
    ("3 x1 2 x2 >= 2; 1 ~x2 >= 1", "pol 1 2 d 2 + ;", NO_CONTRADICTION),
    ("5 x1 1 x2 >= 2; 2 ~x1 >= 2", "pol 1 s 2 + ;", NO_MODEL),
    ("5 x1 1 x2 >= 2; 2 ~x1 >= 2", "pol 1 2 + ;", NO_CONTRADICTION),
    ("1 x1 >= 0", "pol 1 s ;", NO_CONTRADICTION),
    ("2 x1 1 x2 >= 3; 2 ~x1 >= 2", "pol 1 x2 w 2 + ;", NO_MODEL),
    ("5 x1 1 x2 >= 1; 1 ~x1 1 ~x2 >= 2", "pol 1 s 2 + ;", NO_MODEL),
    ("2 x1 >= 2; 2 ~x1 >= 1", "pol 1 x2 w 2 + ;", NO_MODEL),
    ("2 x1 1 ~x2 >= 3; 2 ~x1 >= 2", "pol 1 x2 w 2 + ;", NO_MODEL),
    ("2 x1 3 x2 >= 3; 1 ~x1 >= 1", "pol 1 x2 w 2 + ;", NO_CONTRADICTION),
    ("1 x1 1 x2 >= 2; 1 ~x2 >= 1", "pol 1 ~x1 + 2 + ;", NO_MODEL),
    ("1 x1 >= 0", "pol ~x1 ;", NO_CONTRADICTION),
    ("1 x1 >= 1; 1 ~x1 >= 1", "pol 1 2 ;", f"line 1: {NO_LINE}"),
    ("1 x1 >= 1", "pol 1 0 * ;", f"line 1: {NO_LINE}"),
    ("1 x1 >= 1", "pol 1 0 d ;", f"line 1: {NO_LINE}"),
    ("1 x1 >= 1", "pol 1 1 1 * * ;", f"line 1: {NO_LINE}"),
    ("1 x1 >= 1", "pol 2 ;", f"line 1: {NO_LINE}"),
    # Propagation, by weights.
    ("2 x1 1 x2 1 x3 >= 3", "rup 1 x1 >= 1 ;", NO_CONTRADICTION),
    ("2 x1 1 x2 1 x3 >= 3", "rup 1 x2 >= 1 ;", f"line 1: {NOT_IMPLIED}"),
    ("1 x1 >= 1; 1 ~x1 1 x2 >= 1; 1 ~x2 >= 1", "rup 1 x2 >= 1 ;", NO_MODEL),
    ("1 ~x1 1 x2 >= 1", "rup 1 x2 >= 1 ;", f"line 1: {NOT_IMPLIED}"),
    ("1 x1 >= 1", "rup 2 x1 1 ~x1 >= 2 ;", NO_CONTRADICTION),
    ("1 ~x1 >= 1", "rup 2 x1 1 ~x1 >= 2 ;", f"line 1: {NOT_IMPLIED}"),
    ("1 ~x1 >= 1", "rup -1 x1 >= 0 ;", NO_CONTRADICTION),
    ("1 x1 >= 1", "rup -1 x1 >= 0 ;", f"line 1: {NOT_IMPLIED}"),
    ("1 x1 >= 1", "rup 1 x1 1 >= 1 ;", f"line 1: {NO_LINE}"),
    ("1 x1 >= 1", "rup 1 1 >= 1 ;", f"line 1: {NO_LINE}"),
    ("1 x1 >= 2", "", NO_MODEL),
    # New variables.
    ("1 x1 >= 1", "red 1 ~y1 >= 1 ; y1 -> 0", NO_CONTRADICTION),
    ("", "red 1 ~x1 1 x9 >= 1 ; x9 -> 1\nred 1 x1 1 ~x9 >= 1 ; x9 -> 0", NO_CONTRADICTION),
    ("", "red 1 ~x1 1 x9 >= 1 ; x9 -> 0", f"line 1: {NO_REPAIR}"),
    ("", "red 1 ~x1 1 x9 >= 1 ; x9 -> 1\nred 1 x1 1 ~x9 >= 1 ; x9 -> 1", f"line 2: {NO_REPAIR}"),
    ("", "red 1 ~x1 1 x9 >= 1 ; x9 -> 1\nred 1 ~x2 1 ~x9 >= 1 ; x9 -> 0", f"line 2: {NO_REPAIR}"),
    ("1 x1 >= 1", "red 1 x1 >= 1 ; x1 -> 0", NO_CONTRADICTION),
    ("1 x1 >= 1", "red 1 y >= 1 ; y -> 1\nrup 1 ~z >= 1 ;", f"line 2: {NOT_IMPLIED}"),
    ("1 x1 >= 1", "red 1 y >= 1 ; y -> 1\nrup 1 y >= 1 ;", NO_CONTRADICTION),
    ("1 x1 >= 1", "red 1 y >= 1 ; y -> 1\nred 1 ~z >= 1 ; z -> 0\npol 2 3 + ;", NO_CONTRADICTION),
    # Deletions, and what has no meaning.
    ("1 x1 >= 1; 1 ~x1 >= 1", "del id 1 2", NO_CONTRADICTION),
    ("1 x1 >= 1; 1 ~x1 >= 1", "del id 3", f"line 1: {NO_LINE}"),
    ("1 x1 >= 1; 1 ~x1 >= 1", "f 2 ;", NO_MODEL),
    ("1 x1 >= 1; 1 ~x1 >= 1", "\n* a comment\npseudo-Boolean proof version 2.0\nf\noutput NONE", NO_MODEL),
    ("1 x1 >= 1", "f 2 ;", "line 1: the number of constraints is 2 in the proof, but 1 in the problem"),
    ("1 x1 >= 1", "soli x1", "line 1: the problem has no objective"),
    ("1 x1 >= 1; 1 ~x1 >= 1", "conclusion NONE", "line 1: the proof concludes nothing"),
])  # fmt: skip
def test_rules(problem: str, proof: str, verdict: str) -> None:
    """A proof that ends with no contradiction is refused at its last line, which is added here."""
    given = constraints(problem)
    conclusion = f"conclusion UNSAT : {len(given) + 1}" if proof.startswith("pol") else "conclusion UNSAT"
    lines = [*proof.splitlines(), conclusion]
    found = check(given, lines)
    expected = f"line {len(lines)}: {verdict}" if verdict == NO_CONTRADICTION else verdict
    assert (str(found), bool(found)) == (expected, verdict == NO_MODEL)


def test_a_contradiction_is_named_by_its_number() -> None:
    problem = constraints("1 x1 >= 1; 1 ~x1 >= 1")
    assert check(problem, ["pol 1 2 + ;", "conclusion UNSAT : 3"])
    assert str(check(problem, ["pol 1 2 + ;", "conclusion UNSAT : 2"])) == f"line 2: {NO_CONTRADICTION}"
    assert str(check(problem, ["pol 1 2 + ;"])) == "line 1: the proof has no conclusion"


@pytest.mark.parametrize(("conclusion", "sentence"), [
    ("SAT : x1 ~x2", "there is a model"),
    ("SAT : x1 x2", "line 1: the model violates constraint 2"),
    ("SAT : ~x1 ~x2", "line 1: the model violates constraint 1"),
    ("SAT : x1 ~x1", "line 1: the model has a literal and its negation"),
])  # fmt: skip
def test_models(conclusion: str, sentence: str) -> None:
    assert str(check(constraints("1 x1 1 x2 >= 1; 1 ~x1 1 ~x2 >= 1"), [f"conclusion {conclusion}"])) == sentence


@pytest.mark.parametrize(("proof", "offset", "sentence"), [
    ("soli x1 ~x2\nconclusion BOUNDS 1 1", 0, "the optimum is 1"),
    ("soli x1 ~x2\nconclusion BOUNDS -4 -4", 5, "the optimum is 1"),
    ("soli x1 x2\nsoli x1 ~x2\nconclusion BOUNDS 1 1", 0, "the optimum is 1"),
    ("soli x1 ~x2\nsoli x1 x2\nconclusion BOUNDS 1 1", 0, "the optimum is 1"),
    ("soli x1 ~x2\nconclusion BOUNDS 0 1", 0, "no model costs less than 0"),
    ("soli x1 ~x2\nconclusion BOUNDS 2 1", 0, f"line 2: {NO_BOUND}"),
    ("soli x1 ~x2\nconclusion BOUNDS INF 1", 0, f"line 2: {NO_BOUND}"),
    ("soli ~x1 x2\nconclusion BOUNDS 3 3", 0, f"line 2: {NO_BOUND}"),
    ("soli x1 ~x2\nconclusion BOUNDS 1 2", 0, "line 2: the upper bound is not the cost of the best model in the proof"),
    ("soli ~x1 ~x2\nconclusion BOUNDS 0 0", 0, "line 1: the model violates constraint 1"),
    ("conclusion BOUNDS INF INF", 0, f"line 1: {NO_BOUND}"),
    ("conclusion UNSAT", 0, "line 1: a problem with an objective ends with bounds"),
])  # fmt: skip
def test_bounds(proof: str, offset: int, sentence: str) -> None:
    objective = Objective.of_sum([(1, 1), (3, 2)])
    assert str(check(constraints("1 x1 1 x2 >= 1"), proof.splitlines(), objective, offset=offset)) == sentence


def test_bounds_without_a_model() -> None:
    problem, objective = constraints("1 x1 >= 1; 1 ~x1 >= 1"), Objective.of_sum([(1, 1)])
    assert str(check(problem, ["conclusion BOUNDS INF INF"], objective)) == NO_MODEL
    assert str(check(problem, ["conclusion BOUNDS 3 INF"], objective)) == f"line 1: {NO_BOUND}"


@pytest.mark.parametrize("line", [
    "dom 1 x1 >= 1 ;", "red 1 x1 1 x9 >= 1 ; x9 -> x1", "red 1 x1 >= 1 ; x1 -> 1", "conclusion BOUNDS 1",
    "conclusion BOUNDS 1 1 1", "soli x1 x2 x3",
])  # fmt: skip
def test_what_is_not_supported(line: str) -> None:
    objective = Objective(((1, (-1,)), (1, (2, 3))))
    with pytest.raises(InputError) as caught:
        check(constraints("1 x1 1 x2 >= 1"), [line], objective)
    assert caught.value.advice


@pytest.mark.parametrize("seed", range(8))
def test_what_is_added_is_implied(seed: int) -> None:
    """An accepted inequality holds in all models."""
    dice, accepted = random.Random(seed), 0

    def inequality() -> LinearConstraint:
        variables = dice.sample(range(1, 6), dice.randint(1, 3))
        return LinearConstraint.of([(dice.randint(1, 3) * dice.choice((1, -1)), each) for each in variables], 1)

    for _ in range(30):
        problem = [inequality() for _ in range(6)]
        models = [
            model for model in product(*((each, -each) for each in range(1, 6)))
            if all(each.is_satisfied(model) for each in problem)
        ]  # fmt: skip
        goal = inequality()
        verdict = check(problem, [f"rup {goal} ;"])
        if verdict.sentence == NOT_IMPLIED:
            continue
        accepted += 1
        assert all(goal.is_satisfied(model) for model in models)
    assert accepted


def test_progress_and_cancellation() -> None:
    calls = list[tuple[int, int]]()
    lines = ["* a comment"] * 600
    check([], lines, on_progress=lambda *call: calls.append(call))
    assert calls == [(256, 600), (512, 600)]
    with pytest.raises(Cancelled):
        check([], lines, cancel=lambda: True)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "proof.pbp"
    path.write_text("pseudo-Boolean proof version 2.0\nf 1 ;\n")
    assert looks_like_veripb(path.read_bytes())
    assert not looks_like_veripb(b"p cnf 1 1\n")
    assert read(str(path), 1 << 20) == ["pseudo-Boolean proof version 2.0", "f 1 ;"]
    path.write_text("*" * (2 << 20))
    with pytest.raises(InputError, match="more than 1 MB"):
        read(str(path), 1 << 20)
