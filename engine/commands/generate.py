"""Make puzzles that have exactly one solution, as hard as you want."""

import json
import os
import re
import shlex
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.executors import Lost, in_order, is_stopped, stopping
from engine.base.seeds import new_seed
from engine.base.text import pluralized, title_of
from engine.commands import numbers
from engine.commands.arguments import add_workers, workers_of
from engine.commands.capped_messages import Complaints
from engine.commands.exits import DONE, NOT_SO, complain
from engine.commands.interrupt import interruptible
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.as_sat.certificate import certify
from engine.sudoku.formats import FORMATS, require, write_stream
from engine.sudoku.layout import LAYOUTS, Layout, overlapping_grids, single
from engine.sudoku.making.by_digit import digit_order
from engine.sudoku.making.by_rating import MIN_BOTTLENECK, MIN_PEARL, RatingGoal, bottleneck
from engine.sudoku.making.generator import Generated, GeneratorOptions, GeneratorProgress, Report, check
from engine.sudoku.making.remarks import remark
from engine.sudoku.making.rule_generator import check_with_rules, make_puzzle
from engine.sudoku.making.rule_mixes import GENERATED, MIXES, kinds_of
from engine.sudoku.making.symmetry import SYMMETRIES
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, SINGLES
from engine.sudoku.techniques.overlap import shares, where_to_start
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.scales import own_rating
from engine.sudoku.techniques.step_data import digits_text, puzzle_data, rating_data, step_data

LEVELS = [level.value for level in Level]

TECHNIQUES = {used.option: used for used in Technique if used in ALL}
"""Techniques by the names that the options take."""

EXAMPLES = f"""\
layouts:
{listing((name, make().title) for name, make in LAYOUTS.items())}

formats:
{listing((name, str(form.summary)) for name, form in FORMATS.items())}

techniques for --require, --need and --forbid:
{listing((name, f"{used.level.value}, {used.score}") for name, used in TECHNIQUES.items())}

rules for --rules, several separated by commas:
{listing((name, str(mix.title)) for name, mix in MIXES.items())}
  {", ".join(sorted(GENERATED))}

symmetries: {", ".join(SYMMETRIES)}

examples:
  satsudoku generate --difficulty hard
  satsudoku generate --layout single --holes 54 --symmetry rotation --seed 7 -o single.txt
  satsudoku generate --holes 60 --min-holes-per-box 2 --count 1000 --jobs 4 --format line -o bank.txt
  satsudoku generate --holes 60 --min-holes-per-box 2 --count 2000 --refill --format line -o bank.txt
  satsudoku generate --count 100000 --cluster tcp://10.0.0.1:8786 --format line -o bank.txt
  satsudoku generate --layout samurai --difficulty medium
  satsudoku generate --layout single --holes 40-55 --count 100 -o bank.txt
  satsudoku generate --layout single --require x-wing --forbid nishio
  satsudoku generate --difficulty easy --linked
  satsudoku generate --need cross-grid-line
  satsudoku generate --layout single --er 7.1..7.6 --count 10
  satsudoku generate --layout single --er 7.1.. --pearl
  satsudoku generate --layout single --difficulty hard --bottleneck
  satsudoku generate --layout single --by-digit
  satsudoku generate --rules killer
  satsudoku generate --layout single --rules thermometer,whispers,ratio --difficulty hard
  satsudoku generate --minimal --certify evidence -o minimal.txt
  satsudoku generate --layout mine.txt --holes 40 --format ksudoku -o mine.ksudoku

The difficulty is that of the hardest step that the puzzle needs, as `satsudoku rate` prints it; --er is Sudoku
Explainer's rating. Without --er, pearls and diamonds have at least {MIN_PEARL}, bottlenecks {MIN_BOTTLENECK}; a
diamond may take minutes. The same seed makes the
same puzzle; with several puzzles, each uses the next seed. A comment in the file has the command.

Exit code: 0 done; 1 if a puzzle is not as requested: one with too few holes is written with the most that were found,
one of another difficulty is left out; 2 bad usage."""


_FLAGS = ("minimal", "few-clues", "linked", "pearl", "diamond", "bottleneck", "singles-only", "by-digit")
"""The options without a value that belong to the command of a file."""

MAX_ER = 12.0
"""A rating above every other."""

_STOPPED = "stopped; the finished puzzles are kept, and --refill adds the others"
_WRITTEN = "stopped; the finished puzzles are written"
BATCH = 64
"""Number of puzzles in a batch if each is made in a moment: sending one takes a cluster longer than making it."""


