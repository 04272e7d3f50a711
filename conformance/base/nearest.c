/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include <stdio.h>
#include <string.h>

#include "output.h"

/* As many as one would make by mistake. */
static unsigned few(const char *word)
{
    return ((unsigned)strlen(word) + 1) / 3;
}

void nearest_begin(struct nearest *nearest, const char *word)
{
    *nearest = (struct nearest){.word = word, .changes = few(word) + 1};
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Rows of the table of changes from the words' beginnings, three at a time:
 * two letters that changed places look two rows up. */
static unsigned changes_between(const char *a, const char *b)
{
    unsigned rows[3][NEAREST_NAME];
    size_t width = strlen(b);

    for (size_t k = 0; k <= width; k++)
        rows[0][k] = (unsigned)k;
    for (size_t i = 1; i <= strlen(a); i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3];

        row[0] = (unsigned)i;
        for (size_t k = 1; k <= width; k++) {
            row[k] = least(above[k - 1] + (a[i - 1] != b[k - 1]),
                           least(above[k], row[k - 1]) + 1);
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = least(row[k], rows[(i + 1) % 3][k - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][width];
}

void nearest_try(struct nearest *nearest, const char *name)
{
    unsigned changes;

    if (strlen(name) >= NEAREST_NAME || strlen(nearest->word) >= NEAREST_NAME)
        return;
    changes = changes_between(nearest->word, name);
    if (changes >= nearest->changes)
        return;
    nearest->changes = changes;
    strcpy(nearest->name, name);
}

const char *nearest_describe(const struct nearest *nearest, const char *kind,
                             const char *hint)
{
    return *nearest->name ? problem_of("unknown %s '%.80s'; did you mean %s?",
                                       kind, nearest->word, nearest->name)
                          : problem_of("unknown %s '%.80s'; %s", kind,
                                       nearest->word, hint);
}

const char *nearest_of(const char *word, const char *kind,
                       const char *const *names)
{
    char hint[256] = "choose from ";
    struct nearest nearest;

    nearest_begin(&nearest, word);
    for (size_t k = 0; names[k]; k++) {
        size_t length = strlen(hint);

        nearest_try(&nearest, names[k]);
        snprintf(hint + length, sizeof hint - length, "%s%s", k ? ", " : "",
                 names[k]);
    }
    return nearest_describe(&nearest, kind, hint);
}
