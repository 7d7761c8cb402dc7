/* Work of known length. */
#ifndef WORK_H
#define WORK_H

enum {
    WORK_UNIT = 100000,     /* instructions: some 20 us of a real CPU, 0.3 ms of an emulated one */
    ROUND = 8              /* instructions of one round of the loop below */
};

/* Retires exactly `instructions` (a multiple of ROUND) plus the few that surround it. Inline: it must not add a frame. */
static inline __attribute__((always_inline)) void work(unsigned long instructions)
{
    unsigned long rounds = instructions / ROUND;
#if defined(__x86_64__)
    __asm__ volatile("1: nop\n nop\n nop\n nop\n nop\n nop\n dec %0\n jnz 1b" : "+r"(rounds) : : "cc");
#elif defined(__aarch64__)
    __asm__ volatile("1: nop\n nop\n nop\n nop\n nop\n nop\n subs %0, %0, #1\n b.ne 1b" : "+r"(rounds) : : "cc");
#else
#error "perfdoctor-probe knows x86-64 and aarch64; without it perfdoctor infers instead"
#endif
}

#endif
