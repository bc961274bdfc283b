"""An error reads as one harmless line."""

from engine.base.errors import InputError


def test_where_what_and_what_to_do() -> None:
    assert str(InputError("no clause", path="a.cnf", line=7, advice="add one")) == "a.cnf:7: no clause; add one"
    assert str(InputError("no clause", line=7)) == "line 7: no clause"
    assert str(InputError("no clause")) == "no clause"


def test_a_file_name_stays_on_the_line_and_acts_on_no_terminal() -> None:
    assert str(InputError("is a pipe", path="a\n\x1b[2J.cnf")) == "a\\x0a\\x1b[2J.cnf: is a pipe"
