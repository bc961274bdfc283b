"""Make a formula of a named family, such as random 3-SAT or n queens, as a CNF file."""

from argparse import ArgumentParser, Namespace

from engine.base.errors import InputError
from engine.commands.exits import DONE
from engine.commands.listing import listing
from engine.commands.output import destination
from engine.sat.formula import dimacs, families

EXAMPLES = """\
examples:
  satsudoku make                                   list the families
  satsudoku make queens 8 -o queens-8.cnf
  satsudoku make random-ksat 100 426 --seed 7 | satsudoku solve -

The same seed makes the same formula, and the comments in the file have the command."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("family", metavar="FAMILY", nargs="?", help="the family; if omitted, lists the families")
    parser.add_argument("arguments", metavar="ARGS", nargs="*", help="arguments of the family, mostly sizes")
    parser.add_argument("--list", action="store_true", help="list the families and their arguments")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of random families (default 0)")
    parser.add_argument("-o", "--output", metavar="CNF", help="write to this file instead of standard output")


def run(arguments: Namespace) -> int:
    """Write the formula, or list the families."""
    if arguments.list or arguments.family is None:
        if arguments.output:
            raise InputError("make: name a family", advice="see satsudoku make --list")
        print(listing((family.usage, family.summary) for family in families.FAMILIES.values()))
        return DONE
    formula = families.make(arguments.family, arguments.arguments, arguments.seed)
    with destination(arguments.output) as file:
        dimacs.write(formula, file)
    return DONE
