"""The commands of `satsudoku`, one per module. `output` and `progress` have what several of them need."""
