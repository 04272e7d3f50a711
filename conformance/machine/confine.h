/* SPDX-License-Identifier: MIT */
/*
 * What one process may do, and all that it starts: foreign code is to run
 * there.  Nothing that it does there may reach the processes that watch it, or
 * anything that outlives it.
 */
#ifndef CONFORMANCE_CONFINE_H
#define CONFORMANCE_CONFINE_H

#include <stdbool.h>

/*
 * Confine the calling process:
 *
 *  - a session of its own, default signal dispositions, an empty mask;
 *  - standard streams on /dev/null, the descriptor `kept` at 3, and no others;
 *  - limits on its stack, its data and the files that it writes;
 *  - of the capabilities of root those that a profil may need;
 *  - where its files are not its own (contain.h) it may read all files, and
 *    write devices and what is in `directory`, or null: by Landlock, from Linux
 *    5.13 on.  writes: it may write all files;
 *  - where others are to be seen it can send signals to none but those that it
 *    starts: by Landlock, from Linux 6.12 on.
 */
void confine(int kept, const char *directory, bool writes);

enum { CONFINED_KEPT = 3 };

#endif
