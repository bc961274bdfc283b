/* What somebody tries who has taken over a job: each attempt returns 0 if it worked, else the error. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static int error_of(long answer) { return answer < 0 ? errno : 0; }

static int is(const char *what, const char *name) { return !strcmp(what, name); }

/* The error of an attempt that is made in a child; 255 if a signal ended that. */
static int in_child(int (*act)(void)) {
    pid_t child = fork();
    if (child < 0)
        return errno;
    if (!child)
        _exit(act());
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static int run_program(void) {
    char *arguments[] = {"true", NULL};
    execv("/bin/true", arguments);
    return errno;
}

static int run_python(void) {
    char *arguments[] = {"python", "-c", "", NULL};
    execv("/proc/self/exe", arguments);
    return errno;
}

static int call_32_bits(void) {
#if defined(__x86_64__)
    long answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20) : "memory"); /* getpid of i386 */
    return 0;
#else
    return 255;
#endif
}

int attempt(const char *what, const char *path, int pid, int line) {
    char byte = 0;
    struct iovec local = {&byte, 1}, remote = {(void *)&errno, 1};
    struct sockaddr_un address = {AF_UNIX, "/tmp/probe"};
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    struct { uint64_t numbers[16]; } zeros = {{0}};

    if (is(what, "internet socket")) return error_of(socket(AF_INET, SOCK_STREAM, 0));
    if (is(what, "datagram socket")) return error_of(socket(AF_INET6, SOCK_DGRAM, 0));
    if (is(what, "unix socket")) return error_of(socket(AF_UNIX, SOCK_STREAM, 0));
    if (is(what, "netlink socket")) return error_of(socket(AF_NETLINK, SOCK_RAW, 0));
    if (is(what, "pair of sockets")) { int pair[2]; return error_of(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)); }
    if (is(what, "connect the line")) return error_of(connect(line, (void *)&address, sizeof address));
    if (is(what, "bind the line")) return error_of(bind(line, (void *)&address, sizeof address));
    if (is(what, "send to an address")) return error_of(sendto(line, "x", 1, 0, (void *)&address, sizeof address));
    if (is(what, "send a descriptor")) { struct msghdr message = {0}; return error_of(sendmsg(line, &message, 0)); }
    if (is(what, "start a program")) return in_child(run_program);
    if (is(what, "start Python")) return in_child(run_python);
    if (is(what, "start by a descriptor")) return error_of(syscall(SYS_execveat, line, "", NULL, NULL, AT_EMPTY_PATH));
    if (is(what, "call by 32 bits")) return in_child(call_32_bits);
#if defined(__x86_64__)
    if (is(what, "call by x32")) return error_of(syscall(0x40000000 + SYS_getpid));
