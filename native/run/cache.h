/* Which class archive belongs to these jars. */
#ifndef CACHE_H
#define CACHE_H

#include <stddef.h>

/*
 * The path of the class archive that was made of exactly these jars, in this order, and of this release of the runtime; NULL where there
 * is none of this SIZE: a copy may have been cut. The JVM itself does not notice that a jar was replaced and goes on running the classes of the archive, so the archive is named
 * for what it was made of: see native/main/java/dev/perfdoctor/image/ClassCache.java.
 *
 * A jar counts with its name, its size and its directory, which holds a checksum of every entry; so 3 MB need not be read at every start.
 */
char *cache_for(const char *home, const char *const *jars, size_t count, long long size);

#endif
