/* One command, or one read of a file, in a process of its own. */
#ifndef TASK_H
#define TASK_H

#include "buffer.h"

#include <stdbool.h>
#include <sys/types.h>

enum ending { RUNNING, EXITED, SIGNALLED, TIMED_OUT, NOT_STARTED };

struct task {
    struct task *next;
    char *id;               /* of the request that waits for it; NULL while nobody asked */
    char **argv;            /* ends in NULL */
    size_t limit;           /* bytes kept of each output; the rest is read and dropped */
    long long deadline;     /* nanoseconds of the monotonic clock */
    long long gone;         /* when its main process ended; 0 before */
    pid_t pid;
    int out, err, start;    /* pipes; -1 once they ended. start says why exec failed. */
    struct buffer output, errors;
    enum ending ending;
    int number;             /* exit status, signal or errno */
    bool ended, told;
};

long long now(void);

/* Starts argv, which must outlive the task. What cannot be started is a task that has ended. */
struct task *task_start(char **argv, size_t limit, long long deadline);

/* Reads what is there; called when a pipe of the task can be read. */
void task_read(struct task *task);

/* Looks whether the main process has ended. It stays a zombie, so that its number still means its tree. */
void task_look(struct task *task);

/* Ends the whole tree of processes, waits for the main one as long as that takes no time, and closes the pipes. */
void task_end(struct task *task);

void task_free(struct task *task);

/* Ends every process below this one; the last of them may take a little while to go. */
void end_all(void);

#endif
