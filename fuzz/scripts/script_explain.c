/* SPDX-License-Identifier: MIT */
#include "script_explain.h"

#include <stdlib.h>
#include <string.h>

#include "conformance/explain/explain.h"
#include "fuzz/text.h"

enum { SHOWN = 6 };

static void comment(const char *text, FILE *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");

        fprintf(out, "# %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void explain_region(enum dialect dialect,
                           const struct region_arguments *r, unsigned width,
                           uint64_t pc, FILE *out)
{
    struct mapping m = {r->offset, r->size, r->scale, (uint8_t)width, 64};
    struct formula formula;
    struct text t;

    formula_begin(&formula, dialect);
    explain_pc(&formula, &m, pc, text_begin(&t));
    text_end(&t);
    comment(t.text, out);
    free(t.text);
}

void script_explain(enum dialect dialect, const struct test_case *c, FILE *out)
{
    const struct call *call = NULL;
    unsigned shown = 0;

    for (size_t i = 0; i < c->script.count; i++) {
        const struct op *op = &c->script.ops[i];

        if (op->kind == OP_CALL)
            call = &op->call;
        if (op->kind != OP_TICKS || !call)
            continue;
        for (size_t t = 0; t < op->tick_count && shown < SHOWN; t++) {
            bool one_form = call->kind == CALL_PROFIL;
            uint32_t regions = one_form ? 1 : call->listed;

            for (uint32_t k = 0; k < regions && shown < SHOWN; k++) {
                const struct region_arguments *r =
                    one_form ? &call->region : &call->list[k];

                if (r->scale != SCALE_COMPUTED && shown++ < SHOWN)
                    explain_region(dialect, r, stream_width(call),
                                   op->ticks[t].pc, out);
            }
        }
    }
}
