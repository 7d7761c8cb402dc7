/* Preloaded: the clock on the wall shows $PERFDOCTOR_CLOCK seconds after 1970, and goes on from there. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t offset(void)
{
    static time_t began;
    const char *wanted = getenv("PERFDOCTOR_CLOCK");
    struct timespec now;
    if (wanted == NULL)
        return 0;
    if (began == 0) {
        syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
        began = now.tv_sec;
    }
    return atoll(wanted) - began;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += offset();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec time;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &time);
    *now = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *now)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    if (now != NULL)
        *now = time.tv_sec;
    return time.tv_sec;
}
