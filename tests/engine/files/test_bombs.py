"""Files made to exhaust the memory or to never end are refused in one line, by a process with little memory."""

import bz2
import gzip
import io
import lzma
import os
import socket
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time

import pytest
from systems import linux, unix

from engine.base import streams
from engine.base.errors import Cancelled, InputError
from engine.base.folder import read_folder
from engine.base.streams import Source
from engine.base.text import printable
from engine.base.unpacking import MAX_MEMORY
from engine.commands import reading
from engine.files import reading as files
from engine.files.reading import glance, lines_around, load
from engine.sat.formula import dimacs
from engine.sat.formula.raw_text import RawText
from engine.sat.proof import reader as proof_reader
from engine.sat.result import read_answer
from engine.sat.solvers.solve import solve
from tui.features.browse.files import Files
from tui.features.browse.summary import summary_of

ROOM = 700 << 20
"""Address space of the process in bytes; some 450 MB are used by Python, numpy and other libraries."""

MIB = 1 << 20


def gz(piece: bytes, count: int, start: bytes = b"") -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([packer.compress(start), *(packer.compress(piece) for _ in range(count)), packer.flush()])


def greedy_xz() -> bytes:
    """A few bytes that claim to need a dictionary of 4 GiB."""
    data = bytearray(lzma.compress(b"p cnf 1 1\n1 0\n", check=lzma.CHECK_NONE, filters=[{"id": lzma.FILTER_LZMA2}]))
    end = 12 + 4 * data[12]  # the block's header, without its checksum
    data[data.index(b"\x21\x01", 12) + 2] = 40
    data[end : end + 4] = zlib.crc32(data[12:end]).to_bytes(4, "little")
    return bytes(data)


