"""Make drills: puzzles with one solution in which a given technique is the next step once easier ones are exhausted.

Each drill is one line with the puzzle and the name of the technique. The other commands and the program read such a
line as a puzzle.
"""

import json
import shlex
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from engine.base.errors import Cancelled, InputError
from engine.base.seeds import new_seed
from engine.base.text import pluralized
from engine.commands import numbers
from engine.commands.exits import DONE, NOT_SO, complain
from engine.commands.generate import technique
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sudoku.layout import Layout
from engine.sudoku.making.drill_bank import drill_line
from engine.sudoku.making.drills import Drill, drills, drills_of_several
from engine.sudoku.making.levels import drill_techniques, possible_techniques
from engine.sudoku.making.nearby_drills import nearby_drills
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.solving import count as count_solutions
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.rules import RULE_STEPS
from engine.sudoku.techniques.step_data import candidates_data, digits_text, puzzle_data, step_data
from engine.sudoku.techniques.wording import enumeration

TECHNIQUES = {used.option: used for used in Technique}
"""Techniques by the names that the options take."""

EXAMPLES = f"""\
techniques:
{listing((name, f"{value.level.value}, {value.score}") for name, value in TECHNIQUES.items())}

examples:
  satsudoku drill x-wing
  satsudoku drill naked-pair --layout samurai --count 10
  satsudoku drill x-wing --layout x --count 100 --time-limit 60 --seed 1 -o x-wings.txt
  satsudoku drill naked-pair --to hidden-triple --count 5 --grids 2000 --seed 1
  satsudoku drill skyscraper --seed 1 --json
  satsudoku drill rule-chain --count 5 --seed 1
  satsudoku drill xy-wing --to xyz-wing --near puzzles/single/hard-1.txt --count 5 --grids 20000 --seed 1

The same seed makes the same drills. Steps by rules come from puzzles with random rules, each a line of JSON.

Exit code: 0 done, 1 if the time or the grids ran out before there were enough drills, 2 bad usage."""

ONE_TECHNIQUE = "satsudoku drill {technique} --layout {layout} --count {count} --seed {seed}"
SEVERAL_TECHNIQUES = (
    "satsudoku drill {technique} --to {last} --layout {layout} --count {count} --grids {grids} --seed {seed}"
)
NEARBY = f"{SEVERAL_TECHNIQUES} --near {{near}}"
"""The commands that reproduce drills."""

OUT_OF_TIME = "the time ran out after {drills}"
TOO_FEW = "too few drills were found for {techniques}"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("technique", metavar="TECHNIQUE", type=_technique, help="the technique to drill")
    parser.add_argument(
        "--layout", default="single", metavar="NAME", help="a layout, or a file that describes one (default: single)"
    )
    parser.add_argument(
        "--count", type=numbers.count("drills", 10**6), default=1, metavar="N", help="number of drills (default 1)"
    )
    parser.add_argument(
        "--to",
        dest="last",
        metavar="TECHNIQUE",
        type=_technique,
        help="make drills of all techniques up to this one together: far faster for rare ones",
    )
    parser.add_argument(
        "--near",
        metavar="FILE",
        help="with --to: search the neighbours of the puzzles in this file, of the layout or one of its grids",
    )
    parser.add_argument(
        "--grids",
        type=numbers.count("grids", 10**9),
        default=1000,
        metavar="N",
        help="with --to: number of grids to search (1000)",
    )
    parser.add_argument("--seed", type=int, metavar="S", help="seed of random choices (default: any)")
    parser.add_argument("--time-limit", type=numbers.seconds, metavar="S", help="time limit in seconds for all of them")
    parser.add_argument("--json", action="store_true", help="print each drill as a JSON object on one line")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of standard output")


def _technique(word: str) -> Technique:
    """Parse the name of a technique. Raises ArgumentTypeError."""
    return technique(word, TECHNIQUES)


