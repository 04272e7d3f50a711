/* SPDX-License-Identifier: MIT */
#include "observation.h"

#include <stdlib.h>
#include <string.h>

bool event_is_unseen(const struct event *event)
{
    if (event->kind == EVENT_BUFFER)
        return event->undetermined;
    if (event->kind == EVENT_RATE)
        return false;
    return event->value == VALUE_UNSEEN ||
           (event->kind == EVENT_CALL && event->value == -1 &&
            event->error == ERROR_UNSEEN);
}

static bool note_begins(const struct observation *observation,
                        const char *words)
{
    return strncmp(observation->note, words, strlen(words)) == 0;
}

bool observation_crowded(const struct observation *observation)
{
    return observation->ended == ENDED_SIGNAL &&
           note_begins(observation, OBSERVED_CROWDED);
}

bool observation_unopened(const struct observation *observation)
{
    return observation->ended == ENDED_TIMEOUT &&
           note_begins(observation, OBSERVED_UNOPENED);
}

bool observation_unanswered(const struct observation *observation)
{
    return observation->ended == ENDED_TIMEOUT &&
           note_begins(observation, OBSERVED_UNANSWERED);
}

bool observation_shows_buffers(const struct observation *observation)
{
    const struct outcome *seen = &observation->outcome;

    for (size_t k = 0; k < seen->count; k++)
        if (seen->events[k].kind == EVENT_BUFFER &&
            seen->events[k].undetermined)
            return false;
    return true;
}

void observation_free(struct observation *observation)
{
    free(observation->outcome.events);
    free(observation->arena);
    observation->outcome = (struct outcome){0};
    observation->arena = observation->spare = NULL;
}
