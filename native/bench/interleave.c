/*
 * Runs commands in turn, A B C A B C …, so that what disturbs the machine disturbs all of them, and prints for each the median, least and
 * 90th percentile of its wall time (fork to wait4(2)), how many times the first one's median that is, and its largest resident set.
 *
 * usage: interleave ROUNDS < LINES      a line: NAME <tab> COMMAND; words are split at blanks, "sh: …" is for the shell
 * Standard output of the commands goes to /dev/null, their standard error too. Two rounds before are not counted.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, WORDS = 128, WARM_UP = 2 };

struct command {
    char *name;
    char *words[WORDS];
    double *millis;
    long kib;
    int status;
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void split(struct command *c, char *line) {
    if (strncmp(line, "sh: ", 4) == 0) {
        char *shell[] = {"/bin/sh", "-c", line + 4, NULL};
        memcpy(c->words, shell, sizeof shell);
        return;
    }
    int n = 0;
    for (char *word = strtok(line, " "); word && n < WORDS - 1; word = strtok(NULL, " ")) {
        c->words[n++] = word;
    }
}

static double run(struct command *c) {
    double start = now();
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, 0);
        dup2(nothing, 1);
        dup2(nothing, 2);
        execvp(c->words[0], c->words);
        _exit(127);
    }
    struct rusage usage;
    int status;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) {
        perror("interleave");
        exit(2);
    }
    double took = now() - start;
    c->kib = usage.ru_maxrss > c->kib ? usage.ru_maxrss : c->kib;
    c->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return took;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static struct command all[MOST];
    int rounds = argc == 2 ? atoi(argv[1]) : 0, n = 0;
    if (rounds < 1) {
        fputs("usage: interleave ROUNDS < LINES\n", stderr);
        return 2;
    }
    char *line = NULL;
    size_t room = 0;
    while (n < MOST && getline(&line, &room, stdin) > 0) {
        char *tab = strchr(line, '\t');
        if (!tab) {
            continue;
        }
        line[strcspn(line, "\n")] = 0;
        *tab = 0;
        all[n].name = strdup(line);
        all[n].millis = calloc(rounds, sizeof(double));
        split(&all[n++], strdup(tab + 1));
    }
    for (int r = -WARM_UP; r < rounds; r++) {
        for (int i = 0; i < n; i++) {
            double took = run(&all[i]);
            if (r >= 0) {
                all[i].millis[r] = took;
            }
        }
    }
    printf("%-44s %9s %9s %9s %7s %6s %5s\n", "", "median ms", "least", "p90", "ratio", "MiB", "exit");
    double first = 0;
    for (int i = 0; i < n; i++) {
        double *m = all[i].millis;
        qsort(m, rounds, sizeof *m, ascending);
        double median = rounds % 2 ? m[rounds / 2] : (m[rounds / 2 - 1] + m[rounds / 2]) / 2;
        first = i == 0 ? median : first;
        printf("%-44s %9.1f %9.1f %9.1f %7.2f %6.0f %5d\n", all[i].name, median, m[0], m[(rounds * 9) / 10 < rounds ? (rounds * 9) / 10 : rounds - 1],
               median / first, all[i].kib / 1024.0, all[i].status);
    }
    return 0;
}
