"""Replace the drills of one technique in a bank, or add more: `python docs/drills.py TECHNIQUE LAYOUT`.

Searches grids like `satsudoku drill --to`, then neighbours of the technique's drills in the bank, and checks each new
drill again. With `--add` the old lines stay, and new ones follow up to the count.
"""

import argparse
import gzip
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from engine.base.errors import Cancelled
from engine.commands.generate import technique
from engine.play.training import DRILL_LAYOUTS
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.drill_bank import drill_line, lines_of, read_bank, read_drill
from engine.sudoku.making.drills import Drill, drills_of_several
from engine.sudoku.making.nearby_drills import nearby_drills
from engine.sudoku.techniques.catalogue import Technique

SHIPPED = Path(__file__).parents[1] / "puzzles"


def found(
    layout: Layout, subject: Technique, drills: list[Drill], seed: int, grids: int, seconds: float
) -> Iterator[Drill]:
    """Drills in a number of grids, then in as many neighbours of those drills. Each search takes at most `seconds`."""
    for looks in (partial(drills_of_several, layout, {subject}, seed), partial(_near, layout, subject, drills, seed)):
        end = time.monotonic() + seconds
        with suppress(Cancelled):
            for number, drill in looks(partial(_is_over, end)):
                if number > grids:
                    break
                yield drill


def _near(
    layout: Layout, subject: Technique, drills: list[Drill], seed: int, cancel: Callable[[], bool]
) -> Iterator[tuple[int, Drill]]:
    return nearby_drills(layout, {subject}, [drill.puzzle for drill in drills], seed, cancel) if drills else iter(())


def _is_over(end: float) -> bool:
    return time.monotonic() > end


def remade(bank: str, subject: Technique, lines: list[str]) -> str:
    """The bank with these lines for the technique, at its place in the order of techniques."""
    order = [technique.option for technique in Technique]
    remarks = [line for line in bank.splitlines() if line.startswith("#")]
    others = [line for line in bank.splitlines() if not line.startswith("#") and line not in lines_of(bank, subject)]
    rest = sorted([*others, *lines], key=lambda line: order.index(line.rpartition(" ")[2]))
    return "".join(f"{line}\n" for line in (*remarks, *rest))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("technique", metavar="TECHNIQUE", type=technique)
    parser.add_argument("layout", metavar="LAYOUT", choices=DRILL_LAYOUTS)
    parser.add_argument("--count", type=int, default=10, metavar="N", help="lines at the most (default 10)")
    parser.add_argument("--grids", type=int, default=1000, metavar="N", help="grids, and neighbours (default 1000)")
    parser.add_argument("--seconds", type=float, default=3600, metavar="S", help="for each of both searches (3600)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--add", action="store_true", help="keep the lines that are there")
    arguments = parser.parse_args()
    layout, subject = LAYOUTS[arguments.layout](), arguments.technique
    bank = read_bank(SHIPPED, layout)
    before = lines_of(bank, subject)
    drills = [read_drill(line, layout, subject) for line in before]
    lines = list(before) if arguments.add else []
    for drill in found(layout, subject, drills, arguments.seed, arguments.grids, arguments.seconds):
        line = drill_line(drill)
        if len(lines) >= arguments.count:
            break
        if line not in lines and read_drill(line, layout, subject).steps:
            lines.append(line)
    print(f"{subject.option} on {layout.name}: {len(lines)} lines, {len(before)} before")
    if not lines:
        return 1
    packed = gzip.compress(remade(bank, subject, lines).encode(), mtime=0)
    (SHIPPED / "drills" / f"{layout.name}.txt.gz").write_bytes(packed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
