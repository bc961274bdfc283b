"""The fuzz targets: every reader of the program, with the promises for its values."""

import json
import zlib
from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from itertools import product

from engine.base.errors import InputError
from engine.files.kinds import kind_of
from engine.files.reading import HEAD, glance, lines_around, load
from engine.play.errors import GameError, StoreError
from engine.play.typed_moves import parse_move
from engine.sat import result as results
from engine.sat.formula import dimacs, opb, wcnf
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import variable_names
from engine.sat.formula.projection import shown_variables
from engine.sat.formula.raw_text import RawText
from engine.sat.proof import reader as proof_reader
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.result import Result
from engine.sat.solvers import recording_file
from engine.sat.solvers.solve import solve
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace import search_tree
from engine.sat.trace.analysis import analyse
from engine.sat.trace.narration import explain, sentences
from engine.sat.trace.recording import SearchLine, SearchRecording
from engine.sat.trace.trace import Recorder
from engine.sudoku import formats
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.formats import chunks
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.layout.values import dump_layout, load_layout
from engine.sudoku.puzzle import Puzzle
from tui.terminal import config

from . import saved
from .fuzzer import Target
from .scratch import folder

ROW = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DIGITS = tuple(int(sign) if sign.isdigit() else 0 for sign in ROW)


# formulas


def read_dimacs(data: bytes) -> object:
    document = dimacs.parse(data)
    formula = document.formula
    written = dimacs.dumps(formula)
    again = dimacs.parse(written, strict=True).formula
    assert (again.variables, again.literals, again.starts) == (formula.variables, formula.literals, formula.starts)
    assert dimacs.dumps(again) == written
    assert 0 not in formula.literals
    return len(formula), tuple(warning.message for warning in document.warnings)


def read_opb(data: bytes) -> object:
    """The clauses of an OPB file, restricted to its own variables, must be equivalent to its constraints."""
    document = opb.parse(data)
    formula = document.formula
    assert document.encoding_clauses == len(formula)
    assert dimacs.parse(dimacs.dumps(formula), strict=True).formula.literals == formula.literals
    return formula.variables, len(formula), len(formula.comments)


def read_wcnf(data: bytes) -> object:
    """Weights must be positive, and all variables those of the formula."""
    document = wcnf.parse(data)
    objective, formula = document.objective, document.formula
    assert objective is not None
    assert objective.variables <= formula.variables
    assert all(weight > 0 for weight, _clause in objective.soft)
    return formula.variables, len(formula), objective


def read_names(data: bytes) -> object:
    """Comments must describe existing variables."""
    formula = dimacs.parse(data).formula
    names = variable_names(formula)
    projection = shown_variables(formula)
    assert all(1 <= abs(literal) <= formula.variables for literal in (names.names if names else ()))
    assert all(1 <= variable <= formula.variables for variable in projection or ())
    return names and len(names.names), projection and len(projection)


