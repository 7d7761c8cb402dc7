/* Answers requests until nobody is left to ask. */
#ifndef SERVE_H
#define SERVE_H

/*
 * Both ways, a message is its length in four bytes, high byte first, and that many bytes of NUL-ended words.
 *
 *   request: ID, DEADLINE in milliseconds, LIMIT in bytes, then the command: an absolute path and its arguments, or a read (read.h)
 *   answer:  ID, ENDING (exit, signal, timeout, errno), NUMBER, LENGTH of the output, then without NULs the output and the errors
 *
 * A request for a command that was started before joins it. The end of the requests, or an empty one, ends every process
 * below this one.
 */
int serve(int requests, int answers);

/* To be called first: orphans below this process become its children, and it is told of each child's end. */
void serve_begin(void);

/* Starts a command before anybody asked. */
void serve_early(char **argv);

#endif
