/* SPDX-License-Identifier: MIT */
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BITS = 40 };

/* Each operation ends with `end`. */
static void write_regions(const struct setup *s, const char *end, FILE *out)
{
    for (unsigned k = 0; k < s->count; k++)
        fprintf(out, "buffer r%u %u%s", k, s->regions[k].size, end);
    if (!s->sprofil) {
        fprintf(out, "profil r0 %u 0x%llx 0x%llx%s", s->regions[0].size,
                (unsigned long long)s->regions[0].offset,
                (unsigned long long)s->regions[0].scale, end);
        return;
    }
    fprintf(out, "buffer o 4%ssprofil [", end);
    for (unsigned k = 0; k < s->count; k++)
        fprintf(out, "%s r%u %u 0x%llx 0x%llx", k ? " ;" : "", k,
                s->regions[k].size, (unsigned long long)s->regions[k].offset,
                (unsigned long long)s->regions[k].scale);
    fprintf(out, "%s ] %u null %s%s", s->overflow ? " ; o 4 0 2" : "",
            s->count + s->overflow, s->width == 4 ? "uint" : "ushort", end);
}

/* The case, in a list of its own. */
static bool make_case(const struct setup *s, struct case_list *list)
{
    struct case_error error;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good;

    if (!out)
        return false;
    fputs("case law\naddress 64\n", out);
    write_regions(s, "\n", out);
    for (size_t k = 0; k < s->tick_count; k++)
        fprintf(out, "tick 0x%llx x%u\n", (unsigned long long)s->ticks[k].pc,
                s->ticks[k].count);
    good =
        fclose(out) == 0 && case_list_parse(list, "laws", text, length, &error);
    free(text);
    return good;
}

static uint32_t setup_counter(const unsigned char *at, unsigned width)
{
    uint16_t narrow;
    uint32_t wide;

    memcpy(&narrow, at, sizeof narrow);
    memcpy(&wide, at, width == 4 ? sizeof wide : 0);
    return width == 4 ? wide : narrow;
}

static void add_buffer(const struct setup *s, const struct event *e,
                       struct counts *counts)
{
    for (size_t at = 0; e->bytes && at + s->width <= e->size - 2 * SCRIPT_ZONE;
         at += s->width) {
        uint32_t n = setup_counter(e->bytes + SCRIPT_ZONE + at, s->width);

        counts->sum += n;
        if (e->buffer == s->count)
            counts->overflow += n;
        else
            counts->of[e->buffer][at / s->width] = n;
    }
}

struct counts setup_count(struct law_question *q, const struct setup *s)
{
    struct case_list list = {0};
    struct counts counts = {0};
    const struct observation *o = NULL;

    q->asked = true;
    if (make_case(s, &list))
        o = q->bench->observe(q->bench->context, &list.cases[0]);
    if (!o) {
        q->memory = true;
    } else if (o->ended == ENDED_UNSUPPORTED || o->ended == ENDED_HARNESS ||
               o->disturbed) {
        q->untold = true;
        snprintf(q->finding->untold, sizeof q->finding->untold, "%s",
                 o->disturbed ? "a tick of its own clock may have slipped in"
                              : o->note);
    } else if (o->ended != ENDED_NORMALLY) {
        q->crashed = true;
    } else {
        for (size_t k = 0; k < o->outcome.count; k++)
            if (o->outcome.events[k].kind == EVENT_BUFFER)
                add_buffer(s, &o->outcome.events[k], &counts);
    }
    q->finding->counted += counts.sum;
    case_list_free(&list);
    return counts;
}

void setup_describe(const struct setup *s, const struct stream *stream,
                    char *text, size_t size)
{
    FILE *out = fmemopen(text, size, "w");

    if (!out)
        return;
    write_regions(s, "; ", out);
    fprintf(out, "stream seed=%llu n=%u over=%s",
            (unsigned long long)stream->seed, (unsigned)stream->n,
            stream_over_name((enum stream_over)stream->over));
    fclose(out);
}

struct tick *setup_draw(const struct setup *s, const struct stream *stream,
                        size_t *count)
{
    struct region_arguments list[REGIONS] = {0};
    struct call call = {.kind = CALL_SPROFIL, .list = list, .listed = s->count};

    for (unsigned r = 0; r < s->count; r++)
        list[r] = (struct region_arguments){.size = s->regions[r].size,
                                            .offset = s->regions[r].offset,
                                            .scale = s->regions[r].scale};
    return stream_draw(stream, &call, s->width, ADDRESS_BITS, count);
}
