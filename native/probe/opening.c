#define _GNU_SOURCE
#include "halves.h"

#include "file.h"
#include "line.h"
#include "work.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WRAPPED_PAGES = 1 << 19 };

/* What is said of an event before it is opened. The members are in the order of the line. */
struct row {
    const struct event *event;
    const struct pmu *pmu;
    bool raw;
    bool kernel;
    int cpu;
    unsigned precise;
    int pinned;             /* -1: not */
};

static void row_begin(const struct row *row)
{
    line_begin("open");
    line_text("event", row->event->name);
    line_text("type", row->event->type);
    if (row->pmu != NULL)
        line_text("pmu", row->pmu->name);
    if (row->raw)
        line_flag("raw", true);
    line_flag("user", true);
    line_flag("kernel", row->kernel);
    line_number("cpu", row->cpu);
    line_number("precise", row->precise);
    if (row->pinned >= 0)
        line_number("pinned", row->pinned);
}

/* Ends the row with what became of the open: its error, or what the event counted during a little work. */
static void row_end(int fd)
{
    struct counts counts;
    line_errno(fd < 0 ? -fd : 0);
    if (fd >= 0) {
        work(WORK_UNIT);
        if (event_read(fd, &counts)) {
            line_number("count", (long long)counts.count);
            line_number("enabled", (long long)counts.enabled);
            line_number("running", (long long)counts.running);
        }
        close(fd);
    }
    line_end();
}

static void try(const struct row *row)
{
    struct perf_event_attr attr = event_attr(row->event, row->kernel);
    row_begin(row);
    row_end(event_open(&attr, row->cpu));
}

static void try_own_thread(const struct event *event, bool kernel)
{
    try(&(struct row){.event = event, .kernel = kernel, .cpu = -1, .pinned = -1});
}

/* Everything that runs on one CPU: the plain case of -a and -C, which needs more permission than one's own thread. */
static void try_whole_cpu(void)
{
    int here = sched_getcpu();
    try(&(struct row){.event = &CPU_CLOCK, .kernel = true, .cpu = here < 0 ? 0 : here, .pinned = -1});
}

/* On the wrong kind of core an event opens and counts nothing, so the thread moves to each PMU's own CPUs. */
static void try_pmu(const struct pmu *pmu, const struct cpus *allowed)
{
    struct row row = {.event = &CYCLES, .pmu = pmu, .cpu = -1, .pinned = cpus_choose(&pmu->cpus, allowed)};
    int error = row.pinned < 0 ? 0 : cpus_pin(row.pinned);
    row_begin(&row);
    if (row.pinned < 0 || error != 0) {
        line_text("stage", "affinity");
        if (error != 0)
            line_errno(error);
        line_end();
        return;
    }
    struct perf_event_attr attr = event_attr(&CYCLES, false);
    row_end(pmu_open(PMU_DIRECTORY, pmu, &CYCLES, &attr));
}

static void try_pmus(const struct pmu *pmus, size_t count)
{
    struct cpus allowed;
    if (!cpus_allowed(&allowed))
        return;
    for (size_t i = 0; i < count; i++)
        if (pmus[i].bound)
            try_pmu(&pmus[i], &allowed);
    cpus_unpin(&allowed);
}

/* Precise levels and branch stacks are refused with EINVAL for events that do not sample (arch/x86/events/core.c). */
static struct perf_event_attr sampling_cycles(void)
{
    struct perf_event_attr attr = event_attr(&CYCLES, false);
    attr.sample_period = NO_SAMPLES;
    return attr;
}

static void try_precise(unsigned level)
{
    struct perf_event_attr attr = sampling_cycles();
    attr.precise_ip = level & 3;
    row_begin(&(struct row){.event = &CYCLES, .cpu = -1, .precise = level, .pinned = -1});
    row_end(event_open(&attr, -1));
}

/* A line with nothing but the outcome of an open. */
static void outcome(int fd)
{
    line_errno(fd < 0 ? -fd : 0);
    line_end();
    if (fd >= 0)
        close(fd);
}

static void try_branch_stack(void)
{
    struct perf_event_attr attr = sampling_cycles();
    attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
    attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
    line_begin("branch-stack");
    outcome(event_open(&attr, -1));
}

/* True where reading below debugfs mounts nothing: its "tracing" mounts tracefs on itself when it is entered. */
static bool tracing_is_mounted_in_debugfs(void)
{
    struct stat debug, tracing;
    return fstatat(AT_FDCWD, "/sys/kernel/debug", &debug, AT_NO_AUTOMOUNT) == 0
        && fstatat(AT_FDCWD, "/sys/kernel/debug/tracing", &tracing, AT_NO_AUTOMOUNT) == 0 && debug.st_dev != tracing.st_dev;
}

