/* SPDX-License-Identifier: MIT */
#include "converse.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PCS = 64 /* in a line, at most */ };

void converse_open(struct driving *d)
{
    converse_close(d);
    memory_stream(&d->counters);
    memory_stream(&d->rest);
}

void converse_close(struct driving *d)
{
    if (d->rest.out) {
        free(memory_stream_end(&d->counters));
        free(memory_stream_end(&d->rest));
    }
    d->rest.out = NULL;
}

bool converse_begins(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 &&
           (line[length] == ' ' || line[length] == '\0');
}

/* It answered what is no answer: a fault of the adapter. */
static enum answered wrong(struct driving *d, const char *line,
                           const char *request, const char *expected)
{
    size_t verb = strcspn(request, " ");

    /* So few words of it that equal ones are reported once. */
    if (converse_begins(request, "call"))
        verb += 1 + strcspn(request + verb + 1, " ");
    journal_end(d->writer, ENDED_HARNESS,
                "the adapter answered \"%.50s\" to %.*s, expected %.60s", line,
                (int)verb, request, expected);
    return ANSWERED_WRONG;
}

/* A line of an answer that is not its last. */
static bool keep_line(struct driving *d, const char *line)
{
    static const char *const buffers[] = {"counter", "counters", "before",
                                          "after"};

    for (unsigned k = 0; k < 4; k++)
        if (converse_begins(line, buffers[k]))
            return fprintf(d->counters.out, "%s\n", line) > 0;
    return (converse_begins(line, "seen") || converse_begins(line, "ended")) &&
           fprintf(d->rest.out, "%s\n", line) > 0;
}

/* Hear an answer to its end: ok, = ..., or no REASON. */
static enum answered hear(struct driving *d, const char *request, bool call)
{
    const char *expected = call ? "= and what was returned"
                                : "counter, counters, before, after, seen, "
                                  "ended, no or ok";
    bool ended = false;
    const char *line;

    while ((line = exec_next_line(d->program))) {
        d->heard += strlen(line) + 1;
        if (d->heard > d->most)
            return wrong(d, line, request, "an answer that ends");
        if (converse_begins(line, "no")) {
            journal_end(d->writer, ENDED_UNSUPPORTED, "%s",
                        line[2] ? line + 3 : "the program can't do it");
            return ANSWERED_NO;
        }
        if (call && *line == '=') {
            snprintf(d->result, sizeof d->result, "%s", line);
            return ANSWERED;
        }
        if (strcmp(line, "ok") == 0 && (!call || ended))
            return ended ? ANSWERED_ENDED : ANSWERED;
        ended = ended || converse_begins(line, "ended");
        if (strcmp(line, "ok") == 0 || !keep_line(d, line))
            return wrong(d, line, request, expected);
    }
    return d->program->ended ? ANSWERED_GONE
                             : wrong(d, "...", request, "a line of text");
}

enum answered converse_request(struct driving *d, const char *text, bool call)
{
    *d->result = '\0';
    if (!exec_say(d->program, text, strlen(text)) ||
        !exec_say(d->program, "\n", 1))
        return ANSWERED_GONE;
    return hear(d, text, call);
}

enum answered converse_ticks(struct driving *d, const struct op *op)
{
    enum answered answered = ANSWERED;

    for (size_t k = 0; answered == ANSWERED && k < op->tick_count; k += PCS) {
        char text[PCS * 40 + 8] = "tick";
        size_t used = 4;

        for (size_t i = k; i < op->tick_count && i < k + PCS; i++) {
            const struct tick *tick = &op->ticks[i];

            used += (size_t)snprintf(
                text + used, sizeof text - used,
                tick->pc < 10 ? " %" PRIu64 : " 0x%" PRIx64, tick->pc);
            if (tick->count > 1)
                used += (size_t)snprintf(text + used, sizeof text - used,
                                         " x%" PRIu32, tick->count);
        }
        answered = converse_request(d, text, false);
    }
    return answered;
}
