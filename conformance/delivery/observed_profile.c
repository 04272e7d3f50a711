/* SPDX-License-Identifier: MIT */
/*
 * A gmon.out that was looked at, as text and back: "absent", "empty", ..., or
 *
 *     written low 131072 high 135168 ticks [ 131072 131076 3 ] more 0
 *         arcs [ 131088 131328 1 ] row 0 more 0 several 0
 *
 * on one line: of ticks from, to and how many; of arcs from, self and how
 * many.
 */
#include <inttypes.h>
#include <string.h>

#include "observed_read.h"
#include "observed_words.h"
#include "reference/gmon/counts.h"

size_t observed_file_size(const struct event *event)
{
    if (!file_has_contents(event->value))
        return 0;
    return event->kind == EVENT_FILE      ? sizeof(struct file_contents)
           : event->kind == EVENT_PROFILE ? sizeof(struct gmon_counts)
                                          : 0;
}

void observed_put_profile(const struct event *event, FILE *out)
{
    struct gmon_counts c;

    if (!file_has_contents(event->value) || event->bytes == NULL ||
        event->size != sizeof c)
        return;
    memcpy(&c, event->bytes, sizeof c);
    fprintf(out, " low %" PRIu64 " high %" PRIu64 " ticks [", c.low, c.high);
    for (uint64_t k = 0; k < c.places && k < GMON_PLACES; k++)
        fprintf(out, " %" PRIu64 " %" PRIu64 " %" PRIu64, c.place[k].low,
                c.place[k].high, c.place[k].ticks);
    fprintf(out, " ] more %" PRIu64 " arcs [", c.more_ticks);
    for (uint64_t k = 0; k < c.arcs && k < GMON_PLACES; k++)
        fprintf(out, " %" PRIu64 " %" PRIu64 " %" PRIu64, c.arc[k].from,
                c.arc[k].self, c.arc[k].calls);
    fprintf(out,
            " ] row %" PRIu64 " beside %" PRIu64 " more %" PRIu64
            " several %" PRIu64,
            c.row, c.beside, c.more_calls, c.several);
}

static bool named(struct observed_reader *r, const char *name, uint64_t *number)
{
    if (!observed_accept(r, name))
        return observed_expected(r, name);
    return observed_number(r, UINT64_MAX, "a number", number);
}

/* NAME [ ... ], by threes.  count: how many threes there are. */
static bool threes(struct observed_reader *r, const char *name,
                   uint64_t (*list)[3], uint64_t *count)
{
    if (!observed_accept(r, name))
        return observed_expected(r, name);
    if (!observed_accept(r, "["))
        return observed_expected(r, "[");
    for (*count = 0; !observed_accept(r, "]"); (*count)++) {
        if (*count == GMON_PLACES)
            return observed_expected(r, "], after so many");
        for (unsigned k = 0; k < 3; k++)
            if (!observed_number(r, UINT64_MAX, "a number, or ]",
                                 &list[*count][k]))
                return false;
    }
    return true;
}

bool observed_profile(struct observed_reader *r, struct event *event)
{
    uint64_t ticks[GMON_PLACES][3], arcs[GMON_PLACES][3];
    struct gmon_counts c = {0};
    unsigned char *bytes;

    if (!file_has_contents(event->value))
        return true;
    if (!named(r, "low", &c.low) || !named(r, "high", &c.high) ||
        !threes(r, "ticks", ticks, &c.places) ||
        !named(r, "more", &c.more_ticks) || !threes(r, "arcs", arcs, &c.arcs) ||
        !named(r, "row", &c.row) || !named(r, "beside", &c.beside) ||
        !named(r, "more", &c.more_calls) || !named(r, "several", &c.several))
        return false;
    memcpy(c.place, ticks, c.places * sizeof c.place[0]);
    memcpy(c.arc, arcs, c.arcs * sizeof c.arc[0]);
    bytes = observed_allocate(r, sizeof c);
    if (!bytes)
        return observed_no_memory(r);
    memcpy(bytes, &c, sizeof c);
    event->size = (size_t)(bytes - r->observation->arena);
    return true;
}
