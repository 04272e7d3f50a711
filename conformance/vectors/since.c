/* SPDX-License-Identifier: MIT */
/* What changed between two sets, by their texts. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "since.h"
#include "vector.h"

enum { SINCE_WORDS = 400 /* of an outcome that are shown */ };

/* An outcome in one line, as far as there is room. */
static void since_put_outcome(const char *outcome, FILE *out)
{
    char words[SINCE_WORDS];
    size_t n = 0;

    for (; *outcome && n + 5 < sizeof words; outcome++) {
        if (*outcome != '\n')
            words[n++] = *outcome;
        else if (outcome[1])
            n += (size_t)sprintf(words + n, "; ");
    }
    sprintf(words + n, *outcome ? " ..." : "");
    terminal_clean(words, out);
}

static void since_say_outcome(const char *id, const char *what,
                              const char *outcome, FILE *out)
{
    terminal_clean(id, out);
    fprintf(out, " %s: ", what);
    since_put_outcome(outcome, out);
    putc('\n', out);
}

static const char *since_same(const struct since_vector *v,
                              const struct since_outcome *o)
{
    for (size_t k = 0; k < v->count; k++)
        if (strcmp(v->outcomes[k].events, o->events) == 0)
            return v->outcomes[k].standing;
    return NULL;
}

/* Outcomes of one that the other has not.  Returns how many. */
static size_t since_say_missing(const struct since_vector *of,
                                const struct since_vector *in, const char *what,
                                FILE *out)
{
    size_t n = 0;

    for (size_t k = 0; k < of->count; k++)
        if (!since_same(in, &of->outcomes[k])) {
            since_say_outcome(of->id, what, of->outcomes[k].events, out);
            n++;
        }
    return n;
}

static size_t since_say_standings(const struct since_vector *was,
                                  const struct since_vector *is, FILE *out)
{
    size_t n = 0;

    for (size_t k = 0; k < is->count; k++) {
        const struct since_outcome *o = &is->outcomes[k];
        const char *before = since_same(was, o);

        if (!before || strcmp(before, o->standing) == 0)
            continue;
        n++;
        since_say_outcome(is->id,
                          strcmp(o->standing, "permitted") == 0
                              ? "is decided by the manual now, where it was "
                                "silent"
                              : "is left open by the manual now, where it "
                                "spoke",
                          o->events, out);
    }
    return n;
}

static bool since_compare(const struct since_vector *was,
                          const struct since_vector *is, FILE *out)
{
    size_t n = since_say_missing(is, was, "permits now what it did not", out) +
               since_say_missing(was, is, "no longer permits", out) +
               since_say_standings(was, is, out);

    if (n || (strcmp(was->bounds, is->bounds) == 0 &&
              strcmp(was->number, is->number) == 0))
        return n > 0;
    terminal_clean(is->id, out);
    fputs(" permits other outcomes, too many to list: ", out);
    terminal_clean(was->number, out);
    fprintf(out, " before, %s now\n", is->number);
    return true;
}

static const struct since_vector *since_find(const struct since_set *set,
                                             const char *id)
{
    for (size_t k = 0; k < set->count; k++)
        if (strcmp(set->vectors[k].id, id) == 0)
            return &set->vectors[k];
    return NULL;
}

static void since_say_whole(const struct since_vector *v, const char *what,
                            FILE *out)
{
    terminal_clean(v->id, out);
    fprintf(out, " is %s: outcomes ", what);
    terminal_clean(v->number, out);
    putc('\n', out);
}

static void since_say_all(const struct since_set *was,
                          const struct since_set *is, struct since *since,
                          FILE *out)
{
    for (size_t k = 0; k < is->count; k++) {
        const struct since_vector *before = since_find(was, is->vectors[k].id);

        if (before) {
            since->changed += since_compare(before, &is->vectors[k], out);
            continue;
        }
        since->added++;
        since_say_whole(&is->vectors[k], "new", out);
    }
    for (size_t k = 0; k < was->count; k++)
        if (!since_find(is, was->vectors[k].id)) {
            since->gone++;
            since_say_whole(&was->vectors[k], "gone", out);
        }
    fprintf(out, "%zu vector%s: %zu new, %zu gone, %zu changed since ",
            is->count, plural(is->count), since->added, since->gone,
            since->changed);
    terminal_clean(was->version, out);
    fputs(strcmp(was->tables, is->tables) == 0 ? "; the tables are the same\n"
                                               : "; the tables are others\n",
          out);
}

static bool since_is_of(const struct since_set *was, const struct since_set *is,
                        struct since *since)
{
    const bool dialect = strcmp(was->dialect, is->dialect) != 0;

    if (!dialect && strcmp(was->suite, is->suite) == 0)
        return true;
    snprintf(since->problem, sizeof since->problem,
             "it is of the %s %s, not %s", dialect ? "dialect" : "suite",
             dialect ? was->dialect : was->suite,
             dialect ? is->dialect : is->suite);
    return false;
}

bool vectors_since(const struct vector_set *set, const char *text,
                   size_t length, struct since *since, FILE *out)
{
    struct since_set was = {0}, is = {0};
    char *now = NULL;
    size_t room;
    FILE *written = open_memstream(&now, &room);
    bool good;

    *since = (struct since){0};
    if (!written)
        return false;
    good = vectors_text(set, written);
    good = fclose(written) == 0 && good;
    good = good && since_read(&was, text, length, since->problem) &&
           since_read(&is, now, room, since->problem) &&
           since_is_of(&was, &is, since);
    if (good)
        since_say_all(&was, &is, since, out);
    since_free(&was);
    since_free(&is);
    free(now);
    return good;
}
