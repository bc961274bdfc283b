"""`python -m tests.soundness`; see the package."""

import argparse
import sys
from functools import partial
from time import process_time

from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.rules import RULE_STEPS

from . import __doc__ as description
from .checks import follow, look_at


def main() -> int:
    """Check the requested techniques; returns the exit code."""
    parser = argparse.ArgumentParser(
        "python -m tests.soundness", description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="TECHNIQUE", help="as `satsudoku drill` takes it (default: all)")
    parser.add_argument("--positions", type=int, default=10_000, metavar="N", help="of each technique")
    parser.add_argument("--steps", type=int, default=500_000, metavar="N", help="along known solutions")
    parser.add_argument("--rule-steps", type=int, default=100_000, metavar="N", help="in puzzles with rules")
    parser.add_argument("--seconds", type=float, default=120, metavar="S", help="of work for a technique, at most")
    parser.add_argument("--seed", type=int, default=0, metavar="X")
    arguments = parser.parse_args()
    options = {technique.option: technique for technique in Technique if technique in ALL | RULE_STEPS}
    unknown = set(arguments.names) - set(options)
    if unknown:
        parser.error(f"no technique: {', '.join(sorted(unknown))}")
    is_sound = True
    for option in arguments.names or options if arguments.positions else ():
        began = process_time()
        tally = look_at(options[option], arguments.positions, arguments.seconds, arguments.seed)
        layouts = ", ".join(f"{name} {number}" for name, number in tally.found.most_common())
        print(
            f"{option:36} {tally.found.total():>6} positions of {tally.tried}, {len(tally.wrong)} unsound, "
            f"{process_time() - began:.0f} s: {layouts}",
            flush=True,
        )
        for text in tally.wrong:
            print(f"  WRONG {text}", flush=True)
        is_sound = is_sound and not tally.wrong
    tell = partial(print, flush=True)
    is_sound = follow(arguments.steps, arguments.seed, tell) and is_sound
    return 0 if follow(arguments.rule_steps, arguments.seed, tell, rules=True) and is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
