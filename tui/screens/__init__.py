"""The screens. None imports another: a screen posts a message and the app routes it."""
