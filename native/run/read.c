#define _GNU_SOURCE
#include "read.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int print(const char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = write(STDOUT_FILENO, bytes + done, length - done);
        if (n < 0 && errno != EINTR)
            return errno;
        done += n < 0 ? 0 : (size_t)n;
    }
    return 0;
}

static int copy(int fd, long long offset, long long length)
{
    char bytes[1 << 16];
    while (length > 0) {
        size_t wanted = length < (long long)sizeof bytes ? (size_t)length : sizeof bytes;
        ssize_t n = pread(fd, bytes, wanted, offset);
        if (n < 0)
            return errno;
        if (n == 0)
            return 0;
        int error = print(bytes, (size_t)n);
        if (error != 0)
            return error;
        offset += n;
        length -= n;
    }
    return 0;
}

/* O_NONBLOCK: a FIFO that took the place of the file since somebody looked is opened without waiting, and refused. */
static int bytes(const char *path, long long offset, long long length)
{
    struct stat stat;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno;
    if (fstat(fd, &stat) != 0)
        return errno;
    return S_ISREG(stat.st_mode) ? copy(fd, offset, length) : S_ISDIR(stat.st_mode) ? EISDIR : EINVAL;
}

static const char *type(mode_t mode)
{
    return S_ISREG(mode) ? "REGULAR" : S_ISDIR(mode) ? "DIRECTORY" : S_ISLNK(mode) ? "LINK" : S_ISFIFO(mode) ? "FIFO"
        : S_ISSOCK(mode) ? "SOCKET" : "DEVICE";
}

static int metadata(const char *path, bool follow)
{
    struct stat s;
    char line[512];
    if (fstatat(AT_FDCWD, path, &s, AT_NO_AUTOMOUNT | (follow ? 0 : AT_SYMLINK_NOFOLLOW)) != 0)
        return errno;
    int n = snprintf(line, sizeof line, "%s %o %llu %llu %lld %lld.%09ld %lld.%09ld %llu %llu %llu", type(s.st_mode), s.st_mode & 07777u,
        (unsigned long long)s.st_uid, (unsigned long long)s.st_gid, (long long)s.st_size, (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec,
        (long long)s.st_ctim.tv_sec, s.st_ctim.tv_nsec, (unsigned long long)s.st_ino, (unsigned long long)s.st_dev,
        (unsigned long long)s.st_nlink);
    return print(line, (size_t)n);
}

static int list(const char *path)
{
    DIR *directory = opendir(path);
    if (directory == NULL)
        return errno;
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(directory);
        if (entry == NULL)
            return errno;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        int error = print(entry->d_name, strlen(entry->d_name) + 1);
        if (error != 0)
            return error;
    }
}

/* What is no link has no link: EINVAL is ENOENT here. */
static int link_text(const char *path)
{
    char text[PATH_MAX];
    ssize_t n = readlink(path, text, sizeof text);
    if (n < 0)
        return errno == EINVAL ? ENOENT : errno;
    return print(text, (size_t)n);
}

static int real(const char *path)
{
    char *resolved = realpath(path, NULL);
    return resolved == NULL ? errno : print(resolved, strlen(resolved));
}

int read_for(char **argv)
{
    const char *what = argv[0] + 1, *path = argv[1];
    if (path == NULL)
        return EINVAL;
    if (strcmp(what, "bytes") == 0)
        return argv[2] && argv[3] ? bytes(path, atoll(argv[2]), atoll(argv[3])) : EINVAL;
    if (strcmp(what, "stat") == 0 || strcmp(what, "lstat") == 0)
        return metadata(path, what[0] == 's');
    if (strcmp(what, "list") == 0)
        return list(path);
    if (strcmp(what, "readlink") == 0)
        return link_text(path);
    return strcmp(what, "realpath") == 0 ? real(path) : EINVAL;
}
