"""Numbers of Linux system calls by architecture (x86_64, aarch64), grouped by purpose.

From the kernel's headers (asm/unistd_64.h, asm-generic/unistd.h). None: the architecture has no such call.
"""

Calls = dict[str, tuple[int | None, int | None]]

LAST = 450
"""The last call covered by the tables; later ones have the same number on every architecture."""

SECCOMP = (317, 277)
"""The call that installs a filter."""

SOCKETS: Calls = {
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "listen": (50, 201), "accept": (43, 202),
    "accept4": (288, 242),
}  # fmt: skip
"""Make sockets, and connect them to others."""
MESSAGES: Calls = {
    "socketpair": (53, 199), "sendmsg": (46, 211), "recvmsg": (47, 212), "sendmmsg": (307, 269),
    "recvmmsg": (299, 243),
}  # fmt: skip
"""Make a pair of sockets, and pass open files over a socket."""
EXECUTION: Calls = {
    "execve": (59, 221),
    "execveat": (322, 281),
    "uselib": (134, None),
}
"""Start another program."""
PROCESSES: Calls = {
    "fork": (57, None),
    "vfork": (58, None),
}
"""Create processes; `clone` does too."""
SESSIONS: Calls = {
    "setpgid": (109, 154),
    "setsid": (112, 157),
}
"""Leave the process group, by whose number all processes of a job are killed."""
SIGNALS: Calls = {
    "tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240), "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424),
}  # fmt: skip
"""Send signals other than by `kill` and `tgkill`."""
INSPECTION: Calls = {
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "kcmp": (312, 272), "perf_event_open": (298, 241),
    "lookup_dcookie": (212, 18),
}  # fmt: skip
"""Read or change the memory of other processes."""
NAMESPACES: Calls = {
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442),
    "quotactl": (179, 60), "quotactl_fd": (443, 443), "swapon": (167, 224), "swapoff": (168, 225),
}  # fmt: skip
"""Change namespaces, mounts and the root."""
KERNEL: Calls = {
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "bpf": (321, 280),
    "userfaultfd": (323, 282), "seccomp": (317, 277), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427), "io_setup": (206, 0), "io_destroy": (207, 1), "io_submit": (209, 2),
    "io_cancel": (210, 3), "io_getevents": (208, 4), "io_pgetevents": (333, 292), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "create_module": (174, None),
    "get_kernel_syms": (177, None), "query_module": (178, None), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "reboot": (169, 142), "syslog": (103, 116), "acct": (163, 89),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171), "clock_adjtime": (305, 266),
    "sethostname": (170, 161), "setdomainname": (171, 162), "iopl": (172, None), "ioperm": (173, None),
    "modify_ldt": (154, None), "vhangup": (153, 58), "nfsservctl": (180, 42), "personality": (135, 92),
    "_sysctl": (156, None), "sysfs": (139, None), "ustat": (136, None),
}  # fmt: skip
"""Keys, kernel services with a large attack surface, and calls for administrators."""
HANDLES: Calls = {
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
}
"""Open files by a number instead of a path."""
SHARING: Calls = {
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "shmdt": (67, 197), "semget": (64, 190),
    "semop": (65, 193), "semctl": (66, 191), "semtimedop": (220, 192), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgrcv": (70, 188), "msgctl": (71, 187), "mq_open": (240, 180), "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182), "mq_timedreceive": (243, 183), "mq_notify": (244, 184), "mq_getsetattr": (245, 185),
}  # fmt: skip
"""System V and POSIX objects, which are shared by all processes of a user."""
MEMORY: Calls = {
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "mbind": (237, 235), "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450), "migrate_pages": (256, 238), "move_pages": (279, 239),
}  # fmt: skip
"""Memory that process limits do not count, and memory placement."""
SCHEDULING: Calls = {
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118), "sched_setattr": (314, 274), "sched_setaffinity": (203, 122),
}  # fmt: skip
"""Change when and where processes run, including those of others."""
IDENTITY: Calls = {
    "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143),
    "setresuid": (117, 147), "setresgid": (119, 149), "setgroups": (116, 159), "setfsuid": (122, 151),
    "setfsgid": (123, 152), "capset": (126, 91),
}  # fmt: skip
"""Become another user."""
METADATA: Calls = {
    "mknod": (133, None), "mknodat": (259, 33), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None),
    "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
}  # fmt: skip
"""Change modes, owners, times and attributes of files, which Landlock does not restrict."""
CHECKED: Calls = {
    "clone": (56, 220), "clone3": (435, 435), "kill": (62, 129), "tgkill": (234, 131), "sendto": (44, 206),
    "prlimit64": (302, 261), "fcntl": (72, 25), "mmap": (9, 222), "ioctl": (16, 29),
}  # fmt: skip
"""Calls that are decided by their arguments."""
