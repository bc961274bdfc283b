"""The DIMACS reader and writer: accepted input, warnings, errors and their texts."""

import bz2
import gzip
import lzma
import os
from array import array
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from systems import unix

from engine.base.errors import Cancelled, InputError
from engine.base.text import printable
from engine.sat.formula import dimacs, scanner
from engine.sat.formula.dimacs import Diagnostic, Document, Header, dumps, parse, read
from engine.sat.formula.formula import Formula

NO_HEADER = Diagnostic(1, "no header p cnf VARIABLES CLAUSES")
value = "the number of clauses"


def clauses(document: Document) -> list[tuple[int, ...]]:
    return list(document.formula)


def refusal(data: bytes, strict: bool = False) -> str:
    with pytest.raises(InputError) as caught:
        parse(data, path="f.cnf", strict=strict)
    return str(caught.value)


ACCEPTED = {
    "plain": (b"p cnf 3 2\n1 -3 0\n2 3 -1 0\n", [(1, -3), (2, 3, -1)]),
    "no newline at the end": (b"p cnf 3 2\n1 -3 0\n2 3 -1 0", [(1, -3), (2, 3, -1)]),
    "one line": (b"p cnf 3 2\n1 -3 0 2 3 -1 0\n", [(1, -3), (2, 3, -1)]),
    "clauses over several lines": (b"p cnf 3 2\n1\n-3\n\n0 2\n3 -1\n0\n", [(1, -3), (2, 3, -1)]),
    "comments in the body": (b"c a\np cnf 3 2\n1 -3 0\nc b\n2 3\nc in a clause\n-1 0\nc d", [(1, -3), (2, 3, -1)]),
    "comment without a blank": (b"cnf of mine\np cnf 1 1\n1 0\n", [(1,)]),
    "indented comment and header": (b"  c a\n\tp cnf 1 1\n1 0\n", [(1,)]),
    "CRLF": (b"c a\r\np cnf 3 2\r\n1 -3 0\r\n2 3 -1 0\r\n", [(1, -3), (2, 3, -1)]),
    "CR": (b"c a\rp cnf 3 2\r1 -3 0\r2 3 -1 0\r", [(1, -3), (2, 3, -1)]),
    "BOM": (b"\xef\xbb\xbfp cnf 1 1\n1 0\n", [(1,)]),
    "tabs and blanks": (b"p \t cnf  3\t2 \n \t1  -3\t0 \n\v2\f3 -1 0  \n", [(1, -3), (2, 3, -1)]),
    "SATLIB's tail": (b"p cnf 1 1\n1 0\n%\n0\n\n", [(1,)]),
    "SATLIB's tail without 0": (b"p cnf 1 1\n1 0\n%\n", [(1,)]),
    "SATLIB's tail on one line": (b"p cnf 1 1\n1 0 % 0", [(1,)]),
    "an empty clause": (b"p cnf 1 2\n0\n1 0\n", [(), (1,)]),
    "tautologies and duplicates": (b"p cnf 2 3\n1 -1 0\n2 2 1 2 0\n1 -1 0\n", [(1, -1), (2, 2, 1, 2), (1, -1)]),
    "nothing": (b"p cnf 0 0\n", []),
    "plus signs and leading zeros": (b"p cnf 7 1\n+3 -007 00\n", [(3, -7)]),
    "the highest literals": (b"p cnf 1 1\n2147483647 -2147483647 0\n", [(2147483647, -2147483647)]),
    "upper case": (b"p CNF 1 1\n1 0\n", [(1,)]),
}


@pytest.mark.parametrize(("data", "expected"), ACCEPTED.values(), ids=ACCEPTED)
def test_is_taken(data: bytes, expected: list[tuple[int, ...]]) -> None:
    document = parse(data)
    assert clauses(document) == expected
    warned = [warning.message for warning in document.warnings]
    assert warned == (
        ["a variable beyond the 1 of the header; the highest is 2147483647"] if b"2147483647" in data else []
    )


