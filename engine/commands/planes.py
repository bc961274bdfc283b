"""Print a search by cutting planes line by line: decisions, propagations with their slack, and each conflict with the
sums that lead to the learned constraint.

The file is an OPB problem, or a CNF file, in which sets of literals with at most one true are found first.
"""

from argparse import ArgumentParser, Namespace

from engine.base.language import lazy_gettext as _
from engine.commands import reading
from engine.commands.arguments import add_language
from engine.commands.exits import DONE, SATISFIABLE, UNSATISFIABLE
from engine.sat.cutting_planes.narration import MAX_LINES, NarratedKind, narrated

EXAMPLES = """\
examples:
  satsudoku planes problem.opb
  satsudoku planes puzzles/cnf/php-6-5.cnf --conflicts    (a conflict for each hole)"""

_ANSWERS = {
    SATISFIABLE: _("There is a model."),
    UNSATISFIABLE: _("There is no model."),
    DONE: _("Not decided: the search was ended."),
}
_INDENTED = (NarratedKind.PROPAGATION, NarratedKind.OPERATION)
_CONFLICT_LINES = (NarratedKind.CONFLICT, NarratedKind.OPERATION, NarratedKind.LEARNED)
"""The kinds of lines that --conflicts prints."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("formula", metavar="FILE", help="an OPB problem, or a formula")
    parser.add_argument("--conflicts", action="store_true", help="print only the conflicts")
    parser.add_argument("--lines", type=int, metavar="N", default=MAX_LINES, help="end the search after about N lines")
    parser.add_argument("--time-limit", type=float, metavar="S", default=10.0, help="seconds of search (default: 10)")
    add_language(parser)


def run(arguments: Namespace) -> int:
    """Print the lines."""
    formula = reading.load_formula(arguments.formula).formula
    lines, answer = narrated(formula, seconds=arguments.time_limit, most=arguments.lines)
    for line in lines:
        if arguments.conflicts and line.kind not in _CONFLICT_LINES:
            continue
        indent = "  " if line.kind in _INDENTED else ""
        print(f"{indent}{line.sentence}")
        if line.added is not None:
            print(f"{indent}    {line.added}")
        if line.constraint is not None and line.kind is not NarratedKind.LEARNED:
            print(f"{indent}  {'= ' if line.added is not None else ''}{line.constraint}")
    print(_ANSWERS[answer])
    return DONE
