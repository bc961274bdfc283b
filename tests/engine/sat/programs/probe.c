/* A "solver" that tries to get out. Each line it prints is "NAME ok", or "NAME REASON" where something refused it.

   The file `targets` beside it has words, one a line: a Unix socket, an abstract one, a port of this machine, a process,
   a file to read, a file to write, a socket of tmux, and a Unix socket for datagrams. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *name, long result)
{
    printf("%s %s\n", name, result >= 0 ? "ok" : strerrorname_np(errno));
    fflush(stdout);
}

static long unix_address(struct sockaddr_un *address, const char *path, int abstract)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    strncpy(address->sun_path + abstract, path, sizeof address->sun_path - 2);
    return offsetof(struct sockaddr_un, sun_path) + abstract + strlen(path);
}

static long reach_unix(const char *path, int abstract)
{
    struct sockaddr_un address;
    long length = unix_address(&address, path, abstract);
    int end = socket(AF_UNIX, SOCK_STREAM, 0);
    return end < 0 ? -1 : connect(end, (struct sockaddr *)&address, length);
}

/* Over a socket of a pair, which needs no call of socket(), to another one: in each way that names an address. */
static long reach_by_pair(const char *path, int way)
{
    struct sockaddr_un address;
    long length = unix_address(&address, path, 0);
    struct iovec text = {"x", 1};
    struct msghdr message = {.msg_name = &address, .msg_namelen = length, .msg_iov = &text, .msg_iovlen = 1};
    struct mmsghdr messages = {.msg_hdr = message};
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) < 0)
        return -1;
    switch (way) {
    case 0:
        return connect(pair[0], (struct sockaddr *)&address, length);
    case 1:
        return sendto(pair[0], "x", 1, 0, (struct sockaddr *)&address, length);
    case 2:
        return sendmsg(pair[0], &message, 0);
    default:
        return sendmmsg(pair[0], &messages, 1, 0);
    }
}

static long reach_port(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_STREAM, 0);
    return end < 0 ? -1 : connect(end, (struct sockaddr *)&address, sizeof address);
}

static long reading(const char *path)
{
    char byte;
    int file = open(path, O_RDONLY);
    return file < 0 ? -1 : read(file, &byte, 1);
}

static long writing(const char *path)
{
    return open(path, O_WRONLY | O_CREAT, 0600);
}

static long entries(const char *path)
{
    DIR *folder = opendir(path);
    long count = 0;
    if (!folder)
        return -1;
    for (struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    if (!count)
        errno = ENOENT;
    return count ? 0 : -1;
}

static long files_of_first(void)
{
    for (int number = 0; number < 64; number++) {
        char path[64], where[PATH_MAX];
        snprintf(path, sizeof path, "/proc/1/fd/%d", number);
        if (readlink(path, where, sizeof where) > 0 || open(path, O_WRONLY | O_NONBLOCK) >= 0)
            return 0;
    }
    return -1;
}

/* Whether a child process that does this ends well. */
static void in_child(const char *name, long (*act)(void))
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(act() < 0 ? errno : 0);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("%s killed\n", name);
    else
        errno = WEXITSTATUS(status), say(name, errno ? -1 : 0);
}

/* Whether it could change the machine for everybody. Then it does not try. */
static int is_privileged(void)
{
    unsigned long long capabilities = 0;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        sscanf(line, "CapEff: %llx", &capabilities);
    if (status)
        fclose(status);
    return capabilities != 0;
}

static long user_namespace(void) { return unshare(CLONE_NEWUSER); }
static long new_mounts(void) { return unshare(CLONE_NEWNS); }
static long mounted(void) { return is_privileged() ? 0 : mount("none", "/tmp", "tmpfs", 0, ""); }
static long rooted(void) { return chroot("/tmp"); }
static long traced(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0); }
static long attached(void) { return ptrace(PTRACE_ATTACH, 1, 0, 0); }
static long unmounted(void) { return is_privileged() ? 0 : umount2("/tmp", MNT_DETACH); }
static long read_memory(void)
{
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    return syscall(SYS_process_vm_readv, 1, &here, 1, &there, 1, 0);
}
static long cloned(void) { return syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0); }
static long typed(void)
{
    int terminal = open("/dev/tty", O_RDWR);
    return terminal < 0 ? -1 : ioctl(terminal, TIOCSTI, "x");
}
#ifdef __x86_64__
static long foreign(void) /* socket(AF_UNIX, SOCK_STREAM, 0) as a program of 32 bits calls it */
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(359), "b"(AF_UNIX), "c"(SOCK_STREAM), "d"(0) : "memory");
    errno = result < 0 ? -result : 0;
    return result;
}
#endif

