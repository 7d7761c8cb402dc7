/* The probe's parts that a machine without the hardware can try: lines, CPU lists, PMUs in a made-up sysfs. */
#define _GNU_SOURCE
#include "cpus.h"
#include "line.h"
#include "pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int failures;

static void expect(bool right, const char *what)
{
    if (!right) {
        failures++;
        fprintf(stderr, "not so: %s\n", what);
    }
}

#define EXPECT(condition) expect(condition, #condition)

/* ---- lines ---- */

static char printed[1 << 16];

/* What is written to standard output between the two calls ends up in `printed`. */
static int capture_begin(int *saved)
{
    int file = memfd_create("captured", 0);
    *saved = dup(STDOUT_FILENO);
    dup2(file, STDOUT_FILENO);
    return file;
}

static void capture_end(int file, int saved)
{
    ssize_t length = pread(file, printed, sizeof printed - 1, 0);
    printed[length < 0 ? 0 : length] = '\0';
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(file);
}

static void a_line_is_one_object_in_the_order_it_was_told(void)
{
    int saved;
    int file = capture_begin(&saved);
    line_begin("open");
    line_number("cpu", -1);
    line_flag("kernel", false);
    line_errno(EACCES);
    line_end();
    capture_end(file, saved);
    EXPECT(strcmp(printed, "{\"probe\":\"open\",\"cpu\":-1,\"kernel\":false,\"errno\":\"EACCES\"}\n") == 0);
}

static void hostile_names_stay_inside_their_quotes(void)
{
    int saved;
    int file = capture_begin(&saved);
    line_begin("spin");
    line_text("pmu", "a\"b\\c\n\x1b[31m\x7f\xc3\xa9\xff");
    line_end();
    capture_end(file, saved);
    EXPECT(strcmp(printed, "{\"probe\":\"spin\",\"pmu\":\"a\\\"b\\\\c\\u000a\\u001b[31m\\u007f\\u00c3\\u00a9\\u00ff\"}\n") == 0);
}

static void the_longest_name_fits(void)
{
    char name[256];
    int saved;
    memset(name, '\n', 255);
    name[255] = '\0';
    int file = capture_begin(&saved);
    line_begin("spin");
    line_text("pmu", name);
    line_end();
    capture_end(file, saved);
    EXPECT(strlen(printed) == strlen("{\"probe\":\"spin\",\"pmu\":\"\"}\n") + 255 * 6);
}

static void errors_have_their_names(void)
{
    EXPECT(strcmp(errno_name(0), "OK") == 0);
    EXPECT(strcmp(errno_name(EOPNOTSUPP), "EOPNOTSUPP") == 0);
    EXPECT(strcmp(errno_name(ENOSYS), "ENOSYS") == 0);
    EXPECT(strcmp(errno_name(4095), "E4095") == 0);
}

/* ---- CPU lists ---- */

static void cpu_lists_are_read_as_the_kernel_writes_them(void)
{
    struct cpus cpus;
    EXPECT(cpus_parse("0-3,8,10-11\n", &cpus));
    EXPECT(cpus_has(&cpus, 0) && cpus_has(&cpus, 3) && cpus_has(&cpus, 8) && cpus_has(&cpus, 11));
    EXPECT(!cpus_has(&cpus, 4) && !cpus_has(&cpus, 9) && !cpus_has(&cpus, -1) && !cpus_has(&cpus, MAX_CPUS));
    EXPECT(cpus_parse("", &cpus) && cpus_parse("\n", &cpus) && !cpus_has(&cpus, 0));
    EXPECT(cpus_parse("8191", &cpus) && cpus_has(&cpus, 8191));
}

static void garbled_cpu_lists_are_none(void)
{
    static const char *const garbled[] = {"x", "-1", "3-1", "1,", ",1", "1-", "1 2", "8192", "0-8192", "99999999999999999999", "1\r\n"};
    struct cpus cpus;
    for (size_t i = 0; i < sizeof garbled / sizeof *garbled; i++)
        expect(!cpus_parse(garbled[i], &cpus), garbled[i]);
}

static void only_an_allowed_cpu_is_chosen(void)
{
    struct cpus wanted, allowed;
    cpus_parse("4000-4003", &wanted);
    cpus_parse("0-4001", &allowed);
    EXPECT(cpus_choose(&wanted, &allowed) == 4001);
    cpus_parse("0-3999", &allowed);
    EXPECT(cpus_choose(&wanted, &allowed) == -1);
}

static void pinning_is_undone(void)
{
    struct cpus before, during, after;
    EXPECT(cpus_allowed(&before));
    int cpu = cpus_choose(&before, &before);
    EXPECT(cpus_pin(cpu) == 0);
    cpus_allowed(&during);
    cpus_unpin(&before);
    cpus_allowed(&after);
    struct cpus one = {0};
    EXPECT(cpus_has(&during, cpu) && memcmp(&during, &one, sizeof one) != 0);
    EXPECT(memcmp(&before, &after, sizeof before) == 0);
    EXPECT(cpus_pin(MAX_CPUS - 1) == EINVAL);
}

