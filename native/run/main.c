/*
 * perfdoctor-run: runs commands for the doctor so that nothing hangs and nothing stays behind. Each gets a session of its own (no
 * terminal, no prompt), no standard input, a deadline and a limit to its output; when its time is up, its whole tree of processes is
 * ended, orphans too. Files on network and FUSE mounts are read in such a process as well. No shell is ever involved.
 *
 *   perfdoctor-run serve                          answers requests on standard input (serve.h)
 *   perfdoctor-run [ask 'COMMAND']... -- JAVA …   starts the commands, becomes JAVA, and serves it: -Dperfdoctor.run=stdin is added
 */
#define _GNU_SOURCE
#include "serve.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

/* What would make a command answer in another language, page, prompt, run more than it is, or use the network. */
static const char *const DROPPED[] = {"LANGUAGE", "BASH_ENV", "ENV", "PAGER", "PERF_PAGER", "MANPAGER", "GIT_PAGER", "SUDO_ASKPASS",
    "SSH_ASKPASS", "DEBUGINFOD_URLS", "DEBUGINFOD_PROGRESS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"};

static void plain_environment(void)
{
    for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
        unsetenv(DROPPED[i]);
    setenv("LC_ALL", "C", 1);
}

static bool is_program(const char *path)
{
    struct stat stat_of;
    return stat(path, &stat_of) == 0 && S_ISREG(stat_of.st_mode) && access(path, X_OK) == 0;
}

static char *joined(const char *directory, size_t length, const char *name)
{
    char *path = NULL;
    return asprintf(&path, "%.*s/%s", (int)length, directory, name) < 0 ? NULL : path;
}

/* The probe lies beside this program and is never searched for. */
static char *probe(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return NULL;
    self[n] = '\0';
    return joined(self, (size_t)(strrchr(self, '/') - self), "perfdoctor-probe");
}

/* As the doctor searches: absolute entries of PATH alone. */
static char *found(const char *name)
{
    if (strcmp(name, "perfdoctor-probe") == 0)
        return probe();
    if (strchr(name, '/') != NULL)
        return name[0] == '/' ? strdup(name) : NULL;
    const char *path = getenv("PATH");
    for (const char *entry = path != NULL && *path != '\0' ? path : "/bin:/usr/bin"; entry != NULL;) {
        size_t length = strcspn(entry, ":");
        char *candidate = entry[0] == '/' ? joined(entry, length, name) : NULL;
        if (candidate != NULL && is_program(candidate))
            return candidate;
        free(candidate);
        entry = entry[length] == ':' ? entry + length + 1 : NULL;
    }
    return NULL;
}

static void start_early(char *command)
{
    char **argv = calloc(strlen(command) + 2, sizeof *argv), *rest = NULL;
    size_t count = 0;
    if (argv == NULL)
        return;
    for (char *word = strtok_r(command, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        argv[count++] = word;
    if (count > 0 && (argv[0] = found(argv[0])) != NULL && is_program(argv[0]))
        serve_early(argv);
}

/* Standard output and error belong to the doctor; a pipe behind it must see its end when the doctor ends. */
static void leave_standard_streams(void)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        dup2(null, fd);
}

/* The server, in a process of its own, at the other end of the socket. */
static void serve_at(int socket, char **asked, size_t count)
{
    setsid();
    leave_standard_streams();
    plain_environment();
    serve_begin();
    for (size_t i = 0; i < count; i++)
        start_early(asked[i]);
    _exit(serve(socket, socket));
}

/*
 * Becomes JAVA, whose standard input is the socket: the only number a JVM can read and write without opening a file for writing. Where
 * there is no server, JAVA gets on without.
 */
static int serve_java(char **asked, size_t count, char **java)
{
    static char option[] = "-Dperfdoctor.run=stdin";
    int ends[2];
    size_t words = 0;
    while (java[words] != NULL)
        words++;
    char **argv = calloc(words + 2, sizeof *argv);
    bool paired = argv != NULL && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
    pid_t pid = paired ? fork() : -1;
    if (pid == 0) {
        close(ends[0]);
        serve_at(ends[1], asked, count);
    }
    if (pid > 0 && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO) {
        memcpy(argv + 2, java + 1, words * sizeof *argv);
        argv[0] = java[0];
        argv[1] = option;
        java = argv;
    }
    execv(java[0], java);
    perror(java[0]);
    return 126;
}

static int usage(void)
{
    fputs("usage: perfdoctor-run serve | [ask COMMAND]... -- PROGRAM ARGUMENT...\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    char **asked = calloc((size_t)argc + 1, sizeof *asked);
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
    for (; asked != NULL && i + 1 < argc && strcmp(argv[i], "ask") == 0; i += 2)
        asked[count++] = argv[i + 1];
    if (asked == NULL || i + 1 >= argc || strcmp(argv[i], "--") != 0)
        return usage();
    return serve_java(asked, count, argv + i + 1);
}
