"""Generators of benchmark families of formulas, with their published definitions.

The same name, arguments and seed give the same formula on every machine. `engine.sat.formula.constructions` and
`engine.sat.formula.circuits` build the clauses.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from engine.base.errors import InputError
from engine.base.text import pluralized, printable
from engine.sat.formula import circuits, constructions
from engine.sat.formula.formula import Formula

MAX_LITERALS = 20_000_000
"""Maximum number of literals of a generated formula."""

MADE_BY = "made by: satsudoku make "
"""The beginning of the comment with the command that makes a formula."""


@dataclass(frozen=True)
class FamilyParameter:
    """An integer parameter of a family: its name, its range, and its default (None: required)."""

    name: str
    lowest: int
    highest: int
    default: int | None = None


@dataclass(frozen=True)
class Family:
    """A family of formulas: its definition, its source, its known verdict, its parameters, and its generator."""

    name: str
    summary: str
    definition: str
    source: str
    verdict: str
    parameters: tuple[FamilyParameter, ...]
    seeded: bool
    build: Callable[..., constructions.Construction]

    @property
    def usage(self) -> str:
        """The name and its parameters: `random-ksat VARIABLES CLAUSES [K]`."""
        names = (p.name if p.default is None else f"[{p.name}]" for p in self.parameters)
        return " ".join((self.name, *names))

    def make(self, arguments: Sequence[str], seed: int = 0) -> Formula:
        """Generate a formula. Raises InputError for missing, superfluous or invalid arguments."""
        values = self._values(arguments)
        try:
            construction = self.build(Random(seed), *values) if self.seeded else self.build(*values)
            if construction.literals > MAX_LITERALS:
                raise ValueError(
                    f"the formula would have {construction.literals} literals; at most {MAX_LITERALS} are made"
                )
        except ValueError as error:
            raise self._error(str(error)) from None
        command = " ".join((self.name, *map(str, values[: len(arguments)])))
        comments = [construction.words, f"{MADE_BY}{command} --seed {seed}" if self.seeded else f"{MADE_BY}{command}"]
        if construction.verdict:
            comments.append(f"verdict: {construction.verdict}")
        return Formula.of(construction.clauses, construction.variables, comments)

    def _values(self, arguments: Sequence[str]) -> list[int]:
        highest = len(self.parameters)
        lowest = sum(parameter.default is None for parameter in self.parameters)
        if not lowest <= len(arguments) <= highest:
            count = pluralized(highest, "number")
            expected = count if lowest == highest else f"{lowest} to {count}"
            raise self._error(f"{self.name} takes {expected}, not {len(arguments)}")
        values = [parameter.default or 0 for parameter in self.parameters]
        for place, (parameter, text) in enumerate(zip(self.parameters, arguments, strict=False)):
            if not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
                raise self._error(f"{parameter.name} is '{printable(text[:40])}', not a whole number")
            values[place] = int(text)
            if not parameter.lowest <= values[place] <= parameter.highest:
                expected = f"from {parameter.lowest} to {parameter.highest}"
                raise self._error(f"{parameter.name} is {values[place]}; it must be {expected}")
        return values

    def _error(self, problem: str) -> InputError:
        return InputError(problem, advice=f"usage: satsudoku make {self.usage}")


def make(name: str, arguments: Sequence[str], seed: int = 0) -> Formula:
    """Generate a formula of the family `name`; its comments have a description, the command, and the verdict if known.

    Raises InputError for an unknown family or unsuitable arguments.
    """
    if name not in FAMILIES:
        raise InputError(f"there is no family '{printable(name[:40])}'", advice=f"there are {', '.join(FAMILIES)}")
    return FAMILIES[name].make(arguments, seed)


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "random-ksat",
            "random k-SAT",
            "Each clause has K different variables, every choice of them and of their signs equally likely. Formulas "
            "with K = 3 are hardest near 4.27 clauses a variable, where about half of them are satisfiable.",
            "Mitchell, Selman, Levesque: Hard and easy distributions of SAT problems, AAAI 1992",
            "not known by construction",
            (
                FamilyParameter("VARIABLES", 1, 1_000_000),
                FamilyParameter("CLAUSES", 0, 10_000_000),
                FamilyParameter("K", 1, 100, 3),
            ),
            True,
            constructions.random_ksat,
        ),
        Family(
            "planted",
            "random k-SAT with a hidden model",
            "Random k-SAT of which only the clauses that one hidden random assignment satisfies are kept.",
            "Achlioptas, Jia, Moore: Hiding satisfying assignments: two are better than one, JAIR 24, 2005",
            "satisfiable",
            (
                FamilyParameter("VARIABLES", 1, 1_000_000),
                FamilyParameter("CLAUSES", 0, 10_000_000),
                FamilyParameter("K", 1, 100, 3),
            ),
            True,
            constructions.planted,
        ),
        Family(
            "php",
            "pigeonhole principle",
            "Every pigeon sits in a hole and no two in the same. Proofs by resolution that more pigeons than holes "
            "don't fit are exponentially long (Haken: The intractability of resolution, TCS 39, 1985).",
            "Cook, Reckhow: The relative efficiency of propositional proof systems, JSL 44, 1979",
            "satisfiable exactly if there are no more pigeons than holes",
            (FamilyParameter("PIGEONS", 1, 200), FamilyParameter("HOLES", 0, 200)),
            False,
            constructions.pigeonhole,
        ),
        Family(
            "queens",
            "n queens",
            "A queen in each row and each column of a board of N by N, no two in a row, column or diagonal.",
            "Bell, Stevens: A survey of known results and research areas for n-queens, Discrete Mathematics 309, 2009",
            "satisfiable except for 2 and 3 queens",
            (FamilyParameter("N", 1, 120),),
            False,
            constructions.queens,
        ),
        Family(
            "flat",
            "colouring of a flat graph",
            "The vertices fall into hidden classes of nearly equal size, one a colour; edges lead between classes "
            "only, equally many between each two of them, and spread evenly over their vertices.",
            "Culberson, Luo: Exploring the k-colorable landscape with iterated greedy, DIMACS series 26, 1996",
            "satisfiable",
            (
                FamilyParameter("VERTICES", 1, 100_000),
                FamilyParameter("EDGES", 0, 1_000_000),
                FamilyParameter("COLOURS", 1, 64, 3),
            ),
            True,
            constructions.flat,
        ),
        Family(
            "colour",
            "colouring of a random graph",
            "The ends of each edge of a graph have different colours; every graph with so many vertices and edges is "
            "equally likely.",
            "Cheeseman, Kanefsky, Taylor: Where the really hard problems are, IJCAI 1991",
            "unsatisfiable if there are more edges than a graph of so many colours can have (Turán 1941); "
            "otherwise not known by construction",
            (
                FamilyParameter("VERTICES", 1, 100_000),
                FamilyParameter("EDGES", 0, 1_000_000),
                FamilyParameter("COLOURS", 1, 64, 3),
            ),
            True,
            constructions.random_graph,
        ),
        Family(
            "parity",
            "random linear equations modulo 2",
            "Each equation has WIDTH different variables and a random right side; one of more than three variables is "
            "cut into a chain of sums of three by new variables (Tseitin 1968).",
            "Creignou, Daudé: Satisfiability threshold for random XOR-CNF formulas, "
            "Discrete Applied Mathematics 96-97, 1999",
            "known by Gaussian elimination",
            (
                FamilyParameter("VARIABLES", 1, 3_000),
                FamilyParameter("EQUATIONS", 0, 3_000),
                FamilyParameter("WIDTH", 1, 100, 3),
            ),
            True,
            constructions.parity,
        ),
        Family(
            "parity-twice",
            "one sum modulo 2, twice",
            "The sum of N variables modulo 2 is 0 when added up in order, and 1 when added up in a random order.",
            "Chew, Heule: Sorting parity encodings by reusing variables, SAT 2020",
            "unsatisfiable",
            (FamilyParameter("N", 1, 100_000),),
            True,
            constructions.parity_twice,
        ),
        Family(
            "parity-noise",
            "learning a parity from noisy samples",
            "Random samples tell the sum modulo 2 of some hidden BITS, WRONG of them wrongly. A sum of some bits is "
            "looked for that at most ALLOWED samples contradict, as a sequential counter says (Sinz 2005).",
            "Crawford, Kearns, Schapire: The minimal disagreement parity problem as a hard satisfiability problem, "
            "1994",
            "satisfiable if no more samples are wrong than are allowed to be; otherwise not known by construction",
            (
                FamilyParameter("BITS", 1, 1_000),
                FamilyParameter("SAMPLES", 1, 10_000),
                FamilyParameter("WRONG", 0, 10_000),
                FamilyParameter("ALLOWED", 1, 1_000),
            ),
            True,
            constructions.parity_noise,
        ),
        Family(
            "tseitin",
            "Tseitin formula on a random graph",
            "A variable is an edge of a random graph with DEGREE edges at each vertex. The sum of the edges at each "
            "vertex modulo 2 is given, and the sum of these is odd, though every edge counts twice. On graphs that "
            "expand, proofs by resolution are exponentially long (Urquhart: Hard examples for resolution, JACM 34, "
            "1987).",
            "Tseitin: On the complexity of derivation in propositional calculus, 1968",
            "unsatisfiable",
            (FamilyParameter("VERTICES", 2, 100_000), FamilyParameter("DEGREE", 1, 10, 3)),
            True,
            constructions.tseitin,
        ),
        Family(
            "ordering",
            "ordering principle",
            "In a total order of N elements each has one before it. Proofs by resolution are short, but not those that "
            "go through the decisions in a tree.",
            "Krishnamurthy: Short proofs for tricky formulas, Acta Informatica 22, 1985; Stålmarck: Short resolution "
            "proofs for a sequence of tricky formulas, Acta Informatica 33, 1996",
            "unsatisfiable",
            (FamilyParameter("N", 2, 200),),
            False,
            constructions.ordering,
        ),
        Family(
            "chessboard",
            "mutilated chessboard",
            "Dominoes cover a board of N by N without two opposite corners, each square once (McCarthy: A tough nut "
            "for proof procedures, Stanford AI memo 16, 1964).",
            "Alekhnovich: Mutilated chessboard problem is exponentially hard for resolution, TCS 310, 2004",
            "unsatisfiable",
            (FamilyParameter("N", 2, 200),),
            False,
            constructions.chessboard,
        ),
        Family(
            "factor",
            "factors of a number",
            "Two numbers greater than 1 have the product NUMBER, by a circuit that multiplies row by row with adders "
            "that hand on a carry.",
            "Cook, Mitchell: Finding hard instances of the satisfiability problem, DIMACS series 35, 1997",
            "unsatisfiable exactly if the number is prime",
            (FamilyParameter("NUMBER", 4, 10**18 - 1),),
            False,
            circuits.factor,
        ),
        Family(
            "miter",
            "equivalence of two multipliers",
            "Two circuits multiply the same two numbers of so many BITS, one with them exchanged, and their outputs "
            "differ somewhere.",
            "Brand: Verification of large synthesized designs, ICCAD 1993",
            "unsatisfiable",
            (FamilyParameter("BITS", 1, 128),),
            False,
            circuits.miter,
        ),
        Family(
            "multipliers",
            "two multipliers of other gates",
            "Two circuits multiply the same two numbers of so many BITS, one with XOR gates, one with AND gates alone, "
            "and their outputs differ somewhere. Many gates inside are equal.",
            "Kuehlmann, Paruthi, Krohm, Ganai: Robust Boolean reasoning, IEEE TCAD 21, 2002",
            "unsatisfiable",
            (FamilyParameter("BITS", 1, 128),),
            False,
            circuits.multipliers,
        ),
    )
}
"""The families by name."""
