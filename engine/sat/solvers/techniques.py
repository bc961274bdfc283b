"""Optional techniques of search beyond deciding, propagating and learning: names and sources."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.base.errors import InputError


@dataclass(frozen=True)
class SolverTechnique:
    """A technique: `title` describes it in a line, `source` is the publication it comes from."""

    name: str
    title: str
    source: str


TECHNIQUES: dict[str, SolverTechnique] = {
    technique.name: technique
    for technique in (
        SolverTechnique(
            "rephasing",
            "reset all saved phases at growing intervals: to the first ones, their opposites, the best so far",
            "A. Biere, M. Fleury: Chasing target phases. Pragmatics of SAT 2020.",
        ),
        SolverTechnique(
            "target-phases",
            "decide as in the longest assignment without a conflict since the phases were last reset",
            "A. Biere, M. Fleury: Chasing target phases. Pragmatics of SAT 2020.",
        ),
        SolverTechnique(
            "reason-bumping",
            "also make variables more active that are in the reasons of a learned clause's literals",
            "J. H. Liang, V. Ganesh, P. Poupart, K. Czarnecki: Learning rate based branching heuristic for SAT "
            "solvers. SAT 2016, LNCS 9710, 123-140.",
        ),
        SolverTechnique(
            "vivification",
            "shorten clauses by propagating the negations of their literals",
            "C.-M. Li, F. Xiao, M. Luo, F. Manyà, Z. Lü, Y. Li: Clause vivification by controlled unit propagation in "
            "CDCL SAT solvers. Artificial Intelligence 279 (2020) 103197.",
        ),
        SolverTechnique(
            "subsumption",
            "drop clauses that contain another, and shorten those that all but contain one",
            "N. Eén, A. Biere: Effective preprocessing in SAT through variable and clause elimination. "
            "SAT 2005, LNCS 3569, 61-75.",
        ),
        SolverTechnique(
            "probing",
            "propagate single literals, and make those false that lead to a conflict",
            "I. Lynce, J. P. Marques-Silva: Probing-based preprocessing techniques for propositional satisfiability. "
            "ICTAI 2003, 105-110.",
        ),
        SolverTechnique(
            "elimination",
            "replace the clauses of a variable by their resolvents where these are no more",
            "N. Eén, A. Biere: Effective preprocessing in SAT through variable and clause elimination. "
            "SAT 2005, LNCS 3569, 61-75.",
        ),
        SolverTechnique(
            "parity",
            "find equations modulo 2 among the clauses, and solve them by elimination",
            "M. Soos, K. Nohl, C. Castelluccia: Extending SAT solvers to cryptographic problems. "
            "SAT 2009, LNCS 5584, 244-257.",
        ),
        SolverTechnique(
            "equivalence",
            "find gates that compute the same, by their form and by simulation with small searches",
            "A. Kuehlmann, V. Paruthi, F. Krohm, M. Ganai: Robust Boolean reasoning for equivalence checking and "
            "functional property verification. IEEE TCAD 21 (2002) 1377-1394.",
        ),
        SolverTechnique(
            "cardinality",
            "find groups of literals of which at most some can be true, and count with them",
            "A. Biere, D. Le Berre, E. Lonca, N. Manthey: Detecting cardinality constraints in CNF. "
            "SAT 2014, LNCS 8561, 285-301.",
        ),
        SolverTechnique(
            "walk",
            "change single variables of a whole assignment to make fewer clauses false",
            "A. Balint, U. Schöning: Choosing probability distributions for stochastic local search and the role of "
            "make versus break. SAT 2012, LNCS 7317, 16-29.",
        ),
        SolverTechnique(
            "library",
            "run a solver of python-sat in parallel with our own",
            "A. Ignatiev, A. Morgado, J. Marques-Silva: PySAT: a Python toolkit for prototyping with SAT oracles. "
            "SAT 2018, LNCS 10929, 428-437.",
        ),
    )
}
"""The techniques by name. `engine.sat.solvers.solve.SolverDescription.techniques` lists those of a solver."""


def check(without: Iterable[str], solver: str, techniques: Iterable[str]) -> None:
    """Raise InputError if `without` has a name that is not one of the `techniques` of this solver."""
    for name in sorted(set(without) - set(techniques)):
        names = ", ".join(techniques)
        advice = f"choose of {names}" if names else "leave the option out"
        raise InputError(f"{solver} has no technique called {name!r} to leave out", advice=advice)
