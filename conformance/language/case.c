/* SPDX-License-Identifier: MIT */
#include "conformance/base/memory.h"
#include "ops.h"
#include "reference/gmon/gmon.h"

#include <stdlib.h>
#include <string.h>

/* By default a case is for the dialects that have all its calls; for the
 * runtime behind -pg where its file is looked at. */
static unsigned case_default_dialects(const struct script *script)
{
    unsigned dialects = (1u << DIALECTS) - 1;

    for (size_t i = 0; i < script->count; i++)
        dialects &= op_row_dialects(op_row_of(&script->ops[i]));
    return gmon_used(script) ? dialects : dialects & ~(1u << DIALECT_GMON);
}

/* All that the id depends on, in canonical form. */
static void print_body(const struct test_case *c, FILE *out)
{
    if (c->names_dialects || c->dialects != case_default_dialects(&c->script)) {
        fputs("dialect", out);
        for (unsigned d = 0; d < DIALECTS; d++)
            if (c->dialects >> d & 1)
                fprintf(out, " %s", dialect_table[d].name);
        fputs("\n", out);
    }
    if (c->script.address_bits != 64)
        fprintf(out, "address %u\n", c->script.address_bits);
    for (size_t i = 0; i < c->script.count; i++) {
        op_put_line(c, i, out);
        putc('\n', out);
    }
}

void test_case_print(const struct test_case *c, FILE *out)
{
    fprintf(out, "case %s\n", c->slug);
    print_body(c, out);
}

char *test_case_text(const struct test_case *c)
{
    struct memory_stream text;

    test_case_print(c, memory_stream(&text));
    return memory_stream_end(&text);
}

/* FNV-1a of 64 bits. */
static ssize_t hash_text(void *context, const char *text, size_t length)
{
    uint64_t *hash = context;

    for (size_t k = 0; k < length; k++)
        *hash = (*hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    return (ssize_t)length;
}

/* Not by a stream into memory, which costs as much as to print a case. */
uint64_t case_hash(const struct test_case *c)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    FILE *out =
        fopencookie(&hash, "w", (cookie_io_functions_t){.write = hash_text});

    print_body(c, memory_got(out));
    fclose(out);
    return hash;
}

void case_list_add(struct case_list *list, struct test_case *c)
{
    if (c->dialects == 0)
        c->dialects = case_default_dialects(&c->script);
    snprintf(c->id, sizeof c->id, "%.*s.%08lx", CASE_SLUG - 1, c->slug,
             (unsigned long)(case_hash(c) & 0xffffffff));
    MEMORY_ADD(list->cases, list->count) = *c;
    *c = (struct test_case){0};
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
    return script_needs(&c->script) & NEED_TICKS;
}

unsigned test_case_calls(const struct test_case *c)
{
    unsigned calls = 0;

    for (size_t i = 0; i < c->script.count; i++)
        if (c->script.ops[i].kind == OP_CALL)
            calls |= 1u << c->script.ops[i].call.kind;
    return calls;
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

unsigned test_case_width_of(const struct test_case *c, unsigned buffer)
{
    unsigned width = 0;

    for (size_t i = 0; i < c->script.count; i++) {
        const struct call *call = &c->script.ops[i].call;

        if (c->script.ops[i].kind != OP_CALL)
            continue;
        if (call->kind == CALL_PROFIL && region_is_in(&call->region, buffer))
            width = 2;
        for (size_t k = 0; k < call->listed; k++)
            if (call->kind == CALL_SPROFIL &&
                region_is_in(&call->list[k], buffer))
                width = stream_width(call);
    }
    return width ? width : test_case_width(c);
}
