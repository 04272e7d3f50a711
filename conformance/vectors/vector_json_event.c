/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/json_text.h"
#include "conformance/delivery/observed_words.h"
#include "conformance/judge/describe.h"
#include "vector.h"

static void event_json_value(const struct event *event, FILE *out)
{
    const char *const *words = observed_values[event->kind];

    fputs(", \"value\": ", out);
    for (unsigned k = 0; k < OBSERVED_SPECIALS; k++)
        if (event->value == observed_specials[k].value) {
            json_text(observed_specials[k].word, out);
            return;
        }
    if (event->value >= 0 && event->value < OBSERVED_VALUES &&
        words[event->value])
        json_text(words[event->value], out);
    else
        fprintf(out, "%" PRId64, event->value);
}

static void event_json_call(const struct event *event, FILE *out)
{
    const char *error = observed_error_word(event->error);

    if (event->error == ERROR_UNSEEN)
        error = "unseen";
    fputs(", \"error\": ", out);
    if (error)
        json_text(error, out);
    else if (event->error == ERROR_NONE)
        fputs("null", out);
    else
        fprintf(out, "%" PRId32, event->error);
    if (event->tick_time != TIME_NOT_ASKED)
        fprintf(out, ", \"tvp\": \"%s\"", observed_times[event->tick_time]);
    if (event->fast != TIME_NOT_ASKED)
        fprintf(out, ", \"fast\": \"%s\"", observed_times[event->fast]);
}

/* Bytes as [value, times] of counters of a width; what is left as bytes. */
static void event_json_runs(const struct script *script, const char *name,
                            const unsigned char *bytes, size_t count,
                            unsigned width, FILE *out)
{
    fprintf(out, ", \"%s\": [", name);
    for (size_t k = 0, n; k < count; k += n) {
        const unsigned char *at = bytes + k * width;

        for (n = 1; k + n < count && !memcmp(at, at + n * width, width);)
            n++;
        fprintf(out, "%s[%" PRIu32 ", %zu]", k ? ", " : "",
                describe_counter(script, at, width), n);
    }
    fputs("]", out);
}

static bool event_zone_is_whole(const unsigned char *zone)
{
    for (unsigned k = 0; k < SCRIPT_ZONE; k++)
        if (zone[k] != SCRIPT_CANARY)
            return false;
    return true;
}

static void event_json_buffer(const struct test_case *c,
                              const struct event *event, FILE *out)
{
    unsigned width = test_case_width(c);
    size_t size;

    fputs(", ", out);
    json_member("buffer", c->names[event->buffer], out);
    if (!event->bytes || event->size < 2 * SCRIPT_ZONE) {
        fputs(", \"mapped\": false", out);
        return;
    }
    size = event->size - 2 * SCRIPT_ZONE;
    fprintf(out, ", \"mapped\": true, \"size\": %zu, \"width\": %u", size,
            width);
    if (event->undetermined)
        fputs(", \"undetermined\": true", out);
    event_json_runs(&c->script, "counters", event->bytes + SCRIPT_ZONE,
                    size / width, width, out);
    if (size % width)
        event_json_runs(&c->script, "rest",
                        event->bytes + SCRIPT_ZONE + size / width * width,
                        size % width, 1, out);
    if (!event_zone_is_whole(event->bytes))
        event_json_runs(&c->script, "before", event->bytes, SCRIPT_ZONE, 1,
                        out);
    if (!event_zone_is_whole(event->bytes + event->size - SCRIPT_ZONE))
        event_json_runs(&c->script, "after",
                        event->bytes + event->size - SCRIPT_ZONE, SCRIPT_ZONE,
                        1, out);
}

/* The lines of the text: the first without its word, and each "may". */
static bool event_json_text(const struct test_case *c,
                            const struct event *event, FILE *out)
{
    char *text = NULL, *line, *rest;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    unsigned count = 0;

    if (!lines)
        return false;
    vector_put_event(c, event, lines);
    if (fclose(lines) != 0) {
        free(text);
        return false;
    }
    for (line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest), count++) {
        fputs(count == 0   ? ", \"text\": "
              : count == 1 ? ", \"may\": ["
                           : ", ",
              out);
        json_text(line + strcspn(line, " ") + 1, out);
    }
    fputs(count > 1 ? "]" : "", out);
    free(text);
    return true;
}

bool vector_json_event(const struct test_case *c, const struct event *event,
                       FILE *out)
{
    fprintf(out, "{\"step\": %u, \"process\": %u, ", event->op, event->process);
    if (event->kind >= OBSERVED_KINDS) {
        fputs("\"kind\": \"anything\"", out);
    } else {
        json_member("kind", observed_kinds[event->kind], out);
        if (event->kind == EVENT_BUFFER)
            event_json_buffer(c, event, out);
        else if (event->kind != EVENT_CRASH)
            event_json_value(event, out);
        if (event->kind == EVENT_CALL)
            event_json_call(event, out);
    }
    if (!event_json_text(c, event, out))
        return false;
    fputs("}", out);
    return true;
}
