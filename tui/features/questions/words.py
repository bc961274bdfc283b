"""The texts of the screen of queries."""

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized, printable
from engine.sat.queries.query import QueryParameter, QueryResult, Values

NO_ROWS = _("This shows the models, literals and clauses of an answer.")
QUESTIONS, ANSWER = _("questions"), _("result")
CHOOSE = _("{ask} runs the selected query, {choose} sets its parameters")
ASKING, STOPPING, CHECKING, BEGINS = (
    _("running: {summary}"),
    _("stopping"),
    _("checking the answer"),
    _("reading the formula"),
)
PARAMETER = "{name}: {title}"
NO_PARAMETERS = _("This query has no parameters.")
WRONG = _("WRONG ANSWER: {fault}. Do not trust it.")
VERIFIED = _("verified: models checked, and the rest proved")
UNVERIFIED = _("{key} checks it independently")
NOT_WHOLE = _("{sentence} (incomplete: {reason})")
YES = _("yes")

_VALUE_OPTION, _DEFAULT = _("{name}: {value}"), _("{name}: default")


def sentence(answer: QueryResult) -> str:
    """Describe the result, and whether it is complete."""
    return NOT_WHOLE.format(sentence=answer.sentence, reason=answer.reason) if answer.reason else answer.sentence


def size(variables: int, clauses: int) -> list[str]:
    """Return the size of the formula."""
    return [pluralized(variables, "variable"), pluralized(clauses, "clause")]


def options_text(parameters: "tuple[QueryParameter[object], ...]", typed: dict[str, str]) -> str:
    """Return the parameters of a query, with the typed values."""
    return "   ".join(
        (_VALUE_OPTION if parameter.name in typed else _DEFAULT).format(
            name=parameter.name, value=printable(typed.get(parameter.name, ""))
        )
        for parameter in parameters
    )


def values(parameters: "tuple[QueryParameter[object], ...]", typed: dict[str, str]) -> Values:
    """Parse the typed value of a parameter. Raises ValueError with a sentence."""
    return {
        parameter.name: parameter.read(typed[parameter.name]) for parameter in parameters if parameter.name in typed
    }
