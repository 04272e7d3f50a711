/* SPDX-License-Identifier: MIT */
#include "case_text.h"
#include "conformance/base/grow.h"
#include "reference/gmon/gmon.h"

#include <stdlib.h>
#include <string.h>

unsigned case_call_dialects(enum call_kind kind)
{
    switch (kind) {
    case CALL_PROFIL_LIST: return 1u << DIALECT_AIX;
    case CALL_SPROFIL: return 1u << DIALECT_IRIX | 1u << DIALECT_GLIBC;
    case CALL_PROFIL:
        return ((1u << DIALECTS) - 1) &
               ~(1u << DIALECT_AIX_MONITOR | 1u << DIALECT_GMON);
    case CALL_MONSTARTUP:
        return 1u << DIALECT_AIX_MONITOR | 1u << DIALECT_FREEBSD |
               1u << DIALECT_GMON;
    case CALL_MONCONTROL: return 1u << DIALECT_AIX_MONITOR | 1u << DIALECT_GMON;
    case CALL_MCLEANUP: return 1u << DIALECT_FREEBSD | 1u << DIALECT_GMON;
    default: return 1u << DIALECT_AIX_MONITOR;
    }
}

/* Those that have this operation. */
static unsigned op_dialects(const struct op *op)
{
    switch (op->kind) {
    case OP_CALL: return case_call_dialects((enum call_kind)op->call.kind);
    case OP_FUNCTIONS:
    case OP_FILE: return case_call_dialects(CALL_MONITOR);
    case OP_EXIT: return case_call_dialects(CALL_MONITOR) | 1u << DIALECT_GMON;
    case OP_ARCS:
    case OP_ROW:
    case OP_NESTED:
    case OP_THREADS:
    case OP_PROFILE:
    case OP_HEADER:
    case OP_SAID:
    case OP_PREFIX:
    case OP_NO_ROOM:
    case OP_UNWRITABLE: return 1u << DIALECT_GMON;
    case OP_RATE: return case_call_dialects(CALL_MCLEANUP);
    default: return (1u << DIALECTS) - 1;
    }
}

unsigned case_possible_dialects(const struct script *script)
{
    unsigned dialects = (1u << DIALECTS) - 1;

    for (size_t i = 0; i < script->count; i++)
        dialects &= op_dialects(&script->ops[i]);
    return dialects;
}

unsigned case_default_dialects(const struct script *script)
{
    unsigned dialects = case_possible_dialects(script);

    return gmon_used(script) ? dialects : dialects & ~(1u << DIALECT_GMON);
}

static void set_id(struct test_case *c)
{
    struct sink sink = {.hash = SINK_HASH};

    case_write_body(c, &sink);
    snprintf(c->id, sizeof c->id, "%.*s.%08lx", CASE_SLUG - 1, c->slug,
             (unsigned long)(sink.hash & 0xffffffff));
}

bool case_list_add(struct case_list *list, struct test_case *c)
{
    struct test_case *cases =
        grow(list->cases, list->count, &list->capacity, sizeof *cases);

    if (!cases) {
        test_case_free(c);
        return false;
    }
    list->cases = cases;
    if (c->dialects == 0)
        c->dialects = case_default_dialects(&c->script);
    set_id(c);
    list->cases[list->count++] = *c;
    *c = (struct test_case){0};
    return true;
}

const struct test_case *case_list_find(const struct case_list *list,
                                       const char *id)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->cases[i].id, id) == 0 ||
            strcmp(list->cases[i].slug, id) == 0)
            return &list->cases[i];
    return NULL;
}

void test_case_free(struct test_case *c)
{
    for (size_t i = 0; i < c->script.count; i++) {
        free((void *)c->script.ops[i].ticks);
        free((void *)c->script.ops[i].call.list);
    }
    free((void *)c->script.ops);
    free(c->streams);
    *c = (struct test_case){0};
}

void case_list_free(struct case_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        test_case_free(&list->cases[i]);
    free(list->cases);
    *list = (struct case_list){0};
}

bool case_has_ticks(const struct test_case *c)
{
    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_TICKS ||
            c->script.ops[i].kind == OP_SWEEP)
            return true;
    return false;
}

unsigned test_case_width(const struct test_case *c)
{
    unsigned width = 2;

    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_CALL &&
            c->script.ops[i].call.kind == CALL_SPROFIL)
            width = stream_width(&c->script.ops[i].call);
    return width;
}