def read_raw_text(data: bytes) -> object:
    """The positions of clauses in a file must be those that the reader reports."""
    path = folder() / "formula.cnf"
    path.write_bytes(data)
    text = RawText(path)
    with suppress(InputError):
        document = dimacs.read(path)
        clauses = len(document.formula) - document.encoding_clauses
        assert text.clauses == clauses, f"{text.clauses} clauses in the text, {clauses} in the formula"
    for clause in {0, text.clauses // 2, text.clauses - 1} if text.clauses else ():
        span = text.span(clause)
        assert (span.first, span.start) < (span.last, span.end)
        found = text.clause_at(span.first)
        assert found is not None
        assert found <= clause
    for line in (1, text.lines):
        text.part(line, 0, 50)
    return text.clauses, text.lines


def read_answer(data: bytes) -> object:
    answer = results.parse_answer(data)
    result = Result(answer.status, "any", model=answer.model, seconds=(answer.milliseconds or 0) / 1000)
    formula = Formula.of([], len(answer.model or ()))
    again = results.parse_answer(results.res(result, formula).encode())
    assert (again.status, again.model) == (answer.status, answer.model)
    printed = results.parse_answer(results.competition(result, formula).encode())
    assert (printed.status, printed.model) == (answer.status, answer.model)
    return answer.status.value, answer.milliseconds is None


def read_proof(data: bytes) -> object:
    proof = proof_reader.parse(data)
    steps = _steps(proof)
    for binary in (False, True):
        file = BytesIO()
        writer = ProofWriter(file, binary)
        for deletes, literals in steps:
            (writer.delete if deletes else writer.add)(array("i", literals))
        writer.flush()
        if not (binary and steps[:1] and steps[0][0]):  # otherwise it would begin with a d, like text
            assert _steps(proof_reader.parse(file.getvalue())) == steps, "another proof when read again"
    return len(proof), sum(proof.deletions)


def _steps(proof: Proof) -> list[tuple[bool, tuple[int, ...]]]:
    return [proof[step] for step in range(len(proof))]


def read_decoded(data: bytes) -> object:
    found = recognise(dimacs.parse(data).formula)
    return found and (found.puzzle.layout.name, found.puzzle.holes)


# puzzles


def read_puzzles(data: bytes) -> object:
    """All formats, as distinguished by `formats.parse`; the chunks of a batch must have the same puzzles."""
    found = list(formats.read_puzzles([data]))
    for error in found:
        assert not isinstance(error, InputError) or str(error)
    puzzles = [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]
    for puzzle in puzzles[:3]:
        _check_puzzle(puzzle)
    errors = [error for error in found if isinstance(error, InputError)]
    if errors:
        raise errors[0]
    return len(puzzles), *(puzzle.layout.name for puzzle in puzzles[:3])


def _check_puzzle(puzzle: Puzzle) -> None:
    """A puzzle must stay the same when written and read again, in every format that can store it."""
    puzzle = replace(puzzle, name="".join(filter(str.isprintable, puzzle.name)))  # some formats can't store the others
    layout = puzzle.layout
    assert len(puzzle.givens) == len(layout.cells)
    assert all(0 <= digit <= layout.size for digit in puzzle.givens)
    for name, form in formats.FORMATS.items():
        if form.misfit(layout):
            continue
        text = formats.write(puzzle, name).encode()
        try:
            again = formats.parse(text, layout=layout)
        except InputError as error:
            raise AssertionError(f"unreadable after {name}") from error
        assert [read.givens for read in again] == [puzzle.givens], f"not the same puzzle after {name}"
        if again[0].layout == layout:
            assert formats.write(again[0], name).encode() == text, f"not the same text after {name}"
        else:
            assert name in ("fpuzzles", "fpuzzles-link", "sudokupad", "ksudoku"), f"another layout after {name}"


def read_pieces(data: bytes) -> object:
    """A file read in parts of any size must have the same puzzles as when read at once."""
    layout = single()
    whole = _outcomes(formats.read_puzzles([data], layout=layout), layout)
    size = 1 + len(data) // 3
    parts = [data[start : start + size] for start in range(0, len(data), size)]
    assert _outcomes(formats.read_puzzles(parts, layout=layout), layout) == whole
    batch = [found for chunk in chunks.cut(parts, layout) for found in chunk]
    return len(whole), len(batch), sum(isinstance(found, bytes) for found in batch)


def _outcomes(found: Iterable[Puzzle | InputError], layout: Layout) -> list[object]:
    return [
        str(item) if isinstance(item, InputError) else (item.layout == layout, item.givens, item.name) for item in found
    ]


def read_layout(data: bytes) -> object:
    layout = formats.parse_layout(data)
    assert 0 < len(layout.cells) <= 1000
    assert all(1 < len(house.cells) <= layout.size for house in layout.houses)
    assert layout.peers
    dumped = dump_layout(layout)
    assert dumped is None or load_layout(json.loads(json.dumps(dumped))) == layout
    _check_puzzle(Puzzle(layout, (1,) + (0,) * (len(layout.cells) - 1)))
    return layout.size, len(layout.houses), len(layout.grids)


# any file


def read_file(data: bytes) -> object:
    """A glance at a file and loading it must agree on whether it can be used."""
    path = folder() / "any.cnf"
    path.write_bytes(data)
    for whole in (True, False):
        kind_of(data[:HEAD], whole, path.name)
    seen = glance(path)
    if seen.line is not None:
        assert lines_around(path, seen.line, 2, 2)
    try:
        load(path)
    except InputError as error:
        if error.path != str(path):
            raise AssertionError("an error that does not name the file") from error
        raise InputError(error.problem, line=error.line, advice=error.advice) from error
    assert seen.usable, f"{seen} can be loaded all the same"
    return seen.kind, seen.label


# words


def read_move(data: bytes) -> object:
    return [_move(data.decode("utf-8", "surrogateescape"), layout) for layout in (single(), double())]


def _move(text: str, layout: Layout) -> str:
    try:
        move = parse_move(text, layout)
    except GameError as error:
        return str(error)
    assert 0 <= move.cell < len(layout.cells)
    assert move.digit is None or 0 <= move.digit <= layout.size
    return "a move"


def read_strategies(data: bytes) -> object:
    found = [Strategy.parse(word) for word in data[:40].decode("utf-8", "surrogateescape").split(",")]
    assert [Strategy.parse(str(strategy)) for strategy in found] == found
    return found


def read_config(data: bytes) -> object:
    path = folder() / "config.toml"
    path.write_bytes(data)
    return [str(problem)[:40] for problem in config.read(path).problems]


# seeds


def _formulas() -> list[bytes]:
    return [
        b"c a comment\np cnf 3 2\n1 -3 0\n2 3 -1 0\n",
        b"p cnf 5 3\n1 2\n 3 0 -4\n5 0\n0\n%\n0\n",
        b"\xef\xbb\xbfc one\r\nc two \xff\r\np sat 2 2\r\n1 1 -1 0\r\n-2\t0",
        b"1 -2 0 c not here\n+2 3 0\nc\xc2\x9b31m\np cnf 3 9\n",
        b"p cnf 6 2\nx1 2 -3 4 5 6 0\n1 -2 0\n", b"p inccnf\n1 2 0\na 1 -2 0\na 0\n", b"x 3 -3 0\n",
        b"c varname 3 x_{1,2}\nc main::1::x!0@1#2 1 -2 TRUE\nc p show 1 3 0\np cnf 3 1\n1 2 3 0\n",
        b"p cnf 0 0\n", b"p cnf 2147483647 2147483647\n1 0\n", b"c only\n", b"0 0 0\n", b"%\n0\n",
    ]  # fmt: skip


def _constraints() -> list[bytes]:
    return [
        b"* #variable= 4 #constraint= 2\n+2 x1 +3 x2 -1 ~x3 >= 2 ;\n1 x1 1 x4 = 1;\n",
        b"+1 x1 +1 x2 +1 x3 <= 1 ;\n* end\n-5 x2 +7 x2 >= -3",
        b"min: +1 x1 ;\n+1 x1 >= 1 ;\n",
        b"3 x1 x2 >= 2;",
    ]


def _soft_clauses() -> list[bytes]:
    return [
        b"c x\nh 1 -2 0\n4 -1 0\n2 2 -3 0\n",
        b"p wcnf 3 3 9\n9 1 -2 0\n4 -1 0\n2 2 -3 0\n",
        b"p wcnf 2 1\n1 1 2 0\n",
    ]


def _answers() -> list[bytes]:
    return [
        b"s 1\nv 1 -2 3\nt 12\n",
        b"s 0\nv\nt 3 decisions 4\n",
        b"s -1\nv\nt 1000.5\n",
        b"\xef\xbb\xbfs 1\nv\nt 0\n",
        b"c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
        b"s UNSATISFIABLE\n",
        b"s UNKNOWN\n",
    ]


def _proofs() -> list[bytes]:
    steps = [(False, (1, -2)), (True, (1, -2)), (False, (-3, 130, 2147483647)), (True, (5,)), (False, ())]
    file = BytesIO()
    writer = ProofWriter(file, True)
    for deletes, literals in steps:
        (writer.delete if deletes else writer.add)(array("i", literals))
    writer.flush()
    return [file.getvalue(), b"1 -2 0\nd 1 -2 0\nc why\n0\n", b"d 1 0 2 0 0", b"", b"a\0", b"0\n", b"d\0a\0"]


def read_recording(data: bytes) -> object:
    """Iterate over the value; arrays are packed and summed up only here, so that this is fuzzed too."""
    head, _, arrays = data.partition(b"}\n")
    file = head + b"}\n" + zlib.compress(arrays)
    checksum = b"" if file.startswith(recording_file.MAGIC + b"1\n") else sha256(file).digest()
    recording = recording_file.parse(BytesIO(file + checksum))
    for line in recording.lines:
        trace = line.trace
        search_tree.search_tree(trace, len(trace), 20)
        for position in range(len(trace) + 1):
            sentences(trace, position)
            if (analysis := analyse(trace, position)) is not None:
                explain(trace, analysis)
    return [(len(line.trace), line.parent) for line in recording.lines]


def _recordings() -> list[bytes]:
    formula = Formula.of([[1, 2], [1, -2], [-1, 3], [-1, -3]])
    found = []
    for solver in ("naive", "cdcl"):
        recorder, file = Recorder(1 << 16), BytesIO()
        trace = recorder.trace(formula, solve(formula, solver, trace=recorder))
        recording_file.write(SearchRecording((SearchLine(trace),)), file)
        head, _, packed = file.getvalue().partition(b"}\n")
        found.append(head + b"}\n" + zlib.decompress(packed))
    return found


def _puzzle_texts() -> list[bytes]:
    small = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, "small")
    written = [formats.write(small, name) for name in ("grid", "spaced", "line", "ss")]
    names = ("grid", "line", "spaced", "ss", "sdk", "sdm", "hodoku")
    written += [formats.write(Puzzle(single(), DIGITS, "a name"), name) for name in names]
    two = Puzzle(double(), tuple(range(1, 10)) + (0,) * 144, "two")
    written += [formats.write(two, name) for name in ("grid", "stack", "line", "spaced")]
    written += [formats.write(Puzzle(LAYOUTS["x"](), DIGITS), "grid"), formats.write_all([small] * 3)]
    return [text.encode() for text in written]


