#include "line.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char text[8192];     /* a PMU's name is at most 255 bytes of 6 characters each; everything else is ours */
static size_t length;
static volatile sig_atomic_t writing;
static volatile sig_atomic_t last;

static void put(char c)
{
    if (length < sizeof text)
        text[length++] = c;
}

static void put_all(const char *s)
{
    while (*s != '\0')
        put(*s++);
}

/* Names come from directory entries: whatever is no plain ASCII is escaped byte by byte, so the line is JSON for sure. */
static void put_quoted(const char *s)
{
    static const char hex[] = "0123456789abcdef";
    put('"');
    for (; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') {
            put('\\');
            put(*s);
        } else if (c < 0x20 || c > 0x7e) {
            put_all("\\u00");
            put(hex[c >> 4]);
            put(hex[c & 15]);
        } else {
            put(*s);
        }
    }
    put('"');
}

static void put_key(const char *key)
{
    put(length == 0 ? '{' : ',');
    put_quoted(key);
    put(':');
}

void line_begin(const char *probe)
{
    length = 0;
    line_text("probe", probe);
}

void line_text(const char *key, const char *value)
{
    put_key(key);
    put_quoted(value);
}

void line_number(const char *key, long long value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", value);
    put_key(key);
    put_all(digits);
}

void line_flag(const char *key, bool value)
{
    put_key(key);
    put_all(value ? "true" : "false");
}

void line_errno(int error)
{
    line_text("errno", errno_name(error));
}

void line_end(void)
{
    put_all("}\n");
    writing = 1;
    for (size_t done = 0; done < length;) {
        ssize_t n = write(STDOUT_FILENO, text + done, length - done);
        if (n < 0 && errno == EINTR && !last)
            continue;
        if (n <= 0)
            _exit(1);
        done += (size_t)n;
        if (last && done < length)
            _exit(1);
    }
    writing = 0;
    if (last)
        _exit(0);
}

void line_last(void)
{
    if (!writing)
        _exit(0);
    last = 1;
}

/* Everything perf_event_open(2), mmap(2), open(2) and sched_setaffinity(2) are known to answer. */
const char *errno_name(int error)
{
    static char number[16];
    switch (error) {
    case 0: return "OK";
#define NAME(e) case e: return #e
    NAME(E2BIG);
    NAME(EACCES);
    NAME(EAGAIN);
    NAME(EBADF);
    NAME(EBUSY);
    NAME(EEXIST);
    NAME(EFAULT);
    NAME(EINTR);
    NAME(EINVAL);
    NAME(EIO);
    NAME(ELOOP);
    NAME(EMFILE);
    NAME(ENFILE);
    NAME(ENODATA);
    NAME(ENODEV);
    NAME(ENOENT);
    NAME(ENOMEM);
    NAME(ENOSPC);
    NAME(ENOSYS);
    NAME(ENOTDIR);
    NAME(ENOTTY);
    NAME(ENXIO);
    NAME(EOPNOTSUPP);
    NAME(EOVERFLOW);
    NAME(EPERM);
    NAME(ERANGE);
    NAME(EROFS);
    NAME(ESRCH);
#undef NAME
    default:
        snprintf(number, sizeof number, "E%d", error);
        return number;
    }
}
