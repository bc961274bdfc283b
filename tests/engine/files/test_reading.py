"""Glances at paths, and loading them."""

import bz2
import gzip
import lzma
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from systems import unix

from engine.base.errors import Cancelled, InputError
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.files.reading import (
    Glance,
    complete,
    first_lines,
    glance,
    glance_at,
    lines_around,
    load,
    load_puzzles,
    short_count,
)
from engine.sat.formula import dimacs
from engine.sat.formula.dimacs import Document
from engine.sudoku import formats
from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle

FORMULA = b"c two clauses\np cnf 3 2\n1 -2 0\n2 3 0\n"
PUZZLE = Puzzle(single(), (5, 3, 0, 0, 7) + (0,) * 76)


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_small_formula_is_read_for_good(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    seen = glance(written(tmp_path, "a.txt", pack(FORMULA)))
    assert (seen.kind, seen.label, seen.variables, seen.clauses) == (FileKind.CNF, "3 v     2", 3, 2)
    assert seen.usable


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_large_formula_shows_its_header(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    clauses = b"".join(b"%d %d 0\n" % (n, -n - 1) for n in range(1, 40000))
    seen = glance(written(tmp_path, "a.txt", pack(b"c x\np cnf 123456 9999999\n" + clauses)))
    assert (seen.kind, seen.variables, seen.clauses, seen.label) == (FileKind.CNF, 123456, 9999999, "123k v   10M")


def test_a_header_below_many_comments_is_found(tmp_path: Path) -> None:
    comments = b"c a long story\n" * 5000
    seen = glance(written(tmp_path, "a", comments + b"p cnf 7 8\n" + b"1 0\n" * 99999))
    assert (seen.variables, seen.clauses) == (7, 8)


def test_the_error_of_a_small_formula_names_its_line(tmp_path: Path) -> None:
    seen = glance(written(tmp_path, "a", b"p cnf 3 2\n1 -2 0\n2 x 0\n"))
    assert (seen.kind, seen.label, seen.line) == (FileKind.CNF, "! line 3", 3)
    assert "x" in seen.reason
    assert not seen.usable


def test_puzzles_are_counted(tmp_path: Path) -> None:
    single_puzzle, two = formats.write(PUZZLE), formats.write_all([PUZZLE, PUZZLE], "line")
    twofold = formats.write(Puzzle(double(), (1,) + (0,) * 152))
    assert glance(written(tmp_path, "a.cnf", single_puzzle.encode())).label == "! line 1"  # it claims to be a formula
    assert glance(written(tmp_path, "a", single_puzzle.encode())).label == "9x9"
    assert glance(written(tmp_path, "b", twofold.encode())).label == "double"
    assert glance(written(tmp_path, "c", two.encode())).label == "2 puzzles"
    long = formats.write_all([PUZZLE] * 1000, "line").encode()
    assert glance(written(tmp_path, "d", long)).label == "puzzles"
    broken = glance(written(tmp_path, "e", b"53..7....\n6..195...\n"))
    assert (broken.kind, broken.label[:6]) == (FileKind.PUZZLE, "! line")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b"\0\1\2", FileKind.BINARY),
        (b"some words\n", FileKind.TEXT),
        (b"words " * 9999, FileKind.TEXT),
    ],
)
def test_other_input_is_reported(tmp_path: Path, data: bytes, kind: FileKind) -> None:
    path = written(tmp_path, "a", data)
    seen = glance(path)
    assert seen.kind is kind
    assert seen.reason
    with pytest.raises(InputError, match=seen.reason):
        load(path)


def test_results_are_known(tmp_path: Path) -> None:
    for text in (b"s 1\nv 1 -2\nt 3\n", b"c from a solver\ns UNSATISFIABLE\n", b"s -1\nv\n"):
        seen = glance(written(tmp_path, "a.res", text))
        assert (seen.kind, seen.label) == (FileKind.RESULT, "result")


@unix
def test_special_files_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        monkeypatch.chdir(tmp_path)  # the path of a socket must be short
        server.bind("socket")
    opened: list[object] = []
    monkeypatch.setattr(files, "open_regular", opened.append)
    assert glance(tmp_path / "pipe") == Glance(FileKind.SPECIAL, "pipe", "this is a pipe, not a file")
    assert glance(tmp_path / "socket").label == "socket"
    assert glance(Path("/dev/null")).label == "device"
    assert not opened


