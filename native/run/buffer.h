/* Bytes that grow, up to a limit. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *bytes;
    size_t length;
    size_t room;
};

/* Adds bytes; false when memory has run out. */
bool buffer_add(struct buffer *buffer, const void *bytes, size_t length);

/* Adds a string with its end. */
bool buffer_string(struct buffer *buffer, const char *text);

void buffer_free(struct buffer *buffer);

#endif