WARNED = {
    "no header": (b"c a\n1 0\n", [(1,)], [NO_HEADER]),
    "more clauses": (
        b"p cnf 1 1\n1 0\n-1 0\n", [(1,), (-1,)], [Diagnostic(1, f"{value} is 1 in the header, but 2 in the file")]
    ),
    "fewer clauses": (
        b"\np cnf 1 5\n1 0\n", [(1,)], [Diagnostic(2, f"{value} is 5 in the header, but 1 in the file")]
    ),
    "more variables": (
        b"p cnf 2 2\n1 2 0\n\n5 9 0\n", [(1, 2), (5, 9)],
        [Diagnostic(4, "a variable beyond the 2 of the header; the highest is 9")],
    ),
    "a late header": (
        b"1 5 0\np cnf 2 1\n", [(1, 5)],
        [
            Diagnostic(2, "the header comes after the first clause"),
            Diagnostic(2, "a variable beyond the 2 of the header; the highest is 5"),
        ],
    ),
    "p SAT": (b"p SAT 2 1\n1 2 0\n", [(1, 2)], [Diagnostic(1, "the header's format is 'SAT', read as cnf")]),
    "no count": (b"p cnf\n1 0\n", [(1,)],
                 [Diagnostic(1, "0 counts in the header, not two: p cnf VARIABLES CLAUSES")]),
    "one count": (b"p cnf 3\n1 0\n", [(1,)],
                  [Diagnostic(1, "1 counts in the header, not two: p cnf VARIABLES CLAUSES")]),
    "three counts": (b"p cnf 1 1 7\n1 0\n", [(1,)],
                     [Diagnostic(1, "3 counts in the header, not two: p cnf VARIABLES CLAUSES")]),
    "a header after a short one": (b"p cnf\np cnf 1 1\n1 0\n", [(1,)],
                                   [Diagnostic(1, "0 counts in the header, not two: p cnf VARIABLES CLAUSES")]),
    "two headers": (
        b"p cnf 1 1\np cnf 9 9\n1 0\n", [(1,)], [Diagnostic(2, "a second header, which is ignored")]
    ),
    "the last 0 is missing": (b"p cnf 3 2\n1 0\n2\n3\n\n", [(1,), (2, 3)],
                              [Diagnostic(4, "the last clause has no 0 at its end")]),
    "the last 0 is missing before %": (b"p cnf 1 1\n1\n%\n0\n", [(1,)],
                                       [Diagnostic(2, "the last clause has no 0 at its end")]),
    "text after %": (b"p cnf 1 1\n1 0\n%\n0\n-1 0\n", [(1,)], [Diagnostic(3, "text after this % is ignored")]),
    "a comment after numbers": (
        b"p cnf 2 1\n1 c one\n2 0\n", [(1, 2)], [Diagnostic(2, "a comment after numbers on the same line")]
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "expected", "warnings"), WARNED.values(), ids=WARNED)
def test_is_taken_with_a_warning(data: bytes, expected: list[tuple[int, ...]], warnings: list[Diagnostic]) -> None:
    document = parse(data)
    assert clauses(document) == expected
    assert list(document.warnings) == warnings
    advice = "correct it, or read it without strict"
    assert refusal(data, strict=True) in {f"f.cnf:{w.line}: {w.message}; {advice}" for w in warnings}


