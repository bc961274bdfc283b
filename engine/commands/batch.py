"""Solve puzzles by the million: one line of output for each puzzle, in order.

An output line is the solution of the puzzle, or a remark if the puzzle has none or several, or can't be read.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engine.base.errors import InputError
from engine.base.executors import Lost, in_order
from engine.commands import reading
from engine.commands.arguments import add_workers, workers_of
from engine.commands.capped_messages import Complaints
from engine.commands.exits import DONE, NOT_SO
from engine.commands.output import keep_input
from engine.commands.parts import parts_of
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.batch import after, solve
from engine.sudoku.formats.chunks import cut

EXAMPLES = """\
examples:
  satsudoku batch million.txt -o solved.txt
  satsudoku batch million.txt -o solved.txt --resume
  satsudoku batch doubles.txt.gz --layout double --jobs 4 | grep -c several
  satsudoku batch million.txt -o solved.txt --cluster tcp://10.0.0.1:8786

lines of the output:
  8127536499436821...                        the only solution
  # no solution
  # several solutions, such as 81275364...   the search stops at the second one
  # not read: ...                            the fault, also reported on standard error

A batch that was killed leaves complete lines, except perhaps the last one; --resume removes that and continues there.
Puzzles of one line each are the fastest; every other format can be read too.

Exit code: 0 done, 1 if a puzzle could not be read, 2 bad usage or input."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("input", metavar="IN", help="a file of puzzles, compressed or not; - for standard input")
    parser.add_argument("-o", "--output", metavar="OUT", help="write to this file instead of standard output")
    parser.add_argument("--resume", action="store_true", help="continue where OUT ends")
    parser.add_argument(
        "--layout", default="single", metavar="L", help="a layout, or a file that describes one (default: single)"
    )
    add_workers(parser, default=None)


def run(arguments: Namespace) -> int:
    """Solve all puzzles."""
    if arguments.resume and arguments.output in (None, "-"):
        raise InputError("batch: --resume continues a file", advice="name it with -o OUT")
    layout = files.load_layout(arguments.layout)
    with (
        parts_of(arguments.input) as (parts, share),
        workers_of(arguments) as workers,
        _target(arguments) as (file, done),
        ProgressLine() as line,
        Complaints(line) as complaints,
    ):
        chunks = after(cut(parts, layout), done)
        for _, solved in in_order(solve, chunks, workers):
            file.write(solved.text)
            file.flush()
            done += solved.puzzles
            for error in solved.errors:
                complaints.add(InputError(error.problem, path=reading.name(arguments.input), line=error.line))
            line.show(f"{done:,} puzzles{share()}")
    return NOT_SO if complaints.count else DONE


@contextmanager
def _target(arguments: Namespace) -> Iterator[tuple[BinaryIO, int]]:
    """The file to write to, after its contents if the batch is resumed, and the number of its lines."""
    if arguments.output in (None, "-"):
        yield sys.stdout.buffer, 0
        return
    keep_input(arguments.input, arguments.output)
    path = Path(arguments.output)
    try:
        with path.open("ab" if arguments.resume else "wb") as file:
            yield file, _whole_lines(path, file) if arguments.resume else 0
    except OSError as error:
        advice = "fix this, then continue with --resume"
        raise InputError(f"can't be written: {error.strerror}", path=path, advice=advice) from None
    except Lost as lost:
        raise Lost(lost.problem, path=lost.path, advice=f"{lost.advice}; go on with --resume") from None


def _whole_lines(path: Path, file: BinaryIO) -> int:
    """Truncate the file's last line if it is incomplete; returns the number of remaining lines."""
    lines = end = size = 0
    with path.open("rb") as written:
        while chunk := written.read(1 << 20):
            lines += chunk.count(b"\n")
            if b"\n" in chunk:
                end = size + chunk.rindex(b"\n") + 1
            size += len(chunk)
    file.truncate(end)
    return lines
