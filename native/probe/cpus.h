/* Sets of CPUs, and where this thread may run. */
#ifndef CPUS_H
#define CPUS_H

#include <stdbool.h>

enum { MAX_CPUS = 8192 };   /* CONFIG_NR_CPUS of the largest distribution kernels */

struct cpus {
    unsigned long bits[MAX_CPUS / (8 * sizeof(unsigned long))];
};

/* Reads "0-3,8,10-11\n"; false for anything else, CPUs past MAX_CPUS included. Empty is an empty set. */
bool cpus_parse(const char *list, struct cpus *cpus);
bool cpus_has(const struct cpus *cpus, int cpu);

/* Where the kernel lets this thread run: affinity, cpuset and what is online. */
bool cpus_allowed(struct cpus *allowed);

/* The current CPU when it is in both sets (no need to move), else the highest one: the first ones serve most interrupts. -1: none. */
int cpus_choose(const struct cpus *wanted, const struct cpus *allowed);

int cpus_pin(int cpu);                              /* 0 or errno */
void cpus_unpin(const struct cpus *allowed);

#endif
