/* SPDX-License-Identifier: MIT */
/*
 * The text of observations, one on a line: any bytes are read or refused with
 * a column; what was read prints, is read again, and prints the same.  Of two,
 * each differs from the other in the same event, and an event of which a byte
 * is missing from the whole one.
 */
#include <string.h>

#include "conformance/delivery/observed.h"
#include "fuzz.h"
#include "text.h"

static char *print_observation(const struct observation *observation)
{
    char *text = observed_text(observation);

    if (!text)
        fuzz_broken("out of memory");
    return text;
}

static void observed_round_trip(const struct observation *first)
{
    struct observation second;
    struct observed_error error = {""};
    char *text = print_observation(first), *again;

    if (!observed_parse(text, strlen(text), &second, &error))
        text_finding(error.text, text, strlen(text));
    again = print_observation(&second);
    if (strcmp(text, again) != 0)
        text_finding("other text when read again", text, strlen(text));
    if (outcome_difference(&first->outcome, &second.outcome) >= 0)
        text_finding("another outcome when read again", text, strlen(text));
    free(text);
    free(again);
    observation_free(&second);
}

static void cut_events(const struct outcome *outcome)
{
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];
        struct event cut = *event;

        if (!event->bytes)
            continue;
        cut.size--;
        if (event_agrees(event, &cut) || event_agrees(&cut, event))
            text_finding("an event agrees with a part of it", "", 0);
    }
}

static bool read_one(const uint8_t *data, size_t size,
                     struct observation *observation)
{
    struct observed_error error = {""};

    if (!observed_parse((const char *)data, size, observation, &error)) {
        if (strncmp(error.text, "column ", 7) != 0)
            text_finding("refused without a place", (const char *)data, size);
        return false;
    }
    observed_round_trip(observation);
    cut_events(&observation->outcome);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
    size_t length = end ? (size_t)(end - data) : size;
    struct observation first, second;

    if (!read_one(data, length, &first))
        return 0;
    if (end && read_one(end + 1, size - length - 1, &second)) {
        if (outcome_difference(&first.outcome, &second.outcome) !=
            outcome_difference(&second.outcome, &first.outcome))
            text_finding("two differ one way only", (const char *)data, size);
        if (first.outcome.count != second.outcome.count &&
            outcome_difference(&first.outcome, &second.outcome) < 0)
            text_finding("two of other lengths agree", (const char *)data,
                         size);
        observation_free(&second);
    }
    observation_free(&first);
    return 0;
}
