"""Names of literals and clauses in sentences."""

from engine.base import values


@values.plain()
class Words:
    """The numbers of literals as their names. Subclasses name literals and clauses by their meaning."""

    between = " "
    """The separator of literals in a clause."""

    rules = False
    """Whether clauses may have descriptions besides their literals."""

    def literal(self, literal: int) -> str:
        """The name of a literal."""
        return str(literal)

    def rule(self, clause: int) -> str:  # noqa: ARG002
        """A description of a clause of the formula; empty if there is none."""
        return ""


NUMBERS = Words()
