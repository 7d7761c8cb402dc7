#define _GNU_SOURCE
#include "halves.h"

#include "line.h"
#include "work.h"

#include <errno.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum {
    SPIN = 20000000,                    /* instructions: 1.5 ms of a fast core */
    SPIN_NANOS = 3000000,               /* of CPU time; a slow machine counts fewer of them */
    SAMPLE_NANOS = 8000000,             /* of CPU time, where nothing ever overflows */
    CYCLES_PERIOD = 500000,
    CLOCK_PERIOD = 100000,              /* nanoseconds */
    /*
     * Few on purpose. The kernel keeps a running mean of how long overflow interrupts take, 1/128 of it for each sample, and lowers
     * perf_event_max_sample_rate for the whole machine when it passes 2.5 us (perf_sample_event_took, kernel/events/core.c). From
     * a fresh mean these few get there at 80 us an interrupt: no virtual machine takes as long, only emulated ones do.
     */
    SAMPLES = 4,
    FRAMES = 5,
    MOST_COUNTERS = 16
};

/* Where a test runs: a PMU, and the CPU the thread was moved to for it, or -1. */
struct place {
    const struct pmu *pmu;
    int pinned;
};

static long long cpu_nanos(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void name_place(const struct place *place)
{
    if (place->pmu->name[0] != '\0')
        line_text("pmu", place->pmu->name);
    if (place->pinned >= 0)
        line_number("pinned", place->pinned);
}

static int open_at(const struct place *place, const struct event *event, const struct perf_event_attr *attr)
{
    struct perf_event_attr plain = *attr;
    return event->perf_type == PERF_TYPE_HARDWARE ? pmu_open(PMU_DIRECTORY, place->pmu, event, attr) : event_open(&plain, -1);
}

/* Moves to the PMU's CPUs; false where none of them may be used. */
static bool go(struct place *place, const struct cpus *allowed)
{
    place->pinned = -1;
    if (!place->pmu->bound)
        return true;
    place->pinned = cpus_choose(&place->pmu->cpus, allowed);
    return place->pinned >= 0 && cpus_pin(place->pinned) == 0;
}

/* A loop of known length: is what is counted what was done? */
static void try_spin(const struct place *place)
{
    struct perf_event_attr attr = event_attr(&INSTRUCTIONS, false);
    struct counts counts;
    int fd = open_at(place, &INSTRUCTIONS, &attr);
    if (fd < 0 && place->pmu->name[0] == '\0')
        return;
    line_begin("spin");
    name_place(place);
    if (fd < 0) {
        line_errno(-fd);
        line_end();
        return;
    }
    long done = 0;
    long long end = cpu_nanos() + SPIN_NANOS;
    do {
        work(10 * WORK_UNIT);
        done += 10 * WORK_UNIT;
    } while (done < SPIN && cpu_nanos() < end);
    bool read = event_read(fd, &counts);
    line_number("expected", done);
    if (read)
        line_number("count", (long long)counts.count);
    line_errno(read ? 0 : EIO);
    if (read) {
        line_number("enabled", (long long)counts.enabled);
        line_number("running", (long long)counts.running);
    }
    line_end();
    close(fd);
}

/* A sampling run: the event, its ring buffer of one page, and when it has gone on for long enough. */
struct run {
    int fd;
    struct perf_event_mmap_page *ring;
    size_t page;
    uint64_t enough;        /* of what the event counts */
};

struct outcome {
    const struct event *event;
    const char *stage;      /* NULL: the open itself */
    int error;
    unsigned samples;
    uint64_t due;           /* samples, by what the event counted: none are missing where none were due */
    unsigned depth;
};

static bool due(const struct run *run)
{
    struct counts counts;
    return !event_read(run->fd, &counts) || counts.count >= run->enough;
}

static bool empty(const struct run *run)
{
    return __atomic_load_n(&run->ring->data_head, __ATOMIC_ACQUIRE) == 0;
}

/* Until the counter says that the samples are due and one is there: the event's own progress decides, not a busy machine's time. */
static inline __attribute__((always_inline)) void keep_busy(const struct run *run)
{
    long long end = cpu_nanos() + SAMPLE_NANOS;
    do
        work(WORK_UNIT);
    while ((!due(run) || empty(run)) && cpu_nanos() < end);
}

/* Return addresses of the frames below, innermost first: what a call chain through them has to hold. */
static uintptr_t known[FRAMES];

#define FRAME(name, depth, inside) \
    static __attribute__((noinline)) void name(const struct run *run) \
    { \
        known[depth] = (uintptr_t)__builtin_return_address(0); \
        inside(run); \
        __asm__ volatile(""); \
    }
FRAME(frame_1, 0, keep_busy)
FRAME(frame_2, 1, frame_1)
FRAME(frame_3, 2, frame_2)
FRAME(frame_4, 3, frame_3)
FRAME(frame_5, 4, frame_4)

/* How many known frames a chain holds, in their order. */
static unsigned depth_of(const uint64_t *chain, uint64_t length)
{
    unsigned depth = 0;
    unsigned next = 0;
    for (uint64_t i = 0; i < length; i++)
        for (unsigned j = next; j < FRAMES; j++)
            if (chain[i] == known[j]) {
                depth++;
                next = j + 1;
                break;
            }
    return depth;
}

/* The ring is never read before this, so nothing in it wraps: the kernel drops what has no room. */
static void read_samples(const struct run *run, struct outcome *outcome)
{
    const char *data = (const char *)run->ring + run->page;
    uint64_t head = __atomic_load_n(&run->ring->data_head, __ATOMIC_ACQUIRE);
    for (uint64_t at = 0; at + sizeof(struct perf_event_header) <= head && head <= run->page;) {
        const struct perf_event_header *header = (const void *)(data + at);
        if (header->size < sizeof *header || at + header->size > head)
            return;
        if (header->type == PERF_RECORD_SAMPLE) {
            const uint64_t *fields = (const void *)(header + 1);    /* ip, then the chain: its length, its addresses */
            outcome->samples++;
            if (24 + 8 * fields[1] <= header->size) {
                unsigned depth = depth_of(fields + 2, fields[1]);
                outcome->depth = depth > outcome->depth ? depth : outcome->depth;
            }
        }
        at += header->size;
    }
}

static struct outcome sample(const struct place *place, const struct event *event)
{
    struct outcome outcome = {.event = event};
    struct perf_event_attr attr = event_attr(event, false);
    attr.sample_period = event->perf_type == PERF_TYPE_HARDWARE ? CYCLES_PERIOD : CLOCK_PERIOD;
    attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
    attr.exclude_callchain_kernel = 1;
    struct run run = {.page = (size_t)sysconf(_SC_PAGESIZE), .enough = SAMPLES * attr.sample_period};
    run.fd = open_at(place, event, &attr);
    if (run.fd < 0) {
        outcome.error = -run.fd;
        return outcome;
    }
    run.ring = mmap(NULL, 2 * run.page, PROT_READ | PROT_WRITE, MAP_SHARED, run.fd, 0);
    if (run.ring == MAP_FAILED) {
        outcome.stage = "mmap";
        outcome.error = errno;
    } else {
        struct counts counts;
        frame_5(&run);
        if (event_read(run.fd, &counts))
            outcome.due = counts.count / attr.sample_period;
        read_samples(&run, &outcome);
        munmap(run.ring, 2 * run.page);
    }
    close(run.fd);
    return outcome;
}

static void line_errno_of(const struct outcome *outcome)
{
    if (outcome->stage != NULL)
        line_text("stage", outcome->stage);
    line_errno(outcome->error);
}

/* perf record takes cpu-clock for cycles after these answers (evsel__fallback, tools/perf/util/evsel.c), and so does this. */
static bool no_cycles(const struct outcome *outcome)
{
    return outcome->error == ENOENT || outcome->error == ENODEV || outcome->error == ENXIO;
}

/* Does an overflow interrupt come? */
static void line_samples(const struct place *place, const struct outcome *outcome)
{
    line_begin("sample");
    line_text("event", outcome->event->name);
    if (place->pinned >= 0 && outcome->event == &CYCLES)
        name_place(place);
    if (outcome->error == 0)
        line_number("samples", outcome->samples);
    line_errno_of(outcome);
    if (outcome->error == 0)
        line_number("due", (long long)outcome->due);
    line_end();
}

/* Does the kernel walk frame pointers? Without a sample there is no depth to tell. */
static void line_callchain(const struct outcome *outcome)
{
    line_begin("callchain");
    line_text("mode", "fp");
    line_number("expected", FRAMES);
    if (outcome->error == 0 && outcome->samples == 0)
        line_number("samples", 0);
    else if (outcome->error == 0)
        line_number("depth", outcome->depth);
    line_errno_of(outcome);
    line_end();
}

/* True when each event has run for as long as it was enabled. Both times advance together (perf_event_update_time). */
static bool all_run(const int *fds, int count)
{
    struct counts counts;
    for (int i = 0; i < count; i++)
        if (!event_read(fds[i], &counts) || counts.running < counts.enabled)
            return false;
    return true;
}

/* How many copies of an event run at once, before they have to take turns; or -errno. */
static int simultaneous(const struct place *place, const struct event *event)
{
    struct perf_event_attr attr = event_attr(event, false);
    int fds[MOST_COUNTERS];
    int count = 0;
    int result = 0;
    while (count < MOST_COUNTERS) {
        int fd = open_at(place, event, &attr);
        if (fd < 0) {
            result = fd;
            break;
        }
        fds[count++] = fd;
        work(WORK_UNIT);
        if (!all_run(fds, count))
            break;
        result = count;
    }
    for (int i = 0; i < count; i++)
        close(fds[i]);
    return result;
}

/* Branches, since cycles and instructions may have counters of their own; instructions where a PMU knows no branches (Apple's). */
static void try_counters(const struct place *place)
{
    const struct event *event = &BRANCHES;
    int result = simultaneous(place, event);
    if (result == -ENOENT) {
        event = &INSTRUCTIONS;
        result = simultaneous(place, event);
    }
    if (result < 0 && place->pmu->name[0] == '\0')
        return;
    line_begin("counters");
    if (place->pmu->name[0] != '\0')
        line_text("pmu", place->pmu->name);
    if (result >= 0)
        line_number("simultaneous", result);
    else
        line_errno(-result);
    if (event != &BRANCHES)
        line_text("event", event->name);
    line_end();
}

/* Every PMU for itself; one that may not be used here was named by the opening half. */
static void at_each(const struct pmu *pmus, size_t count, const struct cpus *allowed, void (*try)(const struct place *))
{
    for (size_t i = 0; i < count; i++) {
        struct place place = {.pmu = &pmus[i]};
        if (go(&place, allowed))
            try(&place);
    }
    cpus_unpin(allowed);
}

/* Sampling is tried once, at the first PMU that may be used: kinds of core do not differ in whether their interrupts arrive. */
static void try_samples(const struct pmu *pmus, size_t count, const struct cpus *allowed)
{
    struct place place = {.pmu = pmus};
    for (size_t i = 0; i < count; i++) {
        place.pmu = &pmus[i];
        if (go(&place, allowed))
            break;
    }
    struct outcome outcome = sample(&place, &CYCLES);
    if (no_cycles(&outcome))
        outcome = sample(&place, &CPU_CLOCK);
    line_samples(&place, &outcome);
    if (outcome.samples == 0 && outcome.event == &CYCLES)
        outcome = sample(&place, &CPU_CLOCK);       /* a stack can be walked all the same */
    line_callchain(&outcome);
    cpus_unpin(allowed);
}

void functional(const struct pmu *pmus, size_t count)
{
    static const struct pmu nameless;       /* hardware events without a PMU in sysfs: /sys is not there */
    struct cpus allowed;
    if (!cpus_allowed(&allowed))
        return;
    if (count == 0) {
        pmus = &nameless;
        count = 1;
    }
    at_each(pmus, count, &allowed, try_spin);
    try_samples(pmus, count, &allowed);
    at_each(pmus, count, &allowed, try_counters);
}
