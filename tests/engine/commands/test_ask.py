"""`satsudoku ask`, and its options in `satsudoku solve` and `show`."""

import json
import tracemalloc
from pathlib import Path

import pytest

from engine.sat.formula import dimacs, families
from engine.sat.queries import count
from engine.sat.queries.registry import QUERIES

SMALL = "c varname 1 x_{1}\np cnf 3 3\n1 -2 0\n2 3 0\n-1 3 0\n"
CUBES = "p inccnf\n1 2 0\n-1 3 0\n-2 -3 0\na 1 2 0\na -1 0\na -1 -2 3 0\n"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.cnf"
    path.write_text(SMALL)
    return path


@pytest.fixture
def php(tmp_path: Path) -> Path:
    path = tmp_path / "php.cnf"
    path.write_bytes(dimacs.dumps(families.make("php", ["4", "3"])))
    return path


@pytest.mark.parametrize("question", QUERIES)
def test_every_question_is_answered_and_verified(satsudoku, small: Path, php: Path, question: str):
    for path, status, code in ((small, "SATISFIABLE", 10), (php, "UNSATISFIABLE", 20)):
        outcome = satsudoku("ask", question, path, "--verify")
        assert (outcome.code, outcome.err) == (code, "")
        lines = outcome.out.splitlines()
        assert lines[0] == f"c {path}"
        assert f"s {status}" in lines
        assert "c verified: models checked, unsatisfiable cases proved" in lines


def test_a_count_is_printed_as_in_the_competitions(satsudoku, small: Path):
    outcome = satsudoku("ask", "count", small)
    assert outcome.out.splitlines()[2:] == [
        "c 3 models over 3 variables",
        "s SATISFIABLE",
        "c s type mc",
        "c s exact arb int 3",
    ]
    assert satsudoku("solve", "--count", small).out.splitlines()[2:] == outcome.out.splitlines()[2:]
    projected = satsudoku("solve", "--count", "--project", "3", small)
    assert projected.out.endswith("c s type pmc\nc s exact arb int 1\n")


def test_rows_have_titles_and_names(satsudoku, small: Path):
    assert satsudoku("ask", "backbone", small).out.endswith("backbone: 3\n")
    numbered = satsudoku("solve", "--enumerate", 2, "--assume=-2", small)
    assert numbered.out.splitlines()[-2:] == ["model 1: 1 -2 3", "model 2: -1 -2 3"]
    named = satsudoku("ask", "models", "--project", "1", "--names", small)
    assert {line.partition(": ")[2] for line in named.out.splitlines()[-2:]} == {"x_{1}", "-x_{1}"}


def test_json_is_one_object_with_the_facts(satsudoku, php: Path):
    answer = json.loads(satsudoku("ask", "core", "--json", php).out)
    assert (answer["path"], answer["question"], answer["status"]) == (str(php), "core", "unsatisfiable")
    assert (answer["clauses"], answer["needed"], answer["of"]) == (22, 22, 22)
    assert answer["rows"][0] == {"name": "clause", "number": 1, "literals": [1, 2, 3]}


def test_the_steps_of_a_core(satsudoku, php: Path):
    outcome = satsudoku("ask", "core", "--steps", "--verify", php)
    steps = [line for line in outcome.out.splitlines() if line.startswith("step ")]
    assert f"they lead to a contradiction in {len(steps)} steps" in outcome.out
    assert "c verified" in outcome.out
    assert steps[-1].startswith(f"step {len(steps)}: the empty clause, from clause ")
    answer = json.loads(satsudoku("ask", "core", "--steps", "--json", php).out)
    rows = [row for row in answer["rows"] if row["name"] == "step"]
    assert (len(rows), rows[-1]["literals"]) == (answer["steps"], [])
    assert all(len(row["from"].get("clause", [])) + len(row["from"].get("step", [])) <= 5 for row in rows)


def test_the_steps_of_a_puzzle_name_its_cells(satsudoku, tmp_path: Path):
    puzzle, formula = tmp_path / "puzzle.txt", tmp_path / "puzzle.cnf"
    puzzle.write_text("12..\n..3.\n...4\n....\n")
    assert satsudoku("encode", puzzle, "-o", formula).code == 0
    lines = satsudoku("ask", "core", "--steps", "--names", formula).out.splitlines()
    assert "clause 127: r1c1 = 3, r1c2 = 3, r1c3 = 3, r1c4 = 3" in lines
    assert lines[-1] == (
        "step 5: the empty clause, from clause 127 (3 at least once in row 1), step 1 (r1c1 != 3), step 2 (r1c2 != 3), "
        "step 3 (r1c3 != 3), step 4 (r1c4 != 3)"
    )


