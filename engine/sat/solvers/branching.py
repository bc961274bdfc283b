"""Branching rules, by which a search selects its next decision: names, definitions and sources, as data.

In all definitions a clause is *open* if none of its literals is true. Its *length* is the number of its free literals
as they appear in the file, so a duplicate counts twice. "Frequency" and "occurrences" count free literals in open
clauses in the same way. The decided literal is made true first; its negation is tried if that fails. Ties that a
definition leaves open go to the lowest variable, then to the positive literal.
"""

from dataclasses import dataclass
from enum import Enum, auto

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _


class Scope(Enum):
    """The free literals among which a rule selects."""

    OPEN = auto()
    """The literals of the open clauses."""
    SHORTEST = auto()
    """The literals of the shortest open clauses; scores count only these clauses, too."""
    SHORTEST_SO_FAR = auto()
    """The literals of the open clauses that are no longer than any before, in file order."""
    POSITIVE = auto()
    """The literals of the open clauses without free negative literals; if there is none, of all open clauses."""
    FIRST = auto()
    """The literals of the first open clause."""
    FIRST_SHORTEST = auto()
    """The literals of the first shortest open clause."""
    OCCURRING = auto()
    """The literals of variables that occur in the formula."""


class LiteralScore(Enum):
    """The quantity that a rule sums for each literal, over the open clauses in which it occurs."""

    ORDER = auto()
    """No sum: the rule takes the first literal in file order, or the variable of the lowest number."""
    REVERSE_ORDER = auto()
    """No sum: the rule takes the last literal in file order."""
    OCCURRENCES = auto()
    """The number of occurrences."""
    WEIGHTS = auto()
    """2^-length."""
    ACTIVITY = auto()
    """The activity, which sums over the clauses that conflicts found false instead."""


class Rank(Enum):
    """The rank of a literal or a variable, from the scores of v and -v."""

    HIGHER = auto()
    """Each literal by its own score."""
    SUM = auto()
    """Each variable by the sum; the literal of higher score is true first."""
    SUM_POSITIVE = auto()
    """Each variable by the sum; true first."""
    SUM_OF_VARIABLE = auto()
    """Each literal by the sum for its variable."""
    SUM_AND_PRODUCT = auto()
    """Each variable by the sum times 2^10 plus the product; the literal of higher score is true first."""


@dataclass(frozen=True)
class Ranking:
    """The ranking of a rule's candidates; `engine.sat.solvers.candidates` computes it from the state of a search."""

    scope: Scope
    score: LiteralScore
    rank: Rank = Rank.HIGHER


@dataclass(frozen=True)
class Branching:
    """A named rule for selecting decisions; `source` is the publication it comes from.

    `ranking` is None if the state of a search does not rank the candidates: by chance, or in the kernel alone.
    """

    name: str
    definition: Sentence
    source: Sentence | str
    ranking: Ranking | None


_COURSE = _("One of the usual rules of programming courses on DPLL, exactly as in a reference program in C.")
_FREEMAN = (
    "J. W. Freeman: Improvements to propositional satisfiability search algorithms. PhD thesis, University of "
    "Pennsylvania, 1995; formula as in J. P. Marques-Silva: The impact of branching heuristics in propositional "
    "satisfiability algorithms. EPIA 1999, LNAI 1695, 62-74."
)
_JEROSLOW_WANG = (
    "R. G. Jeroslow, J. Wang: Solving propositional satisfiability problems. "
    "Annals of Mathematics and Artificial Intelligence 1 (1990) 167-187."
)
_HOOKER_VINAY = "J. N. Hooker, V. Vinay: Branching rules for satisfiability. J. Automated Reasoning 15 (1995) 359-383."
_MARQUES_SILVA = (
    "J. P. Marques-Silva: The impact of branching heuristics in propositional satisfiability algorithms. "
    "EPIA 1999, LNAI 1695, 62-74."
)

