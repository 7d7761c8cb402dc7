#define _GNU_SOURCE
#include "task.h"

#include "read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PROCESSES = 65536, ROUNDS = 20, ROUNDS_FOR_STUCK = 4, PAUSE_NANOS = 1000 * 1000 };

long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void pause_shortly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_NANOS}, NULL);
}

/*
 * The child's side: a session of its own (no terminal, so nothing can prompt; one number for the group), no standard input, the
 * root directory, default signals, no core file. Never returns.
 */
static void become(char **argv, int out, int err, int start)
{
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int signal = 1; signal < NSIG; signal++)
        sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0});
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    int error = chdir("/") == 0 ? 0 : errno;
    if (error == 0 && argv[0][0] == '@') {
        close(start);
        _exit(read_for(argv));
    }
    if (error == 0) {
        execv(argv[0], argv);   /* and not execvp, which hands to a shell what is no program */
        error = errno;
    }
    if (write(start, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

static bool pipes(int ends[6])
{
    for (int i = 0; i < 6; i++)
        ends[i] = -1;
    return pipe2(ends, O_CLOEXEC) == 0 && pipe2(ends + 2, O_CLOEXEC) == 0 && pipe2(ends + 4, O_CLOEXEC) == 0;
}

static void close_all(int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

struct task *task_start(char **argv, size_t limit, long long deadline)
{
    struct task *task = calloc(1, sizeof *task);
    if (task == NULL)
        return NULL;
    int ends[6];
    *task = (struct task){.argv = argv, .limit = limit, .deadline = deadline, .out = -1, .err = -1, .start = -1};
    task->pid = pipes(ends) ? fork() : -1;
    if (task->pid == 0)
        become(argv, ends[1], ends[3], ends[5]);
    if (task->pid < 0) {
        task->ending = NOT_STARTED;
        task->number = errno;
        close_all(ends, 6);
        return task;
    }
    for (int i = 1; i < 6; i += 2)
        close(ends[i]);
    task->out = ends[0];
    task->err = ends[2];
    task->start = ends[4];
    fcntl(task->out, F_SETFL, O_NONBLOCK);
    fcntl(task->err, F_SETFL, O_NONBLOCK);
    fcntl(task->start, F_SETFL, O_NONBLOCK);
    return task;
}

/* One read; false at the end of the pipe. */
static bool drain(int fd, struct buffer *into, size_t limit)
{
    static char bytes[1 << 16];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    size_t kept = limit > into->length ? limit - into->length : 0;
    buffer_add(into, bytes, (size_t)n < kept ? (size_t)n : kept);
    return n > 0;
}

static void drain_or_close(int *fd, struct buffer *into, size_t limit)
{
    if (*fd >= 0 && !drain(*fd, into, limit)) {
        close(*fd);
        *fd = -1;
    }
}

static void read_start(struct task *task)
{
    int error;
    ssize_t n = read(task->start, &error, sizeof error);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (n == sizeof error) {
        task->ending = NOT_STARTED;
        task->number = error;
    }
    close(task->start);
    task->start = -1;
}

void task_read(struct task *task)
{
    drain_or_close(&task->out, &task->output, task->limit);
    drain_or_close(&task->err, &task->errors, task->limit);
    if (task->start >= 0)
        read_start(task);
}

void task_look(struct task *task)
{
    siginfo_t info = {0};
    if (task->pid <= 0 || task->gone != 0 || waitid(P_PID, (id_t)task->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
        return;
    task->gone = now();
    if (task->start >= 0)
        read_start(task);
    if (task->ending == RUNNING) {
        task->ending = info.si_code == CLD_EXITED ? EXITED : SIGNALLED;
        task->number = info.si_status;
    }
}

struct process {
    pid_t pid, parent, session;
    bool zombie, stuck, doomed;
};

/* The fields behind the name in /proc/PID/stat: state, parent, group, session. The name may hold blanks and brackets. */
static bool process_read(const char *pid, struct process *process)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    if (n <= 0)
        return false;
    text[n] = '\0';
    char state;
    const char *behind = strrchr(text, ')');
    *process = (struct process){.pid = atoi(pid)};
    if (behind == NULL || sscanf(behind + 1, " %c %d %*d %d", &state, &process->parent, &process->session) != 3)
        return false;
    process->zombie = state == 'Z' || state == 'X';
    process->stuck = state == 'D';
    return true;
}

static size_t processes(struct process **all)
{
    DIR *proc = opendir("/proc");
    size_t count = 0, room = 0;
    *all = NULL;
    for (struct dirent *entry; proc != NULL && count < MOST_PROCESSES && (entry = readdir(proc)) != NULL;) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
            continue;
        if (count == room) {
            struct process *grown = realloc(*all, (room = room * 2 + 256) * sizeof **all);
            if (grown == NULL)
                break;
            *all = grown;
        }
        count += process_read(entry->d_name, *all + count);
    }
    if (proc != NULL)
        closedir(proc);
    return count;
}

static int by_pid(const void *a, const void *b)
{
    pid_t one = ((const struct process *)a)->pid, other = ((const struct process *)b)->pid;
    return (one > other) - (one < other);
}

static bool parent_is_doomed(struct process *all, size_t count, pid_t parent)
{
    struct process *found = bsearch(&(struct process){.pid = parent}, all, count, sizeof *all, by_pid);
    return found != NULL && found->doomed;
}

static void doom(struct process *all, size_t count, pid_t top)
{
    qsort(all, count, sizeof *all, by_pid);
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < count; i++) {
            bool meant = all[i].parent == top || all[i].session == top || parent_is_doomed(all, count, all[i].parent);
            if (meant && !all[i].doomed && all[i].pid != getpid())
                found = all[i].doomed = true;
        }
    }
}

/*
 * Ends what descends from top or belongs to its session; what a dying parent had just started is found in the next round. Not even
 * SIGKILL ends what waits for a dead file system (state D): that is left behind.
 */
static void end_tree(pid_t top, bool itself)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct process *all;
        size_t count = processes(&all), alive = 0;
        doom(all, count, top);
        for (size_t i = 0; i < count; i++) {
            bool meant = all[i].doomed || (itself && all[i].pid == top);
            bool sent = meant && !all[i].zombie && kill(all[i].pid, SIGKILL) == 0;
            alive += sent && !(all[i].stuck && round >= ROUNDS_FOR_STUCK);
        }
        free(all);
        if (alive == 0)
            return;
        pause_shortly();
    }
}

void task_end(struct task *task)
{
    if (task->ended)
        return;
    task->ended = true;
    if (task->pid > 0) {
        bool quiet = task->gone != 0 && task->out < 0 && task->err < 0;
        kill(-task->pid, SIGKILL);
        if (!quiet) {
            end_tree(task->pid, true);
            drain_or_close(&task->out, &task->output, task->limit);
            drain_or_close(&task->err, &task->errors, task->limit);
        }
        if (waitpid(task->pid, NULL, WNOHANG) != 0)
            task->pid = 0;
    }
    close_all((int[]){task->out, task->err, task->start}, 3);
    task->out = task->err = task->start = -1;
}

void task_free(struct task *task)
{
    buffer_free(&task->output);
    buffer_free(&task->errors);
    free(task->id);
    free(task);
}

void end_all(void)
{
    for (int round = 0; round < ROUNDS_FOR_STUCK; round++) {
        pid_t pid;
        while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
        }
        if (pid < 0)
            return;     /* no children are left, nor orphans, for this process is their reaper */
        end_tree(getpid(), false);
        pause_shortly();
    }
}
