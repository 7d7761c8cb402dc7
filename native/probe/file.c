#define _GNU_SOURCE
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int file_read(int directory, const char *path, char *text, size_t size)
{
    int fd = openat(directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno;
    ssize_t n = read(fd, text, size - 1);
    int error = n < 0 ? errno : 0;
    close(fd);
    text[n < 0 ? 0 : n] = '\0';
    return error;
}
