"""Proofs in memory and as files: round trips in both formats, format detection, and invalid proofs."""

import gzip
import io
import lzma
from array import array
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Cancelled, InputError
from engine.base.kernels import plain as uncompiled
from engine.base.language import speaking
from engine.sat.formula.formula import MAX_LITERAL
from engine.sat.proof import reader as proof_reader
from engine.sat.proof import steps as proof_steps
from engine.sat.proof.proof import Proof, ProofSink, ProofWriter
from engine.sat.proof.reader import parse

Steps = list[tuple[bool, tuple[int, ...]]]

sizes = st.one_of(st.integers(1, 70), st.integers(1, MAX_LITERAL), st.sampled_from([2**k for k in range(31)]))
literals = st.builds(lambda variable, sign: sign * variable, sizes, st.sampled_from([1, -1]))
steps = st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=6).map(tuple)), max_size=12)


def written(steps: Steps, binary: bool) -> bytes:
    file = io.BytesIO()
    writer = ProofWriter(file, binary)
    for deletes, clause in steps:
        (writer.delete if deletes else writer.add)(clause)
    writer.flush()
    return file.getvalue()


def row(steps: Steps) -> "array[int]":
    """The steps in the form of ProofSink.write_steps."""
    return array("i", [n for deletes, clause in steps for n in (2 * len(clause) + deletes, *clause)])


def test_text_and_binary_forms() -> None:
    """The example in the documentation of DRAT-trim, and the longest numbers."""
    steps: Steps = [(False, (-1,)), (True, (-1, -2, 3)), (False, ()), (False, (63, -8193, MAX_LITERAL, -MAX_LITERAL))]
    assert written(steps, False) == b"-1 0\nd -1 -2 3 0\n0\n63 -8193 2147483647 -2147483647 0\n"
    assert written(steps, True) == bytes.fromhex("610300 6403050600 6100 617e838001feffffff0fffffffff0f00")


@given(steps=steps, binary=st.booleans())
def test_written_proofs_are_read_back(steps: Steps, binary: bool) -> None:
    data = written(steps, binary)
    proof = parse(data)
    assert list(proof) == list(Proof.of(steps)) == steps
    if not binary:
        assert list(parse(data.replace(b" ", b"\t\r\n ").replace(b"0\n", b"0 "))) == steps


@given(parts=st.lists(steps, max_size=3), binary=st.booleans())
def test_rows_of_steps_are_the_steps(parts: list[Steps], binary: bool) -> None:
    class Sink(ProofSink):
        def __init__(self) -> None:
            self.steps: Steps = []

        def add(self, literals: Sequence[int], /) -> None:
            self.steps.append((False, tuple(literals)))

        def delete(self, literals: Sequence[int], /) -> None:
            self.steps.append((True, tuple(literals)))

    file, sink, proof = io.BytesIO(), Sink(), Proof()
    writer = ProofWriter(file, binary)
    for part in parts:
        for taker in (writer, sink, proof):
            taker.write_steps(row(part))
    writer.flush()
    all_steps = [step for part in parts for step in part]
    assert sink.steps == list(proof) == all_steps
    assert file.getvalue() == written(all_steps, binary)


@pytest.mark.parametrize("broken", [[3], [-2], [0, 4, 1], [2**31 - 1, 1]])
def test_a_row_that_is_cut_off_is_refused(broken: list[int]) -> None:
    with pytest.raises(ValueError, match="not whole"):
        Proof().write_steps(array("i", broken))


@pytest.mark.compiled
@pytest.mark.parametrize("binary", [False, True])
def test_long_proofs_and_long_clauses_in_pieces(binary: bool) -> None:
    steps: Steps = [(k % 3 == 0, tuple(range(-k % 7, 0))) for k in range(30_000)] + [(False, tuple(range(1, 200_000)))]
    steps += steps[:9]
    proof = parse(written(steps, binary))
    assert list(proof) == steps
    assert (proof.literals.typecode, proof.starts.typecode, proof.deletions.typecode) == ("i", "i", "b")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
@pytest.mark.parametrize("binary", [False, True])
def test_files_packed_or_not(tmp_path: Path, pack, binary: bool) -> None:
    steps: Steps = [(False, (1, -2)), (True, (3,)), (False, ())]
    path = tmp_path / "proof"
    path.write_bytes(pack(written(steps, binary)))
    reports: list[tuple[int, int]] = []
    assert list(proof_reader.read(path, on_progress=lambda done, total: reports.append((done, total)))) == steps
    assert reports[-1] == (path.stat().st_size,) * 2
    with pytest.raises(Cancelled):
        proof_reader.read(path, cancel=lambda: True)


def test_faults_are_named_in_the_chosen_language() -> None:
    with speaking("de"), pytest.raises(InputError, match="eine Zahl ist zu lang"):
        parse(b"a\x80\x80\x80\x80\x80\x01\0")


