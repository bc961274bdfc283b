"""Parameters shared by several queries."""

from engine.base.language import lazy_gettext as _
from engine.sat.formula.formula import Literals
from engine.sat.queries.query import QueryParameter, read_literals, read_variables

_NONE: Literals = ()

ASSUME = QueryParameter("assume", "LITS", _("literals to assume, as in --assume=1,-2"), read_literals, _NONE)

PROJECT = QueryParameter(
    "project", "VARS", _("the variables that count, such as 1-81; default: `c p show` of the file, or all"),
    read_variables, _NONE,
)  # fmt: skip