def test_the_clauses_of_a_core_are_written(satsudoku, php: Path, tmp_path: Path):
    core = tmp_path / "core.cnf"
    assert satsudoku("ask", "core", php, "-o", core).code == 20
    assert len(dimacs.read(core, strict=True).formula) == 22
    assert satsudoku("solve", core).code == 20
    refused = satsudoku("ask", "count", php, "-o", core)
    assert (refused.code, refused.err) == (
        2,
        "satsudoku: ask: this answer has no clauses to write; leave out --output\n",
    )


def test_a_fault_is_exit_code_1(satsudoku, small: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(count, "_count", lambda *_: 7)
    outcome = satsudoku("ask", "count", small, "--verify")
    assert outcome.code == 1
    assert "c WRONG: 3 models were found one by one; please report this\n" in outcome.out


def test_a_limit_is_reported(satsudoku, tmp_path: Path):
    hard = tmp_path / "hard.cnf"
    hard.write_bytes(dimacs.dumps(families.make("php", ["14", "13"])))
    outcome = satsudoku("ask", "core", "--time-limit", 0.1, hard)
    assert outcome.code == 0
    assert "c incomplete answer: time limit of 0.1 s\ns UNKNOWN\n" in outcome.out
    stopped = json.loads(satsudoku("ask", "models", "--json", hard, "--time-limit", 0.1).out)
    assert (stopped["status"], stopped["reason"]) == ("unknown", "time limit of 0.1 s")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["core", "--limit", "3"], "ask: core has no --limit; it takes --steps"),
        (["backbone", "--limit", "3"], "ask: backbone has no --limit; it takes --assume"),
        (["models", "--limit", "0"], "ask: argument --limit: '0' is not a number from 1; see satsudoku ask --help"),
        (["count", "--assume=1,x"], "ask: argument --assume: 'x' is not a literal; see satsudoku ask --help"),
        (["count", "--assume=4"], "assumptions: 4 is not a literal of this formula; its variables are 1 to 3"),
    ],
)
def test_bad_options(satsudoku, small: Path, words: list[str], error: str):
    outcome = satsudoku("ask", *words, small)
    assert (outcome.code, outcome.err) == (2, f"satsudoku: {error}\n")


def test_assumptions_of_solve(satsudoku, small: Path):
    assert satsudoku("solve", "--assume", "1 -3", small).out.splitlines()[2:] == [
        "c unsatisfiable under these assumptions; a core of them: -3",
        "s UNSATISFIABLE",
        "failed 1: -3",
    ]
    satisfied = satsudoku("solve", "--assume=-1", small)
    assert satisfied.code == 10
    assert satisfied.out.endswith("model 1: -1 -2 3\n")


def test_cubes_of_a_file_are_answered_one_after_the_other(satsudoku):
    outcome = satsudoku("solve", stdin=CUBES)
    assert outcome.code == 10
    assert outcome.out.splitlines()[2:] == [
        "c 3 cubes: 1 satisfiable, 2 unsatisfiable, 0 not decided",
        "s SATISFIABLE",
        "failed 1: 1 2",
        "model 2: -1 2 -3",
        "failed 3: -1 -2",
    ]
    assert satsudoku("show", "-", stdin=CUBES).out.endswith("cube 1: 1 2\ncube 2: -1\ncube 3: -1 -2 3\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "--enumerate", "2"], "--count and --enumerate can't be combined"),
        (["--project", "1"], "--project needs --count or --enumerate"),
        (["--count", "--solver", "dpll"], "--solver can't be combined with --count, --enumerate or --assume"),
        (["--assume", "1", "--proof", "x"], "--proof can't be combined with --count, --enumerate or --assume"),
    ],
)
def test_options_that_do_not_go_together(satsudoku, small: Path, words: list[str], message: str):
    outcome = satsudoku("solve", *words, small)
    assert outcome.code == 2
    assert message in outcome.err


