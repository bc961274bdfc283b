"""Shared by the features: pages, dialogs, lists, keys, background work, and the screens' access to saved games."""
