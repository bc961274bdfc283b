"""Positions of clauses in a file: the text at the position, read alone, is the clause."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled, InputError
from engine.sat.formula import dimacs, raw_text
from engine.sat.formula.raw_text import RawText

breaks = st.sampled_from([b"\n", b"\r\n", b"\r", b"\n\n"])
blanks = st.sampled_from([b" ", b"\t", b"  ", b"\f", b" \v "]) | breaks
numbers = st.integers(-400, 400).map(lambda number: b"%d" % number) | st.sampled_from([b"0", b"00", b"+7", b"-012"])
comments = st.builds(
    lambda lead, text, end: lead + text + end,
    st.sampled_from([b"c ", b"c", b"cut 0 ", b"  c 1 0 "]),
    st.text("0 1-cp%\t\u00e9", max_size=40).map(str.encode),
    breaks,
)
lines = st.lists(st.tuples(numbers, blanks).map(b"".join), max_size=12).map(b"".join)
pieces = st.one_of(
    lines,
    st.builds(lambda line, note: line + b"\n" + note, lines, comments),
    st.builds(lambda line, note: line + b" c " + note.replace(b"\r", b"").replace(b"\n", b"") + b"\n", lines, comments),
    st.just(b"\np cnf 400 3\n"),
)
texts = st.builds(
    lambda mark, parts, tail: mark + b"".join(parts) + tail,
    st.sampled_from([b"", b"\xef\xbb\xbf"]),
    st.lists(pieces, max_size=10),
    st.sampled_from([b"", b"\n", b"5", b"7 0", b"\n%\n0\n", b"\n%\n1 2 0\n"]),
)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield Path(name)


def between(lines: list[bytes], raw: RawText, clause: int) -> bytes:
    """The text of a clause's span, without comments."""
    span = raw.span(clause)
    found = []
    for number in range(span.first, span.last + 1):
        start = span.start if number == span.first else 0
        end = span.end if number == span.last else len(lines[number - 1])
        found.append(lines[number - 1][start:end])
    return b"\n".join(found)


@settings(max_examples=amount(60))
@given(texts, st.integers(1, 200), st.booleans())
def test_the_text_of_a_clause_reads_as_the_clause(folder: Path, data: bytes, block: int, packed: bool) -> None:
    try:
        formula = dimacs.parse(data).formula
    except InputError:
        return
    path = folder / "formula"
    path.write_bytes(gzip.compress(data) if packed else data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raw_text, "BLOCK", max(block, max(map(len, data.split()), default=0) + 2))
        raw = RawText(path)
        lines = data.splitlines()
        assert (raw.clauses, raw.lines) == (len(formula), len(lines))
        for number, line in enumerate(lines, 1):
            assert raw.part(number, 0, len(line) + 1) == line
            assert raw.part(number, 3, 4) == line[3:7]
        last = (1, 0)
        for clause, literals in enumerate(formula):
            span = raw.span(clause)
            assert last <= (span.first, span.start) < (span.last, span.end)
            last = span.last, span.end
            text = between(lines, raw, clause)
            again = dimacs.parse(b"p cnf 400 1\n" + text)
            assert list(again.formula) == [literals]
            assert text.split()[-1].strip(b"+0") == b"" or clause == len(formula) - 1
            found = raw.clause_at(span.last)
            assert found is not None
            assert found <= clause
            assert raw.span(found).last == span.last or raw.span(found).first <= span.last <= raw.span(found).last
        with pytest.raises(IndexError):
            raw.span(len(formula))


@settings(max_examples=amount(40))
@given(st.binary(max_size=300) | texts, st.integers(2, 100))
def test_any_bytes_have_their_lines(folder: Path, data: bytes, block: int) -> None:
    path = folder / "bytes"
    path.write_bytes(b"p" + data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(raw_text, "BLOCK", block)
        raw = RawText(path)
        lines = (b"p" + data).splitlines()
        assert raw.lines == len(lines)
        assert [raw.part(number, 0, 1000) for number in range(1, len(lines) + 1)] == lines
        for clause in range(raw.clauses):
            assert 1 <= raw.span(clause).first <= raw.span(clause).last <= len(lines)


def test_a_refused_file_keeps_the_clauses_before(tmp_path: Path) -> None:
    path = tmp_path / "broken.cnf"
    path.write_bytes(b"p cnf 9 9\n1 2 0\n3 0 4 x 5 0\n6 0\n")
    raw = RawText(path)
    assert (raw.lines, raw.clauses) == (4, 3)
    assert [raw.span(clause) for clause in range(3)] == [(2, 0, 2, 5), (3, 0, 3, 3), (3, 4, 3, 5)]
    assert (raw.clause_at(1), raw.clause_at(3), raw.clause_at(4)) == (0, 1, None)


def test_a_damaged_file_ends_where_it_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "cut.cnf.gz"
    data = b"".join(b"%d %d 0\n" % (number, -number * 7919 % 100_000) for number in range(1, 30_000))
    packed = gzip.compress(data)
    path.write_bytes(packed[: len(packed) // 2])
    raw = RawText(path)
    assert 0 < raw.clauses < 29_999
    assert raw.part(17, 0, 100) == data.splitlines()[16]


def test_little_is_kept_of_a_large_file(tmp_path: Path) -> None:
    path = tmp_path / "long.cnf"
    path.write_bytes(b"p cnf 3 200000\n" + b"1 -2 3 0\n" * 200_000)
    raw = RawText(path)
    assert len(raw._marks) <= path.stat().st_size // (raw_text.BLOCK - 100) + 1
    assert raw.span(199_999) == (200_001, 0, 200_001, 8)


def test_it_can_be_stopped_and_a_missing_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "f.cnf"
    path.write_bytes(b"p cnf 1 1\n1 0\n")
    with pytest.raises(Cancelled):
        RawText(path, cancel=lambda: True)
    seen: list[tuple[int, int]] = []
    raw = RawText(path, on_progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (14, 14)
    path.unlink()
    with pytest.raises(InputError):
        raw.part(1, 0, 5)
    with pytest.raises(InputError):
        RawText(path)
