/* SPDX-License-Identifier: MIT */
#include "conformance/language/observed.h"
#include "fuzz.h"

void again_observation(const struct observation *observation)
{
    struct observation again;
    struct observed_error error = {""};
    char *first = memory_got(observed_text(observation)), *second;

    fuzz_must(observed_parse(first, strlen(first), &again, &error), error.text,
              first);
    second = memory_got(observed_text(&again));
    fuzz_must(strcmp(first, second) == 0, "other text when read again", first);
    fuzz_must(outcome_difference(&observation->outcome, &again.outcome) < 0,
              "another outcome when read again", first);
    free(first);
    free(second);
    observation_free(&again);
}
