/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "compare_run.h"
#include "conformance/base/terminal.h"

/* The only run of a dialect; null where there are several, or none. */
static const struct results *only(const struct results_file *file,
                                  const char *dialect)
{
    const struct results *found = NULL;

    for (size_t k = 0; k < file->count; k++)
        if (strcmp(file->runs[k].dialect, dialect) == 0) {
            if (found)
                return NULL;
            found = &file->runs[k];
        }
    return found;
}

/* The run of the other file to compare with: of the same name, else the only
 * one of the dialect, where each file has one. */
static const struct results *match(const struct results_file *own,
                                   const struct results *run,
                                   const struct results_file *other)
{
    for (size_t k = 0; k < other->count; k++)
        if (strcmp(other->runs[k].dialect, run->dialect) == 0 &&
            strcmp(other->runs[k].implementation, run->implementation) == 0)
            return &other->runs[k];
    return only(own, run->dialect) ? only(other, run->dialect) : NULL;
}

static void compare_put_vanished(struct comparison *c,
                                 const struct results *run)
{
    fputs("vanished: ", c->out);
    terminal_clean(run->implementation, c->out);
    fputs(" as ", c->out);
    terminal_clean(run->dialect, c->out);
    fputs(": the whole run\n", c->out);
    c->vanished += run->case_count;
    for (size_t k = 0; k < run->cause_count; k++)
        compare_record(c, run, &run->causes[k], REPORT_UNSEEN);
}

bool compare_files(struct comparison *c, const struct results_file *old,
                   const struct results_file *new)
{
    static const struct results none;
    bool good = true;

    for (size_t k = 0; good && k < new->count; k++) {
        const struct results *is = &new->runs[k];
        const struct results *was = match(new, is, old);

        good = compare_runs(c, was ? was : &none, is);
    }
    for (size_t k = 0; k < old->count; k++)
        if (!match(old, &old->runs[k], new))
            compare_put_vanished(c, &old->runs[k]);
    fprintf(c->out,
            "causes: %zu new, %zu gone, %zu the same; "
            "cases: %zu worse, %zu better, %zu changed, %zu appeared, "
            "%zu vanished\n",
            c->causes_new, c->causes_gone, c->causes_same, c->worse, c->better,
            c->changed, c->appeared, c->vanished);
    return good && !c->lost;
}
