"""The detected kinds of contents."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.files.kinds import FileKind, kind_of
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle

literals = st.integers(1, 400).flatmap(lambda variable: st.sampled_from([variable, -variable]))
clauses = st.lists(st.lists(literals, max_size=6), min_size=1, max_size=20)
names = st.sampled_from(["a.cnf", "a.txt", "a", "a.sdk", "README"])


@st.composite
def written(draw: st.DrawFn, count: int = 1) -> str:
    """A file of puzzles of any layout and format that fit together."""
    form = draw(st.sampled_from([form for form in formats.FORMATS.values() if count == 1 or not form.is_single]))
    layout: Layout = draw(st.sampled_from([make() for make in LAYOUTS.values() if not form.misfit(make())]))
    cells = len(layout.cells)
    # A row whose only 0 is at its end could be a clause too.
    givens = [draw(st.integers(1, layout.size)) for _ in range(min(cells, 30))]
    values = [*givens, *(draw(st.sampled_from([[1], [1, 0, 0]])) * cells)][:cells]
    return formats.write_all([Puzzle(layout, tuple(values[::-1]))] * count, form.name)


@given(clauses, names)
def test_a_header_makes_a_formula(some: list[list[int]], name: str) -> None:
    assert kind_of(dimacs.dumps(Formula.of(some)), True, name) is FileKind.CNF


@given(clauses, names, st.sampled_from([b"\n", b" ", b"\r\n", b"\n\n"]))
def test_negative_literals_make_a_formula_without_a_header(some: list[list[int]], name: str, gap: bytes) -> None:
    some.append([-3, 7])
    text = gap.join(b" ".join(b"%d" % literal for literal in [*clause, 0]) for clause in some)
    assert kind_of(text, True, name) is FileKind.CNF


@settings(deadline=None)
@given(written(), st.sampled_from(["a.txt", "a.sdk", "puzzle"]))
def test_puzzles_are_puzzles_in_every_format(text: str, name: str) -> None:
    assert kind_of(text.encode(), True, name) is FileKind.PUZZLE


@settings(deadline=None)
@given(written(count=20), st.integers(600, 1200))
def test_puzzles_are_recognised_by_the_start_of_a_long_file(text: str, length: int) -> None:
    assert kind_of(text.encode()[:length], len(text) <= length, "a.txt") is FileKind.PUZZLE


@given(st.binary(max_size=300) | st.text("0123456789 -\n.cp%#|", max_size=300).map(str.encode), st.booleans(), names)
def test_anything_is_something(data: bytes, whole: bool, name: str) -> None:
    found = kind_of(data, whole, name)
    assert found not in {FileKind.FOLDER, FileKind.SPECIAL, FileKind.UNREADABLE}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("1 2 0\n2 3 0\n1 3 0\n", "cover.txt", FileKind.CNF),  # only positive, and square like a puzzle
        ("1 2 3 0\n2 1 4 0\n3 4 1 0\n4 3 2 0\n", "a.txt", FileKind.CNF),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", "a.txt", FileKind.PUZZLE),  # a solution has no 0
        ("1 2 3 4 5 9\n" + "0 0 0 0 0 0\n" * 5, "a.txt", FileKind.PUZZLE),  # it is useful to report that 9 is above 6
        ("1 2 3 4 5 9\n" + "0 0 0 0 0 0\n" * 5, "a.cnf", FileKind.CNF),
        ("1 2 99\n0 0 0\n0 0 0\n", "a.txt", FileKind.CNF),
        ("5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n", "a.txt", FileKind.PUZZLE),  # rows are missing
        ("530070000\n600195000\n", "a.txt", FileKind.TEXT),  # neither: too few lines, and no 0 ends a clause
        ("123231312\n120231310\n", "a.txt", FileKind.PUZZLE),  # a 3x3 in each line
        ("1 2 0 3 0\n", "a.txt", FileKind.CNF),
        ("--5-1----\n1-------3\n---------\n" * 3, "a.txt", FileKind.PUZZLE),
        ("xx5x1xxxx\n1xxxxxxx3\n????????2\n" * 3, "a.txt", FileKind.PUZZLE),
        (",,5,,1,,,,\n1,,,,,,,,3\n,,,,,,,,2\n" * 3, "a.txt", FileKind.PUZZLE),
        ("-1 2 0\n", "a.sdk", FileKind.CNF),
        ("1 -1\n", "a.txt", FileKind.TEXT),
        ("1 -1\n", "a.cnf", FileKind.CNF),
        ("c hello\n", "a", FileKind.CNF),
        ("c hello\n1 x 0\n", "a", FileKind.CNF),
        ("1 x 0\n", "a.cnf.gz", FileKind.CNF),
        ("1 x 0\n", "a.txt", FileKind.TEXT),
        ("can this be a comment?\n", "a", FileKind.TEXT),
        ("p cnf x y\n", "a", FileKind.CNF),
        ("\ufeffp cnf 1 1\n1 0\n", "a", FileKind.CNF),
        ("# Title\n\nSome words about p cnf 3 2.\n\np cnf 3 2\n", "README.md", FileKind.TEXT),
        ("%\n0\n", "a", FileKind.CNF),
        ("\n \t\n", "a", FileKind.EMPTY),
        ("text\0", "a", FileKind.BINARY),
        ("4...3.......6..8..\n", "a", FileKind.PUZZLE),  # it is useful to report that it is too short
        ("<opensudoku><game data='0'/></opensudoku>", "a", FileKind.PUZZLE),
        ("<!DOCTYPE ksudoku>\n<ksudoku/>", "a", FileKind.PUZZLE),
        ('{"size":9,"title":"", "grid":[[{"value": 5}', "a", FileKind.PUZZLE),
        ('{"name": "something else"}', "a", FileKind.TEXT),
        (":0000:x:+53..7....6:::\n", "a", FileKind.PUZZLE),
        ("A.C.EFG.12345678\n", "a", FileKind.PUZZLE),
        ("ABBACDDCABBACDDC\n", "a", FileKind.TEXT),
        ("[Puzzle]\n53..7....\n6..195...\n.98....6.\n", "a", FileKind.PUZZLE),
        ("*-----------*\n|53.|.7.|...|\n|6..|195|...|\n", "a", FileKind.PUZZLE),
        ("layout mine\nsize 4\n", "a", FileKind.LAYOUT),
        ("satsudoku recording 1\n{}\n\0", "a", FileKind.RECORDING),
        ("c by a solver\ns SATISFIABLE\nv 1 0\n", "a", FileKind.RESULT),
    ],
)
def test_examples(text: str, name: str, kind: FileKind) -> None:
    assert kind_of(text.encode(), True, name) is kind


def test_comments_alone_do_not_determine_the_format_of_a_longer_file() -> None:
    assert kind_of(b"c one\nc two\nc thr", False, "a") is None


@pytest.mark.parametrize("name", ["a.drat", "A.DRUP", "a.cnf.lrat", "a.proof.gz"])
@pytest.mark.parametrize(
    "data", [b"1 -2 0\n0\n", b"c by hand\nd 1 2 0\n", b"5 1 0 1 2 0\n5 d 1 2 0\n", b"a\x02\x00", b"a\x02"]
)
def test_the_name_of_a_proof_decides(name: str, data: bytes) -> None:
    assert kind_of(data, True, name) is FileKind.PROOF
    assert kind_of(data, True, "a.txt") is not FileKind.PROOF


@pytest.mark.parametrize("data", [b"p cnf 1 1\n1 0\n", b"satsudoku certificate 1\n", b"hello\n", b""])
def test_a_file_that_is_no_proof_despite_its_name(data: bytes) -> None:
    assert kind_of(data, True, "a.drat") is not FileKind.PROOF
