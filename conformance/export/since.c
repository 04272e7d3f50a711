/* SPDX-License-Identifier: MIT */
/* What changed between two sets, by their texts. */
#include <stdlib.h>
#include <string.h>

#include "conformance/base/plural.h"
#include "conformance/base/terminal.h"
#include "vectors.h"

/* Reading a set, as far as changes need it. */

struct since_outcome {
    const char *standing; /* "permitted" or "unspecified" */
    const char *events;   /* as vector_text has them */
};

struct since_vector {
    const char *id;
    const char *number; /* of outcomes: "2", "69 unlisted" */
    const char *bounds; /* lines; none if the outcomes are listed */
    struct since_outcome *outcomes;
    size_t count;
};

struct since_set {
    const char *version, *tables, *dialect, *suite;
    struct since_vector *vectors;
    size_t count;
    struct arena memory;
};

struct reader {
    struct since_set *set;
    char *line, *to;
    size_t number;  /* of the line */
    size_t vectors; /* that the head names */
    bool open;      /* a vector is not at its end */
    char *problem;
};

static bool expected(struct reader *r, const char *what)
{
    snprintf(r->problem, SINCE_PROBLEM, "line %zu: read %.60s, expected %s",
             r->number, r->line, what);
    return false;
}

/* What follows a word and a blank; null if the line begins otherwise. */
static const char *after(const struct reader *r, const char *word)
{
    size_t length = strlen(word);

    return strncmp(r->line, word, length) == 0 && r->line[length] == ' '
               ? r->line + length + 1
               : NULL;
}

/* Of the set's copy of the text what is kept of each line moves to the front,
 * where it takes no more room than the line. */
static void keep(struct reader *r, const char *text, size_t length)
{
    memmove(r->to, text, length);
    r->to += length;
}

static void begin_vector(struct reader *r, const char *id)
{
    struct since_set *set = r->set;

    ARENA_ADD(&set->memory, set->vectors, set->count) =
        (struct since_vector){.id = arena_text(&set->memory, id),
                              .number = "",
                              .bounds = r->to = r->line};
    r->open = true;
}

/* "1 permitted 4" */
static bool read_outcome(struct reader *r, struct since_vector *v,
                         const char *words)
{
    const char *standing = strchr(words, ' ');
    struct since_outcome *o;

    if (!standing || strtoull(words, NULL, 10) != v->count + 1)
        return expected(r, "the number of the next outcome");
    *r->to++ = '\0';
    o = &ARENA_ADD(&r->set->memory, v->outcomes, v->count);
    o->standing = r->to;
    keep(r, standing + 1, strcspn(standing + 1, " "));
    *r->to++ = '\0';
    o->events = r->to;
    return true;
}

static bool read_in_vector(struct reader *r)
{
    struct since_vector *v = &r->set->vectors[r->set->count - 1];
    const char *event = after(r, "event"), *may = after(r, "may"), *words;

    if ((words = after(r, "outcome")))
        return read_outcome(r, v, words);
    if (event || may) { /* "1 0 call 0": of the last outcome */
        words = event ? event : may;
        if (!strchr(words, ' ') || !v->count ||
            strtoull(words, NULL, 10) != v->count)
            return expected(r, "the number of the last outcome");
        keep(r, "may ", may ? strlen("may ") : 0);
        words = strchr(words, ' ') + 1;
        keep(r, words, strlen(words));
        keep(r, "\n", 1);
    } else if (after(r, "bound") || after(r, "counters")) {
        keep(r, r->line, strlen(r->line));
        keep(r, "\n", 1);
    } else if (after(r, "vector")) {
        return expected(r, "end");
    } else if ((words = after(r, "outcomes"))) {
        v->number = arena_text(&r->set->memory, words);
    } else if (strcmp(r->line, "end") == 0) {
        *r->to = '\0';
        r->open = false;
    }
    return true;
}

static void read_in_head(struct reader *r)
{
    struct since_set *set = r->set;
    const struct {
        const char *word, **value;
    } rows[] = {{"version", &set->version},
                {"tables", &set->tables},
                {"dialect", &set->dialect},
                {"suite", &set->suite}};
    const char *words;

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if ((words = after(r, rows[k].word)))
            *rows[k].value = words;
    if ((words = after(r, "vectors")))
        r->vectors = (size_t)strtoull(words, NULL, 10);
    if ((words = after(r, "vector")))
        begin_vector(r, words);
}

static bool read_line(struct reader *r)
{
    char first[40];

    snprintf(first, sizeof first, "profilcheck-vectors %d", VECTORS_FORMAT);
    if (++r->number == 1)
        return strcmp(r->line, first) == 0 || expected(r, first);
    if (r->open)
        return read_in_vector(r);
    if (strcmp(r->line, first) == 0)
        return expected(r, "the end: a file has one set");
    read_in_head(r);
    return true;
}

/* Whether all is there that the head promises. */
static bool is_whole(struct reader *r)
{
    static char end[] = "the end";
    const struct since_set *set = r->set;

    r->line = end;
    r->number++;
    if (!set->version || !set->tables || !set->dialect || !set->suite)
        return expected(r, "version, tables, dialect and suite");
    if (r->open)
        return expected(r, "the end of its last vector");
    if (set->count != r->vectors) {
        snprintf(
            r->problem, SINCE_PROBLEM,
            "it has %zu vector%s, and its head says %zu: it was cut, doubled "
            "or edited",
            set->count, plural(set->count), r->vectors);
        return false;
    }
    return true;
}

