"""The texts of the screen for cutting planes."""

from engine.base.language import lazy_gettext as _

LINES = _("search by cutting planes")
CONSTRAINT = _("constraint")
SEARCHING = _("searching{ellipsis}")
ADDED = _("added")
SUM = _("sum")
TRUE = _("true")
NO_OTHER = _("no other conflict")
ANSWERS = {10: _("there is a model"), 20: _("there is no model"), 0: _("ended undecided")}
EXPLAINED = {
    "propagation": _("Literals that are not false exceed the bound by less than this weight."),
    "conflict": _("Even with every free literal true, the sum is below the bound."),
    "operation": _("The sum of the two lines; opposite literals cancel out."),
    "learned": _("It forces a literal at an earlier level."),
}
