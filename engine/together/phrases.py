"""The phrases that players can send in a match: selected, never typed."""

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
"""Identified by index: append new ones at the end."""
