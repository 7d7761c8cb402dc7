/* One line of output: a JSON object, written with one write(2) so that what was printed survives an early end. */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>

void line_begin(const char *probe);
void line_text(const char *key, const char *value);
void line_number(const char *key, long long value);
void line_flag(const char *key, bool value);
void line_errno(int error);     /* "errno":"OK" for 0, else the symbolic name */

/* Writes the line. Ends the program with status 1 when standard output does not take it. */
void line_end(void);

/* To be called, again and again, by the signal that ends the program: at once between lines, else with the line or its failure. */
void line_last(void);

const char *errno_name(int error);

#endif