/* False: what is wrong, "line N: read X, expected Y". */
static bool since_read(struct since_set *set, const char *text, size_t length,
                       char problem[SINCE_PROBLEM])
{
    struct reader r = {.set = set, .problem = problem};
    char *line = memcpy(arena_new(&set->memory, length + 1, 1), text, length);
    const char *end = line + length;

    *problem = '\0';
    while (line < end) {
        char *next = line + strcspn(line, "\n");

        *next = '\0';
        r.line = line;
        if (!read_line(&r))
            return false;
        line = next + 1;
    }
    return is_whole(&r);
}

/* What changed, in sentences. */

/* "ID WHAT: OUTCOME", an outcome in one line, as far as there is room. */
static void say_outcome(const char *id, const char *what, const char *outcome,
                        FILE *out)
{
    char words[400];
    size_t n = 0;

    for (; *outcome && n + 5 < sizeof words; outcome++) {
        if (*outcome != '\n')
            words[n++] = *outcome;
        else if (outcome[1])
            n += (size_t)sprintf(words + n, "; ");
    }
    sprintf(words + n, *outcome ? " ..." : "");
    terminal_print(out, "%s %s: %s\n", id, what, words);
}

static const char *standing_in(const struct since_vector *v, const char *events)
{
    for (size_t k = 0; k < v->count; k++)
        if (strcmp(v->outcomes[k].events, events) == 0)
            return v->outcomes[k].standing;
    return NULL;
}

/* Outcomes that only one of them has.  Returns how many. */
static size_t say_missing(const struct since_vector *of,
                          const struct since_vector *in, const char *what,
                          FILE *out)
{
    size_t n = 0;

    for (size_t k = 0; k < of->count; k++)
        if (!standing_in(in, of->outcomes[k].events)) {
            say_outcome(of->id, what, of->outcomes[k].events, out);
            n++;
        }
    return n;
}

static size_t say_standings(const struct since_vector *was,
                            const struct since_vector *is, FILE *out)
{
    size_t n = 0;

    for (size_t k = 0; k < is->count; k++) {
        const struct since_outcome *o = &is->outcomes[k];
        const char *before = standing_in(was, o->events);

        if (!before || strcmp(before, o->standing) == 0)
            continue;
        n++;
        say_outcome(is->id,
                    strcmp(o->standing, "permitted") == 0
                        ? "is specified by the manual now, and was not before"
                        : "is not specified by the manual now, and was before",
                    o->events, out);
    }
    return n;
}

static bool say_changes(const struct since_vector *was,
                        const struct since_vector *is, FILE *out)
{
    size_t n = say_missing(is, was, "permits now, and did not before", out) +
               say_missing(was, is, "no longer permits", out) +
               say_standings(was, is, out);

    if (n || (strcmp(was->bounds, is->bounds) == 0 &&
              strcmp(was->number, is->number) == 0))
        return n > 0;
    terminal_print(
        out, "%s permits other outcomes, too many to list: %s before, %s now\n",
        is->id, was->number, is->number);
    return true;
}

static const struct since_vector *find(const struct since_set *set,
                                       const char *id)
{
    for (size_t k = 0; k < set->count; k++)
        if (strcmp(set->vectors[k].id, id) == 0)
            return &set->vectors[k];
    return NULL;
}

static void say_whole(const struct since_vector *v, const char *what, FILE *out)
{
    terminal_print(out, "%s is %s: outcomes %s\n", v->id, what, v->number);
}

static void say_all(const struct since_set *was, const struct since_set *is,
                    struct since *since, FILE *out)
{
    for (size_t k = 0; k < is->count; k++) {
        const struct since_vector *before = find(was, is->vectors[k].id);

        if (before) {
            since->changed += say_changes(before, &is->vectors[k], out);
        } else {
            since->added++;
            say_whole(&is->vectors[k], "new", out);
        }
    }
    for (size_t k = 0; k < was->count; k++)
        if (!find(is, was->vectors[k].id)) {
            since->gone++;
            say_whole(&was->vectors[k], "gone", out);
        }
    terminal_print(out,
                   "%zu vector%s: %zu new, %zu gone, %zu changed since %s; the "
                   "tables are %s\n",
                   is->count, plural(is->count), since->added, since->gone,
                   since->changed, was->version,
                   strcmp(was->tables, is->tables) == 0 ? "the same"
                                                        : "different");
}

static bool is_of_the_same(const struct since_set *was,
                           const struct since_set *is, struct since *since)
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
    struct memory_stream now;
    bool good;

    *since = (struct since){0};
    vectors_write(set, false, memory_stream(&now));
    memory_stream_end(&now);
    good = since_read(&was, text, length, since->problem) &&
           since_read(&is, now.text, now.length, since->problem) &&
           is_of_the_same(&was, &is, since);
    if (good)
        say_all(&was, &is, since, out);
    arena_free(&was.memory);
    arena_free(&is.memory);
    free(now.text);
    return good;
}
