"""The memory of a process, and estimates of what our solvers need for a formula.

An estimate adds up the arrays of a kernel: the peak in bytes before the search begins. Learned clauses and recorded
events come on top.
"""

from typing import TYPE_CHECKING

import psutil

from engine.base.errors import InputError
from engine.base.flat_rows import int_view
from engine.base.language import _
from engine.sat.formula.dimacs import most_variables
from engine.sat.formula.formula import Formula

if TYPE_CHECKING:
    pass


def resident(process: int | None = None) -> int:
    """Bytes of main memory that a process holds (this one by default); 0 if it has ended."""
    try:
        return psutil.Process(process).memory_info().rss
    except psutil.NoSuchProcess:
        return 0


def check_room(formula: Formula) -> None:
    """Raise InputError if the formula is too large for any solver, before memory is allocated.

    That means more variables than `engine.sat.formula.dimacs.most_variables` allows, or more memory than this machine
    has available.
    """
    if formula.variables > (limit := most_variables(len(formula.literals))):
        problem = _("{variables} variables are too many for so few literals: the limit is {most}").format(
            variables=formula.variables, most=limit
        )
        raise InputError(problem, advice=_("number those in use from 1"))
    needed = _PER_VARIABLE * formula.variables + _PER_LITERAL * len(formula.literals)
    if needed > _LITTLE and needed > (free := psutil.virtual_memory().available):
        problem = _(
            "a solver takes about {needed:,} MB of memory for this formula, and {free:,} MB are available"
        ).format(needed=needed // 1_000_000, free=free // 1_000_000)
        raise InputError(problem, advice=_("use a machine with more memory, or a smaller formula"))


_LITTLE = 1 << 22
"""Bytes that every machine has available."""
_PER_VARIABLE, _PER_LITERAL = 130, 12
"""Lower bounds of the bytes that `cdcl` needs per variable and per literal."""


def of_naive(formula: Formula) -> int:
    """Bytes that `engine.sat.kernels.naive` needs."""
    return 4 * len(formula.literals) + 8 * len(formula) + 18 * formula.variables


def of_dpll(formula: Formula) -> int:
    """Bytes that `engine.sat.kernels.dpll` needs, with the most expensive branching."""
    variables, clauses = formula.variables, len(formula)
    counters = 8 * len(formula.literals) + 12 * clauses + 22 * variables
    ranks = 9 * clauses + 29 * variables + 16 * (_leaves(clauses) + _leaves(variables + 1))
    return counters + ranks


def of_cdcl(formula: Formula) -> int:
    """Bytes that `engine.sat.kernels.cdcl` needs."""
    variables, clauses = formula.variables, len(formula)
    arena = 4 * (len(formula.literals) + 6 * clauses + 1024)
    room = 8 * clauses + 1024
    needed, longest = _watches(formula)
    if needed <= room:
        watches = room
    elif needed <= 2 * (room - longest):  # moved once to twice the room, while both are held
        watches = 3 * room
    else:  # and a second time
        watches = 6 * room
    return arena + 4 * watches + 160 * variables


def of_walk(formula: Formula) -> int:
    """Bytes that `engine.sat.kernels.walk` needs, including propagation if there are unit clauses."""
    variables, clauses, literals = formula.variables, len(formula), len(formula.literals)
    search = 8 * literals + 16 * clauses + 20 * variables
    return search + (4 * literals + 4 * clauses + 8 * variables if formula.lengths.get(1) else 0)


def of_preprocessing(formula: Formula) -> int:
    """Bytes that `engine.sat.kernels.preprocessing` needs, including the new formula."""
    return 24 * len(formula.literals) + 56 * len(formula) + 64 * formula.variables


def of_counting(formula: Formula) -> int:
    """Bytes that `engine.sat.kernels.counting` needs, without cached components."""
    return 8 * len(formula.literals) + 24 * len(formula) + 31 * formula.variables


def _leaves(places: int) -> int:
    """The width of a tournament tree with this number of places: the next greater power of two."""
    return 1 << places.bit_length()


def _watches(formula: Formula) -> tuple[int, int]:
    """The number of ints for the watches of all clauses, including space abandoned by grown lists, and for the longest
    list alone.
    """
    import numpy as np

    literals, starts = int_view(formula.literals), int_view(formula.starts)
    first = starts[:-1][np.diff(starts) > 1]
    watched = np.concatenate((literals[first], literals[first + 1]))
    counts = np.bincount(2 * np.abs(watched) + (watched < 0))
    counts = 2 * counts[counts > 0]
    rooms = 8 << np.ceil(np.log2(np.maximum(counts, 8) / 8)).astype(np.int64)
    return int((2 * rooms - 8).sum()), int(rooms.max(initial=0))
