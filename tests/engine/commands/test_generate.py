"""`satsudoku generate`."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from format_pairs import MISFITS, PAIRS

from engine.base.executors import Lost
from engine.files import reading as files
from engine.sudoku import formats
from engine.sudoku.formats import FORMATS
from engine.sudoku.layout import LAYOUTS, double
from engine.sudoku.making.by_rating import SINGLE_RATINGS
from engine.sudoku.making.generator import easy_holes
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.explainer import explained
from engine.sudoku.techniques.rating import rate


def test_a_double_is_written_as_fifteen_lines_below_its_command_and_name(satsudoku):
    outcome = satsudoku("generate", "--difficulty", "easy", "--seed", 7)
    assert outcome.code == 0
    command, name, *rows = outcome.out.splitlines()
    assert command == "# made by: satsudoku generate --difficulty easy --seed 7"
    assert name == "# double-easy-7"
    assert len(rows) == 15
    (puzzle,) = formats.parse(outcome.out.encode())
    assert puzzle.name == "double-easy-7"
    assert puzzle.holes in easy_holes(double())
    assert search.count(puzzle) == 1


@pytest.mark.parametrize(("form", "layout"), PAIRS)
def test_every_layout_in_every_format_reads_back_and_is_made_again_by_its_comment(satsudoku, layout: str, form: str):
    holes, count = len(LAYOUTS[layout]().cells) // 4, 1 if FORMATS[form].is_single else 3
    argv = ["generate", "--layout", layout, "--holes", holes, "--count", count, "--seed", 5, "--format", form]
    outcome = satsudoku(*argv)
    puzzles = formats.parse(outcome.out.encode())
    assert [(puzzle.layout.name, puzzle.holes) for puzzle in puzzles] == [(layout, holes)] * count
    assert len({puzzle.givens for puzzle in puzzles}) == count
    made_by = re.search("made by: satsudoku ([^<\n]*)", outcome.out)
    assert bool(made_by) == bool(FORMATS[form].remark)
    if made_by:
        assert satsudoku(*made_by[1].split()) == outcome


def test_a_format_that_can_not_hold_the_layout_is_refused(satsudoku):
    form, layout = MISFITS[0]
    outcome = satsudoku("generate", "--layout", layout, "--format", form, "--seed", 5)
    assert (outcome.code, outcome.out) == (2, "")
    assert "use the format grid, spaced or ksudoku" in outcome.err


def test_a_layout_from_a_file(satsudoku, tmp_path: Path):
    path = tmp_path / "my layout.txt"
    path.write_text("layout mine\nsize 4\ngrid 1 1\nhouse diagonal r1c1 r2c2 r3c3 r4c4\n")
    outcome = satsudoku("generate", "--layout", path, "--holes", 8, "--seed", 1)
    assert outcome.out.splitlines()[:2] == [
        f"# made by: satsudoku generate --layout '{path}' --holes 8 --seed 1",
        "# mine-8-1",
    ]
    (puzzle,) = formats.parse(outcome.out.encode(), layout=files.load_layout(str(path)))
    assert search.count(puzzle) == 1
    path.write_text("layout mine\nsize 4\ngrid 1\n")
    assert satsudoku("generate", "--layout", path).err.startswith(f"satsudoku: {path}:3: '1' is not a place for a grid")
    ksudoku = tmp_path / "x.ksudoku"
    assert satsudoku("generate", "--layout", "x", "--holes", 4, "--format", "ksudoku", "-o", ksudoku).code == 0
    assert files.load_layout(str(ksudoku)) is LAYOUTS["x"]()


def test_each_of_several_takes_the_next_seed(satsudoku):
    several = satsudoku("generate", "--holes", 10, "--count", 2, "--seed", 5).out
    alone = satsudoku("generate", "--holes", 10, "--seed", 6).out
    assert formats.parse(several.encode())[1] == formats.parse(alone.encode())[0]


def test_without_a_seed_the_comment_names_the_random_one(satsudoku):
    outcome = satsudoku("generate", "--holes", 10)
    again = outcome.out.splitlines()[0].removeprefix("# made by: satsudoku ").split()
    assert satsudoku(*again).out == outcome.out


def test_unreachable_hole_counts_are_reported_and_the_reachable_count_is_used(satsudoku):
    outcome = satsudoku("generate", "--layout", "single", "--holes", 70, "--seed", 1)
    assert outcome.code == 1
    (puzzle,) = formats.parse(outcome.out.encode())
    assert search.count(puzzle) == 1
    expected = f"{puzzle.name}: {puzzle.holes} holes instead of 70 after 500 grids"
    assert outcome.err == f"satsudoku: {expected}\n"


def test_the_level_is_that_of_the_rating_and_what_is_not_found_is_left_out(satsudoku, monkeypatch):
    outcome = satsudoku("generate", "--layout", "single", "--difficulty", "medium", "--count", 2, "--seed", 3)
    assert outcome.code == 0
    for puzzle in formats.parse(outcome.out.encode()):
        assert puzzle.name.startswith("single-medium-")
        assert rate(puzzle).level is Level.MEDIUM
    argv = ["generate", "--layout", "single", "--require", "jellyfish", "--forbid", "x-wing", "--seed", 3]
    monkeypatch.setattr("engine.sudoku.making.generator.RATED_ATTEMPTS", (1, 2))
    outcome = satsudoku(*argv)
    assert outcome.code == 1
    assert outcome.err == "satsudoku: seed 3: no such puzzle was found in 2 grids\n"
    assert [line[0] for line in outcome.out.splitlines()] == ["#"]


def test_puzzles_by_er_and_the_command_that_makes_them_again(satsudoku):
    outcome = satsudoku("generate", "--layout", "single", "--er", "2.6..4.5", "--bottleneck", "--count", 2, "--seed", 1)
    assert outcome.code == 0
    command = "satsudoku generate --layout single --bottleneck --er 2.6..4.5 --count 2 --seed 1"
    assert outcome.out.startswith(f"# made by: {command}\n")
    assert satsudoku(*command.split()[1:]).out == outcome.out
    for puzzle in formats.parse(outcome.out.encode()):
        ranks = explained(puzzle).ranks
        assert 2.6 <= max(ranks) <= 4.5
        assert sum(rank not in SINGLE_RATINGS for rank in ranks) == 1


def test_the_place_of_the_bottleneck_and_the_order_of_digits(satsudoku):
    made = json.loads(satsudoku("generate", "--layout", "single", "--bottleneck", "--seed", 1, "--json").out)
    (puzzle,) = formats.parse(made["givens"].encode())
    ranks = explained(puzzle).ranks
    place, steps = made["bottleneck"]["step"], made["bottleneck"]["steps"]
    assert (ranks[place - 1], len(ranks)) == (made["bottleneck"]["er"], steps)
    made = json.loads(satsudoku("generate", "--layout", "single", "--by-digit", "--seed", 1, "--json").out)
    assert set(made["digit_order"]) <= set(range(1, 10))
    assert made["level"] == "easy"


def test_singles_only_has_no_other_steps(satsudoku):
    outcome = satsudoku("generate", "--layout", "single", "--singles-only", "--seed", 1)
    (puzzle,) = formats.parse(outcome.out.encode())
    assert set(rate(puzzle).counts) <= {Technique.FULL_HOUSE, Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE}


def test_a_level_that_a_layout_does_not_have_is_refused_at_once(satsudoku):
    outcome = satsudoku("generate", "--layout", "3x3", "--difficulty", "hard")
    assert (outcome.code, outcome.out) == (2, "")
    message = "there are no hard puzzles of Latin square 3x3, or hardly any; ask for one of these levels: easy"
    assert outcome.err == f"satsudoku: {message}\n"


def test_the_comment_names_the_range_of_holes(satsudoku):
    argv = ["generate", "--layout", "single", "--holes", "30-50", "--count", 9, "--seed", 1, "--format", "line"]
    outcome = satsudoku(*argv)
    assert (outcome.code, outcome.err) == (0, "")
    holes = [puzzle.holes for puzzle in formats.parse(outcome.out.encode())]
    assert 30 <= min(holes) < max(holes) <= 50
    command = outcome.out.splitlines()[0].removeprefix("# made by: satsudoku ")
    assert "--holes 30-50" in command
    assert satsudoku(*command.split()) == outcome


@pytest.mark.parametrize("count", [1, 3])
def test_spectators_see_the_time(satsudoku, monkeypatch: pytest.MonkeyPatch, count: int):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    outcome = satsudoku("generate", "--layout", "single", "--holes", 40, "--count", count)
    expected = r"1 puzzle made in \S+ s" if count == 1 else r"3 puzzles made in \S+ s each, the slowest in \S+ s"
    assert re.fullmatch(expected, outcome.err.splitlines()[-1].split("\r")[-1])


def test_processes_make_the_same(satsudoku):
    argv = ["generate", "--holes", 60, "--min-holes-per-box", 2, "--symmetry", "rotation", "--count", 4, "--seed", 1]
    assert satsudoku(*argv, "--jobs", 2) == satsudoku(*argv, "--jobs", 1)


def test_refilling_adds_what_is_missing(satsudoku, tmp_path: Path):
    bank, whole = tmp_path / "bank.txt", tmp_path / "whole.txt"
    for form in ("line", "grid"):
        argv = ["generate", "--holes", 30, "--seed", 5, "--format", form]
        satsudoku(*argv, "--count", 2, "-o", bank)
        assert satsudoku("generate", "--holes", 30, "--format", form, "--count", 5, "--refill", "-o", bank).code == 0
        satsudoku(*argv, "--count", 5, "-o", whole)
        assert bank.read_text().splitlines()[1:] == whole.read_text().splitlines()[1:]
        before = bank.read_bytes()
        assert satsudoku("generate", "--format", form, "--count", 3, "--refill", "-o", bank).code == 0
        assert bank.read_bytes() == before
        bank.unlink()


def test_grids_that_can_not_be_refilled(satsudoku, tmp_path: Path):
    assert "--refill adds to a file" in satsudoku("generate", "--refill").err
    bank = tmp_path / "bank.txt"
    satsudoku("generate", "--layout", "single", "--holes", 5, "-o", bank)
    before = bank.read_bytes()
    assert satsudoku("generate", "--refill", "--count", 2, "-o", bank).code == 2
    assert bank.read_bytes() == before
    satsudoku("generate", "--layout", "single", "--holes", 5, "--format", "opensudoku", "-o", bank)
    argv = ["generate", "--layout", "single", "--format", "opensudoku", "--refill", "-o", bank]
    assert "puzzles can't be added to a file of format opensudoku" in satsudoku(*argv).err


def test_evidence_is_left(satsudoku, tmp_path: Path):
    folder = tmp_path / "evidence"
    outcome = satsudoku("generate", "--minimal", "--seed", 1, "--certify", folder)
    (puzzle,) = formats.parse(outcome.out.encode())
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{puzzle.name}.cnf",
        f"{puzzle.name}.drat",
        f"{puzzle.name}.solution.txt",
    ]
    checked = satsudoku("check", folder / f"{puzzle.name}.cnf", "--proof", folder / f"{puzzle.name}.drat")
    assert checked.code == 0
    assert "proof verified" in checked.out
    bank = tmp_path / "file"
    bank.touch()
    assert satsudoku("generate", "--certify", bank).code == 2


def test_the_time_for_a_puzzle(satsudoku):
    argv = ["generate", "--layout", "25x25", "--difficulty", "extreme", "--seed", 1, "--time-limit", "0.2"]
    assert satsudoku(*argv) == (
        1,
        "# made by: satsudoku " + " ".join(map(str, argv[:-2])) + "\n",
        ("satsudoku: seed 1: no puzzle was found in 0.2 s\n"),
    )


def test_into_a_file(satsudoku, tmp_path: Path):
    path = tmp_path / "puzzle.txt"
    assert satsudoku("generate", "--holes", 10, "--seed", 2, "-o", path) == (0, "", "")
    assert path.read_text() == satsudoku("generate", "--holes", 10, "--seed", 2).out


@pytest.mark.parametrize(
    "argv",
    [
        ["--layout", "quadruple"],
        ["--layout", "."],
        ["--count", "2", "--format", "ksudoku"],
        ["--holes", "154"],
        ["--holes", "-1"],
        ["--holes", "3", "--difficulty", "easy"],
        ["--count", "0"],
        ["--holes", "60-30"],
        ["--holes", "30-200"],
        ["--holes", "some"],
        ["--difficulty", "silly"],
        ["--holes", "3", "--minimal"],
        ["--symmetry", "mirror"],
        ["--symmetry", "odd"],
        ["--min-holes-per-box", "0"],
        ["--min-holes-per-box", "10"],
        ["--require", "magic"],
        ["--require", "x-wing", "--forbid", "x-wing"],
        ["--er", "some"],
        ["--er", ".."],
        ["--er", "7.6..7.1"],
        ["--rules", "killer", "--er", "7.1"],
        ["--time-limit", "-1"],
        ["--jobs", "0"],
        ["--count", "many"],
        ["--format", "odd"],
        ["extra"],
    ],
)
def test_bad_arguments_are_refused_in_one_line(satsudoku, argv: list[str]):
    outcome = satsudoku("generate", *argv)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1
    assert outcome.err.count("--help") <= 1


def test_a_folder_that_is_not_there(satsudoku, tmp_path: Path):
    outcome = satsudoku("generate", "--holes", 5, "-o", tmp_path / "no" / "where.txt")
    assert outcome.code == 2
    assert outcome.err.startswith(f"satsudoku: {tmp_path}/no/where.txt: can't be written")


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_many_are_dealt_out_in_batches_and_come_in_order(satsudoku, monkeypatch: pytest.MonkeyPatch, jobs: int):
    argv = ["generate", "--layout", "single", "--holes", 40, "--seed", 3, "--format", "line", "--count", 250]
    in_batches = satsudoku(*argv, "--jobs", jobs)
    monkeypatch.setattr("engine.commands.generate.BATCH", 1)
    assert in_batches == satsudoku(*argv)
    assert len(in_batches.out.splitlines()) >= 250


@pytest.mark.parametrize(
    ("end", "code", "nothing_made", "some_made", "some_shown"),
    [
        (
            Lost("gone", advice="wait"),
            2,
            "gone; wait",
            "gone; wait; add the missing puzzles with --refill",
            "gone; wait",
        ),
        (
            KeyboardInterrupt(),
            130,
            "",
            "stopped; the finished puzzles are kept, and --refill adds the others",
            "stopped; the finished puzzles are written",
        ),
    ],
)
def test_results_before_an_early_end_are_kept(
    satsudoku,
    tmp_path,
    monkeypatch: pytest.MonkeyPatch,
    end: BaseException,
    code: int,
    nothing_made: str,
    some_made: str,
    some_shown: str,
):
    def lose(work: Callable, things: Iterable, by: object) -> Iterator:
        for number, thing in enumerate(things):
            if number == lost_after:
                raise end
            yield thing, work(thing)

    out = tmp_path / "bank"
    argv = ["generate", "--layout", "single", "--holes", 40, "--seed", 3, "--format", "line", "-o", out, "--count", 6]
    assert satsudoku(*argv).code == 0
    whole = out.read_text()
    out.unlink()
    with monkeypatch.context() as patched:
        patched.setattr("engine.commands.generate.in_order", lose)
        lost_after = 0
        assert satsudoku(*argv) == (code, "", f"satsudoku: {nothing_made}\n" if nothing_made else "")
        assert not out.exists()
        lost_after = 4
        assert satsudoku(*argv) == (code, "", f"satsudoku: {some_made}\n")
        assert whole.startswith(out.read_text())
        assert len(whole) > len(out.read_text())
        argv_shown = [word for word in argv if word not in ("-o", out)]
        assert satsudoku(*argv_shown) == (code, out.read_text(), f"satsudoku: {some_shown}\n")
    assert satsudoku(*argv, "--refill").code == 0
    assert out.read_text() == whole


def test_names(satsudoku):
    order = ["generate", "--layout", "4x4", "--holes", "6", "--seed", "1", "--name", "a (b)"]
    made = satsudoku(*order).out.splitlines()
    assert made[:2] == [f"# made by: satsudoku {' '.join(order[:-1])} 'a (b)'", "# a (b)"]
    several = formats.parse(satsudoku(*order, "--count", "2").out.encode())
    assert [puzzle.name for puzzle in several] == ["a (b)-1", "a (b)-2"]


@pytest.mark.parametrize("name", ["", "../a", "a/b", "a\nb", "#", "a  b", ".", " a", "a" * 101])
def test_a_name_must_suit_a_file(satsudoku, name: str):
    outcome = satsudoku("generate", "--layout", "4x4", "--holes", "6", f"--name={name}")
    assert outcome.code == 2
    assert "is not a name" in outcome.err


def test_puzzles_with_rules_come_as_links_and_are_made_again_by_their_comment(satsudoku):
    argv = ["generate", "--rules", "killer", "--seed", "4"]
    made = satsudoku(*argv)
    comment, link = made.out.splitlines()
    assert comment == "# made by: satsudoku generate --rules killer-cage --seed 4"
    (puzzle,) = formats.parse(link.encode())
    assert puzzle.layout == double()
    assert {rule.kind for rule in puzzle.rules} == {"killer cage"}
    assert satsudoku(*comment.removeprefix("# made by: satsudoku ").split()).out == made.out


def test_the_one_solution_of_a_puzzle_with_rules_is_certified(satsudoku, tmp_path: Path):
    argv = ["generate", "--layout", "single", "--rules", "killer", "--seed", "2", "--certify", str(tmp_path)]
    assert satsudoku(*argv).code == 0
    (cnf,), (proof,) = tmp_path.glob("*.cnf"), tmp_path.glob("*.drat")
    checked = satsudoku("check", str(cnf), "--proof", str(proof))
    assert (checked.code, checked.out.splitlines()[0].split(":")[0]) == (0, "unsatisfiable")


@pytest.mark.long
def test_queries_refused_for_puzzles_with_rules(satsudoku):
    for words, problem in (
        (["--rules", "killr"], "no kind of rule called killr"),
        (["--rules", "killer", "--linked"], "no other options"),
        (["--rules", "arrows", "--seed", "1"], "on a single grid only; use the format rules"),
    ):
        made = satsudoku("generate", *words)
        assert made.code == 2
        assert problem in made.err
