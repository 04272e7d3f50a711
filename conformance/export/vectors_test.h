/* SPDX-License-Identifier: MIT */
/* Vectors, and their text, for tests. */
#ifndef CONFORMANCE_VECTORS_TEST_H
#define CONFORMANCE_VECTORS_TEST_H

#include "reference/unit_test.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/language/suite.h"
#include "vectors.h"

/* A suite as vectors, and their text. */
struct made {
    struct case_list cases;
    struct vector_set set;
    struct memory_stream stream;
    char *text;
};

/* The cases of a text; null: the suite quick. */
static inline struct made of(enum dialect dialect, const char *text)
{
    struct made m = {0};
    struct case_error error;

    if (text ? !case_list_parse(&m.cases, "test", text, strlen(text), &error)
             : !suite_load(&m.cases, dialect, false, &error))
        fail_msg("%s", error.text);
    vectors_make(&m.set, dialect, &m.cases);
    m.set.suite = "test";
    m.set.tables = "hash";
    vectors_write(&m.set, false, memory_stream(&m.stream));
    m.text = memory_stream_end(&m.stream);
    return m;
}

static inline void made_free(struct made *m)
{
    vectors_free(&m->set);
    case_list_free(&m->cases);
    free(m->text);
}

#endif