def _markups(*names: str) -> Callable[[], list[bytes]]:
    def made() -> list[bytes]:
        small = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, 'a "name" & more')
        puzzles = [Puzzle(single(), DIGITS, "<x>"), small, Puzzle(LAYOUTS["x"](), DIGITS)]
        return [
            formats.write(puzzle, name).encode()
            for name, puzzle in product(names, puzzles)
            if not formats.FORMATS[name].misfit(puzzle.layout)
        ] + _MORE_MARKUP.get(names[0], [])

    return made


_MORE_MARKUP = {
    "opensudoku": [
        b'<opensudoku><name>n</name><game data="' + ROW.encode() + b'" note="n"/><game data="1"/></opensudoku>',
        b'<opensudoku><game data="version: 1\n' + b"5|[]|0|0|[1,2]|1|" * 40 + b'5|[]|0|"/></opensudoku>',
    ],
    "ksudoku": [
        b'<ksudoku><game><puzzle><graph type="sudoku" order="4" base="2"/><values>b___c___d___e___</values>'
        b"</puzzle></game></ksudoku>",
        b'<!DOCTYPE ksudoku-graph><ksudoku-graph><graph type="custom" name="n" order="4" sizeX="6" sizeY="6" sizeZ="1">'
        b'<sudokugroups at="0" withblocks="1"/><clique size="2">0 35</clique></graph></ksudoku-graph>',
    ],
    "fpuzzles": [
        json.dumps({
            "size": 4, "title": "t", "author": "a", "diagonal+": True, "extraregion": [{"cells": ["R1C1", "R4C4"]}],
            "grid": [[{"value": 1, "given": True, "region": 0}, {}, {"region": None}, {"value": "2", "given": True}]]
            + [[{}] * 4] * 3,
        }).encode(),
    ],
}  # fmt: skip


