/* SPDX-License-Identifier: MIT */
/*
 * A file that is written whole or not at all: whoever looks, and whenever the
 * writer is killed, finds the old file or the new one.
 *
 * The parts go to NAME.tmp beside it, reach the disk, and are renamed.  While
 * a process writes there it holds a lock, so that of several writers one goes
 * after the other.  A process that is killed may leave that one temporary; the
 * next writer removes it.
 */
#ifndef IMPLS_FAMILY_REPLACE_H
#define IMPLS_FAMILY_REPLACE_H

#include <stddef.h>
#include <sys/uio.h>

/*
 * Make these parts, one after the other, the contents of the file.  Its mode
 * is 0666 less the umask.  0, or an errno: then the file is as it was, and no
 * temporary is left.  Allocates nothing; where a part can't be read, EFAULT.
 */
int replace_file(const char *name, const struct iovec *parts, size_t count);

#endif
