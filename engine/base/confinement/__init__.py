"""Confinement of processes by the kernel: system calls, files, network, signals, root folder, limits."""
