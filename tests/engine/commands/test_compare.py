"""`satsudoku compare`."""

import csv
import json
import signal
from array import array
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.base import kernels
from engine.base.kernels import KernelState
from engine.commands import progress
from engine.sat.compare.report import COLUMNS
from engine.sat.formula import families
from engine.sat.formula.dimacs import dumps
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.solve import SOLVERS, Search, SearchProgress, SolverDescription
from engine.sudoku.formats import write
from engine.sudoku.layout import single
from engine.sudoku.making.generator import generate

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN
SATISFIABLE = "p cnf 3 2\n1 -2 0\n2 3 0\n"
MODEL = (1, 2, -3)
OUT = "time limit of 10 s"


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table does not depend on how these tests are run."""
    monkeypatch.setattr(kernels, "state", lambda: KernelState(True, ""))


@pytest.fixture
def sat(tmp_path: Path) -> Path:
    path = tmp_path / "sat.cnf"
    path.write_text(SATISFIABLE)
    return path


@pytest.fixture
def queens(tmp_path: Path) -> Path:
    path = tmp_path / "queens.cnf"
    path.write_bytes(dumps(families.make("queens", ["6"])))
    return path


@pytest.fixture
def hopeless(tmp_path: Path) -> Path:
    """Far too hard for our plain search."""
    path = tmp_path / "hopeless.cnf"
    path.write_bytes(dumps(families.make("php", ["20", "19"])))
    return path


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch):
    """Make a fake solver that always gives the same answer."""

    def make(name: str, status: Status, seconds: float = 1.0, model: tuple[int, ...] | None = None, reason: str = ""):
        def run(search: Search, watch: Watch) -> Result:
            return Result(status, name, None, model and array("i", model), seconds, 12345, reason=reason)

        monkeypatch.setitem(SOLVERS, name, SolverDescription(name, "made up", {}, False, run))

    return make


def table(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_by_default_the_naive_solver_is_compared_with_the_five_reference_rules_and_learning(satsudoku, queens: Path):
    outcome = satsudoku("compare", queens)
    assert (outcome.code, outcome.err) == (0, "")
    heading, columns, formula, baseline, *others = table(outcome.out)
    assert heading == ["instance", "variables", "clauses", "ratio", "verdict"]
    assert columns == ["strategy", "ms", "decisions", "rate"]
    assert formula == ["queens.cnf", "36", "302", "8.39", "satisfiable"]
    assert (baseline[0], baseline[-1]) == ("naive:first", "baseline")
    rules = ["shortest-last", "shortest-first", "shortest-most-frequent", "most-frequent", "first"]
    assert [line[0] for line in others] == [*(f"dpll:{rule}" for rule in rules), "cdcl:vsids"]
    assert all(line[-1] == "%" and float(line[-2]) < 100 for line in others)
    assert baseline[2] == others[-2][2]  # the same search, so the same number of decisions


def test_the_table_to_the_letter(satsudoku, solver, sat: Path):
    solver("slow", UNKNOWN, 10.5, reason=OUT)
    solver("quick", SAT, 0.0000123, MODEL)
    solver("mid", SAT, 0.5, MODEL)
    solver("gone", UNKNOWN, 0.5, reason="gone ended without a verdict (exit code 1)")
    longer = sat.with_name("a-name-that-is-longer-than-its-column.cnf")
    longer.write_text("p cnf 0 0\n")
    outcome = satsudoku("compare", "--run", "slow,quick,mid,gone", sat)
    assert (outcome.code, outcome.err) == (0, "")
    assert (
        outcome.out
        == """\
instance                               variables  clauses   ratio  verdict
  strategy                              ms          decisions               rate
sat.cnf                                        3        2    0.67  satisfiable
  slow                            >= 10000              12345           baseline
  quick                                  0.0123         12345         >= 99.99 %
  mid                                  500              12345         >= 95.00 %
  gone                                   -              12345                  -
    gone ended without a verdict (exit code 1)