BRANCHINGS: dict[str, Branching] = {
    branching.name: branching
    for branching in (
        Branching(
            "shortest-last",
            _("The last free literal of the first shortest open clause in file order."),
            _COURSE,
            Ranking(Scope.FIRST_SHORTEST, LiteralScore.REVERSE_ORDER),
        ),
        Branching(
            "shortest-first",
            _("The first free literal of the first shortest open clause in file order."),
            _COURSE,
            Ranking(Scope.FIRST_SHORTEST, LiteralScore.ORDER),
        ),
        Branching(
            "shortest-most-frequent",
            _(
                "Go through the open clauses in file order, looking only at those no longer than any before; the first "
                "literal whose variable has the highest frequency among all the free literals examined."
            ),
            _COURSE,
            Ranking(Scope.SHORTEST_SO_FAR, LiteralScore.OCCURRENCES, Rank.SUM_OF_VARIABLE),
        ),
        Branching(
            "most-frequent",
            _("The positive literal of the variable of highest frequency."),
            _COURSE,
            Ranking(Scope.OPEN, LiteralScore.OCCURRENCES, Rank.SUM_POSITIVE),
        ),
        Branching(
            "first",
            _("The first free literal of the first open clause in file order."),
            _COURSE,
            Ranking(Scope.FIRST, LiteralScore.ORDER),
        ),
        Branching(
            "in-order",
            _("The free variable of the lowest number among those that occur in the formula, true first."),
            _("The order of a truth table."),
            Ranking(Scope.OCCURRING, LiteralScore.ORDER),
        ),
        Branching(
            "random",
            _(
                "A free variable that occurs in the formula, and its first value, all equally likely; the same seed "
                "makes the same choices."
            ),
            "The yardstick of " + _MARQUES_SILVA + " Numbers: G. Marsaglia: Xorshift RNGs. J. Statistical Software 8 "
            "(2003) 14.",
            None,
        ),
        Branching(
            "moms",
            _(
                "Maximum occurrences in clauses of minimum size: with f(l) the occurrences of l in the shortest open "
                "clauses, the variable v of highest (f(v) + f(-v)) * 2^10 + f(v) * f(-v); true first if f(v) >= f(-v)."
            ),
            _FREEMAN,
            Ranking(Scope.SHORTEST, LiteralScore.OCCURRENCES, Rank.SUM_AND_PRODUCT),
        ),
        Branching(
            "jeroslow-wang",
            _(
                "J(l) adds 2^-length over the open clauses in which l occurs (lengths above 30 count as 30). "
                "Two-sided: the variable v of highest J(v) + J(-v); true first if J(v) >= J(-v)."
            ),
            f"{_JEROSLOW_WANG} Two-sided: {_HOOKER_VINAY}",
            Ranking(Scope.OPEN, LiteralScore.WEIGHTS, Rank.SUM),
        ),
        Branching(
            "jeroslow-wang-one-sided",
            _(
                "J(l) adds 2^-length over the open clauses in which l occurs (lengths above 30 count as 30). "
                "One-sided: the literal l of highest J(l)."
            ),
            _JEROSLOW_WANG,
            Ranking(Scope.OPEN, LiteralScore.WEIGHTS),
        ),
        Branching(
            "jeroslow-wang-positive",
            _(
                "J(l) adds 2^-length over the open clauses in which l occurs (lengths above 30 count as 30). "
                "Two-sided, but only among the variables of positive clauses, those open clauses whose free literals "
                "are all positive; among all variables when there is no such clause."
            ),
            _HOOKER_VINAY + " Branching in positive clauses: G. Gallo, G. Urbani: Algorithms for testing the "
            "satisfiability of propositional formulae. J. Logic Programming 7 (1989) 45-61.",
            Ranking(Scope.POSITIVE, LiteralScore.WEIGHTS, Rank.SUM),
        ),
        Branching(
            "dlis",
            _("Dynamic largest individual sum: the literal with most occurrences."),
            _MARQUES_SILVA,
            Ranking(Scope.OPEN, LiteralScore.OCCURRENCES),
        ),
        Branching(
            "dlcs",
            _(
                "Dynamic largest combined sum: the variable v for which v and -v together have most occurrences; "
                "true first if v has at least as many as -v."
            ),
            _MARQUES_SILVA,
            Ranking(Scope.OPEN, LiteralScore.OCCURRENCES, Rank.SUM),
        ),
        Branching(
            "vsids",
            _(
                "Variable state independent decaying sum: a literal's activity is at first the number of its "
                "occurrences in the formula, grows by 1 for each occurrence in a clause that a conflict finds false "
                "(nothing is learned in its place), and is halved, rounding down, after every 256 conflicts; the free "
                "literal of highest activity among the variables that occur in the formula."
            ),
            "M. W. Moskewicz, C. F. Madigan, Y. Zhao, L. Zhang, S. Malik: Chaff: engineering an efficient SAT solver. "
            "DAC 2001, 530-535.",
            Ranking(Scope.OCCURRING, LiteralScore.ACTIVITY),
        ),
    )
}

_EVALUATION = "A. Biere, A. Fröhlich: Evaluating CDCL variable scoring schemes. SAT 2015, LNCS 9340, 405-422."

LEARNING: dict[str, Branching] = {
    branching.name: branching
    for branching in (
        Branching(
            "vsids",
            _(
                "In the stable mode the most active variable, in the focused mode the one that was last in the "
                "derivation of a learned clause; with the value it had last (at first true), or that of its target "
                "phase. In the stable mode all variables that occur in such a derivation become more active, by an "
                "amount that grows by 1/0.985 from conflict to conflict."
            ),
            "VSIDS as in MiniSat: N. Eén, N. Sörensson: An extensible SAT-solver. SAT 2003, LNCS 2919, 502-518. "
            f"VMTF: {_EVALUATION}",
            None,
        ),
        Branching(
            "acids",
            _(
                "Average conflict-index decision score: as vsids in its stable mode, but in both modes, and an "
                "activity becomes the mean of what it was and the number of the conflict."
            ),
            _EVALUATION,
            None,
        ),
        Branching(
            "static",
            _("The variable that occurs most often in the formula; a yardstick."),
            _EVALUATION,
            None,
        ),
    )
}
"""The branching rules of solvers that learn clauses."""

REFERENCE: tuple[str, ...] = tuple(BRANCHINGS)[:5]
"""The rules whose decisions a reference program fixes."""
