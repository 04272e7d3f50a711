/* SPDX-License-Identifier: MIT */
/*
 * The text of observations, one on a line: any bytes are read, or refused with
 * a column; what was read is the same when it is printed and read again.  Two
 * observations differ in the same event from either side, and an event does not
 * agree with itself without its last byte.
 */

#include "conformance/language/observed.h"
#include "fuzz.h"

static void cut_events(const struct outcome *outcome)
{
    for (size_t k = 0; k < outcome->count; k++) {
        const struct event *event = &outcome->events[k];
        struct event cut = *event;

        if (!event->bytes)
            continue;
        cut.size--;
        fuzz_must(!event_agrees(event, &cut) && !event_agrees(&cut, event),
                  "an event agrees with a part of it", "");
    }
}

static bool read_one(const uint8_t *data, size_t size,
                     struct observation *observation)
{
    struct observed_error error = {""};

    if (!observed_parse((const char *)data, size, observation, &error)) {
        text_must(strncmp(error.text, "column ", 7) == 0,
                  "refused without a place", (const char *)data, size);
        return false;
    }
    again_observation(observation);
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
