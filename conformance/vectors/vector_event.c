/* SPDX-License-Identifier: MIT */
/* An event of the model as lines: what the text of an observation has, and
 * what it leaves open. */
#include <inttypes.h>
#include <string.h>

#include "conformance/delivery/observed.h"
#include "reference/computed.h"
#include "reference/gmon/counts.h"
#include "vector.h"

static void event_put_choice(const char *before, uint16_t choice, FILE *out)
{
    fprintf(out, "%s%s=%s", before, rule_table[choice_table[choice].rule].name,
            choice_table[choice].name);
}

/* The elements whose scale is to be computed, and the pcs that each was to
 * count: some scale leads to all counts. */
static void event_put_computed(const struct test_case *c,
                               const struct event *event, FILE *out)
{
    const struct computed *computed = event->computed;
    const uint16_t choices[] = {computed->rounding, computed->unit,
                                computed->scale_two, computed->odd_tail,
                                computed->extent};

    for (unsigned k = 0; k < computed->parts; k++) {
        const struct computed_part *part = &computed->part[k];

        if (part->buffer != event->buffer)
            continue;
        fprintf(out,
                "may some-scale %s at %" PRId64 " size %" PRIu64
                " low 0x%" PRIx64 " pcs",
                c->names[event->buffer], part->at, part->mapping.size,
                part->mapping.offset);
        for (unsigned j = 0; j < computed->counts; j++)
            if (computed->count[j].part == k)
                fprintf(out, " 0x%" PRIx64 " x%" PRIu64, computed->count[j].pc,
                        computed->count[j].count);
        for (size_t j = 0; j < sizeof choices / sizeof *choices; j++)
            event_put_choice(j ? " " : " by ", choices[j], out);
        putc('\n', out);
    }
}

static void event_put_file(const struct event *event, FILE *out)
{
    struct file_contents file;

    if (!file_has_contents(event->value) || !event->bytes ||
        event->size != sizeof file)
        return;
    memcpy(&file, event->bytes, sizeof file);
    if (file.doubtful)
        fprintf(out, "may ticks-fewer %" PRIu64 "\n", file.doubtful);
    if (file.functions == FILE_UNSEEN)
        fprintf(out, "may functions-at-most %" PRIu64 "\n", file.at_most);
}

/* A profile tells where ticks are by counters of any width. */
static void event_put_profile(const struct event *event, FILE *out)
{
    struct gmon_counts counts;

    if (!file_has_contents(event->value) || event->bytes == NULL)
        return;
    memcpy(&counts, event->bytes, sizeof counts);
    fprintf(out, "may range-wider %d\n", GMON_SLACK - 1);
    if (counts.places)
        fputs("may ticks-in-wider-counters\n", out);
    if (counts.at_most)
        fputs("may row-fewer\n", out);
    if (counts.fewer)
        fputs("may beside-fewer\n", out);
}

void vector_put_event(const struct test_case *c, const struct event *event,
                      FILE *out)
{
    if (event->kind == EVENT_ANYTHING) {
        fprintf(out, "event %u anything\n", event->op);
        return;
    }
    fputs("event ", out);
    observed_put_event(event, false, out);
    putc('\n', out);
    if (event->kind == EVENT_FILE)
        event_put_file(event, out);
    if (event->kind == EVENT_PROFILE)
        event_put_profile(event, out);
    if (event->kind != EVENT_BUFFER || !event->bytes)
        return;
    if (event->beyond)
        fprintf(out, "may past-end %s\n", c->names[event->buffer]);
    if (event->undetermined && event->computed)
        event_put_computed(c, event, out);
    else if (event->undetermined)
        fprintf(out, "may any-counts %s\n", c->names[event->buffer]);
}
