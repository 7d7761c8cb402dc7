/* Commands that are started before the JVM is, and the server that tells it what came of them. */
#ifndef EARLY_H
#define EARLY_H

#include <stdbool.h>
#include <stddef.h>

/* What would make a command answer in another language, page, prompt, run more than it is, or use the network: dropped. */
void plain_environment(void);

/*
 * Leaves a process behind that starts the commands, each a line of words, and serves whoever has the other end of the socket that
 * standard input becomes: the only number a JVM can read and write without opening a file for writing. False where that cannot be had.
 * The command perfdoctor-probe is the program at the path PROBE.
 */
bool served_from_here(const char *probe, const char *const *asked, size_t count);

#endif
