#define _GNU_SOURCE
#include "early.h"

#include "serve.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* LC_ALL is set as well; the list is also in host/Runners.java. */
static const char *const DROPPED[] = {"LANGUAGE", "BASH_ENV", "ENV", "PAGER", "PERF_PAGER", "MANPAGER", "GIT_PAGER", "SUDO_ASKPASS",
    "SSH_ASKPASS", "DEBUGINFOD_URLS", "DEBUGINFOD_PROGRESS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"};

void plain_environment(void)
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

/* As the doctor searches: absolute entries of PATH alone, and never for the probe. */
static char *found(const char *name, const char *probe)
{
    if (strcmp(name, "perfdoctor-probe") == 0)
        return strdup(probe);
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

static void start_early(const char *command, const char *probe)
{
    char *words = strdup(command), *rest = NULL;
    char **argv = calloc(strlen(command) + 2, sizeof *argv);
    size_t count = 0;
    if (argv == NULL || words == NULL)
        return;
    for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
        argv[count++] = word;
    if (count > 0 && (argv[0] = found(argv[0], probe)) != NULL && is_program(argv[0]))
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
static void serve_at(int socket, const char *probe, const char *const *asked, size_t count)
{
    setsid();
    leave_standard_streams();
    plain_environment();
    serve_begin();
    for (size_t i = 0; i < count; i++)
        start_early(asked[i], probe);
    _exit(serve(socket, socket));
}

bool served_from_here(const char *probe, const char *const *asked, size_t count)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        serve_at(ends[1], probe, asked, count);
    }
    close(ends[1]);
    return pid > 0 && dup2(ends[0], STDIN_FILENO) == STDIN_FILENO;
}
