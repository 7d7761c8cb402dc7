/*
 * perfdoctor: starts the doctor on the Java runtime it was shipped with, and before that the commands the doctor will ask.
 *
 * Everything it starts is named by its own place in the file system, which /proc/self/exe says. Neither PATH, nor argv[0], nor the
 * working directory, nor any variable leads it to a file of its own, and the JVM gets no variable that would make it or the dynamic
 * loader run something else. Writes nothing, and ends in exec, so that signals and the exit status are the doctor's own.
 * main/launcher/perfdoctor does the same where no C compiler was at hand; LauncherIT tests both.
 */
#define _GNU_SOURCE
#include "cache.h"
#include "early.h"
#include "image.h"      /* JVM_OPTIONS, JARS, WHOLE_ARCHIVE, USUAL_ARCHIVE; written by the assembly of the image */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char *const OPTIONS[] = {JVM_OPTIONS};
static const char *const JAR_NAMES[] = {JARS};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof *OPTIONS, JAR_COUNT = sizeof JAR_NAMES / sizeof *JAR_NAMES, OWN_WORDS = 18, LEAST_MIB = 600 };

/* What a JVM would obey or repeat on standard output. */
static const char *const DROPPED[] = {"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS",
    "_JAVA_LAUNCHER_DEBUG", "CLASSPATH"};

extern char **environ;

static _Noreturn __attribute__((format(printf, 1, 2))) void stop(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("perfdoctor: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    exit(2);
}

static __attribute__((format(printf, 1, 2))) char *text(const char *format, ...)
{
    char *result;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&result, format, arguments) < 0)
        stop("no memory");
    va_end(arguments);
    return result;
}

/*
 * A closed standard stream would give its number to the next file opened. Read-only stands in for a closed output: writing to it fails
 * with EBADF, as it should.
 */
static void open_standard_streams(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

/* The directory that holds bin/perfdoctor. */
static char *find_home(void)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        stop("/proc is not mounted here, and no Java starts without");
    self[n] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(self, '/');
        if (slash == NULL)
            stop("cannot tell where it is installed");
        *slash = '\0';
    }
    if (strchr(self, ':') != NULL)
        stop("cannot be installed below a directory with a colon in its name: %s", self);
    return text("%s", self);
}

/* A JVM that is allowed less says so on standard output, in a page of its own words. */
static void need_address_space(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur >> 20 < LEAST_MIB)
        stop("needs %d MiB of address space, and the limit (ulimit -v) is %llu MiB", LEAST_MIB, (unsigned long long)limit.rlim_cur >> 20);
}

static char *java_of(const char *home)
{
    static const char *const NEEDED[] = {"runtime/bin/java", "runtime/lib/modules", "runtime/lib/server/libjvm.so"};
    for (size_t i = 0; i < sizeof NEEDED / sizeof *NEEDED; i++)
        if (access(text("%s/%s", home, NEEDED[i]), i == 0 ? X_OK : R_OK) != 0)
            stop("the installation is incomplete: %s/%s cannot be %s: %s", home, NEEDED[i], i == 0 ? "executed" : "read", strerror(errno));
    return text("%s/runtime/bin/java", home);
}

static bool starts_with(const char *word, const char *start)
{
    return strncmp(word, start, strlen(start)) == 0;
}

/* Whether any of the words is the option, or the option with =VALUE. */
static bool has(char **words, const char *option)
{
    for (; *words != NULL; words++)
        if (starts_with(*words, option) && ((*words)[strlen(option)] == '\0' || (*words)[strlen(option)] == '='))
            return true;
    return false;
}

static bool mentions(char **words, const char *part)
{
    for (; *words != NULL; words++)
        if (strstr(*words, part) != NULL)
            return true;
    return false;
}

/* Whether these words have this machine examined: nothing is to be started for a machine in a file, or for a word of help. */
static bool examines(char **words)
{
    static const char *const ELSEWHERE[] = {"--from", "--root", "--help", "-h", "--version"};
    const char *command = *words == NULL || **words == '-' ? "check" : *words;
    if (strcmp(command, "check") != 0 && strcmp(command, "capture") != 0)
        return false;
    for (size_t i = 0; i < sizeof ELSEWHERE / sizeof *ELSEWHERE; i++)
        if (has(words, ELSEWHERE[i]))
            return false;
    return !mentions(words, "json-schema");
}

/* What a check of this machine asks, mostly answered when it asks. With --only it may ask none of it. */
static size_t anticipate(char **words, const char *asked[4])
{
    size_t count = 0;
    if (has(words, "--only"))
        return 0;
    asked[count++] = "perfdoctor-probe";
    asked[count++] = "perf --version";
    asked[count++] = "perf version --build-options";
    if (!has(words, "--for") || mentions(words, "valgrind") || mentions(words, "all"))
        asked[count++] = "valgrind --version";
    return count;
}

/*
 * Whether the classes of the usual run will do: no other machine, nothing of the hardware. The other archive takes longer to load;
 * guessing wrong here costs time and nothing else.
 */
static bool usual(char **words)
{
    static const char *const MORE[] = {"--from", "--root", "--verbose"};
    if (mentions(words, "capture"))
        return false;
    for (size_t i = 0; i < sizeof MORE / sizeof *MORE; i++)
        if (has(words, MORE[i]))
            return false;
    for (; *words != NULL; words++)
        if ((*words)[0] == '-' && (*words)[1] != '-' && strchr(*words, 'v') != NULL)
            return false;
    return true;
}

/* Whether the user's locale is of UTF-8, as setlocale(3) decides. */
static bool utf8(void)
{
    static const char *const NAMES[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const char *locale = getenv(NAMES[i]);
        if (locale != NULL && *locale != '\0')
            return strcasestr(locale, "utf-8") != NULL || strcasestr(locale, "utf8") != NULL;
    }
    return false;
}