BOMBS: dict[str, Callable[[], bytes]] = {
    "zeros.gz": lambda: gz(b"0 " * (MIB // 2), 100),
    "one-number.gz": lambda: gz(b"1" * MIB, 100),
    "empty-lines.gz": lambda: gz(b"\n" * MIB, 100),
    "one-comment.gz": lambda: gz(b"x" * MIB, 100, b"c "),
    "many-comments.gz": lambda: gz(b"c x\n" * (MIB // 4), 5),
    "one-clause.gz": lambda: gz(b"1 2 " * (MIB // 4), 100),
    "puzzles.gz": lambda: gz((b"." * 81 + b"\n") * 12_000, 100),
    "dots.gz": lambda: gz(b"." * MIB, 100),
    "model.gz": lambda: gz(b"1 " * (MIB // 2), 100, b"s 1\nv "),
    "deletions.gz": lambda: gz(b"d 0\n" * (MIB // 4), 5),
    "zeros.bz2": lambda: bz2.compress(b"0 " * (MIB // 2) * 10) * 8,
    "zeros.xz": lambda: lzma.compress(b"0 " * (MIB // 2) * 10, preset=0) * 8,
    "greedy.xz": greedy_xz,
    "nothing.gz": lambda: gzip.compress(b"") * 100_000,
    "nothing.bz2": lambda: bz2.compress(b"") * 100_000,
    "nothing.xz": lambda: lzma.compress(b"") * 30_000,
    "huge.cnf": lambda: b"p cnf 2147483647 2147483647\n1 0\n",
    "largest.cnf": lambda: b"p cnf 268435456 1\n1 0\n",
    "literal.cnf": lambda: b"p cnf 1 1\n2147483647 -2147483647 0\n",
    "tag.xml": lambda: b"<opensudoku " + b"a='b' " * MIB,
    "deep.json": lambda: b'{"grid":' + b"[" * MIB,
    "deep.xml": lambda: b"<opensudoku>" * MIB,
}

READ = """
import resource, sys
from pathlib import Path
from engine.base.errors import InputError
from engine.files.reading import load, glance, first_lines
from engine.sat.proof import reader as proof_reader
from engine.sat.formula.raw_text import RawText
from engine.sat.result import read_answer
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
for path in map(Path, sys.argv[2:]):
    for read in (glance, first_lines, load, read_answer, proof_reader.read, RawText):
        try:
            read(path, 5) if read is first_lines else read(path)
        except InputError as error:
            assert "\\n" not in str(error), error
        except MemoryError:
            print(path.name, read.__qualname__, "takes too much memory")
"""


QUICK = [name for name in BOMBS if name.startswith(("greedy", "nothing", "huge", "largest", "literal", "tag", "deep"))]


def survive(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        (folder / name).write_bytes(BOMBS[name]())
    command = [sys.executable, "-c", READ, str(ROOM), *(str(folder / name) for name in names)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.long
@linux
def test_no_small_file_fills_the_memory(tmp_path: Path) -> None:
    survive(tmp_path, QUICK)


@linux
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BOMBS.keys() - set(QUICK)))
def test_no_file_fills_the_memory(name: str, tmp_path: Path) -> None:
    survive(tmp_path, [name])


def test_the_dictionary_of_xz_is_bounded() -> None:
    with pytest.raises(InputError, match=f"^unpacking takes more than {MAX_MEMORY >> 20} MB of memory; unpack it"):
        Source(io.BytesIO(greedy_xz())).read(1)
    assert Source(io.BytesIO(lzma.compress(b"text", preset=9))).read(10) == b"text"


def test_the_unpacked_size_is_bounded_by_the_file_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "ANY_FACTOR_BYTES", 1000)
    few = gzip.compress(bytes(100_000))
    with pytest.raises(InputError, match=f"^unpacks to more than {streams.MAX_FACTOR * len(few)} bytes; "):
        Source(io.BytesIO(few)).read(MIB)
    assert Source(io.BytesIO(few + gzip.compress(os.urandom(1000)))).read(MIB)[:100_000] == bytes(100_000)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_each_read_handles_a_share_of_very_many_parts(pack: Callable[[bytes], bytes]) -> None:
    """So that it can be cancelled in between."""
    source, sizes = Source(io.BytesIO(pack(b"x") * 3000)), []
    while piece := source.read(MIB):
        sizes.append(len(piece))
    assert sum(sizes) == 3000
    assert len(sizes) > 2
    with pytest.raises(InputError, match="most of it is empty"):
        Source(io.BytesIO(pack(b"") * 3000)).read(1)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_data_after_the_packed_parts(pack: Callable[[bytes], bytes]) -> None:
    for zeros in (0, 4, 100_000):
        assert Source(io.BytesIO(pack(b"one") + bytes(zeros) + pack(b"two"))).read(100) == b"onetwo"
    with pytest.raises(InputError, match=r"^the compressed file is cut off or damaged \(other data follows"):
        Source(io.BytesIO(pack(b"one") + b"two")).read(100)


def test_a_growing_file_is_read_up_to_its_size_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "grows.cnf"
    path.write_bytes(b"p cnf 2 1\n1 -2 0\n" + b"c" + b"x" * MIB + b"\n")

    def grow(done: int, total: int) -> None:
        assert done <= total == size
        with path.open("ab") as file:
            file.write(b"2 0\n" * 100_000)

    size = path.stat().st_size
    assert len(dimacs.read(path, on_progress=grow).formula) == 1


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_shrinking_file_is_reported(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "shrinks.cnf"
    path.write_bytes(pack(b"p cnf 2 1\n1 -2 0\nc " + os.urandom(MIB).hex().encode()))
    with pytest.raises(InputError, match="it was truncated while being read; try again"):
        dimacs.read(path, on_progress=lambda *_: os.truncate(path, 10))


@unix
def test_a_pipe_that_never_ends_fills_no_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/zero", "rb") as zeros:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(zeros))
        monkeypatch.setattr(reading, "MAX_PIPED", 1 << 21)
        with pytest.raises(InputError, match="more than 0 GiB; name a regular file"):
            reading.load("-")


def test_a_file_that_vanishes_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "vanishes.cnf"
    path.write_bytes(b"p cnf 2 1\n1 -2 0\n" + b"c" + b"x" * MIB + b"\n")
    assert len(dimacs.read(path, on_progress=lambda *_: path.unlink(missing_ok=True)).formula) == 1
    assert glance(path).reason == "there is no such file"


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """Entries of a folder that are not readable files."""
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    os.mkfifo("pipe")
    Path("folder").mkdir()
    for name, target in (("loop", "pool"), ("pool", "loop"), ("self", "self"), ("nowhere", "gone"), ("tty", "/dev/tty"),
                         ("zero", "/dev/zero"), ("to-pipe", "pipe"), ("kmsg", "/proc/kmsg"), ("mem", "/proc/self/mem"),
                         ("x" * 255, "y" * 255 + "/z")):  # fmt: skip
        Path(name).symlink_to(target)
    Path("secret").write_bytes(b"1 0\n")
    Path("secret").chmod(0)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        yield [*map(Path, os.listdir()), Path("gone"), Path("a\0b"), Path("n" * 300), Path("folder/" * 2000)]


@unix
def test_special_files_never_block(odd: list[Path]) -> None:
    """For glances, for reading, and for the preview and the list of the browser."""
    for path in odd:
        seen = glance(path)
        assert not seen.usable or path.name == "secret"
        for read in (load, dimacs.read, read_answer, proof_reader.read, RawText, files.load_puzzles):
            try:
                read(path)
                refused = ""
            except InputError as error:
                refused = str(error)
            assert refused.startswith(printable(str(path))) or (not refused and path.name in ("secret", "kmsg"))
            assert len(refused.splitlines()) <= 1
        seen_again, subject = summary_of(path, Path("shipped"), Files(), lambda: False)
        assert (seen_again.kind, bool(subject.name or subject.kind_text)) == (seen.kind, True)
    assert {entry.name for entry in read_folder(Path())} == set(os.listdir())


def test_a_long_line_can_be_cancelled_and_costs_no_more_than_its_length(tmp_path: Path) -> None:
    path = tmp_path / "line.cnf"
    path.write_bytes(b"0\n" + b"1 -2 " * MIB)
    calls = iter(range(100))
    for read in (dimacs.read, proof_reader.read, RawText):
        with pytest.raises(Cancelled):
            read(path, cancel=lambda: next(calls) % 5 == 4)
    with pytest.raises(Cancelled):
        lines_around(path, 9, 1, 1, cancel=lambda: True)
    assert [len(text) for _, text in lines_around(path, 2, 1, 1)] == [1, files.MAX_LINE_LENGTH]


@pytest.mark.parametrize(
    ("read", "data", "message"),
    [
        (dimacs.parse, b"p cnf 2 1\n" + b"1 -2 " * 400_000, ":2: a clause of more than 500000 literals"),
        (dimacs.parse, b"1 0\n" * 9 + b"1 " * 600_000 + b"0\n", ":10: a clause of more than 500000 literals"),
        (proof_reader.parse, b"1 0\n" + b"1 -2 " * 400_000 + b"0\n", ":2: a step of more than 500000 literals"),
        (proof_reader.parse, b"c " + b"x" * 2 * MIB, ":1: a line of more than 1048576 bytes"),
        (proof_reader.parse, b"a\2\0a" + b"\2\5" * 2 * MIB, "byte 3: a step of more than 1048576 bytes"),
        (proof_reader.parse, b"a" + b"\x80" * 3 * MIB, "byte 0: a step of more than 1048576 bytes"),
    ],
)
def test_a_clause_that_does_not_end_is_refused(
    read: Callable[..., object], data: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (dimacs, proof_reader):
        monkeypatch.setattr(module, "MAX_CLAUSE", 500_000)
        monkeypatch.setattr(module, "MAX_LINE", MIB)
    monkeypatch.setattr(proof_reader, "_MAX_STEP", MIB)
    with pytest.raises(InputError) as refused:
        read(data, path="x")
    assert str(refused.value).startswith(f"x{'' if message.startswith(':') else ': '}{message}")
    assert dimacs.parse(b"1 -2 0 " * 400_000).formula.variables == 2, "many clauses on a line are none"


@pytest.mark.parametrize("formula", [b"p cnf 268435456 1\n1 0\n", b"2147483647 -2147483647 0\n"])
def test_variables_that_hardly_occur_fill_no_memory(formula: bytes) -> None:
    read = dimacs.parse(formula).formula
    for name in ("dpll", "cdcl", "naive", "cadical"):
        with pytest.raises(InputError, match="variables are too many for so few literals: the limit is 4194304"):
            solve(read, name)
    assert dimacs.most_variables(10**6) == 64 * 10**6
    assert dimacs.most_variables(10**9) == dimacs.MAX_COUNT


@pytest.mark.parametrize("start", [b"", b"c x\n", b"c x"])
def test_a_glance_at_empty_lines_takes_no_time(start: bytes, tmp_path: Path) -> None:
    """It once took quadratic time."""
    path = tmp_path / "empty.cnf"
    path.write_bytes(start + b"\n" * 300_000)
    before = process_time()
    glance(path)
    assert process_time() - before < 5