def _links() -> list[bytes]:
    small = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, "small")
    drawn = json.dumps(
        {
            "cells": [[{"value": 1}, {}, {}, {}]] + [[{}] * 4] * 3,
            "regions": [[[0, 0], [0, 1], [1, 0], [1, 1]]],
            "cages": [{"cells": [[0, 0], [3, 3]], "type": "rowcol"}, {"value": "title: t"}],
            "lines": [{"wayPoints": [[0, 0], [4, 4]]}],
            "underlays": [{"center": [1, 1], "width": 2, "height": 2}],
        }
    )
    return [
        *(formats.write(small, name).encode() for name in ("sudokupad", "fpuzzles-link")),
        b"https://sudokupad.app/" + drawn.encode(),
        f"https://sudokupad.app/scl{drawn}".replace(" ", "").encode(),
        f"https://www.sudokuwiki.org/sudoku.htm?bd={ROW}".encode(),
        f"https://x.org/{ROW}".encode(),
        b"https://sudokupad.app/scfoooooooooooook*xwtname*aauthor",
        b"https://sudokupad.app/classicB6B91D7C2E15F4D9C3",
    ]


def _layouts() -> list[bytes]:
    return [
        b"layout hyper\ntitle Hyper sudoku\nsize 9\nboxes 3x3\ngrid 1 1\nhouse cage r1c1 r2c2\nmap window\n"
        b".........\n.AAA.BBB.\n.AAA.BBB.\n.AAA.BBB.\n\n",
        b"# x\nlayout a-1  # name\nsize 4\nboxes 2x2\ngrid 1 1\ngrid 3 3\n",
        b"layout b\nsize 2\nhouse h r1c1 r99c99\n",
        *_markups("ksudoku")()[-1:],
    ]


