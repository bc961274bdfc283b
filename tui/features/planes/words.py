"""The texts of the screen for cutting planes."""

from engine.base.language import lazy_gettext as _
from engine.sat.cutting_planes.narration import NarratedKind

LINES = _("search by cutting planes")
CONSTRAINT = _("constraint")
SEARCHING = _("searching{ellipsis}")
ADDED = _("added")
SUM = _("sum")
NO_OTHER = _("no other conflict")
ANSWERS = {10: _("there is a model"), 20: _("there is no model"), 0: _("ended undecided")}
"""By the answer of `narrated`."""
EXPLANATIONS = {
    NarratedKind.PROPAGATION: _("Literals that are not false exceed the bound by less than this weight."),
    NarratedKind.CONFLICT: _("Even with every free literal true, the sum is below the bound."),
    NarratedKind.OPERATION: _("The sum of the two lines; opposite literals cancel out."),
    NarratedKind.LEARNED: _("It forces a literal at an earlier level."),
}