#endif
    if (is(what, "a later call")) return error_of(syscall(460));
    if (is(what, "trace")) return error_of(ptrace(PTRACE_ATTACH, pid, 0, 0));
    if (is(what, "be traced")) return error_of(ptrace(PTRACE_TRACEME, 0, 0, 0));
    if (is(what, "read memory")) return error_of(process_vm_readv(pid, &local, 1, &remote, 1, 0));
    if (is(what, "write memory")) return error_of(process_vm_writev(pid, &local, 1, &remote, 1, 0));
    if (is(what, "signal")) return error_of(kill(pid, SIGCONT));
    if (is(what, "signal the first process")) return error_of(kill(1, SIGCONT));
    if (is(what, "signal a thread")) return error_of(syscall(SYS_tgkill, pid, pid, SIGCONT));
    if (is(what, "queue a signal")) return error_of(syscall(SYS_rt_sigqueueinfo, pid, SIGCONT, &zeros));
    if (is(what, "open a process")) return error_of(syscall(434, pid, 0));
    if (is(what, "signal by input")) return error_of(fcntl(line, F_SETOWN, pid));
    if (is(what, "limit another process")) return error_of(prlimit(pid, RLIMIT_CPU, &limit, NULL));
    if (is(what, "user namespace")) return error_of(unshare(CLONE_NEWUSER));
    if (is(what, "network namespace")) return error_of(unshare(CLONE_NEWNET));
    if (is(what, "cloned namespace")) {
        long child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
        if (!child) _exit(0);
        return error_of(child);
    }
    if (is(what, "clone3")) return error_of(syscall(435, &zeros, 64));
    if (is(what, "enter a namespace")) return error_of(syscall(SYS_setns, line, 0));
    if (is(what, "mount")) return error_of(mount("none", "/proc", "tmpfs", 0, ""));
    if (is(what, "unmount")) return error_of(umount2("/proc", MNT_DETACH));
    if (is(what, "change the root")) return error_of(chroot("."));
    if (is(what, "pivot the root")) return error_of(syscall(SYS_pivot_root, ".", "."));
    if (is(what, "open a tree")) return error_of(syscall(428, AT_FDCWD, ".", 1));
    if (is(what, "open a file system")) return error_of(syscall(430, "tmpfs", 0));
    if (is(what, "add a key")) return error_of(syscall(SYS_add_key, "user", "probe", "x", 1, -3));
    if (is(what, "request a key")) return error_of(syscall(SYS_request_key, "user", "probe", NULL, 0));
    if (is(what, "read the keyring")) return error_of(syscall(SYS_keyctl, 0, -3, 0, 0, 0));
    if (is(what, "bpf")) return error_of(syscall(SYS_bpf, 0, &zeros, sizeof zeros));
    if (is(what, "perf")) return error_of(syscall(SYS_perf_event_open, &zeros, 0, -1, -1, 0));
    if (is(what, "io_uring")) return error_of(syscall(425, 1, &zeros));
    if (is(what, "userfaultfd")) return error_of(syscall(SYS_userfaultfd, 1));
    if (is(what, "another filter")) return error_of(syscall(SYS_seccomp, 1, 0, NULL));
    if (is(what, "shared memory of System V")) return error_of(syscall(SYS_shmget, 0, 4096, 01600));
    if (is(what, "message queue")) return error_of(syscall(SYS_mq_open, "probe", O_CREAT | O_RDWR, 0600, NULL));
    if (is(what, "memory as a file")) return error_of(syscall(SYS_memfd_create, "probe", 0));
    if (is(what, "memory that is not counted"))
        return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
    if (is(what, "all the memory"))
        return mmap(NULL, 64ul << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? errno : 0;
    if (is(what, "become root")) return error_of(setuid(0));
    if (is(what, "a higher limit")) return error_of(setrlimit(RLIMIT_DATA, &limit));
    if (is(what, "a higher priority")) return error_of(setpriority(PRIO_PROCESS, 0, -5));
    if (is(what, "a session")) return error_of(setsid());
    if (is(what, "a process group")) return error_of(setpgid(0, 0));
    if (is(what, "open to read")) return error_of(open(path, O_RDONLY));
    if (is(what, "open to write")) return error_of(open(path, O_WRONLY | O_CREAT, 0600));
    if (is(what, "look at")) { struct stat about; return error_of(stat(path, &about)); }
    if (is(what, "make a folder")) return error_of(mkdir(path, 0700));
    if (is(what, "remove")) return error_of(unlink(path));
    if (is(what, "change the mode")) return error_of(chmod(path, 0777));
    if (is(what, "change the owner")) return error_of(chown(path, 1, 1));
    if (is(what, "change the times")) return error_of(utimes(path, NULL));
    if (is(what, "set an attribute")) return error_of(setxattr(path, "user.probe", "x", 1, 0));
    if (is(what, "make a device")) return error_of(mknod(path, S_IFCHR | 0600, 0x103));
    return -1;
}

/* How many processes there are before no more can be begun; all of them end at once. */
int processes(int most) {
    int begun = 0;
    while (begun < most) {
        pid_t child = fork();
        if (child < 0)
            break;
        if (!child) {
            pause();
            _exit(0);
        }
        begun++;
    }
    return begun;
}

/* How many files can be open. */
int files(int most) {
    int opened = 0;
    while (opened < most && open("/dev/null", O_RDONLY) >= 0)
        opened++;
    return opened;
}
