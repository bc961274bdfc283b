"""What the kernel holds a process to: its system calls, its files, its network, its signals, its root, its limits."""
