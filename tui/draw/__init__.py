"""Drawing: functions from values to cells, lines and styles."""
