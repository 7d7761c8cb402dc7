#define _GNU_SOURCE
#include "serve.h"

#include "task.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { MOST_WORDS = 4096, LONGEST_REQUEST = 1 << 20, EARLY_LIMIT = 1 << 20 };

static const long long MILLI = 1000 * 1000;
/* Output that is still in a pipe when the main process has gone; a grandchild that keeps the pipe open is not waited for longer. */
static const long long GRACE = 50 * MILLI;
/* As long as the doctor gives perf; who asks later may shorten it. */
static const long long EARLY_DEADLINE = 3000 * MILLI;

static struct task *tasks;

static void add(struct task *task)
{
    if (task != NULL) {
        task->next = tasks;
        tasks = task;
    }
}

void serve_early(char **argv)
{
    add(task_start(argv, EARLY_LIMIT, now() + EARLY_DEADLINE));
}

static bool same(char **a, char **b)
{
    for (; *a != NULL && *b != NULL; a++, b++)
        if (strcmp(*a, *b) != 0)
            return false;
    return *a == *b;
}

static struct task *started_before(char **argv)
{
    for (struct task *task = tasks; task != NULL; task = task->next)
        if (task->id == NULL && same(task->argv, argv))
            return task;
    return NULL;
}

/* Takes a request apart; its words live as long as the process, as few as they are. */
static void take(char *text, size_t length)
{
    char *words[MOST_WORDS + 1];
    size_t count = 0;
    for (size_t i = 0; i < length && count < MOST_WORDS; i += strlen(text + i) + 1)
        words[count++] = text + i;
    words[count] = NULL;
    if (count < 4 || text[length - 1] != '\0')
        return;
    char **argv = calloc(count - 2, sizeof *argv);
    if (argv == NULL)
        return;
    memcpy(argv, words + 3, (count - 2) * sizeof *argv);
    long long deadline = now() + atoll(words[1]) * MILLI;
    struct task *task = started_before(argv);
    if (task == NULL)
        add(task = task_start(argv, (size_t)atoll(words[2]), deadline));
    else if (deadline < task->deadline)
        task->deadline = deadline;
    if (task != NULL)
        task->id = strdup(words[0]);
}

/* Requests as far as they have arrived; false when there will be no more. */
static bool requests_read(int fd)
{
    static struct buffer pending;
    static char bytes[1 << 16];
    ssize_t n = read(fd, bytes, sizeof bytes);
    if (n <= 0)
        return n < 0 && (errno == EAGAIN || errno == EINTR);
    if (!buffer_add(&pending, bytes, (size_t)n))
        return false;
    for (;;) {
        const unsigned char *head = (const unsigned char *)pending.bytes;
        size_t length = pending.length < 4 ? 0 : (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
        if (length > LONGEST_REQUEST || (pending.length >= 4 && length == 0))
            return false;
        if (pending.length < 4 || pending.length - 4 < length)
            return true;
        char *text = malloc(length + 1);
        if (text == NULL)
            return false;
        memcpy(text, pending.bytes + 4, length);
        text[length] = '\0';
        take(text, length);
        pending.length -= 4 + length;
        memmove(pending.bytes, pending.bytes + 4 + length, pending.length);
    }
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, bytes, length);
        if (n < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);     /* requests and answers may share a socket */
        else if (n < 0 && errno != EINTR)
            return false;
        if (n < 0)
            continue;
        bytes += n;
        length -= (size_t)n;
    }
    return true;
}

static const char *word(enum ending ending)
{
    switch (ending) {
    case EXITED:
        return "exit";
    case SIGNALLED:
        return "signal";
    case NOT_STARTED:
        return "errno";
    case RUNNING:
    case TIMED_OUT:
        break;
    }
    return "timeout";
}

static bool answer(int fd, struct task *task)
{
    struct buffer message = {0};
    char number[32], output[32];
    snprintf(number, sizeof number, "%d", task->number);
    snprintf(output, sizeof output, "%zu", task->output.length);
    bool whole = buffer_add(&message, "\0\0\0\0", 4) && buffer_string(&message, task->id) && buffer_string(&message, word(task->ending))
        && buffer_string(&message, number) && buffer_string(&message, output)
        && buffer_add(&message, task->output.bytes, task->output.length) && buffer_add(&message, task->errors.bytes, task->errors.length);
    if (whole) {
        uint32_t length = (uint32_t)(message.length - 4);
        for (int i = 0; i < 4; i++)
            message.bytes[i] = (char)(length >> (24 - 8 * i));
        whole = write_all(fd, message.bytes, message.length);
    }
    buffer_free(&message);
    task->told = true;
    return whole;
}

/* Whether a task is over, one way or another. */
static bool over(struct task *task)
{
    bool silent = task->out < 0 && task->err < 0;
    if (task->ending == NOT_STARTED || task->ending == TIMED_OUT)
        return true;
    if (task->gone != 0 && (silent || now() - task->gone > GRACE))
        return true;
    if (now() < task->deadline)
        return false;
    if (task->ending == RUNNING)
        task->ending = TIMED_OUT;
    return true;
}

/* Ends what is over and tells it where somebody waits; false when nobody can be told any more. */
static bool settle(int answers)
{
    for (struct task *task = tasks; task != NULL; task = task->next) {
        task_look(task);
        if (!over(task))
            continue;
        task_end(task);
        if (task->id != NULL && !task->told && !answer(answers, task))
            return false;
    }
    for (struct task **link = &tasks; *link != NULL;) {
        struct task *task = *link;
        if (task->told) {
            *link = task->next;
            task_free(task);
        } else {
            link = &task->next;
        }
    }
    return true;
}

static int until_next(void)
{
    long long next = -1;
    for (struct task *task = tasks; task != NULL; task = task->next) {
        if (task->pid <= 0 || over(task))
            continue;
        long long at = task->gone != 0 ? task->gone + GRACE : task->deadline;
        next = next < 0 || at < next ? at : next;
    }
    long long wait = next < 0 ? -1 : (next - now()) / MILLI + 1;
    return next < 0 ? -1 : wait < 0 ? 0 : (int)wait;
}

static bool round_of(int requests, int children, int answers)
{
    struct pollfd fds[2 + 3 * 256] = {{.fd = requests, .events = POLLIN}, {.fd = children, .events = POLLIN}};
    nfds_t count = 2;
    for (struct task *task = tasks; task != NULL && count + 3 <= sizeof fds / sizeof *fds; task = task->next) {
        fds[count++] = (struct pollfd){.fd = task->out, .events = POLLIN};
        fds[count++] = (struct pollfd){.fd = task->err, .events = POLLIN};
        fds[count++] = (struct pollfd){.fd = task->start, .events = POLLIN};
    }
    if (poll(fds, count, until_next()) < 0 && errno != EINTR)
        return false;
    if (fds[1].revents != 0) {
        struct signalfd_siginfo info[16];
        if (read(children, info, sizeof info) < 0 && errno != EAGAIN)
            return false;
    }
    for (struct task *task = tasks; task != NULL; task = task->next)
        task_read(task);
    if (fds[0].revents != 0 && !requests_read(requests))
        return false;
    return settle(answers);
}

static sigset_t child_signal(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    return set;
}

void serve_begin(void)
{
    sigset_t set = child_signal();
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int serve(int requests, int answers)
{
    sigset_t set = child_signal();
    int children = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    fcntl(requests, F_SETFL, O_NONBLOCK);
    while (round_of(requests, children, answers)) {
    }
    for (struct task *task = tasks; task != NULL; task = task->next)
        task_end(task);
    end_all();
    return 0;
}
