/* Reads of files that may hang, for a process that can be left behind. */
#ifndef READ_H
#define READ_H

/*
 * Does what argv says and prints the result on standard output:
 *   @bytes PATH OFFSET LENGTH     the bytes of a regular file
 *   @stat PATH, @lstat PATH       type mode uid gid size mtime ctime inode device links, times as SECONDS.NANOSECONDS
 *   @list PATH                    the names in a directory, each ended by a NUL
 *   @readlink PATH, @realpath PATH
 * Returns 0 or errno, as an exit status.
 */
int read_for(char **argv);

#endif
