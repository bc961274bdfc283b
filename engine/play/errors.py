"""What can go wrong in a game, as sentences for the screen."""


class GameError(Exception):
    """An act the rules refuse; nothing has changed."""


class StoreError(Exception):
    """Games can't be read or saved; the game in hand goes on unsaved."""