def run(arguments: Namespace) -> int:
    """Write the drills, after a comment with the command that reproduces them."""
    layout, target_technique = files.load_layout(arguments.layout), arguments.technique
    if target_technique not in drill_techniques(layout):
        raise InputError(
            f"{target_technique.title} is impossible in {layout.title}", advice="ask for another technique"
        )
    seed = new_seed() if arguments.seed is None else arguments.seed
    end = None if arguments.time_limit is None else time.monotonic() + arguments.time_limit
    if arguments.near and not arguments.last:
        raise InputError("--near needs --to", advice="name the last technique after --to")
    if arguments.last:
        if not RULE_STEPS.isdisjoint({target_technique, arguments.last}):
            raise InputError("steps by rules are drilled one technique at a time", advice="leave out --to")
        return _make_several(arguments, layout, seed, end)
    found = drills(layout, target_technique, seed, _cancel(end))
    count = 0
    with ProgressLine() as line, destination(arguments.output) as file:
        file.write(_remark(ONE_TECHNIQUE, arguments, layout, seed))
        with suppress(Cancelled):
            for count, drill in enumerate(islice(found, arguments.count), 1):
                file.write(_line(drill, arguments))
                line.show_share(count, arguments.count, f"drill {count:,} of {arguments.count:,}")
    if count < arguments.count:
        complain(OUT_OF_TIME.format(drills=pluralized(count, "drill")))
        return NOT_SO
    return DONE


def _make_several(arguments: Namespace, layout: Layout, seed: int, end: float | None) -> int:
    """Write drills of a range of techniques, made together and grouped by technique."""
    order, possible = list(Technique), possible_techniques(layout)
    first, last = order.index(arguments.technique), order.index(arguments.last)
    found: dict[Technique, list[Drill]] = {
        technique: [] for technique in possible if first <= order.index(technique) <= last
    }
    if arguments.last not in found:
        raise InputError("--to names an easier technique than the first", advice="put the easier one first")
    count = arguments.count
    if arguments.near:
        command = NEARBY
        numbered_drills = nearby_drills(layout, found, _puzzles(arguments.near, layout), seed, _cancel(end))
    else:
        command = SEVERAL_TECHNIQUES
        numbered_drills = drills_of_several(layout, found, seed, _cancel(end))
    with ProgressLine() as line, destination(arguments.output) as file:
        file.write(_remark(command, arguments, layout, seed))
        with suppress(Cancelled):
            for grid, drill in numbered_drills:
                line.show_share(grid, arguments.grids, f"grid {grid:,} of {arguments.grids:,}")
                if grid > arguments.grids or all(len(group) >= count for group in found.values()):
                    break
                found[drill.technique].append(drill)
        for group in found.values():
            file.writelines(_line(drill, arguments) for drill in group[:count])
    missing = [technique.option for technique, group in found.items() if len(group) < count]
    if missing:
        complain(TOO_FEW.format(techniques=enumeration(missing)))
    return NOT_SO if missing else DONE


def _puzzles(path: str, layout: Layout) -> list[Puzzle]:
    """The puzzles of a file that have one solution and belong to the layout or to one of its grids."""
    content = files.load(Path(path))
    names = {layout.name, *(["single"] if layout.grids and layout.size == 9 else [])}
    puzzles = content if isinstance(content, list) else []
    found = [puzzle for puzzle in puzzles if puzzle.layout.name in names and count_solutions(puzzle) == 1]
    if not found:
        raise InputError(f"it has no puzzle for {layout.title}", path=path, advice="name a file of puzzles")
    return found


def _line(drill: Drill, arguments: Namespace) -> bytes:
    text = json.dumps(_data(drill), ensure_ascii=False) if arguments.json else drill_line(drill)
    return f"{text}\n".encode()


def _data(drill: Drill) -> dict[str, Any]:
    """The drill as JSON values: the puzzle, the position, and the steps to find there."""
    position = drill.position
    return puzzle_data(drill.puzzle) | {
        "technique": drill.technique.title,
        "level": drill.technique.level.value,
        "digits": digits_text(position.values),
        "candidates": candidates_data(position),
        "steps": [step_data(step, position.layout) for step in drill.steps],
        "solution": digits_text(drill.solution),
    }


def _remark(command: str, arguments: Namespace, layout: Layout, seed: int) -> bytes:
    """The command that reproduces the drills, and their layout; none before JSON, also of puzzles with rules."""
    if arguments.json or arguments.technique in RULE_STEPS:
        return b""
    given = {name: shlex.quote(value) if isinstance(value, str) else value for name, value in vars(arguments).items()}
    given |= {name: value.option for name, value in given.items() if isinstance(value, Technique)}
    return f"# made by: {command.format(**(given | {'seed': seed}))}\n# layout: {layout.name}\n".encode()


def _cancel(end: float | None) -> Callable[[], bool]:
    return lambda: end is not None and time.monotonic() > end
