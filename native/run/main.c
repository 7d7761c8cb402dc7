/*
 * perfdoctor-run: runs commands for the doctor so that nothing hangs and nothing stays behind. Each gets a session of its own (no
 * terminal, no prompt), no standard input, a deadline and a limit to its output; when its time is up, its whole tree of processes is
 * ended, orphans too. Files on network and FUSE mounts are read in such a process as well. No shell is ever involved.
 *
 *   perfdoctor-run serve                          answers requests on standard input (serve.h)
 *   perfdoctor-run [ask 'COMMAND']... -- JAVA …   starts the commands, becomes JAVA, and serves it: -Dperfdoctor.run=stdin is added
 *   perfdoctor-run archive HOME JAR...            prints the name of the class archive of these jars, for the assembly of the image
 */
#define _GNU_SOURCE
#include "cache.h"
#include "early.h"
#include "serve.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

/* The probe lies beside this program. */
static char *probe(void)
{
    char self[PATH_MAX], *path = NULL;
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = '\0';
    *strrchr(self, '/') = '\0';
    return asprintf(&path, "%s/perfdoctor-probe", self) < 0 ? NULL : path;
}

/* Becomes JAVA; where there is no server, it gets on without. */
static int serve_java(const char *const *asked, size_t count, char **java)
{
    static char option[] = "-Dperfdoctor.run=stdin";
    const char *probe_path = probe();
    size_t words = 0;
    while (java[words] != NULL)
        words++;
    char **argv = calloc(words + 2, sizeof *argv);
    if (argv != NULL && served_from_here(probe_path == NULL ? "" : probe_path, asked, count)) {
        memcpy(argv + 2, java + 1, words * sizeof *argv);
        argv[0] = java[0];
        argv[1] = option;
        java = argv;
    }
    execv(java[0], java);
    perror(java[0]);
    return 126;
}

static int print_archive(const char *home, const char *const *jars, size_t count)
{
    char name[ARCHIVE_NAME];
    if (!archive_name(home, jars, count, name)) {
        fputs("perfdoctor-run: a jar or the release of the runtime cannot be read\n", stderr);
        return 1;
    }
    return puts(name) < 0;
}

static int usage(void)
{
    fputs("usage: perfdoctor-run serve | [ask COMMAND]... -- PROGRAM ARGUMENT... | archive HOME JAR...\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    const char **asked = calloc((size_t)argc + 1, sizeof *asked);
    size_t count = 0;
    int i = 1;
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return puts("perfdoctor-run " VERSION) < 0;
    if (argc == 2 && strcmp(argv[1], "serve") == 0) {
        setsid();
        plain_environment();
        serve_begin();
        fcntl(STDIN_FILENO, F_SETFD, FD_CLOEXEC);
        fcntl(STDOUT_FILENO, F_SETFD, FD_CLOEXEC);
        return serve(STDIN_FILENO, STDOUT_FILENO);
    }
    if (argc > 3 && strcmp(argv[1], "archive") == 0)
        return print_archive(argv[2], (const char *const *)argv + 3, (size_t)argc - 3);
    for (; asked != NULL && i + 1 < argc && strcmp(argv[i], "ask") == 0; i += 2)
        asked[count++] = argv[i + 1];
    if (asked == NULL || i + 1 >= argc || strcmp(argv[i], "--") != 0)
        return usage();
    return serve_java(asked, count, argv + i + 1);
}
