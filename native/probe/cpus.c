#define _GNU_SOURCE
#include "cpus.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WORD = 8 * sizeof(unsigned long) };

static bool digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A number below MAX_CPUS at *at, which moves past it; -1: none. */
static int number(const char **at)
{
    int value = 0;
    if (!digit(**at))
        return -1;
    for (; digit(**at); (*at)++) {
        value = value * 10 + (**at - '0');
        if (value >= MAX_CPUS)
            return -1;
    }
    return value;
}

static void add(struct cpus *cpus, int cpu)
{
    cpus->bits[cpu / WORD] |= 1UL << (cpu % WORD);
}

bool cpus_parse(const char *list, struct cpus *cpus)
{
    memset(cpus, 0, sizeof *cpus);
    if (*list == '\n' || *list == '\0')
        return true;
    for (;;) {
        int first = number(&list);
        int last = first;
        if (first < 0)
            return false;
        if (*list == '-') {
            list++;
            last = number(&list);
        }
        if (last < first)
            return false;
        for (int cpu = first; cpu <= last; cpu++)
            add(cpus, cpu);
        if (*list == '\n' || *list == '\0')
            return true;
        if (*list++ != ',')
            return false;
    }
}

bool cpus_has(const struct cpus *cpus, int cpu)
{
    return cpu >= 0 && cpu < MAX_CPUS && (cpus->bits[cpu / WORD] >> (cpu % WORD) & 1) != 0;
}

/* The system calls themselves: the C library's cpu_set_t ends at 1024 CPUs. */
bool cpus_allowed(struct cpus *allowed)
{
    memset(allowed, 0, sizeof *allowed);
    return syscall(SYS_sched_getaffinity, 0, sizeof allowed->bits, allowed->bits) > 0;
}

int cpus_choose(const struct cpus *wanted, const struct cpus *allowed)
{
    int here = sched_getcpu();
    if (cpus_has(wanted, here) && cpus_has(allowed, here))
        return here;
    for (int cpu = MAX_CPUS - 1; cpu >= 0; cpu--)
        if (cpus_has(wanted, cpu) && cpus_has(allowed, cpu))
            return cpu;
    return -1;
}

static int set_affinity(const struct cpus *cpus)
{
    return syscall(SYS_sched_setaffinity, 0, sizeof cpus->bits, cpus->bits) < 0 ? errno : 0;
}

int cpus_pin(int cpu)
{
    struct cpus one = {0};
    add(&one, cpu);
    return set_affinity(&one);
}

void cpus_unpin(const struct cpus *allowed)
{
    set_affinity(allowed);
}
