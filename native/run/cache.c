#define _GNU_SOURCE
#include "cache.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The end of a zip file without a comment: signature, ..., size of the directory at 12, its offset at 16 (APPNOTE.TXT, 4.3.16). */
enum { END = 22, END_SIZE = 12, END_OFFSET = 16, MOST_BYTES = 1 << 20 };

static const char END_SIGNATURE[] = "PK\5\6";

static uint64_t add(uint64_t digest, const void *bytes, size_t length)
{
    for (const unsigned char *at = bytes; length > 0; at++, length--)
        digest = (digest ^ *at) * 0x100000001b3;    /* FNV-1a: against mistakes; who may write here needs no collision */
    return digest;
}

static uint64_t add_number(uint64_t digest, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (56 - 8 * i));
    return add(digest, bytes, sizeof bytes);
}

static uint32_t little_endian(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool add_range(uint64_t *digest, int fd, off_t offset, size_t length)
{
    unsigned char *bytes = length <= MOST_BYTES ? malloc(length) : NULL;
    bool whole = bytes != NULL && pread(fd, bytes, length, offset) == (ssize_t)length;
    if (whole)
        *digest = add(*digest, bytes, length);
    free(bytes);
    return whole;
}

static bool add_directory(uint64_t *digest, int fd, off_t size)
{
    unsigned char end[END];
    if (size < END || pread(fd, end, END, size - END) != END || memcmp(end, END_SIGNATURE, 4) != 0)
        return false;
    uint32_t length = little_endian(end + END_SIZE), offset = little_endian(end + END_OFFSET);
    *digest = add_number(*digest, (uint64_t)size);
    return offset + (off_t)length + END == size && add_range(digest, fd, offset, length);
}

static bool add_file(uint64_t *digest, const char *home, const char *directory, const char *name, bool jar)
{
    char *path;
    if (asprintf(&path, "%s/%s/%s", home, directory, name) < 0)
        return false;
    struct stat stat;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    free(path);
    bool regular = fd >= 0 && fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode);
    *digest = add(*digest, name, strlen(name) + 1);
    bool added = regular && (jar ? add_directory(digest, fd, stat.st_size) : add_range(digest, fd, 0, (size_t)stat.st_size));
    if (fd >= 0)
        close(fd);
    return added;
}

bool archive_name(const char *home, const char *const *jars, size_t count, char name[ARCHIVE_NAME])
{
    uint64_t digest = 0xcbf29ce484222325;
    bool known = add_file(&digest, home, "runtime", "release", false);
    for (size_t i = 0; i < count && known; i++)
        known = add_file(&digest, home, "lib", jars[i], true);
    snprintf(name, ARCHIVE_NAME, "%016llx", (unsigned long long)digest);
    return known;
}

char *archive_for(const char *home, const char *const *jars, size_t count, struct archive archive)
{
    char name[ARCHIVE_NAME], *path;
    struct stat stat_of;
    if (!archive_name(home, jars, count, name) || asprintf(&path, "%s/lib/%s%s", home, name, archive.ending) < 0)
        return NULL;
    return stat(path, &stat_of) == 0 && S_ISREG(stat_of.st_mode) && stat_of.st_size == archive.size && access(path, R_OK) == 0 ? path : NULL;
}