@dataclass(frozen=True)
class GeneratorTask:
    """The parameters of generation, which are sent to processes. `seconds` limits each puzzle; None: no limit."""

    layout: Layout
    options: GeneratorOptions
    seconds: float | None


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--layout", default="double", metavar="NAME", help="a layout, or a file that describes one (default: double)"
    )
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--holes", type=_holes, metavar="N", help="number of empty cells; 30-60: any number in this range"
    )
    group.add_argument("--difficulty", choices=LEVELS, metavar="LEVEL", help=f"{', '.join(LEVELS)} (default: easy)")
    parser.add_argument("--minimal", action="store_true", help="remove givens while the solution stays unique")
    parser.add_argument("--few-clues", action="store_true", help="remove givens while the level stays the same")
    parser.add_argument("--symmetry", choices=SYMMETRIES, default="none", metavar="S", help="symmetry of the givens")
    box = numbers.count("holes", 25)
    parser.add_argument(
        "--min-holes-per-box", type=box, default=0, metavar="K", help="minimum number of empty cells in every box"
    )
    parser.add_argument("--require", type=technique, metavar="T", help="a technique it must need")
    parser.add_argument(
        "--need", type=technique, metavar="T", help="a technique that no other of its level can replace"
    )
    parser.add_argument(
        "--forbid", type=technique, metavar="T", action="append", default=[], help="a technique it must not need"
    )
    parser.add_argument(
        "--er", type=_er, metavar="R", help="Sudoku Explainer's rating: 7.1..7.6, or 7.1.. from 7.1 on, or 7.2"
    )
    parser.add_argument("--pearl", action="store_true", help="no digit can be placed before the hardest step (EP = ER)")
    parser.add_argument("--diamond", action="store_true", help="the first step is the hardest (ED = ER)")
    parser.add_argument("--bottleneck", action="store_true", help="exactly one step is not a single")
    parser.add_argument("--singles-only", action="store_true", help="singles solve it")
    parser.add_argument("--by-digit", action="store_true", help="singles finish one digit after another")
    parser.add_argument("--linked", action="store_true", help="no grid can be solved without the grids it overlaps")
    parser.add_argument(
        "--rules", type=_kinds, default=(), metavar="KINDS", help="kinds of rules in addition to the houses"
    )
    many = numbers.count("puzzles", 10**9)
    parser.add_argument("--count", type=many, default=1, metavar="N", help="number of puzzles (default 1)")
    parser.add_argument("--seed", type=int, metavar="S", help="seed of the first puzzle (default: any)")
    parser.add_argument(
        "--name",
        type=_name,
        metavar="NAME",
        help="title; several are called NAME-1, NAME-2 ... (default: by layout and seed)",
    )
    parser.add_argument("--time-limit", type=numbers.seconds, metavar="S", help="time limit in seconds for each puzzle")
    add_workers(parser, default=None)
    parser.add_argument(
        "--format", metavar="FORMAT", choices=FORMATS, help="default: grid; for puzzles with rules sudokupad"
    )
    parser.add_argument(
        "--json", action="store_true", help="print each puzzle, its solution and its rating as a JSON object on a line"
    )
    parser.add_argument("--steps", action="store_true", help="with --json: all steps to the solution")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")
    parser.add_argument("--refill", action="store_true", help="keep the puzzles of FILE, and add more up to N")
    parser.add_argument("--certify", metavar="DIR", help="write the solutions, and proofs that there are no others")


