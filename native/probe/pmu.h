/* The PMUs of the CPUs: one "cpu" on most machines, one for each kind of core on hybrid and ARM ones. */
#ifndef PMU_H
#define PMU_H

#include "cpus.h"
#include "event.h"

#include <stddef.h>

#define PMU_DIRECTORY "/sys/bus/event_source/devices"

enum { MAX_PMUS = 8 };

struct pmu {
    char name[256];
    uint32_t type;
    bool bound;             /* it says which CPUs it serves; only then does it take part in pinning */
    struct cpus cpus;
};

/* Fills `pmus` in the order of their types, which is the order the kernel registered them in. */
size_t pmus_find(const char *directory, struct pmu pmus[MAX_PMUS]);

/* event_open for this PMU alone: by extended type, on kernels without it by the PMU's own encoding from `directory`. */
int pmu_open(const char *directory, const struct pmu *pmu, const struct event *event, const struct perf_event_attr *attr);

/* Reads an encoding such as "event=0x3c,umask=0x1" by the PMU's own format; false when a term cannot be placed in `config`. */
bool pmu_encode(const char *directory, const char *pmu, const char *terms, uint64_t *config);

#endif
