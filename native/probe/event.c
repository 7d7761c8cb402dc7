#define _GNU_SOURCE
#include "event.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

const struct event TASK_CLOCK = {"task-clock", "software", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK};
const struct event CPU_CLOCK = {"cpu-clock", "software", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK};
const struct event CYCLES = {"cycles", "hardware", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES};
const struct event INSTRUCTIONS = {"instructions", "hardware", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS};
const struct event BRANCHES = {"branches", "hardware", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS};

struct perf_event_attr event_attr(const struct event *event, bool kernel)
{
    struct perf_event_attr attr = {
        .size = sizeof attr,
        .type = event->perf_type,
        .config = event->config,
        .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        .exclude_kernel = !kernel,
        .exclude_hv = !kernel,
        .exclude_guest = 1,     /* as perf does; the PMU of Apple's M1 refuses events without it */
    };
    return attr;
}

int event_open(struct perf_event_attr *attr, int cpu)
{
    pid_t pid = cpu < 0 ? 0 : -1;
    long fd = syscall(SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
    return fd < 0 ? -errno : (int)fd;
}

bool event_read(int fd, struct counts *counts)
{
    uint64_t values[3];
    if (read(fd, values, sizeof values) != (ssize_t)sizeof values)
        return false;
    *counts = (struct counts){values[0], values[1], values[2]};
    return true;
}