def _encodings() -> list[bytes]:
    puzzle = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, "small")
    return [dimacs.dumps(encode(puzzle, form).formula) for form in ("shared", "course")]


_CNF = (b"p cnf ", b"c ", b" 0\n", b"-", b"%\n0\n")
_XML = (b"<", b"/>", b"</game>", b"<game", b"&#0;", b"&amp;", b"&x;", b"<!ENTITY x 'y'>", b"<![CDATA[", b"<!--")
_TOML = (b"theme = ", b"keys", b"[keys.board]\n", b"hint = ", b"ascii = true\n", b"[[", b"{", b"'''", b"1979-01-01")

TARGETS = {
    target.name: target
    for target in (
        Target("dimacs", read_dimacs, _formulas, (InputError,), _CNF),
        Target("raw-text", read_raw_text, _formulas, (InputError,), _CNF),
        Target("opb", read_opb, _constraints, (InputError,), (b"x", b"~x", b">= ", b"= ", b";\n", b"* ", b"min:")),
        Target("wcnf", read_wcnf, _soft_clauses, (InputError,), (b"h ", b" 0\n", b"p wcnf ", b"c ", b"-", b"99")),
        Target("names", read_names, _formulas, (InputError,), (b"c varname ", b"c p show ", b"::x!0#1 ", b"TRUE")),
        Target("answer", read_answer, _answers, (InputError,), (b"s ", b"v ", b"t ", b"SATISFIABLE", b" 0\n")),
        Target("proof", read_proof, _proofs, (InputError,), (b"d ", b"a", b"d", b"\0", b" 0\n", b"\xff\x7f")),
        Target("recording", read_recording, _recordings, (InputError,), (b"\0\0\0", b"\xff", b"\1", b"null", b"[]")),
        Target("decode", read_decoded, _encodings, (InputError,), _CNF),
        Target("puzzles", read_puzzles, _puzzle_texts, (InputError,), (b"-1", b". ", b"|", b"[Puzzle]", b":0000:x:")),
        Target("pieces", read_pieces, _puzzle_texts, (InputError,), (b"-1", b". ", b"\n\n", b"#", b"[Puzzle]")),
        Target("opensudoku", read_puzzles, _markups("opensudoku"), (InputError,), (*_XML, b"data=", b"version: 2")),
        Target("ksudoku", read_puzzles, _markups("ksudoku"), (InputError,), (*_XML, b"<clique", b"order=", b"values")),
        Target("fpuzzles", read_puzzles, _markups("fpuzzles"), (InputError,), (b"null", b"true", b"[", b"{", b"NaN")),
        Target("links", read_puzzles, _links, (InputError,), (b"https://", b"%2F", b"&", b"#", b"scl", b"?puzzleid=")),
        Target("layout", read_layout, _layouts, (InputError,), (b"size ", b"grid ", b"boxes ", b"house ", b"map ")),
        Target(
            "files", read_file,
            lambda: [*_formulas(), *_constraints(), *_answers(), *_puzzle_texts(), *_layouts()], (InputError,), _CNF,
        ),
        Target(
            "move", read_move,
            lambda: [b"1b4", b"12g3", b"15o0", b" 3 C 12 ", b"r1c2=4", b"1,2,3", b"113"], (), (b"a", b"1", b"zz"),
        ),
        Target(
            "strategies", read_strategies,
            lambda: [b"naive:first,dpll:first", b"cadical", b"cdcl:vsids,dpll:moms"], (InputError,), (b":", b","),
        ),
        Target(
            "config", read_config,
            lambda: [b'theme = "dark"\nascii = false\n[keys.board]\nhint = "H"\nundo = ["u", "ctrl+z"]\n', b"a.b = 1"],
            (InputError,), _TOML,
        ),
        Target("store", saved.read_store, saved.stores, (StoreError,)),
        Target("rows", saved.read_rows, saved.rows, (StoreError,), saved.COLUMNS),
        Target("drafts", saved.read_drafts, saved.drafts, (StoreError,), (b"[", b"{", b"null", b"1e999")),
    )
}  # fmt: skip
"""All targets by name."""
