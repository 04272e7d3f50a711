/* SPDX-License-Identifier: MIT */
#include "conformance/language/observed.h"
#include "fuzz.h"

void again_observation(const struct observation *observation)
{
    struct observation again;
    struct observed_error error = {""};
    char *first = memory_got(observed_text(observation)), *second;
    size_t length = strlen(first);

    if (!observed_parse(first, length, &again, &error))
        text_finding(error.text, first, length);
    second = memory_got(observed_text(&again));
    text_must(strcmp(first, second) == 0, "other text when read again", first,
              length);
    text_must(outcome_difference(&observation->outcome, &again.outcome) < 0,
              "another outcome when read again", first, length);
    free(first);
    free(second);
    observation_free(&again);
}
