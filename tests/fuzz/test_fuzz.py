"""A short run of the fuzzer, the inputs of earlier findings, and tests of the fuzzer itself."""

import json
import resource
import time
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

from engine.base.errors import InputError
from engine.base.text import MAX_TITLE_LENGTH
from engine.sat.formula.formula import Formula

from . import fuzzer, solvers
from .coverage import Coverage
from .fuzzer import Fuzzer, Target, examine
from .mutation import MAX_LENGTH, mutate, smallest
from .saved import stores
from .targets import ROW, TARGETS

INPUTS = {"store": 10, "rows": 20, "raw-text": 40, "puzzles": 40, "files": 40, "config": 20}
FEW = 80

ZEROS = b"0" * 5000
GRID: list[list[dict[str, object]]] = [[{}] * 4] * 4


def graph(order: bytes = b"4", clique: bytes = b"0 1") -> bytes:
    return (
        b'<ksudoku><game><puzzle><graph type="custom" order="' + order + b'" sizeX="4" sizeY="4" sizeZ="1">'
        b'<clique size="2">' + clique + b"</clique></graph><values>" + b"_" * 16 + b"</values></puzzle></game>"
        b"</ksudoku>"
    )


FOUND: list[tuple[str, bytes]] = [
    ("dimacs", b"p cnf " + ZEROS + b"1 1\n1 0\n"),
    ("dimacs", b"p cnf 1 " + ZEROS),
    ("proof", b"d\xe2\0"),
    ("proof", b"a\x80\0\0"),
    ("puzzles", ROW.replace(".", "|", 1).encode()),
    ("puzzles", ROW.replace(".", "!", 1).encode()),
    ("puzzles", b"#\0layout:x\n" + ROW.encode()),
    ("puzzles", b"# " + b"layout: " * 24 + b"longer\n" + ROW.encode()),
    ("layout", b"layout e\nsize 1\ngrid 2 3"),
    ("ksudoku", graph(clique=ZEROS)),
    ("ksudoku", graph(clique=b"000000000999 1")),
    ("ksudoku", graph(order=b"000000009999999")),
    ("ksudoku", graph(order=ZEROS + b"4")),
    ("fpuzzles", json.dumps({"size": 4, "grid": GRID, "extraregion": [{"cells": ["R00011C1", "R1C1"]}]}).encode()),
    ("fpuzzles", json.dumps({"size": 4, "grid": GRID, "extraregion": [{"cells": ["R1C" + "0" * 5000]}]}).encode()),
    ("opensudoku", b'<?xml version="1.0" encoding="' + b"UTF-" * 1000 + b'"?><opensudoku/>'),
    ("layout", b"layout 3\nsize 4\ngrid 5 1\ngrid 1 1"),
    ("puzzles", f"{ROW} #{'a' * (MAX_TITLE_LENGTH - 2)} b".encode()),
    ("layout", b"layout h\nsize 2\nhouse h r1c1 r9c9\n"),
    ("files", b"c x\n" + b"\n" * 60_000),
    ("files", b"3 0 0 " + b"7" * 3000),
    *(("rows", line) for line in (
        b"game.title=\xff", b"game.updated=1e300", b"game.elapsed=1e999", b"node.changes=[[1,0,0,0,1.0,0,0]]",
        b"game.view=" + b"[" * 5000, b"game.day=\"1\"", b"finish.day=\"x\"", b"game.revision=\"x\"",
        b"node.number=\"x\"",
        b"finish.elapsed=\xff", b"node.bookmark=\xff", b"game.description=\"{}\"", b"game.level=\"\\u001b[2J\"",
    )),
    *(("store", stores()[0].replace(old, new)) for old, new in (
        (b"hints ", b"hinte "), (b"REFERENCES game", b"REFERENCES gbme"), (b"AUTOINCREMENT", b"             "),
        (b"title       TEXT", b"title       REAL"),
    )),
]  # fmt: skip


