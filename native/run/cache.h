/* Which class archive belongs to these jars. */
#ifndef CACHE_H
#define CACHE_H

#include <stdbool.h>
#include <stddef.h>

enum { ARCHIVE_NAME = 17 };

/*
 * What the names of the files begin with that hold the class archives made of exactly these jars of HOME/lib, in this order, and of this
 * release of the runtime; false where one of them cannot be read. The JVM itself does not notice that a jar was replaced and goes on running
 * the classes of the archive: so an archive is named for what it was made of.
 *
 * A jar counts with its name, its size and its directory, which holds a checksum of every entry; so 3 MB need not be read at every start.
 */
bool archive_name(const char *home, const char *const *jars, size_t count, char name[ARCHIVE_NAME]);

/* One of them: how its name ends, and its size, for a copy may have been cut. */
struct archive {
    const char *ending;
    long long size;
};

/* The path of it; NULL where there is none. */
char *archive_for(const char *home, const char *const *jars, size_t count, struct archive archive);

#endif
