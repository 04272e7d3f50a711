/* SPDX-License-Identifier: MIT */
/* Vectors, and their text, for tests. */
#ifndef CONFORMANCE_VECTORS_TEST_H
#define CONFORMANCE_VECTORS_TEST_H

#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/cases/suite.h"
#include "since.h"
#include "vector.h"

/* A suite as vectors, and their text. */
struct made {
    struct case_list cases;
    struct vector_set set;
    char *text;
    size_t length;
};

static inline void written(struct made *m)
{
    FILE *out = open_memstream(&m->text, &m->length);

    assert_non_null(out);
    m->set.suite = "test";
    m->set.tables = "hash";
    assert_true(vectors_text(&m->set, out));
    assert_int_equal(fclose(out), 0);
}

static inline struct made quick(enum dialect dialect)
{
    struct made m = {0};
    struct case_error error;

    if (!suite_load(&m.cases, dialect, false, &error))
        fail_msg("%s", error.text);
    assert_true(vectors_make(&m.set, dialect, &m.cases));
    written(&m);
    return m;
}

static inline struct made of(enum dialect dialect, const char *text)
{
    struct made m = {0};
    struct case_error error;

    if (!case_list_parse(&m.cases, "test", text, strlen(text), &error))
        fail_msg("%s", error.text);
    assert_true(vectors_make(&m.set, dialect, &m.cases));
    written(&m);
    return m;
}

static inline void made_free(struct made *m)
{
    vectors_free(&m->set);
    case_list_free(&m->cases);
    free(m->text);
}

#endif