static void fill(const char *path)
{
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    long written = 0;
    for (int number = 0; number < 2000; number++) {
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s/filler-%d", path, number);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        ssize_t got = file < 0 ? -1 : write(file, block, sizeof block);
        close(file);
        if (got < (ssize_t)sizeof block)
            break;
        written++;
    }
    printf("filled %s %ld\n", path, written);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    static char words[8][PATH_MAX];
    char beside[PATH_MAX];
    snprintf(beside, sizeof beside, "%s/targets", arguments[1]);
    FILE *targets = fopen(beside, "r");
    if (!targets)
        return 2;
    for (int number = 0; number < 8 && fscanf(targets, "%4095s", words[number]) == 1; number++)
        ;
    fclose(targets);
    if (count > 2 && !strcmp(arguments[2], "fill")) {
        fill("/dev/shm");
        fill("/tmp");
        sleep(2);
        return 0;
    }
    if (count > 2 && !strcmp(arguments[2], "forge")) {
        for (int number = 0; number < 64; number++) {
            char path[64];
            snprintf(path, sizeof path, "/proc/%d/fd/%d", getppid(), number);
            int file = open(path, O_WRONLY | O_NONBLOCK);
            if (file >= 0)
                dprintf(file, "{\"event\": \"ended\", \"status\": 0, \"seconds\": 0.0, \"peak\": 1}\n");
        }
        for (volatile long work = 0; work < 300000000; work++)
            ;
        return 0;
    }
    const char *path = words[0], *name = words[1], *secret = words[4], *outside = words[5], *tmux = words[6];
    int port = atoi(words[2]), victim = atoi(words[3]);

    for (int number = 3; number < 1024; number++)
        if (fcntl(number, F_GETFD) >= 0)
            say("open descriptor", 0);
    say("unix socket", reach_unix(path, 0));
    say("abstract socket", reach_unix(name, 1));
    say("socket by a connected pair", reach_by_pair(words[7], 0));
    say("socket by an address", reach_by_pair(words[7], 1));
    say("socket by a message", reach_by_pair(words[7], 2));
    say("socket by messages", reach_by_pair(words[7], 3));
    say("port of this machine", reach_port(port));
    say("internet socket", socket(AF_INET, SOCK_DGRAM, 0));
    say("internet socket 6", socket(AF_INET6, SOCK_STREAM, 0));
    say("netlink socket", socket(AF_NETLINK, SOCK_RAW, 0));
    say("packet socket", socket(AF_PACKET, SOCK_RAW, 0));
    say("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
    say("read a file", reading(secret));
    say("list /home", entries("/home"));
    say("list /root", entries("/root"));
    say("list /run", entries("/run"));
    say("list /sys", entries("/sys"));
    say("list /tmp", access("/tmp/satsudoku-probe", F_OK));
    say("read /etc/shadow", reading("/etc/shadow"));
    say("read /etc/passwd", reading("/etc/passwd"));
    say("write to /usr", access("/usr", W_OK));
    say("write to /", access("/", W_OK));
    say("write to /dev", access("/dev", W_OK));
    say("write to /etc", access("/etc", W_OK));
    say("write to /home", access("/home", W_OK));
    say("write to /run", access("/run", W_OK));
    say("write to the kernel", open("/proc/sys/kernel/core_pattern", O_WRONLY));
    say("write to sysrq", open("/proc/sysrq-trigger", O_WRONLY));
    writing(outside);
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command, "tmux -S %s run-shell 'touch %s-by-tmux' >&2", tmux, outside);
    if (system(command) < 0)
        perror("system");
    say("signal another process", kill(victim, 0) < 0 ? kill(victim, SIGKILL) : kill(victim, SIGKILL));
    int handle = syscall(SYS_pidfd_open, victim, 0);
    say("handle of a process", handle);
    say("memory of the first process", open("/proc/1/mem", O_RDONLY));
    say("environment of the first process", reading("/proc/1/environ"));
    say("files of the first process", files_of_first());
    in_child("trace itself", traced);
    in_child("trace the first process", attached);
    in_child("read memory of the first process", read_memory);
    in_child("user namespace", user_namespace);
    in_child("mount namespace", new_mounts);
    in_child("clone a user namespace", cloned);
    in_child("mount", mounted);
    in_child("unmount", unmounted);
    in_child("change the root", rooted);
    in_child("type into the terminal", typed);
#ifdef __x86_64__
    in_child("call of 32 bits", foreign);
    say("call of x32", syscall(0x40000000 + SYS_socket, AF_UNIX, SOCK_STREAM, 0));
#endif
    say("new kind of clone", syscall(SYS_clone3, NULL, 0));
    say("key", syscall(SYS_add_key, "user", "probe", "x", 1, -3));
    say("keyring", syscall(SYS_keyctl, 0, -3, 1));
    say("bpf", syscall(SYS_bpf, 0, NULL, 0));
    say("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
    say("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
    say("userfaultfd", syscall(SYS_userfaultfd, 1));
    say("memory file", syscall(SYS_memfd_create, "probe", 0));
    long shared = syscall(SYS_shmget, 0, 4096, 01600);
    say("shared memory", shared);
    syscall(SYS_shmctl, shared, 0, NULL);
    say("message queue", syscall(SYS_mq_open, "probe", O_CREAT, 0600, NULL));
    syscall(SYS_mq_unlink, "probe");
    say("file by handle", syscall(SYS_open_by_handle_at, -100, NULL, 0));
    say("module", syscall(SYS_init_module, NULL, 0, ""));
    say("kernel log", syscall(SYS_syslog, 10, NULL, 0));
    say("name of the machine", is_privileged() ? 0 : sethostname("probe", 5));
    say("own program", access("/proc/self/exe", X_OK));
    say("own file", writing("written"));
    say("temporary file", writing("/tmp/mine"));
    say("shared temporary file", writing("/dev/shm/mine"));
    FILE *status = fopen("/proc/self/status", "r");
    for (char line[256]; status && fgets(line, sizeof line, status);)
        if (!strncmp(line, "CapEff:", 7) || !strncmp(line, "NoNewPrivs:", 11) || !strncmp(line, "Seccomp:", 8))
            fputs(line, stdout);
    extern char **environ;
    for (char **each = environ; *each; each++)
        printf("variable %.*s\n", (int)strcspn(*each, "="), *each);
    return 0;
}
