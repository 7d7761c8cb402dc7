/*
 * perfdoctor-probe: tries what others infer. Opens perf events as the calling user and prints what came of it, one JSON object
 * a line. Reads a few files of /sys and /proc, writes to standard output alone, and ends by itself after a fifth of a second.
 */
#define _GNU_SOURCE
#include "line.h"
#include "halves.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

enum { LIMIT_MICROS = 200 * 1000, AGAIN_MICROS = 10 * 1000 };

/* What was printed stays printed; the missing last line tells that there would have been more. */
static void out_of_time(int signal)
{
    (void)signal;
    line_last();
}

static void limit_time(void)
{
    struct sigaction action = {.sa_handler = out_of_time};
    struct itimerval timer = {.it_value = {.tv_usec = LIMIT_MICROS}, .it_interval = {.tv_usec = AGAIN_MICROS}};
    sigset_t none;
    sigemptyset(&none);
    sigaction(SIGALRM, &action, NULL);          /* without SA_RESTART: it also ends a write that nobody reads */
    sigprocmask(SIG_SETMASK, &none, NULL);      /* a parent may have blocked the signal */
    setitimer(ITIMER_REAL, &timer, NULL);
}

static long long nanos(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int refuse(const char *argument)
{
    fprintf(stderr, "perfdoctor-probe: '%s' is not an argument; known: --open-only, --version\n", argument);
    return 2;
}

static int version(void)
{
    static const char line[] = "perfdoctor-probe " VERSION "\n";
    return write(STDOUT_FILENO, line, sizeof line - 1) == (ssize_t)sizeof line - 1 ? 0 : 1;
}

static void probe(bool open_only)
{
    static struct pmu pmus[MAX_PMUS];
    long long start = nanos();
    size_t count = pmus_find(PMU_DIRECTORY, pmus);
    opening(pmus, count);
    if (!open_only)
        functional(pmus, count);
    line_begin("end");
    line_number("millis", (nanos() - start) / 1000000);
    line_end();
}

int main(int argc, char **argv)
{
    bool open_only = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--version") == 0)
            return version();
        if (strcmp(argv[i], "--open-only") != 0)
            return refuse(argv[i]);
        open_only = true;
    }
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0)      /* closed: the first event would become standard output */
        return 1;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);         /* a sandbox that kills for perf_event_open leaves no core file */
    limit_time();
    probe(open_only);
    return 0;
}
