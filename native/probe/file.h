/* Small files of sysfs, procfs and tracefs. */
#ifndef FILE_H
#define FILE_H

#include <stddef.h>

/* The beginning of a file as a string; 0 or errno. Never waits: a FIFO in a made-up /sys is empty. */
int file_read(int directory, const char *path, char *text, size_t size);

#endif