def test_comments_and_no_steps_at_all() -> None:
    assert list(parse(b"")) == []
    assert list(parse(b"c made by hand\n\nd 1 0\nc 7 0\nc\n-2 0 0\n")) == [(True, (1,)), (False, (-2,)), (False, ())]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"1 0\n2 3", "p:2: the proof is cut off: its last clause has no 0 at its end; give a DRAT proof"),
        (b"1 0\nd", "p:1: the proof is cut off"),
        (b"1 0\n1 d 2 0\n", "p:2: 'd' is neither a literal nor the d that begins a deletion"),
        (b"d d 2 0\n", "p:1: 'd' is neither"),
        (b"p cnf 1 1\n1 0\n", "p:1: 'p' is neither"),
        (b"1 0\n2147483648 0\n", "p:2: '2147483648' is neither"),
        (b"-0\n", "p:1: '-0' is neither"),
        (b"1 0\ndelete 1 0\n", "p:2: 'delete' is neither"),
        (b"1 0\n\x1b[2J 0\n", r"p:2: '\\x1b\[2J' is neither"),
        (b"a\x02", "p: byte 2: the proof is cut off within a step"),
        (b"a\x02\0d\x02\0a", "p: byte 7: the proof is cut off within a step"),
        (b"a\x02\0b\x02\0", "p: byte 3: a step begins with neither a nor d"),
        (b"a\x02\0\0", "p: byte 3: a step begins with neither"),
        (b"a\x02\x01\0", "p: byte 2: 1 stands for no literal"),
        (b"a\x80\x80\x80\x80\x10\0", "p: byte 1: a literal is beyond 2147483647"),
        (b"a\x80\x80\x80\x80\x80\x01\0", "p: byte 1: a number is too long"),
        (b"\x00", "p: byte 0: a step begins with neither"),
    ],
)
def test_invalid_proofs_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(data, path="p")


def test_the_byte_counts_from_the_beginning_of_the_file() -> None:
    good = written([(False, (5, 6, 7))] * 100_000, True)
    with pytest.raises(InputError, match=f"byte {len(good)}: a step begins"):
        parse(good + b"x\0" + good)


@given(data=st.one_of(st.binary(max_size=40), st.text("ad c01-2\n", max_size=40).map(str.encode)))
def test_anything_is_a_proof_or_refused(data: bytes) -> None:
    try:
        proof = parse(data)
    except InputError:
        return
    assert list(parse(written(list(proof), b"\0" in data))) == list(proof)


@given(steps=steps, last=st.tuples(st.booleans(), st.just((12, -7))), binary=st.booleans(), cut=st.randoms())
def test_a_cut_within_a_step_is_noticed(steps: Steps, last: tuple[bool, tuple[int, ...]], binary: bool, cut) -> None:
    whole, data = written(steps, binary), written([*steps, last], binary)
    place = cut.randint(len(whole) + 1, len(data) - (1 if binary else 2))
    with pytest.raises(InputError):
        parse(data[:place])


def test_uncompiled_code_does_the_same() -> None:
    source = uncompiled("engine.sat.proof.steps")
    steps: Steps = [(k % 2 == 0, tuple((-1) ** k * 3**j for j in range(k % 19))) for k in range(100)]
    for binary in (False, True):
        assert source.encode(row(steps), binary) == proof_steps.encode(row(steps), binary)
    hinted = array("i", [-2, 5, 6]) + row(steps) + array("i", [-1, 7, 2, 1])
    found = proof_steps.split(hinted, 7, 3)
    assert source.split(hinted, 7, 3) == found
    assert (list(found[3]), found[4][0], found[4][-2], found[4][-1]) == ([5, 6, 7], 5, 5, 6)
    for cut in (hinted[:2], hinted[:-1]):
        with pytest.raises(ValueError, match="not whole"):
            proof_steps.split(cut, 0, 0)


@pytest.mark.parametrize("piece", [1, 5, 1 << 20])
def test_the_line_of_a_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, piece: int) -> None:
    monkeypatch.setattr(proof_reader, "SLICE", piece)
    path = tmp_path / "a.drat"
    path.write_bytes(b"c 0 by hand\n1 2 0 10 0\n\nd 1\n2 0\r\n0")
    found = [proof_reader.line_of_step(path, step) for step in (1, 2, 3, 4)]
    assert found == [2, 2, 5, 6]
    path.write_bytes(written([(False, (1,))], binary=True))
    assert proof_reader.line_of_step(path, 1) is None


def test_the_defaults_of_a_writer() -> None:
    file = io.BytesIO()
    writer = ProofWriter(file)
    writer.add([1, -2])
    writer.delete([3])
    writer.flush()
    assert file.getvalue() == b"1 -2 0\nd 3 0\n"
    assert not writer.certifiable
    assert ProofWriter(file, certifiable=True).certifiable
    assert not Proof().certifiable