struct words {
    char **at;
    size_t count;
};

static void put(struct words *words, char *word)
{
    words->at[words->count++] = word;
}

/* Sets a variable for the JVM alone: what the user has is handed on to the doctor. */
static void replace(struct words *java, const char *name, const char *value)
{
    const char *own = getenv(name);
    if (own != NULL && *own != '\0')
        put(java, text("-Dperfdoctor.variable.%s=%s", name, own));
    setenv(name, value, 1);
}

/*
 * A JVM that finds no UTF-8 locale (none set, or not installed: usual in containers and over ssh) cannot open a path that is not ASCII.
 * What the user's own locale says still decides what is printed.
 */
static void replace_locale(struct words *java)
{
    const char *charset = utf8() ? "UTF-8" : "US-ASCII";
    put(java, text("-Dstdout.encoding=%s", charset));
    put(java, text("-Dstderr.encoding=%s", charset));
    replace(java, "LC_ALL", "C.UTF-8");
}

/*
 * The C library sets 64 MiB of address space aside for the memory of every thread, up to eight a processor (mallopt(3), M_ARENA_MAX), so that
 * no limit would be known to suffice.
 */
static void share_arena(struct words *java)
{
    replace(java, "MALLOC_ARENA_MAX", "1");
}

/*
 * A JVM that crashes ends in a signal, for exit status 1 would be a verdict; and leaves no core: the kernel takes 1, not 0, for "none, to a
 * pipe neither" (core(5)).
 */
static void leave_no_core(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max > 0)
        setrlimit(RLIMIT_CORE, &(struct rlimit){1, limit.rlim_max});
}

static size_t variables(void)
{
    size_t count = 0;
    while (environ[count] != NULL)
        count++;
    return count;
}

/*
 * The loader's variables, which commands of the user's do get, are handed to the doctor as words: LD_LIBRARY_PATH with an empty entry,
 * which a stray colon makes, is enough to load a library from the working directory.
 */
static void hide_from_loader(struct words *java)
{
    size_t count = 0;
    char **names = calloc(variables() + 1, sizeof *names);
    if (names == NULL)
        stop("no memory");
    for (char **entry = environ; *entry != NULL; entry++) {
        size_t length = strcspn(*entry, "=");
        if (starts_with(*entry, "LD_") && (*entry)[length] == '=') {
            put(java, text("-Dperfdoctor.variable.%s", *entry));
            names[count++] = text("%.*s", (int)length, *entry);
        }
    }
    while (count > 0)
        unsetenv(names[--count]);
}

/* A JVM does not start in a directory that was removed. An empty name says that there is none. */
static void leave_lost_directory(struct words *java)
{
    char directory[PATH_MAX];
    if ((getcwd(directory, sizeof directory) == NULL && errno != ERANGE) || directory[0] != '/') {
        put(java, text("-Dperfdoctor.directory="));
        if (chdir("/") != 0)
            stop("cannot enter /: %s", strerror(errno));
    }
}

static char *class_path(const char *home)
{
    char *path = text("%s", "");
    for (size_t i = 0; i < JAR_COUNT; i++)
        path = text("%s%s%s/lib/%s", path, i == 0 ? "" : ":", home, JAR_NAMES[i]);
    return path;
}

static void put_options(struct words *java, const char *home, struct archive classes)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        put(java, text("%s", OPTIONS[i]));
    char *archive = archive_for(home, JAR_NAMES, JAR_COUNT, classes);
    if (archive == NULL) {
        put(java, text("-Xshare:auto"));
    } else {
        put(java, text("-XX:AOTCache=%s", archive));
        put(java, text("-XX:-AOTReplayTraining"));      /* which methods were hot is of no use to C1 alone, and costs 6 MB */
    }
    put(java, text("-Dperfdoctor.home=%s", home));
    if (isatty(STDOUT_FILENO))      /* Java's own test for a terminal looks at standard input too */
        put(java, text("-Dperfdoctor.terminal=true"));
}

/* As System.nanoTime() counts. */
static char *launched(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return text("-Dperfdoctor.launched=%lld", time.tv_sec * 1000000000LL + time.tv_nsec);
}

int main(int argc, char **argv)
{
    char *begun = launched();
    open_standard_streams();
    need_address_space();
    char *home = find_home();
    struct words java = {calloc((size_t)argc + OPTION_COUNT + variables() + OWN_WORDS, sizeof(char *)), 0};
    if (java.at == NULL)
        stop("no memory");
    put(&java, java_of(home));
    put(&java, begun);
    char **words = argc > 0 ? argv + 1 : argv;
    const char *asked[4];
    if (examines(words) && served_from_here(text("%s/libexec/perfdoctor-probe", home), asked, anticipate(words, asked))) {
        put(&java, text("-Dperfdoctor.run=stdin"));
        put(&java, text("-Xrs"));       /* an interrupt ends it at once: what was started is ended by who serves, not by the JVM */
    }
    put_options(&java, home, usual(words) ? (struct archive)USUAL_ARCHIVE : (struct archive)WHOLE_ARCHIVE);
    leave_lost_directory(&java);
    replace_locale(&java);
    share_arena(&java);
    leave_no_core();
    hide_from_loader(&java);
    for (size_t i = 0; i < sizeof DROPPED / sizeof *DROPPED; i++)
        unsetenv(DROPPED[i]);
    put(&java, text("-cp"));
    put(&java, class_path(home));
    put(&java, text("dev.perfdoctor.Doctor"));
    while (*words != NULL)
        put(&java, *words++);
    execv(java.at[0], java.at);
    stop("%s cannot be started: %s", java.at[0], strerror(errno));
}
