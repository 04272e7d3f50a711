/* SPDX-License-Identifier: MIT */
/*
 * The file of --results, and FILE.part, which stands for it until a run is
 * over.
 *
 * FILE appears whole, by a change of name, when all is judged; until then what
 * was there stays.  FILE.part is there while a run goes on, grows only, and is
 * locked: another run into the same file is refused.  Whatever ends a run
 * before its time leaves it.  A new run keeps what it finds there, as
 * FILE.part.old; part_resume goes on with it.
 *
 * Links are followed to the file that they lead to.  A descriptor, as
 * /dev/stdout or that of a shell's >(...), has no FILE.part: it is in_place,
 * not locked, and gets all of it at the end.  Other pipes and devices,
 * directories and the empty name are refused; so is what no run made, as FILE
 * or as FILE.part.
 */
#ifndef CONFORMANCE_PART_H
#define CONFORMANCE_PART_H

#include <stdbool.h>

#include "conformance/base/put_file.h"
#include <sys/types.h>

struct part {
    const char *name; /* as it was given */
    char *file;       /* links followed */
    char *path;       /* FILE.part; null: in_place */
    int lock;         /* open on it, and locked; closed in other programs */
    off_t silent;     /* as long as it is no longer than this, nothing was
                         observed; -1: it is kept as it is */
};

/* For a new run.  Null, or what is wrong in words: where another run writes
 * it, too. */
const char *part_begin(struct part *part, const char *name);

/* To go on; name is FILE or FILE.part.  The same.  Where it is is then known
 * whatever the current directory. */
const char *part_resume(struct part *part, const char *name);

/* Whether FILE.part, which is locked, belongs to the user. */
bool part_is_own(const struct part *part);

/* All that is to be in FILE is written by write into a new file that takes its
 * place, and FILE.part is gone.  0, or the error: then FILE is as it was. */
int part_finish(struct part *part, file_writer *write, const void *context);

/* After it, or in place of it: FILE.part goes if nothing is in it yet. */
void part_end(struct part *part);

#endif
