/* SPDX-License-Identifier: MIT */
#include "observed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "observed_read.h"
#include "observed_words.h"
#include "reference/counter_bytes.h"

static void put_value(int64_t value, const char *const *words, FILE *out)
{
    for (unsigned k = 0; k < OBSERVED_SPECIALS; k++)
        if (value == observed_specials[k].value) {
            fprintf(out, " %s", observed_specials[k].word);
            return;
        }
    if (value >= 0 && value < OBSERVED_VALUES && words[value])
        fprintf(out, " %s", words[value]);
    else
        fprintf(out, " %" PRId64, value);
}

static void put_error(int32_t error, FILE *out)
{
    const char *word = observed_error_word(error);

    if (word)
        fprintf(out, " %s", word);
    else if (error == ERROR_UNSEEN)
        fputs(" errno unseen", out);
    else if (error != ERROR_NONE)
        fprintf(out, " errno %" PRId32, error);
}

static void put_time(const char *name, uint8_t time, FILE *out)
{
    if (time != TIME_NOT_ASKED && time < OBSERVED_TIMES)
        fprintf(out, " %s %s", name, observed_times[time]);
}

bool observed_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 0;
}

/* V or V*N for each run of equal numbers of `width` bytes. */
static void put_runs(const unsigned char *bytes, size_t count, unsigned width,
                     bool swapped, FILE *out)
{
    for (size_t k = 0, n; k < count; k += n) {
        const unsigned char *at = bytes + k * width;
        uint32_t number = *at;

        for (n = 1; k + n < count && !memcmp(at, at + n * width, width);)
            n++;
        if (width == 2)
            number = counter_read(at, width, swapped);
        fprintf(out, width == 2 ? " %u" : " %02x", (unsigned)number);
        if (n > 1)
            fprintf(out, "*%zu", n);
    }
}

static void put_zone(const char *name, const unsigned char *zone, FILE *out)
{
    bool whole = true;

    for (unsigned k = 0; k < SCRIPT_ZONE; k++)
        whole = whole && zone[k] == SCRIPT_CANARY;
    if (whole)
        return;
    fprintf(out, " %s [", name);
    put_runs(zone, SCRIPT_ZONE, 1, false, out);
    fputs(" ]", out);
}

static void observed_print_put_buffer(const struct event *event, bool swapped,
                                      FILE *out)
{
    size_t size = event->size - 2 * SCRIPT_ZONE;
    const unsigned char *bytes = event->bytes;

    fprintf(out, " %u%s", event->buffer,
            event->undetermined ? " undetermined" : "");
    if (bytes == NULL || event->size < 2 * SCRIPT_ZONE) {
        fprintf(out, " unmapped %zu", event->size);
        return;
    }
    fprintf(out, " %zu", size);
    put_zone("before", bytes, out);
    fputs(" [", out);
    put_runs(bytes + SCRIPT_ZONE, size / 2, 2, swapped, out);
    if (size % 2)
        fprintf(out, " byte %02x", bytes[SCRIPT_ZONE + size - 1]);
    fputs(" ]", out);
    put_zone("after", bytes + SCRIPT_ZONE + size, out);
}

void observed_put_event(const struct event *event, bool swapped, FILE *out)
{
    fprintf(out, "%u%s", event->op,
            event->process == 0   ? ""
            : event->process == 1 ? " in-child"
                                  : " in-grandchild");
    /* Written over by what is judged.  EVENT_ANYTHING too, which agrees with
     * all: a manual has it, and nobody may claim it. */
    if (event->kind >= OBSERVED_KINDS) {
        fputs(" crash", out);
        return;
    }
    fprintf(out, " %s", observed_kinds[event->kind]);
    if (event->kind == EVENT_BUFFER) {
        observed_print_put_buffer(event, swapped, out);
    } else if (event->kind != EVENT_CRASH) {
        put_value(event->value, observed_values[event->kind], out);
        put_error(event->error, out);
        put_time("tvp", event->tick_time, out);
        put_time("fast", event->fast, out);
        if (event->kind == EVENT_FILE)
            observed_put_file(event, out);
        if (event->kind == EVENT_PROFILE)
            observed_put_profile(event, out);
    }
}

static void put_note(const char *note, FILE *out)
{
    fputs("; note \"", out);
    for (; *note; note++) {
        unsigned char c = (unsigned char)*note;

        if (c < 0x20 || c > 0x7e || c == '"' || c == '\\')
            fprintf(out, "\\x%02x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void print_observed(const struct observation *o, FILE *out)
{
    for (size_t k = 0; k < o->outcome.count; k++) {
        observed_put_event(&o->outcome.events[k], o->swapped, out);
        fputs("; ", out);
    }
    fprintf(out, "ended %s",
            observed_ends[o->ended < OBSERVED_ENDS ? o->ended : ENDED_HARNESS]);
    if (o->status)
        fprintf(out, " %d", o->status);
    fprintf(out, " at %u", o->op);
    for (unsigned k = 0, n = 0; k < OBSERVED_DELIVERIES; k++)
        if (o->delivered >> k & 1)
            fprintf(out, "%s %s", n++ ? "" : "; delivered",
                    observed_deliveries[k]);
    fputs(o->disturbed ? "; disturbed" : "", out);
    fputs(o->batched ? "; batched" : "", out);
    if (o->stray)
        fprintf(out, "; stray %" PRIu32, o->stray);
    if (o->swapped != observed_big_endian())
        fputs("; big-endian", out);
    if (*o->note)
        put_note(o->note, out);
}

char *observed_text(const struct observation *observation)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good;

    if (out == NULL)
        return NULL;
    print_observed(observation, out);
    good = !ferror(out);
    if (fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}
