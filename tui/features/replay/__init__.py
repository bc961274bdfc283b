"""A recorded search, event by event: the time machine."""