"""
    )
    outcome = satsudoku("compare", "--run", "mid,slow,quick", "--baseline", "quick", sat)
    assert outcome.out.splitlines()[3:] == [
        "  quick                                  0.0123         12345           baseline",
        "  mid                                  500              12345      -4064940.66 %",
        "  slow                            >= 10000              12345  <= -81300713.00 %",
    ]
    solver("idle", UNSAT, 0.0)
    outcome = satsudoku("compare", "--run", "idle", longer, longer)
    assert outcome.out.splitlines()[2:] == [
        *2
        * [
            longer.name,
            "                                               0        0       -  unsatisfiable",
            "  idle                                   0              12345           baseline",
        ],
        "",
        "2 instances; geometric means where baseline (t) and strategy (to) both decided",
        "  strategy                      decided both    t ms   to ms       rate  PAR-2 s",
        "  idle                                2    0       -       -   baseline        0",
    ]


def test_times_of_kernels_that_are_not_compiled_are_not_passed_over(
    satsudoku, sat: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(kernels, "state", lambda: KernelState(False, "no C compiler"))
    lines = satsudoku("compare", "--run", "dpll:first", sat).out.splitlines()
    assert lines[-1] == "note: kernels not compiled: no C compiler. This makes our own solvers far slower."
    assert "note" not in satsudoku("compare", "--run", "dpll:first", "--json", sat).out


def test_a_table_of_any_branchings_has_at_most_80_columns(satsudoku, sat: Path, queens: Path, hopeless: Path):
    run = "naive:first,naive:shortest-most-frequent,dpll:jeroslow-wang-one-sided,dpll:jeroslow-wang-positive"
    outcome = satsudoku("compare", "--time-limit", 0.05, "--run", run, sat, queens, hopeless)
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert [line.split()[0] for line in lines[-4:]] == run.split(",")
    assert len(lines) > 2 + 3 * 5
    assert max(map(len, lines)) <= 80


def test_the_summary_compares_geometric_means(satsudoku, solver, sat: Path, queens: Path):
    solver("a", SAT, 2.0, MODEL)
    solver("b", SAT, 0.5, MODEL)
    solver("c", UNKNOWN, 10.0, reason=OUT)
    lines = satsudoku("compare", "--run", "a,b,c", sat, sat, "--repeat", 3).out.splitlines()[-3:]
    assert [line.split() for line in lines] == [
        ["a", "2", "2", "2000", "2000", "baseline", "2"],
        ["b", "2", "2", "2000", "500", "75.00", "%", "0.5"],
        ["c", "0", "0", "-", "-", "-", "20"],
    ]


def test_csv_and_json_contain_the_same_data(satsudoku, solver, sat: Path, queens: Path, tmp_path: Path):
    solver("slow", UNKNOWN, 10.0, reason=OUT)
    solver("quick", UNSAT, 0.0000123)
    solver("liar", SAT, 1.0, (-1, 2, 3))
    path = tmp_path / "rates.csv"
    argv = ["compare", sat, queens, "--run", "slow,quick,liar,cadical", "--json", "--csv", path]
    outcome = satsudoku(*argv)
    assert outcome.code == 1
    objects = [json.loads(line) for line in outcome.out.splitlines()]
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert reader.fieldnames == list(COLUMNS)
    assert len(rows) == 8
    for row, fields in zip(rows, objects, strict=True):
        assert row == {name: str(fields.get(name, "")) for name in COLUMNS}
        assert None not in fields.values()
    first = rows[1]
    assert (first["instance"], first["verdict"], first["status"]) == (str(sat), "satisfiable", "unsatisfiable")
    assert (first["seconds"], first["rate"], first["fault"]) == ("", "", objects[1]["fault"])
    assert (rows[0]["seconds"], rows[0]["seconds_bound"], rows[0]["reason"]) == ("10.0", ">=", OUT)
    assert rows[3]["rate_bound"] == ">="
    assert float(rows[3]["rate"]) == pytest.approx(100 * (10 - float(rows[3]["seconds"])) / 10, abs=1e-5)


def test_the_csv_file_is_rewritten_each_time_or_replaces_the_table(satsudoku, solver, sat: Path, tmp_path: Path):
    path = tmp_path / "rates.csv"
    solver("quick", SAT, 0.0000123, MODEL)
    for _ in range(2):
        outcome = satsudoku("compare", sat, sat, "--run", "quick", "--csv", path)
        assert outcome.out.startswith("instance  ")
        assert len(path.read_text().splitlines()) == 3
    assert satsudoku("compare", sat, sat, "--run", "quick", "--csv", "-") == (0, path.read_text(), "")


def test_the_page_and_the_chart_have_what_is_done_and_take_no_formulas_place(
    satsudoku, solver, sat: Path, queens: Path, tmp_path: Path
):
    solver("quick", SAT, 0.5, MODEL)
    page, chart = tmp_path / "rates.md", tmp_path / "rates.svg"
    argv = ["compare", sat, sat, "--run", "quick", "--repeats", 3, "--markdown", page, "--svg", chart]
    assert satsudoku(*argv).code == 0
    assert page.read_text().count("| quick | satisfiable | 500 |") == 2
    assert "the median of 3 runs" in page.read_text()
    assert chart.read_text().count("500 ms") == 3
    for option in ("--markdown", "--svg", "--cactus"):
        outcome = satsudoku("compare", sat, option, queens)
        assert (outcome.code, outcome.out) == (2, "")
        assert "not overwritten" in outcome.err


def test_the_cactus_plot_has_a_line_for_each_strategy(satsudoku, solver, sat: Path, queens: Path, tmp_path: Path):
    solver("quick", SAT, 0.5, MODEL)
    solver("slow", UNKNOWN, 10.0, reason=OUT)
    plot = tmp_path / "plot.svg"
    assert satsudoku("compare", sat, sat, "--run", "quick,slow", "--cactus", plot).code == 0
    root = ElementTree.parse(plot).getroot()
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text and ":" in text] == ["quick: 2", "slow: 0"]
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 2


@pytest.mark.long
def test_the_memory_limit_is_reported(satsudoku, hopeless: Path):
    outcome = satsudoku("compare", hopeless, "--run", "minisat,naive:first", "--memory-limit", 1, "--time-limit", 1)
    assert outcome.code == 0
    assert "memory limit of 1 MB" in outcome.out


@pytest.mark.parametrize("odd", ['a,b "c".cnf', "a\nb\x1b[31m.cnf", "ä.cnf"])
def test_odd_names_stay_on_one_line(satsudoku, sat: Path, odd: str):
    path = sat.with_name(odd)
    path.write_text(SATISFIABLE)
    outcome = satsudoku("compare", path, "--run", "dpll:first", "--csv", "-")
    _, line = outcome.out.splitlines()
    (row,) = csv.reader([line])
    assert row[0] == str(path).replace("\n", "\\x0a").replace("\x1b", "\\x1b")
    assert len(satsudoku("compare", path, "--run", "dpll:first").out.splitlines()) == 4


@pytest.mark.parametrize(
    ("status", "model", "fault"),
    [
        (UNSAT, None, "says unsatisfiable, but naive:first found a model that satisfies every clause"),
        (SAT, (-1, 2, 3), "says satisfiable, but clause 1 (1 -2) is false"),
    ],
)
def test_a_contradiction_is_reported_prominently_and_the_others_continue(
    satsudoku, solver, sat: Path, status, model, fault: str
):
    solver("liar", status, 1.0, model)
    outcome = satsudoku("compare", "--run", "naive:first,liar,dpll:first", sat)
    assert outcome.code == 1
    assert outcome.err == f"satsudoku: {sat}: WRONG: liar {fault}; please report this\n"
    *_, formula, _baseline, liar, other = table(outcome.out)
    assert formula[-1] == "satisfiable"
    assert liar == ["liar", "WRONG", "12345", "-"]
    assert other[-1] == "%"


def test_puzzles_are_encoded_and_numbered(satsudoku, tmp_path: Path):
    puzzles = [write(generate(single(), 40, seed=seed).puzzle, "line") for seed in (1, 2)]
    first, two = tmp_path / "one.txt", tmp_path / "two.txt"
    first.write_text(puzzles[0])
    two.write_text("".join(puzzles))
    outcome = satsudoku("compare", "--json", "--run", "dpll:first,dpll:moms", first, two)
    assert outcome.code == 0
    data = [json.loads(line) for line in outcome.out.splitlines()]
    assert [answer["instance"] for answer in data[::2]] == [str(first), f"{two}#1", f"{two}#2"]
    assert {(answer["variables"], answer["verdict"]) for answer in data} == {(729, "satisfiable")}


def test_files_of_the_same_name_are_shown_with_their_folders(satsudoku, sat: Path):
    other = sat.parent / "folder" / sat.name
    other.parent.mkdir()
    other.write_text(SATISFIABLE)
    together = satsudoku("compare", "--run", "dpll:first", sat, other).out
    assert str(sat) in together
    assert str(other) in together
    assert str(sat.parent) not in satsudoku("compare", "--run", "dpll:first", sat, sat).out


def test_a_formula_from_standard_input(satsudoku):
    outcome = satsudoku("compare", "-", "--run", "dpll:first", stdin=SATISFIABLE)
    assert outcome.code == 0
    assert outcome.out.splitlines()[2].startswith("standard input  ")


def test_a_bad_file_does_not_stop_the_others(satsudoku, sat: Path):
    missing = sat.with_name("missing.cnf")
    outcome = satsudoku("compare", "--run", "dpll:first", missing, sat)
    assert outcome.code == 2
    assert outcome.err == f"satsudoku: {missing}: there is no such file; check its name\n"
    assert "sat.cnf  " in outcome.out
    assert satsudoku("compare", "--run", "dpll:first", missing) == (2, "", outcome.err)


def test_strict_refuses_a_warning(satsudoku, sat: Path):
    sat.write_text("p cnf 3 7\n1 -2 0\n2 3 0\n")
    assert satsudoku("compare", "--run", "dpll:first", sat).code == 0
    outcome = satsudoku("compare", "--run", "dpll:first", "--strict", sat)
    assert (outcome.code, outcome.out) == (2, "")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["--run", "dance"], "no solver is called 'dance'; choose one of "),
        (["--run", "naive:moms"], "naive has no branching called 'moms'; choose one of "),
        (["--run", "dpll:first,"], "no solver is called ''; choose one of "),
        (["--baseline", "dance"], "no solver is called 'dance'; choose one of "),
        (["--time-limit", "0"], "compare: argument --time-limit: '0' is not a number of seconds above 0; see "),
        (["--time-limit", "nan"], "compare: argument --time-limit: 'nan' is not a number of seconds above 0; see "),
        (["--repeat", "0"], "compare: argument --repeats/--repeat: '0' is not a number of runs from 1; see "),
        (["--json", "--csv", "-"], "compare: --json and --csv - both write to standard output; name a CSV file"),
        (["--csv", "nowhere/rates.csv"], "nowhere/rates.csv: can't be written: "),
    ],
)
def test_bad_usage_is_one_line(satsudoku, sat: Path, argv: list[str], expected: str):
    outcome = satsudoku("compare", sat, *argv)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"satsudoku: {expected}")
    assert outcome.err.count("\n") == 1


def test_a_formula_is_not_overwritten_by_a_csv_file(satsudoku, sat: Path):
    outcome = satsudoku("compare", sat, "--csv", sat)
    assert (outcome.code, outcome.out) == (2, "")
    assert "not overwritten" in outcome.err
    assert sat.read_text() == SATISFIABLE


def test_an_interrupt_prints_and_writes_what_is_done(
    satsudoku, solver, sat: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def interrupted(search: Search, watch: Watch) -> Result:
        signal.raise_signal(signal.SIGINT)
        assert watch.reason_to_stop() == "cancelled"
        return Result(UNKNOWN, "cut", reason="cancelled")

    solver("quick", SAT, 0.5, MODEL)
    monkeypatch.setitem(SOLVERS, "cut", SolverDescription("cut", "made up", {}, False, interrupted))
    path = tmp_path / "rates.csv"
    outcome = satsudoku("compare", sat, sat, "--run", "quick,cut", "--csv", path)
    assert (outcome.code, outcome.err) == (130, "")
    assert table(outcome.out)[2:] == [
        ["sat.cnf", "3", "2", "0.67", "satisfiable"],
        ["quick", "500", "12345", "baseline"],
        ["cut", "not", "run"],
    ]
    assert len(path.read_text().splitlines()) == 2


def test_progress_is_shown_on_a_terminal_only(satsudoku, sat: Path, monkeypatch: pytest.MonkeyPatch):
    def watched(search: Search, watch: Watch) -> Result:
        watch.interval = 0
        watch._due = 0  # a report is due at once
        watch.report(lambda: SearchProgress(12, None, 3, 1, 2.5))
        return Result(UNSAT, "slow")

    monkeypatch.setitem(SOLVERS, "slow", SolverDescription("slow", "made up", {}, False, watched))
    monkeypatch.setattr(progress, "INTERVAL", 0)
    assert satsudoku("compare", sat, "--run", "slow").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    errors = satsudoku("compare", sat, "--run", "slow", "--repeat", 2).err
    assert "\rsat.cnf: slow, 1 of 2: 2.5 s" in errors
    line = "sat.cnf: slow, 2 of 2: 2.5 s"
    assert errors.endswith(f"\r{line}\r{' ' * len(line)}\r")
