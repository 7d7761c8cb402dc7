/* perf events as the kernel takes them, and how one is opened and read. */
#ifndef EVENT_H
#define EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

struct event {
    const char *name;
    const char *type;       /* as printed */
    uint32_t perf_type;
    uint64_t config;
};

struct counts {
    uint64_t count, enabled, running;
};

extern const struct event TASK_CLOCK, CPU_CLOCK, CYCLES, INSTRUCTIONS, BRANCHES;

/* A period that no work of ours reaches: an event that may sample and never does. */
#define NO_SAMPLES (UINT64_C(1) << 40)

/* The attributes of an event that counts from the moment it is opened; without `kernel`, what perf calls event:u. */
struct perf_event_attr event_attr(const struct event *event, bool kernel);

/* A file descriptor, or -errno. cpu -1: this thread on every CPU; else everything on that CPU. */
int event_open(struct perf_event_attr *attr, int cpu);

bool event_read(int fd, struct counts *counts);

#endif
