/* SPDX-License-Identifier: MIT */
/* Of 65,537 ticks at one pc, which a tracer takes half a second for, no more
 * than make a burst (inject.h). */
#ifndef CONFORMANCE_SHORTEN_TEST_H
#define CONFORMANCE_SHORTEN_TEST_H

#include "conformance/language/case.h"

static inline void shorten(struct case_list *list)
{
    enum { MOST = 300 };

    for (size_t k = 0; k < list->count; k++) {
        const struct script *script = &list->cases[k].script;

        for (size_t i = 0; i < script->count; i++)
            for (size_t t = 0; t < script->ops[i].tick_count; t++) {
                struct tick *tick = (struct tick *)&script->ops[i].ticks[t];

                if (script->ops[i].kind == OP_TICKS && tick->count > MOST)
                    tick->count = MOST;
            }
    }
}

#endif