/* ---- PMUs ---- */

static char root[] = "/tmp/probe-unit.XXXXXX";

static void put(const char *pmu, const char *name, const char *content)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", root, pmu);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", root, pmu, name);
    for (char *slash = path + sizeof root; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(content, file) < 0 || fclose(file) != 0)
        expect(false, path);
}

static void make_sysfs(void)
{
    put("cpu_atom", "type", "10\n");
    put("cpu_atom", "cpus", "8-15\n");
    put("cpu_core", "type", "4\n");
    put("cpu_core", "cpus", "0-7\n");
    put("cpu_core", "format/event", "config:0-7\n");
    put("cpu_core", "format/umask", "config:8-15\n");
    put("cpu_core", "format/wide", "config:0-7,32-35\n");
    put("cpu_core", "format/flag", "config:18\n");
    put("cpu_core", "format/elsewhere", "config1:0-7\n");
    put("cpu_core", "format/garbled", "config:7-3\n");
    put("garbled", "type", "11\n");
    put("garbled", "cpus", "everything\n");
    put("no_type", "cpus", "0\n");
    put("uncore_imc", "type", "12\n");
    put("uncore_imc", "cpumask", "0\n");
    put("msr", "type", "13\n");
}

static void cpu_pmus_are_found_and_no_others(void)
{
    struct pmu pmus[MAX_PMUS];
    size_t count = pmus_find(root, pmus);
    EXPECT(count == 2);
    EXPECT(strcmp(pmus[0].name, "cpu_core") == 0 && pmus[0].type == 4 && pmus[0].bound && cpus_has(&pmus[0].cpus, 7));
    EXPECT(strcmp(pmus[1].name, "cpu_atom") == 0 && pmus[1].type == 10 && cpus_has(&pmus[1].cpus, 8));
    EXPECT(pmus_find("/nonexistent", pmus) == 0);
}

static void the_plain_pmu_of_x86_is_bound_to_no_cpus(void)
{
    struct pmu pmus[MAX_PMUS];
    put("cpu", "type", "4\n");
    size_t count = pmus_find(root, pmus);
    EXPECT(count == 3);
    for (size_t i = 0; i < count; i++)
        EXPECT((strcmp(pmus[i].name, "cpu") == 0) == !pmus[i].bound);
}

static void more_pmus_than_there_is_room_for_are_left_out(void)
{
    struct pmu pmus[MAX_PMUS];
    char name[16];
    for (int i = 0; i < MAX_PMUS; i++) {
        snprintf(name, sizeof name, "many_%d", i);
        put(name, "type", "20\n");
        put(name, "cpus", "0\n");
    }
    EXPECT(pmus_find(root, pmus) == MAX_PMUS);
}

static bool encodes(const char *terms, uint64_t expected)
{
    uint64_t config;
    return pmu_encode(root, "cpu_core", terms, &config) && config == expected;
}

static void events_are_encoded_by_the_pmus_own_format(void)
{
    EXPECT(encodes("event=0x3c\n", 0x3c));
    EXPECT(encodes("event=0x3c,umask=0x01\n", 0x13c));
    EXPECT(encodes("event=60", 0x3c));
    EXPECT(encodes("wide=0x1c2,flag\n", UINT64_C(0x1000400c2)));
}

static void an_encoding_that_cannot_be_placed_is_not_guessed(void)
{
    static const char *const wrong[] = {"event=0x3cc\n", "elsewhere=1", "garbled=1", "unknown=1", "../type=1", "=1", "event=0x3c umask=1"};
    uint64_t config;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect(!pmu_encode(root, "cpu_core", wrong[i], &config), wrong[i]);
}

int main(void)
{
    a_line_is_one_object_in_the_order_it_was_told();
    hostile_names_stay_inside_their_quotes();
    the_longest_name_fits();
    errors_have_their_names();
    cpu_lists_are_read_as_the_kernel_writes_them();
    garbled_cpu_lists_are_none();
    only_an_allowed_cpu_is_chosen();
    pinning_is_undone();
    if (mkdtemp(root) == NULL)
        return 1;
    make_sysfs();
    cpu_pmus_are_found_and_no_others();
    the_plain_pmu_of_x86_is_bound_to_no_cpus();
    more_pmus_than_there_is_room_for_are_left_out();
    events_are_encoded_by_the_pmus_own_format();
    an_encoding_that_cannot_be_placed_is_not_guessed();
    char remove[64];
    snprintf(remove, sizeof remove, "rm -rf %s", root);
    return system(remove) == 0 && failures == 0 ? 0 : 1;
}
