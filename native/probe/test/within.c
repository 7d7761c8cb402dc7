/*
 * Runs a command in a situation that no shell can make:
 *   within refused ERRNO CMD...   perf_event_open answers ERRNO (a number; "kill": the process is killed), by seccomp
 *   within stalled CMD...         the command stands still for a quarter of a second in the middle of its work
 *   within unread CMD...          standard output is a full pipe that nobody reads
 * Exit status: the command's; 128 + signal; 77 where the situation cannot be made here.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/ptrace.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOT_HERE = 77, WRONG_USE = 64 };

static void run(char **command)
{
    execv(command[0], command);
    _exit(127);
}

static int status_of(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) == child)
        if (WIFEXITED(status))
            return WEXITSTATUS(status);
        else if (WIFSIGNALED(status))
            return 128 + WTERMSIG(status);
    return NOT_HERE;
}

static int refused(const char *answer, char **command)
{
    unsigned action = strcmp(answer, "kill") == 0 ? SECCOMP_RET_KILL_PROCESS
                                                  : SECCOMP_RET_ERRNO | ((unsigned)atoi(answer) & SECCOMP_RET_DATA);
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, action),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return NOT_HERE;
    run(command);
    return NOT_HERE;
}

static void stand_still(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 250 * 1000 * 1000}, NULL);
}

/* The system call itself: the C libraries' headers of ptrace and the kernel's exclude each other, or lack the newest request. */
static long trace(int request, pid_t child, long address, void *data)
{
    return syscall(SYS_ptrace, request, child, address, data);
}

/* Goes on to the next system call boundary and tells whether it is the beginning of a write. -1: the child is gone. */
static int next_is_write(pid_t child)
{
    struct ptrace_syscall_info call;
    int status;
    if (trace(PTRACE_SYSCALL, child, 0, NULL) != 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return -1;
    if (trace(PTRACE_GET_SYSCALL_INFO, child, sizeof call, &call) <= 0)
        return -1;
    return call.op == PTRACE_SYSCALL_INFO_ENTRY && call.entry.nr == SYS_write;
}

/* Stops the command before its fourth line: past its first ones, long before its last. */
static int stalled(char **command)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (trace(PTRACE_TRACEME, 0, 0, NULL) != 0)
            _exit(NOT_HERE);
        run(command);
    }
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return NOT_HERE;
    trace(PTRACE_SETOPTIONS, child, 0, (void *)PTRACE_O_TRACESYSGOOD);
    for (int lines = 0; lines < 4;) {
        int write = next_is_write(child);
        if (write < 0) {
            kill(child, SIGKILL);
            return NOT_HERE;
        }
        lines += write;
    }
    stand_still();
    trace(PTRACE_DETACH, child, 0, NULL);
    return status_of(child);
}

static int unread(char **command)
{
    int ends[2];
    char block[4096] = {0};
    if (pipe(ends) != 0 || fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0)
        return NOT_HERE;
    while (write(ends[1], block, sizeof block) > 0)
        ;
    fcntl(ends[1], F_SETFL, 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        run(command);
    }
    return status_of(child);
}

int main(int argc, char **argv)
{
    if (argc > 3 && strcmp(argv[1], "refused") == 0)
        return refused(argv[2], argv + 3);
    if (argc > 2 && strcmp(argv[1], "stalled") == 0)
        return stalled(argv + 2);
    if (argc > 2 && strcmp(argv[1], "unread") == 0)
        return unread(argv + 2);
    return WRONG_USE;
}