def run(arguments: Namespace) -> int:
    """Write the puzzles, after a comment with the command that reproduces them."""
    if arguments.steps and not arguments.json:
        raise InputError("generate: --steps needs --json", advice="add it, or use satsudoku rate --steps")
    if arguments.json and (arguments.format or arguments.refill):
        raise InputError("generate: --json can't be combined with --format or --refill", advice="leave them out")
    layout = files.load_layout(arguments.layout)
    arguments.format = arguments.format or ("sudokupad" if arguments.rules else "grid")
    require(arguments.format, layout, arguments.count)
    target_options = (
        arguments.difficulty,
        arguments.holes,
        arguments.require,
        arguments.need,
        _goal(arguments),
        arguments.singles_only or None,
        arguments.by_digit or None,
    )
    if not (arguments.minimal or arguments.rules) and all(goal is None for goal in target_options):
        arguments.difficulty = "easy"
    options = GeneratorOptions(
        holes=arguments.holes,
        level=Level(arguments.difficulty) if arguments.difficulty else None,
        symmetry=arguments.symmetry,
        box_holes=arguments.min_holes_per_box,
        required=arguments.require,
        needed=arguments.need,
        forbidden=frozenset(arguments.forbid) | (ALL - SINGLES if arguments.singles_only else frozenset()),
        minimal=arguments.minimal,
        few_clues=arguments.few_clues,
        linked=arguments.linked,
        by_digit=arguments.by_digit,
        kinds=arguments.rules,
        rating=_goal(arguments),
    )
    (check_with_rules if options.kinds else check)(layout, options)
    existing = _existing_output(arguments, layout)
    if arguments.certify:
        _make_folder(Path(arguments.certify))
    if arguments.seed is None:
        arguments.seed = new_seed()
    ended: list[Lost | KeyboardInterrupt] = []  # before all were made
    times: list[float] = []
    start = ""
    missing = max(arguments.count - existing.puzzles, 0)
    batch = 1 if options.is_rated or options.kinds else BATCH
    with (
        interruptible() as interrupted,  # not during a write
        workers_of(arguments, -(-missing // batch)) as workers,
        ProgressLine() as line,
        Complaints(line) as complaints,
    ):

        def look() -> None:
            workers.check()
            if interrupted():
                raise KeyboardInterrupt

        def puzzles() -> Iterator[Generated]:
            nonlocal start
            seeds = range(arguments.seed + existing.puzzles, arguments.seed + arguments.count)
            parts = _cut(seeds, batch)
            work = partial(_make_all, GeneratorTask(layout, options, arguments.time_limit))
            if missing == 1 and arguments.cluster is None and arguments.jobs in (None, 1):
                work.keywords["report"] = lambda progress: _show(line, options, progress)
            by = replace(workers, check=look)
            pairs = (pair for part, made in in_order(work, parts, by) for pair in zip(part, made, strict=True))
            token = stopping.set(interrupted)  # for puzzles made in this process
            try:
                for number, (seed, existing_puzzle) in enumerate(pairs, existing.puzzles + 1):
                    look()
                    line.show_share(number, arguments.count, f"puzzle {number:,} of {arguments.count:,}")
                    complaint = _complaint(existing_puzzle, seed, options, arguments)
                    if complaint:
                        complaints.add(complaint)
                    if existing_puzzle is None or not (existing_puzzle.reached or options.accepts_fewer_holes):
                        continue
                    puzzle = _named(existing_puzzle.puzzle, arguments, number)
                    if arguments.count == 1 and line.visible:
                        start = remark(existing_puzzle, options) or _where_to_start(puzzle)
                    if arguments.certify:
                        certify(puzzle, existing_puzzle.solution, Path(arguments.certify), puzzle.name)
                    times.append(existing_puzzle.seconds)
                    yield replace(existing_puzzle, puzzle=puzzle)
            except (Lost, KeyboardInterrupt, Cancelled) as error:
                end = error if isinstance(error, Lost) else KeyboardInterrupt()
                if not times:
                    raise end from None
                ended.append(end)  # finished puzzles are kept
            finally:
                stopping.reset(token)

        with destination(arguments.output) as file:
            file.write(existing.text)
            for text in _texts(puzzles(), arguments, remark=not existing.text):
                file.write(text.encode())
        if times:
            line.print_line(_times(times))
        if start:
            line.print_line(start)
    for error in ended:
        if isinstance(error, Lost):
            more = "; add the missing puzzles with --refill" if arguments.output else ""
            raise Lost(error.problem, path=error.path, advice=error.advice + more)
        complain(_STOPPED if arguments.output else _WRITTEN)
        raise error
    return NOT_SO if complaints.count else DONE


def _texts(puzzles: Iterator[Generated], arguments: Namespace, *, remark: bool) -> Iterator[str]:
    """What is written: JSON objects, or the format after a remark on how the puzzles are made again."""
    if arguments.json:
        return (f"{json.dumps(_data(made, arguments), ensure_ascii=False)}\n" for made in puzzles)
    words = f"made by: {_command(arguments)}" if remark else ""
    return write_stream((made.puzzle for made in puzzles), arguments.format, words)


def _data(made: Generated, arguments: Namespace) -> dict[str, Any]:
    """A puzzle with its solution and rating as JSON values, with the steps if they are requested."""
    rated = own_rating(made.puzzle, solutions=1)
    found = puzzle_data(made.puzzle) | {"seed": made.seed, "solution": digits_text(made.solution)}
    found |= rating_data(rated.level, rated.score, rated.counts)
    if arguments.bottleneck and made.puzzle.layout == single():
        place = bottleneck(made.puzzle)
        found["bottleneck"] = {"er": place.rank, "step": place.step, "steps": place.steps, "digits": place.digits}
    if arguments.by_digit:
        found["digit_order"] = digit_order(made.puzzle.layout, made.puzzle.givens, made.solution)
    if arguments.steps:
        found["steps"] = [step_data(step, made.puzzle.layout) for step in rate(made.puzzle).deduction.steps]
    return found


def _show(line: ProgressLine, options: GeneratorOptions, progress: GeneratorProgress) -> None:
    """Show the progress on a puzzle: for a level the number of the grid, otherwise that of the holes."""
    holes, target, grid = progress
    if options.is_rated or options.linked or options.kinds:
        line.show(f"grid {grid:,}")
    else:
        line.show_share(holes, target, f"{holes} of {target} holes")


def _where_to_start(puzzle: Puzzle) -> str:
    """The grids in which a person can start; empty if no grids overlap."""
    found = shares(puzzle, rate(puzzle)) if overlapping_grids(puzzle.layout) else ()
    return where_to_start(found) if found else ""


def _times(seconds: list[float]) -> str:
    """A sentence on how long the puzzles took."""
    if len(seconds) == 1:
        return f"1 puzzle made in {seconds[0]:.3g} s"
    return f"{len(seconds):,} puzzles made in {mean(seconds):.3g} s each, the slowest in {max(seconds):.3g} s"


def _cut(seeds: range, most: int) -> Iterator[range]:
    """The seeds in batches, each at most a hundredth of them and no larger than a limit."""
    size = min(most, len(seeds) // 100 + 1)
    return (seeds[start : start + size] for start in range(0, len(seeds), size))


def _make_all(order: GeneratorTask, seeds: range, report: Report | None = None) -> list[Generated | None]:
    """The puzzle of each seed, or None. (A module-level function, so that other processes can import it.)"""
    return [_make(order, seed, report) for seed in seeds]


def _make(order: GeneratorTask, seed: int, report: Report | None) -> Generated | None:
    """One puzzle, or None if its time is over."""
    end = None if order.seconds is None else time.monotonic() + order.seconds

    def over() -> bool:
        return is_stopped() or (end is not None and time.monotonic() > end)

    try:
        return make_puzzle(order.layout, order.options, seed=seed, on_progress=report, cancel=over)
    except Cancelled:
        return None


def _named(puzzle: Puzzle, arguments: Namespace, number: int) -> Puzzle:
    """The puzzle with the requested name; `number` counts puzzles from 1."""
    if not arguments.name:
        return puzzle
    return replace(puzzle, name=arguments.name if arguments.count == 1 else f"{arguments.name}-{number}")


def _complaint(made: Generated | None, seed: int, options: GeneratorOptions, arguments: Namespace) -> str:
    """The fault of a puzzle as a sentence; empty if it is as requested."""
    if made is None:
        return f"seed {seed}: no puzzle was found in {arguments.time_limit:g} s"
    if made.reached:
        return ""
    if not options.accepts_fewer_holes:
        return f"seed {seed}: no such puzzle was found in {pluralized(made.attempts, 'grid')}"
    tried = pluralized(made.attempts, "grid")
    least = min(options.holes) if isinstance(options.holes, range) else options.holes
    if least is not None and made.puzzle.holes < least:
        return f"{made.puzzle.name}: {made.puzzle.holes} holes instead of {least} after {tried}"
    return f"{made.puzzle.name}: some box has fewer than {options.box_holes} holes after {tried}"


@dataclass(frozen=True)
class _ExistingOutput:
    """The contents of a file that is refilled: its bytes up to the place for more, and the number of puzzles."""

    text: bytes = b""
    puzzles: int = 0


def _existing_output(arguments: Namespace, layout: Layout) -> _ExistingOutput:
    """The file to refill. Raises InputError if it can't be refilled."""
    if not arguments.refill:
        return _ExistingOutput()
    if arguments.output in (None, "-"):
        raise InputError("generate: --refill adds to a file", advice="name it with -o FILE")
    path = Path(arguments.output)
    if not path.exists():
        return _ExistingOutput()
    form = FORMATS[arguments.format]
    if form.is_single or form.tail:
        raise InputError(
            f"puzzles can't be added to a file of format {form.name}", path=path, advice="use another format"
        )
    puzzles = files.load_puzzles(path, layout=layout)
    if not all(puzzle.layout.is_like(layout) for puzzle in puzzles):
        raise InputError(
            f"its puzzles have a layout other than {layout.title}", path=path, advice="name the right layout"
        )
    if arguments.seed is None:
        seeds = re.findall(rb"made by: satsudoku generate .*--seed (\d+)", path.read_bytes())
        arguments.seed = int(seeds[0]) if seeds else None
    text = path.read_bytes().rstrip() + b"\n"
    return _ExistingOutput(text + b"\n" * (form.blank_lines and len(puzzles) < arguments.count), len(puzzles))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(error.strerror or str(error), path=folder, advice="name a folder for --certify") from None
    if not os.access(folder, os.W_OK):
        raise InputError("can't write to this folder", path=folder, advice="name another one for --certify")


def _holes(word: str) -> int | range:
    """Parse `50`, or a range such as `30-60`."""
    least, dash, most = word.partition("-")
    if dash and least.isdecimal() and most.isdecimal():
        return range(int(least), int(most) + 1)
    try:
        return int(word)
    except ValueError:
        raise ArgumentTypeError(f"{word!r} is neither a number of holes nor a range such as 30-60") from None


def _er(word: str) -> tuple[float, float]:
    """Parse `7.2`, or a range such as `7.1..7.6`, `7.1..` and `..3.0`. Raises ArgumentTypeError."""
    low, dots, high = word.partition("..")
    number = re.compile(r"\d{1,2}(\.\d)?")
    if not dots and number.fullmatch(word):
        return float(word), float(word)
    if dots and word != dots and all(not end or number.fullmatch(end) for end in (low, high)):
        return float(low or 0), float(high or MAX_ER)
    raise ArgumentTypeError(f"{word!r} is neither a rating such as 7.2 nor a range such as 7.1..7.6")


def _goal(arguments: Namespace) -> RatingGoal | None:
    """The requested rating; None if any will do."""
    least = MIN_PEARL if arguments.pearl or arguments.diamond else MIN_BOTTLENECK if arguments.bottleneck else 0.0
    low, high = arguments.er or (least, MAX_ER)
    goal = RatingGoal(low, high, arguments.pearl, arguments.diamond, arguments.bottleneck)
    return None if goal == RatingGoal(high=MAX_ER) else goal


def _kinds(words: str) -> tuple[str, ...]:
    """Parse names of kinds of rules. Raises ArgumentTypeError."""
    try:
        return kinds_of(words)
    except InputError as error:
        raise ArgumentTypeError(f"{error.problem}: {error.advice}") from None


def _name(word: str) -> str:
    """Parse a title, from which the names of the files of `--certify` are made. Raises ArgumentTypeError for one that
    can't be a file name.
    """
    if not re.fullmatch(r"[\w ()+.,-]{1,100}", word) or word.strip(" .") != word or title_of(word) != word:
        raise ArgumentTypeError(f"{word!r} is not a name: use letters, digits, blanks and - _ + . , ( )")
    return word


def technique(word: str, names: Mapping[str, Technique] = TECHNIQUES) -> Technique:
    """Parse the name of a technique. Raises ArgumentTypeError."""
    if word not in names:
        raise ArgumentTypeError(f"{word!r} is not a technique")
    return names[word]


def _command(arguments: Namespace) -> str:
    """The command line that makes the same file; defaults are omitted."""
    words = ["satsudoku generate"]
    if arguments.layout != "double":
        words.append(f"--layout {shlex.quote(arguments.layout)}")
    values: list[tuple[str, object]] = [
        ("difficulty", arguments.difficulty),
        ("holes", f"{holes[0]}-{holes[-1]}" if isinstance(holes := arguments.holes, range) else holes),
        ("symmetry", None if arguments.symmetry == "none" else arguments.symmetry),
        ("min-holes-per-box", arguments.min_holes_per_box or None),
        ("require", arguments.require and arguments.require.option),
        ("need", arguments.need and arguments.need.option),
        *(("forbid", technique.option) for technique in arguments.forbid),
        ("er", arguments.er and f"{arguments.er[0]:g}..{arguments.er[1]:g}"),
        ("rules", ",".join(kind.replace(" ", "-") for kind in arguments.rules) or None),
        ("count", arguments.count if arguments.count > 1 else None),
        ("seed", arguments.seed),
        ("name", arguments.name and shlex.quote(arguments.name)),
        ("format", None if arguments.format == ("sudokupad" if arguments.rules else "grid") else arguments.format),
    ]
    words += [f"--{flag}" for flag in _FLAGS if getattr(arguments, flag.replace("-", "_"))]
    words += [f"--{option} {value}" for option, value in values if value is not None]
    return " ".join(words)