REFUSED = {
    "a word": (b"p cnf 1 1\n1 foo 0\n", ":2: 'foo' is not a number; clauses are whole numbers that end with a 0"),
    "a fraction": (b"p cnf 1 1\n\n1.5 0\n", ":3: '1.5' is not a number; clauses are whole numbers that end with a 0"),
    "a lone sign": (b"1 - 2 0\n", ":1: '-' is not a number; clauses are whole numbers that end with a 0"),
    "two signs": (b"--1 0\n", ":1: '--1' is not a number; clauses are whole numbers that end with a 0"),
    "a range": (b"1-3 0\n", ":1: '1-3' is not a number; clauses are whole numbers that end with a 0"),
    "a letter after digits": (b"12x 0\n", ":1: '12x' is not a number; clauses are whole numbers that end with a 0"),
    "a long word": (
        b"x" * 99 + b" 0", f":1: '{'x' * 40}…' is not a number; clauses are whole numbers that end with a 0"
    ),
    "a word that ends the file": (b"1 0 xy", ":1: 'xy' is not a number; clauses are whole numbers that end with a 0"),
    "letters of other alphabets": (
        "p cnf 1 1\r\nč\r\n".encode(), ":2: 'č' is not a number; clauses are whole numbers that end with a 0"
    ),
    "a terminal escape": (b"\x1b[2J", ":1: '\\x1b[2J' is not a number; clauses are whole numbers that end with a 0"),
    "minus zero": (b"1 -0\n", ":1: '-0' is not a literal; write it without a sign or leading zeros"),
    "endless zeros": (b"1 " + b"0" * 30 + b"1 0\n",
                      f":1: '{'0' * 30}1' is not a literal; write it without a sign or leading zeros"),
    "beyond 2^31-1": (
        b"p cnf 1 1\n2147483648 0\n",
        ":2: '2147483648' is beyond the highest variable 2147483647; number the variables from 1",
    ),
    "below -2^31+1": (
        b"1 0\r\n-2147483648 0\n",
        ":2: '-2147483648' is beyond the highest variable 2147483647; number the variables from 1",
    ),
    "many digits": (
        b"9" * 60 + b" 0\n",
        f":1: '{'9' * 40}…' is beyond the highest variable 2147483647; number the variables from 1",
    ),
    "another format": (b"p edge 5 6\ne 1 2\n", ":1: the header's format is 'edge', not cnf; give a DIMACS CNF file"),
    "weights": (b"p wcnf 5 6 7\n", ":1: the header's format is 'wcnf', not cnf; give a DIMACS CNF file"),
    "no format": (b"p\n1 0\n", ":1: the header's format is '', not cnf; give a DIMACS CNF file"),
    "a word in the header": (b"p cnf 5 x\n", ":1: 'x' in the header is not a count; write p cnf VARIABLES CLAUSES"),
    "a negative count": (b"p cnf -5 1\n", ":1: '-5' in the header is not a count; write p cnf VARIABLES CLAUSES"),
    "too many variables": (
        b"c\np cnf 268435457 1\n",
        ":2: the header's count '268435457' could not fit in memory; at most 268435456 is possible",
    ),
    "too many clauses": (
        b"p cnf 1 999999999999999999999999\n",
        ":1: the header's count '999999999999999999999999' could not fit in memory; at most 268435456 is possible",
    ),
    "a NUL byte": (b"p cnf 1 1\n1 0\n\0\n", ":3: binary data, not text; give a DIMACS CNF file"),
    "a NUL byte in a comment": (b"c a\0b\n1 0\n", ":1: binary data, not text; give a DIMACS CNF file"),
    "a program": (b"\x7fELF\x02\x01\x01" + bytes(9), ":1: binary data, not text; give a DIMACS CNF file"),
    "UTF-16": ("p cnf 1 1\n1 0\n".encode("utf-16"), ":1: UTF-16 text; save it as UTF-8"),
    "an empty file": (b"", ": it has neither a header nor a clause; give a DIMACS CNF file"),
    "blanks only": (b" \n\t\r\n", ": it has neither a header nor a clause; give a DIMACS CNF file"),
    "comments only": (b"c a\nc b\n", ": it has neither a header nor a clause; give a DIMACS CNF file"),
    "a document": (b"%PDF-1.4\n...", ":1: text after this % is ignored; correct it, or read it without strict"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_is_refused(data: bytes, message: str) -> None:
    assert refusal(data, strict="without strict" in message) == f"f.cnf{message}"
    refusal(data)


def test_the_header_counts_variables_that_no_clause_has() -> None:
    document = parse(b"c a\np cnf 9 1\n1 0\n", strict=True)
    assert document.header == Header(9, 1, 2)
    assert document.formula.variables == 9
    assert parse(b"1 0 -7 0").formula.variables == 7
    assert parse(b"1 0 -7 0").header is None


def test_comments_keep_their_text_and_their_line() -> None:
    data = b"c\nc  two\ncthree\nc\tfour \np cnf 1 1\r\nc f\xc3\xbcnf\r\n1 c s\xffx\nc \xf0\x9f\x8e\xb2\n0"
    comments = parse(data).formula.comments
    assert [comment.text for comment in comments] == ["", " two", "three", "four ", "fünf", "sÿx", "🎲"]
    assert [comment.line for comment in comments] == [1, 2, 3, 4, 6, 7, 8]


def test_comments_and_warnings_are_kept_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "MAX_COMMENTS", 3)
    monkeypatch.setattr(dimacs, "MAX_WARNINGS", 2)
    assert parse(b"p cnf 0 0\n" + b"c a\n" * 3).warnings == ()
    document = parse(b"p cnf 0 0\n" + b"c a\n" * 5)
    assert len(document.formula.comments) == 3
    assert document.warnings == (Diagnostic(5, "comments after the first 3 are not kept"),)
    document = parse(b"p cnf 1 3\n" + b"1 0 c\n" * 3 + b"1 0\np cnf 1 3\n")
    assert document.warnings == (
        Diagnostic(1, "the number of clauses is 3 in the header, but 4 in the file"),
        Diagnostic(2, "a comment after numbers on the same line"),
        Diagnostic(3, "a comment after numbers on the same line (more of these are not listed)"),
        Diagnostic(6, "a second header, which is ignored"),
    )


def test_a_line_has_a_longest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "MAX_LINE", 100)
    assert len(parse(b"c" + b"x" * 98 + b"\n1 0").formula.comments) == 1
    assert refusal(b"1 0\nc" + b"x" * 200 + b"\n1 0") == "f.cnf:2: a line of more than 100 bytes; break the line"
    assert len(parse(b"1 " * 200 + b"0").formula) == 1


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".xz", ".txt"])
def test_files_are_unpacked_whatever_their_name(suffix: str, tmp_path: Path) -> None:
    data = b"p cnf 3 2\n1 -3 0\n2 3 -1 0\n"
    for pack in (bytes, gzip.compress, bz2.compress, lzma.compress):
        path = tmp_path / f"f.cnf{suffix}"
        path.write_bytes(pack(data))
        assert read(path, strict=True) == parse(data)
        assert parse(pack(data)) == parse(data)


