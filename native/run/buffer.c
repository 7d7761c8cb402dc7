#include "buffer.h"

#include <stdlib.h>
#include <string.h>

bool buffer_add(struct buffer *buffer, const void *bytes, size_t length)
{
    if (buffer->room - buffer->length < length) {
        size_t room = buffer->room * 2 + length + 256;
        char *grown = realloc(buffer->bytes, room);
        if (grown == NULL)
            return false;
        buffer->bytes = grown;
        buffer->room = room;
    }
    if (length > 0)
        memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
    return true;
}

bool buffer_string(struct buffer *buffer, const char *text)
{
    return buffer_add(buffer, text, strlen(text) + 1);
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (struct buffer){0};
}
