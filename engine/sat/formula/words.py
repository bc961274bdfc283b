"""How sentences call literals and clauses."""

from engine.base import values


@values.plain()
class Words:
    """By their numbers. Whoever knows what they mean says so in a subclass."""

    between = " "
    """What stands between the literals of a clause."""

    rules = False
    """Whether it has more to say of clauses than their literals."""

    def literal(self, literal: int) -> str:
        """The name of a literal."""
        return str(literal)

    def rule(self, clause: int) -> str:  # noqa: ARG002
        """What a clause of the formula says; "" if nothing better is known than its literals."""
        return ""


NUMBERS = Words()