/* The id of sched:sched_switch; 0 or errno. */
static int sched_switch_id(uint64_t *id)
{
    char text[32];
    int error = file_read(AT_FDCWD, "/sys/kernel/tracing/events/sched/sched_switch/id", text, sizeof text);
    if (error != 0 && tracing_is_mounted_in_debugfs())
        error = file_read(AT_FDCWD, "/sys/kernel/debug/tracing/events/sched/sched_switch/id", text, sizeof text);
    if (error != 0)
        return error;
    *id = strtoull(text, NULL, 10);
    return *id == 0 ? EINVAL : 0;
}

/* Raw data is what perf record and perf trace ask of a tracepoint; mere counting is allowed at lower levels. */
static void try_raw_tracepoint(void)
{
    struct event event = {"sched:sched_switch", "tracepoint", PERF_TYPE_TRACEPOINT, 0};
    int error = sched_switch_id(&event.config);
    row_begin(&(struct row){.event = &event, .raw = true, .kernel = true, .cpu = -1, .pinned = -1});
    if (error != 0) {
        line_text("stage", "id");
        line_errno(error);
        line_end();
        return;
    }
    struct perf_event_attr attr = event_attr(&event, true);
    attr.sample_type = PERF_SAMPLE_RAW;
    attr.sample_period = 1;
    row_end(event_open(&attr, -1));
}

/*
 * The pages perf maps where nothing else is asked: the sysctl less a page, down to a power of two (tools/perf/util/evlist.c). Less than
 * a page wraps around there, and perf of 5.10 to 7.3 asks for 2 GiB, which the kernel refuses with EPERM, or ENOMEM for so long a list
 * of 4 KiB pages. With larger pages root might get them: not tried.
 */
static long default_pages(long page)
{
    char text[32];
    long kib = 512;
    if (file_read(AT_FDCWD, "/proc/sys/kernel/perf_event_mlock_kb", text, sizeof text) == 0)
        kib = strtol(text, NULL, 10) - page / 1024;
    if (kib < 0 && page == 4096)
        return WRAPPED_PAGES;
    long most = kib / (page / 1024);
    long pages = 1;
    while (pages <= most / 2)
        pages *= 2;
    return pages;
}

/* The event is only something to map: it is opened anew, for one event has one buffer. Refused, it says nothing of memory. */
static void try_mmap(long pages, long page, bool by_default)
{
    struct perf_event_attr attr = event_attr(&TASK_CLOCK, false);
    attr.sample_period = NO_SAMPLES;
    int fd = event_open(&attr, -1);
    if (fd < 0)
        return;
    size_t size = (size_t)(pages + 1) * (size_t)page;
    void *buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int error = buffer == MAP_FAILED ? errno : 0;
    if (error == 0)
        munmap(buffer, size);
    close(fd);
    line_begin("mmap");
    line_number("pages", pages);
    line_errno(error);
    line_number("kib", pages * (page / 1024));
    if (by_default)
        line_flag("default", true);
    line_end();
}

/*
 * One page, what perf takes here (512 KiB unless the sysctl was changed), and 2 MiB as a larger one. Between the last two nothing is
 * tried: a refusal of 512 KiB where perf takes less would look like a refusal of perf's own.
 */
static void try_mmaps(void)
{
    long page = sysconf(_SC_PAGESIZE);
    long usual = 512 * 1024 / page;
    long largest = 2048 * 1024 / page;
    long by_default = default_pages(page);
    if (by_default > 1)
        try_mmap(1, page, false);
    if (by_default > usual && by_default != WRAPPED_PAGES)
        try_mmap(usual, page, false);
    if (by_default <= largest || by_default == WRAPPED_PAGES)   /* else so much is allowed on purpose: no reason to take it */
        try_mmap(by_default, page, true);
    if (by_default != largest)
        try_mmap(largest, page, false);
}

/* Some distribution kernels want kernel permission for call chains unless the kernel's half is left out (Debian 6.12). */
static void try_callchain(bool exclude_kernel_chain)
{
    struct perf_event_attr attr = event_attr(&CPU_CLOCK, false);
    attr.sample_period = NO_SAMPLES;
    attr.sample_type = PERF_SAMPLE_CALLCHAIN;
    attr.exclude_callchain_kernel = exclude_kernel_chain;
    int fd = event_open(&attr, -1);
    line_begin("callchain-open");
    line_flag("user", true);
    line_flag("kernel", false);
    line_flag("exclude-kernel-callchain", exclude_kernel_chain);
    outcome(fd);
}

/* The order separates causes: permission is decided before a PMU is looked for (kernel/events/core.c), so :u comes first. */
void opening(const struct pmu *pmus, size_t count)
{
    try_own_thread(&TASK_CLOCK, false);
    try_own_thread(&TASK_CLOCK, true);
    try_whole_cpu();
    try_own_thread(&CYCLES, false);
    try_own_thread(&CYCLES, true);
    try_own_thread(&INSTRUCTIONS, false);
    try_pmus(pmus, count);
    for (unsigned level = 1; level <= 3; level++)
        try_precise(level);
    try_branch_stack();
    try_raw_tracepoint();
    try_mmaps();
    try_callchain(false);
    try_callchain(true);
}
