"""What the features share: pages, dialogs, lists, keys, background work, the saved games as screens see them."""
