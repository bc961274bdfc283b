"""The features, one a folder. They don't know each other; the app routes their requests."""
