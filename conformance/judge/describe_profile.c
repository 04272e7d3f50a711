/* SPDX-License-Identifier: MIT */
/* A gmon.out in words. */
#include <inttypes.h>
#include <string.h>

#include "describe.h"
#include "reference/gmon/counts.h"
#include "text.h"

static void put_ticks(const struct gmon_counts *c, char *text, size_t size)
{
    if (c->places == 0)
        text_add(text, size, "no ticks");
    for (uint64_t k = 0; k < c->places && k < GMON_PLACES; k++) {
        const struct gmon_place *place = &c->place[k];

        text_add(text, size, "%s%" PRIu64 " tick%s at 0x%" PRIx64,
                 k ? ", " : "", place->ticks, place->ticks == 1 ? "" : "s",
                 place->low);
        if (place->high - place->low > 1)
            text_add(text, size, " to 0x%" PRIx64, place->high - 1);
    }
    if (c->more_ticks > 0)
        text_add(text, size, ", %" PRIu64 " elsewhere", c->more_ticks);
    if (c->other)
        text_add(text, size, ", in other counters than theirs");
}

static void put_calls(const struct gmon_counts *c, char *text, size_t size)
{
    for (uint64_t k = 0; k < c->arcs && k < GMON_PLACES; k++)
        text_add(text, size, "%s0x%" PRIx64 " from 0x%" PRIx64 " x%" PRIu64,
                 k ? ", " : "; calls of ", c->arc[k].self, c->arc[k].from,
                 c->arc[k].calls);
    if (c->row > 0)
        text_add(text, size, "; %s%" PRIu64 " arcs of the row",
                 c->at_most ? "fewer than " : "", c->row);
    if (c->beside > 0)
        text_add(text, size, "; %s%" PRIu64 " calls beside these",
                 c->fewer ? "fewer than " : "", c->beside);
    if (c->disturbed)
        text_add(text, size, ", counted wrongly");
    if (c->more_calls > 0)
        text_add(text, size, "; %" PRIu64 " calls more", c->more_calls);
    if (c->several)
        text_add(text, size, ", an arc in several records");
}

void describe_profile(const struct event *event, char *text, size_t size)
{
    static const char *const words[] = {
        [FILE_ABSENT] = "no gmon.out",
        [FILE_EMPTY] = "an empty gmon.out",
        [FILE_UNREADABLE] = "a gmon.out that can't be read",
        [FILE_OTHER_NAME] = "by the prefix: ",
        [FILE_WRITTEN] = "",
    };
    struct gmon_counts c;

    if (event->value < 0 || event->value > FILE_WRITTEN) {
        snprintf(text, size, "anything");
        return;
    }
    snprintf(text, size, "%s", words[event->value]);
    if (!file_has_contents(event->value) || event->bytes == NULL)
        return;
    memcpy(&c, event->bytes, sizeof c);
    text_add(text, size, "0x%" PRIx64 " to 0x%" PRIx64 "%s, ", c.low, c.high,
             c.cut ? " or less" : "");
    put_ticks(&c, text, size);
    put_calls(&c, text, size);
}
