"""The projection variables that a file declares.

`c p show 1 2 3 0` declares them as in the model counting competitions (J. Fichte, M. Hecher, F. Hamiti: The model
counting competition 2020. ACM JEA 26 (2021)), and `c ind 1 2 3 0` as for ApproxMC. Several such lines add up.
"""

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import printable, whole_number
from engine.sat.formula.formula import Comment, Formula, Literals

_SHOW, _INDEPENDENT = ["p", "show"], ["ind"]


def shown_variables(formula: Formula) -> Literals | None:
    """The declared variables in ascending order, or None if the file declares none.

    Raises InputError with the line if one is not a variable of the formula.
    """
    lists = [(comment, words) for comment in formula.comments if (words := _listed(comment)) is not None]
    if not lists:
        return None
    return tuple(sorted({variable for comment, words in lists for variable in _variables(formula, comment, words)}))


def _listed(comment: Comment) -> list[str] | None:
    """The words of the list in a comment; None if it has none."""
    if not comment.text.lstrip().startswith(("p show", "ind ")):
        return None
    words = comment.text.split()
    if words[:2] == _SHOW:
        return words[2:]
    return words[1:] if words[:1] == _INDEPENDENT and words[-1] == "0" else None


def _variables(formula: Formula, comment: Comment, words: list[str]) -> list[int]:
    if words and words[-1] == "0":
        words = words[:-1]
    numbers = list(map(whole_number, words))
    for word, number in zip(words, numbers, strict=True):
        if not 1 <= number <= formula.variables:
            raise InputError(
                _("'{word}' in the list of shown variables is not a variable of this formula").format(
                    word=printable(word[:40])
                ),
                line=comment.line or None,
                advice=_("its variables are 1 to {variables}").format(variables=formula.variables),
            )
    return numbers
