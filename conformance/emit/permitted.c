/* SPDX-License-Identifier: MIT */
/* What is permitted of a case, as the runtime would see it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/base/grow.h"
#include "conformance/delivery/observed_words.h"
#include "conformance/judge/describe.h"
#include "conformance/judge/judge.h"
#include "counters.h"
#include "emit.h"

/* The outcomes of one case, as they come. */
struct permitted_gathering {
    struct emit_case *made;
    size_t capacity;
    bool told;   /* each so far could be written as a text */
    bool failed; /* memory ran out */
};

static void emit_value(int64_t value, FILE *out)
{
    if (value == VALUE_NONE)
        fputs(" void", out);
    else if (value == VALUE_UNSEEN)
        fputs(" ?", out);
    else if (value == VALUE_NOT_ZERO)
        fputs(" !", out);
    else
        fprintf(out, " %" PRId64, value);
}

static void emit_error(int32_t error, FILE *out)
{
    const char *word = observed_error_word(error);

    if (word)
        fprintf(out, " %s", word);
    else if (error == ERROR_UNSEEN)
        fputs(" ?", out);
    else
        fprintf(out, error ? " E%" PRId32 : " %" PRId32, error);
}

static void emit_time(const char *name, uint8_t time, FILE *out)
{
    if (time != TIME_NOT_ASKED)
        fprintf(out, " %s %s", name,
                time == TIME_UNSEEN ? "?" : observed_times[time]);
}

/* False: it is none that the runtime sees. */
static bool put_event(struct emit_case *made, const struct event *event,
                      FILE *out)
{
    static const char *const in[] = {"", "c", "g"};

    if (event->kind == EVENT_ANYTHING) {
        putc('~', out);
        return true;
    }
    fprintf(out, "%u%s", event->op, in[event->process]);
    switch (event->kind) {
    case EVENT_CALL:
        fputs(" call", out);
        emit_value(event->value, out);
        emit_error(event->error, out);
        emit_time("tvp", event->tick_time, out);
        emit_time("fast", event->fast, out);
        break;
    case EVENT_SWEEP:
    case EVENT_CHILD:
    case EVENT_EXEC:
        fprintf(out, " %s %s", observed_kinds[event->kind],
                event->value == VALUE_UNSEEN
                    ? "?"
                    : observed_values[event->kind][event->value]);
        break;
    case EVENT_CRASH: fputs(" crash", out); break;
    case EVENT_BUFFER:
        if (!emit_counters(made, event, out))
            return false;
        break;
    default: return false;
    }
    putc(';', out);
    return true;
}

static bool is_text_new(const struct emit_case *made, const char *text)
{
    for (size_t k = 0; k < made->count; k++)
        if (strcmp(made->outcomes[k], text) == 0)
            return false;
    return true;
}

/* Takes the text over. */
static void keep_text(struct permitted_gathering *g, char *text)
{
    struct emit_case *made = g->made;
    char **room;

    if (!is_text_new(made, text)) {
        free(text);
        return;
    }
    room = grow(made->outcomes, made->count, &g->capacity, sizeof *room);
    if (room == NULL) {
        free(text);
        g->failed = true;
        return;
    }
    made->outcomes = room;
    room[made->count++] = text;
    if (strlen(text) > made->longest)
        made->longest = strlen(text);
}

static void gather_permitted(void *context, const struct outcome *outcome,
                             const struct choices *choices)
{
    struct permitted_gathering *g = context;
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool told = true;

    (void)choices;
    if (out == NULL) {
        g->failed = true;
        return;
    }
    for (size_t k = 0; told && k < outcome->count; k++)
        told = put_event(g->made, &outcome->events[k], out);
    if (fclose(out) != 0)
        g->failed = true;
    g->told = g->told && told;
    if (told && !g->failed)
        keep_text(g, text);
    else
        free(text);
}

bool emit_case_make(enum dialect dialect, const struct test_case *c,
                    struct emit_case *made)
{
    struct permitted_gathering g = {.made = made, .told = true};
    size_t count;

    *made = (struct emit_case){.c = c};
    emit_needs(dialect, made);
    if (made->needs & EMIT_NEEDS_MORE) {
        made->judged = true;
        return true;
    }
    count = judge_envelope(dialect, c, true, EMIT_OUTCOMES + 1,
                           gather_permitted, &g);
    made->judged = g.told && count > 0 && count <= EMIT_OUTCOMES;
    if (g.failed || count == 0)
        emit_case_free(made);
    return !g.failed && count > 0;
}

void emit_case_free(struct emit_case *made)
{
    for (size_t k = 0; k < made->count; k++)
        free(made->outcomes[k]);
    free(made->outcomes);
    *made = (struct emit_case){0};
}
