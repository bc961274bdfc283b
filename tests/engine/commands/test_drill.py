"""`satsudoku drill`."""

from pathlib import Path

from engine.sudoku.formats.reading import parse
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drill_bank import read_drill
from engine.sudoku.techniques.catalogue import Technique


def test_the_drills_are_made_below_the_command_that_makes_them_again(satsudoku):
    outcome = satsudoku("drill", "x-wing", "--layout", "x", "--count", 3, "--seed", 5)
    assert outcome.code == 0
    remark, layout, *lines = outcome.out.splitlines()
    assert remark == "# made by: satsudoku drill x-wing --layout x --count 3 --seed 5"
    assert layout == "# layout: x"
    assert len(set(lines)) == 3
    assert satsudoku(*remark.split()[4:]).out == outcome.out
    for line in lines:
        assert read_drill(line, LAYOUTS["x"](), Technique.X_WING).steps


def test_written_text_is_read_as_puzzles(satsudoku, tmp_path: Path):
    path = tmp_path / "drills.txt"
    assert satsudoku("drill", "naked-pair", "--layout", "double", "--count", 2, "--seed", 1, "-o", path).code == 0
    puzzles = parse(path.read_bytes())
    assert [(puzzle.layout.name, puzzle.name) for puzzle in puzzles] == [("double", "naked-pair")] * 2
    assert satsudoku("rate", path).code in (0, 1)


def test_when_the_time_is_over_what_was_made_is_there(satsudoku):
    outcome = satsudoku("drill", "nested-forcing", "--time-limit", 0.01, "--seed", 1)
    assert outcome.code == 1
    assert "the time ran out after no drills" in outcome.err
    assert outcome.out.startswith("# made by")


def test_a_technique_that_is_of_no_use_is_refused(satsudoku):
    outcome = satsudoku("drill", "cross-grid-line", "--layout", "single")
    assert outcome.code == 2
    assert "is impossible in" in outcome.err
    assert satsudoku("drill", "no-such-technique").code == 2


def test_several_techniques_side_by_side(satsudoku):
    command = ("drill", "x-wing", "--to", "w-wing", "--count", 1, "--grids", 4, "--seed", 1)
    outcome = satsudoku(*command)
    assert outcome.code == 1
    assert "too few drills were found for x-wing, swordfish, jellyfish" in outcome.err
    remark, _, *lines = outcome.out.splitlines()
    assert remark == "# made by: satsudoku drill x-wing --to w-wing --layout single --count 1 --grids 4 --seed 1"
    assert satsudoku(*remark.split()[4:]).out == outcome.out
    assert lines
    for line in lines:
        technique = next(item for item in Technique if item.option == line.split()[-1])
        assert read_drill(line, LAYOUTS["single"](), technique).steps
    assert satsudoku("drill", "w-wing", "--to", "x-wing").code == 2


FAMOUS = Path(__file__).parents[1] / "sudoku" / "making" / "famous.txt"


def test_drills_are_found_near_the_puzzles_of_a_file(satsudoku):
    command = ("drill", "sk-loop", "--to", "tridagon", "--near", FAMOUS, "--count", 1, "--grids", 20, "--seed", 1)
    outcome = satsudoku(*command)
    assert outcome.code == 0
    remark, _, *lines = outcome.out.splitlines()
    assert [line.split()[-1] for line in lines] == ["sk-loop", "junior-exocet", "tridagon"]
    assert satsudoku(*remark.split()[4:]).out == outcome.out


def test_a_place_far_from_any_cell_is_refused(satsudoku, tmp_path: Path):
    assert "--near needs --to" in satsudoku("drill", "sk-loop", "--near", FAMOUS).err
    (tmp_path / "small.txt").write_text("12..\n..12\n....\n2..1\n")
    outcome = satsudoku("drill", "sk-loop", "--to", "sk-loop", "--near", tmp_path / "small.txt")
    assert (outcome.code, "no puzzle for" in outcome.err) == (2, True)


def test_steps_by_rules_are_drilled_in_puzzles_with_rules(satsudoku, tmp_path: Path):
    path = tmp_path / "rules.txt"
    assert satsudoku("drill", "rule", "--count", 2, "--seed", 7, "-o", path).code == 0
    puzzles = parse(path.read_bytes())
    assert [(puzzle.name, bool(puzzle.rules)) for puzzle in puzzles] == [("rule", True)] * 2
    outcome = satsudoku("drill", "rule", "--to", "x-wing")
    assert outcome.code == 2
    assert "one technique at a time" in outcome.err
