"""Values as bytes: they are restored unchanged, and no input runs code or exhausts the memory."""

import datetime
import os
import random
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.base import values
from engine.base.errors import Cancelled, InputError
from engine.base.values import ValueFault, pack, pack_error, unpack, unpack_error
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import solve
from engine.sat.trace.trace import EventKind, TraceEvent
from engine.sudoku.layout import double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.pattern import PatternFinder

PHP = make("php", ["4", "3"], None)
ROW = [None, True, False, 0, -1, 2**62, -(2**63), 2**63, 2**200, -(2**64), 1.5, "", "ä\udc80", b"\0", (), (1,),
       (1, 300), [1, 2**40, -5], (1, True), [True, 0], {"a": (1,), 2: {3}}, {1, 2}, frozenset({(1, 2)}), range(3, 9, 2),
       Path("a/b"), datetime.date(2026, 1, 2), datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.UTC),
       array("b", [1, -1]), array("i"), Status.SATISFIABLE, single(), Puzzle(single(), (5, *[0] * 80)), PHP,
       solve(PHP, "cdcl"), TraceEvent(EventKind.DECISION, 1, None, 1)]  # fmt: skip


@pytest.mark.parametrize("value", ROW, ids=lambda value: str(value)[:30].encode("ascii", "replace").decode())
def test_a_round_trip_preserves_the_value(value: Any) -> None:
    found = unpack(pack(value))
    assert found == value
    assert type(found) is type(value)


def test_arrays_of_numpy_come_back() -> None:
    for made in (np.arange(6, dtype=np.int32).reshape(2, 3), np.zeros((0, 3), np.float64), np.array([True, False])):
        found = unpack(pack(made))
        assert found.dtype == made.dtype
        assert found.shape == made.shape
        assert (found == made).all()
        found[...] = 0  # it is writable
    assert unpack(pack(np.int64(7))) == 7
    with pytest.raises(ValueFault):
        pack(np.array([object()]))


def test_shared_objects_are_sent_once_and_global_ones_by_name() -> None:
    row = tuple("some words" for _ in range(3))
    first, second = unpack(pack([row, row]))
    assert first is second
    assert unpack(pack(double())) is double()
    finder = next(each.find for each in every_finder() if isinstance(each.find, PatternFinder))
    assert unpack(pack(finder)) is finder
    other = replace(single(), name="mine")
    assert unpack(pack(other)) == other


def test_computed_values_are_pickled_and_a_proof_as_its_arrays() -> None:
    assert PHP.lengths
    assert "lengths" in vars(unpack(pack(PHP)))
    proof = BoundedProof()
    proof.add([1, -2])
    found = unpack(pack(proof), BoundedProof)
    assert (found.literals, found.starts, found.too_long) == (proof.literals, proof.starts, False)


@pytest.mark.parametrize("error", [
    InputError("it is wrong", path="a file", line=7, advice="mend it"), Cancelled(),
    PermissionError(13, "no", "a file"),
], ids=repr)  # fmt: skip
def test_errors_come_back(error: Exception) -> None:
    found = unpack_error(pack_error(error))
    assert type(found) is type(error)
    assert str(found) == str(error)
    assert str(unpack(pack((error, 1)))[0]) == str(error)


def test_an_unexpected_error_is_described() -> None:
    class Strange(Exception):
        def __init__(self, first: str, two: str) -> None:
            super().__init__(first + two)

    assert str(unpack_error(pack_error(Strange("a", "b")))) == "Strange: ab"


def written(class_name: str, /, **content: object) -> bytes:
    """An object of a class given by its name, as an attacker may write it."""
    writer = values._Writer()
    writer.out.write(b"o")
    writer._text(class_name)
    writer.out.write(len(content).to_bytes(4, "little"))
    for field, value in content.items():
        writer._text(field)
        writer.write(value)
    return writer.out.getvalue()


RESULT = "engine.sat.result:Result"
FIELDS: dict[str, object] = dict(vars(Result(Status.UNKNOWN, "cdcl")))


@pytest.mark.parametrize("data", [
    written("os:system", command="true"), written("subprocess:Popen", args="true"), written("builtins:eval"),
    written("engine.base.folder:os.system"), written("engine.commands.cli:main"), written("tui.server.pool:Pool"),
    written("tests.engine.base.test_values:Result"), written("engine.no.such.module:Result"), written("engine.sat:x"),
    written("engine.sat.solvers.library:LibraryProcess"), written("engine.sat.solvers.library:subprocess.Popen"),
    written("engine.sat.result:Status", name="UNKNOWN"), written(RESULT), written(RESULT, **FIELDS, more=1),
    written(RESULT, **{**FIELDS, "solver": 7}), written(RESULT, **{**FIELDS, "status": "unknown"}),
    written(RESULT, **{**FIELDS, "__class__": 1}), written(RESULT, **{**FIELDS, "model": [1]}),
    b"e" + pack(RESULT) + pack("UNKNOWN"), b"n" + pack(RESULT) + pack((1, 2)), b"*" + pack("os:system") + pack("true"),
    b"*" + pack("engine.sudoku.layout.model:Layout") + pack("no such layout"),
    b"*" + pack("engine.sudoku.layout.model:Layout") + pack([]),
    b"(" + b"\xff" * 4, b"s" + b"\xff" * 8, b"y" + b"\xff" * 7 + b"\x7f", b"[" * 5000,
    b"(\x01\0\0\0" * 5000 + b"N", b"", b"NN", b"?", b"@\0\0\0\0", b"aO" + bytes(8),
    b"A" + pack("O") + pack((1,)) + bytes(8),
    b"A" + pack("V8") + pack((1,)) + bytes(8), b"A" + pack("<i4") + pack((1 << 40,)) + bytes(8),
    b"r" + pack(1) + pack(2) + pack(0), b"p" + pack(1), b"x" + pack(("input", 1)), b"<\x01\0\0\0" + pack([1]),
], ids=lambda data: repr(data[:40]))  # fmt: skip
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueFault):
        unpack(data)


def test_an_answer_of_another_type_is_refused() -> None:
    assert unpack(pack((1, "a")), tuple[int, str]) == (1, "a")
    assert unpack(pack(None), Formula | None) is None
    for value, expected in (
        (1, str),
        ((1, 2), tuple[int, str]),
        ((1, "a"), tuple[int, ...]),
        ([1, "a"], list[int]),
        ({"a": 1}, dict[int, int]),
        (PHP, Result),
        ("a", int | None),
    ):
        with pytest.raises(ValueFault):
            unpack(pack(value), expected)


def test_short_input_for_large_data_is_refused() -> None:
    data = b"(\x02\0\0\0TT"
    for level in range(60):
        data = b"(\x02\0\0\0" + data + b"@" + level.to_bytes(4, "little")
    with pytest.raises(ValueFault):
        unpack(data)


def test_damaged_bytes_are_refused_or_another_value() -> None:
    chance, whole = random.Random(1), pack([*ROW, np.arange(9)])
    for _ in range(1000):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            unpack(bytes(data[: chance.randint(1, len(data))]))
        except ValueFault:
            continue


def test_unsupported_values_are_not_written() -> None:
    for value in (os.system, object(), lambda: None, os, open(os.devnull, "rb")):  # noqa: SIM115
        with pytest.raises(ValueFault):
            pack(value)