@unix
def test_invalid_files_are_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, message in (
        (tmp_path, "is a folder, not a regular file"),
        (tmp_path / "pipe", "is a pipe, not a regular file"),
        (tmp_path / "gone", "can't be read: No such file or directory"),
    ):
        with pytest.raises(InputError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}: {message}; ")


@pytest.mark.compiled
def test_progress_ends_at_the_size_of_the_file(tmp_path: Path) -> None:
    data = b"p cnf 1 100000\n" + b"1 -1 1 0\n" * 100_000
    for packed in (data, gzip.compress(data)):
        path = tmp_path / "f.cnf"
        path.write_bytes(packed)
        calls: list[tuple[int, int]] = []
        read(path, on_progress=lambda done, total, calls=calls: calls.append((done, total)))
        assert len(calls) >= 4
        assert calls == sorted(calls)
        assert calls[-1] == (len(packed), len(packed))


@pytest.mark.compiled
def test_reading_can_be_cancelled() -> None:
    answers = iter([False, False, True])
    with pytest.raises(Cancelled):
        parse(b"1 0\n" * 500_000, cancel=lambda: next(answers))
    assert next(answers, None) is None


def test_the_writer_writes_one_clause_a_line() -> None:
    formula = Formula.of([(1, -2), (), (3,)], 5, ["a\nb\r\nc\rd", "", " x\x1b[2J", "e\ud800"])
    assert dumps(formula) == b"c a\nc b\nc c\nc d\nc\nc  x [2J\nc e?\np cnf 5 3\n1 -2 0\n0\n3 0\n"


literals = st.integers(1, 9) | st.integers(1, dimacs.MAX_COUNT)
signed = st.builds(lambda variable, sign: variable * sign, literals, st.sampled_from((1, -1)))
texts = st.text(st.characters(exclude_categories=("Cc", "Cs")))
formulas = st.builds(
    Formula.of, st.lists(st.lists(signed, max_size=5), max_size=20), st.integers(0, 20), st.lists(texts, max_size=4)
)


@given(formulas)
def test_written_output_is_read_back(formula: Formula) -> None:
    document = parse(dumps(formula), strict=True)
    assert document.formula == formula
    assert document.warnings == ()
    assert document.header == Header(formula.variables, len(formula), len(formula.comments) + 1)


gaps = st.lists(
    st.sampled_from((b" ", b"\t", b"\n", b"\r\n", b"\n\n", b"  ", b"\v", b"\nc x 1 0\n", b"\ncx\r\n", b"\nc\n")),
    min_size=1,
    max_size=3,
).map(b"".join)
spelled = signed.map(lambda literal: b"%d" % literal) | st.sampled_from((b"0", b"+3", b"-04", b"000", b"1", b"-2"))


