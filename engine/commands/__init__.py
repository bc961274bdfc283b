"""The commands of `satsudoku`, one a file; what several of them need is in `output` and `progress`."""