def test_missing_parts_are_explained(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    assert glance(tmp_path / "gone").reason == "there is no such file"
    assert glance(tmp_path / "link").reason == "the target of this link does not exist"
    assert glance(tmp_path / "loop").kind is FileKind.UNREADABLE
    assert glance(tmp_path / "a\0b").kind is FileKind.UNREADABLE
    assert glance(tmp_path).kind is FileKind.FOLDER
    with pytest.raises(InputError, match="there is no such file"):
        load(tmp_path / "gone")
    with pytest.raises(InputError, match="folder"):
        load(tmp_path)


def test_a_damaged_packed_file_is_unreadable(tmp_path: Path) -> None:
    packed = gzip.compress(FORMULA * 100)
    assert glance(written(tmp_path, "a.gz", packed[: len(packed) // 2])).kind is FileKind.UNREADABLE


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no /proc")
def test_odd_files_of_the_system_are_harmless() -> None:
    for path in ("/proc/self/mem", "/proc/self/maps", "/proc/version"):
        assert glance(Path(path)).kind in (FileKind.UNREADABLE, FileKind.TEXT, FileKind.EMPTY)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from([b"", b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"PK\3\4", b"p cnf ", b"1" * 5000]),
    st.binary(max_size=200) | st.text("0123456789 -\n.cp%#|", max_size=200).map(str.encode),
)
def test_a_glance_never_raises(tmp_path: Path, magic: bytes, data: bytes) -> None:
    seen = glance(written(tmp_path, "file", magic + data))
    assert seen.usable or seen.reason


def test_loading(tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    large = FORMULA + b"c and more\n" * 2000
    document = load(written(tmp_path, "a", large), on_progress=lambda done, total: reports.append((done, total)))
    assert isinstance(document, Document)
    assert list(document.formula) == [(1, -2), (2, 3)]
    assert reports[-1] == (len(large), len(large))
    assert load(written(tmp_path, "b", gzip.compress(formats.write(PUZZLE).encode()))) == [PUZZLE]
    with pytest.raises(Cancelled):
        load(tmp_path / "a", cancel=lambda: True)
    with pytest.raises(Cancelled):
        load(tmp_path / "b", cancel=lambda: True)


SMALL = {"formula": FORMULA, "puzzle": formats.write(PUZZLE).encode(), "broken": b"p cnf 1 1\n1 x 0\n"}
LARGE = {
    "formula": FORMULA + b"c and more\n" * 2000,
    "puzzle": formats.write_all([PUZZLE] * 300, "line").encode(),
    "broken": b"53..7....\n" * 3000,
}


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("size", ["small", "large"])
def test_a_file_is_understood_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: str) -> None:
    """From the glance in a list to the contents: parsed only once, whatever the file contains and however long it
    is."""
    parsed: list[str] = []

    def counting(function: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **more: object) -> object:
            parsed.append(function.__name__)
            return function(*arguments, **more)

        return call

    for module, function in ((formats, "parse"), (dimacs, "parse"), (dimacs, "read")):
        monkeypatch.setattr(module, function, counting(getattr(module, function)))
    path = written(tmp_path, "a", (SMALL if size == "small" else LARGE)[name])
    seen = glance_at(path)
    assert (seen.content is None) == (size == "large" or name == "broken")
    found = complete(complete(seen))
    assert len(parsed) == 1
    assert found.is_current()
    assert (found.error is not None) == (name == "broken") == bool(found.glance.reason)
    assert bool(found.document) == (name == "formula")
    assert [puzzle.givens for puzzle in found.puzzles[:1]] == [PUZZLE.givens] * (name == "puzzle")
    if name != "broken":
        content = load(path)
        assert content == (list(found.puzzles) or content)
        counts = (found.glance.variables, found.glance.clauses, found.glance.puzzles)
        assert counts == ((3, 2, None) if name == "formula" else (None, None, len(found.puzzles)))


def test_a_changed_file_differs_from_the_data_read(tmp_path: Path) -> None:
    path = written(tmp_path, "a", FORMULA)
    seen = glance_at(path)
    assert seen.is_current()
    path.write_bytes(FORMULA + b"c more\n")
    assert not seen.is_current()
    path.unlink()
    assert not seen.is_current()
    assert not glance_at(path).is_current()


def test_a_puzzle_file_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_PUZZLE_FILE_SIZE", 10)
    with pytest.raises(InputError, match="of puzzles"):
        load_puzzles(written(tmp_path, "a", formats.write(PUZZLE).encode()))


line_ends = st.sampled_from(["\n", "\r\n", "\r"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.text("ab ", max_size=5), line_ends), max_size=12), st.integers(1, 14), st.integers(0, 4))
def test_lines_around_a_line(tmp_path: Path, lines: list[tuple[str, str]], line: int, reach: int) -> None:
    text = "".join(body + end for body, end in lines)
    numbered = list(enumerate(text.encode().splitlines(), 1))
    expected = [(number, body.decode()) for number, body in numbered if line - reach <= number <= line + reach]
    assert lines_around(written(tmp_path, "a", text.encode()), line, reach, reach) == expected


def test_lines_around_in_a_long_file(tmp_path: Path) -> None:
    first = "x" * (65536 - 1) + "\r\n"  # the CRLF is split between two pieces
    path = written(tmp_path, "a", (first + "two\nthree").encode())
    assert lines_around(path, 2, 1, 1) == [(1, "x" * files.MAX_LINE_LENGTH), (2, "two"), (3, "three")]
    with pytest.raises(Cancelled):
        lines_around(path, 2, 1, 1, cancel=lambda: True)


def test_first_lines(tmp_path: Path) -> None:
    assert first_lines(written(tmp_path, "a", b"\xef\xbb\xbfone\r\ntwo\xff\nthree\n"), 2) == ["one", "two\ufffd"]


@given(st.integers(0, 10**18 - 1))
def test_a_short_count_is_short_and_near(number: int) -> None:
    text = short_count(number)
    assert len(text) <= 5
    value = float(text[:-1]) * 1000 ** (" kMGTP".index(text[-1])) if text[-1] in "kMGTP" else float(text)
    assert abs(value - number) <= 0.06 * number


def test_a_layout_by_name_or_from_a_file(tmp_path: Path) -> None:
    assert files.load_layout("samurai").name == "samurai"
    described = written(tmp_path, "a.txt", b"layout mine\nsize 4\ngrid 1 1\n")
    assert files.load_layout(str(described)).name == "mine"
    assert files.load_layout(str(written(tmp_path, "b.gz", gzip.compress(described.read_bytes())))).name == "mine"
    seen = glance(described)
    assert (seen.kind, seen.label, seen.reason) == (
        FileKind.LAYOUT,
        "layout",
        "the description of a layout, not a puzzle",
    )
    for text, reason in [
        (b"53..7....\n", "this does not describe a layout; its first line must be: layout NAME"),
        (b"layout mine\nsize x\n", ":2: 'x' is not a size"),
        (b"<ksudoku-graph/>", "there is no graph in it"),
        (b"#" * 300_000, "more than 256 KB"),
    ]:
        with pytest.raises(InputError) as refused:
            files.load_layout(str(written(tmp_path, "c", text)))
        assert reason in str(refused.value)
    with pytest.raises(InputError, match="there is no layout 'nothing'; name a file that describes one, or one of"):
        files.load_layout("nothing")


def test_text_is_read_as_the_requested_layout(tmp_path: Path) -> None:
    path = written(tmp_path, "a", formats.write(PUZZLE).encode())
    (puzzle,) = load_puzzles(path, layout=files.load_layout("x"))
    assert (puzzle.layout.name, puzzle.givens) == ("x", PUZZLE.givens)
    assert load(path, layout=files.load_layout("windows"))[0].layout.name == "windows"


@pytest.mark.parametrize("text", ["p cnf 1 1\n1 x 0\n", "layout a\ntitle\n", "53..7....6..1x9\n" * 3])
def test_an_error_of_a_file_holds_no_reference_to_its_reader(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken"
    path.write_text(text)
    found = complete(glance_at(path))
    error: BaseException | None = found.error
    while error is not None:
        assert error.__traceback__ is None
        error = error.__cause__ or error.__context__
