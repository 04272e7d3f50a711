/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "since.h"
#include "vectors.h"

struct since_reader {
    struct since_set *set;
    char line[1 << 8]; /* its start, for problems */
    size_t number;     /* of the line */
    size_t vectors;    /* that the head tells of */
    bool open;         /* a vector is not at its end */
    char *problem;
};

static bool since_expected(struct since_reader *r, const char *what)
{
    snprintf(r->problem, SINCE_PROBLEM, "line %zu: read %.60s, expected %s",
             r->number, r->line, what);
    return false;
}

/* What follows a word and a blank; null where the line begins otherwise. */
static const char *since_after(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 && line[length] == ' '
               ? line + length + 1
               : NULL;
}

static bool since_keep(char **where, const char *text)
{
    free(*where);
    *where = strdup(text);
    return *where != NULL;
}

/* One more line at its end. */
static bool since_append(char **where, const char *line)
{
    size_t had = *where ? strlen(*where) : 0, more = strlen(line);
    char *grown = realloc(*where, had + more + 2);

    if (!grown)
        return false;
    memcpy(grown + had, line, more);
    memcpy(grown + had + more, "\n", 2);
    *where = grown;
    return true;
}

static struct since_vector *since_last(struct since_reader *r)
{
    return &r->set->vectors[r->set->count - 1];
}

static bool since_begin(struct since_reader *r, const char *id)
{
    struct since_set *set = r->set;
    struct since_vector *grown =
        grow(set->vectors, set->count, &set->capacity, sizeof *grown);

    if (!grown)
        return false;
    set->vectors = grown;
    grown[set->count++] = (struct since_vector){
        .id = strdup(id), .number = strdup(""), .bounds = strdup("")};
    r->open = true;
    return since_last(r)->id && since_last(r)->number && since_last(r)->bounds;
}

/* "1 permitted 4" */
static bool since_outcome(struct since_reader *r, const char *words)
{
    struct since_vector *v = since_last(r);
    const char *standing = strchr(words, ' ');
    struct since_outcome *grown;

    if (!standing || strtoull(words, NULL, 10) != v->count + 1)
        return since_expected(r, "the number of the next outcome");
    grown = grow(v->outcomes, v->count, &v->capacity, sizeof *grown);
    if (!grown)
        return false;
    v->outcomes = grown;
    grown[v->count++] = (struct since_outcome){
        .standing = strndup(standing + 1, strcspn(standing + 1, " ")),
        .events = strdup("")};
    return grown[v->count - 1].standing && grown[v->count - 1].events;
}

/* "1 0 call 0": of the last outcome. */
static bool since_event(struct since_reader *r, const char *words,
                        const char *before)
{
    struct since_vector *v = since_last(r);
    const char *event = strchr(words, ' ');
    char **events;

    if (!event || !v->count || strtoull(words, NULL, 10) != v->count)
        return since_expected(r, "the number of the last outcome");
    events = &v->outcomes[v->count - 1].events;
    if (*before) {
        char *line = NULL;
        bool good = asprintf(&line, "%s%s", before, event + 1) >= 0 &&
                    since_append(events, line);

        free(line);
        return good;
    }
    return since_append(events, event + 1);
}

static bool since_in_vector(struct since_reader *r, const char *line)
{
    const char *words;

    if (strcmp(line, "end") == 0) {
        r->open = false;
        return true;
    }
    if ((words = since_after(line, "outcomes")))
        return since_keep(&since_last(r)->number, words);
    if ((words = since_after(line, "outcome")))
        return since_outcome(r, words);
    if ((words = since_after(line, "event")))
        return since_event(r, words, "");
    if ((words = since_after(line, "may")))
        return since_event(r, words, "may ");
    if (since_after(line, "bound") || since_after(line, "counters"))
        return since_append(&since_last(r)->bounds, line);
    return since_after(line, "vector") ? since_expected(r, "end") : true;
}

static bool since_in_head(struct since_reader *r, const char *line)
{
    const char *words;

    if ((words = since_after(line, "vector")))
        return since_begin(r, words);
    if ((words = since_after(line, "version")))
        return since_keep(&r->set->version, words);
    if ((words = since_after(line, "tables")))
        return since_keep(&r->set->tables, words);
    if ((words = since_after(line, "dialect")))
        return since_keep(&r->set->dialect, words);
    if ((words = since_after(line, "suite")))
        return since_keep(&r->set->suite, words);
    if ((words = since_after(line, "vectors")))
        r->vectors = (size_t)strtoull(words, NULL, 10);
    return true;
}

static bool since_line(struct since_reader *r, const char *line)
{
    char first[40];

    snprintf(r->line, sizeof r->line, "%s", line);
    snprintf(first, sizeof first, "profilcheck-vectors %d", VECTORS_FORMAT);
    if (++r->number == 1)
        return strcmp(line, first) == 0 || since_expected(r, first);
    return r->open ? since_in_vector(r, line) : since_in_head(r, line);
}

/* Whether all is there that the head promises. */
static bool since_is_whole(struct since_reader *r)
{
    const struct since_set *set = r->set;

    snprintf(r->line, sizeof r->line, "the end");
    r->number++;
    if (!set->version || !set->tables || !set->dialect || !set->suite)
        return since_expected(r, "version, tables, dialect and suite");
    if (r->open || set->count != r->vectors)
        return since_expected(r, "as many vectors as the head says, each up "
                                 "to its end");
    return true;
}

bool since_read(struct since_set *set, const char *text, size_t length,
                char problem[SINCE_PROBLEM])
{
    struct since_reader r = {.set = set, .problem = problem};
    char *own = malloc(length + 1), *line, *end;
    bool good = own != NULL;

    *problem = '\0';
    if (!own)
        return false;
    memcpy(own, text, length);
    own[length] = '\0';
    for (line = own; good && line < own + length; line = end + 1) {
        end = line + strcspn(line, "\n");
        *end = '\0';
        good = since_line(&r, line);
    }
    good = good && since_is_whole(&r);
    free(own);
    return good;
}

void since_free(struct since_set *set)
{
    for (size_t k = 0; k < set->count; k++) {
        struct since_vector *v = &set->vectors[k];

        for (size_t j = 0; j < v->count; j++) {
            free(v->outcomes[j].standing);
            free(v->outcomes[j].events);
        }
        free(v->outcomes);
        free(v->id);
        free(v->number);
        free(v->bounds);
    }
    free(set->vectors);
    free(set->version);
    free(set->tables);
    free(set->dialect);
    free(set->suite);
}
