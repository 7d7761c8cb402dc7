#define _GNU_SOURCE
#include "pmu.h"

#include "file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "<directory>/<pmu>/<rest>", read. 4200: three names of 255 bytes, and what a test's directory may add. */
static bool read_below(const char *directory, const char *pmu, const char *rest, char *text, size_t size)
{
    char path[4200];
    int length = snprintf(path, sizeof path, "%s/%s/%s", directory, pmu, rest);
    return length > 0 && (size_t)length < sizeof path && file_read(AT_FDCWD, path, text, size) == 0;
}

/*
 * A CPU's PMU has a file "cpus" (hybrid x86: arch/x86/events/core.c, ARM: drivers/perf/arm_pmu.c) or is the plain "cpu" of x86.
 * Uncore and other devices have "cpumask" instead; "msr" and "power" are no PMU of a core.
 */
static bool describe(const char *directory, const char *name, struct pmu *pmu)
{
    char text[4096];
    memset(pmu, 0, sizeof *pmu);
    pmu->bound = read_below(directory, name, "cpus", text, sizeof text) && cpus_parse(text, &pmu->cpus);
    if (!pmu->bound && strcmp(name, "cpu") != 0)
        return false;
    if (!read_below(directory, name, "type", text, sizeof text))
        return false;
    pmu->type = (uint32_t)strtoul(text, NULL, 10);
    snprintf(pmu->name, sizeof pmu->name, "%s", name);
    return true;
}

static int by_type(const void *a, const void *b)
{
    uint32_t left = ((const struct pmu *)a)->type;
    uint32_t right = ((const struct pmu *)b)->type;
    return (left > right) - (left < right);
}

size_t pmus_find(const char *directory, struct pmu pmus[MAX_PMUS])
{
    size_t found = 0;
    DIR *entries = opendir(directory);
    if (entries == NULL)
        return 0;
    for (const struct dirent *entry; found < MAX_PMUS && (entry = readdir(entries)) != NULL;)
        if (entry->d_name[0] != '.' && describe(directory, entry->d_name, &pmus[found]))
            found++;
    closedir(entries);
    qsort(pmus, found, sizeof *pmus, by_type);
    return found;
}

/* Puts the low bits of value where "config:0-7,32-35" says. */
static bool place(const char *format, uint64_t value, uint64_t *config)
{
    static const char field[] = "config:";
    if (strncmp(format, field, sizeof field - 1) != 0)
        return false;
    format += sizeof field - 1;
    for (;;) {
        char *end;
        unsigned long low = strtoul(format, &end, 10);
        unsigned long high = low;
        if (end == format)
            return false;
        if (*end == '-')
            high = strtoul(end + 1, &end, 10);
        if (high < low || high > 63)
            return false;
        for (unsigned long bit = low; bit <= high; bit++, value >>= 1)
            *config |= (value & 1) << bit;
        if (*end != ',')
            return value == 0;
        format = end + 1;
    }
}

bool pmu_encode(const char *directory, const char *pmu, const char *terms, uint64_t *config)
{
    *config = 0;
    while (*terms != '\0' && *terms != '\n') {
        char file[80] = "format/";
        char format[80];
        size_t name = strcspn(terms, "=,\n");
        uint64_t value = 1;
        if (name == 0 || name >= sizeof file - 7 || memchr(terms, '/', name) != NULL)
            return false;
        memcpy(file + 7, terms, name);
        terms += name;
        if (*terms == '=') {
            char *end;
            value = strtoull(terms + 1, &end, 0);
            terms = end;
        }
        if (!read_below(directory, pmu, file, format, sizeof format) || !place(format, value, config))
            return false;
        if (*terms == ',')
            terms++;
        else if (*terms != '\0' && *terms != '\n')
            return false;
    }
    return true;
}

/* The names under which PMUs list a generic event: x86, ARM, Apple. */
static const char *const *own_names(const struct event *event)
{
    static const char *const cycles[] = {"events/cpu-cycles", "events/cpu_cycles", "events/cycles", NULL};
    static const char *const instructions[] = {"events/instructions", "events/inst_retired", NULL};
    static const char *const branches[] = {"events/branch-instructions", "events/br_retired", "events/pc_write_retired", NULL};
    switch (event->config) {
    case PERF_COUNT_HW_CPU_CYCLES: return cycles;
    case PERF_COUNT_HW_INSTRUCTIONS: return instructions;
    default: return branches;
    }
}

static int open_own(const char *directory, const struct pmu *pmu, const struct event *event, struct perf_event_attr attr)
{
    char terms[256];
    uint64_t config;
    for (const char *const *name = own_names(event); *name != NULL; name++) {
        if (read_below(directory, pmu->name, *name, terms, sizeof terms) && pmu_encode(directory, pmu->name, terms, &config)) {
            attr.type = pmu->type;
            attr.config = config;
            return event_open(&attr, -1);
        }
    }
    return -ENOENT;
}

int pmu_open(const char *directory, const struct pmu *pmu, const struct event *event, const struct perf_event_attr *attr)
{
    struct perf_event_attr extended = *attr;
    if (!pmu->bound)
        return event_open(&extended, -1);
    extended.config |= (uint64_t)pmu->type << PERF_PMU_TYPE_SHIFT;
    int fd = event_open(&extended, -1);
    /* Before 5.13 (x86) and 6.6 (ARM) the kernel does not know the type in the upper half of config. */
    if (fd != -ENOENT && fd != -EINVAL && fd != -EOPNOTSUPP)
        return fd;
    int own = open_own(directory, pmu, event, *attr);
    return own == -ENOENT ? fd : own;
}