@pytest.mark.parametrize("name", TARGETS)
def test_a_short_run_finds_nothing(name: str) -> None:
    report = Fuzzer(TARGETS[name], seed=1).run(INPUTS.get(name, FEW))
    assert not report.findings, "\n".join(map(str, report.findings.values()))
    assert report.inputs == INPUTS.get(name, FEW)


@pytest.mark.parametrize(("name", "data"), FOUND)
def test_past_findings_stay_fixed(name: str, data: bytes) -> None:
    examine(TARGETS[name], data)


@pytest.mark.long
def test_random_formulas_are_answered_rightly() -> None:
    tally = solvers.run(60, seed=1)
    assert tally.wrong == []
    assert min(tally.formulas["satisfiable"], tally.formulas["unsatisfiable"], tally.proofs) > 10


def test_wrong_verdicts_are_found() -> None:
    formula = Formula.of([[1, 2], [-1]])
    assert list(solvers.faults(formula, True)) == []
    wrong = list(solvers.faults(formula, False))
    assert len(wrong) == 2 * len(solvers.STRATEGIES)


def read_badly(data: bytes) -> object:
    """Refuses input that begins with an r, and breaks at a 7 after an x."""
    if data.startswith(b"r"):
        raise InputError(f"line {len(data)}: no r")
    if b"x" in data and b"7" in data[data.index(b"x") :]:
        raise ZeroDivisionError
    return len(data)


def seeds() -> Sequence[bytes]:
    return [b"12x34", b"rest"]


def test_the_fuzzer_finds_and_makes_small_what_breaks_a_reader() -> None:
    report = Fuzzer(Target("bad", read_badly, seeds, (InputError,), (b"7",))).run(2000)
    (finding,) = report.findings.values()
    assert finding.data == b"x7"
    assert "ZeroDivisionError" in finding.problem
    assert report.outcomes >= {"_", "refused: line _: no r"}
    assert 0 < report.refused < report.inputs


@pytest.mark.parametrize(
    ("message", "text"), [("a\x1b[2J", "not safe to print"), ("a\nb", "not safe to print"), ("x" * 1000, "characters")]
)
def test_messages_that_must_not_be_are_findings(message: str, text: str) -> None:
    def refuse(data: bytes) -> object:
        raise InputError(message)

    with pytest.raises(AssertionError, match=text):
        examine(Target("bad", refuse, seeds, (InputError,)), b"")


@pytest.mark.long
def test_too_much_time_and_memory_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    def loop(data: bytes) -> object:
        while data:
            pass
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
        return len(b"x" * (peak + (1 << 26)))

    monkeypatch.setattr(fuzzer, "SECONDS", 0.2)
    monkeypatch.setattr(fuzzer, "MEGABYTES", 32)
    report = Fuzzer(Target("slow", loop, lambda: [b"x", b""], ())).run(2)
    assert sorted(key.split()[0] for key in report.findings) == ["AssertionError", "TooLongError"]


def test_the_same_seed_makes_the_same_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result must not depend on the time of day."""
    seconds = count(1e9)
    monkeypatch.setattr(time, "time", lambda: next(seconds))

    def made(seed: int) -> list[bytes]:
        random = Random(seed)
        return [mutate(b"p cnf 2 1\n1 -2 0\n", random, (b"c ",), [b"other 12\n"]) for _ in range(300)]

    assert made(1) == made(1) != made(2)
    assert max(map(len, made(1))) <= MAX_LENGTH + 100
    assert len(set(made(1))) > 250


def test_coverage_reports_new_lines_once() -> None:
    coverage = Coverage()
    watched = [coverage.watch(lambda: str(InputError("x", line=1))) for _ in range(21)]
    assert watched[0]
    assert not any(watched[1:])
    assert coverage.lines


def test_the_smallest_input_that_shows_it() -> None:
    assert smallest(b"abcdefghij" * 50, lambda data: data.count(b"c") >= 2) == b"cc"
