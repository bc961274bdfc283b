"""What can be said in a match. Nothing else can: phrases are chosen, never typed."""

from engine.base.language import lazy_gettext as _

PHRASES = (
    _("Hello!"),
    _("Good luck!"),
    _("Ready when you are."),
    _("One moment, please."),
    _("Nice move!"),
    _("This one is hard."),
    _("I am stuck."),
    _("Look at the upper grid."),
    _("Look at the lower grid."),
    _("Something is wrong here."),
    _("I will take it back."),
    _("Well played!"),
    _("Thank you!"),
    _("Another one?"),
    _("Goodbye!"),
)
"""They are known by their place here: new ones go to the end."""
