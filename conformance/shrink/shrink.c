/* SPDX-License-Identifier: MIT */
#include "shrink.h"

#include <stdlib.h>

#include "conformance/cases/case_text.h"

/* Note a case.  False where it was noted before. */
static bool is_case_new(struct shrink *s, const struct test_case *c)
{
    struct sink sink = {.hash = SINK_HASH};
    uint64_t hash;

    case_write_body(c, &sink);
    hash = sink.hash;
    for (unsigned k = 0; k < s->tries; k++)
        if (s->seen[k] == hash)
            return false;
    s->seen[s->tries++] = hash;
    return true;
}

bool shrink_try(struct shrink *s, struct draft *draft)
{
    struct case_list list = {0};
    bool better = false;

    if (!s->failed && s->tries < s->limit && draft_case(draft, &list))
        better = is_case_new(s, list.cases) && s->holds(s->context, list.cases);
    case_list_free(&list);
    if (!better) {
        draft_free(draft);
        return false;
    }
    draft_free(&s->best);
    s->best = *draft;
    *draft = (struct draft){0};
    return true;
}

static bool once(struct shrink *s)
{
    bool smaller = shrink_lines(s);

    smaller |= shrink_ticks(s);
    smaller |= shrink_lists(s);
    smaller |= shrink_options(s);
    smaller |= shrink_addresses(s);
    smaller |= shrink_numbers(s);
    return smaller;
}

void shrink_all(struct shrink *s)
{
    s->seen = calloc(s->limit + 1, sizeof *s->seen);
    s->failed = !s->seen;
    while (!s->failed && once(s))
        continue;
    free(s->seen);
    s->seen = NULL;
}