@given(st.lists(st.tuples(gaps, spelled), min_size=1), gaps, st.integers(0, 40))
def test_zeros_separate_clauses(tokens: list[tuple[bytes, bytes]], end: bytes, shift: int) -> None:
    numbers = [int(token) for _, token in tokens]
    expected: list[list[int]] = [[]]
    for number in numbers:
        if number:
            expected[-1].append(number)
        else:
            expected.append([])
    if not expected[-1]:
        expected.pop()
    with pytest.MonkeyPatch.context() as patch:  # small pieces, so that every token is split somewhere
        patch.setattr(dimacs, "SLICE", 32)
        document = parse(b" " * shift + b"".join(gap + token for gap, token in tokens) + end)
    assert [list(clause) for clause in document.formula] == expected
    assert document.formula.variables == max(map(abs, numbers))


def load_plain() -> type:
    """The scanner as plain Python, even if it is compiled."""
    spec = spec_from_file_location("plain_scanner", Path(scanner.__file__).with_name("scanner.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Scanner


PlainScanner = load_plain()
FRAGMENTS = (
    b"1", b"-2", b"0", b"17", b"2147483647", b"2147483648", b"+5", b"-0", b"-", b"00", b"x", b"c", b"p", b"%", b"\xff",
    b" ", b"\t", b"\n", b"\r", b"\r\n", b"\n\n", b" 0\n", b" 3 -1 0\n", b"\nc hello\n", b"p cnf 3 2\n", b"p cnf",
    b"c \xe9\n", b"p sat 2 2\n", b"123456789012345678901234567890", b"\0", b"\xef\xbb\xbf",
)  # fmt: skip
soups = st.lists(st.sampled_from(FRAGMENTS)).map(b"".join)


def outcome(data: bytes) -> "Document | str":
    try:
        return parse(data)
    except InputError as error:
        return str(error)


@given(soups, st.integers(32, 64))
def test_compiled_and_plain_scanner_agree_whatever_the_pieces(data: bytes, piece: int) -> None:
    whole = outcome(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dimacs, "SLICE", piece)
        cut = outcome(data)
        patch.setattr(dimacs, "Scanner", PlainScanner)
        plain = outcome(data)
    assert whole == cut == plain


@given(st.binary() | soups)
def test_any_bytes_are_a_formula_or_an_input_error(data: bytes) -> None:
    found = outcome(data)
    if isinstance(found, str):
        assert found
        assert found == printable(found), "one line that no terminal acts on"
    else:
        formula = found.formula
        assert formula.starts[0] == 0
        assert formula.starts[-1] == len(formula.literals)
        assert list(formula.starts) == sorted(formula.starts)
        assert all(0 < abs(literal) <= formula.variables for literal in formula.literals)


def test_a_long_line_is_not_read_again_for_every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []
    take = dimacs._DimacsReader.take

    def scan(self: dimacs._DimacsReader, text: bytes) -> int:
        lengths.append(len(text))
        return take(self, text)

    monkeypatch.setattr(dimacs._DimacsReader, "take", scan)
    data = b"c" + b"x" * 15_000_000 + b"\n1 0\n"
    assert len(parse(data).formula) == 1
    assert sum(lengths) < 3 * len(data)


def test_a_formula_may_have_as_many_literals_as_an_int_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dimacs, "MAX_LITERAL", dimacs.SLICE + 1000)
    assert len(parse(b"1 0\n" * 1000).formula) == 1000
    assert refusal(b"1 0\n" * 1001) == "f.cnf:1002: more literals than 2^31-1; split the formula"


@pytest.mark.compiled
def test_other_peoples_files_are_read_and_written_back(data: Path) -> None:
    paths = sorted((data / "cnf").rglob("*.cnf"))
    assert len(paths) > 40
    for path in paths:
        document = read(path, strict=True)
        assert parse(dumps(document.formula), strict=True).formula == document.formula
        expected = []
        clause: list[int] = []
        for line in path.read_text("latin-1").splitlines():
            if line.startswith("%"):
                break
            for number in map(int, () if line.startswith(("c", "p")) else line.split()):
                clause.append(number)
                if not number:
                    expected.append(tuple(clause[:-1]))
                    clause = []
        assert list(document.formula) == expected
        assert document.formula.literals == array("i", (lit for clause in expected for lit in clause))