def test_names_where_requested(satsudoku, small: Path):
    output = satsudoku("show", "--names", small).out
    assert output.endswith("1: 2: x_{1} -2\n2: 2: 2 3\n3: 2: -x_{1} 3\n")
    solved = satsudoku("solve", "--names", "--assume=1", small).out
    assert solved.splitlines()[-1].startswith("model 1: x_{1}")
    solved = satsudoku("solve", "--names", "--decisions=1,2,3", small).out
    assert solved.endswith("c 1 x_{1}\nc 2 2\nc 3 3\n")


def test_decisions_come_first(satsudoku, small: Path):
    for decisions, first in (("1", "v 1 "), ("-1", "v -1 ")):
        for solver in ("naive", "dpll", "cdcl"):
            outcome = satsudoku("solve", f"--decisions={decisions}", "--solver", solver, small)
            assert first in outcome.out
    refused = satsudoku("solve", "--decisions=1", "--solver", "walk", small)
    assert (refused.code, refused.err) == (
        2,
        "satsudoku: walk does not accept decisions; choose one of backtracking, naive, dpll, cdcl\n",
    )


@pytest.mark.parametrize(
    ("variables", "power"), [(14_290, "3 * 2^14288"), (100_000_000, "3 * 2^99999998")], ids=["14290", "100000000"]
)
def test_a_count_of_any_size_is_printed(satsudoku, tmp_path: Path, variables: int, power: str):
    path = tmp_path / "free.cnf"
    path.write_text(f"p cnf {variables} 1\n1 2 0\n")
    outcome = satsudoku("ask", "count", path, "--verify")
    assert (outcome.code, outcome.err) == (10, "")
    assert f"c {power} models over {variables:,} variables\nc verified" in outcome.out
    if variables == 14_290:
        digits = outcome.out.split("c s exact arb int ")[1].strip()
        assert len(digits) == 4302
        assert int(digits[-4000:]) == pow(2, variables - 2, 10**4000) * 3 % 10**4000
    else:
        assert "c s log10-estimate 30102999.441459" in outcome.out
    described = json.loads(satsudoku("ask", "count", path, "--json").out)
    assert (described["models"], described["variables"]) == (power, variables)
    assert satsudoku("solve", "--count", path).code == 10


@pytest.mark.parametrize("question", [name for name in QUERIES if name != "count"])
def test_memory_for_a_header_alone_is_not_taken(satsudoku, tmp_path: Path, question: str):
    path = tmp_path / "empty.cnf"
    path.write_text("p cnf 100000000 1\n1 2 0\n")
    tracemalloc.start()
    outcome = satsudoku("ask", question, path)
    memory = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert outcome.code == 2
    assert "100000000 variables are too many for so few literals: the limit is 4194304" in outcome.err
    assert memory < 10_000_000


def test_free_variables_are_counted_projected_and_assumed(satsudoku, tmp_path: Path):
    path = tmp_path / "free.cnf"
    path.write_text("p cnf 9 2\n1 -3 0\n3 8 0\n")
    for options, models in (([], 4 << 6), (["--project=1,2,3"], 6), (["--assume=2,-8"], 1 << 5), (["--project=2"], 2)):
        outcome = satsudoku("ask", "count", path, "--verify", *options)
        assert f"c s exact arb int {models}\n" in outcome.out
        assert "c verified" in outcome.out


GROWING = "p inccnf\n1 2 0\na -1 0\n-2 3 0\na -1 -3 0\na 1 -3 0\n-1 0\n2 0\na 0\n-3 0\na 1 0\n"


def test_each_cube_is_answered_for_the_clauses_before_it(satsudoku):
    for command in (("solve", "-"), ("ask", "assumptions", "-", "--verify")):
        outcome = satsudoku(*command, stdin=GROWING)
        assert outcome.code == 10
        rows = [line for line in outcome.out.splitlines() if line.startswith(("model", "failed"))]
        assert [row.split(":")[0] for row in rows] == ["model 1", "failed 2", "model 3", "model 4", "failed 5"]
        assert rows[1] == "failed 2: -1 -3"
        assert rows[3] == "model 4: -1 2 3"
        assert rows[4] == "failed 5:"
    others = satsudoku("ask", "assumptions", "-", "--cubes", "1;2;3;-1;-2", stdin=GROWING).out
    assert "0 satisfiable, 5 unsatisfiable" in others
    assert "cube 2 (after clause 2): -1 -3" in satsudoku("show", "-", stdin=GROWING).out
    refused = satsudoku("solve", "-", "--proof", "x.drat", stdin=GROWING)
    assert "--proof needs a formula without cubes" in refused.err
