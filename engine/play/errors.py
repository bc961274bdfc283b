"""Errors of games, with sentences for the screen."""


class GameError(Exception):
    """A move that the rules refuse; nothing has changed."""


class StoreError(Exception):
    """Games can't be read or saved; the current game continues unsaved."""
